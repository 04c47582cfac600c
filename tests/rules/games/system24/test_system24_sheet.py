"""Data, sheets, what the Guide may overrule, options and verbs as the table sees them (TF-130, 131)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.engine.codec import decode, encode
from rules.engine.encounter import FIGHTING
from rules.engine.ruleset import SheetError
from rules.games.system24 import RULESET
from rules.games.system24.data import ARMOR, WEAPONS
from rules.games.system24.sheet import Weapon

from .table import READY, arena, change, foe, hero

COMMANDS = {
    "attack": ["target", "weapon", "manner", "called", "modifier"],
    "move": ["target", "where"],
    "act": ["target", "detail"],
    "trigger": ["when", "then", "who", "anchors"],
    "place": ["target", "where", "detail"],
}


@pytest.mark.rule("TF-130")
@pytest.mark.parametrize(
    ("name", "hands", "wounds", "both", "primary", "qualities"),
    [
        ("dagger", 1, 1, 0, "precision", ""),
        ("rapier", 1, 1, 0, "precision", "parry"),
        ("sword", 1, 1, 0, "", "parry"),
        ("greatsword", 2, 2, 0, "", "parry"),
        ("axe", 1, 1, 0, "chopping", ""),
        ("greataxe", 2, 2, 0, "chopping", ""),
        ("mace", 1, 1, 0, "crushing", ""),
        ("maul", 2, 2, 0, "crushing", ""),
        ("spear", 12, 1, 2, "", "brace reach"),
        ("pike", 2, 2, 0, "", "brace reach"),
        ("bow", 2, 1, 0, "precision", "ranged separated"),
        ("longbow", 2, 1, 0, "precision", "ranged separated wards"),
        ("pistol", 1, 1, 0, "precision", "loud ranged wards"),
        ("rifle", 2, 2, 0, "precision", "loud ranged wards"),
        ("unarmed", 1, 0, 0, "", ""),
    ],
)
def test_weapons(name: str, hands: int, wounds: int, both: int, primary: str, qualities: str) -> None:
    w = WEAPONS[name]
    found = (w.hands, w.wounds, w.both, w.primary, " ".join(sorted(w.qualities)))
    assert found == (hands, wounds, both, primary, qualities)
    assert w.integrity == 3
    assert w.stamina == (1 if name == "unarmed" else 0)


@pytest.mark.rule("TF-131")
@pytest.mark.parametrize(
    ("key", "skills", "weapons", "armor", "stamina", "shield", "anchors"),
    [
        ("guard", {"melee": 2, "athletics": 1}, ["spear"], "medium", 6, "shield", "LRHF"),
        ("scout", {"ranged": 2, "athletics": 2}, ["bow", "dagger"], "light", 6, "", "LRHF"),
        ("duelist", {"melee": 3, "athletics": 2}, ["rapier"], "none", 6, "", "LRHF"),
        ("bandit", {"melee": 1, "athletics": 1}, ["axe"], "light", 4, "", "LRHF"),
        ("gunman", {"ranged": 2}, ["pistol"], "none", 4, "", "LRHF"),
        ("brute", {"melee": 2}, ["maul"], "heavy", 8, "", "LRHF"),
        ("hound", {"melee": 1, "athletics": 2}, ["bite"], "none", 2, "", "HF"),
    ],
)
def test_ready_made(
    key: str, skills: dict[str, int], weapons: list[str], armor: str, stamina: int, shield: str, anchors: str
) -> None:
    me = RULESET.read(READY[key].values)
    assert dict(me.skills) == skills
    assert [w.name for w in me.weapons] == weapons
    assert (me.armor, me.stamina, me.stamina_max, me.shield, me.anchors) == (
        armor,
        stamina,
        stamina,
        shield,
        anchors,
    )
    assert (me.tier, me.integrity) == ARMOR[armor]
    assert me.held == weapons[0]


@pytest.mark.rule("TF-61", "TF-130")
def test_a_sheet_derives_what_it_is_not_given_and_takes_custom_arms() -> None:
    whole = RULESET.complete({"armor": "medium", "weapons": ["sword"], "shield": "shield"})
    assert (whole["stamina_max"], whole["stamina"], whole["integrity"]) == (6, 6, 3)
    assert (whole["held"], whole["shield_integrity"]) == ("sword", 3)
    claymore = {"name": "Claymore", "hands": 2, "qualities": ["parry"], "primary": "chopping"}
    plate = {"name": "plate", "tier": 3, "integrity": 7}
    me = RULESET.read({"weapons": [claymore, "dagger"], "armor": plate})
    assert me.in_hand == Weapon("claymore", 2, 2, primary="chopping", qualities=("parry",))
    assert (me.armor, me.tier, me.integrity) == ("plate", 3, 7)


def test_every_wrong_field_is_named_at_once() -> None:
    wrong = {
        "melee": 9, "stamina": "much", "armor": "tin", "weapons": ["laser", {"name": "x", "primary": "hot"}],
        "held": "broom", "belt": "wide", "belt_items": {"7": "x"}, "core": 8, "pack_items": "rope",
    }  # fmt: skip
    with pytest.raises(SheetError) as caught:
        RULESET.read(wrong)
    assert {key for key, _ in caught.value.problems} == set(wrong)
    assert all(why.endswith(".") for _, why in caught.value.problems)


def test_sections_fit_a_modal_and_keys_are_unique() -> None:
    sections: dict[str, int] = {}
    for f in RULESET.sheet_fields:
        if f.kind != "data":
            sections[f.section] = sections.get(f.section, 0) + 1
    assert max(sections.values()) <= 5
    assert len({f.key for f in RULESET.sheet_fields}) == len(RULESET.sheet_fields)


def test_what_lasts_is_written_back() -> None:
    values = READY["scout"].values
    s = arena(hero("ana", **{k: v for k, v in values.items() if k != "name"}))
    worn = tuple(Weapon(w.name, w.hands, w.wounds, ammo=4, integrity=1) for w in s["ana"].stats.weapons)
    s = change(s, "ana", stamina=2, fear=3, integrity=0, weapons=worn)
    s = s.with_stats("ana", wounds=s["ana"].stats.wounds.put("legs", 2))
    back = RULESET.write_back(values, s["ana"].stats)
    again = RULESET.read(json.loads(json.dumps(back)))
    assert (again.stamina, again.fear, again.integrity, again.wounded("legs")) == (2, 3, 0, 2)
    assert [(w.ammo, w.integrity) for w in again.weapons] == [(4, 1), (4, 1)]
    lasting = {f.key for f in RULESET.sheet_fields if f.lasts}
    assert {k for k in back if back[k] != values.get(k)} <= lasting | {"weapon_state"}


def test_a_foe_by_name_and_health() -> None:
    me = RULESET.read(RULESET.adhoc("Thug", 5))
    assert (me.stamina, me.rank("melee")) == (5, 1)


@pytest.mark.parametrize("settable", RULESET.settables, ids=lambda x: x.key)
def test_the_guide_may_overrule_every_value(settable: Any) -> None:
    me = hero("ana", weapons=["sword", "bow"], held="sword").stats
    before = settable.get(me)
    new: Any = {"number": settable.low + 1, "flag": not before, "text": "bow", "choice": ""}[settable.kind]
    if settable.kind == "choice":
        new = next(c for c in settable.choices if c != before)
    if settable.key in ("committed", "bound"):
        new = "LH"
    if settable.kind == "number" and new == before:
        new = settable.high
    after = settable.put(me, new)
    assert settable.get(after) == new
    if settable.key == "weapon_integrity":
        assert settable.get(settable.put(me, -1)) == 0
    assert decode(json.loads(json.dumps(encode(after)))) == after


def test_verbs_stand_under_the_commands_and_take_their_options() -> None:
    names = [v.name for v in RULESET.verbs]
    assert len(set(names)) == len(names)
    for v in RULESET.verbs:
        assert [p.name for p in v.params if p.name not in COMMANDS[v.command]] == [], v.name
        assert (v.who == "gm") == (v.command == "place")
        assert v.clause.startswith("TF-")
        assert v.label


def test_options_are_those_of_the_clauses() -> None:
    found = {o.key: o.default for o in RULESET.options}
    assert found == {
        "guard_attack": "hit", "focused_bonus": "plain", "defence_commits_anchor": True,
        "bare_arm_block": False, "trigger_deadline": "600", "trigger_wording": "private",
        "covering_fire_dc": "13", "rule_of_cool": True,
    }  # fmt: skip
    for o in RULESET.options:
        assert o.choices[0].value == str(o.default).lower()
        assert all(c.label for c in o.choices)
        assert o.help


def test_no_verb_is_ready_without_a_choice_for_what_it_needs() -> None:
    s = arena(
        hero("ana", weapons=["sword", "pistol"]), foe("bandit", weapons=["axe"]), near=["ana bandit melee"]
    )
    assert s.phase == FIGHTING
    for v in RULESET.verbs:
        if v.who != "turn" or v.ready(s, "ana") is not None:
            continue
        args: dict[str, str] = {}
        for p in v.params:
            if p.kind in ("choice", "many") and p.required:
                assert p.choices is not None
                found = p.choices(s, "ana", args)
                assert found, (v.name, p.name)
                args[p.name] = found[0].value
