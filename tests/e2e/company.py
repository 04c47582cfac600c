"""A bot process at a practice Discord and the people who use it, with an eye on everything it says.

Nothing may ever answer with an apology or not at all, and the bot's log may hold no error: `Company.well`
says so at the end of every test.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.practice.bot_process import BotProcess
from bot.practice.discord import (
    BodyCheck,
    Channel,
    Guild,
    Outcome,
    Permission,
    Person,
    PracticeDiscord,
    World,
)
from bot.practice.discord.message import Message

PATIENCE = 20.0
LATEST = 60
BOARD = re.compile(r"^-# board of fight (\d+)$", re.MULTILINE)
CARD = re.compile(r"^-# #(\d+) of fight (\d+)", re.MULTILINE)
APOLOGY = re.compile(
    r"Sorry, something went wrong|could not be shown|That took too long|did not respond", re.IGNORECASE
)


class QuickBot(BotProcess):
    """The bot with less patience (see `quick_bot`)."""

    @staticmethod
    def _command() -> list[str]:
        return [sys.executable, "-m", "tests.e2e.quick_bot", "run"]


class Company:
    """A server with a channel, and whoever is wanted in it."""

    def __init__(self, discord: PracticeDiscord, bot: BotProcess) -> None:
        self.discord = discord
        self.world: World = discord.world
        self.bot = bot
        self.guild: Guild = next(iter(self.world.guilds.values()))
        self.channel: Channel = next(iter(self.guild.channels.values()))

    # -- people
    def person(self, name: str, guild: Guild | None = None) -> Person:
        """Somebody without any rights of their own."""
        return self.world.person(name, guild or self.guild)

    def manager(self, name: str, guild: Guild | None = None) -> Person:
        """Somebody who may Manage Server."""
        where = guild or self.guild
        known = [role for role in where.roles.values() if role.name == "Moderator"]
        role = known[0] if known else where.add_role("Moderator", Permission.MANAGE_GUILD)
        return self.world.person(name, where, roles=[role])

    # -- acts
    async def say(
        self,
        person: Person,
        line: str,
        values: Mapping[str, Any] | None = None,
        *,
        at: Channel | None = None,
        pick: bool = True,
    ) -> Outcome:
        """A slash command, its answer waited for. pick: what is typed is completed by what is offered."""
        return await self.answered(line, await person.slash(at or self.channel, line, values, pick=pick))

    async def press(self, person: Person, message: Message, what: str, *, stale: bool = False) -> Outcome:
        """Press a button by its custom id or label."""
        return await self.answered(what, await person.press(message, what, stale=stale))

    async def select(self, person: Person, message: Message, what: str, values: list[str]) -> Outcome:
        """Choose in a select by its custom id or placeholder."""
        return await self.answered(what, await person.select(message, what, values))

    async def answered(self, what: str, out: Outcome) -> Outcome:
        assert out.kind != "failed", f"{what}: {out.error}\n{self.bot.log_end()}"
        if out.kind == "thinking":
            await out.settled(timeout=PATIENCE)
        assert not APOLOGY.search(out.text), f"{what}: {out.text}\n{self.bot.log_end()}"
        return out

    # -- what is seen
    def boards(self, at: Channel | None = None) -> list[Message]:
        """The boards among the latest messages of a channel (further up none stays)."""
        messages = (at or self.channel).messages[-LATEST:]
        return [m for m in messages if not m.ephemeral and BOARD.search(m.text)]

    def button(self, person: Person, label: str, at: Channel | None = None) -> tuple[Message, str] | None:
        """The newest message this person sees with a button that begins so, and its custom id."""
        for message in reversed(person.sees(at or self.channel)):
            for one in message.buttons:
                if str(one.get("label", "")).startswith(label) and not one.get("disabled"):
                    return message, str(one["custom_id"])
        return None

    async def press_newest(self, person: Person, label: str, at: Channel | None = None) -> Outcome:
        """Press the newest button that begins so."""
        found = self.button(person, label, at)
        assert found is not None, f"{person.name} sees no {label!r}:\n{person.text(at or self.channel)}"
        return await self.press(person, *found)

    def cards(self, encounter: int, at: Channel | None = None) -> dict[int, list[Message]]:
        """The public messages that tell steps of an encounter, by the step's number."""
        found: dict[int, list[Message]] = {}
        for message in (at or self.channel).messages:
            marker = CARD.search(message.text) if not message.ephemeral else None
            if marker is not None and int(marker[2]) == encounter:
                found.setdefault(int(marker[1]), []).append(message)
        return found

    def card(self, encounter: int, no: int, at: Channel | None = None) -> Message | None:
        """The newest public message that tells this step."""
        for message in reversed((at or self.channel).messages):
            marker = CARD.search(message.text) if not message.ephemeral else None
            if marker is not None and (int(marker[2]), int(marker[1])) == (encounter, no):
                return message
        return None

    # -- the eye
    def well(self) -> None:
        """Nobody was told an apology, Discord took everything, the log holds no error."""
        said = [m.text for c in self.world.channels.values() for m in c.messages if APOLOGY.search(m.text)]
        assert said == []
        assert self.discord.body_errors == []
        assert self.errors() == []

    def errors(self) -> list[str]:
        """Lines of the bot's log that tell of an error."""
        lines = self.bot.log.read_text(encoding="utf-8").splitlines() if self.bot.log.exists() else []
        return [line for line in lines if _is_error(line)]


def _is_error(line: str) -> bool:
    try:
        entry = json.loads(line)
    except ValueError:
        return bool(line.strip())
    return entry.get("level") in ("error", "critical")


@asynccontextmanager
async def company(
    folder: Path,
    *,
    url: str | None = None,
    quick: bool = True,
    check_body: BodyCheck | None = None,
    settings: Mapping[str, str] | None = None,
) -> AsyncIterator[Company]:
    """A company with its bot running; at the end all must have been well."""
    world = World()
    world.add_guild("Table One").add_channel("fight")
    kind = QuickBot if quick else BotProcess
    more = {"PRACTICE_SEED": "company", "LOG_FORMAT": "json", **(settings or {})}
    async with PracticeDiscord(world, check_body=check_body) as discord:
        bot = kind(discord, folder, database_url=url, settings=more)
        await bot.start()
        here = Company(discord, bot)
        try:
            yield here
        finally:
            await bot.stop()
        here.well()
