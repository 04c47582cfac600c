"""`/encounter`: it opens, people come and go, turns pass, it ends."""

from __future__ import annotations

from collections.abc import Sequence

from discord import app_commands

from bot.features.kit import Interaction, delivery_of, person_of, place_of, say, say_all, suggests
from bot.store import ChannelTaken
from bot.table import bring, config, encounters
from bot.table.acts import pick_combatant
from bot.table.tables import CannotBeRead
from rules.engine.ruleset import Choice

from . import suggest, words
from .base import EncounterCommands
from .buttons import MOST_NAME, join_panel, joinable, start_panel
from .ending import after_end


class Life(EncounterCommands):
    """The commands of an encounter's life."""

    # -- opening and ending
    @app_commands.command(name="start", description=words.START)
    @app_commands.describe(ruleset=words.START_RULESET, name=words.START_NAME)
    async def start(
        self, interaction: Interaction, ruleset: str | None = None, name: str | None = None
    ) -> None:
        if ruleset is None and await self._asked_game(interaction, name or ""):
            return
        update = await encounters.start(
            self.app.tables,
            place_of(interaction),
            person_of(interaction),
            ruleset,
            name,
            delivery_of(interaction),
        )
        await self.app.presenter.show(interaction, update)

    async def _asked_game(self, interaction: Interaction, name: str) -> bool:
        """Whether the game is still to be chosen, and they are shown to choose."""
        place, person = place_of(interaction), person_of(interaction)
        server = await config.get(self.app.tables, place)
        known = server.ruleset is not None or not encounters.may_start(person, server)
        if known or len(name) > MOST_NAME:
            return False
        if await self.app.tables.peek(place) is not None:
            raise ChannelTaken(place.guild, place.channel)
        await say(interaction, start_panel(name))
        return True

    @start.autocomplete("ruleset")
    @suggests
    async def _games(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return await suggest.games(typed)

    @app_commands.command(name="end", description=words.END)
    async def end(self, interaction: Interaction) -> None:
        person, place, delivery = person_of(interaction), place_of(interaction), delivery_of(interaction)
        try:
            async with self.app.tables.at(place) as table:
                update = await encounters.end(table, person, delivery)
        except CannotBeRead:
            await self.app.tables.end_unread(place, person, delivery)
            await say_all(interaction, words.ENDED_UNREAD)
            return
        await self.app.presenter.show(interaction, update)
        if not update.repeated:
            await after_end(self.app, interaction, table)

    @app_commands.command(name="begin", description=words.BEGIN)
    async def begin(self, interaction: Interaction) -> None:
        await self.carry_out(interaction, encounters.begin)

    # -- people
    @app_commands.command(name="join", description=words.JOIN)
    @app_commands.describe(character=words.JOIN_CHARACTER, name=words.JOIN_NAME)
    async def join(
        self, interaction: Interaction, character: str | None = None, name: str | None = None
    ) -> None:
        if character is None and name is None and await self._asked_which(interaction):
            return
        await self.carry_out(interaction, lambda t, p, d: encounters.join(t, p, character, d, name=name))

    async def _asked_which(self, interaction: Interaction) -> bool:
        """Whether there is more than one to join with, or a ready one only: then they are shown to choose."""
        table = await self.app.tables.peek(place_of(interaction))
        if table is None:
            return False
        found = await joinable(self.app, table, person_of(interaction))
        if sum(source.key.startswith(bring.SHEET) for source in found) == 1:
            return False
        await say(interaction, join_panel(table.row.id, found))
        return True

    @join.autocomplete("character")
    @suggests
    async def _characters(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return await suggest.characters(self.app, interaction, typed)

    @app_commands.command(name="leave", description=words.LEAVE)
    @app_commands.describe(combatant=words.WHICH_OWN)
    async def leave(self, interaction: Interaction, combatant: str | None = None) -> None:
        await self.carry_out(interaction, lambda t, p, d: encounters.leave(t, p, combatant, d))

    @leave.autocomplete("combatant")
    @suggests
    async def _own(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return await suggest.combatants(self.app, interaction, typed, own=True)

    @app_commands.command(name="add", description=words.ADD)
    @app_commands.describe(
        creature=words.ADD_CREATURE,
        name=words.ADD_NAME,
        health=words.ADD_HEALTH,
        count=words.ADD_COUNT,
        side=words.ADD_SIDE,
        hidden=words.ADD_HIDDEN,
        each=words.ADD_EACH,
    )
    async def add(
        self,
        interaction: Interaction,
        creature: str | None = None,
        name: str | None = None,
        health: app_commands.Range[int, 1, 999] | None = None,
        count: app_commands.Range[int, 1, encounters.MOST_AT_ONCE] = 1,
        side: str = "foes",
        hidden: bool = False,
        each: bool = False,
    ) -> None:
        wanted = encounters.Addition(creature, name, health, count, side, hidden, each)
        await self.carry_out(interaction, lambda t, p, d: encounters.add(t, p, wanted, d))

    @add.autocomplete("creature")
    @suggests
    async def _creatures(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return await suggest.creatures(self.app, interaction, typed)

    @add.autocomplete("side")
    @suggests
    async def _sides(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return await suggest.sides(self.app, interaction, typed)

    @app_commands.command(name="remove", description=words.REMOVE)
    @app_commands.describe(combatant=words.COMBATANT)
    async def remove(self, interaction: Interaction, combatant: str) -> None:
        await self.carry_out(
            interaction,
            lambda t, p, d: encounters.remove(t, p, pick_combatant(t, p, combatant, "Combatant"), d),
        )

    @remove.autocomplete("combatant")
    @suggests
    async def _anybody(self, interaction: Interaction, typed: str) -> Sequence[Choice]:
        return await suggest.combatants(self.app, interaction, typed)

    # -- turns
    @app_commands.command(name="next", description=words.NEXT)
    async def next(self, interaction: Interaction) -> None:
        await self.carry_out(interaction, encounters.next_turn)

    @app_commands.command(name="back", description=words.BACK)
    async def back(self, interaction: Interaction) -> None:
        await self.carry_out(interaction, encounters.back)

    @app_commands.command(name="pause", description=words.PAUSE)
    async def pause(self, interaction: Interaction) -> None:
        await self.carry_out(interaction, encounters.pause)

    @app_commands.command(name="resume", description=words.RESUME)
    async def resume(self, interaction: Interaction) -> None:
        await self.carry_out(interaction, encounters.resume)

    @app_commands.command(name="undo", description=words.UNDO)
    async def undo(self, interaction: Interaction) -> None:
        await self.carry_out(interaction, encounters.undo)

    @app_commands.command(name="redo", description=words.REDO)
    async def redo(self, interaction: Interaction) -> None:
        await self.carry_out(interaction, encounters.redo)
