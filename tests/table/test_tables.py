"""Several at once: reading beside an act, declarations that an upgrade makes unfit."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.table import encounters
from bot.table.tables import Tables
from rules.engine.journal import Journal, Moved, Withdrawn
from rules.engine.procedures import Refused

from .conftest import ANA, GM, HERE, begun
from .test_answers import hit


async def test_reading_beside_an_act_after_a_restart_takes_nothing_back(tables: Tables) -> None:
    """Autocomplete that began to load the fight before an act and ends after it does not replace what the
    act came to.
    """
    await begun(tables)
    again = Tables(tables.store, clock=tables.clock, entropy=tables.entropy)
    reading, load = again.store.read, asyncio.Event()
    late: list[Any] = []

    async def act() -> None:
        async with again.at(HERE) as table:
            await encounters.next_turn(table, GM)

    def slow() -> Any:
        context = reading()

        class Slow:
            async def __aenter__(self) -> Any:
                return await context.__aenter__()

            async def __aexit__(self, *why: Any) -> Any:
                done = await context.__aexit__(*why)
                await load.wait()
                return done

        return Slow()

    again.store.read = slow  # type: ignore[method-assign]
    looking = asyncio.create_task(again.peek(HERE))
    await asyncio.sleep(0)
    again.store.read = reading  # type: ignore[method-assign]
    await act()
    load.set()
    late.append(await looking)
    async with again.at(HERE) as table:
        newest = table.held.journal.last
        assert late[0] is not None
        assert late[0].held is table.held
        await encounters.next_turn(table, GM)
        assert table.held.journal.last == newest + 1


async def test_a_declaration_that_no_longer_fits_is_withdrawn_and_the_table_is_told(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(tables)
    async with tables.at(HERE) as table:
        ask = await hit(table)
        no = table.held.journal.last

        def unfit(journal: Journal, key: str, value: str, **more: Any) -> Moved:
            raise Withdrawn("an upgrade", journal.withdraw("an upgrade"))

        monkeypatch.setattr(Journal, "answer", unfit)
        with pytest.raises(Refused, match="Declare it again"):
            await table.answer(ask.key, "parry", ANA)
        (update,) = tables.by_itself
        assert [(card.no, card.status) for card in update.cards] == [(no, "withdrawn")]
