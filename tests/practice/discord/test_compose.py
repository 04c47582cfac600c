"""Messages made and changed: V2 consistency, references to files, what an edit keeps."""

from __future__ import annotations

from typing import Any

from bot.practice.discord import Channel
from tests.practice.discord.raw import V2, Raw, faults

TEXT: dict[str, Any] = {"type": 10, "content": "hello"}
LEGACY = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"


async def post(raw: Raw, fight: Channel, body: dict[str, Any]) -> str:
    status, message = await raw.ask("POST", f"/channels/{fight.id}/messages", body)
    assert status == 200
    return f"/channels/{fight.id}/messages/{message['id']}"


async def test_a_v2_message_stays_one(raw: Raw, fight: Channel) -> None:
    path = await post(raw, fight, {"flags": V2, "components": [TEXT]})
    _, told = await raw.ask("PATCH", path, {"content": "x"})
    assert faults(told) == {("content", LEGACY)}
    _, told = await raw.ask("PATCH", path, {"flags": 0, "components": [{**TEXT, "content": "bye"}]})
    assert (told["flags"], told["components"]) == (V2, [{"type": 10, "content": "bye", "id": 1}])
    assert await raw.code("PATCH", path, {"components": []}) == (400, 50006)


async def test_an_old_message_is_emptied_when_it_becomes_v2(raw: Raw, fight: Channel) -> None:
    path = await post(raw, fight, {"content": "x", "embeds": [{"title": "y"}]})
    _, told = await raw.ask("PATCH", path, {"flags": V2, "components": [TEXT]})
    assert faults(told) == {("content", LEGACY), ("embeds", LEGACY)}
    body = {"flags": V2, "components": [TEXT], "content": None, "embeds": []}
    status, told = await raw.ask("PATCH", path, body)
    assert (status, told["content"], told["embeds"], told["flags"]) == (200, "", [], V2)


async def test_an_edit_keeps_what_it_does_not_name(raw: Raw, fight: Channel) -> None:
    button = {"type": 1, "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "b"}]}
    path = await post(raw, fight, {"content": "x", "components": [button]})
    _, told = await raw.ask("PATCH", path, {"content": "y"})
    assert told["content"] == "y"
    assert told["components"][0]["components"][0]["custom_id"] == "b"
    assert told["edited_timestamp"] is not None


async def test_a_reference_to_a_file_that_is_not_there(raw: Raw, fight: Channel) -> None:
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://map.png"}}]}
    body = {"flags": V2, "components": [gallery]}
    status, told = await raw.ask("POST", f"/channels/{fight.id}/messages", body)
    assert status == 400
    assert faults(told) == {("components", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND")}
    assert fight.messages == []


async def test_a_reply_refers_to_a_message(raw: Raw, fight: Channel) -> None:
    path = await post(raw, fight, {"content": "x"})
    key = path.rsplit("/", 1)[1]
    await post(raw, fight, {"content": "y", "message_reference": {"message_id": key}})
    assert (fight.messages[1].type, fight.messages[1].reference) == (19, fight.messages[0])
    body = {"content": "z", "message_reference": {"message_id": "5"}}
    _, told = await raw.ask("POST", f"/channels/{fight.id}/messages", body)
    assert faults(told) == {("message_reference", "REPLIES_UNKNOWN_MESSAGE")}
