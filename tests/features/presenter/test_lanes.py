"""What is told without an interaction: in order, once, newest state only, and again when Discord fails."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from datetime import UTC, datetime
from typing import Any

import discord
import pytest

from bot.features.presenter import Untold
from bot.store import Board
from bot.table.updates import Ping
from tests.features.presenter.fakes import FIGHT, PLACE, Bench, card, error, settle


@pytest.fixture
async def bench() -> Bench:
    """A presenter on fakes."""
    return Bench()


async def test_cards_are_posted_in_order_and_noted(bench: Bench) -> None:
    await bench.tell(card(1), card(2), version=7)
    assert [text.split("\n")[0] for _, _, text in bench.channels.log] == ["step 1", "step 2"]
    first, second = bench.channels.posts()
    assert bench.book.notes == [(FIGHT, 7, {1: first}), (FIGHT, 7, {2: second})]


async def test_a_told_card_is_edited(bench: Bench) -> None:
    await bench.tell(card(1), version=1)
    (message,) = bench.channels.posts()
    await bench.tell(card(1, "step 1", "and more"), version=2)
    assert bench.channels.messages[message].startswith("step 1\nand more")
    assert [kind for kind, _, _ in bench.channels.log] == ["post", "edit"]


async def test_of_several_states_only_the_newest_is_shown(bench: Bench) -> None:
    bench.channels.gate = asyncio.Event()
    for version in range(1, 6):
        await bench.tell(card(1, f"state {version}"), version=version)
    bench.channels.gate.set()
    await settle()
    kinds = [(kind, text.split("\n")[0]) for kind, _, text in bench.channels.log]
    assert kinds[-1] == ("edit", "state 5")
    assert len(kinds) == 2
    assert kinds[0][0] == "post"


async def test_an_older_state_never_overwrites_a_newer_one(bench: Bench) -> None:
    await bench.tell(card(1, "new"), version=9)
    await bench.tell(card(1, "old"), version=8)
    (message,) = bench.channels.messages
    assert bench.channels.messages[message].startswith("new")


async def test_a_step_in_the_post_is_not_posted_twice(bench: Bench) -> None:
    """The table does not know the message yet when the next state comes."""
    bench.channels.gate = asyncio.Event()
    await bench.tell(card(1), version=1)
    await bench.tell(card(1, "step 1", "undone"), version=2)
    bench.channels.gate.set()
    await settle()
    assert len(bench.channels.posts()) == 1


@pytest.mark.parametrize(("asks", "posted"), [(True, 2), (False, 1)])
async def test_a_deleted_card_comes_again_only_where_it_is_needed(
    bench: Bench, asks: bool, posted: int
) -> None:
    await bench.tell(card(1, asks=asks), version=1)
    bench.channels.messages.clear()
    await bench.tell(card(1, "changed", asks=asks), version=2)
    assert len(bench.channels.posts()) == posted


async def test_passing_failures_are_tried_again_and_the_order_kept(bench: Bench) -> None:
    bench.channels.fail = [error(502, 0), error(503, 0), ConnectionResetError()]
    await bench.tell(card(1), card(2))
    assert bench.channels.log == []
    await bench.clock.advance(0.9)
    assert bench.channels.log == []
    await bench.clock.advance(20)
    assert [text.split("\n")[0] for _, _, text in bench.channels.log] == ["step 1", "step 2"]


async def test_after_many_failures_the_next_act_is_not_kept_waiting(bench: Bench) -> None:
    bench.channels.fail = [error(503, 0)] * 4
    await bench.tell(card(1))
    await bench.clock.advance(1 + 3 + 10)
    assert bench.channels.log == []
    await bench.tell(card(2), version=2)
    assert bench.channels.log == [], "Discord is left in peace for a second"
    await bench.clock.advance(1)
    assert [text.split("\n")[0] for _, _, text in bench.channels.log] == ["step 1", "step 2"]


async def test_where_the_bot_may_not_write_the_cards_wait(
    bench: Bench, logged: list[MutableMapping[str, Any]]
) -> None:
    bench.channels.fail = [error(403, 50013)]
    await bench.tell(card(1))
    assert bench.channels.log == []
    assert [e["log_level"] for e in logged] == ["warning"]
    await bench.clock.advance(3600)
    assert bench.channels.log == []
    await bench.tell(card(2), version=2)
    assert [text.split("\n")[0] for _, _, text in bench.channels.log] == ["step 1", "step 2"]


async def test_it_is_complained_once_until_it_works_again(
    bench: Bench, logged: list[MutableMapping[str, Any]]
) -> None:
    for n in range(1, 4):
        bench.channels.fail = [error(403, 50001)]
        await bench.tell(card(n), version=n)
    assert len(logged) == 1
    await bench.tell(card(4), version=4)
    assert len(bench.channels.posts()) == 4
    bench.channels.fail = [error(403, 50001)]
    await bench.tell(card(5), version=5)
    assert len(logged) == 2


async def test_a_channel_that_is_gone_is_let_go(bench: Bench) -> None:
    bench.channels.fail = [error(404, 10003)]
    await bench.tell(card(1), card(2))
    assert bench.channels.log == []
    assert await bench.presenter.flush(1)


async def test_what_discord_does_not_take_does_not_stop_the_rest(
    bench: Bench, logged: list[MutableMapping[str, Any]]
) -> None:
    bench.channels.fail = [error(400, 50035)]
    await bench.tell(card(1), card(2))
    assert [text.split("\n")[0] for _, _, text in bench.channels.log] == ["step 2"]
    assert [note[2] for note in bench.book.notes] == [{2: bench.channels.posts()[0]}]
    assert "error" in {e["log_level"] for e in logged}


async def test_a_new_card_pings_and_an_edited_one_gets_a_message_that_goes_when_it_has_served(
    bench: Bench,
) -> None:
    await bench.tell(card(1, asks=True), version=1, pings=(Ping(7001, "ask"),))
    (message,) = bench.channels.posts()
    assert bench.channels.pinged[message] == [7001]
    await bench.tell(card(1, "now Ben", asks=True), version=2, pings=(Ping(7001, "ask"),))
    message, ping = bench.channels.posts()
    assert bench.channels.pinged[ping] == [7001]
    assert bench.channels.messages[ping] == (
        f"<@7001>: [your choice](https://discord.com/channels/1/100/{message})"
    )
    await bench.tell(card(1, "done"), version=3)
    assert ping not in bench.channels.messages
    assert message in bench.channels.messages


async def test_a_turns_ping_goes_when_the_turn_has_passed(bench: Bench) -> None:
    await bench.tell(card(1), version=1)
    await bench.tell(card(1, "x"), version=2, pings=(Ping(1, "turn"),))
    ping = bench.channels.posts()[-1]
    assert bench.channels.messages[ping].startswith("<@1>: [your turn]")
    await bench.tell(card(1, "y"), version=3)
    assert ping in bench.channels.messages
    await bench.tell(card(1, "z"), version=4, pings=(Ping(2, "turn"),))
    assert ping not in bench.channels.messages


async def test_a_reminder_takes_the_place_of_the_ping_before(bench: Bench) -> None:
    await bench.tell(pings=(Ping(1, "ask"),))
    first = bench.channels.posts()[-1]
    await bench.tell(pings=(Ping(1, "ask"),))
    second = bench.channels.posts()[-1]
    assert first not in bench.channels.messages
    assert bench.channels.pinged[second] == [1]
    await bench.tell(ended=True)
    assert second not in bench.channels.messages


async def test_what_was_told_before_a_crash_is_found_by_its_marker_and_the_rest_is_told_once(
    bench: Bench,
) -> None:
    before = Bench()
    await before.tell(card(1), card(2), version=4)
    bench.channels.messages = dict(before.channels.messages)
    found = list(bench.channels.messages)[1]
    await bench.presenter.recover(
        [Untold(PLACE, 4, card(2)), Untold(PLACE, 4, card(3)), Untold(PLACE, 4, card(1, message=1000))]
    )
    await settle()
    texts = [text.split("\n")[0] for text in bench.channels.messages.values()]
    assert sorted(t for t in texts if t.startswith("step")) == ["step 1", "step 2", "step 3"]
    assert (FIGHT, 4, {2: found}) in bench.book.notes
    assert any("The bridge" in text for text in texts)


async def test_a_board_that_was_posted_and_not_noted_is_not_posted_twice(bench: Bench) -> None:
    before = Bench()
    before.presenter.redraw(PLACE, FIGHT)
    await settle()
    bench.channels.messages = {snowflake(bench.clock.now()): before.channels.messages[1000]}
    bench.book.turn(4)
    await bench.presenter.recover([Untold(PLACE, 4, card(3))])
    await settle()
    boards = [text for text in bench.channels.messages.values() if "The bridge" in text]
    assert len(boards) == 1
    assert "round 4" in boards[0]


@pytest.mark.parametrize("untold", [True, False])
async def test_a_board_that_was_posted_anew_and_not_taken_away_is_taken_away(
    bench: Bench, untold: bool
) -> None:
    before = Bench()
    before.presenter.redraw(PLACE, FIGHT)
    await settle()
    text = before.channels.messages[1000]
    old, new = snowflake(bench.clock.now() - 60), snowflake(bench.clock.now())
    bench.channels.messages = {old: text, new: text}
    bench.book.where = Board(PLACE.channel, old, datetime.fromtimestamp(bench.clock.now() - 60, UTC), 1)
    bench.book.turn(4)
    await bench.presenter.recover([Untold(PLACE, 4, card(3))] if untold else [], [(PLACE, FIGHT)])
    await settle()
    boards = {n: text for n, text in bench.channels.messages.items() if "The bridge" in text}
    assert list(boards) == [new]
    assert "round 4" in boards[new]


def snowflake(seconds: float) -> int:
    """The id of a message that was sent then."""
    return discord.utils.time_snowflake(datetime.fromtimestamp(seconds, UTC))


async def test_another_fights_step_of_the_same_number_is_not_taken_for_it(bench: Bench) -> None:
    other = Bench()
    await other.tell(card(3))
    text = other.channels.messages[other.channels.posts()[0]]
    bench.channels.messages = {50: text.replace("fight 5", "fight 4")}
    await bench.presenter.recover([Untold(PLACE, 1, card(3))])
    await settle()
    assert len([n for n, t in bench.channels.messages.items() if "#3 of fight" in t]) == 2


async def test_where_the_past_cannot_be_read_it_is_told_all_the_same(bench: Bench) -> None:
    bench.channels.fail = [error(403, 50001)]
    await bench.presenter.recover([Untold(PLACE, 1, card(3))])
    await settle()
    assert any("#3 of fight 5" in t for t in bench.channels.messages.values())


async def test_flushing_says_everything_now(bench: Bench) -> None:
    bench.presenter.redraw(PLACE, FIGHT)
    await settle()
    bench.book.turn(4)
    await bench.tell(card(1), board=True, version=2)
    assert "round 3" in bench.channels.messages[1000]
    assert await bench.presenter.flush(5)
    assert "round 4" in bench.channels.messages[1000]


async def test_flushing_gives_up_in_time(bench: Bench) -> None:
    bench.channels.gate = asyncio.Event()
    await bench.tell(card(1))
    assert not await bench.presenter.flush(0.02)
    bench.channels.gate.set()
    await settle()
    bench.channels.fail = [error(502, 0)] * 3
    await bench.tell(card(2), version=2)
    assert not await bench.presenter.flush(5)
