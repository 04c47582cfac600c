"""discord.py's client as the bot sets it up, and what it hears."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any

import discord
import structlog

from bot.features.app import App
from bot.features.kit import Interaction
from bot.settings import Settings
from bot.table import deserted
from bot.table.people import Place

log: structlog.stdlib.BoundLogger = structlog.get_logger("skirmish.client")


class Client(discord.AutoShardedClient):
    """discord.py's client without privileged intents: it learns of servers and of messages' ids, not of
    contents.
    """

    app: App

    def __init__(self, settings: Settings) -> None:
        intents = discord.Intents.none()
        intents.guilds = True
        intents.guild_messages = True
        self._identify_seconds = settings.identify_seconds
        self._known = asyncio.Event()
        options: dict[str, Any] = {}
        if settings.shard_count is not None:
            options = {"shard_count": settings.shard_count, "shard_ids": settings.shard_ids}
        super().__init__(
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=settings.guild_ready_timeout,
            **options,
        )

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        if not initial:
            await asyncio.sleep(self._identify_seconds)

    async def until_known(self) -> None:
        """Comes back when all shards know their servers for the first time."""
        await self._known.wait()

    @property
    def knows(self) -> bool:
        """Whether all shards have known their servers."""
        return self._known.is_set()

    async def on_ready(self) -> None:
        log.info("ready", servers=len(self.guilds), shards=self.shard_count)
        self._known.set()

    async def on_interaction(self, interaction: Interaction) -> None:
        await self.app.routes.arrived(interaction)

    async def on_message(self, message: discord.Message) -> None:
        self.app.presenter.message_sent(message.channel.id, message.id)

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        self._deleted(event.guild_id, event.channel_id, {event.message_id})

    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        self._deleted(event.guild_id, event.channel_id, event.message_ids)

    def _deleted(self, guild: int | None, channel: int, messages: set[int]) -> None:
        if guild is not None:
            self.app.presenter.messages_deleted(Place(guild, channel), messages)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._gone(channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        await self._gone(event.guild_id, event.thread_id)

    async def _gone(self, guild: int, channel: int) -> None:
        """A channel or thread was deleted, and with it the place of its encounter."""
        self.app.presenter.channel_gone(channel)
        with self.app.work:
            await deserted.end(self.app.tables, Place(guild, channel))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        async with self.app.store.write() as tx:
            await tx.servers.returned(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        async with self.app.store.write() as tx:
            await tx.servers.left(guild.id, datetime.now(UTC))
