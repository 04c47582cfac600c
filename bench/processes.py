"""The two bots as processes of their own, and what a process has used (read from Linux' /proc)."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path
from typing import Final

from bot.practice.discord import PracticeDiscord
from bot.problems import Problem

ROOT: Final = Path(__file__).resolve().parents[1]
TICK: Final = os.sysconf("SC_CLK_TCK")
IDLE_SHARE: Final = 0.05
"""Of one processor: below this a process has nothing left to do."""


class EchoProcess:
    """`bench.echo_bot` against a practice Discord."""

    def __init__(self, discord: PracticeDiscord) -> None:
        self._discord = discord
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int:
        """Its process id; Problem when it is not there."""
        if self._process is None or self._process.returncode is not None:
            raise Problem("The echo bot is not running.")
        return self._process.pid

    async def start(self) -> None:
        """Start it and wait until it can be used."""
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": self._discord.world.application.token,
            "DISCORD_API_URL": self._discord.api_url,
            "DISCORD_GATEWAY_URL": self._discord.gateway_url,
        }
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bench.echo_bot", env=environment
        )
        await self._discord.bot_ready(timeout=60)
        await self._discord.commands_synced(timeout=60)

    async def stop(self) -> None:
        """End it."""
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()
            await self._process.wait()


def processor_seconds(pid: int) -> float:
    """How long a process has kept processors busy since it began, to a hundredth of a second."""
    fields = _stat(pid)
    return (int(fields[11]) + int(fields[12])) / TICK


def age(pid: int) -> float:
    """Seconds since a process began, to a hundredth."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) - int(_stat(pid)[19]) / TICK


def memory(pid: int) -> float:
    """The memory that a process holds in RAM, in MiB."""
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        line = next(line for line in status if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


def all_processor_seconds() -> float:
    """How long all processors of the machine together have been busy since it began."""
    with open("/proc/stat", encoding="ascii") as stat:
        user, nice, system, _, _, *interrupts = map(int, stat.readline().split()[1:9])
    return (user + nice + system + sum(interrupts)) / TICK


def own_processor_seconds() -> float:
    """How long this process and its children that have ended kept processors busy."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat behind the name of the command, which may hold spaces."""
    with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as stat:
        return stat.read().rpartition(")")[2].split()


async def until_idle(pid: int, most_seconds: float = 10.0) -> None:
    """Wait until a process has nothing left to do, so that it does not disturb what is measured next."""
    until = time.perf_counter() + most_seconds
    while time.perf_counter() < until:
        before, began = processor_seconds(pid), time.perf_counter()
        await asyncio.sleep(0.3)
        if processor_seconds(pid) - before <= IDLE_SHARE * (time.perf_counter() - began):
            return
