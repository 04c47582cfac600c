"""Names as typed: no markup, no ping, no reordering, whatever they hold."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.features.kit.escape import (
    clean,
    escape,
    escape_lines,
    isolated,
    label,
    mention,
    trim,
    trim_middle,
)

ZWSP, FSI, PDI = "\u200b", "\u2068", "\u2069"

NASTY = [
    "@everyone",
    "@here",
    "<@123456789012345678>",
    "<@&42>",
    "<#42>",
    "</roll:42>",
    "<t:0:R>",
    "<:smile:42>",
    "**bold** _under_ __line__ ~~gone~~ ||spoiler||",
    "`code` ```block```",
    "# heading",
    "## heading",
    "-# small",
    "- item",
    "* item",
    "+ item",
    "12. item",
    "3) item",
    "> quote",
    ">>> quote",
    "[link](https://evil.example)",
    "https://evil.example/a_b_c",
    "line\nbreak\r\n# heading",
    "back\\slash \\*",
    "\u202egnp.exe",
    "שלום",
    "مرحبا 12",
    "O'Brien",
    "👩‍👩‍👧 family",
    "tab\there",
    "nul\x00",
    "\ud800lone",
    "\u2067forced\u2069",
    "a" * 200,
]


def shown(markdown: str) -> str:
    """What Discord shows of escaped text: without backslashes before punctuation and without what is
    unseen.
    """
    return re.sub(r"\\([^0-9A-Za-z\s])", r"\1", markdown).translate({ord(c): None for c in (ZWSP, FSI, PDI)})


def seen(text: str) -> str:
    """A text without the characters that show nothing."""
    return text.translate({ord(c): None for c in (ZWSP, FSI, PDI)})


@pytest.mark.parametrize(
    ("typed", "markdown"),
    [
        ("@everyone", f"@{ZWSP}everyone"),
        ("<@1>", f"\\<@{ZWSP}1>"),
        ("**bold**", "\\*\\*bold\\*\\*"),
        ("`x`", "\\`x\\`"),
        ("# x", "\\# x"),
        ("  -# x", "\\-# x"),
        ("1. x", "1\\. x"),
        ("> x", "\\> x"),
        ("a > b - c # d", "a > b - c # d"),
        ("[a](b)", "\\[a\\](b)"),
        ("https://a.b/c_d", f"https:{ZWSP}//a.b/c\\_d"),
        ("a\\*b", "a\\\\\\*b"),
        ("a\nb", "a b"),
        ("a\u202eb", "ab"),
        ("O'Brien", "O'Brien"),
        ("אבג hits", f"{FSI}אבג{PDI} hits"),
        ("Goblin אב 12 גד runs", f"Goblin {FSI}אב 12 גד{PDI} runs"),
        ("x אב y גד", f"x {FSI}אב{PDI} y {FSI}גד{PDI}"),
    ],
)
def test_escaped_by_hand(typed: str, markdown: str) -> None:
    assert escape(typed) == markdown


@pytest.mark.parametrize("typed", NASTY)
def test_a_nasty_name_is_shown_as_typed(typed: str) -> None:
    assert shown(escape(typed)) == seen(clean(typed))


@pytest.mark.parametrize("typed", NASTY)
def test_a_nasty_name_does_nothing(typed: str) -> None:
    harmless(escape(typed))


@example(typed=":/[/")
@given(st.text(max_size=60) | st.text("*_~|`<>@#[]()-+.\\ \n1:/אב\u202e", max_size=40))
def test_any_text_does_nothing_and_is_shown_as_typed(typed: str) -> None:
    markdown = escape(typed)
    harmless(markdown)
    assert shown(markdown) == seen(clean(typed))


def harmless(markdown: str) -> None:
    """No mark without a backslash, no mention, no line start that means something, isolates in pairs."""
    bare = re.sub(r"\\[^0-9A-Za-z\s]", "", markdown)
    assert not re.search(r"[*_~|`<\[\]\\]", bare)
    assert not re.search(r"@(?!\u200b)", bare)
    assert "://" not in markdown
    assert not re.match(r"\s*(#|-|\+|>|\d+[.)])", markdown)
    assert "\n" not in markdown
    assert "\r" not in markdown
    assert not any(unicodedata.category(c) in ("Cc", "Cs") for c in markdown)
    depth = 0
    for c in markdown:
        depth += (c == FSI) - (c == PDI)
        assert 0 <= depth <= 1
    assert depth == 0
    markdown.encode()


def test_a_right_to_left_name_leaves_the_rest_in_place() -> None:
    line = isolated("אבג hits Goblin for 5")
    assert line.startswith(f"{FSI}אבג{PDI} hits")


def test_lines_stay_apart_and_each_is_escaped() -> None:
    assert escape_lines("# one\n\n- two\nthree") == "\\# one\n\\- two\nthree"


def test_a_limit_counts_what_is_shown() -> None:
    assert escape("*" * 10, 5) == "\\*" * 4 + "…"
    assert escape("one two three four", 15) == "one two three…"


@pytest.mark.parametrize("typed", NASTY)
@pytest.mark.parametrize("limit", [1, 5, 25, 80])
def test_a_label_is_one_line_within_its_limit_and_never_empty(typed: str, limit: int) -> None:
    text = label(typed, limit)
    assert text != ""
    assert len(text) <= limit
    assert "\n" not in text
    assert not re.search(r"@(?!\u200b)", text)


def test_a_label_of_nothing_visible_is_a_dash() -> None:
    assert label("", 80) == "—"
    assert label(" \u200b\u2060 ", 80) == "—"


def test_trimming_ends_at_a_word_and_keeps_letters_whole() -> None:
    assert trim("short", 10) == "short"
    assert trim("the quick brown fox", 17) == "the quick brown…"
    assert trim("e\u0301" * 5, 4) == "e\u0301…"
    assert trim("👩‍👩‍👧", 4) == "…"
    assert trim("abc", 1) == "…"
    assert trim("abc", 0) == ""


@given(st.text(max_size=50), st.integers(0, 50))
def test_trimming_keeps_its_limit(typed: str, limit: int) -> None:
    assert len(trim(typed, limit)) <= limit


def test_both_ends_are_kept() -> None:
    assert trim_middle("Goblin of the long name 12", 15) == "Goblin of …e 12"
    assert len(trim_middle("x" * 200, 100)) == 100


def test_a_mention() -> None:
    assert mention(42) == "<@42>"


def test_every_sign_that_runs_right_to_left_is_known_to_do_so() -> None:
    signs = [chr(n) for n in range(0x110000) if unicodedata.bidirectional(chr(n)) in ("R", "AL")]
    assert len(signs) > 2_000
    assert [sign for sign in signs if isolated(f"a{sign}b") != f"a{FSI}{sign}{PDI}b"] == []
