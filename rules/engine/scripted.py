"""The scripted interpreter: faces and answers are handed in, in order. For tests and worked examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from .driver import Trace, drive
from .effects import All, Ask, Call, Chance, Effect, Line
from .procedures import Fight

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Scripted(Generic[T]):
    """What came of a scripted run: result, state, the lines told (rolls left out), and the asks in order."""

    result: T
    s: Any
    lines: tuple[Line, ...]
    asks: tuple[Ask, ...]
    rolls: tuple[tuple[Chance[Any], tuple[int, ...]], ...]

    def told(self) -> list[str]:
        """The lines in words, with ids for names."""
        return [line.text(lambda who: who) for line in self.lines]


def scripted(call: Call[T], base: Any, script: Sequence[Any]) -> Scripted[T]:
    """Run `call` with `script`: for each roll its face or faces, for each ask the value of an option.

    For `All` a mapping from who is asked to the value, or a sequence in the order of the asks. AssertionError
    when the script does not fit, ends early or is not used up.
    """
    todo, trace, fight = list(script), Trace(), Fight(base)
    asks: list[Ask] = []
    rolls: list[tuple[Chance[Any], tuple[int, ...]]] = []

    def answered(ask: Ask, value: Any, place: str, s: Any) -> str:
        asks.append(ask)
        legal = [o.value for o in ask.legal(s)]
        assert value in legal, f"{place} asks {ask.who} for one of {legal}; the script says {value!r}"
        return str(value)

    def resolve(effect: Effect[Any], place: str, f: Fight[Any]) -> Any:
        assert todo, f"the script ended before {place}: {effect}"
        given = todo.pop(0)
        if isinstance(effect, Chance):
            sides = effect.sides(f.s)
            faces = tuple(given) if isinstance(given, (tuple, list)) else (given,)
            fits = len(faces) == len(sides) and all(
                isinstance(x, int) and 1 <= x <= n for x, n in zip(faces, sides, strict=False)
            )
            assert fits, f"{place} rolls {sides}; the script says {given!r}"
            rolls.append((effect, faces))
            return effect.read(faces, f.s)
        if isinstance(effect, All):
            values = [given[a.who] for a in effect.asks] if isinstance(given, Mapping) else list(given)
            return tuple(answered(a, v, place, f.s) for a, v in zip(effect.asks, values, strict=True))
        assert isinstance(effect, Ask), f"{place} awaits {effect}"
        return answered(effect, given, place, f.s)

    result = drive(call, fight, resolve, trace)
    assert not todo, f"the script was not used up: {todo}"
    lines = tuple(line for line in trace.lines if isinstance(line, Line))
    return Scripted(result, fight.s, lines, tuple(asks), tuple(rolls))
