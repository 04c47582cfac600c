"""Server settings: who may change them, what they can be, what they mean."""

from __future__ import annotations

import asyncio

import pytest

from bot.table import config, encounters
from bot.table.tables import Tables
from rules.engine.procedures import Refused
from rules.engine.ruleset import Choice, RuleOption, ruleset, rulesets
from tests.table.conftest import ANA, GM, GUILD, HERE, MANAGER


@pytest.mark.parametrize(
    ("typed", "seconds"),
    [
        ("off", None), ("0", None), ("never", None),
        ("15s", 15), ("15", 15), ("90 s", 90), ("10m", 600), ("10 min", 600), ("12H", 43_200),
        ("2d", 172_800), ("7d", 604_800),
    ],
)  # fmt: skip
def test_a_deadline_is_typed_as_people_write_it(typed: str, seconds: int | None) -> None:
    assert config.seconds(typed) == seconds


@pytest.mark.parametrize(
    "typed", ["14s", "8d", "-5m", "5 weeks", "soon", "", "１２h", "1.5h", "9" * 400 + "d"]
)
def test_a_deadline_that_is_none_is_refused(typed: str) -> None:
    with pytest.raises(Refused, match="deadline"):
        config.seconds(typed)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (None, "off"),
        (15, "15 seconds"),
        (60, "1 minute"),
        (90, "90 seconds"),
        (7200, "2 hours"),
        (86_400, "1 day"),
    ],
)
def test_a_deadline_in_words(seconds: int | None, words: str) -> None:
    assert config.duration(seconds) == words


async def test_everything_is_for_those_who_may_manage_the_server(tables: Tables) -> None:
    tries = [
        config.set_ruleset(tables, HERE, ANA, ruleset("openquest")),
        config.set_option(tables, HERE, ANA, ruleset("openquest"), "offers", "wait"),
        config.set_role(tables, HERE, ANA, "gm", 7),
        config.set_role(tables, HERE, ANA, "start", 7),
        config.set_deadline(tables, HERE, ANA, "off"),
        config.set_flag(tables, HERE, ANA, "pings", "ping_turn", False),
        config.set_flag(tables, HERE, ANA, "public", "log_by_players", False),
        config.set_retention(tables, HERE, ANA, 3),
    ]
    before = await config.get(tables, HERE)
    for one in tries:
        with pytest.raises(Refused, match="Manage Server"):
            await one
    assert await config.get(tables, HERE) == before


async def test_two_managers_at_once_lose_nothing(tables: Tables) -> None:
    await asyncio.gather(
        config.set_role(tables, HERE, MANAGER, "gm", 7),
        config.set_role(tables, HERE, MANAGER, "start", 8),
        config.set_deadline(tables, HERE, MANAGER, "10m"),
        config.set_flag(tables, HERE, MANAGER, "pings", "remind", True),
        config.set_flag(tables, HERE, MANAGER, "public", "odds_by_players", False),
        config.set_retention(tables, HERE, MANAGER, 30),
        config.set_ruleset(tables, HERE, MANAGER, ruleset("c22")),
    )
    server = await config.get(tables, HERE)
    assert (server.gm_role, server.start_role, server.deadline, server.retention_days, server.ruleset) == (
        7, 8, 600, 30, "c22",
    )  # fmt: skip
    assert (server.pings, server.public) == ({"remind": True}, {"odds_by_players": False})


async def test_everybodys_role_makes_nobody_a_gm_and_lets_everybody_start(tables: Tables) -> None:
    with pytest.raises(Refused, match="Everybody"):
        await config.set_role(tables, HERE, MANAGER, "gm", GUILD)
    await config.set_role(tables, HERE, MANAGER, "start", 8)
    with pytest.raises(Refused):
        await encounters.start(tables, HERE, ANA, "openquest", None)
    await config.set_role(tables, HERE, MANAGER, "start", GUILD)
    await encounters.start(tables, HERE, ANA, "openquest", None)


async def test_only_what_differs_from_the_games_defaults_is_kept(tables: Tables) -> None:
    game = ruleset("openquest")
    await config.set_option(tables, HERE, MANAGER, game, "offers", "Wait")
    await config.set_option(tables, HERE, MANAGER, game, "one_modifier", "true")
    assert (await config.get(tables, HERE)).options == {game.id: {"offers": "wait", "one_modifier": True}}
    await config.set_option(tables, HERE, MANAGER, game, "offers", "revisable")
    server = await config.get(tables, HERE)
    assert server.options == {game.id: {"one_modifier": True}}
    shown = {s.name: s.value for s in config.shown(server)}
    label = config.option_of(game, "one_modifier").label
    assert shown[f"OpenQuest: {label}"] == config.option_words(config.option_of(game, "one_modifier"), True)
    assert "True" not in shown.values()


async def test_a_running_encounter_keeps_what_it_began_with(tables: Tables) -> None:
    await encounters.start(tables, HERE, GM, "openquest", None)
    await config.set_option(tables, HERE, MANAGER, ruleset("openquest"), "offers", "wait")
    await config.set_flag(tables, HERE, MANAGER, "public", "log_by_players", False)
    async with tables.at(HERE) as table:
        assert table.state.options["offers"] == "revisable"
        assert table.row.settings.get("log_by_players", True) is True


def test_every_choice_of_every_option_can_be_set_and_has_words() -> None:
    for game in rulesets():
        for option in game.all_options():
            assert option.help
            for choice in config.option_choices(option):
                value = config.option_value(option, choice.value)
                assert type(value) is type(option.default)
                assert config.option_value(option, choice.words) == value
                assert config.option_words(option, value) == choice.words
            with pytest.raises(Refused):
                config.option_value(option, "no such value")


def test_options_without_choices_are_type_checked() -> None:
    number = RuleOption("n", "Number", 3)
    assert config.option_value(number, "12") == 12
    with pytest.raises(Refused, match="whole number"):
        config.option_value(number, "twelve")
    flag = RuleOption("f", "Flag", False)
    assert [config.option_value(flag, t) for t in ("on", "Yes", "off", "false")] == [True, True, False, False]
    assert config.option_choices(flag) == (Choice("yes"), Choice("no"))
    assert config.option_words(flag, True) == "yes"
    assert config.option_choices(number) == ()


async def test_unknown_options_and_flags_are_named(tables: Tables) -> None:
    with pytest.raises(Refused, match="Possible"):
        await config.set_option(tables, HERE, MANAGER, ruleset("openquest"), "gravity", "on")
    with pytest.raises(Refused, match="ping_turn"):
        await config.set_flag(tables, HERE, MANAGER, "pings", "everybody", True)
    for days in (0, 3651, -1):
        with pytest.raises(Refused, match="3650"):
            await config.set_retention(tables, HERE, MANAGER, days)
    await config.set_retention(tables, HERE, MANAGER, None)


async def test_what_a_game_has_no_more_falls_away(tables: Tables) -> None:
    async with tables.store.write() as tx:
        server = await tx.servers.get(GUILD)
        options: dict[str, dict[str, object]] = {"openquest": {"gone": "x"}, "chess": {"clock": 5}}
        await tx.servers.put(type(server)(GUILD, options=options))
    await config.set_option(tables, HERE, MANAGER, ruleset("openquest"), "offers", "wait")
    server = await config.get(tables, HERE)
    assert server.options == {"openquest": {"offers": "wait"}, "chess": {"clock": 5}}
    assert config.shown(server)
