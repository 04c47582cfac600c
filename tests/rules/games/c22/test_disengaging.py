"""Disengaging: an action for each enemy left, no opening to them, and the way out (CT-58)."""

from __future__ import annotations

import pytest

from rules.engine.procedures import Refused
from rules.games.c22 import RULESET
from rules.games.c22.dealer import set_apart
from rules.games.c22.moving import disengage, move
from rules.games.c22.position import distance
from tests.rules.games.c22.desk import dealt, having, on_turn, under
from tests.rules.games.c22.test_position import leaving


@pytest.mark.rule("CT-58")
@pytest.mark.parametrize(
    ("foes", "first", "left"),
    [
        (("guard",), "movement", (2, 1)), (("guard",), "main", (1, 2)),
        (("guard", "rival"), "movement", (2, 0)), (("guard", "rival"), "main", (0, 2)),
        (("guard", "rival", "thug"), "movement", (1, 0)), (("guard", "rival", "thug"), "main", (0, 1)),
    ],
)  # fmt: skip
def test_one_movement_or_main_action_per_enemy(
    foes: tuple[str, ...], first: str, left: tuple[int, int]
) -> None:
    s = leaving("meters")
    for one in ("guard", "rival", "thug"):
        s = dealt(set_apart(one, tuple(x for x in ("guard", "rival", "thug") if x != one), 0), s).s
    run = dealt(disengage("ana", foes, first), s, ["no"] * ("rival" not in foes))
    turn = run.s["ana"].stats.turn
    assert (turn.main, turn.moves) == left


@pytest.mark.rule("CT-58")
@pytest.mark.parametrize(
    ("foes", "first", "left"),
    [
        (("guard",), "movement", (2, 1)), (("guard", "rival"), "movement", (1, 1)),
        (("guard", "rival", "thug"), "movement", (0, 1)), (("guard", "rival", "thug"), "main", (0, 1)),
    ],
)  # fmt: skip
def test_in_zones_a_movement_action_is_kept_to_leave_the_zone_with(
    foes: tuple[str, ...], first: str, left: tuple[int, int]
) -> None:
    run = dealt(disengage("ana", foes, first), leaving())
    turn = run.s["ana"].stats.turn
    assert (turn.main, turn.moves) == left
    assert dealt(move("ana", "Far"), run.s, ["no"] * ("rival" not in foes)).result == "moved"


@pytest.mark.rule("CT-58")
def test_in_zones_nobody_disengages_who_could_not_leave() -> None:
    still = on_turn(leaving(), "ana", main=2, moves=0)
    words = "costs 1 movement or main action, and leaving the zone then a movement action; left are 2 main"
    with pytest.raises(Refused, match=words):
        dealt(disengage("ana", ("guard",), "main"), still)
    assert words in (RULESET.verb("disengage").ready(still, "ana") or "")
    # one of three: the main action for it, the movement action to leave with
    last = on_turn(leaving(), "ana", main=1, moves=1)
    everyone = RULESET.verb("disengage").params[0].default
    assert everyone is not None
    assert everyone(last, "ana", {}) == "rival"


@pytest.mark.rule("CT-58", "CT-57")
def test_in_zones_those_enemies_get_no_opening_of_this_leaving_and_others_do() -> None:
    s = dealt(disengage("ana", ("guard",), "main"), leaving()).s
    run = dealt(move("ana", "Far"), s, ["no"])
    assert [a.who for a in run.asks] == ["rival"]
    back = dealt(move("ana", "Middle"), run.s).s
    back = having(back, "ana", turn=back["ana"].stats.turn.__class__(True, 2, 2))
    assert [a.who for a in dealt(move("ana", "Near"), back, ["no", "no"]).asks] == ["rival", "guard"]


@pytest.mark.rule("CT-58")
def test_in_meters_one_goes_2_m_and_others_still_get_their_opening() -> None:
    s = dealt(set_apart("guard", ("rival", "thug"), 0), leaving("meters")).s
    s = dealt(set_apart("rival", ("thug",), 0), s).s
    run = dealt(disengage("ana", ("guard", "rival"), "movement"), s)
    assert run.asks == ()
    assert (distance(run.s, "ana", "guard"), distance(run.s, "ana", "rival")) == (4, 4)
    one = dealt(disengage("ana", ("guard",), "movement"), s, ["no"])
    assert [a.who for a in one.asks] == ["rival"]


@pytest.mark.rule("CT-34", "CT-58")
def test_disengaging_does_not_lead_towards_whom_one_fears() -> None:
    s = dealt(set_apart("ana", ("thug",), 9), leaving("meters")).s
    s = dealt(set_apart("guard", ("thug",), 11), s).s
    with pytest.raises(Refused, match="no movement towards Thug"):
        dealt(disengage("ana", ("guard",), "main"), under(s, "ana", "feared", 1, "thug"))


@pytest.mark.rule("CT-58")
def test_what_disengaging_is_refused_for() -> None:
    far = having(leaving(), "guard", zone="Far")
    with pytest.raises(Refused, match="within whose reach you stand: Rival, Thug"):
        dealt(disengage("ana", ("guard",), "main"), far)
    one = on_turn(leaving("meters"), "ana", main=0, moves=1)
    with pytest.raises(
        Refused, match="costs 2 movement or main actions; left are 0 main actions, 1 movement"
    ):
        dealt(disengage("ana", ("guard", "rival"), "main"), one)
