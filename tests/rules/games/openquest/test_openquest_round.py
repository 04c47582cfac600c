"""The round: order, intent, delay, free moves into and out of Close."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.engine import frame, overrule
from rules.engine.procedures import Refused
from rules.engine.ruleset import Viewer
from rules.games.openquest import RULESET
from rules.games.openquest.actions import aim, ready, set_weapon, stance
from rules.games.openquest.blows import ALL_OUT, GREAT, SHIELD, Blow
from rules.games.openquest.defence import can_react, parry
from rules.games.openquest.distance import close_in, leave_close, slip_away, withdraw
from rules.games.openquest.influence import cast, other, use_skill
from rules.games.openquest.manners import attack
from rules.games.openquest.model import State
from rules.games.openquest.rounds import delay
from tests.rules.games.openquest.fights import arena, blow, changed, duel, fighter, journal, play, turn


# ------------------------------------------------------------------ order
@pytest.mark.rule("OQ-22")
def test_the_order_counts_down_by_the_skill_used_first() -> None:
    s = arena(
        fighter("gob", "goblin"),  # Close 40
        fighter("hun", "hunter"),  # Ranged 60, bow in hand; Close 40
        fighter("ber", "berserk"),  # Close 65
        fighter("zom", "zombie"),  # Unarmed 50
        fighter("wol", "wolf"),  # Close 50, DEX 10 as the zombie
    )
    assert [slot.who for slot in s.order] == ["ber", "hun", "wol", "zom", "gob"]
    assert [slot.label for slot in s.order[:2]] == ["65", "60"]
    sword = changed(s, "hun", hand="Shortsword")
    assert [x.who for x in play(RULESET.initiative(), sword).s.order] == ["ber", "wol", "zom", "hun", "gob"]


@pytest.mark.rule("OQ-22")
def test_ties_by_dexterity_then_players_then_names() -> None:
    s = arena(
        fighter("b", "orc", close=50),
        fighter("A", "orc", close=50),
        fighter("hero", "sellsword", close=50, dex=10),
        fighter("quick", "orc", close=50, dex=11),
    )
    assert [slot.who for slot in s.order] == ["quick", "hero", "A", "b"]
    crowd = arena(*(fighter(f"goblin {n}", "goblin") for n in (1, 10, 2, 11)))
    assert [slot.who for slot in crowd.order] == ["goblin 1", "goblin 2", "goblin 10", "goblin 11"]


@pytest.mark.rule("OQ-22")
def test_situations_do_not_move_anybody_but_a_new_weapon_does_from_the_next_round_on() -> None:
    s = arena(fighter("hun", "hunter", prone=True), fighter("orc", "orc", close=50))
    assert [slot.who for slot in s.order] == ["hun", "orc"]
    s = play(RULESET.round_start(), changed(s, "hun", hand="Shortsword")).s
    assert [slot.who for slot in s.order] == ["orc", "hun"]


@pytest.mark.rule("OQ-22")
def test_an_order_settled_by_hand_inside_a_tie_stays() -> None:
    s = arena(fighter("a", "orc"), fighter("b", "orc"), fighter("c", "wolf"))
    s = play(overrule.reorder(("c", "b", "a")), s).s
    assert [slot.who for slot in play(RULESET.round_start(), s).s.order] == ["c", "b", "a"]


@pytest.mark.rule("OQ-22")
def test_whose_skill_comes_to_equal_anothers_comes_by_dexterity() -> None:
    s = arena(fighter("hun", "hunter"), fighter("orc", "orc"), fighter("ana", "sellsword", close=40, dex=11))
    assert [slot.who for slot in s.order] == ["hun", "ana", "orc"]  # Ranged 60, then 40 twice
    sword = play(RULESET.round_start(), changed(s, "hun", hand="Shortsword")).s
    assert [slot.who for slot in sword.order] == ["hun", "ana", "orc"]  # 40 three times: DEX 15, 11, 10
    slow = changed(changed(s, "hun", hand="Shortsword"), "hun", dex=9)
    assert [slot.who for slot in play(RULESET.round_start(), slow).s.order] == ["ana", "orc", "hun"]
    back = play(RULESET.round_start(), changed(play(RULESET.round_start(), slow).s, "hun", dex=10)).s
    assert [slot.who for slot in back.order] == ["ana", "orc", "hun"]  # equals before: the order stays


@pytest.mark.rule("OQ-22")
def test_a_latecomer_takes_its_place_and_nobody_loses_the_turn() -> None:
    j = journal(fighter("gob", "goblin"), fighter("ana", "sellsword"))
    assert j.state.actor == "ana"
    j = j.declare(frame.join(fighter("wol", "wolf")), by="gm", actor="", verb="join", at=1).journal
    assert [slot.who for slot in j.state.order] == ["ana", "wol", "gob"]
    assert j.state.actor == "ana"


# ------------------------------------------------------------------ one action and a free move
@pytest.mark.rule("OQ-20")
def test_one_action_and_one_free_move_a_round_and_the_turn_passes_when_both_are_used() -> None:
    j = journal(fighter("ana", "sellsword", fortune=0), fighter("gob", "goblin", dodge=0))
    j = j.declare(close_in("ana", "gob"), by="a", actor="ana", verb="close", at=1).journal
    with pytest.raises(Refused, match="has used the free move of this round"):
        j.declare(leave_close("ana"), by="a", actor="ana", verb="leave", at=1)
    assert j.state.actor == "ana"
    j = j.declare(other("ana", "shouts"), by="a", actor="ana", verb="other", at=1).journal
    assert j.state.actor == "gob"
    j = j.declare(frame.pass_turn(), by="gm", actor="", verb="next", at=1).journal
    turn_of = j.state["ana"].stats.turn
    assert (j.state.round, turn_of.acted, turn_of.moved) == (2, False, False)


@pytest.mark.rule("OQ-20")
def test_the_panel_says_what_is_left() -> None:
    s = changed(duel("sellsword"), "ana", acted=True, reactions=2)
    lines = RULESET.panel(s, "ana", Viewer("player-ana"))
    assert lines[0] == "Left this round: free move (15 m)"
    assert lines[1] == "Next reaction at −40"
    assert lines[2] == "In hand: Longsword, medium shield"


@pytest.mark.rule("OQ-23")
def test_stance_weapons_skills_and_spells_take_the_action() -> None:
    s = changed(duel("hunter"), "ana", prone=True)
    for call in (
        stance("ana", "stand"),
        ready("ana", "Shortsword"),
        use_skill("ana", "perception", 0),
        cast("ana", "light {"),
    ):
        script = [50] if call.name.endswith(("use_skill", "cast")) else []
        done = play(call, s, *script).s
        assert done["ana"].stats.turn.acted
        with pytest.raises(Refused, match="has used the action of this round"):
            play(call, done, *script)
    assert not play(stance("ana", "stand"), s).s["ana"].stats.prone
    with pytest.raises(Refused, match="that way already"):
        play(stance("ana", "lie"), s)


@pytest.mark.rule("OQ-23")
def test_parries_are_at_20_less_in_the_round_of_changing_weapons() -> None:
    s = changed(duel("hunter", "sellsword"), "ana", close=40)
    s = play(ready("ana", "Shortsword"), s).s
    b = Blow("foe", "ana", "Longsword")
    assert parry(s, b).words == "Close Combat 20%"
    assert parry(play(RULESET.round_start(), s).s, b).words == "Close Combat 40%"
    with pytest.raises(Refused, match="not in hand"):
        play(attack(Blow("ana", "foe", "Long bow")), turn(play(RULESET.round_start(), s).s, "ana"))


# ------------------------------------------------------------------ waiting
def line_of_four() -> State:
    return arena(
        fighter("ana", "sellsword"),  # 60
        fighter("wol", "wolf"),  # 50
        fighter("gob", "goblin"),  # 40
        fighter("ske", "skeleton"),  # 35
    )


@pytest.mark.rule("OQ-23")
def test_who_waits_acts_after_the_one_it_named() -> None:
    s = play(frame.act("ana", delay("ana", "gob")), line_of_four()).s
    assert s.acting == "wol"
    s = play(frame.pass_turn(), s).s
    assert s.acting == "gob"
    s = play(frame.pass_turn(), s).s
    assert (s.acting, s.actor) == ("ana+d", "ana")
    assert not RULESET.spent(s, "ana")
    with pytest.raises(Refused, match="wait once a round"):
        play(delay("ana", "ske"), s)
    assert play(frame.pass_turn(), s).s.acting == "ske"


@pytest.mark.rule("OQ-23")
def test_if_the_named_one_falls_who_waits_acts_at_the_rounds_end() -> None:
    s = play(frame.act("ana", delay("ana", "gob")), line_of_four()).s
    s = changed(s, "gob", state="out", hp=0)
    s = play(frame.pass_turn(), s).s
    assert s.acting == "ske"
    s = play(frame.pass_turn(), s).s
    assert s.acting == "ana+d"
    s = play(frame.pass_turn(), s).s
    assert (s.round, s.acting) == (2, "ana")
    assert [slot.id for slot in s.order] == ["ana", "wol", "gob", "ske"]


@pytest.mark.rule("OQ-23")
def test_one_may_wait_for_the_rounds_end_but_not_for_one_who_has_acted() -> None:
    s = play(frame.act("ana", delay("ana", "-")), line_of_four()).s
    assert s.order[-1].id == "ana+d"
    with pytest.raises(Refused, match="no turn left"):
        play(delay("wol", "ske"), replace(s, order=tuple(x for x in s.order if x.who != "ske")))


# ------------------------------------------------------------------ intent
@pytest.mark.rule("OQ-21")
def test_on_turn_a_manner_that_gives_up_reactions_needs_none_made_before() -> None:
    s = changed(duel("sellsword"), "ana", reacted=True, parried=True)
    for manner in (GREAT, ALL_OUT):
        with pytest.raises(Refused, match="gives up reactions"):
            play(attack(blow(manner)), s)
    with pytest.raises(Refused, match="Escaping Sprint gives up parries, and one has been made"):
        play(withdraw("ana", "sprint"), s)
    assert play(withdraw("ana", "sprint"), changed(s, "ana", parried=False)).s["ana"].stats.turn.acted
    assert play(withdraw("ana", "retreat"), s).s["ana"].stats.turn.manner == "retreat"


@pytest.mark.rule("OQ-21")
def test_declared_manners_are_known_before_the_first_reaction() -> None:
    s = duel("sellsword", intent="declare")
    script = {"ana": GREAT, "foe": "open"}
    s = play(RULESET.round_start(), s, script).s
    assert s["ana"].stats.turn.manner == GREAT
    assert not can_react(s, "ana")
    with pytest.raises(Refused, match="One non-standard attack a round"):
        play(attack(blow(ALL_OUT)), turn(s, "ana"))
    assert play(attack(blow(GREAT)), turn(s, "ana"), 99, "prone").s["ana"].stats.turn.acted
    with pytest.raises(Refused, match="had to be declared"):
        play(attack(Blow("foe", "ana", "Shortspear", ALL_OUT)), turn(s, "foe"))


@pytest.mark.rule("OQ-21")
def test_everyone_who_can_act_is_asked_at_once_and_only_for_what_it_can_do() -> None:
    s = arena(fighter("ana", "sellsword"), fighter("wol", "wolf", state="out"), fighter("zom", "zombie"))
    s = replace(s, options=s.options.put("intent", "declare"))
    done = play(RULESET.round_start(), s, {"ana": "open", "zom": "open"})
    assert [ask.who for ask in done.asks] == ["ana", "zom"]
    offered = {ask.who: [o.value for o in ask.legal(done.s)] for ask in done.asks}
    assert SHIELD in offered["ana"]
    assert "dervish" not in offered["ana"]
    assert GREAT not in offered["zom"]
    assert {ask.default for ask in done.asks} == {"open"}


@pytest.mark.rule("OQ-21")
def test_the_referee_states_the_intent_of_many_with_one_choice() -> None:
    s = arena(fighter("ana", "sellsword"), *(fighter(f"orc{n}", "orc") for n in range(3)))
    s = replace(s, options=s.options.put("intent", "declare"))
    done = play(RULESET.round_start(), s, {"ana": "open", "gm": "open"})
    assert [ask.who for ask in done.asks] == ["ana", "gm"]
    assert all(c.stats.turn.intent == "open" for c in done.s.present())
    each = {"orc0": GREAT, "orc1": "open", "orc2": ALL_OUT}
    done = play(RULESET.round_start(), s, {"ana": GREAT, "gm": "each"}, each)
    assert [ask.who for ask in done.asks] == ["ana", "gm", "orc0", "orc1", "orc2"]
    assert {c.id: c.stats.turn.manner for c in done.s.present()} == {
        "ana": GREAT,
        "orc0": GREAT,
        "orc1": "",
        "orc2": ALL_OUT,
    }


# ------------------------------------------------------------------ Close and Ranged
def meeting() -> State:
    return arena(
        fighter("ana", "sellsword", fortune=0),
        fighter("gob", "goblin"),
        fighter("orc", "orc"),
        close=("ana gob", "ana orc"),
    )


@pytest.mark.rule("OQ-30")
def test_a_fight_begins_at_ranged_and_closing_in_is_the_free_move() -> None:
    j = journal(fighter("ana", "sellsword"), fighter("gob", "goblin"))
    assert j.state.ground.close == ()
    s = play(close_in("ana", "gob"), j.state).s
    assert s.ground.close == (("ana", "gob"),)
    assert (s["ana"].stats.turn.moved, s["ana"].stats.turn.acted) == (True, False)
    with pytest.raises(Refused, match="at Close already"):
        play(close_in("ana", "gob"), changed(s, "ana", moved=False))


@pytest.mark.rule("OQ-30")
def test_known_distances_limit_the_free_move() -> None:
    s = turn(arena(fighter("ana", "sellsword"), fighter("foe", "goblin")), "ana")
    far = play(RULESET.verb("range").call(s, "", {"target": "ana", "where": "foe", "detail": "40"}), s).s
    nearer = play(close_in("ana", "foe"), far)
    assert nearer.told() == ["ana comes nearer to foe: 25 m"]
    assert nearer.s["ana"].stats.turn.moved
    assert nearer.s.ground.close == ()
    last = play(close_in("ana", "foe"), changed(nearer.s, "ana", moved=False, move=22))
    assert last.told() == ["ana comes nearer to foe: 3 m"]
    there = play(close_in("ana", "foe"), changed(nearer.s, "ana", moved=False, move=23))
    assert there.s.ground.close == (("ana", "foe"),)  # within 2 m
    with pytest.raises(Refused, match="40 m away, and the free move is 15 m"):
        play(attack(blow()), far)


@pytest.mark.rule("OQ-30")
def test_every_enemy_at_close_who_can_act_is_asked_and_one_objection_is_enough() -> None:
    s = turn(meeting(), "ana")
    barred = play(leave_close("ana"), s, {"gob": "let", "orc": "object"})
    assert [ask.default for ask in barred.asks] == ["object", "object"]
    assert len(barred.s.ground.close) == 2
    assert barred.told() == ["orc does not let ana go"]
    assert not barred.s["ana"].stats.turn.moved
    with pytest.raises(Refused, match="only a Fighting Retreat, an Escaping Sprint or a Deception test"):
        play(leave_close("ana"), barred.s)
    wolf = fighter("wolf", "wolf")
    elsewhere = replace(barred.s, combatants=barred.s.combatants.put("wolf", wolf))
    with pytest.raises(Refused, match="An enemy objects"):
        play(close_in("ana", "wolf"), elsewhere)  # that would leave them too: they are not asked again
    free = play(leave_close("ana"), s, {"gob": "let", "orc": "let"})
    assert free.s.ground.close == ()
    assert free.rolls == ()  # nobody strikes at who leaves


@pytest.mark.rule("OQ-30")
def test_who_cannot_act_cannot_object() -> None:
    s = changed(turn(meeting(), "ana"), "orc", state="dying", hp=-1)
    done = play(leave_close("ana"), s, ["let"])
    assert [ask.who for ask in done.asks] == ["gob"]
    down = changed(s, "gob", state="out", hp=0)
    assert play(leave_close("ana"), down).asks == ()


@pytest.mark.rule("OQ-30", "OQ-16")
def test_slipping_away_is_deception_against_the_best_perception() -> None:
    s = changed(changed(turn(meeting(), "ana"), "ana", deception=50), "orc", perception=45)
    done = play(slip_away("ana"), s, 30, 60)
    assert done.rolls[1][0].text((60,), str) == "orc rolls Perception 45%: 60, failure"
    assert done.s.ground.close == ()
    assert done.s["ana"].stats.turn.acted
    stays = play(slip_away("ana"), s, 30, 40)
    assert len(stays.s.ground.close) == 2


@pytest.mark.rule("OQ-30")
def test_going_to_close_with_another_leaves_those_who_are_not_there() -> None:
    s = arena(
        fighter("ana", "sellsword", fortune=0),
        fighter("gob", "goblin"),
        fighter("orc", "orc"),
        close=("ana gob",),
    )
    s = turn(s, "ana")
    with pytest.raises(Refused, match="is and could object: Close in first, which asks"):
        play(attack(Blow("ana", "orc", "Longsword")), s)
    assert play(close_in("ana", "orc"), s, ["object"]).s.ground.close == (("ana", "gob"),)
    assert play(close_in("ana", "orc"), s, ["let"]).s.ground.close == (("ana", "orc"),)
    together = s.with_ground(close=(("ana", "gob"), ("gob", "orc")))
    assert ("ana", "gob") in play(close_in("ana", "orc"), together).s.ground.close


@pytest.mark.rule("OQ-21", "OQ-51")
def test_who_declared_to_defend_or_to_get_away_does_not_attack() -> None:
    s = arena(
        fighter("ana", "sellsword", fortune=0), fighter("foe", "goblin"), close=("ana foe",), intent="declare"
    )
    shield = play(RULESET.round_start(), s, {"ana": SHIELD, "foe": "open"}).s
    assert parry(shield, Blow("foe", "ana", "Shortspear")).total == 80  # before its own turn too
    with pytest.raises(Refused, match="Shield Defence leaves no attack this round"):
        play(attack(blow()), turn(shield, "ana"))
    away = play(RULESET.round_start(), s, {"ana": "retreat", "foe": "open"}).s
    hit = changed(away, "ana", beaten=True)  # a defence failed before its turn: the whole round counts
    stays = play(withdraw("ana", "retreat"), turn(hit, "ana")).s
    assert play(RULESET.round_end(), stays).s.ground.close == (("ana", "foe"),)
    idle = play(RULESET.round_end(), turn(away, "ana")).s
    assert idle.ground.close == (("ana", "foe"),)  # declared, and not done


@pytest.mark.rule("OQ-30", "OQ-50")
def test_a_holder_who_has_left_holds_nobody() -> None:
    s = changed(turn(meeting(), "ana"), "ana", held_by="gob")
    with pytest.raises(Refused, match="gob holds ana"):
        play(leave_close("ana"), s)
    gone = play(frame.leave("gob", False), s).s
    assert play(leave_close("ana"), gone, ["let"]).s["ana"].stats.turn.moved


def test_the_one_asked_may_leave_while_the_question_is_open() -> None:
    j = journal(fighter("ana", "sellsword", close=99, fortune=0), fighter("gob", "goblin"))
    moved = j.declare(attack(Blow("ana", "gob", "Longsword")), by="a", actor="ana", verb="attack", at=1)
    assert moved.journal.open is not None
    left = moved.journal.interrupt(frame.leave("gob", False), by="gm").journal
    assert left.open is None or left.open_asks()[0].ask.topic == "lethal"
    assert left.state["gob"].gone


@pytest.mark.rule("OQ-20")
def test_a_turn_is_over_once_only_an_enemys_leave_is_left() -> None:
    s = changed(turn(meeting(), "ana"), "ana", acted=True)
    assert RULESET.spent(s, "ana")  # both could object to her leaving
    held_up = changed(changed(s, "gob", state="out", hp=0), "orc", state="dying", hp=-1)
    assert not RULESET.spent(held_up, "ana")  # nobody can: the move is hers
    assert RULESET.spent(changed(held_up, "ana", moved=True), "ana")
    assert not RULESET.spent(changed(s, "ana", acted=False), "ana")
    apart = turn(arena(fighter("ana", "hunter"), fighter("gob", "goblin")), "ana")
    assert not RULESET.spent(changed(apart, "ana", acted=True), "ana")


@pytest.mark.rule("OQ-20", "OQ-47", "OQ-55")
def test_a_turn_is_over_where_moving_would_undo_what_was_done_in_it() -> None:
    spear = turn(arena(fighter("ana", "spear"), fighter("gob", "goblin")), "ana")
    assert RULESET.spent(play(set_weapon("ana"), spear).s, "ana")
    bow = turn(arena(fighter("ana", "hunter"), fighter("gob", "goblin")), "ana")
    assert RULESET.spent(play(aim("ana", "gob"), bow).s, "ana")
