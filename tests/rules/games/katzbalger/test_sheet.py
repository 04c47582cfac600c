"""The sheet: fields, derived values, every error named, ready characters, what is written back."""

from typing import Any

import pytest

from rules.engine.codec import dumps, loads
from rules.engine.ruleset import SheetError
from rules.games.katzbalger import RULESET
from rules.games.katzbalger.board import CONDITIONS, condition
from rules.games.katzbalger.data import RANGES, WEAPONS


def problems(values: dict[str, Any]) -> dict[str, str]:
    with pytest.raises(SheetError) as caught:
        RULESET.read(values)
    return dict(caught.value.problems)


def test_a_section_fits_one_modal() -> None:
    for section in {f.section for f in RULESET.sheet_fields}:
        assert len([f for f in RULESET.sheet_fields if f.section == section and f.kind != "data"]) <= 5
    assert len({f.key for f in RULESET.sheet_fields}) == len(RULESET.sheet_fields)


@pytest.mark.rule("KB-92")
def test_the_house_weapons() -> None:
    """Class, damage, thrust class, range, actions, parry and extra moves, written out from the clause."""
    expected = {
        "Fist": ("A", "1d3", "", "Contact", 2, 0, {"grapple", "throw"}),
        "Knife": ("B", "1d4", "C", "Short", 1, 0, {"thrust"}),
        "Sword": ("B", "1d8", "C", "Medium", 1, 1, {"thrust"}),
        "Mace": ("A", "1d8", "", "Medium", 1, 0, set()),
        "Spear": ("C", "1d8", "C", "Long", 1, 0, {"thrust"}),
        "Staff": ("A", "1d6", "", "Long", 1, 2, set()),
        "Chain": ("A", "1d6", "", "Medium", 1, 0, {"entangle"}),
    }
    common = {"lunge", "charge", "great_blow", "feint"}
    weapons = RULESET.read({"weapons": list(WEAPONS)}).sheet.weapons
    for name, (klass, damage, thrust, at, actions, parry, extra) in expected.items():
        w = weapons[name]
        assert (w.klass, w.damage, w.thrust, RANGES[w.optimum], w.actions, w.parry) == (
            klass, damage, thrust, at, actions, parry,
        )  # fmt: skip
        assert set(w.moves) == common | extra
        assert w.subdual is (name == "Fist")
    guns = {name: (w.klass, w.damage, w.moves) for name, w in weapons.items() if w.gun}
    assert guns == {"Pistol": ("C", "2d6", ()), "Rifle": ("E", "4d6", ())}


@pytest.mark.rule("KB-93")
def test_the_ready_characters_and_foes() -> None:
    stats = {r.key: RULESET.read(r.values) for r in RULESET.ready_made}
    assert list(stats) == ["soldier", "fencer", "bruiser", "spearman", "thug", "gunman"]
    soldier = stats["soldier"].sheet
    assert (soldier.str_, soldier.dex, soldier.ref, soldier.fit, soldier.wil, soldier.luck) == (
        12,
        11,
        12,
        12,
        12,
        9,
    )
    assert (soldier.dex_bonus, soldier.ref_bonus, soldier.fit_bonus) == (1, 1, 1)
    assert (soldier.hth, soldier.gun, soldier.health) == (4, 6, 24)
    assert list(soldier.weapons)[:2] == ["Rifle", "Knife"]
    assert {where: row.name for where, row in soldier.armor.items()} == {
        "chest": "Light flak vest", "shoulder": "Light flak vest", "abdomen": "Light flak vest",
    }  # fmt: skip
    fencer, bruiser = stats["fencer"].sheet, stats["bruiser"].sheet
    assert (fencer.dex_bonus, fencer.ref_bonus, fencer.hth, fencer.gun, fencer.health) == (2, 2, 7, 2, 20)
    assert (fencer.luck, fencer.armor["chest"].name) == (12, "Hard leather")
    assert (bruiser.str_, bruiser.fit_bonus, bruiser.hth, bruiser.health) == (15, 2, 6, 30)
    assert (list(bruiser.weapons), bruiser.armor["chest"].name) == (["Fist", "Mace"], "Ring")
    rest = {
        key: (stats[key].sheet.hth, stats[key].sheet.health, stats[key].hand)
        for key in ("spearman", "thug", "gunman")
    }
    assert rest == {"spearman": (5, 22, "Spear"), "thug": (3, 16, "Knife"), "gunman": (2, 16, "Pistol")}
    assert (stats["gunman"].sheet.gun, stats["spearman"].sheet.ref_bonus) == (4, 1)
    assert stats["spearman"].sheet.armor_dodge == -2


@pytest.mark.rule("KB-65", "KB-91")
def test_a_sheet_brings_its_own_weapons_and_armor() -> None:
    stats = RULESET.read(
        {
            "weapons": [
                "Axe", {"name": "Whip", "damage": "1d4", "moves": ["Entangle", "Feint"], "range": "long"},
            ],
            "own_weapons": {"Axe": {"damage": "1d10+1", "class": "b", "range": "Medium", "skill": "Axes"}},
            "armor": ["Helmet", "Dragon hide"],
            "own_armor": [
                {"name": "Dragon hide", "dodge": -1, "covers": ["chest", "arm"],
                 "cells": ["9/2", "9/2", "9/2", "special", "1/1", "1/1", "1/1", "1/1"]}
            ],
            "armor_at": {"leg": "Padded", "head": "none"},
        }
    )  # fmt: skip
    axe, whip = stats.sheet.weapons["Axe"], stats.sheet.weapons["Whip"]
    assert (axe.damage, axe.klass, axe.optimum, axe.skill) == ("1d10+1", "B", 2, "Axes")
    assert (whip.moves, whip.optimum) == (("entangle", "feint"), 3)
    assert {where: row.name for where, row in stats.sheet.armor.items()} == {
        "chest": "Dragon hide", "arm": "Dragon hide", "leg": "Padded",
    }  # fmt: skip
    assert stats.sheet.armor["chest"].cells[3] == (1, 2)
    assert stats.sheet.armor_dodge == -1


def test_everybody_has_fists() -> None:
    assert list(RULESET.read({"weapons": []}).sheet.weapons) == ["Fist"]


def test_every_wrong_field_is_named_with_what_would_be_right() -> None:
    found = problems(
        {
            "str": 0,
            "health": "many",
            "funk": "perhaps",
            "hth_skills": ["Sword"],
            "weapons": ["Sword", "Bazooka"],
            "armor": ["Tin"],
            "own_weapons": [{"name": "Bad", "damage": "lots"}, "no"],
            "own_armor": [{"name": "Thin", "cells": "1/1"}],
            "armor_at": {"tail": "Ring"},
            "break_skills": ["Judo"],
        }
    )
    assert set(found) == {
        "str", "health", "funk", "hth_skills", "weapons", "armor", "own_weapons", "own_armor", "armor_at",
        "break_skills",
    }  # fmt: skip
    assert found["str"] == "STR must be a whole number from 1 to 40."
    assert "Bazooka" in found["weapons"]
    assert "eight" in found["own_armor"]


@pytest.mark.parametrize("value", [None, "", {}, [], 3, "x", [[]], {"a": {}}, [{}], -1, True, 1.5])
@pytest.mark.parametrize("key", [f.key for f in RULESET.sheet_fields])
def test_no_value_of_any_field_is_worse_than_an_error(key: str, value: Any) -> None:
    try:
        stats = RULESET.read({key: value})
    except SheetError as error:
        named = {k for k, _ in error.problems}
    else:
        named = set()
        assert loads(dumps(stats)) == stats
        hash(stats)
    assert named <= {f.key for f in RULESET.sheet_fields}


@pytest.mark.rule("KB-20")
def test_complete_keeps_what_is_given_and_derives_the_rest() -> None:
    full = RULESET.complete({"hth_skills": "Sword 7, Knife 5", "str": "12"})
    assert (full["hth"], full["str"], full["dex"], full["hth_skills"]) == (5, 12, 10, ["Sword 7", "Knife 5"])
    assert RULESET.complete(full) == full


def test_a_foe_by_name_and_health_and_what_is_written_back() -> None:
    stats = RULESET.read(RULESET.adhoc("Rat", 4))
    assert stats.sheet.health == 4
    values = {"health": 20, "xp": 1, "note": "kept"}
    lasting = {f.key for f in RULESET.sheet_fields if f.lasts}
    back = RULESET.write_back(values, RULESET.read({"lethal": 3, "subdual": 2, "grooves": 1, "funk": True}))
    assert {k for k in back if back[k] != values.get(k)} <= lasting
    assert (back["lethal"], back["subdual"], back["grooves"], back["funk"], back["note"]) == (
        3,
        2,
        1,
        True,
        "kept",
    )


def test_conditions_in_words_and_without_numbers() -> None:
    words = [condition(RULESET.read({"health": 16, "lethal": n})) for n in (0, 1, 4, 8, 16, 32)]
    assert words == [w for _, w in CONDITIONS]
    for n in (0, 1, 4, 8, 16, 32):
        stats = RULESET.read({"health": 16, "lethal": n, "hth": 9})
        hidden = RULESET.conceal(stats)
        assert condition(hidden) == condition(stats)
        assert (hidden.sheet.hth, hidden.sheet.health, hidden.dead, hidden.severe) == (
            0,
            8,
            stats.dead,
            stats.severe,
        )


def test_settables_cover_what_a_director_may_overrule_and_never_break() -> None:
    stats = RULESET.read({"weapons": ["Sword"]})
    keys = [x.key for x in RULESET.settables]
    assert len(set(keys)) == len(keys)
    for x in RULESET.settables:
        values: dict[str, list[Any]] = {
            "number": [x.low, x.high, 3], "flag": [True, False],
            "choice": list(x.choices), "text": ["fist", "?"],
        }  # fmt: skip
        for value in values[x.kind]:
            put = x.put(stats, value)
            assert loads(dumps(put)) == put
            if x.kind == "number":
                assert x.get(put) == value
