"""Routes of channels and threads, and of the messages in them."""

from __future__ import annotations

from .. import compose, errors, payloads
from ..message import Message
from ..model import Channel, ChannelType, Thread, User, permissions_of
from ..permissions import Permission
from ..wire import snowflake
from .base import NOTHING, Call, Reply, Route


def channel(call: Call) -> Reply:
    """One channel or thread."""
    return Reply(json=payloads.channel(call.channel()))


def post(call: Call) -> Reply:
    """Write a message into a channel."""
    place = call.channel()
    bot = call.world.application.user
    _may_post(call, place)
    again = _same_nonce(call, place, bot)
    if again is not None:
        return Reply(json=payloads.message(again))
    message = compose.blank(place, bot)
    _refer(call, message)
    compose.fill(message, call.body)
    call.world.add_message(message)
    return Reply(json=payloads.message(message))


def _may_post(call: Call, place: Channel) -> None:
    if isinstance(place, Thread):
        moderator = permissions_of(call.world.application.user, place) & Permission.MANAGE_THREADS
        if place.locked and not moderator:
            raise errors.thread_locked()
        needed = Permission.SEND_MESSAGES_IN_THREADS
    else:
        needed = Permission.SEND_MESSAGES
    if call.body.json.get("embeds"):
        needed |= Permission.EMBED_LINKS
    if call.body.uploads:
        needed |= Permission.ATTACH_FILES
    if place.type is not ChannelType.DM:
        call.need(place, needed)


def _same_nonce(call: Call, place: Channel, author: User) -> Message | None:
    """The message that was already sent with the same nonce, where the sender wants that enforced."""
    nonce = call.body.json.get("nonce")
    if nonce is None or not call.body.json.get("enforce_nonce"):
        return None
    since = call.world.clock.now() - 300
    for message in reversed(place.by_id.values()):
        if message.created < since:
            return None
        if message.author is author and message.nonce == nonce:
            return message
    return None


def _refer(call: Call, message: Message) -> None:
    """Make it a reply to another message of the channel."""
    reference = call.body.json.get("message_reference")
    if not isinstance(reference, dict):
        return
    key = snowflake(reference.get("message_id"))
    target = message.channel.by_id.get(key) if key is not None else None
    if target is not None and not target.ephemeral:
        message.type, message.reference, message.reference_id = 19, target, target.id
    elif reference.get("fail_if_not_exists", True):
        raise errors.bad_form(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")


def one(call: Call) -> Reply:
    """Read one message."""
    place = call.channel()
    call.need(place, Permission.READ_MESSAGE_HISTORY)
    return Reply(json=payloads.message(call.message(place)))


def several(call: Call) -> Reply:
    """Read the latest messages, newest first; before, after or around one."""
    place = call.channel()
    bot = call.world.application.user
    if not permissions_of(bot, place) & Permission.READ_MESSAGE_HISTORY:
        return Reply(json=[])
    limit = min(int(call.query.get("limit", "50")), 100)
    found = [each for each in place.by_id.values() if not each.ephemeral]
    before, after, around = (snowflake(call.query.get(key)) for key in ("before", "after", "around"))
    if before is not None:
        found = [each for each in found if each.id < before][-limit:]
    elif after is not None:
        found = [each for each in found if each.id > after][:limit]
    elif around is not None:
        older = [each for each in found if each.id < around][-(limit // 2) :]
        found = older + [each for each in found if each.id >= around][: limit - len(older)]
    else:
        found = found[-limit:]
    return Reply(json=[payloads.message(each) for each in reversed(found)])


def edit(call: Call) -> Reply:
    """Change one of the bot's own messages."""
    place = call.channel()
    message = call.message(place)
    if message.author is not call.world.application.user:
        raise errors.not_the_author()
    _not_archived(place)
    compose.edit(message, call.body)
    call.world.touch_message(message)
    return Reply(json=payloads.message(message))


def delete(call: Call) -> Reply:
    """Delete a message: one's own, or any with the permission to manage messages."""
    place = call.channel()
    message = call.message(place)
    _not_archived(place)
    if message.author is not call.world.application.user:
        call.need(place, Permission.MANAGE_MESSAGES)
    message.delete()
    return NOTHING


def _not_archived(place: Channel) -> None:
    if isinstance(place, Thread) and place.archived:
        raise errors.thread_archived()


def typing(call: Call) -> Reply:
    """Show that the bot is writing."""
    call.need(call.channel(), Permission.SEND_MESSAGES)
    return NOTHING


def join_thread(call: Call) -> Reply:
    """Become a member of a thread."""
    place = call.channel()
    if isinstance(place, Thread):
        _not_archived(place)
        place.member_ids.add(call.world.application.user.id)
    return NOTHING


def start_thread(call: Call) -> Reply:
    """Start a thread that hangs on no message."""
    place = call.channel()
    private = call.body.json.get("type") == ChannelType.PRIVATE_THREAD
    needed = Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
    call.need(place, needed)
    name = call.body.json.get("name")
    if not isinstance(name, str) or not 1 <= len(name) <= 100:
        raise errors.bad_form(("name",), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
    bot = call.world.application.user
    return Reply(201, payloads.channel(place.add_thread(name, owner=bot, private=private)))


_MESSAGES = "/channels/{channel_id}/messages"

ROUTES = (
    Route("GET", "/channels/{channel_id}", channel),
    Route("POST", _MESSAGES, post),
    Route("GET", _MESSAGES, several),
    Route("GET", _MESSAGES + "/{message_id}", one),
    Route("PATCH", _MESSAGES + "/{message_id}", edit),
    Route("DELETE", _MESSAGES + "/{message_id}", delete),
    Route("POST", "/channels/{channel_id}/typing", typing),
    Route("POST", "/channels/{channel_id}/threads", start_thread),
    Route("PUT", "/channels/{channel_id}/thread-members/@me", join_thread),
)
