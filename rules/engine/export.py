"""A fight as a file: the GM's log, from which it can be run again, the players' log, the transcript.

The players' log holds what everybody saw: lines as sentences, open rolls with what is needed to compute them
again, answers that were no secret, and of the state the changes of the public view, step by step. Nothing in
it is made from what an outsider may not see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from . import codec
from .changes import Joined
from .dice import Seeds
from .effects import Names
from .encounter import ENDED, Encounter
from .live import ASK, BY_OFFER, CHANCE, Input
from .ruleset import PUBLIC, Viewer
from .stand_ins import stood_in
from .steps import DONE, STANDING, Step, encode_step, told
from .view import SOMEONE, patch, sees, shown

State = Encounter[Any, Any]
FORMAT = 1
GM_KIND, PLAYERS_KIND = "gm", "players"


@dataclass(frozen=True, slots=True)
class Told:
    """A step in words, as one viewer was told it."""

    no: int
    status: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Moment:
    """A step between the states before and after it; one that does not stand leaves the state as it was."""

    step: Step
    before: State
    after: State

    def names(self, viewer: Viewer) -> Names:
        """Names of combatants as this viewer may know them."""
        hidden = self.hidden()
        known = {c.id: c.name for c in self._met() if viewer.gm or viewer.controls(c) or c.id not in hidden}
        return lambda who: known.get(who, SOMEONE)

    def _met(self) -> Iterator[Any]:
        if self.step.status not in STANDING:
            yield from (x.combatant for x in self.step.changes if isinstance(x, Joined))
        yield from self.before.combatants.values()
        yield from self.after.combatants.values()

    def hidden(self) -> set[str]:
        """Ids of those whom no outsider saw before, after, or as the one who acted."""
        met: set[str] = {c.id for c in self._met()}
        return met - {c.id for c in self._met() if not c.hidden} - {self.step.actor}

    def lines(self, viewer: Viewer) -> list[str]:
        """The sentences this viewer may read."""
        names, out = self.names(viewer), []
        for audience, x in told(self.step):
            if sees(self.after, viewer, audience):
                out.append(x.what.text(tuple(x.value), names) if isinstance(x, Input) else x.text(names))
        lines = [text for text in out if text]
        known = {c.id: names(c.id) for c in self._met() if names(c.id) != SOMEONE}
        return [*lines, *stood_in(self.step, self.before, known)] if lines else []


def _moments(start: State, steps: Iterable[Step]) -> Iterator[_Moment]:
    state = start
    for step in steps:
        before = state
        if step.status in STANDING:
            for change in step.changes:
                state = change.apply(state)
        yield _Moment(step, before, state)


def _end(start: State, steps: Iterable[Step]) -> State:
    state = start
    for moment in _moments(start, steps):
        state = moment.after
    return state


def transcript(start: State, steps: Iterable[Step], viewer: Viewer) -> tuple[Told, ...]:
    """Every step in words for this viewer, taken back or not, without those that told them nothing.

    start: the state before step 1. steps: all of them, in order.
    """
    found = (Told(m.step.no, m.step.status, tuple(m.lines(viewer))) for m in _moments(start, steps))
    return tuple(told_here for told_here in found if told_here.lines)


def gm_log(
    start: State,
    steps: Iterable[Step],
    seeds: Seeds,
    *,
    title: str = "",
    names: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """The whole fight as plain JSON: all that is stored of it, and both seeds once it has ended.

    start: the state before step 1. steps: all of them, in order. names: user ids, and how they are shown.
    """
    rows = tuple(steps)
    end = _end(start, rows)
    revealed = {"public": seeds.public.hex(), "secret": seeds.secret.hex()} if end.phase == ENDED else {}
    return {
        **_header(GM_KIND, start, seeds, title),
        "names": dict(names or {}),
        "seeds": revealed,
        "start": codec.encode(start),
        "steps": [encode_step(step) for step in rows],
        "state": codec.encode(end),
    }


def player_log(
    start: State,
    steps: Iterable[Step],
    seeds: Seeds,
    *,
    title: str = "",
    names: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """What everybody saw as plain JSON, and the public seed once the encounter has ended.

    Arguments as of `gm_log`.
    """
    rows, view = [], shown(start, PUBLIC)
    first, end, unseen, seen = view, start, set[str](), set[str]()
    for moment in _moments(start, steps):
        end = moment.after
        after = shown(end, PUBLIC)
        rows.append(_public_step(moment, patch(view, after)))
        view = after
        unseen |= moment.hidden()
        seen |= end.combatants.keys() - moment.hidden()
    secret = unseen - seen
    return {
        **_header(PLAYERS_KIND, start, seeds, title),
        "names": {who: name for who, name in (names or {}).items() if who not in secret},
        "seeds": {"public": seeds.public.hex()} if end.phase == ENDED else {},
        "start": first,
        "steps": rows,
        "state": view,
    }


def _header(kind: str, start: State, seeds: Seeds, title: str) -> dict[str, Any]:
    public, secret = seeds.commitments
    return {
        "format": FORMAT,
        "kind": kind,
        "title": title,
        "ruleset": start.ruleset,
        "version": start.version,
        "options": dict(start.options),
        "commitments": {"public": public, "secret": secret},
    }


def _public_step(moment: _Moment, changed: list[list[Any]]) -> dict[str, Any]:
    """A step without anything that not everybody saw; who did what stands there when a line told of it."""
    step, hidden = moment.step, moment.hidden()
    row: dict[str, Any] = {"no": step.no, "status": step.status}
    lines = moment.lines(PUBLIC)
    if lines and step.actor not in hidden:
        row |= {"by": step.by, "actor": step.actor, "verb": step.verb, "at": step.at}
    rolls = [_roll(x, moment) for x in step.inputs if x.kind == CHANCE and not x.secret]
    answers = [_answer(x) for x in step.inputs if _is_public(x, step, hidden)]
    row |= {"key": step.key} if rolls else {}
    found = {"lines": lines, "rolls": rolls, "answers": answers, "patch": changed}
    return row | {name: value for name, value in found.items() if value}


def _roll(given: Input, moment: _Moment) -> dict[str, Any]:
    """An open roll: where it stands, what it was, its dice and their faces."""
    return {
        "place": given.place,
        "chance": codec.tag(given.what),
        "text": given.what.text(tuple(given.value), moment.names(PUBLIC)),
        "sides": list(given.sides),
        "faces": list(given.value),
    }


def _answer(given: Input) -> dict[str, Any]:
    topic, who, _ = given.what
    return {"who": who, "topic": topic, "value": given.value}


def _is_public(given: Input, step: Step, hidden: set[str]) -> bool:
    """Whether an input is an answer that everybody may know.

    Others' answers may still be awaited while a step is open, so none of it is told before it is done. An
    offer that nobody took up is no answer.
    """
    if given.kind != ASK or given.secret or given.by == BY_OFFER or step.status != DONE:
        return False
    _, who, _ = given.what
    return who not in hidden and not any(one in given.value for one in hidden)
