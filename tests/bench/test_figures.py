"""Figures: their form, and what is made of many values."""

from __future__ import annotations

import json

import pytest

from bench.figures import Figure, Goal, percentile, rounded, spread


def test_a_figure_is_one_line_of_json() -> None:
    figure = Figure("a ratio", 1.23456, "ratio", 40, Goal(1.2), {"part_ms": 0.000123456})
    assert json.loads(figure.line()) == {
        "name": "a ratio",
        "value": 1.235,
        "unit": "ratio",
        "goal": "<= 1.2",
        "met": False,
        "samples": 40,
        "details": {"part_ms": 0.0001235},
    }
    assert "\n" not in figure.line()


def test_without_a_goal_nothing_is_met_or_missed() -> None:
    told = json.loads(Figure("bytes", 1077.4, "bytes", 1).line())
    assert told["goal"] is None
    assert told["met"] is None


@pytest.mark.parametrize(
    ("goal", "value", "met"),
    [
        (Goal(5.0), 5.0, True),
        (Goal(5.0), 5.01, False),
        (Goal(0.1, at_least=True), 0.1, True),
        (Goal(0.1, at_least=True), 0.09, False),
    ],
)
def test_a_goal_is_a_bound_that_may_be_reached(goal: Goal, value: float, met: bool) -> None:
    assert goal.met_by(value) is met


def test_percentiles_are_values_that_were_measured() -> None:
    values = [float(n) for n in range(100, 0, -1)]
    assert percentile(values, 50) == 50
    assert percentile(values, 99) == 99
    assert percentile(values, 100) == 100
    assert percentile([7.0], 99) == 7.0


def test_the_spread_is_that_of_the_middle_half() -> None:
    assert spread([1.0, 1.0, 1.0]) == 0
    assert spread([1.0, 2.0, 3.0, 4.0]) == 1.0, "from 1 to 3, as a share of 2"


@pytest.mark.parametrize(
    ("value", "shown"), [(0.0, 0.0), (12345.6, 12346.0), (0.123456, 0.1235), (-3.14159, -3.142)]
)
def test_four_digits_are_enough(value: float, shown: float) -> None:
    assert rounded(value) == shown
