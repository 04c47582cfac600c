"""A log that comes from anybody, checked in a process of its own: bounded in size, memory and time.

Checking a GM's log runs its steps again, and whoever wrote it may have written anything. So it happens apart
from the bot, in a process that knows no secrets, gives way to play, and is ended when its time is up.
"""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import os
import sys
import zlib
from pathlib import Path
from typing import Any, Final

from rules import games
from rules.engine.procedures import Refused
from rules.engine.verify import Check, LogError, Report, verify

LARGEST_FILE: Final = 10 * 1024 * 1024
LARGEST_LOG: Final = 40 * 1024 * 1024
"""Bytes of a log as it is, where the file is a packed one."""
SECONDS: Final = 30.0
MEMORY: Final = 2 * 1024 * 1024 * 1024
_NICE: Final = 10
_GZIP: Final = b"\x1f\x8b"
_ROOT: Final = Path(__file__).resolve().parents[2]
_PASSED_ON: Final = ("PATH", "SYSTEMROOT", "LANG", "LC_ALL")
"""What the process apart gets of the environment: the bot's token and database address are not among it."""


def check(content: bytes) -> Report:
    """Check a log as it stands in a file, packed or not. LogError when it is none."""
    games.load()
    return verify(parsed(content))


def parsed(content: bytes) -> object:
    """The JSON of a file. LogError where it holds none, or too much of it."""
    if len(content) > LARGEST_LOG:
        raise LogError(f"The file is too large: a log has at most {_mebibytes(LARGEST_LOG)} MiB.")
    if content.startswith(_GZIP):
        content = _unpacked(content)
    try:
        found: object = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise LogError("The file is no log: it does not hold JSON.") from None
    return found


def _unpacked(content: bytes) -> bytes:
    try:
        with gzip.open(io.BytesIO(content)) as packed:
            found = packed.read(LARGEST_LOG + 1)
    except (OSError, EOFError, zlib.error):
        raise LogError("The file is packed, and cannot be unpacked.") from None
    if len(found) > LARGEST_LOG:
        raise LogError(f"The log is too large: at most {_mebibytes(LARGEST_LOG)} MiB.")
    return found


def _mebibytes(size: int) -> int:
    return size // (1024 * 1024)


class Verifier:
    """Checks logs apart from the bot, one after another."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._turn = asyncio.Semaphore(1)

    async def check(self, content: bytes) -> Report:
        """As `check`. Refused says what is wrong with the file, or that it takes too long."""
        if len(content) > LARGEST_FILE:
            raise Refused(f"The file is too large: at most {_mebibytes(LARGEST_FILE)} MiB can be checked.")
        async with self._turn:
            out = await self._run(content)
        try:
            answer = json.loads(out)
        except ValueError:
            raise Refused("This log could not be checked: it asks for more than any fight needs.") from None
        if "wrong" in answer:
            raise Refused(answer["wrong"])
        return Report(
            answer["title"], tuple(Check(name, done, tuple(why)) for name, done, why in answer["checks"])
        )

    async def _run(self, content: bytes) -> bytes:
        """What the process apart writes; nothing where it ended otherwise than it should."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot.table.verifying",
            cwd=_ROOT,
            env={name: os.environ[name] for name in _PASSED_ON if name in os.environ},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            async with asyncio.timeout(self._seconds):
                out, _ = await process.communicate(content)
        except TimeoutError:
            raise Refused(
                f"Checking took longer than {self._seconds:g} seconds, so it was given up. The owner of the "
                "bot can check it with: python -m bot verify LOG"
            ) from None
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        return out


def _bounded() -> None:
    """Give way to play, and take no more than there is."""
    if sys.platform == "win32":
        return
    import resource  # there is none on Windows

    os.nice(_NICE)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def main() -> None:
    """The process apart: a file from the standard input, the report as JSON to the standard output."""
    _bounded()
    answer: dict[str, Any]
    try:
        report = check(sys.stdin.buffer.read(LARGEST_LOG + 1))
    except LogError as why:
        answer = {"wrong": str(why)}
    else:
        answer = {"title": report.title, "checks": [(c.name, c.done, c.problems) for c in report.checks]}
    sys.stdout.write(json.dumps(answer))


if __name__ == "__main__":
    main()
