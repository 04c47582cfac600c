"""Rolls beside the fight: dice by notation, and the game's own skill test, for the table, oneself, or the
GM.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from bot.store import FreeRoll, NewPrivate, Server
from rules.engine import frame
from rules.engine.effects import GM, TABLE, Call
from rules.engine.live import Input, run
from rules.engine.procedures import Refused
from rules.engine.ruleset import Choice, Param, Ruleset, SheetError, rulesets
from rules.engine.steps import Step, told
from rules.notation import Outcome, ParseError, evaluate, parse, render_outcome

from . import bring
from .acts import pick_combatant
from .cards import private_lines
from .choosing import arguments_of, listed
from .people import Person, Place, State
from .session import Table
from .tables import Tables
from .updates import Update

BLIND = "Rolled. Only the {0} sees the result."
OWN = "me"
"""The id of the only combatant in the state of a check outside a fight."""


class See(Enum):
    """Who sees a roll: the whole table, only the roller, only the GM (blind), the roller and the GM."""

    ALL = "all"
    ME = "me"
    GM = "gm"
    ME_AND_GM = "me-gm"


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll and who is told. public: for the channel; mine: for the roller; gms: for the eyes of those GMs
    (`gm_users`, the roller not among them) of that encounter. total: the text of a total that stands in it,
    to be made to stand out.
    """

    public: str = ""
    mine: str = ""
    gms: str = ""
    gm_users: tuple[int, ...] = ()
    encounter: int = 0
    total: str = ""


# ------------------------------------------------------------------ dice
async def roll(
    tables: Tables, place: Place, person: Person, typed: str, see: See, delivery: str = ""
) -> Rolled:
    """`/roll`: a sum of dice and numbers. Refused points at what is not understood.

    What is for the GM's eyes is kept for the next press of each. AlreadyDelivered when it came before.
    """
    try:
        parsed = parse(typed)
    except ParseError as wrong:
        raise Refused(str(wrong)) from None
    table = await _gms(tables, place, see)
    outcome: Outcome = evaluate(parsed, lambda sides: below(tables, sides) + 1)
    shown = addressed(f"{person.name} rolls {render_outcome(outcome)}", see, table, person)
    rolled = replace(shown, total=f"−{-outcome.total}" if outcome.total < 0 else str(outcome.total))
    secret = see is not See.ALL
    row = FreeRoll(place.guild, person.id, typed, outcome.faces, outcome.total, secret, tables.clock())
    async with tables.store.write() as tx:
        if delivery:
            await tx.deliveries.take(delivery, row.at)
        await tx.rolls.add(row)
    await _keep(tables, place, rolled)
    return rolled


def below(tables: Tables, n: int) -> int:
    """A number 0..n-1, each equally likely, from the process' entropy."""
    limit = (1 << 64) // n * n
    while True:
        x = int.from_bytes(tables.entropy(8), "big")
        if x < limit:
            return x % n


async def _gms(tables: Tables, place: Place, see: See) -> Table | None:
    """The encounter whose GMs see a roll; None where nobody but the table or the roller is to see it.

    Refused before anything is rolled where a GM is to see it and there is none.
    """
    if see in (See.ALL, See.ME):
        return None
    table = await tables.peek(place)
    if table is None:
        raise Refused("Nobody is GM here: there is no encounter in this channel.")
    return table


def addressed(text: str, see: See, table: Table | None, person: Person) -> Rolled:
    """Who is told what of a roll. table: the encounter whose GMs see it, if any do."""
    if see is See.ALL:
        return Rolled(public=text)
    if see is See.ME or table is None:
        return Rolled(mine=text)
    gm = table.rules.gm_word
    others = tuple(g for g in table.gms if g != person.id)
    blind = see is See.GM and not table.is_gm(person)
    words = (
        f"rolls blind: only the {gm} sees the result" if see is See.GM else f"rolls in secret with the {gm}"
    )
    return Rolled(
        public=f"{person.name} {words}",
        mine=BLIND.format(gm) if blind else text,
        gms=text,
        gm_users=others,
        encounter=table.row.id,
    )


async def _keep(tables: Tables, place: Place, rolled: Rolled) -> None:
    """Keep what is for the GMs' eyes for the next press of each, where a table keeps its private lines."""
    if not rolled.gm_users:
        return
    texts = [NewPrivate(user, {"lines": rolled.gms.split("\n")}) for user in rolled.gm_users]
    async with tables.at(place) as table:
        async with tables.store.write() as tx:
            await tx.private.keep(table.row.id, texts)
        table.held.kept.update(rolled.gm_users)


async def for_ones_eyes(tables: Tables, encounter: int, person: Person) -> tuple[str, ...]:
    """What was kept for this person in an encounter, open or ended; it is taken out. A GM for whom nothing is
    kept, who may be one by a role or has looked before, is told the newest of what is for GMs alone.
    """
    try:
        async with tables.of(encounter) as table:
            return await table.take_private(person) or _newest_secret(table, person)
    except Refused:
        async with tables.store.write() as tx:
            kept = await tx.private.take(encounter, person.id)
        return tuple(line for text in kept for line in text.body["lines"])


def _newest_secret(table: Table, person: Person) -> tuple[str, ...]:
    if not table.is_gm(person):
        return ()
    told = (private_lines(step, table.state, person.user, True) for step in reversed(table.held.journal.tail))
    return next((lines for lines in told if lines), ())


# ------------------------------------------------------------------ the game's own test, in a fight
def checker(table: Table, person: Person, named: str | None) -> str:
    """The combatant that makes a check: the one named, else the acting one or the only one of theirs.

    Refused names those that could be meant.
    """
    if named is not None:
        who = pick_combatant(table, person, named, "Combatant")
        if not table.may_play(person, who):
            raise Refused(f"{table.state[who].name} is not yours.")
        return who
    own = table.own(person)
    acting = table.state.actor
    if acting in own or (acting and not own and table.is_gm(person)):
        return acting
    if len(own) == 1:
        return own[0]
    if own:
        names = listed([Choice(who, table.state[who].name) for who in own])
        raise Refused(f"Which of your combatants makes the check? {names}.")
    raise Refused("You have no combatant in this fight. Name one of your characters for the check.")


async def check_in_fight(
    table: Table, person: Person, who: str, given: Mapping[str, str], see: See, delivery: str = ""
) -> Update | Rolled:
    """`/check` for a combatant: part of the fight's log, from its seeds, unless it is for the roller's
    eyes only. What a hidden combatant rolls, the table never sees.
    """
    if not table.may_play(person, who):
        raise Refused(f"{table.state[who].name} is not yours.")
    if see is See.ALL and table.state[who].hidden:
        see = See.GM
    seen = table.sees(person)
    args = arguments_of(table.rules.check_params, "A check", seen, who, given)
    to = {See.ALL: TABLE, See.GM: GM, See.ME: who, See.ME_AND_GM: who}[see]
    call = _check(table.rules, table.state, who, args, to)
    if see is See.ME:
        return Rolled(mine="\n".join(_rolled_beside(table.tables, call, table.state)))
    if see is See.ALL:
        return await table.overrule(call, person, "check", delivery=delivery)
    gm = table.rules.gm_word
    words = f"{{0}} rolls blind: only the {gm} sees the result"
    if see is See.ME_AND_GM:
        words = f"{{0}} rolls in secret with the {gm}"
    note = BLIND.format(gm) if see is See.GM and not table.is_gm(person) else ""
    secret = frame.in_secret(who, words, call)
    return await table.overrule(secret, person, "check", delivery=delivery, note=note)


# ------------------------------------------------------------------ the game's own test, anywhere
@dataclass(frozen=True, slots=True)
class Beside:
    """A character beside any fight: their game, and a state in which they are alone (as `OWN`)."""

    rules: Ruleset[Any, Any]
    state: State


async def characters(tables: Tables, place: Place, person: Person) -> tuple[Choice, ...]:
    """With whom a person can make a check here: own sheets of the server's game (of all games where it has
    none), then ready characters.
    """
    return tuple(
        Choice(
            _key(source, rules), source.name, f"{rules.name}, {source.about}" if source.about else rules.name
        )
        for source, rules in await _sources(tables, place, person)
    )


async def _sources(
    tables: Tables, place: Place, person: Person
) -> list[tuple[bring.Source, Ruleset[Any, Any]]]:
    async with tables.store.read() as tx:
        server = await tx.servers.get(place.guild)
        found = [
            (source, rules)
            for rules in _games(server)
            for source in await bring.characters(tx, place.guild, person, rules)
        ]
    return sorted(found, key=lambda pair: not pair[0].key.startswith(bring.SHEET))


def _games(server: Server) -> tuple[Ruleset[Any, Any], ...]:
    known = rulesets()
    return tuple(r for r in known if r.id == server.ruleset) or known


async def beside(tables: Tables, place: Place, person: Person, character: str | None) -> Beside:
    """The character that was meant, or the person's only sheet. Refused names what there is."""
    sources = await _sources(tables, place, person)
    source, rules = _character(sources, character)
    async with tables.store.read() as tx:
        server = await tx.servers.get(place.guild)
    empty: State = rules.new_encounter(server.options.get(rules.id, {}))
    try:
        c = rules.combatant(OWN, source.name, source.values, controller=person.user)
    except SheetError as wrong:
        raise Refused(f"The sheet of {source.name} does not fit these rules: {wrong}") from None
    return Beside(rules, empty.having(c))


def _character(
    sources: list[tuple[bring.Source, Ruleset[Any, Any]]], character: str | None
) -> tuple[bring.Source, Ruleset[Any, Any]]:
    if character is not None:
        meant = [pair for pair in sources if _key(*pair) == character]
        if meant:
            return meant[0]
        chosen = bring.chosen(tuple(source for source, _ in sources), character, "Character")
        return next(pair for pair in sources if pair[0] == chosen)
    own = [pair for pair in sources if pair[0].key.startswith(bring.SHEET)]
    if len(own) == 1:
        return own[0]
    raise Refused("With which character? Choose one of your sheets or a ready one.")


def _key(source: bring.Source, rules: Ruleset[Any, Any]) -> str:
    """Names a source among those of all games."""
    return f"{rules.id}:{source.key}"


async def check_outside(
    tables: Tables,
    place: Place,
    person: Person,
    character: str | None,
    given: Mapping[str, str],
    see: See,
    delivery: str = "",
) -> Rolled:
    """`/check` where the person is in no fight, with one of their sheets or a ready character.

    AlreadyDelivered when it came before.
    """
    table = await _gms(tables, place, see)
    found = await beside(tables, place, person, character)
    args = arguments_of(found.rules.check_params, "A check", found.state, OWN, given)
    lines = _rolled_beside(tables, _check(found.rules, found.state, OWN, args, TABLE), found.state)
    rolled = addressed("\n".join(lines), see, table, person)
    if delivery:
        async with tables.store.write() as tx:
            await tx.deliveries.take(delivery, tables.clock())
    await _keep(tables, place, rolled)
    return rolled


def check_choices(
    rules: Ruleset[Any, Any], s: State, who: str, name: str, given: Mapping[str, str]
) -> tuple[Choice, ...]:
    """What one option of a check can be. s: the state as the asker sees it. given: the other options."""
    names = [p.name for p in rules.check_params]
    if name not in names:
        return ()
    param: Param = rules.check_params[names.index(name)]
    before = {p: given[p] for p in names[: names.index(name)] if p in given}
    return param.choices(s, who, before) if param.choices is not None else ()


def _check(rules: Ruleset[Any, Any], s: State, who: str, args: Mapping[str, str], to: str) -> Call[Any]:
    call = rules.check(s, who, args, to)
    if call is None:
        raise Refused(f"{rules.name} has no skill test of its own; use /roll.")
    return call


def _rolled_beside(tables: Tables, call: Call[Any], s: State) -> tuple[str, ...]:
    """Run a procedure outside the journal with fresh dice and give every line it tells."""
    seeds = tables.new_seeds()
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
