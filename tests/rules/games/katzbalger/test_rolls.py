"""Skill rolls, saves, rounding, Funk and Groove on them: every face counted."""

from fractions import Fraction

import pytest

from rules.engine.effects import TABLE
from rules.engine.encounter import Slot
from rules.games.katzbalger.blows import Harm, Location, Penetration
from rules.games.katzbalger.chances import Contest, Easy, Save, number
from rules.games.katzbalger.lines import Became
from rules.games.katzbalger.moves import half_up
from rules.games.katzbalger.order import label_number

from .arena import d6s, every


def easy(modifier: int, **more: object) -> Easy:
    return Easy("attack", "ana", "attacks", (("Score", modifier),), **more)  # type: ignore[arg-type]


def hits(modifier: int) -> list[int]:
    """The faces that hit, straight from the clauses: 20 always, 1 never, else face + modifier ≥ 10."""
    return [f for f in range(1, 21) if f == 20 or (f != 1 and f + modifier >= 10)]


@pytest.mark.rule("KB-01", "KB-02", "KB-23")
@pytest.mark.parametrize("modifier", range(-15, 16))
def test_chance_to_hit_by_score_less_dodge(modifier: int) -> None:
    chance = every(easy(modifier))
    assert chance.get(0, 0) == Fraction(len(hits(modifier)), 20)
    # and by hand: 11 + modifier faces reach 10; the 20 is always one of them, the 1 never
    assert chance.get(0, 0) == Fraction(min(19, max(1, 11 + modifier)), 20)


@pytest.mark.rule("KB-80")
@pytest.mark.parametrize("modifier", range(-15, 16))
def test_chance_to_hit_in_the_funk(modifier: int) -> None:
    """−1 on the total, 1 and 2 always miss, a 20 has only its total."""
    chance = every(Easy("attack", "ana", "", (("Score", modifier), ("Funk", -1)), funk=True))
    faces = [f for f in range(3, 21) if f + modifier - 1 >= 10]
    assert chance.get(0, 0) == Fraction(len(faces), 20)
    assert chance.get(0, 0) == Fraction(min(18, max(0, 10 + modifier)), 20)


@pytest.mark.rule("KB-82")
@pytest.mark.parametrize("modifier", range(-15, 16))
def test_chance_to_hit_in_the_groove(modifier: int) -> None:
    """Rolled twice: it misses only where both miss."""
    miss = 1 - Fraction(len(hits(modifier)), 20)
    assert every(easy(modifier, twice=True)).get(0, 0) == 1 - miss * miss


@pytest.mark.rule("KB-80", "KB-82")
def test_funk_and_groove_together() -> None:
    chance = every(Easy("attack", "ana", "", (("Score", 0), ("Funk", -1)), funk=True, twice=True))
    assert chance[0] == 1 - Fraction(10, 20) ** 2


@pytest.mark.rule("KB-01")
@pytest.mark.parametrize(("face", "modifier", "success"), [(10, 0, 0), (14, 3, 7), (9, 0, None), (5, 5, 0)])
def test_success_number_is_the_total_less_ten(face: int, modifier: int, success: int | None) -> None:
    assert easy(modifier, exactly=True).read((face,), None) == success


@pytest.mark.rule("KB-02")
def test_natural_twenty_under_ten_is_a_hit_with_success_number_nothing() -> None:
    assert easy(-15, exactly=True).read((20,), None) == 0
    assert easy(3, exactly=True).read((20,), None) == 13
    assert easy(30, exactly=True).read((1,), None) is None


@pytest.mark.rule("KB-02")
def test_both_natural_criticals_are_told_for_the_director() -> None:
    names = str.capitalize
    assert "critical success" in easy(0).text((20,), names)
    assert "critical failure; the Director" in easy(0).text((1,), names)
    assert "critical" not in easy(0).text((19,), names)


@pytest.mark.rule("KB-80")
def test_in_the_funk_a_natural_two_is_critical_and_a_twenty_is_not() -> None:
    funky = Easy("attack", "ana", "", (("Score", 5), ("Funk", -1)), funk=True, exactly=True)
    assert funky.read((2,), None) is None
    assert "natural 2, critical failure" in funky.text((2,), str)
    assert funky.read((20,), None) == 14
    assert "critical" not in funky.text((20,), str)
    low = Easy("attack", "ana", "", (("Score", -15), ("Funk", -1)), funk=True, exactly=True)
    assert low.read((20,), None) is None


@pytest.mark.rule("KB-03")
@pytest.mark.parametrize("total_of", [((1, 1, 1, 1), 8), ((3, 3, 3, 3), 0), ((6, 6, 6, 6), -12)])
def test_a_save_is_at_or_under_the_stat(total_of: tuple[tuple[int, ...], int]) -> None:
    faces, effect = total_of
    assert Save("save", "ana", "STR", 12, 4).read(faces, None) == effect


@pytest.mark.rule("KB-03", "KB-70")
@pytest.mark.parametrize("dice", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("wil", range(3, 19))
def test_stun_outcomes_for_every_number_of_dice_and_wil(dice: int, wil: int) -> None:
    """Over WIL stunned for the failure points, exactly WIL dazed, under it fine."""
    ways = d6s(dice)
    expected: dict[int, Fraction] = {}
    for total, n in ways.items():
        told = -1 if total == wil else total - wil if total > wil else 0
        expected[told] = expected.get(told, Fraction(0)) + Fraction(n, 6**dice)
    got = dict(Save("stun", "ana", "WIL", wil, dice, stun=True).outcomes(None))
    assert {k: p for k, p in got.items() if p} == expected


@pytest.mark.rule("KB-70")
def test_stun_figures_by_hand() -> None:
    """2d6 against WIL 10: 3 of 36 are over it (11 twice, 12 once), 3 are exactly it."""
    got = dict(Save("stun", "ana", "WIL", 10, 2, stun=True).outcomes(None))
    assert got == {0: Fraction(30, 36), -1: Fraction(3, 36), 1: Fraction(2, 36), 2: Fraction(1, 36)}


@pytest.mark.rule("KB-80", "KB-82")
def test_saves_in_the_funk_and_in_the_groove() -> None:
    plain, funk, groove = (
        dict(Save("save", "ana", "FIT", 7, 2, funk=f, twice=g).outcomes(None))
        for f, g in ((False, False), (True, False), (False, True))
    )
    assert sum(p for n, p in plain.items() if n >= 0) == Fraction(21, 36)
    assert sum(p for n, p in funk.items() if n >= 0) == Fraction(15, 36)
    assert sum(p for n, p in groove.items() if n >= 0) == 1 - Fraction(15, 36) ** 2
    assert groove == every(Save("save", "ana", "FIT", 7, 2, twice=True))
    assert Save("save", "ana", "FIT", 7, 2, twice=True).read((6, 6, 1, 2), None) == 4


@pytest.mark.rule("KB-45")
@pytest.mark.parametrize(
    ("margin", "grade"), [(-3, 0), (0, 0), (1, 1), (4, 1), (5, 2), (9, 2), (10, 3), (25, 3)]
)
def test_the_grades_of_a_throw(margin: int, grade: int) -> None:
    assert Contest.grade(margin) == grade


@pytest.mark.rule("KB-45")
def test_the_margin_of_a_throw() -> None:
    """(15 − 14 + 3) − (10 − 12) = 6: prone and dazed."""
    contest = Contest("throw", ("ana", 15, False, False), ("ben", 10, False, False), 3)
    assert contest.read((4, 4, 4, 2, 3, 3, 3, 3), None) == 2
    expected: dict[int, Fraction] = {}
    for a, n in d6s(4).items():
        for b, m in d6s(4).items():
            margin = (15 - a + 3) - (10 - b)
            grade = 3 if margin >= 10 else 2 if margin >= 5 else 1 if margin >= 1 else 0
            expected[grade] = expected.get(grade, Fraction(0)) + Fraction(n * m, 6**8)
    assert dict(contest.outcomes(None)) == expected


@pytest.mark.rule("KB-60")
def test_where_a_hit_lands() -> None:
    faces = {"head": 2, "chest": 4, "shoulder": 3, "abdomen": 4, "arm": 3, "leg": 4}
    assert every(Location()) == {where: Fraction(n, 20) for where, n in faces.items()}
    assert [Location().read((f,), None) for f in (2, 3, 6, 7, 9, 10, 13, 14, 16, 17)] == [
        "head", "chest", "chest", "shoulder", "shoulder", "abdomen", "abdomen", "arm", "arm", "leg",
    ]  # fmt: skip


@pytest.mark.rule("KB-04", "KB-60", "KB-63")
@pytest.mark.parametrize(
    ("rolled", "half", "more", "block", "divider", "where", "wounds"),
    [
        (6, 2, 0, 0, 1, "shoulder", 6),
        (6, 4, 0, 3, 2, "head", 13),  # (12 − 3) ÷ 2 × 3 = 13 1/2
        (5, 3, 0, 0, 1, "leg", 3),  # 7 1/2 ÷ 2 = 3 3/4: rounded once, at the end
        (5, 4, 2, 0, 1, "chest", 24),  # (10 + 2) × 2
        (1, 2, 0, 0, 1, "arm", 0),
        (2, 2, 0, 9, 1, "leg", 0),  # not below 0
        (7, 2, 0, 0, 3, "head", 7),  # 7 ÷ 3 × 3: no rounding in between
    ],
)
def test_the_order_of_the_damage(
    rolled: int, half: int, more: int, block: int, divider: int, where: str, wounds: int
) -> None:
    assert Harm("damage", "ana", 1, 8, 0, where, divider, half, more, block).read((rolled,), None) == wounds


@pytest.mark.rule("KB-63")
def test_the_arithmetic_is_told_step_by_step() -> None:
    harm = Harm("damage", "ana", 1, 8, 0, "head", 2, 4, 0, 3, "Great Blow")
    assert harm.text((6,), str) == (
        "Damage: 1d8 (6) × 2 Great Blow = 12, − 3 Block = 9, ÷ 2 armor = 4 1/2, × 3 head = 13 1/2, "
        "rounded down to 13 lethal"
    )
    plain = Harm("damage", "ana", 2, 6, 1, "chest", 1, subdual=True)
    assert plain.text((2, 3), str) == "Damage: 2d6 (2, 3) + 1 = 6, × 2 chest = 12: 12 subdual"
    assert Harm("damage", "ana", 1, 8, 0, "shoulder", 1).text((5,), str) == "Damage: 1d8 (5): 5 lethal"
    blocked = Harm("damage", "ana", 1, 4, 0, "arm", 1, block=8)
    assert blocked.text((4,), str) == "Damage: 1d4 (4) − 8 Block = −4: 0 lethal"
    charge = Harm("damage", "ana", 1, 3, 0, "head", 1, 4, 2, 0, "Charge", funk=True)
    assert charge.text((1,), str) == (
        "Damage: 1d3 (1) − 1 Funk = 0, × 2 Charge = 0, + 2 Charge = 2, × 3 head = 6: 6 lethal"
    )


@pytest.mark.rule("KB-80")
def test_damage_in_the_funk_is_one_less_and_not_below_nothing() -> None:
    funk = Harm("damage", "ana", 1, 3, 0, "shoulder", 1, funk=True)
    assert [funk.read((f,), None) for f in (1, 2, 3)] == [0, 1, 2]
    assert Harm("damage", "ana", 1, 3, -1, "shoulder", 1, funk=True).read((1,), None) == 0


@pytest.mark.rule("KB-62")
@pytest.mark.parametrize(("face", "left"), [(7, 0), (8, 4), (12, 4), (13, 3), (18, 2), (20, 2)])
def test_the_divider_falls_for_every_full_five(face: int, left: int) -> None:
    assert Penetration("penetration", "ana", "Helmet", "F", 8, 4, ()).read((face,), None) == left


@pytest.mark.rule("KB-04")
def test_halves_of_initiatives_are_rounded_up() -> None:
    assert [half_up(n) for n in (7, 6, 5, 1, 0, -1, -3)] == [4, 3, 3, 1, 0, 0, -1]


def test_numbers_as_they_are_told() -> None:
    told = [number(x) for x in (3, Fraction(1, 2), Fraction(7, 2), Fraction(-4, 3), 0, -2)]
    assert told == ["3", "1/2", "3 1/2", "−1 1/3", "0", "−2"]
    assert label_number(Slot("a#1", "a", number(-3))) == -3
    assert label_number(None) == 0


def test_who_sees_a_roll_and_whose_luck_it_is() -> None:
    assert easy(0).audience == TABLE
    assert easy(0, to="gm").audience == "gm"
    assert (easy(0).roller, easy(0).better) == ("ana", 1)
    assert Save("stun", "ana", "WIL", 10, 2).better == -1


@pytest.mark.rule("KB-70")
@pytest.mark.parametrize(
    ("rounds", "words"),
    [
        (0, "Ben is stunned this round"),
        (1, "Ben is stunned for the rest of this round and 1 full round"),
        (5, "Ben is stunned for the rest of this round and 5 full rounds"),
    ],
)
def test_how_long_a_stun_lasts_is_told(rounds: int, words: str) -> None:
    assert Became("ben", "stunned", rounds).text(str.capitalize) == words
