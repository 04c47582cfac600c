"""Somebody hidden on either side, in fights played at random: no text that a player can read names them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.table import acts, answers, encounters, panel
from bot.table.history import log, transcript, written
from bot.table.session import Table
from bot.table.tables import Tables
from bot.table.updates import Update
from rules.engine.procedures import Refused
from rules.engine.ruleset import PUBLIC, Verb, Viewer, ruleset

from .conftest import ANA, BEN, GM, HERE, OUTSIDER, Clock

STEPS = 30
LURKERS = {"xyzzy": "foes", "plugh": "heroes"}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", ["openquest", "c22", "katzbalger", "24-system"])
async def test_nothing_names_them(tables: Tables, clock: Clock, game: str, seed: int) -> None:
    dice = random.Random(f"{game} {seed}")
    await opened(tables, game, dice)
    for _ in range(STEPS):
        clock.forward(seconds=10)
        async with tables.at(HERE) as table:
            check(texts_of(table))
            try:
                update = await something(table, dice)
            except Refused:
                update = await encounters.next_turn(table, GM)
            if not all(table.state[who].hidden for who in LURKERS):
                return  # found
            check(told(update))
    async with tables.store.read() as tx:
        window = await tx.encounters.window(1, before=1)
    assert window is not None
    for viewer in (PUBLIC, Viewer(ANA.user)):
        check(entry.text for entry in transcript(window, viewer, "").entries)
    check([written(log(window, False, {}).open)])


def check(texts: Iterator[str] | list[str]) -> None:
    assert [text for text in texts if any(who in text.casefold() for who in LURKERS)] == []


async def opened(tables: Tables, game: str, dice: random.Random) -> None:
    """Two players, two foes, and one hidden on either side, in round 1."""
    ready = ruleset(game).ready_made
    people = [f"ready:{r.key}" for r in ready if r.kind == "character"]
    foes = [f"ready:{r.key}" for r in ready if r.kind == "creature"]
    await encounters.start(tables, HERE, GM, game, "The ford")
    async with tables.at(HERE) as table:
        await encounters.join(table, ANA, dice.choice(people), name="Ana")
        await encounters.join(table, BEN, dice.choice(people), name="Ben")
        for name in ("Foe", "Fiend"):
            await encounters.add(table, GM, encounters.Addition(dice.choice(foes), name))
        for name, side in LURKERS.items():
            kind = dice.choice(foes if side == "foes" else people)
            hidden = encounters.Addition(kind, name.title(), side=side, hidden=True)
            check(told(await encounters.add(table, GM, hidden)))
        check(told(await encounters.begin(table, GM)))


async def something(table: Table, dice: random.Random) -> Update:
    """The GM answers what is asked, passes a hidden one's turn, else does anything for whoever acts."""
    asks, who = table.asks(table.viewer(GM)), table.state.actor
    if asks:
        return await answers.answer(table, GM, asks[0].id, dice.choice(asks[0].choices).value)
    ready = [d.verb for d in acts.doable(table, GM, who) if d.why_not is None] if who else []
    if who in LURKERS or not ready or dice.random() < 0.1:
        return await encounters.next_turn(table, GM)
    verb = dice.choice(ready)
    return await acts.declare_verb(table, GM, verb, who, chosen(table, verb, who, dice))


def chosen(table: Table, verb: Verb, who: str, dice: random.Random) -> dict[str, str]:
    """Anything that the acting one's player could choose."""
    player = {"ana": ANA, "ben": BEN}.get(who, OUTSIDER)
    args: dict[str, str] = {}
    for param in verb.params:
        values = acts.values_for(table, player, verb, param, who, args)
        if values and (param.required or dice.random() < 0.5):
            args[param.name] = dice.choice(values).value
    return args


def texts_of(table: Table) -> Iterator[str]:
    """What players can look at."""
    for person in (ANA, BEN, OUTSIDER):
        yield str(replace(table.board(table.viewer(person)), turn=""))
        yield from (f"{ask.whose} {ask.prompt} {ask.choices}" for ask in table.asks(table.viewer(person)))
    for person, who in ((ANA, "ana"), (BEN, "ben")):
        if not table.state.here(who):
            continue
        yield from (d.why_not or "" for d in acts.doable(table, person, who))
        view, _ = panel.draw(table, person, panel.PanelDraft(who=who))
        yield str(replace(view, turn=""))
        try:
            table.require_free(person)
        except Refused as why:
            yield str(why)


def told(update: Update) -> Iterator[str]:
    """What players are told of an act."""
    for card in update.cards:
        yield from card.lines
        yield from (f"{ask.whose} {ask.prompt} {ask.choices}" for ask in card.asks)
        yield from (f"{offer.whose} {offer.prompt} {offer.choices}" for offer in card.offers)
    for private in update.private:
        if private.user != GM.id:
            yield from private.lines
