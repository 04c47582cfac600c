"""Encounters whose channel or thread is gone."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.table import config, deserted, encounters, history, privacy
from bot.table.people import Place
from bot.table.tables import Tables
from rules.engine.procedures import Refused

from .conftest import ANA, ELSEWHERE, GM, GUILD, HERE, MANAGER, OUTSIDER, Clock, begun
from .test_answers import hit


async def test_it_ends_as_it_stands_and_those_who_took_part_have_its_log(tables: Tables) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        ask, number = await hit(table), table.row.id
    assert await deserted.end(tables, HERE)
    with pytest.raises(Refused, match="There is no encounter in this channel"):
        async with tables.at(HERE):
            pass
    async with tables.store.read() as tx:
        assert await tx.asks.get(ask.id) is None
    await tables.store.flush()
    async with tables.store.read() as tx:
        untold = {row.step.no for row in await tx.encounters.untold()}
    (log,) = await history.transcripts(tables, ELSEWHERE, ANA, number)
    last = log.entries[-1]
    assert next(entry.text for entry in log.entries if entry.no == last.no) == "The encounter ends"
    assert all(entry.struck for entry in log.entries if entry.no == last.no - 1), "what was open is withdrawn"
    assert untold
    assert not untold & {last.no, last.no - 1}, "nobody tries to tell it at the next start"
    assert set(log.seeds) == {"public"}
    with pytest.raises(Refused, match="had a part in"):
        await history.transcripts(tables, ELSEWHERE, OUTSIDER, number)


async def test_where_nothing_is_open_nothing_happens(tables: Tables) -> None:
    assert not await deserted.end(tables, HERE)
    await begun(tables)
    async with tables.at(HERE) as table:
        await encounters.end(table, GM)
    assert not await deserted.end(tables, HERE)


async def test_of_all_that_are_open_those_end_whose_channel_is_gone_for_certain(tables: Tables) -> None:
    left = Place(GUILD + 1, 80)
    for place in (HERE, ELSEWHERE, left):
        await encounters.start(tables, place, GM, "openquest", None)
    async with tables.store.write() as tx:
        await tx.servers.left(left.guild, tables.clock())
    looked: list[Place] = []

    async def gone(place: Place) -> bool:
        looked.append(place)
        return place == ELSEWHERE

    assert await deserted.end_all(tables, gone) == 1
    assert looked == [HERE, ELSEWHERE], "where the bot is not any more nobody can say"
    async with tables.at(HERE) as table:
        assert table.row.ended_at is None


async def test_its_time_to_be_deleted_comes_and_who_asked_is_forgotten(tables: Tables, clock: Clock) -> None:
    await begun(tables)
    await config.set_retention(tables, HERE, MANAGER, 7)
    await privacy.delete(tables, ANA, GUILD)
    assert (await tables.store.about(ANA.id)).encounters
    await deserted.end(tables, HERE)
    await privacy.purge(tables)
    assert (await tables.store.about(ANA.id)).encounters == ()
    clock.now += timedelta(days=8)
    assert (await privacy.purge(tables)).encounters == 1
