"""`make pictures`: the pictures of the README anew, the first fight of each game as the page shows it."""

from __future__ import annotations

import asyncio
import io
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.async_api import async_playwright, expect

from bot.practice.page import PracticeTable
from tests.practice.page.window import ARGUMENTS, PATIENCE, Window, Windows

FOLDER: Final = Path(__file__).resolve().parents[3] / "docs" / "pictures"
COLOURS: Final = 160
LARGEST: Final = 120_000
"""Bytes that a picture may have."""


@dataclass(frozen=True, slots=True)
class Shot:
    """game: whose first fight. until: how far the guide is followed. typed: a last command."""

    game: str
    until: str
    scheme: str = "light"
    seed: str = "picture"
    typed: str = ""


ASKED: Final = "h => h && h.stage === 'answer' && h.person === 'gm'"
ATTACKED: Final = "h => h && h.attacked"
PANEL: Final = "h => h && h.stage === 'panel'"
SHOTS: Final = (
    Shot("24-system", ASKED),
    Shot("c22", PANEL, "dark", typed="/hand"),
    Shot("katzbalger", ATTACKED),
    Shot("openquest", ATTACKED, "dark"),
)


async def take(shot: Shot, windows: Windows) -> bytes:
    """One picture as PNG."""
    window = await windows.open("gm", scheme=shot.scheme, width=1200, height=760)
    await window.begin(shot.game)
    await window.follow(shot.until)
    hint = await window.hint()
    await window.be(hint["person"])
    await expect(window.hinted.first).to_be_attached()
    if shot.typed:
        await window.slash(shot.typed)
        await expect(window.private.last.locator("img")).to_be_visible()
    await _at_rest(window)
    return await window.page.screenshot(animations="disabled")


async def _at_rest(window: Window) -> None:
    """At the end of the channel, the mouse out of the way, the board as it is now."""
    await window.page.mouse.move(0, 0)
    await window.page.locator("#scroller").evaluate("one => one.scrollTo(0, one.scrollHeight)")
    await window.page.evaluate("document.activeElement?.blur()")


def smaller(png: bytes) -> bytes:
    """The picture with few colours."""
    out = io.BytesIO()
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


async def main() -> None:
    """Take them all. AssertionError where one is too large."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        sys.exit("The pictures need Chromium or Chrome.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        for shot in SHOTS:
            with tempfile.TemporaryDirectory() as folder:
                async with PracticeTable(Path(folder), seed=shot.seed) as table:
                    png = smaller(await take(shot, Windows(browser, table)))
            assert len(png) <= LARGEST, f"{shot.game}: {len(png)} bytes"
            (FOLDER / f"{shot.game}.png").write_bytes(png)
            print(f"docs/pictures/{shot.game}.png  {len(png)} bytes")
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
