"""`/character` at the practice Discord, as a player, a GM and somebody with bad intentions use it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import pytest

from bot.features import encounter, sheets
from bot.features.app import App
from bot.practice.discord import Channel, Guild, Permission, Person, Upload, World, render_text
from bot.practice.discord.people import ClientRefusal, Outcome
from tests.fixtures.practice import Starting

NASTY = "*R*urik `x` @everyone <@1> [a](http://b) \u202eevil 🐉"


def features(app: App) -> None:
    """What these tests need."""
    sheets.add(app)
    encounter.add(app)


@pytest.fixture
async def app(start: Starting) -> AsyncIterator[App]:
    """The bot, running."""
    async with start(features) as running:
        yield running


async def new(person: Person, channel: Channel, name: str = "Rurik", more: str = "") -> Outcome:
    """A new draft of an OpenQuest sheet."""
    return await person.slash(channel, f"character new ruleset:OpenQuest {more}", {"name": name})


async def saved(person: Person, channel: Channel, name: str = "Rurik") -> Outcome:
    """A sheet with STR 14 that has been saved."""
    out = await new(person, channel, name)
    form = (await person.press(out.reply, "Body")).form
    out = await person.submit(form, {"STR": "14"})
    return await person.press(out.reply, "Save")


async def test_a_character_is_made_section_by_section(app: App, ana: Person, fight: Channel) -> None:
    out = await new(ana, fight)
    assert out.ephemeral
    assert "Nothing is kept until you press Save" in out.text
    form = (await ana.press(out.reply, "Body")).form
    out = await ana.submit(form, {"STR": "14", "CON": "11", "SIZ": "14"})
    # OQ-01: (14 + 11) / 2, rounded up
    assert "Hit points 13 ·" in out.text
    assert "STR **14**" in out.text
    form = (await ana.press(out.reply, "Gear")).form
    out = await ana.submit(form, {"Weapons": "longsword; short b", "Shield": "Small"})
    assert "Weapons **Longsword, Short bow** · Shield **Small**" in out.text
    out = await ana.press(out.reply, "Save")
    assert out.text.startswith("**Saved.**")
    assert {button["label"] for button in out.reply.buttons} == {"Edit", "Export", "Delete"}


async def test_what_does_not_fit_is_named_and_the_rest_is_kept(app: App, ana: Person, fight: Channel) -> None:
    out = await new(ana, fight)
    form = (await ana.press(out.reply, "Body")).form
    out = await ana.submit(form, {"STR": "strong", "DEX": "12", "CON": "400"})
    assert "⚠ STR: “strong” is not a whole number." in out.text
    assert "⚠ CON: it must be from 1 to 100; 400 is not." in out.text
    assert "DEX **12**" in out.text


async def test_a_form_holds_what_stands_and_shows_what_is_derived(
    app: App, ana: Person, fight: Channel
) -> None:
    out = await saved(ana, fight)
    out = await ana.press(out.reply, "Edit")
    form = (await ana.press(out.reply, "Body")).form
    held = {part["label"]: part["component"].get("value") for part in form.components}
    assert held["STR"] == "14"
    assert not held["DEX"]
    hints = {part["label"]: part["component"].get("placeholder") for part in form.components}
    assert hints["DEX"] == "left empty: 10"
    out = await ana.submit(form, {"STR": ""})
    assert "STR 10" in out.text


async def test_ready_characters_are_offered_while_nothing_is_typed(
    app: App, ana: Person, fight: Channel
) -> None:
    out = await new(ana, fight)
    out = await ana.select(out.reply, "Start from a ready character …", ["Sellsword"])
    assert "Longsword" in out.text
    assert not out.reply.selects
    out = await ana.slash(fight, "character new name:Bela ruleset:OpenQuest from:hunt", pick=True)
    assert "Long bow" in out.text


async def test_the_game_is_that_of_the_encounter_or_asked_for(app: App, ana: Person, fight: Channel) -> None:
    out = await ana.slash(fight, "character new name:Rurik")
    assert "Which game?" in out.text
    await ana.slash(fight, "encounter start ruleset:Katzbalger")
    out = await ana.slash(fight, "character new name:Rurik")
    assert "Katzbalger" in out.text
    names = [
        c.name for c in (await ana.autocomplete(fight, "character new", "from", "", {"name": "x"})).choices
    ]
    assert names[0].startswith("Soldier")


async def test_renaming_and_discarding(app: App, ana: Person, fight: Channel) -> None:
    out = await new(ana, fight)
    form = (await ana.press(out.reply, "Name …")).form
    out = await ana.submit(form, {"Name": "  Olaf  "})
    assert out.text.startswith("### Olaf\n")
    out = await ana.press(out.reply, "Discard")
    assert out.text == "Discarded. Olaf was not saved."
    out = await ana.slash(fight, "character list")
    assert "You have no characters here yet" in out.text


async def test_a_draft_is_gone_on_with_after_the_panel_is_out_of_sight(
    app: App, ana: Person, fight: Channel
) -> None:
    out = await new(ana, fight)
    form = (await ana.press(out.reply, "Body")).form
    await ana.submit(form, {"STR": "14"})
    out = await ana.slash(fight, "character list")
    assert "### Begun and not saved\n- **Rurik** (OpenQuest)" in out.text
    out = await ana.select(out.reply, "Go on with …", ["Rurik"])
    assert "STR **14**" in out.text
    await ana.press(out.reply, "Save")
    out = await ana.slash(fight, "character list")
    assert "### Your characters\n- **Rurik** (OpenQuest)" in out.text
    assert "Begun" not in out.text
    out = await ana.select(out.reply, "Look at …", ["Rurik"])
    assert "STR **14**" in out.text


async def test_an_old_panel_of_a_saved_draft_says_so(app: App, ana: Person, fight: Channel) -> None:
    first = await new(ana, fight)
    out = await ana.slash(fight, "character list")
    out = await ana.select(out.reply, "Go on with …", ["Rurik"])
    await ana.press(out.reply, "Save")
    late = await ana.press(first.reply, "Save")
    assert "This draft is gone" in late.text
    assert late.ephemeral


async def test_files_there_and_back(app: App, ana: Person, ben: Person, fight: Channel) -> None:
    await saved(ana, fight, NASTY)
    for form, said in (("json", "**Imported.**\n"), ("yaml", "**Imported.** It took the place")):
        out = await ana.slash(fight, f"character export form:{form}")
        (file,) = out.reply.attachments
        assert file.filename == f"r-urik-x-everyone-1-a-http-b-evil.{form}"
        back = await ben.slash(
            fight, "character import replace:True", {"file": Upload(file.filename, file.data)}
        )
        assert back.ephemeral
        assert back.text.startswith(said)
        assert "STR **14**" in back.text
    out = await ben.slash(fight, "character list")
    assert "urik" in out.text


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b'{"name": "R", "ruleset": "openquest", "values": {"str": 0}}', "str (STR): "),
        (b'{"name": "R", "ruleset": "openquest", "values": {"strength": 3}}', "strength: is not a field"),
        (b"{", "The file is neither JSON nor YAML"),
        (b"\xff", "The file is not text"),
        (b"name: R\nstr: 12\n", "ruleset: it is missing"),
        (b" " * 70_000, "The file is too large"),
    ],
)  # fmt: skip
async def test_a_file_that_is_wrong_is_refused_with_its_field(
    app: App, ana: Person, fight: Channel, content: bytes, sentence: str
) -> None:
    out = await ana.slash(fight, "character import", {"file": Upload("sheet.json", content)})
    assert out.ephemeral
    assert sentence in out.text.replace("\\", "")
    out = await ana.slash(fight, "character list")
    assert "no characters here yet" in out.text


async def test_deleting_asks_first(app: App, ana: Person, fight: Channel) -> None:
    out = await saved(ana, fight)
    asked = await ana.press(out.reply, "Delete")
    assert asked.text.startswith("Delete **Rurik** (OpenQuest)?")
    kept = await ana.press(asked.reply, "Keep it")
    assert "STR **14**" in kept.text
    out = await ana.slash(fight, "character delete sheet:Rurik", pick=True)
    out = await ana.press(out.reply, "Delete")
    assert out.text == "Rurik is deleted."
    late = await ana.press(kept.reply, "Edit")
    assert late.text == "That sheet is gone."


async def test_nobody_sees_or_names_the_sheets_of_another(
    app: App, ana: Person, ben: Person, fight: Channel
) -> None:
    out = await saved(ana, fight)
    assert not [m for m in ben.sees(fight) if "Rurik" in m.text]
    with pytest.raises(ClientRefusal):
        await ben.press(out.reply, "Edit")
    choices = (await ben.autocomplete(fight, "character show", "sheet", "")).choices
    assert choices == []
    forged = next(c.value for c in (await ana.autocomplete(fight, "character show", "sheet", "")).choices)
    await saved(ben, fight, "Bela")
    for command in ("show", "edit", "export", "delete"):
        out = await ben.slash(fight, f"character {command}", {"sheet": forged})
        assert out.ephemeral
        assert "There is no sheet called" in out.text
        assert "Rurik" not in out.text


async def test_foes_for_the_server_are_the_gms(
    app: App, world: World, table: Guild, ana: Person, ben: Person, fight: Channel
) -> None:
    mara = world.person("mara", table, roles=[table.add_role("Managers", Permission.MANAGE_GUILD)])
    out = await new(ana, fight, "Grub", "for_server:True")
    assert "Only GMs can keep foes for the server" in out.text
    out = await new(mara, fight, "Grub", "for_server:True")
    assert "a foe of this server" in out.text
    assert out.reply.selects[0]["options"][0]["label"] == "Goblin"
    out = await mara.press(out.reply, "Save")
    assert "`/encounter add`" in out.text
    assert "`/character list` with `for_server`" in (await mara.slash(fight, "character list")).text
    assert "for_server" not in (await ana.slash(fight, "character list")).text
    for line in (
        "list for_server:True",
        "show sheet:Grub for_server:True",
        "delete sheet:Grub for_server:True",
    ):
        assert "Only GMs" in (await ana.slash(fight, f"character {line}")).text
    found = await ana.autocomplete(fight, "character show", "sheet", "", {"for_server": True})
    assert found.choices == []
    # the GM of an open encounter here may, and what they keep can be added
    await ben.slash(fight, "encounter start ruleset:OpenQuest")
    out = await ben.slash(fight, "character show sheet:Grub for_server:True", pick=True)
    assert "### Grub" in out.text
    file = Upload("foe.yaml", b"name: Slime\nruleset: openquest\nstr: 20\n")
    out = await ben.slash(fight, "character import for_server:True", {"file": file})
    assert "**Imported.**" in out.text
    offered = await ben.autocomplete(fight, "encounter add", "creature", "")
    assert [c.name for c in offered.choices][:2] == ["Grub — of this server", "Slime — of this server"]


async def test_hostile_names_are_shown_as_typed(app: App, ana: Person, ben: Person, fight: Channel) -> None:
    out = await saved(ana, fight, NASTY)
    shown = render_text(out.reply, ana)
    assert "\u202e" not in shown
    assert "\\*R\\*urik \\`x\\`" in shown
    assert not out.reply.mentions_everyone
    assert out.reply.pings == set() or not out.reply.pings
    assert ben.pings() == []
    out = await ana.slash(fight, "character new ruleset:OpenQuest", {"name": "\u200b"})
    assert "at least one visible character" in out.text


async def test_a_list_of_many_sheets_stays_within_discords_limits(
    app: App, ana: Person, fight: Channel
) -> None:
    for number in range(50):
        content = json.dumps({"name": f"{'W' * 60} {number}", "ruleset": "openquest", "values": {"str": 12}})
        out = await ana.slash(fight, "character import", {"file": Upload("a.json", content.encode())})
    out = await ana.slash(fight, "character list")
    assert sum(len(s["options"]) for s in out.reply.selects) == 50
    offered = await ana.autocomplete(fight, "character show", "sheet", "W")
    assert len(offered.choices) == 25
    out = await new(ana, fight, "One more")
    assert "At most 50 sheets" in out.text
