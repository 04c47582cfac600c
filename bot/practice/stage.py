"""Plays acts at a practice table and prints what everybody sees."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Final, TypeVar

from bot.problems import Problem

from .bot_process import BotProcess
from .discord import ClientRefusal, Permission, PracticeDiscord, World, render_text
from .discord.message import Message
from .discord.model import Channel, Guild
from .discord.people.outcome import Outcome
from .discord.people.person import Person
from .script import Act, entered

Print = Callable[[str], None]
QUIET: Final = 0.06
"""Seconds without anything new after which a line counts as done."""
T = TypeVar("T")
PATIENCE: Final = 6.0
BOARD: Final = 2.5
"""Seconds in which what is to be pressed or chosen may still appear: boards are drawn at most every two."""


class Stage:
    """One channel with its people. The one called gm may Manage Server; everybody else is a plain member."""

    def __init__(
        self,
        world: World,
        discord: PracticeDiscord,
        bot: BotProcess,
        out: Print,
        channel: Channel | None = None,
    ) -> None:
        """`channel`: where it plays; the first one of the first server where none is named."""
        self.world = world
        self.discord = discord
        self.bot = bot
        self.out = out
        self.guild: Guild = (channel and channel.guild) or next(iter(world.guilds.values()))
        self.channel: Channel = channel or next(iter(self.guild.channels.values()))
        self._shown: dict[int, str] = {}
        self._last: dict[str, Outcome] = {}

    async def play(self, act: Act) -> None:
        """Do what a line says, then print what is new. Problem when it cannot be done."""
        self.out(_echo(act))
        try:
            await self._do(act)
        except ClientRefusal as refusal:
            if act.maybe:
                return
            raise Problem(f"Line {act.number}: {refusal}") from None
        await self._settle()
        self.print_new()

    async def _do(self, act: Act) -> None:
        if act.verb == "remark":
            return
        if act.verb in ("restart", "kill"):
            await (self.bot.stop() if act.verb == "restart" else self.bot.kill())
            await self.bot.start()
            return
        person = self.person(act.person)
        if act.verb == "say":
            await person.say(self.channel, act.text)
        elif act.verb == "look":
            self.out(person.text(self.channel))
        else:
            outcome = await self._interact(person, act)
            self._last[act.person] = outcome
            await self._answered(outcome, act)

    async def _interact(self, person: Person, act: Act) -> Outcome:
        if act.verb == "slash":
            return await person.slash(self.channel, act.text, pick=True)
        if act.verb == "press":
            message, label = await _appearing(lambda: self._button(person, act.text), act.maybe)
            return await person.press(message, label)
        if act.verb == "choose":
            message, where, label = await _appearing(lambda: self._option(person, act.text), act.maybe)
            return await person.select(message, where, [label])
        modal = self._last[act.person].modal if act.person in self._last else None
        if modal is None:
            raise ClientRefusal("no form is open")
        return await person.submit(modal, entered(act.text))

    async def _answered(self, outcome: Outcome, act: Act) -> None:
        if outcome.kind == "failed":
            raise Problem(f"Line {act.number}: {outcome.error}\n{self.bot.log_end(1500)}")
        if outcome.kind in ("thinking", "update_deferred"):
            try:
                await outcome.settled(timeout=PATIENCE)
            except TimeoutError:
                return

    def person(self, name: str) -> Person:
        """The person of this name, who comes to the server when first spoken of."""
        if self.world.user_named(name) is None and name == "gm":
            role = self.guild.add_role("GM", Permission.MANAGE_GUILD)
            return self.world.person(name, self.guild, roles=[role])
        return self.world.person(name, self.guild)

    # -- finding what is on the screen
    def _button(self, person: Person, label: str) -> tuple[Message, str]:
        wanted = label.casefold()
        for exact in (True, False):
            for message in reversed(person.sees(self.channel)):
                for found in message.buttons:
                    shown = str(found.get("label") or "")
                    same = shown.casefold() == wanted if exact else shown.casefold().startswith(wanted)
                    if same and not found.get("disabled"):
                        return message, str(found["custom_id"])
        raise ClientRefusal(f"{person.user.name} sees no button “{label}”")

    def _option(self, person: Person, label: str) -> tuple[Message, str, str]:
        wanted = label.casefold()
        for exact in (True, False):
            for message in reversed(person.sees(self.channel)):
                for found in message.selects:
                    for option in found.get("options") or ():
                        shown = str(option["label"])
                        same = shown.casefold() == wanted if exact else shown.casefold().startswith(wanted)
                        if same and not found.get("disabled"):
                            return message, str(found["custom_id"]), shown
        raise ClientRefusal(f"{person.user.name} sees nothing to choose called “{label}”")

    # -- printing
    async def _settle(self) -> None:
        """Until nothing new has happened for a moment."""
        async with asyncio.timeout(PATIENCE):
            seen = -1
            while seen != (now := len(self.discord.requests)):
                seen = now
                await asyncio.sleep(QUIET)

    def print_new(self) -> None:
        """Print every message that is new or has changed, private ones with whose they are."""
        for message, viewer, text in self._visible():
            if self._shown.get(message.id) == text:
                continue
            changed = message.id in self._shown
            self._shown[message.id] = text
            whose = f"(only {viewer.user.name} sees this) " if message.ephemeral_for is not None else ""
            self.out(_indented(f"{whose}{'(changed) ' if changed else ''}{text}"))

    def _visible(self) -> Iterator[tuple[Message, Person, str]]:
        people = [self.world.person_of(m.user) for m in self.guild.members.values() if not m.user.bot]
        for message in list(self.channel.messages):
            viewer = next((p for p in people if message in p.sees(self.channel)), None)
            if viewer is not None:
                yield message, viewer, render_text(message, viewer)


async def _appearing(find: Callable[[], T], maybe: bool) -> T:
    """What `find` finds, waited for where it must be there. ClientRefusal when it does not appear."""
    for _ in range(0 if maybe else round(BOARD / QUIET)):
        try:
            return find()
        except ClientRefusal:
            await asyncio.sleep(QUIET)
    return find()


def _echo(act: Act) -> str:
    if act.verb == "remark":
        return f"\n# {act.text}" if act.text else ""
    if act.verb in ("restart", "kill"):
        return f"\n[the bot is {'stopped' if act.verb == 'restart' else 'killed'} and started again]"
    what = f"/{act.text}" if act.verb == "slash" else f"{act.verb} {act.text}".strip()
    return f"\n{act.person}> {what}"


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())
