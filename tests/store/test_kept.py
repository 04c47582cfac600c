"""What is kept beside fights: settings, sheets, drafts, rolls, private texts, panels."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from bot.store import (
    FreeRoll,
    NameTaken,
    NewDraft,
    NewPrivate,
    NewSheet,
    Save,
    Server,
    Shards,
    Store,
    Unavailable,
)

from .duel import ANA, BEN, GUILD, NOW, opened

SWORD = NewSheet(
    GUILD, ANA, "duel", "Zoë «Sword» O'Neil", "character", {"skill": 50, "arms": ["axe", {"x": None}]}
)
LATER = NOW + timedelta(hours=1)


async def test_a_server_has_defaults_until_it_is_configured(store: Store) -> None:
    settings = Server(
        GUILD,
        ruleset="duel",
        options={"duel": {"offers": "wait", "grit": 3}, "other": {"x": True}},
        gm_role=1 << 62,
        start_role=2,
        deadline=86_400,
        public={"foes": False},
        pings={"turn": True},
        retention_days=90,
    )
    async with store.write() as tx:
        assert await tx.servers.get(GUILD) == Server(GUILD)
        await tx.servers.put(settings)
    async with store.write() as tx:
        assert await tx.servers.get(GUILD) == settings
        assert await tx.servers.get(GUILD + 1) == Server(GUILD + 1)
        await tx.servers.put(replace(settings, deadline=None, options={}))
    async with store.read() as tx:
        assert await tx.servers.get(GUILD) == replace(settings, deadline=None, options={})


async def test_a_server_that_removed_the_bot_is_marked_until_it_is_back(store: Store) -> None:
    async with store.write() as tx:
        await tx.servers.put(Server(GUILD, deadline=60))
        await tx.servers.left(GUILD, NOW)
        await tx.servers.left(GUILD, LATER)
        await tx.servers.left(GUILD + 1, NOW)
        await tx.servers.returned(GUILD + 1)
    async with store.read() as tx:
        assert await tx.servers.get(GUILD) == Server(GUILD, deadline=60, left_at=NOW)
        assert (await tx.servers.get(GUILD + 1)).left_at is None


async def test_the_servers_of_which_something_is_stored_are_known(store: Store) -> None:
    configured, fought, rolled, gone = (n << 22 for n in (1, 2, 3, 4))
    await opened(store, guild=fought)
    async with store.write() as tx:
        await tx.servers.put(Server(configured))
        await tx.rolls.add(FreeRoll(rolled, ANA, "1d6", (3,), 3, False, NOW))
        await tx.sheets.add(replace(SWORD, guild=gone), NOW)
        await tx.servers.left(gone, NOW)
    async with store.read() as tx:
        assert await tx.servers.known() == {configured, fought, rolled}
        assert await tx.servers.known(Shards(2, frozenset({1}))) == {configured, rolled}


async def test_a_sheet_is_kept_and_replaced(store: Store) -> None:
    async with store.write() as tx:
        sheet = await tx.sheets.add(SWORD, NOW)
    assert (sheet.name, sheet.values, sheet.updated_at) == (SWORD.name, SWORD.values, NOW)
    async with store.write() as tx:
        assert await tx.sheets.get(sheet.id) == sheet
        assert await tx.sheets.find(GUILD, ANA, "duel", SWORD.name) == sheet
        assert await tx.sheets.find(GUILD, BEN, "duel", SWORD.name) is None
        assert await tx.sheets.find(GUILD, ANA, "other", SWORD.name) is None
        changed = await tx.sheets.put(replace(sheet, name="Zoë", values={"skill": 51}), LATER)
    async with store.write() as tx:
        assert await tx.sheets.of(GUILD, ANA) == (changed,)
        assert await tx.sheets.delete(sheet.id)
        assert not await tx.sheets.delete(sheet.id)
        with pytest.raises(LookupError):
            await tx.sheets.put(changed, LATER)


async def test_a_name_is_taken_per_server_owner_and_game(store: Store) -> None:
    async with store.write() as tx:
        sheet = await tx.sheets.add(SWORD, NOW)
        for other in (
            replace(SWORD, owner=BEN),
            replace(SWORD, owner=None),
            replace(SWORD, ruleset="other"),
            replace(SWORD, guild=GUILD + 1),
            replace(SWORD, name=SWORD.name.lower()),
        ):
            await tx.sheets.add(other, NOW)
    for again in (SWORD, replace(SWORD, owner=None)):
        with pytest.raises(NameTaken):
            async with store.write() as tx:
                await tx.sheets.add(again, NOW)
    with pytest.raises(NameTaken):
        async with store.write() as tx:
            await tx.sheets.put(replace(sheet, name=SWORD.name.lower()), NOW)
    async with store.read() as tx:
        assert await tx.sheets.get(sheet.id) == sheet


async def test_sheets_come_by_name_whatever_its_letters(store: Store) -> None:
    names = ("zebra", "Äpfel", "apple", "Zebra", "10")
    async with store.write() as tx:
        for name in names:
            await tx.sheets.add(replace(SWORD, name=name, owner=None, kind="creature"), NOW)
        found = await tx.sheets.of(GUILD, None, "duel")
        assert await tx.sheets.of(GUILD, None, "other") == ()
        assert await tx.sheets.of(GUILD, ANA) == ()
    assert [sheet.name for sheet in found] == ["10", "apple", "Zebra", "zebra", "Äpfel"]


async def test_a_draft_is_kept_until_it_is_dropped_or_its_sheet_goes(store: Store) -> None:
    async with store.write() as tx:
        sheet = await tx.sheets.add(SWORD, NOW)
        fresh = await tx.drafts.start(NewDraft(GUILD, ANA, None, "duel", "Orc", "creature", {}), NOW)
        edit = await tx.drafts.start(
            NewDraft(GUILD, ANA, ANA, "duel", SWORD.name, "character", {"skill": 9}, sheet.id), NOW
        )
        edit = await tx.drafts.put(replace(edit, values={"skill": 10}), LATER)
    async with store.write() as tx:
        assert await tx.drafts.of(GUILD, ANA) == (edit, fresh)
        assert await tx.drafts.of(GUILD, BEN) == ()
        assert await tx.drafts.drop(fresh.id)
        assert not await tx.drafts.drop(fresh.id)
        with pytest.raises(LookupError):
            await tx.drafts.put(fresh, LATER)
        await tx.sheets.delete(sheet.id)
        assert await tx.drafts.get(edit.id) is None
        again = await tx.drafts.start(NewDraft(GUILD, ANA, None, "duel", "Orc", "creature", {}), NOW)
    assert again.id > edit.id


async def test_free_rolls_come_newest_first(store: Store) -> None:
    rolls = [
        FreeRoll(GUILD, ANA, "2d6+1", (3, 4), 8, False, NOW),
        FreeRoll(GUILD, BEN, "4dF", (-1, 0, 1, 1), None, True, NOW),
        FreeRoll(GUILD, ANA, "1d6", (6,), 6, True, LATER),
        FreeRoll(GUILD + 1, ANA, "1d6", (1,), 1, False, NOW),
    ]
    async with store.write() as tx:
        for roll in rolls:
            await tx.rolls.add(roll)
    async with store.read() as tx:
        assert await tx.rolls.of(GUILD) == (rolls[2], rolls[1], rolls[0])
        assert await tx.rolls.of(GUILD, ANA) == (rolls[2], rolls[0])
        assert await tx.rolls.of(GUILD, ANA, limit=1) == (rolls[2],)


async def test_a_private_text_waits_for_its_person_once(store: Store) -> None:
    row = await opened(store)
    await store.save(Save(row, keep=(NewPrivate(ANA, {"lines": ["a", 1]}, 3), NewPrivate(BEN, "b"))))
    async with store.write() as tx:
        await tx.private.keep(row.id, [NewPrivate(ANA, ["later"], 4)])
        assert await tx.private.waiting(row.id) == {ANA, BEN}
    async with store.read() as tx:
        looked = await tx.private.take(row.id, ANA)
    async with store.write() as tx:
        taken = await tx.private.take(row.id, ANA)
        assert await tx.private.take(row.id, ANA) == ()
        assert await tx.private.waiting(row.id) == {BEN}
        assert await tx.private.take(row.id + 1, BEN) == ()
    assert looked == taken
    assert [(p.user, p.body, p.step) for p in taken] == [(ANA, {"lines": ["a", 1]}, 3), (ANA, ["later"], 4)]


async def test_a_panel_remembers_the_last_choice(store: Store) -> None:
    row = await opened(store)
    saved = await store.save(Save(row, panels={ANA: {"verb": "attack"}, BEN: {"verb": "parry"}}))
    await store.save(Save(saved.row, panels={ANA: {"verb": "charge"}}))
    async with store.write() as tx:
        assert await tx.panels.get(row.id, ANA) == {"verb": "charge"}
        assert await tx.panels.get(row.id, 99) is None
        await tx.panels.put(row.id, BEN, {"verb": "dodge"})
        assert await tx.panels.get(row.id, BEN) == {"verb": "dodge"}


async def test_reading_cannot_write(store: Store) -> None:
    async def write_while_reading() -> None:
        async with store.read() as tx:
            await tx.servers.put(Server(GUILD))

    with pytest.raises(Unavailable, match=r"(?i)read-?only"):
        await write_while_reading()
    async with store.read() as tx:
        assert await tx.servers.get(GUILD) == Server(GUILD)


async def test_a_reader_sees_one_picture(store: Store) -> None:
    row = await opened(store)
    async with store.read() as tx:
        before = await tx.encounters.get(row.id)
        await store.save(Save(replace(row, name="Another")))
        assert await tx.encounters.get(row.id) == before
    async with store.read() as tx:
        after = await tx.encounters.get(row.id)
    assert after is not None
    assert after.name == "Another"


async def test_moments_are_utc_whatever_zone_they_came_in(store: Store) -> None:
    tokyo = timezone(timedelta(hours=9))
    moment = datetime(2026, 3, 2, 5, 0, 0, 123456, tzinfo=tokyo)
    async with store.write() as tx:
        await tx.servers.put(Server(GUILD, left_at=moment))
    async with store.read() as tx:
        found = (await tx.servers.get(GUILD)).left_at
    assert found == moment
    assert found is not None
    assert found.tzinfo is UTC


async def test_a_moment_without_a_zone_is_refused(store: Store) -> None:
    naive = datetime(2026, 3, 2, 5, 0)  # noqa: DTZ001 - that is the point
    async with store.write() as tx:
        with pytest.raises(Exception, match="time zone"):
            await tx.servers.put(Server(GUILD, left_at=naive))
