"""The one loop that runs a procedure. What a chance or an ask comes to is the interpreter's: `resolve`."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from .effects import Call, Change, Effect, Line
from .procedures import Fight, start

T = TypeVar("T")

MAX_DEPTH = 100
MAX_EFFECTS = 20_000


class Stop(BaseException):
    """Raised by a resolver to leave a run; never thrown into a procedure."""


class Diverged(Exception):
    """Saved inputs do not fit the code that reads them."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """In a trace: the input with this index was a roll that is told here."""

    index: int


Told = Line | Rolled


@dataclass(slots=True)
class Trace:
    """What a run has done so far: the changes it applied and what it told, each in order."""

    changes: list[Change[Any]] = field(default_factory=list)
    lines: list[Told] = field(default_factory=list)


Resolve = Callable[[Effect[Any], str, Fight[Any]], Any]


@dataclass(slots=True)
class _Frame:
    """A procedure under way: its coroutine, its place, and how often each label was used in it."""

    body: Coroutine[Any, Any, Any]
    place: str
    used: dict[str, int] = field(default_factory=dict)

    def next(self, label: str) -> str:
        n = self.used[label] = self.used.get(label, 0) + 1
        return numbered(label, n)


def drive(
    call: Call[T],
    fight: Fight[Any],
    resolve: Resolve,
    trace: Trace,
    *,
    nested: bool = True,
    root: str = "",
) -> T:
    """Run `call` to its end and give its result.

    A change is applied before the procedure goes on; a line is kept; a nested call is run in place (or, with
    `nested` off, given to `resolve`); everything else is asked of `resolve(effect, place, fight)`. The place
    names where in the procedures the effect stands: `root/attack1/test1:skill1`.
    """
    stack = [_Frame(start(call, fight), root or short(call))]
    value: Any = None
    try:
        for _ in range(MAX_EFFECTS):
            frame = stack[-1]
            try:
                effect = frame.body.send(value)
            except StopIteration as end:
                stack.pop()
                value = end.value
                if not stack:
                    return cast(T, value)
                continue
            value = None
            if isinstance(effect, Change):
                fight.s = effect.apply(fight.s)
                trace.changes.append(effect)
            elif isinstance(effect, Line):
                trace.lines.append(effect)
            elif isinstance(effect, Call) and nested:
                if len(stack) >= MAX_DEPTH:
                    raise RuntimeError(f"procedures nested deeper than {MAX_DEPTH}")
                name = short(effect)
                stack.append(_Frame(start(effect, fight), f"{frame.place}/{frame.next(name)}"))
            elif isinstance(effect, Effect):
                label = _label(effect)
                value = resolve(effect, f"{frame.place}:{frame.next(label)}", fight)
            else:
                raise TypeError(f"a procedure awaited {effect!r}, which is no effect")
        raise RuntimeError(f"a procedure awaited more than {MAX_EFFECTS} effects")
    finally:
        for frame in reversed(stack):
            frame.body.close()


def numbered(label: str, n: int) -> str:
    """The n-th use of a label: `parry2`; `d6~2` where the label itself ends with a digit."""
    return f"{label}~{n}" if label[-1:].isdigit() else f"{label}{n}"


def short(call: Call[Any]) -> str:
    """The name of a call's procedure without its game."""
    return call.name.rsplit(".", 1)[-1]


def _label(effect: Effect[Any]) -> str:
    return str(getattr(effect, "label", None) or getattr(effect, "topic", None) or "call")
