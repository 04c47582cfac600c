"""What Discord lets a bot send, drawn in full; also what this bot does not send (yet)."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from typing import Any, Final

import aiohttp
import pytest
from PIL import Image
from playwright.async_api import Locator, Route, expect

from bot.practice.discord.events import Event, InteractionStarted
from bot.practice.page import PracticeTable
from tests.practice.page.axe import serious
from tests.practice.page.window import Window, Windows

pytestmark = pytest.mark.asyncio(loop_scope="session")
V2: Final = 1 << 15
MANY: Final = 500


def picture() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (60, 30), "teal").save(out, "PNG")
    return out.getvalue()


def text(content: str) -> dict[str, Any]:
    return {"type": 10, "content": content}


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


async def send(window: Window, table: PracticeTable, body: Any, files: Mapping[str, bytes]) -> Locator:
    """Send a message as the bot would; gives it as the window shows it."""
    form = aiohttp.FormData()
    form.add_field("payload_json", json.dumps(body), content_type="application/json")
    for number, (name, data) in enumerate(files.items()):
        form.add_field(f"files[{number}]", data, filename=name)
    headers = {"Authorization": f"Bot {table.world.application.token}"}
    url = f"{table.discord.api_url}/channels/{window.channel}/messages"
    async with aiohttp.ClientSession() as session, session.post(url, data=form, headers=headers) as answer:
        told = await answer.json()
        assert answer.status == 200, told
    return window.page.locator(f'[data-id="{told["id"]}"]')


async def test_an_embed_and_files(gm: Window, table: PracticeTable) -> None:
    await gm.new_channel("embeds")
    embed = {
        "title": "The bridge",
        "url": "https://example.org/",
        "description": "Some *text* ||hidden||",
        "color": 0x22AA66,
        "fields": [{"name": "Width", "value": "**2** m", "inline": True}],
        "footer": {"text": "below"},
        "image": {"url": "attachment://bridge.png"},
    }
    files = {"bridge.png": picture(), "SPOILER_cave.png": picture(), "notes.txt": b"hello"}
    said = await send(gm, table, {"content": "Look", "embeds": [embed]}, files)
    await expect(said.locator("h4 a")).to_have_text("The bridge")
    await expect(said.locator(".embed strong").last).to_have_text("2")
    await expect(said.get_by_role("button", name="Spoiler")).to_have_count(2)
    await expect(said.locator("img")).to_have_count(1)  # in the embed, and not a second time below it
    await said.locator(".cover").click()
    await expect(said.locator("img")).to_have_count(2)
    await expect(said.locator(".file")).to_contain_text("notes.txt 5 bytes")


async def test_every_component_of_a_message(gm: Window, table: PracticeTable) -> None:
    await gm.new_channel("components")
    shown = {"media": {"url": "attachment://p.png"}, "description": "A teal square"}
    inside = [
        {"type": 9, "components": [text("**Section**")], "accessory": {"type": 11, **shown}},
        {"type": 14, "divider": True, "spacing": 2},
        {
            "type": 9,
            "components": [text("With a button")],
            "accessory": {"type": 2, "style": 2, "label": "Press", "custom_id": "x"},
        },
        {"type": 12, "items": [shown, {**shown, "spoiler": True}]},
        {"type": 13, "file": {"url": "attachment://b.txt"}},
        row(*({"type": 2, "style": n, "label": f"Style {n}", "custom_id": f"s{n}"} for n in (1, 2, 3, 4))),
        row(
            {"type": 2, "style": 5, "label": "Outside", "url": "https://example.org/"},
            {"type": 2, "style": 1, "label": "Off", "custom_id": "off", "disabled": True},
        ),
    ]
    words = "# Big\n-# small\n- one\n  - two\n> said\n```py\nx = 1\n```\n<t:1700000000:R> and `code`"
    body = {
        "flags": V2,
        "components": [
            text(words),
            {"type": 17, "accent_color": 0xFF8800, "components": inside},
            {"type": 17, "spoiler": True, "components": [text("behind")]},
        ],
    }
    said = await send(gm, table, body, {"p.png": picture(), "b.txt": b"hello"})
    await expect(said.locator("h3")).to_have_text("Big")
    for inner in ("p.subtext", "ul ul li", "blockquote", "pre code", "time.moment", "p > code"):
        await expect(said.locator(f".text {inner}").first).to_be_visible()
    await expect(said.get_by_role("img", name="A teal square")).to_have_count(2)
    await said.locator(".gallery .cover").click()
    await expect(said.get_by_role("img", name="A teal square")).to_have_count(3)
    await expect(said.get_by_text("behind")).to_have_count(0)
    await said.locator(".v2 > .cover").click()
    await expect(said.get_by_text("behind")).to_be_visible()
    await expect(said.locator(".file")).to_contain_text("b.txt")
    await expect(said.get_by_role("link", name="Outside")).to_have_attribute("href", "https://example.org/")
    await expect(said.get_by_role("button", name="Off")).to_be_disabled()
    await expect(gm.page.get_by_text("cannot draw")).to_have_count(0)
    assert await serious(gm) == []


async def test_menus_of_people_roles_and_channels(gm: Window, table: PracticeTable) -> None:
    await gm.new_channel("menus")
    kinds = {5: "People", 6: "Roles", 7: "Both", 8: "Channels"}
    menus = [row({"type": n, "custom_id": f"m{n}", "placeholder": kinds[n]}) for n in kinds]
    menus[0]["components"][0]["max_values"] = 2
    said = await send(gm, table, {"content": "Whom?", "components": menus}, {})
    options = gm.page.get_by_role("option")
    for kind, offered in (("Roles", "@Game master"), ("Both", "Cleo"), ("Channels", "#side-fight")):
        await said.get_by_role("combobox", name=kind).click()
        await expect(options.filter(has_text=offered)).to_have_count(1)
        await gm.page.keyboard.press("Escape")
    started: list[Any] = []

    def note(event: Event) -> None:
        if isinstance(event, InteractionStarted):
            started.append(event.interaction.data)

    stop = table.world.events.listen(note)
    await said.get_by_role("combobox", name="People").click()
    for name in ("Ana", "Cleo"):
        await options.filter(has_text=name).click()
    await gm.page.get_by_role("button", name="Choose", exact=True).click()
    await expect(options).to_have_count(0)
    await table.world.until(lambda: bool(started), timeout=10)
    stop()
    chosen = [table.world.user_named(name) for name in ("ana", "cleo")]
    assert started[0]["values"] == [str(one.id) for one in chosen if one]


async def test_every_field_of_a_form(gm: Window) -> None:
    options = [{"label": "One", "value": "1"}, {"label": "Two", "value": "2", "default": True}]
    parts: list[dict[str, Any]] = [
        {"type": 4, "style": 1, "custom_id": "name", "value": "Rurik"},
        {"type": 3, "custom_id": "menu", "options": options},
        {"type": 19, "custom_id": "files", "max_values": 2, "required": False},
        {"type": 21, "custom_id": "radio", "options": options},
        {"type": 22, "custom_id": "boxes", "options": options},
        {"type": 23, "custom_id": "sure"},
    ]
    labelled = [{"type": 18, "label": part["custom_id"].title(), "component": part} for part in parts]
    modal = {"id": "7", "title": "A form", "components": [*labelled, text("and **words**")]}
    sent: list[Any] = []

    async def submitted(route: Route) -> None:
        sent.append(route.request.post_data_json)
        await route.fulfill(json={"kind": "message"})

    await gm.page.route("**/practice/api/submit", submitted)
    await gm.page.evaluate(
        "modal => import('/practice/static/modal.js').then(one => one.openModal(modal, () => {}))", modal
    )
    form = gm.page.get_by_role("dialog", name="A form")
    assert await serious(gm) == []
    await form.get_by_role("textbox", name="Name").fill("Mira")
    await form.get_by_role("combobox", name="Menu").click()
    await form.get_by_role("option", name="One").click()
    files = [{"name": f"{n}.txt", "mimeType": "text/plain", "buffer": b"hello"} for n in (1, 2)]
    await form.get_by_label("Files").set_input_files(files)  # type: ignore[arg-type]
    await form.get_by_role("group", name="Radio").get_by_label("One").check()
    await form.get_by_role("group", name="Boxes").get_by_label("One").check()
    await form.get_by_label("Sure").check()
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_have_count(0)
    values = sent[0]["values"]
    assert [sorted(one) for one in values.pop("files")] == [["file"], ["file"]]
    assert values == {"name": "Mira", "menu": ["1"], "radio": "1", "boxes": ["1", "2"], "sure": True}


async def test_a_long_channel_is_drawn_at_one_go(windows: Windows, table: PracticeTable) -> None:
    guild = next(iter(table.world.guilds.values()))
    channel = guild.add_channel("long")
    ana = table.world.person("ana", guild)
    for number in range(MANY):
        await ana.say(channel, f"{number}: <@{ana.id}> **strikes**")
    window = await windows.open("gm", str(channel.id))
    await expect(window.messages).to_have_count(MANY)
    devtools = await window.page.context.new_cdp_session(window.page)
    await devtools.send("Performance.enable")

    async def layouts() -> float:
        metrics = (await devtools.send("Performance.getMetrics"))["metrics"]
        return next(float(one["value"]) for one in metrics if one["name"] == "LayoutCount")

    before = await layouts()
    await window.be("ben")
    await expect(window.messages.last).to_contain_text(f"{MANY - 1}:")
    await expect(window.page.locator("#messages[aria-busy]")).to_have_count(0)
    assert await layouts() - before < MANY / 5
