"""What makes no sense gets a private sentence that tells what would be right, and nothing is changed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.practice.discord import Person
from tests.e2e.at_random import Fight
from tests.e2e.company import Company, company


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Company]:
    """The bot in a hurry."""
    async with company(tmp_path) as here:
        yield here


async def test_what_makes_no_sense(table: Company) -> None:
    gm, ana, ben = table.person("gunnar"), table.person("ana"), table.person("ben")
    empty = table.guild.add_channel("empty")
    for line in ("attack target:x", "done", "encounter next", "encounter board", "parry", "standing", "hand"):
        out = await table.say(ana, line, at=empty)
        assert out.ephemeral
        assert "There is no encounter in this channel" in out.text, line
    out = await table.say(ana, "encounter log", at=empty)
    assert out.ephemeral
    assert "no encounter in this channel yet" in out.text
    fight = Fight(table, table.channel, gm, 1, table.bot.database_url)
    out = await table.say(gm, "encounter start ruleset:chess")
    assert "“chess” is no game of this bot. It knows 24-System, C22 System, Katzbalger, OpenQuest" in out.text
    await fight.say(gm, "encounter start ruleset:openquest name:The ford")
    await fight.say(ana, "encounter join character:Sellsword name:Ana")
    await fight.say(ben, "encounter join character:Hunter name:Ben")
    await fight.refused_to(gm, "encounter start ruleset:openquest", "has an encounter already")
    await fight.refused_to(ana, "attack target:Ben", "The fight has not begun")
    await fight.refused_to(gm, "encounter next", "The fight has not begun")
    await fight.say(gm, "encounter add creature:Goblin")
    for line, words in BEFORE.items():
        await fight.refused_to(gm, line, words)
    await fight.say(gm, "encounter begin")
    await fight.refused_to(gm, "encounter begin", "has begun already")
    for _ in range(4):
        if fight.state.actor == "ana":
            break
        await fight.say(gm, "encounter next")
    for by, line, words in during(gm, ana, ben):
        await fight.refused_to(by, line, words)
    await dead(fight, ana)
    await table.say(gm, "encounter end")
    for by in (gm, ana):
        out = await table.say(by, "encounter end")
        assert "There is no encounter in this channel" in out.text
    fight.follower.close()


BEFORE = {
    f"encounter add creature:Goblin name:{'x' * 200}": "has 200 characters; at most 64 are possible",
    "encounter add creature:Gryphon": "“Gryphon” is not possible now",
    "encounter add name:Somebody": "What shall be added?",
    "encounter add health:5": "needs a name and a health value",
    "encounter remove combatant:Nobody": "“Nobody” is not possible now",
    "encounter set combatant:Goblin value:hp to:many": "is not a number. Write 12, or -5 and +5",
    "encounter set combatant:Goblin value:hp to:99999": "must be from",
    "encounter set combatant:Goblin value:luck to:1": "“luck” is not possible now",
    "encounter set combatant:Goblin value:name to:ANA": "Somebody is called ANA already",
    "encounter note": "Say what to note",
    "encounter note clear:nothing": "Note: there is nothing to choose just now",
    "encounter effect": "Say which effect begins",
    "encounter order combatant:Goblin": "has no place in the order yet",
    "encounter redo": "There is nothing to redo",
    "encounter place what:gravity": "“gravity” is not possible now",
}
"""What a GM may say before the fight, and what is wrong with it."""


def during(gm: Person, ana: Person, ben: Person) -> list[tuple[Person, str, str]]:
    """While it is Ana's turn."""
    return [
        (ana, "attack target:Nobody", "“Nobody” is not possible now"),
        (ana, "attack target:Goblin weapon:Trebuchet", "“Trebuchet” is not possible now"),
        (ana, "attack target:Goblin modifier:lots", "is not a whole number"),
        (ana, "attack target:Goblin modifier:5000", "must be from"),
        (ana, "attack target:Goblin combatant:Ben", "Ben is not yours"),
        (ana, "move how:fly", "“fly” is not possible now"),
        (ana, "act action:dance", "“dance” is not possible now"),
        (ana, "play", "OpenQuest has no /play"),
        (ana, "draw", "OpenQuest has no /draw"),
        (ana, "hand", "Ana holds no cards"),
        (ana, "parry", "Nothing is asked of you just now"),
        (ana, "react with:sneeze", "Nothing is asked of you just now"),
        (ana, "encounter leave combatant:Ben", "“Ben” is not possible now. Possible: Ana"),
        (ana, "standing question:breakfast", "Possible: "),
        (ana, "standing question:Defence answer:flee", "“flee” is not possible now"),
        (ben, "attack target:Goblin", "It is Ana's turn"),
        (ben, "done", "You can end only your own turn; it is Ana's"),
        (ben, "encounter next", "You can end only your own turn; it is Ana's"),
        (ben, "encounter undo", "Only the Referee of this encounter can do that"),
        (ben, "odds action:attack target:Goblin", "It is Ana's turn"),
        (gm, "encounter leave", "You have no combatant in this fight"),
    ]


async def dead(fight: Fight, ana: Person) -> None:
    """Neither does a dead one act, nor is it a target that anything comes of."""
    await fight.say(fight.gm, "encounter set", {"combatant": "goblin", "value": "state", "to": "dead"})
    offered = await ana.autocomplete(fight.channel, "attack", "target", "")
    assert "goblin" not in [choice.value for choice in offered.choices]
    await fight.refused_to(ana, "attack", "", target="goblin")
    turn = fight.state.round, fight.state.acting
    await fight.say(fight.gm, "encounter set", {"combatant": "ana", "value": "state", "to": "dead"})
    assert (fight.state.round, fight.state.acting) == turn, "what the GM changes passes no turn"
    await fight.refused_to(ana, "attack", "", target="goblin")
    await fight.say(fight.gm, "encounter next")
    number = fight.state.round
    assert fight.state.actor == "ben"
    await fight.say(fight.gm, "encounter next")
    assert (fight.state.round, fight.state.actor) == (number + 1, "ben"), "the dead have no turn"
