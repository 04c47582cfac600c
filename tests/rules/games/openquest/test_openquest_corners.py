"""Corners of the clauses: what meets in one round, what a tick or slot carries over, what is said."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.engine import frame
from rules.engine.procedures import Refused
from rules.engine.ruleset import PUBLIC
from rules.games.openquest import RULESET
from rules.games.openquest.actions import pick_up, set_weapon, shield_defence
from rules.games.openquest.attack import strike
from rules.games.openquest.blows import (
    ALL_OUT,
    ATHLETIC,
    CHARGE,
    DERVISH,
    DISARM,
    GREAT,
    HOLD,
    RETREAT,
    SET,
    SPRINT,
    THROW,
    Blow,
    Outcome,
)
from rules.games.openquest.chances import Level
from rules.games.openquest.defence import parry, reactions
from rules.games.openquest.distance import leave_close, slip_away, withdraw
from rules.games.openquest.gear import Dice
from rules.games.openquest.harm import falls, misses_a_round
from rules.games.openquest.influence import intimidate
from rules.games.openquest.manners import attack
from rules.games.openquest.model import State
from rules.games.openquest.place import set_position, surprised_now
from rules.games.openquest.rounds import delay, intents, keep_bonus
from rules.games.openquest.special import losable
from tests.rules.games.openquest.fights import arena, blow, changed, duel, fighter, journal, play, turn

C, S, F, N = Level.CRITICAL, Level.SUCCESS, Level.FAILURE, Level.NONE


def foes(s: State, *ids: str) -> State:
    """The state with these on the other side."""
    for who in ids:
        s = replace(s, combatants=s.combatants.put(who, replace(s[who], side="foes")))
    return s


# ------------------------------------------------------------------ a set weapon
def spears() -> State:
    """Ana with a longspear, set in round 1, and a berserk foe at Ranged."""
    s = foes(arena(fighter("ana", "spear", fortune=0), fighter("foe", "berserk", fortune=0)), "foe")
    braced: State = play(set_weapon("ana"), turn(s, "ana")).s
    return braced


@pytest.mark.rule("OQ-40", "OQ-47")
def test_setting_a_weapon_is_the_rounds_one_non_standard_type() -> None:
    s = changed(spears(), "ana", acted=False)  # the Referee grants another action
    assert s["ana"].stats.turn.manner == SET
    with pytest.raises(Refused, match="One non-standard attack a round: Set Weapon was this round's"):
        play(attack(Blow("ana", "foe", "Longspear", CHARGE)), s)
    great = changed(s, "ana", manner=GREAT, braced=False)
    with pytest.raises(Refused, match="Great Attack was this round's"):
        play(set_weapon("ana"), great)
    assert RULESET.row(s, "ana", PUBLIC).tags == ("weapon set",)


@pytest.mark.rule("OQ-40", "OQ-47")
def test_the_attack_of_a_set_weapon_is_the_type_of_the_round_in_which_the_charge_comes() -> None:
    s = turn(play(RULESET.round_start(), spears()).s, "foe", 2)
    assert s["ana"].stats.turn.manner == ""
    charge = Blow("foe", "ana", "Great axe", CHARGE)
    s = turn(play(attack(charge), s, 76, 70).s, "ana")  # 55 + 20 missed by one, 65 too
    with pytest.raises(Refused, match="One non-standard attack a round: Set Weapon was this round's"):
        play(attack(Blow("ana", "foe", "Longspear", ALL_OUT)), s)
    assert play(attack(Blow("ana", "foe", "Longspear")), s, 60).result == (Outcome(F),)


@pytest.mark.rule("OQ-47")
def test_who_has_no_turn_to_keep_it_set_keeps_it_no_longer_than_the_round() -> None:
    s = play(RULESET.round_end(), spears()).s
    assert s["ana"].stats.braced
    s = turn(play(RULESET.round_start(), s).s, "foe", 2)
    done = play(RULESET.round_end(), s)  # round 2 passed without a turn of hers
    assert done.told() == ["ana's weapon is no longer set"]
    assert not done.s["ana"].stats.braced


@pytest.mark.rule("OQ-47", "OQ-49")
def test_a_bonus_attack_unsets_the_weapon() -> None:
    s = arena(
        fighter("ana", "goblin", shield="small"), fighter("foe", "berserk", fortune=0), close=("ana foe",)
    )
    s = turn(foes(s, "foe") if s["foe"].side == s["ana"].side else s, "ana")
    s = play(keep_bonus("ana"), play(set_weapon("ana"), s).s).s
    done = play(attack(Blow("ana", "foe", "Shortspear")), turn(s, "ana+b"), 30)
    assert "ana's weapon is no longer set" in done.told()
    assert not done.s["ana"].stats.braced


# ------------------------------------------------------------------ charge
@pytest.mark.rule("OQ-48", "OQ-30")
def test_a_charge_needs_the_free_move() -> None:
    s = foes(arena(fighter("ana", "spear", fortune=0), fighter("foe", "berserk", fortune=0)), "foe")
    near = turn(s.with_ground(close=(("ana", "foe"),)), "foe")
    left = play(leave_close("foe"), near, ["let"]).s
    with pytest.raises(Refused, match="A charge takes the free move, which is used already"):
        play(attack(Blow("foe", "ana", "Great axe", CHARGE)), left)


# ------------------------------------------------------------------ two weapons
def two_daggers() -> State:
    daggers = RULESET.read({"weapons": ["Dagger", "Dagger"]})
    s = changed(duel(), "ana", weapons=daggers.weapons, hand="Dagger", off="Dagger", shield="none", ranged=60)
    return changed(s, "foe", hp=50, hp_max=50, gave_up=True)


@pytest.mark.rule("OQ-49", "OQ-41")
def test_the_bonus_attack_is_one_in_close_combat() -> None:
    s = turn(play(keep_bonus("ana"), two_daggers()).s, "ana+b")
    with pytest.raises(Refused, match=r"in close combat; Dagger \(thrown\) is not"):
        play(attack(blow(weapon="Dagger (thrown)")), s)
    weapons = next(p for p in RULESET.verb("attack").params if p.name == "weapon")
    assert weapons.choices is not None
    assert [c.value for c in weapons.choices(s, "ana", {"target": "foe"})] == ["Dagger", "Unarmed"]


@pytest.mark.rule("OQ-49", "OQ-23")
def test_who_waits_and_keeps_a_bonus_attack_gets_both() -> None:
    s = arena(fighter("ana", "sellsword", fortune=0), fighter("foe", "goblin", close=20), close=("ana foe",))
    s = play(keep_bonus("ana"), turn(s, "ana")).s
    s = play(frame.act("ana", delay("ana", "-")), s).s
    assert s.acting == "ana+b"  # 30, before the goblin's 20
    s = play(frame.act("ana", attack(blow())), s, 70).s
    assert s.acting == "foe"
    s = play(frame.pass_turn(), s).s
    assert s.acting == "ana+d"
    assert play(attack(blow()), s, 70).result == (Outcome(F),)


@pytest.mark.rule("OQ-49", "OQ-23")
def test_a_bonus_slot_right_before_the_delayed_one_does_not_swallow_it() -> None:
    s = arena(fighter("ana", "sellsword", fortune=0), fighter("foe", "goblin"), close=("ana foe",))
    s = play(keep_bonus("ana"), turn(s, "ana")).s
    s = play(frame.act("ana", delay("ana", "-")), s).s
    s = play(frame.pass_turn(), s).s
    assert [slot.id for slot in s.order] == ["ana", "foe", "ana+b", "ana+d"]
    assert s.acting == "ana+b"
    s = play(frame.act("ana", attack(blow())), s, 70).s
    assert s.acting == "ana+d"


@pytest.mark.rule("OQ-55", "OQ-70")
def test_a_dagger_thrown_from_the_other_hand_is_gone_from_it() -> None:
    armed = RULESET.read({"weapons": ["Shortsword", "Dagger"]})
    s = changed(two_daggers(), "ana", weapons=armed.weapons, hand="Shortsword", off="Dagger")
    done = play(attack(blow(weapon="Dagger (thrown)")), s, 20, (3, 1)).s
    ana = done["ana"].stats
    assert (ana.hand, ana.off, [w.name for w in ana.weapons]) == ("Shortsword", "", ["Shortsword"])
    assert [x.name for x in done.ground.lying] == ["Dagger"]


# ------------------------------------------------------------------ All-out
@pytest.mark.rule("OQ-42", "OQ-39")
def test_what_is_ticked_of_the_first_target_is_not_about_the_second() -> None:
    s = arena(
        fighter("ana", "sellsword", fortune=0), fighter("foe", "goblin"), fighter("bob", "goblin"),
        close=("ana foe", "ana bob"),
    )  # fmt: skip
    ticks = ("behind", "partial", "unaware")
    script: tuple[Any, ...] = (41, "bob", 21)  # 60 − 20 + 20 − 20 = 40; without the +20: 20
    done = play(attack(blow(ALL_OUT, ticks=ticks)), turn(s, "ana"), *script)
    assert [x.attack for x in done.result] == [F, F]
    same = play(attack(blow(ALL_OUT, ticks=ticks)), turn(s, "ana"), 41, "foe", 40, "none", (1, 1))
    assert same.result[1].attack is S


# ------------------------------------------------------------------ disarming
@pytest.mark.rule("OQ-45")
def test_a_shield_on_the_back_is_in_nobodys_grip() -> None:
    archer = changed(duel("sellsword", "hunter"), "foe", shield="medium")
    assert losable(archer["foe"].stats) == ("weapon",)
    bare = changed(archer, "foe", hand="")
    assert losable(bare["foe"].stats) == ("shield",)
    assert losable(changed(bare, "foe", shield="none")["foe"].stats) == ()


@pytest.mark.rule("OQ-45")
def test_a_critical_disarm_met_by_a_critical_says_that_nothing_is_lost() -> None:
    s = changed(duel("sellsword", "sellsword"), "foe", fortune=0)
    assert play(attack(blow(DISARM)), s, 11, "parry", 11).told()[-1] == "foe keeps hold of everything"


@pytest.mark.rule("OQ-23", "OQ-45")
@pytest.mark.parametrize(("hand", "lost"), [("", 20), ("Longsword", 0)])
def test_picking_up_costs_parries_20_only_where_the_weapon_comes_into_the_hand(hand: str, lost: int) -> None:
    s = play(attack(blow(DISARM)), duel("sellsword", "goblin"), 20, "none", 3).s
    s = turn(changed(s, "ana", hand=hand, shield="none", acted=False), "ana")
    done = play(pick_up("ana", s.ground.lying[0].id), s).s
    assert done["ana"].stats.hand == (hand or "Shortspear")
    assert parry(done, Blow("foe", "ana", "Unarmed")).total == 60 - lost


# ------------------------------------------------------------------ surprise, unarmed, shields
@pytest.mark.rule("OQ-57", "OQ-50")
def test_the_surprised_dodge_and_parry_and_do_not_counter() -> None:
    s = changed(duel("sellsword", "orc"), "foe", unarmed=60)
    s = play(surprised_now("foe", 1), s).s
    fists = blow(weapon="Unarmed")
    assert [o.value for o in reactions(fists, s)] == ["parry", "dodge", "none"]
    bare = changed(s, "foe", hand="", weapons=())
    done = play(strike(fists), bare, 20, "parry", 45)
    assert [ask.topic for ask in done.asks] == ["defence"]


@pytest.mark.rule("OQ-50", "OQ-60")
def test_who_is_to_miss_the_round_has_no_action_to_counter_with() -> None:
    s = changed(duel("sellsword", "orc"), "foe", unarmed=60)
    s = play(misses_a_round("foe"), s).s
    done = play(strike(blow(weapon="Unarmed")), s, 20, "unarmed", 45)
    assert [ask.topic for ask in done.asks] == ["defence"]


@pytest.mark.rule("OQ-51", "OQ-37")
@pytest.mark.parametrize("manner", [DERVISH, ""])
def test_only_a_shield_defence_strikes_back(manner: str) -> None:
    s = changed(duel("berserk", "sellsword"), "foe", shield="small", manner=manner, fortune=0)
    done = play(strike(Blow("ana", "foe", "Great axe")), s, 20, "parry", 11, "prone")
    assert len(done.rolls) == 2
    assert done.s["ana"].stats.prone  # a critical parry all the same
    assert done.s["ana"].stats.hp == 15


@pytest.mark.rule("OQ-51", "OQ-34")
def test_a_shield_does_not_strike_back_at_one_who_threw_from_afar() -> None:
    javelin = RULESET.read({"weapons": ["Javelin"]})
    s = changed(duel("sellsword", "sellsword"), "foe", manner="shield", fortune=0).with_ground(close=())
    s = changed(s, "ana", weapons=javelin.weapons, hand="Javelin", ranged=60)
    done = play(strike(blow(weapon="Javelin")), s, 20, "parry", 11, "prone")
    assert len(done.rolls) == 2
    assert done.s["ana"].stats.prone


@pytest.mark.rule("OQ-45", "OQ-47")
def test_a_set_weapon_struck_from_the_hand_is_set_no_more_and_the_table_is_told() -> None:
    s = spears().with_ground(close=(("ana", "foe"),))
    done = play(attack(Blow("foe", "ana", "Great axe", DISARM)), turn(s, "foe"), 20, "none", 3)
    assert done.told()[-2:] == ["ana's weapon is no longer set", "ana's longspear lands 3 m away"]


@pytest.mark.rule("OQ-50")
def test_a_held_one_who_falls_is_held_no_more() -> None:
    s = changed(duel("sellsword", "goblin"), "ana", unarmed=60)
    s = changed(play(attack(blow(HOLD, "Unarmed")), s, 20, "none").s, "foe", hp=2)
    done = play(RULESET.round_end(), s, (1, 1), "lethal").s
    assert (done["foe"].stats.state, done["foe"].stats.held_by) == ("dying", "")


@pytest.mark.rule("OQ-60")
def test_a_beast_that_fumbles_its_defence_hurts_itself_with_its_own_claws() -> None:
    s = changed(duel("sellsword", "troll"), "ana", dm=Dice())
    done = play(strike(blow()), s, 20, "dodge", 99, 3, "hurt:foe", (6, 5, 4))  # 1D8 − 3 AP; 1D6 + 2D6
    assert done.s["foe"].stats.hp == 23 - 15


# ------------------------------------------------------------------ what is said
@pytest.mark.rule("OQ-57")
def test_the_surprised_cannot_act_in_a_turn_that_has_begun() -> None:
    s = play(surprised_now("ana", 1), duel()).s
    why = "ana is surprised and cannot act this round."
    for verb in ("attack", "close", "leave", "bonus", "aim"):
        assert RULESET.verb(verb).ready(s, "ana") == why
    with pytest.raises(Refused, match=why):
        play(attack(blow()), s)


@pytest.mark.rule("OQ-33", "OQ-45")
@pytest.mark.parametrize(
    ("manner", "face", "words"),
    [
        ("standard", 20, "ana scores a hit (Longsword). How does foe defend?"),
        (DISARM, 20, "ana scores a hit (Longsword, Disarming Attack). How does foe defend?"),
        (
            GREAT,
            11,
            (
                "ana scores a critical hit (Longsword, Great Attack): only a critical defence helps "
                "against it. How does foe defend?"
            ),
        ),
    ],
)
def test_the_defender_sees_the_hit_and_its_manner(manner: str, face: int, words: str) -> None:
    done = play(attack(blow(manner)), duel(), face, "dodge", 11, *([(1,)] if face == 11 else []))
    assert done.asks[0].prompt == words


@pytest.mark.rule("OQ-21", "OQ-48")
@pytest.mark.parametrize(("loses", "hint"), [(True, "; no reactions this round"), (False, "")])
def test_a_statement_of_intent_says_what_it_costs(loses: bool, hint: str) -> None:
    s = duel(intent="declare", charge_loses_reactions=loses)
    found = {o.value: o.hint for o in intents("ana", s)}
    assert found[CHARGE] == "from Ranged into Close, +1D6 damage" + hint
    assert found[GREAT] == "+20, greatest damage modifier; no reactions this round"
    assert list(found) == ["open", GREAT, ALL_OUT, CHARGE, "shield", "retreat", "sprint"]


@pytest.mark.rule("OQ-42")
def test_the_choice_of_a_second_target_shows_the_skill_against_each() -> None:
    s = arena(
        fighter("ana", "sellsword", fortune=0),
        fighter("foe", "goblin"),
        fighter("bob", "goblin", prone=True),
        close=("ana foe", "ana bob"),
    )
    done = play(attack(blow(ALL_OUT, ticks=("behind",))), turn(s, "ana"), 70, "none")
    assert {o.value: o.hint for o in done.asks[0].legal(done.s)} == {"foe": "60%", "bob": "60%", "none": ""}
    felled = changed(s, "bob", state="dying", hp=-1)
    done = play(attack(blow(ALL_OUT)), turn(felled, "ana"), 70, "none")
    hints = {o.value: o.hint for o in done.asks[0].legal(done.s)}
    assert hints == {"foe": "40%", "bob": "helpless: an automatic critical", "none": ""}


@pytest.mark.rule("OQ-50", "OQ-38")
def test_a_throw_without_a_damage_modifier_says_that_nothing_was_taken() -> None:
    s = changed(duel("sellsword", "orc"), "ana", unarmed=60, dm=Dice())
    done = play(attack(blow("throw", "Unarmed")), s, 20, "none")
    assert done.told()[-2:] == ["foe takes no damage", "foe is thrown 2 m"]
    critical = play(attack(blow("throw", "Unarmed")), s, 22, "none")
    assert critical.told()[1:] == ["foe takes the hit", "foe takes no damage", "foe is thrown 2 m"]


@pytest.mark.rule("OQ-62", "OQ-44")
def test_dice_exchanged_for_an_athletic_attack_make_a_critical() -> None:
    for manner, hint in (("athletic", "a critical"), ("standard", "a success")):
        s = changed(duel(), "ana", fortune=1)
        ends = ["lethal"] if manner == "athletic" else [(1, 1)]
        ask = play(attack(blow(manner)), s, 81, "swap", "none", *ends).asks[0]
        assert [o.hint for o in ask.legal(s) if o.value == "swap"] == [hint]


@pytest.mark.rule("OQ-58")
def test_the_arithmetic_of_intimidation() -> None:
    s = changed(duel(), "ana", influence=50)
    told = play(intimidate("ana", "foe", ("motive", "will", "group")), s, 98).told()
    assert told[0] == (
        "ana: Influence 50%, a motive to give in +20, stronger will −20, stronger or at full strength −50: 0%"
    )


# ------------------------------------------------------------------ found by playing at random
@pytest.mark.rule("OQ-30", "OQ-44")
def test_an_athletic_attack_at_close_leaves_nobody() -> None:
    s = arena(
        fighter("ana", "sellsword", fortune=0), fighter("foe", "goblin"), fighter("orc", "orc"),
        close=("ana foe", "ana orc"),
    )  # fmt: skip
    done = play(attack(blow(ATHLETIC)), turn(s, "ana"), 60, "prone")
    assert done.s.ground.close == s.ground.close
    apart = turn(s.with_ground(close=(("ana", "orc"),)), "ana")
    with pytest.raises(Refused, match="Enemies at Close with ana are in the way"):
        play(attack(blow(ATHLETIC)), apart)


@pytest.mark.rule("OQ-39", "OQ-50")
@pytest.mark.parametrize("state", ["out", "dying"])
def test_the_helpless_are_not_held(state: str) -> None:
    s = changed(duel(), "foe", state=state, hp=-1)
    with pytest.raises(Refused, match="foe is helpless and need not be held"):
        play(attack(blow(HOLD, "Unarmed")), s)


@pytest.mark.rule("OQ-50", "OQ-60", "OQ-61")
def test_a_rider_who_goes_down_is_thrown_or_lies_is_on_foot() -> None:
    rider = changed(duel(), "foe", mounted=True, riding=90)
    down = play(falls("foe", "dying", False), rider).s
    assert not down["foe"].stats.mounted
    thrown = play(attack(blow(THROW, "Unarmed")), rider, 20, "none", 4)
    assert not thrown.s["foe"].stats.mounted
    assert thrown.told()[-1] == "foe is thrown 2 m, out of the saddle"
    lying = changed(duel(), "foe", prone=True)
    up = play(set_position(("foe",), "mounted"), lying).s["foe"].stats
    assert (up.mounted, up.prone) == (True, False)


@pytest.mark.rule("OQ-34", "OQ-56")
@pytest.mark.parametrize("hand", ["Longsword", ""])  # with the sword, and with the shield alone
def test_a_parry_in_the_saddle_says_that_riding_caps_it(hand: str) -> None:
    s = changed(duel(), "ana", mounted=True, riding=25, hand=hand)
    done = play(strike(Blow("foe", "ana", "Shortspear")), s, 20, "parry", 43)
    assert done.rolls[1][0].text((43,), str) == "ana rolls Parry (Riding) 45%: 43, success"
    assert done.told()[1] == "ana: Parry (Riding) 25%, mounted +20: 45%"


@pytest.mark.rule("OQ-21")
def test_what_the_hidden_do_at_the_rounds_edges_is_the_referees_to_know() -> None:
    s = replace(duel(intent="declare"), phase="fighting").with_combatant("foe", hidden=True)
    declared = play(RULESET.round_start(), s, {"ana": GREAT, "foe": ALL_OUT})
    assert [(line.to, line.text(str)) for line in declared.lines] == [
        ("table", "ana declares: Great Attack"),
        ("gm", "foe declares: All-out Attack"),
    ]
    for fields in ({"braced": True}, {"manner": RETREAT, "leaving": True}, {"leaving": True, "beaten": True}):
        ended = play(RULESET.round_end(), changed(s, "foe", **fields))
        assert [line.to for line in ended.lines] == ["gm"]


@pytest.mark.rule("OQ-50")
def test_who_has_left_holds_nobody() -> None:
    j = journal(fighter("ana", "sellsword", fortune=0, unarmed=99), fighter("foe", "goblin"))
    j = j.declare(attack(blow(HOLD, "Unarmed")), by="a", actor="ana", verb="attack", at=1).journal
    (asked,) = j.open_asks()
    held = j.answer(asked.key, "none", by="gm").journal
    assert held.state["foe"].stats.held_by == "ana"
    assert "held by ana" in RULESET.row(held.state, "foe", PUBLIC).tags
    gone = held.declare(frame.leave("ana", True), by="gm", actor="", verb="leave", at=1).journal
    assert RULESET.row(gone.state, "foe", PUBLIC).tags == ()
    j = j.interrupt(frame.leave("ana", False), by="gm").journal
    assert j.answer(j.open_asks()[0].key, "none", by="gm").journal.state["foe"].stats.held_by == ""


@pytest.mark.rule("OQ-49", "OQ-51")
def test_a_manner_without_attacks_gives_up_the_bonus_attack_that_was_kept() -> None:
    s = play(keep_bonus("ana"), duel()).s
    for call in (shield_defence("ana"), withdraw("ana", RETREAT), withdraw("ana", SPRINT)):
        done = play(call, s)
        assert [slot.id for slot in done.s.order] == ["ana", "foe"]
        assert done.s["ana"].stats.turn.bonus == ""
        assert "ana gives up the bonus attack" in done.told()
    assert play(attack(blow()), s, 99, "prone").s.order == s.order


@pytest.mark.rule("OQ-45", "OQ-49")
def test_what_is_offered_can_be_done() -> None:
    s = play(keep_bonus("ana"), duel()).s
    alone = changed(s.with_ground(close=()), "ana", acted=True, moved=True)
    alone = replace(alone, acting="ana+b")
    why = RULESET.verb("attack").ready(alone, "ana")
    assert why == "foe is not at Close, and the free move of this round is used already."
    shields = play(attack(blow(DISARM)), changed(duel(), "foe", shield="small"), 20, "none", "shield", 3).s
    assert RULESET.verb("pick-up").ready(turn(shields, "foe"), "foe") is None
    laden = changed(shields, "foe", shield="large")
    assert RULESET.verb("pick-up").ready(laden, "foe") == "foe has a shield already."


@pytest.mark.rule("OQ-30")
def test_nobody_finds_out_who_is_hidden_by_trying_to_leave() -> None:
    s = arena(
        fighter("ana", "sellsword", fortune=0), fighter("foe", "goblin"), fighter("orc", "orc"),
        close=("ana orc",),
    )  # fmt: skip
    s = turn(s.with_combatant("orc", hidden=True), "ana")
    assert play(leave_close("ana"), s).told() == ["ana leaves Close"]
    assert play(attack(blow()), s, 99, "prone").told()[0] == "ana closes in on foe"
    assert play(slip_away("ana"), s).rolls == ()
    with pytest.raises(Refused, match="foe is not at Close, and orc is and could object"):
        play(attack(blow()), s.with_combatant("orc", hidden=False))
