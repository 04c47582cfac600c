"""What was told: steps not yet told are found at start-up, once; notes are written a moment later."""

import asyncio
from dataclasses import replace
from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store import Board, BoardPlaced, Note, Save, Shards, Store, Told, open_store
from bot.store.engine import create_engines
from bot.store.notes import Notes

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
    assert await board_of(store, row.id) is None


async def board_of(store: Store, encounter: int) -> Board | None:
    async with store.read() as tx:
        found = await tx.encounters.get(encounter)
    assert found is not None
    return found.board


async def test_notes_are_written_by_themselves_after_a_moment(url: str) -> None:
    store = Store(create_engines(url), note_seconds=0.01)
    row = await opened(store)
    for message in (1, 2):  # one after the other has been written, too
        store.note(BoardPlaced(row.id, Board(CHANNEL, message, NOW, 1)))
        async with asyncio.timeout(10):
            while await board_of(store, row.id) != Board(CHANNEL, message, NOW, 1):
                pass
    await store.close()


async def test_closing_writes_what_was_noted(url: str) -> None:
    store = Store(create_engines(url))
    row = await opened(store)
    store.note(BoardPlaced(row.id, Board(CHANNEL, 1, NOW, 1)))
    await store.close()
    again = Store(create_engines(url))
    assert await board_of(again, row.id) == Board(CHANNEL, 1, NOW, 1)
    await again.close()


async def test_notes_that_cannot_be_written_are_tried_again() -> None:
    written: list[Note] = []
    failures = [OSError("no room"), OSError("no room still")]
    done = asyncio.Event()

    async def write(notes: list[Note]) -> None:
        if failures:
            raise failures.pop()
        written.extend(notes)
        done.set()

    notes = Notes(write, delay=0.001)
    notes.add(Told(1, 1, 1))
    notes.add(Told(1, 2, 2))
    await asyncio.wait_for(done.wait(), 10)
    assert written == [Told(1, 1, 1), Told(1, 2, 2)]


async def test_notes_of_what_is_gone_say_nothing(store: Store) -> None:
    store.note(Told(5, 1, 1), BoardPlaced(5, None))
    await store.flush()


async def test_a_step_that_was_undone_for_good_is_not_told(store: Store) -> None:
    table = Table(store, await opened(store))
    await table.declare(graze("a"))
    undone = await table.save(table.journal.undo())
    store.note(Told(table.row.id, 1, undone.row.version))
    await store.flush()
    await table.declare(graze("b"))
    async with store.read() as tx:
        assert [(u.step.no, u.step.status) for u in await tx.encounters.untold()] == [(2, "done")]


async def test_what_could_not_be_told_is_given_up_a_week_after_the_end(store: Store) -> None:
    running, ended = [Table(store, await opened(store, CHANNEL + n)) for n in range(2)]
    for table in (running, ended):
        await table.declare(graze("a"))
    await store.save(Save(replace(ended.row, ended_at=NOW)))
    await store.purge(NOW + timedelta(days=7))
    async with store.read() as tx:
        assert [u.encounter for u in await tx.encounters.untold()] == [running.row.id, ended.row.id]
    await store.purge(NOW + timedelta(days=7, seconds=1))
    async with store.read() as tx:
        assert [u.encounter for u in await tx.encounters.untold()] == [running.row.id]


async def test_notes_and_an_act_on_the_same_rows_never_lock_each_other_out(postgres_url: str) -> None:
    store = await open_store(postgres_url)
    row = await opened(store)
    table = Table(store, row)
    version = (await table.declare(graze("a"))).row.version
    engines = create_engines(postgres_url)
    async with engines.write.begin() as act:  # as an act does: first the encounter, then its step
        await act.exec_driver_sql(f"UPDATE encounters SET phase = phase WHERE id = {row.id}")
        store.note(Told(row.id, 1, version, 900, 1), BoardPlaced(row.id, Board(CHANNEL, 1, NOW, version)))
        notes = asyncio.create_task(store.flush())
        await _until_somebody_waits_for_a_lock(engines.read)
        await act.exec_driver_sql(f"UPDATE steps SET verb = verb WHERE encounter_id = {row.id}")
    await notes
    async with store.read() as tx:
        assert await tx.encounters.untold() == ()
    await engines.dispose()
    await store.close()


async def _until_somebody_waits_for_a_lock(engine: AsyncEngine) -> None:
    for _ in range(1000):
        async with engine.connect() as connection:
            waiting = await connection.exec_driver_sql("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if waiting.scalar():
                return
        await asyncio.sleep(0.01)
    raise AssertionError("nobody waits")
