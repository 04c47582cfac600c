"""The exact interpreter: every outcome of a procedure with its probability, and no dice.

Chances branch on what the procedure is told. A nested call is solved on its own, once per call and state, and
its outcomes are merged, so that what it forgets (the faces behind a level) is not carried on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .driver import Trace, drive
from .effects import All, Ask, Call, Chance, Effect
from .procedures import Fight

Policy = Callable[[Ask, Any], str]
"""What is assumed of others: the answer to an ask, as a function of the ask and the state."""
Outcomes = dict[tuple[Any, Any], Fraction]
"""(result, state) -> probability; the probabilities add up to 1."""


class TooLarge(Exception):
    """More runs are needed than the budget allows."""


class _More(BaseException):
    """Leaves a run at a point with several outcomes."""

    def __init__(self, branches: list[tuple[Any, Any, Fraction]]) -> None:
        self.branches = branches


@dataclass(slots=True)
class Budget:
    """How many runs may be made, and how many were."""

    most: int = 1_000_000
    used: int = 0

    def spend(self) -> None:
        """Count one run; TooLarge when there are none left."""
        self.used += 1
        if self.used > self.most:
            raise TooLarge(f"more than {self.most} runs")


@dataclass(slots=True)
class _Solver:
    policy: Policy
    budget: Budget
    memo: dict[tuple[Call[Any], Any], Outcomes] = field(default_factory=dict)

    def solve(self, call: Call[Any], base: Any) -> Outcomes:
        key = (call, base)
        if key in self.memo:
            return self.memo[key]
        out: Outcomes = defaultdict(Fraction)
        todo: list[tuple[tuple[tuple[Any, Any], ...], Fraction]] = [((), Fraction(1))]
        while todo:
            prefix, p = todo.pop()
            self.budget.spend()
            fight = Fight(base)
            try:
                result = drive(call, fight, _Branch(self, prefix), Trace(), nested=False)
            except _More as more:
                todo += [((*prefix, (value, s)), p * q) for value, s, q in more.branches]
            else:
                out[result, fight.s] += p
        self.memo[key] = out
        return out


class _Branch:
    """Resolves one run along a prefix of chosen outcomes."""

    def __init__(self, solver: _Solver, prefix: tuple[tuple[Any, Any], ...]) -> None:
        self.solver = solver
        self.prefix = prefix
        self.i = 0

    def __call__(self, effect: Effect[Any], place: str, fight: Fight[Any]) -> Any:
        if isinstance(effect, Ask):
            return self._answer(effect, fight.s)
        if isinstance(effect, All):
            return tuple(self._answer(ask, fight.s) for ask in effect.asks)
        if self.i < len(self.prefix):
            value, after = self.prefix[self.i]
            self.i += 1
            if after is not None:
                fight.s = after
            return value
        if isinstance(effect, Call):
            solved = self.solver.solve(effect, fight.s)
            raise _More([(result, after, p) for (result, after), p in solved.items()])
        if isinstance(effect, Chance):
            raise _More([(value, None, p) for value, p in effect.outcomes(fight.s)])
        raise TypeError(f"a procedure awaited {effect!r}, which no interpreter knows")

    def _answer(self, ask: Ask, s: Any) -> str:
        """Never saved: a policy is a function of the state, so a re-run asks it again."""
        legal = [o.value for o in ask.legal(s)]
        value = self.solver.policy(ask, s) if ask.wait else ask.settled(s)
        return value if value in legal else ask.settled(s)


def defaults(ask: Ask, s: Any) -> str:
    """The policy in which everybody takes the default."""
    return ask.settled(s)


def exact(
    call: Call[Any],
    base: Any,
    policy: Policy = defaults,
    *,
    view: Callable[[Any], Hashable] = lambda s: s,
    budget: Budget | None = None,
) -> Outcomes:
    """The distribution over (result, view(state)) of `call` from `base` when asks are answered by `policy`.

    Offers take their default. TooLarge when the budget of runs is used up; Refused as in play.
    """
    solver = _Solver(policy, budget or Budget())
    out: Outcomes = defaultdict(Fraction)
    for (result, s), p in solver.solve(call, base).items():
        out[result, view(s)] += p
    return dict(out)


def results(outcomes: Outcomes) -> dict[Any, Fraction]:
    """The distribution over results alone."""
    out: dict[Any, Fraction] = defaultdict(Fraction)
    for (result, _), p in outcomes.items():
        out[result] += p
    return dict(out)
