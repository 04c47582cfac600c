"""A fight written down, line by line: who does what. docs/scripts.md describes it for people.

seed: cellar
# Ana goes first.
gm> /encounter start ruleset:openquest name:The cellar
ana> /attack target:Goblin 1
gm> press Parry
ana> press? Roll again
ana> choose Goblin 2
ana> fill Name=Rurik; STR=14
ana> say hello
ana> look
restart
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from bot.problems import Problem

Verb = Literal["slash", "press", "choose", "fill", "say", "look", "remark", "restart", "kill"]
LONGEST_LINE = 1000

_LINE = re.compile(r"(?P<person>[A-Za-z][\w-]{0,30})\s*>\s*(?P<act>.+)")
_ACT = re.compile(r"(?P<verb>press|choose|fill|say|look)(?P<maybe>\?)?(?:\s+(?P<rest>.*))?$")


@dataclass(frozen=True, slots=True)
class Act:
    """One line. maybe: nothing happens, and it is no mistake, where there is nothing to press or choose."""

    number: int
    verb: Verb
    person: str = ""
    text: str = ""
    maybe: bool = False


def parse(lines: Iterable[str], first: int = 1) -> Iterator[Act]:
    """The acts of a script, one by one. Problem names the line that is not understood, counted from first."""
    for number, raw in enumerate(lines, first):
        line = raw.strip()
        if not line or line.startswith("seed:"):
            continue
        if len(line) > LONGEST_LINE:
            raise Problem(f"Line {number} has more than {LONGEST_LINE} characters.")
        yield _act(number, line)


def _act(number: int, line: str) -> Act:
    if line.startswith("#"):
        return Act(number, "remark", text=line.lstrip("# "))
    if line == "restart":
        return Act(number, "restart")
    if line == "kill":
        return Act(number, "kill")
    match = _LINE.match(line)
    if match is None:
        raise Problem(
            f"Line {number} is not understood: {line[:60]}\n"
            "A line is “ana> /attack target:Goblin”, “gm> press Parry”, “ana> choose Goblin 2”,"
            " “# a remark” or “restart”."
        )
    person, act = match["person"], match["act"].strip()
    if act.startswith("/"):
        return Act(number, "slash", person, act[1:])
    found = _ACT.match(act)
    if found is None:
        raise Problem(
            f"Line {number} is not understood: {act[:60]}\n"
            "After the name comes a /command, or press, choose, fill, say or look."
        )
    verb: Verb = found["verb"]  # type: ignore[assignment]  # the expression allows no other
    rest = (found["rest"] or "").strip()
    if not rest and verb != "look":
        raise Problem(f"Line {number}: what is to {verb}?")
    return Act(number, verb, person, rest, bool(found["maybe"]))


def seed_of(lines: Iterable[str]) -> str | None:
    """The word after `seed:`, by which the dice of a script repeat themselves; None where there is none."""
    for line in lines:
        if line.strip().startswith("seed:"):
            return line.split(":", 1)[1].strip() or None
    return None


def entered(text: str) -> dict[str, str]:
    """`Name=Rurik; STR=14` as field -> value."""
    pairs = (part.partition("=") for part in text.split(";") if part.strip())
    return {name.strip(): value.strip() for name, _, value in pairs}
