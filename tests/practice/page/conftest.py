"""One browser and one practice table for all tests of the page; each test plays in a channel of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from bot.practice.page import PracticeTable
from tests.practice.page.ready import OpenFight, Ready
from tests.practice.page.window import ARGUMENTS, PATIENCE, Window, Windows


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser(chromium: str) -> AsyncIterator[Browser]:
    """A Chromium without a screen."""
    expect.set_options(timeout=PATIENCE)
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield started
        await started.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def table(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[PracticeTable]:
    """A practice table with the bot running."""
    async with PracticeTable(tmp_path_factory.mktemp("practice"), seed="page") as opened:
        yield opened


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def ready(table: PracticeTable) -> Ready:
    """Fights that stand ready."""
    return Ready(table)


@pytest_asyncio.fixture(loop_scope="session")
async def windows(browser: Browser, table: PracticeTable) -> AsyncIterator[Windows]:
    """Opens windows of the page; at the end none of them has complained."""
    if not table.bot.running:
        await table.bot.start()
    opened = Windows(browser, table)
    yield opened
    await opened.close()
    assert opened.complaints == []


@pytest_asyncio.fixture(loop_scope="session")
async def gm(windows: Windows) -> Window:
    """The GM's window."""
    return await windows.open("gm")


@pytest_asyncio.fixture(loop_scope="session")
async def fight(windows: Windows, ready: Ready) -> OpenFight:
    """Opens the GM's window on a first fight of a game that has just begun."""

    async def opened(game: str, **look: Any) -> Window:
        window = await windows.open("gm", await ready.take(game), **look)
        await window.hint_is("h => h && h.stage !== 'gathering'")
        return window

    return opened
