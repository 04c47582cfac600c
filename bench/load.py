"""Load from people who do one thing after the other: as fast as they can, or so many commands a second."""

from __future__ import annotations

import asyncio
import gc
import time
from collections import deque
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import Protocol

from .processes import processor_seconds


class Player(Protocol):
    """Somebody who does one thing after the other."""

    async def step(self) -> None:
        """Do the next thing; comes back when all its commands were acknowledged."""

    def take_times(self) -> list[float]:
        """Seconds until each command was acknowledged since this was asked last."""


@dataclass(frozen=True, slots=True)
class Load:
    """What a time under load came to.

    times: seconds until each command was acknowledged. busy, driver: processor seconds of the bot, and of
    this process, which is the practice Discord and all people.
    """

    times: list[float]
    seconds: float
    busy: float
    driver: float

    @property
    def commands(self) -> int:
        """How many there were."""
        return len(self.times)

    @property
    def rate(self) -> float:
        """Commands a second."""
        return self.commands / self.seconds

    @property
    def cost(self) -> float:
        """Milliseconds of a processor that a command takes the bot."""
        return self.busy / self.commands * 1e3


async def as_fast_as_possible(players: Sequence[Player], pid: int, seconds: float) -> Load:
    """Everybody does the next thing as soon as the last one is acknowledged. pid: the bot's process."""
    return await _loaded(players, pid, _without_a_pause(players, seconds))


async def at_a_rate(players: Sequence[Player], pid: int, rate: float, seconds: float) -> Load:
    """So many commands a second, begun on time whatever became of those before."""
    return await _loaded(players, pid, _on_time(players, rate, round(rate * seconds)))


async def _without_a_pause(players: Sequence[Player], seconds: float) -> None:
    until = time.perf_counter() + seconds

    async def play(one: Player) -> None:
        await one.step()
        while time.perf_counter() < until:
            await one.step()

    await asyncio.gather(*map(play, players))


async def _on_time(players: Sequence[Player], rate: float, count: int) -> None:
    began = time.perf_counter()
    free, tasks = deque(players), list[asyncio.Task[None]]()

    async def play(one: Player) -> None:
        await one.step()
        free.append(one)

    async with asyncio.TaskGroup() as group:
        for n in range(count):
            await asyncio.sleep(max(0.0, began + n / rate - time.perf_counter()))
            while not free:
                under_way = [task for task in tasks if not task.done()]
                await asyncio.wait(under_way, return_when=asyncio.FIRST_COMPLETED)
            tasks.append(group.create_task(play(free.popleft())))


async def _loaded(players: Sequence[Player], pid: int, play: Awaitable[object]) -> Load:
    """Measure a time of play, in which this process collects no garbage."""
    for one in players:
        one.take_times()
    gc.collect()
    gc.disable()
    try:
        busy, driver, began = processor_seconds(pid), time.process_time(), time.perf_counter()
        await play
        seconds = time.perf_counter() - began
        busy, driver = processor_seconds(pid) - busy, time.process_time() - driver
    finally:
        gc.enable()
    return Load([each for one in players for each in one.take_times()], seconds, busy, driver)
