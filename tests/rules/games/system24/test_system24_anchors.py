"""Anchors: what each action commits and which defences it leaves (TF-10..13, 39, 54, 55, 57, 64, 112)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from rules.engine.procedures import Refused
from rules.games.system24 import RULESET
from rules.games.system24.changes import Committed, Locked
from rules.games.system24.defence import defences
from rules.games.system24.sheet import Lock, State, Weapon
from rules.games.system24.state import free_anchors
from rules.games.system24.turns import spent, turn_start

from .table import MISS, arena, change, declare, foe, hero, play

AXE = Weapon("axe")
HIT = ["none", (6, 6)]


def swordsman(**more: Any) -> State:
    """Ana with a sword and a shield, a Bandit in Melee."""
    values = {"melee": 2, "athletics": 2, "weapons": ["sword", "mace"], "shield": "shield", **more}
    return arena(hero("ana", **values), foe("bandit", weapons=["axe"]), near=["ana bandit melee"])


def left(s: State) -> tuple[str, str]:
    """Free anchors, and the initials of the defences left against an axe."""
    found = defences(s, "ana", "bandit", AXE)
    return free_anchors(s, "ana"), "".join(o.value[0].upper() for o in found[1:])


# Every action of the page and what it leaves: anchors free, and Dodge, Parry, Block. A sword parries once
# more after an attack (TF-57), Advance and Move leave Dodge (TF-39).
ROWS: list[tuple[str, dict[str, str], Sequence[Any], str, str]] = [
    ("attack", {"manner": "wild"}, HIT, "RHF", "DPB"),
    ("attack", {"manner": "focused"}, HIT, "RF", "DPB"),
    ("attack", {"manner": "full-leverage"}, ["none", (6, 6, 1)], "R", "PB"),
    ("attack", {"manner": "full-wound"}, HIT, "R", "PB"),
    ("attack", {"manner": "wild", "weapon": "mace"}, HIT, "RHF", "DB"),
    ("advance", {"target": "bandit"}, [], "LRH", "DPB"),
    ("withdraw", {}, [], "LRH", "DPB"),
    ("reposition", {}, [], "LRH", "DPB"),
    ("past", {"target": "bandit"}, [(6, 6)], "LRH", "DPB"),
    ("take-cover", {}, [], "LRH", "DPB"),
    ("sprint", {}, [], "LRH", "PB"),
    ("leap", {"at": "across:8"}, [(6, 6)], "LR", "PB"),
    ("trigger", {"when": "he moves", "then": "shout"}, [], "LRF", "DPB"),
    ("trigger", {"when": "attacks:ana:as", "then": "attack:wild:none:sword"}, [], "RF", "DB"),
    ("shove", {"target": "bandit"}, [(1, 1), *MISS], "R", "B"),
    ("grapple", {"target": "bandit"}, [(1, 1), *MISS], "LF", "DP"),
    ("disarm", {"target": "bandit"}, [(1, 1), *MISS], "R", "B"),
    ("bind", {"target": "bandit"}, [(1, 1), *MISS], "", ""),
    ("tumble", {"target": "bandit", "at": "past"}, [(1, 1), *MISS], "LR", "PB"),
    ("cast", {}, [], "LRF", "DPB"),
    ("gear", {}, [], "LHF", "DP"),
    ("draw", {"detail": "mace"}, [], "LRHF", "DPB"),
]


@pytest.mark.rule("TF-10", "TF-39", "TF-40", "TF-41", "TF-42", "TF-54", "TF-57")
@pytest.mark.parametrize(("verb", "args", "script", "free", "defend"), ROWS)
def test_anchors_actions_defences(
    verb: str, args: dict[str, str], script: Sequence[Any], free: str, defend: str
) -> None:
    s = swordsman()
    if verb == "past":
        s = change(s, "bandit", held="")  # bare hands contest nothing
        script = []
    if verb == "advance":
        s = change(s, "bandit", held="")
    target = {"target": "bandit"} if verb == "attack" else {}
    assert left(declare(s, "ana", verb, script, **target, **args).s) == (free, defend)


# A weapon in two hands takes R as well (TF-11); a greatsword parries, a maul does not parry after an attack.
TWO_HANDED = [
    ("greatsword", "wild", HIT, "HF", "DP"),
    ("greatsword", "focused", HIT, "F", "DP"),
    ("greatsword", "full-wound", HIT, "", "P"),
    ("maul", "wild", HIT, "HF", "D"),
    ("spear|2", "wild", HIT, "HF", "D"),
    ("spear", "wild", HIT, "RHF", "DB"),
]


@pytest.mark.rule("TF-11", "TF-40", "TF-41", "TF-42")
@pytest.mark.parametrize(("weapon", "manner", "script", "free", "defend"), TWO_HANDED)
def test_two_hands_take_r(weapon: str, manner: str, script: Sequence[Any], free: str, defend: str) -> None:
    s = swordsman(weapons=[weapon.split("|")[0]])
    run = declare(s, "ana", "attack", script, target="bandit", weapon=weapon, manner=manner)
    assert left(run.s) == (free, defend)


@pytest.mark.rule("TF-10")
def test_all_are_free_before_the_first_turn_and_again_at_the_start_of_the_own_turn() -> None:
    s = swordsman()
    assert free_anchors(s, "ana") == "LRHF"
    s = Committed("ana", "LRHF", "bind").apply(s)
    assert free_anchors(s, "ana") == ""
    assert free_anchors(play(turn_start("ana"), s, []).s, "ana") == "LRHF"


@pytest.mark.rule("TF-12")
@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"committed": "wild"}, "primary hand (L), which is committed to a Wild Swing"),
        ({"left_arm": 2}, "primary hand (L), which is disabled"),
        ({"left_arm": 3}, "primary hand (L), which is missing"),
        ({"bound": "L"}, "primary hand (L), which is restrained"),
    ],
)
def test_a_refusal_names_the_anchor_and_why(fields: dict[str, Any], sentence: str) -> None:
    held = fields.pop("committed", "")
    s = swordsman(**fields)
    if held:
        s = Committed("ana", "L", held).apply(s)
    verb = RULESET.verb("attack")
    args = {"target": "bandit", "weapon": "sword", "manner": "wild"}
    with pytest.raises(Refused) as caught:
        play(verb.call(s, "ana", args), s, [])
    assert sentence in str(caught.value)
    assert sentence in str(verb.ready(s, "ana"))


@pytest.mark.rule("TF-12", "TF-112")
def test_a_locked_anchor_is_refused_with_the_holders_name() -> None:
    s = Locked(Lock("bandit", "R", "ana", "L")).apply(swordsman())
    assert "locked by Bandit" in str(RULESET.verb("attack").ready(s, "ana"))


@pytest.mark.rule("TF-13")
def test_several_actions_in_a_turn_as_long_as_anchors_last() -> None:
    s = swordsman()
    s = declare(s, "ana", "attack", HIT, target="bandit", manner="wild").s
    s = declare(s, "ana", "withdraw").s
    assert free_anchors(s, "ana") == "RH"
    assert not spent(s, "ana")
    s = declare(s, "ana", "other", target="RH", detail="braces").s
    assert spent(s, "ana")


@pytest.mark.rule("TF-10", "TF-131")
def test_a_hound_bites_with_its_head() -> None:
    s = arena(foe("hound", melee=1, weapons=["bite"], anchors="HF"), hero("ana"), near=["hound ana melee"])
    after = declare(s, "hound", "attack", HIT, target="ana", manner="focused").s
    assert free_anchors(after, "hound") == "F"
    assert after["ana"].stats.wounded("core") == 0 or after["ana"].stats.wounds  # 12 + 2 makes 13


@pytest.mark.rule("TF-55")
@pytest.mark.parametrize(("option", "free"), [(True, "LRH"), (False, "LRHF")])
def test_a_defence_commits_its_anchor_until_the_next_turn(option: bool, free: str) -> None:
    s = arena(
        foe("bandit", weapons=["axe"]), hero("ana", weapons=["sword"]),
        near=["ana bandit melee"], defence_commits_anchor=option,
    )  # fmt: skip
    after = declare(s, "bandit", "attack", ["dodge", (1, 1), *MISS], target="ana").s
    assert free_anchors(after, "ana") == free
    assert after["ana"].stats.stamina == 5
    again = "dodge" in [o.value for o in defences(after, "ana", "bandit", AXE)]
    assert again is not option


@pytest.mark.rule("TF-57")
def test_a_parry_weapon_parries_once_after_an_attack() -> None:
    s = declare(swordsman(), "ana", "attack", HIT, target="bandit", manner="wild").s
    after = declare(s, "bandit", "attack", ["parry", (1, 1), *MISS], target="ana").s
    assert "parry" not in [o.value for o in defences(after, "ana", "bandit", AXE)]


@pytest.mark.rule("TF-12", "TF-64")
@pytest.mark.parametrize(
    ("wounds", "gone"),
    [({"left_arm": 2}, "RHF"), ({"right_arm": 3}, "LHF"), ({"legs": 4}, "LRHF"), ({"legs": 5}, "LRH")],
)
def test_lost_regions_lose_their_anchor(wounds: dict[str, int], gone: str) -> None:
    assert free_anchors(swordsman(**wounds), "ana") == gone


@pytest.mark.rule("TF-12")
def test_choices_offer_only_what_the_anchors_allow() -> None:
    s = Committed("ana", "H", "cast").apply(swordsman())
    attack = RULESET.verb("attack")
    manners = attack.params[2].choices
    assert manners is not None
    found = [c.value for c in manners(s, "ana", {"target": "bandit", "weapon": "sword"})]
    assert found == ["wild"]
    assert RULESET.verb("cast").ready(s, "ana") == (
        "Casting needs your head (H), which is committed to a spell until your next turn."
    )


@pytest.mark.rule("TF-12", "TF-30")
@pytest.mark.parametrize(
    ("verb", "args", "why"),
    [
        ("attack", {"target": "bandit"}, "Bandit is Separated from you: Advance first, or use"),
        ("attack", {"target": "ana"}, "You cannot attack yourself."),
        ("attack", {"target": "brute", "weapon": "dagger"}, "The dagger lies on the ground"),
        (
            "attack", {"target": "brute", "manner": "full-wound"},
            "A Full Martial Attack needs your feet (F), which are committed to an Advance",
        ),
        ("grapple", {"target": "bandit"}, "Bandit is Separated from you: Advance first."),
        ("shove", {"target": "Bandit"}, "Bandit is Separated from you: Advance first."),
        ("disarm", {"target": "brute"}, "Brute holds no weapon."),
    ],
)  # fmt: skip
def test_what_cannot_be_chosen_now_is_refused_with_its_reason(
    verb: str, args: dict[str, str], why: str
) -> None:
    s = arena(
        hero("ana", weapons=["sword", "dagger"]), foe("bandit", weapons=["axe"]), foe("brute"),
        foe("pike", weapons=["pike"]), near=["ana brute melee", "ana pike melee"],
    )  # fmt: skip
    s = Committed("ana", "F", "advance").apply(change(s, "ana", dropped=("dagger",)))
    with pytest.raises(Refused, match=re.escape(why)):
        declare(s, "ana", verb, **args)


@pytest.mark.rule("TF-12", "TF-31", "TF-90")
def test_nobody_to_come_closer_to_and_no_guard_to_disturb_are_said() -> None:
    s = arena(hero("ana", weapons=["pistol"]), foe("bandit"), foe("thug"), near=["ana bandit grappling"])
    with pytest.raises(Refused, match="grappling Bandit already"):
        declare(s, "ana", "advance", target="bandit")
    with pytest.raises(Refused, match="Bandit has no Guard to be disturbed"):
        declare(s, "ana", "covering", target="bandit")
