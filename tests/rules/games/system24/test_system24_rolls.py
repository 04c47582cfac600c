"""Skill rolls, Leverage, outcomes, Push Your Luck, Complications (TF-01..09, 63, 66, 95..97, 122)."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction

import pytest

from rules.games.system24.chances import SkillRoll, contested_dc
from rules.games.system24.pressure import pressure
from rules.games.system24.rolls import in_play, skill_roll

from .table import MISS, arena, foe, hero, lines, play

# The table of the rulebook, written out once more: dice of each rank, flat bonus; bonus die by Leverage.
DICE = {
    0: ([12, 12], 0),
    1: ([10, 12], 2),
    2: ([10, 10], 4),
    3: ([8, 10], 6),
    4: ([8, 8], 8),
    5: ([6, 8], 10),
    6: ([6, 6], 12),
}
BONUS = {0: [], 1: [4], 2: [6], 3: [8], 4: [10], 5: [12]}


def enumerated(rank: int, leverage: int) -> tuple[Counter[tuple[int, bool]], int]:
    """Ways of each (total, any die at its maximum), by looking at every throw of the dice."""
    dice, flat = DICE[rank]
    dice = dice + BONUS[leverage]
    ways: Counter[tuple[int, bool]] = Counter()
    for throw in itertools.product(*[range(1, d + 1) for d in dice]):
        low = min(throw) if len(throw) == 3 else 0
        ways[sum(throw) - low + flat, any(f == d for f, d in zip(throw, dice, strict=True))] += 1
    return ways, sum(ways.values())


@pytest.mark.rule("TF-01", "TF-02", "TF-03", "TF-04", "TF-05", "TF-06")
@pytest.mark.parametrize("rank", range(7))
@pytest.mark.parametrize("leverage", range(6))
def test_exact_outcomes_for_every_dc(rank: int, leverage: int) -> None:
    ways, whole = enumerated(rank, leverage)
    for dc in range(6, 27):
        wanted: Counter[tuple[bool, bool, bool]] = Counter()
        for (total, top), n in ways.items():
            hit = total >= dc
            wanted[hit, top, hit and total >= 24] += n
        roll = SkillRoll("roll", "ana", "x", rank, leverage, (dc,))
        found = {(r.hit, r.partial, r.legendary): p for (r,), p in roll.outcomes(None)}
        assert found == {k: Fraction(n, whole) for k, n in wanted.items()}


@pytest.mark.rule("TF-01")
@pytest.mark.parametrize("rank", range(7))
def test_every_rank_tops_out_at_24(rank: int) -> None:
    ways, _ = enumerated(rank, 0)
    assert max(total for total, _ in ways) == 24
    roll = SkillRoll("roll", "ana", "x", rank, 0, (24,))
    dice = roll.sides(None)
    assert roll.read(dice, None)[0].legendary
    assert not SkillRoll("roll", "ana", "x", rank, 0, (25,)).read(dice, None)[0].hit


@pytest.mark.rule("TF-03")
def test_24_below_the_dc_is_a_miss() -> None:
    (result,) = SkillRoll("roll", "ana", "x", 0, 0, (26,)).read((12, 12), None)
    assert (result.hit, result.partial, result.legendary, result.crit) == (False, True, False, 0)


@pytest.mark.rule("TF-04")
def test_a_dropped_die_and_the_leverage_die_count() -> None:
    # rank 2 with Leverage 1: 2d10 + d4; the d4 shows 4 and is dropped
    (result,) = SkillRoll("roll", "ana", "x", 2, 1, (13,)).read((9, 8, 4), None)
    assert result.hit
    assert result.partial
    (dull,) = SkillRoll("roll", "ana", "x", 2, 1, (13,)).read((9, 8, 3), None)
    assert not dull.partial


@pytest.mark.rule("TF-05")
def test_more_than_five_leverage_stays_at_the_d12_and_less_than_none_at_nothing() -> None:
    assert SkillRoll("roll", "ana", "x", 2, 9, (13,)).sides(None) == (10, 10, 12)
    assert SkillRoll("roll", "ana", "x", 2, -3, (13,)).sides(None) == (10, 10)


@pytest.mark.rule("TF-05")
def test_every_die_is_shown_kept_or_dropped() -> None:
    roll = SkillRoll("roll", "ana", "the attack", 3, 2, (17,))
    assert roll.text((7, 3, 6), lambda w: "Ana") == (
        "Ana rolls the attack (d8: 7, d10: 3 dropped, d6: 6): 7 + 6 + 6 = 19 against DC 17: Partial Critical"
    )
    assert "miss (with a Partial Critical)" in roll.text((8, 1, 1), lambda w: "Ana")


@pytest.mark.rule("TF-08")
def test_contested_dc_by_rank() -> None:
    assert [contested_dc(rank) for rank in range(7)] == [13, 14, 15, 16, 17, 18, 19]


@pytest.mark.rule("TF-07", "TF-09", "TF-66")
def test_pressure_adds_and_of_statuses_only_the_highest_counts() -> None:
    s = arena(hero("ana", stamina=-2, left_arm=1))
    s = s.with_stats("ana", fires=("item:armor",))
    parts = pressure(s, "ana", "LH", (("blind", 4), ("prone", 2)))
    # stamina −2 is +2, the injured arm +2, and of blind 4, prone 2, fire 2 only the 4
    assert parts == (("injured left arm", 2), ("stamina below 0", 2), ("blind", 4))
    assert SkillRoll("roll", "ana", "x", 2, 1, (13,)).sides(None) == (10, 10, 4)


# ------------------------------------------------------------------ a miss


@pytest.mark.rule("TF-95", "TF-96", "TF-97")
def test_a_push_that_is_made_is_a_success_and_a_minor_complication() -> None:
    s = arena(hero("ana"), foe("bandit"))
    run = play(skill_roll("ana", "Athletics", 2, 0, (15,)), s, [(4, 4), "position", "allow", (5, 4)])
    # rank 2: 8 + 4 = 12 misses 15; pushed 9 + 4 = 13 makes DC 13
    assert run.result[0].hit
    (note,) = run.s.notes
    assert note.about == "ana"
    assert note.text.startswith("Minor Complication (Position)")
    assert run.asks[0].wait is False
    assert run.asks[1].who == "gm"


@pytest.mark.rule("TF-95")
def test_the_pushed_dc_is_2_lower_but_not_below_6() -> None:
    s = arena(hero("ana"))
    run = play(skill_roll("ana", "x", 0, 0, (7,)), s, [(3, 3), "strain", "allow", (3, 3)])
    assert run.result[0].hit
    low = play(skill_roll("ana", "x", 0, 0, (6,)), s, [(2, 2), "strain", "allow", (3, 2), "no"])
    assert not low.result[0].hit


@pytest.mark.rule("TF-96", "TF-63")
def test_a_push_that_is_missed_is_a_major_complication_and_may_be_a_critical_failure() -> None:
    s = arena(hero("ana"))
    run = play(skill_roll("ana", "x", 2, 0, (20,)), s, [(1, 2), "resource", "allow", (2, 2), "yes"])
    assert run.result[0].critical
    assert [n.text.split(":")[0] for n in run.s.notes] == [
        "Major Complication (Resource)",
        "Critical Failure",
    ]


@pytest.mark.rule("TF-96")
def test_a_pushed_partial_critical_keeps_its_benefit() -> None:
    s = arena(hero("ana"))
    run = play(skill_roll("ana", "x", 2, 0, (16,)), s, [(1, 2), "resource", "allow", (10, 2)])
    assert run.result[0].partial
    assert run.result[0].crit == 1


@pytest.mark.rule("TF-95")
def test_the_guide_can_refuse_a_push() -> None:
    s = arena(hero("ana"))
    run = play(skill_roll("ana", "x", 2, 0, (20,)), s, [(1, 2), "exposure", "refuse", "no"])
    assert not run.result[0].hit
    assert run.s.notes == ()
    assert "refuses the push" in lines(run)


@pytest.mark.rule("TF-63")
def test_a_critical_failure_is_offered_on_a_failed_roll_only() -> None:
    s = arena(hero("ana"))
    missed = play(skill_roll("ana", "x", 2, 0, (20,)), s, [(1, 2), *MISS])
    assert [a.topic for a in missed.asks] == ["push", "critical failure"]
    assert missed.asks[1].default == "no"
    made = play(skill_roll("ana", "x", 2, 0, (7,)), s, [(1, 2)])
    assert made.asks == ()


@pytest.mark.rule("TF-122")
def test_set_dcs_are_lowered_in_play_but_not_below_6() -> None:
    on, off = arena(hero("ana"), rule_of_cool=True), arena(hero("ana"), rule_of_cool=False)
    assert [in_play(on, dc) for dc in (6, 8, 10, 12, 14, 16, 18)] == [6, 6, 8, 10, 12, 14, 16]
    assert [in_play(off, dc) for dc in (6, 8, 18)] == [6, 8, 18]
