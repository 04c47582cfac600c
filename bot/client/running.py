"""The bot from its login until it is closed: start, stay, drain."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import structlog

from bot.features.app import App, Job
from bot.features.kit.syncing import sync_if_changed
from bot.problems import Problem
from bot.store import Unavailable
from bot.store.locks import Held

from .connection import Client
from .discord_addresses import greeted
from .sentences import as_problems

log: structlog.stdlib.BoundLogger = structlog.get_logger("skirmish.client")

LOCK_SECONDS: Final = 15.0
"""How often it is looked whether this process still holds the locks of its shards."""
CLOSE_SECONDS: Final = 5.0
"""How long a closing connection may take."""
SERVICE_PAUSE: Final = 5.0
"""Seconds before a service that failed is begun again."""


async def log_in(app: App) -> None:
    """Log in with the token. Problem that says what is wrong with it or with the address."""
    with as_problems(app.settings):
        await app.client.login(app.settings.discord_token.get_secret_value())


async def synced(app: App) -> bool:
    """Tell Discord the commands if they changed; whether they had. Problem where it refuses them."""
    with as_problems(app.settings):
        return await sync_if_changed(app.client, app.tree)


class Running:
    """The bot from its login until it is closed. locks: those of its shards, None where nobody else can
    be.
    """

    def __init__(self, app: App, locks: Held | None = None) -> None:
        if not isinstance(app.client, Client):
            raise TypeError("the bot runs with its own client")
        self._app = app
        self._client = app.client
        self._locks = locks
        self._stop = asyncio.Event()
        self._services: list[asyncio.Task[None]] = []

    def stop(self) -> None:
        """Begin to drain."""
        self._stop.set()

    async def until_stopped(self) -> None:
        """Log in, tell the commands, connect, and stay until told to stop. Then drain and close.

        Problem when Discord cannot be reached, refuses the token, or another process took over the shards.
        """
        with _signals(self.stop):
            async with self._client:
                if await self._came_in():
                    await self._stay()

    async def _came_in(self) -> bool:
        """Log in and prepare; False when told to stop meanwhile, for Discord may take its time to answer."""
        coming = asyncio.create_task(self._come_in(), name="login")
        stopped = asyncio.create_task(self._stop.wait(), name="stop")
        try:
            await asyncio.wait({coming, stopped}, return_when=asyncio.FIRST_COMPLETED)
            if coming.done():
                await coming
                return True
            log.info("stopped before it was connected")
            return False
        finally:
            await _ended(coming, stopped)

    async def _come_in(self) -> None:
        await log_in(self._app)
        await synced(self._app)
        await self._prepare()

    async def _prepare(self) -> None:
        """A configured gateway is tried first: discord.py would try for ever, with a traceback each time."""
        settings = self._app.settings
        if settings.discord_gateway_url is None:
            return
        await greeted(settings.discord_gateway_url)
        if settings.shard_count is None:
            # Or discord.py would ask Discord for the gateway's address too.
            with as_problems(settings):
                self._client.shard_count, _, _ = await self._client.http.get_bot_gateway()

    async def _stay(self) -> None:
        connection = asyncio.create_task(self._connected(), name="connection")
        stopped = asyncio.create_task(self._stop.wait(), name="stop")
        lost = asyncio.create_task(self._until_lost(), name="locks")
        begun = asyncio.create_task(self._begun(), name="start")
        try:
            await asyncio.wait({connection, stopped, lost}, return_when=asyncio.FIRST_COMPLETED)
            if not connection.done():
                await self._drain()
                await asyncio.wait({connection}, timeout=CLOSE_SECONDS)
        finally:
            await _ended(stopped, begun, *self._services)
        if lost.done():
            await _ended(connection)
            raise Problem("Another process may have taken over the shards of this one, so it stopped.")
        await _ended(lost)
        if not connection.done():
            await _ended(connection)
        elif not connection.cancelled():
            await connection

    async def _connected(self) -> None:
        with as_problems(self._app.settings):
            await self._client.connect()

    async def _begun(self) -> None:
        """What runs once at the start, then the services.

        What needs no connection is mostly done before the first interaction arrives.
        """
        for job in self._app.at_login:
            await self._carried_out(job)
        await self._client.until_known()
        for job in self._app.at_start:
            await self._carried_out(job)
        self._services += [asyncio.create_task(_served(job)) for job in self._app.services]

    async def _carried_out(self, job: Job) -> None:
        """A job of the start. One for which the database is not there waits for it, and all that comes after
        with it: nothing may fall due before what fell due meanwhile is put off.
        """
        while True:
            try:
                with self._app.work:
                    await job()
            except Unavailable as why:
                log.error("a job of the start waits for the database", job=_named(job), why=str(why))
                await asyncio.sleep(SERVICE_PAUSE)
                continue
            except Exception as error:
                log.error("a job of the start failed", job=_named(job), exc_info=error)
            return

    async def _until_lost(self) -> None:
        """Comes back when the locks are lost."""
        if self._locks is None:
            await asyncio.Event().wait()
            return
        while True:
            await asyncio.sleep(LOCK_SECONDS)
            if not await self._locks.still():
                return

    async def _drain(self) -> None:
        """Refuse new work, wait for what runs, say what is left to be said, close."""
        app, seconds = self._app, self._app.settings.drain_seconds
        log.info("stopping", under_way=app.work.pieces)
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        app.work.drain()
        if not await app.work.finished(seconds):
            log.warning("not everything ended in time", under_way=app.work.pieces)
        await _ended(*self._services)
        if not await app.presenter.flush(max(1.0, until - loop.time())):
            log.warning("not everything was said; it is told at the next start")
        await self._client.close()
        log.info("stopped")


async def _ended(*tasks: asyncio.Task[Any]) -> None:
    """Cancel these and wait until they are over."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@contextmanager
def _signals(stop: Callable[[], None]) -> Iterator[None]:
    """SIGTERM and SIGINT call `stop`; where the system has no such handlers, Ctrl+C ends the process."""
    if sys.platform == "win32":
        yield
        return
    loop = asyncio.get_running_loop()
    kinds = (signal.SIGTERM, signal.SIGINT)
    for kind in kinds:
        loop.add_signal_handler(kind, stop)
    try:
        yield
    finally:
        for kind in kinds:
            loop.remove_signal_handler(kind)


async def _served(job: Job) -> None:
    """Run a service for ever."""
    while True:
        try:
            await job()
        except Exception as error:
            log.error("a service failed", service=_named(job), exc_info=error)
        await asyncio.sleep(SERVICE_PAUSE)


def _named(job: Job) -> str:
    return getattr(job, "__qualname__", repr(job))
