"""A person at Discord: what they can do, and what they see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..interactions import Interaction, Kind, Modal
from ..mentions import mentioned
from ..message import Message
from ..model import Channel, Thread, permissions_of
from ..permissions import Permission
from ..text import walk
from ..wire import Json
from . import forms, options
from .onlooker import Onlooker
from .outcome import ClientRefusal, Outcome
from .parts import find_part
from .resolving import Resolver


class Person(Onlooker):
    """One account with hands and eyes. Everything that goes to the bot needs a running event loop."""

    # Commands

    def commands(self, channel: Channel) -> list[Json]:
        """The commands that the person may use in a channel, as Discord stores them."""
        usable = self.world.command_store.usable_in(channel.guild)
        return [one for one in usable if self._permitted(one, channel)]

    def _permitted(self, command: Json, channel: Channel) -> bool:
        guild = channel.guild
        if guild is None:
            return True
        member = guild.members.get(self.user.id)
        if member is None or not member.permissions_in(channel) & Permission.USE_APPLICATION_COMMANDS:
            return False
        if member.permissions & Permission.ADMINISTRATOR:
            return True
        said = guild.command_permissions.get(command["name"], {})
        if self.user.id in said:
            return said[self.user.id]
        roles = [said[role.id] for role in member.roles if role.id in said]
        if roles:
            return any(roles)
        if guild.id in said:
            return said[guild.id]
        needed = command["default_member_permissions"]
        if needed is None:
            return True
        bits = Permission(int(needed))
        return bool(bits) and member.permissions_in(channel) & bits == bits

    def find(self, channel: Channel, line: str) -> tuple[options.Named, str]:
        """The command that a line names, and the rest of the line. Raises `ClientRefusal`."""
        self._may_act(channel)
        if isinstance(channel, Thread) and channel.archived:
            raise ClientRefusal("This thread is archived")
        word = line.strip().removeprefix("/").strip().partition(" ")[0]
        usable = self.world.command_store.usable_in(channel.guild)
        named = [one for one in usable if one["name"] == word and self._permitted(one, channel)]
        return options.find_command(named, line)

    async def slash(
        self,
        channel: Channel,
        line: str,
        values: Mapping[str, Any] | None = None,
        *,
        pick: bool = False,
    ) -> Outcome:
        """Use a command: `"attack target:Goblin"`, or `"attack"` with the options' values.

        With `pick`, text for an option with autocomplete is taken as typing: the suggestion of this name,
        else the first one, is what is sent, and where nothing is suggested the text itself. Raises
        `ClientRefusal`.
        """
        named, rest = self.find(channel, line)
        given: dict[str, Any] = dict(options.split_options(named, rest))
        given.update(values or {})
        if pick:
            await self._pick(channel, named, given)
        resolver = Resolver(self.user, channel)
        sent = options.filled(named, given, resolver)
        return await self._command(Kind.COMMAND, channel, named, sent, resolver)

    async def _pick(self, channel: Channel, named: options.Named, given: dict[str, Any]) -> None:
        for option in named.options:
            name = option["name"]
            if not option.get("autocomplete") or not isinstance(given.get(name), str):
                continue
            typed = given[name]
            others = {key: value for key, value in given.items() if key != name}
            offered = (await self.autocomplete(channel, named.full_name, name, typed, others)).choices
            same = [one for one in offered if one.name.lower() == typed.lower()]
            given[name] = next(iter(same or offered), typed)

    async def autocomplete(
        self,
        channel: Channel,
        line: str,
        option: str,
        typed: str = "",
        values: Mapping[str, Any] | None = None,
    ) -> Outcome:
        """Type into an option of a command, other options filled in as given. Raises `ClientRefusal`."""
        named, rest = self.find(channel, line)
        given: dict[str, Any] = dict(options.split_options(named, rest))
        given.update(values or {})
        resolver = Resolver(self.user, channel)
        sent = options.being_typed(named, option, typed, given, resolver)
        kind = int(named.option(option)["type"])
        return await self._command(Kind.AUTOCOMPLETE, channel, named, sent, resolver, choice_type=kind)

    async def _command(
        self,
        kind: Kind,
        channel: Channel,
        named: options.Named,
        sent: list[Json],
        resolver: Resolver,
        choice_type: int | None = None,
    ) -> Outcome:
        command = named.command
        data: Json = {"id": command["id"], "name": command["name"], "type": 1}
        data["options"] = named.wrap(sent)
        data.update(resolver.told())
        if "guild_id" in command:
            data["guild_id"] = command["guild_id"]
        return await self._act(kind, channel, data, command_name=named.full_name, choice_type=choice_type)

    # Components and modals

    async def press(self, message: Message, what: str, *, stale: bool = False) -> Outcome:
        """Press a button, named by custom id, label or emoji. Raises `ClientRefusal`.

        `stale` takes a custom id from one of the last versions of the message too, as if the press had left
        before the edit.
        """
        self._may_use(message)
        seen = message.components
        if stale:
            versions = (seen, *message.earlier)
            seen = next((one for one in versions if any(p.get("custom_id") == what for p in walk(one))), seen)
        part = find_part(seen, what, (2,))
        if part.get("disabled"):
            raise ClientRefusal(f"The button “{what}” is greyed out")
        if "custom_id" not in part:
            raise ClientRefusal(f"“{what}” opens {part.get('url')}")
        data = {"custom_id": part["custom_id"], "component_type": 2, "id": part["id"]}
        return await self._act(Kind.COMPONENT, message.channel, data, source=message, seen=seen)

    async def select(self, message: Message, what: str, values: Sequence[Any] | str) -> Outcome:
        """Choose in a select menu, named by custom id or placeholder. Raises `ClientRefusal`."""
        self._may_use(message)
        part = find_part(message.components, what, (3, 5, 6, 7, 8))
        if part.get("disabled"):
            raise ClientRefusal(f"The menu “{what}” is greyed out")
        resolver = Resolver(self.user, message.channel)
        chosen = forms.choose(part, [values] if isinstance(values, str) else values, resolver)
        data: Json = {
            "custom_id": part["custom_id"],
            "component_type": part["type"],
            "id": part["id"],
            "values": chosen,
            **resolver.told(),
        }
        return await self._act(Kind.COMPONENT, message.channel, data, source=message)

    async def submit(self, modal: Modal, values: Mapping[str, Any] | None = None) -> Outcome:
        """Submit a form; fields named by custom id or label, those left out keep what they hold.

        Raises `ClientRefusal`. After a failure the form stays open.
        """
        origin = modal.opened_by
        if origin.user is not self.user or not modal.open:
            raise ClientRefusal("This form is not open")
        self._may_act(origin.channel)
        resolver = Resolver(self.user, origin.channel)
        data: Json = {
            "custom_id": modal.custom_id,
            "components": forms.fill_in(modal, values or {}, resolver),
            **resolver.told(),
        }
        modal.open = False
        outcome = await self._act(Kind.MODAL, origin.channel, data, source=origin.source)
        modal.open = outcome.kind == "failed"
        return outcome

    # Messages

    async def say(self, channel: Channel, content: str, *, reply_to: Message | None = None) -> Message:
        """Write a message. Raises `ClientRefusal`."""
        self._may_act(channel)
        thread = isinstance(channel, Thread)
        needed = Permission.SEND_MESSAGES_IN_THREADS if thread else Permission.SEND_MESSAGES
        if not permissions_of(self.user, channel) & needed:
            raise ClientRefusal("You do not have permission to send messages in this channel")
        if not 1 <= len(content) <= 2000:
            raise ClientRefusal("A message has 1 to 2000 characters")
        message = Message(channel, self.world.new_id(), self.user, self.world.clock.now(), content)
        if reply_to is not None:
            message.type, message.reference, message.reference_id = 19, reply_to, reply_to.id
        said = mentioned(content, self.user, channel, None, reply_to.author if reply_to else None)
        message.mentions, message.mention_roles = said.users, said.roles
        message.mentions_everyone, message.pings = said.everyone, said.pings
        return self.world.add_message(message)

    # Common to all acts

    def _may_act(self, channel: Channel) -> None:
        bits = permissions_of(self.user, channel)
        if channel.deleted or not bits & Permission.VIEW_CHANNEL:
            raise ClientRefusal("You do not see this channel")
        if isinstance(channel, Thread) and channel.locked and not bits & Permission.MANAGE_THREADS:
            raise ClientRefusal("This thread is locked")

    def _may_use(self, message: Message) -> None:
        self._may_act(message.channel)
        if not message.visible_to(self.user):
            raise ClientRefusal("You do not see this message")

    async def _act(
        self,
        kind: Kind,
        channel: Channel,
        data: Json,
        *,
        source: Message | None = None,
        seen: list[Json] | None = None,
        command_name: str = "",
        choice_type: int | None = None,
    ) -> Outcome:
        interaction: Interaction = self.world.interactions.start(
            kind,
            self.user,
            channel,
            data,
            source=source,
            source_components=seen if source is not None and seen is not source.components else None,
            command_name=command_name,
            choice_type=choice_type,
        )
        if interaction.done is not None:
            await interaction.done
        return Outcome(interaction)
