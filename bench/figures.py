"""A figure: what was measured, from how many samples, and whether it is as good as it is meant to be."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Goal:
    """A bound that a value should keep: at most this, or at least."""

    bound: float
    at_least: bool = False

    def met_by(self, value: float) -> bool:
        """Whether the value keeps it."""
        return value >= self.bound if self.at_least else value <= self.bound

    def __str__(self) -> str:
        return f"{'>=' if self.at_least else '<='} {self.bound:g}"


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the results. details: what the value was made from, with units in the names."""

    name: str
    value: float
    unit: str
    samples: int
    goal: Goal | None = None
    details: Mapping[str, float] = field(default_factory=dict)

    def line(self) -> str:
        """The figure as one line of JSON. Without a goal, `goal` and `met` are null."""
        return json.dumps(
            {
                "name": self.name,
                "value": rounded(self.value),
                "unit": self.unit,
                "goal": None if self.goal is None else str(self.goal),
                "met": None if self.goal is None else self.goal.met_by(self.value),
                "samples": self.samples,
                "details": {name: rounded(value) for name, value in self.details.items()},
            }
        )


def rounded(value: float) -> float:
    """To four significant digits, whole numbers from 1000 on."""
    if not math.isfinite(value) or value == 0:
        return value
    return round(value, max(0, 3 - math.floor(math.log10(abs(value)))))


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest of the values that at least so many percent of them do not exceed."""
    ranked = sorted(values)
    return ranked[max(0, math.ceil(len(ranked) * percent / 100) - 1)]


def spread(values: Sequence[float]) -> float:
    """How far the middle half of the values lies apart, as a share of their median."""
    middle = percentile(values, 50)
    return (percentile(values, 75) - percentile(values, 25)) / middle if middle else 0.0
