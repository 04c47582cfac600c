"""What was told: steps not yet told are found at start-up, once; notes are written a moment later."""

import asyncio

from bot.store import Board, BoardPlaced, NewAsk, Posted, Save, Shards, Store, Told
from bot.store.engine import create_engines

from .duel import BEN, CHANNEL, GUILD, NOW, Table, graze, opened, swing


async def test_a_step_is_untold_until_it_is_noted_as_told(store: Store) -> None:
    table = Table(store, await opened(store))
    first = (await table.declare(graze("a"))).row.version
    await table.declare(graze("b"))
    async with store.read() as tx:
        untold = await tx.encounters.untold()
    assert [(u.encounter, u.guild, u.channel, u.step.no) for u in untold] == [
        (table.row.id, GUILD, CHANNEL, 1),
        (table.row.id, GUILD, CHANNEL, 2),
    ]
    assert [(u.version, u.message, u.lines) for u in untold] == [(first, None, 0), (first + 1, None, 0)]
    store.note(Told(table.row.id, 1, first, message=900, lines=3))
    await store.flush()
    async with store.read() as tx:
        assert [u.step.no for u in await tx.encounters.untold()] == [2]
        window = await tx.encounters.window(table.row.id)
    assert window is not None
    assert window.told == {1: Told(table.row.id, 1, first, 900, 3)}


async def test_a_step_that_went_on_is_untold_again(store: Store) -> None:
    table = Table(store, await opened(store))
    asked = (await table.declare(swing("a", "b"))).row.version
    answered = (await table.answer("stand", by=BEN)).row.version
    # the note of the first half comes late
    store.note(Told(table.row.id, 1, asked, message=900, lines=1))
    await store.flush()
    async with store.read() as tx:
        (rest,) = await tx.encounters.untold()
    assert (rest.step.status, rest.version, rest.message, rest.lines) == ("done", answered, 900, 1)
    store.note(Told(table.row.id, 1, answered, 901, 2), Told(table.row.id, 1, asked, 900, 1))
    await store.flush()
    async with store.read() as tx:
        assert await tx.encounters.untold() == ()
        window = await tx.encounters.window(table.row.id)
    assert window is not None
    assert window.told[1].message == 901


async def test_each_process_tells_the_steps_of_its_own_shards(store: Store) -> None:
    ours, theirs = 4 << 22, 5 << 22
    for guild in (ours, theirs):
        await Table(store, await opened(store, guild=guild)).declare(graze("a"))
    async with store.read() as tx:
        assert [u.guild for u in await tx.encounters.untold(Shards(2, frozenset({0})))] == [ours]
        assert [u.guild for u in await tx.encounters.untold()] == [ours, theirs]


async def test_a_step_that_cannot_be_read_does_not_stop_the_others(store: Store, url: str) -> None:
    for channel in (CHANNEL, CHANNEL + 1):
        await Table(store, await opened(store, channel)).declare(graze("a"))
    engines = create_engines(url)
    async with engines.write.begin() as connection:
        await connection.exec_driver_sql(
            'UPDATE steps SET changes = \'[{"!":["gone.Change",1]}]\' WHERE encounter_id = 1'
        )
    await engines.dispose()
    async with store.read() as tx:
        assert [u.channel for u in await tx.encounters.untold()] == [CHANNEL + 1]


async def test_the_board_is_placed_by_notes_and_not_by_saves(store: Store) -> None:
    row = await opened(store)
    board = Board(CHANNEL, 1234, NOW, 1)
    store.note(BoardPlaced(row.id, Board(CHANNEL, 1, NOW, 1)), BoardPlaced(row.id, board))
    await store.flush()
    saved = await store.save(Save(row))  # from a row that knows no board
    async with store.read() as tx:
        found = await tx.encounters.get(row.id)
    assert found is not None
    assert (found.board, found.version) == (board, saved.row.version)
    store.note(BoardPlaced(row.id, None))
    await store.flush()
    async with store.read() as tx:
        found = await tx.encounters.get(row.id)
    assert found is not None
    assert found.board is None


async def test_notes_are_written_by_themselves_after_a_moment(url: str) -> None:
    store = Store(create_engines(url), note_seconds=0.01)
    saved = await store.save(Save(await opened(store), ask=(NewAsk(1, "k", "defence", "b"),)))
    number = saved.asks[0].id
    store.note(Posted(number, 1, 2))
    async with asyncio.timeout(10):
        while True:
            async with store.read() as tx:
                ask = await tx.asks.get(number)
            if ask is not None and ask.message == 2:
                break
    await store.close()


async def test_closing_writes_what_was_noted(url: str) -> None:
    store = Store(create_engines(url))
    saved = await store.save(Save(await opened(store), ask=(NewAsk(1, "k", "defence", "b"),)))
    store.note(Posted(saved.asks[0].id, 1, 2))
    await store.close()
    again = Store(create_engines(url))
    async with again.read() as tx:
        ask = await tx.asks.get(saved.asks[0].id)
    await again.close()
    assert ask is not None
    assert ask.message == 2


async def test_notes_of_what_is_gone_say_nothing(store: Store) -> None:
    store.note(Told(5, 1, 1), Posted(99, 1, 1), BoardPlaced(5, None))
    await store.flush()
