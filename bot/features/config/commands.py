"""`/config` and its settings. Discord shows it to those who may Manage Server; it is checked again here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands

from bot.features.kit import Interaction, Panel, escape, person_of, place_of, say, suggests, text
from bot.features.render import first_lines
from bot.store import Server
from bot.table import config
from bot.table.choosing import suggest
from bot.table.config import Flag
from rules.engine.ruleset import Choice, RuleOption, rulesets

from . import words

if TYPE_CHECKING:
    from bot.features.app import App

MOST_TEXT: Final = 3900
TIMES: Final = ("off", "90s", "10m", "1h", "12h", "1d", "2d", "7d")


def _flags(known: dict[str, Flag]) -> list[app_commands.Choice[str]]:
    return [
        app_commands.Choice(name=f"{flag.label}: {flag.explanation}"[:100], value=key)
        for key, flag in known.items()
    ]


class Config(app_commands.Group):
    """The commands."""

    def __init__(self, app: App) -> None:
        super().__init__(
            name="config",
            description=words.GROUP,
            guild_only=True,
            default_permissions=discord.Permissions(manage_guild=True),
        )
        self.app = app

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Whatever a server's integration settings let through: Manage Server is needed."""
        config.require_manager(person_of(interaction))
        return True

    @app_commands.command(name="show", description=words.SHOW)
    async def show(self, interaction: Interaction) -> None:
        server = await config.get(self.app.tables, place_of(interaction))
        await say(interaction, Panel(text(_shown(server))))

    # -- the game
    @app_commands.command(name="ruleset", description=words.RULESET)
    @app_commands.describe(game=words.RULESET_GAME)
    async def ruleset(self, interaction: Interaction, game: str | None = None) -> None:
        tables, place = self.app.tables, place_of(interaction)
        rules = await config.require_game(tables, place, game) if game else None
        await config.set_ruleset(tables, place, person_of(interaction), rules)
        said = words.SET_RULESET.format(escape(rules.name)) if rules else words.SET_NO_RULESET
        await say(interaction, said)

    @app_commands.command(name="option", description=words.OPTION)
    @app_commands.describe(option=words.OPTION_WHICH, value=words.OPTION_VALUE, game=words.OPTION_GAME)
    async def option(
        self, interaction: Interaction, option: str, value: str | None = None, game: str | None = None
    ) -> None:
        tables, place = self.app.tables, place_of(interaction)
        rules = await config.require_game(tables, place, game)
        if value is None:
            found = config.option_of(rules, option)
            now = config.option_now(await config.get(tables, place), rules, found)
            said = words.OPTION_IS
        else:
            found, now = await config.set_option(tables, place, person_of(interaction), rules, option, value)
            said = words.SET_OPTION
        head = said.format(*map(escape, (found.label, rules.name, config.option_words(found, now))))
        await say(interaction, "\n".join([head, *_explained(found), words.NEW_ONLY]))

    @option.autocomplete("option")
    @suggests
    async def _options(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        config.require_manager(person_of(interaction))
        rules = await config.require_game(self.app.tables, place_of(interaction), _game(interaction))
        return suggest((Choice(o.key, o.label, o.help) for o in rules.all_options()), typed)

    @option.autocomplete("value")
    @suggests
    async def _values(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        config.require_manager(person_of(interaction))
        rules = await config.require_game(self.app.tables, place_of(interaction), _game(interaction))
        option = config.option_of(rules, interaction.namespace.option or "")
        choices = config.option_choices(option) or (
            Choice(typed or str(option.default), hint="" if typed else words.DEFAULT),
        )
        return suggest(choices, typed)

    @ruleset.autocomplete("game")
    @option.autocomplete("game")
    @suggests
    async def _games(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return suggest((Choice(r.id, r.name) for r in rulesets()), typed)

    # -- people
    @app_commands.command(name="gm-role", description=words.GM_ROLE)
    @app_commands.describe(role=words.GM_ROLE_WHICH)
    async def gm_role(self, interaction: Interaction, role: discord.Role | None = None) -> None:
        await self._set_role(interaction, "gm", role)
        said = words.SET_GM_ROLE.format(role.mention) if role else words.SET_NO_GM_ROLE
        await say(interaction, f"{said}\n{words.NEW_ONLY}")

    @app_commands.command(name="start-role", description=words.START_ROLE)
    @app_commands.describe(role=words.START_ROLE_WHICH)
    async def start_role(self, interaction: Interaction, role: discord.Role | None = None) -> None:
        server = await self._set_role(interaction, "start", role)
        some = role is not None and server.start_role is not None
        said = words.SET_START_ROLE.format(role.mention) if role and some else words.SET_NO_START_ROLE
        await say(interaction, said)

    async def _set_role(self, interaction: Interaction, which: str, role: discord.Role | None) -> Server:
        tables, place, person = self.app.tables, place_of(interaction), person_of(interaction)
        return await config.set_role(tables, place, person, which, role.id if role else None)

    # -- time, telling, keeping
    @app_commands.command(name="deadline", description=words.DEADLINE)
    @app_commands.describe(time=words.DEADLINE_TIME)
    async def deadline(self, interaction: Interaction, time: str) -> None:
        tables, place, person = self.app.tables, place_of(interaction), person_of(interaction)
        server = await config.set_deadline(tables, place, person, time)
        if server.deadline is None:
            said = words.SET_NO_DEADLINE
        else:
            said = words.SET_DEADLINE.format(config.duration(server.deadline))
        await say(interaction, f"{said}\n{words.NEW_ONLY}")

    @deadline.autocomplete("time")
    @suggests
    async def _times(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return [Choice(time) for time in TIMES if time.startswith(typed.strip().casefold())]

    @app_commands.command(name="public", description=words.PUBLIC)
    @app_commands.describe(what=words.PUBLIC_WHAT, on=words.ON)
    @app_commands.choices(what=_flags(config.PUBLIC))
    async def public(self, interaction: Interaction, what: str, on: bool) -> None:
        await self._set_flag(interaction, "public", what, on)

    @app_commands.command(name="pings", description=words.PINGS)
    @app_commands.describe(what=words.PINGS_WHAT, on=words.ON)
    @app_commands.choices(what=_flags(config.PINGS))
    async def pings(self, interaction: Interaction, what: str, on: bool) -> None:
        await self._set_flag(interaction, "pings", what, on)

    async def _set_flag(self, interaction: Interaction, group: str, key: str, on: bool) -> None:
        tables, place, person = self.app.tables, place_of(interaction), person_of(interaction)
        await config.set_flag(tables, place, person, group, key, on)
        flag = config.GROUPS[group][key]
        said = words.SET_FLAG.format(flag.label, words.YES if on else words.NO, flag.explanation)
        await say(interaction, f"{said}\n{words.NEW_ONLY}")

    @app_commands.command(name="retention", description=words.RETENTION)
    @app_commands.describe(days=words.RETENTION_DAYS)
    async def retention(
        self,
        interaction: Interaction,
        days: app_commands.Range[int, 1, config.LONGEST_RETENTION] | None = None,
    ) -> None:
        tables, place, person = self.app.tables, place_of(interaction), person_of(interaction)
        await config.set_retention(tables, place, person, days)
        said = words.SET_RETENTION.format(config.days(days)) if days else words.SET_NO_RETENTION
        await say(interaction, said)


def _game(interaction: Interaction) -> str | None:
    """The game filled in so far."""
    return interaction.namespace.game or None


def _explained(option: RuleOption) -> Iterable[str]:
    """What an option means and can be."""
    yield escape(option.help)
    choices = config.option_choices(option)
    yield words.CAN_BE if choices else words.ANYTHING
    default = config.option_words(option, option.default)
    for choice in choices:
        hints = [h for h in (choice.hint, words.DEFAULT if choice.words == default else "") if h]
        yield f"- **{escape(choice.words)}**" + (f" ({escape('; '.join(hints))})" if hints else "")


def _shown(server: Server) -> str:
    lines = [words.TITLE]
    for setting in config.shown(server):
        lines += _row(setting.name, escape(setting.value), setting.meaning)
    gm = f"<@&{server.gm_role}>" if server.gm_role else words.NO_ROLE
    start = f"<@&{server.start_role}>" if server.start_role else words.EVERYBODY
    lines += _row(words.GM_ROLE_NAME, gm, words.GM_ROLE_MEANING)
    lines += _row(words.START_ROLE_NAME, start, words.START_ROLE_MEANING)
    return first_lines([*lines, words.NEW_ONLY], MOST_TEXT)


def _row(name: str, value: str, meaning: str) -> list[str]:
    return [words.ROW.format(escape(name), value), words.MEANING.format(escape(meaning))]
