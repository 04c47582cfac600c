"""What the journal on disk says, read step by step, and whether the board shows just that."""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy import create_engine, select

from bot.features.kit import custom_id, escape
from bot.features.render import Next, turn_key
from bot.practice.discord import Channel
from bot.practice.discord.message import Message
from bot.store import models as m
from bot.store.stored import checkpoint_from, encounter_from, seeds_from, step_from
from bot.table.board import board as boards
from bot.table.board import turn_token
from rules.engine.dice import Seeds
from rules.engine.encounter import ENDED, FIGHTING, Encounter
from rules.engine.live import CHANCE, run
from rules.engine.ruleset import PUBLIC, rules_of
from rules.engine.steps import DONE, OPEN, STANDING, Step
from rules.engine.view import view

State = Encounter[Any, Any]


class Follower:
    """The newest encounter of a channel, folded from its stored steps alone."""

    def __init__(self, sqlite_url: str, channel: Channel) -> None:
        assert channel.guild is not None
        self._engine = create_engine(sqlite_url.replace("+aiosqlite", ""))
        self._where = (m.Encounter.guild_id == channel.guild.id, m.Encounter.channel_id == channel.id)
        self.id = 0
        self.steps: dict[int, Step] = {}
        self._start: State
        self._seeds: Seeds
        self._version = 0
        self._unchecked: set[int] = set()

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()

    def read(self) -> State:
        """The state as the journal has it now."""
        with self._engine.connect() as connection:
            newest = select(*m.Encounter.__table__.c).where(*self._where).order_by(m.Encounter.id.desc())
            found = connection.execute(newest.limit(1)).one()
            self.row = encounter_from(found)
            if self.row.id != self.id:
                self._begin(connection, found)
            since = select(*m.Step.__table__.c).where(
                m.Step.encounter_id == self.id, m.Step.version > self._version
            )
            fresh = [(row.version, step_from(row)) for row in connection.execute(since)]
        for version, step in fresh:
            self.steps[step.no] = step
            self._version = max(self._version, version)
        if fresh:
            self._fold(min(step.no for _, step in fresh))
        self._unchecked |= {step.no for _, step in fresh}
        return self.state

    def version(self) -> int:
        """How often the encounter has been saved; -1 before there is one."""
        with self._engine.connect() as connection:
            wanted = select(m.Encounter.version).where(*self._where).order_by(m.Encounter.id.desc())
            found: int | None = connection.execute(wanted.limit(1)).scalar()
        return -1 if found is None else found

    def _begin(self, connection: Any, found: Any) -> None:
        self.id, self._version, self.steps = self.row.id, 0, {}
        first = select(*m.Checkpoint.__table__.c).where(m.Checkpoint.encounter_id == self.id)
        self._start = checkpoint_from(connection.execute(first.where(m.Checkpoint.no == 0)).one()).state
        self._seeds = seeds_from(found)
        self._after: dict[int, State] = {}
        self._unchecked = set()

    def _fold(self, since: int) -> None:
        for no in range(since, max(self.steps) + 1):
            state, step = self.before(no), self.steps[no]
            if step.status in STANDING:
                for change in step.changes:
                    state = change.apply(state)
            self._after[no] = state

    def before(self, no: int) -> State:
        """The state before a step."""
        return self._after.get(no - 1, self._start)

    @property
    def state(self) -> State:
        """The state after the newest step."""
        return self.before(max(self.steps, default=0) + 1)

    @property
    def last(self) -> Step:
        """The newest step, whatever became of it."""
        return self.steps[max(self.steps)]

    @property
    def open(self) -> Step | None:
        """The step in which somebody is awaited."""
        return next((step for step in self.steps.values() if step.status == OPEN), None)

    def verbs(self) -> list[str]:
        """The verbs of the steps that stand, in order."""
        return [step.verb for no, step in sorted(self.steps.items()) if step.status in STANDING]

    # -- again
    def executed_again(self) -> int:
        """Run every step anew that has changed since the last look, from its inputs, and hold it against what
        is stored; its dice from the seeds too. Gives how many.
        """
        looked = sorted(no for no in self._unchecked if self.steps[no].status in STANDING)
        for no in looked:
            step, before = self.steps[no], self.before(no)
            dice = self._seeds.roll if step.status == OPEN else None
            again = run(step.call, before, step.inputs, step.key, dice, step.carry)
            assert again.changes == step.changes, f"step {no} {step.verb}: changes"
            assert again.lines == step.lines, f"step {no} {step.verb}: lines"
            assert again.inputs == step.inputs, f"step {no} {step.verb}: inputs"
            assert again.done == (step.status == DONE), f"step {no} {step.verb}: {step.status}"
            for given in step.inputs:
                if given.kind == CHANCE:
                    rolled = self._seeds.roll(given.what, step.key, given.place, given.sides)
                    assert rolled == given.value, f"step {no} {step.verb}: a roll is not the seeds'"
        self._unchecked.clear()
        return len(looked)

    # -- the board
    def wrong_on(self, board: Message | None) -> list[str]:
        """What a board shows otherwise than the journal has it."""
        if board is None:
            return ["there is no board"]
        s, text = view(self.state, PUBLIC), board.text
        if s.phase == ENDED:
            return [] if "ended" in text else ["it does not say that the fight has ended"]
        wrong: list[str] = []
        when = f"round {s.round}" if s.round else "initiative"
        if s.phase == FIGHTING and when not in text:
            wrong.append(f"{when} is not shown")
        if (self.row.paused_at is not None) != ("paused" in text):
            wrong.append("it does not say rightly whether the fight is paused")
        turn = custom_id.write(Next(self.id, turn_key(turn_token(self.state))))
        if s.phase == FIGHTING and turn not in [button["custom_id"] for button in board.buttons]:
            wrong.append("its buttons are of another turn")
        lines = text.splitlines()
        return [*wrong, *self._wrong_turn(s, lines), *self._wrong_rows(s, lines)]

    def _wrong_turn(self, s: State, lines: list[str]) -> list[str]:
        marked = [line for line in lines if line.startswith("➤")]
        acting = s.combatants.get(s.actor)
        if acting is None or acting.gone:  # removed in the middle of a step, which passes the turn at its end
            return [f"nobody acts, and marked is {marked}"] if marked else []
        right = len(marked) == 1 and f"**{escape(acting.name)}**" in marked[0]
        return [] if right else [f"{acting.name} acts, and marked is {marked}"]

    def _wrong_rows(self, s: State, lines: list[str]) -> list[str]:
        """Everybody on the page with their health; nobody hidden or gone."""
        rules, wrong = rules_of(s), []
        words = s.options.get("foe_numbers") == "words"
        on_page = {row.who for row in boards(self.id, self.row.name, self.state, PUBLIC).rows}
        for c in s.present():
            health = rules.condition(s, c.id) if words and not c.player else rules.row(s, c.id, PUBLIC).health
            shown = any(escape(c.name) in line and escape(health) in line for line in lines)
            if c.id in on_page and not shown:
                wrong.append(f"{c.name} with {health} is not shown")
        known = {c.name for c in s.present()}
        others = [c.name for c in self.state.combatants.values() if c.name not in known]
        return [*wrong, *(f"{n} is shown" for n in others if any(_row_of(line, n) for line in lines))]


def _row_of(line: str, name: str) -> bool:
    """Whether a line of the board is about somebody of this name."""
    plain = line.removeprefix("➤ ").replace("**", "").replace("~~", "")
    return re.match(re.escape(escape(name)) + r"( \(| <@| ·|$)", plain) is not None
