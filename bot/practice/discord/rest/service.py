"""Serves the REST routes over HTTP: tokens, bodies, faults, errors, and a record of what was asked."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from aiohttp import BodyPartReader, web

from .. import errors
from ..compose import Body
from ..errors import ApiError
from ..faults import Fault, Faults
from ..files import Upload
from ..wire import dumps, loads
from . import callbacks, channels, commands, login, webhooks
from .base import API, Call, Route
from .rates import Rates

if TYPE_CHECKING:
    from ..world import World

ROUTES: Final = (
    *callbacks.ROUTES,
    *webhooks.ROUTES,
    *channels.ROUTES,
    *login.ROUTES,
    *commands.ROUTES,
)

CheckBody = Callable[[str, str, Any], list[str]]
"""Given method, path in the document's notation and JSON, says what does not fit Discord's document."""

_JSON: Final = {"Content-Type": "application/json", "Via": "1.1 practice"}
"""discord.py wants the type without a charset, and takes a 429 for a real one only with a Via."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One request of the bot, for assertions."""

    method: str
    path: str
    status: int
    text: str

    @property
    def json(self) -> Any:
        """Its JSON body; None where there was none."""
        return json.loads(self.text) if self.text else None


class RestService:
    """All routes, on one world."""

    def __init__(
        self, world: World, faults: Faults, check_body: CheckBody | None = None, rates: Rates | None = None
    ) -> None:
        """`check_body` and `rates` are kept only where they are given."""
        self._world = world
        self._faults = faults
        self._check_body = check_body
        self._rates = rates
        self.requests: deque[Asked] = deque(maxlen=2000)
        self.body_errors: list[str] = []

    def add_to(self, app: web.Application) -> None:
        """Add the routes, and where files are read, to an application."""
        for route in ROUTES:
            app.router.add_route(route.method, API + route.path, self._serve(route))
        for folder in ("attachments", "ephemeral-attachments"):
            app.router.add_get(f"/{folder}/{{channel}}/{{key}}/{{name}}", self._file)
        app.router.add_route("*", API + "/{rest:.*}", self._no_route)

    def _serve(self, route: Route) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def serve(request: web.Request) -> web.StreamResponse:
            path = request.path[len(API) :]
            fault = self._faults.take(request.method, path)
            if fault is not None:
                early = await _suffer(fault)
                if early is not None:
                    self._note(request.method, path, early.status, "")
                    return early
            text = ""
            try:
                if not route.open:
                    self._authorize(request)
                text, uploads = await _read(request)
                answer = self._do(route, request, _parsed(text), uploads)
            except ConnectionError:  # the bot died while it asked
                return web.Response(status=400)
            except ApiError as error:
                answer = web.Response(status=error.status, body=dumps(error.body()).encode(), headers=_JSON)
            self._note(request.method, path, answer.status, text)
            if fault is not None and fault.kind == "lose" and request.transport is not None:
                request.transport.abort()
            return answer

        return serve

    def _do(self, route: Route, request: web.Request, value: Any, uploads: dict[int, Upload]) -> web.Response:
        if self._check_body is not None and request.method in ("POST", "PUT", "PATCH"):
            self._validate(self._check_body, route, value)
        body = Body(value if isinstance(value, dict) else {}, uploads)
        call = Call(self._world, request.match_info, request.query, body, value)
        headers = _JSON
        if self._rates is not None:
            headers = {**_JSON, **self._rates.take(route, call)}
        reply = route.handler(call)
        if reply.status == 204:
            return web.Response(status=204, headers={"Via": _JSON["Via"]} if headers is _JSON else headers)
        return web.Response(status=reply.status, body=dumps(reply.json).encode(), headers=headers)

    def _validate(self, check: CheckBody, route: Route, value: Any) -> None:
        wrong = check(route.method, route.path, {} if value is None else value)
        if wrong:
            self.body_errors.extend(f"{route.method} {route.path}: {each}" for each in wrong)
            raise errors.bad_form((), "OPENAPI_MISMATCH", "; ".join(wrong))

    def _authorize(self, request: web.Request) -> None:
        if request.headers.get("Authorization") != f"Bot {self._world.application.token}":
            raise errors.unauthorized()

    def _note(self, method: str, path: str, status: int, text: str) -> None:
        self.requests.append(Asked(method, path, status, text))

    async def _file(self, request: web.Request) -> web.StreamResponse:
        key = request.match_info["key"]
        found = self._world.files.get(int(key)) if key.isdigit() else None
        if found is None or found.filename != request.match_info["name"]:
            return web.Response(status=404, text="not found")
        safe = found.content_type.startswith(("image/", "audio/", "video/", "text/plain"))
        return web.Response(
            body=found.data,
            headers={
                "Content-Type": found.content_type,
                "X-Content-Type-Options": "nosniff",
                "Content-Security-Policy": "sandbox",
                "Content-Disposition": "inline" if safe else f'attachment; filename="{found.filename}"',
            },
        )

    async def _no_route(self, request: web.Request) -> web.StreamResponse:
        error = errors.not_found()
        self._note(request.method, request.path[len(API) :], error.status, "")
        return web.Response(status=error.status, body=dumps(error.body()).encode(), headers=_JSON)


async def _suffer(fault: Fault) -> web.Response | None:
    """Do what a fault does before a request is carried out; an answer where it is all that happens."""
    if fault.kind == "rate_limit":
        body = {
            "message": "You are being rate limited.",
            "retry_after": fault.seconds,
            "global": fault.scope == "global",
        }
        headers = {
            **_JSON,
            "Retry-After": str(max(1, round(fault.seconds))),
            "X-RateLimit-Scope": fault.scope,
        }
        if fault.scope == "global":
            headers["X-RateLimit-Global"] = "true"
        return web.Response(status=429, body=dumps(body).encode(), headers=headers)
    if fault.kind == "status":
        return web.Response(
            status=fault.status, text="upstream connect error", headers={"Via": "1.1 practice"}
        )
    if fault.kind == "slow":
        await asyncio.sleep(fault.seconds)
    elif fault.gate is not None:
        await fault.gate.pass_through()
    return None


async def _read(request: web.Request) -> tuple[str, dict[int, Upload]]:
    """The JSON text of a request, and the files with it by their numbers."""
    if request.content_type != "multipart/form-data":
        try:
            return (await request.read()).decode(), {}
        except UnicodeDecodeError:
            raise errors.bad_request() from None
    text = "{}"
    uploads: dict[int, Upload] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise errors.bad_request()
        name = part.name or ""
        if name == "payload_json":
            text = await part.text()
        elif name.startswith("files[") and name.endswith("]") and name[6:-1].isdigit():
            data = bytes(await part.read())
            kind = part.headers.get("Content-Type")
            uploads[int(name[6:-1])] = Upload(part.filename or "file", data, kind)
    return text, uploads


def _parsed(text: str) -> Any:
    """The value of a JSON text; None where there is none."""
    try:
        return loads(text) if text else None
    except ValueError:
        raise errors.bad_request() from None
