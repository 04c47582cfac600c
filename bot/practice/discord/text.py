"""Walking through the components of a message, and the text in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from .wire import Json

if TYPE_CHECKING:
    from .message import Message


def walk(components: Iterable[Json]) -> Iterator[Json]:
    """Every component in reading order, each before those inside it; an accessory after its texts."""
    for part in components:
        yield part
        if "components" in part:
            yield from walk(part["components"])
        if "accessory" in part:
            yield from walk((part["accessory"],))
        if isinstance(part.get("component"), dict):
            yield from walk((part["component"],))


def all_text(message: Message) -> str:
    """All text of a message, one piece a line."""
    pieces = [message.content, *_embed_texts(message.embeds)]
    for part in walk(message.components):
        pieces.extend(_component_texts(part))
    return "\n".join(piece for piece in pieces if piece)


def shown_text(message: Message) -> str:
    """The text in which mentions count: content and text components."""
    pieces = [message.content, *(part["content"] for part in walk(message.components) if part["type"] == 10)]
    return "\n".join(pieces)


def _embed_texts(embeds: Iterable[Json]) -> Iterator[str]:
    for embed in embeds:
        yield (embed.get("author") or {}).get("name", "")
        yield embed.get("title") or ""
        yield embed.get("description") or ""
        for cell in embed.get("fields") or ():
            yield f"{cell['name']}\n{cell['value']}"
        yield (embed.get("footer") or {}).get("text", "")


def _component_texts(part: Json) -> Iterator[str]:
    kind = part["type"]
    if kind == 10:
        yield part["content"]
    elif kind == 2:
        yield part.get("label") or (part.get("emoji") or {}).get("name") or ""
    elif kind in (3, 5, 6, 7, 8):
        yield part.get("placeholder") or ""
        for option in part.get("options") or ():
            yield option["label"]
    elif kind in (11, 12):
        for item in (part,) if kind == 11 else part["items"]:
            yield item.get("description") or ""
