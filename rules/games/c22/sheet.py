"""The sheet: its fields, what follows from them, and reading them into the game part of a combatant (CT-01,
08, 60).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.engine.ruleset import Choice, SheetError, SheetField, Values

from .cards import (
    BALANCED,
    DECK_SIZE,
    FEWEST_NUMBERS,
    arranged,
    is_face,
    is_joker,
    read_card,
    read_upgrade,
    same_cards,
    upgrade,
    write_upgrade,
)
from .data import MANEUVERS, WEAPONS
from .entries import maneuver_of, power_of, skill_of, weapon_of
from .state import EFFECTS, Stats, Weapon

NUMBERS = (
    SheetField("health_max", "Health, maximum", "Body", default=12, low=1, high=200),
    SheetField("health", "Health now", "Body", high=200, help="Left out: the maximum.", lasts=True),
    SheetField("armor", "Armor", "Body", default=1, high=50),
    SheetField("avoidance", "Avoidance", "Body", default=5, high=30),
    SheetField("movement", "Movement distance (m)", "Body", default=6, low=1, high=100),
    SheetField("resist_physical", "Resist Physical", "Resists", default=5, high=30),
    SheetField("resist_mental", "Resist Mental", "Resists", default=5, high=30),
    SheetField("recovery", "Recovery points", "Resists", default=0, high=100, lasts=True),
    SheetField("unarmed", "Unarmed value", "Gear", default=1, high=50),
)  # fmt: skip
_WEAPON_HELP = "Names of the house set (Knife, Sword …); a file may bring others with their values."
_SKILL_HELP = "One after the other: “Brawling – Exploit Opening black +1”. The colour is its Potential's."
LISTS = (
    SheetField(
        "resistances", "Resistances to effects", "Resists", "many", (),
        choices=tuple(Choice(e) for e in EFFECTS),
        help="Each lowers the tier of that effect by one.",
    ),
    SheetField("weapons", "Weapons", "Gear", "many", (), choices=tuple(Choice(w) for w in WEAPONS),
               help=_WEAPON_HELP),
    SheetField("maneuvers", "Maneuvers", "Gear", "many", (), choices=tuple(Choice(m) for m in MANEUVERS),
               help="Names of the house set; a file may bring others with both sides."),
    SheetField("powers", "Powers", "Gear", "data", (), help="A list of mappings, from a file."),
    SheetField("skills", "Skills", "Skills", "many", (), help=_SKILL_HELP),
    SheetField("deck", "Deck at the start", "Deck", "many", (),
               help="22 cards such as S2, H8, RJ. Left out: the balanced start, or the Dealer's for NPCs."),
    SheetField("upgrades", "Upgrades", "Deck", "many", (), lasts=True,
               help="In order: S2>H3 swaps a card, +SJ adds a Jack."),
    SheetField("piles", "Piles of the last fight", "Deck", "data", None,
               help="For tables whose decks carry over from fight to fight.", lasts=True),
)  # fmt: skip
FIELDS = (*NUMBERS, *LISTS)

Problems = list[tuple[str, str]]


def listed(value: Any) -> list[Any]:
    """A list as a file brings it, or as a modal does: with commas."""
    if value is None or value == "":
        return []
    if isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    return list(value) if isinstance(value, (list, tuple)) else [value]


def whole_number(value: Any) -> int | None:
    """A whole number, typed or given; None when it is none."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    text = str(value).strip().replace("−", "-")
    try:
        return int(text)
    except ValueError:
        return None


def _number(field: SheetField, given: Any, problems: Problems) -> int:
    n = whole_number(given)
    if n is None or not field.low <= n <= field.high:
        problems.append(
            (field.key, f"it must be a whole number from {field.low} to {field.high}, not “{given}”.")
        )
        return int(field.default or 0)
    return n


def _entries(key: str, values: Values, make: Callable[[Any], Any], problems: Problems) -> tuple[Any, ...]:
    out: list[Any] = []
    for given in listed(values.get(key)):
        try:
            made = make(given)
        except ValueError as why:
            problems.append((key, str(why)))
            continue
        if any(made.name.lower() == other.name.lower() for other in out):
            problems.append((key, f"“{made.name}” stands there twice: give each its own name."))
        out.append(made)
    return tuple(out)


# ------------------------------------------------------------------ the deck
def deck_of(values: Values, problems: Problems) -> tuple[str, ...]:
    """The cards owned: the start with every upgrade in order; () where the sheet says nothing of a deck."""
    given = listed(values.get("deck"))
    if [str(x).lower() for x in given] == ["balanced"]:
        given = list(BALANCED)
    cards: list[str] = []
    for one in given:
        try:
            cards.append(read_card(str(one)))
        except ValueError as why:
            problems.append(("deck", str(why)))
    if given and len(given) != DECK_SIZE:
        problems.append(
            (
                "deck",
                f"A deck has {DECK_SIZE} cards at the start, not {len(given)}; what came later are upgrades.",
            )
        )
    if given and sum(not is_face(card) for card in cards) < FEWEST_NUMBERS:
        problems.append(("deck", f"A deck needs at least {FEWEST_NUMBERS} number cards."))
    for joker in ("RJ", "BJ"):
        if cards.count(joker) > 1:
            problems.append(("deck", f"A deck has at most one {'red' if joker == 'RJ' else 'black'} joker."))
    return _upgraded(arranged(cards), values, problems)


def _upgraded(deck: tuple[str, ...], values: Values, problems: Problems) -> tuple[str, ...]:
    steps = listed(values.get("upgrades"))
    deck = deck or (BALANCED if steps else ())
    for written in steps:
        try:
            deck = upgrade(deck, *read_upgrade(str(written)))
        except ValueError as why:
            problems.append(("upgrades", f"{written}: {why}"))
    return deck


def _piles(values: Values, deck: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The piles of the last fight where they hold just the cards of this deck, else the whole deck in the
    pile.
    """
    whole = deck or BALANCED
    kept = values.get("piles")
    if isinstance(kept, dict):
        heaps = {key: tuple(map(str, listed(kept.get(key)))) for key in ("pile", "discards", "stored")}
        faces = all(is_face(card) for card in heaps["stored"] if card in whole)
        if same_cards((card for heap in heaps.values() for card in heap), whole) and faces:
            return {key: heap if key == "stored" else arranged(heap) for key, heap in heaps.items()}
    return {"pile": whole}


# ------------------------------------------------------------------ the whole sheet
def numbers_of(values: Values, problems: Problems) -> dict[str, int]:
    """The numbers with their starting values filled in; Health now is the maximum where it is left out."""
    out: dict[str, int] = {}
    for field in NUMBERS:
        given = values.get(field.key)
        if given is None or given == "":
            given = out["health_max"] if field.key == "health" else field.default
        out[field.key] = _number(field, given, problems)
    if out["health"] > out["health_max"]:
        problems.append(("health", f"it is at most the maximum, {out['health_max']}."))
    return out


def _fitting(values: Values) -> tuple[dict[str, int], tuple[str, ...], dict[str, Any]]:
    """The numbers, the deck and the lists of a sheet. SheetError names every wrong field."""
    problems: Problems = []
    numbers = numbers_of(values, problems)
    deck = deck_of(values, problems)
    resistances = tuple(str(x).strip().lower() for x in listed(values.get("resistances")))
    for unknown in (x for x in resistances if x not in EFFECTS):
        problems.append(("resistances", f"“{unknown}” is no effect; there are {', '.join(EFFECTS)}."))
    lists: dict[str, Any] = {
        "skills": _entries("skills", values, skill_of, problems),
        "weapons": _entries("weapons", values, weapon_of, problems),
        "powers": _entries("powers", values, power_of, problems),
        "maneuvers": _entries("maneuvers", values, maneuver_of, problems),
        "resistances": resistances,
    }
    if problems:
        raise SheetError(tuple(problems))
    return numbers, deck, lists


def complete(values: Values) -> dict[str, Any]:
    """The sheet with starting values and everything derived filled in: Health now, the deck with its
    upgrades.
    """
    numbers, deck, _ = _fitting(values)
    out = {
        f.key: values[f.key] if f.key in values else (list(f.default) if f.default == () else f.default)
        for f in FIELDS
    }
    out |= numbers
    out["deck_now"] = list(deck or BALANCED)
    return {**{k: v for k, v in values.items() if k not in out}, **out}


def read(values: Values) -> Stats:
    """The game part of a combatant. SheetError names every wrong field."""
    numbers, deck, lists = _fitting(values)
    upgrades = tuple(write_upgrade(*read_upgrade(str(x))) for x in listed(values.get("upgrades")))
    weapons: tuple[Weapon, ...] = lists["weapons"]
    fields: dict[str, Any] = {**lists, **numbers, **_piles(values, deck)}
    return Stats(
        **fields,
        deck=deck,
        upgrades=upgrades,
        weapon=weapons[0].name if weapons else "",
    )


def write_back(values: Values, stats: Stats) -> dict[str, Any]:
    """The sheet with what lasts: Health, recovery points, upgrades, and where the cards of its own deck lie.

    Cards in the hand count as discarded.
    """
    out = {**values, "health": stats.health, "recovery": stats.recovery}
    if stats.upgrades or "upgrades" in values:
        out["upgrades"] = list(stats.upgrades)
    if stats.shares is False:
        thrown = arranged((*stats.discards, *stats.hand))
        if stats.turn.joker or any(is_joker(card) for card in stats.hand):
            out["piles"] = {
                "pile": [*arranged((*stats.pile, *thrown))],
                "discards": [],
                "stored": [*stats.stored],
            }
        else:
            out["piles"] = {"pile": [*stats.pile], "discards": [*thrown], "stored": [*stats.stored]}
    return out


def adhoc(health: int) -> dict[str, Any]:
    """The sheet of a foe given by a name and a Health only: the starting values and a knife."""
    return {"health_max": health, "weapons": ["Knife"]}
