"""The client: from settings to a running bot, and back down in good order."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot import health
from bot.features import add_all
from bot.features.app import App
from bot.settings import Settings
from bot.store import ALL, Shards, Store, migrate, open_store
from bot.store.locks import hold

from .assembly import Adding, assemble
from .collecting import spared_long_lived
from .connection import Client
from .discord_addresses import point_discord_py
from .running import Running, log_in, synced


async def run_bot(settings: Settings, add: Adding = add_all) -> None:
    """Run the bot until it is told to stop (SIGTERM, SIGINT). Problem when it cannot."""
    point_discord_py(settings)
    url = settings.database_url.get_secret_value()
    await migrate.check(url)
    shards = _shards(settings)
    async with hold(url, shards) as locks, _opened(url) as store:
        app = assemble(settings, store, shards, add)
        pulse = health.Pulse(lambda: _status(app), lambda: app.work.pieces, lambda: _database(store))
        async with health.serving(settings.health_host, settings.health_port, pulse):
            with spared_long_lived():
                await Running(app, locks).until_stopped()


async def sync_commands(settings: Settings, add: Adding = add_all) -> str:
    """Tell Discord the commands if they changed; gives a sentence that says which. Problem when it cannot."""
    point_discord_py(settings)
    async with _opened(settings.database_url.get_secret_value()) as store:
        app = assemble(settings, store, add=add)
        async with app.client:
            await log_in(app)
            changed = await synced(app)
    return "Discord has the new commands." if changed else "Discord has these commands already."


@asynccontextmanager
async def _opened(url: str) -> AsyncIterator[Store]:
    store = await open_store(url)
    try:
        yield store
    finally:
        await store.close()


def _shards(settings: Settings) -> Shards:
    if settings.shard_count is None:
        return ALL
    return Shards(settings.shard_count, frozenset(settings.shard_ids) if settings.shard_ids else None)


def _status(app: App) -> health.Status:
    if app.work.draining:
        return "draining"
    client = app.client
    return "ready" if isinstance(client, Client) and client.knows and not client.is_closed() else "starting"


async def _database(store: Store) -> None:
    async with store.read() as tx:
        await tx.servers.get(0)


__all__ = ["Client", "Running", "assemble", "log_in", "point_discord_py", "run_bot", "sync_commands"]
