"""Making and changing messages from the bodies that REST receives."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from . import errors
from .errors import Form, Path
from .files import SIZE_LIMIT, Upload
from .limits.components import give_ids
from .limits.messages import check_message
from .mentions import NOBODY, Mentioned, mentioned
from .message import Attachment, Message, MessageFlag
from .text import shown_text, walk
from .wire import Json, snowflake

if TYPE_CHECKING:
    from .model import Channel, User

_SETTABLE: Final = (
    MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2
)


@dataclass(slots=True)
class Body:
    """A request's body: the JSON part, the files by their number, and where faults are reported under."""

    json: Json
    uploads: dict[int, Upload] = field(default_factory=dict)
    path: Path = ()

    def inner(self, key: str) -> Body:
        """The part of the body under a key."""
        part = self.json.get(key)
        return Body(part if isinstance(part, dict) else {}, self.uploads, (*self.path, key))


def post(channel: Channel, author: User, body: Body, *, ephemeral_for: User | None = None) -> Message:
    """A new message, not yet in its channel. Raises `ApiError` where a limit is broken."""
    message = blank(channel, author)
    if ephemeral_for is not None:
        message.ephemeral_for = ephemeral_for.id
        message.flags |= MessageFlag.EPHEMERAL
    fill(message, body)
    return message


def blank(channel: Channel, author: User) -> Message:
    """A message with nothing in it yet."""
    world = channel.world
    return Message(channel, world.new_id(), author, world.clock.now())


def fill(message: Message, body: Body) -> None:
    """Give a new or still loading message its contents, and ping whom it mentions."""
    _change(message, body)
    message.flags &= ~MessageFlag.LOADING
    said = _mentions(message, body)
    message.pings = frozenset() if message.ephemeral else said.pings


def edit(message: Message, body: Body) -> None:
    """Change a message that is there; nobody is pinged again. An `ApiError` leaves it as it was."""
    _change(message, body)
    _mentions(message, body)
    message.edited = message.channel.world.clock.now()


def _change(message: Message, body: Body) -> None:
    asked = body.json
    flags = MessageFlag(_flags(asked.get("flags"))) & _SETTABLE
    v2 = message.is_v2 or bool(flags & MessageFlag.COMPONENTS_V2)
    form = Form()
    check_message(form, body.path, asked, v2=v2)
    kept, fresh = _attachments(message, body, form)
    content = _text(asked["content"]) if "content" in asked else message.content
    embeds = (asked.get("embeds") or []) if "embeds" in asked else message.embeds
    components = (asked.get("components") or []) if "components" in asked else message.components
    if v2 and not (asked.get("content") or asked.get("embeds")):
        _no_leftovers(form, body.path, content, embeds)
    form.done()
    if not (content or embeds or components or kept or fresh):
        raise errors.empty_message()
    world = message.channel.world
    private = message.ephemeral
    attachments = kept + [world.files.keep(each, message.channel, ephemeral=private) for each in fresh]
    if "components" in asked:
        give_ids(components)
        _resolve_components(components, attachments, body.path)
    if "embeds" in asked:
        _resolve_embeds(embeds, attachments)
    if components is not message.components:
        message.earlier.appendleft(message.components)
    message.content, message.embeds, message.components = content, embeds, components
    message.attachments = attachments
    _set_flags(message, asked, flags, v2)


def _no_leftovers(form: Form, path: Path, content: str, embeds: list[Json]) -> None:
    """A message that becomes V2 has to empty its content and embeds in the same edit."""
    for key, left in (("content", content), ("embeds", embeds)):
        if left:
            form.fault(
                (*path, key),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )


def _set_flags(message: Message, asked: Json, flags: MessageFlag, v2: bool) -> None:
    if "flags" in asked:
        message.flags = (message.flags & ~MessageFlag.SUPPRESS_EMBEDS) | flags
    if v2:
        message.flags |= MessageFlag.COMPONENTS_V2
    message.tts = bool(asked.get("tts", message.tts))
    nonce = asked.get("nonce")
    if nonce is not None:
        message.nonce = nonce


def _mentions(message: Message, body: Body) -> Mentioned:
    allowed = body.json.get("allowed_mentions")
    message.allowed_mentions = allowed if isinstance(allowed, dict) else None
    text = shown_text(message)
    replied = message.reference.author if message.reference is not None else None
    if not text and replied is None:
        said = NOBODY
    else:
        said = mentioned(text, message.author, message.channel, message.allowed_mentions, replied)
    message.mentions, message.mention_roles = said.users, said.roles
    message.mentions_everyone = said.everyone
    return said


def _attachments(message: Message, body: Body, form: Form) -> tuple[list[Attachment], list[Upload]]:
    """The files that stay and the files that come."""
    listed = body.json.get("attachments")
    for upload in body.uploads.values():
        if len(upload.data) > SIZE_LIMIT:
            raise errors.too_large()
    if listed is None:
        return list(message.attachments), [body.uploads[each] for each in sorted(body.uploads)]
    present = {each.id: each for each in message.attachments}
    kept: list[Attachment] = []
    fresh: list[Upload] = []
    used: set[int] = set()
    for index, entry in enumerate(listed):
        key = snowflake(entry.get("id"))
        if key in present:
            kept.append(present[key])
        elif key is not None and key in body.uploads:
            upload = body.uploads[key]
            name = entry.get("filename") or upload.filename
            fresh.append(Upload(name, upload.data, upload.content_type, entry.get("description")))
            used.add(key)
        else:
            form.fault(
                (*body.path, "attachments", index, "id"), "ATTACHMENT_NOT_FOUND", "Attachment not found"
            )
    fresh += [body.uploads[each] for each in sorted(body.uploads) if each not in used]
    if len(kept) + len(fresh) > 10:
        form.fault((*body.path, "attachments"), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    return kept, fresh


def _resolve_components(components: list[Json], attachments: list[Attachment], path: Path) -> None:
    """Replace `attachment://` addresses by those of the files."""
    form = Form()
    for part in walk(components):
        if part["type"] == 12:
            for item in part["items"]:
                _resolve_media(item, "media", attachments, form, path)
        elif part["type"] == 11:
            _resolve_media(part, "media", attachments, form, path)
        elif part["type"] == 13:
            _resolve_media(part, "file", attachments, form, path)
    form.done()


def _resolve_media(holder: Json, key: str, attachments: list[Attachment], form: Form, path: Path) -> None:
    media = holder[key]
    url = media["url"]
    if not url.startswith("attachment://"):
        holder[key] = {"proxy_url": url, "loading_state": 2, **media}
        return
    name = url.removeprefix("attachment://")
    found = next((each for each in attachments if each.filename == name), None)
    if found is None:
        form.fault(
            (*path, "components"),
            "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
            f"The referenced attachment was not found: {name}",
        )
        return
    holder[key] = {
        "id": str(found.id),
        "url": found.url,
        "proxy_url": found.url,
        "width": found.width,
        "height": found.height,
        "content_type": found.content_type,
        "loading_state": 2,
        "attachment_id": str(found.id),
    }
    if key == "file":
        holder["name"], holder["size"] = found.filename, len(found.data)


def _resolve_embeds(embeds: list[Json], attachments: list[Attachment]) -> None:
    by_name = {each.filename: each for each in attachments}
    for embed in embeds:
        embed.setdefault("type", "rich")
        for key in ("image", "thumbnail"):
            picture = embed.get(key)
            url = picture.get("url", "") if isinstance(picture, dict) else ""
            name = url.removeprefix("attachment://")
            if url != name and name in by_name:
                found = by_name[name]
                embed[key] = {
                    "url": found.url,
                    "proxy_url": found.url,
                    "width": found.width,
                    "height": found.height,
                }


def _flags(value: Any) -> int:
    return value if isinstance(value, int) else 0


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
