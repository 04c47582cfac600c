"""What the practice Discord does on a bad day, and how discord.py takes it."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from bot.practice.discord import Channel, Faults, Person, PracticeDiscord
from tests.practice.discord.raw import Raw
from tests.practice.discord.sample_bot import SampleBot


@pytest.mark.parametrize("scope", ["user", "shared", "global"])
async def test_a_rate_limit_is_waited_out(
    bot: SampleBot, practice: PracticeDiscord, fight: Channel, ana: Person, scope: str
) -> None:
    practice.faults.rate_limit("POST", "/channels/*/messages", retry_after=0.02, scope=scope)  # type: ignore[arg-type]
    settled = await (await ana.slash(fight, "board")).settled()
    assert settled.content.startswith("posted")
    posts = [asked.status for asked in practice.requests if asked.path.endswith("/messages")]
    assert posts == [429, 200]


async def test_a_rate_limit_of_an_answer(
    bot: SampleBot, practice: PracticeDiscord, fight: Channel, ana: Person
) -> None:
    practice.faults.rate_limit("POST", "/interactions/*", retry_after=0.02, times=2)
    assert (await ana.slash(fight, "secret")).kind == "message"


async def test_a_failing_server(raw: Raw, fight: Channel) -> None:
    raw.server.faults.fail("POST", "/channels/*", status=503)
    async with raw._session.post(
        f"{raw.server.api_url}/channels/{fight.id}/messages",
        json={"content": "x"},
        headers={"Authorization": f"Bot {raw.world.application.token}"},
    ) as answer:
        assert answer.status == 503
    assert fight.messages == []
    assert (await raw.ask("POST", f"/channels/{fight.id}/messages", {"content": "x"}))[0] == 200


async def test_an_answer_that_is_lost(raw: Raw, fight: Channel) -> None:
    raw.server.faults.lose_answer("POST", "/channels/*")
    with pytest.raises(aiohttp.ClientError):
        await raw.ask("POST", f"/channels/{fight.id}/messages", {"content": "x"})
    assert [message.content for message in fight.messages] == ["x"]


async def test_a_held_request(bot: SampleBot, practice: PracticeDiscord, fight: Channel, ana: Person) -> None:
    gate = practice.faults.hold("POST", "/interactions/*")
    act = asyncio.create_task(ana.slash(fight, "secret"))
    await gate.reached()
    assert gate.waiting == 1
    assert not act.done()
    gate.open()
    assert (await act).kind == "message"


async def test_a_slow_server(raw: Raw, fight: Channel) -> None:
    raw.server.faults.slow("GET", "/channels/*", seconds=0.05)
    began = asyncio.get_running_loop().time()
    assert (await raw.ask("GET", f"/channels/{fight.id}"))[0] == 200
    assert asyncio.get_running_loop().time() - began >= 0.05


async def test_an_interaction_delivered_twice(
    bot: SampleBot, practice: PracticeDiscord, fight: Channel, ana: Person
) -> None:
    practice.faults.deliver_twice()
    await ana.slash(fight, "secret")
    await ana.slash(fight, "secret")
    assert bot.seen.count("interaction") == 3


def test_faults_are_used_up() -> None:
    faults = Faults()
    faults.fail("PATCH", "/channels/*", times=2)
    assert faults.take("POST", "/channels/1") is None
    assert faults.take("PATCH", "/webhooks/1") is None
    assert faults.take("PATCH", "/channels/1/messages/2") is not None
    assert faults.take("PATCH", "/channels/1") is not None
    assert faults.take("PATCH", "/channels/1") is None


def test_all_is_well_again() -> None:
    faults = Faults()
    faults.fail("*", "*", times=5)
    faults.deliver_twice(3)
    faults.ready_delay = 1.0
    faults.clear()
    assert (faults.take("GET", "/x"), faults.take_twice(), faults.ready_delay) == (None, False, 0.0)
