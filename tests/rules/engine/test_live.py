"""The live interpreter: where it stops, what comes in between, what answers itself, what no longer fits."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.engine import frame, overrule
from rules.engine.dice import Dice
from rules.engine.driver import Diverged
from rules.engine.effects import Call
from rules.engine.live import (
    ASK,
    BY_DEFAULT,
    BY_OFFER,
    BY_STANDING,
    CHANCE,
    INTERRUPT,
    Input,
    Run,
    interrupt_input,
    run,
    with_answer,
)
from rules.engine.procedures import Refused
from rules.engine.scripted import scripted
from tests.rules.toy import blows, moves, tricks
from tests.rules.toy.people import fighting
from tests.rules.toy.sheet import GATE, State

KEY = "a key"


def dice(**faces: int) -> Dice:
    """Dice that show these faces by label (else 5), so that a test says what is rolled."""
    return lambda chance, key, place, sides: tuple(faces.get(chance.label, 5) for _ in sides)


class Playing:
    """A declaration under way: every act runs it again from its saved inputs."""

    def __init__(self, call: Call[Any], base: State, **faces: int) -> None:
        self.call, self.base, self.dice = call, base, dice(**faces)
        self.at: Run = run(call, base, (), KEY, self.dice)

    def answer(self, value: str, n: int = 0) -> "Playing":
        return self.add(with_answer(self.at, self.at.open[n], value, "u-ana"))

    def comes_in(self, call: Call[Any]) -> "Playing":
        return self.add(interrupt_input(self.at, call, "u-gm"))

    def add(self, given: Input) -> "Playing":
        before = self.at
        self.at = run(self.call, self.base, (*before.inputs, given), KEY, self.dice)
        assert self.at.changes[: len(before.changes)] == before.changes
        return self

    @property
    def topics(self) -> list[tuple[str, str]]:
        return [(x.ask.topic, x.ask.who) for x in self.at.open]

    def replayed(self) -> Run:
        return run(self.call, self.base, self.at.inputs, KEY, None)


def test_it_stops_at_an_ask_and_goes_on_with_the_answer() -> None:
    play = Playing(blows.strike("ana", "orc"), fighting("ana", "orc"))
    assert (play.at.done, play.topics) == (False, [("defend", "orc")])
    assert [x.kind for x in play.at.inputs] == [CHANCE]
    play.answer("none")
    assert (play.at.done, play.at.result, play.at.s["orc"].stats.hits) == (True, "hit", 1)
    assert [x.kind for x in play.at.inputs] == [CHANCE, ASK, CHANCE]


def test_a_replay_needs_every_input_and_no_more() -> None:
    play = Playing(blows.strike("ana", "orc"), fighting("ana", "orc")).answer("none")
    assert play.replayed() == play.at
    with pytest.raises(Diverged, match="ended before the procedure did"):
        run(play.call, play.base, play.at.inputs[:-1], KEY, None)
    with pytest.raises(Diverged, match="1 saved inputs were not used"):
        run(play.call, play.base, (*play.at.inputs, play.at.inputs[-1]), KEY, None)


def test_live_and_scripted_agree() -> None:
    s = fighting("ana", "orc")
    live = Playing(blows.strike("ana", "orc"), s, strike=1, harm=3).answer("none").at
    by_hand = scripted(blows.strike("ana", "orc"), s, [1, "none", 3])
    assert (live.result, live.s) == (by_hand.result, by_hand.s)


def test_several_asks_are_answered_in_any_order() -> None:
    ends = []
    for order in ((0, 0), (1, 0)):
        play = Playing(tricks.duel("ana", "orc"), fighting("ana", "orc"))
        assert play.topics == [("guess", "ana"), ("guess", "orc")]
        values = {"ana": "high", "orc": "low"}
        for n in order:
            play.answer(values[play.at.open[n].ask.who], n)
        assert play.replayed() == play.at
        ends.append((play.at.result, play.at.s))
    assert ends[0] == ends[1] == ("orc", ends[0][1])


def test_one_person_may_be_asked_twice_at_once() -> None:
    """Keyed by ask, not by person: Ana stands in the sweep and pushes it."""
    s = fighting("orc", "ana", "ben").with_combatant("orc", controller="u-ana")
    play = Playing(tricks.sweep("orc"), s)
    assert play.topics == [("sweep", "ana"), ("sweep", "ben")]
    assert [(x.place[-2:], x.by) for x in play.at.inputs] == [(".1", BY_OFFER)]
    assert play.answer("duck", 1).answer("duck").at.result == 0


def test_an_interrupt_comes_in_before_the_answer() -> None:
    play = Playing(blows.strike("ana", "orc"), fighting("ana", "orc"), harm=3)
    play.comes_in(overrule.set_value("orc", "hits", 20))
    assert (play.topics, play.at.s["orc"].stats.hits) == ([("defend", "orc")], 20)
    assert play.answer("none").at.s["orc"].stats.hits == 17
    assert [x.kind for x in play.at.inputs] == [CHANCE, INTERRUPT, ASK, CHANCE]
    assert play.replayed() == play.at


def test_an_interrupt_may_change_what_can_be_chosen() -> None:
    play = Playing(blows.strike("ana", "orc"), fighting("ana", "orc"))
    assert [o.value for o in play.at.open[0].ask.legal(play.at.s)] == ["none", "duck", "parry"]
    play.comes_in(overrule.set_value("orc", "grit", 0))
    assert [o.value for o in play.at.open[0].ask.legal(play.at.s)] == ["none", "duck"]
    play.comes_in(overrule.set_value("orc", "hits", 0))
    assert [o.value for o in play.at.open[0].ask.legal(play.at.s)] == ["none"]


def test_an_interrupt_asks_first_and_may_be_interrupted() -> None:
    s = fighting("ana", "orc", "ben", "rat")
    play = Playing(blows.strike("ana", "orc"), s)
    play.comes_in(tricks.heckle("ben", "orc"))
    assert play.topics == [("mood", "orc")]
    play.comes_in(tricks.heckle("rat", "ben"))
    assert play.topics == [("mood", "ben")]
    play.answer("laugh")
    assert play.topics == [("mood", "orc")]
    play.answer("rage")
    assert play.topics == [("defend", "orc")]
    play.answer("none")
    assert play.at.done
    assert play.replayed() == play.at
    assert [x.place for x in play.at.inputs if x.kind == INTERRUPT] == ["!heckle1", "!heckle2"]


def test_interrupts_between_two_answers_of_one_question() -> None:
    s = fighting("ana", "orc", "rat")
    play = Playing(tricks.sweep("ana"), s, sweep=2)
    play.answer("duck")
    play.comes_in(frame.leave("rat", True))
    assert play.at.done, "the one still asked has left: the default is taken"
    assert [(x.kind, x.by) for x in play.at.inputs] == [
        (ASK, BY_OFFER),
        (ASK, "u-ana"),
        (INTERRUPT, "u-gm"),
        (ASK, BY_DEFAULT),
    ]
    assert play.at.result == 0, "one ducked and the other is not there any more"
    assert play.replayed() == play.at


def test_two_interrupts_of_one_name_are_two_places() -> None:
    """Also of two games: a place is known by the short name of its procedure."""
    play = Playing(blows.strike("ana", "orc"), fighting("ana", "orc", "ben"))
    for _ in range(2):
        play.comes_in(overrule.set_value("orc", "hits", 4))
    assert [x.place for x in play.at.inputs if x.kind == INTERRUPT] == ["!set_value1", "!set_value2"]


def test_a_refused_interrupt_changes_nothing() -> None:
    play = Playing(blows.strike("ana", "orc"), fighting("ana", "orc", "ben", ben={"grit": 0}))
    for call, why in (
        (tricks.heckle("ben", "orc"), "You have no grit left"),
        (frame.leave("rat", True), "not in this fight"),
    ):
        with pytest.raises(Refused, match=why):
            play.comes_in(call)
    play.comes_in(tricks.heckle("ana", "orc"))
    with pytest.raises(Refused, match="You have no grit left"):
        play.comes_in(tricks.heckle("ben", "orc"))
    assert play.topics == [("mood", "orc")]


def test_a_standing_answer_is_given_at_once() -> None:
    s = scripted(overrule.set_standing("orc", "defend", "duck"), fighting("ana", "orc"), []).s
    done = Playing(blows.strike("ana", "orc"), s, duck=9).at
    assert (done.done, done.result) == (True, "hit")
    assert [x.by for x in done.inputs if x.kind == ASK] == [BY_STANDING]


def test_a_standing_answer_that_is_not_legal_is_asked() -> None:
    s = scripted(
        overrule.set_standing("orc", "defend", "parry"), fighting("ana", "orc", orc={"grit": 0}), []
    ).s
    assert Playing(blows.strike("ana", "orc"), s).topics == [("defend", "orc")]


def test_a_standing_answer_set_while_asked_answers() -> None:
    play = Playing(blows.strike("ana", "orc"), fighting("ana", "orc"))
    play.comes_in(overrule.set_standing("orc", "defend", "parry"))
    assert (play.at.done, play.at.result) == (True, "parries")
    assert play.replayed() == play.at


def test_one_who_is_gone_takes_the_default_whatever_stands() -> None:
    s = scripted(overrule.set_standing("orc", "defend", "parry"), fighting("ana", "orc"), []).s
    play = Playing(moves.move("ana", GATE), s.with_stats("orc", watching=GATE))
    play.comes_in(frame.leave("orc", True))
    assert (play.at.done, play.at.result) == (True, "moved")


def test_an_offer_takes_its_default_and_is_remembered_with_its_options() -> None:
    done = Playing(blows.strike("ana", "orc"), fighting("ana", "orc"), strike=9).at
    assert (done.done, done.result) == (True, "miss")
    assert [(x.by, x.value) for x in done.inputs if x.kind == ASK] == [(BY_OFFER, "keep")]
    offered = done.offered[0]
    assert [o.value for o in offered.ask.legal(None)] == ["keep", "again"]


def test_an_offer_may_wait_and_may_be_declined_for_good() -> None:
    assert Playing(blows.strike("ana", "orc"), fighting("ana", "orc", offers="wait"), strike=9).topics == [
        ("again", "ana")
    ]
    s = scripted(overrule.set_standing("ana", "again", "again"), fighting("ana", "orc"), []).s
    always = Playing(blows.strike("ana", "orc"), s, strike=9, again=3).at
    assert (always.open[0].ask.topic, always.offered) == ("defend", ())


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda x: (Input(CHANCE, "elsewhere", x[0].what, x[0].value, x[0].sides), *x[1:]), "now roll at"),
        (lambda x: (Input(CHANCE, x[0].place, x[0].what, x[0].value, (6,)), *x[1:]), "now roll at"),
        (lambda x: (x[0], Input(ASK, "elsewhere", x[1].what, x[1].value), *x[2:]), "now ask at"),
        (
            lambda x: (x[0], Input(ASK, x[1].place, ("defend", "orc", "0-00"), "none"), *x[2:]),
            "is not the one",
        ),
        (lambda x: (x[0], Input(ASK, x[1].place, x[1].what, "fly"), *x[2:]), "fly was chosen"),
    ],
)
def test_inputs_that_do_not_fit_diverge(spoil: Callable[[Any], Any], why: str) -> None:
    play = Playing(blows.strike("ana", "orc"), fighting("ana", "orc")).answer("none")
    with pytest.raises(Diverged, match=why):
        run(play.call, play.base, spoil(play.at.inputs), KEY, None)


def test_a_secret_is_marked_as_one() -> None:
    drawn = Playing(tricks.draw("ana"), fighting("ana", "orc")).at
    assert [x.secret for x in drawn.inputs] == [True]
    duel = Playing(tricks.duel("ana", "orc"), fighting("ana", "orc")).answer("low").answer("low").at
    assert [x.secret for x in duel.inputs] == [True, True]


def test_places_name_the_way_through_the_procedures() -> None:
    play = Playing(blows.strike("ana", "orc"), fighting("ana", "orc")).answer("duck")
    assert [x.place for x in play.at.inputs] == [
        "strike/tested1:strike1",
        "strike/defend1:defend1",
        "strike/defend1/tested1:duck1",
    ]
