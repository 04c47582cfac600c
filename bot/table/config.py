"""Server settings: the game and its options, roles, deadline, what is public, pings, how long fights are
kept.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.store import Server
from rules.engine.encounter import OptionValue
from rules.engine.procedures import Refused
from rules.engine.ruleset import Choice, RuleOption, Ruleset

from .choosing import pick
from .people import Person, Place
from .tables import Tables

SHORTEST_DEADLINE, LONGEST_DEADLINE = 15, 7 * 24 * 3600
_UNITS = {"s": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400}

PINGS = {
    "ping_turn": ("Turn", "whoever's turn begins is pinged", True),
    "ping_ask": ("Choice", "whoever has to choose is pinged", True),
    "remind": ("Reminder", "a reminder at half time of a deadline", False),
}
PUBLIC = {
    "log_by_players": ("Log", "players may fetch the log of the fight", True),
    "odds_by_players": ("Odds", "players may ask for odds", True),
}


def require_manager(person: Person) -> None:
    """Refused unless the person may Manage Server."""
    if not person.manager:
        raise Refused("Only someone who may Manage Server can change the settings.")


async def get(tables: Tables, place: Place) -> Server:
    """The server's settings."""
    async with tables.store.read() as tx:
        return await tx.servers.get(place.guild)


async def _put(tables: Tables, server: Server) -> Server:
    async with tables.store.write() as tx:
        await tx.servers.put(server)
    return server


async def set_ruleset(tables: Tables, place: Place, person: Person, rules: Ruleset[Any, Any]) -> Server:
    """The game of new encounters."""
    require_manager(person)
    return await _put(tables, replace(await get(tables, place), ruleset=rules.id))


async def set_option(
    tables: Tables, place: Place, person: Person, rules: Ruleset[Any, Any], key: str, typed: str
) -> tuple[RuleOption, OptionValue]:
    """An option of a game for new encounters; running ones keep those they began with."""
    require_manager(person)
    option = option_of(rules, key)
    value = option_value(option, typed)
    server = await get(tables, place)
    chosen = {**server.options.get(rules.id, {}), option.key: value}
    chosen = {k: v for k, v in chosen.items() if v != option_of(rules, k).default}
    await _put(tables, replace(server, options={**server.options, rules.id: chosen}))
    return option, value


def option_of(rules: Ruleset[Any, Any], key: str) -> RuleOption:
    """The option that was meant. Refused names those the game has."""
    options = rules.all_options()
    found = pick([Choice(o.key, o.label) for o in options], key, "Option").value
    return next(o for o in options if o.key == found)


def option_choices(option: RuleOption) -> tuple[Choice, ...]:
    """What an option can be set to, in words."""
    if option.choices:
        return option.choices
    if isinstance(option.default, bool):
        return (Choice("yes"), Choice("no"))
    return (Choice(str(option.default), f"{option.default} (default)"),)


def option_value(option: RuleOption, typed: str) -> OptionValue:
    """A typed value, checked. Refused says what is possible."""
    if isinstance(option.default, bool):
        return pick((Choice("yes"), Choice("no")), _flag_word(typed), option.label).value == "yes"
    if option.choices:
        value = pick(option.choices, typed, option.label).value
        return int(value) if isinstance(option.default, int) else value
    if isinstance(option.default, int):
        try:
            return int(typed)
        except ValueError:
            raise Refused(f"{option.label}: “{typed}” is not a whole number.") from None
    return typed.strip()[:200]


def _flag_word(typed: str) -> str:
    return {"true": "yes", "on": "yes", "false": "no", "off": "no"}.get(typed.strip().casefold(), typed)


async def set_role(tables: Tables, place: Place, person: Person, which: str, role: int | None) -> Server:
    """The role that marks GMs (`gm`), or that may start encounters (`start`); None for none."""
    require_manager(person)
    server = await get(tables, place)
    changed = replace(server, gm_role=role) if which == "gm" else replace(server, start_role=role)
    return await _put(tables, changed)


async def set_deadline(tables: Tables, place: Place, person: Person, typed: str) -> Server:
    """How long an ask waits in new encounters: `off`, or 15s to 7d."""
    require_manager(person)
    return await _put(tables, replace(await get(tables, place), deadline=seconds(typed)))


def seconds(typed: str) -> int | None:
    """A duration such as `90s`, `10m`, `12h`, `2d`; None for `off`. Refused says what would be right."""
    plain = typed.strip().casefold().replace(" ", "")
    if plain in ("off", "none", "0", "never"):
        return None
    digits = plain.rstrip("abcdefghijklmnopqrstuvwxyz")
    unit = plain[len(digits) :] or "s"
    if not digits.isascii() or not digits.isdigit() or unit not in _UNITS:
        raise Refused(f"“{typed}” is not a deadline. Write off, or a time such as 90s, 10m, 12h or 2d.")
    found = int(digits) * _UNITS[unit]
    if not SHORTEST_DEADLINE <= found <= LONGEST_DEADLINE:
        raise Refused("A deadline is from 15 seconds to 7 days, or off.")
    return found


def duration(value: int | None) -> str:
    """A deadline in words."""
    if value is None:
        return "off"
    for size, unit in ((86_400, "d"), (3600, "h"), (60, "m")):
        if value % size == 0:
            return f"{value // size}{unit}"
    return f"{value}s"


async def set_flag(tables: Tables, place: Place, person: Person, group: str, key: str, on: bool) -> Server:
    """A ping (`pings`) or what players may fetch (`public`), on or off, for new encounters."""
    require_manager(person)
    known = PINGS if group == "pings" else PUBLIC
    if key not in known:
        raise Refused(f"Possible: {', '.join(known)}.")
    server = await get(tables, place)
    if group == "pings":
        return await _put(tables, replace(server, pings={**server.pings, key: on}))
    return await _put(tables, replace(server, public={**server.public, key: on}))


async def set_retention(tables: Tables, place: Place, person: Person, days: int | None) -> Server:
    """How many days ended encounters are kept; None for ever."""
    require_manager(person)
    if days is not None and not 1 <= days <= 3650:
        raise Refused("Ended encounters are kept for 1 to 3650 days, or for ever.")
    return await _put(tables, replace(await get(tables, place), retention_days=days))


def shown(server: Server, rules: tuple[Ruleset[Any, Any], ...]) -> tuple[tuple[str, str], ...]:
    """All settings as (name, value in words) rows."""
    names = {r.id: r.name for r in rules}
    rows = [
        ("Game", names.get(server.ruleset or "", "asked at each start")),
        ("Deadline of choices", duration(server.deadline)),
        (
            "Ended encounters are kept",
            f"{server.retention_days} days" if server.retention_days else "for ever",
        ),
    ]
    rows += [(label, "yes" if server.pings.get(k, d) else "no") for k, (label, _, d) in PINGS.items()]
    rows += [(label, "yes" if server.public.get(k, d) else "no") for k, (label, _, d) in PUBLIC.items()]
    for game in rules:
        chosen = server.options.get(game.id, {})
        for option in game.all_options():
            if option.key in chosen:
                rows.append((f"{game.name}: {option.label}", str(chosen[option.key])))
    return tuple(rows)
