"""Choices that wait: who may answer, by button or command; offers; standing answers; deadlines that pass."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TypeVar

import structlog

from bot.store import AskRow
from rules.engine import overrule
from rules.engine.procedures import Refused
from rules.engine.ruleset import Choice

from .acts import require_own
from .cards import AskView, OfferView
from .choosing import pick
from .people import Person, Place
from .session import WITHDRAWN, Table
from .tables import Tables
from .updates import ASK, Ping, Update

log: structlog.stdlib.BoundLogger = structlog.get_logger("skirmish.deadlines")

GRACE = timedelta(minutes=10)
"""How long a deadline that passed while the bot was down is put off after it came back."""
DEADLINE = Person(0, "deadline")
NOT_OPEN = "That choice has been made already, or is not open any more."


def _may_answer(table: Table, person: Person, users: tuple[int, ...], whose: str) -> None:
    if person.id not in users and not table.is_gm(person):
        raise Refused(f"This is {whose}'s choice.")


def open_ask(table: Table, person: Person, ask_id: int) -> AskView:
    """The ask with this id, as this person may read it. Refused where it is not open any more."""
    view = next((a for a in table.asks(table.viewer(person)) if a.id == ask_id), None)
    if view is None:
        raise Refused(WITHDRAWN if table.withdrew else NOT_OPEN)
    return view


async def answer(table: Table, person: Person, ask_id: int, value: str, delivery: str = "") -> Update:
    """A button or select of an ask. Refused to anyone it was not put to, and where it is not open any
    more.
    """
    return await _answer(table, person, open_ask(table, person, ask_id), value, delivery)


async def _answer(table: Table, person: Person, view: AskView, value: str, delivery: str) -> Update:
    _may_answer(table, person, view.users, view.whose)
    chosen = pick(view.choices, value, "Choice").value
    return await table.answer(view.key, chosen, person, delivery=delivery)


async def take_offer(table: Table, person: Person, ask_id: int, value: str, delivery: str = "") -> Update:
    """An offer of the newest step is taken up after all."""
    view: OfferView | None = next((o for o in table.offers(table.viewer(person)) if o.id == ask_id), None)
    if view is None:
        raise Refused("That offer has passed: something else has happened since.")
    _may_answer(table, person, view.users, view.whose)
    chosen = pick(view.choices, value, "Choice").value
    return await table.revise(view.key, chosen, person, delivery=delivery)


async def react(
    table: Table, person: Person, value: str, named: str | None = None, delivery: str = ""
) -> Update:
    """`/parry`, `/dodge`, `/block`, `/react`: the same as the buttons, for the ask that waits for this
    person.

    named: which combatant, where several of theirs are asked. Refused says what can be chosen, or who is
    awaited.
    """
    viewer = table.viewer(person)
    mine = _open_to(table, person, table.asks(viewer), named)
    offers = _open_to(table, person, table.offers(viewer), named)
    if named is not None and not mine and not offers:
        raise Refused(f"Nothing is asked of “{named[:64]}” that you can answer.{_awaited(table)}")
    fitting = [a for a in mine if _fits(a.choices, value)]
    if len(fitting) > 1 and named is None:
        whose = " or ".join(dict.fromkeys(a.whose for a in fitting))
        raise Refused(f"Several choices wait for you: say for whom ({whose}).")
    if fitting:
        return await _answer(table, person, fitting[0], value, delivery)
    for offer in offers:
        if _fits(offer.choices, value):
            return await take_offer(table, person, offer.id, value, delivery)
    if mine:
        can = ", ".join(c.words for c in mine[0].choices)
        raise Refused(f"That cannot be chosen now. {mine[0].prompt} You can choose: {can}.")
    awaited = _awaited(table)
    raise Refused(f"Nothing is asked of you.{awaited}" if awaited else "Nothing is asked of you just now.")


View = TypeVar("View", AskView, OfferView)


def _open_to(table: Table, person: Person, views: Sequence[View], named: str | None) -> list[View]:
    """What a person may answer: what is put to them, else (a GM, or where a name is given) what they may
    answer in somebody's place. named: only what is asked of this combatant, by name; capitals count where
    they tell two apart.
    """
    own = [v for v in views if person.id in v.users]
    every = list(views) if table.is_gm(person) else own
    if named is None:
        return own or every
    wanted = named.strip()
    exact = [v for v in every if v.whose == wanted]
    return exact or [v for v in every if v.whose.casefold() == wanted.casefold()]


def _awaited(table: Table) -> str:
    names = " and ".join(dict.fromkeys(a.whose for a in table.asks()))
    if not names:
        return ""
    names = f"The {names[4:]}" if names.startswith("the ") else names
    return f" {names} {'are' if ' and ' in names else 'is'} awaited."


def _fits(choices: tuple[Choice, ...], value: str) -> bool:
    """Whether one of the choices is meant: by its value, its kind (`parry` of `parry:shield`), or its
    words.
    """
    wanted = value.strip().casefold()
    return any(
        wanted in (c.value.casefold(), c.value.partition(":")[0].casefold(), c.words.casefold())
        for c in choices
    )


def standing(table: Table, who: str) -> tuple[tuple[str, str, str], ...]:
    """A combatant's standing answers: (topic, its label, words of the answer or of what happens without)."""
    kept = table.state[who].standing
    out: list[tuple[str, str, str]] = []
    for topic in table.rules.standing_topics:
        value = kept.get(topic.topic, "")
        words = next((c.words for c in topic.choices if c.value == value), value)
        out.append((topic.topic, topic.label, words or topic.unset))
    return tuple(out)


async def set_standing(
    table: Table, person: Person, who: str, topic: str, value: str, delivery: str = ""
) -> Update:
    """Settle how a kind of ask is answered for a combatant from now on; "" asks again."""
    require_own(table, person, who)
    known = next((t for t in table.rules.standing_topics if t.topic == topic), None)
    if known is None:
        raise Refused("There is no standing answer for that.")
    chosen = pick(known.choices, value, known.label) if value else None
    call = overrule.set_standing(who, topic, chosen.value if chosen else "")
    note = f"{table.state[who].name}, {known.label}: {chosen.words if chosen else known.unset} from now on."
    return await table.overrule(call, person, "standing", delivery=delivery, note=note)


# ------------------------------------------------------------------ deadlines
async def settle_due(tables: Tables) -> list[Update]:
    """Every ask whose deadline has passed takes its default. Gives what is to be told, in order.

    One that cannot be settled holds up no other: it is put off, and the log says why.
    """
    async with tables.store.read() as tx:
        due = await tx.asks.due(tables.clock(), tables.shards)
    updates: list[Update] = []
    for row in due:
        try:
            update = await _settle(tables, row)
        except Exception as error:
            log.error("a deadline cannot be settled", ask=row.id, encounter=row.encounter, exc_info=error)
            await _put_off(tables, row)
        else:
            updates += [update] if update is not None else []
    return updates


async def _settle(tables: Tables, row: AskRow) -> Update | None:
    """One deadline. None when the choice was made meanwhile. Refused where nobody can settle it."""
    async with tables.of(row.encounter) as table:
        stored = table.held.asks.get(row.id)
        now = tables.clock()
        if stored is None or stored.deadline_at is None or stored.deadline_at > now or table.row.paused:
            return None
        view = next((a for a in table.asks() if a.id == row.id), None)
        waiting = next((x for x in table.held.waiting() if view and x.key == view.key), None)
        if view is None or waiting is None:
            return None
        value = waiting.ask.settled(table.state)
        update = await table.answer(view.key, value, DEADLINE, delivery=f"deadline:{row.id}")
        return replace(update, private=())


async def _put_off(tables: Tables, row: AskRow) -> None:
    async with tables.store.write() as tx:
        await tx.asks.set_deadline(row.id, tables.clock() + GRACE, row.reminder_at)


async def after_downtime(tables: Tables, grace: timedelta = GRACE) -> tuple[int, ...]:
    """At start-up: deadlines that passed while nobody could answer are put off, so that our outage costs
    no choice. Gives the encounter of each.
    """
    now = tables.clock()
    async with tables.store.write() as tx:
        return await tx.asks.postpone(now, now + grace, tables.shards)


async def with_new_deadlines(tables: Tables, encounters: Iterable[int]) -> list[Update]:
    """The cards of these encounters' open choices, whose deadlines have changed."""
    updates: list[Update] = []
    for encounter in sorted(set(encounters)):
        try:
            async with tables.of(encounter) as table:
                newest = table.held.newest
                if newest is not None and table.held.waiting():
                    cards = (table.card(newest),)
                    updates.append(Update(encounter, cards, board=False, version=table.row.version))
        except Refused:
            continue
    return updates


async def due_reminders(tables: Tables) -> list[Update]:
    """Open asks whose reminder is due now: pings for all who may answer, each given once."""
    async with tables.store.write() as tx:
        rows = await tx.asks.reminders(tables.clock(), tables.shards)
        await tx.asks.reminded(a.id for a in rows)
    updates = [await _reminder(tables, row) for row in rows]
    return [update for update in updates if update.pings]


async def _reminder(tables: Tables, row: AskRow) -> Update:
    place = Place(row.guild, row.channel)
    try:
        table = await tables.peek(place)
    except Refused:
        table = None
    view = next((a for a in table.asks() if a.id == row.id), None) if table is not None else None
    newest = table.held.newest if table is not None else None
    if table is None or view is None or newest is None:
        return Update(row.encounter, board=False)
    pings = await table.wanted_pings(Ping(user, ASK) for user in view.users)
    return Update(row.encounter, (table.card(newest),), board=False, pings=pings, version=table.row.version)
