"""The log of an encounter: who may have it, as a transcript and as data, for the GM and for players.

It is made beside the event loop: a long fight has thousands of steps.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from bot.store import EncounterRow, Window
from rules.engine import export
from rules.engine.effects import Line
from rules.engine.lines import RoundBegins
from rules.engine.procedures import Refused
from rules.engine.ruleset import PUBLIC, Choice, Viewer, ruleset
from rules.engine.steps import DONE, OPEN, Step

from .people import Person, Place, State, is_gm
from .tables import Tables

EVERYTHING = "the GM, with everything that was secret"
EVERYBODY = "everybody"
"""Whose eyes a transcript is made for."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a transcript. round: a heading, no line of anybody's. struck: it was taken back."""

    no: int
    text: str
    round: bool = False
    struck: bool = False


@dataclass(frozen=True, slots=True)
class Transcript:
    """A fight in words, for one audience.

    stem: how its file is called. audience: whose eyes it is made for, in words. seeds: what is revealed of
    them, in hex. Times in UTC, None where not known or not yet.
    """

    encounter: int
    stem: str
    title: str
    game: str
    audience: str
    began: datetime | None
    ended: datetime | None
    commitments: tuple[str, str]
    seeds: Mapping[str, str]
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Log:
    """The log of an encounter in one or two versions: a GM gets everything, and what players may have.

    complete: for GMs only, else None. open: without secrets.
    """

    row: EncounterRow
    open: Any
    complete: Any | None = None


async def find(tables: Tables, place: Place, person: Person, encounter: int | None) -> Window:
    """The encounter that is meant: by its number, else the channel's open or latest one. Whole.

    Refused where there is none, where the person has no part in it, or where the server keeps logs for GMs.
    """
    async with tables.store.read() as tx:
        if encounter is None:
            row = await tx.encounters.latest(place.guild, place.channel)
        else:
            row = await tx.encounters.get(encounter)
    if row is None or not await _may_know(tables, row, place, person):
        raise _none(encounter)
    if not is_gm(row, person) and not row.settings.get("log_by_players", True):
        raise Refused("On this server only the GM gets the log.")
    async with tables.store.read() as tx:
        window = await tx.encounters.window(row.id, before=1)
    if window is None:
        raise _none(encounter)
    return window


async def known(tables: Tables, place: Place, person: Person) -> tuple[Choice, ...]:
    """The latest encounters of this server whose log a person can ask for by number, newest first."""
    async with tables.store.read() as tx:
        rows = await tx.encounters.with_part_of(person.id, place.guild)
    return tuple(
        Choice(str(row.id), f"{row.id}: {row.name}", f"begun {row.created_at.astimezone(UTC):%Y-%m-%d}")
        for row in rows
        if is_gm(row, person) or row.settings.get("log_by_players", True)
    )


def _none(encounter: int | None) -> Refused:
    if encounter is None:
        return Refused("There has been no encounter in this channel yet.")
    return Refused(f"There is no encounter {encounter} on this server that you had a part in.")


async def _may_know(tables: Tables, row: EncounterRow, place: Place, person: Person) -> bool:
    """Of this server: what everybody in this channel could see, and what one had a part in."""
    if row.guild != place.guild:
        return False
    if row.channel == place.channel or is_gm(row, person):
        return True
    return row.id in (await tables.store.about(person.id, place.guild)).encounters


# ------------------------------------------------------------------ in words
async def transcripts(
    tables: Tables, place: Place, person: Person, encounter: int | None
) -> tuple[Transcript, ...]:
    """The fight in words: for a GM with everything and as players may read it, for others as they saw it."""
    window = await find(tables, place, person, encounter)
    views: tuple[tuple[Viewer, str], ...]
    if is_gm(window.row, person):
        views = ((Viewer(person.user, True), EVERYTHING), (PUBLIC, EVERYBODY))
    else:
        whose = f"{person.name}, with what was told to them alone"
        views = ((Viewer(person.user), whose),)
    return await asyncio.to_thread(
        lambda: tuple(transcript(window, viewer, whose) for viewer, whose in views)
    )


def transcript(window: Window, viewer: Viewer, audience: str) -> Transcript:
    """A whole fight in words, as this viewer may know it. window: with every step."""
    row, start = window.row, window.base.state
    by_number = {step.no: step for step in window.steps}
    told = export.transcript(start, window.steps, viewer)
    entries = [entry for one in told for entry in _entries(one, by_number[one.no])]
    return Transcript(
        row.id,
        file_stem(row),
        row.name,
        _game(start),
        audience,
        row.created_at,
        row.ended_at,
        window.seeds.commitments,
        _revealed(window, viewer),
        tuple(entries),
    )


def _entries(told: export.Told, step: Step) -> Iterator[Entry]:
    struck = told.status not in (OPEN, DONE)
    rounds = {x.text(str) for x in step.lines if isinstance(x, RoundBegins)}
    asides = {x.text(str) for x in step.lines if isinstance(x, Line) and x.aside}
    for line in told.lines:
        yield Entry(told.no, line, line in rounds and not struck, struck and line not in asides)


def _revealed(window: Window, viewer: Viewer) -> dict[str, str]:
    if window.row.ended_at is None:
        return {}
    public = {"public": window.seeds.public.hex()}
    return {**public, "secret": window.seeds.secret.hex()} if viewer.gm else public


def _game(start: State) -> str:
    try:
        return ruleset(start.ruleset).name
    except LookupError:
        return start.ruleset


# ------------------------------------------------------------------ as data
async def logs(
    tables: Tables, place: Place, person: Person, encounter: int | None, names: Mapping[str, str]
) -> Log:
    """The fight as data that can be verified: a GM's complete, and without secrets.

    names: user ids, and how they are shown.
    """
    window = await find(tables, place, person, encounter)
    gm = is_gm(window.row, person)
    return await asyncio.to_thread(log, window, gm, names)


def log(window: Window, gm: bool, names: Mapping[str, str]) -> Log:
    """The log of a whole fight. gm: the complete one too."""
    start, steps, seeds, title = window.base.state, window.steps, window.seeds, window.row.name
    shown = export.player_log(start, steps, seeds, title=title, names=names)
    complete = export.gm_log(start, steps, seeds, title=title, names=names) if gm else None
    return Log(window.row, shown, complete)


def written(log: Any) -> str:
    """A log as JSON: a step to a line, so that a person can find their way and two logs can be compared."""
    parts = [f"{json.dumps(name)}: {_part(name, value)}" for name, value in log.items()]
    return "{" + ",\n".join(parts) + "}\n"


def _part(name: str, value: Any) -> str:
    if name != "steps" or not value:
        return _compact(value)
    return "[\n" + ",\n".join(map(_compact, value)) + "\n]"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def file_stem(row: EncounterRow) -> str:
    """How files of an encounter are called: plain letters, with its number and the day it began."""
    letters = "".join(ch if ch.isascii() and ch.isalnum() else " " for ch in row.name).split()
    day = row.created_at.astimezone(UTC).strftime("%Y-%m-%d")
    return "-".join([*letters[:5], str(row.id), day]).lower()[:80]
