"""Limits of messages: content, embeds, and what goes together with Components V2.

Source: Discord's developer documentation, "Message Resource".
"""

from __future__ import annotations

from typing import Final

from ..errors import Form, Path
from ..wire import Json
from .components import check_components

MOST_CONTENT: Final = 2000
MOST_EMBEDS: Final = 10
MOST_EMBED_TEXT: Final = 6000
"""Characters of all embeds of a message together."""
MOST_FILES: Final = 10


def check_message(form: Form, path: Path, body: Json, *, v2: bool) -> None:
    """Check what a body says; whether the message has anything in it is checked where it is made."""
    form.length((*path, "content"), body.get("content") or "", 0, MOST_CONTENT)
    embeds = body.get("embeds") or []
    form.length((*path, "embeds"), embeds, 0, MOST_EMBEDS)
    for index, embed in enumerate(embeds):
        _check_embed(form, (*path, "embeds", index), embed)
    if sum(map(embed_size, embeds)) > MOST_EMBED_TEXT:
        form.fault(
            (*path, "embeds"),
            "MAX_EMBED_SIZE_EXCEEDED",
            f"Embed size exceeds maximum size of {MOST_EMBED_TEXT}",
        )
    form.length((*path, "attachments"), body.get("attachments") or [], 0, MOST_FILES)
    if v2:
        for key in ("content", "embeds", "poll", "sticker_ids"):
            if body.get(key):
                form.fault(
                    (*path, key),
                    "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                    f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
                )
    components = body.get("components") or []
    check_components(form, (*path, "components"), components, v2=v2)
    _check_mentions(form, (*path, "allowed_mentions"), body.get("allowed_mentions") or {})


def _check_embed(form: Form, path: Path, embed: Json) -> None:
    form.length((*path, "title"), embed.get("title") or "", 0, 256)
    form.length((*path, "description"), embed.get("description") or "", 0, 4096)
    form.length((*path, "author", "name"), (embed.get("author") or {}).get("name") or "", 0, 256)
    form.length((*path, "footer", "text"), (embed.get("footer") or {}).get("text") or "", 0, 2048)
    fields = embed.get("fields") or []
    form.length((*path, "fields"), fields, 0, 25)
    for index, cell in enumerate(fields):
        for key, most in (("name", 256), ("value", 1024)):
            if not cell.get(key):
                form.required((*path, "fields", index, key))
            else:
                form.length((*path, "fields", index, key), cell[key], 1, most)


def embed_size(embed: Json) -> int:
    """Characters that count against the 6000: title, description, fields, footer, author."""
    size = len(embed.get("title") or "") + len(embed.get("description") or "")
    size += len((embed.get("author") or {}).get("name") or "")
    size += len((embed.get("footer") or {}).get("text") or "")
    for cell in embed.get("fields") or ():
        size += len(cell.get("name") or "") + len(cell.get("value") or "")
    return size


def _check_mentions(form: Form, path: Path, allowed: Json) -> None:
    parse = allowed.get("parse") or []
    for kind in ("users", "roles"):
        ids = allowed.get(kind) or []
        form.length((*path, kind), ids, 0, 100)
        if ids and kind in parse:
            form.fault(
                path,
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
            )
