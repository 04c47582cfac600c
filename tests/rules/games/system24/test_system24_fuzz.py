"""Random fights with random answers, meddling Guides, undo, redo and offers taken up: nothing breaks."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from bot.table.choosing import arguments
from rules.engine import frame, overrule
from rules.engine.codec import decode, encode
from rules.engine.effects import Call
from rules.engine.encounter import FIGHTING
from rules.engine.journal import Journal, Moved, NeedEarlier
from rules.engine.live import Input, run
from rules.engine.procedures import Refused
from rules.engine.ruleset import PUBLIC, Verb, Viewer
from rules.engine.steps import DONE, decode_step, encode_step, told
from rules.engine.view import leaks, view
from rules.games.system24 import RULESET
from rules.games.system24.sheet import GRAPPLING, LAST_STEP, UNARMED, State
from rules.games.system24.state import able, between, locks_on

from .table import journal, ready

ROSTER = ("guard", "scout", "duelist", "bandit", "gunman", "brute", "hound", "gunman", "brute", "guard")
FREE_WORDS = "the {0} door"
OFFERED = ("position", "strain", "yes", "refuse", "no", "20", "8")


class Fuzz:
    """One random fight."""

    def __init__(self, seed: int) -> None:
        self.rnd = random.Random(seed)
        options: dict[str, Any] = {
            o.key: self.rnd.choice(o.choices).value for o in RULESET.all_options() if self.rnd.random() < 0.4
        }
        people = [ready(f"{k}{n}", k) for n, k in enumerate(ROSTER[: self.rnd.randint(4, 10)])]
        self.j: Journal = journal(*people, seed=self.rnd.randbytes(32), **options)
        self.refusals: list[str] = []

    def do(self, act: Callable[[], Moved]) -> bool:
        """Do it, or see that a refusal changes nothing."""
        before = self.j.state
        try:
            self.j = act().journal
        except Refused as why:
            self.refusals.append(str(why))
            assert self.j.state == before
            return False
        self.look()
        return True

    def declare(self, call: Call[Any], actor: str, verb: str) -> bool:
        return self.do(lambda: self.j.declare(call, by="x", actor=actor, verb=verb, at=1))

    def look(self) -> None:
        """Everybody looks at the board."""
        s: State = self.j.state
        for viewer in (PUBLIC, Viewer("u-guard0"), Viewer("g", True)):
            seen = view(s, viewer)
            for c in seen.present():
                RULESET.row(seen, c.id, viewer)
                RULESET.condition(seen, c.id)
                if viewer.controls(c):
                    RULESET.panel(seen, c.id, viewer)
            RULESET.footer(seen, viewer)
        assert leaks(s) == ()
        self.possible(s)

    def possible(self, s: State) -> None:
        """No number is one that the game does not know, and who cannot act holds nobody."""
        for c in s.combatants.values():
            me = c.stats
            assert all(0 <= n <= LAST_STEP[region] for region, n in me.wounds.items())
            assert min(me.integrity, me.shield_integrity, *(w.integrity for w in (*me.weapons, UNARMED))) >= 0
            assert 0 <= me.fear <= 6
            assert me.held not in me.dropped or not me.held
            assert all(able(s, x.holder) for x in locks_on(s, c.id))
        for x in s.ground.locks:
            assert between(s, x.holder, x.target) == GRAPPLING
        waiting = [t.owner for t in s.ground.triggers]
        assert len(waiting) == len(set(waiting))

    def given(self, v: Verb, s: State, who: str) -> dict[str, str]:
        """Random arguments, now and then nonsense where words are free."""
        args: dict[str, str] = {}
        for p in v.params:
            choices = list(p.choices(s, who, args)) if p.choices else []
            if not p.required and self.rnd.random() < 0.5:
                continue
            if p.kind == "many" and choices:
                some = self.rnd.sample(choices, min(len(choices), self.rnd.randint(1, 3)))
                args[p.name] = ",".join(c.value for c in some)
            elif p.kind == "text":
                free = not choices or self.rnd.random() < 0.2
                args[p.name] = FREE_WORDS if free else self.rnd.choice(choices).value
            elif choices:
                args[p.name] = self.rnd.choice(choices).value
        return args

    def meddle(self) -> None:
        """The Guide changes something, in the middle of a step too."""
        s: State = self.j.state
        ids = [c.id for c in s.present()]
        r = self.rnd.random()
        call: Call[Any]
        if r < 0.15 and len(ids) > 3:
            call = frame.leave(self.rnd.choice(ids), self.j.open is None)
        elif r < 0.25:
            call = overrule.set_combatant(self.rnd.choice(ids), "hidden", self.rnd.random() < 0.5)
        elif r < 0.6:
            v = self.rnd.choice(RULESET.settables)
            value: Any = {
                "number": self.rnd.randint(max(v.low, -3), min(v.high, 7)),
                "flag": self.rnd.random() < 0.5,
                "text": self.rnd.choice(["none", "LH", "the door", "sword"]),
                "choice": self.rnd.choice(v.choices or ("",)),
            }[v.kind]
            call = overrule.set_value(self.rnd.choice(ids), v.key, value)
        else:
            verbs = [v for v in RULESET.verbs if v.who == "gm" and (v.interrupts or not self.j.open)]
            verb = self.rnd.choice([v for v in verbs if v.ready(s, "") is None])
            try:
                call = verb.call(s, "", arguments(verb, s, "", self.given(verb, s, "")))
            except Refused:
                return
        if self.j.open:
            self.do(lambda: self.j.interrupt(call, by="gm"))
        else:
            self.declare(call, "", "gm")

    def settle(self) -> None:
        """Answer at random until nothing waits."""
        while self.j.open:
            r = self.rnd.random()
            if r < 0.15:
                self.meddle()
            elif r < 0.17:
                self.do(self.j.undo)
            else:
                ask = self.rnd.choice(self.j.open_asks())
                waiting = self.j.waiting()
                assert waiting is not None
                option = self.rnd.choice(ask.ask.legal(waiting.s))
                assert option.words
                self.do(partial(self.j.answer, ask.key, option.value, by="x"))

    def turn(self) -> None:
        """One thing that somebody does."""
        s, r = self.j.state, self.rnd.random()
        if s.phase != FIGHTING:  # not begun yet, or undone
            self.declare(frame.begin(), "", "begin")
        elif r < 0.15:
            self.meddle()
        elif r < 0.22 and self.j.offers():
            offer = self.rnd.choice(self.j.offers())
            for value in self.rnd.sample(OFFERED, len(OFFERED)):
                if self.do(partial(self.j.revise, offer.key, value, by="x")):
                    break
        elif r < 0.28:
            try:
                self.do(self.j.undo)
            except NeedEarlier:
                return
            if self.rnd.random() < 0.5:
                self.do(self.j.redo)
        elif not s.actor or r < 0.4:
            self.declare(frame.pass_turn(), "", "next")
        else:
            self.act(s.actor)
        self.settle()

    def act(self, who: str) -> None:
        """A declaration of the acting combatant, as its player sees the fight."""
        c = self.j.state[who]
        s = view(self.j.state, Viewer(c.controller, not c.controller))
        if not s.here(who):
            s = self.j.state
        verbs = [v for v in RULESET.verbs if v.who == "turn" and v.ready(s, who) is None]
        likely = [v for v in verbs if v.name in ("attack", "advance", "trigger", "grapple", "covering")]
        if not verbs:
            self.declare(frame.pass_turn(), "", "next")
            return
        v = self.rnd.choice(likely if likely and self.rnd.random() < 0.6 else verbs)
        try:
            call = v.call(s, who, arguments(v, s, who, self.given(v, s, who)))
        except Refused as why:
            self.refusals.append(str(why))
            return
        self.declare(call, who, v.name)

    def replayed(self) -> None:
        """All stored forms survive, every line has words, and a replay comes to the same."""
        state = self.j.base.state
        for step in self.j.tail:
            assert decode_step(json.loads(json.dumps(encode_step(step)))) == step
            for _, x in told(step):
                words = x.what.text(x.value, str) if isinstance(x, Input) else x.text(str)
                assert not re.search(r"\{\d\}", words.replace(FREE_WORDS, "")), words
            if step.status != DONE:
                continue
            again = run(step.call, state, step.inputs, step.key, None)
            assert (again.done, again.changes, again.lines) == (True, step.changes, step.lines)
            for change in step.changes:
                state = change.apply(state)
        assert state == self.j.state
        assert decode(json.loads(json.dumps(encode(state)))) == state


@pytest.mark.parametrize("seed", range(12))
def test_random_fights(seed: int) -> None:
    fuzz = Fuzz(seed)
    for _ in range(8):
        fuzz.meddle()
    for _ in range(40):
        fuzz.turn()
    fuzz.replayed()
    assert all(why.endswith((".", "?")) for why in fuzz.refusals)
