"""From the custom id of a button, select or form to the feature that serves it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import discord
import structlog

from . import custom_id, words
from .answers import answers
from .desk import Desk
from .panels import Interaction

log: structlog.stdlib.BoundLogger = structlog.get_logger("skirmish.routes")

A = TypeVar("A")
Handler = Callable[[Interaction, A], Awaitable[None]]


class Routes:
    """Which handler serves which address.

        routes.on(Answer, self.answered)

        async def answered(self, interaction: Interaction, where: Answer) -> None: ...

    A select's values are `chosen(interaction)`, a form's fields `fields(interaction)`. What a handler
    raises goes to the ladder. A custom id that nobody serves gets a private sentence.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._kinds: dict[str, type[Any]] = {}
        self._handlers: dict[str, Handler[Any]] = {}

    def on(self, kind: type[A], handler: Handler[A]) -> None:
        """Serve this kind of address. ValueError when its tag is served already."""
        tag = custom_id.tag_of(kind)
        if tag in self._handlers:
            raise ValueError(f"two handlers serve the tag {tag!r}")
        self._kinds[tag], self._handlers[tag] = kind, handler

    async def arrived(self, interaction: Interaction) -> None:
        """Serve a press, a choice or a form; other kinds of interactions are somebody else's."""
        if interaction.type not in (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        ):
            return
        where = _custom_id(interaction)
        found = custom_id.read(where, self._kinds)
        tag = "outdated" if found is None else custom_id.tag_of(type(found))

        async def serve() -> None:
            if found is None:
                log.info("nobody serves this custom id", custom_id=where[:100])
                await answers(interaction).private(words.OUTDATED)
            else:
                await self._handlers[tag](interaction, found)

        await self._desk.handle(interaction, tag, serve)


def chosen(interaction: Interaction) -> tuple[str, ...]:
    """The values chosen in a select, as they were sent (tokens of long ones: `custom_id.resolve`)."""
    return tuple(_data(interaction).get("values") or ())


@dataclass(frozen=True, slots=True)
class Field:
    """What a person entered in one item of a form: a text, or the values chosen, or files."""

    text: str = ""
    values: tuple[str, ...] = ()
    files: tuple[discord.Attachment, ...] = ()


def fields(interaction: Interaction) -> dict[str, Field]:
    """What was entered in a form, by the custom id of each item."""
    data = _data(interaction)
    attachments = (data.get("resolved") or {}).get("attachments") or {}
    found: dict[str, Field] = {}
    for component in _walk(data.get("components") or ()):
        key = component.get("custom_id")
        if key is None:
            continue
        values = tuple(str(value) for value in component.get("values") or ())
        files = tuple(
            discord.Attachment(data=attachments[value], state=interaction._state)
            for value in values
            if value in attachments
        )
        found[key] = Field(str(component.get("value") or ""), values, files)
    return found


def texts(interaction: Interaction) -> dict[str, str]:
    """The texts entered in a form, without spaces around them; of a select its values with commas between."""
    return {key: (f.text or ",".join(f.values)).strip() for key, f in fields(interaction).items()}


def _walk(components: Any) -> Iterator[Mapping[str, Any]]:
    for component in components:
        yield component
        yield from _walk(component.get("components") or ())
        inner = component.get("component")
        if inner:
            yield from _walk((inner,))


def _data(interaction: Interaction) -> Mapping[str, Any]:
    data: Any = interaction.data or {}
    return data if isinstance(data, Mapping) else {}


def _custom_id(interaction: Interaction) -> str:
    return str(_data(interaction).get("custom_id") or "")
