"""The first round and ambushes (CT-40 to 42)."""

from __future__ import annotations

import pytest

from rules.engine import frame
from rules.engine.procedures import Refused
from rules.engine.ruleset import PUBLIC
from rules.games.c22 import RULESET
from rules.games.c22.attack import attack
from rules.games.c22.dealer import set_ambush, set_effect
from rules.games.c22.harm import harm, inflict, round_ends
from rules.games.c22.initiative import initiative
from rules.games.c22.state import Inflicts, State, avoidance, tier
from rules.games.c22.turns import play
from tests.rules.games.c22.desk import dealt, foe, having, on_turn, person, state


def first(**options: str) -> State:
    """The first round: Ana's turn, with a greatsword beside a thug of Health 5."""
    s = state(person("ana", weapons=["Greatsword"]), foe("thug", health_max=5, armor=0), round=1, **options)
    return on_turn(s, "ana", "S8", "S4")


@pytest.mark.rule("CT-40")
def test_one_who_is_brought_to_0_still_acts_and_drops_at_the_end_of_the_round() -> None:
    run = dealt(attack("ana", "thug", "Greatsword", "", 0), first())
    assert run.s["thug"].stats.health == 5
    assert run.s["thug"].stats.pending == 7
    assert "Thug: 7 damage pending until the end of the round" in run.public()
    assert "−7 pending" in RULESET.row(run.s, "thug", PUBLIC).tags
    turn = dealt(frame.pass_turn(), run.s, ["S2", "H8"])
    assert turn.s.actor == "thug"
    struck = dealt(attack("thug", "ana", "Unarmed", "", 0), turn.s)
    assert struck.result.kind == "full"
    over = dealt(frame.pass_turn(), struck.s, ["S5", "H6"])
    assert (over.s.round, over.s.actor) == (2, "ana")
    assert "Thug takes 7 damage (held back in the first round): Health 5 → 0, unconscious" in over.public()
    assert not RULESET.able(over.s, "thug")


@pytest.mark.rule("CT-40")
def test_what_was_held_back_counts_as_one_sum_so_nobody_dies_of_it() -> None:
    s = first()
    for n in (5, 5, 5):
        s = dealt(harm("thug", n, ""), s).s
    stats = dealt(round_ends(), s).s["thug"].stats
    assert (stats.health, stats.dead, stats.pending) == (0, False, 0)


@pytest.mark.rule("CT-40")
def test_nothing_that_was_held_back_comes_off_the_health_of_the_dead() -> None:
    s = dealt(harm("thug", 2, ""), first()).s
    run = dealt(round_ends(), having(s, "thug", dead=True))
    assert run.public() == []
    assert run.s["thug"].stats.pending == 0


@pytest.mark.rule("CT-40")
def test_the_option_off_applies_everything_at_once() -> None:
    run = dealt(attack("ana", "thug", "Greatsword", "", 0), first(first_round="off"))
    assert (run.s["thug"].stats.health, run.s["thug"].stats.pending) == (0, 0)


@pytest.mark.rule("CT-40")
@pytest.mark.parametrize(("round_", "held"), [(1, 3), (2, 0), (3, 0)])
def test_only_the_first_round_holds_back(round_: int, held: int) -> None:
    s = state(person("ana"), foe("thug"), round=round_)
    assert dealt(harm("ana", 3, ""), s).s["ana"].stats.pending == held


@pytest.mark.rule("CT-40", "CT-60")
def test_what_a_maneuver_does_for_its_user_works_at_once() -> None:
    s = on_turn(state(person("ana", maneuvers=["Guarded"]), foe("thug"), round=1), "ana", "S8", "C6")
    after = dealt(play("ana", "S8+Guarded!"), s).s
    assert avoidance(after, "ana") == 5 + 2


@pytest.mark.rule("CT-41", "CT-40")
def test_stunned_in_the_first_round_takes_hold_at_its_end() -> None:
    s = first()
    run = dealt(inflict("thug", Inflicts("stunned", 3), "S8", "ana"), s)
    assert tier(run.s, "thug", "stunned") == 0
    assert "stunned (3) pending" in RULESET.row(run.s, "thug", PUBLIC).tags
    s = dealt(frame.pass_turn(), run.s, ["S2", "H8"]).s
    assert (s.actor, s["thug"].stats.turn.main) == ("thug", 2)
    run = dealt(frame.pass_turn(), s, ["S5", "H6"])
    assert tier(run.s, "thug", "stunned") == 3
    # its turn of round 2 is lost, and with its end the effect is over
    run = dealt(frame.pass_turn(), run.s, ["C5", "H5"])
    assert (run.s.round, run.s.actor, tier(run.s, "thug", "stunned")) == (3, "ana", 0)
    assert "Thug is stunned and has no turn" in run.public()


@pytest.mark.rule("CT-40")
def test_an_effect_by_the_dealer_is_held_back_as_well() -> None:
    run = dealt(set_effect("thug", "poisoned", 2, "ana"), first())
    assert tier(run.s, "thug", "poisoned") == 0
    assert tier(dealt(round_ends(), run.s).s, "thug", "poisoned") == 2


@pytest.mark.rule("CT-42")
def test_harm_reaches_the_surprised_at_once_and_one_brought_down_does_not_act() -> None:
    s = having(first(), "thug", surprised=True)
    run = dealt(attack("ana", "thug", "Greatsword", "", 0), s)
    assert (run.s["thug"].stats.health, run.s["thug"].stats.pending) == (0, 0)
    turn = dealt(frame.pass_turn(), run.s, ["S5", "H6"])
    assert (turn.s.round, turn.s.actor) == (2, "ana")
    assert not turn.s["thug"].stats.surprised


@pytest.mark.rule("CT-42")
def test_the_ambushers_and_those_who_reacted_keep_the_protection() -> None:
    s = RULESET.new_encounter()
    for c in (person("ana"), person("ben"), foe("thug")):
        s = s.having(c)
    set_up = dealt(set_ambush("foes", ("ben",)), s)
    assert set_up.said == (("gm", "The side of foes lies in ambush; Ben reacted in time"),)
    begun = dealt(initiative(), set_up.s, ["S8", "S6", "H2"]).s
    begun = dealt(frame.open_round(1), begun).s
    pending = {who: dealt(harm(who, 4, ""), begun).s[who].stats.pending for who in ("ana", "ben", "thug")}
    assert pending == {"ana": 0, "ben": 4, "thug": 4}


@pytest.mark.rule("CT-42")
def test_effects_on_the_surprised_begin_at_once() -> None:
    s = having(first(), "thug", surprised=True)
    assert tier(dealt(inflict("thug", Inflicts("stunned", 1), "S8", "ana"), s).s, "thug", "stunned") == 1


@pytest.mark.rule("CT-42")
def test_an_ambush_is_set_before_the_fight_and_can_be_called_off() -> None:
    s = RULESET.new_encounter().having(person("ana"))
    s = dealt(set_ambush("foes", ()), s).s
    assert dealt(set_ambush("", ()), s).s.ground.ambush == ""
    with pytest.raises(Refused, match="before the fight begins"):
        dealt(set_ambush("foes", ()), first())
