"""REST routes: who may do what, and what is answered otherwise."""

from __future__ import annotations

import io
from typing import Any

import aiohttp
import pytest

from bot.practice.discord import (
    Channel,
    Guild,
    Limit,
    ManualClock,
    Permission,
    Person,
    PracticeDiscord,
    Rates,
    World,
)
from bot.practice.discord.interactions import Kind
from tests.practice.discord.raw import EPHEMERAL, V2, Raw, faults

MESSAGE: dict[str, Any] = {"type": 4, "data": {"content": "hello"}}


async def test_a_wrong_token(raw: Raw) -> None:
    assert await raw.ask("GET", "/users/@me", token="wrong") == (
        401,
        {"message": "401: Unauthorized", "code": 0},
    )


async def test_an_unknown_route(raw: Raw) -> None:
    assert await raw.code("GET", "/nothing/here") == (404, 0)


async def test_unreadable_bodies(raw: Raw, fight: Channel) -> None:
    url = f"{raw.server.api_url}/channels/{fight.id}/messages"
    headers = {"Authorization": f"Bot {raw.world.application.token}"}
    async with raw._session.post(url, data="{", headers=headers) as answer:
        assert (answer.status, (await answer.json())["code"]) == (400, 50109)


async def test_what_is_not_there(raw: Raw, fight: Channel) -> None:
    assert await raw.code("POST", "/channels/1/messages", {"content": "x"}) == (404, 10003)
    assert await raw.code("POST", "/channels/x/messages", {"content": "x"}) == (404, 10003)
    assert await raw.code("PATCH", f"/channels/{fight.id}/messages/1", {"content": "x"}) == (404, 10008)
    assert await raw.code("GET", "/guilds/1") == (404, 10004)
    assert await raw.code("GET", "/users/1") == (404, 10013)
    assert await raw.code("GET", "/applications/1/commands") == (404, 10002)
    assert await raw.code("POST", "/interactions/1/token/callback", MESSAGE) == (404, 10062)


async def test_an_empty_message(raw: Raw, fight: Channel) -> None:
    path = f"/channels/{fight.id}/messages"
    assert await raw.code("POST", path, {"content": ""}) == (400, 50006)
    _, message = await raw.ask("POST", path, {"content": "x"})
    assert await raw.code("PATCH", f"{path}/{message['id']}", {"content": None}) == (400, 50006)
    assert fight.messages[0].content == "x"


async def test_only_the_author_edits(raw: Raw, fight: Channel, ana: Person) -> None:
    message = await ana.say(fight, "mine")
    path = f"/channels/{fight.id}/messages/{message.id}"
    assert await raw.code("PATCH", path, {"content": "yours"}) == (403, 50005)
    assert await raw.code("DELETE", path) == (403, 50013)


async def test_a_moderating_bot_deletes_what_others_wrote(
    raw: Raw, table: Guild, fight: Channel, ana: Person
) -> None:
    message = await ana.say(fight, "mine")
    member = table.bot_member
    assert member is not None
    fight.set_overwrite(member, allow=Permission.MANAGE_MESSAGES)
    assert (await raw.ask("DELETE", f"/channels/{fight.id}/messages/{message.id}"))[0] == 204
    assert fight.messages == []


@pytest.mark.parametrize(
    ("denied", "body", "expected"),
    [
        (Permission.VIEW_CHANNEL, {"content": "x"}, (403, 50001)),
        (Permission.SEND_MESSAGES, {"content": "x"}, (403, 50013)),
        (Permission.EMBED_LINKS, {"embeds": [{"title": "x"}]}, (403, 50013)),
    ],
)
async def test_missing_permissions(
    raw: Raw, table: Guild, fight: Channel, denied: Permission, body: Any, expected: tuple[int, int]
) -> None:
    member = table.bot_member
    assert member is not None
    fight.set_overwrite(member, deny=denied)
    assert await raw.code("POST", f"/channels/{fight.id}/messages", body) == expected


async def test_history_needs_its_permission(raw: Raw, table: Guild, fight: Channel) -> None:
    path = f"/channels/{fight.id}/messages"
    _, message = await raw.ask("POST", path, {"content": "x"})
    member = table.bot_member
    assert member is not None
    fight.set_overwrite(member, deny=Permission.READ_MESSAGE_HISTORY)
    assert await raw.ask("GET", path) == (200, [])
    assert await raw.code("GET", f"{path}/{message['id']}") == (403, 50013)


async def test_the_latest_messages(raw: Raw, fight: Channel, ana: Person) -> None:
    path = f"/channels/{fight.id}/messages"
    ids = [str((await ana.say(fight, str(number))).id) for number in range(5)]

    async def read(query: str) -> list[str]:
        _, found = await raw.ask("GET", f"{path}?{query}")
        return [message["content"] for message in found]

    assert await read("limit=2") == ["4", "3"]
    assert await read(f"limit=2&before={ids[3]}") == ["2", "1"]
    assert await read(f"limit=2&after={ids[0]}") == ["2", "1"]
    assert await read(f"limit=3&around={ids[2]}") == ["3", "2", "1"]


async def test_a_locked_thread_and_an_archived_one(raw: Raw, fight: Channel, table: Guild) -> None:
    duel = fight.add_thread("duel")
    path = f"/channels/{duel.id}/messages"
    _, message = await raw.ask("POST", path, {"content": "x"})
    duel.archive()
    assert await raw.code("PATCH", f"{path}/{message['id']}", {"content": "y"}) == (400, 50083)
    assert (await raw.ask("POST", path, {"content": "wakes it"}))[0] == 200
    assert not duel.archived
    duel.archive(locked=True)
    assert await raw.code("POST", path, {"content": "z"}) == (403, 160005)
    member = table.bot_member
    assert member is not None
    fight.set_overwrite(member, allow=Permission.MANAGE_THREADS)
    assert (await raw.ask("POST", path, {"content": "z"}))[0] == 200


async def test_an_answer_wakes_a_thread(raw: Raw, fight: Channel, ana: Person) -> None:
    duel = fight.add_thread("duel")
    interaction = raw.interaction(ana.user, duel)
    duel.archive()
    await raw.answer(interaction, MESSAGE)
    assert not duel.archived


async def test_a_deleted_channel(raw: Raw, fight: Channel, ana: Person) -> None:
    early, late = raw.interaction(ana.user, fight), raw.interaction(ana.user, fight)
    await raw.answer(early, MESSAGE)
    fight.delete()
    assert await raw.code("POST", f"/channels/{fight.id}/messages", {"content": "x"}) == (404, 10003)
    assert (await raw.answer(late, MESSAGE))[1]["code"] == 10003
    assert await raw.code("POST", raw.hook(early), {"content": "x"}) == (404, 10003)
    assert ana.sees(fight) == []


async def test_a_private_thread_is_seen_by_its_members(raw: Raw, fight: Channel, ana: Person) -> None:
    secret = fight.add_thread("secret", private=True)
    assert await raw.code("GET", f"/channels/{secret.id}") == (403, 50001)
    assert not secret.messages
    secret.member_ids.add(raw.world.application.user.id)
    assert (await raw.ask("GET", f"/channels/{secret.id}"))[0] == 200


async def test_the_same_nonce_sends_once(raw: Raw, fight: Channel) -> None:
    body = {"content": "x", "nonce": "n1", "enforce_nonce": True}
    _, first = await raw.ask("POST", f"/channels/{fight.id}/messages", body)
    _, second = await raw.ask("POST", f"/channels/{fight.id}/messages", body)
    assert first["id"] == second["id"]
    await raw.ask("POST", f"/channels/{fight.id}/messages", {**body, "nonce": "n2"})
    assert len(fight.messages) == 2


async def test_private_replies_are_not_there_for_channel_routes(
    raw: Raw, fight: Channel, ana: Person
) -> None:
    interaction = raw.interaction(ana.user, fight)
    await raw.answer(interaction, {"type": 4, "data": {"content": "x", "flags": EPHEMERAL}})
    message = fight.messages[0]
    path = f"/channels/{fight.id}/messages"
    assert await raw.code("PATCH", f"{path}/{message.id}", {"content": "y"}) == (404, 10008)
    assert await raw.ask("GET", path) == (200, [])
    assert (await raw.ask("PATCH", raw.hook(interaction, "/messages/@original"), {"content": "y"}))[0] == 200
    assert message.content == "y"


async def test_answers_name_what_they_made(raw: Raw, fight: Channel, ana: Person) -> None:
    interaction = raw.interaction(ana.user, fight)
    status, told = await raw.answer(interaction, MESSAGE)
    message = fight.messages[0]
    assert status == 200
    assert told["interaction"]["response_message_id"] == str(message.id)
    assert told["resource"]["message"]["content"] == "hello"
    assert told["resource"]["message"]["interaction_metadata"]["user"]["username"] == "ana"


async def test_an_answer_without_response(raw: Raw, fight: Channel, ana: Person) -> None:
    interaction = raw.interaction(ana.user, fight)
    path = f"/interactions/{interaction.id}/{interaction.token}/callback"
    assert await raw.ask("POST", path, MESSAGE) == (204, None)


async def test_answers_once_with_the_right_token(raw: Raw, fight: Channel, ana: Person) -> None:
    interaction = raw.interaction(ana.user, fight)
    wrong = f"/interactions/{interaction.id}/wrong/callback"
    assert await raw.code("POST", wrong, MESSAGE) == (404, 10062)
    assert (await raw.answer(interaction, MESSAGE))[0] == 200
    status, told = await raw.answer(interaction, MESSAGE)
    assert (status, told["code"]) == (400, 40060)


async def test_a_bad_body_leaves_it_open(raw: Raw, fight: Channel, ana: Person) -> None:
    interaction = raw.interaction(ana.user, fight)
    status, told = await raw.answer(interaction, {"type": 4, "data": {"content": "x" * 2001}})
    assert (status, faults(told)) == (400, {("data.content", "BASE_TYPE_MAX_LENGTH")})
    assert (await raw.answer(interaction, MESSAGE))[0] == 200


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        (Kind.COMMAND, {"type": 6}),
        (Kind.COMMAND, {"type": 7, "data": {"content": "x"}}),
        (Kind.COMMAND, {"type": 8, "data": {"choices": []}}),
        (Kind.COMMAND, {"type": 1}),
        (Kind.AUTOCOMPLETE, MESSAGE),
        (Kind.MODAL, {"type": 9, "data": {}}),
        (Kind.MODAL, {"type": 7, "data": {"content": "x"}}),
    ],
)
async def test_answers_that_do_not_fit(
    raw: Raw, fight: Channel, ana: Person, kind: Kind, answer: dict[str, Any]
) -> None:
    interaction = raw.interaction(ana.user, fight, kind)
    status, told = await raw.answer(interaction, answer)
    assert (status, faults(told)) == (400, {("type", "BASE_TYPE_CHOICES")})


async def test_webhooks_before_and_after_the_answer(raw: Raw, fight: Channel, ana: Person) -> None:
    interaction = raw.interaction(ana.user, fight)
    assert await raw.code("POST", raw.hook(interaction), {"content": "x"}) == (404, 10015)
    assert await raw.code("POST", f"/webhooks/{raw.world.application.id}/wrong", {"content": "x"}) == (
        401,
        50027,
    )
    await raw.answer(interaction, MESSAGE)
    _, further = await raw.ask("POST", raw.hook(interaction), {"content": "more"})
    one = raw.hook(interaction, f"/messages/{further['id']}")
    assert (await raw.ask("PATCH", one, {"content": "less"}))[1]["content"] == "less"
    assert (await raw.ask("GET", one))[1]["content"] == "less"
    assert (await raw.ask("DELETE", one))[0] == 204
    assert await raw.code("GET", one) == (404, 10008)
    assert (await raw.ask("DELETE", raw.hook(interaction, "/messages/@original")))[0] == 204
    assert await raw.code("PATCH", raw.hook(interaction, "/messages/@original"), {"content": "x"}) == (
        404,
        10008,
    )
    assert fight.messages == []


async def test_the_first_follow_up_takes_the_place_of_the_thinking(
    raw: Raw, fight: Channel, ana: Person
) -> None:
    interaction = raw.interaction(ana.user, fight)
    await raw.answer(interaction, {"type": 5, "data": {"flags": EPHEMERAL}})
    assert fight.messages[0].loading
    await raw.ask("POST", raw.hook(interaction), {"content": "there"})
    (message,) = fight.messages
    assert (message.content, message.loading, message.ephemeral_for) == ("there", False, ana.id)


async def test_a_thinking_ignores_the_v2_flag_which_its_filling_may_set(
    raw: Raw, fight: Channel, ana: Person
) -> None:
    interaction = raw.interaction(ana.user, fight)
    await raw.answer(interaction, {"type": 5, "data": {"flags": V2}})
    assert not fight.messages[0].is_v2
    text = {"type": 10, "content": "hello"}
    path = raw.hook(interaction, "/messages/@original")
    assert (await raw.ask("PATCH", path, {"flags": V2, "components": [text]}))[0] == 200
    assert fight.messages[0].is_v2


async def test_a_direct_message(raw: Raw, ana: Person) -> None:
    _, channel = await raw.ask("POST", "/users/@me/channels", {"recipient_id": str(ana.id)})
    await raw.ask("POST", f"/channels/{channel['id']}/messages", {"content": "psst"})
    place = raw.world.channels[int(channel["id"])]
    assert [message.content for message in ana.sees(place)] == ["psst"]
    _, again = await raw.ask("POST", "/users/@me/channels", {"recipient_id": str(ana.id)})
    assert again["id"] == channel["id"]
    own = str(raw.world.application.id)
    assert await raw.code("POST", "/users/@me/channels", {"recipient_id": own}) == (403, 50007)


async def test_members(raw: Raw, table: Guild, ana: Person) -> None:
    _, found = await raw.ask("GET", f"/guilds/{table.id}/members/{ana.id}")
    assert found["user"]["username"] == "ana"
    _, several = await raw.ask("GET", f"/guilds/{table.id}/members/search?query=an&limit=5")
    assert [one["user"]["username"] for one in several] == ["ana"]
    assert await raw.code("GET", f"/guilds/{table.id}/members/1") == (404, 10007)


async def test_commands_keep_their_ids(raw: Raw, table: Guild) -> None:
    base = f"/applications/{raw.world.application.id}/commands"
    one = {"name": "one", "description": "x"}
    _, (first,) = await raw.ask("PUT", base, [one])
    _, (again, _) = await raw.ask("PUT", base, [{**one, "description": "y"}, {**one, "name": "two"}])
    assert again["id"] == first["id"]
    assert again["version"] != first["version"]
    _, changed = await raw.ask("PATCH", f"{base}/{first['id']}", {"description": "z"})
    assert (changed["description"], changed["id"]) == ("z", first["id"])
    assert (await raw.ask("DELETE", f"{base}/{first['id']}"))[0] == 204
    assert await raw.code("GET", f"{base}/{first['id']}") == (404, 10063)
    assert [each["name"] for each in raw.world.command_store.of(None)] == ["two"]
    of_guild = f"/applications/{raw.world.application.id}/guilds/{table.id}/commands"
    status, stored = await raw.ask("POST", of_guild, {"name": "two", "description": "here"})
    assert (status, stored["guild_id"]) == (201, str(table.id))
    assert [each["description"] for each in raw.world.command_store.usable_in(table)] == ["here"]


async def test_files_are_served_and_too_large_ones_refused(raw: Raw, fight: Channel) -> None:
    async def send(data: bytes) -> tuple[int, Any]:
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", '{"content":"x","attachments":[{"id":"0","description":"a map"}]}')
        form.add_field(
            "files[0]", io.BytesIO(data), filename="map.png", content_type="application/octet-stream"
        )
        url = f"{raw.server.api_url}/channels/{fight.id}/messages"
        headers = {"Authorization": f"Bot {raw.world.application.token}"}
        async with raw._session.post(url, data=form, headers=headers) as answer:
            return answer.status, await answer.json()

    status, message = await send(b"picture")
    (attachment,) = message["attachments"]
    assert (status, attachment["size"], attachment["description"]) == (200, 7, "a map")
    async with raw._session.get(attachment["url"]) as answer:
        assert (await answer.read(), answer.content_type) == (b"picture", "image/png")
    async with raw._session.get(attachment["url"] + "x") as answer:
        assert answer.status == 404
    assert (await send(b"x" * (10 * 1024 * 1024 + 1)))[0] == 413
    path = f"/channels/{fight.id}/messages/{message['id']}"
    assert (await raw.ask("PATCH", path, {"attachments": []}))[1]["attachments"] == []
    status, told = await raw.ask("PATCH", path, {"attachments": [{"id": "5"}]})
    assert faults(told) == {("attachments.0.id", "ATTACHMENT_NOT_FOUND")}


async def test_the_usual_rates() -> None:
    clock = ManualClock()
    world = World(clock=clock)
    fight = world.add_guild("Table One").add_channel("fight")
    rates = Rates(posts=Limit(2, 5.0), edits=Limit(1, 5.0))
    async with PracticeDiscord(world, rates=rates) as server, aiohttp.ClientSession() as session:
        raw = Raw(server, session)
        path = f"/channels/{fight.id}/messages"
        _, message = await raw.ask("POST", path, {"content": "1"})
        clock.advance(2)
        assert (await raw.ask("POST", path, {"content": "2"}))[0] == 200
        status, told = await raw.ask("POST", path, {"content": "3"})
        assert (status, told["global"], told["retry_after"]) == (429, False, 3.0)
        clock.advance(3)
        assert (await raw.ask("POST", path, {"content": "3"}))[0] == 200
        one = f"{path}/{message['id']}"
        assert (await raw.ask("PATCH", one, {"content": "4"}))[0] == 200
        assert (await raw.ask("PATCH", one, {"content": "5"}))[0] == 429
        clock.advance(3600)
        for text in "678":
            assert (await raw.ask("PATCH", one, {"content": text}))[0] == 200
        status, told = await raw.ask("PATCH", one, {"content": "9"})
        assert (status, told["code"]) == (429, 30046)
        assert [message.content for message in fight.messages] == ["8", "2", "3"]
