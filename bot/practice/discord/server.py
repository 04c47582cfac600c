"""The practice Discord as a server on the loopback address: REST, gateway, files, the page's interface."""

from __future__ import annotations

import secrets
from types import TracebackType
from typing import TYPE_CHECKING, Self

from aiohttp import web

from .faults import Faults
from .files import SIZE_LIMIT
from .gateway import Gateway
from .page import PageApi, only_here
from .rest.base import API
from .rest.rates import Rates
from .rest.service import Asked, CheckBody, RestService

if TYPE_CHECKING:
    from collections import deque

    from .world import World


class PracticeDiscord:
    """Serves one world. Use it as an asynchronous context manager."""

    def __init__(
        self,
        world: World,
        *,
        check_body: CheckBody | None = None,
        rates: Rates | None = None,
        port: int = 0,
        page_token: str | None = None,
    ) -> None:
        """Port 0 takes a free one. `check_body` and `rates` are kept only where they are given."""
        self.world = world
        self.faults = Faults()
        self.gateway = Gateway(world, self.faults)
        self._rest = RestService(world, self.faults, check_body, rates)
        self.page_token = page_token or secrets.token_urlsafe(24)
        self._port = port
        self.app = web.Application(client_max_size=11 * SIZE_LIMIT, middlewares=[only_here])
        self._rest.add_to(self.app)
        self.app.router.add_get("/gateway", self.gateway.serve)
        self.app.router.add_get("/gateway/", self.gateway.serve)
        self.page = PageApi(world, self.page_token, lambda: self.gateway.online)
        self.page.add_to(self.app)
        self._runner: web.AppRunner | None = None

    @property
    def origin(self) -> str:
        """The address of the server, without a path."""
        return self.world.base_url

    @property
    def api_url(self) -> str:
        """Where REST is."""
        return self.world.base_url + API

    @property
    def gateway_url(self) -> str:
        """Where the gateway is."""
        return self.world.base_url.replace("http", "ws", 1) + "/gateway"

    @property
    def page_url(self) -> str:
        """Where the interface of the page is; every request carries `page_token`."""
        return self.world.base_url + self.page.prefix

    @property
    def requests(self) -> deque[Asked]:
        """What the bot asked of REST, the last two thousand."""
        return self._rest.requests

    @property
    def body_errors(self) -> list[str]:
        """What did not fit Discord's document."""
        return self._rest.body_errors

    async def start(self) -> None:
        """Listen."""
        self._runner = web.AppRunner(self.app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port)
        await site.start()
        port = self._runner.addresses[0][1]
        self.world.base_url = f"http://127.0.0.1:{port}"

    async def stop(self) -> None:
        """Close every connection, and listen no more."""
        self.faults.clear()
        self.page.close()
        await self.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def bot_ready(self, timeout: float = 10.0) -> None:  # noqa: ASYNC109
        """Return once the bot is connected and has been told its servers."""
        await self.world.until(lambda: self.gateway.online, timeout, "the bot to connect")

    async def bot_gone(self, timeout: float = 10.0) -> None:  # noqa: ASYNC109
        """Return once the bot has no connection any more."""
        await self.world.until(lambda: not self.gateway.online, timeout, "the bot to go away")

    async def commands_synced(self, timeout: float = 10.0) -> None:  # noqa: ASYNC109
        """Return once the bot has registered at least one command anywhere."""
        store, guilds = self.world.command_store, self.world.guilds
        await self.world.until(
            lambda: bool(store.of(None)) or any(store.of(guild) for guild in guilds.values()),
            timeout,
            "commands to be registered",
        )

    async def __aenter__(self) -> Self:
        """Listen."""
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop."""
        await self.stop()
