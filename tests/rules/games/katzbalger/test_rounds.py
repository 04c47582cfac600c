"""The round: initiative, slots, ties, modes, half moves, instant actions."""

from dataclasses import replace
from typing import Any

import pytest

from rules.engine.changes import SetMarker
from rules.engine.effects import GM
from rules.engine.procedures import Refused
from rules.engine.scripted import scripted
from rules.games.katzbalger import RULESET, rounds
from rules.games.katzbalger.attack import attack, instants
from rules.games.katzbalger.director import allow_instant
from rules.games.katzbalger.moves import full_move, half_move, step
from rules.games.katzbalger.order import roll_order
from rules.games.katzbalger.sheet import Intent, State
from rules.games.katzbalger.values import STUNNED, actions, dodge, in_hand, lasting, range_of
from rules.games.katzbalger.wounds import stunned

from .arena import APART, CONTACT, LONG, MEDIUM, SHORT, arena, duel


def armed(n: int, **more: Any) -> dict[str, Any]:
    """A fighter whose only weapon beside fists has n actions a round."""
    blade = {"name": "Blade", "damage": "1d6", "class": "B", "range": "Medium", "actions": n}
    return {"weapons": ["Blade"], "own_weapons": [blade], **more}


def slots(s: State) -> list[tuple[str, str]]:
    return [(x.who, x.label) for x in s.order]


def with_mode(s: State, who: str, mode: str, since: int, now: int) -> State:
    return replace(s.with_stats(who, mode=mode, since=since), round=now)


@pytest.mark.rule("KB-11")
def test_initiative_is_a_d6_and_the_ref_bonus() -> None:
    s = arena({"ana": {"ref_bonus": 2}, "ben": {"ref_bonus": -1}})
    done = scripted(roll_order(), s, [(3, 5)])
    assert slots(done.s) == [("ana", "5"), ("ben", "4")]
    assert done.rolls[0][0].text((3, 5), str) == "Initiative: ana d6 (3) + 2 = 5, ben d6 (5) − 1 = 4"


@pytest.mark.rule("KB-11", "KB-80")
def test_initiative_in_the_funk_is_one_less() -> None:
    s = arena({"ana": {"ref_bonus": 2, "funk": True}, "ben": {}})
    assert slots(scripted(roll_order(), s, [(3, 2)]).s) == [("ana", "4"), ("ben", "2")]


@pytest.mark.rule("KB-12")
def test_further_actions_are_two_lower_each_and_act_below_nothing() -> None:
    s = arena({"ana": armed(3), "ben": armed(2)})
    assert slots(scripted(roll_order(), s, [(3, 6)]).s) == [
        ("ben", "6"), ("ben", "4"), ("ana", "3"), ("ana", "1"), ("ana", "−1"),
    ]  # fmt: skip


MODES = {
    # mode, actions of the weapon: those of the first round of the mode and of the second
    ("normal", 1): (1, 1),
    ("normal", 2): (2, 2),
    ("normal", 3): (3, 3),
    ("defensive", 1): (0, 1),
    ("defensive", 2): (1, 1),
    ("defensive", 3): (2, 2),
    ("aggressive", 1): (2, 1),
    ("aggressive", 2): (3, 3),
    ("aggressive", 3): (5, 5),
}


@pytest.mark.rule("KB-12", "KB-30", "KB-31", "KB-32", "KB-04")
@pytest.mark.parametrize(("mode", "n"), MODES)
def test_interleaving_with_one_two_and_three_actions_in_all_modes(mode: str, n: int) -> None:
    for later, count in enumerate(MODES[mode, n]):
        s = with_mode(arena({"ana": armed(n), "ben": armed(2)}), "ana", mode, 4, 4 + later)
        done = scripted(roll_order(), s, [(6, 3)])
        ana = [("ana", str(6 - 2 * k).replace("-", "−")) for k in range(count)]
        ben = [("ben", "3"), ("ben", "1")]
        expected = sorted([*ana, *ben], key=lambda x: -int(x[1].replace("−", "-")))
        assert slots(done.s) == expected


@pytest.mark.rule("KB-31", "KB-32")
def test_one_with_a_single_action_alternates_and_leaving_the_mode_starts_anew() -> None:
    s = duel()
    for mode, expected in (("defensive", [0, 1, 0, 1]), ("aggressive", [2, 1, 2, 1])):
        states = [with_mode(s, "ana", mode, 3, 3 + n) for n in range(4)]
        got = [actions(x, "ana", in_hand(x, "ana")) for x in states]
        assert got == expected
    # Defensive from round 3, Normal in 4, Defensive again in 5: 5 is a first round
    s = replace(s.with_stats("ana", wants="defensive"), round=3)
    s = scripted(rounds.choose_modes(), s, []).s
    assert (s["ana"].stats.mode, s["ana"].stats.since) == ("defensive", 3)
    s = scripted(rounds.choose_modes(), replace(s.with_stats("ana", wants="normal"), round=4), []).s
    s = scripted(rounds.choose_modes(), replace(s.with_stats("ana", wants="defensive"), round=5), []).s
    assert actions(s, "ana", in_hand(s, "ana")) == 0


@pytest.mark.rule("KB-31", "KB-22")
def test_defensive_adds_the_hth_score_to_the_dodge() -> None:
    s = duel({"ref_bonus": 1})
    assert dodge(s, "ana", "ben") == 6
    assert dodge(s.with_stats("ana", mode="defensive"), "ana", "ben") == 11


@pytest.mark.rule("KB-32", "KB-22")
def test_aggressive_loses_all_dodge() -> None:
    s = duel().with_stats("ana", mode="aggressive")
    assert dodge(s, "ana", "ben") == 0
    clumsy = duel({"hth": 1, "ref_bonus": -4}).with_stats("ana", mode="aggressive")
    assert dodge(clumsy, "ana", "ben") == -3


@pytest.mark.rule("KB-30")
def test_a_mode_holds_until_changed_and_from_the_next_round_on() -> None:
    s = scripted(rounds.set_mode("ana", "aggressive"), duel(), [])
    assert s.s["ana"].stats.mode == "normal"
    assert s.told() == ["ana will be in Aggressive mode from the next round on"]
    s2 = replace(s.s, round=2)
    done = scripted(rounds.choose_modes(), s2, [])
    assert done.s["ana"].stats.mode == "aggressive"
    assert done.told() == ["ana is in Aggressive mode"]
    assert done.asks == ()
    again = scripted(rounds.choose_modes(), replace(done.s, round=3), [])
    assert again.s["ana"].stats.mode == "aggressive"


@pytest.mark.rule("KB-30")
def test_only_who_asked_for_it_is_asked_for_the_mode() -> None:
    s = duel()
    s = s.with_combatant("ben", standing=s["ben"].standing.put("mode", "ask"))
    done = scripted(rounds.choose_modes(), replace(s, round=2), [{"ben": "defensive"}])
    assert [a.who for a in done.asks] == ["ben"]
    assert done.asks[0].default == "keep"
    assert done.s["ben"].stats.mode == "defensive"


@pytest.mark.rule("KB-30")
@pytest.mark.parametrize("mode", ["normal", "defensive", "aggressive"])
def test_a_standing_mode_holds_round_after_round_without_a_question(mode: str) -> None:
    """Also in the mode already, with a gun in hand, and with a Great Blow under way."""
    s = duel({"weapons": ["Sword", "Pistol"]})
    s = s.with_combatant("ana", standing=s["ana"].standing.put("mode", mode))
    for n in (1, 2, 3):
        s = scripted(rounds.choose_modes(), replace(s, round=n), []).s
        assert (s["ana"].stats.mode, s["ana"].stats.since) == (mode, 1)
    shooting = s.with_stats("ana", hand="Pistol", mode="normal")
    assert scripted(rounds.choose_modes(), replace(shooting, round=4), []).s["ana"].stats.mode == "normal"
    swinging = s.with_stats("ana", blow=Intent("ben", "Sword"), mode="normal")
    swung = scripted(rounds.choose_modes(), replace(swinging, round=4), []).s["ana"].stats.mode
    assert swung == ("normal" if mode == "aggressive" else mode)


@pytest.mark.rule("KB-30")
def test_one_who_shoots_is_in_normal_mode() -> None:
    s = duel({"weapons": ["Pistol", "Sword"]})
    with pytest.raises(Refused, match="Normal mode"):
        scripted(rounds.set_mode("ana", "defensive"), s, [])
    s = s.with_stats("ana", mode="defensive", since=1)
    assert scripted(rounds.choose_modes(), replace(s, round=2), []).s["ana"].stats.mode == "normal"
    with pytest.raises(Refused, match="Normal mode"):
        scripted(attack("ana", "ben", "Pistol", "attack", (), 0), s, [])


@pytest.mark.rule("KB-13")
def test_a_tie_is_rolled_off_with_a_d6_without_modifiers() -> None:
    s = arena({"ana": {"ref_bonus": 2}, "ben": {"ref_bonus": -1}})
    done = scripted(roll_order(), s, [(2, 5), (3, 4)])
    assert slots(done.s) == [("ben", "4"), ("ana", "4")]
    assert done.rolls[1][0].text((3, 4), str) == "Tied at 4: ana d6 (3), ben d6 (4)"


@pytest.mark.rule("KB-13")
def test_a_second_tie_is_the_directors() -> None:
    s = arena({"ana": {}, "ben": {}})
    again = scripted(roll_order(), s, [(4, 4), (2, 2), ["again"], (3, 3), ["again"], (1, 6)])
    assert slots(again.s) == [("ben", "4"), ("ana", "4")]
    assert [(a.who, a.default) for a in again.asks] == [(GM, "again"), (GM, "again")]
    assert [a.prompt for a in again.asks] == [
        "Ana and Ben are tied at 4 for the second time.",
        "Ana and Ben are tied at 4 for the third time.",
    ]
    both = scripted(roll_order(), s, [(4, 4), (2, 2), ["together"]])
    assert both.s.ground.together == (("ana#1", "ben#1"),)
    assert both.told() == ["ana and ben act simultaneously; effects come after both"]


@pytest.mark.rule("KB-13")
def test_of_three_tied_only_those_still_tied_roll_again() -> None:
    s = arena({"ana": {}, "ben": {}, "cia": {}})
    done = scripted(roll_order(), s, [(4, 4, 4), (2, 5, 2), ["again"], (1, 3)])
    assert [x.who for x in done.s.order] == ["ben", "cia", "ana"]


@pytest.mark.rule("KB-13")
def test_interleaved_slots_tie_at_every_number() -> None:
    s = arena({"ana": armed(2), "ben": armed(2)})
    done = scripted(roll_order(), s, [(5, 5), (6, 1), (1, 6)])
    assert slots(done.s) == [("ana", "5"), ("ben", "5"), ("ben", "3"), ("ana", "3")]


@pytest.mark.rule("KB-13")
def test_simultaneous_effects_come_after_both_have_acted() -> None:
    """Ana's blow would kill Ben, who strikes all the same; then both are hurt."""
    s = duel({"health": 9}, {"health": 2})
    s = replace(s, ground=replace(s.ground, together=(("ana#1", "ben#1"),)))
    first = scripted(attack("ana", "ben", "Sword", "attack", (), 0), s, ["none", 15, "none", 8, 8])
    assert first.s["ben"].stats.total == 0
    assert len(first.s.ground.pending) == 1
    end = scripted(rounds.slot_ends("ana"), first.s, []).s
    assert end["ben"].stats.total == 0
    ben = SetMarker(1, "ben#1").apply(end)
    second = scripted(attack("ben", "ana", "Sword", "attack", (), 0), ben, [15, 8, 3])
    assert second.s["ana"].stats.total == 0
    done = scripted(rounds.slot_ends("ben"), second.s, [(1, 1, 1)])
    assert done.s["ben"].stats.dead
    assert done.s["ana"].stats.total == 3
    assert done.s.ground.pending == ()


@pytest.mark.rule("KB-10")
def test_a_round_begins_with_instants_then_initiative_and_the_highest_acts() -> None:
    s = replace(duel({"ref_bonus": 1}), round=2, order=(), acting="")
    s = s.with_stats("ben", instant=Intent("ana", "Sword"), may_instant=True)
    done = scripted(rounds.top_of_round(), s, ["none", 17, "none", 18, 6, (1, 1), (2, 6)])
    kinds = [chance.label for chance, _ in done.rolls]
    assert kinds == ["attack", "location", "damage", "stun", "initiative"]
    assert slots(done.s) == [("ana", "3")]  # Ben's only action is the instant one


@pytest.mark.rule("KB-15")
def test_instant_actions_hit_each_other_before_any_effect() -> None:
    s = replace(duel({"health": 2}, {"health": 2}), round=2, order=(), acting="")
    s = s.with_stats("ana", instant=Intent("ben", "Sword"), may_instant=True)
    s = s.with_stats("ben", instant=Intent("ana", "Sword"), may_instant=True)
    script = ["none", 15, "none", 8, 8, 15, 8, 8]  # Ben may parry and block; then his action is spent
    done = scripted(instants(), s, script)
    assert done.s["ana"].stats.dead
    assert done.s["ben"].stats.dead


@pytest.mark.rule("KB-15")
def test_an_instant_action_needs_the_sheet_or_the_director_and_takes_an_action() -> None:
    s = duel()
    with pytest.raises(Refused, match="instant"):
        scripted(rounds.plan_instant("ana", "ben", "Sword"), s, [])
    s = scripted(allow_instant("ana"), s, []).s
    s = scripted(rounds.plan_instant("ana", "ben", "Sword"), s, []).s
    s = replace(s, round=2, order=(), acting="")
    done = scripted(rounds.top_of_round(), s, ["none", 2, (4, 2)])
    assert slots(done.s) == [("ben", "2")]
    assert not done.s["ana"].stats.may_instant
    quick = {"name": "Dart", "damage": "1d3", "kind": "gun", "instant": True}
    armed_ana = duel({"own_weapons": [quick], "weapons": ["Dart"]})
    assert scripted(rounds.plan_instant("ana", "ben", "Dart"), armed_ana, []).s["ana"].stats.instant


@pytest.mark.rule("KB-15", "KB-12")
def test_an_instant_action_can_be_settled_for_the_first_round() -> None:
    """Before the fight: it is made at the top of round 1, and is Ana's only action of it."""
    s = scripted(allow_instant("ana"), replace(duel(), round=0, order=(), acting=""), []).s
    s = scripted(
        rounds.plan_instant("ana", "ben", "Sword"), replace(s, ground=replace(s.ground, rolled=0)), []
    ).s
    done = scripted(rounds.top_of_round(), replace(s, round=1), ["none", 2, (4, 2)])
    assert slots(done.s) == [("ben", "2")]


@pytest.mark.rule("KB-14", "KB-04")
def test_half_move_and_attack() -> None:
    """Base 7, three attacks: two of them, at 4 and 2."""
    s = arena({"ana": armed(3), "ben": {}}, at=LONG)
    s = scripted(roll_order(), s, [(6, 3)]).s
    s = replace(s.with_stats("ana", sheet=s["ana"].stats.sheet), acting="ana#1")
    s = replace(s, order=tuple(replace(x, label="7") if x.id == "ana#1" else x for x in s.order))
    done = scripted(half_move("ana", "ben", "closer"), s, []).s
    assert range_of(done, "ana", "ben") == MEDIUM
    assert slots(done) == [("ana", "7"), ("ana", "4"), ("ben", "3"), ("ana", "2")]
    assert RULESET.spent(done, "ana")


@pytest.mark.rule("KB-14", "KB-13")
def test_half_move_slots_tie_like_any_other() -> None:
    s = arena({"ana": {}, "ben": {}}, at=LONG)
    s = replace(scripted(roll_order(), s, [(6, 3)]).s, acting="ana#1")
    done = scripted(
        half_move("ana", "ben", "closer"), s, [(2, 5)]
    ).s  # half of 6 is 3, parties in their order
    assert slots(done) == [
        ("ana", "6"),
        ("ana", "3"),
        ("ben", "3"),
    ]  # the parties roll in their order: Ben, Ana


@pytest.mark.rule("KB-14")
def test_half_move_begins_on_the_base_initiative() -> None:
    s = replace(
        scripted(roll_order(), arena({"ana": armed(2), "ben": {}}, at=LONG), [(6, 3)]).s, acting="ana#2"
    )
    with pytest.raises(Refused, match="base initiative"):
        scripted(half_move("ana", "ben", "closer"), s, [])


@pytest.mark.rule("KB-53")
def test_a_move_is_one_step_of_one_pair_for_one_action() -> None:
    s = arena({"ana": {}, "ben": {}, "cia": {}}, "ana ben", at=APART)
    done = scripted(step("ana", "ben", "closer"), s, []).s
    assert range_of(done, "ana", "ben") == 4
    assert range_of(done, "ana", "cia") == APART
    assert done["ana"].stats.acted == 1
    assert range_of(scripted(step("ana", "ben", "away"), duel(), []).s, "ana", "ben") == LONG


@pytest.mark.rule("KB-53")
def test_a_full_move_is_any_number_of_steps_and_the_rounds_only_act() -> None:
    s = arena({"ana": armed(3), "ben": {}}, "ana ana ben ana", at=APART)
    done = scripted(full_move("ana", "ben", SHORT), s, []).s
    assert range_of(done, "ana", "ben") == SHORT
    assert [x.who for x in done.order] == ["ana", "ben"]
    with pytest.raises(Refused, match="only act"):
        scripted(full_move("ana", "ben", SHORT), replace(s, acting="ana#2"), [])
    with pytest.raises(Refused, match="only act"):
        scripted(full_move("ana", "ben", SHORT), s.with_stats("ana", acted=1), [])


@pytest.mark.rule("KB-53")
def test_fights_start_apart_and_contact_is_the_closest() -> None:
    s = RULESET.new_encounter()
    s = replace(s, combatants=duel().combatants)
    assert range_of(s, "ana", "ben") == APART
    assert range_of(scripted(step("ana", "ben", "closer"), duel(at=CONTACT), []).s, "ana", "ben") == CONTACT


@pytest.mark.rule("KB-72", "KB-12")
def test_who_cannot_act_has_no_slots() -> None:
    s = duel()
    s = scripted(stunned("ben", 2), s, []).s
    done = scripted(roll_order(), replace(s, order=(), acting=""), [(4,)])
    assert slots(done.s) == [("ana", "4")]
    assert lasting(s, "ben", STUNNED) is not None


@pytest.mark.rule("KB-11")
def test_a_group_of_equals_rolls_once_and_does_not_tie_with_itself() -> None:
    s = arena({"ana": {}, "orc": {}, "ork": {}})
    for who in ("orc", "ork"):
        s = s.with_combatant(who, group="orcs", side="orcs")
    done = scripted(roll_order(), s, [(2, 5)])
    assert slots(done.s) == [("orc", "5"), ("ork", "5"), ("ana", "2")]


@pytest.mark.rule("KB-11")
def test_the_hidden_roll_for_the_director_alone() -> None:
    s = arena({"ana": {}, "ben": {}}).with_combatant("ben", hidden=True)
    done = scripted(roll_order(), s, [(2,), (5,)])
    assert [chance.audience for chance, _ in done.rolls] == ["table", "gm"]


@pytest.mark.rule("KB-12")
def test_a_latecomer_comes_into_what_is_left_of_the_round() -> None:
    s = arena({"ana": armed(2), "ben": {}, "cia": armed(2)}, "ana ben ana")
    s = replace(s, order=tuple(replace(x, label=n) for x, n in zip(s.order, ("6", "5", "4"), strict=True)))
    done = scripted(rounds.latecomer("cia"), s, [(3,)])
    assert slots(done.s) == [("ana", "6"), ("ben", "5"), ("ana", "4"), ("cia", "3"), ("cia", "1")]
    assert done.s.acting == "ana#1"


@pytest.mark.rule("KB-12")
def test_a_weapon_with_fewer_actions_gives_no_more_than_its_own() -> None:
    s = arena({"ana": {"weapons": ["Fist", "Mace"]}, "ben": {}}, "ana ana ben").with_stats("ana", acted=1)
    with pytest.raises(Refused, match="The mace allows 1 action a round"):
        scripted(attack("ana", "ben", "Mace", "attack", (), 0), s, [])
