"""Answers are held back where what a crash left is not found yet, and nowhere else."""

from __future__ import annotations

import asyncio

import pytest

from bot.features.presenter.gate import Gate

HERE, THERE = 1, 2


def through(gate: Gate, channel: int) -> asyncio.Task[None]:
    return asyncio.create_task(gate.passed(channel))


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_it_is_open_at_first() -> None:
    passing = through(Gate(), HERE)
    await settle()
    assert passing.done()


async def test_it_opens_for_each_channel_once_that_is_looked_through() -> None:
    gate = Gate()
    gate.close()
    here, there = through(gate, HERE), through(gate, THERE)
    await settle()
    assert not here.done()
    assert not there.done()
    gate.only([HERE])
    await settle()
    assert not here.done(), "what is left there is known, not found"
    assert there.done()
    gate.open(HERE)
    await asyncio.wait_for(here, 30)


@pytest.mark.parametrize("known", [True, False])
async def test_it_opens_for_all_where_nothing_can_be_found(known: bool) -> None:
    gate = Gate()
    gate.close()
    if known:
        gate.only([HERE])
    here = through(gate, HERE)
    await settle()
    assert not here.done()
    gate.open_all()
    await asyncio.wait_for(here, 30)
    await gate.passed(THERE)


async def test_nobody_waits_for_ever() -> None:
    gate = Gate(seconds=0.01)
    gate.close()
    await asyncio.wait_for(gate.passed(HERE), 30)
