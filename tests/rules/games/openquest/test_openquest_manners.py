"""Options in close combat: All-out, Great, Athletic, Disarming, Natural Weapon, Set Weapon, Charge, two
weapons.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules.engine import frame
from rules.engine.procedures import Refused
from rules.engine.ruleset import Viewer
from rules.games.openquest import RULESET
from rules.games.openquest.actions import pick_up, set_weapon
from rules.games.openquest.attack import strike
from rules.games.openquest.blows import ALL_OUT, ATHLETIC, CHARGE, DISARM, GREAT, Blow, Outcome, attack_skill
from rules.games.openquest.chances import Level
from rules.games.openquest.choices import manners
from rules.games.openquest.defence import can_react, parry, reactions
from rules.games.openquest.distance import close_in
from rules.games.openquest.gear import Dice
from rules.games.openquest.harm import damage_dice
from rules.games.openquest.manners import attack, second_left
from rules.games.openquest.model import State
from rules.games.openquest.rounds import keep_bonus
from tests.rules.games.openquest.fights import arena, blow, chances, changed, duel, fighter, play, turn
from tests.rules.games.openquest.test_openquest_attack import face_level

C, S, F, X, N = Level.CRITICAL, Level.SUCCESS, Level.FAILURE, Level.FUMBLE, Level.NONE


# ------------------------------------------------------------------ one a round
@pytest.mark.rule("OQ-40")
def test_a_second_non_standard_attack_in_a_round_is_refused() -> None:
    s = play(attack(blow(GREAT)), duel(), 99, "prone").s
    s = changed(s, "ana", acted=False, prone=False)  # the Referee grants another action
    with pytest.raises(Refused, match="One non-standard attack a round: Great Attack was this round's"):
        play(attack(blow(DISARM)), s)
    assert play(attack(blow()), s, 99, "prone").result == (Outcome(X),)
    fresh = play(RULESET.round_start(), s).s
    assert play(attack(blow(DISARM)), fresh, 99, "prone").result == (Outcome(X),)


@pytest.mark.rule("OQ-40", "OQ-46")
def test_a_natural_weapon_is_not_the_rounds_type_by_itself() -> None:
    s = turn(arena(fighter("ana", "wolf"), fighter("foe", "sellsword"), close=("ana foe",)), "ana")
    done = play(attack(blow(weapon="Bite")), s, 99, "prone")
    assert done.s["ana"].stats.turn.manner == ""
    both = play(attack(blow(ALL_OUT, "Bite")), s, 60, 60)
    assert both.s["ana"].stats.turn.manner == ALL_OUT
    assert len(both.result) == 2
    assert both.rolls[0][0].text((60,), str) == "ana rolls Close Combat 30%: 60, failure"


@pytest.mark.rule("OQ-41")
def test_the_standard_attack_is_one_attack_and_takes_the_action() -> None:
    done = play(attack(blow()), duel(), 70)
    assert len(done.result) == 1
    with pytest.raises(Refused, match="has used the action of this round"):
        play(attack(blow()), done.s)


# ------------------------------------------------------------------ All-out
@pytest.mark.rule("OQ-42")
def test_all_out_with_both_attacks_defended_at_0_and_at_20_less() -> None:
    """Attack 60 − 20 twice against parries of 40 and (after one reaction) 20, by what each attack came to."""
    s = changed(changed(duel(), "ana", dm=Dice()), "foe", hp=100, hp_max=100)
    expected: dict[Any, Fraction] = defaultdict(Fraction)

    def one(faces: tuple[int, ...], reacted: int) -> tuple[Level, Level]:
        attacked = face_level(faces[0], 40)
        defended = face_level(faces[1], 40 - 20 * reacted) if attacked in (C, S) else N
        return attacked, defended

    each = [Counter(one(faces, r) for faces in product(range(1, 101), repeat=2)) for r in (0, 1)]
    for first, n in each[0].items():
        # by default the Referee lets a fumbler fall: an attack fumbled, or critically parried, ends it
        prone = first[0] is X or first == (S, C)
        if prone:
            expected[(first,)] += Fraction(n, 10**4)
            continue
        for second, m in each[1 if first[0] in (C, S) else 0].items():
            # the foe that fumbled its parry has fallen: +20 to the attack, −20 to the parry
            expected[first, second] += Fraction(n * m, 10**8) if first[1] is not X else Fraction(0)
        if first[1] is X:
            fallen = Counter(
                (a := face_level(x, 60), face_level(y, 0) if a in (C, S) else N)
                for x, y in product(range(1, 101), repeat=2)
            )
            for second, m in fallen.items():
                expected[first, second] += Fraction(n * m, 10**8)
    found = chances(
        attack(blow(ALL_OUT)),
        s,
        lambda result, after: tuple((x.attack, x.defence) for x in result),
        {"defence": "parry"},
    )
    assert {row: p for row, p in expected.items() if p} == found
    assert sum(found.values()) == 1


@pytest.mark.rule("OQ-42")
def test_all_out_gives_up_reactions_and_is_refused_after_one() -> None:
    s = play(attack(blow(ALL_OUT)), duel(), 60, 60).s
    assert not can_react(s, "ana")
    assert [o.value for o in reactions(Blow("foe", "ana", "Shortspear"), s)] == ["none"]
    reacted = changed(duel(), "ana", reacted=True)
    for manner in (ALL_OUT, GREAT):
        with pytest.raises(Refused, match="gives up reactions, and one has been made this round already"):
            play(attack(blow(manner)), reacted)


@pytest.mark.rule("OQ-42")
def test_the_second_attack_has_its_own_target_chosen_after_the_first() -> None:
    s = arena(
        fighter("ana", "sellsword", fortune=0),
        fighter("foe", "goblin"),
        fighter("bob", "goblin"),
        fighter("far", "goblin"),
        close=("ana foe", "ana bob"),
    )
    done = play(attack(blow(ALL_OUT)), turn(s, "ana"), 20, "none", (1, 1), "bob", 20, "none", (3, 1))
    second = next(ask for ask in done.asks if ask.topic == "second")
    assert [o.value for o in second.legal(done.s)] == ["foe", "bob", "none"]
    assert done.s["bob"].stats.hp == 9 - 2


@pytest.mark.rule("OQ-42", "OQ-39")
def test_the_second_attack_on_one_just_felled_is_an_automatic_critical() -> None:
    s = changed(duel(), "foe", hp=1)
    done = play(attack(blow(ALL_OUT)), s, 20, "none", (8, 4), "lethal", "foe")
    assert done.result[1] == Outcome(C, told=True)
    assert done.s["foe"].stats.state == "dead"  # further damage kills the dying


@pytest.mark.rule("OQ-42")
@pytest.mark.parametrize("mishap", ["prone", "miss", "hurt:ana"])
def test_the_second_attack_is_lost_when_the_attacker_is_down_prone_or_to_miss_a_round(mishap: str) -> None:
    s = changed(duel(), "ana", hp=3)
    script: list[Any] = [99, mishap, *([(8, 4)] if mishap == "hurt:ana" else [])]
    done = play(attack(blow(ALL_OUT)), s, *script)
    assert len(done.result) == 1
    assert done.told()[-1] == "ana loses the second attack"
    assert not second_left(done.s, "ana")


# ------------------------------------------------------------------ Great Attack
@pytest.mark.rule("OQ-43")
@pytest.mark.parametrize(
    ("modifier", "added"),
    [(Dice(1, 4), 4), (Dice(2, 6), 12), (Dice(), 0), (Dice(-1, 4), -1), (Dice(-1, 6), -1)],
)
def test_a_great_attack_takes_the_modifier_at_its_most_and_rolls_the_weapon(
    modifier: Dice, added: int
) -> None:
    s = changed(changed(duel(), "ana", dm=modifier, close=59), "foe", ap=0, hp=100, hp_max=100)
    s = changed(s, "foe", gave_up=True)
    expected: dict[int, Fraction] = defaultdict(Fraction)
    for face, die in product(range(1, 101), range(1, 9)):
        level = face_level(face, 79)
        harm = {C: 8 + added, S: max(1, die + added) if added < 0 else die + added}.get(level, 0)
        expected[harm] += Fraction(1, 800)
    assert chances(attack(blow(GREAT)), s, lambda r, after: 100 - after["foe"].stats.hp) == dict(expected)


@pytest.mark.rule("OQ-43")
def test_a_great_attack_needs_a_sword_axe_or_mace_and_room() -> None:
    s = duel()
    assert attack_skill(s, blow(GREAT)).total == 80
    assert not can_react(play(attack(blow(GREAT)), s, 99, "prone").s, "ana")
    with pytest.raises(Refused, match="no room here to wind up"):
        play(attack(blow(GREAT)), s.with_ground(cramped=True))
    spear = turn(arena(fighter("ana", "spear"), fighter("foe", "goblin"), close=("ana foe",)), "ana")
    with pytest.raises(Refused, match="needs a sword, an axe or a mace; the Longspear is none"):
        play(attack(blow(GREAT, "Longspear")), spear)
    text = damage_dice(changed(s, "ana", dm=Dice(1, 4)), blow(GREAT)).text((5,), str)
    assert text == "ana's damage: 1D8 (5) + 4 = 9"


# ------------------------------------------------------------------ Athletic Attack
@pytest.mark.rule("OQ-44")
@pytest.mark.parametrize("athletics", [-20, 0, 1, 35, 50, 99, 100, 140])
@pytest.mark.parametrize("skill", [-20, 0, 1, 35, 50, 99, 100, 140])
def test_one_roll_against_athletics_and_the_attack(athletics: int, skill: int) -> None:
    s = changed(changed(duel(), "ana", athletics=athletics, close=skill), "foe", hp=100, hp_max=100)
    both = sum(1 for face in range(1, 100) if face <= athletics and face <= skill)
    expected = {C: Fraction(both, 100), X: Fraction(100 - both, 100)}
    found = chances(attack(blow(ATHLETIC)), s, lambda result, after: result[0].attack)
    assert found == {level: p for level, p in expected.items() if p}


@pytest.mark.rule("OQ-44")
def test_ground_and_light_weigh_on_both_skills_and_the_rest_on_the_attack() -> None:
    s = changed(duel().with_ground(light="partial"), "ana", unstable=True, prone=True)
    done = play(attack(blow(ATHLETIC, modifier=10)), s, 10, "none", "lethal")
    assert done.told()[1:3] == [
        "ana: Athletics 50%, unstable ground −20, partial darkness −20: 10%",
        "ana: Close Combat 60%, prone −20, unstable ground −20, partial darkness −20, other +10: 10%",
    ]
    chance, faces = done.rolls[0]
    words = "ana rolls one D100 for Athletics 10% and Close Combat 10%: 10, critical"
    assert chance.text(faces, str) == words


@pytest.mark.rule("OQ-44")
def test_it_may_begin_at_ranged_ends_at_close_and_leaves_the_free_move() -> None:
    s = turn(arena(fighter("ana", "sellsword", fortune=0), fighter("foe", "goblin")), "ana")
    done = play(attack(blow(ATHLETIC)), s, 51, "prone")
    assert done.s.ground.close == (("ana", "foe"),)
    assert not done.s["ana"].stats.turn.moved
    assert done.result == (Outcome(X),)
    parried = play(attack(blow(ATHLETIC)), s, 50, "parry", 11, (4, 2))
    assert parried.result == (Outcome(C, "parry", C, True),)


# ------------------------------------------------------------------ Disarming Attack
def armed() -> State:
    return duel("sellsword", "sellsword")


@pytest.mark.rule("OQ-45")
def test_a_disarming_attack_does_no_damage_and_the_attacker_chooses() -> None:
    s = changed(armed(), "foe", fortune=0)
    done = play(attack(blow(DISARM)), s, 20, "none", "shield", 4)
    foe = done.s["foe"].stats
    assert (foe.hp, foe.shield, foe.hand) == (14, "none", "Longsword")
    assert done.told()[-1] == "foe's medium shield lands 4 m away"
    ask = next(a for a in done.asks if a.topic == "disarm")
    assert (ask.who, ask.default) == ("ana", "weapon")
    weapon = play(attack(blow(DISARM)), s, 20, "none", "weapon", 6).s
    assert weapon["foe"].stats.hand == ""
    assert [(x.name, x.metres, x.owner) for x in weapon.ground.lying] == [("Longsword", 6, "foe")]


@pytest.mark.rule("OQ-45")
@pytest.mark.parametrize(
    ("script", "disarms"),
    [
        ((20, "dodge", 20), False),
        ((20, "parry", 20), False),
        ((20, "parry", 80, "weapon", 3), True),
        ((11, "parry", 20, "weapon", 3), True),
        ((11, "none", "weapon", 3), True),
        ((11, "parry", 11), False),
    ],
)
def test_when_it_disarms(script: tuple[Any, ...], disarms: bool) -> None:
    done = play(attack(blow(DISARM)), changed(armed(), "foe", fortune=0), *script)
    assert (done.s["foe"].stats.hand == "") == disarms
    assert done.s["foe"].stats.hp == 14


@pytest.mark.rule("OQ-45", "OQ-23")
def test_nothing_to_lose_is_refused_and_picking_up_takes_the_action() -> None:
    wolf = duel("sellsword", "wolf")
    with pytest.raises(Refused, match="neither weapon nor shield to lose"):
        play(attack(blow(DISARM)), wolf)
    s = play(attack(blow(DISARM)), changed(armed(), "foe", fortune=0), 20, "none", "weapon", 3).s
    s = turn(s, "foe")
    done = play(pick_up("foe", s.ground.lying[0].id), s)
    assert done.s["foe"].stats.hand == "Longsword"
    assert done.s.ground.lying == ()
    assert done.s["foe"].stats.turn.acted


# ------------------------------------------------------------------ Set Weapon and Charge
def field() -> State:
    """Ana with a longspear, a berserk foe at Ranged who charges."""
    s = arena(fighter("ana", "spear", fortune=0), fighter("foe", "berserk", fortune=0))
    return replace(s, combatants=s.combatants.put("foe", replace(s["foe"], side="foes")))


def charging(**more: Any) -> Blow:
    return Blow("foe", "ana", "Great axe", CHARGE, **more)


@pytest.mark.rule("OQ-47")
def test_a_set_weapon_strikes_first_at_20_more_and_the_charger_has_no_reaction() -> None:
    s = turn(play(set_weapon("ana"), turn(field(), "ana")).s, "foe")
    done = play(attack(charging()), s, 75, 6, 64, "none", (1, 1, 1, 1))
    assert done.rolls[0][0].text((75,), str) == "ana rolls Close Combat 75%: 75, success"  # 55 + 20
    assert done.s["foe"].stats.hp == 15 - (6 - 3)
    assert [ask.who for ask in done.asks] == ["ana"]  # nobody asked the charger
    assert not done.s["ana"].stats.braced


@pytest.mark.rule("OQ-47", "OQ-48")
def test_the_charger_cannot_react_to_it_even_where_charging_keeps_reactions() -> None:
    s = field()
    s = replace(s, options=s.options.put("charge_loses_reactions", False))
    s = turn(play(set_weapon("ana"), turn(s, "ana")).s, "foe")
    assert [a.who for a in play(attack(charging()), s, 75, 6, 99, "prone").asks] == ["gm"]


@pytest.mark.rule("OQ-47")
def test_a_charger_felled_by_it_does_not_attack_and_the_two_are_at_close() -> None:
    s = turn(play(set_weapon("ana"), turn(changed(field(), "foe", hp=2), "ana")).s, "foe")
    done = play(attack(charging()), s, 20, 8, "lethal")
    assert done.s["foe"].stats.state == "dying"
    assert done.s.ground.close == (("ana", "foe"),)
    assert done.result == (Outcome(N),)


@pytest.mark.rule("OQ-47")
def test_any_other_action_or_reaction_unsets_it_and_the_table_is_told() -> None:
    close = field().with_ground(close=(("ana", "foe"),))
    s = play(set_weapon("ana"), turn(close, "ana")).s
    told = "ana's weapon is no longer set"
    parried = play(strike(Blow("foe", "ana", "Great axe")), turn(s, "foe"), 20, "parry", 20)
    assert told in parried.told()
    assert not parried.s["ana"].stats.braced
    taken = play(strike(Blow("foe", "ana", "Great axe")), turn(s, "foe"), 20, "none", (1, 1, 1))
    assert taken.s["ana"].stats.braced
    again = play(RULESET.round_start(), s).s
    acted = play(attack(Blow("ana", "foe", "Longspear")), turn(again, "ana"), 99, "prone")
    assert told in acted.told()
    moved = play(close_in("ana", "foe"), turn(play(set_weapon("ana"), turn(field(), "ana")).s, "ana"))
    assert told in moved.told()


@pytest.mark.rule("OQ-47")
def test_keeping_it_set_is_the_action_of_each_further_turn() -> None:
    s = play(set_weapon("ana"), turn(field(), "ana")).s
    s = play(RULESET.turn_end("ana"), s).s
    assert s["ana"].stats.braced
    s = turn(play(RULESET.round_start(), s).s, "ana")
    kept = play(set_weapon("ana"), s)
    assert kept.told() == ["ana keeps the weapon set"]
    assert play(RULESET.turn_end("ana"), kept.s).s["ana"].stats.braced
    idle = play(RULESET.turn_end("ana"), s)
    assert idle.told() == ["ana's weapon is no longer set"]


@pytest.mark.rule("OQ-47")
def test_only_a_spear_or_polearm_can_be_set() -> None:
    with pytest.raises(Refused, match="Only a spear or a polearm"):
        play(set_weapon("ana"), duel())


@pytest.mark.rule("OQ-48")
@pytest.mark.parametrize(
    ("ticks", "script", "hp"),
    [
        ((), (20, "none", (1, 2, 3, 4)), 12 - (10 - 2)),
        (("uphill",), (20, "none", (1, 2, 3)), 12 - (6 - 2)),
        ((), (11, "none"), 12 - (16 + 6 + 6)),
        (("uphill",), (11, "none"), 12 - (16 + 6)),
    ],
)
def test_a_charge_adds_1d6_and_6_on_a_critical_none_uphill(
    ticks: tuple[str, ...], script: tuple[Any, ...], hp: int
) -> None:
    ends = ["lethal"] if hp <= 0 else []
    done = play(attack(charging(ticks=ticks)), turn(field(), "foe"), *script, *ends)
    assert done.s["ana"].stats.hp == hp
    assert done.s.ground.close == (("ana", "foe"),)


@pytest.mark.rule("OQ-48", "OQ-40")
def test_a_charge_starts_at_ranged_is_the_rounds_type_and_gives_up_reactions() -> None:
    s = turn(field(), "foe")
    done = play(attack(charging()), s, 99, "prone").s
    turn_of = done["foe"].stats.turn
    assert (turn_of.manner, turn_of.gave_up, turn_of.moved) == (CHARGE, True, True)
    with pytest.raises(Refused, match="a charge starts from Ranged"):
        play(attack(charging()), s.with_ground(close=(("ana", "foe"),)))
    kept = replace(s, options=s.options.put("charge_loses_reactions", False))
    assert can_react(play(attack(charging()), kept, 99, "prone").s, "foe")


# ------------------------------------------------------------------ two weapons, weapon and shield
@pytest.mark.rule("OQ-49")
def test_the_extra_parry_bears_no_penalty_and_costs_the_bonus_attack() -> None:
    s = changed(duel("berserk", "sellsword"), "foe", fortune=0, hp=100, hp_max=100)
    b = blow(weapon="Great axe")
    assert "extra" not in [o.value for o in reactions(b, s)]  # nothing to gain yet
    s = play(strike(b), s, 20, "parry", 20).s
    words = [o.words for o in reactions(b, s)]
    assert words == ["Parry 40%", "Extra parry 60%", "Dodge 20%", "Take it"]
    done = play(strike(b), s, 20, "extra", 60)
    assert done.result == Outcome(S, "parry", S)
    assert parry(done.s, b).total == 40  # it does not count for the penalty
    assert "extra" not in [o.value for o in reactions(b, done.s)]
    with pytest.raises(Refused, match="has made its extra parry"):
        play(keep_bonus("foe"), done.s)


@pytest.mark.rule("OQ-49")
def test_the_bonus_attack_is_standard_at_20_less_and_at_half_skill_in_the_order() -> None:
    s = arena(
        fighter("ana", "sellsword", fortune=0),  # 60, half 30
        fighter("foe", "goblin"),  # 40
        fighter("bone", "skeleton", close=25),
        close=("ana foe",),
    )
    s = play(keep_bonus("ana"), turn(s, "ana")).s
    assert [slot.id for slot in s.order] == ["ana", "foe", "ana+b", "bone"]
    assert RULESET.panel(s, "ana", Viewer("player-ana", False))[0].endswith("(15 m), bonus attack")
    equal = play(keep_bonus("ana"), turn(changed(s, "ana", close=80, bonus=""), "ana")).s
    assert [slot.id for slot in equal.order][:3] == ["ana", "ana+b", "foe"]  # both at 40, DEX 12 and 10
    s = changed(s, "ana", acted=True, moved=True)
    second = turn(s, "ana+b")
    assert [c.hint for c in manners(second, "ana", {"target": "foe", "weapon": "Longsword"})] == ["40%"]
    with pytest.raises(Refused, match="bonus attack is a standard attack"):
        play(attack(blow(GREAT)), second)
    done = play(attack(blow()), second, 60)
    assert done.rolls[0][0].text((60,), str) == "ana rolls Close Combat 40%: 60, failure"
    assert RULESET.spent(done.s, "ana")
    assert "extra" not in [o.value for o in reactions(Blow("foe", "ana", "Shortspear"), done.s)]
    with pytest.raises(Refused, match="bonus attack is used"):
        play(attack(blow()), done.s)


@pytest.mark.rule("OQ-49")
def test_the_bonus_slot_comes_only_to_who_kept_it_and_two_daggers_count_as_two_weapons() -> None:
    pair_of = RULESET.read({"weapons": ["Dagger", "Dagger"]})
    assert (pair_of.hand, pair_of.off, pair_of.two_arms) == ("Dagger", "Dagger", True)
    assert not RULESET.read({"weapons": ["Dagger"]}).two_arms
    assert not RULESET.read({"weapons": ["Great axe"], "shield": "large"}).two_arms
    s = play(keep_bonus("ana"), turn(duel(), "ana")).s
    done = play(frame.pass_turn(), s)
    assert done.s.acting == "foe"
    assert play(frame.pass_turn(), done.s).s.acting == "ana+b"
    lost = changed(done.s, "ana", bonus="")
    assert play(frame.pass_turn(), lost).s.acting == "ana"
