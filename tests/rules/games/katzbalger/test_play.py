"""Whole fights through the journal: a duel to its end, and random play that must never break."""

import json
import random
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from rules.engine import frame, overrule
from rules.engine.codec import dumps, loads
from rules.engine.dice import Seeds
from rules.engine.encounter import FIGHTING, Edge
from rules.engine.journal import Checkpoint, Journal
from rules.engine.live import Input, run
from rules.engine.procedures import Refused
from rules.engine.ruleset import PUBLIC, Verb, Viewer
from rules.engine.steps import decode_step, encode_step, told
from rules.engine.view import leaks, view
from rules.games.katzbalger import RULESET
from rules.games.katzbalger.attack import attack
from rules.games.katzbalger.rounds import set_mode
from rules.games.katzbalger.values import able, may_parry

from . import arena  # noqa: F401 - makes the game known

CAST = [
    ("Ana", "fencer", "heroes"),
    ("Ben", "bruiser", "heroes"),
    ("Cia", "soldier", "heroes"),
    ("Kurt", "spearman", "foes"),
    ("Rolf", "thug", "foes"),
    ("Udo", "gunman", "foes"),
]
READY = {r.key: r.values for r in RULESET.ready_made}


def begun(who: Sequence[tuple[str, str, str]], seed: int = 1, **options: Any) -> Journal:
    """A fight of these (name, ready character, side), at Medium range, up to the first turn."""
    j = Journal(Seeds(bytes([seed % 256]) * 32, b"s" * 32), Checkpoint(0, RULESET.new_encounter(options)))
    for name, key, side in who:
        c = RULESET.combatant(frame.new_id(j.state, name), name, READY[key], side=side)
        if side == "heroes":
            c = replace(c, controller=name)
        j = gm(j, frame.join(replace(c, player=side == "heroes")), "join")
    place = RULESET.verb("range").call(j.state, "", {"target": "all", "where": "2"})
    return answered(gm(gm(j, place, "range"), frame.begin(), "begin"))


def gm(j: Journal, call: Any, verb: str) -> Journal:
    return j.declare(call, by="gm", actor="", verb=verb, at=0).journal


def answered(j: Journal) -> Journal:
    """Every open ask gets its default."""
    while j.open is not None:
        ask = j.open_asks()[0]
        j = j.answer(ask.key, ask.ask.settled(j.state), by="x").journal
    return j


def transcript(j: Journal) -> list[str]:
    names = {c.id: c.name for c in j.state.combatants.values()}

    def name(who: str) -> str:
        return names.get(who, who)

    out = []
    for step in j.tail:
        for _, x in told(step):
            out.append(x.what.text(tuple(x.value), name) if isinstance(x, Input) else x.text(name))
    return out


def replayed(j: Journal) -> None:
    """Every step runs again from its inputs to the same changes; every row survives its stored form."""
    before = j.base.state
    for step in j.tail:
        assert decode_step(json.loads(json.dumps(encode_step(step)))) == step
        if step.status == "done":
            again = run(step.call, before, step.inputs, step.key, None)
            assert again.changes == step.changes
            assert again.lines == step.lines
            before = step.after
    loaded = Journal.load(j.seeds, j.base, [decode_step(encode_step(step)) for step in j.tail])
    assert loaded.state == j.state
    assert loads(dumps(j.state)) == j.state


# ------------------------------------------------------------------ a fight
@pytest.mark.rule("KB-10", "KB-24", "KB-74")
def test_a_whole_fight_to_its_end() -> None:
    j = begun([*CAST[:2], *CAST[3:5]])
    for _ in range(400):
        s = j.state
        if not any(able(s, c.id) for c in s.present() if c.side == "foes") or not any(
            able(s, c.id) for c in s.present() if c.side == "heroes"
        ):
            break
        who = s.actor
        verb = RULESET.verb("attack")
        if verb.ready(s, who) is None:
            target = verb.params[0].choices(s, who, {})[0].value  # type: ignore[misc]
            args = filled(verb, s, who, {"target": target}, random.Random(0), 0)
            j = answered(j.declare(verb.call(s, who, args), by="x", actor=who, verb="attack", at=0).journal)
        else:
            j = answered(gm(j, frame.pass_turn(), "next"))
    else:
        raise AssertionError("the fight does not end")
    assert j.state.round > 1
    lines = transcript(j)
    assert any(line.startswith("Initiative: Ana d6") for line in lines)
    assert any("stun roll" in line for line in lines)
    assert all(line and "{" not in line and "*" not in line and "None" not in line for line in lines)
    replayed(j)
    harmed = [h for step in j.tail for change in step.changes if (h := RULESET.harm(change)) is not None]
    assert sum(h.amount for h in harmed) == sum(c.stats.total for c in j.state.combatants.values())
    kept = RULESET.write_back(READY["fencer"], j.state["ana"].stats)
    assert RULESET.read(kept).total == j.state["ana"].stats.total


@pytest.mark.rule("KB-10", "KB-12")
def test_a_turn_passes_by_itself_and_a_mode_can_be_changed_out_of_turn() -> None:
    j = begun([("Ana", "fencer", "heroes"), ("Kurt", "spearman", "foes")])
    first = j.state.actor
    other = "kurt" if first == "ana" else "ana"
    j = j.declare(set_mode(other, "defensive"), by="x", actor=other, verb="mode", at=0).journal
    assert j.state.actor == first
    weapon = j.state[first].stats.hand
    call = attack(first, other, weapon, "attack", (), -40)
    j = answered(j.declare(call, by="x", actor=first, verb="attack", at=0).journal)
    assert (j.state.round, j.state.actor) in ((1, other), (2, first))


@pytest.mark.rule("KB-13")
def test_a_second_tie_keeps_nobody_waiting_and_the_director_may_have_it_simultaneous() -> None:
    """Rolled again at once; until the next step the Director can say that both act simultaneously."""
    j = begun([CAST[3], ("Karl", "spearman", "heroes")])
    while not j.offers():
        assert j.open is None
        j = gm(j, frame.pass_turn(), "next")
    assert not j.state.ground.together
    assert j.state.acting
    offer = j.offers()[0]
    assert offer.taken == "again"
    both = j.revise(offer.key, "together", by="gm").journal
    assert len(both.state.ground.together) == 1
    assert set(both.state.ground.together[0]) == {"kurt#1", "karl#1"}
    assert both.open is None
    replayed(both)
    waiting = begun([CAST[3], ("Karl", "spearman", "heroes")], offers="wait")
    while waiting.open is None:
        waiting = gm(waiting, frame.pass_turn(), "next")
    assert [x.ask.topic for x in waiting.open_asks()] == ["tie"]


@pytest.mark.rule("KB-13")
def test_what_the_director_says_of_one_tie_changes_no_die_of_another() -> None:
    j = begun([(f"S{n}", "spearman", f"side {n}") for n in range(7)], 3)
    while len(offered := j.rerun().offered if j.rerun() else ()) < 2:  # type: ignore[union-attr]
        j = gm(j, frame.pass_turn(), "next")
    before = [line for line in transcript(j) if line.startswith("Tied")]
    both = j.revise(offered[0].key, "together", by="gm").journal
    left = [line for line in transcript(both) if line.startswith("Tied")]
    assert len(left) < len(before)
    assert set(left) <= set(before)


@pytest.mark.rule("KB-82", "KB-41", "KB-30")
def test_the_groove_is_taken_and_a_mode_declared_while_one_is_asked_for_a_parry() -> None:
    """The Parry is rolled twice then; the mode holds from the next round on."""
    j = begun([("Ana", "fencer", "heroes"), ("Kurt", "spearman", "foes")])
    for key, value in (("grooves", 1), ("ref_bonus", -9)):
        j = gm(j, overrule.set_value("ana", key, value), "set")
    while j.state.actor != "kurt" or not may_parry(j.state, "ana", True):
        j = answered(gm(j, frame.pass_turn(), "next"))
    j = j.declare(
        attack("kurt", "ana", "Spear", "attack", (), 0), by="gm", actor="kurt", verb="attack", at=0
    ).journal
    for name, args in (("groove", {}), ("mode", {"detail": "defensive"})):
        verb = RULESET.verb(name)
        assert verb.interrupts
        assert verb.ready(j.state, "ana") is None
        j = j.interrupt(frame.act("ana", verb.call(j.state, "ana", args)), by="Ana").journal
    ask = j.open_asks()[0]
    assert ask.ask.legal(j.state)[1].words == "Parry 99%"
    j = answered(j.answer(ask.key, "parry", by="Ana").journal)
    assert any(line.startswith("Ana parries: 2 × d20") for line in transcript(j))
    assert "defensive" in (j.state["ana"].stats.wants, j.state["ana"].stats.mode)
    replayed(j)


@pytest.mark.rule("KB-49")
def test_a_great_blow_lands_by_itself_when_its_second_slot_comes() -> None:
    j = begun([("Ana", "fencer", "heroes"), ("Kurt", "spearman", "foes")])
    while j.state.actor != "ana":
        j = answered(gm(j, frame.pass_turn(), "next"))
    call = attack("ana", "kurt", "Sword", "great_blow", (), 0)
    j = answered(j.declare(call, by="x", actor="ana", verb="attack", at=0).journal)
    while j.state["ana"].stats.blow is not None:
        j = answered(gm(j, frame.pass_turn(), "next"))
    assert "Ana's Great Blow at Kurt comes down" in transcript(j)
    assert j.state.actor != "ana" or j.state.ground.used != f"{j.state.round}/{j.state.acting}"


@pytest.mark.rule("KB-72")
def test_rounds_in_which_nobody_can_act_yet_pass_by_themselves() -> None:
    j = begun([("Ana", "fencer", "heroes"), ("Kurt", "spearman", "foes")])
    for who in ("ana", "kurt"):
        stun = overrule.add_effect(who, "stunned", "stunned", Edge(5, "", "end"), False)
        j = gm(j, stun, "effect")
    j = answered(gm(j, frame.pass_turn(), "next"))
    assert j.state.round == 6
    assert j.state.actor


# ------------------------------------------------------------------ random play
def filled(
    verb: Verb, s: Any, who: str, args: dict[str, str], rnd: random.Random, wild: float
) -> dict[str, str]:
    """Arguments of a verb: defaults, or with the chance `wild` anything that may be chosen."""
    for p in verb.params:
        if p.name in args:
            continue
        value = p.default(s, who, args) if p.default else None
        if p.kind == "number":
            value = (
                str(rnd.randint(max(p.low, -5), min(p.high, 60))) if value is None and p.required else value
            )
        elif p.choices is not None and ((value is None and p.required) or rnd.random() < wild):
            found = p.choices(s, who, args)
            value = rnd.choice(found).value if found else value
        if value is None and p.required:
            raise Refused(f"{p.label} is needed.")
        if value is not None:
            args[p.name] = value
    return args


def declared(j: Journal, rnd: random.Random) -> Journal:
    """One random declaration of somebody: on its turn, at any time, or of the Director."""
    s = j.state
    roll = rnd.random()
    present = [c.id for c in s.present()]
    if roll < 0.04 and len(present) < 9:
        key = rnd.choice(list(READY))
        c = RULESET.combatant(frame.new_id(s, key), key, READY[key], side=rnd.choice(["heroes", "foes"]))
        return gm(j, frame.join(replace(c, hidden=rnd.random() < 0.3)), "join")
    if roll < 0.08:
        return gm(j, frame.leave(rnd.choice(present or ["x"]), True), "leave")
    if roll < 0.14 or not s.actor:
        return gm(j, frame.pass_turn() if rnd.random() < 0.8 else frame.back(), "next")
    kind = "gm" if roll < 0.3 else "any" if roll < 0.42 else "turn"
    who = "" if kind == "gm" else rnd.choice(present) if kind == "any" else s.actor
    verbs = [v for v in RULESET.verbs if v.who == kind and v.ready(s, who) is None]
    if not verbs:
        return gm(j, frame.pass_turn(), "next")
    verb = (
        rnd.choice(verbs) if rnd.random() < 0.5 else next((v for v in verbs if v.name == "attack"), verbs[0])
    )
    args = filled(verb, s, who, {}, rnd, 0.6)
    return j.declare(verb.call(s, who, args), by=who or "gm", actor=who, verb=verb.name, at=0).journal


def meddled(j: Journal, rnd: random.Random) -> Journal:
    """While a choice is open somebody leaves, a value is overruled, or an effect put on someone."""
    present = [c.id for c in j.state.present()]
    if not present:
        return j
    who, settable = rnd.choice(present), rnd.choice(RULESET.settables)
    values: dict[str, Any] = {
        "number": rnd.randint(max(settable.low, -3), min(settable.high, 30)), "flag": rnd.random() < 0.5,
        "choice": rnd.choice(settable.choices or ("x",)), "text": "Fist",
    }  # fmt: skip
    calls = [
        frame.leave(who, False),
        overrule.add_effect(who, "stunned", "stunned", None, False),
        *[overrule.set_value(who, settable.key, values[settable.kind])] * 6,
    ]
    return j.interrupt(rnd.choice(calls), by="gm").journal


def looked_at(j: Journal) -> None:
    """Nobody's view of the state, the board or the choices may break."""
    for viewer in (PUBLIC, Viewer("Ana"), Viewer("gm", gm=True)):
        seen = view(j.state, viewer)
        RULESET.footer(seen, viewer)
        assert leaks(j.state, viewer) == () or viewer.gm
        for c in seen.present():
            assert RULESET.row(seen, c.id, viewer).health
            RULESET.panel(seen, c.id, viewer)
            RULESET.condition(seen, c.id)
    words = replace(j.state, options=j.state.options.put("foe_numbers", "words"))
    for c in view(words, PUBLIC).present():
        assert RULESET.condition(view(words, PUBLIC), c.id) == RULESET.condition(j.state, c.id)


@pytest.mark.parametrize("seed", range(24))
def test_random_play_never_breaks_and_replays_to_the_same(seed: int) -> None:
    rnd = random.Random(seed)
    options = {
        "stun_dice": rnd.choice(["chart", "ask", "3"]), "maneuvers": rnd.choice(["round", "action"]),
    }  # fmt: skip
    j = begun(CAST[: rnd.randint(2, 6)], seed, **options)
    for who in tuple(j.state.combatants):
        if rnd.random() < 0.4:
            topic = rnd.choice(RULESET.standing_topics)
            j = gm(j, overrule.set_standing(who, topic.topic, rnd.choice(topic.choices).value), "standing")
    refused: list[str] = []
    for _ in range(60):
        try:
            if j.open is not None:
                if rnd.random() < 0.2:
                    j = meddled(j, rnd)
                    continue
                ask = rnd.choice(j.open_asks())
                j = j.answer(ask.key, rnd.choice(ask.ask.legal(j.state)).value, by="x").journal
            elif j.offers() and rnd.random() < 0.5:
                j = j.revise(rnd.choice(j.offers()).key, "together", by="gm").journal
            elif rnd.random() < 0.06:
                j = j.undo().journal
                if rnd.random() < 0.5:
                    j = j.redo().journal
            else:
                j = declared(j, rnd)
        except Refused as why:
            refused.append(str(why))
        looked_at(j)
    j = answered(j)
    assert all(refused)
    assert all(line and "None" not in line for line in transcript(j))
    replayed(j)


def test_a_twelve_sided_fight_is_stored_small_and_run_again_fast() -> None:
    j = begun([*CAST, *[(f"{name} II", key, side) for name, key, side in CAST]], 5)
    sizes, rnd = [], random.Random(5)
    spent = 0.0
    for _ in range(60):
        s = j.state
        if s.phase != FIGHTING or not s.actor:
            break
        verb = RULESET.verb("attack")
        if verb.ready(s, s.actor) is None:
            args = filled(verb, s, s.actor, {}, rnd, 0.2)
            call, actor = verb.call(s, s.actor, args), s.actor
            j = answered(j.declare(call, by="x", actor=actor, verb="attack", at=0).journal)
        else:
            j = answered(gm(j, frame.pass_turn(), "next"))
        step = j.tail[-1]
        sizes.append(len(json.dumps(encode_step(step), separators=(",", ":"))))
        start = time.process_time()
        run(step.call, s, step.inputs, step.key, None)
        spent += time.process_time() - start
    assert sum(sizes) / len(sizes) < 2048
    assert spent / len(sizes) < 0.02  # a hundredth of it on a quiet machine
