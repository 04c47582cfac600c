"""A GM's log run again: every step by the rules, from the state at the beginning to the one at the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import frame, keys
from .codec import decode
from .driver import Diverged
from .effects import TABLE, Call
from .encounter import Encounter
from .live import CHANCE, Run, run
from .logform import Log
from .ruleset import ruleset
from .steps import OPEN, STANDING, WITHDRAWN, Step, decode_step

MOST_BASES = 40
"""A step taken back is not run again where it may have been built on so many; its rolls are looked at."""
State = Encounter[Any, Any]
Found = tuple[str, tuple[str, ...]]
"""What was done, in a sentence, and what was wrong."""


def run_again(log: Log) -> Found:
    """Run a GM's log again, where this version has its game in its version."""
    try:
        here = ruleset(log.ruleset).version
    except LookupError:
        return f"not run again: this version knows no game {log.ruleset}", ()
    if here != log.version:
        return f"not run again: the game is of version {here} now, the log of {log.version}", ()
    try:
        start, end = decode(log.start), decode(log.state)
        steps = tuple(decode_step(row) for row in log.steps)
    except Exception as why:  # noqa: BLE001 - whatever a stranger wrote
        return "not run again", (f"They cannot be read: {why}.",)
    if not isinstance(start, Encounter) or (start.ruleset, start.version) != (log.ruleset, log.version):
        return "not run again", ("The state at the beginning is not of this game.",)
    return _Again(log, start, end, steps).found()


class _Again:
    """The steps run again one after another from the state at the beginning."""

    def __init__(self, log: Log, start: State, end: Any, steps: tuple[Step, ...]) -> None:
        self.log = log
        self.end = end
        self.steps = steps
        self.state = start
        self.bases: list[State] = [start]
        """What a step may have been built on: the state that stands, and those of steps taken back since."""
        self.wrong: list[str] = []
        self.run = 0

    def found(self) -> Found:
        for n, step in enumerate(self.steps):
            try:
                self._step(step, self.steps[:n])
            except Exception as why:  # noqa: BLE001 - a stranger's arguments may break any procedure
                self.wrong.append(f"Step {step.no} cannot be run again: {str(why) or type(why).__name__}.")
        if self.state != self.end:
            self.wrong.append("The steps do not lead to the state at the end.")
        return f"{self.run} of {len(self.steps)} run again by the rules", tuple(self.wrong)

    def _step(self, step: Step, before: tuple[Step, ...]) -> None:
        if step.status == WITHDRAWN:
            return
        if step.status in STANDING:
            self.wrong += _declared(step, self.state, before)
            self.wrong += _announced(step, self.log)
            self.run += 1
            self.wrong += _differences(step, _again(step, self.state))
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


def _declared(step: Step, s: State, before: tuple[Step, ...]) -> Iterator[str]:
    """What is wrong with whose step it is, and when: the dice go by that, so nobody may choose it."""
    name = keys.name(keys.seat(s), step.actor, step.verb)
    if step.key != f"{name}|{keys.counted((), before).get(name, 0) + 1}":
        yield f"Step {step.no} has not the key that its turn, actor and verb give."
    if step.turn != f"{s.round}/{s.acting}":
        yield f"Step {step.no} was declared in another turn than it says."
    if step.call.name != frame.act.name or step.call.args[0] != step.actor:
        yield f"Step {step.no} is not done by the one whose dice it has."
    if step.actor and step.verb not in {verb.name for verb in ruleset(s.ruleset).verbs}:
        yield f"Step {step.no} has a verb that the game does not have."


def _announced(step: Step, log: Log) -> Iterator[str]:
    """What is wrong with what the channel was told of the seeds."""
    told = step.call.args[1]
    if not isinstance(told, Call):
        return
    promised = (log.commitments.get("public"), log.commitments.get("secret"))
    if told.name == frame.opened.name and told.args != promised:
        yield f"Step {step.no} promises other seeds than the log."
    if told.name == frame.end.name and told.args != (log.seeds.get("public", b"").hex(),):
        yield f"Step {step.no} reveals another seed than the log."


def _differences(step: Step, again: Run) -> Iterator[str]:
    where = f"Step {step.no}"
    if again.stop != step.stop:
        yield f"{where} waits at another place by the rules."
    if again.changes != step.changes:
        yield f"{where} has other changes by the rules."
    if again.lines != step.lines:
        yield f"{where} tells something else by the rules."
    for given in step.inputs:
        if given.kind == CHANCE and given.secret != (given.what.audience != TABLE):
            yield f"{where} rolls from the wrong seed at {given.place}."


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
