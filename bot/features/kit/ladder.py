"""The one way errors take: commands, buttons, selects, forms and autocomplete alike.

In this order, each with what the person is told (privately) and what the log is:

1. What the rules, a sheet or a setting refuse: the sentence itself; not logged.
2. Too late, answered before, delivered twice: nothing, since somebody else tells it or nobody can; logged.
3. What Discord forbids (permissions, archived, gone): what is missing; logged.
4. Somebody else was quicker, another version wrote it: that it is so; logged.
5. Discord or the database fails: that it did, with a reference; logged with the reference.
6. Anything else: an apology with a reference; logged with the reference and a traceback.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import aiohttp
import discord
import structlog
from discord import app_commands

from bot.problems import Problem
from bot.store import AlreadyDelivered, ChannelTaken, NameTaken, StaleVersion, Unavailable, Unreadable
from rules.engine.procedures import Refused
from rules.engine.ruleset import SheetError

from . import words
from .answers import answers
from .escape import escape
from .panels import Interaction

log: structlog.stdlib.BoundLogger = structlog.get_logger("skirmish.errors")

UNKNOWN_INTERACTION: Final = 10062
ANSWERED_BEFORE: Final = 40060
EXPIRED_TOKEN: Final = 50027
UNKNOWN_WEBHOOK: Final = 10015
UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_GUILD: Final = 10004
UNKNOWN_MESSAGE: Final = 10008
ARCHIVED: Final = 50083
LOCKED: Final = 160005
TOO_OLD: Final = 30046

TOO_LATE: Final = frozenset({UNKNOWN_INTERACTION, ANSWERED_BEFORE, EXPIRED_TOKEN, UNKNOWN_WEBHOOK})
GONE: Final = frozenset({UNKNOWN_CHANNEL, UNKNOWN_GUILD, UNKNOWN_MESSAGE})
_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_NEEDED: Final = ("view_channel", "send_messages", "embed_links", "attach_files", "read_message_history")


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What an error comes to. sentence: Markdown for the person, None when nobody can be told.

    level: of the log line, "" for none. trace: whether the traceback is logged. reference: "" for none.
    """

    sentence: str | None
    level: str = ""
    trace: bool = False
    reference: str = ""


class NotShown(Exception):
    """An act was carried out and saved; what failed is showing it (`__cause__`).

    So nobody may be told that nothing was changed.
    """


def new_reference() -> str:
    """Six signs that a person can read aloud, none of which looks like another."""
    return "".join(secrets.choice(_LETTERS) for _ in range(6))


def diagnose(error: BaseException, interaction: Interaction | None = None) -> Diagnosis:
    """What to tell and to log of an error."""
    error = cause(error)
    if isinstance(error, NotShown) and error.__cause__ is not None:
        inner = diagnose(error.__cause__, interaction)
        return replace(inner, sentence=words.not_shown(inner.reference)) if inner.reference else inner
    refused = _refusal(error)
    if refused is not None:
        return Diagnosis(refused)
    if isinstance(error, AlreadyDelivered):
        return Diagnosis(None, "info")
    if isinstance(error, discord.InteractionResponded):
        return Diagnosis(None, "warning", trace=True)
    if isinstance(error, discord.HTTPException):
        return _of_discord(error, interaction)
    if isinstance(error, StaleVersion):
        return Diagnosis(words.SAME_MOMENT, "info")
    if isinstance(error, Unreadable):
        return Diagnosis(words.UNREADABLE, "error")
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return Diagnosis(words.OLD_COMMAND, "warning")
    return _fault(error)


def _fault(error: BaseException) -> Diagnosis:
    """Something fails: the database, the way to Discord, or the bot itself."""
    reference = new_reference()
    if isinstance(error, Unavailable):
        return Diagnosis(words.database(reference), "error", reference=reference)
    if isinstance(error, aiohttp.ClientError):
        sentence = f"{words.DISCORD_TROUBLE} ({reference})"
    elif isinstance(error, TimeoutError | asyncio.TimeoutError):
        sentence = words.slow(reference)
    else:
        sentence = words.apology(reference)
    return Diagnosis(sentence, "error", trace=True, reference=reference)


def cause(error: BaseException) -> BaseException:
    """The error itself, without what discord.py wraps around it."""
    while isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, app_commands.TransformerError) and error.__cause__ is not None:
        return error.__cause__
    return error


def _refusal(error: BaseException) -> str | None:
    match error:
        case Refused():
            return escape(str(error))
        case Problem():
            return escape(error.sentence)
        case SheetError():
            return "\n".join(f"- {escape(why)}" for _, why in error.problems) or None
        case ChannelTaken():
            return words.CHANNEL_TAKEN
        case NameTaken():
            return escape(f"There is a sheet called {error.name} already.")
        case app_commands.NoPrivateMessage():
            return words.GUILD_ONLY
        case app_commands.MissingPermissions():
            names = ", ".join(key.replace("_", " ").title() for key in error.missing_permissions)
            return f"For this you need the permission {escape(names)}."
        case app_commands.TransformerError():
            return escape(f"“{error.value}” cannot be used here. Choose one of the list.", 300)
        case _:
            return None


def _of_discord(error: discord.HTTPException, interaction: Interaction | None) -> Diagnosis:
    if error.code in TOO_LATE:
        return Diagnosis(None, "warning")
    if error.code in (ARCHIVED, LOCKED):
        return Diagnosis(words.ARCHIVED, "warning")
    if error.code in GONE:
        return Diagnosis(words.GONE, "warning")
    if error.code == TOO_OLD:
        return Diagnosis(words.TOO_OLD, "warning")
    if isinstance(error, discord.Forbidden):
        return Diagnosis(words.missing(tuple(lacking(interaction))), "warning")
    reference = new_reference()
    if error.status >= 500 or error.status == 429:
        return Diagnosis(f"{words.DISCORD_TROUBLE} ({reference})", "error", trace=True, reference=reference)
    return Diagnosis(words.apology(reference), "error", trace=True, reference=reference)


def lacking(interaction: Interaction | None) -> Iterator[str]:
    """The permissions that the bot needs in the interaction's channel and does not have; none when
    unknown.

    What it may do there may have changed since the interaction; where that is known, it counts first.
    """
    if interaction is None or interaction.guild_id is None:
        return
    thread = isinstance(interaction.channel, discord.Thread)
    now = list(_lacking(_permissions_now(interaction), thread=thread))
    yield from now or _lacking(interaction.app_permissions, thread=thread)


def _lacking(has: discord.Permissions, *, thread: bool) -> Iterator[str]:
    if not has.value:
        return
    for key in _NEEDED:
        wanted = "send_messages_in_threads" if thread and key == "send_messages" else key
        if not getattr(has, wanted) and not has.administrator:
            yield wanted


def _permissions_now(interaction: Interaction) -> discord.Permissions:
    """What the bot may do in the channel by what Discord told of it last; nothing where that is unknown."""
    guild, channel = interaction.guild, interaction.channel
    user = interaction.client.user
    me = guild.get_member(user.id) if guild is not None and user is not None else None
    if me is None or not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return discord.Permissions.none()
    try:
        return channel.permissions_for(me)
    except discord.ClientException:
        return discord.Permissions.none()


async def report(interaction: Interaction, error: BaseException) -> None:
    """Tell the person and the log of an error. Raises nothing of what goes wrong in the telling."""
    found = diagnose(error, interaction)
    record(found, error)
    if found.sentence is None:
        return
    try:
        await answers(interaction).private(found.sentence)
    except (discord.HTTPException, discord.InteractionResponded) as failure:
        log.warning("could not be told", reference=found.reference, why=str(failure))


def record(found: Diagnosis, error: BaseException) -> None:
    """Log an error as its diagnosis says."""
    if not found.level:
        return
    real = cause(error)
    if isinstance(real, NotShown) and real.__cause__ is not None:
        real = real.__cause__
    facts = {"error": type(real).__name__, "what": str(real)[:300]}
    if found.reference:
        facts["reference"] = found.reference
    trace = (type(real), real, real.__traceback__) if found.trace else None
    getattr(log, found.level)("an interaction failed", exc_info=trace, **facts)


__all__ = ["Diagnosis", "NotShown", "cause", "diagnose", "lacking", "new_reference", "record", "report"]
