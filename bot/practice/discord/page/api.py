"""The HTTP interface of the person's side: acts, what is seen, and a stream of changes."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from aiohttp import BodyPartReader, web

from ..errors import ApiError
from ..files import Upload
from ..people import ClientRefusal
from ..wire import Json, dumps, loads, snowflake
from . import moderating, views
from .asking import Asking, Wrong
from .stream import Streams

if TYPE_CHECKING:
    from ..world import World

PREFIX: Final = "/practice/api"
_LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]", "::1")

Act = Callable[[Asking], Awaitable[Any]]
"""Carries out one request; what it returns is the answer's JSON."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class PageApi:
    """All routes of the page, on one world."""

    prefix: Final = PREFIX

    def __init__(self, world: World, token: str, online: Callable[[], bool]) -> None:
        """Every request must carry `token`; `online` says whether the bot is connected."""
        self._world = world
        self._token = token
        self._online = online
        self._streams = Streams(world)

    def add_to(self, app: web.Application) -> None:
        """Add the routes to an application."""
        gets: dict[str, Act] = {
            "/state": self._state,
            "/commands": self._commands,
            "/messages": self._messages,
        }
        posts: dict[str, Act] = {
            "/people": moderating.people,
            "/roles": moderating.roles,
            "/role": moderating.new_role,
            "/channels": moderating.channels,
            "/threads": moderating.threads,
            "/slash": self._slash,
            "/autocomplete": self._autocomplete,
            "/press": self._press,
            "/select": self._select,
            "/submit": self._submit,
            "/say": self._say,
            "/dismiss": self._dismiss,
        }
        for path, act in gets.items():
            app.router.add_get(PREFIX + path, self.serve(act))
        for path, act in posts.items():
            app.router.add_post(PREFIX + path, self.serve(act))
        app.router.add_post(PREFIX + "/files", self._files)
        app.router.add_get(PREFIX + "/events", self._events)

    def close(self) -> None:
        """End all streams."""
        self._streams.close()

    def allowed(self, request: web.Request) -> bool:
        """Whether a request came to a loopback name, with the token."""
        given = request.query.get("token") or request.headers.get("Authorization", "").removeprefix("Bearer ")
        return named_here(request) and secrets.compare_digest(given.encode(), self._token.encode())

    def serve(self, act: Act) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        """A handler that lets in only who may, and answers refusals and nonsense as the README says."""

        async def serve(request: web.Request) -> web.StreamResponse:
            if not self.allowed(request):
                return _json({"error": "wrong host or token"}, 403)
            try:
                values = dict(request.query) if request.method == "GET" else await _body(request)
                return _json(await act(Asking(self._world, values)))
            except ClientRefusal as refusal:
                return _json({"refused": refusal.reason}, 409)
            except Wrong as wrong:
                return _json({"error": wrong.reason}, wrong.status)
            except ApiError as error:
                return _json({"error": error.message}, error.status)

        return serve

    # What is seen

    async def _state(self, asking: Asking) -> Json:
        viewer = asking.person().user if "person" in asking.values else None
        return views.state(self._world, viewer, online=self._online())

    async def _commands(self, asking: Asking) -> Json:
        return {"commands": asking.person().commands(asking.channel())}

    async def _messages(self, asking: Asking) -> Json:
        person = asking.person()
        return {"messages": [views.message(one, person.user) for one in person.sees(asking.channel())]}

    # What is done

    async def _slash(self, asking: Asking) -> Json:
        person = asking.person()
        line = asking.text("line", asking.values.get("command"))
        outcome = await person.slash(
            asking.channel(), line, asking.object("options"), pick=asking.flag("pick")
        )
        return views.outcome(outcome, person.user)

    async def _autocomplete(self, asking: Asking) -> Json:
        person = asking.person()
        outcome = await person.autocomplete(
            asking.channel(),
            asking.text("command"),
            asking.text("option"),
            asking.text("typed", ""),
            asking.object("options"),
        )
        return views.outcome(outcome, person.user)

    async def _press(self, asking: Asking) -> Json:
        person = asking.person()
        outcome = await person.press(asking.message(), asking.text("component"), stale=asking.flag("stale"))
        return views.outcome(outcome, person.user)

    async def _select(self, asking: Asking) -> Json:
        person = asking.person()
        outcome = await person.select(asking.message(), asking.text("component"), asking.list("values"))
        return views.outcome(outcome, person.user)

    async def _submit(self, asking: Asking) -> Json:
        person = asking.person()
        opened_by = self._world.interactions.get(snowflake(asking.text("modal")) or 0)
        if opened_by is None or opened_by.modal is None:
            raise ClientRefusal("This form is not open")
        outcome = await person.submit(opened_by.modal, asking.object("values"))
        return views.outcome(outcome, person.user)

    async def _say(self, asking: Asking) -> Json:
        person = asking.person()
        message = await person.say(asking.channel(), asking.text("content"))
        return views.message(message, person.user)

    async def _dismiss(self, asking: Asking) -> Json:
        asking.person().dismiss(asking.message())
        return {}

    async def _files(self, request: web.Request) -> web.StreamResponse:
        if not self.allowed(request):
            return _json({"error": "wrong host or token"}, 403)
        kept: list[Json] = []
        async for part in await request.multipart():
            if isinstance(part, BodyPartReader):
                kind = part.headers.get("Content-Type")
                upload = Upload(part.filename or "file", bytes(await part.read()), kind)
                stored = self._world.files.keep(upload, None, ephemeral=True)
                kept.append({"id": str(stored.id), "filename": stored.filename, "url": stored.url})
        return _json({"files": kept})

    async def _events(self, request: web.Request) -> web.StreamResponse:
        if not self.allowed(request):
            return _json({"error": "wrong host or token"}, 403)
        try:
            person = Asking(self._world, dict(request.query)).person()
        except Wrong as wrong:
            return _json({"error": wrong.reason}, wrong.status)
        return await self._streams.serve(request, person)


def named_here(request: web.Request) -> bool:
    """Whether the Host header names this machine.

    A page from elsewhere, even under a name that was bent to the loopback address, has another one.
    """
    host = request.host.rsplit(":", 1)[0] if not request.host.endswith("]") else request.host
    return host in _LOOPBACK


@web.middleware
async def only_here(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse every request whose Host header names another machine."""
    if not named_here(request):
        return _json({"error": "wrong host"}, 403)
    return await handler(request)


def _json(value: Any, status: int = 200) -> web.Response:
    return web.Response(
        status=status,
        body=dumps(value).encode(),
        headers={"Content-Type": "application/json", "Cache-Control": "no-store"},
    )


async def _body(request: web.Request) -> Json:
    try:
        value = loads(await request.read() or b"{}")
    except ValueError:
        raise Wrong(400, "the body must be JSON") from None
    if not isinstance(value, dict):
        raise Wrong(400, "the body must be an object")
    return value
