"""Fights for the tests: a table of ready-made combatants, and a state where a case can begin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine import frame
from rules.engine.changes import SetMarker
from rules.engine.dice import Seeds
from rules.engine.effects import Call
from rules.engine.encounter import Combatant
from rules.engine.exact import exact
from rules.engine.fmap import FMap
from rules.engine.journal import Checkpoint, Journal
from rules.engine.ruleset import Ready, register
from rules.engine.scripted import Scripted, scripted
from rules.games.openquest import RULESET
from rules.games.openquest.blows import STANDARD, Blow
from rules.games.openquest.model import State, Stats, pair
from rules.games.openquest.rounds import initiative

register(RULESET)
READY: dict[str, Ready] = {r.key: r for r in RULESET.ready_made}


def fighter(who: str, key: str, **fields: Any) -> Combatant[Stats]:
    """A ready-made combatant whose id is its name; heroes are players. Other fields replace those of its
    stats.
    """
    hero = READY[key].kind == "character"
    c = RULESET.combatant(who, who, READY[key].values, side="heroes" if hero else "foes", player=hero)
    controller = f"player-{who}" if hero else ""
    return replace(c, controller=controller, stats=_with(c.stats, fields))


def _with(stats: Stats, fields: Mapping[str, Any]) -> Stats:
    """Stats with some fields replaced; the names of skills and of a turn's fields count as fields too."""
    own: dict[str, Any] = {}
    for name, value in fields.items():
        if hasattr(stats, name) and not callable(getattr(Stats, name, None)):
            own[name] = value
        elif hasattr(stats.turn, name):
            own["turn"] = replace(own.get("turn", stats.turn), **{name: value})
        elif name in stats.characteristics:
            own["characteristics"] = own.get("characteristics", stats.characteristics).put(name, value)
        else:
            own["skills"] = own.get("skills", stats.skills).put(name, value)
    return replace(stats, **own)


def arena(*fighters: Combatant[Stats], close: tuple[str, ...] = (), **options: Any) -> State:
    """Round 1 of a fight in the order of skills, the first one's turn. close: "a b" for pairs at Close."""
    s: State = RULESET.new_encounter(FMap(options))
    s = replace(s, combatants=FMap((c.id, c) for c in fighters), phase="fighting", round=1)
    s = s.with_ground(close=tuple(pair(*two.split()) for two in close))
    s = scripted(initiative(), s, []).s
    return SetMarker(1, s.order[0].id).apply(s)


def turn(s: State, who: str, number: int | None = None) -> State:
    """The state in which it is somebody's turn."""
    return SetMarker(s.round if number is None else number, who).apply(s)


def changed(s: State, who: str, **fields: Any) -> State:
    """The state with fields of somebody's stats, turn or skills replaced."""
    return s.with_combatant(who, stats=_with(s[who].stats, fields))


def duel(hero: str = "sellsword", foe: str = "goblin", **options: Any) -> State:
    """Ana and a foe ("foe") at Close, Ana without Fortune, on Ana's turn."""
    enemy = replace(fighter("foe", foe), side="foes")
    s = arena(fighter("ana", hero, fortune=0), enemy, close=("ana foe",), **options)
    return turn(s, "ana")


def blow(manner: str = STANDARD, weapon: str = "Longsword", **more: Any) -> Blow:
    """Ana's attack on the foe."""
    return Blow("ana", "foe", weapon, manner, **more)


def play(call: Call[Any], s: State, *script: Any) -> Scripted[Any]:
    """A scripted run."""
    return scripted(call, s, script)


def chances(call: Call[Any], s: State, view: Any, answers: Mapping[str, str] = FMap()) -> dict[Any, Any]:
    """The exact distribution of `view(result, state)`; asks are answered by topic, else by their default."""

    def policy(ask: Any, state: State) -> str:
        return answers.get(ask.topic, ask.settled(state))

    out: dict[Any, Any] = {}
    for (result, after), p in exact(call, s, policy).items():
        seen = view(result, after)
        out[seen] = out.get(seen, 0) + p
    return out


SEEDS = Seeds(b"a" * 32, b"b" * 32)


def journal(*fighters: Combatant[Stats], seeds: Seeds = SEEDS, **options: Any) -> Journal:
    """A fight that has begun, in a journal."""
    j = Journal(seeds, Checkpoint(0, RULESET.new_encounter(FMap(options))))
    for c in fighters:
        j = j.declare(frame.join(c), by="gm", actor="", verb="join", at=1).journal
    return j.declare(frame.begin(), by="gm", actor="", verb="begin", at=1).journal
