"""Autocomplete: within Discord's limits, in time, silent when something is wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator, MutableMapping, Sequence
from typing import Any

import pytest

from bot.features.kit import as_choices, resolve, suggesting
from bot.practice.discord import Channel, Person, PracticeDiscord
from rules.engine.ruleset import Choice
from tests.features.kit.sample import Sample
from tests.features.kit.test_escape import NASTY
from tests.fixtures.practice import Starting


@pytest.fixture
async def sample(start: Starting) -> AsyncIterator[Sample]:
    """The running bot with the sample feature."""
    made: list[Sample] = []
    async with start(lambda app: made.append(Sample(app))):
        yield made[0]
        made[0].gate.set()


def test_never_more_than_25_and_never_longer_than_100() -> None:
    found = as_choices(Choice(f"{n}" * 60, f"Goblin {n} " * 30, "hint " * 40) for n in range(100))
    assert len(found) == 25
    assert all(1 <= len(c.name) <= 100 and 1 <= len(c.value) <= 100 for c in found)
    assert len({c.name for c in found}) == 25


def test_the_hint_stands_behind_the_words_where_there_is_room() -> None:
    (near,) = as_choices([Choice("axe", "Great axe", "two hands, 2d6+2")])
    assert near.name == "Great axe — two hands, 2d6+2"
    (long,) = as_choices([Choice("axe", "A" * 80, "two hands and a very long story about this axe")])
    assert long.name.startswith("A" * 80 + " — two hands")
    assert len(long.name) <= 100
    (full,) = as_choices([Choice("axe", "A" * 95, "hint")])
    assert full.name == "A" * 95


def test_names_that_look_alike_are_numbered() -> None:
    found = as_choices(
        [Choice("1", "Goblin"), Choice("2", "goblin"), Choice("3", "Goblin"), Choice("4", "Goblin")]
    )
    assert [c.name for c in found] == ["Goblin", "goblin", "Goblin (2)", "Goblin (3)"]


async def test_discord_takes_nasty_names_and_the_value_comes_back(
    sample: Sample, ana: Person, fight: Channel
) -> None:
    values = [f"{name}-{n}" for n, name in enumerate(NASTY) if "\ud800" not in name and "\x00" not in name]
    for start in range(0, len(values), 25):
        sample.choices = [Choice(value, value) for value in values[start : start + 25]]
        out = await ana.autocomplete(fight, "choose", "what", "")
        assert len(out.choices) == len(sample.choices)
        for choice, offered in zip(sample.choices, out.choices, strict=True):
            assert resolve(str(offered.value), [choice.value]) == choice.value


@pytest.mark.parametrize("how", ["refused", "broken", "slow", "late"])
async def test_when_something_is_wrong_the_list_is_empty(
    sample: Sample,
    ana: Person,
    fight: Channel,
    how: str,
    monkeypatch: pytest.MonkeyPatch,
    logged: list[MutableMapping[str, Any]],
) -> None:
    monkeypatch.setattr(suggesting, "PATIENCE", 0.05)
    sample.choices, sample.suggest_fails = [Choice("a", "A")], how
    out = await ana.autocomplete(fight, "choose", "what", "x")
    assert (out.kind, out.choices) == ("choices", [])
    levels = {e["log_level"] for e in logged if "suggestions" in e["event"]}
    expected: dict[str, set[str]] = {
        "refused": set(),
        "broken": {"error"},
        "slow": {"warning"},
        "late": {"warning"},
    }
    assert levels == expected[how]


async def test_a_list_that_comes_too_late_is_no_error(
    sample: Sample,
    ana: Person,
    fight: Channel,
    practice: PracticeDiscord,
    logged: list[MutableMapping[str, Any]],
    caplog: pytest.LogCaptureFixture,
) -> None:
    sample.choices = [Choice("a", "A")]
    practice.faults.deliver_twice()
    out = await ana.autocomplete(fight, "choose", "what", "x")
    assert [choice.name for choice in out.choices] == ["A"]
    await ana.autocomplete(fight, "choose", "what", "xy")
    late = [e for e in logged if e["event"] == "suggestions came too late"]
    assert [(e["log_level"], e["of"]) for e in late] == [("info", "choose")]
    assert [r for r in caplog.records if r.levelname == "ERROR"] == []


async def test_a_list_that_was_taken_from_is_checked_again_on_submit(
    sample: Sample, ana: Person, fight: Channel
) -> None:
    offered: Sequence[Choice] = [Choice("axe", "Great axe")]
    sample.choices = offered
    out = await ana.slash(fight, "choose what:great", pick=True)
    assert out.text == "axe"
    assert sample.chosen == ["axe"]
