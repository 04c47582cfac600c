"""Whom a message pings: mentions in its text, as far as `allowed_mentions` and permissions let them.

Source: Discord's developer documentation, "Allowed Mentions Object".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from .model import User, can_view, permissions_of
from .permissions import Permission
from .wire import snowflake

if TYPE_CHECKING:
    from .model import Channel

_USER: Final = re.compile(r"<@!?(\d{1,20})>")
_ROLE: Final = re.compile(r"<@&(\d{1,20})>")
_EVERYONE: Final = re.compile(r"@(everyone|here)\b")
_CODE: Final = re.compile(r"```.*?```|``.*?``|`[^`\n]*`", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Mentioned:
    """What a text mentions with effect, and who is notified of it."""

    users: tuple[int, ...] = ()
    roles: tuple[int, ...] = ()
    everyone: bool = False
    pings: frozenset[int] = frozenset()


NOBODY: Final = Mentioned()


def mentioned(
    text: str,
    author: User,
    channel: Channel,
    allowed: Mapping[str, object] | None,
    replied_to: User | None = None,
) -> Mentioned:
    """Work out what `text` mentions, said by `author` in `channel`. Code is not looked into."""
    if "@" not in text and replied_to is None:
        return NOBODY
    text = _CODE.sub(" ", text)
    users = [int(found) for found in _USER.findall(text) if _let(allowed, "users", int(found))]
    roles = [int(found) for found in _ROLE.findall(text) if _let(allowed, "roles", int(found))]
    if replied_to is not None and (allowed is None or allowed.get("replied_user", False)):
        users.append(replied_to.id)
    guild = channel.guild
    mighty = bool(permissions_of(author, channel) & Permission.MENTION_EVERYONE)
    roles = [each for each in roles if guild and each in guild.roles]
    everyone = bool(mighty and guild and _EVERYONE.search(text)) and _let_everyone(allowed)
    pinged = set(users)
    if guild is not None:
        loud = [guild.roles[each] for each in roles if mighty or guild.roles[each].mentionable]
        for member in guild.members.values():
            if everyone or any(role in member.roles for role in loud):
                pinged.add(member.user.id)
    world = channel.world
    heard = (world.users[each] for each in pinged if each in world.users)
    pings = frozenset(
        user.id for user in heard if not user.bot and user is not author and can_view(user, channel)
    )
    return Mentioned(tuple(dict.fromkeys(users)), tuple(dict.fromkeys(roles)), everyone, pings)


def _let(allowed: Mapping[str, object] | None, kind: str, key: int) -> bool:
    """Whether a mention of this user or role counts."""
    if allowed is None:
        return True
    parse, listed = allowed.get("parse"), allowed.get(kind)
    if isinstance(parse, list) and kind in parse:
        return True
    return isinstance(listed, list) and key in map(snowflake, listed)


def _let_everyone(allowed: Mapping[str, object] | None) -> bool:
    if allowed is None:
        return True
    parse = allowed.get("parse")
    return isinstance(parse, list) and "everyone" in parse
