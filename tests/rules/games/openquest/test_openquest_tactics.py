"""Unarmed fighting, shields, retreats (OQ-46, 50, 51)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.procedures import Refused
from rules.games.openquest import RULESET
from rules.games.openquest.actions import break_free, let_go, shield_defence
from rules.games.openquest.attack import strike
from rules.games.openquest.blows import DERVISH, HOLD, SHIELD, THROW, Blow
from rules.games.openquest.defence import dodge, parry, reactions
from rules.games.openquest.distance import close_in, leave_close, withdraw
from rules.games.openquest.gear import Dice
from rules.games.openquest.manners import attack
from rules.games.openquest.model import State
from tests.rules.games.openquest.fights import arena, blow, changed, duel, fighter, play, turn


def wrestlers(**ana: Any) -> State:
    """Ana (Unarmed 60, +1D4) against an orc with Unarmed 50 and 2 AP, who has 50 hit points."""
    s = changed(duel("sellsword", "orc"), "ana", unarmed=60, **ana)
    return changed(s, "foe", unarmed=50, hp=50, hp_max=50)


def fists(manner: str = "standard") -> Blow:
    return blow(manner, "Unarmed")


@pytest.mark.rule("OQ-50")
def test_a_strike_does_1d4_and_the_damage_modifier() -> None:
    done = play(attack(fists()), wrestlers(), 20, "none", (4, 3))
    assert done.s["foe"].stats.hp == 50 - (7 - 2)
    assert done.rolls[0][0].text((20,), str) == "ana rolls Unarmed Combat 60%: 20, success"


@pytest.mark.rule("OQ-50")
def test_a_hold_squeezes_at_every_rounds_end_whatever_the_armor_until_it_is_broken() -> None:
    done = play(attack(fists(HOLD)), wrestlers(), 20, "none")
    assert done.s["foe"].stats.hp == 50
    assert done.s["foe"].stats.held_by == "ana"
    s = play(RULESET.round_end(), done.s, (2, 3)).s
    assert s["foe"].stats.hp == 45
    s = play(RULESET.round_start(), s).s
    with pytest.raises(Refused, match="ana holds foe: break free first"):
        play(leave_close("foe"), turn(s, "foe"))
    stays = play(break_free("foe"), turn(s, "foe"), 30, 40)
    assert stays.s["foe"].stats.held_by == "ana"
    free = play(break_free("foe"), turn(s, "foe"), 50, 40)
    assert free.s["foe"].stats.held_by == ""
    assert free.s["foe"].stats.turn.acted
    assert play(RULESET.round_end(), free.s).s["foe"].stats.hp == 45


@pytest.mark.rule("OQ-50")
def test_a_hold_ends_when_the_holder_lets_go_or_falls() -> None:
    s = changed(wrestlers(), "foe", held_by="ana")
    assert play(let_go("ana"), s).s["foe"].stats.held_by == ""
    fallen = play(strike(Blow("foe", "ana", "Scimitar")), changed(s, "ana", hp=1), 20, "none", 8, "nonlethal")
    assert fallen.s["foe"].stats.held_by == ""
    with pytest.raises(Refused, match="holds nobody"):
        play(let_go("foe"), s)


@pytest.mark.rule("OQ-50")
@pytest.mark.parametrize(
    ("modifier", "script", "harm"), [(Dice(1, 6), [(5,)], 3), (Dice(), [], 0), (Dice(-1, 4), [], 0)]
)
def test_a_throw_moves_2_m_and_does_only_the_damage_modifier(
    modifier: Dice, script: list[Any], harm: int
) -> None:
    s = changed(wrestlers(dm=modifier), "foe", held_by="ana")
    done = play(attack(fists(THROW)), s, 20, "none", *script)
    assert done.s["foe"].stats.hp == 50 - harm
    assert "foe is thrown 2 m" in done.told()
    assert done.s["foe"].stats.held_by == ""
    assert done.s.ground.close == (("ana", "foe"),)


@pytest.mark.rule("OQ-50")
def test_a_hold_needs_bare_hands() -> None:
    with pytest.raises(Refused, match="choose Unarmed as the weapon"):
        play(attack(blow(HOLD)), wrestlers())


@pytest.mark.rule("OQ-50")
@pytest.mark.parametrize(
    ("how", "script", "check"),
    [
        ("avoid", [], lambda s: not s["foe"].stats.turn.acted),
        ("strike", [4], lambda s: s["ana"].stats.hp == 14 and s["foe"].stats.turn.acted),  # 4 − 5 AP
        ("hold", [], lambda s: s["ana"].stats.held_by == "foe" and s["foe"].stats.turn.acted),
        ("throw", [], lambda s: s["foe"].stats.turn.acted),
    ],
)
def test_a_successful_unarmed_reaction_may_counter(how: str, script: list[Any], check: Any) -> None:
    s = wrestlers()
    assert [o.value for o in reactions(fists(), s)] == ["parry", "dodge", "unarmed", "none"]
    done = play(attack(fists()), s, 20, "unarmed", 45, how, *script)
    assert check(done.s)
    assert done.s["foe"].stats.hp == 50


@pytest.mark.rule("OQ-50")
def test_no_counter_after_the_action_a_failure_or_a_parry_with_steel() -> None:
    topics = ["defence"]
    acted = play(attack(fists()), changed(wrestlers(), "foe", acted=True), 20, "unarmed", 45)
    failed = play(attack(fists()), wrestlers(), 20, "unarmed", 60, (1, 1))
    steel = play(attack(fists()), wrestlers(), 20, "parry", 20)
    for done in (acted, failed, steel):
        assert [ask.topic for ask in done.asks] == topics
    assert "unarmed" not in [o.value for o in reactions(blow(), wrestlers())]


@pytest.mark.rule("OQ-46")
def test_teeth_and_claws_are_close_combat_with_their_own_damage() -> None:
    s = turn(arena(fighter("ana", "wolf"), fighter("foe", "sellsword"), close=("ana foe",)), "ana")
    done = play(attack(blow(weapon="Bite")), s, 20, "none", 8)
    assert done.rolls[0][0].text((20,), str) == "ana rolls Close Combat 50%: 20, success"
    assert done.rolls[1][0].sides(None) == (8,)
    own = RULESET.read(
        {"close": 30, "own_weapons": [{"name": "Tail", "damage": "1D6", "natural": True, "percent": 65}]}
    )
    assert own.percent(own.weapons[0]) == 65
    assert (
        parry(changed(s, "foe", weapons=own.weapons, hand="", shield="none"), blow(weapon="Bite")).base == 65
    )


# ------------------------------------------------------------------ shields and retreats
def shielded(size: str, manner: str = "") -> State:
    s = changed(duel("berserk", "sellsword"), "foe", shield=size, manner=manner, fortune=0, hp=90, hp_max=90)
    return changed(s, "ana", hp=40, hp_max=40)


AXE = Blow("ana", "foe", "Great axe")


@pytest.mark.rule("OQ-51")
def test_shield_defence_parries_at_20_more_without_the_penalty_and_does_not_attack() -> None:
    s = turn(shielded("medium"), "foe")
    done = play(shield_defence("foe"), s)
    turn_of = done.s["foe"].stats.turn
    assert (turn_of.manner, turn_of.acted) == (SHIELD, True)
    s = done.s
    for _ in range(3):
        assert parry(s, AXE).total == 80
        s = play(strike(AXE), s, 20, "parry", 20).s
    assert dodge(s, AXE).total == 40  # and the shield's parries do not count for it
    for size in ("none", "small"):
        with pytest.raises(Refused, match="medium or large shield"):
            play(shield_defence("foe"), turn(shielded(size), "foe"))


@pytest.mark.rule("OQ-51")
@pytest.mark.parametrize(("size", "sides"), [("medium", (6, 4)), ("large", (8, 4))])
def test_a_critical_parry_in_shield_defence_strikes_back(size: str, sides: tuple[int, ...]) -> None:
    done = play(strike(AXE), shielded(size, SHIELD), 20, "parry", 11, (6, 3), "prone")
    assert done.rolls[-1][0].sides(None) == sides
    assert done.s["ana"].stats.hp == 40 - (9 - 3)
    assert done.s["ana"].stats.prone  # and the critical parry makes the attacker fumble


@pytest.mark.rule("OQ-51")
def test_a_whirling_dervish_attacks_and_parries_with_a_small_shield_without_the_penalty() -> None:
    s = turn(shielded("small"), "foe")
    s = play(attack(Blow("foe", "ana", "Longsword", DERVISH)), s, 99, "miss").s
    assert s["foe"].stats.turn.manner == DERVISH
    for _ in range(2):
        assert parry(s, AXE).total == 60
        s = play(strike(AXE), s, 20, "parry", 20).s
    with pytest.raises(Refused, match="needs a small shield"):
        play(attack(Blow("foe", "ana", "Longsword", DERVISH)), turn(shielded("large"), "foe"))


@pytest.mark.rule("OQ-51")
@pytest.mark.parametrize(("size", "bonus"), [("none", 20), ("medium", 20), ("large", 50)])
def test_a_fighting_retreat_helps_every_defence_and_disengages_if_all_hold(size: str, bonus: int) -> None:
    s = play(withdraw("foe", "retreat"), turn(shielded(size), "foe")).s
    assert (parry(s, AXE).total, dodge(s, AXE).total) == (60 + bonus, 40 + bonus)
    held = play(strike(AXE), s, 20, "parry", 20).s
    away = play(RULESET.round_end(), held)
    assert away.s.ground.close == ()
    assert away.told() == ["foe is disengaged"]
    hit = play(strike(AXE), s, 20, "none", (1, 1, 1)).s
    stays = play(RULESET.round_end(), hit)
    assert stays.s.ground.close == (("ana", "foe"),)


@pytest.mark.rule("OQ-51")
def test_an_escaping_sprint_only_dodges_and_is_away_if_every_attack_is_dodged() -> None:
    s = play(withdraw("foe", "sprint"), turn(shielded("large"), "foe")).s
    assert [o.value for o in reactions(AXE, s)] == ["dodge", "none"]
    assert dodge(s, AXE).total == 40
    dodged = play(strike(AXE), s, 20, "dodge", 20).s
    assert play(RULESET.round_end(), dodged).told() == ["foe gets away"]
    caught = play(strike(AXE), s, 20, "dodge", 60, (1, 1, 1)).s
    assert play(RULESET.round_end(), caught).s.ground.close == (("ana", "foe"),)
    with pytest.raises(Refused, match="No enemy is at Close"):
        play(withdraw("foe", "sprint"), turn(shielded("large").with_ground(close=()), "foe"))


def test_closing_in_again_after_a_retreat_is_possible() -> None:
    s = play(RULESET.round_end(), play(withdraw("foe", "retreat"), turn(shielded("none"), "foe")).s).s
    assert play(close_in("ana", "foe"), turn(play(RULESET.round_start(), s).s, "ana")).s.ground.close
