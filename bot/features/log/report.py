"""What came of checking a log, in plain words. Nothing is sent here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.features.kit import escape
from bot.features.render import first_lines
from rules.engine.verify import Check, Report

from . import words

MOST_TEXT: Final = 1900
MOST_PROBLEMS: Final = 5


def report_text(report: Report) -> str:
    """The report as Markdown, at most 1900 characters."""
    return first_lines([line for line in _lines(report) if line], MOST_TEXT)


def _lines(report: Report) -> Iterator[str]:
    revealed = _revealed(report)
    yield words.WRONG if not report.ok else words.RIGHT if revealed else words.NOTHING
    yield escape(report.title)
    if not revealed:
        yield words.NOT_REVEALED
    for check in report.checks:
        yield (words.PASSED if check.ok else words.FAILED).format(escape(check.name), escape(check.done))
        yield from (words.PROBLEM.format(escape(why, 200)) for why in check.problems[:MOST_PROBLEMS])
        if len(check.problems) > MOST_PROBLEMS:
            yield words.MORE.format(len(check.problems) - MOST_PROBLEMS)
        if check.ok and revealed:
            yield words.MEANS.format(words.MEANING[check.name]) if check.name in words.MEANING else ""


def _revealed(report: Report) -> bool:
    """Whether there was a seed to compute anything from."""
    seeds: Check | None = next((c for c in report.checks if c.name == "Seeds"), None)
    return seeds is not None and not seeds.done.startswith("not revealed")
