"""Server settings: the game and its options, roles, deadline, what is public, pings, how long fights are
kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from bot.store import Server
from rules.engine.encounter import OptionValue
from rules.engine.procedures import Refused
from rules.engine.ruleset import Choice, RuleOption, Ruleset, rulesets

from .choosing import pick
from .encounters import game
from .people import Person, Place
from .tables import Tables

SHORTEST_DEADLINE, LONGEST_DEADLINE = 15, 7 * 24 * 3600
LONGEST_RETENTION = 3650
_UNITS = {"s": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400}
_YES_NO = (Choice("yes"), Choice("no"))
_SAID = {"true": "yes", "on": "yes", "false": "no", "off": "no"}


@dataclass(frozen=True, slots=True)
class Flag:
    """A setting that is on or off. default: where the server has said nothing."""

    label: str
    explanation: str
    default: bool


PINGS = {
    "ping_turn": Flag("Ping on a turn", "whoever's turn begins is pinged", True),
    "ping_ask": Flag("Ping for a choice", "whoever has to choose is pinged", True),
    "remind": Flag("Reminder", "whoever has to choose is pinged again halfway to the deadline", False),
}
PUBLIC = {
    "log_by_players": Flag(
        "Log for players", "players may fetch the log of the fight, without what is secret", True
    ),
    "odds_by_players": Flag("Odds for players", "players may ask for the odds of what they plan", True),
}
GROUPS = {"pings": PINGS, "public": PUBLIC}


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting as it is shown: its name, what it is in words, and what it means."""

    name: str
    value: str
    meaning: str = ""


def require_manager(person: Person) -> None:
    """Refused unless the person may Manage Server."""
    if not person.manager:
        raise Refused("Only someone who may Manage Server can look at the settings and change them.")


async def get(tables: Tables, place: Place) -> Server:
    """The server's settings."""
    async with tables.store.read() as tx:
        return await tx.servers.get(place.guild)


async def _change(tables: Tables, place: Place, person: Person, change: Callable[[Server], Server]) -> Server:
    """Read and written in one transaction, so that two managers at once lose nothing."""
    require_manager(person)
    async with tables.store.write() as tx:
        server = change(await tx.servers.get(place.guild))
        await tx.servers.put(server)
    return server


async def set_ruleset(
    tables: Tables, place: Place, person: Person, rules: Ruleset[Any, Any] | None
) -> Server:
    """The game of new encounters; None asks at each start."""
    return await _change(tables, place, person, lambda s: replace(s, ruleset=rules.id if rules else None))


async def game_here(tables: Tables, place: Place, typed: str | None) -> Ruleset[Any, Any] | None:
    """The game that was meant: the one named, else that of the open encounter here, else the server's; None
    where nothing says which. Refused where the one named is none.
    """
    if typed is None:
        table = await tables.peek(place)
        if table is not None:
            return table.rules
    server = await get(tables, place)
    return game(typed, server) if typed or server.ruleset else None


async def require_game(tables: Tables, place: Place, typed: str | None) -> Ruleset[Any, Any]:
    """As `game_here`. Refused names the games where nothing says which."""
    return await game_here(tables, place, typed) or game(typed, Server(place.guild))


# ------------------------------------------------------------------ options of a game
async def set_option(
    tables: Tables, place: Place, person: Person, rules: Ruleset[Any, Any], key: str, typed: str
) -> tuple[RuleOption, OptionValue]:
    """An option of a game for new encounters; running ones keep those they began with."""
    require_manager(person)
    option = option_of(rules, key)
    value = option_value(option, typed)
    await _change(tables, place, person, lambda server: _with_option(server, rules, option.key, value))
    return option, value


def _with_option(server: Server, rules: Ruleset[Any, Any], key: str, value: OptionValue) -> Server:
    """Only what differs from the game's defaults is kept; what the game has no more falls away."""
    defaults = {o.key: o.default for o in rules.all_options()}
    chosen = {**server.options.get(rules.id, {}), key: value}
    kept = {k: v for k, v in chosen.items() if k in defaults and v != defaults[k]}
    return replace(server, options={**server.options, rules.id: kept})


def option_of(rules: Ruleset[Any, Any], key: str) -> RuleOption:
    """The option that was meant. Refused names those the game has."""
    options = rules.all_options()
    found = pick([Choice(o.key, o.label) for o in options], key, "Option").value
    return next(o for o in options if o.key == found)


def option_choices(option: RuleOption) -> tuple[Choice, ...]:
    """What an option can be set to, in words; () where any number or text will do."""
    if option.choices:
        return option.choices
    return _YES_NO if isinstance(option.default, bool) else ()


def option_value(option: RuleOption, typed: str) -> OptionValue:
    """A typed value, checked. Refused says what is possible."""
    choices = option_choices(option)
    if isinstance(option.default, bool):
        return _flag(option, typed)
    if choices:
        value = pick(choices, typed, option.label).value
        return int(value) if isinstance(option.default, int) else value
    if isinstance(option.default, int):
        try:
            return int(typed)
        except ValueError:
            raise Refused(f"{option.label}: “{typed[:40]}” is not a whole number.") from None
    return typed.strip()[:200]


def _flag(option: RuleOption, typed: str) -> bool:
    """By the words of its choices, or yes and no."""
    plain = typed.strip().casefold()
    meant = _SAID.get(plain, plain)
    if meant in ("yes", "no"):
        return meant == "yes"
    value = pick(option_choices(option), typed, option.label).value
    return _SAID.get(value, value) == "yes"


def option_words(option: RuleOption, value: OptionValue) -> str:
    """A value of an option in words."""
    stored = str(value).lower() if isinstance(value, bool) else str(value)
    plain = _SAID.get(stored, stored) if isinstance(value, bool) else stored
    return next((c.words for c in option.choices if c.value in (stored, plain)), plain)


def option_now(server: Server, rules: Ruleset[Any, Any], option: RuleOption) -> OptionValue:
    """What an option is set to on a server."""
    value: OptionValue = server.options.get(rules.id, {}).get(option.key, option.default)
    return value


# ------------------------------------------------------------------ roles, deadline, flags
async def set_role(tables: Tables, place: Place, person: Person, which: str, role: int | None) -> Server:
    """The role that marks GMs (`gm`), or that may start encounters (`start`); None for none.

    The role that everybody has (its id is the server's) makes nobody a GM, and lets everybody start.
    """
    everybody = role == place.guild
    if which == "gm":
        if everybody:
            raise Refused("Everybody has that role, so all would be GMs. Choose another one.")
        return await _change(tables, place, person, lambda s: replace(s, gm_role=role))
    return await _change(tables, place, person, lambda s: replace(s, start_role=None if everybody else role))


async def set_deadline(tables: Tables, place: Place, person: Person, typed: str) -> Server:
    """How long an ask waits in new encounters: `off`, or 15s to 7d."""
    require_manager(person)
    wanted = seconds(typed)
    return await _change(tables, place, person, lambda s: replace(s, deadline=wanted))


def seconds(typed: str) -> int | None:
    """A duration such as `90s`, `10m`, `12h`, `2d`; None for `off`. Refused says what would be right."""
    plain = typed.strip().casefold().replace(" ", "")
    if plain in ("off", "none", "0", "never"):
        return None
    digits = plain.rstrip("abcdefghijklmnopqrstuvwxyz")
    unit = plain[len(digits) :] or "s"
    if not digits.isascii() or not digits.isdigit() or len(digits) > 9 or unit not in _UNITS:
        raise Refused(f"“{typed[:40]}” is not a deadline. Write off, or a time such as 90s, 10m, 12h or 2d.")
    found = int(digits) * _UNITS[unit]
    if not SHORTEST_DEADLINE <= found <= LONGEST_DEADLINE:
        raise Refused("A deadline is from 15 seconds to 7 days, or off.")
    return found


def duration(value: int | None) -> str:
    """A deadline in words."""
    if value is None:
        return "off"
    for size, unit in ((86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")):
        if value % size == 0:
            count = value // size
            return f"{count} {unit}" if count == 1 else f"{count} {unit}s"
    return f"{value} seconds"


async def set_flag(tables: Tables, place: Place, person: Person, group: str, key: str, on: bool) -> Server:
    """A ping (`pings`) or what players may fetch (`public`), on or off, for new encounters."""
    require_manager(person)
    known = GROUPS[group]
    if key not in known:
        raise Refused(f"Possible: {', '.join(known)}.")
    if group == "pings":
        return await _change(tables, place, person, lambda s: replace(s, pings={**s.pings, key: on}))
    return await _change(tables, place, person, lambda s: replace(s, public={**s.public, key: on}))


async def set_retention(tables: Tables, place: Place, person: Person, number: int | None) -> Server:
    """How many days ended encounters are kept; None for ever."""
    require_manager(person)
    if number is not None and not 1 <= number <= LONGEST_RETENTION:
        raise Refused(f"Ended encounters are kept for 1 to {LONGEST_RETENTION} days, or for ever.")
    return await _change(tables, place, person, lambda s: replace(s, retention_days=number))


def days(number: int | None) -> str:
    """A time of keeping in words."""
    if number is None:
        return "for ever"
    return "1 day" if number == 1 else f"{number} days"


# ------------------------------------------------------------------ shown
def shown(server: Server, games: tuple[Ruleset[Any, Any], ...] | None = None) -> tuple[Setting, ...]:
    """Every setting but the roles: what it is, and what it means; of a game's options those that were
    changed.
    """
    known = rulesets() if games is None else games
    names = {r.id: r.name for r in known}
    rows = [
        Setting("Game", names.get(server.ruleset or "", "asked at each start"), "what new encounters play"),
        Setting("Deadline", duration(server.deadline), "how long a choice waits before its default is taken"),
        Setting(
            "Encounters are kept",
            days(server.retention_days),
            "counted from their end; then they are deleted",
        ),
    ]
    for said, group in ((server.pings, PINGS), (server.public, PUBLIC)):
        rows += [
            Setting(f.label, "yes" if said.get(k, f.default) else "no", f.explanation)
            for k, f in group.items()
        ]
    for rules in known:
        chosen = server.options.get(rules.id, {})
        rows += [
            Setting(f"{rules.name}: {o.label}", option_words(o, chosen[o.key]), o.help)
            for o in rules.all_options()
            if o.key in chosen
        ]
    return tuple(rows)
