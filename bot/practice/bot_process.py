"""The bot as a process of its own, pointed at a practice Discord: started, stopped, killed, started again."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bot.problems import Problem
from bot.store.migrate import upgrade

from .discord import PracticeDiscord

READY_SECONDS: Final = 60.0
STOP_SECONDS: Final = 30.0
ROOT: Final = Path(__file__).resolve().parents[2]


class BotProcess:
    """`python -m bot run` against a practice Discord, with its database and log in one folder.

    settings: further environment variables, which may be changed between two starts. The database is brought
    up to date before each start.
    """

    def __init__(
        self,
        discord: PracticeDiscord,
        folder: Path,
        *,
        database_url: str | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self.discord = discord
        self.folder = folder
        self.database_url = database_url or f"sqlite+aiosqlite:///{folder / 'skirmish.db'}"
        self.log = folder / "bot.log"
        self.settings = dict(settings or {})
        self._process: asyncio.subprocess.Process | None = None

    @property
    def running(self) -> bool:
        """Whether the process is there."""
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int | None:
        """Its process id."""
        return self._process.pid if self._process is not None else None

    async def start(self) -> None:
        """Start it and wait until it is connected. Problem with the end of its log when it ends instead."""
        await upgrade(self.database_url)
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self._command(),
                cwd=self.folder,
                env=self._environment(),
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl+C in the terminal is for us; we stop the bot ourselves
            )
        ready = asyncio.create_task(self.discord.bot_ready(timeout=READY_SECONDS))
        ended = asyncio.create_task(self._process.wait())
        try:
            await asyncio.wait({ready, ended}, return_when=asyncio.FIRST_COMPLETED)
            if not ready.done():
                raise Problem(f"The bot ended before it was ready.\n{self.log_end()}")
            await ready
        finally:
            for task in (ready, ended):
                task.cancel()

    async def stop(self) -> int:
        """Ask it to stop (SIGTERM) and wait; gives its exit code."""
        return await self._end(signal.SIGTERM)

    async def kill(self) -> None:
        """End it at once (SIGKILL), as a power cut would."""
        await self._end(signal.SIGKILL)

    async def restart(self) -> None:
        """Stop it and start it again on the same database."""
        await self.stop()
        await self.start()

    def log_end(self, characters: int = 3000) -> str:
        """The last lines of its log."""
        if not self.log.exists():
            return ""
        return self.log.read_text(encoding="utf-8", errors="replace")[-characters:]

    async def _end(self, how: signal.Signals) -> int:
        if self._process is None:
            return 0
        if self._process.returncode is None:
            self._process.send_signal(how)
        try:
            async with asyncio.timeout(STOP_SECONDS):
                return await self._process.wait()
        except TimeoutError:
            self._process.kill()
            return await self._process.wait()

    @staticmethod
    def _command() -> list[str]:
        return [sys.executable, "-m", "bot", "run"]

    def _environment(self) -> dict[str, str]:
        kept = {
            k: v
            for k, v in os.environ.items()
            if k in ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT")
        }
        return {
            **kept,
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
            "DISCORD_TOKEN": self.discord.world.application.token,
            "DISCORD_API_URL": self.discord.api_url,
            "DISCORD_GATEWAY_URL": self.discord.gateway_url,
            "DATABASE_URL": self.database_url,
            "GUILD_READY_TIMEOUT": "0.2",
            "IDENTIFY_SECONDS": "0.1",
            "DRAIN_SECONDS": "5",
            **self.settings,
        }
