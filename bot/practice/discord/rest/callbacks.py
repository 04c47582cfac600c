"""The route that acknowledges an interaction, in each of its ways."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .. import compose, errors, payloads
from ..compose import Body
from ..errors import Form
from ..interactions import Answer, Interaction, Kind, Modal
from ..limits.commands import check_choice_list
from ..limits.components import give_ids
from ..limits.modals import check_modal
from ..message import Message, MessageFlag
from ..wire import Json
from .base import NOTHING, Call, Reply, Route

_ALLOWED: Final = {
    Kind.COMMAND: (Answer.MESSAGE, Answer.THINKING, Answer.MODAL),
    Kind.COMPONENT: (
        Answer.MESSAGE,
        Answer.THINKING,
        Answer.UPDATE_LATER,
        Answer.UPDATE,
        Answer.MODAL,
    ),
    Kind.AUTOCOMPLETE: (Answer.CHOICES,),
    Kind.MODAL: (Answer.MESSAGE, Answer.THINKING, Answer.UPDATE_LATER, Answer.UPDATE),
}
"""Which answers fit which act. A modal that was opened by a command has no message to update."""


def acknowledge(call: Call) -> Reply:
    """Answer an interaction."""
    interaction = call.world.interactions.to_acknowledge(
        call.id("interaction_id", "interaction"), call.match["interaction_token"]
    )
    if interaction.channel.deleted:
        raise errors.unknown("Channel")
    answer = _answer(call.body.json.get("type"), interaction)
    message = _DO[answer](call, interaction, call.body.inner("data"))
    interaction.original = message
    call.world.interactions.acknowledge(interaction, answer)
    if not call.flag("with_response"):
        return NOTHING
    return Reply(json=_told(interaction, answer, message))


def _answer(number: object, interaction: Interaction) -> Answer:
    allowed = _ALLOWED[interaction.kind]
    if interaction.source is None:
        allowed = tuple(each for each in allowed if each not in (Answer.UPDATE, Answer.UPDATE_LATER))
    if number not in allowed:
        raise errors.bad_form(
            ("type",), "BASE_TYPE_CHOICES", f"Value must be one of {tuple(int(each) for each in allowed)}."
        )
    return Answer(int(str(number)))


def _message(call: Call, interaction: Interaction, data: Body) -> Message:
    message = new_message(interaction, data.json)
    compose.fill(message, data)
    call.world.add_message(message)
    return message


def _think(call: Call, interaction: Interaction, data: Body) -> Message:
    message = new_message(interaction, data.json)
    message.flags |= MessageFlag.LOADING
    call.world.add_message(message)
    return message


def _update(call: Call, interaction: Interaction, data: Body) -> Message | None:
    source = interaction.source
    if source is None or source.deleted:
        raise errors.unknown("Message")
    compose.edit(source, data)
    call.world.touch_message(source)
    return source


def _update_later(call: Call, interaction: Interaction, data: Body) -> Message | None:
    return interaction.source


def _choices(call: Call, interaction: Interaction, data: Body) -> Message | None:
    choices = data.json.get("choices") or []
    form = Form()
    check_choice_list(form, ("data", "choices"), choices, interaction.choice_type)
    form.done()
    interaction.choices = choices
    return None


def _modal(call: Call, interaction: Interaction, data: Body) -> Message | None:
    check_modal(data.json)
    components = data.json["components"]
    give_ids(components)
    interaction.modal = Modal(interaction, data.json["custom_id"], data.json["title"], components)
    return None


_DO: Final[dict[Answer, Callable[[Call, Interaction, Body], Message | None]]] = {
    Answer.MESSAGE: _message,
    Answer.THINKING: _think,
    Answer.UPDATE: _update,
    Answer.UPDATE_LATER: _update_later,
    Answer.CHOICES: _choices,
    Answer.MODAL: _modal,
}


def new_message(interaction: Interaction, data: Json, *, ephemeral: bool | None = None) -> Message:
    """A message of the bot that answers an interaction, still without contents.

    Private where the data's flags say so, or as `ephemeral` says.
    """
    world = interaction.channel.world
    message = compose.blank(interaction.channel, world.application.user)
    flags = data.get("flags")
    private = (
        bool(isinstance(flags, int) and flags & MessageFlag.EPHEMERAL) if ephemeral is None else ephemeral
    )
    if private:
        message.ephemeral_for = interaction.user.id
        message.flags |= MessageFlag.EPHEMERAL
    message.via_interaction = {
        "id": str(interaction.id),
        "type": int(interaction.kind),
        "user": payloads.user(interaction.user),
        "authorizing_integration_owners": (
            {"0": str(interaction.guild.id)} if interaction.guild is not None else {"0": "0"}
        ),
    }
    if interaction.kind is Kind.COMMAND:
        message.type = 20
        message.via_interaction["command_type"] = 1
        message.via_interaction["name"] = interaction.command_name
        message.legacy_interaction = {
            "id": str(interaction.id),
            "type": int(interaction.kind),
            "name": interaction.command_name,
            "user": payloads.user(interaction.user),
        }
    elif interaction.source is not None:
        message.type, message.reference_id = 19, interaction.source.id
        message.via_interaction["interacted_message_id"] = str(interaction.source.id)
    return message


def _told(interaction: Interaction, answer: Answer, message: Message | None) -> Json:
    told: Json = {
        "id": str(interaction.id),
        "type": int(interaction.kind),
        "channel_id": str(interaction.channel.id),
    }
    if interaction.guild is not None:
        told["guild_id"] = str(interaction.guild.id)
    reply: Json = {"interaction": told}
    if message is not None:
        told["response_message_id"] = str(message.id)
        told["response_message_loading"] = answer is Answer.THINKING
        told["response_message_ephemeral"] = message.ephemeral
        if answer is not Answer.UPDATE_LATER:
            reply["resource"] = {"type": int(answer), "message": payloads.message(message)}
    return reply


ROUTES = (
    Route("POST", "/interactions/{interaction_id}/{interaction_token}/callback", acknowledge, open=True),
)
