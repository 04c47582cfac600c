"""The sheet: what is derived, what is refused, gear, ready foes and characters."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.ruleset import SheetError
from rules.games.openquest import RULESET
from rules.games.openquest.data import ARMOR, SHIELD_DAMAGE, WEAPONS
from rules.games.openquest.gear import Dice
from rules.games.openquest.sheet import damage_modifier
from tests.rules.games.openquest.fights import READY, changed, duel

BODY = {"str": 13, "dex": 12, "con": 11, "siz": 14, "int": 15, "pow": 9, "cha": 8}


@pytest.mark.rule("OQ-01")
def test_what_is_not_given_is_derived_from_the_characteristics() -> None:
    sheet = RULESET.complete(BODY)
    expected = {
        "hp_max": 13,  # (14 + 11) / 2, rounded up
        "hp": 13,
        "mp": 9,
        "close": 25,
        "unarmed": 25,
        "ranged": 27,
        "dodge": 22,
        "athletics": 25,
        "persistence": 19,
        "resilience": 20,
        "riding": 21,
        "perception": 24,
        "deception": 27,
        "influence": 18,
        "healing": 24,
        "casting": 0,
        "dm": "+1D4",  # 13 + 14 = 27
        "fortune": 2,
        "move": 15,
    }
    assert {key: sheet[key].lstrip("+") if key == "dm" else sheet[key] for key in expected} == {
        **expected,
        "dm": "1D4",
    }


@pytest.mark.rule("OQ-01")
def test_what_is_given_stays() -> None:
    sheet = RULESET.complete({**BODY, "hp_max": 20, "dodge": 55, "dm": "-1D4", "mp": 3, "hp": 7})
    assert (sheet["hp_max"], sheet["hp"], sheet["dodge"], sheet["mp"]) == (20, 7, 55, 3)
    assert RULESET.read(sheet).dm == Dice(-1, 4)


@pytest.mark.rule("OQ-02")
@pytest.mark.parametrize(
    ("total", "modifier"),
    [
        (1, "−1D6"), (10, "−1D6"), (11, "−1D4"), (15, "−1D4"), (16, "0"), (25, "0"), (26, "1D4"),
        (30, "1D4"), (31, "1D6"), (45, "1D6"), (46, "2D6"), (60, "2D6"), (61, "3D6"), (75, "3D6"),
        (76, "4D6"), (90, "4D6"),
    ],
)  # fmt: skip
def test_the_damage_modifier_goes_by_strength_and_size(total: int, modifier: str) -> None:
    assert str(damage_modifier(total)) == modifier


def test_every_wrong_field_is_named_with_what_would_be_right() -> None:
    with pytest.raises(SheetError) as caught:
        RULESET.read(
            {
                "str": "strong",
                "hp": 99_999,
                "shield": "huge",
                "weapons": "Longsword, Lightsaber",
                "dm": "x",
                "luck": 3,
                "own_weapons": [{"name": "Tail"}],
                "dodges": "maybe",
            }
        )
    found = dict(caught.value.problems)
    assert set(found) == {"str", "hp", "shield", "weapons", "dm", "luck", "own_weapons", "dodges"}
    assert found["str"] == "STR is a whole number from 1 to 100."
    assert "Lightsaber" in found["weapons"]
    assert found["shield"] == "Shield is one of none, small, medium, large."
    assert "Tail needs damage like 1D8" in found["own_weapons"]


def test_hit_points_above_the_maximum_and_unknown_armor_without_points_are_refused() -> None:
    with pytest.raises(SheetError, match="at most the maximum of 10"):
        RULESET.read({"hp": 11})
    with pytest.raises(SheetError, match="armor points too"):
        RULESET.read({"armor": "dragonhide"})
    assert RULESET.read({"armor": "dragonhide", "ap": 7}).ap == 7


def test_own_weapons_come_from_a_file() -> None:
    own = {"name": "Hook", "damage": "1D6+1", "hands": 2, "great": True, "brace": True}
    w = RULESET.read({"own_weapons": [own]}).weapons[0]
    assert (w.name, w.damage, w.hands, w.great, w.brace) == ("Hook", Dice(1, 6, 1), 2, True, True)
    for wrong in (
        {"name": "Hook", "damage": "1D6", "hands": 3},
        {"name": "Hook", "damage": "1D6", "skill": "magic"},
        {"damage": "1D6"},
        "Hook",
    ):
        with pytest.raises(SheetError):
            RULESET.read({"own_weapons": [wrong]})


@pytest.mark.parametrize("text", ["1D4+1", "2d8", "-1D6", "+1D4", "0", "1D20-2"])
def test_dice_are_read_and_shown(text: str) -> None:
    dice = Dice.parse(text)
    assert Dice.parse(str(dice)) == dice


@pytest.mark.parametrize("text", ["", "0", "none"])
def test_no_dice(text: str) -> None:
    assert Dice.parse(text) == Dice()


@pytest.mark.parametrize("text", ["D", "1D", "1D1", "11D6", "1D6+1000", "3", "1D6d"])
def test_what_is_no_dice_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="dice"):
        Dice.parse(text)


@pytest.mark.rule("OQ-70")
def test_the_starting_gear() -> None:
    close = {
        "1D4": "Cosh", "1D6": "Club, Hatchet, Shortspear, Rapier, Shortsword", "1D4+1": "Dagger",
        "1D8": "Battleaxe, Warhammer, War pick, Ball and chain, Mace, Longsword, Scimitar",
    }  # fmt: skip
    two_hands = {
        "1D8": "Quarterstaff, Longspear, Halberd", "1D10": "Lance",
        "2D8": "Greatsword, Greathammer, Great axe, Military flail, War maul",
    }  # fmt: skip
    for hands, table in ((1, close), (2, two_hands), (0, {"1D10": "Bastard sword"})):
        for damage, names in table.items():
            for name in names.split(", "):
                w = WEAPONS[name.lower()]
                assert (str(w.damage), w.hands, w.skill) == (damage, hands, "close"), name
    shot = {  # damage, range, rounds a shot takes, damage modifier
        "Heavy crossbow": ("2D6", 150, 3, False), "Light crossbow": ("1D8", 125, 2, False),
        "Long bow": ("1D10", 150, 1, True), "Nomad bow": ("1D8", 125, 1, True),
        "Short bow": ("1D8", 75, 1, True), "Staff sling": ("1D8", 75, 1, True), "Sling": ("1D6", 50, 1, True),
    }  # fmt: skip
    for name, row in shot.items():
        w = WEAPONS[name.lower()]
        assert (str(w.damage), w.reach, w.rate, w.modifier, w.missile) == (*row, True), name
    for name, damage, times in (("Dart", "1D4", 1), ("Rock", "1D4", 1), ("Javelin", "1D6", 2)):
        w = WEAPONS[name.lower()]
        assert (str(w.damage), w.throw, w.missile) == (damage, times, False)
    for name, damage in (("Dagger", "1D6"), ("Hatchet", "1D8")):
        thrown = WEAPONS[name.lower()].thrown
        assert thrown is not None
        assert (str(thrown.damage), thrown.throw, thrown.skill) == (damage, 1, "ranged")
    assert ARMOR == {"none": 0, "leather": 2, "ringmail": 3, "scalemail": 4, "chainmail": 5, "plate": 6}
    assert {size: str(d) for size, d in SHIELD_DAMAGE.items()} == {
        "small": "1D4",
        "medium": "1D6",
        "large": "1D8",
    }
    great = {w.name for w in WEAPONS.values() if w.great}
    assert great == {
        "Hatchet", "Rapier", "Shortsword", "Battleaxe", "Mace", "Longsword", "Scimitar", "Bastard sword",
        "Greatsword", "Great axe",
    }  # fmt: skip


@pytest.mark.rule("OQ-71")
@pytest.mark.parametrize(
    ("key", "hp", "ap", "dodge", "skill", "percent", "damage", "dm", "move"),
    [
        ("goblin", 9, 2, 50, "close", 40, "1D6", "0", 15),
        ("orc", 11, 2, 35, "close", 40, "1D8", "0", 15),
        ("skeleton", 8, 2, 10, "close", 35, "1D8", "0", 15),
        ("zombie", 7, 0, 0, "unarmed", 50, "1D4", "1D6", 7),
        ("wolf", 12, 0, None, "close", 50, "1D8", "0", 20),
        ("troll", 23, 3, 25, "close", 40, "1D6", "2D6", 23),
        ("minotaur", 20, 3, 60, "close", 60, "2D8", "2D6", 20),
    ],
)
def test_the_ready_foes(
    key: str, hp: int, ap: int, dodge: int | None, skill: str, percent: int, damage: str, dm: str, move: int
) -> None:
    c = RULESET.read(READY[key].values)
    w = c.usable[0]
    assert (c.hp, c.hp_max, c.ap, c.skills.get("dodge"), str(c.dm), c.move) == (hp, hp, ap, dodge, dm, move)
    assert (w.skill, c.percent(w), str(w.damage)) == (skill, percent, damage)
    assert c.fortune == 0


@pytest.mark.rule("OQ-72")
@pytest.mark.parametrize(
    ("key", "hp", "dm", "ap", "skills", "hand", "shield"),
    [
        # HP (SIZ + CON) / 2 rounded up; STR + SIZ 28, 22, 31, 24
        ("sellsword", 14, "1D4", 5, {"close": 60, "dodge": 40, "athletics": 50}, "Longsword", "medium"),
        ("hunter", 12, "0", 2, {"ranged": 60, "close": 40, "dodge": 50}, "Long bow", "none"),
        ("berserk", 15, "1D6", 3, {"close": 65, "dodge": 30}, "Great axe", "none"),
        ("spear", 12, "0", 2, {"close": 55, "dodge": 45}, "Longspear", "none"),
    ],
)
def test_the_ready_characters(
    key: str, hp: int, dm: str, ap: int, skills: dict[str, int], hand: str, shield: str
) -> None:
    c = RULESET.read(READY[key].values)
    assert (c.hp, str(c.dm), c.ap, c.hand, c.shield) == (hp, dm, ap, hand, shield)
    assert {name: c.skill(name) for name in skills} == skills
    assert c.fortune == 2


def test_a_foe_of_whom_only_hit_points_are_known() -> None:
    c = RULESET.read(RULESET.adhoc("Bandit", 8))
    assert (c.hp, c.skill("close"), c.skill("dodge"), c.hand, c.fortune) == (8, 40, 30, "Club", 0)


def test_wounds_and_points_are_written_back() -> None:
    values: dict[str, Any] = dict(READY["sellsword"].values)
    s = changed(duel(), "ana", hp=5, mp=2, fortune=1)
    back = RULESET.write_back(values, s["ana"].stats)
    assert (back["hp"], back["mp"], back["fortune"]) == (5, 2, 1)
    assert RULESET.read(back).hp == 5


def test_sections_fit_a_form_of_five_fields() -> None:
    sections: dict[str, int] = {}
    for field in RULESET.sheet_fields:
        if field.kind != "data":
            sections[field.section] = sections.get(field.section, 0) + 1
    assert max(sections.values()) <= 5


def test_every_ready_sheet_is_complete_when_completed() -> None:
    for ready in RULESET.ready_made:
        whole = RULESET.complete(ready.values)
        assert RULESET.complete(whole) == whole
        assert RULESET.read(whole) == RULESET.read(ready.values)
