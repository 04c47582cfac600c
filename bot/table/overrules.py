"""What a GM may overrule: any value of any combatant, its name and side, notes, effects, the order inside
a tie.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.engine import overrule
from rules.engine.encounter import END, FIGHTING, START, Edge
from rules.engine.procedures import Refused
from rules.engine.ruleset import Choice, Settable

from .choosing import pick
from .encounters import rename_taken
from .naming import clean_name, clean_text
from .people import Person, State
from .session import Table
from .updates import Update

LONGEST_NOTE = 300
LONGEST_EFFECT = 60
LONGEST_SUGGESTED = 100
"""Characters of what a suggestion may stand for; what is longer is sent as it was typed."""

_FRAME_FIELDS = (
    Choice("name", "Name"),
    Choice("side", "Side"),
    Choice("hidden", "Hidden"),
    Choice("player", "Player character"),
)


def fields(table: Table) -> tuple[Choice, ...]:
    """What `/encounter set` can overrule in this game."""
    own = tuple(Choice(v.key, v.label) for v in table.rules.settables)
    return (*own, *_FRAME_FIELDS)


def values(table: Table, who: str, key: str, typed: str = "") -> tuple[Choice, ...]:
    """What may be typed for a field: its choices, or its present value.

    What is being typed comes first, a number with what it comes to, so that nothing longer that begins with
    the same letters or digits is taken for it.
    """
    if key in {f.value for f in _FRAME_FIELDS}:
        c = table.state[who]
        if key in ("hidden", "player"):
            return (Choice("yes"), Choice("no"))
        return _typed_text(typed, str(getattr(c, key)))
    found = next((v for v in table.rules.settables if v.key == key), None)
    if found is None:
        return ()
    now = found.get(table.state[who].stats)
    if found.kind == "flag":
        return (Choice("no"), Choice("yes")) if now else (Choice("yes"), Choice("no"))
    if found.choices:
        return tuple(Choice(c) for c in found.choices)
    if found.kind == "number" and typed.strip():
        return _typed_number(found, typed.strip(), now)
    return _typed_text(typed, str(now)) if found.kind == "text" else (Choice(str(now), f"{now} (now)"),)


def _typed_text(typed: str, now: str) -> tuple[Choice, ...]:
    """The words being typed, as they are, and those that stand now."""
    present = (Choice(now, f"{now} (now)"),) if now and now != typed.strip() else ()
    return (*((Choice(typed),) if typed.strip() and len(typed) <= LONGEST_SUGGESTED else ()), *present)


def _typed_number(settable: Settable, typed: str, now: str | int | bool) -> tuple[Choice, ...]:
    try:
        result = _parsed(settable, typed, now)
    except Refused:
        return ()
    return (Choice(typed[:LONGEST_SUGGESTED], f"{typed}: from {now} to {result}"),)


async def set_field(
    table: Table, person: Person, who: str, key: str, typed: str, delivery: str = ""
) -> Update:
    """Overrule a value: absolute (`12`, `=-3`), or relative (`-5`, `+5`) where it is a number."""
    table.require_gm(person)
    key = pick(fields(table), key, "Value").value
    if key in {f.value for f in _FRAME_FIELDS}:
        value = _frame_value(table, who, key, typed)
        call = overrule.set_combatant(who, key, value)
        return await table.overrule(call, person, "set", delivery=delivery, note="Changed.")
    settable = next(v for v in table.rules.settables if v.key == key)
    parsed = _parsed(settable, typed, settable.get(table.state[who].stats))
    call = overrule.set_value(who, key, parsed)
    return await table.overrule(call, person, "set", delivery=delivery)


def _frame_value(table: Table, who: str, key: str, typed: str) -> str | bool:
    if key in ("hidden", "player"):
        return _flag(typed)
    name = clean_name(typed)
    if key == "name" and rename_taken(table, who, name):
        raise Refused(f"Somebody is called {name} already.")
    return name


def _flag(typed: str) -> bool:
    wanted = typed.strip().casefold()
    if wanted in ("yes", "true", "on", "1"):
        return True
    if wanted in ("no", "false", "off", "0"):
        return False
    raise Refused(f"“{typed}” is neither yes nor no.")


def _parsed(settable: Settable, typed: str, now: str | int | bool) -> str | int | bool:
    if settable.kind == "flag":
        return _flag(typed)
    if settable.kind == "choice":
        return pick([Choice(c) for c in settable.choices], typed, settable.label).value
    if settable.kind == "text":
        return clean_text(typed, LONGEST_NOTE)
    plain = typed.strip().replace("−", "-").replace("–", "-")
    absolute = plain.startswith("=") or not plain.startswith(("+", "-"))
    try:
        number = int(plain.lstrip("=").strip())
    except ValueError:
        raise Refused(
            f"{settable.label}: “{typed}” is not a number. "
            "Write 12, or -5 and +5 to change it, or =-5 for minus five."
        ) from None
    result = number if absolute else int(now) + number
    if not settable.low <= result <= settable.high:
        raise Refused(
            f"{settable.label} must be from {settable.low} to {settable.high}; that makes {result}."
        )
    return result


async def note(
    table: Table, person: Person, text: str, about: str = "", *, secret: bool = False, delivery: str = ""
) -> Update:
    """A note on the encounter, for everybody or for the GM alone."""
    table.require_gm(person)
    kept = clean_text(text, 10 * LONGEST_NOTE)
    if not kept:
        raise Refused("What shall be noted?")
    if len(kept) > LONGEST_NOTE:
        raise Refused(f"A note has at most {LONGEST_NOTE} characters; this one has {len(kept)}.")
    return await table.overrule(overrule.add_note(kept, about, secret), person, "note", delivery=delivery)


def notes(table: Table, person: Person) -> tuple[Choice, ...]:
    """The notes a person may read, as entries of a list."""
    return tuple(Choice(n.id, n.text) for n in table.sees(person).notes)


async def clear_note(table: Table, person: Person, which: str, delivery: str = "") -> Update:
    """A note is cleared. which: its id or its words."""
    table.require_gm(person)
    found = pick(notes(table, person), which, "Note").value
    return await table.overrule(overrule.drop_note(found), person, "note", delivery=delivery, note="Cleared.")


@dataclass(frozen=True, slots=True)
class NewEffect:
    """An effect with a duration: `rounds` full rounds, ending at the start or the end of `until`'s turn.

    until: a combatant's id, "" for the bearer. rounds 0: to that edge in this round, to the round's end where
    nobody is named; None: to the next such edge where somebody is named, else until it is taken away.
    """

    who: str
    label: str
    rounds: int | None = None
    until: str = ""
    at: Literal["start", "end"] = "end"
    secret: bool = False


async def effect(table: Table, person: Person, wanted: NewEffect, delivery: str = "") -> Update:
    """The GM puts an effect on someone; its end is fixed now, so that stepping back changes nothing."""
    table.require_gm(person)
    label = clean_name(wanted.label)
    if len(label) > LONGEST_EFFECT:
        raise Refused(f"An effect's name has at most {LONGEST_EFFECT} characters.")
    if wanted.rounds is not None and not 0 <= wanted.rounds <= 100:
        raise Refused("An effect lasts from 0 to 100 rounds.")
    call = overrule.add_effect(wanted.who, label.casefold(), label, _edge(table, wanted), wanted.secret)
    return await table.overrule(call, person, "effect", delivery=delivery)


def _edge(table: Table, wanted: NewEffect) -> Edge | None:
    s, at = table.state, START if wanted.at == "start" else END
    now = s.round if s.phase == FIGHTING else 1
    if wanted.rounds is None:
        return _next_edge(s, now, wanted.until, at) if wanted.until else None
    whose = wanted.until or (wanted.who if wanted.rounds else "")
    return Edge(now + wanted.rounds, whose, at if whose else END)


def _next_edge(s: State, now: int, whose: str, at: str) -> Edge:
    """The next start or end of somebody's turn: in this round where it is still to come, else in the next."""
    own = [n for n, slot in enumerate(s.order) if slot.who == whose]
    acting = next((n for n, slot in enumerate(s.order) if slot.id == s.acting), -1)
    if not own:
        return Edge(now, whose, at)
    passed = own[0] <= acting if at == START else own[-1] < acting
    return Edge(now + passed, whose, at)


def effects(table: Table, person: Person) -> tuple[Choice, ...]:
    """The effects a person may know of, as entries of a list."""
    seen = table.sees(person)
    return tuple(Choice(e.id, f"{seen[e.who].name}: {e.label}" if e.who else e.label) for e in seen.lasting)


async def end_effect(table: Table, person: Person, which: str, delivery: str = "") -> Update:
    """The GM ends an effect. which: its id or its words."""
    table.require_gm(person)
    found = pick(effects(table, person), which, "Effect").value
    return await table.overrule(overrule.drop_effect(found), person, "effect", delivery=delivery)


async def put_before(
    table: Table, person: Person, who: str, before: str | None, delivery: str = ""
) -> Update:
    """A combatant's slot moves before another's (None: to the end): the order inside a tie, by hand."""
    table.require_gm(person)
    order = [slot for slot in table.state.order if slot.who != who]
    own = [slot.id for slot in table.state.order if slot.who == who]
    if not own:
        raise Refused("That combatant has no place in the order yet.")
    ids = [slot.id for slot in order]
    at = next((n for n, slot in enumerate(order) if slot.who == before), len(ids)) if before else len(ids)
    ids[at:at] = own
    return await table.overrule(overrule.reorder(tuple(ids)), person, "order", delivery=delivery)
