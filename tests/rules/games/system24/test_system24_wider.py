"""The wider game: feet, hands, and shots (TF-120..129)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.engine import frame
from rules.engine.procedures import Refused
from rules.games.system24 import RULESET
from rules.games.system24.changes import Committed, Locked, SetStatus
from rules.games.system24.defence import defences
from rules.games.system24.movement import advance
from rules.games.system24.sheet import GRAPPLING, MELEE, SEPARATED, Lock, State
from rules.games.system24.state import AIM, SUPPRESS, WEAPON_BOUND, between, free_anchors, lasting, locks_on

from .table import MISS, arena, dcs, declare, dice, foe, hero, lines, play

HIT = (9, 9)
"""Rank 2: 22."""


def pair(
    near: str = "melee", ana: dict[str, Any] | None = None, bandit: dict[str, Any] | None = None
) -> State:
    mine = {"melee": 2, "athletics": 2, "ranged": 2, "weapons": ["sword"], **(ana or {})}
    theirs = {"melee": 1, "athletics": 3, "weapons": ["axe"], **(bandit or {})}
    links = [] if near == "separated" else [f"ana bandit {near}"]
    return arena(hero("ana", **mine), foe("bandit", **theirs), near=links)


@pytest.mark.rule("TF-120", "TF-122")
@pytest.mark.parametrize(("ground", "dc"), [("rough", 8), ("crowded", 10), ("hazard", 12)])
def test_sprint(ground: str, dc: int) -> None:
    s = pair("separated")
    clear = declare(s, "ana", "sprint", at="clear")
    assert clear.rolls == ()
    assert "moves 8" in lines(clear)
    assert clear.s["ana"].stats.stamina == 5
    run = declare(s, "ana", "sprint", [(1, 1), *MISS], at=ground)
    assert dcs(run) == (dc,)  # 10, 12, 14, each 2 lower in play
    assert run.s["ana"].stats.stamina == 5
    assert run.s["ana"].stats.no_dodge
    assert "only moves as usual, 6" in lines(run)


@pytest.mark.rule("TF-121")
@pytest.mark.parametrize("way", ["across", "up"])
@pytest.mark.parametrize("dc", [8, 10, 12, 14, 16, 18, 20])
def test_leap_by_feet(way: str, dc: int) -> None:
    feet = {
        "across": dict(
            zip((8, 10, 12, 14, 16, 18, 20), ("5", "8", "10", "12", "15", "20", "25"), strict=True)
        ),
        "up": dict(zip((8, 10, 12, 14, 16, 18, 20), ("1.5", "2", "3", "4", "6", "8", "10"), strict=True)),
    }
    run = declare(pair("separated"), "ana", "leap", [(10, 10)], at=f"{way}:{dc}")
    assert f"tries to leap {feet[way][dc]} feet {way}" in lines(run)
    assert f": {dc} for {feet[way][dc]} feet {way} − 2 rule of cool." in lines(run) or dc == 6
    assert dcs(run) == (max(6, dc - 2),)
    assert free_anchors(run.s, "ana") == "LR"
    assert run.s["ana"].stats.no_dodge


@pytest.mark.rule("TF-122")
def test_checks_beside_the_fight() -> None:
    s = pair()
    average = RULESET.check(s, "ana", {"skill": "lore", "target": "10"}, "table")
    assert average is not None
    assert dcs(play(average, s, [(4, 4)])) == (8,)
    contested = RULESET.check(
        s, "ana", {"skill": "athletics", "target": "bandit", "modifier": "pressure2"}, "gm"
    )
    assert contested is not None
    run = play(contested, s, [(9, 9)])
    assert dcs(run) == (18,)  # 13 + 3 and Pressure 2: never lowered
    assert dice(run).audience == "gm"
    assert run.asks == ()


@pytest.mark.rule("TF-123", "TF-08")
def test_shove() -> None:
    s = pair("grappling")
    # against the higher of Athletics 3 and Melee 1: 16; 6 + 6 + 4 = 16 makes it, by 0
    run = declare(s, "ana", "shove", [(6, 6)], target="bandit")
    assert dcs(run) == (16,)
    assert between(run.s, "ana", "bandit") == MELEE
    assert not run.s["bandit"].stats.has("prone")
    hard = declare(s, "ana", "shove", [(8, 8)], target="bandit")  # 20, by 4
    assert hard.s["bandit"].stats.has("prone")
    assert free_anchors(hard.s, "ana") == "R"


@pytest.mark.rule("TF-124")
def test_tumble_past_and_away_without_guard_or_response() -> None:
    s = pair(bandit={"melee": 1})
    away = declare(s, "ana", "tumble", [HIT], target="bandit", at="away")
    assert dcs(away) == (14,)
    assert between(away.s, "ana", "bandit") == SEPARATED
    past = declare(s, "ana", "tumble", [HIT], target="bandit", at="past")
    assert between(past.s, "ana", "bandit") == MELEE
    assert free_anchors(past.s, "ana") == "LR"
    assert len(past.rolls) == 1


# ------------------------------------------------------------------ grapples
@pytest.mark.rule("TF-125", "TF-112")
def test_grapple_locks_a_named_anchor() -> None:
    run = declare(pair(), "ana", "grapple", [HIT], target="bandit", detail="R>L+H")
    assert run.s.ground.locks == (Lock("ana", "R", "bandit", "L"),)
    assert between(run.s, "ana", "bandit") == GRAPPLING
    assert free_anchors(run.s, "bandit") == "RHF"
    # the limb stays committed while the lock holds, beyond the next turn
    later = play(frame.pass_turn(), play(frame.pass_turn(), run.s, []).s, []).s
    assert later.actor == "ana"
    assert free_anchors(later, "ana") == "LHF"


@pytest.mark.rule("TF-125", "TF-50")
def test_without_the_head_a_first_grapple_is_blind() -> None:
    s = pair()
    assert dcs(declare(s, "ana", "grapple", [HIT], target="bandit", detail="R>L+H")) == (16,)
    groping = declare(s, "ana", "grapple", [HIT], target="bandit", detail="R>L")
    assert dcs(groping) == (20,)
    assert "DC 20: 16 Bandit's Athletics 3 + 4 without the head." in lines(groping)
    held = Locked(Lock("ana", "L", "bandit", "F")).apply(pair("grappling"))
    assert dcs(declare(held, "ana", "grapple", [HIT], target="bandit", detail="R>L")) == (16,)


@pytest.mark.rule("TF-125")
def test_grapple_needs_reach_and_a_free_limb() -> None:
    assert RULESET.verb("grapple").ready(pair("separated"), "ana") == (
        "Nobody is in Melee or Grappling range of you."
    )
    s = pair("separated")
    with pytest.raises(Refused, match="Separated"):
        play(RULESET.verb("grapple").call(s, "ana", {"target": "bandit", "detail": "R>L+H"}), s, [])


@pytest.mark.rule("TF-126", "TF-112")
def test_break_free_uses_what_is_free_locked_ones_included() -> None:
    s = pair("grappling", bandit={"athletics": 1, "melee": 2})
    for anchor in "LF":
        s = Locked(Lock("bandit", "L" if anchor == "L" else "R", "ana", anchor)).apply(s)
    run = declare(s, "ana", "break-free", [HIT], target="bandit:L")
    assert dcs(run) == (15,)
    assert [x.anchor for x in locks_on(run.s, "ana")] == ["F"]
    missed = declare(s, "ana", "break-free", [(1, 1), *MISS], target="bandit:L")
    assert len(locks_on(missed.s, "ana")) == 2
    # all that could break free is committed now
    assert RULESET.verb("break-free").ready(missed.s, "ana") is None  # R alone is left
    tried = declare(missed.s, "ana", "break-free", [(1, 1), *MISS], target="bandit:L")
    assert RULESET.verb("break-free").ready(tried.s, "ana") is not None


@pytest.mark.rule("TF-126", "TF-112")
def test_the_pinned_can_break_free_and_nothing_else() -> None:
    s = arena(hero("ana", athletics=2), foe("a"), foe("b"), foe("c"), near=["ana a grappling"])
    for holder, anchor in (("a", "L"), ("b", "H"), ("c", "F")):
        s = Locked(Lock(holder, "R", "ana", anchor)).apply(s)
    run = declare(s, "ana", "break-free", [HIT], target="a:L")
    assert len(locks_on(run.s, "ana")) == 2


@pytest.mark.rule("TF-127")
def test_throw() -> None:
    s = Locked(Lock("ana", "R", "bandit", "L")).apply(pair("grappling"))
    run = declare(s, "ana", "throw", [HIT], target="bandit")
    assert run.s["bandit"].stats.has("prone")
    assert between(run.s, "ana", "bandit") == SEPARATED
    assert run.s.ground.locks == ()
    assert RULESET.verb("throw").ready(pair(), "ana") == "You hold nobody."


@pytest.mark.rule("TF-126")
def test_the_holder_can_let_go() -> None:
    s = Locked(Lock("ana", "R", "bandit", "L")).apply(pair("grappling"))
    assert declare(s, "ana", "let-go", target="bandit").s.ground.locks == ()


@pytest.mark.rule("TF-128")
@pytest.mark.parametrize(("weapon", "dc"), [("axe", 14), ("maul", 16)])
def test_disarm(weapon: str, dc: int) -> None:
    s = pair(bandit={"weapons": [weapon]})
    run = declare(s, "ana", "disarm", [HIT], target="bandit")
    assert dcs(run) == (dc,)
    assert run.s["bandit"].stats.dropped == (weapon,)
    assert run.s["bandit"].stats.in_hand.name == "unarmed"
    # picking it up takes a hand
    back = declare(replace(run.s, acting="bandit"), "bandit", "draw", detail=weapon).s
    assert back["bandit"].stats.in_hand.name == weapon
    assert free_anchors(back, "bandit") == "LHF"


@pytest.mark.rule("TF-128")
def test_a_bound_weapon_is_useless_for_the_next_action() -> None:
    run = declare(pair(), "ana", "bind", [HIT], target="bandit")
    s = replace(run.s, acting="bandit")
    assert lasting(s, "bandit", WEAPON_BOUND) is not None
    verb = RULESET.verb("attack")
    with pytest.raises(Refused, match="axe is bound"):
        play(verb.call(s, "bandit", {"target": "ana", "weapon": "axe", "manner": "wild"}), s, [])
    after = declare(s, "bandit", "search").s
    assert lasting(after, "bandit", WEAPON_BOUND) is None


# ------------------------------------------------------------------ at a distance
@pytest.mark.rule("TF-129")
@pytest.mark.parametrize(("sight", "dc"), [("clear", 8), ("obscured", 10)])
def test_aim(sight: str, dc: int) -> None:
    s = pair("separated", ana={"weapons": ["pistol"]})
    run = declare(s, "ana", "aim", [HIT], detail=sight)
    assert dcs(run) == (dc,)
    s = play(frame.pass_turn(), play(frame.pass_turn(), run.s, []).s, []).s  # Ana's next turn
    shot = declare(s, "ana", "attack", ["none", (5, 5, 1)], target="bandit")
    assert dice(shot).leverage == 1
    assert lasting(shot.s, "ana", AIM) is None
    unused = play(frame.pass_turn(), s, []).s
    assert lasting(unused, "ana", AIM) is None


@pytest.mark.rule("TF-129")
def test_rapid_fire_at_one_target_is_two_hits_at_one_wound_fewer() -> None:
    s = pair("separated", ana={"weapons": ["rifle"]})
    run = declare(s, "ana", "rapid", ["none", HIT], target="bandit")
    assert dcs(run) == (15,)
    assert run.s["bandit"].stats.wounded("core") == 2
    assert run.s["ana"].stats.in_hand.ammo == 3
    assert free_anchors(run.s, "ana") == "F"
    pistol = pair("separated", ana={"weapons": ["pistol"]})
    assert declare(pistol, "ana", "rapid", ["none", HIT], target="bandit").s["bandit"].stats.wounds == {}


@pytest.mark.rule("TF-129")
def test_rapid_fire_at_two_targets_is_one_roll_against_each_dc() -> None:
    s = arena(
        hero("ana", ranged=2, weapons=["rifle"]), foe("one", athletics=6), foe("two"),
    )  # fmt: skip
    run = declare(s, "ana", "rapid", ["dodge", "none", (6, 6)], target="one,two")
    # 16 against 19 + 2 and against 13 + 2
    assert dcs(run) == (21, 15)
    assert run.s["one"].stats.wounds == {}
    assert run.s["two"].stats.wounded("core") == 1


@pytest.mark.rule("TF-129")
@pytest.mark.parametrize(("lane", "dc"), [("doorway", 10), ("lane", 12), ("wide", 14)])
def test_suppress_an_approach(lane: str, dc: int) -> None:
    s = arena(
        hero("ana", ranged=2, weapons=["pistol"]), foe("bandit", athletics=2),
        hero("guard", melee=2, weapons=["spear"], shield="shield"),
    )  # fmt: skip
    run = declare(s, "ana", "suppress", [HIT], target=lane, detail="hall")
    assert dcs(run) == (dc,)
    s = replace(run.s, acting="bandit")
    by_hall = play(advance("bandit", "guard", "hall", (), False), s, ["keep", HIT])
    assert dcs(by_hall) == (17,)
    other = play(advance("bandit", "guard", "roof", (), False), s, ["keep", HIT])
    assert dcs(other) == (15,)
    over = play(frame.pass_turn(), play(frame.pass_turn(), s, []).s, []).s
    assert lasting(over, "ana", f"{SUPPRESS}:hall") is None


@pytest.mark.rule("TF-50", "TF-125")
def test_the_blind_grapple_in_the_guides_category_or_not_at_all() -> None:
    s = SetStatus("ana", "blind", 6).apply(pair())
    for detail in ("R>L+H", "R>L"):  # without the head it is 4, and blind it is 6 all the same
        assert dcs(declare(s, "ana", "grapple", [HIT], target="bandit", detail=detail)) == (22,)
    refused = SetStatus("ana", "blind", 9).apply(pair())
    with pytest.raises(Refused, match="blind"):
        declare(refused, "ana", "grapple", [], target="bandit", detail="R>L+H")


@pytest.mark.rule("TF-50", "TF-110")
def test_where_strikes_are_refused_movement_is_only_hampered() -> None:
    s = SetStatus("ana", "blind", 9).apply(pair("separated"))
    assert dcs(declare(s, "ana", "sprint", [HIT], at="rough")) == (10,)  # 10 - 2 in play, + 2


@pytest.mark.rule("TF-66", "TF-07", "TF-118")
def test_a_check_beside_the_fight_bears_what_every_action_bears() -> None:
    s = pair(ana={"stamina": -2, "fires": ("legs",)})
    average = RULESET.check(s, "ana", {"skill": "lore", "target": "10", "modifier": "pressure1"}, "table")
    assert average is not None
    run = play(average, s, [(9, 9)])
    assert dcs(run) == (13,)  # 10 - 2 in play, + 1 circumstances, + 2 stamina, + 2 on fire
    assert "DC 13: 8 base + 1 circumstances + 2 stamina below 0 + 2 on fire" in lines(run)
    secret = RULESET.check(s, "ana", {"skill": "lore", "target": "10"}, "gm")
    assert secret is not None
    assert {line.to for line in play(secret, s, [(9, 9)]).lines} == {"gm"}


@pytest.mark.rule("TF-122")
def test_the_dcs_of_sprint_and_leap_are_offered_as_they_are_in_play() -> None:
    leap = RULESET.verb("leap").params[0].choices
    assert leap is not None
    assert leap(pair(), "ana", {})[1].hint == "DC 8 in play"


@pytest.mark.rule("TF-129")
def test_aiming_takes_no_second_hand_and_a_weapon_that_shoots() -> None:
    verb = RULESET.verb("aim")
    s = Committed("ana", "R", "fire").apply(pair("separated", ana={"weapons": ["bow"]}))
    assert verb.ready(s, "ana") is None
    assert free_anchors(declare(s, "ana", "aim", [HIT]).s, "ana") == "F"
    assert "ranged weapon" in str(verb.ready(pair("separated"), "ana"))
    empty = pair("separated", ana={"weapons": ["bow"], "weapon_state": {"bow": [3, 0]}})
    assert verb.ready(empty, "ana") == "There is no ammo left for the bow."


@pytest.mark.rule("TF-57")
def test_a_parry_after_an_attack_says_that_it_is_one_alone() -> None:
    s = Committed("bandit", "L", "wild").apply(pair(bandit={"weapons": ["rapier"]}))
    (parry,) = (o for o in defences(s, "bandit", "ana", s["ana"].stats.in_hand) if o.value == "parry")
    assert (
        parry.hint == "base DC 14; a hit does one wound fewer; after an attack only once until your next turn"
    )
