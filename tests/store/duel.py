"""A game small enough to fill a journal with: one swings, the other chooses, a wound stays."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from bot.store import EncounterRow, NewEncounter, Save, Saved, Store
from rules.engine.codec import stored
from rules.engine.dice import Seeds, Sum
from rules.engine.effects import Ask, Call, Change, options
from rules.engine.encounter import Combatant, Encounter
from rules.engine.fmap import FMap
from rules.engine.journal import Checkpoint, Journal, Moved
from rules.engine.lines import Said
from rules.engine.procedures import Fight, procedure

GUILD, CHANNEL, GM, ANA, BEN = 81 << 22, 500, 11, 22, 33
NOW = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)
SEEDS = Seeds(b"p" * 32, b"s" * 32)
State = Encounter[Any, Any]


@stored
@dataclass(frozen=True, slots=True)
class Wound(Change[State]):
    """A combatant has lost this many points."""

    who: str
    points: int

    def apply(self, s: State) -> State:
        return s.with_combatant(self.who, stats=s[self.who].stats + self.points)


@procedure("duel", game="duel")
async def swing(fight: Fight[State], attacker: str, target: str) -> None:
    """A roll, the target's choice, and a wound unless it dodges."""
    points = await Sum("swing", 1, 6, who=attacker)
    if await Ask(target, "defence", "Dodge?", options("dodge", "stand"), "stand") == "stand":
        await Wound(target, points)
        await Said("{0} is hit", (target,))


@procedure("duel", game="duel")
async def graze(fight: Fight[State], target: str) -> None:
    """One point, no question."""
    await Wound(target, 1)


def state() -> State:
    """Ana's and Ben's combatants, without a wound."""
    people = FMap((c.id, c) for c in (Combatant("a", "Ana", 0, str(ANA)), Combatant("b", "Ben", 0, str(BEN))))
    return Encounter("duel", 1, FMap(), None, people)


def opening(channel: int = CHANNEL, guild: int = GUILD) -> NewEncounter:
    """A new duel in a channel."""
    return NewEncounter(guild, channel, "Duel", (GM,), state(), SEEDS, NOW, {"deadline": 60})


async def opened(store: Store, channel: int = CHANNEL, guild: int = GUILD) -> EncounterRow:
    """A new duel, stored."""
    async with store.write() as tx:
        return await tx.encounters.open(opening(channel, guild))


class Table:
    """A journal and its row, saved after every act, as the table does it."""

    def __init__(self, store: Store, row: EncounterRow) -> None:
        self.store = store
        self.row = row
        self.journal = Journal(SEEDS, Checkpoint(0, state()))

    async def declare(self, call: Call[Any], actor: str = "a", by: int = ANA, **more: Any) -> Saved:
        """A declaration."""
        moved = self.journal.declare(call, by=str(by), actor=actor, verb=call.name, at=1_772_395_200)
        return await self.save(moved, **more)

    async def answer(self, value: str, by: int = BEN, **more: Any) -> Saved:
        """The first open ask is answered."""
        return await self.save(
            self.journal.answer(self.journal.open_asks()[0].key, value, by=str(by)), **more
        )

    async def save(self, moved: Moved, **more: Any) -> Saved:
        """Save an act and go on from it, with a checkpoint when one is due."""
        point = moved.journal.checkpoint()
        saved = await self.store.save(Save(self.row, moved.changed, checkpoint=point, **more))
        self.row = saved.row
        self.journal = moved.journal if point is None else moved.journal.since(point)
        return saved
