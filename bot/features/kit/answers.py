"""Everything that is said to one interaction, in the way that Discord still allows at that moment.

Discord lets an interaction be answered once within three seconds; whatever comes after that is a follow-up. A
feature need not know: it says `private`, `public` or `update`, and the first becomes the answer. Where
nothing was said in time, `hold` has acknowledged the interaction and what is said later fills that in.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from enum import Enum
from typing import Final

import discord

from . import words
from .escape import trim
from .panels import MOST_CONTENT, Interaction, Panel, note

_KEY: Final = "skirmish.answers"

What = str | Panel
"""A Markdown text (whatever in it came from people is escaped already) or a panel."""


class State(Enum):
    """How far an interaction has been answered."""

    OPEN = "open"
    """Not at all."""
    THINKING = "thinking"
    """With "thinking …", seen by the person only, which the next private text fills in."""
    HELD = "held"
    """Acknowledged without a visible change: `@original` is the message that was pressed."""
    UPDATED = "updated"
    """By changing the message that was pressed: `@original` is that message."""
    SAID = "said"
    """With a message: `@original` is that message."""
    FORM = "form"
    """With a form."""


class Answers:
    """The answers to one interaction. Get it with `answers(interaction)`."""

    def __init__(self, interaction: Interaction) -> None:
        self._interaction = interaction
        self._lock = asyncio.Lock()
        self.state = State.OPEN

    @property
    def answered(self) -> bool:
        """Whether Discord has had an answer (so that nobody sees "interaction failed")."""
        return self.state is not State.OPEN

    @property
    def presses_message(self) -> bool:
        """Whether there is a pressed message that can be updated."""
        return self._interaction.message is not None and self._interaction.type in (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        )

    async def private(self, what: What, files: Sequence[discord.File] = ()) -> None:
        """Say something that only this person sees.

        discord.HTTPException where Discord refuses it (the interaction is too old or was answered before).
        """
        async with self._lock:
            if self.state is State.OPEN:
                await self._respond(what, files, ephemeral=True)
                self.state = State.SAID
            elif self.state is State.THINKING:
                await self._fill(what, files)
                self.state = State.SAID
            else:
                await self._follow_up(what, files, ephemeral=True)

    async def public(self, what: What, files: Sequence[discord.File] = (), pings: Sequence[int] = ()) -> int:
        """Say something that the whole channel sees; gives the id of the message.

        pings: ids of the users whose mentions in it notify them; no other does. discord.HTTPException as
        above.
        """
        async with self._lock:
            if self.state is State.OPEN:
                message = await self._respond(what, files, ephemeral=False, pings=pings)
                self.state = State.SAID
                return message
            if self.state is State.THINKING:
                # The first follow-up would fill in the private "thinking" and be private itself.
                await self._fill(words.DONE, ())
                self.state = State.SAID
            return await self._follow_up(what, files, ephemeral=False, pings=pings)

    async def update(self, panel: Panel) -> None:
        """Change the message whose button or select was used (or from which the form was opened).

        ValueError when there is none, or when the interaction was answered with another message before.
        """
        if not self.presses_message:
            raise ValueError("there is no pressed message to update")
        async with self._lock:
            if self.state is State.OPEN:
                await self._interaction.response.edit_message(view=panel)
            elif self.state in (State.HELD, State.UPDATED):
                await self._interaction.edit_original_response(view=panel)
            else:
                raise ValueError("the interaction was answered with another message")
            self.state = State.UPDATED

    async def form(self, form: discord.ui.Modal) -> None:
        """Open a form. After more than two seconds Discord allows it no more: then a private sentence is
        said.
        """
        async with self._lock:
            if self.state is State.OPEN:
                await self._interaction.response.send_modal(form)
                self.state = State.FORM
                return
        await self.private(words.TOO_LATE_FOR_FORM)

    async def hold(self) -> None:
        """Acknowledge without saying anything yet; nothing happens when something was said already.

        A pressed message stays as it is; a command shows "thinking" to the person alone.
        """
        if self.state is not State.OPEN or self._lock.locked():
            return
        async with self._lock:
            if self.presses_message:
                await self._interaction.response.defer()
                self.state = State.HELD
            else:
                await self._interaction.response.defer(ephemeral=True, thinking=True)
                self.state = State.THINKING

    async def finish(self) -> None:
        """At the end of the handling: nothing stays unanswered.

        A press that said nothing is acknowledged without a word; of a command a short private word is said.
        """
        if self.state is State.OPEN and self.presses_message:
            await self.hold()
        elif self.state in (State.OPEN, State.THINKING):
            await self.private(words.DONE)

    def lost(self) -> None:
        """Discord has had an answer that is not this object's (or it is too late for any): no other is tried.

        What is said later is a follow-up.
        """
        if self.state is State.OPEN:
            self.state = State.SAID

    async def original(self) -> discord.InteractionMessage | None:
        """The message that answered this interaction, whoever sent it; None when there is none."""
        try:
            return await self._interaction.original_response()
        except discord.NotFound:
            return None

    async def _respond(
        self, what: What, files: Sequence[discord.File], *, ephemeral: bool, pings: Sequence[int] = ()
    ) -> int:
        mentions = only(pings)
        response = self._interaction.response
        if isinstance(what, Panel):
            sent = await response.send_message(
                view=what, files=files, ephemeral=ephemeral, allowed_mentions=mentions
            )
        else:
            sent = await response.send_message(
                trim(what, MOST_CONTENT), files=files, ephemeral=ephemeral, allowed_mentions=mentions
            )
        return sent.message_id or 0

    async def _fill(self, what: What, files: Sequence[discord.File]) -> None:
        if isinstance(what, Panel):
            await self._interaction.edit_original_response(view=what, attachments=files)
        else:
            await self._interaction.edit_original_response(
                content=trim(what, MOST_CONTENT), attachments=files
            )

    async def _follow_up(
        self, what: What, files: Sequence[discord.File], *, ephemeral: bool, pings: Sequence[int] = ()
    ) -> int:
        mentions = only(pings)
        send = self._interaction.followup.send
        if isinstance(what, Panel):
            sent = await send(
                view=what, files=files, ephemeral=ephemeral, allowed_mentions=mentions, wait=True
            )
        else:
            sent = await send(
                trim(what, MOST_CONTENT),
                files=files,
                ephemeral=ephemeral,
                allowed_mentions=mentions,
                wait=True,
            )
        return sent.id


def answers(interaction: Interaction) -> Answers:
    """The answers of this interaction, always the same object."""
    found = interaction.extras.get(_KEY)
    if not isinstance(found, Answers):
        found = interaction.extras[_KEY] = Answers(interaction)
    return found


def only(users: Sequence[int]) -> discord.AllowedMentions:
    """Mentions notify these users and nobody else."""
    if not users:
        return discord.AllowedMentions.none()
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in users]
    )


async def say(interaction: Interaction, what: What, files: Sequence[discord.File] = ()) -> None:
    """Say something that only this person sees."""
    await answers(interaction).private(what, files)


async def say_all(
    interaction: Interaction, what: What, files: Sequence[discord.File] = (), pings: Sequence[int] = ()
) -> int:
    """Say something that the whole channel sees; gives the id of the message."""
    return await answers(interaction).public(what, files, pings)


async def redraw(interaction: Interaction, what: What) -> None:
    """Change the message that was pressed; a text becomes a panel of one text. ValueError when there is
    none.
    """
    await answers(interaction).update(what if isinstance(what, Panel) else note(what))


async def ask(interaction: Interaction, form: discord.ui.Modal) -> None:
    """Open a form."""
    await answers(interaction).form(form)
