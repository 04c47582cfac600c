"""The outer form of a log that comes from anywhere: bounded, its parts of the right kind, its rolls found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .export import FORMAT, GM_KIND, PLAYERS_KIND
from .live import CHANCE
from .steps import DONE, DROPPED, OPEN, UNDONE, WITHDRAWN

MOST_VALUES = 3_000_000
DEEPEST = 60
LONGEST_TEXT = 20_000
LARGEST_NUMBER = 10**11
MOST_DICE = 10_000

_STATUSES = (OPEN, DONE, WITHDRAWN, UNDONE, DROPPED)
_STEP = {"no": int, "status": str}
_GM_STEP = {
    **_STEP,
    **dict.fromkeys(("by", "actor", "verb", "turn", "key", "stop"), str),
    **dict.fromkeys(("inputs", "changes", "lines", "deliveries"), list),
    "at": int,
    "call": dict,
}
_PLAYERS_STEP = {"key": str, "rolls": list, "patch": list}
"""Parts of a players' step that may be missing."""


class LogError(Exception):
    """What was handed in is no log, in a sentence that says where it goes wrong."""


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll as a log has it."""

    step: int
    key: str
    place: str
    sides: tuple[int, ...]
    faces: tuple[int, ...]
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Log:
    """A log whose outer form is right. What its values mean has not been looked at.

    commitments and seeds: "public" and "secret"; a seed that is not revealed is missing.
    """

    kind: str
    ruleset: str
    version: int
    options: dict[str, Any]
    commitments: dict[str, str]
    seeds: dict[str, bytes]
    start: dict[str, Any]
    state: dict[str, Any]
    steps: tuple[dict[str, Any], ...]
    rolls: tuple[Roll, ...]


def read_log(x: object) -> Log:
    """Parsed JSON as a log. LogError when it is none."""
    _bounded(x)
    if not isinstance(x, dict):
        raise LogError("A log is a JSON object.")
    if _part(x, "format", int, "The log") != FORMAT:
        raise LogError(f"This log has format {x['format']}; this version reads format {FORMAT}.")
    kind = _part(x, "kind", str, "The log")
    if kind not in (GM_KIND, PLAYERS_KIND):
        raise LogError(f"A log is of the kind {GM_KIND} or {PLAYERS_KIND}.")
    steps = tuple(_steps(_part(x, "steps", list, "The log"), kind))
    reading = _gm_rolls if kind == GM_KIND else _open_rolls
    return Log(
        kind,
        _part(x, "ruleset", str, "The log"),
        _part(x, "version", int, "The log"),
        _part(x, "options", dict, "The log"),
        _texts(x, "commitments"),
        {name: _seed(text) for name, text in _texts(x, "seeds").items()},
        _part(x, "start", dict, "The log"),
        _part(x, "state", dict, "The log"),
        steps,
        tuple(roll for step in steps for roll in reading(step)),
    )


def _bounded(x: object) -> None:
    """Only what JSON has, without fractions, and no more of it than a fight can have. No recursion."""
    todo: list[tuple[object, int]] = [(x, 0)]
    seen = 0
    while todo:
        value, depth = todo.pop()
        seen += 1
        if seen > MOST_VALUES or depth > DEEPEST:
            raise LogError("This is larger or deeper than any log.")
        if isinstance(value, dict):
            todo += [(part, depth + 1) for pair in value.items() for part in pair]
            if not all(isinstance(key, str) for key in value):
                raise LogError("A JSON object has texts for keys.")
        elif isinstance(value, list):
            todo += [(part, depth + 1) for part in value]
        elif not _plain(value):
            raise LogError("The log holds a value that no log has: a fraction, or something far too long.")


def _plain(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= LONGEST_TEXT
    if isinstance(value, int):
        return abs(value) <= LARGEST_NUMBER
    return value is None


def _part(x: dict[str, Any], name: str, kind: type, where: str) -> Any:
    value = x.get(name)
    if type(value) is not kind:
        raise LogError(f"{where} lacks a proper “{name}”.")
    return value


def _texts(x: dict[str, Any], name: str) -> dict[str, str]:
    found: dict[str, str] = _part(x, name, dict, "The log")
    if not all(part in ("public", "secret") and isinstance(text, str) for part, text in found.items()):
        raise LogError(f"“{name}” holds a public and a secret part, each a text.")
    return found


def _seed(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise LogError("A seed is written in hexadecimal digits.") from None


def _steps(rows: list[Any], kind: str) -> Iterator[dict[str, Any]]:
    for no, row in enumerate(rows, start=1):
        where = f"Step {no}"
        if not isinstance(row, dict):
            raise LogError(f"{where} is no JSON object.")
        wanted = (
            _GM_STEP if kind == GM_KIND else {**_STEP, **{k: t for k, t in _PLAYERS_STEP.items() if k in row}}
        )
        for name, its_kind in wanted.items():
            _part(row, name, its_kind, where)
        if row["no"] != no:
            raise LogError(f"{where} is numbered {row['no']}.")
        if row["status"] not in _STATUSES:
            raise LogError(f"{where} has a status that no step has.")
        yield row


def _open_rolls(step: dict[str, Any]) -> Iterator[Roll]:
    for roll in step.get("rolls", []):
        if not isinstance(roll, dict):
            raise LogError(f"Step {step['no']} has a roll that is none.")
        place = _part(roll, "place", str, f"A roll of step {step['no']}")
        yield _roll(step, place, roll.get("sides"), roll.get("faces"), False)


def _gm_rolls(step: dict[str, Any]) -> Iterator[Roll]:
    for row in step["inputs"]:
        if not isinstance(row, list) or len(row) < 4:
            raise LogError(f"Step {step['no']} has an input that is none.")
        if row[0] != CHANCE:
            continue
        if not isinstance(row[1], str):
            raise LogError(f"Step {step['no']} has a roll without a place.")
        sides = row[4] if len(row) > 4 else []
        yield _roll(step, row[1], sides, row[3], len(row) > 6 and bool(row[6]))


def _roll(step: dict[str, Any], place: str, sides: Any, shown: Any, secret: bool) -> Roll:
    where = f"A roll of step {step['no']}"
    for numbers in (sides, shown):
        if not isinstance(numbers, list) or not all(type(n) is int for n in numbers):
            raise LogError(f"{where} lacks its dice or its faces.")
    if not len(sides) == len(shown) <= MOST_DICE or not all(1 <= n <= 10**6 for n in sides):
        raise LogError(f"{where} has dice that no roll has.")
    return Roll(step["no"], _part(step, "key", str, where), place, tuple(sides), tuple(shown), secret)
