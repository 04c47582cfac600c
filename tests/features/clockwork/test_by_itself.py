"""What becomes of a fight without anybody's act is told by the clockwork."""

from __future__ import annotations

from typing import Any

import pytest

from bot.features import add_all, clockwork
from bot.practice.discord import Channel, Guild, Person, World
from rules.engine.journal import Journal, Moved, Withdrawn
from tests.fixtures.practice import Starting


async def test_a_declaration_that_an_upgrade_made_unfit_is_struck_for_everybody(
    start: Starting,
    world: World,
    table: Guild,
    fight: Channel,
    ana: Person,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clockwork, "LONGEST_NAP", 0.05)
    gm = world.person("gunnar", table)
    async with start(add_all):
        await gm.slash(fight, "encounter start ruleset:24-system")
        await ana.slash(fight, "encounter join character:Scout name:Bela", pick=True)
        await gm.slash(fight, "encounter add creature:Bandit name:Foe", pick=True)
        await gm.slash(fight, "encounter begin")
        asked = await ana.slash(fight, "attack target:Foe", pick=True)
        if asked.ephemeral:  # it is the foe's turn first
            await gm.slash(fight, "encounter next")
            asked = await ana.slash(fight, "attack target:Foe", pick=True)
        assert any(b.get("label") == "Dodge" for b in asked.reply.buttons)

        def unfit(journal: Journal, key: str, value: str, **more: Any) -> Moved:
            raise Withdrawn("an upgrade", journal.withdraw("an upgrade"))

        monkeypatch.setattr(Journal, "answer", unfit)
        refused = await gm.press(asked.reply, "Dodge")
        assert refused.ephemeral
        assert "Declare it again" in refused.text
        struck = "the declaration struck through"
        await world.until(lambda: "Withdrawn: an upgrade" in asked.reply.text, 30.0, struck)
        assert not asked.reply.buttons
