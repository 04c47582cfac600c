"""A whole fight through the journal, with words as people read them (all chapters)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.table.choosing import arguments
from rules.engine import frame
from rules.engine.exact import exact
from rules.engine.journal import Journal
from rules.engine.live import Input
from rules.engine.ruleset import Viewer
from rules.engine.steps import Step, decode_step, encode_step, told
from rules.engine.view import view
from rules.games.system24 import RULESET
from rules.games.system24.attack import attack
from rules.games.system24.turns import declared

from .table import arena, foe, hero, journal, ready


class Table:
    """Plays a journal by the names of verbs; choices are answered by topic, else by their default."""

    def __init__(self, j: Journal) -> None:
        self.j = j

    def gm(self, call: Any, **answers: str) -> None:
        self.j = self.j.declare(call, by="gm", actor="", verb="gm", at=1).journal
        self.settle(answers)

    def does(self, verb: str, answers: dict[str, str] | None = None, **args: str) -> Step:
        who = self.j.state.actor
        v = RULESET.verb(verb)
        c = self.j.state[who]
        seen = view(self.j.state, Viewer(c.controller, not c.controller))
        args = {("where" if k == "at" else k): x for k, x in args.items()}
        call = v.call(seen, who, arguments(v, seen, who, args))
        self.j = self.j.declare(call, by="x", actor=who, verb=verb, at=1).journal
        self.settle(answers or {})
        return self.j.tail[-1]

    def settle(self, answers: dict[str, str]) -> None:
        while self.j.open:
            ask = self.j.open_asks()[0]
            value = answers.get(ask.ask.topic, ask.ask.settled(self.j.state))
            self.j = self.j.answer(ask.key, value, by="x").journal

    def until(self, who: str) -> None:
        for _ in range(40):
            if self.j.state.actor == who:
                return
            self.gm(frame.pass_turn())
        raise AssertionError(f"{who} never acts")

    def transcript(self) -> list[str]:
        """Every line of the journal in words."""
        s = self.j.state
        out: list[str] = []
        for step in self.j.tail:
            for _, x in told(step):
                names = lambda w: s[w].name if w in s.combatants else w  # noqa: E731
                out.append(x.what.text(x.value, names) if isinstance(x, Input) else x.text(names))
        return out


@pytest.fixture(scope="module")
def played() -> Table:
    """Guard, Scout and Duelist against Bandit, Gunman, Brute and Hound, each chapter once."""
    people = [ready(k, k) for k in ("guard", "scout", "duelist", "bandit", "gunman", "brute", "hound")]
    t = Table(journal(*people, seed=b"s" * 32))
    t.gm(frame.begin())
    t.until("duelist")
    t.does("guard", detail="the bridge")
    t.does("trigger", when="enters:duelist:after", then="attack:wild:none:rapier", who="side:foes")
    t.until("gunman")
    t.does("covering", target="guard")
    t.until("scout")
    t.does("attack", {"defence": "dodge"}, target="bandit", called="legs")
    t.until("brute")
    t.does("advance", {"stop or push through": "push"}, target="guard", at="the bridge")
    t.until("bandit")
    t.does("advance", {"stop or push through": "push"}, target="duelist", at="the bridge")
    t.until("hound")
    t.does("advance", target="scout")
    t.until("guard")
    t.gm(RULESET.verb("range").call(t.j.state, "", {"target": "guard", "where": "brute", "detail": "melee"}))
    t.does("attack", target="brute", manner="focused")
    t.until("brute")
    t.gm(RULESET.verb("status").call(t.j.state, "", {"target": "guard", "detail": "prone"}))
    t.does("attack", {"defence": "block"}, target="guard", manner="full-wound")
    t.until("duelist")
    t.does("trigger", when="the bridge gives way", then="I jump", anchors="H")
    t.gm(
        RULESET.verb("fire").call(
            t.j.state, "", {"target": t.j.state.ground.triggers[-1].id, "where": "bandit"}
        )
    )
    t.gm(RULESET.verb("spread").call(t.j.state, "", {"target": "bandit", "detail": "1!"}))
    t.until("scout")
    t.does("delay", target=t.j.state.order[-1].who)
    t.until("guard")
    return t


def test_it_reads_well(played: Table) -> None:
    text = played.transcript()
    assert all(line and "{" not in line and "None" not in line for line in text)
    whole = "\n".join(text)
    for words in (
        "Guard's turn",
        "Triggered Action",
        "Covering Fire",
        "DC ",
        "advances on Guard by the bridge",
    ):
        assert words in whole


def test_steps_are_small_and_survive_storage(played: Table) -> None:
    sizes = []
    for step in played.j.tail:
        row = json.loads(json.dumps(encode_step(step)))
        assert decode_step(row) == step
        sizes.append(len(json.dumps(row, separators=(",", ":"))))
    assert sum(sizes) / len(sizes) < 2048
    again = Journal.load(played.j.seeds, played.j.base, played.j.tail)
    assert again.state == played.j.state


def test_replay_equals_live(played: Table) -> None:
    from rules.engine.live import run

    state = played.j.base.state
    for step in played.j.tail:
        if step.status != "done":
            continue
        again = run(step.call, state, step.inputs, step.key, None)
        assert again.done
        assert again.changes == step.changes
        assert again.lines == step.lines
        for change in step.changes:
            state = change.apply(state)
    assert state == played.j.state


def test_a_push_taken_up_later_runs_the_step_again() -> None:
    """The offer of a miss can be taken up until the next step; the roll before it stays."""
    for n in range(40):
        people = (hero("ana", weapons=["sword"]), foe("bandit"))
        t = Table(journal(*people, seed=bytes([n]) * 32))
        t.gm(frame.begin())
        t.gm(
            RULESET.verb("range").call(t.j.state, "", {"target": "ana", "where": "bandit", "detail": "melee"})
        )
        t.until("ana")
        step = t.does("attack", target="bandit", manner="wild")
        offers = [o.key for o in t.j.offers()]
        if not offers:
            continue
        assert [x.rsplit(":", 1)[1] for x in offers] == ["push1", "critical failure1"]
        moved = t.j.revise(offers[0], "strain", by="u-ana").journal
        first = [x for x in moved.tail[-1].inputs if x.kind == "chance"]
        assert first[0].value == next(x.value for x in step.inputs if x.kind == "chance")
        assert len(first) == 2
        assert len(moved.state.notes) == 1
        return
    raise AssertionError("nobody ever missed")


@pytest.mark.rule("TF-40", "TF-44")
def test_odds_of_a_usual_attack_name_what_comes_of_it() -> None:
    s = arena(hero("ana", melee=2, weapons=["sword"]), foe("bandit"), near=["ana bandit melee"])
    call = declared("ana", "attack", attack("ana", "bandit", "sword", "focused", "none", ()))
    words = {RULESET.outcome(result, s, after) for result, after in exact(call, s)}
    assert words == {
        "miss",
        "success, Bandit 1 to the Core",
        "Partial Critical, Bandit 1 to the left arm",
        "Legendary Success, Bandit 1 to the head",
    }
