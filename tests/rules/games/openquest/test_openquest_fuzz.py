"""Random fights: whatever is declared, answered, overruled, undone or revised, nothing breaks and replay is
live.
"""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from rules.engine import frame, overrule
from rules.engine.codec import decode, encode
from rules.engine.journal import Journal, Moved
from rules.engine.live import Input, run
from rules.engine.procedures import Refused
from rules.engine.ruleset import PUBLIC, Param, Settable, Verb, Viewer
from rules.engine.steps import DONE, decode_step, encode_step, told
from rules.engine.view import view
from rules.games.openquest import RULESET
from rules.games.openquest.choices import manners, targets, weapons
from tests.rules.games.openquest.fights import fighter, journal

PLAYER = Viewer("player-ana")
_CLUMSY = re.compile(r"  |\.\.|\( *\)|(?<!\w)-\d|\bNone\b|[ ,;]$")
"""A double space or full stop, empty parentheses, a hyphen for a minus, a value that is none."""


def _value(param: Param, s: Any, who: str, args: dict[str, str], rng: random.Random) -> str | None:
    """A legal value for a parameter, now and then left out."""
    if param.kind == "number":
        return (
            str(rng.randint(max(param.low, -30), min(param.high, 60)))
            if param.required or rng.random() < 0.2
            else None
        )
    if param.kind == "text":
        return "a spell {0} of light"
    legal = [c.value for c in param.choices(s, who, args)] if param.choices else []
    if not legal or (not param.required and rng.random() < 0.7):
        return None
    if param.kind == "many":
        return ",".join(dict.fromkeys(rng.choices(legal, k=rng.randint(1, 3))))
    return rng.choice(legal)


def _declare(j: Journal, verb: Verb, who: str, rng: random.Random) -> Moved | None:
    s = j.state
    seen = view(s, Viewer("", gm=True))
    if verb.ready(seen, who) is not None:
        return None
    args: dict[str, str] = {}
    for param in verb.params:
        value = _value(param, seen, who, args, rng)
        if value is None and param.default is not None:
            value = param.default(seen, who, args)
        if value is not None:
            args[param.name] = value
        elif param.required:
            return None
    return j.declare(verb.call(s, who, args), by="x", actor=who, verb=verb.name, at=1)


def _overrule(value: Settable, rng: random.Random) -> Any:
    if value.kind == "flag":
        return rng.random() < 0.5
    if value.kind == "choice":
        return rng.choice(value.choices)
    if value.kind == "text":
        return rng.choice(["Longsword", "+1D6", "-1D4", "nothing"])
    return rng.randint(max(value.low, -5), min(value.high, 60))


def _referee(j: Journal, rng: random.Random) -> Any:
    """Something a Referee does at any moment."""
    who = rng.choice([c.id for c in j.state.combatants.values()])
    pick = rng.random()
    if pick < 0.15 and sum(1 for _ in j.state.present()) > 4:
        return frame.leave(who, j.open is None)
    if pick < 0.25:
        return overrule.set_combatant(who, "hidden", rng.random() < 0.5)
    value = rng.choice(RULESET.settables)
    return overrule.set_value(who, value.key, _overrule(value, rng))


def _act(j: Journal, rng: random.Random) -> Moved | None:
    """One random act; None when nothing came of it."""
    waiting = j.open_asks() if j.open else ()
    if waiting:
        if rng.random() < 0.08:
            return j.interrupt(_referee(j, rng), by="gm")
        asked = rng.choice(waiting)
        legal = asked.ask.legal(j.state)
        return j.answer(asked.key, rng.choice(legal).value, by="x")
    pick = rng.random()
    offers = j.offers()
    if offers and pick < 0.4:
        offer = rng.choice(offers)
        return j.revise(offer.key, rng.choice(["reroll", "swap", "live", "no"]), by="x")
    if pick < 0.05:
        return j.undo()
    if pick < 0.08:
        return j.redo()
    if pick < 0.15:
        return j.declare(_referee(j, rng), by="gm", actor="", verb="set", at=1)
    if pick < 0.22:
        return _declare(j, rng.choice([v for v in RULESET.verbs if v.who == "gm"]), "", rng)
    if not j.state.acting or pick < 0.35:
        return j.declare(frame.pass_turn(), by="gm", actor="", verb="next", at=1)
    who = j.state.actor
    verb = rng.choice(
        [v for v in RULESET.verbs if v.who == "turn"] if rng.random() < 0.5 else [RULESET.verb("attack")]
    )
    if rng.random() < 0.1:
        who = rng.choice([c.id for c in j.state.present()])
        verb = rng.choice([v for v in RULESET.verbs if v.who == "any"])
    return _declare(j, verb, who, rng)


def _looks_right(j: Journal, step: Any) -> None:
    s = j.state
    for viewer in (PUBLIC, PLAYER, Viewer("", gm=True)):
        seen = view(s, viewer)
        encode(seen)
        RULESET.footer(seen, viewer)
        for c in seen.present():
            RULESET.row(seen, c.id, viewer)
            RULESET.condition(seen, c.id)
            RULESET.panel(seen, c.id, viewer)
            for verb in RULESET.verbs:
                if verb.who != "gm" and viewer.controls(c):
                    verb.ready(seen, c.id)

    def names(who: str) -> str:
        return s[who].name if who in s.combatants else who

    for _, line in told(step):
        text = line.what.text(line.value, names) if isinstance(line, Input) else line.text(names)
        assert text
        assert "{" not in text.replace("{0} of light", "")
        assert not set("*_`~|") & set(text)
        assert not _CLUMSY.search(text), text
    _tells_players_the_truth(s)


def _tells_players_the_truth(s: Any) -> None:
    """What a player may choose, and the chances shown, are those the rules will use, numbers kept or not."""
    who = s.actor
    if not who or not s[who].player or any(c.hidden for c in s.combatants.values()):
        return
    seen = view(s, Viewer(s[who].controller))
    for verb in RULESET.verbs:
        if verb.who != "gm":
            assert verb.ready(seen, who) == verb.ready(s, who)
    for target in targets(s, who, {}):
        for weapon in weapons(s, who, {"target": target.value}):
            args = {"target": target.value, "weapon": weapon.value}
            assert manners(seen, who, args) == manners(s, who, args)


def _replays(j: Journal, before: Any, step: Any) -> None:
    again = run(step.call, before, step.inputs, step.key, None)
    assert again.changes == step.changes
    assert again.s == j.state
    assert decode_step(json.loads(json.dumps(encode_step(step)))) == step
    assert decode(json.loads(json.dumps(encode(j.state)))) == j.state


@pytest.mark.parametrize("seed", range(24))
def test_random_fights_never_break(seed: int) -> None:
    rng = random.Random(seed)
    options: dict[str, Any] = {
        "intent": rng.choice(["on-turn", "declare"]),
        "one_modifier": rng.random() < 0.3,
        "charge_loses_reactions": rng.random() < 0.7,
        "offers": rng.choice(["revisable", "wait"]),
        "foe_numbers": rng.choice(["shown", "words"]),
    }
    foes = rng.sample(["goblin", "orc", "skeleton", "zombie", "wolf", "troll", "minotaur"], 4)
    j = journal(
        fighter("ana", "sellsword", riding=70, shield=rng.choice(["small", "medium", "large"])),
        fighter("ben", "hunter"),
        fighter("cai", rng.choice(["berserk", "spear"]), close=rng.choice([55, 110])),
        *(fighter(f"{kind}", kind) for kind in foes),
        **options,
    )
    while j.open:
        asked = j.open_asks()[0]
        j = j.answer(asked.key, rng.choice(asked.ask.legal(j.state)).value, by="x").journal
    done = 0
    for _ in range(120):
        try:
            moved = _act(j, rng)
        except Refused:
            continue
        if moved is None:
            continue
        old, j = j, moved.journal
        step = moved.changed[-1]
        _looks_right(j, step)
        if step.status == DONE and moved.run is not None:
            _replays(j, _before(old, step.no), step)
            done += 1
    assert done >= 5
    assert Journal.load(j.seeds, j.base, [decode_step(encode_step(x)) for x in j.tail]).state == j.state


def _before(j: Journal, no: int) -> Any:
    earlier = [x for x in j.tail if x.no < no and x.status in (DONE, "open")]
    return earlier[-1].after if earlier else j.base.state
