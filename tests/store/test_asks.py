"""Asks: opened and closed by saves, found by their button, their encounter and their deadline."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy.exc import IntegrityError

from bot.store import NewAsk, Save, Saved, Shards, Store, Told

from .duel import ANA, BEN, CHANNEL, GUILD, NOW, Table, opened, swing

MINUTE = timedelta(minutes=1)
DEFENCE = NewAsk(
    1, "swing/defence", "defence", "b", BEN, deadline_at=NOW + 4 * MINUTE, reminder_at=NOW + 2 * MINUTE
)


async def asked(store: Store, *asks: NewAsk, channel: int = CHANNEL, guild: int = GUILD) -> Saved:
    return await store.save(Save(await opened(store, channel, guild), ask=asks))


async def test_an_ask_is_kept_as_it_was_opened(store: Store) -> None:
    offer = NewAsk(1, "swing/again", "again", "a", ANA, "offer")
    saved = await asked(store, DEFENCE, offer)
    first, second = saved.asks
    assert (first.key, first.deadline_at, first.user, first.kind) == (
        "swing/defence",
        NOW + 4 * MINUTE,
        BEN,
        "ask",
    )
    assert (second.key, second.kind, second.deadline_at) == ("swing/again", "offer", None)
    async with store.read() as tx:
        assert await tx.asks.of(saved.row.id) == (first, second)
        assert await tx.asks.get(first.id) == first
        assert await tx.asks.get(second.id + 1) is None
    assert (first.guild, first.channel, first.encounter) == (GUILD, CHANNEL, saved.row.id)


async def test_a_closed_ask_is_gone(store: Store) -> None:
    saved = await asked(store, DEFENCE, replace(DEFENCE, key="other"))
    first, second = saved.asks
    await store.save(Save(saved.row, close=(first.id,)))
    async with store.read() as tx:
        assert await tx.asks.get(first.id) is None
        assert await tx.asks.of(saved.row.id) == (second,)
        assert await tx.asks.due(NOW + 60 * MINUTE) == (second,)


async def test_nobody_closes_the_ask_of_another_encounter(store: Store) -> None:
    saved = await asked(store, DEFENCE)
    other = await opened(store, CHANNEL + 1)
    await store.save(Save(other, close=(saved.asks[0].id,)))
    async with store.read() as tx:
        assert await tx.asks.of(saved.row.id) == saved.asks


async def test_a_number_is_never_given_twice(store: Store) -> None:
    """An old button must not fit a new ask."""
    saved = await asked(store, DEFENCE)
    closed = await store.save(Save(saved.row, close=(saved.asks[0].id,)))
    again = await store.save(Save(closed.row, ask=(DEFENCE,)))
    assert again.asks[0].id > saved.asks[0].id


async def test_a_place_in_a_step_has_one_open_ask(store: Store) -> None:
    saved = await asked(store, DEFENCE)
    reasked = await store.save(Save(saved.row, close=(saved.asks[0].id,), ask=(DEFENCE,)))
    async with store.read() as tx:
        assert await tx.asks.of(saved.row.id) == reasked.asks
    with pytest.raises(IntegrityError):
        await store.save(Save(reasked.row, ask=(DEFENCE,)))


async def test_an_ask_knows_the_message_that_tells_its_step(store: Store) -> None:
    table = Table(store, await opened(store))
    saved = await table.declare(swing("a", "b"), ask=(DEFENCE,))
    store.note(Told(saved.row.id, 1, saved.row.version, message=900))
    await store.flush()
    async with store.read() as tx:
        assert await tx.asks.due(NOW + 60 * MINUTE) == (replace(saved.asks[0], message=900),)


async def test_a_deadline_is_due_when_it_has_passed(store: Store) -> None:
    early = replace(DEFENCE, key="early", deadline_at=NOW + 3 * MINUTE, reminder_at=None)
    never = replace(DEFENCE, key="never", deadline_at=None, reminder_at=None)
    saved = await asked(store, DEFENCE, early, never)
    late, soon, _ = saved.asks
    async with store.read() as tx:
        assert await tx.asks.due(NOW + 3 * MINUTE - timedelta(microseconds=1)) == ()
        assert await tx.asks.due(NOW + 3 * MINUTE) == (soon,)
        assert await tx.asks.due(NOW + 60 * MINUTE) == (soon, late)
        assert await tx.asks.due(NOW + 60 * MINUTE, limit=1) == (soon,)
        assert await tx.asks.next_at() == NOW + 2 * MINUTE


async def test_a_reminder_comes_once(store: Store) -> None:
    saved = await asked(store, DEFENCE)
    async with store.write() as tx:
        due = await tx.asks.reminders(NOW + 2 * MINUTE)
        await tx.asks.reminded(ask.id for ask in due)
    assert due == saved.asks
    async with store.read() as tx:
        assert await tx.asks.reminders(NOW + 3 * MINUTE) == ()
        assert await tx.asks.next_at() == NOW + 4 * MINUTE


async def test_a_pause_stops_the_clock(store: Store) -> None:
    saved = await asked(store, DEFENCE)
    paused = (await store.save(Save(replace(saved.row, paused_at=NOW)))).row
    async with store.read() as tx:
        assert await tx.asks.due(NOW + 60 * MINUTE) == ()
        assert await tx.asks.reminders(NOW + 60 * MINUTE) == ()
        assert await tx.asks.next_at() is None
    async with store.write() as tx:
        await tx.encounters.save(Save(replace(paused, paused_at=None)))
        await tx.asks.shift(paused.id, 60 * MINUTE)
    async with store.read() as tx:
        assert await tx.asks.next_at() == NOW + 62 * MINUTE
        assert [a.deadline_at for a in await tx.asks.of(paused.id)] == [NOW + 64 * MINUTE]


async def test_deadlines_that_passed_during_an_outage_are_put_off(store: Store) -> None:
    later = replace(DEFENCE, key="later", deadline_at=NOW + 40 * MINUTE)
    saved = await asked(store, DEFENCE, later)
    back, until = NOW + 30 * MINUTE, NOW + 40 * MINUTE
    async with store.write() as tx:
        assert len(await tx.asks.postpone(back, until)) == 1
    async with store.read() as tx:
        assert [a.deadline_at for a in await tx.asks.of(saved.row.id)] == [until, NOW + 40 * MINUTE]


async def test_an_open_ask_goes_along_with_its_combatant(store: Store) -> None:
    other = replace(DEFENCE, key="other", who="a", user=ANA)
    saved = await asked(store, DEFENCE, other)
    async with store.write() as tx:
        await tx.asks.assign(saved.row.id, "b", 99)
        await tx.asks.set_deadline(saved.asks[1].id, None, None)
    async with store.read() as tx:
        handed, left = await tx.asks.of(saved.row.id)
    assert (handed.user, handed.deadline_at) == (99, NOW + 4 * MINUTE)
    assert (left.user, left.deadline_at, left.reminder_at) == (ANA, None, None)


async def test_each_process_sees_the_asks_of_its_own_shards(store: Store) -> None:
    """Discord's rule: shard = (guild id >> 22) mod shard count."""
    guilds = {shard: (1_000 + shard << 22) + 4_000_000 for shard in range(4)}
    mine = {shard: (await asked(store, DEFENCE, guild=guild)).asks for shard, guild in guilds.items()}
    late = NOW + 60 * MINUTE
    async with store.write() as tx:
        for shard, asks in mine.items():
            assert await tx.asks.due(late, Shards(4, frozenset({shard}))) == asks
            assert await tx.asks.reminders(late, Shards(4, frozenset({shard}))) == asks
            assert Shards(4, frozenset({shard})).has(guilds[shard])
            assert not Shards(4, frozenset({shard})).has(guilds[(shard + 1) % 4])
        assert set(await tx.asks.due(late, Shards(4, frozenset({0, 3})))) == {*mine[0], *mine[3]}
        assert len(await tx.asks.due(late)) == len(await tx.asks.due(late, Shards(4))) == 4
        assert await tx.asks.next_at(Shards(8, frozenset({5}))) is None
        assert len(await tx.asks.postpone(late, late + MINUTE, Shards(4, frozenset({1, 2})))) == 2
        assert set(await tx.asks.due(late)) == {*mine[0], *mine[3]}


def test_shards_outside_the_count_are_refused() -> None:
    with pytest.raises(ValueError, match="from 0 to 3"):
        Shards(4, frozenset({4}))
    with pytest.raises(ValueError, match="at least 1"):
        Shards(0)
