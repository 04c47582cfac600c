"""What a GM lays down by a button on the board: at the practice Discord, with a spoken trigger."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.features import add_all
from bot.features.app import App
from bot.practice.discord import Channel, Person
from bot.practice.discord.message import Message
from tests.fixtures.practice import Starting

MOMENT = "A trigger's moment has come"


@pytest.fixture
async def app(start: Starting) -> AsyncIterator[App]:
    """The bot, running."""
    async with start(add_all) as running:
        yield running


def newest_board(person: Person, fight: Channel) -> Message:
    """The board as this person sees it."""
    return next(m for m in reversed(person.sees(fight)) if "board of fight" in m.text)


async def board_with(person: Person, fight: Channel, label: str, *, there: bool = True) -> Message:
    """The board, once it has this button (or has it no more); it is drawn anew every two seconds at most."""

    def drawn() -> bool:
        return (label in {b.get("label") for b in newest_board(person, fight).buttons}) is there

    await fight.world.until(drawn, 20.0, f"a board with {label}: {there}")
    return newest_board(person, fight)


async def told(person: Person, fight: Channel, words: str) -> None:
    """Wait until this stands in the channel."""
    await fight.world.until(lambda: any(words in m.text for m in person.sees(fight)), 20.0, words)


async def waiting(gm: Person, ana: Person, fight: Channel, foes: int) -> None:
    """Ana waits for something that only the GM can see happen."""
    await gm.slash(fight, "encounter start ruleset:24-system")
    await ana.slash(fight, "encounter join character:Scout name:Bela", pick=True)
    await gm.slash(fight, f"encounter add creature:Bandit name:Foe count:{foes}", pick=True)
    await gm.slash(fight, "encounter begin")
    while "Bela's turn" not in "".join(m.text for m in gm.sees(fight)):
        await gm.slash(fight, "encounter next")
    await ana.slash(
        fight, "trigger when:something enters then:Focused Attack on them with the bow", pick=True
    )


async def test_a_spoken_trigger_goes_off_by_a_button_and_one_choice(
    app: App, gm: Person, ana: Person, fight: Channel
) -> None:
    await waiting(gm, ana, fight, 2)
    board = await board_with(gm, fight, MOMENT)
    refused = await ana.press(board, MOMENT)
    assert "Only the Guide" in refused.text
    shown = await gm.press(board, MOMENT)
    assert shown.ephemeral
    assert "Which trigger: Bela: “something enters”: Focused Attack on them with the bow" in shown.text
    late = await gm.press(board, MOMENT)
    await gm.select(shown.reply, "Who sets it off", ["Foe 2"])
    await told(ana, fight, "Bela's trigger goes off on Foe 2")
    await board_with(gm, fight, MOMENT, there=False)
    refused = await gm.select(late.reply, "Who sets it off", ["Foe 1"])
    assert "Nobody waits with a Triggered Action." in refused.text


async def test_where_there_is_only_one_to_set_it_off_the_button_is_enough(
    app: App, gm: Person, ana: Person, fight: Channel
) -> None:
    await waiting(gm, ana, fight, 1)
    await gm.press(await board_with(gm, fight, MOMENT), MOMENT)
    await told(ana, fight, "Bela's trigger goes off on Foe")
