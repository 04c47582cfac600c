"""Where the bot may not speak, or is not any more: it is said where it can be said, and the fight waits."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.practice.discord import Channel, Permission
from tests.e2e.at_random import Fight
from tests.e2e.company import PATIENCE, Company, company


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Company]:
    """The bot in a hurry."""
    async with company(tmp_path) as here:
        yield here


async def fighting(here: Company, at: Channel) -> Fight:
    """Ana against two goblins, in round 1."""
    fight = Fight(here, at, here.person("gunnar"), 1, here.bot.database_url)
    ana = here.person("ana")
    fight.people[ana.id] = ana
    await fight.say(fight.gm, "encounter start ruleset:openquest")
    await fight.say(ana, "encounter join character:Sellsword name:Ana")
    await fight.say(fight.gm, "encounter add creature:Goblin count:2")
    await fight.say(fight.gm, "encounter begin")
    return fight


async def test_without_send_messages_the_fight_goes_on_in_answers_and_all_is_told_later(
    table: Company,
) -> None:
    fight = await fighting(table, table.channel)
    everyone, me = table.guild.everyone, table.guild.bot_member
    assert me is not None
    role = next(role for role in me.roles if role.managed)
    for target in (everyone, role):
        table.channel.set_overwrite(target, deny=Permission.SEND_MESSAGES)
    board = fight.board()
    assert board is not None
    board.delete()
    await table.say(fight.gm, "encounter next")
    state = fight.follower.read()
    assert fight.follower.last.verb == "next"
    # once to each: to the GM at this command, or already when the missing board was to be drawn again
    reason = re.compile(r"Send Messages[\w, ]*\. The fight waits")
    await table.world.until(
        lambda: any(m.ephemeral and reason.search(m.text) for m in fight.gm.sees(table.channel)),
        timeout=PATIENCE,
        what="the reason",
    )
    assert table.boards() == []
    for target in (everyone, role):
        table.channel.set_overwrite(target)
    await table.say(fight.gm, "encounter board")
    await fight.settled()
    assert fight.follower.read() == state
    told = table.cards(fight.follower.id)
    assert {no: len(messages) for no, messages in told.items()} == dict.fromkeys(told, 1)
    fight.follower.close()


async def test_in_a_locked_thread_a_deadline_settles_and_is_told_when_it_is_opened(table: Company) -> None:
    thread = table.channel.add_thread("alley")
    fight = await with_an_open_choice(table, thread)
    ask = fight.asks()[0]
    thread.archive(locked=True)
    assert fight.asks(), "the thread is locked before the deadline"
    await settled_by_itself(fight)
    card = table.card(fight.follower.id, ask.step_no, thread)
    assert card is not None
    assert any(b["label"] == "Take it" for b in card.buttons), "nothing can be changed in a locked thread"
    thread.unarchive()
    await table.say(fight.gm, "encounter note text:We go on", at=thread)
    await table.world.until(
        lambda: not any(b["label"] == "Take it" for b in card.buttons), timeout=PATIENCE, what="the card"
    )
    await fight.settled()
    told = table.cards(fight.follower.id, thread)
    assert {no: len(messages) for no, messages in told.items()} == dict.fromkeys(told, 1)
    fight.follower.close()


async def test_a_deleted_thread_and_a_lost_server_are_let_go_quietly(table: Company) -> None:
    thread = table.channel.add_thread("cellar")
    lost, kept = await with_an_open_choice(table, thread), await with_an_open_choice(table, table.channel)
    thread.delete()
    table.guild.remove_bot()
    for fight in (lost, kept):
        await settled_by_itself(fight)
        fight.follower.read()
        assert fight.follower.open is None
    table.guild.invite_bot()
    before = kept.follower.version()
    await table.say(kept.gm, "encounter next", at=table.channel)
    await kept.settled()
    assert kept.follower.version() > before
    for fight in (lost, kept):
        fight.follower.close()


async def with_an_open_choice(here: Company, at: Channel) -> Fight:
    """A fight in which Ana has three seconds to choose."""
    await here.say(here.manager("mara"), "config deadline time:3s")
    fight = await fighting(here, at)
    await fight.say(fight.gm, "encounter set combatant:goblin1 value:close to:300")
    for _ in range(40):
        if fight.state.actor == "goblin1":
            await here.say(fight.gm, "attack target:Ana", at=at)
            await fight.settled()
            if any(ask.who == "ana" for ask in fight.asks()):
                return fight
            await fight.answered()
        await fight.passes()
    raise AssertionError("Ana is never hit")


async def settled_by_itself(fight: Fight) -> None:
    """The deadline passes and the default is taken, whether or not anybody can be told."""
    for _ in range(int(PATIENCE / 0.05)):
        if not fight.asks():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("nobody took the default")
