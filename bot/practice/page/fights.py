"""The guided first fight: two ready characters and foes of a game, set up by the people's own commands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from rules import games
from rules.engine.ruleset import Ruleset

from ..discord import Channel, ClientRefusal, World
from ..discord.model import Guild
from .furnishing import GM, PLAYERS
from .hints import Hints

PATIENCE: Final = 10.0
FOES: Final = 2
TASTE: Final = {
    "24-system": "Dodge, block, or guard a limb: attackers and targets both commit theirs.",
    "c22": "Playing cards instead of dice: what you draw is what you have.",
    "katzbalger": "One-second rounds, hit locations, armour that has to be pierced.",
    "openquest": "Percentile dice; a blow can be parried or dodged.",
}
"""A line on what a game feels like; a game without one is offered by its name."""


@dataclass(frozen=True, slots=True)
class Line:
    """A command, and who types it."""

    person: str
    command: str


class Fights:
    """Sets fights up, and says in each channel what to press next."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.games: tuple[Ruleset[Any, Any], ...] = games.load()
        self.hints = Hints(world, attack_verbs(self.games))

    def lines(self, game: str) -> tuple[Line, ...]:
        """The commands that set the fight up. KeyError for no such game."""
        rules = next((one for one in self.games if one.id == game), None)
        if rules is None:
            raise KeyError(game)
        heroes = [one.name for one in rules.ready_made if one.kind == "character"]
        foe = next(one.name for one in rules.ready_made if one.kind == "creature")
        joining = (
            Line(person, f"encounter join character:{hero} name:{display}")
            for (person, display), hero in zip(PLAYERS, heroes[:2], strict=False)
        )
        return (
            Line(GM, f"encounter start ruleset:{rules.name} name:First fight"),
            *joining,
            Line(GM, f"encounter add creature:{foe} count:{FOES}"),
            Line(GM, "encounter begin"),
        )

    def channel(self, guild: Guild, name: str) -> Channel:
        """A channel of its own for a fight, so that no other is in its way."""
        return guild.add_channel(free_name(guild, name))

    async def set_up(self, game: str, channel: Channel) -> tuple[Line, ...]:
        """Type the commands. ClientRefusal with the bot's words where it refuses one."""
        lines = self.lines(game)
        for line in lines:
            await self._type(line, channel)
        begun = lambda: (now := self.hints.of(channel)) is not None and now.stage != "gathering"  # noqa: E731
        await self._world.until(begun, PATIENCE, "the board of the fight")
        return lines

    async def _type(self, line: Line, channel: Channel) -> None:
        person = self._world.person(line.person, channel.guild)
        outcome = await person.slash(channel, line.command, pick=True)
        if outcome.kind == "failed":
            raise ClientRefusal(f"/{line.command}: {outcome.error}")
        if outcome.kind == "thinking":
            await outcome.settled(timeout=PATIENCE)
        if outcome.message is not None and outcome.ephemeral and line.command != "encounter begin":
            raise ClientRefusal(f"/{line.command}: {outcome.text}")


def attack_verbs(known: tuple[Ruleset[Any, Any], ...]) -> frozenset[str]:
    """The verbs of all games that are an attack."""
    return frozenset(verb.name for rules in known for verb in rules.verbs if verb.command == "attack")


def free_name(guild: Guild, name: str) -> str:
    """The name, with a number where a channel has it already."""
    taken = {channel.name for channel in guild.channels.values()}
    return next(one for one in _numbered(name) if one not in taken)


def _numbered(name: str) -> Iterator[str]:
    yield name
    number = 2
    while True:
        yield f"{name}-{number}"
        number += 1
