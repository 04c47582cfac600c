"""What an act comes to, as people at Discord see it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from bot.features.kit import words
from bot.features.presenter import DiscordChannels, Presenter, Untold
from bot.practice.discord import Channel, Guild, ManualClock, Permission, Person, PracticeDiscord, World
from bot.practice.discord.message import Message
from bot.table.cards import StepCard
from bot.table.people import Place
from bot.table.updates import Ping, Private, Update
from tests.features.presenter.fakes import FIGHT, FakeBook, card
from tests.features.presenter.showing import Showing
from tests.features.render.drawing import ASK, OFFER, board, row
from tests.fixtures.practice import Starting, running, settings_for


@pytest.fixture
async def showing(start: Starting) -> AsyncIterator[Showing]:
    """The running bot with a feature that shows what it is handed."""
    made: list[Showing] = []
    async with start(lambda app: made.append(Showing(app))):
        yield made[0]
        made[0].gate.set()


def update(*cards: StepCard, version: int = 1, **more: Any) -> Update:
    """An update without a board."""
    fields: dict[str, Any] = {"board": False, **more}
    return Update(FIGHT, cards, version=version, **fields)


def first_line(message: Message | None) -> str:
    """The first line of a message."""
    assert message is not None
    return message.text.split("\n")[0]


def lines(person: Person, channel: Channel) -> list[str]:
    """The first line of each message that a person sees."""
    return [first_line(message) for message in person.sees(channel)]


async def said(showing: Showing) -> None:
    """Everything has been said."""
    assert await showing.app.work.finished(5)
    assert await showing.presenter.flush(5)


async def act(showing: Showing, person: Person, channel: Channel, what: Update) -> Message:
    """A command that comes to this; gives the public card."""
    showing.updates.append(what)
    out = await person.slash(channel, "act")
    assert not out.ephemeral
    assert out.message is not None
    await showing.app.work.finished(5)
    return out.message


async def test_a_new_card_is_the_public_answer_and_the_note_is_private(
    showing: Showing, ana: Person, ben: Person, fight: Channel
) -> None:
    private = (Private(ana.user.id, ("You see *12*.",)), Private(ben.user.id, ("not Ana's",)))
    message = await act(showing, ana, fight, update(card(1), note="Now it is done.", private=private))
    assert lines(ben, fight) == ["step 1"]
    assert lines(ana, fight) == ["step 1", "Now it is done."]
    assert ana.sees(fight)[1].text == "Now it is done.\nYou see \\*12\\*."
    assert showing.book.notes == [(FIGHT, 1, {1: message.id})]


async def test_a_choice_that_others_must_not_see_comes_to_who_acted_without_a_press(
    showing: Showing, ana: Person, ben: Person, fight: Channel
) -> None:
    await act(showing, ana, fight, update(card(1), note="Drawn.", own=(replace(ASK, secret=True),)))
    assert lines(ben, fight) == ["step 1"]
    assert lines(ana, fight)[:2] == ["step 1", "Drawn."]
    assert [one["label"] for one in ana.sees(fight)[2].buttons] == [c.words for c in ASK.choices]


async def test_several_new_cards_come_in_order(showing: Showing, ana: Person, fight: Channel) -> None:
    await act(showing, ana, fight, update(card(1), card(2), card(3)))
    assert lines(ana, fight) == ["step 1", "step 2", "step 3"]


async def test_a_pressed_card_changes_in_place(
    showing: Showing, ana: Person, fight: Channel, practice: PracticeDiscord
) -> None:
    message = await act(showing, ana, fight, update(card(1, asks=True)))
    showing.updates.append(update(card(1, "step 1", "parried"), version=2))
    out = await ana.press(message, "Parry")
    assert out.kind == "updated"
    assert message.text.startswith("step 1\nparried")
    assert len(ana.sees(fight)) == 1
    assert not any(r.method == "PATCH" for r in practice.requests)


async def test_a_pressed_card_is_known_by_its_marker_when_the_note_of_it_was_lost(
    start: Starting, ana: Person, fight: Channel
) -> None:
    made: list[Showing] = []
    async with start(lambda app: made.append(Showing(app))):
        message = await act(made[0], ana, fight, update(card(1, asks=True)))
    async with start(lambda app: made.append(Showing(app))):
        made[1].updates.append(update(card(1, "step 1", "parried"), version=2))
        out = await ana.press(message, "Parry")
        assert out.kind == "updated"
        assert message.text.startswith("step 1\nparried")
        await said(made[1])
        assert made[1].book.notes == [(FIGHT, 2, {1: message.id})]
    assert lines(ana, fight) == ["step 1"]


async def test_a_private_panel_gives_way_and_the_card_is_public(
    showing: Showing, ana: Person, ben: Person, fight: Channel
) -> None:
    panel = await ana.slash(fight, "panel")
    showing.updates.append(update(card(1), private=(Private(ana.user.id, ("Your card: 7",)),)))
    assert panel.message is not None
    out = await ana.press(panel.message, "Attack")
    assert out.kind == "updated"
    await ben.waits_for(fight, lambda m: m.text.startswith("step 1"), timeout=30)
    await showing.app.work.finished(5)
    assert lines(ana, fight) == ["Declared.", "step 1", "Your card: 7"]
    assert lines(ben, fight) == ["step 1"]


async def test_a_card_that_is_known_changes_through_the_channel(
    showing: Showing, ana: Person, ben: Person, fight: Channel
) -> None:
    message = await act(showing, ana, fight, update(card(1, asks=True)))
    showing.updates.append(update(card(1, "step 1", "dodged"), version=2))
    out = await ben.slash(fight, "act")
    assert (out.ephemeral, out.text) == (True, words.DONE)
    await ben.waits_for(fight, lambda m: "dodged" in m.text, timeout=30)
    assert message.edited is not None
    assert lines(ana, fight) == ["step 1"]


async def test_with_many_at_once_the_newest_state_wins(
    showing: Showing, ana: Person, ben: Person, fight: Channel
) -> None:
    message = await act(showing, ana, fight, update(card(1, asks=True)))
    showing.updates.extend(update(card(1, f"state {n}", asks=True), version=n) for n in range(2, 22))
    outs = await asyncio.gather(*((ana if n % 2 else ben).press(message, "Parry") for n in range(20)))
    assert {out.kind for out in outs} <= {"updated", "update_deferred"}
    await said(showing)
    assert first_line(message) == "state 21"


async def test_an_answer_that_is_lost_on_the_way_is_not_told_twice(
    showing: Showing, ana: Person, fight: Channel, practice: PracticeDiscord
) -> None:
    practice.faults.lose_answer("POST", "/interactions/*")
    showing.updates.append(update(card(1), note="for you"))
    out = await ana.slash(fight, "act")
    await said(showing)
    assert out.message is not None
    assert lines(ana, fight) == ["step 1", "for you"]
    assert {n for _, _, told in showing.book.notes for n in told.values()} == {out.message.id}


async def test_what_comes_twice_is_told_once(
    showing: Showing, ana: Person, fight: Channel, practice: PracticeDiscord
) -> None:
    practice.faults.deliver_twice()
    showing.updates.extend([update(card(1)), replace(update(), repeated=True)])
    await ana.slash(fight, "act")
    await said(showing)
    assert lines(ana, fight) == ["step 1"]


async def test_when_it_is_too_late_for_an_answer_the_card_goes_through_the_channel(
    discord_py: None, tmp_path: Any
) -> None:
    clock = ManualClock()
    world = World(clock=clock)
    table = world.add_guild("Table One")
    fight, ana = table.add_channel("fight"), world.person("ana", table)
    async with PracticeDiscord(world) as server:
        made: list[Showing] = []
        async with running(settings_for(server, tmp_path), lambda app: made.append(Showing(app))) as app:
            showing = made[0]
            showing.gate.clear()
            showing.updates.append(update(card(1)))
            acting = asyncio.create_task(ana.slash(fight, "act"))
            await asyncio.wait_for(showing.arrived.wait(), 30)
            clock.advance(3.1)
            assert (await acting).kind == "failed"
            showing.gate.set()
            assert await app.work.finished(5)
            assert await showing.presenter.flush(5)
            assert lines(ana, fight) == ["step 1"]


async def test_the_actor_is_not_pinged_and_others_are(
    showing: Showing, ana: Person, ben: Person, fight: Channel
) -> None:
    pings = (Ping(ana.user.id, "turn"), Ping(ben.user.id, "ask"))
    await act(showing, ana, fight, update(card(1), pings=pings))
    assert len(ben.pings()) == 1
    assert ana.pings() == []


async def test_an_edited_card_calls_those_who_must_choose_with_a_message_of_its_own(
    showing: Showing, ana: Person, ben: Person, fight: Channel
) -> None:
    message = await act(showing, ana, fight, update(card(1, asks=True)))
    mine = replace(card(1, "go on"), asks=(replace(ASK, users=(ben.user.id,)),), status="open")
    showing.updates.append(update(mine, version=2, pings=(Ping(ben.user.id, "ask"),)))
    await ana.press(message, "Parry")
    ping = await ben.waits_for(fight, lambda m: "your choice" in m.text, timeout=30)
    assert ping.pings == {ben.user.id}
    showing.updates.append(update(card(1, "over"), version=3))
    await ben.press(message, "Parry")
    await said(showing)
    assert lines(ben, fight) == ["over"]
    assert str(message.id) in ping.text


async def test_without_the_right_to_write_the_fight_waits_and_the_actor_is_told_once(
    showing: Showing, ana: Person, ben: Person, fight: Channel, table: Guild
) -> None:
    everyone = table.roles[table.id]
    fight.set_overwrite(everyone, deny=Permission.SEND_MESSAGES)
    showing.book.view, showing.book.place = board((row(1),)), Place(table.id, fight.id)
    await act(showing, ana, fight, update(card(1), board=True))
    told = await ana.waits_for(fight, lambda m: "Send Messages" in m.text, timeout=30)
    assert told.ephemeral_for == ana.user.id
    await act(showing, ana, fight, update(card(2), version=2, board=True))
    assert await showing.presenter.flush(5) is False
    assert [line for line in lines(ana, fight) if "lacks" in line] == [first_line(told)]
    assert lines(ben, fight) == ["step 1", "step 2"]
    fight.set_overwrite(everyone, allow=Permission.SEND_MESSAGES)
    await act(showing, ana, fight, update(card(3), version=3, board=True))
    await ben.waits_for(fight, lambda m: "The bridge" in m.text, timeout=30)


async def test_in_an_archived_thread_it_is_said_and_the_fight_waits(
    showing: Showing, ana: Person, ben: Person, fight: Channel
) -> None:
    duel = fight.add_thread("duel")
    panel = await ana.slash(duel, "panel")
    assert panel.message is not None
    message = await act(showing, ana, duel, update(card(1, asks=True)))
    showing.gate.clear()
    showing.updates.append(update(card(1, "changed"), version=2))
    showing.arrived.clear()
    acting = asyncio.create_task(ana.press(panel.message, "Attack"))
    await asyncio.wait_for(showing.arrived.wait(), 30)
    duel.archive(locked=True)
    showing.gate.set()
    await acting
    told = await ana.waits_for(duel, lambda m: "archived" in m.text, timeout=30)
    assert told.ephemeral_for == ana.user.id
    assert first_line(message) == "step 1"
    duel.unarchive()
    await showing.app.work.finished(5)
    await act(showing, ana, duel, update(card(2), version=3))
    await ana.waits_for(duel, lambda m: m.text.startswith("changed"), timeout=30)


async def test_when_it_cannot_be_shown_nobody_is_told_that_nothing_was_done(
    showing: Showing, ana: Person, fight: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("cannot draw")

    monkeypatch.setattr("bot.features.presenter.cards.step_card", broken)
    showing.updates.append(update(card(1)))
    out = await ana.slash(fight, "act")
    assert out.ephemeral
    assert out.text.startswith("That is done and kept, but it could not be shown.")


async def test_rate_limits_are_waited_out(
    showing: Showing, ana: Person, fight: Channel, practice: PracticeDiscord
) -> None:
    message = await act(showing, ana, fight, update(card(1)))
    practice.faults.rate_limit("PATCH", "/channels/*", retry_after=0.05, times=2)
    showing.updates.append(update(card(1, "later"), version=2))
    await ana.slash(fight, "act")
    await said(showing)
    assert first_line(message) == "later"


async def test_an_offer_and_a_choice_stand_on_one_card(showing: Showing, ana: Person, fight: Channel) -> None:
    both = replace(card(1, asks=True), offers=(OFFER,))
    message = await act(showing, ana, fight, update(both))
    assert {b["label"] for b in message.buttons} == {"Parry", "Dodge", "Take it", "Push"}


async def test_steps_of_a_crash_are_found_in_the_channel(
    showing: Showing, ana: Person, fight: Channel
) -> None:
    told = await act(showing, ana, fight, update(card(1)))
    await ana.say(fight, "-# #2 of fight 5")
    book = FakeBook()
    book.view = None
    fresh = Presenter(DiscordChannels(showing.app.client), book)
    place = Place(fight.guild.id if fight.guild else 0, fight.id)
    await fresh.recover([Untold(place, 1, card(1)), Untold(place, 1, card(2))])
    assert await fresh.flush(5)
    assert lines(ana, fight) == ["step 1", "-# #2 of fight 5", "step 2"]
    assert book.notes[0] == (FIGHT, 1, {1: told.id})


async def test_who_acts_before_the_steps_of_a_crash_are_found_is_not_answered_with_a_second_card(
    showing: Showing, ana: Person, fight: Channel
) -> None:
    told = await act(showing, ana, fight, update(card(1, asks=True)))
    showing.presenter = Presenter(DiscordChannels(showing.app.client), showing.book)
    showing.presenter.expect_recovery()
    showing.updates.append(update(card(1, "answered"), version=2))
    showing.arrived.clear()
    acting = asyncio.create_task(ana.slash(fight, "act"))
    await asyncio.wait_for(showing.arrived.wait(), 30)
    place = Place(fight.guild.id if fight.guild else 0, fight.id)
    await showing.presenter.recover([Untold(place, 1, card(1, asks=True))])
    showing.presenter.recovered()
    await acting
    await said(showing)
    assert lines(ana, fight)[0] == "answered"
    assert first_line(told) == "answered"
    assert len([m for m in fight.messages if not m.ephemeral]) == 1
