"""The test of a skill: levels, Masters, difficulty, opposed tests."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.engine.effects import GM
from rules.games.openquest import RULESET
from rules.games.openquest.chances import Level
from rules.games.openquest.skills import DIFFICULTIES, Mod, Skill, opposed, skill_test, winner
from tests.rules.games.openquest.fights import arena, chances, duel, fighter, play

C, S, F, X = Level.CRITICAL, Level.SUCCESS, Level.FAILURE, Level.FUMBLE


def by_hand(skill: int) -> dict[Level, Fraction]:
    """OQ-10 to OQ-13 face by face, on the two digits as they lie: 00 is 100 and never succeeds."""
    out: dict[Level, Fraction] = {}
    for tens in "0123456789":
        for units in "0123456789":
            double = tens == units and tens + units != "00"
            rolled = 100 if tens + units == "00" else int(tens + units)
            good = rolled <= skill and rolled != 100
            # 00 is a double too, and no success
            level = (C if double else S) if good else (X if double or rolled == 100 else F)
            out[level] = out.get(level, Fraction(0)) + Fraction(1, 100)
    return out


def rolled(skill: Skill) -> dict[Level, Fraction]:
    return chances(skill_test("ana", "test", skill), duel(), lambda level, s: level)


@pytest.mark.rule("OQ-10", "OQ-11", "OQ-12", "OQ-13")
@pytest.mark.parametrize("skill", [-20, 0, 1, 5, 10, 11, 50, 95, 99])
def test_the_four_levels_at_a_skill_below_100(skill: int) -> None:
    assert rolled(Skill("Dodge", skill)) == by_hand(skill)


@pytest.mark.rule("OQ-11", "OQ-13")
@pytest.mark.parametrize(
    ("skill", "critical", "success", "failure", "fumble"),
    [
        # floor(skill / 11) criticals and 10 − that fumbles; at 0 and less all ten doubles fumble
        (-20, 0, 0, 90, 10),
        (0, 0, 0, 90, 10),
        (1, 0, 1, 89, 10),
        (5, 0, 5, 85, 10),
        (10, 0, 10, 80, 10),
        (11, 1, 10, 80, 9),
        (50, 4, 46, 44, 6),
        (95, 8, 87, 3, 2),
        (99, 9, 90, 0, 1),
    ],
)
def test_how_many_faces_each_level_has(
    skill: int, critical: int, success: int, failure: int, fumble: int
) -> None:
    faces = {level: int(p * 100) for level, p in rolled(Skill("Dodge", skill)).items()}
    assert [faces.get(level, 0) for level in (C, S, F, X)] == [critical, success, failure, fumble]


@pytest.mark.rule("OQ-12")
@pytest.mark.parametrize(("base", "modifier"), [(80, 20), (90, 30), (99, 1)])
def test_a_skill_raised_to_100_or_more_is_rolled_and_only_00_fumbles(base: int, modifier: int) -> None:
    expected = {C: Fraction(9, 100), S: Fraction(90, 100), X: Fraction(1, 100)}
    assert rolled(Skill("Dodge", base, (("ground", modifier),))) == expected
    assert by_hand(base + modifier) == expected


@pytest.mark.rule("OQ-14")
def test_a_master_needs_no_roll_until_a_penalty_brings_him_below_100() -> None:
    assert rolled(Skill("Dodge", 100)) == {C: Fraction(1)}
    assert rolled(Skill("Dodge", 120)) == {C: Fraction(1)}
    assert rolled(Skill("Dodge", 120, (("prone", -20),))) == {C: Fraction(1)}
    assert rolled(Skill("Dodge", 120, (("prone", -21),))) == by_hand(99)
    assert rolled(Skill("Dodge", 100, (("prone", -20),))) == by_hand(80)
    told = play(skill_test("ana", "test", Skill("Dodge", 120)), duel()).told()
    assert told == ["ana is a Master (Dodge 120%): no roll, a critical"]
    assert play(skill_test("ana", "test", Skill("Dodge", 110, (("dark", -20),))), duel(), 100).result is X


@pytest.mark.rule("OQ-10", "OQ-11")
def test_the_arithmetic_and_the_die_are_told() -> None:
    skill = Skill("Dodge", 40).plus(Mod("prone", -20), Mod("nothing", 0))
    done = play(skill_test("ana", "test", skill), duel(), 7)
    assert done.told() == ["ana: Dodge 40%, prone −20: 20%"]
    chance, faces = done.rolls[0]
    assert chance.text(faces, str) == "ana rolls Dodge 20%: 07, success"
    assert chance.text((100,), str) == "ana rolls Dodge 20%: 00, fumble"


@pytest.mark.rule("OQ-15")
def test_difficulty_in_a_skill_used_in_the_fight() -> None:
    assert DIFFICULTIES == {"easy": 50, "simple": 20, "normal": 0, "difficult": -20, "hard": -50}
    s = duel()
    call = RULESET.verb("skill").call(s, "ana", {"detail": "athletics:hard"})
    done = play(call, s, 1)
    assert done.told()[0] == "ana: Athletics 50%, difficulty −50: 0%"
    assert done.result is F


@pytest.mark.rule("OQ-16")
@pytest.mark.parametrize(
    ("mine", "theirs", "won"),
    [
        ((C, 11), (S, 60), "ana"),
        ((S, 40), (C, 11), "foe"),
        ((C, 22), (C, 33), "foe"),
        ((S, 40), (S, 30), "ana"),
        ((F, 70), (F, 90), "ana"),
        ((F, 90), (X, 99), "ana"),
        ((X, 88), (X, 99), ""),
        ((S, 35), (S, 35), "ana"),
        ((F, 75), (F, 75), "ana"),
    ],
)
def test_opposed_tests(mine: tuple[Level, int], theirs: tuple[Level, int], won: str) -> None:
    s, skill = duel(), 60
    call = opposed("ana", Skill("Deception", skill), "foe", Skill("Perception", skill))
    assert play(call, s, mine[1], theirs[1]).result == won
    assert winner(mine, theirs) == -winner(theirs, mine)


@pytest.mark.rule("OQ-16")
def test_a_tie_goes_to_the_players_side_whoever_began() -> None:
    call = opposed("foe", Skill("Deception", 60), "ana", Skill("Perception", 60))
    assert play(call, duel(), 35, 35).result == "ana"
    s = arena(fighter("a", "goblin"), fighter("b", "orc"))
    assert play(opposed("b", Skill("Dodge", 60), "a", Skill("Dodge", 60)), s, 35, 35).result == "b"


def test_check_is_a_plain_or_an_opposed_test_for_whoever_may_see_it() -> None:
    s = duel()
    plain = RULESET.check(s, "ana", {"skill": "dodge", "modifier": "20"}, GM)
    done = play(plain, s, 33)
    assert done.result == "critical"
    assert {line.to for line in done.lines} == {GM}
    assert done.rolls[0][0].audience == GM
    against = play(RULESET.check(s, "ana", {"skill": "influence", "target": "foe"}, "table"), s, 5, 99)
    assert against.result == "won"
    assert against.told()[-1] == "ana prevails over foe"
    neither = play(RULESET.check(s, "ana", {"skill": "influence", "target": "foe"}, "table"), s, 99, 88)
    assert neither.result == "nobody"
