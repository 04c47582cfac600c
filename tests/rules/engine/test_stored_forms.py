"""The stored form only grows: what an older version of the bot has saved is read by this one.

The fields of the engine's stored types as they were first saved. A field may be added at the end, with a
default; never taken away, renamed or moved. A type that is new is added here; none is ever taken out.
"""

import dataclasses
from dataclasses import MISSING

import pytest

from rules.engine import changes, dice, encounter, lines
from rules.engine.codec import _TYPES

STORED = {
    "Call": "name args",
    "Combatant": "id name stats controller side player hidden gone standing group sheet",
    "Slot": "id who label",
    "Edge": "round who at",
    "Lasting": "id who key label ends value source secret",
    "Note": "id text about secret",
    "Encounter": (
        "ruleset version options ground combatants order acting round phase fired lasting notes named"
    ),
    "Joined": "combatant",
    "Left": "who",
    "SetCombatant": "who field value",
    "SetValue": "who key value",
    "SetStanding": "who topic value",
    "SetOrder": "order",
    "SetMarker": "round slot",
    "SetPhase": "phase",
    "Fired": "round edge",
    "AddLasting": "effect",
    "DropLasting": "id",
    "AddNote": "note",
    "DropNote": "id",
    "CountName": "",
    "Said": "words about",
    "RoundBegins": "round",
    "TurnBegins": "who label",
    "EffectEnds": "who label",
    "DiceBound": "public secret",
    "SeedRevealed": "seed",
    "WithdrawnFor": "why",
    "Sum": "label n die bonus who to good",
}


def test_all_modules_with_stored_types_are_loaded() -> None:
    assert {f"engine.{name}" for name in STORED} <= _TYPES.keys(), (changes, dice, encounter, lines)


@pytest.mark.parametrize("name", STORED)
def test_what_was_saved_is_still_read(name: str) -> None:
    fields = [field for field in dataclasses.fields(_TYPES[f"engine.{name}"]) if not field.kw_only]
    saved = STORED[name].split()
    assert [field.name for field in fields][: len(saved)] == saved
    added = [field for field in fields[len(saved) :] if field.default is MISSING is field.default_factory]
    assert added == [], "added without a default"
