"""Characters as files: made on the page, taken out, and brought in by somebody else."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.practice.page.window import PATIENCE, Window, Windows

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def bring(window: Window, path: Path) -> None:
    """Import a file as the picker has it: choose it, and Enter sends."""
    await window.line.fill("/character import ")
    await window.page.locator('[data-option="file"]').set_input_files(path)
    await expect(window.line).to_be_focused()
    await window.page.keyboard.press("Enter")
    await expect(window.page.locator("#fields")).to_be_hidden()


async def test_a_character_is_made_taken_out_and_brought_in_by_somebody_else(
    windows: Windows, tmp_path: Path
) -> None:
    ana = await windows.open("ana")
    await ana.slash("/character new name:Björn ruleset:OpenQuest")
    await ana.button("Gear").click()
    form = ana.page.get_by_role("dialog")
    await expect(form.get_by_role("textbox", name="Weapons")).to_be_focused()
    await form.get_by_role("combobox", name="Shield").click()
    await form.get_by_role("option", name="Large").click()
    await form.get_by_role("button", name="Submit").click()
    await expect(ana.private.last).to_contain_text("Shield Large")
    await ana.button("Save").click()
    await ana.button("Export").click()
    async with ana.page.expect_download() as download:
        await ana.private.last.locator(".file a").click()
    taken = await download.value
    path = tmp_path / taken.suggested_filename
    await taken.save_as(path)
    sheet = json.loads(path.read_text(encoding="utf-8"))
    assert sheet["name"] == "Björn"
    assert sheet["values"]["shield"] == "large"

    cleo = await windows.open("cleo", ana.channel)
    await bring(cleo, path)
    await expect(cleo.private.last).to_contain_text("Imported.")
    await expect(cleo.private.last).to_contain_text("Shield Large")
    await expect(ana.private.filter(has_text="Imported")).to_have_count(0)


async def test_a_file_that_is_no_character_is_refused_in_words(windows: Windows, tmp_path: Path) -> None:
    ben = await windows.open("ben")
    path = tmp_path / "notes.json"
    path.write_text("{nonsense", encoding="utf-8")
    await bring(ben, path)
    await expect(ben.private.last).to_contain_text("The file is neither JSON nor YAML")


async def test_without_a_file_nothing_is_sent(windows: Windows) -> None:
    ben = await windows.open("ben")
    asked = asyncio.Event()
    ben.page.once("filechooser", lambda chooser: asked.set())
    await ben.line.fill("/character import ")
    file = ben.page.locator('[data-option="file"]')
    await expect(file).to_be_focused()
    await ben.page.keyboard.press("Enter")
    async with asyncio.timeout(PATIENCE / 1000):
        await asked.wait()
    await ben.page.locator("#send").click()
    await expect(ben.page.locator("#composer-error")).to_contain_text("file: This option is required")
    for _ in range(2):  # the hint above the line, then the command
        await ben.page.keyboard.press("Escape")
    await expect(ben.page.locator("#fields")).to_be_hidden()
