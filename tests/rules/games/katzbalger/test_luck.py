"""The Funk and the Groove."""

from typing import Any

import pytest

from rules.engine.procedures import Refused
from rules.engine.scripted import scripted
from rules.games.katzbalger.attack import attack
from rules.games.katzbalger.luck import funk_to, groove
from rules.games.katzbalger.sheet import State

from .arena import arena, duel


def one(**values: Any) -> State:
    return arena({"ana": values}, "ana")


@pytest.mark.rule("KB-80")
def test_the_funk_comes_with_an_experience_point() -> None:
    s = scripted(funk_to("ana", "give"), one(xp=3), []).s
    assert (s["ana"].stats.funk, s["ana"].stats.xp) == (True, 4)
    with pytest.raises(Refused, match="already"):
        scripted(funk_to("ana", "give"), s, [])


@pytest.mark.rule("KB-80")
def test_the_funk_is_on_every_roll_but_location_and_ties() -> None:
    s = duel({"funk": True}, {"armor": ["Ring"], "hth": 0}, "ana")
    done = scripted(attack("ana", "ben", "Sword", "attack", (), 0), s, [15, 8, 7, 4, (1, 1)])
    told = {c.label: c.text(faces, str) for c, faces in done.rolls}
    assert "− 1 Funk" in told["attack"]
    assert "− 1 Funk = 11: through" in told["penetration"]  # 7 + 5 − 1
    assert told["damage"] == "Damage: 1d8 (4) − 1 Funk = 3: 3 lethal"
    assert "Funk" not in told["location"]


@pytest.mark.rule("KB-81")
@pytest.mark.parametrize(
    ("luck", "stored", "kept"), [(9, 0, 1), (9, 2, 3), (9, 3, 3), (11, 3, 3), (12, 3, 4), (2, 0, 0)]
)
def test_coming_out_of_it_stores_a_groove_up_to_a_third_of_luck(luck: int, stored: int, kept: int) -> None:
    s = one(luck=luck, grooves=stored, funk=True)
    done = scripted(funk_to("ana", "out"), s, []).s["ana"].stats
    assert (done.funk, done.grooves) == (False, kept)


@pytest.mark.rule("KB-81")
def test_a_strong_stimulus_goes_straight_into_the_groove() -> None:
    done = scripted(funk_to("ana", "straight"), one(funk=True), []).s["ana"].stats
    assert (done.funk, done.groove, done.grooves) == (False, True, 0)
    with pytest.raises(Refused, match="not in the Funk"):
        scripted(funk_to("ana", "out"), one(), [])


@pytest.mark.rule("KB-82")
def test_the_groove_is_taken_with_a_declaration_and_rolls_attacks_twice() -> None:
    s = duel({"grooves": 1}, order="ana")
    done = scripted(attack("ana", "ben", "Sword", "attack", ("groove",), 0), s, [(3, 15), 20, 1])
    assert done.result == "hit"
    assert (done.s["ana"].stats.grooves, done.s["ana"].stats.groove) == (0, True)
    assert [len(faces) for _, faces in done.rolls] == [2, 1, 1]
    with pytest.raises(Refused, match="No Groove"):
        scripted(attack("ana", "ben", "Sword", "attack", ("groove",), 0), duel(), [])


@pytest.mark.rule("KB-82")
def test_parry_and_block_are_rolled_twice_too() -> None:
    s = duel(order="ana ben ben").with_stats("ben", groove=True)
    done = scripted(
        attack("ana", "ben", "Sword", "attack", (), 0), s, ["parry", (2, 5), 20, "block", (2, 9), 1]
    )
    assert [len(faces) for _, faces in done.rolls] == [2, 1, 2, 1]


@pytest.mark.rule("KB-82")
def test_the_groove_can_be_taken_by_itself_without_an_action() -> None:
    s = scripted(groove("ana"), one(grooves=2), []).s
    assert (s["ana"].stats.grooves, s["ana"].stats.groove, s.ground.used) == (1, True, "")
    with pytest.raises(Refused, match="already"):
        scripted(groove("ana"), s, [])
