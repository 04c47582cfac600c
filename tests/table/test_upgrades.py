"""A new version of the bot meets what an older one has written: as little as can be is lost, and said."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import create_engine, select, update

from bot.store import Store
from bot.store import models as m
from bot.table import answers, encounters
from bot.table.history import logs, transcripts
from bot.table.people import Person, Place
from bot.table.session import WITHDRAWN, Table
from bot.table.tables import CannotBeRead, Tables
from rules.engine.procedures import Refused
from rules.engine.verify import verify
from tests.table.conftest import ANA, BEN, GM, HERE, MANAGER, begun
from tests.table.test_answers import hit

ROLE = 77


def rewrite(store: Store, no: int, **columns: object) -> None:
    """A step as another version would have written it."""
    assert store._engines.file is not None
    engine = create_engine(store._engines.file.url)
    with engine.begin() as connection:
        connection.execute(update(m.Step).where(m.Step.no == no).values(columns))
    engine.dispose()


def renamed(store: Store, no: int) -> None:
    """The types of OpenQuest's had other names in that version."""
    assert store._engines.file is not None
    engine = create_engine(store._engines.file.url)
    with engine.begin() as connection:
        row = connection.execute(
            select(m.Step.call, m.Step.changes, m.Step.inputs).where(m.Step.no == no)
        ).one()
        texts = {name: json.dumps(value) for name, value in row._mapping.items()}
        old = {name: json.loads(text.replace('"openquest.', '"older.')) for name, text in texts.items()}
        assert texts["call"] != json.dumps(old["call"])
        connection.execute(update(m.Step).where(m.Step.no == no).values(old))
    engine.dispose()


@pytest.mark.parametrize("how", ["another place", "other names"])
async def test_an_attack_half_done_is_taken_back_and_nothing_else_is_lost(
    tables: Tables, store: Store, how: str
) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        ask, no = await hit(table), table.held.journal.last
        before = table.held.journal.state_before(no)
    await store.flush()
    if how == "another place":
        rewrite(store, no, stop="elsewhere 0-00000000")
    else:
        renamed(store, no)
    again = Tables(store, clock=tables.clock, entropy=tables.entropy)
    with pytest.raises(Refused) as caught:
        await pressed(again, ask.id)
    assert str(caught.value) == WITHDRAWN
    (told,) = again.by_itself
    (card,) = told.cards
    assert (card.no, card.status) == (no, "withdrawn")
    assert "updated" in card.asides[-1]
    with pytest.raises(Refused, match="not open any more"):
        await pressed(again, ask.id)
    async with again.at(HERE) as table:
        assert table.state == before
        assert table.held.asks == {}
        await encounters.next_turn(table, GM)
        await encounters.undo(table, GM)
        await encounters.undo(table, GM)
        await encounters.end(table, GM)
    await logs_are_right(again)
    (transcript,) = await transcripts(again, HERE, ANA, None)
    told_of_it = [(entry.text, entry.struck) for entry in transcript.entries if entry.no == no]
    assert [text for text, struck in told_of_it if not struck] == [card.asides[-1]], "only why is not struck"
    assert len(told_of_it) > 1 or how == "other names", "then its lines are lost"


async def pressed(tables: Tables, ask: int) -> None:
    """The goblin's parry."""
    encounter = await tables.encounter_of(ask)
    if encounter is None:
        raise Refused(answers.NOT_OPEN)
    async with tables.of(encounter) as table:
        await answers.answer(table, GM, ask, "parry")


async def logs_are_right(tables: Tables) -> None:
    """Both logs of the channel's newest encounter."""
    found = await logs(tables, HERE, GM, None, {})
    for log in (found.open, found.complete):
        assert log is not None
        report = verify(json.loads(json.dumps(log)))
        assert report.ok, report.lines()


async def test_what_cannot_be_read_can_be_ended_and_makes_room(tables: Tables, store: Store) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        number = table.row.id
        await hit(table)
        while table.asks():
            await answers.answer(table, GM, table.asks()[0].id, table.asks()[0].choices[0].value)
        done = table.held.journal.last
    renamed(store, done)
    again = Tables(store, clock=tables.clock, entropy=tables.entropy)
    with pytest.raises(CannotBeRead, match=rf"step {done}\).*encounter end"):
        await looked(again)
    with pytest.raises(Refused, match="Only a GM"):
        await again.end_unread(HERE, ANA)
    await again.end_unread(HERE, GM)
    with pytest.raises(Refused, match="no encounter"):
        await again.end_unread(HERE, GM)
    async with store.read() as tx:
        row = await tx.encounters.get(number)
    assert row is not None
    assert row.ended_at == tables.clock()
    await encounters.start(again, HERE, BEN, "c22", "Another")
    async with again.at(HERE) as table:
        assert table.row.name == "Another"


async def looked(tables: Tables) -> None:
    """Somebody looks at the fight."""
    async with tables.at(HERE) as table:
        assert isinstance(table, Table)


@pytest.mark.parametrize(
    "person", [MANAGER, Person(8, "Role", roles=frozenset({ROLE}))], ids=["manager", "role"]
)
async def test_who_else_may_end_it(tables: Tables, store: Store, person: Person) -> None:
    async with store.write() as tx:
        server = await tx.servers.get(HERE.guild)
        await tx.servers.put(type(server)(HERE.guild, gm_role=ROLE))
    await begun(tables)
    await tables.end_unread(Place(HERE.guild, HERE.channel), person)
    fresh = Tables(store, clock=tables.clock, entropy=tables.entropy)
    assert await fresh.peek(HERE) is None
