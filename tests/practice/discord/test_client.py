"""The unmodified discord.py against the practice Discord, in one process."""

from __future__ import annotations

import asyncio

import discord
import pytest

from bot.practice.discord import (
    Channel,
    Choice,
    ClientRefusal,
    Guild,
    ManualClock,
    Permission,
    Person,
    PracticeDiscord,
    Upload,
    World,
)
from tests.practice.discord import sample_bot
from tests.practice.discord.conftest import running
from tests.practice.discord.sample_bot import SampleBot
from tests.practice.discord.waiting import eventually


async def test_a_slash_command_is_answered_where_all_see_it(
    bot: SampleBot, fight: Channel, ana: Person, ben: Person
) -> None:
    outcome = await ana.slash(
        fight, "attack target:Goblin King weapon:Great axe modifier:-2 ally:@ben loud:true"
    )
    assert outcome.kind == "message"
    assert outcome.reply.content == "Goblin King axe -2 ben!"
    assert ben.sees(fight) == [outcome.reply]


async def test_options_can_be_given_as_values(
    bot: SampleBot, fight: Channel, ana: Person, ben: Person
) -> None:
    outcome = await ana.slash(
        fight, "attack", {"target": "Goblin", "modifier": 5, "ally": ben, "loud": False}
    )
    assert outcome.reply.content == "Goblin fist 5 ben"


async def test_a_sub_command(bot: SampleBot, fight: Channel, ana: Person) -> None:
    outcome = await ana.slash(fight, "/encounter start name:The bridge")
    assert outcome.reply.content == "The bridge starts"


async def test_autocomplete_knows_the_other_options(bot: SampleBot, fight: Channel, ana: Person) -> None:
    outcome = await ana.autocomplete(fight, "attack", "target", "go", {"weapon": "axe"})
    assert outcome.choices == [Choice("Goblin", "g1+axe"), Choice("Gorgon", "g2+axe")]
    picked = await ana.slash(fight, "attack target:gorgon", pick=True)
    assert picked.reply.content == "g2 fist 0 -"


async def test_a_private_reply_is_seen_by_one_person(
    bot: SampleBot, fight: Channel, ana: Person, ben: Person
) -> None:
    outcome = await ana.slash(fight, "secret")
    assert outcome.ephemeral
    assert [message.content for message in ana.sees(fight)] == ["only for you"]
    assert ben.sees(fight) == []
    ana.dismiss(outcome.reply)
    assert ana.sees(fight) == []


async def test_a_deferred_answer_is_filled_in_and_followed_up(
    bot: SampleBot, fight: Channel, ana: Person, ben: Person
) -> None:
    outcome = await ana.slash(fight, "think")
    assert outcome.kind == "thinking"
    assert outcome.reply.loading
    bot.release.set()
    message = await outcome.settled()
    assert (message.content, message.loading, message.edited) == ("thought about it", False, None)
    further = await outcome.followup()
    assert (further.content, further.ephemeral_for) == ("and one thing more", ana.id)
    assert ben.sees(fight) == [message]


async def test_a_deferred_answer_stays_as_private_as_it_was_deferred(
    bot: SampleBot, fight: Channel, ana: Person, ben: Person
) -> None:
    bot.release.set()
    outcome = await ana.slash(fight, "think private:true")
    message = await outcome.settled()
    assert message.ephemeral_for == ana.id
    assert ben.sees(fight) == []


async def test_a_form_is_filled_in(bot: SampleBot, fight: Channel, ana: Person, ben: Person) -> None:
    form = (await ana.slash(fight, "sheet")).form
    assert form.title == "A new sheet"
    with pytest.raises(ClientRefusal, match="Name: This field is required"):
        await ana.submit(form, {"Game": "C22"})
    with pytest.raises(ClientRefusal, match="between 0 and 20 characters"):
        await ana.submit(form, {"Name": "x" * 21, "Game": "C22"})
    with pytest.raises(ClientRefusal, match="not open"):
        await ben.submit(form, {"Name": "Rurik", "Game": "C22"})
    outcome = await ana.submit(form, {"Name": "Rurik", "game": ["OpenQuest"]})
    assert outcome.reply.content == "Rurik plays oq (none yet)"
    with pytest.raises(ClientRefusal, match="not open"):
        await ana.submit(form, {"Name": "Rurik", "Game": "C22"})


async def test_selects(bot: SampleBot, fight: Channel, ana: Person, ben: Person) -> None:
    message = (await ana.slash(fight, "menu")).reply
    allies = await ben.select(message, "Choose an ally", [ana, ben])
    assert allies.reply.content == "ana and ben"
    with pytest.raises(ClientRefusal, match="Select between 1 and 2, not 0"):
        await ben.select(message, "ally", [])
    with pytest.raises(ClientRefusal, match="there are: Goblin, Troll"):
        await ben.select(message, "target", ["Dragon"])
    outcome = await ben.select(message, "target", ["Troll"])
    assert outcome.kind == "updated"
    assert (message.content, message.components) == ("aiming at t1", [])


async def test_a_board_posted_through_the_channel_is_changed_by_its_button_and_by_id(
    bot: SampleBot, fight: Channel, ana: Person, ben: Person
) -> None:
    settled = await (await ana.slash(fight, "board")).settled()
    message = fight.messages[-1]
    assert settled.content == f"posted {message.id}"
    assert message.is_v2
    assert [button["label"] for button in message.buttons] == ["Strike goblin (0)"]
    outcome = await ben.press(message, "Strike goblin (0)")
    assert outcome.kind == "updated"
    assert "struck 1 times" in message.text
    assert message.edited is not None
    with pytest.raises(ClientRefusal, match="there is: Strike goblin"):
        await ben.press(message, "strike:goblin:0")
    edited = await ana.slash(fight, "edit", {"message": str(message.id)})
    assert edited.reply.content == "edited"
    assert "troll" in message.text


async def test_a_press_that_left_before_the_edit_arrives(bot: SampleBot, fight: Channel, ana: Person) -> None:
    await (await ana.slash(fight, "board")).settled()
    message = fight.messages[-1]
    await ana.press(message, "strike:goblin:0")
    await ana.press(message, "strike:goblin:1")
    assert "struck 2 times" in message.text
    outcome = await ana.press(message, "strike:goblin:0", stale=True)
    assert outcome.kind == "updated"
    assert "struck 1 times" in message.text


async def test_files_go_both_ways(
    bot: SampleBot, practice: PracticeDiscord, fight: Channel, ana: Person
) -> None:
    outcome = await ana.slash(fight, "upload", {"sheet": Upload("sheet one.json", b"abc")})
    assert outcome.reply.content == "sheet_one.json: 3 bytes"
    (back,) = outcome.reply.attachments
    assert (back.filename, back.data, back.content_type) == ("back.txt", b"cba", "text/plain")


async def test_a_picture_is_resolved(bot: SampleBot, fight: Channel, ana: Person) -> None:
    message = (await ana.slash(fight, "picture")).reply
    (picture,) = message.attachments
    assert (picture.width, picture.height) == (2, 3)
    assert message.components[0]["items"][0]["media"]["url"] == picture.url
    assert "(picture map.png: a map)" in ana.text(fight)


async def test_nobody_is_pinged_unless_allowed(
    bot: SampleBot, fight: Channel, ana: Person, ben: Person
) -> None:
    quiet = (await ana.slash(fight, "shout", {"text": f"{ben.mention} @everyone"})).reply
    assert (quiet.pings, quiet.mentions) == (frozenset(), ())
    loud = (await ana.slash(fight, "shout", {"text": f"hear, {ben.mention}", "ping": True})).reply
    assert loud.pings == {ben.id}
    assert ben.pings() == [loud]
    assert ana.pings() == []


async def test_everyone_is_pinged_only_with_the_permission(
    bot: SampleBot, table: Guild, fight: Channel, ana: Person, ben: Person
) -> None:
    first = (await ana.slash(fight, "shout", {"text": "@everyone", "ping": True})).reply
    assert (first.mentions_everyone, first.pings) == (False, frozenset())
    member = table.bot_member
    assert member is not None
    member.roles[0].set_permissions(member.roles[0].permissions | Permission.MENTION_EVERYONE)
    second = (await ana.slash(fight, "shout", {"text": "@everyone", "ping": True})).reply
    assert second.mentions_everyone
    assert second.pings == {ana.id, ben.id, table.owner_id}


async def test_an_interaction_is_acknowledged_once(
    bot: SampleBot, practice: PracticeDiscord, fight: Channel, ana: Person
) -> None:
    practice.faults.deliver_twice()
    first = asyncio.create_task(ana.slash(fight, "late"))
    await eventually(lambda: bot.seen.count("interaction") == 2)
    bot.release.set()
    assert (await first).reply.content == "too late?"
    await eventually(lambda: bool(bot.errors))
    (error,) = bot.errors
    assert isinstance(error, discord.HTTPException)
    assert (error.status, error.code) == (400, 40060)
    assert [message.content for message in fight.messages] == ["too late?"]


async def test_three_seconds_to_acknowledge(discord_py: None) -> None:
    clock = ManualClock()
    world = World(clock=clock)
    table = world.add_guild("Table One")
    fight = table.add_channel("fight")
    ana = world.person("ana", table)
    async with PracticeDiscord(world) as server:
        sample_bot.point_at(server.api_url, server.gateway_url)
        async with running(server, sample_bot.build()) as bot:
            act = asyncio.create_task(ana.slash(fight, "late"))
            await eventually(lambda: "interaction" in bot.seen)
            clock.advance(2.9)
            assert not act.done()
            clock.advance(0.2)
            outcome = await act
            assert (outcome.kind, outcome.error) == ("failed", "The application did not respond")
            bot.release.set()
            await eventually(lambda: bool(bot.errors))
            (error,) = bot.errors
            assert isinstance(error, discord.NotFound)
            assert error.code == 10062
            assert fight.messages == []


async def test_a_token_lasts_fifteen_minutes(discord_py: None) -> None:
    clock = ManualClock()
    world = World(clock=clock)
    table = world.add_guild("Table One")
    fight = table.add_channel("fight")
    ana = world.person("ana", table)
    async with PracticeDiscord(world) as server:
        sample_bot.point_at(server.api_url, server.gateway_url)
        async with running(server, sample_bot.build()) as bot:
            outcome = await ana.slash(fight, "think")
            clock.advance(15 * 60 + 1)
            bot.release.set()
            await eventually(lambda: server.requests[-1].method == "PATCH")
            assert server.requests[-1].status == 401
            assert outcome.reply.loading


async def test_threads(bot: SampleBot, practice: PracticeDiscord, fight: Channel, ana: Person) -> None:
    duel = fight.add_thread("duel")
    await eventually(lambda: bot.get_channel(duel.id) is not None)
    posted = await (await ana.slash(duel, "board")).settled()
    message = duel.messages[-1]
    assert posted.content == f"posted {message.id}"
    assert fight.messages == []
    duel.archive()
    with pytest.raises(ClientRefusal, match="archived"):
        await ana.slash(duel, "secret")
    duel.lock()
    with pytest.raises(ClientRefusal, match="locked"):
        await ana.press(message, "strike:goblin:0")


async def test_a_board_in_an_archived_thread_cannot_be_changed(
    bot: SampleBot, practice: PracticeDiscord, fight: Channel, ana: Person
) -> None:
    duel = fight.add_thread("duel")
    await (await ana.slash(duel, "board")).settled()
    message = duel.messages[-1]
    duel.archive()
    channel = bot.get_partial_messageable(duel.id)
    with pytest.raises(discord.HTTPException) as caught:
        await channel.get_partial_message(message.id).edit(view=sample_bot.board("troll", 1))
    assert (caught.value.status, caught.value.code) == (400, 50083)


@pytest.mark.parametrize(
    ("denied", "told"),
    [
        (Permission.VIEW_CHANNEL, "403 50001"),
        (Permission.SEND_MESSAGES, "403 50013"),
    ],
)
async def test_missing_permissions(
    bot: SampleBot, table: Guild, fight: Channel, ana: Person, denied: Permission, told: str
) -> None:
    member = table.bot_member
    assert member is not None
    fight.set_overwrite(member, deny=denied)
    outcome = await ana.slash(fight, "board")
    assert (await outcome.settled()).content == told


async def test_two_servers_do_not_mix(bot: SampleBot, world: World, fight: Channel, ana: Person) -> None:
    other = world.add_guild("Table Two")
    there = other.add_channel("fight")
    dora = world.person("dora", other)
    await (await ana.slash(fight, "board")).settled()
    await (await dora.slash(there, "board")).settled()
    await dora.press(there.messages[-1], "Strike goblin (0)")
    assert "struck 0 times" in fight.messages[-1].text
    assert "struck 1 times" in there.messages[-1].text
    with pytest.raises(ClientRefusal, match="do not see"):
        await dora.slash(fight, "secret")
    with pytest.raises(ClientRefusal, match="do not see"):
        await dora.press(fight.messages[-1], "Strike goblin (0)")


async def test_a_command_for_managers(
    bot: SampleBot, world: World, table: Guild, fight: Channel, ana: Person, ben: Person
) -> None:
    with pytest.raises(ClientRefusal, match="no command /config"):
        await ana.slash(fight, "config")
    ana.member(table).add_role(table.add_role("Manager", Permission.MANAGE_GUILD))
    assert (await ana.slash(fight, "config")).reply.content == "set"
    table.permit("config", table.everyone, True)
    assert (await ben.slash(fight, "config")).reply.content == "set"
    table.permit("config", ben.member(table), False)
    with pytest.raises(ClientRefusal, match="no command /config"):
        await ben.slash(fight, "config")


async def test_the_bot_is_thrown_out_and_invited_again(
    bot: SampleBot, world: World, table: Guild, fight: Channel, ana: Person
) -> None:
    table.remove_bot()
    outcome = await ana.slash(fight, "secret")
    assert outcome.error == "The application did not respond"
    await eventually(lambda: "guild_remove" in bot.seen)
    table.invite_bot()
    await eventually(lambda: "guild_join" in bot.seen)
    assert (await ana.slash(fight, "secret")).kind == "message"


async def test_every_body_fits_discords_document(
    checked: PracticeDiscord, fight: Channel, ana: Person, ben: Person
) -> None:
    async with running(checked, sample_bot.build()) as bot:
        bot.release.set()
        for line in ("secret", "think", "encounter start", "attack target:g", "picture"):
            assert (await ana.slash(fight, line, pick=True)).kind != "failed"
        await (await ana.slash(fight, "board")).settled()
        await ana.press(fight.messages[-1], "Strike goblin (0)")
        await ana.select((await ana.slash(fight, "menu")).reply, "target", ["Goblin"])
        await ana.slash(fight, "upload", {"sheet": Upload("sheet.json", b"{}")})
        await ana.submit((await ana.slash(fight, "sheet")).form, {"Name": "Rurik", "Game": "C22"})
