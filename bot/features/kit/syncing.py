"""Telling Discord the commands, only when they differ from those it has.

What is compared is what Discord itself says it has: nothing is stored that could be out of step with it
(another database, another token, a sync from elsewhere).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

import discord
import structlog

from .tree import Tree

log: structlog.stdlib.BoundLogger = structlog.get_logger("skirmish.commands")

_PLAIN: Final = ("type", "name", "description", "min_value", "max_value", "min_length", "max_length")
_SETS: Final = ("contexts", "integration_types", "channel_types")


async def sync_if_changed(client: discord.Client, tree: Tree) -> bool:
    """Tell Discord the commands when they changed; whether they had. The client must be logged in.

    discord.HTTPException where Discord refuses them.
    """
    if client.application_id is None:
        raise RuntimeError("the client is not logged in")
    wanted = digest(command.to_dict(tree) for command in tree.get_commands())
    present = digest(await client.http.get_global_commands(client.application_id))
    if wanted == present:
        log.info("the commands are as Discord has them", digest=wanted)
        return False
    await tree.sync()
    log.info("the commands were told to Discord", digest=wanted, before=present)
    return True


def digest(commands: Iterable[Mapping[str, Any]]) -> str:
    """A short text that is the same for commands that mean the same to Discord, whoever wrote them down."""
    plain = sorted((_command(command) for command in commands), key=lambda c: (c["type"], c["name"]))
    text = json.dumps(plain, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _command(command: Mapping[str, Any]) -> dict[str, Any]:
    permissions = command.get("default_member_permissions")
    return {
        **_common(command),
        "type": command.get("type") or 1,
        "permissions": None if permissions is None else str(permissions),
        "nsfw": bool(command.get("nsfw")),
    }


def _option(option: Mapping[str, Any]) -> dict[str, Any]:
    choices = option.get("choices") or ()
    return {
        **_common(option),
        "required": bool(option.get("required")),
        "autocomplete": bool(option.get("autocomplete")),
        "choices": [[choice["name"], choice["value"]] for choice in choices],
    }


def _common(part: Mapping[str, Any]) -> dict[str, Any]:
    kept: dict[str, Any] = {key: part[key] for key in _PLAIN if part.get(key) is not None}
    kept |= {key: sorted(part[key]) for key in _SETS if part.get(key)}
    kept["options"] = [_option(option) for option in part.get("options") or ()]
    return kept
