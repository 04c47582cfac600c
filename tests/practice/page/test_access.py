"""The page for everybody: axe finds nothing serious, a phone is wide enough, light and dark, keyboard."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.practice.page.axe import serious
from tests.practice.page.ready import OpenFight
from tests.practice.page.window import Windows

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_at_the_beginning_and_in_a_fight(windows: Windows, fight: OpenFight, scheme: str) -> None:
    window = await windows.open("gm", scheme=scheme)
    assert await serious(window) == []
    window = await fight("24-system", scheme=scheme)
    await window.follow("h => h && h.stage === 'panel'")
    await window.private.last.get_by_role("combobox").first.click()
    await expect(window.page.get_by_role("option").first).to_be_visible()
    assert await serious(window) == []
    await window.line.fill("/enc")
    await expect(window.page.get_by_role("option").first).to_be_visible()
    assert await serious(window) == []


async def test_axe_in_dialogs_and_on_a_phone(windows: Windows) -> None:
    window = await windows.open("gm", width=375, height=740)
    assert await serious(window) == []
    await window.page.get_by_role("button", name="Guide").click()
    await window.page.locator('[data-key="section-The bot"]').click()
    assert await serious(window) == []
    await window.page.keyboard.press("Escape")
    await window.page.get_by_role("button", name="Channels").click()
    await window.page.get_by_role("button", name="Settings of The Table").click()
    await expect(window.page.get_by_role("dialog")).to_be_visible()
    assert await serious(window) == []


async def test_a_phone_is_wide_enough(fight: OpenFight) -> None:
    window = await fight("c22", width=375, height=740)
    assert await window.page.evaluate("document.documentElement.scrollWidth") <= 375
    for region in ("#scroller", "#people"):
        inside = window.page.locator(region)
        assert await inside.evaluate("one => one.scrollWidth - one.clientWidth") <= 0, region
    await window.be((await window.hint())["person"])
    await window.page.locator("#scroller").evaluate("one => one.scrollTo(0, 0)")
    await window.page.locator("#strip").get_by_role("button", name="Show").click()
    await expect(window.hinted.first).to_be_in_viewport()
    await expect(window.hinted.first).to_be_focused()


async def test_light_and_dark(windows: Windows) -> None:
    window = await windows.open("gm", scheme="dark")
    dress = window.page.locator("html")
    await expect(dress).to_have_attribute("data-theme", "dark")
    await window.page.locator("#theme").click()
    await expect(dress).to_have_attribute("data-theme", "light")
    await window.page.reload()
    await expect(dress).to_have_attribute("data-theme", "light")


async def test_a_first_fight_begins_by_keyboard_alone(windows: Windows) -> None:
    window = await windows.open("gm")
    await window.page.locator('[data-key="begin-openquest"]').focus()
    await window.page.keyboard.press("Enter")
    await window.hint_is("h => h && h.stage === 'turn'")
    be = window.page.locator("[data-key=be]")
    if await be.count():
        await be.focus()
        await window.page.keyboard.press("Enter")
    show = window.page.locator("[data-key=show]")
    await show.focus()
    await window.page.keyboard.press("Enter")
    await expect(window.hinted.first).to_be_focused()
    await window.page.keyboard.press("Enter")
    await expect(window.private.last).to_be_visible()
