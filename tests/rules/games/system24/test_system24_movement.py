"""Range states, Advance, Move, Move-By and the guards' answer (TF-30..39)."""

from __future__ import annotations

import pytest

from rules.engine.procedures import Refused
from rules.games.system24 import RULESET
from rules.games.system24.changes import Committed, Locked
from rules.games.system24.defence import may_dodge
from rules.games.system24.guide import set_range
from rules.games.system24.movement import advance, move, move_by
from rules.games.system24.sheet import GRAPPLING, MELEE, SEPARATED, Lock
from rules.games.system24.state import between, engaged_with

from .table import MISS, arena, declare, foe, hero, lines, play

THROUGH = ["keep", (9, 9)]
"""The base DC stays; rank 2 rolls 9 + 9 + 4 = 22."""
FAILED = ["keep", (1, 2), *MISS]


@pytest.mark.rule("TF-30")
def test_pairs_are_symmetric_separated_at_first_and_the_guides_to_set() -> None:
    s = arena(hero("ana"), hero("ben"), foe("bandit"))
    assert between(s, "ana", "bandit") == between(s, "bandit", "ana") == SEPARATED
    s = play(set_range("bandit", ("ana", "ben"), GRAPPLING), s, []).s
    assert between(s, "ana", "bandit") == between(s, "bandit", "ana") == GRAPPLING
    assert between(s, "ana", "ben") == SEPARATED
    s = play(set_range("ana", ("bandit",), SEPARATED), s, []).s
    assert between(s, "bandit", "ana") == SEPARATED


@pytest.mark.rule("TF-30")
def test_no_melee_attack_from_separated() -> None:
    s = arena(hero("ana", weapons=["spear"]), foe("bandit"))
    assert RULESET.verb("attack").ready(s, "ana") == "Nobody is in reach of your weapons: Advance first."


@pytest.mark.rule("TF-31", "TF-36")
def test_without_guard_an_advance_is_free_and_one_state() -> None:
    s = arena(hero("ana"), foe("bandit", weapons=["axe"]), foe("other"))
    run = declare(s, "ana", "advance", target="bandit")
    assert run.rolls == ()
    assert between(run.s, "ana", "bandit") == MELEE
    assert between(run.s, "ana", "other") == SEPARATED
    assert engaged_with(run.s, "bandit") == ("ana",)
    assert engaged_with(run.s, "ana") == ("bandit",)


@pytest.mark.rule("TF-31", "TF-36")
def test_melee_to_grappling_is_contested_by_any_weapon() -> None:
    s = arena(hero("ana", athletics=2), foe("bandit", melee=1, weapons=["axe"]), near=["ana bandit melee"])
    run = declare(s, "ana", "advance", THROUGH, target="bandit")
    assert "DC 14 (Guard of Bandit with axe, Melee 1)" in lines(run)
    assert between(run.s, "ana", "bandit") == GRAPPLING
    again = Committed("ana", "", "x").apply(run.s)
    assert "grappling" in str(_refusal(advance("ana", "bandit", "", (), True), again))


def _refusal(call: object, s: object) -> Refused:
    with pytest.raises(Refused) as caught:
        play(call, s, [])  # type: ignore[arg-type]
    return caught.value


@pytest.mark.rule("TF-32")
def test_who_fails_chooses_stop_or_push_through() -> None:
    s = arena(hero("ana", athletics=2), foe("guard", melee=2, weapons=["spear"], shield="shield"))
    stop = declare(s, "ana", "advance", [*FAILED, "stop"], target="guard")
    assert between(stop.s, "ana", "guard") == SEPARATED
    assert stop.s["ana"].stats.wounds == {}
    assert [a.topic for a in stop.asks] == ["guard dc", "push", "critical failure", "stop or push through"]
    assert stop.asks[-1].default == "stop"
    through = declare(s, "ana", "advance", [*FAILED, "push"], target="guard")
    assert between(through.s, "ana", "guard") == MELEE
    assert through.s["ana"].stats.wounded("core") == 1


@pytest.mark.rule("TF-32")
def test_who_is_felled_pushing_through_does_not_arrive() -> None:
    s = arena(hero("ana", athletics=2, core=4), foe("guard", melee=2, weapons=["spear"], shield="shield"))
    run = declare(s, "ana", "advance", [*FAILED, "push"], target="guard")
    assert run.s["ana"].stats.out == "dying"
    assert between(run.s, "ana", "guard") == SEPARATED


@pytest.mark.rule("TF-33")
def test_a_critical_failure_fails_and_suffers() -> None:
    s = arena(hero("ana", athletics=2), foe("guard", melee=2, weapons=["spear"], shield="shield"))
    run = declare(s, "ana", "advance", ["keep", (1, 2), "no", "yes"], target="guard")
    assert run.result == "critical"
    assert between(run.s, "ana", "guard") == SEPARATED
    assert run.s.notes == ()  # nothing is left to settle
    assert run.s["ana"].stats.wounded("core") == 1


@pytest.mark.rule("TF-34")
def test_the_defenders_choose_which_one_guard_answers() -> None:
    guards = [
        foe("spear", melee=2, weapons=["spear"], shield="shield"),
        foe("pike", melee=4, weapons=["pike"]),
    ]
    s = arena(hero("ana", athletics=2), *guards)
    run = declare(s, "ana", "advance", [*FAILED, "push", "pike"], target="spear")
    asked = run.asks[-1]
    assert (asked.who, asked.default) == ("any:spear,pike", "pike")  # Melee 4 has the best DC
    assert run.s["ana"].stats.wounded("core") == 2


@pytest.mark.rule("TF-35")
def test_the_consequence_is_a_hit_through_armor_that_costs_the_guard_nothing() -> None:
    s = arena(
        hero("ana", athletics=2, armor="light"),
        foe("gun", ranged=2, weapons=["rifle"], weapon_state={"rifle": [3, 4]}),
    )
    run = declare(s, "ana", "advance", [*FAILED, "push"], target="gun")
    gun, ana = run.s["gun"].stats, run.s["ana"].stats
    assert ana.wounded("core") == 1  # 2 wounds, Light armor turns 1
    assert ana.stamina == 5
    assert gun.committed == {}
    assert gun.broken == ""
    assert gun.in_hand.ammo == 3
    assert len(run.rolls) == 1


@pytest.mark.rule("TF-35")
def test_with_the_option_roll_the_guard_attacks_and_the_mover_defends() -> None:
    s = arena(
        hero("ana", athletics=2), foe("guard", melee=2, weapons=["spear"], shield="shield"),
        guard_attack="roll",
    )  # fmt: skip
    run = declare(s, "ana", "advance", [*FAILED, "push", "dodge", (5, 5), *MISS], target="guard")
    # contested Athletics 2 is 15; the guard rolls 5 + 5 + 4 = 14
    assert run.s["ana"].stats.wounds == {}
    assert run.s["guard"].stats.committed == {}
    assert between(run.s, "ana", "guard") == MELEE


@pytest.mark.rule("TF-36", "TF-37")
def test_an_advance_can_leave_others_and_only_those_named() -> None:
    s = arena(
        hero("ana", athletics=2), foe("one"), foe("two"), foe("three"),
        near=["ana one melee", "ana two melee"],
    )  # fmt: skip
    run = declare(s, "ana", "advance-leaving", target="three", at="one")
    assert [between(run.s, "ana", w) for w in ("one", "two", "three")] == [SEPARATED, MELEE, MELEE]


@pytest.mark.rule("TF-37")
def test_backing_away_is_safe_from_one() -> None:
    s = arena(hero("ana"), foe("bandit", weapons=["axe"]), near=["ana bandit grappling"])
    run = declare(s, "ana", "withdraw")
    assert run.rolls == ()
    assert between(run.s, "ana", "bandit") == MELEE


@pytest.mark.rule("TF-37")
def test_backing_away_from_two_takes_one_roll_against_the_armed() -> None:
    s = arena(
        hero("ana", athletics=2), foe("one", melee=1, weapons=["axe"]), foe("two", melee=3, weapons=["axe"]),
        foe("bare"), near=["ana one melee", "ana two melee", "ana bare melee"],
    )  # fmt: skip
    s = Committed("one", "LRHF", "bind").apply(s)  # Guard is not needed
    run = declare(s, "ana", "withdraw", THROUGH, target="one, two, bare")
    assert "DC 18: 16 Guard of Two with axe, Melee 3 + 2 Guard of One" in lines(run)
    assert engaged_with(run.s, "ana") == ()
    stop = declare(s, "ana", "withdraw", [*FAILED, "stop"], target="one")
    assert between(stop.s, "ana", "one") == MELEE


@pytest.mark.rule("TF-37")
def test_backing_away_in_bonds_takes_a_roll_from_one_already() -> None:
    s = arena(hero("ana", athletics=2, bound="R"), foe("one", weapons=["axe"]), near=["ana one melee"])
    run = declare(s, "ana", "withdraw", THROUGH)
    assert len(run.rolls) == 1


@pytest.mark.rule("TF-37", "TF-112")
def test_no_move_while_a_lock_holds_but_out_of_grappling_without_one() -> None:
    s = arena(hero("ana"), foe("bandit"), near=["ana bandit grappling"])
    held = Locked(Lock("bandit", "R", "ana", "L")).apply(s)
    assert "Break Free first" in str(_refusal(move("ana", ("bandit",), False), held))
    assert "Break Free first" in str(_refusal(advance("ana", "bandit", "", (), False), held))
    assert play(move("ana", ("bandit",), False), s, []).result == "away"


@pytest.mark.rule("TF-38")
def test_moving_past_is_one_roll_against_all_who_may_contest_it() -> None:
    s = arena(
        hero("ana", athletics=2),
        foe("one", melee=1, weapons=["axe"]),
        foe("two", melee=2, weapons=["sword"]),
        foe("gun", ranged=4, weapons=["rifle"]),
    )
    run = play(move_by("ana", ("one", "gun"), "hall"), s, THROUGH)
    assert len(run.rolls) == 1
    # the rifle contests no Move-By; one is passed and sets the base, two covers the same approach
    assert "DC 16: 14 Guard of One with axe, Melee 1 + 2 Guard of Two" in lines(run)
    assert run.result == "through"
    assert "Ana is past One and Gun" in lines(run)
    guide = RULESET.verb("passing")
    assert guide.who == "gm"
    by_guide = play(guide.call(s, "", {"target": "ana", "where": "one"}), s, THROUGH)
    assert by_guide.result == "through"


@pytest.mark.rule("TF-39", "TF-120", "TF-121")
@pytest.mark.parametrize(("traits", "dodge"), [([], False), (["Acrobatic Finesse"], True)])
@pytest.mark.parametrize(
    ("verb", "args", "script"), [("sprint", {}, []), ("leap", {"at": "across:8"}, [(6, 6)])]
)
def test_sprint_and_leap_take_dodge_unless_one_is_an_acrobat(
    traits: list[str], dodge: bool, verb: str, args: dict[str, str], script: list[object]
) -> None:
    s = arena(hero("ana", traits=traits), foe("bandit"))
    after = declare(s, "ana", verb, script, **args).s
    assert after["ana"].stats.no_dodge is not dodge


@pytest.mark.rule("TF-39", "TF-54")
@pytest.mark.parametrize(("traits", "dodge"), [([], False), (["Acrobatic Finesse"], True)])
@pytest.mark.parametrize(
    ("verb", "args", "script"), [("sprint", {}, []), ("leap", {"at": "across:8"}, [(6, 6)])]
)
def test_after_sprint_or_leap_an_acrobat_is_offered_dodge(
    traits: list[str], dodge: bool, verb: str, args: dict[str, str], script: list[object]
) -> None:
    s = declare(arena(hero("ana", traits=traits), foe("bandit")), "ana", verb, script, **args).s
    assert may_dodge(s, "ana") is dodge


@pytest.mark.rule("TF-37")
@pytest.mark.parametrize(("weapon", "rolls"), [("pistol", 1), ("rifle", 1), ("bow", 0), ("longbow", 0)])
def test_a_gun_is_an_arm_against_who_backs_away_and_a_bow_is_not(weapon: str, rolls: int) -> None:
    """Engaged by two: a gun shoots in any range, a bow from Separated alone (TF-43)."""
    s = arena(
        hero("ana", athletics=2), foe("gun", ranged=3, weapons=[weapon]), foe("bare"),
        near=["ana gun melee", "ana bare melee"],
    )  # fmt: skip
    run = declare(s, "ana", "withdraw", THROUGH if rolls else [])
    assert len(run.rolls) == rolls
    if rolls:
        assert f"DC 16 (Guard of Gun with {weapon}, Ranged 3)" in lines(run)
    assert engaged_with(run.s, "ana") == ()
