"""A journal kept as the table keeps it, without a database: rows and checkpoints as JSON text."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from rules.engine.codec import dumps, loads
from rules.engine.dice import Seeds
from rules.engine.effects import Call, Chance, Faces
from rules.engine.journal import Checkpoint, Journal, Moved, NeedEarlier
from rules.engine.live import run
from rules.engine.steps import DONE, STANDING, Step, decode_step, encode_step
from tests.rules.toy.people import GM_USER, USERS
from tests.rules.toy.sheet import State

SEEDS = Seeds(b"p" * 32, b"s" * 32)


@lru_cache(4096)
def _read(row: str) -> Step:
    return decode_step(json.loads(row))


class Desk:
    """What acts leave behind, and the window they are done in. Every row goes through text."""

    def __init__(self, start: State, seeds: Seeds = SEEDS) -> None:
        self.start = start
        self.seeds = seeds
        self.rows: dict[int, str] = {}
        self.points: dict[int, str] = {}
        self.journal = Journal(seeds, Checkpoint(0, start))
        self._keep(self.journal.base)

    # -- reading
    @property
    def state(self) -> State:
        """The state as it stands."""
        return self.journal.state

    def steps(self) -> tuple[Step, ...]:
        """All steps, from their text."""
        return tuple(map(_read, self.rows.values()))

    def newest(self) -> Step:
        """The newest step that stands, in the window."""
        return next(step for step in reversed(self.journal.tail) if step.status in STANDING)

    # -- acts
    def declare(self, who: str, verb: str, call: Call[Any], delivery: str = "") -> Moved:
        """who: a combatant, "" for the GM."""
        by = USERS.get(who, GM_USER)
        return self.take(self.journal.declare(call, by=by, actor=who, verb=verb, at=0, delivery=delivery))

    def gm(self, verb: str, call: Call[Any]) -> Moved:
        """The GM does something: within the open step, or as a step of its own."""
        if self.journal.open is not None:
            return self.take(self.journal.interrupt(call, by=GM_USER))
        return self.declare("", verb, call)

    def answer(self, value: str, n: int = 0) -> Moved:
        """The n-th open ask gets this answer."""
        opened = self.journal.open_asks()[n]
        return self.take(self.journal.answer(opened.key, value, by=USERS.get(opened.ask.who, GM_USER)))

    def undo(self) -> Moved:
        """As the table does it: from an earlier window where it must be."""
        while True:
            try:
                return self.take(self.journal.undo())
            except NeedEarlier:
                self.load(before=self.journal.base.no)

    # -- keeping
    def take(self, moved: Moved) -> Moved:
        """Save an act and take its journal over."""
        oldest = min((step.no for step in moved.changed), default=0)
        self.points = {no: text for no, text in self.points.items() if no < oldest or not oldest}
        for step in moved.changed:
            self.rows[step.no] = json.dumps(encode_step(step))
        self.journal = moved.journal
        point = self.journal.checkpoint()
        if point is not None:
            self._keep(point)
            self.journal = self.journal.since(point)
        return moved

    def load(self, before: int | None = None) -> None:
        """As after a restart, from text: the newest checkpoint (before a number) and the steps since."""
        no = max(n for n in self.points if before is None or n < before)
        state, counts = loads(self.points[no])
        base = Checkpoint(no, state, counts)
        self.journal = Journal.load(self.seeds, base, (step for step in self.steps() if step.no > no))

    def _keep(self, point: Checkpoint) -> None:
        self.points[point.no] = dumps((point.state, point.counts))


def run_again(desk: Desk) -> State:
    """Every standing step run again from the beginning by what is saved of it, and held against that."""
    state = desk.start
    for step in desk.steps():
        if step.status == DONE:
            again = run(step.call, state, step.inputs, step.key, None)
            assert again.done
            assert (again.changes, again.lines, again.inputs) == (step.changes, step.lines, step.inputs)
            state = again.s
        elif step.status in STANDING:
            again = run(step.call, state, step.inputs, step.key, desk.seeds.roll, step.carry)
            assert (again.done, again.stop, again.inputs) == (False, step.stop, step.inputs)
            assert (again.changes, again.lines) == (step.changes, step.lines)
            state = again.s
    return state


class Loaded(Seeds):
    """Dice that show these faces by label (else 5), so that a test says what is rolled."""

    faces: dict[str, int]

    @classmethod
    def dice(cls, **faces: int) -> Loaded:
        """Seeds with these faces."""
        seeds = cls(b"p" * 32, b"s" * 32)
        object.__setattr__(seeds, "faces", faces)
        return seeds

    def roll(self, chance: Chance[Any], key: str, place: str, sides: tuple[int, ...]) -> Faces:
        return tuple(self.faces.get(chance.label, 5) for _ in sides)
