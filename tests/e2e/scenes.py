"""Situations in which a command or button makes sense: each in a channel of its own, with the same people."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

from sqlalchemy import create_engine, func, select

from bot.practice.discord import Channel, Outcome, Person
from bot.practice.discord.interactions import Kind
from bot.practice.discord.message import Message
from bot.practice.discord.people import options
from bot.practice.discord.people.resolving import Resolver
from bot.store import models as m
from tests.e2e.at_random import Fight
from tests.e2e.company import Company

GM, CONTROLLER, OTHER, OUTSIDER, MANAGER, ELSEWHERE, DM = (
    "GM",
    "Controller",
    "Other player",
    "Outsider",
    "Manage Server",
    "Other server",
    "DM",
)

CAST = {
    "openquest": ("Sellsword", "Hunter", "Goblin"),
    "c22": ("Blade", "Gunner", "Thug"),
    "katzbalger": ("Soldier", "Fencer", "Thug"),
    "24-system": ("Guard", "Duelist", "Bandit"),
}
"""The characters of the controller and of the other player, and the foe."""


class People:
    """Who is there: the GM, Ana whose combatant it is about, Ben with another, Olga who looks on, Mara who
    may Manage Server, and Fritz on another server.
    """

    def __init__(self, company: Company) -> None:
        self.company = company
        self.gm = company.person("gunnar")
        self.ana = company.person("ana")
        self.ben = company.person("ben")
        self.olga = company.person("olga")
        self.mara = company.manager("mara")
        self.hall = company.world.add_guild("Table Two")
        self.fritz = company.person("fritz", self.hall)
        for guild in (company.guild, self.hall):
            guild.permit("config", guild.everyone, True)  # or Discord would not even offer it to most of them
        self.engine = create_engine(company.bot.database_url.replace("+aiosqlite", ""))
        self.numbers = itertools.count(1)

    def all(self) -> dict[str, Person]:
        """By column of the table."""
        return {
            GM: self.gm,
            CONTROLLER: self.ana,
            OTHER: self.ben,
            OUTSIDER: self.olga,
            MANAGER: self.mara,
            ELSEWHERE: self.fritz,
            DM: self.ana,
        }


class Scene:
    """One situation. People act from where those of their column are: the scene's channel, a channel of the
    other server, or their private messages.
    """

    def __init__(self, people: People, game: str = "openquest") -> None:
        self.people = people
        self.company = people.company
        self.game = game
        number = next(people.numbers)
        self.channel = self.company.guild.add_channel(f"scene-{number}")
        self.far = people.hall.add_channel(f"hall-{number}")
        self.fight = Fight(self.company, self.channel, people.gm, number, self.company.bot.database_url)
        for person in (people.ana, people.ben):
            self.fight.people[person.id] = person

        self.cards: dict[str, Any] = {}
        """A card that Ana may play, and as what."""

    async def looked_at_cards(self) -> None:
        """Ana's choices are kept, for others to try them."""
        for name in ("card", "as"):
            offered = await self.people.ana.autocomplete(self.channel, "play", name, "", self.cards)
            self.cards[name] = offered.choices[0].value

    def close(self) -> None:
        """Let go of the database."""
        self.fight.follower.close()

    # -- what leads up to it
    async def gm(self, line: str, values: Mapping[str, Any] | None = None) -> Outcome:
        """The GM says something; it must be done."""
        return await self.fight.say(self.people.gm, line, dict(values or {}))

    async def gathering(self, character: str = "") -> None:
        """An encounter is open: Ana's combatant, Ben's, and a foe."""
        first, second, foe = CAST[self.game]
        await self.gm(f"encounter start ruleset:{self.game} name:The ford")
        await self.fight.say(self.people.ana, f"encounter join character:{character or first} name:Ana")
        await self.fight.say(self.people.ben, f"encounter join character:{second} name:Ben")
        await self.gm(f"encounter add creature:{foe} name:Foe")

    async def turn(self, character: str = "", whose: str = "ana") -> None:
        """The fight runs and it is Ana's turn."""
        await self.gathering(character)
        await self.gm("encounter begin")
        await self.fight.answered()
        await self.until(whose)

    async def until(self, who: str) -> None:
        """Turns pass until it is this combatant's."""
        for _ in range(12):
            if self.fight.state.actor == who:
                return
            await self.gm("encounter next")
            await self.fight.answered()
        raise AssertionError(f"{who} never has a turn")

    async def asked(self, value: str = "") -> None:
        """A choice of Ana's waits (in which `value` is an option)."""
        await self.turn(whose="foe")
        if self.game == "24-system":
            await self.gm(
                "encounter place", {"what": "range", "target": "foe", "where": "ana", "detail": "melee"}
            )
        for _ in range(40):
            if self.fight.state.actor != "foe":
                await self.until("foe")
            await self.strong("foe")
            await self.company.say(self.people.gm, "attack", {"target": "ana"}, at=self.channel)
            await self.fight.settled()
            for _ in range(6):
                waiting = self.fight.asks()
                if not waiting:
                    break
                if any(self.offered_by(ask, value) for ask in waiting if ask.who == "ana"):
                    return
                await self.fight.answer(waiting[0])
                await self.fight.settled()
            await self.gm("encounter next")
            await self.fight.answered()
        raise AssertionError(f"Ana is never asked whether to {value}")

    def offered_by(self, ask: Any, value: str) -> bool:
        """Whether an ask has this option, by the buttons of its card."""
        message = self.company.card(self.fight.follower.id, ask.step_no, self.channel)
        return message is not None and (not value or value in message.text.casefold())

    async def strong(self, who: str) -> None:
        """Its next attack will hit."""
        skills = {"openquest": ("close", "300"), "24-system": ("melee", "6"), "katzbalger": ("hth", "40")}
        if self.game in skills:
            value, to = skills[self.game]
            await self.gm("encounter set", {"combatant": who, "value": value, "to": to})

    async def offered(self) -> None:
        """Ana's attack failed and she may use a point of fortune."""
        await self.turn()
        await self.gm("encounter set combatant:ana value:fortune to:3")
        for _ in range(20):
            await self.gm("encounter set combatant:ana value:close to:5")
            await self.company.say(self.people.ana, "attack", {"target": "foe"}, at=self.channel)
            await self.fight.settled()
            await self.fight.answered()
            if self.fight.asks("offer"):
                return
            await self.until("foe")
            await self.until("ana")
        raise AssertionError("Ana never fails")

    async def ended(self) -> None:
        """The encounter has ended; Ana's combatant was made from a sheet of hers."""
        sheet = f"Sheet {next(self.people.numbers)}"
        await self.new_sheet(self.people.ana, sheet)
        await self.turn(sheet)
        await self.company.say(self.people.gm, "encounter end", at=self.channel)
        await self.fight.settled()

    async def new_sheet(
        self, person: Person, name: str, *, for_server: bool = False, far: bool = False
    ) -> None:
        """A sheet of one's own, from a ready character."""
        line = f"character new name:{name} ruleset:{self.game} from:{CAST[self.game][0]}"
        out = await self.company.say(person, line, {"for_server": for_server}, at=self.channel)
        await self.company.press(person, out.reply, "Save")

    # -- acts
    def where(self, column: str) -> Channel:
        """From where somebody of this column acts."""
        person = self.people.all()[column]
        if column == DM:
            return self.company.world.direct_channel(person.user, self.company.world.application.user)
        return self.far if column == ELSEWHERE else self.channel

    async def command(self, column: str, line: str, values: Mapping[str, Any]) -> Outcome:
        """Somebody uses a command from where they are."""
        person = self.people.all()[column]
        return await self.company.say(person, line, dict(values), at=self.where(column))

    async def smuggled(self, column: str, line: str, values: Mapping[str, Any]) -> Outcome:
        """A command that Discord would not let somebody use there arrives all the same."""
        person, at = self.people.all()[column], self.where(column)
        usable = self.company.world.command_store.usable_in(self.company.guild)
        named, rest = options.find_command(usable, line)
        resolver = Resolver(person.user, self.channel)
        given = {**options.split_options(named, rest), **values}
        sent = options.filled(named, given, resolver)
        return await self.company.answered(
            line, await person._command(Kind.COMMAND, at, named, sent, resolver)
        )

    async def pressed_from(self, column: str, message: Message, custom_id: str) -> Outcome:
        """A press from where the message is not seen arrives all the same."""
        person, at = self.people.all()[column], self.where(column)
        data = {"custom_id": custom_id, "component_type": 2, "id": 1}
        return await self.company.answered(
            custom_id, await person._act(Kind.COMPONENT, at, data, source=message)
        )

    # -- what there is
    def kept(self) -> dict[str, Any]:
        """Everything that a refused act must leave as it is."""
        with self.people.engine.connect() as connection:

            def rows(table: type[m.Base], *where: Any) -> list[tuple[Any, ...]]:
                columns = select(*table.__table__.c).where(*where)
                return [tuple(row) for row in connection.execute(columns)]

            mine = m.Encounter.channel_id.in_((self.channel.id, self.far.id))
            ids = select(m.Encounter.id).where(mine)
            return {
                "servers": rows(m.Server),
                "sheets": rows(m.Sheet),
                "drafts": rows(m.Draft),
                "encounters": [_lasting(row) for row in connection.execute(_ENCOUNTERS.where(mine))],
                "steps": connection.execute(
                    select(m.Step.no, m.Step.status, m.Step.version).where(m.Step.encounter_id.in_(ids))
                ).all(),
                "asks": rows(m.Ask, m.Ask.encounter_id.in_(ids)),
                "rolls": connection.execute(select(func.count()).select_from(m.Roll)).scalar(),
            }


_ENCOUNTERS = select(m.Encounter.id, m.Encounter.version, m.Encounter.gms, m.Encounter.ended_at)


def _lasting(row: Any) -> tuple[Any, ...]:
    return row.id, row.version, tuple(row.gms), row.ended_at
