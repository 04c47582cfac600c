"""A window of the practice page, and what a person does in it."""

from __future__ import annotations

import json
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect
from playwright.async_api import TimeoutError as TookTooLong

from bot.practice.page import PracticeTable

ARGUMENTS: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE: Final = 20_000
"""Milliseconds."""
SAID: Final = "() => JSON.stringify({...document.querySelector('#guide').dataset})"
"""What the guide says, and to whom."""
CAME: Final = f"""before => ({SAID})() !== before ? "changed"
    : document.querySelector("#messages .failure:not([hidden])") ? "failed" : null"""
"""What came of a step; null as long as it may still come."""
BRIEFLY: Final = PATIENCE / 4
EXPECTED: Final = ("409 (Conflict)",)
"""What the console may say: Chromium reports every refusal of the practice Discord."""


class Windows:
    """All windows of one test."""

    def __init__(self, browser: Browser, table: PracticeTable) -> None:
        self.browser = browser
        self.table = table
        self.complaints: list[str] = []
        self._contexts: list[BrowserContext] = []

    async def open(
        self,
        person: str,
        channel: str = "",
        *,
        scheme: Any = "light",
        width: int = 1280,
        height: int = 800,
        scale: float = 1,
    ) -> Window:
        """A window as this person, in this channel (by id)."""
        context = await self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            device_scale_factor=scale,
            locale="en-GB",
        )
        self._contexts.append(context)
        page = await context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.complaints.append(f"{person}: {error}"))
        page.on("console", lambda said: self._said(person, said))
        await page.goto(f"{self.table.url}&as={person}&channel={channel}")
        await page.wait_for_selector("html[data-ready]")
        return Window(page)

    def _said(self, person: str, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning") and not any(each in said.text for each in EXPECTED):
            self.complaints.append(f"{person}: {said.text}")

    async def close(self) -> None:
        for context in self._contexts:
            await context.close()


class Window:
    """One person looking at one channel."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def channel(self) -> str:
        """The id of the channel that is shown."""
        return parse_qs(urlsplit(self.page.url).query)["channel"][0]

    @property
    def messages(self) -> Locator:
        return self.page.locator("#messages > .message")

    @property
    def last(self) -> Locator:
        return self.messages.last

    @property
    def private(self) -> Locator:
        return self.page.locator("#messages > .ephemeral")

    @property
    def line(self) -> Locator:
        return self.page.locator("#line")

    @property
    def hinted(self) -> Locator:
        return self.page.locator("#messages .hinted")

    def button(self, label: str) -> Locator:
        """The newest button of the bot's with this label."""
        return self.page.locator("#messages").get_by_role("button", name=label, exact=True).last

    def board_button(self, label: str) -> Locator:
        """The button of the newest board."""
        board = self.messages.filter(has_text="board of fight").last
        return board.get_by_role("button", name=label, exact=True)

    async def hint(self) -> dict[str, Any]:
        """What the guide says, as data."""
        told = await self.page.locator("#guide").get_attribute("data-hint")
        value: dict[str, Any] = json.loads(told or "null") or {}
        return value

    async def be(self, person: str) -> None:
        """Switch with one click."""
        link = self.page.locator(f'#people a[data-person="{person}"]')
        await link.click()
        await expect(link).to_have_attribute("aria-current", "true")

    async def new_channel(self, name: str) -> None:
        """A channel of the test's own."""
        await self.page.get_by_role("button", name="+ Add a channel").first.click()
        await self.page.get_by_label("Name of the channel").fill(name)
        await self.page.keyboard.press("Enter")
        await expect(self.page.locator("#channel-name")).to_contain_text(name)

    async def begin(self, game: str) -> None:
        """Choose a game, and wait until its fight stands."""
        await self.page.locator(f'[data-key="begin-{game}"]').click()
        await expect(self.page.locator("#channel-name")).to_contain_text(game)
        await self.hint_is(lambda_js='h => h && h.stage !== "gathering"')

    async def hint_is(self, lambda_js: str) -> dict[str, Any]:
        """Wait until the guide's hint fits."""
        fits = f"() => ({lambda_js})(JSON.parse(document.querySelector('#guide').dataset.hint ?? 'null'))"
        try:
            await self.page.wait_for_function(fits)
        except TookTooLong:
            raise AssertionError(
                f"the guide did not come to {lambda_js}; it says {await self.hint()}"
            ) from None
        return await self.hint()

    async def step(self) -> None:
        """Do what the guide says once, as a newcomer would, and wait until it says something else."""
        be = self.page.locator("[data-key=be]")
        await expect(be.or_(self.hinted.first).first).to_be_visible()
        before = await self.page.evaluate(SAID)
        try:
            await self._do(be if await be.count() else self.hinted.first)
        except TookTooLong:
            # the board was drawn meanwhile, and the guide says something else
            assert await self.page.evaluate(SAID) != before
            return
        try:
            came = await self.page.wait_for_function(CAME, arg=before)
        except TookTooLong:
            raise AssertionError(f"nothing came of the step that the guide tells: {before}") from None
        if await came.json_value() == "failed":  # a bot that is just starting may be slow: press again
            await self.step()

    async def _do(self, control: Locator) -> None:
        select = await control.get_attribute("role", timeout=BRIEFLY) == "combobox"
        await control.click(timeout=BRIEFLY)
        if select:
            await self._choose()

    async def _choose(self) -> None:
        options = self.page.get_by_role("option")
        attack = options.filter(has_text="Attack")
        await (attack if await attack.count() else options).first.click()
        many = self.page.get_by_role("button", name="Choose", exact=True)
        if await many.count():
            await many.click()

    async def follow(self, wanted: str, most: int = 30) -> dict[str, Any]:
        """Follow the guide until its hint fits (a JavaScript predicate)."""
        for _ in range(most):
            hint = await self.hint()
            if await self.page.evaluate(f"h => Boolean(({wanted})(h))", hint):
                return hint
            await self.step()
        raise AssertionError(f"the guide never came to {wanted}; it says {await self.hint()}")

    async def slash(self, text: str) -> None:
        """Paste a whole command, and send it."""
        await self.line.fill(f"{text} ")
        await expect(self.page.locator("#fields")).to_be_visible()
        await self.page.locator("#send").click()
        await expect(self.page.locator("#fields")).to_be_hidden()
