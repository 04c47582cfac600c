"""What every feature is handed: the client and all that stands behind it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import discord

from bot.settings import Settings
from bot.store import Store
from bot.table.tables import Tables

from .kit.desk import Desk
from .kit.routes import Routes
from .kit.tree import Tree
from .kit.work import Work

if TYPE_CHECKING:
    from .presenter import Presenter

Job = Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class App:
    """The running bot. Made once, in `bot/client.py`.

    tree: for slash commands. routes: for buttons, selects and forms. presenter: shows what a use case came
    to. work: what is under way, for jobs that no interaction began. at_login: run once, when the bot may ask
    Discord but need not be connected yet; at_start: after those, once it knows its servers; both in the order
    in which they were added. services: run from then until the bot stops; one that fails is logged and begun
    again.
    """

    client: discord.Client
    tree: Tree
    routes: Routes
    desk: Desk
    store: Store
    tables: Tables
    presenter: Presenter
    settings: Settings
    work: Work
    at_login: list[Job] = field(default_factory=list)
    at_start: list[Job] = field(default_factory=list)
    services: list[Job] = field(default_factory=list)


class Feature(Protocol):
    """A feature's package: `bot/features/<name>/__init__.py` has this function."""

    def add(self, app: App, /) -> None:
        """Register its commands on the tree and its addresses on the routes. Nothing else happens here."""
