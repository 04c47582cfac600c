"""What came of a fight: damage dealt and taken, luck against expectation, time per turn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import erf, sqrt

from rules.engine.effects import TABLE
from rules.engine.live import CHANCE, Input
from rules.engine.ruleset import rules_of
from rules.engine.steps import DONE, Step

from .people import State

FEWEST_ROLLS = 3


@dataclass(slots=True)
class Tally:
    """One combatant's part. gained: sum over public rolls of faces above expectation, good ones counted
    positive.
    """

    given: int = 0
    taken: int = 0
    rolls: int = 0
    gained: float = 0.0
    variance: float = 0.0
    turns: int = 0
    seconds: int = 0

    @property
    def luck(self) -> int | None:
        """Of a hundred tables with the same rolls, how many were less lucky (1 to 99); None after too few
        rolls.
        """
        if self.rolls < FEWEST_ROLLS or self.variance == 0:
            return None
        share = 0.5 * (1 + erf(self.gained / sqrt(2 * self.variance)))
        return min(99, max(1, round(100 * share)))


@dataclass(frozen=True, slots=True)
class Summary:
    """Of a whole fight. lines: one sentence a combatant, in the order they came."""

    rounds: int
    steps: int
    tallies: dict[str, Tally] = field(default_factory=dict)
    lines: tuple[str, ...] = ()


def summarise(steps: Iterable[Step], final: State) -> Summary:
    """The summary of the standing steps of a journal (with their states folded). Hidden combatants are
    left out.
    """
    standing = [step for step in steps if step.status == DONE]
    tallies: dict[str, Tally] = defaultdict(Tally)
    rules = rules_of(final)
    for step in standing:
        for change in step.changes:
            harm = rules.harm(change)
            if harm is not None:
                tallies[harm.who].taken += harm.amount
                by = step.actor if harm.by is None else harm.by
                if by and by != harm.who:
                    tallies[by].given += harm.amount
        for given in step.inputs:
            _count_roll(tallies, given)
    _count_time(tallies, standing)
    lines = tuple(
        _sentence(c.name, tallies[c.id])
        for c in final.combatants.values()
        if c.id in tallies and not c.hidden
    )
    return Summary(final.round, len(standing), dict(tallies), lines)


def _count_roll(tallies: dict[str, Tally], given: Input) -> None:
    if given.kind != CHANCE or given.what.audience != TABLE:
        return
    chance = given.what
    if not chance.roller or not chance.better or not given.sides:
        return
    tally = tallies[chance.roller]
    mean = sum((n + 1) / 2 for n in given.sides)
    spread = sum((n * n - 1) / 12 for n in given.sides)
    if spread == 0:
        return
    tally.rolls += 1
    tally.gained += chance.better * (sum(given.value) - mean) / sqrt(spread)
    tally.variance += 1


def _count_time(tallies: dict[str, Tally], standing: list[Step]) -> None:
    """A turn lasts from the step that began it to the step that began the next one."""
    began, acting = None, ""
    for step in standing:
        now: State | None = step.after
        if now is None:
            continue
        turn = f"{now.round}/{now.acting}"
        if turn == acting:
            continue
        if began is not None and began[0]:
            tallies[began[0]].turns += 1
            tallies[began[0]].seconds += max(0, step.at - began[1])
        began, acting = (now.actor, step.at), turn


def _sentence(name: str, t: Tally) -> str:
    parts = [f"damage dealt {t.given}, taken {t.taken}"]
    if t.luck is not None:
        parts.append(f"luckier than {t.luck} of 100 with the same {t.rolls} rolls")
    if t.turns:
        turns = "1 turn" if t.turns == 1 else f"{t.turns} turns"
        parts.append(f"{turns} of {_time(t.seconds // t.turns)} on average")
    return f"{name}: {'; '.join(parts)}"


def _time(seconds: int) -> str:
    if seconds < 120:
        return f"{seconds} s"
    if seconds < 7200:
        return f"{seconds // 60} min"
    return f"{seconds // 3600} h"
