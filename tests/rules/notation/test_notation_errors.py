"""What is refused: where the error points, and that it says what is wrong and what would be right."""

import pytest

from rules.notation import MAX_LENGTH, ParseError, parse


def refusal(text: str) -> ParseError:
    with pytest.raises(ParseError) as caught:
        parse(text)
    return caught.value


# In each text the place that the error must name stands between ▸ and ◂.
@pytest.mark.parametrize(
    ("marked", "says"),
    [
        # Notation from elsewhere, never rolled as something else.
        ("4d6▸kh3◂", "Keeping or dropping dice"),
        ("4d6▸k3◂ + 1", "Keeping or dropping dice"),
        ("2d20▸KL1◂", "Keeping or dropping dice"),
        ("4d6 ▸dl1◂", "Keeping or dropping dice"),
        ("4d6▸d1◂", "dropping dice, as in 4d6d1"),
        ("4d6▸!◂", "Making dice explode"),
        ("4d6▸!◂>5", "Making dice explode"),
        ("4d6▸r1◂", "Rerolling"),
        ("4d6▸ro◂<3", "Rerolling"),
        ("1d20+5 ▸t6◂", "Counting successes"),
        ("1d20+5▸t6◂", "Counting successes"),
        ("5d10▸t8◂", "Counting successes"),
        ("5d10▸>=◂7", "Comparing with a target"),
        ("1d20 ▸adv◂", "Advantage"),
        ("▸adv◂", "Advantage"),
        ("d20▸dis◂", "Disadvantage"),
        ("4▸dF◂", "Fudge dice"),
        ("▸dF◂", "Fudge dice"),
        ("6▸#◂4d6", "repeats are not understood"),
        ("6 ▸#◂ 4d6", "repeats are not understood"),
        ("1+5▸#◂4d6", "repeats are not understood"),
        ("6 ▸4◂d6", "several rolls"),
        ("6▸x◂ 4d6", "Multiplying or repeating"),
        ("1d6▸;◂ 1d8", "several rolls"),
        ("1d6▸,◂ 1d8", "one roll at a time"),
        ("1d6▸*◂2", "Multiplying"),
        ("1d6 ▸×◂ 2", "Multiplying"),
        ("1d6▸/◂2", "Dividing"),
        ("▸(◂1d6+1)", "parentheses"),
        ("1d6+1▸)◂", "parentheses"),
        ("▸2W6◂+1", "with a d here, 2d6"),
        ("▸2к6◂", "with a d here, 2d6"),
        # Words.
        ("1d20+6 ▸dex◂ save", "a remark after #"),
        ("2d6 ▸fire◂", "brackets, 2d6 [fire]"),
        ("▸roll◂ 2d6", "Dice or a number should stand here"),
        ("2d6 — ▸fire◂", "A remark goes to the end, after #"),
        ("d20▸²◂", "is not understood"),
        ("d20 ▸🎲◂", "is not understood"),
        # Signs.
        ("2d6▸--◂1", "as a dash or as a plus"),
        ("2d6 ▸--◂ fire", "# before a remark"),
        ("2d6 ▸− −◂ 1", "as a dash or as a plus"),
        ("2d6 ▸+-◂1", "Two signs"),
        ("▸++◂2d6", "Two signs"),
        ("2d6+▸◂", "breaks off"),
        ("-▸◂", "breaks off"),
        ("2d6 ▸3◂", "Write + or -"),
        ("2d6 ▸2◂d6", "the + between the terms"),
        ("2d6 ▸d6◂", "Write + or - between"),
        # Numbers and dice.
        ("1▸.◂5", "fraction"),
        ("1▸,◂000", "1000, not 1,000"),
        ("3d▸◂", "sides are missing"),
        ("3d▸◂ + 1", "sides are missing"),
        ("d▸◂-6", "sides are missing"),
        ("▸2 d6◂", "Write 2d6 without it"),
        ("2▸d 6◂ + 1", "without it, such as d6"),
        ("▸d 20◂", "without it, such as d20"),
        ("▸%◂", "write d%"),
        ("d6▸%◂", "only follows the d"),
        ("d%▸%◂", "only follows the d"),
        # Labels and comments.
        ("▸[fire]◂ 2d6", "after its dice"),
        ("2d6 ▸[fire + 3◂", "no closing bracket"),
        ("2d6 ▸[]◂ + 1", "empty"),
        ("2d6 ▸[ ]◂", "empty"),
        ("2d6 ▸[a[b]◂", "another bracket"),
        ("2d6 ▸[a［b］◂", "another bracket"),
        ("2d6 [a]▸[b]◂", "one label"),
        ("2d6▸]◂", "is not understood"),
        ("2d6 ▸[" + "x" * 31 + "]◂", "31 characters; at most 30"),
        ("2d6 ▸#" + "x" * 151 + "◂", "151 characters; at most 150"),
        ("▸#◂ only words", "before the #"),
        ("▸◂", "nothing to roll"),
        ("   ▸◂", "nothing to roll"),
        # Bounds, each named.
        ("▸0◂d6", "1 to 100, not 0"),
        ("▸101◂d6", "1 to 100, not 101"),
        ("▸9999999◂d999999999", "1 to 100, not 9999999"),
        ("d▸0◂", "1 to 10000, not 0"),
        ("1d▸10001◂", "1 to 10000, not 10001"),
        ("2d6 + ▸1000001◂", "0 to 1000000, not 1000001"),
        ("60d6 + ▸41d6◂", "101 dice; at most 100"),
        ("100d6 - ▸d6◂", "101 dice; at most 100"),
        ("1+" * 20 + "▸1◂", "At most 20 terms"),
        ("1+" * 20 + "▸1◂" + "+1" * 480, "At most 20 terms"),
        ("1" * MAX_LENGTH + "▸1◂", "1201 characters; at most 1200"),
        ("▸" + "9" * MAX_LENGTH + "◂", "0 to 1000000"),
    ],
)
def test_the_error_points_and_explains(marked: str, says: str) -> None:
    start, end = marked.index("▸"), marked.index("◂") - 1
    text = marked.replace("▸", "").replace("◂", "")
    error = refusal(text)
    assert (error.start, error.end) == (start, end)
    assert says in error.message
    assert error.text == text


def test_the_sentence_shows_the_place() -> None:
    assert str(refusal("4d6kh3 + 2")).endswith("Here: 4d6▸kh3◂ + 2")
    assert str(refusal("2d6 +")).endswith("Here: 2d6 +▸◂")


def test_a_long_text_is_shown_around_the_place_only() -> None:
    error = refusal("1+" * 20 + "d6" + "+1" * 100)
    assert error.excerpt() == "…" + "1+" * 10 + "▸d◂6" + "+1" * 9 + "+…"


def test_a_long_mistake_is_shortened_and_stays_on_one_line() -> None:
    error = refusal("2d6 " + "a" * 1000)
    assert len(str(error)) < 300
    assert "\n" not in str(refusal("1d6\n\n!\n\u202e"))
    assert "\u202e" not in str(refusal("1d6\n\n!\n\u202e"))


@pytest.mark.parametrize(
    "text", ["(" * 1000, "1+" * 500 + "1", "-" * 1000, "[" * 1000, "d" * 1000, "1d6" * 400, "#" * 1200]
)
def test_deep_and_long_input_is_refused_in_words(text: str) -> None:
    assert len(str(refusal(text))) < 300
