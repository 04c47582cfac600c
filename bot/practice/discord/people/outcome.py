"""What came of a person's act."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from ..interactions import Answer, Kind

if TYPE_CHECKING:
    from ..interactions import Interaction, Modal
    from ..message import Message

OutcomeKind = Literal["message", "thinking", "updated", "update_deferred", "choices", "modal", "failed"]

_KINDS: Final[dict[Answer, OutcomeKind]] = {
    Answer.MESSAGE: "message",
    Answer.THINKING: "thinking",
    Answer.UPDATE: "updated",
    Answer.UPDATE_LATER: "update_deferred",
    Answer.CHOICES: "choices",
    Answer.MODAL: "modal",
}

_FAILURES: Final = {
    Kind.COMMAND: "The application did not respond",
    Kind.COMPONENT: "This interaction failed",
    Kind.MODAL: "Something went wrong. Try again.",
    Kind.AUTOCOMPLETE: "Loading options failed",
}


class ClientRefusal(Exception):
    """Discord's own app would not let a person do this; the bot hears nothing of it."""

    def __init__(self, reason: str) -> None:
        """The reason, as the person reads it."""
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Choice:
    """One offer of an autocomplete: what is read, and what is sent when it is taken."""

    name: str
    value: str | int | float


@dataclass(slots=True, eq=False, repr=False)
class Outcome:
    """An act that the bot acknowledged, or that Discord gave up on. Live: later answers show in it."""

    interaction: Interaction

    @property
    def kind(self) -> OutcomeKind:
        """How the bot acknowledged it; `failed` if it did not."""
        answer = self.interaction.answer
        return "failed" if answer is None else _KINDS[answer]

    @property
    def error(self) -> str | None:
        """What Discord shows the person when the bot failed."""
        return _FAILURES[self.interaction.kind] if self.kind == "failed" else None

    @property
    def message(self) -> Message | None:
        """The reply, or the message that was updated; None for choices, modals and failures."""
        return self.interaction.original

    @property
    def reply(self) -> Message:
        """The same, where there must be one; raises `AssertionError` telling what came instead."""
        message = self.message
        if message is None:
            raise AssertionError(f"no message came of it, but: {self.error or self.kind}")
        return message

    @property
    def ephemeral(self) -> bool:
        """Whether only this person sees the reply."""
        return self.message is not None and self.message.ephemeral

    @property
    def followups(self) -> list[Message]:
        """Further messages so far."""
        return self.interaction.followups

    @property
    def modal(self) -> Modal | None:
        """The form that was opened."""
        return self.interaction.modal

    @property
    def form(self) -> Modal:
        """The same, where there must be one; raises `AssertionError` telling what came instead."""
        if self.interaction.modal is None:
            raise AssertionError(f"no form was opened, but: {self.error or self.kind} {self.text}")
        return self.interaction.modal

    @property
    def choices(self) -> list[Choice]:
        """What autocomplete offers."""
        return [Choice(one["name"], one["value"]) for one in self.interaction.choices]

    @property
    def text(self) -> str:
        """All text of the reply and the follow-ups, or what Discord says of a failure."""
        if self.error:
            return self.error
        shown = [self.message, *self.followups]
        return "\n".join(one.text for one in shown if one is not None and not one.deleted)

    async def settled(self, timeout: float = 5.0) -> Message:  # noqa: ASYNC109
        """The reply, once a deferred one is filled in. Raises `TimeoutError`."""
        interaction = self.interaction
        world = interaction.channel.world

        def filled() -> bool:
            if interaction.answer is Answer.UPDATE_LATER:
                source = interaction.source
                return source is None or (source.edited or 0.0) >= interaction.created
            return interaction.original is not None and not interaction.original.loading

        await world.until(filled, timeout, "the deferred answer")
        return self.reply

    async def followup(self, index: int = 0, timeout: float = 5.0) -> Message:  # noqa: ASYNC109
        """The follow-up with this index, once it is there. Raises `TimeoutError`."""
        world = self.interaction.channel.world
        await world.until(lambda: len(self.followups) > index, timeout, f"follow-up {index}")
        return self.followups[index]

    def __repr__(self) -> str:
        """For test failures."""
        return f"<Outcome {self.kind} {self.text[:60]!r}>"
