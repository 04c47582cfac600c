"""What is shown of a step: its lines for one audience, the choices that wait in it, the offers still open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.changes import Joined
from rules.engine.effects import Line
from rules.engine.encounter import Encounter
from rules.engine.live import Input
from rules.engine.ruleset import PUBLIC, Choice, Viewer
from rules.engine.stand_ins import stood_in
from rules.engine.steps import OPEN, Step, told
from rules.engine.view import SOMEONE, sees

State = Encounter[Any, Any]


@dataclass(frozen=True, slots=True)
class AskView:
    """A choice that waits. id: of its buttons. users: who may answer (besides any GM). deadline: epoch
    seconds.

    blocked: another choice has come in between and must be made first.
    """

    id: int
    key: str
    topic: str
    whose: str
    users: tuple[int, ...]
    prompt: str
    choices: tuple[Choice, ...]
    deadline: int | None = None
    secret: bool = False


@dataclass(frozen=True, slots=True)
class OfferView:
    """An offer of the newest step that can still be taken up. taken: the words of what holds now.

    secret: it speaks of somebody of whom the table must not know, and does not stand on the card.
    """

    id: int
    key: str
    whose: str
    users: tuple[int, ...]
    prompt: str
    choices: tuple[Choice, ...]
    taken: str
    secret: bool = False


@dataclass(frozen=True, slots=True)
class StepCard:
    """A step as the channel sees it. message: id of the message that already tells it, if any.

    turn: whether a turn begins in it that everybody may know of, and nothing has come since. eyes: what the
    GM is called, where everybody is told that something in it is for the GM's eyes; else "". asides: small
    print about the step. goes_on: the token of the turn in which it was done, where that is still somebody's
    and nothing has come since; else "".
    """

    encounter: int
    no: int
    lines: tuple[str, ...]
    status: str
    asks: tuple[AskView, ...] = ()
    offers: tuple[OfferView, ...] = ()
    message: int | None = None
    turn: bool = False
    eyes: str = ""
    asides: tuple[str, ...] = ()
    goes_on: str = ""

    @property
    def silent(self) -> bool:
        """Whether there is nothing in it for the channel: what the GM did in secret is not even numbered."""
        return not (self.lines or self.asides or self.asks or self.offers or self.message)

    @property
    def struck(self) -> bool:
        """Whether it was taken back and is shown struck through."""
        return self.status not in (OPEN, "done")


def names(step: Step, s: State, viewer: Viewer) -> dict[str, str]:
    """Id -> name of those a step may speak of, as this viewer may know them: everybody who ever took part,
    and those who came in this step, should it be taken back. Whom the viewer must not know of is someone.
    """
    came = [x.combatant for x in step.changes if isinstance(x, Joined)]
    met = {c.id: c for c in (*came, *s.combatants.values())}
    return {
        c.id: c.name if not c.hidden or viewer.gm or viewer.controls(c) else SOMEONE for c in met.values()
    }


def lines_for(step: Step, before: State, s: State, viewer: Viewer) -> tuple[str, ...]:
    """What this viewer is told of a step, in order, and for whom somebody stood in; plain text, one line
    each. Without asides. before: the state before the step; s: as it is now.
    """
    known = names(step, s, viewer)
    lines = _texts(((to, x) for to, x in told(step) if sees(s, viewer, to) and not is_aside(x)), known)
    seen = {who: name for who, name in known.items() if name != SOMEONE}
    return (*lines, *stood_in(step, before, seen)) if lines else ()


def asides_for(step: Step, s: State, viewer: Viewer) -> tuple[str, ...]:
    """The small print of a step for this viewer, as `lines_for`."""
    aside = ((to, x) for to, x in told(step) if sees(s, viewer, to) and is_aside(x))
    return _texts(aside, names(step, s, viewer))


def is_aside(told: Line | Input) -> bool:
    """Whether it is small print about the step."""
    return isinstance(told, Line) and told.aside


def private_lines(step: Step, s: State, user: str, gm: bool) -> tuple[str, ...]:
    """What only this person is told of a step: the lines the whole table does not see.

    A GM may look at everything, but not everything that is for one player's eyes is pressed on the GM too.
    """
    mine = Viewer(user, gm)

    def for_me(to: str, x: Any) -> bool:
        c = s.combatants.get(to)
        if c is not None and isinstance(x, Line) and not x.gm_too:
            return mine.controls(c)
        return sees(s, mine, to)

    return _texts(
        ((to, x) for to, x in told(step) if for_me(to, x) and not sees(s, PUBLIC, to)),
        names(step, s, mine),
    )


def _texts(lines: Iterable[tuple[str, Any]], known: Mapping[str, str]) -> tuple[str, ...]:
    def name(who: str) -> str:
        return known.get(who, SOMEONE)

    out: list[str] = []
    for _, x in lines:
        text = x.what.text(tuple(x.value), name) if isinstance(x, Input) else x.text(name)
        if text:
            out.append(text)
    return tuple(out)
