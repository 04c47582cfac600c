"""A practice table: a Discord on the loopback address, the bot as a process of its own, and the page."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from bot.problems import Problem

from ..bot_process import BotProcess
from ..discord import PracticeDiscord, World
from .fights import Fights
from .furnishing import furnish
from .kept import Address, Keeper, Kept
from .routes import ADDRESS, Routes
from .scripts import Scripts

HISTORY: Final = 1000
"""Messages that a channel keeps."""


class PracticeTable:
    """Use it as an asynchronous context manager: inside, everything runs and `url` is the page's address.

    folder: where it is kept. fresh: begin anew. port: 0 takes the last one where it is free. seed: dice that
    repeat themselves. Problem where the folder or the port is in use, or the bot does not start.
    """

    def __init__(self, folder: Path, *, fresh: bool = False, port: int = 0, seed: str | None = None) -> None:
        self._kept = Kept(folder)
        self._fresh = fresh
        self._port = port
        self._seed = seed
        self.token = ""
        self._leaving = contextlib.AsyncExitStack()

    async def __aenter__(self) -> Self:
        async with self._leaving as leaving:
            await self._open(leaving)
            self._leaving = leaving.pop_all()
        return self

    async def _open(self, leaving: contextlib.AsyncExitStack) -> None:
        leaving.enter_context(self._kept.held())
        if self._fresh:
            self._kept.clear()
        before = self._kept.address()
        self.token = before.token
        self.discord, self.bot = await self._listening(before.port, leaving)
        self.world = self.discord.world
        if not self._kept.world(self.world):
            furnish(self.world)
        keeper = Keeper(self.world, self._kept)
        leaving.push_async_callback(keeper.finish)
        writing = asyncio.create_task(keeper.run())
        leaving.callback(writing.cancel)
        leaving.push_async_callback(self.bot.stop)
        await self.bot.start()

    async def _listening(
        self, before: int, leaving: contextlib.AsyncExitStack
    ) -> tuple[PracticeDiscord, BotProcess]:
        """The server, on the port that was asked for, else on the one it had before where that is free."""
        if self._port:
            try:
                return await self._serving(self._port, leaving)
            except OSError as why:
                raise Problem(f"Port {self._port} cannot be used: {why.strerror}.") from None
        if before:
            with contextlib.suppress(OSError):
                return await self._serving(before, leaving)
        return await self._serving(0, leaving)

    async def _serving(
        self, port: int, leaving: contextlib.AsyncExitStack
    ) -> tuple[PracticeDiscord, BotProcess]:
        discord = PracticeDiscord(World(history=HISTORY), port=port, page_token=self.token)
        settings = {"PRACTICE_SEED": self._seed} if self._seed else {}
        bot = BotProcess(discord, self._kept.folder, settings=settings)
        Routes(discord, bot, Fights(discord.world), Scripts(discord, bot)).add_to(discord.app)
        try:
            await discord.start()
        except OSError:
            await discord.stop()
            raise
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
