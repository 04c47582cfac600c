"""Stun, severe injury, bleeding, death, falls, drowning, healing."""

from dataclasses import replace
from typing import Any

import pytest

from rules.engine.effects import GM
from rules.engine.encounter import END, Edge
from rules.engine.procedures import Refused
from rules.engine.scripted import scripted
from rules.games.katzbalger import RULESET, perils, rounds, wounds
from rules.games.katzbalger.data import FALLS, fall_dice, fallen
from rules.games.katzbalger.director import call_stun, give_wounds, minutes_pass, set_drowning, start_fall
from rules.games.katzbalger.sheet import State
from rules.games.katzbalger.values import (
    DAZED,
    INCAPACITATED,
    STUNNED,
    UNCONSCIOUS,
    able,
    dodge,
    lasting,
    may_block,
    may_parry,
    stun_dice,
)

from .arena import arena, duel


def one(**values: Any) -> State:
    """Ana alone in a fight."""
    return arena({"ana": values}, "ana")


def hurt(s: State, n: int, script: list[Any], subdual: bool = False) -> State:
    after: State = scripted(wounds.wound("ana", n, subdual), s, script).s
    return after


def round_of(s: State, n: int) -> State:
    return replace(s, round=n, acting="", order=())


# ------------------------------------------------------------------ stun
@pytest.mark.rule("KB-70")
def test_a_failed_stun_roll_stuns_for_this_round_and_the_failure_points() -> None:
    s = hurt(one(wil=7), 1, [(6, 4)])
    found = lasting(s, "ana", STUNNED)
    assert found is not None
    assert found.ends == Edge(1 + 3, "", END)


@pytest.mark.rule("KB-70")
def test_exactly_wil_is_dazed_for_one_round_and_under_it_fine() -> None:
    found = lasting(hurt(one(wil=7), 1, [(6, 1)]), "ana", DAZED)
    assert found is not None
    assert found.ends == Edge(2, "", END)
    assert hurt(one(wil=7), 1, [(5, 1)]).lasting == ()


@pytest.mark.rule("KB-72")
def test_the_longer_of_two_stuns_counts() -> None:
    s = hurt(one(wil=7), 1, [(6, 6)])
    shorter = scripted(call_stun("ana", 2), s, [(6, 2)])
    assert lasting(shorter.s, "ana", STUNNED) == lasting(s, "ana", STUNNED)
    assert "stays stunned as long as before" in shorter.told()[-1]
    longer = lasting(scripted(call_stun("ana", 3), s, [(6, 6, 6)]).s, "ana", STUNNED)
    assert longer is not None
    assert longer.ends == Edge(12, "", END)


@pytest.mark.rule("KB-72", "KB-22")
@pytest.mark.parametrize("key", [STUNNED, INCAPACITATED, UNCONSCIOUS])
def test_the_helpless_have_no_action_no_dodge_and_no_defence(key: str) -> None:
    s = duel(order="ana ben")
    added = wounds.lasts(s, "ben", key, 3)
    assert added is not None
    s = added.apply(s)
    assert not able(s, "ben")
    assert not RULESET.able(s, "ben")
    assert dodge(s, "ben", "ana") == 0
    assert not may_parry(s, "ben", True)
    assert not may_block(s, "ben", True)


@pytest.mark.rule("KB-71")
@pytest.mark.parametrize(
    ("total", "dice"), [(1, 2), (4, 2), (5, 3), (9, 3), (10, 4), (19, 4), (20, 5), (29, 5), (30, 6), (39, 6)]
)
def test_dice_of_a_stun_roll_by_wounds_of_twenty_health(total: int, dice: int) -> None:
    assert stun_dice(total, 20) == dice


@pytest.mark.rule("KB-71")
def test_the_number_of_dice_is_an_option_and_an_input() -> None:
    fixed = replace(one(), options=one().options.put("stun_dice", "6"))
    assert len(scripted(wounds.wound("ana", 1, False), fixed, [(1,) * 6]).rolls[0][1]) == 6
    ask = replace(one(), options=one().options.put("stun_dice", "ask"))
    done = scripted(wounds.wound("ana", 6, False), ask, ["4", (1,) * 4])
    assert (done.asks[0].who, done.asks[0].default) == (GM, "3")
    assert len(scripted(call_stun("ana", 7), one(), [(1,) * 7]).rolls[0][1]) == 7


@pytest.mark.rule("KB-80", "KB-82", "KB-03")
def test_stun_rolls_in_funk_and_groove() -> None:
    s = one(wil=7, funk=True)
    assert lasting(hurt(s, 1, [(5, 1)]), "ana", DAZED) is not None  # 6 + 1 is exactly 7
    s = one(wil=7).with_stats("ana", groove=True)
    assert hurt(s, 1, [(6, 6, 1, 2)]).lasting == ()


# ------------------------------------------------------------------ severe injury, death
@pytest.mark.rule("KB-73")
def test_at_health_it_is_severely_injured_and_bleeds() -> None:
    s = hurt(one(health=10), 10, [(1,) * 5])
    ana = s["ana"].stats
    assert (ana.severe, ana.dead, ana.bleeds, ana.sheet.health) == (True, False, 1, 10)
    assert hurt(one(health=10), 9, [(1,) * 4])["ana"].stats.severe is False


@pytest.mark.rule("KB-73", "KB-03")
@pytest.mark.parametrize(
    ("roll", "key", "last"), [((6, 6, 1, 1, 1), INCAPACITATED, 6), ((2, 2, 2, 2, 2), DAZED, 2)]
)
def test_the_severely_injured_act_only_after_a_stun_roll(roll: Any, key: str, last: int) -> None:
    """15 against 10 fails by 5: rounds 2 to 6; exactly 10 is dazed in this round."""
    s = round_of(one(health=10, lethal=12).with_stats("ana", bleeds=1), 2)
    done = scripted(rounds.toll("ana"), s, [roll]).s
    found = lasting(done, "ana", key)
    assert found is not None
    assert found.ends == Edge(last, "", END)
    assert able(done, "ana") is (key == DAZED)
    fine, faces = scripted(rounds.toll("ana"), s, [(1, 1, 1, 1, 5)]).rolls[0]
    assert fine.text(faces, str) == (
        "ana, severe injury roll: 5d6 (1, 1, 1, 1, 5) = 9 against WIL 10: able to act"
    )


@pytest.mark.rule("KB-73")
def test_no_roll_while_incapacitated_and_none_for_the_others() -> None:
    s = round_of(one(health=10, lethal=12).with_stats("ana", bleeds=1), 2)
    s = scripted(rounds.toll("ana"), s, [(6, 6, 1, 1, 1)]).s
    assert scripted(rounds.toll("ana"), round_of(s, 3), []).rolls == ()
    assert scripted(rounds.toll("ana"), round_of(one(health=10, lethal=9), 2), []).rolls == ()


@pytest.mark.rule("KB-73")
def test_one_lethal_wound_a_minute_until_stabilised() -> None:
    s = one(health=10, lethal=12).with_stats("ana", bleeds=5)
    low = (1,) * 5
    assert scripted(rounds.toll("ana"), round_of(s, 64), [low]).s["ana"].stats.lethal == 12
    assert scripted(rounds.toll("ana"), round_of(s, 65), [low]).s["ana"].stats.lethal == 13
    assert scripted(rounds.toll("ana"), round_of(s, 125), [low]).s["ana"].stats.lethal == 13
    stable = scripted(wounds.stabilise("ana"), s, []).s
    assert scripted(rounds.toll("ana"), round_of(stable, 65), [low]).s["ana"].stats.lethal == 12
    with pytest.raises(Refused, match="does not bleed"):
        scripted(minutes_pass("ana", 3), stable, [])
    assert scripted(minutes_pass("ana", 3), s, []).s["ana"].stats.lethal == 15
    for nothing in (stable, one(health=10, lethal=9), one(health=10, lethal=20)):
        with pytest.raises(Refused, match="does not bleed"):
            scripted(wounds.stabilise("ana"), nothing, [])
    again = hurt(stable, 1, [low])["ana"].stats
    assert (again.stable, again.bleeds) == (False, 1)


@pytest.mark.rule("KB-74")
def test_at_twice_the_health_it_is_dead() -> None:
    s = one(health=10, lethal=12)
    assert not hurt(s, 7, [(1,) * 6])["ana"].stats.dead
    done = scripted(wounds.wound("ana", 8, True), s, [])
    assert done.s["ana"].stats.dead
    assert done.told()[-1] == "ana is dead"
    assert not RULESET.able(done.s, "ana")
    assert scripted(minutes_pass("ana", 8), s.with_stats("ana", bleeds=1), []).s["ana"].stats.dead


@pytest.mark.rule("KB-64")
def test_the_director_gives_wounds_of_either_kind() -> None:
    s = scripted(give_wounds("ana", 3, True), one(), [(1, 1)]).s["ana"].stats
    assert (s.lethal, s.subdual) == (0, 3)
    with pytest.raises(Refused, match="That one is dead"):
        scripted(give_wounds("ana", 3, True), one(lethal=40), [])


# ------------------------------------------------------------------ falling
@pytest.mark.rule("KB-90")
def test_the_falling_table() -> None:
    page = (
        "10 1 20 2 30 4 40 6 50 8 60 10 70 12 80 14 90 16 150 24 210 32 330 40 480 48 660 56 870 64 1010 72"
    )
    numbers = list(map(int, page.split()))
    assert list(FALLS) == list(zip(numbers[::2], numbers[1::2], strict=True))


@pytest.mark.rule("KB-75", "KB-90")
@pytest.mark.parametrize(
    ("feet", "dice"),
    [
        (0, 0),
        (9, 0),
        (10, 1),
        (19, 1),
        (25, 2),
        (89, 14),
        (149, 16),
        (150, 24),
        (209, 24),
        (1009, 64),
        (5000, 72),
    ],
)
def test_between_the_rows_the_lower_row_counts(feet: int, dice: int) -> None:
    assert fall_dice(feet) == dice


@pytest.mark.rule("KB-75", "KB-90", "KB-70")
def test_a_short_fall_is_lethal_wounds_and_a_stun_roll() -> None:
    done = scripted(start_fall("ana", 25), one(), [(3, 4), (1, 1, 1)])
    assert done.s["ana"].stats.lethal == 7
    assert scripted(start_fall("ana", 9), one(), []).told() == ["ana falls 9 ft and lands unhurt"]


@pytest.mark.rule("KB-75")
def test_a_long_fall_takes_rounds() -> None:
    """30 ft in the first round, 60 in the second, 90 in the third: 30, 90, 180, 300."""
    assert [fallen(n) for n in range(1, 5)] == [30, 90, 180, 300]
    s = scripted(start_fall("ana", 150), one(health=12), []).s
    second = scripted(rounds.toll("ana"), round_of(s, 2), [])
    assert second.told() == ["ana has fallen 90 of 150 ft"]
    third = scripted(rounds.toll("ana"), round_of(second.s, 3), [(1,) * 24])
    assert third.s["ana"].stats.dead
    outside = replace(one(health=100), round=0)
    assert scripted(start_fall("ana", 150), outside, [(1,) * 24, (1,) * 2]).s["ana"].stats.lethal == 24


# ------------------------------------------------------------------ drowning
@pytest.mark.rule("KB-76")
def test_the_drowning_schedule_round_by_round_for_fit_eight() -> None:
    schedule = [perils.drowning_dice(n, 8) for n in range(1, 100)]
    assert schedule == [0] * 24 + [4] * 24 + [5] * 24 + [6] * 27


@pytest.mark.rule("KB-76", "KB-64")
def test_failure_is_subdual_damage_and_success_saves_rolls() -> None:
    s = scripted(set_drowning("ana", True), one(fit=8), []).s
    s = round_of(s, 1 + 24)
    assert scripted(rounds.toll("ana"), s, []).rolls == ()
    s = round_of(s, 1 + 25)
    failed = scripted(rounds.toll("ana"), s, [(3, 3, 3, 3), (1, 1)])
    assert (failed.s["ana"].stats.subdual, failed.s["ana"].stats.lethal) == (4, 0)
    kept = scripted(rounds.toll("ana"), s, [(1, 1, 1, 2)])  # effect 3
    assert kept.told() == ["ana needs no roll for 3 rounds"]
    for n in (27, 28, 29):
        assert scripted(rounds.toll("ana"), round_of(kept.s, n), []).rolls == ()
    assert len(scripted(rounds.toll("ana"), round_of(kept.s, 30), [(2, 2, 2, 2)]).rolls) == 1


@pytest.mark.rule("KB-76")
def test_drowning_ends_with_air_and_can_be_gone_through_at_once() -> None:
    s = scripted(set_drowning("ana", True), one(fit=2), []).s
    with pytest.raises(Refused, match="under water already"):
        scripted(set_drowning("ana", True), s, [])
    assert scripted(set_drowning("ana", False), s, []).s["ana"].stats.water == -1
    at_once = scripted(perils.submerge("ana", 8), one(fit=2), [(1, 1, 1, 1), (1, 1), (2, 1, 1, 1), (1, 1, 1)])
    assert at_once.s["ana"].stats.subdual == 2 + 3
    checks = [chance.text(faces, str).split(":")[0] for chance, faces in at_once.rolls if len(faces) == 4]
    assert checks == ["ana, drowning, round 7", "ana, drowning, round 8"]  # 3 × FIT are 6


@pytest.mark.rule("KB-70", "KB-76")
def test_of_a_stun_under_water_what_is_left_at_its_end_counts() -> None:
    """FIT 2, WIL 10, outside a fight: stunned for 2 rounds in the 7th, the first with a FIT check."""
    s = replace(one(fit=2, wil=10), round=0)
    script: list[Any] = [(1, 1, 1, 1), (6, 6)]  # 2 subdual; the stun roll of 12 is 2 over WIL
    seventh = scripted(perils.submerge("ana", 7), s, script).s
    found = lasting(seventh, "ana", STUNNED)
    assert found is not None
    assert found.ends == Edge(2, "", END)
    script += [(1, 1, 1, 1), (1, 1)]  # round 8
    eighth = lasting(scripted(perils.submerge("ana", 8), s, script).s, "ana", STUNNED)
    assert eighth is not None
    assert eighth.ends == Edge(1, "", END)
    script += [(1, 1, 1, 1), (1, 1, 1)] * 2  # rounds 9 and 10: the two full rounds are over
    assert lasting(scripted(perils.submerge("ana", 10), s, script).s, "ana", STUNNED) is None


@pytest.mark.rule("KB-82", "KB-76")
def test_a_drowning_roll_in_the_groove_takes_the_better() -> None:
    s = scripted(set_drowning("ana", True), one(fit=8), []).s.with_stats("ana", groove=True)
    done = scripted(rounds.toll("ana"), round_of(s, 26), [(6, 6, 6, 6, 1, 1, 1, 1)])
    assert done.s["ana"].stats.subdual == 0


# ------------------------------------------------------------------ healing
@pytest.mark.rule("KB-77")
@pytest.mark.parametrize(
    ("aid", "conditions", "modifier"),
    [
        (0, (), 0),
        (4, (), 0),
        (5, (), 1),
        (14, ("bandages", "herbs"), 4),
        (0, ("exercise",), -1),
        (0, ("dirty", "weather", "sleepless", "hungry"), -8),
    ],
)
def test_what_changes_a_days_healing(aid: int, conditions: tuple[str, ...], modifier: int) -> None:
    assert perils.healing_modifier(aid, conditions) == modifier


@pytest.mark.rule("KB-77", "KB-64")
def test_a_day_heals_a_d4_and_the_fit_bonus_and_subdual_four_times_that() -> None:
    s = one(fit_bonus=1, lethal=10, subdual=15)
    done = scripted(perils.heal("ana", 0, ()), s, [2]).s["ana"].stats
    assert (done.lethal, done.subdual) == (7, 3)
    slower = replace(s, options=s.options.put("subdual_rate", 1))
    assert scripted(perils.heal("ana", 0, ()), slower, [2]).s["ana"].stats.subdual == 12


@pytest.mark.rule("KB-77")
def test_a_negative_rate_is_infection() -> None:
    done = scripted(perils.heal("ana", 0, ("dirty", "hungry")), one(lethal=5), [1])
    assert done.result == -3
    assert done.s["ana"].stats.lethal == 8
    none = scripted(perils.heal("ana", 0, ("dirty", "hungry")), one(lethal=5), [4]).s
    assert none["ana"].stats.lethal == 5


@pytest.mark.rule("KB-64", "KB-77")
def test_subdual_wounds_alone_are_not_infected() -> None:
    done = scripted(perils.heal("ana", 0, ("dirty", "hungry")), one(subdual=5), [1]).s["ana"].stats
    assert (done.lethal, done.subdual) == (0, 5)


@pytest.mark.rule("KB-77")
def test_infection_at_severe_injury_is_shock_and_fever() -> None:
    s = one(health=10, lethal=9)
    done = scripted(perils.heal("ana", 0, ("dirty",)), s, [1])
    assert lasting(done.s, "ana", UNCONSCIOUS) is not None
    assert not able(done.s, "ana")
    better = scripted(perils.heal("ana", 5, ()), done.s, [3])
    assert lasting(better.s, "ana", UNCONSCIOUS) is None
    assert better.s["ana"].stats.lethal == 6


@pytest.mark.rule("KB-77", "KB-74")
def test_infection_can_kill() -> None:
    done = scripted(perils.heal("ana", 0, ("dirty", "hungry")), one(health=5, lethal=8), [1])
    assert done.s["ana"].stats.dead
