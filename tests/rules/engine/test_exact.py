"""The exact interpreter against probabilities worked by hand, and against every face of every die."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from rules.engine.dice import Sum
from rules.engine.effects import Ask, Call
from rules.engine.exact import Budget, TooLarge, defaults, exact, results
from rules.engine.procedures import Refused
from tests.rules.engine.brute import every_outcome
from tests.rules.toy import blows, moves, tricks
from tests.rules.toy.people import fighting
from tests.rules.toy.sheet import GATE, State


def choose(**values: str) -> Callable[[Ask, Any], str]:
    """The policy with these values by topic, defaults else; an offer takes its default, as in play."""

    def answer(ask: Ask, s: Any) -> str:
        return values.get(ask.topic, ask.default) if ask.wait else ask.settled(s)

    return answer


def test_a_strike_against_one_who_ducks() -> None:
    """Skill 5: 1 is fine, 2 to 5 hit, so 1/2 passes; the duck of skill 5 holds half of those."""
    out = exact(blows.strike("ana", "orc"), fighting("ana", "orc"), choose(defend="duck"))
    assert results(out) == {"miss": Fraction(1, 2), "ducks": Fraction(1, 4), "hit": Fraction(1, 4)}


def test_harm_of_a_strike_that_is_taken() -> None:
    """1/10 is fine and does d6+2, 4/10 hits and does d6."""
    s = fighting("ana", "orc", orc={"hits": 20})
    out = exact(blows.strike("ana", "orc"), s, view=lambda s: 20 - s["orc"].stats.hits)
    plain, fine = Fraction(4, 60), Fraction(1, 60)
    assert {harm: p for (_, harm), p in out.items()} == {
        0: Fraction(1, 2),
        1: plain,
        2: plain,
        3: plain + fine,
        4: plain + fine,
        5: plain + fine,
        6: plain + fine,
        7: fine,
        8: fine,
    }


CASES: list[tuple[str, Call[Any], State, dict[str, str]]] = [
    ("taken", blows.strike("ana", "orc"), fighting("ana", "orc"), {}),
    ("ducked", blows.strike("ana", "orc"), fighting("ana", "orc"), {"defend": "duck"}),
    ("parried", blows.strike("ana", "orc"), fighting("ana", "orc"), {"defend": "parry"}),
    ("waiting offer", blows.strike("ana", "orc"), fighting("ana", "orc", offers="wait"), {"defend": "duck"}),
    ("first round", blows.strike("ana", "orc"), fighting("ana", "orc", number=1), {}),
    ("mighty", blows.mighty("ana"), fighting("ana", "orc", ana={"windup": "orc"}), {}),
    (
        "two watchers",
        moves.move("ana", GATE),
        fighting("ana", "orc", "rat", ana={"hits": 4}, orc={"watching": GATE}, rat={"watching": GATE}),
        {"swing": "swing"},
    ),
    ("duel", tricks.duel("ana", "orc"), fighting("ana", "orc"), {"guess": "high"}),
    ("sweep", tricks.sweep("ana"), fighting("ana", "orc", "rat"), {}),
    ("draw", tricks.draw("ana"), fighting("ana", "orc").with_ground(pile=(2, 3, 8)), {}),
    ("heckle", tricks.heckle("ana", "orc"), fighting("ana", "orc"), {"mood": "rage"}),
]


@pytest.mark.parametrize(("call", "s", "values"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_exact_is_what_all_faces_add_up_to(call: Call[Any], s: State, values: dict[str, str]) -> None:
    out = exact(call, s, choose(**values))
    assert out == every_outcome(call, s, choose(**values))
    assert sum(out.values()) == 1


def test_a_policy_may_look_at_the_state() -> None:
    """A parry while there is grit for it, else a duck: two strikes in a row."""
    s = fighting("ana", "orc", "rat")

    def careful(ask: Ask, s: Any) -> str:
        return "parry" if s[ask.who].stats.grit else "duck"

    for call in (blows.strike("ana", "orc"), blows.strike("ana", "rat")):
        assert exact(call, s, careful) == every_outcome(
            call, s, lambda ask, now: careful(ask, now) if ask.wait else ask.settled(now)
        )


def test_a_policy_that_wants_what_is_not_legal_gets_the_default() -> None:
    s = fighting("ana", "orc", orc={"watching": GATE})
    assert exact(moves.move("ana", GATE), s, choose(swing="jump")) == exact(moves.move("ana", GATE), s)


def test_what_is_refused_in_play_is_refused() -> None:
    with pytest.raises(Refused, match="It is not your turn"):
        exact(blows.strike("orc", "ana"), fighting("ana", "orc"))


def test_the_budget_ends_a_run_that_grows_too_large() -> None:
    budget = Budget(most=20)
    with pytest.raises(TooLarge, match="more than 20 runs"):
        exact(blows.strike("ana", "orc"), fighting("ana", "orc"), defaults, budget=budget)


def test_a_sum_has_the_same_outcomes_as_its_faces() -> None:
    """3d4-2 by convolution and by all 64 faces."""
    roll = Sum("x", 3, 4, -2)
    faces = [a + b + c - 2 for a in range(1, 5) for b in range(1, 5) for c in range(1, 5)]
    expected = {total: Fraction(faces.count(total), 64) for total in set(faces)}
    assert dict(roll.outcomes(None)) == expected
