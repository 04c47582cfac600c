"""The guided first fight, played as a newcomer plays it, in a real browser."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import expect

from tests.practice.page.ready import OpenFight
from tests.practice.page.window import Window, Windows

pytestmark = pytest.mark.asyncio(loop_scope="session")
GAMES = ("24-system", "c22", "katzbalger", "openquest")
DONE = "h => h && h.attacked && h.stage === 'resolved'"
FOES_TURN = "h => h && ['turn', 'resolved'].includes(h.stage) && h.person === 'gm'"
ASKED = "h => h && h.person === 'gm' && h.components.some(one => /^s1:ask:.*:none$/.test(one))"


@pytest.fixture
def asked(fight: OpenFight) -> OpenFight:
    """Opens the GM's window where a foe has to choose: in 24-System, whose every attack asks its target."""

    async def opened() -> Window:
        gm = await fight("24-system")
        while (await gm.follow(f"h => ({ASKED})(h) || ({FOES_TURN})(h)"))["stage"] != "answer":
            await gm.be("gm")
            end = gm.board_button("End turn")
            turn = await end.get_attribute("data-custom-id") or ""
            await end.click()
            await expect(end).not_to_have_attribute("data-custom-id", turn)
        await gm.be("gm")
        await expect(gm.hinted.first).to_be_visible()
        return gm

    return opened


async def first_attack(windows: Windows, game: str) -> None:
    """Choose the game, and do what the guide says until it congratulates."""
    gm = await windows.open("gm")
    await gm.begin(game)
    await gm.follow(DONE)
    await expect(gm.page.locator(".well-done")).to_be_visible()
    attack = gm.messages.filter(has_text=re.compile(r"attack|strikes|shoots|fires|swings", re.IGNORECASE))
    await expect(attack.last).to_contain_text(re.compile(r"#\d+ of fight \d+"))
    await gm.follow("h => h && h.stage === 'panel'")
    await expect(gm.page.locator(".well-done")).to_have_count(0)
    await expect(gm.page.locator(".next").get_by_text("What else to try")).to_be_visible()


async def test_the_guide_leads_to_a_first_attack_in_each_game(windows: Windows) -> None:
    async with asyncio.TaskGroup() as together:
        for game in GAMES:
            together.create_task(first_attack(windows, game), name=game)


async def test_my_turn_is_marked_where_one_looks(fight: OpenFight) -> None:
    gm = await fight("openquest")
    await gm.be((await gm.hint())["person"])
    await expect(gm.hinted).to_have_text("My turn")
    await expect(gm.hinted).to_be_in_viewport()
    at_end = "one => one.scrollHeight - one.scrollTop - one.clientHeight < 2"
    assert await gm.page.locator("#scroller").evaluate(at_end)


async def test_a_defence_answered_in_a_second_window(asked: OpenFight, windows: Windows) -> None:
    gm = await asked()
    second = await windows.open("gm", gm.channel)
    await gm.be("ben")
    key = (await gm.hint())["message"]
    card = gm.page.locator(f'[data-id="{key}"]')
    await expect(card.get_by_role("button")).not_to_have_count(0)
    await expect(second.hinted.first).to_be_visible()
    await second.button("No defence").click()
    await expect(card.get_by_role("button", name="No defence")).to_have_count(0)
    await expect(card).to_contain_text(re.compile(r"#\d+ of fight \d+"))


async def test_an_outsider_is_refused_in_private_and_nothing_changes(
    asked: OpenFight, windows: Windows
) -> None:
    gm = await asked()
    outsider = await windows.open("outsider", gm.channel)
    await expect(outsider.button("No defence")).to_be_enabled()
    await outsider.button("No defence").click()
    await expect(outsider.private).to_contain_text("choice")
    await expect(outsider.private).to_contain_text("Only you can see this")
    await expect(gm.private.filter(has_text="choice")).to_have_count(0)
    await expect(gm.button("No defence")).to_be_visible()
    await outsider.page.get_by_role("button", name="Dismiss message").click()
    await expect(outsider.private).to_have_count(0)


async def test_restarting_and_pulling_the_plug_in_mid_attack_lose_nothing(asked: OpenFight) -> None:
    gm = await asked()
    await gm.page.locator('[data-key="section-The bot"]').click()
    await gm.page.locator('[data-key="bot-restart"]').click()
    await expect(gm.page.locator(".working")).to_have_count(0)
    await expect(gm.page.locator("#connection")).to_have_text("The bot is here")
    await expect(gm.button("No defence")).to_be_visible()
    await gm.page.locator('[data-key="bot-kill"]').click()
    await expect(gm.page.locator('[data-key="bot-start"]')).to_be_visible()
    await expect(gm.page.locator(".next")).to_contain_text("The bot does not run")
    await expect(gm.page.locator('[data-key="start"]')).to_be_focused()
    card = gm.messages.filter(has=gm.page.get_by_role("button", name="No defence")).last
    await card.get_by_role("button", name="No defence").click()
    await expect(card.locator(".failure")).to_have_text("This interaction failed")
    await gm.slash("/odds")
    await expect(gm.last).to_contain_text("The application did not respond")
    await gm.page.locator('[data-key="start"]').click()
    await expect(gm.page.locator('[data-key="bot-kill"]')).to_be_visible()
    await expect(gm.page.locator("#connection")).to_have_text("The bot is here")
    await card.get_by_role("button", name="No defence").click()
    await expect(gm.button("No defence")).to_have_count(0)
    await gm.hint_is("h => h && h.attacked")
    await gm.line.fill("and on it goes")
    await gm.page.keyboard.press("Enter")
    await expect(gm.last).to_contain_text("and on it goes")  # below what failed before


async def test_a_hand_of_cards_is_a_picture(fight: OpenFight) -> None:
    gm = await fight("c22")
    await gm.follow("h => h && h.stage === 'panel'")
    await gm.slash("/hand")
    picture = gm.private.locator("img").last
    await expect(picture).to_be_visible()
    assert await picture.evaluate("one => one.decode().then(() => one.naturalWidth)") > 0
    assert await picture.get_attribute("alt")


async def test_a_script_is_played_line_by_line(gm: Window) -> None:
    await gm.page.locator('[data-key="section-Scripts"]').click()
    await gm.page.locator('[data-key="script-openquest"]').click()
    await expect(gm.page.locator("#channel-name")).to_contain_text("script-openquest")
    played = gm.page.locator(".typed .played")
    for number in range(1, 5):
        await gm.page.locator('[data-key="step"]').click()
        await expect(played).to_have_count(number)
        await expect(gm.page.locator(".working")).to_have_count(0)
    await expect(gm.page.locator('#people a[aria-current="true"]')).to_have_attribute("data-person", "ben")
    await expect(gm.messages.filter(has_text="Ben joins")).to_have_count(1)
