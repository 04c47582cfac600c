"""What a fight takes on disk: a step of a fight of twelve at most 2 KB on average, checkpoints and indexes
counted.
"""

import random
from dataclasses import dataclass
from typing import Any

from sqlalchemy import text

from bot.store import EncounterRow, NewEncounter, Save, Store
from bot.store.engine import create_engines
from rules.engine import frame
from rules.engine.effects import Call
from rules.engine.journal import Checkpoint, Journal, Moved
from rules.engine.procedures import Refused
from rules.engine.ruleset import Verb, register
from rules.games.openquest import RULESET

from .duel import CHANNEL, GM, GUILD, NOW, SEEDS

MOST_BYTES = 2048
COMBATANTS = 12
STEPS = 300


@dataclass
class Fight:
    """A fight that goes on by itself, every act saved as the table would."""

    store: Store
    row: EncounterRow
    journal: Journal
    luck: random.Random
    deliveries: int = 10**18

    async def save(self, moved: Moved) -> None:
        point = moved.journal.checkpoint()
        save = Save(self.row, moved.changed, delivery=str(self.deliveries), checkpoint=point)
        self.row = (await self.store.save(save)).row
        self.journal = moved.journal if point is None else moved.journal.since(point)

    async def declare(self, call: Call[Any], actor: str, verb: str) -> None:
        """A declaration, and an answer to every choice that it leaves."""
        self.deliveries += 1
        by, delivery = "123456789012345678", str(self.deliveries)
        moved = self.journal.declare(call, by=by, actor=actor, verb=verb, at=1_772_395_200, delivery=delivery)
        await self.save(moved)
        while asks := self.journal.open_asks():
            self.deliveries += 1
            value = self.luck.choice(asks[0].ask.legal(self.journal.state)).value
            moved = self.journal.answer(asks[0].key, value, by=by, delivery=str(self.deliveries))
            await self.save(moved)

    async def take_turn(self) -> None:
        """The acting combatant attacks where it can, and is done where it cannot."""
        state = self.journal.state
        for name in ("attack", "close"):
            verb = RULESET.verb(name)
            args = None if verb.ready(state, state.actor) else self.arguments(verb)
            if args is not None:
                try:
                    return await self.declare(verb.call(state, state.actor, args), state.actor, name)
                except Refused:
                    continue
        return await self.declare(frame.pass_turn(), "", "next")

    def arguments(self, verb: Verb) -> dict[str, str] | None:
        args: dict[str, str] = {}
        for param in verb.params:
            if param.kind == "choice" and param.choices is not None:
                choices = param.choices(self.journal.state, self.journal.state.actor, args)
                if choices:
                    args[param.name] = self.luck.choice(choices).value
                elif param.required:
                    return None
        return args


async def begun(store: Store) -> Fight:
    state = RULESET.new_encounter()
    async with store.write() as tx:
        row = await tx.encounters.open(NewEncounter(GUILD, CHANNEL, "Bridge", (GM,), state, SEEDS, NOW))
    fight = Fight(store, row, Journal(SEEDS, Checkpoint(0, state)), random.Random(1))
    for n in range(COMBATANTS):
        ready = [r for r in RULESET.ready_made if (r.kind == "character") == (n < 5)]
        chosen = ready[n % len(ready)]
        name = f"{chosen.name} {n}"
        side = (
            {"controller": str(10**18 + n), "side": "heroes"} if n < 5 else {"side": "foes", "player": False}
        )
        combatant = RULESET.combatant(frame.new_id(fight.journal.state, name), name, chosen.values, **side)
        await fight.declare(frame.join(combatant), "", "join")
    await fight.declare(frame.begin(), "", "begin")
    return fight


async def bytes_used(url: str) -> int:
    """Of the whole database, with nothing left in the log."""
    engines = create_engines(url)
    async with engines.write.connect() as connection:
        if url.startswith("sqlite"):
            pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
            size = int(pages) * int((await connection.exec_driver_sql("PRAGMA page_size")).scalar_one())
        else:
            size = (
                await connection.execute(text("SELECT pg_database_size(current_database())"))
            ).scalar_one()
    await engines.dispose()
    return size


async def test_a_step_of_a_fight_of_twelve_takes_two_kilobytes_at_most(store: Store, url: str) -> None:
    register(RULESET)
    fight = await begun(store)
    before, first = await bytes_used(url), fight.journal.last
    while fight.journal.last < STEPS and fight.journal.state.actor:
        await fight.take_turn()
    async with store.read() as tx:
        window = await tx.encounters.window(fight.row.id, before=1)
    assert window is not None
    steps = len(window.steps) - first
    assert steps > STEPS // 2
    assert sum(step.verb == "attack" for step in window.steps) > steps // 5
    assert (await bytes_used(url) - before) / steps <= MOST_BYTES
