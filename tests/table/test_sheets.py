"""Sheets: drafts, what is derived, what is kept, whose they are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.store import Sheet, Store
from bot.table import config, encounters, sheet_fields, sheets
from bot.table.people import Person, Place
from bot.table.tables import Tables
from rules.engine import overrule
from rules.engine.procedures import Refused
from rules.engine.ruleset import SheetField, ruleset, rulesets
from tests.table.conftest import ANA, BEN, GM, GUILD, HERE, MANAGER, Clock, begun


async def kept(tables: Tables, person: Person, name: str, *, server: bool = False, **typed: str) -> Sheet:
    draft = await sheets.begin_new(tables, HERE, person, ruleset("openquest"), name, None, for_server=server)
    draft, wrong = await sheets.fill(tables, draft, typed)
    assert wrong == ()
    return await sheets.save(tables, HERE, person, draft)


def row(view: sheet_fields.SheetView, label: str) -> sheet_fields.SheetRow:
    return next(r for _, rows in view.sections for r in rows if r.label == label)


def test_every_section_of_every_game_fits_a_form() -> None:
    for game in rulesets():
        found = sheet_fields.sections(game)
        assert all(1 <= len(fields) <= sheet_fields.MOST_INPUTS for _, fields in found)
        typed = [f.key for _, fields in found for f in fields]
        assert sorted(typed) == sorted(f.key for f in game.sheet_fields if f.kind != "data")


def test_a_section_with_more_fields_goes_on_in_another_form() -> None:
    class Long(type(ruleset("openquest"))):  # type: ignore[misc]
        sheet_fields = tuple(SheetField(f"f{n}", f"F{n}", "Body") for n in range(7))

    parts = [(title, len(fields)) for title, fields in sheet_fields.sections(Long())]
    assert parts == [("Body", 5), ("Body (2)", 2)]


async def test_a_sheet_keeps_what_was_typed_and_derives_the_rest(tables: Tables) -> None:
    sheet = await kept(tables, ANA, "Rurik", con="11", siz="14")
    assert dict(sheet.values) == {"con": 11, "siz": 14}
    view = sheet_fields.show(ruleset("openquest"), sheet)
    # OQ-01: hit points are half of SIZ + CON, rounded up: (14 + 11) / 2 = 12.5 -> 13
    assert row(view, "Hit points") == sheet_fields.SheetRow("Hit points", "13", given=False)
    assert row(view, "CON") == sheet_fields.SheetRow("CON", "11", given=True)


async def test_a_changed_value_carries_on_to_what_is_derived_from_it(tables: Tables) -> None:
    sheet = await kept(tables, ANA, "Rurik", con="11", siz="14")
    draft = await sheets.begin_edit(tables, HERE, ANA, sheet)
    draft, _ = await sheets.fill(tables, draft, {"con": "17"})
    again = await sheets.save(tables, HERE, ANA, draft)
    # (14 + 17) / 2 = 15.5 -> 16
    assert row(sheet_fields.show(ruleset("openquest"), again), "Hit points").value == "16"
    draft = await sheets.begin_edit(tables, HERE, ANA, again)
    draft, _ = await sheets.fill(tables, draft, {"hp_max": "20"})
    fixed = await sheets.save(tables, HERE, ANA, draft)
    assert row(sheet_fields.show(ruleset("openquest"), fixed), "Hit points") == sheet_fields.SheetRow(
        "Hit points", "20", given=True
    )
    draft = await sheets.begin_edit(tables, HERE, ANA, fixed)
    draft, _ = await sheets.fill(tables, draft, {"hp_max": ""})
    derived = await sheets.save(tables, HERE, ANA, draft)
    assert row(sheet_fields.show(ruleset("openquest"), derived), "Hit points").value == "16"


async def test_a_form_shows_what_stands_and_what_would_be_derived(tables: Tables) -> None:
    draft = await sheets.begin_new(tables, HERE, ANA, ruleset("openquest"), "Rurik", None)
    draft, _ = await sheets.fill(tables, draft, {"con": "11", "siz": "14"})
    names = [title for title, _ in sheet_fields.sections(ruleset("openquest"))]
    title, points = sheets.inputs(draft, names.index("Points"))
    assert title == "Points"
    maximum = next(x for x in points if x.field.key == "hp_max")
    assert (maximum.text, maximum.derived) == ("", "13")
    _, body = sheets.inputs(draft, names.index("Body"))
    assert [(x.text, x.derived) for x in body if x.field.key == "con"] == [("11", "")]
    with pytest.raises(Refused):
        sheets.inputs(draft, len(names))


async def test_what_fits_is_kept_and_what_does_not_is_named(tables: Tables) -> None:
    draft = await sheets.begin_new(tables, HERE, ANA, ruleset("openquest"), "Rurik", None)
    typed = {"str": "15", "dex": "twelve", "con": "1000", "nonsense": "1", "siz": "１３"}
    draft, wrong = await sheets.fill(tables, draft, typed)
    assert dict(draft.values) == {"str": 15, "siz": 13}
    assert wrong == (
        "DEX: “twelve” is not a whole number.",
        "CON: it must be from 1 to 100; 1000 is not.",
    )


@pytest.mark.parametrize(
    ("field", "typed", "value"),
    [
        (SheetField("n", "N", "S"), " 45% ", 45),
        (SheetField("n", "N", "S", low=-20), "−7", -7),
        (SheetField("n", "N", "S"), "", None),
        (SheetField("f", "F", "S", "flag"), "Yes", True),
        (SheetField("f", "F", "S", "flag"), "no", False),
        (SheetField("t", "T", "S", "text"), " +1D4 ", "+1D4"),
        (SheetField("t", "T", "S", "text"), "a\x00b\ud800c", "abc"),
        (
            SheetField("m", "M", "S", "many"),
            "Sword 7, Axe 5;Bow 3\nFists",
            ["Sword 7", "Axe 5", "Bow 3", "Fists"],
        ),
        (SheetField("m", "M", "S", "many"), " , ", []),
    ],
)
def test_values_are_read_as_typed(field: SheetField, typed: str, value: object) -> None:
    assert sheet_fields.parsed(field, typed) == value


def test_choices_are_found_by_words_and_beginnings() -> None:
    weapons = next(f for f in ruleset("openquest").sheet_fields if f.key == "weapons")
    first = weapons.choices[0]
    assert sheet_fields.parsed(weapons, first.words.upper()) == [first.value]
    with pytest.raises(ValueError, match=r"“Lightsaber” is not one of the list\. Possible: "):
        sheet_fields.parsed(weapons, f"{first.words}, Lightsaber")


def test_what_a_file_described_stays_when_its_name_stands_in_the_form() -> None:
    field = next(f for f in ruleset("c22").sheet_fields if f.key == "weapons")
    laser = {"name": "Laser", "damage": 6}
    assert sheet_fields.words(field, ["Knife", laser]) == "Knife, Laser"
    assert sheet_fields.parsed(field, "laser, knife", ["Knife", laser]) == [laser, "Knife"]


def test_an_entry_with_commas_of_its_own_survives_the_form() -> None:
    field = SheetField("m", "M", "S", "many")
    before = ["Brawling, dirty", "Sword 7"]
    typed = sheet_fields.words(field, before)
    assert sheet_fields.parsed(field, typed, before) == before
    assert sheet_fields.parsed(field, typed + "\nAxe 5, Bow 3", before) == [*before, "Axe 5", "Bow 3"]


async def test_what_is_too_long_for_a_form_is_left_to_files(tables: Tables) -> None:
    game = ruleset("katzbalger")
    draft = await sheets.begin_new(tables, HERE, ANA, game, "Long", None)
    titles = [
        title for title, fields in sheet_fields.sections(game) if any(f.key == "hth_skills" for f in fields)
    ]
    section = [title for title, _ in sheet_fields.sections(game)].index(titles[0])
    many = [f"Skill number {n} {n}" for n in range(400)]
    draft = replace(draft, values={"hth_skills": many})
    _, rows = sheets.inputs(draft, section)
    assert "hth_skills" not in [row.field.key for row in rows]
    assert rows
    draft, _ = await sheets.fill(tables, draft, {row.field.key: row.text for row in rows})
    assert draft.values["hth_skills"] == many


async def test_ready_characters_are_a_beginning(tables: Tables) -> None:
    game = ruleset("openquest")
    ready = next(r for r in game.ready_made if r.key == "sellsword")
    draft = await sheets.begin_new(tables, HERE, ANA, game, "Rurik", "sellsw")
    assert dict(draft.values) == dict(ready.values)
    draft, _ = await sheets.fill(tables, draft, {"str": "18"})
    draft = await sheets.start_from(tables, draft, "hunter")
    assert dict(draft.values) == dict(next(r for r in game.ready_made if r.key == "hunter").values)
    with pytest.raises(Refused, match="Paladin"):
        await sheets.begin_new(tables, HERE, ANA, game, "Roland", "Paladin")
    assert sheets.ready_ones(game)[0].value == "sellsword"
    assert sheets.ready_ones(game, for_server=True)[0].value == "goblin"


async def test_every_ready_character_of_every_game_can_be_saved(tables: Tables) -> None:
    for game in rulesets():
        for ready in game.ready_made:
            draft = await sheets.begin_new(tables, HERE, ANA, game, f"{ready.name} {game.id}", ready.key)
            sheet = await sheets.save(tables, HERE, ANA, draft)
            assert game.read(sheet.values) == game.read(ready.values)
            assert sheet_fields.show(game, sheet).problems == ()


async def test_saving_twice_keeps_one_sheet(tables: Tables) -> None:
    draft = await sheets.begin_new(tables, HERE, ANA, ruleset("openquest"), "Rurik", None)
    await sheets.save(tables, HERE, ANA, draft)
    with pytest.raises(Refused, match="saved or discarded"):
        await sheets.save(tables, HERE, ANA, draft)
    assert len(await sheets.own(tables, HERE, ANA)) == 1
    with pytest.raises(Refused, match="saved or discarded"):
        await sheets.fill(tables, draft, {"str": "12"})


async def test_names_are_not_taken_twice(tables: Tables) -> None:
    await kept(tables, ANA, "Rurik")
    with pytest.raises(Refused, match="called RURIK already"):
        await kept(tables, ANA, "RURIK")
    await kept(tables, BEN, "Rurik")
    draft = await sheets.begin_new(tables, HERE, ANA, ruleset("openquest"), "Olaf", None)
    draft = await sheets.rename(tables, draft, "  Rurik ")
    with pytest.raises(Refused, match="another name"):
        await sheets.save(tables, HERE, ANA, draft)
    assert await sheets.draft_of(tables, ANA, draft.id) == draft


async def test_a_sheet_deleted_meanwhile_leaves_the_draft(tables: Tables) -> None:
    sheet = await kept(tables, ANA, "Rurik")
    draft = await sheets.begin_edit(tables, HERE, ANA, sheet)
    assert await sheets.begin_edit(tables, HERE, ANA, sheet) == draft
    assert await sheets.delete(tables, sheet)
    assert not await sheets.delete(tables, sheet)
    with pytest.raises(Refused):
        await sheets.save(tables, HERE, ANA, draft)


async def test_a_draft_older_than_its_sheet_is_begun_anew(tables: Tables, clock: Clock) -> None:
    sheet = await kept(tables, ANA, "Rurik")
    draft = await sheets.begin_edit(tables, HERE, ANA, sheet)
    clock.forward(hours=1)
    async with tables.store.write() as tx:
        wounded = await tx.sheets.put(replace(sheet, values={"hp": 3}), clock())
    again = await sheets.begin_edit(tables, HERE, ANA, wounded)
    assert again.id != draft.id
    assert again.values == {"hp": 3}
    assert await sheets.drafts(tables, HERE, ANA) == (again,)


async def test_nobody_gets_at_what_is_not_theirs(tables: Tables) -> None:
    sheet = await kept(tables, ANA, "Rurik")
    draft = await sheets.begin_edit(tables, HERE, ANA, sheet)
    with pytest.raises(Refused):
        await sheets.draft_of(tables, BEN, draft.id)
    with pytest.raises(Refused):
        await sheets.find(tables, HERE, BEN, "Rurik")
    with pytest.raises(Refused):
        await sheets.owned(tables, HERE, BEN, sheet.id)
    with pytest.raises(Refused):
        await sheets.owned(tables, Place(GUILD + 1, 1), ANA, sheet.id)
    assert await sheets.owned(tables, HERE, ANA, sheet.id) == sheet


async def test_sheets_are_found_by_entry_or_name(tables: Tables) -> None:
    with pytest.raises(Refused, match="/character new"):
        await sheets.find(tables, HERE, ANA, None)
    rurik = await kept(tables, ANA, "Rurik")
    assert await sheets.find(tables, HERE, ANA, None) == rurik
    tricky = await kept(tables, ANA, f"{sheets.SHEET}{rurik.id + 2}")
    seven = await kept(tables, ANA, "7")
    assert await sheets.find(tables, HERE, ANA, "rurik ") == rurik
    assert await sheets.find(tables, HERE, ANA, "7") == seven
    with pytest.raises(Refused, match="Several"):
        await sheets.find(tables, HERE, ANA, tricky.name)
    entries = {c.value: c.words for c in sheets.choices(await sheets.own(tables, HERE, ANA))}
    assert entries[f"{sheets.SHEET}{rurik.id}"] == "Rurik"
    with pytest.raises(Refused, match="Which one"):
        await sheets.find(tables, HERE, ANA, None)


async def test_only_gms_keep_foes_for_the_server(tables: Tables, store: Store) -> None:
    with pytest.raises(Refused, match="Only GMs"):
        await kept(tables, ANA, "Grub", server=True)
    foe = await kept(tables, MANAGER, "Grub", server=True, str="9")
    assert (foe.owner, foe.kind) == (None, "creature")
    await config.set_role(tables, HERE, MANAGER, "gm", 77)
    by_role = Person(8, "Rolf", roles=frozenset({77}))
    assert await sheets.find(tables, HERE, by_role, "Grub", server=True) == foe
    with pytest.raises(Refused, match="Only GMs"):
        await sheets.find(tables, HERE, ANA, "Grub", server=True)
    with pytest.raises(Refused, match="Only GMs"):
        await sheets.owned(tables, HERE, ANA, foe.id)
    await encounters.start(tables, HERE, GM, "openquest", "Ford")
    draft = await sheets.begin_edit(tables, HERE, GM, foe)
    assert (await sheets.save(tables, HERE, GM, draft)).id == foe.id
    with pytest.raises(Refused, match="Only GMs"):
        await sheets.save(tables, Place(GUILD, 99), GM, draft)


async def test_there_is_an_end_to_drafts(tables: Tables) -> None:
    for number in range(sheets.MOST_DRAFTS):
        await sheets.begin_new(tables, HERE, ANA, ruleset("openquest"), f"No {number}", None)
    with pytest.raises(Refused, match="/character list"):
        await sheets.begin_new(tables, HERE, ANA, ruleset("openquest"), "One more", None)
    begun_here = await sheets.drafts(tables, HERE, ANA)
    await sheets.drop(tables, begun_here[0])
    await sheets.begin_new(tables, HERE, ANA, ruleset("openquest"), "One more", None)


async def test_what_lasts_is_written_back_and_the_rest_stays(tables: Tables) -> None:
    await kept(tables, ANA, "Olaf", con="11", siz="14")
    await begun(tables)
    async with tables.at(HERE) as table:
        await encounters.join(table, ANA, "Olaf")
        olaf = next(c for c in table.state.present() if c.name == "Olaf")
        await table.overrule(overrule.set_value(olaf.id, "hp", 4), GM, "set")
        found = sheets.lasting(table)
    assert [c.name for c in found] == ["Olaf"]
    written = await sheets.write_back(tables, ruleset("openquest"), found[0])
    assert written is not None
    assert written.values["hp"] == 4
    assert written.values["con"] == 11
    assert "hp_max" not in written.values
    assert await sheets.write_back(tables, ruleset("c22"), found[0]) is None
    await sheets.delete(tables, written)
    assert await sheets.write_back(tables, ruleset("openquest"), found[0]) is None
