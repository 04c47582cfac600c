"""Routes that follow an interaction up with its token: further messages, and changes of those sent."""

from __future__ import annotations

from .. import compose, errors, payloads
from ..interactions import Answer, Interaction
from ..message import Message, MessageFlag
from .base import NOTHING, Call, Reply, Route
from .callbacks import new_message


def _interaction(call: Call) -> Interaction:
    if call.id("webhook_id", "Webhook") != call.world.application.id:
        raise errors.unknown("Webhook")
    interaction = call.world.interactions.by_token(call.match["webhook_token"])
    if interaction.channel.deleted:
        raise errors.unknown("Channel")
    return interaction


def _message(call: Call, interaction: Interaction) -> Message:
    """The message of the path, among those of this interaction."""
    name = call.match.get("message_id", "@original")
    original = interaction.original
    if name == "@original":
        if original is None or original.deleted:
            raise errors.unknown("Message")
        return original
    key = call.id("message_id", "Message")
    for message in (original, *interaction.followups):
        if message is not None and message.id == key and not message.deleted:
            return message
    raise errors.unknown("Message")


def follow_up(call: Call) -> Reply:
    """Send one more message. The first one after a "thinking" takes its place."""
    interaction = _interaction(call)
    original = interaction.original
    if original is not None and original.loading and interaction.answer is Answer.THINKING:
        return _fill(call, interaction, original)
    message = new_message(interaction, call.body.json)
    message.type = 19
    message.reference_id = original.id if original is not None else None
    compose.fill(message, call.body)
    interaction.followups.append(message)
    call.world.add_message(message)
    call.world.interactions.followed_up(interaction)
    return Reply(json=payloads.message(message))


def _fill(call: Call, interaction: Interaction, message: Message) -> Reply:
    compose.fill(message, call.body)
    call.world.touch_message(message)
    call.world.interactions.followed_up(interaction)
    return Reply(json=payloads.message(message))


def read(call: Call) -> Reply:
    """Read a message of this interaction."""
    return Reply(json=payloads.message(_message(call, _interaction(call))))


def edit(call: Call) -> Reply:
    """Change a message of this interaction."""
    interaction = _interaction(call)
    message = _message(call, interaction)
    if message.flags & MessageFlag.LOADING:
        return _fill(call, interaction, message)
    compose.edit(message, call.body)
    call.world.touch_message(message)
    call.world.interactions.followed_up(interaction)
    return Reply(json=payloads.message(message))


def delete(call: Call) -> Reply:
    """Delete a message of this interaction."""
    interaction = _interaction(call)
    _message(call, interaction).delete()
    call.world.interactions.followed_up(interaction)
    return NOTHING


_HOOK = "/webhooks/{webhook_id}/{webhook_token}"
_ORIGINAL = _HOOK + "/messages/@original"
_ONE = _HOOK + "/messages/{message_id}"

ROUTES = (
    Route("POST", _HOOK, follow_up, open=True),
    *(
        Route(method, path, handler, open=True)
        for path in (_ORIGINAL, _ONE)
        for method, handler in (("GET", read), ("PATCH", edit), ("DELETE", delete))
    ),
)
