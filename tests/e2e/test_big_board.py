"""Sixty combatants with the longest names, in every state: the board pages, keeps its pace, comes back."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path

import pytest

from bot.features.presenter.boards import SCROLLED, SPACING
from bot.practice.discord import BodyCheck, Person
from bot.practice.discord.events import Event, MessageChanged
from bot.practice.discord.message import Message
from tests.e2e.company import BOARD, PATIENCE, Company, company

FOES = 60
NAME = "The Very Honourable and Long-Winded Baron of the Far Marches "
"""With a number of two digits or three letters after it: 64 characters."""


@pytest.fixture
async def table(tmp_path: Path, check_body: BodyCheck) -> AsyncIterator[Company]:
    """The bot in a hurry; every body that it sends is checked."""
    async with company(tmp_path, check_body=check_body) as here:
        yield here


@pytest.fixture
async def unhurried(tmp_path: Path, check_body: BodyCheck) -> AsyncIterator[Company]:
    """The bot as it is, with its usual pace."""
    async with company(tmp_path, quick=False, check_body=check_body) as here:
        yield here


def barons() -> list[str]:
    """Sixty names of 64 characters."""
    return [f"{NAME}{n:03}" for n in range(FOES)]


async def gathered(here: Company) -> Person:
    """An encounter with sixty; gives its GM."""
    gm = here.person("gunnar")
    await here.say(gm, "encounter start ruleset:openquest name:The long hall")
    for name in barons():
        out = await here.say(gm, "encounter add", {"creature": "Goblin", "name": name})
        assert "joins" in out.text
    return gm


async def board_that(here: Company, shows: str) -> Message:
    """The board, once it shows this."""

    def found() -> bool:
        return any(re.search(shows, board.text) for board in here.boards())

    await here.world.until(found, timeout=PATIENCE, what=shows)
    return next(board for board in here.boards() if re.search(shows, board.text))


async def pages_of(here: Company, person: Person, board: Message) -> list[str]:
    """Every page, turned to the left and then to the right, as this person reads them."""
    message = board
    while not _button(message, "◀").get("disabled"):
        message = await _turned(here, person, message, "◀")
    pages = [message.text]
    while not _button(message, "▶").get("disabled"):
        message = await _turned(here, person, message, "▶")
        pages.append(message.text)
    return pages


async def _turned(here: Company, person: Person, message: Message, which: str) -> Message:
    out = await here.press(person, message, str(_button(message, which)["custom_id"]))
    return out.reply


def _button(message: Message, label: str) -> dict[str, object]:
    return next(one for one in message.buttons if one.get("label") == label)


def names_on(pages: list[str]) -> list[str]:
    """The barons in the order of the pages."""
    return [found for page in pages for found in re.findall(rf"{NAME}\d\d\d", page.split("◀")[0])]


async def test_sixty_in_every_state(table: Company) -> None:
    gm = await gathered(table)
    olga = table.person("olga")
    board = await board_that(table, f"{NAME}011")
    assert sorted(names_on(await pages_of(table, olga, board))) == barons()
    await table.say(gm, "encounter begin")
    board = await board_that(table, "round 1")
    shown = await pages_of(table, olga, board)
    turns = [name for page in shown for name in names_on([page.split("\n", 2)[2]])]
    assert sorted(turns) == barons()
    assert len(shown) == 5
    # everybody under several effects, notes at their longest, some down, one hidden
    for n in (0, 7, 20, 41, 59):
        who = barons()[n]
        for effect in ("bewitched by the moon", "slowed", "blessed by the river and the reeds of it"):
            await table.say(gm, f"encounter effect label:{effect} rounds:9", {"combatant": who})
        await table.say(gm, "encounter set", {"combatant": who, "value": "hp", "to": "=-2"})
        await table.say(gm, "encounter note", {"text": "n" * 300, "about": who})
    await table.say(gm, "encounter set", {"combatant": barons()[30], "value": "hidden", "to": "yes"})
    await table.say(gm, "encounter pause")
    board = await board_that(table, "paused")
    seen = sorted(set(names_on(await pages_of(table, olga, board))))
    assert seen == [name for name in barons() if name != barons()[30]]
    assert barons()[30] in names_on(await pages_of(table, gm, board))
    await table.say(gm, "encounter resume")
    # the page follows the turn
    for _ in range(30):
        await table.say(gm, "encounter next")
    acting = re.compile(rf"➤ \*\*({NAME}\d\d\d)\*\*")
    board = await board_that(table, "3 of 5")
    found = acting.search(board.text)
    assert found is not None
    assert f"**{found[1]}**'s turn" in board.text
    await table.say(gm, "encounter end")
    await board_that(table, "ended")


async def test_edits_come_at_most_once_in_two_seconds_and_the_last_state_is_shown(unhurried: Company) -> None:
    table = unhurried
    gm = await gathered(table)
    await table.say(gm, "encounter begin")
    drawn: list[float] = []

    def listen(event: Event) -> None:
        if isinstance(event, MessageChanged) and event.change in ("create", "update"):
            message = event.message
            if not message.ephemeral and BOARD.search(message.text):
                drawn.append(table.world.clock.now())

    end = table.world.events.listen(listen)
    changes = 0
    while len(drawn) < 3:
        changes += 1
        await table.say(gm, "encounter set", {"combatant": barons()[0], "value": "hp", "to": f"{changes}"})
        await asyncio.sleep(0.05)
    await board_that(table, f"{changes}/9 HP")
    end()
    gaps = [after - before for before, after in pairwise(drawn)]
    assert [gap for gap in gaps if gap < SPACING - 0.05] == []
    assert changes > len(drawn), "several changes are one edit"


async def test_it_is_posted_anew_when_scrolled_away_and_when_somebody_deletes_it(table: Company) -> None:
    gm, ana = table.person("gunnar"), table.person("ana")
    await table.say(gm, "encounter start ruleset:openquest")
    await table.say(ana, "encounter join character:Sellsword name:Ana")
    first = await board_that(table, "1 player so far")
    for n in range(SCROLLED):
        await ana.say(table.channel, f"chatter {n}")
    await table.say(gm, "encounter add creature:Goblin")
    await table.world.until(lambda: first.deleted, timeout=PATIENCE, what="the old board to go")
    second = await board_that(table, "Goblin")
    assert second is not first
    assert len(table.boards()) == 1
    second.delete()
    third = await board_that(table, "Goblin")
    assert third is not second
    await table.say(gm, "encounter begin")
    await board_that(table, "round 1")
    assert len(table.boards()) == 1
    await table.bot.restart()
    third.delete()
    await table.say(gm, "encounter next")
    await board_that(table, "round 1")
    assert len(table.boards()) == 1
