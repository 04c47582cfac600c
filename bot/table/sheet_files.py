"""Sheets as files: exported as JSON or YAML, imported from either, checked field by field."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import yaml

from bot.store import NewSheet, Sheet
from rules.engine.procedures import Refused
from rules.engine.ruleset import Ruleset, SheetError, ruleset, rulesets

from .naming import clean_name
from .people import Person, Place
from .sheets import MOST_SHEETS, require_keeper
from .tables import Tables

LARGEST_FILE = 64 * 1024
DEEPEST = 12
LONGEST_TEXT = 2_000
LARGEST_NUMBER = 10**9
FORMAT = "skirmish-sheet"
_HEAD = ("format", "ruleset", "name", "kind")


@dataclass(frozen=True, slots=True)
class Imported:
    """What a file holds, checked against its game."""

    rules: Ruleset[Any, Any]
    name: str
    values: Mapping[str, Any]


class _NoReferences(yaml.SafeLoader):
    """YAML without references: a few lines of them can stand for billions of values."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.events.AliasEvent):
            raise Refused("The file uses YAML references (& and *). Write the values out.")
        return super().compose_node(parent, index)


def exported(sheet: Sheet, form: str = "json") -> str:
    """The sheet as a file that `imported` takes. form: `json` or `yaml`."""
    fields = {f.key for f in ruleset(sheet.ruleset).sheet_fields}
    content = {
        "format": FORMAT,
        "ruleset": sheet.ruleset,
        "name": sheet.name,
        "kind": sheet.kind,
        "values": {key: value for key, value in sheet.values.items() if key in fields},
    }
    if form == "yaml":
        return str(yaml.safe_dump(content, allow_unicode=True, sort_keys=False))
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def file_stem(sheet: Sheet) -> str:
    """How a sheet's file is called: plain letters of its name."""
    letters = "".join(ch if ch.isascii() and ch.isalnum() else " " for ch in sheet.name).split()
    return "-".join(letters).lower()[:40] or "character"


async def read(content: bytes, rules: Ruleset[Any, Any] | None) -> Imported:
    """As `imported`, beside the event loop: YAML of a full-sized file takes a while."""
    return await asyncio.to_thread(imported, content, rules)


def imported(content: bytes, rules: Ruleset[Any, Any] | None) -> Imported:
    """A sheet from a JSON or YAML file. Refused names the field that is wrong and what would be right.

    rules: the game where the file names none.
    """
    if len(content) > LARGEST_FILE:
        raise Refused(f"The file is too large: a sheet has at most {LARGEST_FILE // 1024} KiB.")
    data = _parsed(content)
    if not isinstance(data, Mapping):
        raise Refused("The file must hold one sheet: a mapping with name and values.")
    rules = _game(data, rules)
    values = _values(data)
    name = data.get("name")
    if not isinstance(name, str):
        raise Refused("name: it is missing. Write name: and the character's name.")
    try:
        title = clean_name(name)
    except Refused as why:
        raise Refused(f"name: {why}") from None
    return Imported(rules, title, _fitting(rules, values))


def _game(data: Mapping[Any, Any], rules: Ruleset[Any, Any] | None) -> Ruleset[Any, Any]:
    known = ", ".join(r.id for r in rulesets())
    if "ruleset" in data:
        wanted = str(data["ruleset"])[:40]
        try:
            return ruleset(wanted)
        except LookupError:
            raise Refused(f"ruleset: “{wanted}” is no game of this bot. It knows {known}.") from None
    if rules is None:
        raise Refused(f"ruleset: it is missing. Write one of {known}, or name the game with the command.")
    return rules


def _values(data: Mapping[Any, Any]) -> Mapping[str, Any]:
    values = data.get("values", {k: v for k, v in data.items() if k not in _HEAD})
    if not isinstance(values, Mapping) or not all(isinstance(key, str) for key in values):
        raise Refused("values: it must be a mapping from field to value.")
    for key, value in values.items():
        wrong = next(_unfit(value, 0), None)
        if wrong is not None:
            raise Refused(f"{key[:64]}: {wrong}")
    return values


def _unfit(value: Any, depth: int) -> Iterator[str]:
    """What of a value cannot be kept: only what JSON has, without fractions and of sensible size."""
    if depth > DEEPEST:
        yield "it is nested too deeply."
    elif isinstance(value, Mapping):
        for key, part in value.items():
            if not isinstance(key, str):
                yield f"“{str(key)[:20]}” must be a text, as the name of a value."
            yield from _unfit(key, depth + 1)
            yield from _unfit(part, depth + 1)
    elif isinstance(value, list):
        for part in value:
            yield from _unfit(part, depth + 1)
    else:
        yield from _unfit_alone(value)


def _unfit_alone(value: Any) -> Iterator[str]:
    match value:
        case None | bool():
            return
        case str():
            if len(value) > LONGEST_TEXT:
                yield f"a text of it is too long: at most {LONGEST_TEXT} characters."
            if not _storable(value):
                yield "it holds characters that are none."
        case int():
            if abs(value) > LARGEST_NUMBER:
                yield "the number is far too large."
        case float():
            yield f"{value:g} must be a whole number."
        case _:
            yield f"a {type(value).__name__} cannot stand here; put it in quotes."


def _storable(text: str) -> bool:
    return "\0" not in text and not any("\ud800" <= ch <= "\udfff" for ch in text)


def _fitting(rules: Ruleset[Any, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    fields = {f.key: f for f in rules.sheet_fields}
    unknown = [key for key in values if key not in fields]
    if unknown:
        raise Refused(f"{unknown[0][:64]}: is not a field of {rules.name}. Fields: {', '.join(fields)}.")
    try:
        full = rules.complete(values)
        rules.read(full)
    except SheetError as wrong:
        sentences = []
        for key, why in wrong.problems:
            label = f" ({fields[key].label})" if key in fields and fields[key].label != key else ""
            sentences.append(f"{key}{label}: {why}" + ("" if why.endswith(".") else "."))
        raise Refused(" ".join(sentences)) from None
    return {key: full.get(key, value) for key, value in values.items()}


def _parsed(content: bytes) -> Any:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused("The file is not text in UTF-8.") from None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass  # perhaps it is YAML
    try:
        return yaml.load(text, Loader=_NoReferences)
    except (yaml.YAMLError, RecursionError, ValueError, OverflowError) as why:
        mark = getattr(why, "problem_mark", None)
        at = f" (line {mark.line + 1}, column {mark.column + 1})" if mark is not None else ""
        raise Refused(f"The file is neither JSON nor YAML{at}.") from None


async def keep(
    tables: Tables,
    place: Place,
    person: Person,
    found: Imported,
    *,
    server: bool = False,
    replacing: bool = False,
) -> tuple[Sheet, bool]:
    """An imported sheet is kept; whether it took the place of one of the same name.

    replacing: whether it may. Refused where it may not, or where there is no room.
    """
    if server:
        await require_keeper(tables, place, person)
    owner, now = None if server else person.id, tables.clock()
    async with tables.store.write() as tx:
        others = await tx.sheets.of(place.guild, owner, found.rules.id)
        same = next((s for s in others if s.name.casefold() == found.name.casefold()), None)
        if same is not None:
            if not replacing:
                raise Refused(
                    f"There is a sheet called {same.name} already. Import with replace set takes its place."
                )
            return await tx.sheets.put(replace(same, name=found.name, values=dict(found.values)), now), True
        if len(others) >= MOST_SHEETS:
            raise Refused(f"At most {MOST_SHEETS} sheets of a game can be kept; delete one first.")
        new = NewSheet(
            place.guild,
            owner,
            found.rules.id,
            found.name,
            "creature" if server else "character",
            dict(found.values),
        )
        return await tx.sheets.add(new, now), False


__all__ = ["FORMAT", "LARGEST_FILE", "Imported", "exported", "file_stem", "imported", "keep", "read"]
