"""Whatever happens behind an interaction, the person sees a sentence and never "interaction failed"."""

from __future__ import annotations

import asyncio
import gc
import re
from collections.abc import AsyncIterator, MutableMapping
from typing import Any

import pytest

from bot.features.app import App
from bot.features.kit import Form, Panel, words
from bot.practice.discord import Channel, Guild, Permission, Person, PracticeDiscord, Upload
from bot.practice.discord.people import Outcome
from tests.features.kit.sample import Sample
from tests.fixtures.practice import Starting

REFUSED = "It is Ana's turn; *wait* for yours."


@pytest.fixture
async def sample(start: Starting) -> AsyncIterator[Sample]:
    """The running bot with the sample feature."""
    made: list[Sample] = []
    async with start(lambda app: made.append(Sample(app))):
        yield made[0]
        made[0].gate.set()


@pytest.fixture
def app(sample: Sample) -> App:
    """The running bot."""
    return sample.app


def plain(out: Outcome) -> str:
    """What an outcome shows, without the backslashes that Discord hides."""
    return re.sub(r"\\(\W)", r"\1", out.text)


async def test_a_refusal_is_private_and_shown_as_it_is(sample: Sample, ana: Person, fight: Channel) -> None:
    out = await ana.slash(fight, "fail how:refused")
    assert (out.kind, out.ephemeral) == ("message", True)
    assert plain(out) == REFUSED
    assert "\\*wait\\*" in out.text


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("problem", "The file holds no sheet."),
        ("sheet", "- Strength must be from 1 to 18.\n- Dexterity is missing."),
        ("stale", words.SAME_MOMENT),
    ],
)
async def test_what_people_can_put_right_is_said(
    sample: Sample, ana: Person, fight: Channel, how: str, said: str
) -> None:
    out = await ana.slash(fight, f"fail how:{how}")
    assert out.ephemeral
    assert plain(out) == said


async def test_an_error_is_an_apology_with_the_reference_of_the_log(
    sample: Sample, ana: Person, fight: Channel, logged: list[MutableMapping[str, Any]]
) -> None:
    out = await ana.slash(fight, "fail how:broken")
    assert out.ephemeral
    match = re.search(r"something went wrong.* ([23456789A-Z]{6})$", out.text)
    assert match
    assert "the secret of the bug" not in out.text
    (event,) = [e for e in logged if e["log_level"] == "error"]
    assert event["reference"] == match[1]
    assert event["exc_info"][1].args == ("the secret of the bug",)
    assert event["exc_info"][2] is not None


async def test_presses_selects_and_forms_take_the_same_ladder(
    sample: Sample, ana: Person, fight: Channel
) -> None:
    shown = await ana.slash(fight, "panel")
    assert shown.message is not None
    refused = await ana.press(shown.message, "Fail refused")
    assert (refused.kind, refused.ephemeral, plain(refused)) == ("message", True, REFUSED)
    broken = await ana.press(shown.message, "Fail broken")
    assert broken.ephemeral
    assert "something went wrong" in broken.text
    opened = await ana.slash(fight, "form")
    assert opened.modal is not None
    bad = await ana.submit(opened.modal, {"Name": "bad", "Kind": "Elf"})
    assert (bad.kind, bad.ephemeral, plain(bad)) == ("message", True, REFUSED)


async def test_a_press_updates_its_message_and_a_select_gives_its_values(
    sample: Sample, ana: Person, fight: Channel
) -> None:
    shown = await ana.slash(fight, "panel")
    assert shown.message is not None
    out = await ana.press(shown.message, "Hit")
    assert out.kind == "updated"
    assert "hit 1 times" in shown.message.text
    await ana.press(shown.message, "Hit")
    assert "hit 2 times" in shown.message.text
    out = await ana.select(shown.message, "Weapon", ["Axe"])
    assert "picked axe" in out.text


async def test_a_form_gives_its_texts_and_choices(sample: Sample, ana: Person, fight: Channel) -> None:
    opened = await ana.slash(fight, "form")
    assert opened.modal is not None
    out = await ana.submit(opened.modal, {"Name": "Rurik *the Red*", "Kind": "Elf"})
    assert plain(out) == "Rurik *the Red* is elf"
    assert sample.chosen == [(7, {"name": "Rurik *the Red*", "kind": "elf"})]


async def test_a_form_gives_its_files(sample: Sample, ana: Person, fight: Channel) -> None:
    opened = await ana.slash(fight, "import")
    assert opened.modal is not None
    out = await ana.submit(opened.modal, {"File": [Upload("sheet.json", b'{"str": 12}')]})
    assert plain(out) == 'sheet.json: {"str": 12}'


async def test_a_form_opened_before_a_restart_still_works(
    start: Starting, ana: Person, fight: Channel
) -> None:
    async with start(Sample):
        opened = await ana.slash(fight, "form")
        assert opened.modal is not None
    async with start(Sample):
        out = await ana.submit(opened.modal, {"Name": "Rurik", "Kind": "Elf"})
        assert out.text == "Rurik is elf"


async def test_a_handler_that_says_nothing_leaves_nothing_unanswered(
    sample: Sample, ana: Person, fight: Channel
) -> None:
    out = await ana.slash(fight, "silent")
    assert (out.ephemeral, out.text) == (True, words.DONE)
    shown = await ana.slash(fight, "panel")
    assert shown.message is not None
    before = shown.message.text
    pressed = await ana.press(shown.message, "Fail silent")
    assert pressed.kind == "update_deferred"
    assert shown.message.text == before


async def test_a_slow_command_is_held_and_what_is_private_stays_private(
    start: Starting, ana: Person, ben: Person, fight: Channel
) -> None:
    made: list[Sample] = []

    def add(app: App) -> None:
        app.desk.hold_after = 0.05
        made.append(Sample(app))

    async with start(add):
        out = await ana.slash(fight, "slow")
        assert out.kind == "thinking"
        assert ben.sees(fight) == []
        made[0].gate.set()
        await out.settled()
        public = await out.followup()
        assert "At last, for you alone." in ana.text(fight)
        assert "For everybody." in public.text
        assert "alone" not in ben.text(fight)
        assert "For everybody." in ben.text(fight)


async def test_a_slow_press_is_held_and_updates_its_message_later(
    start: Starting, ana: Person, fight: Channel
) -> None:
    made: list[Sample] = []

    def add(app: App) -> None:
        app.desk.hold_after = 0.05
        made.append(Sample(app))

    async with start(add):
        shown = await ana.slash(fight, "panel")
        assert shown.message is not None
        out = await ana.press(shown.message, "Fail slow")
        assert out.kind == "update_deferred"
        made[0].gate.set()
        message = await ana.waits_for(fight, lambda m: "late" in m.text, timeout=30)
        assert message.id == shown.message.id


async def test_a_button_of_another_version_is_answered(
    sample: Sample, ana: Person, fight: Channel, practice: PracticeDiscord
) -> None:
    shown = await ana.slash(fight, "panel")
    assert shown.message is not None
    sample.app.routes._handlers.pop("hit")
    sample.app.routes._kinds.pop("hit")
    out = await ana.press(shown.message, "Hit")
    assert (out.ephemeral, out.text) == (True, words.OUTDATED)


async def test_missing_permissions_are_named(
    sample: Sample, ana: Person, fight: Channel, table: Guild
) -> None:
    everyone = table.roles[table.id]
    fight.set_overwrite(everyone, deny=Permission.SEND_MESSAGES)
    out = await ana.slash(fight, "public")
    assert out.ephemeral
    assert "Send Messages" in out.text
    assert "The fight waits" in out.text


async def test_only_those_named_are_pinged(sample: Sample, ana: Person, ben: Person, fight: Channel) -> None:
    out = await ana.slash(fight, "loud")
    again = await out.followup()
    assert out.message is not None
    assert out.message.pings == {ana.user.id}
    assert again.pings == set()
    assert not out.message.mentions_everyone
    assert not again.mentions_everyone
    assert ben.pings() == []


async def test_while_stopping_nothing_new_begins_and_it_is_said(
    sample: Sample, ana: Person, fight: Channel
) -> None:
    shown = await ana.slash(fight, "panel")
    assert shown.message is not None
    running = asyncio.create_task(ana.slash(fight, "slow"))
    await asyncio.wait_for(sample.begun.wait(), 30)
    sample.app.work.drain()
    assert sample.app.work.pieces == 1
    assert (await ana.slash(fight, "silent")).text == words.DRAINING
    assert (await ana.press(shown.message, "Hit")).text == words.DRAINING
    assert (await ana.autocomplete(fight, "choose", "what", "x")).choices == []
    assert not await sample.app.work.finished(0.01)
    sample.gate.set()
    assert await sample.app.work.finished(5)
    assert (await running).text.startswith("At last")


async def test_what_comes_twice_is_not_answered_twice(
    sample: Sample, ana: Person, fight: Channel, practice: PracticeDiscord
) -> None:
    practice.faults.deliver_twice(times=1)
    out = await ana.slash(fight, "panel")
    assert out.kind == "message"
    assert len(ana.sees(fight)) == 1
    out = await ana.slash(fight, "silent")
    assert out.text == words.DONE


async def test_a_thousand_panels_leave_nothing_in_memory(sample: Sample, ana: Person, fight: Channel) -> None:
    """discord.py keeps a view with an ordinary button for ever (50 sent, 50 kept); a panel is not kept."""
    out = await ana.slash(fight, "many")
    if out.kind == "thinking":
        await out.settled(timeout=60)
    assert len(ana.sees(fight)) == 1001
    await ana.slash(fight, "form")
    assert await sample.app.work.finished(5)
    views = sample.app.client._connection._view_store
    gc.collect()
    kept = [thing for thing in gc.get_objects() if isinstance(thing, Panel | Form)]
    assert kept == []
    assert views._views == {}
    assert views._synced_message_views == {}
    assert views._modals == {}
