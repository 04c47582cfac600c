"""One encounter's journal: a row per step, and all that may be done with it.

A value: every act gives a new journal.
A journal in memory is a window: a checkpoint of the state and the steps since. Whoever keeps it saves the
steps an act has changed (`Moved.changed`) and then lets the new journal take the old one's place.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from . import keys
from .dice import Dice, Seeds
from .driver import Diverged
from .effects import Call, Options
from .encounter import Encounter
from .frame import act
from .lines import WithdrawnFor
from .live import (
    ASK,
    BY_OFFER,
    BY_STANDING,
    INTERRUPT,
    Input,
    OpenAsk,
    Run,
    interrupt_input,
    revised,
    run,
    with_answer,
)
from .procedures import Refused
from .steps import DONE, DROPPED, OPEN, STANDING, UNDONE, WITHDRAWN, Step

State = Encounter[Any, Any]
CHECKPOINT_EVERY = 64
UPDATED = "the rules of the bot were updated in the middle of it; declare it again"


class NeedEarlier(Exception):
    """The step wanted lies before this window: load it from an earlier checkpoint."""


class Withdrawn(Exception):
    """The open declaration no longer fits its saved inputs (an upgrade in its middle) and has been withdrawn.

    moved: the journal without it, to be saved all the same.
    """

    def __init__(self, why: str, moved: Moved) -> None:
        super().__init__(why)
        self.moved = moved


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state after step `no` (0: the beginning), and how often which verb stands in the last turns."""

    no: int
    state: State
    counts: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Moved:
    """What an act came to: the new journal, the steps to be saved, and the run (None where nothing ran).

    Checkpoints at or behind the number of a step that is saved do not hold any more.
    """

    journal: Journal
    changed: tuple[Step, ...]
    run: Run | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer of the newest step that can still be taken up: its key, the default it took, and the ask."""

    key: str
    taken: str
    index: int


@dataclass(frozen=True, slots=True)
class Journal:
    """The window: `base`, the steps after it in order, and the seeds."""

    seeds: Seeds
    base: Checkpoint
    tail: tuple[Step, ...] = ()

    @classmethod
    def load(cls, seeds: Seeds, base: Checkpoint, steps: Iterable[Step]) -> Journal:
        """A window from stored steps: the state after each standing one is folded from its changes."""
        state, tail = base.state, []
        for step in steps:
            if step.status in STANDING:
                for change in step.changes:
                    state = change.apply(state)
                step = replace(step, after=state)
            tail.append(step)
        return cls(seeds, base, tuple(tail))

    # -- reading
    @property
    def last(self) -> int:
        """The number of the newest step, whatever became of it."""
        return self.tail[-1].no if self.tail else self.base.no

    @property
    def state(self) -> State:
        """The state as it stands, with what an open step has done so far."""
        return self.state_before(self.last + 1)

    @property
    def open(self) -> Step | None:
        """The declaration that waits for somebody, if one does."""
        newest = self._newest()
        return newest if newest is not None and newest.status == OPEN else None

    @property
    def undone(self) -> tuple[Step, ...]:
        """The steps that redo would bring back, oldest first."""
        return tuple(step for step in self.tail if step.status == UNDONE)

    def _newest(self) -> Step | None:
        return next((step for step in reversed(self.tail) if step.status in STANDING), None)

    def state_before(self, no: int) -> State:
        """The state before step `no`, as far back as this window reaches."""
        for step in reversed(self.tail):
            if step.no < no and step.status in STANDING:
                state: State = step.after
                return state
        return self.base.state

    def waiting(self) -> Run | None:
        """The open step as it was run (after a load: again) up to where it waits; None if none is open.

        Diverged when it no longer fits.
        """
        step = self.open
        if step is None:
            return None
        if step.waits is not None:
            return step.waits
        at = self._again(step, self.seeds.roll)
        if at.done or at.stop != step.stop:
            raise Diverged("the rules no longer wait where they waited")
        return at

    def rerun(self) -> Run | None:
        """The newest step run again from its saved inputs, to see what it asks and offers: as after a
        restart.

        None when there is none in this window. Diverged when it no longer fits.
        """
        step = self._newest()
        if step is None or step.status == OPEN:
            return self.waiting()
        return self._again(step, None)

    def _again(self, step: Step, dice: Dice | None) -> Run:
        """A step run again as it stands. What ran once and fails now was changed by an upgrade: Diverged."""
        try:
            return run(step.call, self.state_before(step.no), step.inputs, step.key, dice, step.carry)
        except Diverged:
            raise
        except Exception as why:
            raise Diverged(f"the rules have changed: {why}") from why

    def offers(self) -> tuple[Offer, ...]:
        """The offers of the newest step that can still be revised. One that was taken up stays so."""
        step = self._newest()
        if step is None or step.no != self.last:
            return ()
        return tuple(
            Offer(x.place, x.value, n)
            for n, x in enumerate(step.inputs)
            if x.kind == ASK and x.by == BY_OFFER
        )

    # -- declaring
    def declare(
        self, call: Call[Any], *, by: str, actor: str, verb: str, at: int, delivery: str = ""
    ) -> Moved:
        """A new step: `call` runs until it ends or waits. Refused when the rules forbid it or a step is open.

        actor: the combatant's id, "" for the GM. The call runs inside `frame.act`.
        """
        if self.open is not None:
            raise Refused("A choice is still open.")
        before = self.state
        turn = f"{before.round}/{before.acting}"
        key = self.key_for(keys.seat(before), actor, verb)
        whole = act(actor, call)
        done = run(whole, before, (), key, self.seeds.roll)
        step = Step(self.last + 1, by, actor, verb, whole, turn, key, at, deliveries=_one(delivery)).with_run(
            done
        )
        dropped = tuple(replace(old, status=DROPPED, after=None) for old in self.undone)
        return self._moved((*dropped, step), done)

    def key_for(self, turn: str, actor: str, verb: str) -> str:
        """The key of the dice of the next such declaration. turn: as `keys.seat` names it."""
        name = keys.name(turn, actor, verb)
        return f"{name}|{keys.counted(self.base.counts, self.tail).get(name, 0) + 1}"

    # -- while a step is open
    def answer(self, key: str, value: str, *, by: str, delivery: str = "") -> Moved:
        """The open ask with this key is answered. Refused when it is not open or the value is not legal.

        Withdrawn when the step no longer fits the rules.
        """
        step, at = self._open_run()
        found = next((x for x in at.open if x.key == key), None)
        if found is None:
            raise Refused("That choice is not open now.")
        _require_legal(value, found.ask.legal(at.s))
        return self._more(step, with_answer(at, found, value, by), delivery)

    def interrupt(self, call: Call[Any], *, by: str, delivery: str = "") -> Moved:
        """A procedure comes in while a choice is open: the GM overrules, a spoken trigger fires."""
        step, at = self._open_run()
        return self._more(step, interrupt_input(at, call, by), delivery)

    def open_asks(self) -> tuple[OpenAsk, ...]:
        """The asks that wait now."""
        at = self.waiting()
        return at.open if at else ()

    def _open_run(self) -> tuple[Step, Run]:
        step = self.open
        if step is None:
            raise Refused("Nothing is waiting for an answer.")
        try:
            at = self.waiting()
        except Diverged as why:
            raise Withdrawn(str(why), self._withdraw(step, UPDATED)) from None
        assert at is not None
        return step, at

    def _more(self, step: Step, given: Input, delivery: str) -> Moved:
        before, inputs = self.state_before(step.no), (*step.inputs, given)
        done = run(step.call, before, inputs, step.key, self.seeds.roll, step.carry)
        step = replace(step, deliveries=(*step.deliveries, *_one(delivery))).with_run(done)
        return self._moved((step,), done)

    def withdraw(self, why: str, delivery: str = "") -> Moved:
        """The open step is taken back, and the table is told why. Refused when none is open."""
        step = self.open
        if step is None:
            raise Refused("Nothing is waiting for an answer.")
        return self._withdraw(replace(step, deliveries=(*step.deliveries, *_one(delivery))), why)

    def _withdraw(self, step: Step, why: str) -> Moved:
        told = (*step.lines, WithdrawnFor(why)) if why else step.lines
        gone = replace(step, status=WITHDRAWN, changes=(), lines=told, carry=(), after=None, waits=None)
        return self._moved((gone,), None)

    # -- going back
    def undo(self, delivery: str = "") -> Moved:
        """The newest standing step is taken back: an open one is withdrawn, a done one can be redone.

        Refused when there is none; NeedEarlier when it lies before this window.
        """
        step = self._newest()
        if step is None:
            if self.base.no:
                raise NeedEarlier
            raise Refused("There is nothing to undo.")
        more = (*step.deliveries, *_one(delivery))
        if step.status == OPEN:
            return self._withdraw(replace(step, deliveries=more), "")
        return self._moved((replace(step, status=UNDONE, after=None, deliveries=more),), None)

    def redo(self, delivery: str = "") -> Moved:
        """The oldest undone step is brought back as it was. Refused when there is none."""
        if not self.undone:
            raise Refused("There is nothing to redo.")
        step, state = self.undone[0], self.state
        for change in step.changes:
            state = change.apply(state)
        back = replace(step, status=DONE, after=state, deliveries=(*step.deliveries, *_one(delivery)))
        return self._moved((back,), None)

    # -- offers
    def revise(self, key: str, value: str, *, by: str, delivery: str = "") -> Moved:
        """An offer of the newest step is taken up after all.

        The step runs again from there: what the same places rolled stays, answers to unchanged questions
        stay, others are asked anew, and what the GM did meanwhile stays. Refused when the offer has passed or
        the value is not one of its options.
        """
        step = self._newest()
        k = next((offer.index for offer in self.offers() if offer.key == key), None)
        if step is None or k is None:
            raise Refused("That offer has passed: something else has happened since.")
        try:
            at = self.rerun()
        except Diverged:
            raise Refused("That offer has passed: the rules of the bot were updated since.") from None
        for offered in at.offered if at else ():
            if offered.key == key:
                _require_legal(value, offered.ask.legal(None))
        saved = (*step.inputs[:k], revised(step.inputs[k], value, by))
        carry = tuple(x for x in (*step.inputs[k + 1 :], *step.carry) if _carried(x))
        done = run(step.call, self.state_before(step.no), saved, step.key, self.seeds.roll, carry)
        step = replace(step, deliveries=(*step.deliveries, *_one(delivery))).with_run(done)
        return self._moved((step,), done)

    # -- windows
    def checkpoint(self) -> Checkpoint | None:
        """A new checkpoint, when enough steps have gathered before the newest and before those to redo.

        These stay in the window from it, so that offers, undo and redo find them there.
        """
        newest = self._newest()
        live = (*self.undone, newest) if newest is not None else self.undone
        no = min((step.no for step in live), default=self.last + 1) - 1
        if no - self.base.no < CHECKPOINT_EVERY:
            return None
        state = self.state_before(no + 1)
        counts = keys.counted(self.base.counts, (step for step in self.tail if step.no <= no))
        return Checkpoint(no, state, keys.kept(counts, state))

    def since(self, base: Checkpoint) -> Journal:
        """This journal as a window from a later checkpoint."""
        return Journal(self.seeds, base, tuple(step for step in self.tail if step.no > base.no))

    def _moved(self, changed: tuple[Step, ...], done: Run | None) -> Moved:
        byno = {step.no: step for step in changed}
        tail = [byno.pop(step.no, step) for step in self.tail]
        tail.extend(byno[no] for no in sorted(byno))
        return Moved(Journal(self.seeds, self.base, tuple(tail)), changed, done)


def _carried(given: Input) -> bool:
    """Whether an input behind a revised offer may serve again: what came in, and what a person chose."""
    return given.kind == INTERRUPT or (given.kind == ASK and given.by not in (BY_OFFER, BY_STANDING))


def _require_legal(value: str, legal: Options) -> None:
    if value not in [option.value for option in legal]:
        words = ", ".join(option.words for option in legal)
        raise Refused(f"That cannot be chosen now. You can choose: {words}.")


def _one(delivery: str) -> tuple[str, ...]:
    return (delivery,) if delivery else ()
