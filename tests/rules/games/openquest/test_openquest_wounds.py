"""Fumbles, wounds, death, Fortune, healing (OQ-60 to 63)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine import frame, overrule
from rules.engine.dice import Seeds
from rules.engine.effects import GM
from rules.engine.procedures import Refused
from rules.games.openquest import RULESET
from rules.games.openquest.attack import strike
from rules.games.openquest.blows import ATHLETIC, Blow, Outcome
from rules.games.openquest.chances import Level
from rules.games.openquest.healing import first_aid, stabilise, survive
from rules.games.openquest.influence import cast
from rules.games.openquest.manners import attack
from rules.games.openquest.model import State
from rules.games.openquest.place import rest
from tests.rules.games.openquest.fights import arena, blow, changed, duel, fighter, journal, play, turn

LUCK = Seeds(b"d" * 32, b"b" * 32)
C, S, F, X = Level.CRITICAL, Level.SUCCESS, Level.FAILURE, Level.FUMBLE


# ------------------------------------------------------------------ fumbles
@pytest.mark.rule("OQ-60")
def test_the_referee_is_asked_and_by_default_it_falls() -> None:
    done = play(attack(blow()), duel(), 99, "prone")
    ask = done.asks[0]
    assert (ask.who, ask.default) == (GM, "prone")
    options = [o.value for o in ask.legal(duel())]
    assert options == ["prone", "miss", "hurt:ana", "armor", "shield"]
    assert done.s["ana"].stats.prone


@pytest.mark.rule("OQ-60")
def test_what_a_fumble_can_cost() -> None:
    hurt = play(attack(blow()), duel(), 99, "hurt:ana", (6, 2))
    assert hurt.s["ana"].stats.hp == 14 - 8  # no armor
    assert play(attack(blow()), duel(), 99, "armor").s["ana"].stats.ap == 0
    assert play(attack(blow()), duel(), 99, "shield").s["ana"].stats.shield == "none"


@pytest.mark.rule("OQ-60")
def test_it_may_hurt_a_friend_and_a_defender_fumbles_too() -> None:
    s = arena(
        fighter("ana", "sellsword", fortune=0), fighter("ben", "hunter", fortune=0), fighter("foe", "goblin"),
        close=("ana foe",),
    )  # fmt: skip
    friend = play(attack(blow()), turn(s, "ana"), 99, "hurt:ben", (6, 2))
    assert friend.s["ben"].stats.hp == 12 - 8
    foe = play(attack(blow()), turn(s, "ana"), 20, "dodge", 99, (3, 1), "hurt:foe", 2)
    assert foe.s["foe"].stats.hp == 9 - (4 - 2) - 2
    assert "foe hits itself" in foe.told()


@pytest.mark.rule("OQ-60")
def test_a_missed_round_is_the_next_turn_it_would_have() -> None:
    j = journal(fighter("ana", "sellsword", fortune=0), fighter("foe", "goblin", hp=90, hp_max=90))
    s = play(attack(blow()), j.state, 99, "miss").s
    assert not RULESET.able(s, "ana") or s.lasting[0].value == 2
    s = play(frame.pass_turn(), s).s
    assert s.actor == "foe"
    s = play(frame.pass_turn(), s).s
    assert (s.round, s.actor) == (2, "foe")  # round 2 without ana
    s = play(frame.pass_turn(), s).s
    assert (s.round, s.actor) == (3, "ana")
    assert s.lasting == ()
    # a defender whose turn is still to come misses it in this round
    s = play(strike(blow()), j.state, 20, "none", (1, 1)).s
    s = play(attack(blow()), j.state, 20, "dodge", 99, (1, 1), "miss").s
    s = play(frame.pass_turn(), s).s
    assert (s.round, s.actor) == (2, "ana")


# ------------------------------------------------------------------ wounds
@pytest.mark.rule("OQ-61")
def test_above_0_a_wound_is_minor_and_at_0_it_is_mortal() -> None:
    s = changed(duel(), "foe", hp=6)
    minor = play(attack(blow()), s, 20, "none", (5, 2))
    assert (minor.s["foe"].stats.hp, minor.s["foe"].stats.state) == (1, "up")
    mortal = play(attack(blow()), s, 20, "none", (5, 3), "lethal")
    assert (mortal.s["foe"].stats.hp, mortal.s["foe"].stats.state) == (0, "dying")
    assert mortal.told()[-1] == "foe has a mortal wound and dies at the end of round 2 unless saved"
    ask = mortal.asks[-1]
    assert (ask.who, ask.topic, ask.default) == ("ana", "lethal", "lethal")
    assert not RULESET.able(mortal.s, "foe")


@pytest.mark.rule("OQ-61")
def test_a_mortal_wound_kills_at_the_end_of_the_next_round() -> None:
    s = play(attack(blow()), changed(duel(), "foe", hp=1), 20, "none", (8, 3), "lethal").s
    s = play(RULESET.round_end(), s).s
    assert s["foe"].stats.state == "dying"
    s = turn(play(RULESET.round_start(), s).s, "ana", 2)
    done = play(RULESET.round_end(), s)
    assert done.s["foe"].stats.state == "dead"
    assert done.told() == ["foe is dead"]


@pytest.mark.rule("OQ-61")
def test_a_non_lethal_blow_only_knocks_out() -> None:
    s = play(attack(blow()), changed(duel(), "foe", hp=1), 20, "none", (8, 3), "nonlethal").s
    assert s["foe"].stats.state == "out"
    for number in (1, 2, 3):
        s = play(RULESET.round_end(), turn(s, "ana", number)).s
    assert s["foe"].stats.state == "out"


@pytest.mark.rule("OQ-61")
def test_further_damage_kills_the_dying_and_the_healed_do_not_die() -> None:
    s = play(attack(blow()), changed(duel(), "foe", hp=1), 20, "none", (8, 3), "lethal").s
    again = play(strike(blow()), s)
    assert again.s["foe"].stats.state == "dead"
    healed = play(overrule.set_value("foe", "hp", 3), s).s
    assert healed["foe"].stats.state == "up"
    assert play(RULESET.round_end(), turn(healed, "ana", 2)).s["foe"].stats.state == "up"


@pytest.mark.rule("OQ-61")
def test_the_referee_may_say_that_somebody_is_dying() -> None:
    s = play(overrule.set_value("foe", "hp", -2), duel()).s
    assert s["foe"].stats.state == "dying"
    s = play(RULESET.round_end(), s).s
    assert s["foe"].stats.state == "dying"
    assert play(RULESET.round_end(), turn(s, "ana", 2)).s["foe"].stats.state == "dead"


# ------------------------------------------------------------------ Fortune
def lucky(points: int = 1) -> State:
    return changed(duel(), "ana", fortune=points)


@pytest.mark.rule("OQ-62")
def test_a_failed_attack_may_be_rolled_again_before_the_defender_is_asked() -> None:
    done = play(attack(blow()), lucky(), 73, "reroll", 20, "none", (1, 1))
    assert [ask.topic for ask in done.asks] == ["fortune", "defence"]
    ask = done.asks[0]
    assert (ask.who, ask.default, ask.wait) == ("ana", "no", False)
    assert ask.prompt == "Close Combat 60% came up 73, a failure. Spend a Fortune point (1 left)?"
    assert done.s["ana"].stats.fortune == 0


@pytest.mark.rule("OQ-62")
def test_one_point_a_roll() -> None:
    done = play(attack(blow()), lucky(2), 73, "reroll", 74)
    assert done.result == (Outcome(F),)
    assert done.s["ana"].stats.fortune == 1


@pytest.mark.rule("OQ-62")
@pytest.mark.parametrize(
    ("face", "swap", "becomes"),
    [(73, True, 37), (70, True, 7), (96, False, 69), (100, False, 0), (99, False, 99)],
)
def test_the_dice_can_be_exchanged_where_that_makes_a_success(face: int, swap: bool, becomes: int) -> None:
    script: list[Any] = ["swap", "none", (1, 1)] if swap else ["no"]
    script += ["prone"] if face in (99, 100) else []
    done = play(attack(blow()), lucky(), face, *script)
    offered = [o.value for o in done.asks[0].legal(done.s)]
    assert ("swap" in offered) == swap
    if swap:
        assert f"ana spends a Fortune point and swaps the dice to {becomes:02}" in done.told()
        assert done.result[0].attack is S


@pytest.mark.rule("OQ-62")
def test_a_failed_defence_is_mended_before_the_damage() -> None:
    s = changed(duel("sellsword", "sellsword"), "foe", fortune=1)
    done = play(attack(blow()), s, 20, "parry", 81, "swap")
    assert [ask.topic for ask in done.asks] == ["defence", "fortune"]
    assert done.s["foe"].stats.hp == 14
    fumbled = play(attack(blow()), s, 20, "parry", 99, "reroll", 20)
    assert GM not in [ask.who for ask in fumbled.asks]


@pytest.mark.rule("OQ-62")
def test_death_is_escaped_before_anything_else_sees_the_drop() -> None:
    s = changed(duel("sellsword", "sellsword"), "foe", hp=1, fortune=1)
    done = play(attack(blow()), s, 20, "none", (8, 1), "live")
    assert [ask.topic for ask in done.asks] == ["defence", "death"]  # the attacker is not even asked
    foe = done.s["foe"].stats
    assert (foe.state, foe.spared, foe.fortune) == ("out", True, 0)
    assert RULESET.write_back({}, foe)["hp"] == 1
    for number in (1, 2, 3):
        assert play(RULESET.round_end(), turn(done.s, "ana", number)).s["foe"].stats.state == "out"


@pytest.mark.rule("OQ-62", "OQ-61")
def test_the_dying_may_still_spend_a_point_and_are_offered_one_as_they_die() -> None:
    s = changed(duel("sellsword", "sellsword"), "foe", hp=1, fortune=1)
    s = play(attack(blow()), s, 20, "none", (8, 1), "no", "lethal").s
    assert play(survive("foe"), s).s["foe"].stats.state == "out"
    late = play(RULESET.round_end(), turn(s, "ana", 2), "live")
    assert late.s["foe"].stats.spared
    with pytest.raises(Refused, match="not dying, or has no Fortune point"):
        play(survive("ana"), s)


@pytest.mark.rule("OQ-62", "OQ-44")
def test_fortune_for_an_athletic_attack() -> None:
    swapped = play(attack(blow(ATHLETIC)), lucky(), 81, "swap", "none", "lethal")
    assert swapped.result[0].attack is C
    again = play(attack(blow(ATHLETIC)), lucky(), 99, "reroll", 70, "prone")
    assert again.result[0].attack is X


@pytest.mark.rule("OQ-62", "OQ-13")
@pytest.mark.parametrize(("skill", "face", "offers"), [(0, 50, 0), (0, 55, 1), (1, 50, 1)])
def test_no_point_is_asked_for_where_it_could_only_turn_out_worse(skill: int, face: int, offers: int) -> None:
    s = changed(lucky(), "ana", casting=skill)
    done = play(cast("ana", "fire"), s, face, *(["no"] if offers else []))
    assert len(done.asks) == offers


@pytest.mark.rule("OQ-62")
def test_fortune_is_an_offer_that_can_be_taken_up_until_the_next_step() -> None:
    j = journal(fighter("ana", "sellsword", close=1), fighter("foe", "goblin"), seeds=LUCK)  # 99 of 100 fail
    moved = j.declare(attack(blow()), by="a", actor="ana", verb="attack", at=1)
    offers = moved.journal.offers()
    assert [o.taken for o in offers] == ["no"]
    assert moved.journal.state["ana"].stats.fortune == 2
    again = moved.journal.revise(offers[0].key, "reroll", by="a")
    assert again.journal.state["ana"].stats.fortune == 1
    later = moved.journal.declare(frame.pass_turn(), by="gm", actor="", verb="next", at=1).journal
    with pytest.raises(Refused, match="That offer has passed"):
        later.revise(offers[0].key, "reroll", by="a")


# ------------------------------------------------------------------ healing
@pytest.mark.rule("OQ-63")
def test_first_aid_gives_1d6_back_once_a_wound() -> None:
    s = changed(changed(duel("sellsword"), "ana", hp=5, healing=50), "foe", hp=3)
    done = play(first_aid("ana", "ana"), s, 20, 4)
    assert done.s["ana"].stats.hp == 9
    assert done.told()[-1] == "ana is back at 9 hit points"
    with pytest.raises(Refused, match="dressed already"):
        play(first_aid("ana", "ana"), changed(done.s, "ana", acted=False))
    assert play(first_aid("ana", "ana"), changed(s, "ana", hp=12), 20, 6).s["ana"].stats.hp == 14
    assert play(first_aid("ana", "ana"), s, 51).s["ana"].stats.hp == 5
    with pytest.raises(Refused, match="mortal: stabilise"):
        play(first_aid("ana", "foe"), changed(s, "foe", hp=0, state="dying"))


@pytest.mark.rule("OQ-63", "OQ-61")
def test_stabilising_takes_an_action_and_a_healing_test() -> None:
    s = changed(changed(duel(), "ana", healing=50), "foe", hp=-2, state="dying", mortal=1)
    saved = play(stabilise("ana", "foe"), s, 50).s
    assert saved["foe"].stats.state == "out"
    assert saved["ana"].stats.turn.acted
    assert play(RULESET.round_end(), turn(saved, "ana", 2)).s["foe"].stats.state == "out"
    assert play(stabilise("ana", "foe"), s, 51).s["foe"].stats.state == "dying"
    minutes = changed(duel(field_stabilise=False), "foe", hp=-2, state="dying")
    with pytest.raises(Refused, match="field_stabilise"):
        play(stabilise("ana", "foe"), minutes)


@pytest.mark.rule("OQ-63")
def test_a_day_of_rest_gives_a_quarter_of_con_back_rounded_up() -> None:
    s = changed(duel(), "ana", hp=5)  # CON 13
    assert play(rest(), s).s["ana"].stats.hp == 9
    woken = play(rest(), changed(s, "ana", hp=-1, state="out")).s["ana"].stats
    assert (woken.hp, woken.state, woken.prone) == (3, "up", True)


@pytest.mark.rule("OQ-63")
def test_healing_tells_no_numbers_of_foes_that_the_players_are_not_to_know() -> None:
    s = changed(changed(duel(foe_numbers="words"), "foe", hp=3), "ana", hp=5, healing=50)
    assert play(first_aid("ana", "foe"), s, 20, 4).told()[-1] == "foe is better"
    assert play(rest(), s).told() == [
        "A day of rest",
        "ana rests for a day and is at 9 hit points",
        "foe rests for a day and is better",
    ]
    out = changed(s, "foe", hp=-2, state="out")
    with pytest.raises(Refused, match=r"^foe is hurt too badly: first aid"):
        play(first_aid("ana", "foe"), out)


@pytest.mark.rule("OQ-60", "OQ-61", "OQ-62", "OQ-33", "OQ-45", "OQ-30")
def test_the_defaults_of_the_asks() -> None:
    s = changed(duel("sellsword", "sellsword"), "foe", hp=3, fortune=1)
    done = play(attack(blow()), s, 20, "none", (8, 1), "no", "lethal")
    assert [(a.topic, a.default) for a in done.asks] == [
        ("defence", "none"),
        ("death", "no"),
        ("lethal", "lethal"),
    ]
    assert Blow("a", "b", "c").manner == "standard"
