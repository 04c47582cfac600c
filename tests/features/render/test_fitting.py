"""Texts that do not fit lose whole lines, and say how many."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.features.render import first_lines, fit_lines

LINES = [f"{n}" * 5 for n in range(1, 10)]  # nine lines of five characters
MORE = "+{n}"


def test_what_fits_is_whole() -> None:
    assert fit_lines(LINES, 53) == "\n".join(LINES)
    assert first_lines(LINES, 53) == "\n".join(LINES)
    assert fit_lines([], 10) == ""


def test_the_middle_goes_first() -> None:
    assert fit_lines(LINES, 32, MORE) == "11111\n22222\n+5\n88888\n99999"
    assert fit_lines(LINES, 20, MORE) == "11111\n+7\n99999"
    assert fit_lines(LINES, 10, MORE) == "+8\n99999"


def test_or_the_end() -> None:
    assert first_lines(LINES, 20, MORE) == "11111\n22222\n+7"


@given(st.lists(st.text(max_size=30), max_size=30), st.integers(20, 300))
def test_the_budget_is_kept(lines: list[str], budget: int) -> None:
    assert len(fit_lines(lines, budget)) <= budget
    assert len(first_lines(lines, budget)) <= budget
