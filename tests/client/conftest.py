"""What the tests of the client share."""

from __future__ import annotations

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
