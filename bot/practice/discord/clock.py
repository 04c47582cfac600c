"""The clock of a world: the system's, or one that a test moves by hand."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """A call that will be made later."""

    def cancel(self) -> None:
        """Do not make the call."""


class Clock(Protocol):
    """What the practice Discord asks of a clock."""

    def now(self) -> float:
        """Unix seconds."""

    def call_later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Make a call when the given seconds have passed."""


class SystemClock:
    """Real time. Timers need a running event loop."""

    def now(self) -> float:
        """Unix seconds."""
        return time.time()

    def call_later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Make a call when the given seconds have passed."""
        return asyncio.get_running_loop().call_later(seconds, call)


class ManualTimer:
    """A timer of a `ManualClock`."""

    def __init__(self, call: Callable[[], None]) -> None:
        """Hold the call until its time."""
        self._call: Callable[[], None] | None = call

    def cancel(self) -> None:
        """Do not make the call."""
        self._call = None

    def fire(self) -> None:
        """Make the call, once."""
        call, self._call = self._call, None
        if call is not None:
            call()


class ManualClock:
    """A clock that stands still until `advance` moves it; what falls due is called then, in order."""

    def __init__(self, start: float | None = None) -> None:
        """Start at the given Unix seconds, by default at the present moment."""
        self._now = time.time() if start is None else start
        self._order = itertools.count()
        self._timers: list[tuple[float, int, ManualTimer]] = []

    def now(self) -> float:
        """Unix seconds."""
        return self._now

    def call_later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Make a call when `advance` has moved the clock by the given seconds."""
        timer = ManualTimer(call)
        heapq.heappush(self._timers, (self._now + seconds, next(self._order), timer))
        return timer

    def advance(self, seconds: float) -> None:
        """Move on by the given seconds."""
        end = self._now + seconds
        while self._timers and self._timers[0][0] <= end:
            due, _, timer = heapq.heappop(self._timers)
            self._now = max(self._now, due)
            timer.fire()
        self._now = end
