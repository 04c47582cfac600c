"""Finding a button or menu by what a person calls it."""

from __future__ import annotations

from ..text import walk
from ..wire import Json
from .outcome import ClientRefusal


def find_part(components: list[Json], what: str, kinds: tuple[int, ...]) -> Json:
    """A component by custom id, else by what is written on it."""
    parts = [part for part in walk(components) if part["type"] in kinds]
    for part in parts:
        if part.get("custom_id") == what:
            return part
    named = [part for part in parts if what in _captions(part)]
    if not named:
        named = [part for part in parts if what.lower() in map(str.lower, _captions(part))]
    if len(named) == 1:
        return named[0]
    there = ", ".join("/".join(_captions(part)) or part.get("custom_id", "?") for part in parts) or "nothing"
    if named:
        ids = ", ".join(part.get("custom_id", "?") for part in named)
        raise ClientRefusal(f"“{what}” is there {len(named)} times: {ids}")
    raise ClientRefusal(f"There is no “{what}” on this message; there is: {there}")


def _captions(part: Json) -> list[str]:
    emoji = (part.get("emoji") or {}).get("name")
    label = part.get("label") or part.get("placeholder")
    both = f"{emoji} {label}" if emoji and label else None
    return [text for text in (label, emoji, both) if text]
