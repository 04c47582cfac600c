"""Sheets: made from a ready one or from nothing, written section by section as a draft, kept, deleted.

A sheet holds what was typed. What the game derives from it is worked out anew wherever it is shown or used,
so that a changed value carries on to all that follows from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from bot.store import Draft, NameTaken, NewDraft, NewSheet, Sheet
from bot.store.rows import SheetKind
from rules.engine.encounter import Combatant
from rules.engine.procedures import Refused
from rules.engine.ruleset import Choice, Ruleset, ruleset

from .choosing import listed, pick
from .naming import clean_name, is_taken
from .people import Person, Place
from .session import Table
from .sheet_fields import LONGEST_INPUT, Input, checked, full, parsed, problem, sections, words
from .tables import Tables

MOST_SHEETS = 50
MOST_DRAFTS = 10
SHEET = "sheet:"
"""Before the id of a kept sheet in an entry of a list."""


# ------------------------------------------------------------------ who may
async def may_keep(tables: Tables, place: Place, person: Person) -> bool:
    """Whether a person may keep foes for the server: Manage Server, its GM role, or GM of the fight here."""
    if person.manager:
        return True
    async with tables.store.read() as tx:
        server = await tx.servers.get(place.guild)
    if server.gm_role is not None and server.gm_role in person.roles:
        return True
    table = await tables.peek(place)
    return table is not None and table.is_gm(person)


async def require_keeper(tables: Tables, place: Place, person: Person) -> None:
    """Refused unless the person may keep foes for the server."""
    if not await may_keep(tables, place, person):
        raise Refused(
            "Only GMs can keep foes for the server: who may Manage Server, who has its GM role, or the GM of "
            "an open encounter in this channel."
        )


# ------------------------------------------------------------------ drafts
def ready_ones(rules: Ruleset[Any, Any], *, for_server: bool = False) -> tuple[Choice, ...]:
    """What a new sheet can start from: the game's ready characters (foes first where it is the server's)."""
    kinds = ("creature", "character") if for_server else ("character", "creature")
    return tuple(Choice(r.key, r.name, r.about) for kind in kinds for r in rules.ready_made if r.kind == kind)


def _ready(rules: Ruleset[Any, Any], typed: str) -> dict[str, Any]:
    """The values of a ready one, as far as a sheet has them."""
    key = pick(ready_ones(rules), typed, "From").value
    found = next(r for r in rules.ready_made if r.key == key)
    fields = {f.key for f in rules.sheet_fields}
    return {k: v for k, v in found.values.items() if k in fields}


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
    if for_server:
        await require_keeper(tables, place, person)
    async with tables.store.read() as tx:
        kept = await tx.sheets.of(place.guild, owner, rules.id)
    _room(kept, title)
    values = _ready(rules, ready) if ready else {}
    kind: SheetKind = "creature" if for_server else "character"
    new = NewDraft(place.guild, person.id, owner, rules.id, title, kind, values)
    return await _start(tables, new)


async def begin_edit(tables: Tables, place: Place, person: Person, sheet: Sheet) -> Draft:
    """A draft of a sheet that exists; one that was begun before is gone on with, unless the sheet has changed
    since (a fight wrote its wounds to it).
    """
    if sheet.owner is None:
        await require_keeper(tables, place, person)
    async with tables.store.read() as tx:
        begun = await tx.drafts.of(place.guild, person.id)
    before = next((d for d in begun if d.sheet == sheet.id), None)
    if before is not None:
        if not _outdated(before, sheet):
            return before
        await drop(tables, before)
    return await _start(
        tables,
        NewDraft(
            place.guild,
            person.id,
            sheet.owner,
            sheet.ruleset,
            sheet.name,
            sheet.kind,
            dict(sheet.values),
            sheet.id,
        ),
    )


def _outdated(draft: Draft, sheet: Sheet) -> bool:
    return bool(draft.updated_at and sheet.updated_at and sheet.updated_at > draft.updated_at)


async def _start(tables: Tables, new: NewDraft) -> Draft:
    async with tables.store.write() as tx:
        if len(await tx.drafts.of(new.guild, new.user)) >= MOST_DRAFTS:
            raise Refused(
                f"You have {MOST_DRAFTS} sheets begun and not saved. Save or discard one: /character list "
                "shows them."
            )
        return await tx.drafts.start(new, tables.clock())


def _room(kept: tuple[Sheet, ...], name: str) -> None:
    if len(kept) >= MOST_SHEETS:
        raise Refused(f"At most {MOST_SHEETS} sheets of a game can be kept; delete one first.")
    if is_taken(name, (s.name for s in kept)):
        raise Refused(f"There is a sheet called {name} already. /character edit changes it.")


async def draft_of(tables: Tables, person: Person, draft_id: int) -> Draft:
    """A person's own draft. Refused when it is somebody else's or gone."""
    async with tables.store.read() as tx:
        draft = await tx.drafts.get(draft_id)
    if draft is None or draft.user != person.id:
        raise Refused("This draft is gone: it was saved or discarded. Start again with /character edit.")
    return draft


async def drafts(tables: Tables, place: Place, person: Person) -> tuple[Draft, ...]:
    """What a person has begun and not saved here, newest first."""
    async with tables.store.read() as tx:
        return await tx.drafts.of(place.guild, person.id)


def inputs(draft: Draft, section: int) -> tuple[str, tuple[Input, ...]]:
    """A section's title and its fields as a form shows them, without those too long for one.

    Refused where there is no such section, or nothing of it fits.
    """
    rules = ruleset(draft.ruleset)
    known = sections(rules)
    if not 0 <= section < len(known):
        raise Refused("The sheets of this game have changed. Open the draft anew with /character list.")
    title, fields = known[section]
    values, _ = full(rules, draft.values)
    rows = tuple(
        Input(
            field,
            words(field, draft.values.get(field.key)),
            words(field, values.get(field.key, field.default)) if field.key not in draft.values else "",
        )
        for field in fields
    )
    short = tuple(row for row in rows if len(row.text) <= LONGEST_INPUT)
    if not short:
        raise Refused(f"{title} is too long for a form. Change it in a file: /character export, then import.")
    return title, short


async def fill(tables: Tables, draft: Draft, typed: Mapping[str, str]) -> tuple[Draft, tuple[str, ...]]:
    """Take over what was typed into one section's form: what fits is kept, what does not is named.

    A field left empty is derived again.
    """
    rules = ruleset(draft.ruleset)
    fields = {f.key: f for f in rules.sheet_fields}
    values, wrong = dict(draft.values), []
    for key, text in typed.items():
        field = fields.get(key)
        if field is None:
            continue
        try:
            value = parsed(field, text, values.get(key))
        except ValueError as why:
            wrong.append(problem(rules, key, str(why)))
            continue
        if value is None:
            values.pop(key, None)
        else:
            values[key] = value
    return await _put(tables, replace(draft, values=values)), tuple(wrong)


async def rename(tables: Tables, draft: Draft, name: str) -> Draft:
    """Another name for the sheet that is being written."""
    return await _put(tables, replace(draft, name=clean_name(name)))


async def start_from(tables: Tables, draft: Draft, ready: str) -> Draft:
    """The draft's values are replaced by those of a ready character."""
    return await _put(tables, replace(draft, values=_ready(ruleset(draft.ruleset), ready)))


async def _put(tables: Tables, draft: Draft) -> Draft:
    try:
        async with tables.store.write() as tx:
            return await tx.drafts.put(draft, tables.clock())
    except LookupError:
        raise Refused("This draft is gone: it was saved or discarded meanwhile.") from None


async def save(tables: Tables, place: Place, person: Person, draft: Draft) -> Sheet:
    """The draft becomes the sheet. Refused names what does not fit the rules."""
    if draft.owner is None:
        await require_keeper(tables, place, person)
    values = checked(ruleset(draft.ruleset), draft.values)
    now = tables.clock()
    try:
        async with tables.store.write() as tx:
            if not await tx.drafts.drop(draft.id):
                raise Refused("This draft is gone: it was saved or discarded meanwhile.")
            if draft.sheet is None:
                new = NewSheet(draft.guild, draft.owner, draft.ruleset, draft.name, draft.kind, values)
                return await tx.sheets.add(new, now)
            old = await tx.sheets.get(draft.sheet)
            if old is None:
                raise Refused("That sheet was deleted meanwhile.")
            return await tx.sheets.put(replace(old, name=draft.name, values=values), now)
    except NameTaken:
        raise Refused(f"There is a sheet called {draft.name} already. Give this one another name.") from None


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


def choices(sheets: Iterable[Sheet]) -> tuple[Choice, ...]:
    """Sheets as entries of a list, with their game."""
    return tuple(Choice(f"{SHEET}{s.id}", s.name, game_name(s.ruleset)) for s in sheets)


def game_name(ruleset_id: str) -> str:
    """What a game is called; its id where this version of the bot does not know it."""
    try:
        return ruleset(ruleset_id).name
    except LookupError:
        return ruleset_id


async def find(
    tables: Tables, place: Place, person: Person, typed: str | None, *, server: bool = False
) -> Sheet:
    """The sheet that was meant, by its entry or its name; the only one where none is named."""
    if server:
        await require_keeper(tables, place, person)
    sheets = await own(tables, place, person, server=server)
    if not sheets:
        made = "with for_server set " if server else ""
        raise Refused(f"There is no sheet yet. /character new {made}makes one.")
    if typed is None:
        if len(sheets) == 1:
            return sheets[0]
        raise Refused(f"Which one? {_names(sheets)}.")
    found = [s for s in sheets if typed in (f"{SHEET}{s.id}", s.name)]
    wanted = typed.strip().casefold()
    near = found or [s for s in sheets if s.name.casefold() == wanted]
    if len(near) == 1:
        return near[0]
    if near:
        raise Refused(f"Several sheets are called {typed}. Choose the one you mean from the list.")
    raise Refused(f"There is no sheet called “{typed[:64]}”. There is {_names(sheets)}.")


def _names(sheets: tuple[Sheet, ...]) -> str:
    return listed([Choice(s.name) for s in sheets], 10)


async def owned(tables: Tables, place: Place, person: Person, sheet_id: int) -> Sheet:
    """The sheet of a button: the person's own, or the server's for one who may keep it. Refused otherwise."""
    async with tables.store.read() as tx:
        sheet = await tx.sheets.get(sheet_id)
    if sheet is None or sheet.guild != place.guild or sheet.owner not in (None, person.id):
        raise Refused("That sheet is gone.")
    if sheet.owner is None:
        await require_keeper(tables, place, person)
    return sheet


async def delete(tables: Tables, sheet: Sheet) -> bool:
    """A sheet is deleted, whether it was there; combatants made from it are copies and stay."""
    async with tables.store.write() as tx:
        return await tx.sheets.delete(sheet.id)


# ------------------------------------------------------------------ after the fight
def lasting(table: Table) -> tuple[Combatant[Any], ...]:
    """The players' combatants that were made from a kept sheet: what lasts can be written back to it."""
    return tuple(c for c in table.state.present() if c.sheet.startswith(SHEET) and c.controller)


async def write_back(tables: Tables, rules: Ruleset[Any, Any], c: Combatant[Any]) -> Sheet | None:
    """What lasts of the fight (wounds, spent points) goes to the sheet a combatant was made from; None
    when it is gone.
    """
    async with tables.store.write() as tx:
        sheet = await tx.sheets.get(int(c.sheet.removeprefix(SHEET)))
        if sheet is None or sheet.ruleset != rules.id:
            return None
        values = rules.write_back(sheet.values, c.stats)
        return await tx.sheets.put(replace(sheet, values=values), tables.clock())
