"""The life of an encounter: it opens, people come and go, turns pass, it ends."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from bot.store import AlreadyDelivered, ChannelTaken, NewEncounter, Server
from rules.engine import frame, overrule
from rules.engine.encounter import FIGHTING, GATHERING
from rules.engine.procedures import Refused
from rules.engine.ruleset import Choice, Ruleset, rulesets

from . import bring
from .board import turn_token
from .choosing import listed, pick
from .naming import clean_name, is_taken
from .people import Person, Place
from .session import Table
from .tables import Tables
from .updates import ASK, TURN, Ping, Update

MOST_COMBATANTS = 100
MOST_AT_ONCE = 20
TWICE_SECONDS = 2.0


def game(id_or_name: str | None, server: Server) -> Ruleset[Any, Any]:
    """The game that was meant, else the server's. Refused names the games there are."""
    known = rulesets()
    wanted = id_or_name or server.ruleset
    if wanted is None:
        names = ", ".join(r.name for r in known)
        raise Refused(f"Which game? Choose one of {names}, or set it for the server with /config ruleset.")
    for rules in known:
        if wanted.casefold() in (rules.id.casefold(), rules.name.casefold()):
            return rules
    raise Refused(f"“{wanted}” is no game of this bot. It knows {', '.join(r.name for r in known)}.")


def may_start(person: Person, server: Server) -> bool:
    """Whether the server lets this person start encounters: everybody, or those with its start or GM role."""
    allowed = {r for r in (server.start_role, server.gm_role) if r is not None}
    return person.manager or server.start_role is None or bool(allowed & person.roles)


async def start(
    tables: Tables, place: Place, person: Person, ruleset: str | None, name: str | None, delivery: str = ""
) -> Update:
    """Open the encounter of a channel; the one who starts it is its GM."""
    async with tables.store.read() as tx:
        server = await tx.servers.get(place.guild)
    if not may_start(person, server):
        raise Refused("On this server only those with a certain role may start encounters.")
    rules = game(ruleset, server)
    title = clean_name(name) if name else f"{rules.name} fight"
    seeds, state = tables.new_seeds(), rules.new_encounter(server.options.get(rules.id, {}))
    new = NewEncounter(
        place.guild,
        place.channel,
        title,
        (person.id,),
        state,
        seeds,
        tables.clock(),
        {"deadline": server.deadline, "gm_role": server.gm_role, **server.public, **server.pings},
    )
    async with tables.lock(place):
        try:
            async with tables.store.write() as tx:
                await tx.encounters.open(new, delivery)
        except AlreadyDelivered:
            return Update(0, board=False, repeated=True)
        except ChannelTaken:
            raise Refused(
                "This channel has an encounter already. End it with /encounter end, or use a thread."
            ) from None
    async with tables.at(place) as table:
        public, secret = seeds.commitments
        return await table.declare(frame.opened(public, secret), person, actor="", verb="start")


async def join(
    table: Table, person: Person, character: str | None, delivery: str = "", *, name: str | None = None
) -> Update:
    """A player takes part with one of their sheets or a ready character, as a copy."""
    async with table.tables.store.read() as tx:
        sources = await bring.characters(tx, table.row.guild, person, table.rules)
    if character is None:
        own = [s for s in sources if s.key.startswith(bring.SHEET)]
        if len(own) != 1:
            raise Refused(
                "With which character? Choose a sheet of yours or a ready one. /character new makes a sheet."
            )
        source = own[0]
    else:
        source = bring.chosen(sources, character, "Character")
    for c in table.state.present():
        if c.controller == person.user and c.sheet == source.key and source.key.startswith(bring.SHEET):
            raise Refused(f"{c.name} is in this fight already.")
    room_for(table, 1)
    made = bring.combatants(
        table.rules, table.state, source, name=name, controller=person.user, side="heroes", player=True
    )
    return await table.overrule(frame.arrive(made), person, "join", delivery=delivery)


@dataclass(frozen=True, slots=True)
class Addition:
    """What `/encounter add` was given. health makes it an ad hoc foe. each: of several, everyone has an
    initiative of their own; else they are a group that shares one roll or card.
    """

    creature: str | None = None
    name: str | None = None
    health: int | None = None
    count: int = 1
    side: str = "foes"
    hidden: bool = False
    each: bool = False


async def add(table: Table, person: Person, wanted: Addition, delivery: str = "") -> Update:
    """The GM adds foes or allies: from the game, from the server's sheets, or by name and health."""
    table.require_gm(person)
    if not 1 <= wanted.count <= MOST_AT_ONCE:
        raise Refused(f"The count must be from 1 to {MOST_AT_ONCE}; {wanted.count} is not.")
    room_for(table, wanted.count)
    source = await _source(table, wanted)
    side = clean_name(wanted.side)
    made = bring.combatants(
        table.rules,
        table.state,
        source,
        name=wanted.name,
        count=wanted.count,
        side=side,
        player=False,
        hidden=wanted.hidden,
    )
    if wanted.count > 1 and not wanted.each:
        made = tuple(replace(c, group=made[0].id) for c in made)
    names = ", ".join(c.name for c in made)
    note = f"{names} added, hidden from the players." if wanted.hidden else ""
    return await table.overrule(frame.arrive(made), person, "add", delivery=delivery, note=note)


async def _source(table: Table, wanted: Addition) -> bring.Source:
    if wanted.health is not None:
        name = wanted.name or wanted.creature
        if not name:
            raise Refused("A foe made up on the spot needs a name and a health value.")
        return bring.adhoc(table.rules, clean_name(name), wanted.health)
    if wanted.creature is None:
        raise Refused("What shall be added? Choose a creature, or give a name and a health value.")
    async with table.tables.store.read() as tx:
        sources = await bring.creatures(tx, table.row.guild, table.rules)
    return bring.chosen(sources, wanted.creature, "Creature")


def sides(table: Table, person: Person) -> tuple[Choice, ...]:
    """The sides there are, as this person may know, and the usual ones."""
    known = (c.side for c in table.sees(person).present())
    return tuple(Choice(side) for side in dict.fromkeys(("foes", "heroes", *known)))


def room_for(table: Table, more: int) -> None:
    """Refused when the encounter would have too many combatants."""
    here = sum(1 for _ in table.state.present())
    if here + more > MOST_COMBATANTS:
        raise Refused(f"An encounter holds at most {MOST_COMBATANTS} combatants; {here} are here.")


async def leave(table: Table, person: Person, who: str | None, delivery: str = "") -> Update:
    """A player takes their own combatant out of the fight. who: its id or name; their only one where None."""
    own = [Choice(c.id, c.name) for c in table.state.present() if c.controller == person.user]
    if not own:
        raise Refused("You have no combatant in this fight.")
    if who is None and len(own) > 1:
        raise Refused(f"Which of your combatants leaves? {listed(own)}.")
    leaving = own[0] if who is None else pick(own, who, "Your combatant")
    return await _leaves(table, person, leaving.value, "leave", delivery)


async def remove(table: Table, person: Person, who: str, delivery: str = "") -> Update:
    """The GM takes a combatant out of the fight; if it was acting, the next one's turn begins."""
    table.require_gm(person)
    return await _leaves(table, person, who, "remove", delivery)


async def _leaves(table: Table, person: Person, who: str, verb: str, delivery: str) -> Update:
    passing = table.held.journal.open is None
    return await table.overrule(frame.leave(who, passing), person, verb, delivery=delivery)


async def begin(table: Table, person: Person, delivery: str = "") -> Update:
    """Initiative and round 1."""
    table.require_gm(person)
    return await table.declare(frame.begin(), person, actor="", verb="begin", delivery=delivery)


async def next_turn(table: Table, person: Person, delivery: str = "", turn: str | None = None) -> Update:
    """The turn passes: a GM's Next, or the acting player's Done.

    turn: the token of the turn a button was drawn in; a press that comes late moves nothing, and neither
    does a second person's within two seconds, unless something has been done in the new turn or it is
    theirs.
    """
    require_fighting(table)
    if turn is not None and turn != turn_token(table.state):
        return Update(table.row.id, note="That turn has passed already.", board=False)
    now = table.tables.clock()
    if _has_just_passed(table, person, now):
        return Update(table.row.id, note="The turn has just passed.", board=False)
    if not table.is_gm(person):
        acting = table.state.actor
        if not acting or not table.may_play(person, acting):
            seen = table.sees(person)
            whose = f"; it is {seen[seen.actor].name}'s" if seen.actor else ""
            raise Refused(f"You can end only your own turn{whose}.")
    update = await table.declare(frame.pass_turn(), person, actor="", verb="next", delivery=delivery)
    table.tables.passed[table.row.id] = (now, person.id)
    return update


def _has_just_passed(table: Table, person: Person, now: datetime) -> bool:
    """Whether somebody else passed the turn a moment ago and this person seems to mean the same turn."""
    recent, newest = table.tables.passed.get(table.row.id), table.held.newest
    if recent is None or recent[1] == person.id or newest is None or newest.verb != "next":
        return False
    acting = table.state.combatants.get(table.state.actor)
    own = acting is not None and acting.controller == person.user
    # less than nothing: the clock was set back
    return not own and 0 <= (now - recent[0]).total_seconds() < TWICE_SECONDS


async def back(table: Table, person: Person, delivery: str = "") -> Update:
    """The marker steps back; nothing is fired, nothing restored."""
    table.require_gm(person)
    return await table.declare(frame.back(), person, actor="", verb="back", delivery=delivery)


async def undo(table: Table, person: Person, delivery: str = "") -> Update:
    """The newest step is taken back."""
    table.require_gm(person)
    return await table.undo(
        person, delivery=delivery, note="Undone. The same declaration would roll the same dice."
    )


async def redo(table: Table, person: Person, delivery: str = "") -> Update:
    """The oldest undone step is brought back."""
    table.require_gm(person)
    return await table.redo(person, delivery=delivery, note="Brought back.")


async def end(table: Table, person: Person, delivery: str = "") -> Update:
    """The encounter is over and its public seed is revealed. Its GMs may, and who may Manage Server."""
    if not table.is_gm(person) and not person.manager:
        table.require_gm(person)
    return await closed(table, person, delivery)


async def closed(table: Table, person: Person, delivery: str = "") -> Update:
    """The encounter ends, whoever says so; what is open in it is withdrawn."""
    undone = () if table.held.journal.open is None else (await table.undo(person)).cards
    seed = table.held.journal.seeds.public.hex()
    update = await table.declare(frame.end(seed), person, actor="", verb="end", delivery=delivery)
    return replace(update, cards=(*undone, *update.cards))


async def pause(table: Table, person: Person, delivery: str = "") -> Update:
    """Deadlines stand still until it is resumed; a paused encounter never expires."""
    table.require_gm(person)
    if table.row.paused:
        raise Refused("This encounter is paused already.")
    row = replace(table.row, paused_at=table.tables.clock())
    note = "Paused. Deadlines stand still."
    update = await table.commit(None, person, delivery=delivery, row=row, note=note)
    return replace(update, cards=_recarded(table, update))


async def resume(table: Table, person: Person, delivery: str = "") -> Update:
    """Deadlines go on by as much as was left of them."""
    table.require_gm(person)
    since = table.row.paused_at
    if since is None:
        raise Refused("This encounter is not paused.")
    gone = table.tables.clock() - since
    async with table.tables.store.write() as tx:
        await tx.asks.shift(table.row.id, gone)
    table.held.asks = {
        n: replace(a, deadline_at=a.deadline_at + gone if a.deadline_at else None)
        for n, a in table.held.asks.items()
    }
    row = replace(table.row, paused_at=None)
    update = await table.commit(None, person, delivery=delivery, row=row, note="Resumed.")
    return replace(update, cards=_recarded(table, update))


async def name_gm(table: Table, person: Person, user: int, *, leaving: bool, delivery: str = "") -> Update:
    """Another GM besides, or instead (`leaving`) of the one who says so. Who may Manage Server can name
    one too.
    """
    if not table.is_gm(person) and not person.manager:
        table.require_gm(person)
    gms = [g for g in table.gms if not (leaving and g == person.id)]
    if user not in gms:
        gms.append(user)
    return await _with_gms(table, person, tuple(gms), delivery)


async def drop_gm(table: Table, person: Person, user: int, delivery: str = "") -> Update:
    """A GM lays the role down or loses it; one always stays."""
    if not table.is_gm(person) and not person.manager:
        table.require_gm(person)
    gms = tuple(g for g in table.gms if g != user)
    if not gms:
        raise Refused("An encounter needs a GM: name another one first.")
    return await _with_gms(table, person, gms, delivery)


async def _with_gms(table: Table, person: Person, gms: tuple[int, ...], delivery: str) -> Update:
    update = await table.commit(None, person, delivery=delivery, row=replace(table.row, gms=gms))
    return replace(update, cards=_recarded(table, update))


async def hand_over(table: Table, person: Person, who: str, user: int | None, delivery: str = "") -> Update:
    """A combatant goes to another player (None: to the GM); an open ask goes along, or its turn: the new
    player is called to it.
    """
    table.require_gm(person)
    controller = str(user) if user is not None else ""
    call = overrule.set_combatant(who, "controller", controller)
    update = await table.overrule(call, person, "hand", delivery=delivery)
    async with table.tables.store.write() as tx:
        await tx.asks.assign(table.row.id, who, user)
    table.held.asks = {n: replace(a, user=user) if a.who == who else a for n, a in table.held.asks.items()}
    waits = any(x.ask.who == who for x in table.held.waiting())
    calls = [Ping(user, ASK if waits else TURN)] if user and (waits or table.state.actor == who) else []
    called = await table.wanted_pings(calls)
    return replace(update, cards=_recarded(table, update), pings=(*update.pings, *called))


def _recarded(table: Table, update: Update) -> tuple[Any, ...]:
    """The newest step's card too: it names who is asked, and until when."""
    newest = table.held.newest
    shown = {card.no for card in update.cards}
    if newest is None or newest.no in shown or not table.held.waiting():
        return update.cards
    return (table.card(newest), *update.cards)


def require_fighting(table: Table) -> None:
    """Refused unless the fight has begun."""
    if table.state.phase == GATHERING:
        raise Refused("The fight has not begun: the GM begins it with /encounter begin.")
    if table.state.phase != FIGHTING:
        raise Refused("This fight is over.")


def rename_taken(table: Table, who: str, name: str) -> bool:
    """Whether another combatant has this name."""
    return is_taken(name, (c.name for c in table.state.combatants.values() if c.id != who))
