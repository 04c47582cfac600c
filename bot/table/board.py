"""The board: one picture of the encounter as a viewer may see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.engine.encounter import FIGHTING, GATHERING, Encounter, Lasting
from rules.engine.ruleset import Choice, Row, Ruleset, Viewer, rules_of
from rules.engine.view import view

from .people import State

ROWS_PER_PAGE = 14


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A combatant on the board. slot: what stands beside its place in the order. states: effects and tags
    in words.
    """

    who: str
    name: str
    user: int | None
    acting: bool
    slot: str
    health: str
    states: tuple[str, ...]
    side: str
    out: bool


@dataclass(frozen=True, slots=True)
class BoardView:
    """The whole board; `rows` of one page. controls: the GM's verbs that have a button on it now."""

    encounter: int
    title: str
    game: str
    phase: str
    round: int
    acting: str
    awaited: str
    rows: tuple[BoardRow, ...]
    footer: tuple[str, ...]
    notes: tuple[str, ...]
    page: int
    pages: int
    paused: bool
    turn: str
    players: int
    controls: tuple[Choice, ...] = ()


def board(
    encounter: int,
    name: str,
    s: State,
    who_looks: Viewer,
    *,
    awaited: str = "",
    paused: bool = False,
    page: int | None = None,
) -> BoardView:
    """The board of an encounter. page: counted from 0, by default the one with the acting combatant.

    What does not fit on one page is spread evenly, so that nobody's turn stands alone on the last one.
    """
    seen = view(s, who_looks)
    rules = rules_of(seen)
    lines = _lines(seen)
    pages = max(1, -(-len(lines) // ROWS_PER_PAGE))
    size = max(1, -(-len(lines) // pages))
    if page is None:
        page = next((n for n, line in enumerate(lines) if line.acting), 0) // size
    page = min(max(page, 0), pages - 1)
    shown = lines[page * size : (page + 1) * size]
    acting = seen.combatants.get(seen.actor)
    return BoardView(
        encounter,
        name,
        rules.name,
        seen.phase,
        seen.round,
        acting.name if acting else "",
        awaited,
        _rows(seen, rules, who_looks, shown),
        (*rules.footer(seen, who_looks), *(_lasting(e, seen) for e in seen.lasting if not e.who)),
        tuple(_note(n.text, n.about, seen) for n in seen.notes),
        page,
        pages,
        paused,
        turn_token(s),
        sum(1 for c in seen.present() if c.player),
        tuple(Choice(v.name, v.label) for v in rules.verbs if v.button and v.ready(seen, "") is None),
    )


def turn_token(s: State) -> str:
    """Names the turn a button was drawn in, so that a late press moves nothing."""
    return f"{s.round}.{s.acting}"


@dataclass(frozen=True, slots=True)
class _Line:
    """What stands in one line of the board."""

    who: str
    slot: str = ""
    acting: bool = False


def _lines(s: State) -> list[_Line]:
    """In the order of the turns (each combatant at its acting or next slot); before the fight in the order
    of arrival.
    """
    slots = [slot for slot in s.order if s.here(slot.who)] if s.phase != GATHERING else []
    acting = s.acting if s.phase == FIGHTING else ""
    lines = [_Line(slot.who, slot.label, slot.id == acting) for slot in slots]
    listed = {slot.who for slot in slots}
    return [*lines, *(_Line(c.id) for c in s.present() if c.id not in listed)]


def _rows(s: State, rules: Ruleset[Any, Any], who_looks: Viewer, lines: list[_Line]) -> tuple[BoardRow, ...]:
    """The rows of a page. Where one has several slots, its states stand at the first of the page and the
    others only hold its place.
    """
    first = {line.who: n for n, line in reversed(list(enumerate(lines)))}
    return tuple(_row(s, rules, who_looks, line, whole=first[line.who] == n) for n, line in enumerate(lines))


def _row(s: State, rules: Ruleset[Any, Any], who_looks: Viewer, line: _Line, *, whole: bool) -> BoardRow:
    c = s[line.who]
    health, states = _condition(s, rules, who_looks, line.who) if whole else ("", ())
    user = int(c.controller) if c.controller else None
    out = not rules.able(s, line.who)
    return BoardRow(line.who, c.name, user, line.acting, line.slot, health, states, c.side, out)


def _condition(
    s: State, rules: Ruleset[Any, Any], who_looks: Viewer, who: str
) -> tuple[str, tuple[str, ...]]:
    """(health, states) of a combatant in words."""
    c = s[who]
    plain = s.options.get("foe_numbers") == "words" and not c.player and not who_looks.gm
    row = (
        Row(rules.condition(s, who)) if plain and not who_looks.controls(c) else rules.row(s, who, who_looks)
    )
    effects = tuple(_lasting(e, s) for e in s.lasting if e.who == who)
    return row.health, (*row.tags, *effects, *(("hidden",) if c.hidden else ()))


def _lasting(effect: Lasting, s: Encounter[Any, Any]) -> str:
    """An effect with when it ends, in words."""
    ends = effect.ends
    if ends is None:
        return effect.label
    left = ends.round - s.round
    if ends.who and ends.who in s.combatants:
        whose = "its" if ends.who == effect.who else f"{s[ends.who].name}'s"
        when = "" if left <= 0 else " next round" if left == 1 else f" in round {ends.round}"
        return f"{effect.label} (until the {ends.at} of {whose} turn{when})"
    when = "this round" if left <= 0 else "next round" if left == 1 else f"round {ends.round}"
    return f"{effect.label} (until the end of {when})"


def _note(text: str, about: str, s: State) -> str:
    return f"{s[about].name}: {text}" if about in s.combatants else text
