"""Scripts as text: lines to acts, seeds, forms, and what is said of a line that is none."""

from __future__ import annotations

import re

import pytest

from bot.practice.bot_process import ROOT
from bot.practice.discord import ClientRefusal
from bot.practice.script import LONGEST_LINE, Act, entered, parse, seed_of
from bot.practice.stage import _appearing
from bot.problems import Problem


@pytest.mark.parametrize(
    ("line", "act"),
    [
        ("ana> /attack target:Goblin 1", Act(1, "slash", "ana", "attack target:Goblin 1")),
        ("gm>press Parry", Act(1, "press", "gm", "Parry")),
        ("  gm > press? Roll again ", Act(1, "press", "gm", "Roll again", maybe=True)),
        ("ana> choose Goblin 2", Act(1, "choose", "ana", "Goblin 2")),
        ("ana> fill Name=Rurik; STR=14", Act(1, "fill", "ana", "Name=Rurik; STR=14")),
        ("ana> say press Parry", Act(1, "say", "ana", "press Parry")),
        ("ana> look", Act(1, "look", "ana", "")),
        ("# Ana goes first.", Act(1, "remark", text="Ana goes first.")),
        ("restart", Act(1, "restart")),
        ("kill", Act(1, "kill")),
    ],
)
def test_a_line_is_an_act(line: str, act: Act) -> None:
    assert list(parse([line])) == [act]


def test_blank_lines_and_the_seed_are_no_acts_and_keep_the_count() -> None:
    lines = ["seed: elm mule", "", "ana> look"]
    assert list(parse(lines)) == [Act(3, "look", "ana", "")]
    assert seed_of(lines) == "elm mule"
    assert seed_of(["# seed: none", "seed:"]) is None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("attack the goblin", "Line 1 is not understood: attack the goblin"),
        ("ana> jump", "After the name comes a /command, or press"),
        ("ana> press", "Line 1: what is to press?"),
        ("ana> look " + "x" * LONGEST_LINE, f"Line 1 has more than {LONGEST_LINE} characters"),
    ],
)
def test_what_is_no_line_is_named(line: str, said: str) -> None:
    with pytest.raises(Problem, match=re.escape(said)):
        list(parse([line]))


def test_lines_that_are_typed_one_by_one_are_counted_on() -> None:
    assert list(parse(["ana> look"], 7)) == [Act(7, "look", "ana", "")]
    with pytest.raises(Problem, match="Line 8 is not understood"):
        list(parse(["jump"], 8))


def test_a_form_is_filled_in_by_labels() -> None:
    assert entered("Name=Rurik the Red; STR = 14;") == {"Name": "Rurik the Red", "STR": "14"}


async def test_what_must_be_there_is_waited_for_and_what_may_be_there_is_not() -> None:
    looks = 0

    def appears_at_the_third_look() -> str:
        nonlocal looks
        looks += 1
        if looks < 3:
            raise ClientRefusal("there is no such button yet")
        return "found"

    with pytest.raises(ClientRefusal):
        await _appearing(appears_at_the_third_look, maybe=True)
    assert looks == 1
    assert await _appearing(appears_at_the_third_look, maybe=False) == "found"


def test_the_script_in_the_documentation_is_one() -> None:
    blocks = (ROOT / "docs" / "scripts.md").read_text(encoding="utf-8").split("```\n")
    (script,) = (block for block in blocks if block.startswith("seed:"))
    acts = list(parse(script.splitlines()))
    assert acts[-1] == Act(len(script.splitlines()), "slash", "gm", "encounter end")
    assert {act.verb for act in acts} == {"remark", "slash", "press"}
