"""Procedures: rules as coroutines, found by name, run by our own driver."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar, cast

from .effects import Call

P = ParamSpec("P")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
S = TypeVar("S")


class Refused(Exception):
    """The rules forbid it: a sentence for the one who asked. Raised only before a step's first input."""


class Fight(Generic[S]):
    """A procedure's read-only handle on the encounter: `fight.s` is always the state as of now.

    Only the driver assigns `s`. Read it again after every await, never keep a part of it across one.
    interrupts: 0, or more while a procedure runs that came in while another step is under way.
    """

    __slots__ = ("interrupts", "s")

    def __init__(self, s: S) -> None:
        self.s = s
        self.interrupts = 0


Body = Callable[..., Coroutine[Any, Any, Any]]


class Procedure(Protocol[P, T_co]):
    """What `@procedure` makes of a coroutine: called without the fight it gives a `Call`."""

    clause: str
    name: str

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Call[T_co]: ...


_BODIES: dict[str, Body] = {}


def procedure(
    clause: str, game: str | None = None
) -> Callable[[Callable[Concatenate[Fight[Any], P], Coroutine[Any, Any, T]]], Procedure[P, T]]:
    """Register a coroutine `(fight, ...)` as the procedure of these clauses ("OQ-31, 37").

    Its stored name is `<game>.<function>`, where the game is the package of its module unless given; so
    functions may move between a game's modules without breaking saved steps, and names are unique within a
    game.
    """

    def wrap(body: Callable[Concatenate[Fight[Any], P], Coroutine[Any, Any, T]]) -> Procedure[P, T]:
        name = f"{game or game_of(body.__module__)}.{body.__name__}"
        if name in _BODIES:
            raise ValueError(f"two procedures are called {name}")
        _BODIES[name] = body
        signature = inspect.signature(body)

        def call(*args: P.args, **kwargs: P.kwargs) -> Call[T]:
            if kwargs or len(args) + 1 < len(signature.parameters):
                bound = signature.bind(None, *args, **kwargs)
                bound.apply_defaults()
                return Call(name, bound.args[1:])
            return Call(name, args)

        made = cast(Procedure[P, T], call)
        made.clause = clause
        made.name = name
        call.__doc__ = body.__doc__
        return made

    return wrap


def game_of(module: str) -> str:
    """The package a module stands in, which names the game: `rules.games.openquest.attack` -> `openquest`."""
    parts = module.split(".")
    if "games" in parts[:-1]:
        return parts[parts.index("games") + 1]
    return parts[-2] if len(parts) > 1 else parts[-1]


def start(call: Call[T], fight: Fight[Any]) -> Coroutine[Any, Any, T]:
    """The coroutine of a call. LookupError when no such procedure exists (any more)."""
    try:
        body = _BODIES[call.name]
    except KeyError:
        raise LookupError(f"no procedure is called {call.name}") from None
    return body(fight, *call.args)
