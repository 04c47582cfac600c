"""Sheets: made from a ready one or from nothing, written section by section as a draft, imported,
exported, deleted.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import yaml

from bot.store import Draft, NameTaken, NewDraft, NewSheet, Sheet
from bot.store.rows import SheetKind
from rules.engine.encounter import Combatant
from rules.engine.procedures import Refused
from rules.engine.ruleset import Ruleset, SheetError, SheetField, ruleset

from .choosing import pick
from .naming import clean_name, is_taken
from .people import Person, Place
from .session import Table
from .tables import Tables

LARGEST_FILE = 64 * 1024
MOST_SHEETS = 50
FORMAT = "skirmish-sheet"


@dataclass(frozen=True, slots=True)
class SheetView:
    """A sheet as it is shown. sections: (title, (label, value in words) rows). problems: what does not fit
    yet.
    """

    id: int
    name: str
    game: str
    kind: str
    sections: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    problems: tuple[str, ...] = ()


def sections(rules: Ruleset[Any, Any]) -> tuple[tuple[str, tuple[SheetField, ...]], ...]:
    """The fields a person can type, by section, in order; each section fits a modal."""
    found: dict[str, list[SheetField]] = {}
    for field in rules.sheet_fields:
        if field.kind != "data":
            found.setdefault(field.section, []).append(field)
    return tuple((title, tuple(fields)) for title, fields in found.items())


def words(field: SheetField, value: Any) -> str:
    """A value as it is typed into a modal and shown."""
    if value is None:
        return ""
    if field.kind == "flag":
        return "yes" if value else "no"
    if field.kind == "many":
        return ", ".join(str(v if not isinstance(v, Mapping) else v.get("name", v)) for v in value)
    if field.kind == "choice":
        return next((c.words for c in field.choices if c.value == str(value)), str(value))
    return str(value)


def show(rules: Ruleset[Any, Any], sheet: Sheet | Draft) -> SheetView:
    """A sheet with everything derived, and what does not fit the rules."""
    values = dict(sheet.values)
    problems: tuple[str, ...] = ()
    try:
        values = rules.complete(values)
        rules.read(values)
    except SheetError as wrong:
        problems = tuple(_problem(rules, key, why) for key, why in wrong.problems)
    rows = tuple(
        (title, tuple((f.label, words(f, values.get(f.key, f.default)) or "—") for f in fields))
        for title, fields in sections(rules)
    )
    return SheetView(sheet.id, sheet.name, rules.name, sheet.kind, rows, problems)


def _problem(rules: Ruleset[Any, Any], key: str, why: str) -> str:
    label = next((f.label for f in rules.sheet_fields if f.key == key), key)
    return f"{label}: {why}"


# ------------------------------------------------------------------ drafts
async def begin_new(
    tables: Tables,
    place: Place,
    person: Person,
    rules: Ruleset[Any, Any],
    name: str,
    ready: str | None,
    *,
    for_server: bool = False,
) -> Draft:
    """A draft of a new sheet, from a ready character where one is named. for_server: a foe kept for this
    server's GMs.
    """
    title = clean_name(name)
    owner = None if for_server else person.id
    async with tables.store.read() as tx:
        own = await tx.sheets.of(place.guild, owner, rules.id)
    _room(own, title)
    values: Mapping[str, Any] = {}
    if ready is not None:
        found = next((r for r in rules.ready_made if ready.casefold() in (r.key, r.name.casefold())), None)
        if found is None:
            raise Refused(f"“{ready}” is not a ready character of {rules.name}.")
        values = found.values
    new = NewDraft(
        place.guild,
        person.id,
        owner,
        rules.id,
        title,
        "creature" if for_server else "character",
        dict(values),
    )
    async with tables.store.write() as tx:
        return await tx.drafts.start(new, tables.clock())


def _room(own: tuple[Sheet, ...], name: str) -> None:
    if len(own) >= MOST_SHEETS:
        raise Refused(f"At most {MOST_SHEETS} sheets of a game can be kept; delete one first.")
    if is_taken(name, (s.name for s in own)):
        raise Refused(f"There is a sheet called {name} already. /character edit changes it.")


async def begin_edit(tables: Tables, place: Place, person: Person, sheet: Sheet) -> Draft:
    """A draft of a sheet that exists."""
    new = NewDraft(
        place.guild,
        person.id,
        sheet.owner,
        sheet.ruleset,
        sheet.name,
        sheet.kind,
        dict(sheet.values),
        sheet.id,
    )
    async with tables.store.write() as tx:
        return await tx.drafts.start(new, tables.clock())


async def draft_of(tables: Tables, person: Person, draft_id: int) -> Draft:
    """A person's own draft. Refused when it is somebody else's or gone."""
    async with tables.store.read() as tx:
        draft = await tx.drafts.get(draft_id)
    if draft is None:
        raise Refused("This draft is gone: it was saved or dropped. Start again with /character edit.")
    if draft.user != person.id:
        raise Refused("This draft is somebody else's.")
    return draft


async def fill(tables: Tables, draft: Draft, typed: Mapping[str, str]) -> Draft:
    """Take over what was typed into one section's modal. Refused names every field that does not fit."""
    rules = ruleset(draft.ruleset)
    fields = {f.key: f for f in rules.sheet_fields}
    values, wrong = dict(draft.values), []
    for key, text in typed.items():
        try:
            value = parsed(fields[key], text)
        except ValueError as why:
            wrong.append(f"{fields[key].label}: {why}")
            continue
        if value is None:
            values.pop(key, None)
        else:
            values[key] = value
    if wrong:
        raise Refused(" ".join(wrong))
    async with tables.store.write() as tx:
        return await tx.drafts.put(replace(draft, values=values), tables.clock())


def parsed(field: SheetField, text: str) -> Any:
    """A typed value; None where it was left empty (then it is derived). ValueError says what would be
    right.
    """
    plain = text.strip()
    if not plain:
        return None
    if field.kind == "number":
        try:
            number = int(plain.replace("−", "-").rstrip("%").strip())
        except ValueError:
            raise ValueError(f"“{plain[:20]}” is not a whole number.") from None
        if not field.low <= number <= field.high:
            raise ValueError(f"must be from {field.low} to {field.high}.")
        return number
    if field.kind == "flag":
        if plain.casefold() not in ("yes", "no", "true", "false"):
            raise ValueError("is yes or no.")
        return plain.casefold() in ("yes", "true")
    if field.kind == "choice":
        return _one_of(field, plain)
    if field.kind == "many":
        return [_one_of(field, part.strip()) for part in plain.split(",") if part.strip()]
    return plain[:400]


def _one_of(field: SheetField, text: str) -> str:
    if not field.choices:
        return text[:80]
    try:
        return pick(field.choices, text, field.label).value
    except Refused as why:
        raise ValueError(str(why)) from None


async def save(tables: Tables, draft: Draft) -> Sheet:
    """The draft becomes the sheet, with everything derived filled in. Refused names what does not fit the
    rules.
    """
    rules = ruleset(draft.ruleset)
    values = _checked(rules, draft.values)
    try:
        async with tables.store.write() as tx:
            now = tables.clock()
            if draft.sheet is None:
                sheet = await tx.sheets.add(
                    NewSheet(draft.guild, draft.owner, draft.ruleset, draft.name, draft.kind, values), now
                )
            else:
                old = await tx.sheets.get(draft.sheet)
                if old is None:
                    raise Refused("That sheet was deleted meanwhile.")
                sheet = await tx.sheets.put(replace(old, name=draft.name, values=values), now)
            await tx.drafts.drop(draft.id)
            return sheet
    except NameTaken:
        raise Refused(f"There is a sheet called {draft.name} already.") from None


def _checked(rules: Ruleset[Any, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    try:
        full = rules.complete(values)
        rules.read(full)
    except SheetError as wrong:
        listed = " ".join(f"{_problem(rules, key, why)}." for key, why in wrong.problems)
        raise Refused(f"This does not fit {rules.name} yet. {listed}".replace("..", ".")) from None
    return full


async def drop(tables: Tables, draft: Draft) -> None:
    """The draft is thrown away."""
    async with tables.store.write() as tx:
        await tx.drafts.drop(draft.id)


# ------------------------------------------------------------------ kept sheets
async def own(
    tables: Tables, place: Place, person: Person, rules_id: str | None = None, *, server: bool = False
) -> tuple[Sheet, ...]:
    """A person's sheets here, or (`server`) those the server's GMs keep."""
    async with tables.store.read() as tx:
        return await tx.sheets.of(place.guild, None if server else person.id, rules_id)


async def find(
    tables: Tables, place: Place, person: Person, typed: str | None, *, server: bool = False
) -> Sheet:
    """The sheet that was meant, by id or name; the only one where none is named."""
    sheets = await own(tables, place, person, server=server)
    if not sheets:
        raise Refused("There is no sheet yet. /character new makes one.")
    if typed is None:
        if len(sheets) == 1:
            return sheets[0]
        raise Refused(f"Which one? {', '.join(s.name for s in sheets[:10])}.")
    for sheet in sheets:
        if typed in (str(sheet.id), sheet.name):
            return sheet
    near = [s for s in sheets if s.name.casefold() == typed.strip().casefold()]
    if len(near) == 1:
        return near[0]
    raise Refused(f"There is no sheet called “{typed}”. There is {', '.join(s.name for s in sheets[:10])}.")


async def delete(tables: Tables, sheet: Sheet) -> None:
    """A sheet is deleted; combatants made from it are copies and stay."""
    async with tables.store.write() as tx:
        await tx.sheets.delete(sheet.id)


# ------------------------------------------------------------------ files
def exported(sheet: Sheet) -> str:
    """The sheet as a file that `imported` takes."""
    content = {
        "format": FORMAT,
        "ruleset": sheet.ruleset,
        "name": sheet.name,
        "kind": sheet.kind,
        "values": sheet.values,
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


@dataclass(frozen=True, slots=True)
class Imported:
    """What a file holds, checked against its game."""

    rules: Ruleset[Any, Any]
    name: str
    values: Mapping[str, Any]


def imported(content: bytes, rules: Ruleset[Any, Any]) -> Imported:
    """A sheet from a JSON or YAML file. Refused names the field that is wrong and what would be right.

    rules: the game where the file does not name one.
    """
    if len(content) > LARGEST_FILE:
        raise Refused(f"The file is too large: a sheet has at most {LARGEST_FILE // 1024} KiB.")
    data = _parsed_file(content)
    if not isinstance(data, Mapping):
        raise Refused("The file must hold one sheet: a mapping with name and values.")
    if "ruleset" in data:
        try:
            rules = ruleset(str(data["ruleset"]))
        except LookupError:
            raise Refused(f"ruleset: “{data['ruleset']}” is not a game I know.") from None
    values = data.get(
        "values", {k: v for k, v in data.items() if k not in ("format", "ruleset", "kind", "name")}
    )
    if not isinstance(values, Mapping) or not all(isinstance(k, str) for k in values):
        raise Refused("values: must be a mapping from field to value.")
    name = data.get("name")
    if not isinstance(name, str):
        raise Refused("name: is missing.")
    unknown = [k for k in values if k not in {f.key for f in rules.sheet_fields}]
    if unknown:
        known = ", ".join(f.key for f in rules.sheet_fields)
        raise Refused(f"{unknown[0]}: is not a field of {rules.name}. Fields: {known}.")
    return Imported(rules, clean_name(name), _checked(rules, values))


def _parsed_file(content: bytes) -> Any:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused("The file is not text in UTF-8.") from None
    if "&" in text and "*" in text and len(text) > 8_192:
        raise Refused("A YAML file with references must be smaller than 8 KiB.")
    try:
        return yaml.safe_load(text)  # JSON is YAML
    except (yaml.YAMLError, RecursionError, ValueError) as why:
        mark = getattr(why, "problem_mark", None)
        at = f" (line {mark.line + 1}, column {mark.column + 1})" if mark is not None else ""
        raise Refused(f"The file is neither JSON nor YAML{at}.") from None


async def keep_import(
    tables: Tables, place: Place, person: Person, found: Imported, *, server: bool = False
) -> Sheet:
    """An imported sheet is kept; one of the same name and owner is replaced."""
    owner = None if server else person.id
    now = tables.clock()
    async with tables.store.write() as tx:
        others = await tx.sheets.of(place.guild, owner, found.rules.id)
        same = next((s for s in others if s.name.casefold() == found.name.casefold()), None)
        if same is not None:
            return await tx.sheets.put(replace(same, name=found.name, values=dict(found.values)), now)
        if len(others) >= MOST_SHEETS:
            raise Refused(f"At most {MOST_SHEETS} sheets of a game can be kept; delete one first.")
        kind: SheetKind = "creature" if server else "character"
        return await tx.sheets.add(
            NewSheet(place.guild, owner, found.rules.id, found.name, kind, dict(found.values)), now
        )


# ------------------------------------------------------------------ after the fight
def lasting(table: Table) -> tuple[Combatant[Any], ...]:
    """The players' combatants that were made from a kept sheet: what lasts can be written back to it."""
    return tuple(c for c in table.state.present() if c.sheet.startswith("sheet:") and c.controller)


async def write_back(tables: Tables, rules: Ruleset[Any, Any], c: Combatant[Any]) -> Sheet | None:
    """What lasts of the fight (wounds, spent points) goes to the sheet a combatant was made from; None
    when it is gone.
    """
    async with tables.store.write() as tx:
        sheet = await tx.sheets.get(int(c.sheet.removeprefix("sheet:")))
        if sheet is None or sheet.ruleset != rules.id:
            return None
        values = rules.write_back(sheet.values, c.stats)
        return await tx.sheets.put(replace(sheet, values=values), tables.clock())
