"""The page's own addresses: its files, the bot process, first fights, scripts."""

from __future__ import annotations

import asyncio
import mimetypes
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, TypeVar

from aiohttp import web

from bot.problems import Problem

from ..bot_process import BotProcess
from ..discord import ClientRefusal, PracticeDiscord
from ..discord.page import Asking, Wrong, moderating
from ..discord.wire import Json
from .fights import TASTE, Fights
from .scripts import Scripts

ADDRESS: Final = "/practice"
T = TypeVar("T")
STATIC: Final = Path(__file__).parent / "static"
HEADERS: Final = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
        " img-src 'self' blob: data:; media-src 'self';"
        " form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
    ),
}
NO_TOKEN: Final = (
    "This is a practice table. Its address has a token at its end: take the whole address"
    " that `make play` prints.\n"
)


class Routes:
    """Adds them to the practice Discord's application."""

    def __init__(self, discord: PracticeDiscord, bot: BotProcess, fights: Fights, scripts: Scripts) -> None:
        self._discord = discord
        self._bot = bot
        self._fights = fights
        self._scripts = scripts
        self._one_at_a_time = asyncio.Lock()

    def add_to(self, app: web.Application) -> None:
        """Before the server starts."""
        serve = self._discord.page.serve
        app.router.add_get(ADDRESS, self._index)
        app.router.add_get(f"{ADDRESS}/", self._index)
        app.router.add_get(f"{ADDRESS}/static/{{name}}", self._static)
        app.router.add_get(f"{ADDRESS}/table/state", serve(self._state))
        app.router.add_get(f"{ADDRESS}/table/hint", serve(self._hint))
        app.router.add_post(f"{ADDRESS}/table/bot", serve(self._bot_does))
        app.router.add_post(f"{ADDRESS}/table/fight", serve(self._fight))
        app.router.add_post(f"{ADDRESS}/table/script", serve(self._script))
        app.router.add_post(f"{ADDRESS}/table/step", serve(self._step))

    # -- files
    async def _index(self, request: web.Request) -> web.StreamResponse:
        if not self._discord.page.allowed(request):
            return web.Response(status=403, text=NO_TOKEN, headers=HEADERS)
        if not request.path.endswith("/"):
            raise web.HTTPFound(f"{ADDRESS}/?{request.query_string}")
        return _file(STATIC / "index.html")

    async def _static(self, request: web.Request) -> web.StreamResponse:
        path = STATIC / request.match_info["name"]
        if path.parent != STATIC or not path.is_file():
            return web.Response(status=404, text="not found", headers=HEADERS)
        return _file(path)

    # -- the table
    async def _state(self, asking: Asking) -> Json:
        playing = self._scripts.playing
        return {
            "bot": {"running": self._bot.running, "online": self._discord.gateway.online},
            "games": [
                {"id": one.id, "name": one.name, "about": TASTE.get(one.id, "")} for one in self._fights.games
            ],
            "scripts": self._scripts.names(),
            "script": playing.told() if playing is not None else None,
        }

    async def _hint(self, asking: Asking) -> Json:
        hint = self._fights.hints.of(asking.channel())
        return {"hint": hint.told() if hint is not None else None}

    async def _bot_does(self, asking: Asking) -> Json:
        """Stop, kill, start, or restart the bot process."""
        what = asking.text("do")
        does: Callable[[], Awaitable[object]] | None = {
            "restart": self._bot.restart,
            "kill": self._bot.kill,
            "stop": self._bot.stop,
            "start": self._start,
        }.get(what)
        if does is None:
            raise Wrong(400, "do must be restart, kill, stop or start")
        async with self._one_at_a_time:
            await _said(does())
        return await self._state(asking)

    async def _start(self) -> None:
        if not self._bot.running:
            await self._bot.start()

    async def _fight(self, asking: Asking) -> Json:
        """Set a first fight up in a channel of its own."""
        guild, game = moderating.guild(asking), asking.text("game")
        try:
            lines = self._fights.lines(game)
        except KeyError:
            raise Wrong(404, "no such game") from None
        async with self._one_at_a_time:
            if not self._bot.running:
                await _said(self._bot.start())
            channel = self._fights.channel(guild, game)
            await self._fights.set_up(game, channel)
        return {
            "channel": str(channel.id),
            "lines": [{"person": line.person, "command": f"/{line.command}"} for line in lines],
        }

    async def _script(self, asking: Asking) -> Json:
        """Begin a script."""
        name, guild = asking.text("name"), moderating.guild(asking)
        async with self._one_at_a_time:
            try:
                playing = await _said(self._scripts.load(name, guild))
            except KeyError:
                raise Wrong(404, "no such script") from None
        return playing.told()

    async def _step(self, asking: Asking) -> Json:
        """Play the script's next line."""
        async with self._one_at_a_time:
            playing = await _said(self._scripts.step())
        return playing.told()


async def _said(work: Awaitable[T]) -> T:
    """What comes of it; a problem is said to the person in its own words."""
    try:
        return await work
    except Problem as problem:
        raise ClientRefusal(problem.sentence) from None


def _file(path: Path) -> web.Response:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    kind = "text/javascript" if path.suffix == ".js" else kind
    return web.Response(body=path.read_bytes(), headers={**HEADERS, "Content-Type": f"{kind}; charset=utf-8"})


__all__ = ["ADDRESS", "Routes"]
