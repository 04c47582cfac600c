"""What the tests of turns say: run a call, run several, pass some turns, where the marker stands."""

from typing import Any

from rules.engine import frame
from rules.engine.effects import Call
from rules.engine.scripted import Scripted, scripted
from tests.rules.toy.sheet import State

FOUR = ("ana", "orc", "ben", "rat")


def done(call: Call[Any], s: State, *script: Any) -> Scripted[Any]:
    return scripted(call, s, script)


def after(s: State, *calls: Call[Any]) -> State:
    for call in calls:
        s = done(call, s).s
    return s


def turns(n: int) -> list[Call[None]]:
    return [frame.pass_turn()] * n


def where(s: State) -> tuple[int, str]:
    return s.round, s.acting
