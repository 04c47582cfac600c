"""Defences and what they do with a hit (TF-53..59)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.games.system24.changes import SetAware, SetStatus
from rules.games.system24.defence import defences, dodge_dc, parry_dc
from rules.games.system24.sheet import State, Weapon

from .table import MISS, arena, change, declare, foe, hero, lines

SWORD, BOW = Weapon("sword"), Weapon("bow", 2, qualities=("ranged",))
HIT, PARTIAL = (9, 9), (10, 6)
"""Rank 2: 22 without and 20 with a Partial Critical."""


def under_attack(weapon: str = "maul", **ana: Any) -> State:
    """It is a Brute's turn (Melee 2), in Melee with Ana."""
    values = {"melee": 3, "athletics": 3, "weapons": ["sword"], "shield": "shield", **ana}
    return arena(foe("brute", melee=2, weapons=[weapon]), hero("ana", **values), near=["ana brute melee"])


def options(s: State, weapon: Weapon = SWORD) -> list[str]:
    return [o.value for o in defences(s, "ana", "brute", weapon)]


def attacked(s: State, defence: str, faces: tuple[int, int] = HIT, *more: Any, called: str = "none") -> Any:
    return declare(
        s, "brute", "attack", [defence, faces, *more], target="ana", manner="focused", called=called
    )


@pytest.mark.rule("TF-53")
def test_one_defence_is_asked_before_the_roll_with_no_defence_the_default() -> None:
    run = attacked(under_attack(), "none", HIT, "blind", called="head")
    ask = run.asks[0]
    assert (ask.who, ask.topic, ask.default) == ("ana", "defence", "none")
    assert ask.prompt == "Brute attacks: Focused Attack with the maul, called at the head. Defend?"
    assert options(under_attack()) == ["none", "dodge", "parry", "block"]
    hints = {o.value: o.hint for o in defences(under_attack(), "ana", "brute", SWORD)}
    assert hints["dodge"].startswith("base DC 16; a miss avoids all; costs 1 stamina either way")
    assert hints["parry"].startswith("base DC 16; a hit does one wound fewer")


@pytest.mark.rule("TF-54", "TF-56", "TF-57", "TF-58")
def test_what_is_eligible() -> None:
    s = under_attack()
    assert options(s, BOW) == ["none", "dodge", "block"]  # no parry against a shot
    assert options(change(s, "ana", held="")) == ["none", "dodge", "block"]
    assert options(change(s, "ana", shield="")) == ["none", "dodge", "parry"]
    assert options(change(s, "ana", bound="LRF")) == ["none"]
    for status in ("prone", "cornered"):
        assert "dodge" not in options(SetStatus("ana", status).apply(s))
    assert "dodge" not in options(under_attack(legs=3))
    assert "dodge" not in options(change(s, "ana", no_dodge=True))
    assert "parry" not in options(under_attack(left_arm=2))
    assert "block" not in options(under_attack(right_arm=2))
    assert "block" not in options(change(s, "ana", shield_integrity=0))


@pytest.mark.rule("TF-59", "TF-116", "TF-291")
def test_nobody_defends_incapacitated_unconscious_or_unaware() -> None:
    s = under_attack()
    for status in ("incapacitated", "unconscious"):
        assert options(SetStatus("ana", status).apply(s)) == ["none"]
    assert options(change(s, "ana", aware=False)) == ["none"]
    assert options(SetAware("ana", False, "brute").apply(s)) == ["none"]
    assert declare(SetAware("ana", False, "brute").apply(s), "brute", "attack", [HIT]).asks == ()


@pytest.mark.rule("TF-56")
@pytest.mark.parametrize(
    ("athletics", "more", "dc"),
    [(0, {}, 13), (3, {}, 16), (6, {}, 19), (3, {"legs": 1}, 14), (1, {"legs": 2}, 13), (0, {"legs": 1}, 13)],
)
def test_dodge_dc(athletics: int, more: dict[str, Any], dc: int) -> None:
    s = under_attack(athletics=athletics, **more)
    assert dodge_dc(s, "ana") == dc
    if not more and athletics:
        assert dodge_dc(SetStatus("ana", "poor_footing").apply(s), "ana") == max(13, dc - 2)
        assert dodge_dc(s.with_ground(poor=True), "ana") == max(13, dc - 2)


@pytest.mark.rule("TF-56")
def test_dodge_costs_a_stamina_either_way_and_a_miss_avoids_all() -> None:
    missed = attacked(under_attack(), "dodge", (6, 5), *MISS)
    assert (missed.s["ana"].stats.stamina, missed.s["ana"].stats.wounds) == (5, {})
    hit = attacked(under_attack(), "dodge")
    assert (hit.s["ana"].stats.stamina, hit.s["ana"].stats.wounded("core")) == (5, 2)


@pytest.mark.rule("TF-57")
def test_parry_takes_a_wound_off_and_wears_the_weapon_on_a_critical() -> None:
    assert parry_dc(under_attack(), "ana") == 16
    hit = attacked(under_attack(), "parry")
    assert hit.s["ana"].stats.wounded("core") == 1
    assert hit.s["ana"].stats.in_hand.integrity == 3
    assert "hit for 2 wounds: 1 parried; 1 wound to the Core" in lines(hit)
    partial = attacked(under_attack(), "parry", PARTIAL, "legs")
    assert partial.s["ana"].stats.wounds == {"legs": 1}
    assert partial.s["ana"].stats.in_hand.integrity == 2


@pytest.mark.rule("TF-58")
def test_a_shield_takes_the_first_wound_and_turns_the_others_into_stamina() -> None:
    run = attacked(under_attack(armor="light"), "block")
    ana = run.s["ana"].stats
    assert run.rolls[0][0].dcs == (13,)
    assert (ana.wounds, ana.stamina, ana.integrity, ana.shield_integrity) == ({}, 5, 2, 3)
    partial = attacked(under_attack(), "block", PARTIAL).s["ana"].stats
    assert (partial.wounds, partial.stamina, partial.shield_integrity) == ({}, 5, 2)


@pytest.mark.rule("TF-58")
def test_another_object_turns_every_wound_into_stamina_and_suffers() -> None:
    ana = attacked(under_attack(shield="object"), "block").s["ana"].stats
    assert (ana.wounds, ana.stamina, ana.shield_integrity) == ({}, 4, 2)


@pytest.mark.rule("TF-58")
def test_a_bare_arm_only_with_the_option_and_up_to_disabled() -> None:
    people = (
        foe("brute", melee=2, weapons=["maul"]),
        hero("ana", weapons=["sword"], right_arm=1),
    )
    off = arena(*people, near=["ana brute melee"])
    assert "block" not in options(off)
    on = arena(*people, near=["ana brute melee"], bare_arm_block=True)
    run = attacked(on, "block")
    # 2 wounds: the arm has room for 1 up to Disabled, the other goes on to the Core
    assert run.s["ana"].stats.wounds == {"right_arm": 2, "core": 1}


@pytest.mark.rule("TF-60")
def test_the_order_is_weapon_defence_armor_region() -> None:
    """Maul 2 + 1 of a Full Martial Attack, parried 1, Light armor 1: one wound."""
    s = under_attack(armor="light")
    run = declare(s, "brute", "attack", ["parry", HIT], target="ana", manner="full-wound")
    ana = run.s["ana"].stats
    assert (ana.wounded("core"), ana.stamina) == (1, 5)
    told = "hit for 3 wounds: 1 parried and 1 turned by armor for 1 stamina; 1 wound to the Core"
    assert told in lines(run)
