"""The board's message: few edits, posted anew when old, scrolled away or deleted."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.store import Board
from tests.features.presenter.fakes import FIGHT, PLACE, Bench, card, error, settle


@pytest.fixture
async def bench() -> Bench:
    """A presenter whose board is posted already, as message 1000."""
    made = Bench()
    made.presenter.redraw(PLACE, FIGHT)
    await settle()
    await made.clock.advance(10)
    made.channels.log.clear()
    return made


async def change(bench: Bench, round_no: int) -> None:
    """The encounter changes."""
    bench.book.turn(round_no)
    bench.presenter.redraw(PLACE, FIGHT)
    await settle()


async def test_it_is_posted_and_its_place_noted() -> None:
    bench = Bench()
    bench.presenter.redraw(PLACE, FIGHT)
    await settle()
    assert bench.channels.posts() == [1000]
    posted = datetime.fromtimestamp(bench.clock.now(), UTC)
    assert bench.book.placed_notes == [Board(100, 1000, posted, 1)]


async def test_a_hundred_changes_are_one_edit_in_two_seconds(bench: Bench) -> None:
    for n in range(100):
        await change(bench, n)
    assert len(bench.channels.edited_at) == 1
    await bench.clock.advance(1.9)
    assert len(bench.channels.edited_at) == 1
    await bench.clock.advance(0.2)
    assert len(bench.channels.edited_at) == 2
    assert "round 99" in bench.channels.messages[1000]
    for n in range(100):
        await change(bench, n)
        await bench.clock.advance(0.1)
    gaps = [b - a for a, b in zip(bench.channels.edited_at, bench.channels.edited_at[1:], strict=False)]
    assert min(gaps) >= 2.0


async def test_a_clock_that_is_set_back_holds_no_board_up(bench: Bench) -> None:
    await change(bench, 4)
    bench.clock.set_back(3600)
    await change(bench, 5)
    assert "round 5" in bench.channels.messages[1000]
    await change(bench, 6)
    await bench.clock.advance(2.1)
    assert "round 6" in bench.channels.messages[1000]


async def test_cards_do_not_wait_for_the_board(bench: Bench) -> None:
    await change(bench, 4)
    await change(bench, 5)
    await bench.tell(card(1))
    assert bench.channels.log[-1][0] == "post"


async def test_nothing_is_sent_when_nothing_changed(bench: Bench) -> None:
    bench.presenter.redraw(PLACE, FIGHT)
    await settle()
    assert bench.channels.log == []


async def test_older_than_an_hour_it_is_posted_anew(bench: Bench) -> None:
    await bench.clock.advance(3500)
    await change(bench, 4)
    assert [kind for kind, _, _ in bench.channels.log] == ["edit"]
    await bench.clock.advance(200)
    await change(bench, 5)
    assert [kind for kind, _, _ in bench.channels.log] == ["edit", "post", "delete"]
    assert list(bench.channels.messages) == [1001]
    assert bench.book.where is not None
    assert bench.book.where.message == 1001


async def test_scrolled_away_it_is_posted_anew(bench: Bench) -> None:
    for n in range(5):
        bench.presenter.message_sent(100, 2000 + n)
    bench.presenter.message_sent(100, 999)
    bench.presenter.message_sent(101, 3000)
    await change(bench, 4)
    assert [kind for kind, _, _ in bench.channels.log] == ["edit"]
    bench.presenter.message_sent(100, 2011)
    await bench.clock.advance(5)
    await change(bench, 5)
    assert [kind for kind, _, _ in bench.channels.log] == ["edit", "post", "delete"]


async def test_deleted_it_comes_back(bench: Bench) -> None:
    del bench.channels.messages[1000]
    await change(bench, 4)
    assert list(bench.channels.messages) == [1001]


async def test_deleted_it_comes_back_at_once_when_discord_says_so(bench: Bench) -> None:
    del bench.channels.messages[1000]
    bench.presenter.messages_deleted(PLACE, {5, 1000})
    await settle()
    assert list(bench.channels.messages) == [1001]
    bench.presenter.messages_deleted(PLACE, {5})
    await settle()
    assert list(bench.channels.messages) == [1001]


async def test_it_can_be_fetched_to_the_end_of_the_channel(bench: Bench) -> None:
    bench.presenter.redraw(PLACE, FIGHT, anew=True)
    await settle()
    assert list(bench.channels.messages) == [1001]
    await bench.clock.advance(5)
    await change(bench, 4)
    assert list(bench.channels.messages) == [1001]


async def test_when_discord_allows_no_more_edits_it_is_posted_anew(bench: Bench) -> None:
    bench.channels.fail = [error(400, 30046)]
    await change(bench, 4)
    assert 1001 in bench.channels.messages


async def test_after_a_restart_it_is_found_where_it_stands(bench: Bench) -> None:
    other = Bench()
    other.channels.messages = dict(bench.channels.messages)
    other.book.where = bench.book.where
    await change(other, 4)
    assert [kind for kind, _, _ in other.channels.log] == ["edit"]


async def test_blocked_it_waits_and_failing_it_is_tried_again(bench: Bench) -> None:
    bench.channels.fail = [error(403, 50013)]
    await change(bench, 4)
    assert bench.channels.log == []
    await bench.clock.advance(10)
    await change(bench, 5)
    assert "round 5" in bench.channels.messages[1000]
    bench.channels.fail = [error(500, 0)]
    await bench.clock.advance(10)
    await change(bench, 6)
    await bench.clock.advance(10)
    assert "round 6" in bench.channels.messages[1000]


async def test_at_the_end_it_is_drawn_a_last_time(bench: Bench) -> None:
    assert bench.book.view is not None
    bench.book.view = replace(bench.book.view, phase="ended")
    await bench.clock.advance(4000)
    await change(bench, 9)
    assert "ended" in bench.channels.messages[1000]
    assert bench.presenter._boards._standing == {}


async def test_an_encounter_that_is_gone_has_no_board(bench: Bench) -> None:
    bench.book.view = None
    bench.presenter.redraw(PLACE, FIGHT)
    await settle()
    assert bench.channels.log == []
