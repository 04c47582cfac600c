"""The commands that the bot registered, for all servers and for single ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .events import CommandsSynced
from .limits.commands import check_commands
from .wire import Json

if TYPE_CHECKING:
    from .model import Guild
    from .world import World

Key = tuple[int, str]
"""A command's kind and name: unique in one scope."""


class CommandStore:
    """Registered commands, each as Discord would send it back."""

    def __init__(self, world: World) -> None:
        """None registered."""
        self._world = world
        self._scopes: dict[int, dict[Key, Json]] = {}
        self._usable: dict[int, list[Json]] = {}

    def of(self, guild: Guild | None) -> list[Json]:
        """What is registered in one scope: for all servers (None), or for one."""
        return list(self._scopes.get(_scope(guild), {}).values())

    def usable_in(self, guild: Guild | None) -> list[Json]:
        """What a place offers: a server's own commands go before those of all servers with the same name."""
        usable = self._usable.get(_scope(guild))
        if usable is None:
            usable = self._usable[_scope(guild)] = self._gather(guild)
        return usable

    def _gather(self, guild: Guild | None) -> list[Json]:
        found: dict[Key, Json] = {}
        for command in self.of(None):
            if _context(guild) in (command["contexts"] or (0, 1, 2)):
                found[_key(command)] = command
        if guild is not None:
            found.update({_key(command): command for command in self.of(guild)})
        return sorted(found.values(), key=lambda command: str(command["name"]))

    def by_id(self, guild: Guild | None, command_id: int) -> Json | None:
        """The command with this id in a scope."""
        return next((one for one in self.of(guild) if one["id"] == str(command_id)), None)

    def replace(self, guild: Guild | None, raw: list[Json]) -> list[Json]:
        """Register exactly these; one that kept its name keeps its id. Raises `ApiError` for bad ones."""
        check_commands(raw)
        old = self._scopes.get(_scope(guild), {})
        fresh = [self._stored(guild, one, old.get(_key(one))) for one in raw]
        self._scopes[_scope(guild)] = {_key(one): one for one in fresh}
        self._changed(guild)
        return fresh

    def put(self, guild: Guild | None, raw: Json) -> tuple[Json, bool]:
        """Register one more, or anew under its name; also says whether it is new."""
        scope = self._scopes.setdefault(_scope(guild), {})
        others = [_as_request(one) for key, one in scope.items() if key != _key(raw)]
        check_commands([*others, raw], only=len(others))
        known = scope.get(_key(raw))
        stored = scope[_key(raw)] = self._stored(guild, raw, known)
        self._changed(guild)
        return stored, known is None

    def remove(self, guild: Guild | None, command_id: int) -> bool:
        """Unregister one; whether there was one."""
        scope = self._scopes.get(_scope(guild), {})
        for key, one in scope.items():
            if one["id"] == str(command_id):
                del scope[key]
                self._changed(guild)
                return True
        return False

    def _changed(self, guild: Guild | None) -> None:
        self._usable.clear()
        self._world.emit(CommandsSynced(guild))

    def _stored(self, guild: Guild | None, raw: Json, known: Json | None) -> Json:
        stored: Json = {
            "id": known["id"] if known else str(self._world.new_id()),
            "application_id": str(self._world.application.id),
            "version": str(self._world.new_id()),
            "type": raw.get("type") or 1,
            "name": raw["name"],
            "name_localizations": raw.get("name_localizations"),
            "description": raw.get("description") or "",
            "description_localizations": raw.get("description_localizations"),
            "options": raw.get("options") or [],
            "default_member_permissions": _text(raw.get("default_member_permissions")),
            "nsfw": bool(raw.get("nsfw")),
            "contexts": raw.get("contexts") or _old_contexts(raw),
            "integration_types": raw.get("integration_types") or [0],
        }
        if guild is not None:
            stored["guild_id"] = str(guild.id)
            stored["contexts"] = None
        else:
            stored["dm_permission"] = stored["contexts"] is None or 1 in stored["contexts"]
        return stored


def _as_request(stored: Json) -> Json:
    return {key: value for key, value in stored.items() if value is not None}


def _scope(guild: Guild | None) -> int:
    return guild.id if guild is not None else 0


def _context(guild: Guild | None) -> int:
    return 0 if guild is not None else 1


def _key(command: Json) -> Key:
    return (command.get("type") or 1, command["name"])


def _text(bits: object) -> str | None:
    return None if bits is None else str(bits)


def _old_contexts(raw: Json) -> list[int] | None:
    return [0] if raw.get("dm_permission") is False else None
