"""Rolling with given faces, the line that is shown, and the exact odds."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from rules.notation import (
    MAX_DISTRIBUTION_TOTALS,
    MAX_LENGTH,
    Dice,
    DieSource,
    DistributionLimitError,
    Number,
    Outcome,
    RolledTerm,
    Sum,
    Term,
    distribution,
    evaluate,
    parse,
    render,
    render_outcome,
)


def faces(*given: int) -> DieSource:
    remaining: Iterator[int] = iter(given)
    return lambda sides: next(remaining)


def test_every_die_is_asked_once_in_the_order_written() -> None:
    asked: list[int] = []

    def source(sides: int) -> int:
        asked.append(sides)
        return len(asked)

    outcome = evaluate(parse("2d6 + 3 - 1d4 + d% # x"), source)
    assert asked == [6, 6, 4, 100]
    assert outcome.faces == (1, 2, 3, 4)
    assert [rolled.faces for rolled in outcome.terms] == [(1, 2), (), (3,), (4,)]
    assert [rolled.value for rolled in outcome.terms] == [3, 3, -3, 4]
    assert outcome.total == 7
    assert outcome.comment == "x"


@pytest.mark.parametrize("wrong", [0, -1, 7, 100])
def test_a_face_that_the_die_does_not_have_is_no_roll(wrong: int) -> None:
    with pytest.raises(ValueError, match="sides"):
        evaluate(parse("2d6"), faces(3, wrong))


def test_an_outcome_cannot_hold_other_faces_than_its_dice() -> None:
    with pytest.raises(ValueError, match="faces"):
        RolledTerm(Term(1, Dice(2, 6)), (1,))
    with pytest.raises(ValueError, match="faces"):
        RolledTerm(Term(1, Number(2)), (1,))


@pytest.mark.parametrize(
    ("text", "given", "line"),
    [
        ("2d6+3-1d4", (3, 5, 2), "2d6 (3, 5) + 3 − 1d4 (2) = 9"),
        ("d20", (15,), "1d20 (15) = 15"),
        ("D%", (100,), "1d100 (100) = 100"),
        ("-1d4+3", (4,), "−1d4 (4) + 3 = −1"),
        ("1d6-1d6", (2, 2), "1d6 (2) − 1d6 (2) = 0"),
        ("7", (), "7 = 7"),
        (
            "2d6[fire]+3 [cold iron]#  big  hit",
            (1, 1),
            "2d6 (1, 1) [fire] + 3 [cold iron] = 5 # big hit",
        ),
    ],
)
def test_the_line_shows_every_face_and_the_total(text: str, given: tuple[int, ...], line: str) -> None:
    assert render_outcome(evaluate(parse(text), faces(*given))) == line


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("2d6+3-1d4", "2d6 + 3 − 1d4"),
        ("d%", "1d100"),
        ("-d4[x]+0#y", "−1d4 [x] + 0 # y"),
    ],
)
def test_the_normal_form(text: str, normal: str) -> None:
    assert render(parse(text)) == normal


@pytest.mark.parametrize("operand", [Dice(5, 10_000), Number(1_000_000)])
def test_the_longest_rolls_can_be_read_back_and_fit_a_message(operand: Dice | Number) -> None:
    terms = [Term(-1, operand, "x" * 30)] * 19 + [Term(-1, Dice(5, 10_000), "x" * 30)]
    longest = Sum(tuple(terms), "y" * 150)
    assert len(render(longest)) <= MAX_LENGTH
    assert parse(render(longest)) == longest
    assert len(render_outcome(evaluate(longest, lambda sides: sides))) < 2000


# The odds


def test_two_dice_by_hand() -> None:
    ways = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
    assert distribution(parse("2d6")) == {total: Fraction(way, 36) for total, way in ways.items()}


def test_a_subtracted_die_by_hand() -> None:
    # 1d2 - 1d3 + 1: (1,1) 1, (1,2) 0, (1,3) -1, (2,1) 2, (2,2) 1, (2,3) 0
    expected = {-1: Fraction(1, 6), 0: Fraction(1, 3), 1: Fraction(1, 3), 2: Fraction(1, 6)}
    assert distribution(parse("1d2 - 1d3 + 1")) == expected


def test_without_dice_the_total_is_certain() -> None:
    assert distribution(parse("3 - 5")) == {-2: Fraction(1)}


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("3d6 - 1", [(1, 6)] * 3),
        ("2d4 - 2d6 + 1d3 - 1", [(1, 4)] * 2 + [(-1, 6)] * 2 + [(1, 3)]),
        ("-1d8 - 1", [(-1, 8)]),
        ("d1 + d20 - 1", [(1, 1), (1, 20)]),
    ],
)
def test_the_odds_equal_the_enumeration_of_all_faces(text: str, dice: list[tuple[int, int]]) -> None:
    constant = {"3d6 - 1": -1, "2d4 - 2d6 + 1d3 - 1": -1, "-1d8 - 1": -1, "d1 + d20 - 1": -1}[text]
    all_faces = list(product(*([sign * face for face in range(1, sides + 1)] for sign, sides in dice)))
    counts = Counter(constant + sum(shown) for shown in all_faces)
    assert distribution(parse(text)) == {
        total: Fraction(count, len(all_faces)) for total, count in counts.items()
    }


def test_the_odds_of_a_hundred_dice_add_up_to_one() -> None:
    odds = distribution(parse("100d100"))
    assert list(odds) == list(range(100, 10_001))
    assert sum(odds.values()) == 1
    assert odds[100] == Fraction(1, 100**100)
    assert sum(total * chance for total, chance in odds.items()) == 5050


def test_odds_with_too_many_totals_are_refused_in_words() -> None:
    assert len(distribution(parse("1d10000"))) == MAX_DISTRIBUTION_TOTALS
    with pytest.raises(DistributionLimitError, match=r"10001 possible totals.*at most 10000") as caught:
        distribution(parse("1d10000 - 1d2"))
    assert "fewer sides" in caught.value.message


def test_an_outcome_is_a_value() -> None:
    roll = parse("2d6")
    assert evaluate(roll, faces(1, 2)) == evaluate(roll, faces(1, 2))
    assert evaluate(roll, faces(1, 2)) != evaluate(roll, faces(2, 1))
    assert isinstance(evaluate(roll, faces(1, 2)), Outcome)
