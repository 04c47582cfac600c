"""`/encounter log` (mounted by the encounter feature) and `/verify`."""

from __future__ import annotations

import asyncio
import gzip
import io
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands

from bot.features.kit import Interaction, escape, person_of, place_of, say
from bot.table import history
from bot.table.history import Log, Transcript
from bot.table.verifying import LARGEST_FILE, Verifier
from rules.engine.procedures import Refused

from . import words
from .report import report_text
from .transcript import markdown

if TYPE_CHECKING:
    from bot.features.app import App

TRANSCRIPT: Final = "transcript"
JSON: Final = "json"
FORMS: Final = (TRANSCRIPT, JSON)
LARGEST_UPLOAD: Final = 9 * 1024 * 1024
"""Bytes of all files of one message; Discord takes ten mebibytes."""

Files = dict[str, bytes]


def add(app: App) -> None:
    """Register `/verify`."""
    verifier = Verifier()

    @app.tree.command(name="verify", description=words.VERIFY)
    @app_commands.describe(file=words.VERIFY_FILE)
    async def verify(interaction: Interaction, file: discord.Attachment) -> None:
        if file.size > LARGEST_FILE:
            raise Refused(words.FILE_TOO_LARGE.format(LARGEST_FILE // (1024 * 1024)))
        report = await verifier.check(await file.read())
        await say(interaction, report_text(report))


async def log(app: App, interaction: Interaction, encounter: int | None, form: str) -> None:
    """The log of an encounter as files, privately. form: one of `FORMS`.

    encounter: its number, None for the channel's open or latest one. A GM gets two: everything, and what
    players may have.
    """
    place, person = place_of(interaction), person_of(interaction)
    if form == JSON:
        names = _names(interaction)
        found = await history.logs(app.tables, place, person, encounter, names)
        stem, title, number = history.file_stem(found.row), found.row.name, found.row.id
        gm, running = found.complete is not None, found.row.ended_at is None
        files = await asyncio.to_thread(_json_files, stem, found)
        head = words.HEAD_GM if gm else words.HEAD
    else:
        made = await history.transcripts(app.tables, place, person, encounter)
        stem, title, number = made[0].stem, made[0].title, made[0].encounter
        gm, running = len(made) > 1, made[0].ended is None
        files = await asyncio.to_thread(_texts, stem, made)
        head = words.HEAD_GM if gm else words.HEAD_OWN
    files, packed = await asyncio.to_thread(_fitting, files)
    if not files:
        raise Refused(words.TOO_LARGE.format(words.EXPORT.format(number)))
    lines = [head.format(escape(title), number)]
    lines += [words.RUNNING] if running else [words.VERIFY_HINT] if form == JSON else []
    lines += [words.PACKED] if packed else []
    await say(
        interaction,
        "\n".join(lines),
        [discord.File(io.BytesIO(content), name) for name, content in files.items()],
    )


def _json_files(stem: str, found: Log) -> Files:
    files: Files = {}
    if found.complete is not None:
        files[f"{stem}-gm.json"] = history.written(found.complete).encode()
    files[f"{stem}-players.json"] = history.written(found.open).encode()
    return files


def _texts(stem: str, made: tuple[Transcript, ...]) -> Files:
    if len(made) == 1:
        return {f"{stem}.md": markdown(made[0]).encode()}
    complete, shared = made
    return {f"{stem}-gm.md": markdown(complete).encode(), f"{stem}-players.md": markdown(shared).encode()}


def _fitting(files: Files) -> tuple[Files, bool]:
    """Files that Discord takes, packed if need be; none where even that is too large."""
    if sum(map(len, files.values())) <= LARGEST_UPLOAD:
        return files, False
    packed = {f"{name}.gz": gzip.compress(content, mtime=0) for name, content in files.items()}
    return (packed, True) if sum(map(len, packed.values())) <= LARGEST_UPLOAD else ({}, False)


def _names(interaction: Interaction) -> Mapping[str, str]:
    """How users are shown, as far as the bot knows: members it has met, and whoever asks."""
    met = interaction.guild.members if interaction.guild is not None else ()
    return {str(m.id): m.display_name for m in (*met, interaction.user)}
