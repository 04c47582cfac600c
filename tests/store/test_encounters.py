"""Encounters and their journals: what is saved is what is loaded, once, whole, and in order."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.store import (
    AlreadyDelivered,
    Board,
    BoardPlaced,
    ChannelTaken,
    NewAsk,
    NewPrivate,
    Save,
    Shards,
    StaleVersion,
    Store,
)
from rules.engine import overrule
from rules.engine.journal import CHECKPOINT_EVERY, Journal, NeedEarlier
from rules.engine.steps import encode_step

from .duel import ANA, BEN, CHANNEL, GM, GUILD, NOW, SEEDS, Table, graze, opened, opening, state, swing


async def loaded(store: Store, encounter: int, before: int | None = None) -> Journal:
    async with store.read() as tx:
        window = await tx.encounters.window(encounter, before)
    assert window is not None
    return window.journal()


def same(left: Journal, right: Journal) -> bool:
    """Whether two windows hold the same steps in the same state."""
    return (
        left.base == right.base
        and list(map(encode_step, left.tail)) == list(map(encode_step, right.tail))
        and left.state == right.state
    )


async def test_an_encounter_is_found_by_its_channel_as_it_was_opened(store: Store) -> None:
    row = await opened(store)
    async with store.read() as tx:
        found = await tx.encounters.in_channel(GUILD, CHANNEL)
        assert await tx.encounters.in_channel(GUILD, CHANNEL + 1) is None
        assert await tx.encounters.in_channel(GUILD + 1, CHANNEL) is None
        window = await tx.encounters.window(row.id)
    assert found is not None
    assert replace(found, people=row.people) == row
    assert (found.name, found.gms, found.settings, found.created_at) == ("Duel", (GM,), {"deadline": 60}, NOW)
    assert window is not None
    assert window.seeds == SEEDS
    assert window.base.state == state()
    assert window.steps == ()


async def test_a_channel_has_one_open_encounter(store: Store) -> None:
    first = await opened(store)
    with pytest.raises(ChannelTaken):
        await opened(store)
    await opened(store, CHANNEL + 1)
    await store.save(Save(replace(first, ended_at=NOW)))
    second = await opened(store)
    assert second.id != first.id
    async with store.read() as tx:
        newest = await tx.encounters.latest(GUILD, CHANNEL)
        running = await tx.encounters.in_channel(GUILD, CHANNEL)
        beside = await tx.encounters.in_channel(GUILD, CHANNEL + 1)
    assert newest is not None
    assert running is not None
    assert beside is not None
    assert newest.id == running.id == second.id
    assert len({first.id, second.id, beside.id}) == 3


async def test_an_ended_encounter_comes_back_only_to_a_free_channel(store: Store) -> None:
    first = await opened(store)
    ended = (await store.save(Save(replace(first, ended_at=NOW)))).row
    await opened(store)
    with pytest.raises(ChannelTaken):
        await store.save(Save(replace(ended, ended_at=None)))
    async with store.read() as tx:
        found = await tx.encounters.get(first.id)
    assert found is not None
    assert (found.ended_at, found.version) == (NOW, ended.version)


async def test_a_journal_is_loaded_as_it_was_saved(store: Store) -> None:
    table = Table(store, await opened(store))
    await table.declare(swing("a", "b"))
    assert same(await loaded(store, table.row.id), table.journal)
    await table.answer("stand")
    await table.declare(graze("a"), actor="b", by=BEN)
    await table.save(table.journal.undo())
    assert same(await loaded(store, table.row.id), table.journal)
    await table.save(table.journal.redo())
    found = await loaded(store, table.row.id)
    assert same(found, table.journal)
    assert found.state["a"].stats == 1
    async with store.read() as tx:
        row = await tx.encounters.get(table.row.id)
    assert row is not None
    assert (row.last, row.version) == (2, table.row.version)


async def test_an_open_declaration_goes_on_after_loading(store: Store) -> None:
    table = Table(store, await opened(store))
    await table.declare(swing("a", "b"))
    other = Table(store, table.row)
    other.journal = await loaded(store, table.row.id)
    await other.answer("stand")
    await table.store.flush()
    expected = table.journal.answer(table.journal.open_asks()[0].key, "stand", by=str(BEN)).journal
    assert (await loaded(store, table.row.id)).state == expected.state


async def test_a_save_from_an_older_version_is_refused_whole(store: Store) -> None:
    table = Table(store, await opened(store))
    old = Table(store, table.row)
    await table.declare(graze("a"))
    with pytest.raises(StaleVersion) as refused:
        await old.declare(graze("b"), delivery="9", ask=(NewAsk(1, "x", "defence", "b"),))
    assert (refused.value.encounter, refused.value.expected) == (table.row.id, 1)
    assert same(await loaded(store, table.row.id), table.journal)
    async with store.write() as tx:
        assert await tx.asks.of(table.row.id) == ()
        # the delivery was not applied, so it may come again
        await tx.deliveries.take("9", NOW)


async def test_what_is_delivered_twice_counts_once(store: Store) -> None:
    table = Table(store, await opened(store))
    await table.declare(graze("a"), delivery="1234567890")
    with pytest.raises(AlreadyDelivered):
        await table.declare(graze("a"), delivery="1234567890")
    found = await loaded(store, table.row.id)
    assert found.last == 1
    assert found.state["a"].stats == 1
    async with store.write() as tx:
        with pytest.raises(AlreadyDelivered):
            await tx.deliveries.take("1234567890", NOW)


async def test_a_second_start_by_the_same_delivery_is_told_from_a_taken_channel(store: Store) -> None:
    async with store.write() as tx:
        await tx.encounters.open(opening(), delivery="77")
    with pytest.raises(AlreadyDelivered):
        async with store.write() as tx:
            await tx.encounters.open(opening(), delivery="77")


async def test_a_checkpoint_shortens_what_is_loaded(store: Store) -> None:
    table = Table(store, await opened(store))
    for _ in range(CHECKPOINT_EVERY + 3):
        await table.declare(graze("a"))
    assert table.row.checkpoint == CHECKPOINT_EVERY
    found = await loaded(store, table.row.id)
    assert same(found, table.journal)
    assert [step.no for step in found.tail] == [CHECKPOINT_EVERY + n for n in (1, 2, 3)]
    whole = await loaded(store, table.row.id, before=1)
    assert [step.no for step in whole.tail] == list(range(1, CHECKPOINT_EVERY + 4))
    assert whole.state == found.state
    # the how-manieth of its kind survives the checkpoint, and with it the dice
    assert found.key_for("0/", "a", "duel.graze") == whole.key_for("0/", "a", "duel.graze")


async def test_undoing_behind_a_checkpoint_drops_it(store: Store) -> None:
    table = Table(store, await opened(store))
    for _ in range(CHECKPOINT_EVERY + 1):
        await table.declare(graze("a"))
    await table.save(table.journal.undo())
    with pytest.raises(NeedEarlier):
        table.journal.undo()
    table.journal = await loaded(store, table.row.id, before=table.journal.base.no)
    await table.save(table.journal.undo())
    assert table.row.checkpoint == 0
    found = await loaded(store, table.row.id)
    assert same(found, table.journal)
    assert found.state["a"].stats == CHECKPOINT_EVERY - 1
    for _ in range(2):
        await table.save(table.journal.redo())
    assert table.row.checkpoint == CHECKPOINT_EVERY
    assert (await loaded(store, table.row.id)).state["a"].stats == CHECKPOINT_EVERY + 1


async def test_a_window_is_locked_for_whoever_writes(store: Store) -> None:
    row = await opened(store)
    async with store.write() as tx:
        window = await tx.encounters.window(row.id)
        assert window is not None
        moved = window.journal().declare(graze("a"), by=str(ANA), actor="a", verb="graze", at=1)
        saved = await tx.encounters.save(Save(window.row, moved.changed))
    assert saved.row.version == 2
    assert same(await loaded(store, row.id), moved.journal)


async def test_nothing_of_a_failed_transaction_is_kept(store: Store) -> None:
    row = await opened(store)

    async def half_way() -> None:
        async with store.write() as tx:
            await tx.encounters.save(Save(replace(row, name="Another"), keep=(NewPrivate(ANA, {"x": 1}),)))
            raise RuntimeError("half way")

    with pytest.raises(RuntimeError, match="half way"):
        await half_way()
    async with store.read() as tx:
        found = await tx.encounters.get(row.id)
        assert found is not None
        assert found.name == "Duel"
        assert await tx.private.waiting(row.id) == frozenset()


async def test_what_an_encounter_may_change_is_kept(store: Store) -> None:
    row = await opened(store)
    changed = replace(row, name="Ночь 🗡", gms=(GM, ANA), paused_at=NOW, settings={"deadline": None, "x": [1]})
    await store.save(Save(changed))
    async with store.read() as tx:
        found = await tx.encounters.get(row.id)
    assert found is not None
    assert (found.name, found.gms, found.paused_at, found.settings) == (
        "Ночь 🗡",
        (GM, ANA),
        NOW,
        {"deadline": None, "x": [1]},
    )


async def test_who_joined_is_a_participant(store: Store) -> None:
    table = Table(store, await opened(store))
    await table.declare(overrule.set_combatant("b", "controller", "44"), actor="", by=GM)
    about = await store.about(44)
    assert about.open_encounters == (table.row.id,)
    assert (await store.about(BEN)).encounters == ()
    assert (await store.about(ANA)).encounters == (table.row.id,)
    # a row that was loaded again knows less, and saves all the same
    again = Table(store, replace(table.row, people=frozenset()))
    again.journal = table.journal
    await again.declare(graze("b"))
    assert (await store.about(ANA)).steps == 1


async def test_boards_that_are_behind_are_found(store: Store) -> None:
    hour = timedelta(hours=1)
    behind, current, bare, ended, long_ended, left = [
        await opened(store, guild=guild << 22, channel=channel)
        for guild, channel in ((1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (2, 6))
    ]
    for row, version in ((behind, 1), (current, 2), (ended, 1), (long_ended, 1), (left, 1)):
        store.note(BoardPlaced(row.id, Board(row.channel, 900 + row.id, NOW, version)))
    await store.flush()
    for row, at in (
        (behind, None),
        (current, None),
        (bare, None),
        (ended, NOW + hour),
        (long_ended, NOW - hour),
        (left, None),
    ):
        saved = await store.save(Save(replace(row, ended_at=at)))
        assert saved.row.version == 2
    async with store.write() as tx:
        await tx.servers.left(left.guild, NOW)
    async with store.read() as tx:
        assert [row.id for row in await tx.encounters.stale_boards(NOW)] == [behind.id, ended.id]
        assert await tx.encounters.stale_boards(NOW, Shards(2, frozenset({0}))) == ()
