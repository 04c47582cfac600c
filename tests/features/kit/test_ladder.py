"""What each error comes to: a sentence, a line in the log, or both."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import aiohttp
import discord
import pytest
from discord import app_commands

from bot.features.kit import Desk, Work, words
from bot.features.kit.ladder import NotShown, cause, diagnose, lacking, new_reference
from bot.store import AlreadyDelivered, ChannelTaken, NameTaken, StaleVersion, Unavailable, Unreadable
from rules.engine.procedures import Refused
from tests.features.presenter.fakes import error


def interaction(permissions: int, *, thread: bool = False, now: int | Exception = 0) -> Any:
    """One in a server's channel where the bot had these permissions, and has those now (0: unknown)."""
    channel = Mock(spec=discord.Thread) if thread else Mock(spec=discord.TextChannel)
    channel.permissions_for.side_effect = [now if isinstance(now, Exception) else discord.Permissions(now)]
    return Mock(guild_id=1, app_permissions=discord.Permissions(permissions), channel=channel)


@pytest.mark.parametrize(
    ("status", "code", "sentence", "level"),
    [
        (404, 10062, None, "warning"),
        (400, 40060, None, "warning"),
        (401, 50027, None, "warning"),
        (400, 50083, words.ARCHIVED, "warning"),
        (404, 10003, words.GONE, "warning"),
        (404, 10008, words.GONE, "warning"),
        (400, 30046, words.TOO_OLD, "warning"),
        (403, 50013, words.missing(()), "warning"),
    ],
)
def test_discords_refusals(status: int, code: int, sentence: str | None, level: str) -> None:
    found = diagnose(error(status, code))
    assert (found.sentence, found.level, found.trace) == (sentence, level, False)


@pytest.mark.parametrize(("status", "code"), [(500, 0), (503, 0), (429, 0)])
def test_discords_failures_have_a_reference(status: int, code: int) -> None:
    found = diagnose(error(status, code))
    assert found.sentence == f"{words.DISCORD_TROUBLE} ({found.reference})"
    assert found.trace


def test_a_body_that_discord_does_not_take_is_our_fault() -> None:
    found = diagnose(error(400, 50035))
    assert found.sentence == words.apology(found.reference)


def test_missing_permissions_are_named_as_discord_names_them() -> None:
    every = discord.Permissions(
        view_channel=True,
        send_messages=True,
        embed_links=True,
        attach_files=True,
        read_message_history=True,
        send_messages_in_threads=True,
    )
    assert list(lacking(interaction(every.value))) == []
    every.update(send_messages=False, embed_links=False)
    assert list(lacking(interaction(every.value))) == ["send_messages", "embed_links"]
    assert list(lacking(interaction(every.value, thread=True))) == ["embed_links"]
    assert list(lacking(interaction(discord.Permissions(administrator=True).value))) == []
    assert list(lacking(None)) == []
    said = diagnose(error(403, 50013), interaction(every.value)).sentence
    assert said is not None
    assert "Send Messages, Embed Links" in said


def test_permissions_taken_away_since_are_named_too() -> None:
    had = discord.Permissions.all()
    has = discord.Permissions.none()
    has.update(view_channel=True, read_message_history=True, embed_links=True, attach_files=True)
    assert list(lacking(interaction(had.value, now=has.value))) == ["send_messages"]
    assert list(lacking(interaction(has.value, now=had.value))) == ["send_messages"]
    assert list(lacking(interaction(has.value, now=discord.ClientException("no parent")))) == [
        "send_messages"
    ]


@pytest.mark.parametrize(
    ("raised", "sentence"),
    [
        (StaleVersion(1, 2), words.SAME_MOMENT),
        (Unreadable(1, "step 3", "no such type"), words.UNREADABLE),
        (ChannelTaken(1, 100), words.CHANNEL_TAKEN),
        (NameTaken("Rurik *"), "There is a sheet called Rurik \\* already."),
        (AlreadyDelivered("1"), None),
        (app_commands.NoPrivateMessage(), words.GUILD_ONLY),
        (app_commands.CommandNotFound("x", []), words.OLD_COMMAND),
        (app_commands.MissingPermissions(["manage_guild"]), "For this you need the permission Manage Guild."),
    ],
)
def test_what_the_bot_itself_refuses(raised: Exception, sentence: str | None) -> None:
    assert diagnose(raised).sentence == sentence


def test_what_discord_py_wraps_is_unwrapped() -> None:
    refused = Refused("no")
    assert cause(app_commands.CommandInvokeError(Mock(), refused)) is refused
    bad = app_commands.TransformerError("ten", discord.AppCommandOptionType.integer, Mock())
    assert diagnose(bad).sentence == "“ten” cannot be used here. Choose one of the list."


def test_a_failing_database_and_a_broken_connection_are_no_fault_of_the_bots() -> None:
    sick = diagnose(Unavailable("disk full"))
    assert sick.sentence == words.database(sick.reference)
    assert (sick.level, sick.trace) == ("error", False)
    cut = diagnose(aiohttp.ServerDisconnectedError())
    assert cut.sentence == f"{words.DISCORD_TROUBLE} ({cut.reference})"


def test_after_an_act_was_saved_it_is_not_said_that_nothing_was_changed() -> None:
    wrapped = NotShown()
    wrapped.__cause__ = RuntimeError("cannot draw")
    found = diagnose(wrapped)
    assert found.sentence == words.not_shown(found.reference)
    late = NotShown()
    late.__cause__ = error(404, 10062)
    assert diagnose(late).sentence is None


def test_references_can_be_read_aloud() -> None:
    references = {new_reference() for _ in range(200)}
    assert len(references) == 200
    assert not set("".join(references)) & set("01OIL")


def test_private_messages_and_a_stopping_bot_are_turned_away() -> None:
    work = Work()
    desk = Desk(work)
    assert desk.refusal(Mock(guild_id=1)) is None
    assert desk.refusal(Mock(guild_id=None)) == words.GUILD_ONLY
    work.drain()
    assert desk.refusal(Mock(guild_id=1)) == words.DRAINING
