"""`/pings`, seen through a practice Discord."""

from __future__ import annotations

from bot.features.pings import add
from bot.practice.discord import Channel, Person
from bot.store import Server
from tests.fixtures.practice import Starting


async def test_everybody_switches_their_own(
    start: Starting, fight: Channel, ana: Person, ben: Person
) -> None:
    async with start(add):
        said = await ana.slash(fight, "pings")
        assert said.ephemeral
        assert "**When your turn begins**: on" in said.text
        said = await ana.press(said.reply, "Do not ping me when your turn begins")
        assert "**When your turn begins**: off" in said.text
        assert "**When a choice is yours**: on" in said.text
        assert "**When your turn begins**: on" in (await ben.slash(fight, "pings")).text
        said = await ana.press(said.reply, "Ping me when your turn begins")
        assert "**When your turn begins**: on" in said.text


async def test_what_the_server_has_switched_off_is_said(start: Starting, fight: Channel, ana: Person) -> None:
    async with start(add) as app:
        assert fight.guild is not None
        async with app.store.write() as tx:
            await tx.servers.put(Server(fight.guild.id, pings={"ping_turn": False}))
        said = await ana.slash(fight, "pings")
        assert "off for everybody on this server" in said.text
