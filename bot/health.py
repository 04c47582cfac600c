"""The health check: `GET /health` says whether the bot works, for containers and for people.

200 when it is connected and the database answers, 503 otherwise, with JSON that says which part is not well.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, Literal

import structlog
from aiohttp import web

from bot.problems import Problem

log: structlog.stdlib.BoundLogger = structlog.get_logger("skirmish.health")

PATIENCE: Final = 2.0
"""Seconds within which the database has to answer."""

Status = Literal["starting", "ready", "draining"]


@dataclass(frozen=True, slots=True)
class Pulse:
    """What the check looks at. status: of the bot. under_way: pieces of work. database: raises when it
    fails.
    """

    status: Callable[[], Status]
    under_way: Callable[[], int]
    database: Callable[[], Awaitable[None]]


@asynccontextmanager
async def serving(host: str, port: int | None, pulse: Pulse) -> AsyncIterator[int | None]:
    """Answer health checks for the length of the block; gives the port, which port 0 lets the system choose.

    Without a port nothing is served. Problem when the address cannot be listened on.
    """
    if port is None:
        yield None
        return

    async def check(_: web.Request) -> web.Response:
        return await _answer(pulse)

    application = web.Application()
    application.router.add_get("/health", check)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        try:
            await site.start()
        except OSError as error:
            raise Problem(
                f"The health check cannot listen on {host}, port {port}: {error.strerror or 'not possible'}. "
                "Set another HEALTH_PORT or HEALTH_HOST, or none."
            ) from None
        served: int = runner.addresses[0][1]
        log.info("health check", host=host, port=served)
        yield served
    finally:
        await runner.cleanup()


async def _answer(pulse: Pulse) -> web.Response:
    status, database = pulse.status(), await _works(pulse.database)
    well = status == "ready" and database
    body = {"status": status, "database": database, "under_way": pulse.under_way()}
    return web.json_response(body, status=200 if well else 503)


async def _works(check: Callable[[], Awaitable[None]]) -> bool:
    try:
        async with asyncio.timeout(PATIENCE):
            await check()
    except Exception as error:
        log.warning("the database does not answer", exc_info=error)
        return False
    return True
