"""Rolls beside the fight: dice by notation, and the game's own skill test, for the table, oneself, or the
GM.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from bot.store import FreeRoll
from rules.engine.dice import SEED_BYTES, Seeds
from rules.engine.effects import GM, TABLE, Call
from rules.engine.live import Input, run
from rules.engine.procedures import Refused
from rules.engine.ruleset import Ruleset, SheetError
from rules.engine.steps import Step, told
from rules.notation import Outcome, ParseError, evaluate, parse, render_outcome

from . import bring
from .choosing import arguments_of
from .people import Person, Place, State
from .session import Table
from .tables import Tables
from .updates import Update


class See(Enum):
    """Who sees a roll: the whole table, only the roller, only the GM (blind), the roller and the GM."""

    ALL = "all"
    ME = "me"
    GM = "gm"
    ME_AND_GM = "me-gm"


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll and who is told. public: for the channel; mine: for the roller; gms: for those GMs' eyes."""

    public: str = ""
    mine: str = ""
    gms: str = ""
    gm_users: tuple[int, ...] = ()


async def roll(tables: Tables, place: Place, person: Person, typed: str, see: See) -> Rolled:
    """`/roll`: a sum of dice and numbers. Refused points at what is not understood."""
    try:
        parsed = parse(typed)
    except ParseError as wrong:
        raise Refused(str(wrong)) from None
    outcome: Outcome = evaluate(parsed, lambda sides: below(tables, sides) + 1)
    async with tables.store.write() as tx:
        await tx.rolls.add(
            FreeRoll(
                place.guild,
                person.id,
                typed,
                outcome.faces,
                outcome.total,
                see is not See.ALL,
                tables.clock(),
            )
        )
    gms = await gms_of(tables, place)
    return addressed(f"{person.name} rolls {render_outcome(outcome)}", see, gms, person)


def below(tables: Tables, n: int) -> int:
    """A number 0..n-1, each equally likely, from the process' entropy."""
    limit = (1 << 64) // n * n
    while True:
        x = int.from_bytes(tables.entropy(8), "big")
        if x < limit:
            return x % n


async def gms_of(tables: Tables, place: Place) -> tuple[int, ...]:
    """The GMs of the channel's encounter; none where there is no encounter."""
    table = await tables.peek(place)
    return table.gms if table is not None else ()


def addressed(text: str, see: See, gms: tuple[int, ...], person: Person) -> Rolled:
    """Who is told what of a roll. Refused where a GM is to see it and there is none."""
    if see is See.ALL:
        return Rolled(public=text)
    if see is See.ME:
        return Rolled(mine=text)
    if not gms:
        raise Refused("Nobody is GM here: there is no encounter in this channel.")
    if see is See.ME_AND_GM:
        return Rolled(
            public=f"{person.name} rolls in secret for the GM",
            mine=text,
            gms=text,
            gm_users=tuple(g for g in gms if g != person.id),
        )
    mine = text if person.id in gms else "Rolled. Only the GM sees the result."
    return Rolled(
        public=f"{person.name} rolls blind: only the GM sees the result",
        mine=mine,
        gms=text,
        gm_users=tuple(g for g in gms if g != person.id),
    )


# ------------------------------------------------------------------ the game's own test
async def check_in_fight(
    table: Table, person: Person, who: str, given: Mapping[str, str], see: See, delivery: str = ""
) -> Update | Rolled:
    """`/check` for a combatant: part of the fight's log, from its seeds, unless it is for the roller's
    eyes only.
    """
    if not table.may_play(person, who):
        raise Refused(f"{table.state[who].name} is not yours.")
    seen = table.sees(person)
    args = arguments_of(table.rules.check_params, "A check", seen, who, given)
    to = {See.ALL: TABLE, See.GM: GM, See.ME: who, See.ME_AND_GM: who}[see]
    call = _check(table.rules, table.state, who, args, to)
    if see is See.ME:
        return Rolled(mine="\n".join(_rolled_beside(table.tables, call, seen)))
    note = "Rolled. Only the GM sees the result." if see is See.GM and not table.is_gm(person) else ""
    return await table.overrule(call, person, "check", delivery=delivery, note=note)


async def check_outside(
    tables: Tables,
    place: Place,
    person: Person,
    rules: Ruleset[Any, Any],
    character: str | None,
    given: Mapping[str, str],
    see: See,
) -> Rolled:
    """`/check` where no fight is on, with one of the person's sheets or a ready character."""
    async with tables.store.read() as tx:
        server = await tx.servers.get(place.guild)
        sources = await bring.characters(tx, place.guild, person, rules)
    source = _character(sources, character)
    empty: State = rules.new_encounter(server.options.get(rules.id, {}))
    try:
        c = rules.combatant("me", source.name, source.values, controller=person.user)
    except SheetError as wrong:
        raise Refused(f"The sheet of {source.name} does not fit these rules: {wrong}") from None
    s = empty.having(c)
    args = arguments_of(rules.check_params, "A check", s, "me", given)
    lines = _rolled_beside(tables, _check(rules, s, "me", args, TABLE), s)
    gms = await gms_of(tables, place)
    return addressed("\n".join(lines), see, gms, person)


def _character(sources: tuple[bring.Source, ...], character: str | None) -> bring.Source:
    if character is not None:
        return bring.chosen(sources, character, "Character")
    own = [s for s in sources if s.key.startswith(bring.SHEET)]
    if len(own) == 1:
        return own[0]
    raise Refused("With which character? Choose one of your sheets or a ready one.")


def _check(rules: Ruleset[Any, Any], s: State, who: str, args: Mapping[str, str], to: str) -> Call[Any]:
    call = rules.check(s, who, args, to)
    if call is None:
        raise Refused(f"{rules.name} has no skill test of its own; use /roll.")
    return call


def _rolled_beside(tables: Tables, call: Call[Any], s: State) -> tuple[str, ...]:
    """Run a procedure outside the journal with fresh dice and give every line it tells."""
    seeds = Seeds(tables.entropy(SEED_BYTES), tables.entropy(SEED_BYTES))
    done = run(call, s, (), "check", seeds.roll)
    if not done.done:
        raise Refused("That check asks somebody for a choice, so it needs a fight: make it there.")
    step = Step(0, "", "", "check", call, "", "", 0).with_run(done)
    known = {c.id: c.name for c in s.combatants.values()}

    def name(who: str) -> str:
        return known.get(who, who)

    texts = [
        x.what.text(tuple(x.value), name) if isinstance(x, Input) else x.text(name) for _, x in told(step)
    ]
    return tuple(text for text in texts if text)
