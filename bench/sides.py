"""Both sides of a comparison, each a bot with a practice Discord of its own: the echo and Skirmish.

The practice Discords and all people are in this process; the bots are processes of their own.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bot.practice.bot_process import BotProcess
from bot.practice.discord import Channel, Permission, Person, PracticeDiscord, World
from bot.problems import Problem

from .processes import EchoProcess

HISTORY: Final = 40
"""Messages that a channel of the practice Discord keeps."""


class Town:
    """A server with channels and people, on a practice Discord of its own. gm may Manage Server."""

    def __init__(self, channels: int) -> None:
        self.world = World(history=HISTORY)
        self.discord = PracticeDiscord(self.world)
        self.guild = self.world.add_guild("Table One")
        manager = self.guild.add_role("Game master", Permission.MANAGE_GUILD)
        self.gm = self.world.person("gm", self.guild, roles=[manager])
        self.channels = [self.guild.add_channel(f"fight-{n}") for n in range(channels)]
        self.people = [self.world.person(f"player-{n}", self.guild) for n in range(channels)]


@dataclass(slots=True)
class Echoing:
    """Somebody who says `/echo` in a channel."""

    channel: Channel
    person: Person
    _times: list[float] = field(default_factory=list)

    async def step(self) -> None:
        """Say it once. Problem when it is not answered as it should be."""
        began = time.perf_counter()
        outcome = await self.person.slash(self.channel, "echo")
        self._times.append(time.perf_counter() - began)
        if outcome.kind != "message":
            raise Problem(f"The echo was answered with {outcome.kind}: {outcome.text}")

    def take_times(self) -> list[float]:
        """Seconds until each command was acknowledged since this was asked last."""
        times, self._times = self._times, []
        return times


@dataclass(frozen=True, slots=True)
class EchoSide:
    """The echo bot, connected, and somebody in each channel."""

    pid: int
    players: tuple[Echoing, ...]


@asynccontextmanager
async def echoing(channels: int) -> AsyncIterator[EchoSide]:
    """The echo bot in a town of its own."""
    town = Town(channels)
    async with town.discord:
        process = EchoProcess(town.discord)
        try:
            await process.start()
            players = zip(town.channels, town.people, strict=True)
            yield EchoSide(process.pid, tuple(Echoing(channel, person) for channel, person in players))
        finally:
            await process.stop()


@asynccontextmanager
async def skirmish(town: Town, folder: Path) -> AsyncIterator[BotProcess]:
    """Skirmish in a town, on the SQLite file `skirmish.db` in the folder, ready for commands.

    Problem with the end of its log where it does not answer.
    """
    async with town.discord:
        process = BotProcess(town.discord, folder)
        try:
            await process.start()
            try:
                yield process
            except Problem as problem:
                raise Problem(f"{problem.sentence}\n{process.log_end()}") from problem
        finally:
            await process.stop()
