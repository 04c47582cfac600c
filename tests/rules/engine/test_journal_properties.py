"""What holds of a journal after any sequence of acts, on the toy."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules.engine import frame, journal, keys, overrule
from rules.engine.effects import Call
from rules.engine.export import gm_log, player_log
from rules.engine.journal import Moved
from rules.engine.live import CHANCE
from rules.engine.procedures import Refused
from rules.engine.ruleset import PUBLIC
from rules.engine.steps import DONE, OPEN, STANDING, UNDONE, Step
from rules.engine.verify import verify
from rules.engine.view import leaks, patched, shown
from tests.rules.engine.desk import Desk, run_again
from tests.rules.toy import blows, moves, tricks
from tests.rules.toy.people import gathering, person
from tests.rules.toy.sheet import GATE, YARD

CAST = ("ana", "ben", "orc", "rat", "spy")
PEOPLE = st.sampled_from(CAST)
NUMBERS = st.integers(0, 5)
VERBS: dict[str, Any] = {
    "strike": lambda who, other, zone: blows.strike(who, other),
    "windup": lambda who, other, zone: blows.wind_up(who, other),
    "move": lambda who, other, zone: moves.move(who, zone),
    "watch": lambda who, other, zone: moves.watch(who, zone),
    "duel": lambda who, other, zone: tricks.duel(who, other),
    "sweep": lambda who, other, zone: tricks.sweep(who),
    "draw": lambda who, other, zone: tricks.draw(who),
    "curse": lambda who, other, zone: tricks.curse(who, other),
    "heckle": lambda who, other, zone: tricks.heckle(who, other),
}
OVERRULED: dict[str, Any] = {
    "set": lambda who, n: overrule.set_value(who, "hits", n),
    "grit": lambda who, n: overrule.set_value(who, "grit", n),
    "leave": lambda who, n: frame.leave(who, True),
    "join": lambda who, n: frame.join(person(who, hits=n + 1)),
    "hand over": lambda who, n: overrule.set_combatant(who, "controller", ("", "u-ana", "u-ben")[n % 3]),
    "hide": lambda who, n: overrule.set_combatant(who, "hidden", n % 2 == 0),
    "standing": lambda who, n: overrule.set_standing(who, "defend", ("", "none", "duck", "parry")[n % 4]),
    "note": lambda who, n: overrule.add_note("a note", who, n % 2 == 0),
}


class Acts(RuleBasedStateMachine):
    """Anything that anybody may do to a fight of five, in any order."""

    desk: Desk

    @initialize(offers=st.sampled_from(["revisable", "revisable", "wait"]), slots=st.integers(1, 2))
    def begin(self, offers: str, slots: int) -> None:
        self.desk = Desk(gathering(*CAST, offers=offers, ana={"slots": slots, "grit": 3}, orc={"hits": 9}))
        self.desk.gm("begin", frame.begin())

    # -- what may be done
    @rule(verb=st.sampled_from(sorted(VERBS)), other=PEOPLE, zone=st.sampled_from([YARD, GATE]))
    def act(self, verb: str, other: str, zone: str) -> None:
        """Whoever's turn it is does something."""
        who = self.desk.state.actor
        if who:
            self.declared(who, verb, VERBS[verb](who, other, zone))

    @rule(who=PEOPLE, other=PEOPLE)
    def heckle(self, who: str, other: str) -> None:
        """An interrupt that asks, by a combatant, in the middle of another's step or on its own."""
        call = tricks.heckle(who, other)
        if self.desk.journal.open is None:
            self.declared(who, "heckle", call)
        else:
            self.extended(lambda: self.desk.gm("heckle", call))

    @rule(kind=st.sampled_from(sorted(OVERRULED)), who=PEOPLE, n=NUMBERS)
    def overrule(self, kind: str, who: str, n: int) -> None:
        """The GM changes something; that shifts no key."""
        call = OVERRULED[kind](who, n)
        if kind == "join" and self.desk.state.here(who):
            return
        if self.desk.journal.open is not None:
            self.extended(lambda: self.desk.gm(kind, call))
            return
        seat, before = keys.seat(self.desk.state), self.next_keys()
        self.declared("", kind, call)
        if seat == keys.seat(self.desk.state):
            assert self.next_keys() == before

    @rule(kind=st.sampled_from(["next", "next", "next", "back"]))
    @precondition(lambda self: self.desk.journal.open is None)
    def turn(self, kind: str) -> None:
        self.declared("", kind, frame.pass_turn() if kind == "next" else frame.back())

    @rule(n=NUMBERS, k=NUMBERS)
    @precondition(lambda self: self.desk.journal.open is not None)
    def answer(self, n: int, k: int) -> None:
        opened = self.desk.journal.open_asks()
        n %= len(opened)
        legal = opened[n].ask.legal(self.desk.state)
        self.extended(lambda: self.desk.answer(legal[k % len(legal)].value, n))

    @rule(n=NUMBERS)
    @precondition(lambda self: bool(self.desk.journal.offers()))
    def revise(self, n: int) -> None:
        """An offer is taken up: the inputs before it stay, and it is no offer any more."""
        offers = self.desk.journal.offers()
        offer = offers[n % len(offers)]
        at = self.desk.journal.rerun()
        assert at is not None
        ask = next(x.ask for x in at.offered if x.key == offer.key)
        other = next((o.value for o in ask.legal(None) if o.value != offer.taken), None)
        if other is None:
            return
        old = self.desk.newest()
        self.desk.take(self.desk.journal.revise(offer.key, other, by="u-ana"))
        new = self.desk.newest()
        assert new.inputs[: offer.index] == old.inputs[: offer.index]
        assert offer.key not in {left.key for left in self.desk.journal.offers()}
        same_faces(old, new)

    @rule()
    def undo(self) -> None:
        """Undo, then redo, is the identity (of what was done; what was open is withdrawn)."""
        newest, before = self.standing(), self.desk.state
        if newest is None:
            return
        self.desk.undo()
        changed = self.desk.steps()[newest.no - 1]
        assert changed.status == (UNDONE if newest.status == DONE else "withdrawn")
        if newest.status == DONE:
            undone = self.desk.state
            self.desk.take(self.desk.journal.redo())
            assert self.desk.state == before
            assert self.desk.steps()[newest.no - 1] == newest
            self.desk.undo()
            assert self.desk.state == undone

    @rule()
    @precondition(lambda self: bool(self.desk.journal.undone))
    def redo(self) -> None:
        self.desk.take(self.desk.journal.redo())

    @rule(other=PEOPLE, zone=st.sampled_from([YARD, GATE]))
    def again(self, other: str, zone: str) -> None:
        """The newest act is taken back and done again, on somebody else: the same faces."""
        newest = self.standing()
        if newest is None or newest.verb not in VERBS or not newest.actor:
            return
        self.desk.undo()
        self.declared(newest.actor, newest.verb, VERBS[newest.verb](newest.actor, other, zone))
        same = self.standing()
        if same is not None and same.no > newest.no:
            assert same.key == newest.key
            same_faces(newest, same)

    @rule()
    def restart(self) -> None:
        """Everything from its text."""
        before = self.desk.journal
        self.desk.load()
        assert self.desk.journal == before

    # -- what holds
    def declared(self, who: str, verb: str, call: Call[Any]) -> None:
        before = self.desk.journal
        try:
            self.desk.declare(who, verb, call)
        except Refused:
            assert self.desk.journal is before
        else:
            assert all(step.status != UNDONE for step in self.desk.steps())

    def extended(self, doing: Any) -> None:
        """A re-run only adds to what the table saw."""
        old = self.desk.newest()
        try:
            moved = cast(Moved, doing())
        except Refused:
            assert self.desk.newest() == old
            return
        new = moved.changed[-1]
        assert new.no == old.no
        assert new.changes[: len(old.changes)] == old.changes
        assert new.lines[: len(old.lines)] == old.lines
        assert new.inputs[: len(old.inputs)] == old.inputs

    def standing(self) -> Step | None:
        return next((step for step in reversed(self.desk.steps()) if step.status in STANDING), None)

    def next_keys(self) -> dict[str, str]:
        seat = keys.seat(self.desk.state)
        return {verb: self.desk.journal.key_for(seat, "ana", verb) for verb in VERBS}

    @invariant()
    def running_again_gives_what_is_saved(self) -> None:
        assert run_again(self.desk) == self.desk.state

    @invariant()
    def one_step_at_most_is_open_and_waits(self) -> None:
        waiting = [step for step in self.desk.steps() if step.status == OPEN]
        assert waiting == ([self.desk.newest()] if self.desk.journal.open else [])
        assert bool(self.desk.journal.open_asks()) == bool(waiting)

    @invariant()
    def the_public_view_names_nobody_hidden(self) -> None:
        assert leaks(self.desk.state) == ()

    def teardown(self) -> None:
        if not hasattr(self, "desk"):
            return
        steps = self.desk.steps()
        log = json.loads(json.dumps(gm_log(self.desk.start, steps, self.desk.seeds)))
        report = verify(log)
        assert report.ok, report.lines()
        public = json.loads(json.dumps(player_log(self.desk.start, steps, self.desk.seeds)))
        assert verify(public).ok
        state = public["start"]
        for row in public["steps"]:
            state = patched(state, row.get("patch", []))
        assert state == json.loads(json.dumps(shown(self.desk.state, PUBLIC)))
        if never_seen(self.desk, "spy"):
            assert "spy" not in json.dumps(public).lower()


def same_faces(old: Step, new: Step) -> None:
    """The same place with the same dice has the same faces."""
    faces = {(x.place, x.sides): x.value for x in old.inputs if x.kind == CHANCE}
    assert all(faces.get((x.place, x.sides), x.value) == x.value for x in new.inputs if x.kind == CHANCE)


def never_seen(desk: Desk, who: str) -> bool:
    """Whether somebody was hidden in all that stood, and acted in nothing that was ever declared."""
    state = desk.start
    for step in desk.steps():
        if step.actor == who:
            return False
        if step.status in STANDING:
            for change in step.changes:
                state = cast(Any, change).apply(state)
                if not state[who].hidden:
                    return False
        elif any(getattr(change, "field", "") == "hidden" for change in step.changes):
            return False
    return True


@pytest.fixture(autouse=True)
def _small_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checkpoints come often, so that a short run crosses several."""
    monkeypatch.setattr(journal, "CHECKPOINT_EVERY", 4)


# No shrinking: a run of forty acts with everything run again at each takes too long for that.
Acts.TestCase.settings = settings(
    max_examples=80, stateful_step_count=40, deadline=None, phases=[Phase.reuse, Phase.generate]
)
TestActs = Acts.TestCase
