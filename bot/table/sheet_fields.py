"""The fields of a sheet: in sections, in words, as they are typed, with what the game derives from them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.store import Draft, Sheet
from rules.engine.procedures import Refused
from rules.engine.ruleset import Ruleset, SheetError, SheetField

from .choosing import listed

MOST_INPUTS = 5
"""Inputs of a form."""
LONGEST_TEXT = 400
LONGEST_INPUT = 4000
"""Characters that a form takes in one input."""

_PARTS = re.compile(r"[,;]")


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A field as it is shown. value: in words, "" for none. given: whether it was typed, not derived."""

    label: str
    value: str
    given: bool


@dataclass(frozen=True, slots=True)
class SheetView:
    """A sheet as it is shown. problems: what does not fit the rules yet, a sentence each."""

    id: int
    name: str
    game: str
    kind: str
    sections: tuple[tuple[str, tuple[SheetRow, ...]], ...]
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Input:
    """A field in a form: what stands in it, and what holds where it is left empty ("" for nothing)."""

    field: SheetField
    text: str
    derived: str


def sections(rules: Ruleset[Any, Any]) -> tuple[tuple[str, tuple[SheetField, ...]], ...]:
    """The fields a person can type, by section, in order; each section fits a form of five inputs."""
    found: dict[str, list[SheetField]] = {}
    for field in rules.sheet_fields:
        if field.kind != "data":
            found.setdefault(field.section, []).append(field)
    return tuple(part for title, fields in found.items() for part in _parts(title, fields))


def _parts(title: str, fields: list[SheetField]) -> Iterable[tuple[str, tuple[SheetField, ...]]]:
    for number, start in enumerate(range(0, len(fields), MOST_INPUTS), start=1):
        name = title if number == 1 else f"{title} ({number})"
        yield name, tuple(fields[start : start + MOST_INPUTS])


def words(field: SheetField, value: Any) -> str:
    """A value as it is typed into a form and shown."""
    if value is None:
        return ""
    if field.kind == "flag":
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {named(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        names = [named(entry) for entry in value]
        return ("\n" if any(map(_PARTS.search, names)) else ", ").join(names)
    if field.kind == "choice":
        return next((c.words for c in field.choices if c.value == str(value)), str(value))
    return str(value)


def named(entry: Any) -> str:
    """An entry of a list: itself, or the name of what a file describes at length."""
    return str(entry.get("name", "?")) if isinstance(entry, Mapping) else str(entry)


def show(rules: Ruleset[Any, Any], sheet: Sheet | Draft) -> SheetView:
    """A sheet with everything derived, and what does not fit the rules."""
    values, problems = full(rules, sheet.values)
    found: dict[str, list[SheetRow]] = {}
    for field in rules.sheet_fields:
        given = field.key in sheet.values
        value = words(field, values.get(field.key, field.default))
        if field.kind != "data" or (given and value):
            found.setdefault(field.section, []).append(SheetRow(field.label, value, given))
    rows = tuple((title, tuple(rows)) for title, rows in found.items())
    return SheetView(sheet.id, sheet.name, rules.name, sheet.kind, rows, problems)


def full(rules: Ruleset[Any, Any], values: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The values with everything derived, as far as they fit, and what does not."""
    try:
        full = rules.complete(values)
        rules.read(full)
    except SheetError as wrong:
        return dict(values), tuple(problem(rules, key, why) for key, why in wrong.problems)
    return full, ()


def problem(rules: Ruleset[Any, Any], key: str, why: str) -> str:
    """What is wrong with a field, with the field's label before it."""
    label = next((f.label for f in rules.sheet_fields if f.key == key), key)
    sentence = f"{label}: {why}"
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."


def checked(rules: Ruleset[Any, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """The values that were given, as the game writes them. Refused names every one that does not fit."""
    try:
        full = rules.complete(values)
        rules.read(full)
    except SheetError as wrong:
        sentences = " ".join(problem(rules, key, why) for key, why in wrong.problems)
        raise Refused(f"This does not fit {rules.name} yet. {sentences}") from None
    return {key: full.get(key, value) for key, value in values.items()}


# ------------------------------------------------------------------ as typed
def parsed(field: SheetField, text: str, before: Any = None) -> Any:
    """A typed value; None where it was left empty (then it is derived). ValueError says what would be right.

    before: the present value; entries of a list that a file brought with values of their own are kept by
    their name.
    """
    plain = _tidy(text)
    if not plain:
        return None
    match field.kind:
        case "number":
            return _number(field, plain)
        case "flag":
            if plain.casefold() not in ("yes", "no", "true", "false"):
                raise ValueError("it is yes or no.")
            return plain.casefold() in ("yes", "true")
        case "choice":
            return _one_of(field, plain)
        case "many":
            return _entries(field, plain, before)
        case _:
            return plain[:LONGEST_TEXT]


def _tidy(text: str) -> str:
    """Without what a database does not take: control characters (but line breaks) and lone surrogates."""
    kept = text.encode("utf-8", "ignore").decode("utf-8")
    return "".join(ch for ch in kept if ch.isprintable() or ch in " \n").strip()


def _number(field: SheetField, text: str) -> int:
    try:
        number = int(text.replace("−", "-").replace("–", "-").rstrip("%").strip())
    except ValueError:
        raise ValueError(f"“{text[:20]}” is not a whole number.") from None
    if not field.low <= number <= field.high:
        raise ValueError(f"it must be from {field.low} to {field.high}; {number} is not.")
    return number


def _entries(field: SheetField, text: str, before: Any) -> list[Any]:
    """With commas, semicolons or line breaks between; what was there before may hold commas itself."""
    known = {named(e).casefold(): e for e in _list(before)}
    parts: list[str] = []
    for line in text.split("\n"):
        parts += [line] if line.strip().casefold() in known else _PARTS.split(line)
    return [_entry(field, part.strip(), known) for part in parts if part.strip()]


def _entry(field: SheetField, text: str, known: Mapping[str, Any]) -> Any:
    kept = known.get(text.casefold())
    return kept if isinstance(kept, Mapping) or kept == text else _one_of(field, text)


def _list(value: Any) -> Iterable[Any]:
    return value if isinstance(value, list | tuple) else ()


def _one_of(field: SheetField, text: str) -> str:
    if not field.choices:
        return text[:80]
    wanted = text.casefold()
    found = [c for c in field.choices if wanted in (c.value.casefold(), c.words.casefold())]
    near = found or [c for c in field.choices if c.words.casefold().startswith(wanted)]
    if len(near) != 1:
        can = "Several fit" if near else "Possible"
        raise ValueError(f"“{text[:30]}” is not one of the list. {can}: {listed(near or field.choices, 20)}.")
    return near[0].value
