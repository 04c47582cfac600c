"""People, roles, channels and files that an act names: finding them, and telling the bot what they are."""

from __future__ import annotations

from .. import payloads
from ..files import Upload
from ..message import Attachment
from ..model import Channel, Role, User, permissions_of
from ..wire import Json, snowflake
from .outcome import ClientRefusal


class Resolver:
    """Collects the `resolved` part of one interaction in a channel."""

    def __init__(self, actor: User, channel: Channel) -> None:
        """Nothing named yet."""
        self._actor = actor
        self._channel = channel
        self._found: Json = {}

    def told(self) -> Json:
        """The `resolved` part as a one-entry object, or nothing."""
        return {"resolved": self._found} if self._found else {}

    def user(self, value: object) -> str:
        """The id of a person of the server; by object, id, or name with or without @."""
        guild = self._channel.guild
        if guild is None:
            known = {one.id: one for one in self._channel.recipients}
        else:
            known = {one.user.id: one.user for one in guild.members.values()}
        found = self._person(value, known)
        self._note("users", str(found.id), payloads.user(found))
        if guild is not None:
            member = guild.members[found.id]
            bits = str(int(member.permissions_in(self._channel)))
            self._note("members", str(found.id), {**payloads.bare_member(member), "permissions": bits})
        return str(found.id)

    def _person(self, value: object, known: dict[int, User]) -> User:
        account = getattr(value, "user", value)
        if isinstance(account, User):
            found = known.get(account.id)
        else:
            text = str(value).removeprefix("@")
            key = snowflake(text)
            found = known.get(key) if key is not None else None
            found = found or next((one for one in known.values() if text in (one.name, one.display)), None)
        if found is None:
            raise ClientRefusal(f"Nobody called {value} is here")
        return found

    def role(self, value: object) -> str:
        """The id of a role; by object, id, or name with or without @."""
        guild = self._channel.guild
        roles = guild.roles if guild is not None else {}
        if isinstance(value, Role):
            found = roles.get(value.id)
        else:
            text = str(value)
            key = snowflake(text.removeprefix("@"))
            found = roles.get(key) if key is not None else None
            found = found or next(
                (one for one in roles.values() if one.name in (text, text.removeprefix("@"))), None
            )
        if found is None:
            raise ClientRefusal(f"There is no role {value}")
        self._note("roles", str(found.id), payloads.role(found))
        return str(found.id)

    def mentionable(self, value: object) -> str:
        """The id of a role or a person."""
        if isinstance(value, Role):
            return self.role(value)
        try:
            return self.user(value)
        except ClientRefusal:
            return self.role(value)

    def channel(self, value: object, types: list[int] | None) -> str:
        """The id of a channel or thread that the person sees; by object, id, or name with or without #."""
        guild = self._channel.guild
        known = {**guild.channels, **guild.threads} if guild is not None else {}
        if isinstance(value, Channel):
            found = known.get(value.id)
        else:
            text = str(value).removeprefix("#")
            key = snowflake(text)
            found = known.get(key) if key is not None else None
            found = found or next((one for one in known.values() if one.name == text), None)
        bits = permissions_of(self._actor, found) if found is not None else 0
        if found is None or not bits:
            raise ClientRefusal(f"There is no channel {value}")
        if types and found.type not in types:
            raise ClientRefusal(f"#{found.name} is not of a kind that can be chosen here")
        self._note("channels", str(found.id), {**payloads.channel(found), "permissions": str(int(bits))})
        return str(found.id)

    def file(self, value: object) -> str:
        """The id of a file: one to upload, or one that was uploaded before."""
        files = self._channel.world.files
        if isinstance(value, Upload):
            found: Attachment | None = files.keep(value, self._channel, ephemeral=True)
        elif isinstance(value, Attachment):
            found = value
        else:
            found = files.get(snowflake(value) or 0)
        if found is None:
            raise ClientRefusal("Choose a file to upload")
        self._note("attachments", str(found.id), payloads.attachment(found))
        return str(found.id)

    def _note(self, kind: str, key: str, told: Json) -> None:
        self._found.setdefault(kind, {})[key] = told
