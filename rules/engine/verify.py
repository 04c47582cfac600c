"""A log checked: every roll computed again from the revealed seeds, the steps folded, a GM's log run again.

A log may come from anybody: whatever stands in it, the answer is a report or a `LogError`. Running one again
costs about as much as playing it did; whoever checks the logs of strangers bounds the time it may take.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from . import keys
from .codec import decode
from .dice import commitment, faces
from .driver import Diverged
from .effects import TABLE
from .encounter import Encounter
from .export import GM_KIND
from .live import CHANCE, Run, run
from .logform import Log, LogError, Roll, read_log
from .ruleset import ruleset
from .steps import OPEN, STANDING, WITHDRAWN, Step, decode_step

__all__ = ["Check", "LogError", "Report", "verify"]

MOST_PROBLEMS = 20
MOST_BASES = 40
"""A step taken back is not run again where it may have been built on so many; its rolls are looked at."""
State = Encounter[Any, Any]


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at: its name, what was done in a sentence, and what was wrong."""

    name: str
    done: str
    problems: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing was wrong."""
        return not self.problems


@dataclass(frozen=True, slots=True)
class Report:
    """What came of checking a log."""

    title: str
    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing was wrong with what could be checked."""
        return all(check.ok for check in self.checks)

    def lines(self) -> tuple[str, ...]:
        """The report to read, a line for each thing looked at and each that was wrong."""
        out = [self.title]
        for check in self.checks:
            out.append(f"{check.name}: {check.done}")
            out += [f"  WRONG: {problem}" for problem in check.problems[:MOST_PROBLEMS]]
            if len(check.problems) > MOST_PROBLEMS:
                out.append(f"  … and {len(check.problems) - MOST_PROBLEMS} more of this kind")
        out.append("Everything that could be checked is right." if self.ok else "This log is not right.")
        return tuple(out)


def verify(log: object) -> Report:
    """Check a log as parsed from JSON. LogError when it is none."""
    read = read_log(log)
    whose = "GM's" if read.kind == GM_KIND else "Players'"
    title = f"{whose} log of {read.ruleset}, version {read.version}, {len(read.steps)} steps"
    rest = _gm_checks(read) if read.kind == GM_KIND else iter((_folded(read),))
    return Report(title, (_seeds(read), _rolls(read), _places(read), *rest))


# ------------------------------------------------------------------ dice
def _seeds(log: Log) -> Check:
    if not log.seeds:
        return Check("Seeds", "not revealed, as they are once the encounter has ended")
    wrong = tuple(
        f"The {part} seed is not the one that was promised when the encounter began."
        for part, seed in log.seeds.items()
        if commitment(seed) != log.commitments.get(part)
    )
    return Check("Seeds", f"{' and '.join(log.seeds)} held against what was promised", wrong)


def _rolls(log: Log) -> Check:
    known = [roll for roll in log.rolls if _seed_name(roll) in log.seeds]
    wrong = []
    for roll in known:
        right = faces(log.seeds[_seed_name(roll)], roll.key, roll.place, roll.sides)
        if right != roll.faces:
            wrong.append(
                f"Step {roll.step}, {roll.place}: the seed gives {_listed(right)}, "
                f"the log says {_listed(roll.faces)}."
            )
    left = len(log.rolls) - len(known)
    without = f"; {left} cannot be, without their seed" if left else ""
    return Check("Rolls", f"{len(known)} computed again from the seeds{without}", tuple(wrong))


def _seed_name(roll: Roll) -> str:
    return "secret" if roll.secret else "public"


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))


def _places(log: Log) -> Check:
    """No two rolls that count may stand at the same place of the same key: they would be the same dice."""
    standing = {row["no"] for row in log.steps if row["status"] in STANDING}
    seen: dict[tuple[str, str], int] = {}
    wrong = []
    for roll in log.rolls:
        at = (roll.key, roll.place)
        if roll.step in standing and at in seen:
            wrong.append(f"Steps {seen[at]} and {roll.step} both roll at {roll.place} under one key.")
        if roll.step in standing:
            seen[at] = roll.step
    return Check("Places", f"{len(seen)} rolls that count, each at a place of its own", tuple(wrong))


# ------------------------------------------------------------------ a players' log
def _folded(log: Log) -> Check:
    state, wrong = copy.deepcopy(log.start), []
    for row in log.steps:
        for change in row.get("patch", []):
            try:
                state = _patched(state, change)
            except (LookupError, TypeError, ValueError):
                wrong.append(f"Step {row['no']} changes something that is not there.")
                break
    if not wrong and state != log.state:
        wrong.append("The steps do not lead to the state at the end.")
    return Check("State", f"{len(log.steps)} steps folded to the state at the end", tuple(wrong))


def _patched(state: Any, change: Any) -> Any:
    """`state`, which may be changed in place, with one replacement made."""
    path, value = change
    if not path:
        return copy.deepcopy(value)
    *way, last = path
    node = state
    for step in way:
        node = node[step]
    _ = node[last]  # a replacement adds nothing
    node[last] = copy.deepcopy(value)
    return state


# ------------------------------------------------------------------ a GM's log
def _gm_checks(log: Log) -> Iterator[Check]:
    try:
        here = ruleset(log.ruleset).version
    except LookupError:
        yield Check("Steps", f"not run again: this version knows no game {log.ruleset}")
        return
    if here != log.version:
        yield Check("Steps", f"not run again: the game is of version {here} now, the log of {log.version}")
        return
    try:
        start, end = decode(log.start), decode(log.state)
        steps = tuple(decode_step(row) for row in log.steps)
    except Exception as why:  # noqa: BLE001 - whatever a stranger wrote
        yield Check("Steps", "not run again", (f"They cannot be read: {why}.",))
        return
    if not isinstance(start, Encounter) or (start.ruleset, start.version) != (log.ruleset, log.version):
        yield Check("Steps", "not run again", ("The state at the beginning is not of this game.",))
        return
    yield from _Again(start, end, steps).checks()


class _Again:
    """The steps run again one after another from the state at the beginning."""

    def __init__(self, start: State, end: Any, steps: tuple[Step, ...]) -> None:
        self.start = start
        self.end = end
        self.steps = steps
        self.state = start
        self.bases: list[State] = [start]
        """What a step may have been built on: the state that stands, and those of steps taken back since."""
        self.wrong: list[str] = []
        self.run = 0

    def checks(self) -> Iterator[Check]:
        for n, step in enumerate(self.steps):
            try:
                self._step(step, self.steps[:n])
            except Exception as why:  # noqa: BLE001 - a stranger's arguments may break any procedure
                self.wrong.append(f"Step {step.no} cannot be run again: {str(why) or type(why).__name__}.")
        if self.state != self.end:
            self.wrong.append("The steps do not lead to the state at the end.")
        yield Check("Steps", f"{self.run} of {len(self.steps)} run again by the rules", tuple(self.wrong))

    def _step(self, step: Step, before: tuple[Step, ...]) -> None:
        if step.status == WITHDRAWN:
            return
        if step.status in STANDING:
            self._key(step, before)
            self.run += 1
            self._compare(step, _again(step, self.state))
            for change in step.changes:
                self.state = change.apply(self.state)
            self.bases = [self.state]
        elif len(self.bases) <= MOST_BASES:
            self._taken_back(step)

    def _taken_back(self, step: Step) -> None:
        """What it was built on may have been taken back too, which no log says: each that fits will do."""
        self.run += 1
        fitting = [again.s for base in self.bases if (again := _fits(step, base)) is not None]
        if not fitting:
            raise Diverged("its inputs lead elsewhere")
        self.bases += [state for state in fitting if state not in self.bases]

    def _compare(self, step: Step, again: Run) -> None:
        where = f"Step {step.no}"
        if step.status == OPEN and again.stop != step.stop:
            self.wrong.append(f"{where} waits at another place by the rules.")
        if again.changes != step.changes:
            self.wrong.append(f"{where} has other changes by the rules.")
        if again.lines != step.lines:
            self.wrong.append(f"{where} tells something else by the rules.")
        for given in step.inputs:
            if given.kind == CHANCE and given.secret != (given.what.audience != TABLE):
                self.wrong.append(f"{where} rolls from the wrong seed at {given.place}.")

    def _key(self, step: Step, before: tuple[Step, ...]) -> None:
        name = keys.name(keys.seat(self.state), step.actor, step.verb)
        if step.key != f"{name}|{keys.counted((), before).get(name, 0) + 1}":
            self.wrong.append(f"Step {step.no} has not the key that its turn, actor and verb give.")


def _fits(step: Step, base: State) -> Run | None:
    """The run of a step on this state, if it comes to what is saved of it."""
    try:
        again = _again(step, base)
    except Exception:  # noqa: BLE001 - on the wrong state anything may fail
        return None
    return again if again.changes == step.changes else None


def _again(step: Step, base: State) -> Run:
    if step.status != OPEN:
        return run(step.call, base, step.inputs, step.key, None)
    return run(step.call, base, step.inputs, step.key, _no_dice, step.carry)


def _no_dice(*_: Any) -> Any:
    raise Diverged("it rolls more than the log has")
