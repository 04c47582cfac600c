"""Permissions, mentions, clocks and ids of a world, without any server."""

from __future__ import annotations

import pytest

from bot.practice.discord import Channel, Guild, ManualClock, Permission, Person, World
from bot.practice.discord.mentions import mentioned
from bot.practice.discord.model import can_view
from bot.practice.discord.wire import DISCORD_EPOCH_MS, SnowflakeMaker, snowflake

SEND, VIEW = Permission.SEND_MESSAGES, Permission.VIEW_CHANNEL


def test_the_owner_may_do_all(world: World, table: Guild, fight: Channel) -> None:
    owner = table.members[table.owner_id]
    fight.set_overwrite(owner, deny=SEND)
    assert owner.permissions_in(fight) & SEND


def test_overwrites_go_from_everyone_over_roles_to_the_member(
    table: Guild, fight: Channel, ana: Person
) -> None:
    member = ana.member(table)
    loud, quiet = table.add_role("Loud"), table.add_role("Quiet")
    fight.set_overwrite(table.everyone, deny=SEND)
    assert not member.permissions_in(fight) & SEND
    member.add_role(quiet)
    fight.set_overwrite(quiet, deny=SEND)
    member.add_role(loud)
    fight.set_overwrite(loud, allow=SEND)
    assert member.permissions_in(fight) & SEND  # of roles, allowing wins
    fight.set_overwrite(member, deny=SEND)
    assert not member.permissions_in(fight) & SEND
    fight.set_overwrite(member)
    assert member.permissions_in(fight) & SEND


def test_without_the_view_there_is_nothing(table: Guild, fight: Channel, ana: Person) -> None:
    fight.set_overwrite(table.everyone, deny=VIEW)
    assert ana.member(table).permissions_in(fight) == Permission.NONE
    assert not can_view(ana.user, fight)
    boss = table.add_role("Boss", Permission.ADMINISTRATOR)
    ana.member(table).add_role(boss)
    assert can_view(ana.user, fight)


def test_a_thread_has_the_permissions_of_its_channel(table: Guild, fight: Channel, ana: Person) -> None:
    duel = fight.add_thread("duel")
    fight.set_overwrite(table.everyone, deny=VIEW)
    assert not can_view(ana.user, duel)


def test_whom_a_text_mentions(table: Guild, fight: Channel, ana: Person, ben: Person) -> None:
    loud = table.add_role("Loud", mentionable=True)
    silent = table.add_role("Silent")
    for role in (loud, silent):
        ben.member(table).add_role(role)
    assert mentioned(f"hi <@!{ben.id}>", ana.user, fight, None).pings == {ben.id}
    assert mentioned(loud.mention, ana.user, fight, None).pings == {ben.id}
    assert mentioned(silent.mention, ana.user, fight, None).pings == frozenset()
    assert mentioned(f"`{ben.mention}` ```\n{ben.mention}```", ana.user, fight, None).pings == frozenset()
    assert mentioned(f"{ana.mention} me", ana.user, fight, None).pings == frozenset()
    assert mentioned("@everyone @here", ana.user, fight, None).everyone is False


@pytest.mark.parametrize(
    ("allowed", "heard"),
    [
        (None, True),
        ({}, False),
        ({"parse": []}, False),
        ({"parse": ["users"]}, True),
        ({"parse": ["roles", "everyone"]}, False),
        ({"parse": [], "users": ["BEN"]}, True),
        ({"parse": [], "users": ["1"]}, False),
    ],
)
def test_allowed_mentions(
    fight: Channel, ana: Person, ben: Person, allowed: dict[str, list[str]] | None, heard: bool
) -> None:
    if allowed and "users" in allowed:
        allowed = {**allowed, "users": [str(ben.id) if key == "BEN" else key for key in allowed["users"]]}
    assert (ben.id in mentioned(ben.mention, ana.user, fight, allowed).pings) is heard


def test_who_does_not_see_the_channel_is_not_pinged(
    table: Guild, fight: Channel, ana: Person, ben: Person
) -> None:
    fight.set_overwrite(ben.member(table), deny=VIEW)
    assert mentioned(ben.mention, ana.user, fight, None).pings == frozenset()


def test_a_clock_moved_by_hand() -> None:
    clock = ManualClock(100.0)
    called: list[tuple[str, float]] = []
    clock.call_later(2, lambda: called.append(("late", clock.now())))
    clock.call_later(1, lambda: called.append(("early", clock.now())))
    clock.call_later(1.5, lambda: called.append(("never", clock.now()))).cancel()
    clock.advance(0.9)
    assert called == []
    clock.advance(5)
    assert called == [("early", 101.0), ("late", 102.0)]
    assert clock.now() == 105.9


def test_ids_rise_and_hold_their_time() -> None:
    seconds = 1_800_000_000.0
    make = SnowflakeMaker(lambda: seconds)
    ids = [make() for _ in range(1000)]
    assert ids == sorted(set(ids))
    assert (ids[0] >> 22) + DISCORD_EPOCH_MS == int(seconds * 1000)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("12", 12),
        (12, 12),
        ("x", None),
        ("", None),
        (True, None),
        (None, None),
        ("1" * 21, None),
        ("²", None),
    ],
)
def test_ids_from_the_wire(value: object, expected: int | None) -> None:
    assert snowflake(value) == expected


async def test_waiting_in_vain_says_for_what(world: World) -> None:
    with pytest.raises(TimeoutError, match=r"waited 0\.01 s in vain for the impossible"):
        await world.until(lambda: False, 0.01, "the impossible")


def test_a_bounded_history() -> None:
    world = World(history=2)
    fight = world.add_guild("Table").add_channel("fight")
    from bot.practice.discord.compose import Body, post

    made = [
        world.add_message(post(fight, world.application.user, Body({"content": str(n)}))) for n in range(3)
    ]
    assert [message.content for message in fight.messages] == ["1", "2"]
    assert world.message(made[0].id) is None
