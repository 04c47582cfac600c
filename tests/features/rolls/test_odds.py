"""`/odds` at the practice Discord, and how chances are drawn."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from bot.features.app import App
from bot.features.render import bar, percent
from bot.features.rolls.odds import COMMANDS, OPTIONS, odds_text
from bot.practice.discord import Channel, Person
from bot.table.odds import ANYTHING_ELSE, Odds, OddsView
from rules import games
from tests.features.rolls.conftest import turn_of


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(0), "0.0 %"),
        (Fraction(1), "100.0 %"),
        (Fraction(1, 3), "33.3 %"),
        (Fraction(2, 3), "66.7 %"),
        (Fraction(11, 20), "55.0 %"),
        (Fraction(1, 10_000), "<0.1 %"),
        (Fraction(9_999, 10_000), ">99.9%"),
        (Fraction(1, 1000), "0.1 %"),
    ],
)
def test_percent_has_one_decimal_and_never_lies_at_the_ends(chance: Fraction, words: str) -> None:
    assert percent(chance) == words


@pytest.mark.parametrize(
    ("chance", "full"), [(Fraction(0), 0), (Fraction(1, 1000), 1), (Fraction(1, 4), 2), (Fraction(1), 10)]
)
def test_bars_are_ten_signs(chance: Fraction, full: int) -> None:
    assert bar(chance) == "█" * full + "░" * (10 - full)


def test_the_largest_tables_fit_into_a_message() -> None:
    rows = tuple((f"outcome number {n} " + "x" * 90, Fraction(1, 12)) for n in range(12))
    tables = tuple(Odds("*who*: " + "y" * 100, rows) for _ in range(5))
    view = OddsView("N" * 64, tables, (("Target", "@everyone `x`"),) * 6, ("z" * 200,))
    drawn = odds_text(view)
    assert len(drawn) <= 3900
    assert drawn.count("If **") == 5
    assert ANYTHING_ELSE in drawn
    assert "@everyone" not in drawn


async def test_odds_of_an_attack_by_the_answer_of_the_one_attacked(
    begun: App, gm: Person, ana: Person, ben: Person, fight: Channel
) -> None:
    await turn_of(begun, gm, fight, "Rurik")
    before = len(fight.messages)
    out = await ana.slash(fight, "odds target:foe", pick=True)
    assert out.ephemeral
    assert out.text.startswith("### Rurik: Attack\nTarget **Foe** · Weapon **Longsword**")
    assert [line for line in out.text.splitlines() if line.startswith("If ")] == [
        "If **Foe: Parry 40%**",
        "If **Foe: Dodge 50%**",
        "If **Foe: Take it**",
    ]
    # OQ-10, 11: at 60 % the faces 61 to 100 miss, of which 66, 77, 88, 99 and 00 are fumbles
    assert out.text.count("`35.0 % ████░░░░░░` miss") == 3
    assert out.text.count("` 5.0 % █░░░░░░░░░` fumble") == 3
    for part in out.text.split("If **")[1:]:
        assert sum(map(float, re.findall(r"`\s*([\d.]+) %", part))) == pytest.approx(100, abs=0.4)
    assert len([m for m in ben.sees(fight) if m.text == out.text]) == 0
    assert len(fight.messages) == before + 1


async def test_what_has_no_chance_in_it_says_so(begun: App, gm: Person, ben: Person, fight: Channel) -> None:
    await turn_of(begun, gm, fight, "Bela")
    out = await ben.slash(fight, "odds action:ready detail:shortsword", pick=True)
    assert "There is no chance in it: done." in out.text


async def test_odds_are_for_whose_turn_it_is(
    begun: App, gm: Person, ana: Person, ben: Person, olga: Person, fight: Channel
) -> None:
    await turn_of(begun, gm, fight, "Bela")
    for person, sentence in ((ana, "It is Bela's turn."), (olga, "You play nobody in this fight just now.")):
        out = await person.slash(fight, "odds", {"target": "foe"})
        assert out.ephemeral
        assert sentence in out.text
    out = await ben.slash(fight, "odds", {"target": "foe", "combatant": "rurik"})
    assert "not yours" in out.text
    out = await gm.slash(fight, "odds", {"target": "foe", "weapon": "Long bow"})
    assert out.text.startswith("### Bela: Attack")


async def test_without_a_fight_there_are_no_odds(app: App, gm: Person, ana: Person, fight: Channel) -> None:
    assert "there is none in this channel" in (await ana.slash(fight, "odds", {"target": "foe"})).text
    assert (await ana.autocomplete(fight, "odds", "action", "")).choices == []
    await gm.slash(fight, "encounter start ruleset:openquest")
    assert "has not begun" in (await ana.slash(fight, "odds", {"target": "foe"})).text


async def test_a_server_may_keep_odds_for_its_gms(
    app: App, mara: Person, gm: Person, ana: Person, ben: Person, fight: Channel
) -> None:
    await mara.slash(fight, "config public what:odds_by_players on:False")
    await gm.slash(fight, "encounter start ruleset:openquest")
    await ben.slash(fight, "encounter join character:Hunter name:Bela", pick=True)
    await gm.slash(fight, "encounter add creature:Goblin name:Foe", pick=True)
    await gm.slash(fight, "encounter begin")
    await turn_of(app, gm, fight, "Bela")
    out = await ben.slash(fight, "odds", {"target": "foe"})
    assert "only the Referee may ask for odds" in out.text
    assert (await ben.autocomplete(fight, "odds", "target", "")).choices == []
    assert "### Bela: Attack" in (await gm.slash(fight, "odds", {"target": "foe"})).text


async def test_only_what_is_legal_and_seen_is_offered(
    begun: App, gm: Person, ana: Person, ben: Person, fight: Channel
) -> None:
    await gm.slash(fight, "encounter add creature:Goblin name:Lurker hidden:True", pick=True)
    await turn_of(begun, gm, fight, "Bela")
    offered = [c.name for c in (await ben.autocomplete(fight, "odds", "target", "")).choices]
    assert [name.split(" — ")[0] for name in offered] == ["Foe"]
    actions = [c.value for c in (await ben.autocomplete(fight, "odds", "action", "")).choices]
    assert actions[0] == "attack"
    assert "next" not in actions
    weapons = await ben.autocomplete(fight, "odds", "weapon", "", {"target": "foe"})
    assert weapons.choices[0].name.startswith("Long bow")
    out = await ben.slash(fight, "odds", {"target": "lurker"})
    assert "Lurker" not in out.text


def test_every_option_of_every_games_verbs_is_one_of_the_commands() -> None:
    for game in games.load():
        for verb in game.verbs:
            if verb.command in COMMANDS and verb.who != "gm":
                assert {p.name for p in verb.params} <= set(OPTIONS), (game.id, verb.name)
