"""What the end-to-end tests say: people at one table, in the users' words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.practice.bot_process import BotProcess
from bot.practice.discord import Channel, Guild, Outcome, Permission, Person, PracticeDiscord, World
from bot.practice.discord.message import Message
from bot.store import Window, open_store

PATIENCE = 15.0


class Evening:
    """A GM, Ana and Ben, and an outsider, in one channel of one server."""

    def __init__(self, world: World, discord: PracticeDiscord, bot: BotProcess) -> None:
        self.world = world
        self.discord = discord
        self.bot = bot
        self.guild: Guild = next(iter(world.guilds.values()))
        self.channel: Channel = next(iter(self.guild.channels.values()))
        role = self.guild.add_role("Game master", Permission.MANAGE_GUILD)
        self.gm = world.person("gm", self.guild, roles=[role])
        self.ana = world.person("ana", self.guild)
        self.ben = world.person("ben", self.guild)
        self.outsider = world.person("outsider", self.guild)

    async def say(self, person: Person, line: str, channel: Channel | None = None, **options: Any) -> Outcome:
        """A slash command, its answer waited for."""
        out = await person.slash(channel or self.channel, line, pick=options.pop("pick", True))
        assert out.kind != "failed", f"{line}: {out.error}\n{self.bot.log_end()}"
        if out.kind == "thinking":
            await out.settled(timeout=PATIENCE)
        return out

    async def press(self, person: Person, label: str, *, on: Message | None = None, **how: Any) -> Outcome:
        """Press the newest button that begins so."""
        message = on or self.with_button(person, label)
        wanted = next(b for b in message.buttons if str(b["label"]).startswith(label))
        out = await person.press(message, str(wanted["custom_id"]), **how)
        assert out.kind != "failed", f"{label}: {out.error}\n{self.bot.log_end()}"
        return out

    def with_button(self, person: Person, label: str) -> Message:
        """The newest message this person sees with a button that begins so."""
        for message in reversed(person.sees(self.channel)):
            if any(str(b.get("label", "")).startswith(label) for b in message.buttons):
                return message
        raise AssertionError(f"{person.user.name} sees no button {label!r}:\n{person.text(self.channel)}")

    def has_button(self, person: Person, label: str) -> bool:
        """Whether this person sees such a button."""
        return any(
            str(b.get("label", "")).startswith(label)
            for message in person.sees(self.channel)
            for b in message.buttons
        )

    async def board(self, shows: Callable[[str], bool]) -> Message:
        """The board, once it shows what is wanted."""

        def found(message: Message) -> bool:
            return _is_board(message) and shows(message.text)

        return await self.gm.waits_for(self.channel, found, timeout=PATIENCE)

    async def open_fight(self, goblins: int = 1) -> None:
        """Ana the Sellsword against goblins, in round 1."""
        await self.say(self.gm, "encounter start ruleset:openquest name:The cellar")
        await self.say(self.ana, "encounter join character:Sellsword name:Ana")
        await self.say(self.gm, f"encounter add creature:Goblin count:{goblins}")
        await self.say(self.gm, "encounter begin")

    async def window(self) -> Window:
        """The whole journal, read from the database as it is on disk."""
        store = await open_store(self.bot.database_url)
        try:
            async with store.read() as tx:
                row = await tx.encounters.latest(self.guild.id, self.channel.id)
                assert row is not None
                window = await tx.encounters.window(row.id, before=1)
                assert window is not None
                return window
        finally:
            await store.close()

    def public(self) -> list[str]:
        """The texts everybody sees, oldest first, boards left out."""
        return [m.text for m in self.channel.messages if m.ephemeral_for is None and not _is_board(m)]

    def told(self, words: str) -> int:
        """In how many public messages these words stand."""
        return sum(words in text for text in self.public())


def _is_board(message: Message) -> bool:
    return "board of fight" in message.text
