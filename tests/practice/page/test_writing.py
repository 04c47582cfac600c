"""Slash commands with the picker, menus and forms, by mouse and by keyboard alone."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from bot.practice.page import PracticeTable
from tests.practice.page.ready import OpenFight
from tests.practice.page.window import Window, Windows

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_command_by_keyboard_alone_with_live_autocomplete(gm: Window) -> None:
    await gm.new_channel("keyboard")
    keys = gm.page.keyboard
    await gm.line.focus()
    await keys.type("/encounter st")
    options = gm.page.get_by_role("option")
    await expect(options.first).to_contain_text("/encounter start")
    await keys.press("Enter")
    await expect(gm.page.locator(".chip")).to_have_text("/encounter start")
    await expect(options.first).to_contain_text("ruleset")
    await keys.press("ArrowDown")
    await keys.press("Enter")
    field = gm.page.locator('[data-option="ruleset"]')
    await expect(field).to_be_focused()
    await keys.type("katz")
    await expect(options).to_have_count(1)
    await expect(options.first).to_contain_text("Katzbalger")
    await keys.press("Tab")
    await expect(field).to_have_value(re.compile("^Katzbalger"))
    await keys.type("name:The inn")
    await expect(gm.page.locator('[data-option="name"]')).to_have_value("The inn")
    await keys.press("Enter")
    await expect(gm.messages.filter(has_text="The inn").first).to_be_visible()
    await expect(gm.messages.first).to_contain_text("GM used /encounter start")
    await expect(gm.line).to_be_focused()


async def test_what_is_required_comes_first_and_is_asked_for(gm: Window) -> None:
    await gm.line.fill("/attack ")
    target = gm.page.locator('[data-option="target"]')
    await expect(target).to_be_focused()
    await gm.page.locator("#send").click()
    await expect(gm.page.locator("#composer-error")).to_have_text(
        "target: This option is required. Specify a value"
    )
    await gm.page.keyboard.press("Escape")
    await gm.page.keyboard.press("Escape")
    await expect(gm.page.locator("#fields")).to_be_hidden()


async def test_what_the_bot_refuses_is_said_in_private(gm: Window) -> None:
    await gm.new_channel("refusals")
    await gm.slash("/attack target:Nobody")
    await expect(gm.private.last).to_contain_text("no encounter")


async def test_an_unknown_command_is_not_sent(gm: Window) -> None:
    await gm.line.fill("/dance")
    await expect(gm.page.locator(".popup-empty")).to_have_text("There is no such command here.")
    await gm.page.keyboard.press("Enter")
    await expect(gm.page.locator("#composer-error")).to_have_text("There is no such command here.")


async def test_people_to_choose_from(gm: Window) -> None:
    await gm.line.fill("/encounter gm ")
    await expect(gm.page.locator('[data-option="person"]')).to_be_focused()
    options = gm.page.get_by_role("option")
    await expect(options.filter(has_text="@cleo")).to_have_count(1)
    await gm.page.keyboard.type("cle")
    await gm.page.keyboard.press("Enter")
    await expect(gm.page.locator('[data-option="person"]')).to_have_value("Cleo")


async def test_a_menu_and_a_form_of_the_private_panel(fight: OpenFight) -> None:
    gm = await fight("openquest")
    await gm.follow("h => h && h.stage === 'panel'")
    panel = gm.private.last
    menu = panel.get_by_role("combobox", name="What do you do?")
    await menu.focus()
    await gm.page.keyboard.press("ArrowDown")
    options = gm.page.get_by_role("option")
    await expect(options.first).to_be_visible()
    chosen = options.filter(has_text="Attack").first
    await expect(chosen.locator(".option-note").or_(chosen).first).to_be_visible()
    await gm.page.keyboard.press("End")
    await gm.page.keyboard.press("Escape")
    await expect(menu).to_be_focused()
    await panel.get_by_role("button", name="type …").first.click()
    form = gm.page.get_by_role("dialog")
    await form.get_by_role("textbox").fill("-20")
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_have_count(0)
    await expect(gm.private.last).to_contain_text("-20")
    await expect(gm.private.last).to_contain_text("Only you can see this")


async def test_a_choice_in_a_menu_changes_the_panel(fight: OpenFight) -> None:
    gm = await fight("openquest")
    await gm.follow("h => h && h.stage === 'panel'")
    target = gm.private.last.get_by_role("combobox", name="Target")
    await target.click()
    await gm.page.get_by_role("option", name="Goblin 2").click()
    await expect(gm.private.last.get_by_role("combobox", name="Target")).to_contain_text("Goblin 2")


async def test_names_and_words_stay_text(gm: Window, table: PracticeTable) -> None:
    await gm.new_channel("markup")
    await gm.line.fill("<img src=x onerror=alert(1)> **bold** `code` ||secret|| ~~gone~~ @everyone")
    await gm.page.keyboard.press("Enter")
    said = gm.last
    await expect(said).to_contain_text("<img src=x onerror=alert(1)>")
    await expect(said.locator("strong")).to_have_text("bold")
    await expect(said.locator(".text img")).to_have_count(0)
    await said.get_by_role("button", name="Spoiler").click()
    await expect(said.locator(".spoiler.shown")).to_have_text("secret")
    await gm.page.locator("#add-person").click()
    await gm.page.get_by_label("What they are called").fill("<b>Eve</b>")
    await gm.page.keyboard.press("Enter")
    await expect(gm.page.locator('#people a[aria-current="true"]')).to_contain_text("<b>Eve</b>")
    assert table.world.user_named("<b>eve</b>") is not None


async def test_a_ping_is_shown_to_whom_it_is_meant(
    gm: Window, windows: Windows, table: PracticeTable
) -> None:
    await gm.new_channel("pings")
    ana = await windows.open("ana", gm.channel)
    user = table.world.user_named("ana")
    assert user is not None
    await gm.line.fill(f"your turn, {user.mention}")
    await gm.page.keyboard.press("Enter")
    await expect(ana.last).to_have_class("message pinged")
    await expect(ana.last.locator(".mention.mine")).to_have_text("@Ana")
    await expect(gm.last).to_have_class("message")


async def test_server_settings_are_those_of_discord(gm: Window, windows: Windows) -> None:
    ana = await windows.open("ana", gm.channel)
    await ana.line.fill("/config")
    await expect(ana.page.locator(".popup-empty")).to_be_visible()
    await gm.page.get_by_role("button", name="Settings of The Table").click()
    box = gm.page.get_by_role("checkbox", name="Ana is Game master")
    await box.check()
    await expect(box).to_be_checked()
    again = await windows.open("ana", gm.channel)
    await again.line.fill("/config")
    await expect(again.page.get_by_role("option").first).to_contain_text("/config")
    await box.uncheck()


async def test_another_server_has_fights_of_its_own(fight: OpenFight) -> None:
    gm = await fight("openquest")
    await gm.page.get_by_role("link", name="arena").click()
    await expect(gm.page.locator("#channel-name")).to_contain_text("arena")
    await expect(gm.messages).to_have_count(0)
    await expect(gm.page.locator(".beginning")).to_be_visible()
