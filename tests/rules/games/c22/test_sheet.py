"""Sheets, the house set, what lasts after a fight (CT-01, 02, 08, 22, 60, 61)."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import pytest

from rules.engine.codec import decode, encode
from rules.engine.ruleset import SheetError
from rules.games.c22 import RULESET
from rules.games.c22.cards import BALANCED
from rules.games.c22.data import MANEUVERS, WEAPONS
from rules.games.c22.state import Inflicts, Maneuver, Power, Side, Skill, Weapon
from rules.games.c22.turns import turn_begins
from tests.rules.games.c22.desk import READY, dealt, having, own_cards, person, state


def problems(**values: Any) -> list[tuple[str, str]]:
    with pytest.raises(SheetError) as wrong:
        RULESET.read(values)
    return list(wrong.value.problems)


@pytest.mark.rule("CT-60")
def test_starting_values() -> None:
    stats = RULESET.read({})
    assert (stats.health, stats.health_max, stats.armor, stats.avoidance) == (12, 12, 1, 5)
    assert (stats.resist_physical, stats.resist_mental, stats.movement, stats.unarmed) == (5, 5, 6, 1)


@pytest.mark.rule("CT-60")
def test_the_weapons_of_the_house_set() -> None:
    assert {w.name: (w.weight, w.range, w.damage) for w in WEAPONS.values()} == {
        "Knife": ("light", "melee", 3),
        "Sword": ("light", "melee", 4),
        "Greatsword": ("heavy", "melee", 7),
        "Pistol": ("light", "short", 4),
        "Rifle": ("heavy", "long", 7),
        "Shield": ("light", "barrier", 2),
    }


@pytest.mark.rule("CT-60")
def test_the_maneuvers_of_the_house_set() -> None:
    assert tuple(MANEUVERS.values()) == (
        Maneuver("Power", Side(damage=2, accuracy=-3), Side(damage=2, accuracy=1), ("D",), 7),
        Maneuver("Guarded", Side(avoidance=1), Side(avoidance=2), ("C",), 5),
        Maneuver("Dash", Side(main_cost=2, moves=3), Side(main_cost=2, moves=4), ("S",), 5),
        Maneuver("Second strike", Side(twice=True), Side(twice=True, second=1), ("H",), 6),
    )


@pytest.mark.rule("CT-61")
@pytest.mark.parametrize(
    ("key", "kind", "numbers", "weapons", "maneuvers"),
    [
        ("blade", "character", (12, 2, 5), ["Sword"], ["Power", "Guarded"]),
        ("gunner", "character", (10, 1, 6), ["Pistol", "Knife"], ["Second strike", "Dash"]),
        ("heavy", "character", (14, 3, 4), ["Greatsword"], ["Power"]),
        ("marksman", "character", (10, 1, 5), ["Rifle"], ["Dash"]),
        ("thug", "creature", (8, 1, 4), ["Knife"], []),
        ("brute", "creature", (14, 2, 3), ["Greatsword"], []),
        ("sniper", "creature", (8, 0, 5), ["Rifle"], []),
    ],
)
def test_ready_characters_and_foes(
    key: str, kind: str, numbers: tuple[int, int, int], weapons: list[str], maneuvers: list[str]
) -> None:
    made = READY[key]
    stats = RULESET.read(RULESET.complete(made.values))
    assert made.kind == kind
    assert (stats.health, stats.armor, stats.avoidance) == numbers
    assert [w.name for w in stats.weapons] == weapons
    assert [m.name for m in stats.maneuvers] == maneuvers
    assert any(k.opening for k in stats.skills) is (key == "blade")
    assert "House set" in made.about


def test_a_foe_by_name_and_health_only() -> None:
    stats = RULESET.read(RULESET.adhoc("Goblin", 7))
    assert (stats.health, [w.name for w in stats.weapons]) == (7, ["Knife"])


def test_a_file_brings_its_own_weapons_powers_maneuvers_and_skills() -> None:
    values = {
        "weapons": [{"name": "Pike", "damage": 5, "weight": "heavy", "reach": 2, "accuracy": 1,
                     "skill": "Poles"}],
        "powers": [{"name": "Frost", "suit": "clubs", "hands": "2", "damage": 6, "accuracy": -1,
                    "range": "long",
                    "inflicts": {"effect": "hobbled", "tier": 2, "resist": "physical", "modifier": 1}}],
        "maneuvers": [{"name": "Flurry", "suit": ["spades", "hearts"], "number": 6,
                       "basic": {"attacks": 1, "accuracy": -2}, "raised": {"weapon_attacks": 1}}],
        "skills": [{"name": "Poles", "accuracy": 2, "damage": 1, "colour": "red"}, "Lore −1"],
        "resistances": "Stunned, Mad",
    }  # fmt: skip
    stats = RULESET.read(values)
    assert stats.weapons == (Weapon("Pike", 5, "heavy", "melee", 1, "Poles", 2),)
    assert stats.powers == (
        Power("Frost", 6, -1, "C", "2", "long", 0, Inflicts("hobbled", 2, "physical", 1)),
    )
    flurry = Maneuver("Flurry", Side(attacks=1, accuracy=-2), Side(weapon_attacks=1), ("S", "H"), 6)
    assert stats.maneuvers == (flurry,)
    assert stats.skills == (
        Skill("Poles", 0, "red", 2, 1, attack=True), Skill("Lore", -1, "black", combat=False),
    )  # fmt: skip
    assert stats.resistances == ("stunned", "mad")
    assert decode(encode(stats)) == stats
    assert hash(stats) == hash(decode(encode(stats)))


@pytest.mark.parametrize(
    ("values", "key", "words"),
    [
        ({"armor": "much"}, "armor", "whole number from 0 to 50"),
        ({"health": 13}, "health", "at most the maximum, 12"),
        ({"health_max": 0}, "health_max", "from 1 to 200"),
        ({"weapons": ["Axe"]}, "weapons", "no weapon of the set (Knife, Sword"),
        ({"weapons": ["Knife", "knife"]}, "weapons", "stands there twice"),
        ({"weapons": [{"name": "Axe", "damage": "big"}]}, "weapons", "damage is a whole number"),
        ({"weapons": [{"name": "Axe", "sharp": True}]}, "weapons", "there is no sharp here"),
        ({"weapons": [{"name": "Unarmed", "damage": 3}]}, "weapons", "set the unarmed value"),
        ({"weapons": [{"name": "A+B", "damage": 3}]}, "weapons", "none of them + ! /"),
        ({"weapons": [{"damage": 3}]}, "weapons", "needs a name"),
        ({"maneuvers": ["Jump"]}, "maneuvers", "no maneuver of the set"),
        ({"maneuvers": [{"name": "X", "suit": "stars"}]}, "maneuvers", "spades, clubs, diamonds or hearts"),
        ({"maneuvers": [{"name": "X", "basic": {"twice": 2}}]}, "maneuvers", "twice is true or false"),
        ({"maneuvers": [{"name": "X", "basic": 3}]}, "maneuvers", "basic is a mapping"),
        ({"powers": ["Fire"]}, "powers", "a power is a mapping"),
        ({"powers": [{"name": "Fire", "hands": 3}]}, "powers", "hands is one of 1, 2, either"),
        ({"powers": [{"name": "F", "inflicts": {"effect": "dizzy"}}]}, "powers", "effect is one of stunned"),
        ({"skills": ["+3"]}, "skills", "none of them + ! /"),
        ({"resistances": ["fire"]}, "resistances", "no effect"),
        ({"deck": ["S2"]}, "deck", "22 cards at the start, not 1"),
        ({"deck": [*BALANCED[:-1], "X9"]}, "deck", "is no card"),
        ({"deck": ["RJ", *BALANCED[1:]]}, "deck", "at most one red joker"),
        ({"deck": ["SJ"] * 20 + ["S2", "S3"]}, "deck", "at least 5 number cards"),
        ({"upgrades": ["S2>S4"]}, "upgrades", "can become ♠3"),
    ],
)
@pytest.mark.rule("CT-01", "CT-08")
def test_what_is_wrong_on_a_sheet_is_named_with_what_would_be_right(
    values: dict[str, Any], key: str, words: str
) -> None:
    found = problems(**values)
    assert any(k == key and words in why for k, why in found), found


def test_every_wrong_field_is_named_at_once() -> None:
    wrong = {"armor": -1, "avoidance": "x", "weapons": ["Axe"], "deck": ["S2"], "skills": ["+1"]}
    assert {key for key, _ in problems(**wrong)} == set(wrong)
    with pytest.raises(SheetError) as completing:
        RULESET.complete(wrong)
    assert {key for key, _ in completing.value.problems} == set(wrong), "an import completes before it reads"


@pytest.mark.rule("CT-01")
def test_a_sheet_is_completed_with_starting_values_and_its_deck() -> None:
    made = RULESET.complete({"health_max": "9", "upgrades": "S2>H3, +SJ", "nickname": "Red"})
    assert (made["health_max"], made["health"], made["armor"], made["nickname"]) == (9, 9, 1, "Red")
    assert Counter(made["deck_now"]) == Counter(BALANCED) - Counter(["S2"]) + Counter(["H3", "SJ"])
    assert RULESET.complete(made) == made
    with pytest.raises(SheetError):
        RULESET.complete({"armor": "x"})


@pytest.mark.rule("CT-02")
def test_what_lasts_is_written_back() -> None:
    s = having(
        state(person("ana")), "ana", health=4, recovery=2, hand=("S8", "S6"), discards=("H2",), stored=()
    )
    s = having(s, "ana", pile=tuple(c for c in BALANCED if c not in ("S8", "S6", "H2")))
    values = {"health_max": 12, "deck": "balanced", "weapons": ["Knife"]}
    kept = RULESET.write_back(values, s["ana"].stats)
    assert (kept["health"], kept["recovery"], kept["weapons"]) == (4, 2, ["Knife"])
    assert kept["piles"]["discards"] == ["H2", "S6", "S8"]
    again = RULESET.read(kept)
    assert (again.health, again.discards) == (4, ("H2", "S6", "S8"))
    assert own_cards(person("ana", **kept)) == Counter(BALANCED)
    lasting = {f.key for f in RULESET.sheet_fields if f.lasts}
    assert {k for k in kept if kept[k] != values.get(k)} <= lasting


@pytest.mark.rule("CT-04", "CT-06")
def test_a_joker_dropped_in_the_turn_in_which_the_fight_ends_has_the_discards_shuffled_back() -> None:
    s = dealt(
        turn_begins("ana"), having(state(person("ana"), acting="ana"), "ana", edge=-1), ["S2", "RJ", "S4"]
    ).s
    assert s["ana"].stats.discards == ("RJ",), "the best of three, by disadvantage"
    kept = RULESET.write_back({}, s["ana"].stats)["piles"]
    assert kept["discards"] == []
    assert Counter(kept["pile"]) == Counter(BALANCED)


@pytest.mark.rule("CT-02")
def test_piles_that_do_not_fit_the_deck_start_whole() -> None:
    stats = RULESET.read({"piles": {"pile": ["S2"], "discards": []}})
    assert stats.pile == BALANCED


def test_sections_fit_a_modal_and_texts_their_places() -> None:
    sections: dict[str, int] = defaultdict(int)
    for f in RULESET.sheet_fields:
        sections[f.section] += f.kind != "data"
        assert len(f.label) <= 45
        assert len(f.help) <= 100
    assert max(sections.values()) <= 5
    for option in RULESET.all_options():
        assert option.choices[0].value == option.default
        assert option.help
    assert {o.key for o in RULESET.options} == {
        "space", "long_shots", "first_round", "npc_at_zero", "barrier_block", "deck_carries",
    }  # fmt: skip


def test_every_settable_gives_and_takes_its_value() -> None:
    stats = RULESET.read({})
    samples: dict[str, Any] = {"number": 1, "flag": True, "choice": "advantage"}
    for settable in RULESET.settables:
        after = settable.put(stats, samples[settable.kind])
        assert settable.get(after) == samples[settable.kind], settable.key
    dead = RULESET.settable("dead").put(RULESET.settable("health").put(stats, 0), True)
    assert RULESET.settable("health").put(dead, 3).dead is False
