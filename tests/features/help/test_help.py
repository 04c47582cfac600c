"""`/help` and `/about`: every situation in every game's words, within Discord's limits."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot import __version__
from bot.features import encounter
from bot.features import help as helping
from bot.features.app import App
from bot.features.help.pages import MOST_TEXT, about, page
from bot.features.help.words import ATTACKED, CHARACTER, PAGES, RUN, TITLES, TURN
from bot.practice.discord import Channel, Person
from rules import games
from rules.engine.ruleset import ruleset
from tests.fixtures.practice import Starting

NOTICE = (
    "This work is based on the OpenQuest System Resource Document (found at https://openquestrpg.com/srd), "
    "a product of D101 Games, written by Newt Newport with Paul Mitchener, © 2021, licensed under "
    "Attribution 4.0 International (http://creativecommons.org/licenses/by/4.0/)."
)
GAMES = games.load()


@pytest.fixture
async def app(start: Starting) -> AsyncIterator[App]:
    """The bot, running."""

    def features(app: App) -> None:
        helping.add(app)
        encounter.add(app)

    async with start(features) as running:
        yield running


@pytest.mark.parametrize("situation", list(TITLES))
@pytest.mark.parametrize("game", [None, *(rules.id for rules in GAMES)])
def test_every_page_of_every_game_is_whole(situation: str, game: str | None) -> None:
    text = page(situation, ruleset(game) if game else None)
    assert text.startswith(f"### {TITLES[situation]}\n")
    assert len(text) <= MOST_TEXT
    assert "{" not in text
    assert "-# … " not in text
    assert len(text.splitlines()) >= len(PAGES[situation])


def test_pages_speak_as_the_game_does() -> None:
    assert "the Dealer in your place" in page(ATTACKED, ruleset("c22"))
    assert "the Referee in your place" in page(ATTACKED, ruleset("openquest"))
    assert "`/parry`, `/dodge` do the same" in page(ATTACKED, ruleset("openquest"))
    assert "`/block`" not in page(ATTACKED, ruleset("openquest"))
    assert "`/draw`: Draw" in page(TURN, ruleset("c22"))
    assert "`/draw`" not in page(TURN, ruleset("openquest"))
    assert "`/hand`: your cards" in page(TURN, ruleset("c22"))
    assert "`/hand`" not in page(TURN, ruleset("openquest"))
    assert "settle it once: always parry, for example." in page(ATTACKED, None)
    assert "settle it once: Openings, " in page(ATTACKED, ruleset("c22"))
    assert "Sellsword" in page(CHARACTER, ruleset("openquest"))
    assert "you are its Director" in page(RUN, ruleset("katzbalger"))
    assert "you are its GM" in page(RUN, None)


def test_about_holds_the_notice_word_for_word() -> None:
    text = about()
    assert NOTICE in text
    assert __version__ in text
    assert "MIT" in text
    for rules in GAMES:
        assert rules.name in text
    assert len(text) <= MOST_TEXT


async def test_help_is_private_and_turns_its_pages(
    app: App, ana: Person, ben: Person, fight: Channel
) -> None:
    out = await ana.slash(fight, "help")
    assert out.ephemeral
    assert out.text.startswith("### I run a fight"), "nothing is fought here: whoever asks wants to begin"
    assert "No game is chosen here yet" in out.text
    for title in TITLES.values():
        out = await ana.select(out.reply, "Another situation …", [title])
        assert out.text.startswith(f"### {title}\n")
    assert [m for m in ben.sees(fight) if "###" in m.text] == []


async def test_help_knows_the_game_of_the_fight(app: App, ana: Person, fight: Channel) -> None:
    await ana.slash(fight, "encounter start ruleset:c22")
    out = await ana.slash(fight, "help situation:I am attacked")
    assert "the Dealer in your place" in out.text
    assert "In the words of C22 System." in out.text


async def test_about_is_private(app: App, ana: Person, fight: Channel) -> None:
    out = await ana.slash(fight, "about")
    assert out.ephemeral
    assert NOTICE in out.text
