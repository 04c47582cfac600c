"""Fights that have gone on for long already, written into a database before the bot starts."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from bot.practice.discord import Channel
from bot.store import EncounterRow, NewEncounter, Save, Store, Told
from rules import games
from rules.engine import frame, overrule
from rules.engine.dice import Seeds
from rules.engine.effects import Call
from rules.engine.encounter import Combatant
from rules.engine.journal import Checkpoint, Journal, Moved
from rules.engine.ruleset import ruleset
from rules.engine.steps import Step

from .fights import FOE, HEALED_AFTER, LIFE, MODIFIERS, PLAYER, Fight
from .sides import Town

SEEDS: Final = Seeds(b"the public seed of a benchmark..", b"the secret seed of a benchmark..")
BEGAN: Final = datetime(2026, 1, 1, tzinfo=UTC)


def database(folder: Path) -> str:
    """The address of the SQLite file that `sides.skirmish` uses in a folder."""
    return f"sqlite+aiosqlite:///{folder / 'skirmish.db'}"


@dataclass(frozen=True, slots=True)
class Act:
    """What one act changed in a journal, for the store: the steps, and a new checkpoint if there is one."""

    steps: tuple[Step, ...]
    checkpoint: Checkpoint | None


class History:
    """A fight as `bench.fights` plays it, played on paper. gm, player: user ids."""

    def __init__(self, gm: int, player: int) -> None:
        games.load()
        self._rules = ruleset("openquest")
        self.gm = gm
        self._opening = iter(self._first_calls(str(player)))
        self._healed, self._hurt = 0, list[str]()
        self.start = Checkpoint(0, self._rules.new_encounter({}))
        self.journal = Journal(SEEDS, self.start)
        self.acted = False

    @property
    def acting(self) -> str:
        """The name of the one whose turn it is."""
        return PLAYER if self.journal.state.actor == PLAYER.lower() else FOE

    def play_to(self, last: int, *, asked: bool = False, fresh: bool = False) -> Iterator[Act]:
        """Play on to this step, then until nothing is asked, or until something is (`asked`), or until a turn
        has just begun (`fresh`).
        """
        while (
            self.journal.last < last or (self.journal.open is not None) is not asked or (fresh and self.acted)
        ):
            moved = self._next()
            point = moved.journal.checkpoint()
            self.journal = moved.journal if point is None else moved.journal.since(point)
            yield Act(moved.changed, point)

    def _next(self) -> Moved:
        if self.journal.open is not None:
            ask = self.journal.open_asks()[0]
            value = ask.ask.legal(self.journal.state)[0].value
            return self._turned(self.journal.answer(ask.key, value, by=str(self.gm)))
        opening = next(self._opening, None)
        if opening is not None:
            return self._declared("", *opening)
        if self.journal.last - self._healed > HEALED_AFTER:
            self._healed, self._hurt = self.journal.last, [PLAYER, FOE]
        if self._hurt:
            return self._declared("", "set", overrule.set_value(self._hurt.pop().lower(), "hp", LIFE))
        if self.acted:
            return self._declared("", "next", frame.pass_turn())
        self.acted = True
        who, target = (PLAYER, FOE) if self.acting == PLAYER else (FOE, PLAYER)
        verb = next(verb for verb in self._rules.verbs if verb.name == "attack")
        args = {"target": target.lower(), "modifier": str(MODIFIERS[who])}
        return self._declared(who.lower(), "attack", verb.call(self.journal.state, who.lower(), args))

    def _declared(self, actor: str, verb: str, call: Call[Any]) -> Moved:
        at = int(BEGAN.timestamp()) + self.journal.last
        return self._turned(self.journal.declare(call, by=str(self.gm), actor=actor, verb=verb, at=at))

    def _turned(self, moved: Moved) -> Moved:
        before, after = self.journal.state, moved.journal.state
        if (before.round, before.acting) != (after.round, after.acting):
            self.acted = False
        return moved

    def _first_calls(self, player: str) -> list[tuple[str, Call[Any]]]:
        return [
            ("start", frame.opened(*SEEDS.commitments)),
            ("join", frame.arrive((self._combatant("sellsword", PLAYER, "heroes", player),))),
            ("add", frame.arrive((self._combatant("goblin", FOE, "foes", ""),))),
            *(
                ("set", overrule.set_value(who.lower(), value, LIFE))
                for who in (PLAYER, FOE)
                for value in ("hp_max", "hp")
            ),
            ("begin", frame.begin()),
        ]

    def _combatant(self, key: str, name: str, side: str, controller: str) -> Combatant[Any]:
        ready = next(one for one in self._rules.ready_made if one.key == key)
        return self._rules.combatant(
            name.lower(), name, ready.values, side=side, controller=controller, player=bool(controller)
        )


async def written(store: Store, history: History, channel: Channel, last: int, **until: bool) -> EncounterRow:
    """A new encounter of a channel, its history played to this step (see `play_to`) and all of it told."""
    assert channel.guild is not None
    where, gms = (channel.guild.id, channel.id), (history.gm,)
    async with store.write() as tx:
        opened = NewEncounter(*where, "The cellar", gms, history.start.state, SEEDS, BEGAN)
        row = await tx.encounters.open(opened)
    waiting: dict[int, Step] = {}
    for act in history.play_to(last, **until):
        waiting.update({step.no: step for step in act.steps})
        if act.checkpoint is not None:
            row = await _saved(store, row, waiting, act.checkpoint)
    return await _saved(store, row, waiting, None)


async def _saved(
    store: Store, row: EncounterRow, waiting: dict[int, Step], checkpoint: Checkpoint | None
) -> EncounterRow:
    steps = tuple(waiting[no] for no in sorted(waiting))
    waiting.clear()
    row = (await store.save(Save(row, steps, checkpoint=checkpoint))).row
    store.note(*(Told(row.id, step.no, row.version) for step in steps))
    return row


def multiplied(file: Path, encounter: int, copies: int) -> None:
    """Copy the newest encounter with all that belongs to it, each copy into a channel of its own."""
    with closing(sqlite3.connect(file)) as connection, connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (table,) in names:
            columns = [str(row[1]) for row in connection.execute(f"PRAGMA table_info({table})")]
            if table == "encounters" or "encounter_id" in columns:
                key = "id" if table == "encounters" else "encounter_id"
                moved = {key: f"{key} + i", "channel_id": "channel_id + i"}
                moved.setdefault("id", "NULL")
                values = ", ".join(moved.get(column, f'"{column}"') for column in columns)
                connection.execute(
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :copies) "
                    f"INSERT INTO {table} SELECT {values} FROM {table}, n WHERE {key} = :encounter",
                    {"copies": copies, "encounter": encounter},
                )


def carried_on(history: History, town: Town, at: int) -> Fight:
    """The fight that goes on in the town's channel with this number where the history stands."""
    fight = Fight(town.channels[at], town.gm, town.people[at])
    fight.acting, fight.acted = history.acting, history.acted
    return fight
