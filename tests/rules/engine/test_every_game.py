"""What holds for every game: a fight of random acts is saved, taken back, overruled, exported, verified."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rules.games
from rules.engine import frame, overrule
from rules.engine.encounter import FIGHTING, Encounter
from rules.engine.export import gm_log, player_log
from rules.engine.procedures import Refused
from rules.engine.ruleset import PUBLIC, Param, Ruleset, Verb, Viewer, ruleset
from rules.engine.verify import verify
from rules.engine.view import leaks, patched, shown, view
from tests.rules.engine.desk import Desk, run_again

GAMES = sorted(game.id for game in rules.games.load())
USERS = {"u-ana": "heroes", "u-ben": "heroes"}
ACTS = 70


def opened(game: Ruleset[Any, Any], rnd: Random) -> Desk:
    """Two players' characters, a foe, and one that only the GM sees, each ready-made."""
    desk = Desk(game.new_encounter())
    characters = [r for r in game.ready_made if r.kind == "character"] or list(game.ready_made)
    creatures = [r for r in game.ready_made if r.kind == "creature"] or characters
    cast = [(f"hero{n}", rnd.choice(characters), user) for n, user in enumerate(USERS)]
    cast += [("foe", rnd.choice(creatures), ""), ("lurker", rnd.choice(creatures), "")]
    for who, ready, user in cast:
        made = game.combatant(
            who,
            who.title(),
            ready.values,
            controller=user,
            side="heroes" if user else "foes",
            player=bool(user),
            hidden=who == "lurker",
        )
        desk.gm("join", frame.arrive((made,)))
    return desk


def arguments(verb: Verb, s: Encounter[Any, Any], who: str, rnd: Random) -> dict[str, str] | None:
    """Any values that the verb offers; None when it has none for a required parameter."""
    args: dict[str, str] = {}
    for param in verb.params:
        value = _value(param, s, who, args, rnd)
        if value is None and param.required:
            return None
        if value is not None:
            args[param.name] = value
    return args


def _value(param: Param, s: Encounter[Any, Any], who: str, args: dict[str, str], rnd: Random) -> str | None:
    if not param.required and rnd.random() < 0.5:
        return param.default(s, who, args) if param.default else None
    if param.kind == "number":
        return str(rnd.randint(max(param.low, -2), min(param.high, 2)))
    if param.choices is None:
        return "something"
    choices = param.choices(s, who, args)
    return rnd.choice(choices).value if choices else None


class Fight:
    """Random acts of everybody, each of which may be refused and must not break anything."""

    def __init__(self, game: Ruleset[Any, Any], seed: int) -> None:
        self.game, self.rnd = game, Random(seed)
        self.desk = opened(game, self.rnd)
        self.desk.gm("begin", frame.begin())

    def act(self) -> None:
        desk, rnd = self.desk, self.rnd
        before = desk.state
        try:
            if desk.journal.open is not None:
                self._meanwhile()
            elif desk.state.phase != FIGHTING:
                desk.declare("", "begin", frame.begin())
            elif rnd.random() < 0.1:
                desk.undo()
            elif rnd.random() < 0.15 or not desk.state.actor:
                desk.declare("", "next", frame.pass_turn())
            elif desk.journal.offers() and rnd.random() < 0.3:
                self._revise()
            else:
                self._declare()
        except Refused:
            assert desk.state == before
        assert leaks(desk.state) == ()

    def _declare(self) -> None:
        who = self.desk.state.actor
        seen = view(self.desk.state, Viewer(self.desk.state[who].controller, gm=True))
        verbs = [v for v in self.game.verbs if v.who != "gm" and v.ready(seen, who) is None]
        if not verbs:
            return
        verb = self.rnd.choice(verbs)
        args = arguments(verb, seen, who, self.rnd)
        if args is not None:
            self.desk.declare(who, verb.name, verb.call(self.desk.state, who, args))

    def _meanwhile(self) -> None:
        desk, rnd = self.desk, self.rnd
        old = desk.newest()
        if rnd.random() < 0.05:
            desk.undo()
            return
        if rnd.random() < 0.1 and self.game.settables:
            settable = rnd.choice([x for x in self.game.settables if x.kind == "number"])
            desk.gm("set", overrule.set_value("foe", settable.key, rnd.randint(max(settable.low, 0), 3)))
        else:
            n = rnd.randrange(len(desk.journal.open_asks()))
            legal = desk.journal.open_asks()[n].ask.legal(desk.state)
            desk.answer(rnd.choice(legal).value, n)
        new = desk.journal.tail[-1]
        assert new.changes[: len(old.changes)] == old.changes
        assert new.lines[: len(old.lines)] == old.lines

    def _revise(self) -> None:
        at = self.desk.journal.rerun()
        offered = self.rnd.choice(at.offered if at else ())
        value = self.rnd.choice(offered.ask.legal(None)).value
        self.desk.take(self.desk.journal.revise(offered.key, value, by="u-ana"))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", GAMES)
def test_a_fight_of_random_acts_is_saved_run_again_exported_and_verified(game: str, seed: int) -> None:
    fight = Fight(ruleset(game), seed)
    for _ in range(ACTS):
        fight.act()
    desk = fight.desk
    assert sum(1 for step in desk.steps() if step.actor) > 2, "somebody has acted"
    assert run_again(desk) == desk.state
    desk.load()
    assert run_again(desk) == desk.state
    if desk.journal.open is None:
        desk.gm("end", frame.end(desk.seeds.public.hex()))
    steps = desk.steps()
    whole = json.loads(json.dumps(gm_log(desk.start, steps, desk.seeds)))
    public = json.loads(json.dumps(player_log(desk.start, steps, desk.seeds)))
    for log in (whole, public):
        report = verify(log)
        assert report.ok, report.lines()
    state = public["start"]
    for row in public["steps"]:
        state = patched(state, row.get("patch", []))
    assert state == json.loads(json.dumps(shown(desk.state, PUBLIC)))
    if not any(step.actor == "lurker" for step in steps):
        assert "lurker" not in json.dumps(public).lower()


def digest(game: str) -> str:
    """Of all that a fight of random acts has left behind."""
    fight = Fight(ruleset(game), 100)
    for _ in range(ACTS):
        fight.act()
    return hashlib.sha256("\n".join(fight.desk.rows.values()).encode()).hexdigest()


def test_a_fight_is_the_same_whatever_order_sets_have() -> None:
    """In a process with another seed of Python's hashes a set of texts has another order."""
    script = f"from {__name__} import *; print([digest(game) for game in GAMES])"
    root = Path(__file__).resolve().parents[3]
    found = {
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=root,
            env={**os.environ, "PYTHONPATH": str(root), "PYTHONHASHSEED": hashes},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hashes in ("1", "2")
    }
    assert found == {f"{[digest(game) for game in GAMES]}\n"}
