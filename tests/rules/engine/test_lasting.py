"""Effects that last end on the right turn, once, at the round's edge and under back as well."""

from typing import Any

import pytest

from rules.engine import frame, overrule
from rules.engine.effects import GM, TABLE, Call
from rules.engine.encounter import END, START, Edge
from rules.engine.procedures import Refused
from rules.engine.scripted import Scripted, scripted
from tests.rules.toy import sheet, tricks
from tests.rules.toy.people import fighting, person
from tests.rules.toy.sheet import State

THREE = ("ana", "orc", "ben")


def done(call: Call[Any], s: State, *script: Any) -> Scripted[Any]:
    return scripted(call, s, script)


def after(s: State, *calls: Call[Any]) -> State:
    for call in calls:
        s = done(call, s).s
    return s


def lasting(s: State, who: str, ends: Edge | None) -> State:
    """Somebody is dazed until an edge."""
    return after(s, overrule.add_effect(who, "dazed", "dazed", ends, False))


def life(s: State, most: int = 8) -> list[tuple[int, str]]:
    """The turns (after the present one) at which the effect is still there."""
    seen: list[tuple[int, str]] = []
    for _ in range(most):
        s = after(s, frame.pass_turn())
        if not s.lasting:
            return seen
        seen.append((s.round, s.acting))
    return seen


@pytest.mark.parametrize(
    ("ends", "still"),
    [
        # of another's turn, of the own one, of the acting one's, of the last one's
        (Edge(2, "orc", START), []),
        (Edge(2, "orc", END), [(2, "orc")]),
        (Edge(2, "ana", END), []),
        (Edge(2, "ben", END), [(2, "orc"), (2, "ben")]),
        (Edge(3, "ana", START), [(2, "orc"), (2, "ben")]),
        (Edge(3, "ana", END), [(2, "orc"), (2, "ben"), (3, "ana")]),
        (Edge(3, "ben", START), [(2, "orc"), (2, "ben"), (3, "ana"), (3, "orc")]),
        # of a moment that has passed
        (Edge(2, "ana", START), []),
        (Edge(1, "orc", END), []),
        # of a round
        (Edge(2, "", END), [(2, "orc"), (2, "ben")]),
        (Edge(3, "", START), [(2, "orc"), (2, "ben")]),
        (Edge(3, "", END), [(2, "orc"), (2, "ben"), (3, "ana"), (3, "orc"), (3, "ben")]),
    ],
)
def test_an_effect_ends_at_its_edge(ends: Edge, still: list[tuple[int, str]]) -> None:
    assert life(lasting(fighting(*THREE), "orc", ends)) == still


def test_one_without_an_end_lasts_until_it_is_taken_away() -> None:
    s = lasting(fighting(*THREE), "orc", None)
    assert len(life(s)) == 8
    ended = done(overrule.drop_effect("e1"), s)
    assert (ended.s.lasting, ended.told()) == ((), ["orc is no longer dazed"])
    with pytest.raises(Refused, match="no such effect"):
        done(overrule.drop_effect("e1"), ended.s)


def test_a_curse_ends_as_the_casters_next_turn_begins() -> None:
    s = done(tricks.curse("ana", "orc"), fighting(*THREE)).s
    assert sheet.skill(s, "orc") == 3
    s = after(s, frame.pass_turn(), frame.pass_turn())
    assert sheet.skill(s, "orc") == 3
    ended = done(frame.pass_turn(), s)
    assert ended.told() == ["Round 3", "orc is no longer cursed", "ana's turn"]
    assert sheet.skill(ended.s, "orc") == 5


def test_it_ends_though_the_one_whose_turn_it_is_cannot_act_or_has_gone() -> None:
    for gone in (overrule.set_value("orc", "hits", 0), frame.leave("orc", True)):
        for at in (START, END):
            s = after(lasting(fighting(*THREE), "ben", Edge(2, "orc", at)), gone)
            assert life(s) == [], "the turn passes orc by, straight to ben"


def test_it_ends_with_the_round_where_its_turn_never_comes() -> None:
    s = lasting(fighting(*THREE), "orc", Edge(2, "rat", START))
    assert life(s) == [(2, "orc"), (2, "ben")]


def test_of_one_with_two_slots_the_turn_begins_with_the_first_and_ends_with_the_last() -> None:
    s = fighting(*THREE, ana={"slots": 2})
    assert [slot.id for slot in s.order] == ["ana", "orc", "ben", "ana+"]
    assert life(lasting(s, "orc", Edge(2, "ana", END))) == [(2, "orc"), (2, "ben"), (2, "ana+")]
    assert life(lasting(s, "orc", Edge(3, "ana", START))) == [(2, "orc"), (2, "ben"), (2, "ana+")]


def test_stepping_back_ends_nothing_and_nothing_twice() -> None:
    s = lasting(fighting(*THREE), "orc", Edge(2, "orc", START))
    ended = done(frame.pass_turn(), s)
    assert ended.told() == ["orc is no longer dazed", "orc's turn"]
    back = done(frame.back(), ended.s)
    assert back.told() == ["The turn goes back to ana"]
    assert done(frame.pass_turn(), back.s).told() == ["orc's turn"]


def test_one_that_begins_after_a_step_back_ends_at_its_edge_all_the_same() -> None:
    """Orc's end of turn has fired already; what was to end there ends when it passes again."""
    s = after(fighting(*THREE), frame.pass_turn(), frame.pass_turn(), frame.back())
    assert s.actor == "orc"
    assert life(lasting(s, "ana", Edge(2, "orc", END))) == []


def test_back_over_the_rounds_edge_keeps_what_lasts_longer() -> None:
    s = after(lasting(fighting(*THREE), "orc", Edge(3, "orc", START)), *[frame.pass_turn()] * 3)
    assert (s.round, s.actor) == (3, "ana")
    s = after(s, frame.back())
    assert (s.round, s.actor, len(s.lasting)) == (2, "ben", 1)
    assert life(s) == [(3, "ana")]


def test_the_effects_of_one_who_leaves_go_with_them_and_their_deeds_stay() -> None:
    s = lasting(fighting(*THREE), "orc", Edge(9, "", END))
    s = done(tricks.curse("ana", "ben"), s).s
    left = after(s, frame.leave("orc", True))
    assert [e.who for e in left.lasting] == ["ben"]
    left = after(left, frame.leave("ana", True))
    assert [e.source for e in left.lasting] == ["ana"]


def test_what_ends_on_somebody_hidden_is_told_to_the_gm_alone() -> None:
    s = fighting("ana", "spy")
    begun = done(overrule.add_effect("spy", "dazed", "dazed", Edge(2, "ana", END), False), s)
    secret = done(overrule.add_effect("ana", "marked", "marked", Edge(2, "ana", END), True), begun.s)
    assert (begun.lines[0].to, secret.lines[0].to) == (GM, GM)
    ended = done(frame.pass_turn(), secret.s)
    assert [(x.to, x.text(str)) for x in ended.lines[:2]] == [
        (GM, "spy is no longer dazed"),
        (GM, "ana is no longer marked"),
    ]


def test_an_effect_on_the_whole_table() -> None:
    begun = done(overrule.add_effect("", "dark", "darkness", Edge(2, "", END), False), fighting("ana", "orc"))
    assert (begun.told(), begun.lines[0].to) == (["darkness"], TABLE)
    ended = done(frame.pass_turn(), after(begun.s, frame.pass_turn()))
    assert ended.told()[0] == "darkness ends"


def test_a_newcomer_ends_nothing() -> None:
    s = lasting(fighting(*THREE), "orc", Edge(3, "ana", START))
    s = after(s, frame.join(person("rat")))
    assert life(s) == [(2, "orc"), (2, "ben"), (2, "rat")]
