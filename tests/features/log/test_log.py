"""Logs and `/verify` at the practice Discord: who gets what, and what the files hold."""

from __future__ import annotations

import gzip
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.features import encounter, log, rolls
from bot.features import fight as fights
from bot.features.app import App
from bot.features.kit import Interaction
from bot.features.log.report import report_text
from bot.features.log.transcript import markdown
from bot.practice.discord import Channel, Guild, Person, Upload
from bot.practice.discord.people import Outcome
from bot.table.history import Entry, Transcript
from rules.engine.verify import Check, Report
from tests.fixtures.practice import Starting


def features(app: App) -> None:
    """What these tests need; the log has a command of its own here."""
    for feature in (encounter, fights, rolls, log):
        feature.add(app)

    @app.tree.command(name="log", description="The log.")
    async def fetch(
        interaction: Interaction,
        number: int | None = None,
        form: str = log.TRANSCRIPT,
    ) -> None:
        await log.log(app, interaction, number, form)


@pytest.fixture
async def app(start: Starting) -> AsyncIterator[App]:
    """The bot, running."""
    async with start(features) as running:
        yield running


@pytest.fixture
async def fought(app: App, gm: Person, ana: Person, ben: Person, fight: Channel) -> App:
    """A fight with something undone, something hidden and something secret in it."""
    await gm.slash(fight, "encounter start ruleset:openquest name:The *ford*")
    await ana.slash(fight, "encounter join character:Sellsword name:R_u_rik", pick=True)
    await ben.slash(fight, "encounter join character:Hunter name:Bela", pick=True)
    await gm.slash(fight, "encounter add creature:Goblin name:Foe", pick=True)
    await gm.slash(fight, "encounter add creature:Goblin name:Lurker hidden:True", pick=True)
    await gm.slash(fight, "encounter begin")
    await ben.slash(fight, "attack target:foe", pick=True)
    await gm.slash(fight, "encounter undo")
    await ana.slash(fight, "check skill:perception see:me and the GM", pick=True)
    return app


async def fetched(person: Person, channel: Channel, more: str = "") -> tuple[Outcome, dict[str, bytes]]:
    """The answer, and its files by name."""
    out = await person.slash(channel, f"log {more}")
    message = await out.settled() if out.kind == "thinking" else out.reply
    return out, {file.filename: file.data for file in message.attachments}


async def checked(person: Person, channel: Channel, content: bytes) -> str:
    """What `/verify` says of a file."""
    out = await person.slash(channel, "verify", {"file": Upload("log.json", content)})
    message = await out.settled(timeout=40) if out.kind == "thinking" else out.reply
    assert message.ephemeral
    return message.text


# ------------------------------------------------------------------ the log
async def test_without_a_fight_there_is_no_log(app: App, ana: Person, fight: Channel) -> None:
    out = await ana.slash(fight, "log")
    assert out.ephemeral
    assert "no encounter in this channel yet" in out.text


async def test_a_player_reads_what_they_were_told(
    fought: App, ana: Person, ben: Person, fight: Channel
) -> None:
    out, files = await fetched(ana, fight)
    assert out.ephemeral
    ((name, content),) = files.items()
    text = content.decode()
    assert name.startswith("the-ford-1-")
    assert name.endswith(".md")
    assert text.startswith("# The \\*ford\\*\n")
    assert "## Round 1" in text
    assert "~~Bela attacks Foe (Long bow)~~" in text
    assert "R\\_u\\_rik rolls in secret with the Referee" in text
    assert "R\\_u\\_rik rolls Perception" in text
    assert "Lurker" not in text
    _, others = await fetched(ben, fight)
    (text_of_ben,) = (file.decode() for file in others.values())
    assert "Perception" not in text_of_ben


async def test_a_gm_reads_everything_and_has_a_copy_to_pass_on(
    fought: App, gm: Person, fight: Channel
) -> None:
    out, files = await fetched(gm, fight)
    assert out.ephemeral
    assert "Pass on only the second one" in out.text
    first, second = files.items()
    assert first[0].endswith("-gm.md")
    assert second[0].endswith("-players.md")
    assert "Lurker" in first[1].decode()
    assert "Perception" in first[1].decode()
    assert "Lurker" not in second[1].decode()
    assert "Perception" not in second[1].decode()


async def test_json_for_players_holds_no_secret_and_can_be_verified_at_the_end(
    fought: App, gm: Person, ana: Person, fight: Channel
) -> None:
    _, running = await fetched(ana, fight, "form:json")
    (content,) = running.values()
    assert "lurker" not in content.decode().lower()
    said = await checked(ana, fight, content)
    assert said.startswith("### This log cannot be checked yet")
    await gm.slash(fight, "encounter end")
    _, files = await fetched(ana, fight, "form:json")
    (content,) = files.values()
    parsed = json.loads(content)
    assert parsed["seeds"].keys() == {"public"}
    said = await checked(ana, fight, content)
    assert said.startswith("### ✅ This log is right")
    assert "computed again from the seeds" in said


async def test_a_gms_json_is_run_again(fought: App, gm: Person, ana: Person, fight: Channel) -> None:
    await gm.slash(fight, "encounter end")
    _, files = await fetched(gm, fight, "form:json")
    complete = next(content for name, content in files.items() if name.endswith("-gm.json"))
    for content in (complete, gzip.compress(complete)):
        said = await checked(ana, fight, content)
        assert said.startswith("### ✅ This log is right")
        assert "run again by the rules" in said
    forged = json.loads(complete)
    roll = next(x for step in forged["steps"] for x in step["inputs"] if x[0] == "chance")
    roll[3][0] = roll[3][0] % roll[4][0] + 1
    said = await checked(ana, fight, json.dumps(forged).encode())
    assert said.startswith("### ❌ This log is not right")
    assert "the seed gives" in said


async def test_the_numbers_of_ones_own_fights_are_offered_wherever_one_is(
    fought: App, ana: Person, olga: Person, fight: Channel, table: Guild
) -> None:
    elsewhere = table.add_channel("elsewhere")
    fight.delete()
    offered = await ana.autocomplete(elsewhere, "encounter log", "number", "")
    (one,) = offered.choices
    assert one.value == 1
    assert one.name.startswith("1: The *ford* — begun 20")
    assert (await ana.autocomplete(elsewhere, "encounter log", "number", "bridge")).choices == []
    assert (await olga.autocomplete(elsewhere, "encounter log", "number", "")).choices == []
    _, files = await fetched(ana, elsewhere, "number:1")
    assert files


async def test_by_number_one_gets_only_ones_own(
    fought: App, table: Guild, ana: Person, olga: Person, fight: Channel
) -> None:
    elsewhere = table.add_channel("tavern")
    out, files = await fetched(ana, elsewhere, "number:1")
    assert files
    out = await olga.slash(elsewhere, "log number:1")
    assert out.ephemeral
    assert "There is no encounter 1 on this server that you had a part in." in out.text
    assert "no encounter in this channel" in (await ana.slash(elsewhere, "log")).text


async def test_nobody_sees_the_files_of_another(fought: App, gm: Person, ben: Person, fight: Channel) -> None:
    await fetched(gm, fight, "form:json")
    assert not [message for message in ben.sees(fight) if message.attachments]


@pytest.mark.parametrize("content", [b"hello", b"{}", b"\x00" * 100, b"[" * 50_000])
async def test_what_is_no_log_is_refused(app: App, ana: Person, fight: Channel, content: bytes) -> None:
    said = await checked(ana, fight, content)
    assert said
    assert "Sorry" not in said
    assert "✅" not in said


async def test_a_log_too_large_for_discord_is_packed(
    fought: App, gm: Person, ana: Person, fight: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    await gm.slash(fight, "encounter end")
    monkeypatch.setattr(log, "LARGEST_UPLOAD", 9_000)
    out, files = await fetched(ana, fight, "form:json")
    ((name, content),) = files.items()
    assert name.endswith("-players.json.gz")
    assert "packed" in out.text
    assert (await checked(ana, fight, content)).startswith("### ✅")
    monkeypatch.setattr(log, "LARGEST_UPLOAD", 100)
    out = await ana.slash(fight, "log form:json")
    assert "python -m bot export 1" in out.text


# ------------------------------------------------------------------ drawn
def transcript(*entries: Entry, **more: Any) -> Transcript:
    began = datetime(2025, 3, 1, 18, tzinfo=UTC)
    row: dict[str, Any] = {
        "encounter": 7, "stem": "x", "title": "Ford", "game": "OpenQuest", "audience": "everybody",
        "began": began, "ended": None, "commitments": ("aa", "bb"), "seeds": {}, "entries": entries,
    } | more  # fmt: skip
    return Transcript(**row)


def test_a_transcript_is_read_as_it_was_said() -> None:
    text = markdown(
        transcript(
            Entry(6, "Round 1", round=True),
            Entry(6, "Bela's turn"),
            Entry(7, "# no heading", struck=True),
            Entry(7, "1. no list"),
        )
    )
    assert text.splitlines()[2:] == [
        "OpenQuest · fight 7",
        "",
        "Begun 2025-03-01 18:00 (UTC), not ended.",
        "As it was told to everybody.",
        "Lines that are struck through were taken back.",
        "",
        "## Round 1",
        "",
        "- \\#6 Bela's turn",
        "",
        "- \\#7 ~~\\# no heading~~",
        "- 1\\. no list",
        "",
        "---",
        "",
        "Before the first roll the dice were bound to seeds whose SHA-256 is:",
        "",
        "- public: `aa`",
        "- secret: `bb`",
    ]
    assert "Nothing has happened yet." in markdown(transcript())


def test_a_report_stays_within_a_message() -> None:
    problems = tuple(f"Step {n}, *place*: the seed gives 1, the log says 2." for n in range(500))
    checks = tuple(Check(name, "done", problems) for name in ("Seeds", "Rolls", "Places", "State"))
    text = report_text(Report("A log", checks))
    assert len(text) <= 1900
    assert text.startswith("### ❌")
    assert "- … and 495 more of this kind" in text
    assert "\\*place\\*" in text
