"""One request of the page: what it names, looked up in the world."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..message import Message
from ..model import Channel
from ..people import ClientRefusal
from ..wire import Json, snowflake

if TYPE_CHECKING:
    from ..people import Person
    from ..world import World


class Wrong(Exception):
    """A request that makes no sense: status and what is wrong with it."""

    def __init__(self, status: int, reason: str) -> None:
        """For the program that asked, not for a person."""
        super().__init__(reason)
        self.status = status
        self.reason = reason


class Asking:
    """One request: what it names, looked up in the world."""

    def __init__(self, world: World, values: Json) -> None:
        """`values` are the query's, or the JSON body's."""
        self.world = world
        self.values = values

    def text(self, name: str, default: str | None = None) -> str:
        """A text; raises `Wrong` where there is none and no default."""
        value = self.values.get(name, default)
        if not isinstance(value, str):
            raise Wrong(400, f"{name} must be given as text")
        return value

    def flag(self, name: str) -> bool:
        """A yes or no."""
        return self.values.get(name) in (True, "1", "true")

    def object(self, name: str) -> Json:
        """An object of values, `{}` where it is left out; uploaded files in it are looked up."""
        value = self.values.get(name) or {}
        if not isinstance(value, dict):
            raise Wrong(400, f"{name} must be an object")
        return {key: self._value(each) for key, each in value.items()}

    def list(self, name: str) -> list[Any]:
        """A list of values."""
        value = self.values.get(name)
        if not isinstance(value, list):
            raise Wrong(400, f"{name} must be a list")
        return [self._value(each) for each in value]

    def _value(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._value(each) for each in value]
        if isinstance(value, dict):
            found = self.world.files.get(snowflake(value.get("file")) or 0)
            if found is None:
                raise Wrong(404, "no such file was uploaded")
            return found
        return value

    def person(self) -> Person:
        """The person who acts or looks, by id or handle."""
        value = self.text("person")
        key = snowflake(value)
        user = self.world.users.get(key) if key is not None else self.world.user_named(value)
        if user is None or user.bot:
            raise Wrong(404, f"no person {value}")
        return self.world.person_of(user)

    def channel(self) -> Channel:
        """The channel, by id."""
        found = self.world.channels.get(snowflake(self.text("channel")) or 0)
        if found is None:
            raise Wrong(404, "no such channel")
        return found

    def message(self) -> Message:
        """The message, by id."""
        found = self.world.message(snowflake(self.text("message")) or 0)
        if found is None:
            raise ClientRefusal("This message is gone")
        return found
