"""The bot as a process of its own, killed and started again."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from bot.practice.discord import Channel, Person, PracticeDiscord, World

SCRIPT = Path(__file__).with_name("sample_bot.py")


@contextlib.asynccontextmanager
async def process(server: PracticeDiscord, root: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """The sample bot as a process, connected; killed at the end."""
    environment = {
        **os.environ,
        "DISCORD_API_URL": server.api_url,
        "DISCORD_GATEWAY_URL": server.gateway_url,
        "DISCORD_TOKEN": server.world.application.token,
    }
    started = await asyncio.create_subprocess_exec(sys.executable, SCRIPT, cwd=root, env=environment)
    try:
        await server.bot_ready(30)
        yield started
    finally:
        with contextlib.suppress(ProcessLookupError):
            started.kill()
        await started.wait()


async def test_a_button_from_before_a_kill_works_after_it(
    world: World, practice: PracticeDiscord, fight: Channel, ana: Person, root: Path
) -> None:
    async with process(practice, root):
        await (await ana.slash(fight, "board")).settled()
        message = fight.messages[-1]
        assert (await ana.press(message, "strike:goblin:0")).kind == "updated"
    await practice.bot_gone()
    async with process(practice, root):
        assert (await ana.press(message, "strike:goblin:1")).kind == "updated"
        assert "struck 2 times" in message.text
        assert len(practice.gateway.sessions) == 1


async def test_twenty_presses_at_once(
    practice: PracticeDiscord, fight: Channel, ana: Person, ben: Person, root: Path
) -> None:
    async with process(practice, root):
        await (await ana.slash(fight, "board")).settled()
        message = fight.messages[-1]
        presses = [one.press(message, "strike:goblin:0") for one in (ana, ben) for _ in range(10)]
        outcomes = await asyncio.gather(*presses)
        assert [outcome.kind for outcome in outcomes] == ["updated"] * 20
