"""What holds for every roll and every text."""

from collections.abc import Iterable
from fractions import Fraction
from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules.notation import (
    MAX_COMMENT,
    MAX_DICE,
    MAX_LABEL,
    MAX_LENGTH,
    MAX_NUMBER,
    MAX_SIDES,
    MAX_TERMS,
    Dice,
    DieSource,
    Number,
    ParseError,
    Sum,
    Term,
    distribution,
    evaluate,
    parse,
    render,
    render_outcome,
)
from rules.notation.plaintext import one_line

EXAMPLES = settings(max_examples=150, deadline=None)


def words(limit: int, without: str = "") -> st.SearchStrategy[str | None]:
    """Free text in its one-line form, or none."""
    anything = st.text(st.characters(exclude_categories=(), exclude_characters=without), max_size=limit)
    return anything.map(one_line).map(lambda text: text[:limit].strip() or None)


def sums(max_dice: int = 8, max_sides: int = MAX_SIDES) -> st.SearchStrategy[Sum]:
    numbers = st.integers(0, MAX_NUMBER).map(Number)
    dice = st.builds(Dice, st.integers(1, max_dice), st.integers(1, max_sides))
    terms = st.builds(Term, st.sampled_from([1, -1]), numbers | dice, words(MAX_LABEL, without="[]［］"))
    return st.builds(_sum, st.lists(terms, min_size=1, max_size=MAX_TERMS), words(MAX_COMMENT))


def _sum(terms: list[Term], comment: str | None) -> Sum:
    dice = 0
    for index, term in enumerate(terms):
        dice += term.operand.count if isinstance(term.operand, Dice) else 0
        if dice > MAX_DICE:
            return _sum(terms[:index], comment)
    return Sum(tuple(terms), comment if dice else None)


# Characters that mean something, or nearly, so that random texts come near to rolls.
NEAR = st.text("dD02369%+-−—[]#kh!rtx>=().;,²６Ｄ \u00a0\u200b🎲", max_size=12)
ANYTHING = st.text(st.characters(exclude_categories=()), max_size=40)


def attempt(text: str) -> Sum | ParseError:
    """What became of the text; any other exception fails the test."""
    try:
        return parse(text)
    except ParseError as error:
        return error


def showing(faces: Iterable[int]) -> DieSource:
    remaining = iter(faces)
    return lambda _sides: next(remaining)


@EXAMPLES
@given(sums())
def test_what_is_rendered_reads_back_as_the_same_tree(roll: Sum) -> None:
    line = render(roll)
    assert len(line) <= MAX_LENGTH
    assert parse(line) == roll


@settings(EXAMPLES, max_examples=600)
@given(NEAR | ANYTHING)
def test_a_text_is_a_roll_or_gets_an_error_with_its_place(text: str) -> None:
    read = attempt(text)
    if isinstance(read, Sum):
        assert parse(render(read)) == read
    else:
        assert 0 <= read.start <= read.end <= len(text)
        assert read.message
        assert len(str(read).splitlines()) == 1
        assert str(read).encode()


@EXAMPLES
@given(sums(), st.text(st.sampled_from("!kK<>=*/()rtx.,;²"), min_size=1, max_size=3))
def test_nothing_after_a_roll_is_swallowed(roll: Sum, extra: str) -> None:
    line = render(Sum(roll.terms))
    read = attempt(line + extra)
    assert isinstance(read, ParseError)
    assert len(line) <= read.start < read.end <= len(line + extra)


@EXAMPLES
@given(sums(), st.randoms(use_true_random=False))
def test_a_total_is_the_sum_of_what_is_shown_and_within_reach(roll: Sum, random: Random) -> None:
    outcome = evaluate(roll, lambda sides: random.randint(1, sides))
    assert roll.minimum <= outcome.total <= roll.maximum
    assert outcome.total == sum(rolled.value for rolled in outcome.terms)
    assert len(outcome.faces) == roll.dice_count
    assert evaluate(roll, showing(outcome.faces)) == outcome
    assert len(render_outcome(outcome).splitlines()) == 1


@EXAMPLES
@given(sums())
def test_the_reach_is_reached(roll: Sum) -> None:
    lowest = [1 if term.sign == 1 else sides for term, sides in _dice(roll)]
    highest = [sides if term.sign == 1 else 1 for term, sides in _dice(roll)]
    assert evaluate(roll, showing(lowest)).total == roll.minimum
    assert evaluate(roll, showing(highest)).total == roll.maximum


@EXAMPLES
@given(sums(max_dice=3, max_sides=12))
def test_the_odds_are_odds(roll: Sum) -> None:
    assume(roll.maximum - roll.minimum < 200)
    odds = distribution(roll)
    assert list(odds) == list(range(roll.minimum, roll.maximum + 1))
    assert sum(odds.values()) == 1
    assert all(chance > 0 for chance in odds.values())
    mean = sum((total * chance for total, chance in odds.items()), Fraction(0))
    assert mean == Fraction(roll.minimum + roll.maximum, 2)


def _dice(roll: Sum) -> list[tuple[Term, int]]:
    """Each die with its term, in the order rolled."""
    return [
        (term, term.operand.sides)
        for term in roll.terms
        if isinstance(term.operand, Dice)
        for _ in range(term.operand.count)
    ]
