"""Pings that a process before posted: they go once they have served, like its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.table.cards import StepCard
from bot.table.updates import Ping
from tests.features.presenter.fakes import PLACE, Bench, card, error
from tests.features.render.drawing import ASK

ANA, BEN = 7001, 7002
OF_ANA, OF_BOTH, TURN, OTHER = 10, 11, 12, 13


def bench() -> Bench:
    """A channel with three pings of before in it."""
    made = Bench()
    made.channels.messages = {
        OF_ANA: f"<@{ANA}>: [your choice](https://discord.com/channels/1/2/3)",
        OF_BOTH: f"<@{ANA}> <@{BEN}>: your choice",
        TURN: f"<@{BEN}>: your turn",
        OTHER: f"Ana rolls 1d6: 3. <@{ANA}>: your choice",
    }
    made.presenter.pings_may_stand([PLACE])
    return made


def asking(no: int, user: int) -> StepCard:
    """A step that waits for somebody."""
    return replace(card(no), status="open", asks=(replace(ASK, users=(user,)),))


async def test_those_whose_choice_is_made_go_and_others_stay() -> None:
    made = bench()
    await made.tell(asking(1, BEN))
    assert OF_ANA not in made.channels.messages
    assert {OF_BOTH, TURN, OTHER} <= set(made.channels.messages)
    await made.tell(card(2), pings=(Ping(ANA, "turn"),), version=2)
    assert {OF_BOTH, TURN} & set(made.channels.messages) == set()
    assert OTHER in made.channels.messages, "what only looks like one is none"


async def test_it_is_looked_once_and_only_where_a_fight_was_open() -> None:
    made = bench()
    await made.tell(card(1))
    made.channels.messages[OF_ANA] = f"<@{ANA}>: your choice"
    await made.tell(card(2), version=2)
    assert OF_ANA in made.channels.messages
    fresh = bench()
    fresh.presenter.pings_may_stand([])
    await fresh.tell(card(1))
    assert OF_ANA in fresh.channels.messages


async def test_where_the_latest_messages_cannot_be_read_nothing_is_held_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = bench()

    async def refused(*_: object) -> tuple[()]:
        raise error(403, 50001)

    monkeypatch.setattr(made.channels, "latest", refused)
    await made.tell(card(1), card(2))
    await made.tell(card(3), version=2)
    assert len(made.channels.posts()) == 3
