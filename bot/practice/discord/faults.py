"""Misbehaviour on request: what a real Discord does on a bad day."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final, Literal

Scope = Literal["user", "global", "shared"]
"""Whose limit a 429 speaks of: the bot's on this route, the bot's on all, or the resource's."""

ALWAYS: Final = 1_000_000_000
"""As a number of times: without end."""


class Gate:
    """Holds matching requests back until it is opened."""

    def __init__(self) -> None:
        """Closed, and nobody has come."""
        self._reached = asyncio.Event()
        self._opened = asyncio.Event()
        self.waiting = 0

    async def reached(self, timeout: float = 5.0) -> None:  # noqa: ASYNC109
        """Return once a request stands before the gate; raises `TimeoutError` in seconds."""
        await asyncio.wait_for(self._reached.wait(), timeout)

    def open(self) -> None:
        """Let everything through, from now on."""
        self._opened.set()

    async def pass_through(self) -> None:
        """Stand before the gate."""
        self.waiting += 1
        self._reached.set()
        try:
            await self._opened.wait()
        finally:
            self.waiting -= 1


@dataclass(slots=True)
class Fault:
    """One kind of misbehaviour for requests of a method and a path pattern (`*` stands for anything)."""

    method: str
    pattern: str
    times: int
    kind: Literal["rate_limit", "status", "slow", "lose", "hold"]
    status: int = 0
    seconds: float = 0.0
    scope: Scope = "user"
    gate: Gate | None = None
    hits: int = 0


class Faults:
    """What is wrong with this Discord at the moment. Without any request, nothing."""

    def __init__(self) -> None:
        """All is well."""
        self._faults: list[Fault] = []
        self._twice = 0
        self.ready_delay = 0.0
        """Seconds before READY is sent."""

    def rate_limit(
        self, method: str, pattern: str, *, retry_after: float = 0.05, scope: Scope = "user", times: int = 1
    ) -> Fault:
        """Answer 429 with the given `retry_after` in seconds."""
        return self._add(Fault(method, pattern, times, "rate_limit", 429, retry_after, scope))

    def fail(self, method: str, pattern: str, *, status: int = 502, times: int = 1) -> Fault:
        """Answer with an error of the server, 500 to 599, and do nothing."""
        return self._add(Fault(method, pattern, times, "status", status))

    def slow(self, method: str, pattern: str, *, seconds: float, times: int = 1) -> Fault:
        """Take the request up only after this many seconds of real time."""
        return self._add(Fault(method, pattern, times, "slow", seconds=seconds))

    def lose_answer(self, method: str, pattern: str, *, times: int = 1) -> Fault:
        """Do what was asked, but break the connection instead of answering."""
        return self._add(Fault(method, pattern, times, "lose"))

    def hold(self, method: str, pattern: str, *, times: int = ALWAYS) -> Gate:
        """Hold the requests back until the gate is opened."""
        gate = Gate()
        self._add(Fault(method, pattern, times, "hold", gate=gate))
        return gate

    def deliver_twice(self, times: int = 1) -> None:
        """Deliver each of the next interactions twice."""
        self._twice += times

    def clear(self) -> None:
        """All is well again; what is held goes on."""
        for fault in self._faults:
            if fault.gate is not None:
                fault.gate.open()
        self._faults.clear()
        self._twice = 0
        self.ready_delay = 0.0

    def take(self, method: str, path: str) -> Fault | None:
        """The fault that this request meets, used up by one."""
        for fault in self._faults:
            if fault.method in (method, "*") and fnmatchcase(path, fault.pattern):
                fault.hits += 1
                if fault.hits >= fault.times:
                    self._faults.remove(fault)
                return fault
        return None

    def take_twice(self) -> bool:
        """Whether the interaction at hand is to come twice."""
        if self._twice:
            self._twice -= 1
            return True
        return False

    def _add(self, fault: Fault) -> Fault:
        self._faults.append(fault)
        return fault
