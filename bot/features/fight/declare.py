"""`/attack`, `/move`, `/act`, `/trigger`, `/draw`, `/play`, `/done`: declarations with the game's own
options.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from discord import app_commands

from bot.features.kit import Interaction, delivery_of, person_of, place_of, suggests
from bot.table import acts, encounters
from rules.engine.ruleset import Choice

from . import suggest, words

if TYPE_CHECKING:
    from bot.features.app import App

Command = app_commands.Command[Any, ..., None]

NEEDS = {
    "attack": ("target", "weapon", "manner", "called", "modifier"),
    "move": ("target", "where", "detail"),
    "act": ("target", "detail", "weapon", "where", "called", "modifier"),
    "trigger": ("when", "then", "who", "anchors", "target", "detail"),
    "draw": ("count", "detail"),
    "play": ("card", "as", "target", "detail"),
    "place": ("target", "where", "detail", "modifier"),
}
"""The options of each declaration command: a game's verbs use no others (a test walks all games)."""


RENAMED = {"as": "played_as"}
"""Options whose name is a word of Python's."""


class Declarations:
    """Makes the declaration commands; what each option offers comes from the game of the channel's
    encounter.
    """

    def __init__(self, app: App) -> None:
        self.app = app

    async def run(self, interaction: Interaction, command: str) -> None:
        """Declare with the options that were filled in, whatever the command calls them; show what it came
        to.
        """
        given = suggest.given(interaction)
        which = given.pop(suggest.PICKS.get(command, ""), None)
        named = given.pop("combatant", None)
        async with self.app.tables.at(place_of(interaction)) as table:
            update = await acts.declare(
                table,
                person_of(interaction),
                command,
                given,
                which=which,
                named=named,
                delivery=delivery_of(interaction),
            )
        await self.app.presenter.show(interaction, update)

    def commands(self) -> list[Command]:
        """All of them, with their autocomplete."""
        made = [self.attack(), self.move(), self.act(), self.trigger(), self.draw(), self.play()]
        for command in made:
            for name in (*NEEDS[command.name], "combatant"):
                self._offer(command, name)
            pick = suggest.PICKS.get(command.name)
            if pick is not None:
                self._offer_verbs(command, pick)
        return [*made, self.done()]

    def _offer(self, command: Command, name: str) -> None:
        app = self.app

        @suggests
        async def values(interaction: Interaction, typed: str) -> Sequence[Choice]:
            if name == "combatant":
                return await suggest.own(app, interaction, typed)
            return await suggest.option(app, interaction, command.name, name, typed)

        command.autocomplete(RENAMED.get(name, name))(values)

    def _offer_verbs(self, command: Command, name: str) -> None:
        app = self.app

        @suggests
        async def values(interaction: Interaction, typed: str) -> Sequence[Choice]:
            return await suggest.verbs(app, interaction, command.name, typed)

        command.autocomplete(name)(values)

    # -- the commands
    def attack(self) -> Command:
        """`/attack`."""

        @app_commands.command(name="attack", description=words.ATTACK)
        @app_commands.describe(
            target=words.TARGET,
            weapon=words.WEAPON,
            manner=words.MANNER,
            called=words.CALLED,
            modifier=words.MODIFIER,
            combatant=words.FOR,
        )
        async def attack(
            interaction: Interaction,
            target: str,
            weapon: str | None = None,
            manner: str | None = None,
            called: str | None = None,
            modifier: str | None = None,
            combatant: str | None = None,
        ) -> None:
            await self.run(interaction, "attack")

        return attack

    def move(self) -> Command:
        """`/move`."""

        @app_commands.command(name="move", description=words.MOVE)
        @app_commands.describe(
            how=words.MOVE_HOW,
            target=words.MOVE_TARGET,
            where=words.WHERE,
            detail=words.DETAIL,
            combatant=words.FOR,
        )
        async def move(
            interaction: Interaction,
            how: str,
            target: str | None = None,
            where: str | None = None,
            detail: str | None = None,
            combatant: str | None = None,
        ) -> None:
            await self.run(interaction, "move")

        return move

    def act(self) -> Command:
        """`/act`."""

        @app_commands.command(name="act", description=words.ACT)
        @app_commands.describe(
            action=words.ACT_ACTION,
            target=words.ACT_TARGET,
            detail=words.DETAIL,
            weapon=words.WEAPON,
            where=words.WHERE,
            called=words.CALLED,
            modifier=words.MODIFIER,
            combatant=words.FOR,
        )
        async def act(
            interaction: Interaction,
            action: str,
            target: str | None = None,
            detail: str | None = None,
            weapon: str | None = None,
            where: str | None = None,
            called: str | None = None,
            modifier: str | None = None,
            combatant: str | None = None,
        ) -> None:
            await self.run(interaction, "act")

        return act

    def trigger(self) -> Command:
        """`/trigger`."""

        @app_commands.command(name="trigger", description=words.TRIGGER)
        @app_commands.describe(
            when=words.TRIGGER_WHEN,
            then=words.TRIGGER_THEN,
            who=words.TRIGGER_WHO,
            anchors=words.TRIGGER_ANCHORS,
            target=words.TARGET,
            detail=words.DETAIL,
            what=words.TRIGGER_WHAT,
            combatant=words.FOR,
        )
        async def trigger(
            interaction: Interaction,
            when: str | None = None,
            then: str | None = None,
            who: str | None = None,
            anchors: str | None = None,
            target: str | None = None,
            detail: str | None = None,
            what: str | None = None,
            combatant: str | None = None,
        ) -> None:
            await self.run(interaction, "trigger")

        return trigger

    def draw(self) -> Command:
        """`/draw`."""

        @app_commands.command(name="draw", description=words.DRAW)
        @app_commands.describe(count=words.COUNT, what=words.DETAIL, detail=words.DETAIL, combatant=words.FOR)
        async def draw(
            interaction: Interaction,
            count: str | None = None,
            what: str | None = None,
            detail: str | None = None,
            combatant: str | None = None,
        ) -> None:
            await self.run(interaction, "draw")

        return draw

    def play(self) -> Command:
        """`/play`."""

        @app_commands.command(name="play", description=words.PLAY)
        @app_commands.rename(played_as="as")
        @app_commands.describe(
            card=words.PLAY_CARD,
            played_as=words.PLAY_AS,
            target=words.TARGET,
            detail=words.DETAIL,
            what=words.DETAIL,
            combatant=words.FOR,
        )
        async def play(
            interaction: Interaction,
            card: str | None = None,
            played_as: str | None = None,
            target: str | None = None,
            detail: str | None = None,
            what: str | None = None,
            combatant: str | None = None,
        ) -> None:
            await self.run(interaction, "play")

        return play

    def done(self) -> Command:
        """`/done`."""

        @app_commands.command(name="done", description=words.DONE)
        async def done(interaction: Interaction) -> None:
            async with self.app.tables.at(place_of(interaction)) as table:
                update = await encounters.next_turn(table, person_of(interaction), delivery_of(interaction))
            await self.app.presenter.show(interaction, update)

        return done
