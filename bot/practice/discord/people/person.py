"""A person at Discord: what they can do, and what they see."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..interactions import Interaction, Kind, Modal
from ..mentions import mentioned
from ..model import Channel, Guild, Member, Message, Thread, User, permissions_of
from ..permissions import Permission
from ..render import render_text
from ..text import walk
from ..wire import Json
from . import forms, options
from .outcome import Choice, ClientRefusal, Outcome
from .resolving import Resolver

if TYPE_CHECKING:
    from ..world import World

_USABLE = (2, 3, 5, 6, 7, 8)


class Person:
    """One account with hands and eyes. Everything that goes to the bot needs a running event loop."""

    def __init__(self, world: World, user: User) -> None:
        """Made by `World.person`."""
        self.world = world
        self.user = user

    def __repr__(self) -> str:
        """For test failures."""
        return f"<Person {self.user.name}>"

    @property
    def id(self) -> int:
        """The account's id."""
        return self.user.id

    @property
    def name(self) -> str:
        """The account's handle."""
        return self.user.name

    @property
    def mention(self) -> str:
        """The text that mentions the person."""
        return self.user.mention

    def member(self, guild: Guild) -> Member:
        """The person as a member of a server; raises `KeyError` where they are none."""
        return guild.members[self.user.id]

    # Commands

    def commands(self, channel: Channel) -> list[Json]:
        """The commands that the person may use in a channel, as Discord stores them."""
        bits = permissions_of(self.user, channel)
        if channel.guild is not None and not bits & Permission.USE_APPLICATION_COMMANDS:
            return []
        store = self.world.command_store
        return [one for one in store.usable_in(channel.guild) if self._permitted(one, channel)]

    def _permitted(self, command: Json, channel: Channel) -> bool:
        guild = channel.guild
        if guild is None:
            return True
        member = guild.members[self.user.id]
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
        return options.find_command(self.commands(channel), line)

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
        else the first one, is what is sent. Raises `ClientRefusal`.
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
            if not offered:
                raise ClientRefusal(f"{name}: No options match your search")
            same = [one for one in offered if one.name.lower() == typed.lower()]
            given[name] = (same or offered)[0]

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
        part = _find(seen, what, (2,))
        if part.get("disabled"):
            raise ClientRefusal(f"The button “{what}” is greyed out")
        if "custom_id" not in part:
            raise ClientRefusal(f"“{what}” opens {part.get('url')}")
        data = {"custom_id": part["custom_id"], "component_type": 2, "id": part["id"]}
        return await self._act(Kind.COMPONENT, message.channel, data, source=message, seen=seen)

    async def select(self, message: Message, what: str, values: Sequence[Any] | str) -> Outcome:
        """Choose in a select menu, named by custom id or placeholder. Raises `ClientRefusal`."""
        self._may_use(message)
        part = _find(message.components, what, (3, 5, 6, 7, 8))
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
        if isinstance(channel, Thread) and channel.archived:
            channel.unarchive()
        message = Message(channel, self.world.new_id(), self.user, self.world.clock.now(), content)
        if reply_to is not None:
            message.type, message.reference, message.reference_id = 19, reply_to, reply_to.id
        said = mentioned(content, self.user, channel, None, reply_to.author if reply_to else None)
        message.mentions, message.mention_roles = said.users, said.roles
        message.mentions_everyone, message.pings = said.everyone, said.pings
        return self.world.add_message(message)

    def dismiss(self, message: Message) -> None:
        """Dismiss a private reply."""
        if message.ephemeral_for != self.user.id:
            raise ClientRefusal("Only a private reply can be dismissed")
        message.dismissed = True
        self.world.events.wake()

    def reload(self) -> None:
        """Start the app anew: private replies are gone."""
        for message in self.world.messages.values():
            if message.ephemeral_for == self.user.id:
                message.dismissed = True
        self.world.events.wake()

    # Seeing

    def sees(self, channel: Channel) -> list[Message]:
        """The messages of a channel that this person sees, own private replies too, oldest first."""
        return [message for message in channel.by_id.values() if message.visible_to(self.user)]

    def last(self, channel: Channel) -> Message:
        """The latest of them; raises `IndexError` where there is none."""
        return self.sees(channel)[-1]

    def text(self, channel: Channel) -> str:
        """What the person reads in a channel, as plain text."""
        return "\n\n".join(render_text(message, self.user) for message in self.sees(channel))

    def pings(self, channel: Channel | None = None) -> list[Message]:
        """Messages that pinged this person, in one channel or everywhere, oldest first."""
        places = [channel] if channel is not None else list(self.world.channels.values())
        found = [message for place in places for message in self.sees(place) if self.id in message.pings]
        return sorted(found, key=lambda message: message.id)

    async def waits_for(
        self,
        channel: Channel,
        condition: Callable[[Message], bool],
        timeout: float = 5.0,  # noqa: ASYNC109
        what: str = "",
    ) -> Message:
        """The latest visible message that fits, once there is one. Raises `TimeoutError`."""

        def found() -> list[Message]:
            return [message for message in self.sees(channel) if condition(message)]

        try:
            await self.world.until(lambda: bool(found()), timeout, what or "such a message")
        except TimeoutError as error:
            raise TimeoutError(f"{error}; {self.name} sees:\n{self.text(channel)}") from None
        return found()[-1]

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


def _find(components: list[Json], what: str, kinds: tuple[int, ...]) -> Json:
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


__all__ = ["Choice", "Person"]
