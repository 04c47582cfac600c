"""A practice table: a Discord on the loopback address, the bot as a process of its own, and the page."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from types import TracebackType
from typing import Self

from ..bot_process import BotProcess
from ..discord import PracticeDiscord, World
from .fights import Fights
from .furnishing import furnish
from .kept import Address, Keeper, Kept
from .routes import ADDRESS, Routes
from .scripts import Scripts


class PracticeTable:
    """Use it as an asynchronous context manager: inside, everything runs and `url` is the page's address.

    folder: where it is kept. fresh: begin anew. port: 0 takes the last one where it is free. seed: dice that
    repeat themselves. Problem where the bot does not start.
    """

    def __init__(self, folder: Path, *, fresh: bool = False, port: int = 0, seed: str | None = None) -> None:
        self._kept = Kept(folder)
        if fresh:
            self._kept.clear()
        before = self._kept.address()
        self.token = before.token
        self._ports = list(dict.fromkeys([port] if port else [before.port, 0]))
        self._seed = seed
        self._leaving = contextlib.AsyncExitStack()

    async def __aenter__(self) -> Self:
        async with self._leaving as leaving:
            await self._open(leaving)
            self._leaving = leaving.pop_all()
        return self

    async def _open(self, leaving: contextlib.AsyncExitStack) -> None:
        self.discord, self.bot = await self._listening(leaving)
        self.world = self.discord.world
        if not self._kept.world(self.world):
            furnish(self.world)
        keeper = Keeper(self.world, self._kept)
        leaving.push_async_callback(keeper.finish)
        writing = asyncio.create_task(keeper.run())
        leaving.callback(writing.cancel)
        leaving.push_async_callback(self.bot.stop)
        await self.bot.start()

    async def _listening(self, leaving: contextlib.AsyncExitStack) -> tuple[PracticeDiscord, BotProcess]:
        """The server, on the port it had before where that is free."""
        *wished, last = self._ports
        for port in wished:
            with contextlib.suppress(OSError):
                return await self._serving(port, leaving)
        return await self._serving(last, leaving)

    async def _serving(
        self, port: int, leaving: contextlib.AsyncExitStack
    ) -> tuple[PracticeDiscord, BotProcess]:
        discord = PracticeDiscord(World(), port=port, page_token=self.token)
        settings = {"PRACTICE_SEED": self._seed} if self._seed else {}
        bot = BotProcess(discord, self._kept.folder, settings=settings)
        Routes(discord, bot, Fights(discord.world), Scripts(discord, bot)).add_to(discord.app)
        await discord.start()
        leaving.push_async_callback(discord.stop)
        self._kept.keep_address(Address(int(discord.origin.rsplit(":", 1)[1]), self.token))
        return discord, bot

    @property
    def url(self) -> str:
        """The address of the page, with its token."""
        return f"{self.discord.origin}{ADDRESS}/?token={self.token}"

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._leaving.__aexit__(kind, error, trace)
