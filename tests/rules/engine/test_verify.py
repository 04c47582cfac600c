"""Checking a log: right ones pass, every kind of tampering is found, hostile ones get a sentence."""

import copy
import json
import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine import frame, overrule
from rules.engine.dice import commitment, faces
from rules.engine.export import gm_log, player_log
from rules.engine.logform import DEEPEST, LogError
from rules.engine.steps import WITHDRAWN
from rules.engine.verify import Report, verify
from tests.rules.engine.desk import Desk
from tests.rules.toy import blows, moves, tricks
from tests.rules.toy.game import CUDGELS
from tests.rules.toy.people import gathering
from tests.rules.toy.sheet import GATE


@cache
def fight(end: bool = True) -> Desk:
    """From the beginning: strikes, draws, a heckling in between, something undone, something withdrawn."""
    tough = {"skill": 8, "hits": 30}
    desk = Desk(gathering("ana", "orc", "ben", ana={"grit": 3, **tough}, orc=tough, ben=tough))
    desk.gm("start", frame.opened(*desk.seeds.commitments))
    desk.gm("begin", frame.begin())
    for n in range(12):
        who = desk.state.actor
        other = "orc" if who != "orc" else "ana"
        if n == 6:
            desk.declare(who, "duel", tricks.duel(who, other))
        elif n == 3:
            desk.declare(who, "move", moves.move(who, GATE))
            desk.undo()
            desk.declare(who, "draw", tricks.draw(who))
            desk.undo()
            desk.declare(who, "draw", tricks.draw(who))
        elif desk.state[who].stats.zone == desk.state[other].stats.zone:
            desk.declare(who, "strike", blows.strike(who, other))
        if desk.journal.open is not None and not any(step.status == WITHDRAWN for step in desk.steps()):
            desk.undo()
            continue
        if desk.journal.open is not None and desk.state["ana"].stats.grit:
            desk.gm("heckle", tricks.heckle("ana", "orc"))
            desk.answer("rage")
        while desk.journal.open is not None:
            desk.answer(desk.journal.open_asks()[0].ask.legal(desk.state)[0].value)
    if end:
        desk.gm("end", frame.end(desk.seeds.public.hex()))
    return desk


@cache
def _texts(end: bool) -> tuple[str, str]:
    desk = fight(end)
    parts = (desk.start, desk.steps(), desk.seeds)
    return json.dumps(gm_log(*parts)), json.dumps(player_log(*parts))


def logs(end: bool = True) -> tuple[dict[str, Any], dict[str, Any]]:
    """(GM's, players') log of the fight, fresh to be tampered with."""
    whole, public = _texts(end)
    return json.loads(whole), json.loads(public)


def rolls(log: dict[str, Any]) -> int:
    if log["kind"] == "players":
        return sum(len(row.get("rolls", [])) for row in log["steps"])
    return sum(1 for row in log["steps"] for x in row["inputs"] if x[0] == "chance")


def wrong(report: Report) -> str:
    assert not report.ok
    return " ".join(line for line in report.lines() if "WRONG" in line)


def test_right_logs_are_right() -> None:
    whole, public = logs()
    assert rolls(whole) > rolls(public) > 10
    report = verify(whole)
    assert report.ok, report.lines()
    n = len(whole["steps"])
    promise = "public {}, secret {}".format(*fight().seeds.commitments)
    assert report.lines() == (
        f"GM's log of toy, version 1, {n} steps",
        f"Promise: {promise}; the first card of the fight has to say the same",
        "Seeds: public and secret held against what was promised",
        f"Rolls: {rolls(whole)} computed again from the seeds",
        report.lines()[4],
        f"Steps: {n - 1} of {n} run again by the rules",
        "Everything that could be checked is right.",
    )
    report = verify(public)
    assert report.ok, report.lines()
    assert f"Rolls: {rolls(public)} computed again from the seeds" in report.lines()
    assert report.lines()[-2] == f"State: {n} steps folded to the state at the end"


def test_before_the_end_there_are_no_seeds_and_that_is_said() -> None:
    for log in logs(end=False):
        report = verify(log)
        assert report.ok
        assert report.lines()[2] == "Seeds: not revealed, as they are once the encounter has ended"
        assert (
            f"0 computed again from the seeds; {rolls(log)} cannot be, without their seed"
            in report.lines()[3]
        )


def test_an_open_step_and_a_redone_one_are_right() -> None:
    desk = Desk(gathering("ana", "orc", ana={"skill": 9}))
    desk.gm("begin", frame.begin())
    while desk.state.actor != "ana":
        desk.gm("next", frame.pass_turn())
    desk.gm("note", overrule.add_note("x", "", False))
    desk.undo()
    desk.take(desk.journal.redo())
    desk.declare("ana", "sweep", tricks.sweep("ana"))
    for log in (
        gm_log(desk.start, desk.steps(), desk.seeds),
        player_log(desk.start, desk.steps(), desk.seeds),
    ):
        assert verify(json.loads(json.dumps(log))).ok


# ------------------------------------------------------------------ tampering
def _first(log: dict[str, Any], verb: str = "strike") -> dict[str, Any]:
    return next(row for row in log["steps"] if row.get("verb") == verb and row["status"] == "done")


def _chance(row: dict[str, Any]) -> list[Any]:
    found: list[Any] = next(x for x in row["inputs"] if x[0] == "chance")
    return found


def _other_face(log: dict[str, Any]) -> None:
    shown = _chance(_first(log))[3]
    shown[0] = shown[0] % 10 + 1


def _other_key(log: dict[str, Any]) -> None:
    _first(log)["key"] = "1/1|ana|strike|9"


def _other_changes(log: dict[str, Any]) -> None:
    _first(log)["changes"] = []


def _other_lines(log: dict[str, Any]) -> None:
    _first(log)["lines"] = _first(log)["lines"][:1]


def _other_answer(log: dict[str, Any]) -> None:
    row = next(r for r in log["steps"] for x in r["inputs"] if x[0] == "ask" and x[2][0] == "defend")
    next(x for x in row["inputs"] if x[0] == "ask" and x[2][0] == "defend")[3] = "duck"


def _other_seed(log: dict[str, Any]) -> None:
    log["seeds"]["public"] = "00" * 32


def _other_end(log: dict[str, Any]) -> None:
    log["state"] = log["start"]


def _secret_from_the_public_seed(log: dict[str, Any]) -> None:
    _chance(_first(log, "draw"))[6] = 0


def _other_turn(log: dict[str, Any]) -> None:
    _first(log)["turn"] = "1/nobody"


def _another_actor(log: dict[str, Any]) -> None:
    """The dice go by the actor: one who may be chosen freely is a way to fish."""
    row = _first(log)
    row["call"]["!"][2][0] = next(who for who in ("ana", "orc", "ben") if who != row["actor"])


def _made_up_verb(log: dict[str, Any]) -> None:
    """So is a verb that may be: `strike7` where `strike` has poor dice."""
    row = next(row for row in reversed(log["steps"]) if row["actor"] and row["status"] == "done")
    row["verb"] += "7"
    row["key"] = keyed = row["key"].replace(row["verb"][:-1], row["verb"])
    for x in row["inputs"]:
        if x[0] == "chance":
            seed = log["seeds"]["secret" if len(x) > 6 and x[6] else "public"]
            x[3] = list(faces(bytes.fromhex(seed), keyed, x[1], tuple(x[4])))


def _another_promise(log: dict[str, Any]) -> None:
    """Another seed with its own promise, in every place but the one that the channel read."""
    log["seeds"]["public"] = "00" * 32
    log["commitments"]["public"] = commitment(bytes(32))


def _hidden_seed(log: dict[str, Any]) -> None:
    """Without the seed no roll can be computed again."""
    del log["seeds"]["secret"]


def _no_seeds(log: dict[str, Any]) -> None:
    log["seeds"] = {}


def _another_version(log: dict[str, Any]) -> None:
    """Of another version it is not run again."""
    log["version"] += 1


def _other_options(log: dict[str, Any]) -> None:
    log["options"]["offers"] = "wait"


def _other_stop(log: dict[str, Any]) -> None:
    _first(log)["stop"] = "act/strike1 0-00"


def _undone_changes(log: dict[str, Any]) -> None:
    row = next(r for r in log["steps"] if r["status"] == "dropped" and r["changes"])
    row["changes"] = row["changes"][:-1]


def _no_such_card(log: dict[str, Any]) -> None:
    _chance(_first(log, "draw"))[3] = [77]


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (_other_face, r"act/strike1/tested1:strike1: the seed gives \d+, the log says \d+"),
        (_other_key, "has not the key that its turn, actor and verb give"),
        (_other_changes, "has other changes by the rules"),
        (_other_lines, "tells something else by the rules"),
        (_other_answer, "cannot be run again|has other changes"),
        (_other_seed, "The public seed is not the one that was promised"),
        (_other_end, "do not lead to the state at the end"),
        (_secret_from_the_public_seed, "rolls from the wrong seed at"),
        (_other_turn, "was declared in another turn than it says"),
        (_another_actor, "is not done by the one whose dice it has"),
        (_made_up_verb, "has a verb that the game does not have"),
        (_another_promise, "Step 1 promises other seeds than the log"),
        (_another_promise, "reveals another seed than the log"),
        (_hidden_seed, "has ended, and the secret seed is not revealed"),
        (_no_seeds, "has ended, and the public seed is not revealed"),
        (_another_version, "is of another game, version or options"),
        (_other_options, "is of another game, version or options"),
        (_other_stop, "waits at another place by the rules"),
        (_undone_changes, "its inputs lead elsewhere"),
        (_no_such_card, "cannot be run again"),
    ],
)
def test_tampering_with_a_gms_log_is_found(spoil: Callable[[dict[str, Any]], None], why: str) -> None:
    whole, _ = logs()
    spoil(whole)
    found = wrong(verify(whole))
    assert re.search(why, found), found


def test_tampering_with_a_players_log_is_found() -> None:
    _, log = logs()
    row = next(row for row in log["steps"] if row.get("rolls"))
    row["rolls"][0]["faces"][0] += 1
    assert "the seed gives" in wrong(verify(log))
    _, log = logs()
    log["state"] = log["start"]
    assert "do not lead to the state at the end" in wrong(verify(log))
    nowhere: tuple[Any, ...] = (["no", "such", "place"], ["!", 1, *[0] * 5_000], ["!", 99], [[]], 7)
    for path in nowhere:
        _, log = logs()
        next(row for row in log["steps"] if row.get("patch"))["patch"].append([path, 1])
        assert "changes something that is not there" in wrong(verify(log))
    _, log = logs()
    log["seeds"] = {}
    assert "the public seed is not revealed" in wrong(verify(log))
    _, log = logs()
    one, two = [row for row in log["steps"] if row.get("rolls") and row["status"] == "done"][:2]
    two |= {"key": one["key"], "rolls": copy.deepcopy(one["rolls"])}
    assert "both roll at" in wrong(verify(log))


def test_many_faults_are_cut_short() -> None:
    _, log = logs()
    roll = next(row for row in log["steps"] if row.get("rolls"))["rolls"]
    roll += [{**roll[0], "place": f"x{n}", "faces": [0]} for n in range(30)]
    assert any("more of this kind" in line for line in verify(log).lines())


def test_another_version_is_not_run_again_but_its_rolls_are_checked() -> None:
    whole, _ = logs()
    whole["version"] = whole["start"]["!"][2] = CUDGELS.version + 1
    report = verify(whole)
    assert report.ok
    assert "not run again: the game is of version 1 now, the log of 2" in report.lines()[-2]
    whole["ruleset"] = whole["start"]["!"][1] = "chess"
    assert "this version knows no game chess" in verify(whole).lines()[-2]
    _other_face(whole)
    assert "the seed gives" in wrong(verify(whole))


# ------------------------------------------------------------------ hostile input
def deep(n: int) -> Any:
    x: Any = 1
    for _ in range(n):
        x = [x]
    return x


@pytest.mark.parametrize(
    ("log", "why"),
    [
        (None, "is a JSON object"),
        ([], "is a JSON object"),
        ({}, "lacks a proper “format”"),
        ({"format": 2}, "format 2"),
        ({"format": True}, "lacks a proper “format”"),
        ({"format": 1, "kind": "x"}, "of the kind gm or players"),
        ({"format": 1.5}, "a fraction"),
        ({"format": 10**400}, "far too long"),
        ({"x": "y" * 100_000}, "far too long"),
        ({1: 2}, "texts for keys"),
        ({"x": deep(DEEPEST + 1)}, "deeper than any log"),
        ({"x": object()}, "no log has"),
    ],
)
def test_what_is_no_log_gets_a_sentence(log: Any, why: str) -> None:
    with pytest.raises(LogError, match=why):
        verify(log)


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        (["steps", 0], 7, "Step 1 is no JSON object"),
        (["steps", 0, "no"], 2, "Step 1 is numbered 2"),
        (["steps", 0, "status"], "lost", "a status that no step has"),
        (["steps", 0, "inputs"], [7], "an input that is none"),
        (["steps", 0, "inputs"], [["chance", 1, 2, 3, 4]], "a roll without a place"),
        (["steps", 0, "inputs"], [["chance", "x", None, [1], [0]]], "dice that no roll has"),
        (["steps", 0, "inputs"], [["chance", "x", None, [1, 2], [6]]], "dice that no roll has"),
        (["steps", 0, "inputs"], [["chance", "x", None, ["1"], [6]]], "lacks its dice or its faces"),
        (["steps", 0, "inputs"], [["chance", "x", None, [1], [10**9]]], "dice that no roll has"),
        (["seeds"], {"public": "xyz"}, "hexadecimal"),
        (["seeds"], {"other": "00"}, "a public and a secret part"),
        (["commitments"], [], "lacks a proper “commitments”"),
        (["steps"], {}, "lacks a proper “steps”"),
    ],
)
def test_a_log_with_a_part_of_the_wrong_kind_gets_a_sentence(path: list[Any], value: Any, why: str) -> None:
    whole, _ = logs()
    _put(whole, path, value)
    with pytest.raises(LogError, match=why):
        verify(whole)


def _put(node: Any, path: list[Any], value: Any) -> None:
    for step in path[:-1]:
        node = node[step]
    node[path[-1]] = value


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10**6) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("!=mx"), inner, max_size=2),
    max_leaves=8,
)


def _places(x: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    parts = x.items() if isinstance(x, dict) else enumerate(x) if isinstance(x, list) else ()
    for key, part in parts:
        found += _places(part, (*path, key))
    return found


@cache
def _all_places(n: int) -> list[tuple[Any, ...]]:
    return _places(logs()[n])


@settings(max_examples=120, deadline=None)
@given(which=st.integers(0, 1), at=st.floats(0, 0.999), junk=JUNK, fields=st.booleans())
def test_junk_anywhere_gives_a_report_or_a_sentence(which: int, at: float, junk: Any, fields: bool) -> None:
    log, places = logs()[which], _all_places(which)
    _put(log, list(places[int(at * len(places))]), junk)
    with suppress(LogError):
        assert verify(log).lines()
