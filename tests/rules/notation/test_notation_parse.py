"""What typed rolls mean, and that their tree does not depend on the keyboard."""

from collections.abc import Callable

import pytest

from rules.notation import Dice, Number, ParseError, Sum, Term, parse


def plus(operand: Dice | Number, label: str | None = None) -> Term:
    return Term(1, operand, label)


def minus(operand: Dice | Number, label: str | None = None) -> Term:
    return Term(-1, operand, label)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("2d6+3-1d4", (plus(Dice(2, 6)), plus(Number(3)), minus(Dice(1, 4)))),
        ("d20", (plus(Dice(1, 20)),)),
        ("d%", (plus(Dice(1, 100)),)),
        ("3d%", (plus(Dice(3, 100)),)),
        ("3 + 2d8 - 1", (plus(Number(3)), plus(Dice(2, 8)), minus(Number(1)))),
        ("-1d4 + 3", (minus(Dice(1, 4)), plus(Number(3)))),
        ("+d6", (plus(Dice(1, 6)),)),
        ("7", (plus(Number(7)),)),
        ("0", (plus(Number(0)),)),
        ("d1", (plus(Dice(1, 1)),)),
        ("02d06 + 007", (plus(Dice(2, 6)), plus(Number(7)))),
        ("  2d6  ", (plus(Dice(2, 6)),)),
        ("2d6\n+\t1", (plus(Dice(2, 6)), plus(Number(1)))),
        ("2d6[fire]+3", (plus(Dice(2, 6), "fire"), plus(Number(3)))),
        ("2d6 [fire] + 3 [ice, cold]", (plus(Dice(2, 6), "fire"), plus(Number(3), "ice, cold"))),
        ("2d6 [#1 + 2]", (plus(Dice(2, 6), "#1 + 2"),)),
        ("100d10000", (plus(Dice(100, 10_000)),)),
        ("1000000", (plus(Number(1_000_000)),)),
    ],
)
def test_a_sum_is_read_term_by_term(text: str, terms: tuple[Term, ...]) -> None:
    assert parse(text) == Sum(terms)


DASHES = "-‐‑‒–—―−﹣－"


@pytest.mark.parametrize("dash", DASHES)
def test_every_dash_is_a_minus(dash: str) -> None:
    assert parse(f"1d6{dash}1") == Sum((plus(Dice(1, 6)), minus(Number(1))))
    assert parse(f"{dash}1 + 1d6") == Sum((minus(Number(1)), plus(Dice(1, 6))))


@pytest.mark.parametrize("text", ["２ｄ６＋３", "２Ｄ６ ＋ ３", "2D6+3", "٢d٦+٣", "२d६﹢३", "𝟐d𝟔+𝟑"])
def test_capitals_full_width_and_other_digits_are_the_same_roll(text: str) -> None:
    assert parse(text) == parse("2d6+3")


def test_full_width_signs_work_throughout() -> None:
    assert parse("ｄ％［fire］＃hot") == parse("d%[fire]#hot")


@pytest.mark.parametrize("blank", ["\u00a0", "\u202f", "\u2009", "\u3000", "\u200b", "\ufeff", "\u2060"])
def test_every_blank_only_separates(blank: str) -> None:
    assert parse(f"{blank}2d6{blank}+{blank}3{blank}") == parse("2d6+3")
    with pytest.raises(ParseError, match="without it"):
        parse(f"2{blank}d6")
    with pytest.raises(ParseError, match="sign is missing"):
        parse(f"2d6 + 1{blank}2")


@pytest.mark.parametrize(
    ("text", "comment"),
    [
        ("1d20+6 # dex save", "dex save"),
        ("1d20+6#dex  save\n- 4 + 2d6", "dex save - 4 + 2d6"),
        ("1d20+6 # ## [x", "## [x"),
        ("1d20+6 #", None),
        ("1d20+6 #   ", None),
        ("1d20+6 # ４ − ４", "４ − ４"),
        ("1d20+6 # a\u202eb\x00c\ud800", "abc"),
    ],
)
def test_a_comment_is_kept_and_never_read(text: str, comment: str | None) -> None:
    assert parse(text) == Sum((plus(Dice(1, 20)), plus(Number(6))), comment)


def test_words_with_markup_stay_as_typed() -> None:
    roll = parse("1d6 [*@everyone*] # `אבג` d'été")
    assert roll.terms[0].label == "*@everyone*"
    assert roll.comment == "`אבג` d'été"


def test_the_reach_of_a_roll() -> None:
    roll = parse("2d6 + 3 - 1d4")
    assert (roll.minimum, roll.maximum, roll.dice_count) == (2 + 3 - 4, 12 + 3 - 1, 3)
    assert parse("5 - 7").minimum == parse("5 - 7").maximum == -2
    assert parse("5 - 7").dice_count == 0


@pytest.mark.parametrize(
    "build",
    [
        lambda: Dice(0, 6),
        lambda: Dice(101, 6),
        lambda: Dice(1, 0),
        lambda: Dice(1, 10_001),
        lambda: Number(-1),
        lambda: Number(1_000_001),
        lambda: Term(1, Number(1), ""),
        lambda: Term(1, Number(1), "a]"),
        lambda: Term(1, Number(1), "a［"),
        lambda: Term(1, Number(1), "two\nlines"),
        lambda: Term(1, Number(1), "x" * 31),
        lambda: Sum(()),
        lambda: Sum((plus(Number(1)),) * 21),
        lambda: Sum((plus(Dice(60, 6)), minus(Dice(41, 6)))),
        lambda: Sum((plus(Number(6)),), "4d6"),
        lambda: Sum((plus(Dice(1, 6)),), " padded"),
    ],
)
def test_a_tree_that_no_text_means_cannot_be_built(build: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"outside|neither|bracket|one-line|more than|without dice"):
        build()
