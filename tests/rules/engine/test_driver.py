"""The driver and the register of procedures: what a fault of a procedure comes to."""

import asyncio
from typing import Any

import pytest

from rules.engine.dice import Sum
from rules.engine.driver import MAX_DEPTH, MAX_EFFECTS, Trace, drive, numbered
from rules.engine.effects import Ask, Call, Effect, Option
from rules.engine.lines import Said
from rules.engine.live import run
from rules.engine.procedures import Fight, Refused, game_of, procedure
from tests.rules.toy import blows
from tests.rules.toy.people import fighting


def faces_of_one(effect: Effect[Any], place: str, fight: Fight[Any]) -> Any:
    return 1


@procedure("trial", "trial")
async def awaits_the_world(fight: Fight[Any]) -> None:
    await asyncio.sleep(0.01)


@procedure("trial", "trial")
async def awaits_a_number(fight: Fight[Any]) -> None:
    await _Bare()


class _Bare:
    def __await__(self) -> Any:
        yield 7


@procedure("trial", "trial")
async def deep(fight: Fight[Any], left: int) -> int:
    return await deep(left - 1) + 1 if left else 0


@procedure("trial", "trial")
async def endless(fight: Fight[Any]) -> None:
    while True:
        await Said("again")


@procedure("trial", "trial")
async def late(fight: Fight[Any]) -> None:
    await Sum("x", 1, 6)
    raise Refused("too late")


@procedure("trial", "trial")
async def swallows(fight: Fight[Any]) -> str:
    try:
        return await Ask("ana", "q", "Well?", (Option("a"),), "a")
    except GeneratorExit:
        return "swallowed"


@procedure("trial", "trial")
async def repeats(fight: Fight[Any]) -> None:
    for label in ("d6", "d6", "hit", "hit"):
        await Sum(label, 1, 6)


@procedure("trial", "trial")
async def has_defaults(fight: Fight[Any], who: str, n: int = 3) -> tuple[str, int]:
    return who, n


@pytest.mark.parametrize("call", [awaits_the_world(), awaits_a_number()])
def test_what_is_no_effect_is_named(call: Call[Any]) -> None:
    async def in_a_loop() -> None:
        drive(call, Fight(None), faces_of_one, Trace())

    with pytest.raises(TypeError, match="which is no effect"):
        asyncio.run(in_a_loop())


def test_nesting_and_length_are_bounded() -> None:
    assert drive(deep(MAX_DEPTH - 1), Fight(None), faces_of_one, Trace()) == MAX_DEPTH - 1
    with pytest.raises(RuntimeError, match="nested deeper than"):
        drive(deep(MAX_DEPTH), Fight(None), faces_of_one, Trace())
    trace = Trace()
    with pytest.raises(RuntimeError, match="awaited more than"):
        drive(endless(), Fight(None), faces_of_one, trace)
    assert len(trace.lines) == MAX_EFFECTS


def test_a_late_refusal_is_a_fault() -> None:
    with pytest.raises(RuntimeError, match=r"refused after an input, a fault of trial\.late"):
        run(late(), None, (), "k", lambda *_: (1,))


def test_a_stop_cannot_be_swallowed() -> None:
    stopped = run(swallows(), fighting("ana"), (), "k", lambda *_: (1,))
    assert (stopped.done, stopped.open[0].ask.topic) == (False, "q")


def test_places_are_numbered_without_doubt() -> None:
    """The second use of `d6` and the first of `d62` must not be one place."""
    rolled = run(repeats(), None, (), "k", lambda *_: (1,))
    assert [x.place for x in rolled.inputs] == [
        "repeats:d6~1",
        "repeats:d6~2",
        "repeats:hit1",
        "repeats:hit2",
    ]
    assert len({numbered(label, n) for label in ("a", "a1", "a11") for n in (1, 2, 11, 12, 111)}) == 15


def test_a_call_is_a_value_with_all_its_arguments() -> None:
    assert has_defaults("ana") == has_defaults("ana", 3) == has_defaults(who="ana", n=3)
    assert has_defaults("ana").args == ("ana", 3)
    assert has_defaults("ana") != has_defaults("ana", 4)
    assert drive(has_defaults("ana"), Fight(None), faces_of_one, Trace()) == ("ana", 3)


def test_names_and_clauses() -> None:
    assert (blows.strike.name, blows.strike.clause) == ("toy.strike", "T1")
    assert game_of("rules.games.openquest.attack") == "openquest"
    assert game_of("rules.games.openquest") == "openquest"
    assert game_of("rules.engine.frame") == "engine"
    with pytest.raises(ValueError, match=r"two procedures are called trial\.late"):
        procedure("trial", "trial")(_late_again)
    with pytest.raises(LookupError, match=r"no procedure is called trial\.none"):
        drive(Call("trial.none", ()), Fight(None), faces_of_one, Trace())


async def _late_again(fight: Fight[Any]) -> None:
    return None


_late_again.__name__ = "late"
