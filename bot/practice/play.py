"""`make play`: a fight at a table without Discord, from a script or from the keyboard."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import click

from bot.problems import Problem

from .bot_process import ROOT, BotProcess
from .discord import PracticeDiscord, World
from .script import parse, seed_of
from .stage import Stage

EXAMPLE: Final = ROOT / "examples" / "openquest.txt"
PROMPT: Final = "Type lines such as “gm> /encounter start ruleset:openquest”; an empty line or Ctrl+D ends."


async def main(script: str | None = None) -> None:
    """Play a script (by default the example that comes along, "-" the keyboard) and print what everybody
    sees.
    """
    if script == "-":
        await _keyboard()
        return
    path = Path(script) if script else EXAMPLE
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as why:
        raise Problem(f"The script {path} cannot be read: {why}") from None
    acts = list(parse(lines))
    async with practice_stage(seed_of(lines)) as stage:
        for act in acts:
            await stage.play(act)
        await _last_look(stage)


async def _keyboard() -> None:
    click.echo(PROMPT)
    async with practice_stage(None) as stage:
        while True:
            line = await asyncio.to_thread(sys.stdin.readline)
            if not line.strip():
                break
            try:
                for act in parse([line]):
                    await stage.play(act)
            except Problem as problem:
                click.echo(problem.sentence, err=True)


@asynccontextmanager
async def practice_stage(seed: str | None) -> AsyncIterator[Stage]:
    """A practice table with one server and one channel, the bot against it with an SQLite file; gone
    afterwards.
    """
    world = World()
    guild = world.add_guild("Practice")
    guild.add_channel("table")
    settings = {"PRACTICE_SEED": seed} if seed else {}
    with tempfile.TemporaryDirectory(prefix="skirmish-") as folder:
        async with PracticeDiscord(world) as discord:
            bot = BotProcess(discord, Path(folder), settings=settings)
            click.echo("Starting the practice table and the bot …")
            await bot.start()
            try:
                yield Stage(world, discord, bot, click.echo)
            finally:
                await bot.stop()


async def _last_look(stage: Stage) -> None:
    """The board is drawn at most every two seconds: wait for its last state, so that it is printed too."""
    await asyncio.sleep(2.2)
    stage.print_new()
