"""Fights for the tests: people made from a line, and a state where a case can begin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.table.choosing import arguments
from rules.engine import frame
from rules.engine.dice import Seeds
from rules.engine.effects import Call
from rules.engine.encounter import FIGHTING, Combatant, Slot
from rules.engine.fmap import FMap
from rules.engine.journal import Checkpoint, Journal
from rules.engine.ruleset import Ready, register
from rules.engine.scripted import Scripted, scripted
from rules.games.system24 import RULESET
from rules.games.system24.chances import SkillRoll
from rules.games.system24.changes import SetRange
from rules.games.system24.fields import SHEET_FIELDS
from rules.games.system24.sheet import State, Stats

register(RULESET)
READY: dict[str, Ready] = {r.key: r for r in RULESET.ready_made}
_SHEET = {f.key for f in SHEET_FIELDS}
MISS = ["no", "no"]
"""After a missed roll: no push, no Critical Failure."""


def hero(who: str, **values: Any) -> Combatant[Stats]:
    """A player's combatant whose id is its name; values of the sheet, or fields of its stats."""
    return person(who, "heroes", True, values)


def foe(who: str, **values: Any) -> Combatant[Stats]:
    """One of the Guide's combatants."""
    return person(who, "foes", False, values)


def ready(who: str, key: str, **values: Any) -> Combatant[Stats]:
    """A ready character or foe under a name."""
    made = READY[key]
    player = made.kind == "character"
    return person(who, "heroes" if player else "foes", player, {**made.values, **values})


def person(who: str, side: str, player: bool, values: Mapping[str, Any]) -> Combatant[Stats]:
    """A combatant with these values."""
    sheet = {k: v for k, v in values.items() if k in _SHEET}
    fields = {k: v for k, v in values.items() if k not in _SHEET and k != "name"}
    c = RULESET.combatant(who, who.capitalize(), sheet, side=side, player=player)
    controller = f"u-{who}" if player else ""
    return replace(c, controller=controller, stats=replace(c.stats, **fields))


def arena(*people: Combatant[Stats], near: Sequence[str] = (), **options: Any) -> State:
    """Round 1, turns in the order given, the first one's turn. near: "a b melee" for pairs not Separated."""
    s: State = RULESET.new_encounter(FMap(options))
    slots = tuple(Slot(c.id, c.id, str(20 - n)) for n, c in enumerate(people))
    s = replace(s, combatants=FMap((c.id, c) for c in people), phase=FIGHTING, round=1, order=slots)
    s = replace(s, acting=slots[0].id, fired=("1/round/start", f"1/{slots[0].id}/start"))
    for words in near:
        s = SetRange(*words.split()).apply(s)
    return s


def change(s: State, who: str, **fields: Any) -> State:
    """The state with fields of somebody's stats replaced."""
    return s.with_stats(who, **fields)


def play(call: Call[Any], s: State, script: Sequence[Any]) -> Scripted[Any]:
    """A scripted run."""
    return scripted(call, s, script)


def declare(s: State, who: str, verb: str, script: Sequence[Any] = (), **args: str) -> Scripted[Any]:
    """A verb declared as a player does, with its defaults, and played."""
    v = RULESET.verb(verb)
    given = arguments(v, s, who, {("where" if k == "at" else k): x for k, x in args.items()})
    return scripted(v.call(s, who, given), s, script)


def journal(*people: Combatant[Stats], seed: bytes = b"a" * 32, **options: Any) -> Journal:
    """A journal of an encounter with these people, not yet begun."""
    j = Journal(Seeds(seed, b"b" * 32), Checkpoint(0, RULESET.new_encounter(FMap(options))))
    for c in people:
        j = j.declare(frame.join(c), by="gm", actor="", verb="join", at=1).journal
    return j


def lines(run: Scripted[Any]) -> str:
    """What was told, with names."""
    return "\n".join(line.text(lambda w: run.s[w].name) for line in run.lines)


def dice(run: Scripted[Any], n: int = 0) -> SkillRoll:
    """The n-th roll of a run, which must be a skill roll."""
    roll = run.rolls[n][0]
    assert isinstance(roll, SkillRoll)
    return roll


def dcs(run: Scripted[Any]) -> tuple[int, ...]:
    """What the first roll was against."""
    return dice(run).dcs
