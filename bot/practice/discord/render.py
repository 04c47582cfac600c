"""A message as plain text, as one would read it in a terminal. Markdown is left as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, Protocol

from .message import Message
from .wire import Json

if TYPE_CHECKING:
    from .model import Channel

_BAR: Final = "│ "
_RULE: Final = "────────────"
_MENTION: Final = re.compile(r"<(@!?|@&|#)(\d{1,20})>|<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>|<a?:(\w+):\d+>")


class Viewer(Protocol):
    """Someone who reads: an account, or the person behind it."""

    @property
    def id(self) -> int:
        """The account's id."""


def render_text(message: Message, viewer: Viewer) -> str:
    """The message as this viewer reads it: who said it, and all that is in it.

    Mentions and times are spelled out; components are drawn with brackets and bars.
    """
    lines = [_head(message, viewer)]
    if message.loading:
        lines.append("… is thinking")
    if message.content:
        lines.extend(message.content.split("\n"))
    for embed in message.embeds:
        lines.extend(_BAR + line for line in _embed(embed))
    lines.extend(_components(message.components))
    if not message.is_v2:
        lines.extend(f"(file {one.filename}, {_size(len(one.data))})" for one in message.attachments)
    return spelled_out("\n".join(lines), message.channel)


def _head(message: Message, viewer: Viewer) -> str:
    guild = message.channel.guild
    member = guild.members.get(message.author.id) if guild is not None else None
    name = member.display if member is not None else message.author.display
    notes = []
    if message.author.bot:
        notes.append("app")
    if message.ephemeral:
        notes.append("only you see this" if message.ephemeral_for == viewer.id else "private")
    if message.edited is not None:
        notes.append("edited")
    if viewer.id in message.pings:
        notes.append("pings you")
    return f"{name} ({', '.join(notes)}):" if notes else f"{name}:"


def spelled_out(text: str, channel: Channel) -> str:
    """Mentions of people, roles and channels, times and emoji as a person reads them."""
    world, guild = channel.world, channel.guild

    def spell(found: re.Match[str]) -> str:
        sign, key, seconds, style, emoji = found.groups()
        if seconds is not None:
            return _moment(int(seconds), style, world.clock.now())
        if emoji is not None:
            return f":{emoji}:"
        number = int(key)
        if sign == "#":
            place = world.channels.get(number)
            return f"#{place.name}" if place else "#unknown"
        if sign == "@&":
            role = guild.roles.get(number) if guild else None
            return f"@{role.name}" if role else "@unknown-role"
        member = guild.members.get(number) if guild else None
        user = world.users.get(number)
        return f"@{member.display if member else user.display if user else 'unknown-user'}"

    return _MENTION.sub(spell, text)


def _moment(seconds: int, style: str | None, now: float) -> str:
    if style == "R":
        away = seconds - now
        size, unit = next(
            (abs(away) / length, name)
            for length, name in ((86400, "day"), (3600, "hour"), (60, "minute"), (1, "second"))
            if abs(away) >= length or length == 1
        )
        count = round(size)
        words = f"{count} {unit}{'' if count == 1 else 's'}"
        return f"in {words}" if away >= 0 else f"{words} ago"
    try:
        moment = datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, ValueError, OSError):
        return "Invalid date"
    shapes = {"t": "%H:%M", "T": "%H:%M:%S", "d": "%d/%m/%Y", "D": "%d %B %Y"}
    return moment.strftime(shapes.get(style or "f", "%d %B %Y %H:%M")) + " UTC"


def _embed(embed: Json) -> Iterator[str]:
    for text in (
        (embed.get("author") or {}).get("name"),
        embed.get("title"),
        embed.get("description"),
        *(f"{cell['name']}: {cell['value']}" for cell in embed.get("fields") or ()),
        (embed.get("footer") or {}).get("text"),
    ):
        if text:
            yield from text.split("\n")
    for key in ("image", "thumbnail"):
        if embed.get(key):
            yield f"(picture {_name(embed[key]['url'])})"


def _components(components: list[Json]) -> Iterator[str]:
    for part in components:
        yield from _component(part)


def _component(part: Json) -> Iterator[str]:
    match part["type"]:
        case 1:
            yield from _row(part["components"])
        case 9:
            yield from _components(part["components"])
            yield from _component(part["accessory"])
        case 10:
            yield from part["content"].split("\n")
        case 11:
            yield _media(part)
        case 12:
            yield from map(_media, part["items"])
        case 13:
            yield f"(file {part.get('name') or _name(part['file']['url'])}, {_size(part.get('size', 0))})"
        case 14:
            yield _RULE if part.get("divider") is not False else ""
        case 17:
            yield from (_BAR + line for line in _components(part["components"]))
        case _:
            yield from _row([part])


def _row(parts: list[Json]) -> Iterator[str]:
    buttons = [_button(part) for part in parts if part["type"] == 2]
    if buttons:
        yield " ".join(buttons)
    yield from (_select(part) for part in parts if part["type"] != 2)


def _button(part: Json) -> str:
    emoji = part.get("emoji") or {}
    caption = " ".join(text for text in (emoji.get("name"), part.get("label")) if text)
    if part.get("url"):
        caption += f" → {part['url']}"
    return f"[{caption}, greyed out]" if part.get("disabled") else f"[{caption}]"


def _select(part: Json) -> str:
    names = {5: "a person", 6: "a role", 7: "a person or role", 8: "a channel"}
    if part["type"] == 3:
        shown = [
            ("✓ " if option.get("default") else "") + option["label"] for option in part.get("options") or ()
        ]
    else:
        shown = [names.get(part["type"], "something")]
    note = ", greyed out" if part.get("disabled") else ""
    return f"[{part.get('placeholder') or 'Make a selection'} ▾{note}: {' | '.join(shown)}]"


def _media(item: Json) -> str:
    words = item.get("description")
    return f"(picture {_name(item['media']['url'])}{f': {words}' if words else ''})"


def _name(url: str) -> str:
    return url.rsplit("/", 1)[-1]


def _size(count: int) -> str:
    return f"{count} bytes" if count < 1024 else f"{count / 1024:.1f} KB"
