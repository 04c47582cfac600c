"""Sheets as files: there and back, and every way in which a file can be wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.table import sheet_files, sheets
from bot.table.tables import Tables
from rules.engine.procedures import Refused
from rules.engine.ruleset import Ruleset, ruleset, rulesets
from tests.table.conftest import ANA, BEN, HERE, MANAGER

OQ = "openquest"


def wrong(content: str | bytes, *, game: str | None = OQ) -> str:
    """The sentence with which a file is refused."""
    data = content.encode() if isinstance(content, str) else content
    with pytest.raises(Refused) as refused:
        sheet_files.imported(data, ruleset(game) if game else None)
    return str(refused.value)


def taken(content: bytes, game: Ruleset[Any, Any]) -> sheet_files.Imported | str:
    """What the file holds, or the sentence with which it is refused."""
    try:
        return sheet_files.imported(content, game)
    except Refused as why:
        return str(why)


def file(**values: Any) -> bytes:
    return json.dumps({"name": "Rurik", "ruleset": OQ, "values": values}).encode()


@pytest.mark.parametrize("form", ["json", "yaml"])
async def test_what_is_exported_can_be_imported(tables: Tables, form: str) -> None:
    for game in rulesets():
        ready = game.ready_made[0]
        name = "Ünïcødé “x” 🐉 : - # &a *b"
        draft = await sheets.begin_new(tables, HERE, ANA, game, name, ready.key)
        sheet = await sheets.save(tables, HERE, ANA, draft)
        content = sheet_files.exported(sheet, form).encode()
        back = await sheet_files.read(content, None)
        assert (back.rules.id, back.name, dict(back.values)) == (game.id, name, dict(sheet.values))


def test_a_file_written_by_hand_needs_no_frame() -> None:
    text = "name: Rurik\nstr: 14\nweapons: [Shortsword]\n"
    found = sheet_files.imported(text.encode(), ruleset(OQ))
    assert (found.name, found.values["str"]) == ("Rurik", 14)
    assert found.rules is ruleset(OQ)
    tabs = '{\n\t"name": "Rurik",\n\t"values": {"str": 14}\n}'
    assert sheet_files.imported(tabs.encode(), ruleset(OQ)).values == {"str": 14}
    with_mark = "\ufeff".encode() + file(str=14)
    assert sheet_files.imported(with_mark, None).values == {"str": 14}


def test_every_fault_names_the_field() -> None:
    assert wrong(b"\xff\xfe\x00") == "The file is not text in UTF-8."
    assert wrong("{").startswith("The file is neither JSON nor YAML (line ")
    assert wrong("- a\n- b") == "The file must hold one sheet: a mapping with name and values."
    assert wrong("name: Rurik\nvalues: 3").startswith("values: ")
    assert wrong("str: 14").startswith("name: ")
    assert wrong("name: ''\nstr: 14").startswith("name: ")
    assert wrong("name: [1]\nstr: 14").startswith("name: ")
    assert wrong("name: Rurik\nruleset: chess") == (
        "ruleset: “chess” is no game of this bot. It knows " + ", ".join(r.id for r in rulesets()) + "."
    )
    assert wrong("name: Rurik\nstr: 14", game=None).startswith("ruleset: it is missing.")
    assert wrong("name: Rurik\nstrength: 14").startswith(
        "strength: is not a field of OpenQuest. Fields: str, "
    )
    assert wrong(file(con=0)).startswith("con (CON): ") or wrong(file(con=0)).startswith("con: ")
    assert "dex" in wrong(file(con=0, dex="fast"))
    assert "con" in wrong(file(con=0, dex="fast"))
    assert wrong(file(str=1.5)) == "str: 1.5 must be a whole number."
    assert wrong(file(str=10**12)) == "str: the number is far too large."
    assert wrong("name: Rurik\nstr: 2001-01-01").startswith("str: a date cannot stand here")
    assert wrong("name: Rurik\narmor: !!binary aGk=").startswith("armor: a bytes cannot stand here")
    assert wrong(file(armor="x" * 3000)).startswith("armor: a text of it is too long")
    assert wrong('{"name": "R", "values": {"armor": "\\ud800"}}').startswith("armor: it holds characters")
    assert wrong('{"name": "R", "values": {"armor": "\\u0000"}}').startswith("armor: it holds characters")
    assert wrong(b" " * (sheet_files.LARGEST_FILE + 1)).startswith("The file is too large")


def test_a_file_cannot_grow_in_memory_or_run_code() -> None:
    bomb = "name: Rurik\na: &a [x, x]\nb: &b [*a, *a]\nstr: 3\n"
    assert wrong(bomb) == "The file uses YAML references (& and *). Write the values out."
    deep = '{"name": "R", "values": {"own_weapons": ' + "[" * 40 + "]" * 40 + "}}"
    assert wrong(deep) == "own_weapons: it is nested too deeply."
    very_deep = "[" * 30_000
    assert wrong(very_deep).startswith("The file is neither JSON nor YAML")
    assert wrong("!!python/object/apply:os.system ['true']").startswith("The file is neither JSON nor YAML")
    assert wrong('{"name": "R", "values": {"str": ' + "9" * 5000 + "}}")


plain = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 500) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=150)
@given(st.data())
def test_whatever_stands_in_a_field_is_taken_or_refused_in_a_sentence(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(rulesets()))
    keys = [f.key for f in game.sheet_fields]
    values = data.draw(st.dictionaries(st.sampled_from(keys), plain, max_size=4))
    content = json.dumps({"name": "Rurik", "values": values}).encode()
    found = taken(content, game)
    if isinstance(found, str):
        assert found
    else:
        assert set(found.values) <= set(values)
        game.read(found.values)


@settings(max_examples=100)
@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda t: t.encode("utf-8", "replace")))
def test_whatever_the_file_is_the_answer_is_a_sheet_or_a_sentence(content: bytes) -> None:
    assert taken(content, ruleset(OQ))


async def test_an_import_takes_the_place_of_another_only_when_told(tables: Tables) -> None:
    first = sheet_files.imported(file(str=14), None)
    sheet, replaced = await sheet_files.keep(tables, HERE, ANA, first)
    assert (sheet.owner, sheet.kind, replaced) == (ANA.id, "character", False)
    second = sheet_files.imported(file(str=16).replace(b"Rurik", b"rurik"), None)
    with pytest.raises(Refused, match="called Rurik already"):
        await sheet_files.keep(tables, HERE, ANA, second)
    again, replaced = await sheet_files.keep(tables, HERE, ANA, second, replacing=True)
    assert (again.id, again.name, again.values["str"], replaced) == (sheet.id, "rurik", 16, True)
    _, replaced = await sheet_files.keep(tables, HERE, BEN, second)
    assert not replaced


async def test_foes_for_the_server_are_imported_by_gms_alone(tables: Tables) -> None:
    found = sheet_files.imported(file(str=14), None)
    with pytest.raises(Refused, match="Only GMs"):
        await sheet_files.keep(tables, HERE, ANA, found, server=True)
    sheet, _ = await sheet_files.keep(tables, HERE, MANAGER, found, server=True)
    assert (sheet.owner, sheet.kind) == (None, "creature")


async def test_there_is_an_end_to_sheets(tables: Tables) -> None:
    for number in range(sheets.MOST_SHEETS):
        content = yaml.safe_dump({"name": f"No {number}", "str": 12}).encode()
        await sheet_files.keep(tables, HERE, ANA, sheet_files.imported(content, ruleset(OQ)))
    with pytest.raises(Refused, match="At most 50"):
        await sheet_files.keep(tables, HERE, ANA, sheet_files.imported(file(), None))
    with pytest.raises(Refused, match="At most 50"):
        await sheets.begin_new(tables, HERE, ANA, ruleset(OQ), "Another", None)
