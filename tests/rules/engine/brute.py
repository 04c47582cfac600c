"""A second way to all outcomes: every face of every die, one whole run for each, nothing merged."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from math import prod
from typing import Any

from rules.engine.driver import Trace, drive
from rules.engine.effects import All, Ask, Call, Chance, Effect
from rules.engine.procedures import Fight

Answer = Callable[[Ask, Any], str]


class _Next(BaseException):
    """The faces chosen so far have been used up at dice with these sides."""

    def __init__(self, sides: tuple[int, ...]) -> None:
        self.sides = sides


def every_outcome(call: Call[Any], base: Any, answer: Answer) -> dict[tuple[Any, Any], Fraction]:
    """(result, state) -> probability, by a depth-first walk over all faces."""
    found: dict[tuple[Any, Any], Fraction] = defaultdict(Fraction)
    todo: list[tuple[tuple[tuple[int, ...], ...], Fraction]] = [((), Fraction(1))]
    while todo:
        rolled, p = todo.pop()
        fight = Fight(base)
        try:
            result = drive(call, fight, _resolver(rolled, answer), Trace())
        except _Next as more:
            each = p / prod(more.sides)
            faces = itertools.product(*(range(1, n + 1) for n in more.sides))
            todo += [((*rolled, chosen), each) for chosen in faces]
        else:
            found[result, fight.s] += p
    return dict(found)


def _resolver(rolled: tuple[tuple[int, ...], ...], answer: Answer) -> Callable[..., Any]:
    left = iter(rolled)

    def resolve(effect: Effect[Any], place: str, fight: Fight[Any]) -> Any:
        if isinstance(effect, Chance):
            sides = effect.sides(fight.s)
            faces = next(left, None)
            if faces is None:
                raise _Next(sides)
            return effect.read(faces, fight.s)
        if isinstance(effect, All):
            return tuple(answer(ask, fight.s) for ask in effect.asks)
        assert isinstance(effect, Ask)
        return answer(effect, fight.s)

    return resolve
