"""The summary of a fight: sums, luck and time, each worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.table.people import State
from bot.table.summary import Summary, Tally, summarise
from rules import games
from rules.engine import frame
from rules.engine.dice import Sum
from rules.engine.effects import GM, TABLE
from rules.engine.encounter import Slot
from rules.engine.live import CHANCE, Input
from rules.engine.ruleset import Harmed, ruleset
from rules.engine.steps import DONE, UNDONE, Step
from rules.games.openquest.changes import Harm

games.load()
GAME = ruleset("openquest")


def fight() -> State:
    """Two who are seen and one who is hidden."""
    state: State = GAME.new_encounter()
    for who, name, hidden in (("a", "Astrid", False), ("b", "Bela", False), ("h", "Lurker", True)):
        state = state.having(GAME.combatant(who, name, {}, hidden=hidden))
    order = tuple(Slot(who, who) for who in "abh")
    return replace(state, order=order, round=2)


def step(no: int, actor: str, *changes: Harm, inputs: tuple[Input, ...] = (), **more: Any) -> Step:
    made = Step(no, "2", actor, "attack", frame.pass_turn(), "1/a", "k", 0, inputs, changes, status=DONE)
    return replace(made, **more)


def die(who: str, face: int, good: int = 1, to: str = TABLE) -> Input:
    return Input(CHANCE, "at", Sum("d6", 1, 6, who=who, good=good, to=to), (face,), (6,))


def of(*steps: Step) -> Summary:
    return summarise(steps, fight())


def test_damage_is_credited_to_whose_doing_it_was_and_to_who_took_it() -> None:
    found = of(
        step(1, "a", Harm("b", 5, "a")),
        # Bela strikes first in Astrid's own attack, and itself
        step(2, "a", Harm("a", 3, "b"), Harm("b", 1, "b")),
        step(3, "b", Harm("a", 2)),
    )
    # Astrid gave 5 and took 3 + 2 (nobody's doing); Bela gave 3, took 5 and 1 by its own hand
    assert (found.tallies["a"].given, found.tallies["a"].taken) == (5, 5)
    assert (found.tallies["b"].given, found.tallies["b"].taken) == (3, 6)
    assert (found.rounds, found.steps) == (2, 3)
    assert found.lines == ("Astrid: damage dealt 5, taken 5", "Bela: damage dealt 3, taken 6")


def test_what_was_undone_does_not_count() -> None:
    found = of(step(1, "a", Harm("b", 5), status=UNDONE), step(2, "a", Harm("b", 1)))
    assert (found.steps, found.tallies["b"].taken) == (1, 1)


def test_hidden_combatants_are_not_told_of() -> None:
    found = of(step(1, "h", Harm("a", 4)))
    assert found.lines == ("Astrid: damage dealt 0, taken 4",)


def test_luck_is_measured_against_expectation() -> None:
    assert Tally(rolls=2, gained=3.0, variance=2).luck is None
    # three sixes: each (6 - 3.5) / sqrt(35 / 12) = 1.4639 above; together 4.3916 / sqrt(3) = 2.5355 sigma
    # above, which the normal distribution passes 0.56 % of the time
    best = of(step(1, "a", inputs=(die("a", 6), die("a", 6), die("a", 6))))
    assert best.tallies["a"].luck == 99
    # the same faces where low is good
    worst = of(step(1, "a", inputs=(die("a", 6, -1), die("a", 6, -1), die("a", 6, -1))))
    assert worst.tallies["a"].luck == 1
    # 1, 6 and 1, 6: exactly what was to be expected
    even = of(step(1, "a", inputs=(die("a", 1), die("a", 6), die("a", 1), die("a", 6))))
    assert even.tallies["a"].luck == 50
    assert even.lines == ("Astrid: damage dealt 0, taken 0; luckier than 50 of 100 with the same 4 rolls",)


def test_secret_rolls_and_those_of_nobody_tell_nothing_of_luck() -> None:
    inputs = (die("a", 6, to=GM), die("a", 6, 0), die("", 6))
    assert of(step(1, "a", Harm("b", 1, "a"), inputs=inputs * 3)).tallies["a"].rolls == 0


def test_extreme_luck_stays_within_what_can_be_said() -> None:
    assert Tally(rolls=9, gained=90.0, variance=9).luck == 99
    assert Tally(rolls=9, gained=-90.0, variance=9).luck == 1


@pytest.mark.parametrize(
    ("seconds", "words"), [(60, "1 turn of 60 s"), (600, "1 turn of 10 min"), (14_400, "1 turn of 4 h")]
)
def test_a_turn_lasts_until_the_next_one_begins(seconds: int, words: str) -> None:
    at_a, at_b = replace(fight(), acting="a"), replace(fight(), acting="b")
    found = of(
        step(1, "a", Harm("b", 1), after=at_a, at=1000),
        step(2, "a", after=at_a, at=1000 + seconds // 2),
        step(3, "", after=at_b, at=1000 + seconds),
        step(4, "b", after=at_b, at=9_000_000),
    )
    assert (found.tallies["a"].turns, found.tallies["a"].seconds) == (1, seconds)
    assert found.tallies["b"].turns == 0
    assert words in found.lines[0]


def test_where_a_game_does_not_say_whose_doing_it_was_it_is_who_declared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(type(GAME), "harm", lambda self, change: Harmed(change.who, change.n))
    found = of(step(1, "a", Harm("b", 5)))
    assert (found.tallies["a"].given, found.tallies["b"].taken) == (5, 5)
