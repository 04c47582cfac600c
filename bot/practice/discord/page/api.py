"""The HTTP interface of the person's side: acts, what is seen, and a stream of changes."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from aiohttp import BodyPartReader, web

from ..errors import ApiError
from ..files import Upload
from ..message import Message
from ..model import Channel
from ..people import ClientRefusal
from ..wire import Json, dumps, loads, snowflake
from . import views
from .stream import Streams

if TYPE_CHECKING:
    from ..people import Person
    from ..world import World

PREFIX: Final = "/practice/api"
_LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]", "::1")

Act = Callable[["Asking"], Awaitable[Any]]


class Wrong(Exception):
    """A request that makes no sense: status and what is wrong with it."""

    def __init__(self, status: int, reason: str) -> None:
        """For the program that asked, not for a person."""
        super().__init__(reason)
        self.status = status
        self.reason = reason


class Asking:
    """One request: what it names, looked up in the world."""

    def __init__(self, world: World, values: Json) -> None:
        """`values` are the query's, or the JSON body's."""
        self.world = world
        self.values = values

    def text(self, name: str, default: str | None = None) -> str:
        """A text; raises `Wrong` where there is none and no default."""
        value = self.values.get(name, default)
        if not isinstance(value, str):
            raise Wrong(400, f"{name} must be given as text")
        return value

    def flag(self, name: str) -> bool:
        """A yes or no."""
        return self.values.get(name) in (True, "1", "true")

    def object(self, name: str) -> Json:
        """An object of values, `{}` where it is left out; uploaded files in it are looked up."""
        value = self.values.get(name) or {}
        if not isinstance(value, dict):
            raise Wrong(400, f"{name} must be an object")
        return {key: self._value(each) for key, each in value.items()}

    def list(self, name: str) -> list[Any]:
        """A list of values."""
        value = self.values.get(name)
        if not isinstance(value, list):
            raise Wrong(400, f"{name} must be a list")
        return [self._value(each) for each in value]

    def _value(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._value(each) for each in value]
        if isinstance(value, dict):
            found = self.world.files.get(snowflake(value.get("file")) or 0)
            if found is None:
                raise Wrong(404, "no such file was uploaded")
            return found
        return value

    def person(self) -> Person:
        """The person who acts or looks, by id or handle."""
        value = self.text("person")
        key = snowflake(value)
        user = self.world.users.get(key) if key is not None else self.world.user_named(value)
        if user is None or user.bot:
            raise Wrong(404, f"no person {value}")
        return self.world.person_of(user)

    def channel(self) -> Channel:
        """The channel, by id."""
        found = self.world.channels.get(snowflake(self.text("channel")) or 0)
        if found is None:
            raise Wrong(404, "no such channel")
        return found

    def message(self) -> Message:
        """The message, by id."""
        found = self.world.message(snowflake(self.text("message")) or 0)
        if found is None:
            raise ClientRefusal("This message is gone")
        return found


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
            "/people": self._people,
            "/slash": self._slash,
            "/autocomplete": self._autocomplete,
            "/press": self._press,
            "/select": self._select,
            "/submit": self._submit,
            "/say": self._say,
            "/dismiss": self._dismiss,
        }
        for path, act in gets.items():
            app.router.add_get(PREFIX + path, self._serve(act))
        for path, act in posts.items():
            app.router.add_post(PREFIX + path, self._serve(act))
        app.router.add_post(PREFIX + "/files", self._files)
        app.router.add_get(PREFIX + "/events", self._events)

    def close(self) -> None:
        """End all streams."""
        self._streams.close()

    def allowed(self, request: web.Request) -> bool:
        """Whether a request came to a loopback name, with the token."""
        host = request.host.rsplit(":", 1)[0] if not request.host.endswith("]") else request.host
        given = request.query.get("token") or request.headers.get("Authorization", "").removeprefix("Bearer ")
        return host in _LOOPBACK and secrets.compare_digest(given.encode(), self._token.encode())

    def _serve(self, act: Act) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
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

    async def _people(self, asking: Asking) -> Json:
        guild = self._world.guilds.get(snowflake(asking.text("guild")) or 0)
        if guild is None:
            raise Wrong(404, "no such guild")
        name = asking.text("name")
        if not 1 <= len(name) <= 32:
            raise ClientRefusal("A name has 1 to 32 characters")
        wanted = [snowflake(each) for each in asking.values.get("roles") or ()]
        roles = [guild.roles[each] for each in wanted if each in guild.roles]
        person = self._world.person(name.lower(), guild, roles=roles, display=name)
        return views.person(self._world, person.user)

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
