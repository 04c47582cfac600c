"""What the tests of the features share."""

from __future__ import annotations

import pytest

from bot.practice.discord import Guild, Permission, Person, World
from tests.fixtures.practice import ana as ana
from tests.fixtures.practice import ben as ben
from tests.fixtures.practice import body_check as body_check
from tests.fixtures.practice import discord_py as discord_py
from tests.fixtures.practice import fight as fight
from tests.fixtures.practice import logged as logged
from tests.fixtures.practice import practice as practice
from tests.fixtures.practice import settings as settings
from tests.fixtures.practice import start as start
from tests.fixtures.practice import table as table
from tests.fixtures.practice import world as world


@pytest.fixture
def gm(world: World, table: Guild) -> Person:
    """Who runs the fight."""
    return world.person("gunnar", table)


@pytest.fixture
def olga(world: World, table: Guild) -> Person:
    """Who looks on."""
    return world.person("olga", table)


@pytest.fixture
def mara(world: World, table: Guild) -> Person:
    """Who may Manage Server."""
    return world.person("mara", table, roles=[table.add_role("Managers", Permission.MANAGE_GUILD)])
