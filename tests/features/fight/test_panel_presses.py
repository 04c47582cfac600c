"""The private panel at the practice Discord: an attack in three presses in every game, odds, standing
answers.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.features import add_all
from bot.features.app import App
from bot.practice.discord import Channel, Guild, Person
from bot.practice.discord.message import Message
from bot.practice.discord.people import ClientRefusal
from bot.table.people import Place
from bot.table.session import Table
from rules.engine.steps import STANDING
from tests.fixtures.practice import Starting

ARCHERS = {
    "openquest": ("Hunter", "Goblin"),
    "c22": ("Gunner", "Thug"),
    "24-system": ("Scout", "Bandit"),
    "katzbalger": ("Soldier", "Thug"),
}
"""Game -> a ready character who shoots, and a foe."""


@pytest.fixture
async def app(start: Starting) -> AsyncIterator[App]:
    """The bot, running."""
    async with start(add_all) as running:
        yield running


async def begun(app: App, game: str, gm: Person, ana: Person, fight: Channel) -> None:
    """Ana's Bela against two foes, in Ana's first turn."""
    character, foe = ARCHERS[game]
    await gm.slash(fight, f"encounter start ruleset:{game}")
    await ana.slash(fight, f"encounter join character:{character} name:Bela", pick=True)
    await gm.slash(fight, f"encounter add creature:{foe} name:Foe count:2", pick=True)
    await gm.slash(fight, "encounter begin")
    for _ in range(6):
        table = await looked(app, fight)
        if table.state.actor == "bela":
            return
        await gm.slash(fight, "encounter next")
    raise AssertionError("Ana's turn never came")


async def looked(app: App, fight: Channel) -> Table:
    """The fight in the channel."""
    assert fight.guild is not None
    table = await app.tables.peek(Place(fight.guild.id, fight.id))
    assert table is not None
    return table


def newest_card(person: Person, fight: Channel) -> Message:
    """The newest message that tells a step."""
    return next(m for m in reversed(person.sees(fight)) if " of fight " in m.text and "board" not in m.text)


@pytest.mark.parametrize("game", list(ARCHERS))
async def test_a_whole_attack_takes_three_presses_from_the_card_that_says_whose_turn_it_is(
    app: App, game: str, gm: Person, ana: Person, fight: Channel
) -> None:
    """C22 may take one more, for the card; the panel has one chosen already."""
    await begun(app, game, gm, ana, fight)
    table = await looked(app, fight)
    before = table.held.journal.last
    opened = await ana.press(newest_card(ana, fight), "My turn")  # one
    assert opened.ephemeral
    chosen = await ana.select(opened.reply, "Target", ["Foe 2"])  # two
    await ana.press(chosen.reply, "Do it")  # three
    table = await looked(app, fight)
    made = [s for s in table.held.journal.tail if s.no > before and s.status in STANDING]
    assert [(s.actor, s.verb) for s in made][:1] == [("bela", "attack")]


async def test_what_may_be_typed_is_suggested_too_so_that_a_trigger_needs_no_typing(
    app: App, gm: Person, ana: Person, fight: Channel
) -> None:
    await begun(app, "24-system", gm, ana, fight)
    shown = await ana.press(newest_card(ana, fight), "My turn")
    for menu, choice in (
        ("What do you do?", "Triggered Action"),
        ("When", "someone advances on me"),
        ("Then", "Focused Attack on them with the bow"),
    ):
        shown = await ana.select(shown.reply, menu, [choice])
    assert "When: someone advances on me" in shown.text
    # what stood there before the event was chosen is not kept: friends are watched only when that is chosen
    await ana.press(shown.reply, "Do it")
    (waits,) = (await looked(app, fight)).state.ground.triggers
    assert (waits.event, waits.about, waits.subject) == ("advances", "bela", "side:foes")
    assert waits.response == "attack:focused:none:bow"


async def test_the_panel_shows_the_odds_by_itself_where_they_are_cheap_and_else_when_asked(
    app: App, gm: Person, ana: Person, fight: Channel
) -> None:
    await begun(app, "24-system", gm, ana, fight)
    opened = await ana.press(newest_card(ana, fight), "My turn")
    assert " %" in opened.text
    assert "If Foe 1: " in opened.text
    asked = await ana.press(opened.reply, "Odds")
    assert "If Foe 1: " in asked.text


async def test_odds_kept_for_the_gm_are_not_on_the_panel(
    app: App, gm: Person, ana: Person, fight: Channel, table: Guild
) -> None:
    async with app.store.write() as tx:
        server = await tx.servers.get(table.id)
        await tx.servers.put(type(server)(table.id, public={"odds_by_players": False}))
    await begun(app, "24-system", gm, ana, fight)
    opened = await ana.press(newest_card(ana, fight), "My turn")
    assert " %" not in opened.text
    assert "may ask for odds" in (await ana.press(opened.reply, "Odds")).text


async def test_out_of_turn_the_panel_says_whose_turn_it_is(
    app: App, gm: Person, ana: Person, fight: Channel
) -> None:
    await begun(app, "openquest", gm, ana, fight)
    await gm.slash(fight, "encounter next")
    opened = await ana.press(newest_card(ana, fight), "My turn")
    assert opened.text.count("It is Foe 1's turn.") == 1


async def test_standing_answers_are_seen_and_changed_from_the_panel(
    app: App, gm: Person, ana: Person, fight: Channel
) -> None:
    await begun(app, "openquest", gm, ana, fight)
    opened = await ana.press(newest_card(ana, fight), "My turn")
    shown = await ana.press(opened.reply, "Standing answers")
    assert "- Defence: **ask me**" in shown.text
    changed = await ana.select(shown.reply, "Defence", ["Always dodge"])
    assert "- Defence: **Always dodge**" in changed.text
    assert dict((await looked(app, fight)).state["bela"].standing) == {"defence": "dodge"}
    changed = await ana.select(shown.reply, "Defence", ["Ask me"])
    assert "- Defence: **ask me**" in changed.text
    assert not (await looked(app, fight)).state["bela"].standing
    typed = await ana.slash(fight, "standing question:Defence answer:Always dodge")
    assert typed.text == "Bela, Defence: Always dodge from now on.", "not the whole list once more"
    typed = await ana.slash(fight, "standing question:Defence")
    assert typed.text == "Bela, Defence: ask me from now on."


async def test_after_an_act_the_panel_stays_for_the_rest_of_the_turn(
    app: App, gm: Person, ana: Person, fight: Channel
) -> None:
    # C22: a pistol takes one of two main actions, and nobody is asked
    await begun(app, "c22", gm, ana, fight)
    shown = await ana.press(newest_card(ana, fight), "My turn")
    shown = await ana.press(shown.reply, "Do it")
    assert shown.text.startswith("Done: Attack.\n### Bela\n")
    with pytest.raises(ClientRefusal, match="There is no “Do it”"):
        await ana.press(shown.reply, "Do it")  # nothing is chosen: what was done is not done twice
    before = (await looked(app, fight)).held.journal.last
    chosen = await ana.select(shown.reply, "What do you do?", ["Attack"])
    assert chosen.reply is not None
    await ana.press(chosen.reply, "End turn")
    table = await looked(app, fight)
    assert table.held.journal.last == before + 1
    assert table.state.actor != "bela"
