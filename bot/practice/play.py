"""`make play`: a table without Discord, as a web page, or from a script or the keyboard in the terminal."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import tempfile
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Final

import click

from bot.problems import Problem

from .bot_process import ROOT, BotProcess
from .discord import PracticeDiscord, World
from .page import PracticeTable
from .script import parse, seed_of
from .stage import Stage

FOLDER: Final = ROOT / ".practice"
"""Where the table of the page is kept."""
PROMPT: Final = "Type lines such as “gm> /encounter start ruleset:openquest”; an empty line or Ctrl+D ends."


async def main(
    script: str | None = None,
    *,
    fresh: bool = False,
    port: int = 0,
    browser: bool = True,
    folder: Path | None = None,
) -> None:
    """Serve the practice table as a page until it is stopped; or play a script ("-" the keyboard) and print
    what everybody sees.

    The rest is for the page. fresh: begin anew. port: 0 takes the one it had before, else a free one.
    browser: open one where there is one. folder: where the table is kept.
    """
    if script is None:
        await _page(PracticeTable(folder or FOLDER, fresh=fresh, port=port), browser=browser)
    elif script == "-":
        await _keyboard()
    else:
        await _script(Path(script))


async def _page(table: PracticeTable, *, browser: bool) -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    if sys.platform != "win32":  # which ends by KeyboardInterrupt
        for sign in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(sign, stopped.set)
    click.echo("Starting the practice table and the bot …")
    async with table:
        click.echo(f"The practice table is open, on this machine only:\n\n    {table.url}\n")
        click.echo("Ctrl+C closes it; the next `make play` goes on here, `make play FRESH=1` begins anew.")
        if browser and _screen():
            await asyncio.to_thread(_open, table.url)
        await stopped.wait()
        click.echo("Closing …")


def _screen() -> bool:
    """Whether a browser would have a screen; one that takes over the terminal is not wanted."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open(url: str) -> None:
    with contextlib.suppress(webbrowser.Error, OSError):
        webbrowser.open(url)


async def _script(path: Path) -> None:
    try:
        lines = (await asyncio.to_thread(path.read_text, encoding="utf-8")).splitlines()
    except UnicodeDecodeError:
        raise Problem(f"The script {path} cannot be read: it is no text in UTF-8.") from None
    except OSError as why:
        raise Problem(f"The script {path} cannot be read: {why.strerror or why}.") from None
    acts = list(parse(lines))
    async with practice_stage(seed_of(lines)) as stage:
        for act in acts:
            await stage.play(act)
        await _last_look(stage)


async def _keyboard() -> None:
    click.echo(PROMPT)
    async with practice_stage(None) as stage:
        for number in count(1):
            line = await asyncio.to_thread(sys.stdin.readline)
            if not line.strip():
                break
            try:
                for act in parse([line], number):
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
