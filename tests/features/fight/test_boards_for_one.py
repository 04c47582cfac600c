"""The board for one person's eyes: what a GM may see of it, pages that turn in place."""

from __future__ import annotations

from bot.features import add_all
from bot.practice.discord import Channel, Guild, Person, World
from tests.fixtures.practice import Starting


async def test_a_gm_sees_the_hidden_on_a_board_of_their_own(
    start: Starting, world: World, table: Guild, fight: Channel, ana: Person
) -> None:
    gm = world.person("gunnar", table)
    async with start(add_all):
        await gm.slash(fight, "encounter start ruleset:openquest")
        await ana.slash(fight, "encounter join character:Hunter name:Bela", pick=True)
        await gm.slash(fight, "encounter add creature:Goblin name:Lurker hidden:True", pick=True)
        mine = await gm.slash(fight, "encounter board")
        assert mine.ephemeral
        assert "Lurker" in mine.text
        assert not mine.reply.buttons
        hers = await ana.slash(fight, "encounter board")
        assert hers.ephemeral
        assert "Lurker" not in hers.text


async def test_pages_of_a_long_board_turn_in_place_and_have_no_other_buttons(
    start: Starting, world: World, table: Guild, fight: Channel, ana: Person
) -> None:
    """Fourteen rows are a page; twenty goblins and Bela make two."""
    gm = world.person("gunnar", table)
    async with start(add_all):
        await gm.slash(fight, "encounter start ruleset:openquest")
        await ana.slash(fight, "encounter join character:Hunter name:Bela", pick=True)
        await gm.slash(fight, "encounter add creature:Goblin count:20", pick=True)
        await gm.slash(fight, "encounter board")

        def paged() -> bool:
            return any("▶" in {b.get("label") for b in m.buttons} for m in ana.sees(fight))

        await world.until(paged, 6.0, "the board with its pages")
        board = next(m for m in reversed(ana.sees(fight)) if "▶" in {b.get("label") for b in m.buttons})
        second = await ana.press(board, "▶")
        assert second.ephemeral
        assert "Goblin 20" in second.text
        assert [b.get("label") for b in second.reply.buttons] == ["◀", "2 of 2", "▶"]
        first = await ana.press(second.reply, "◀")
        assert first.reply.id == second.reply.id
        assert "Goblin 20" not in first.text
        assert "Bela" in first.text
