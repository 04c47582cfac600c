"""Commands for whoever runs the bot: a log written out, a log checked, everything looked at.

What needs Discord's library is imported only where it is used, so that a log can be verified without it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from bot.problems import Problem
from bot.table import verifying
from rules.engine.verify import LogError

if TYPE_CHECKING:
    from bot.settings import Settings
    from bot.store import Store


# ------------------------------------------------------------------ logs
async def export_log(url: str, encounter: int, *, gm: bool, transcript: bool) -> str:
    """The log of an encounter as text: JSON, or a transcript in Markdown. gm: with everything secret.

    Problem when there is no such encounter, or the database cannot be reached.
    """
    from bot.features.log.transcript import markdown
    from bot.table import history
    from rules import games
    from rules.engine.ruleset import PUBLIC, Viewer

    games.load()
    async with _opened(url) as store, store.read() as tx:
        window = await tx.encounters.window(encounter, before=1)
    if window is None:
        raise Problem(f"There is no encounter {encounter} in this database.")
    if transcript:
        viewer = Viewer(gm=True) if gm else PUBLIC
        return markdown(history.transcript(window, viewer, history.EVERYTHING if gm else history.EVERYBODY))
    log = history.log(window, gm, {})
    return history.written(log.complete if gm else log.open)


@asynccontextmanager
async def _opened(url: str) -> AsyncIterator[Store]:
    from bot.store import Unavailable, open_store

    store = await open_store(url)
    try:
        yield store
    except Unavailable as why:
        raise Problem(f"{str(why).capitalize()}.") from why
    finally:
        await store.close()


def verify_log(path: Path) -> str:
    """Check an exported log and say what was computed again. Problem when it is none, or not right."""
    try:
        content = path.read_bytes()
    except OSError as why:
        raise Problem(f"{path} cannot be read: {why.strerror or why}.") from None
    try:
        report = verifying.check(content)
    except LogError as why:
        raise Problem(str(why)) from None
    text = "\n".join(report.lines())
    if not report.ok:
        raise Problem(text)
    return text


# ------------------------------------------------------------------ doctor
async def doctor(settings: Settings) -> str:
    """Look at the settings, the database and the way to Discord. Problem that says what is wrong."""
    looks: tuple[tuple[str, Callable[[Settings], Awaitable[str]]], ...] = (
        ("Settings", _settings),
        ("Database", _database),
        ("Discord", _discord),
        ("Gateway", _gateway),
    )
    lines, wrong = [], False
    for name, look in looks:
        try:
            lines.append(f"  ok     {name}: {await look(settings)}")
        except Problem as problem:
            wrong = True
            lines.append(f"  WRONG  {name}: {problem.sentence}")
    if wrong:
        raise Problem("\n".join(["Something needs attention:", *lines]))
    return "\n".join(["Everything is as it should be:", *lines])


async def _settings(settings: Settings) -> str:
    """They have been read and checked before; what they come to."""
    if settings.shard_count is None:
        return "read and understood."
    own = "all" if settings.shard_ids is None else f"{', '.join(map(str, settings.shard_ids))}"
    return f"read and understood; of {settings.shard_count} shards this process runs {own}."


async def _database(settings: Settings) -> str:
    from sqlalchemy import make_url

    url = settings.database_url.get_secret_value()
    async with _opened(url) as store, store.read() as tx:
        servers = len(await tx.servers.known())
    kind = "SQLite" if make_url(url).get_backend_name() == "sqlite" else "PostgreSQL"
    return f"{kind}, reachable and in this version's form; {servers} servers have something stored in it."


async def _discord(settings: Settings) -> str:
    """The token is tried, and nothing else is done with it."""
    import discord

    from bot.client import point_discord_py
    from bot.client.sentences import as_problems

    point_discord_py(settings)
    client = discord.Client(intents=discord.Intents(guilds=True))
    with as_problems(settings):
        async with client:
            await client.login(settings.discord_token.get_secret_value())
            user = client.user
            sessions = await client.http.get_bot_gateway()
    name = user.name if user is not None else "unknown"
    return f"the token is accepted, for {name}; Discord suggests {sessions[0]} shard(s)."


async def _gateway(settings: Settings) -> str:
    from bot.client.discord_addresses import greeted

    if settings.discord_gateway_url is None:
        return "Discord's own, found when the bot connects."
    await greeted(settings.discord_gateway_url)
    return "the configured one answers as Discord's does."
