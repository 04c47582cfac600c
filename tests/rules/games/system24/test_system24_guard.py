"""Guard: derived, directional, combined (TF-20..29, 291)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.engine.changes import AddLasting
from rules.engine.effects import GM
from rules.engine.encounter import Lasting
from rules.games.system24 import RULESET
from rules.games.system24.changes import Committed, Contested, Covers, GuardBroken
from rules.games.system24.defence import defences, defend
from rules.games.system24.guard import PAST, contest, guard_refusal, may_contest, on_guard
from rules.games.system24.sheet import GRAPPLING, MELEE, State
from rules.games.system24.state import between, engaged_with
from rules.games.system24.turns import turn_start

from .table import MISS, arena, change, declare, foe, hero, lines, play

ADVANCE = RULESET.verb("advance")


def doorway(guards: int) -> State:
    """Ana and Ben before a doorway held by spears; it is Ana's turn."""
    held = [foe(f"g{n}", melee=2, weapons=["spear"], shield="shield") for n in range(1, guards + 1)]
    return arena(hero("ana", athletics=2), hero("ben", athletics=2), *held)


# ------------------------------------------------------------------ standing and broken
@pytest.mark.rule("TF-20")
def test_default_guard_is_derived() -> None:
    s = arena(hero("ana", weapons=["sword"]), foe("bandit", weapons=["axe"]))
    assert on_guard(s, "ana")
    assert guard_refusal(change(s, "ana", aware=False), "ana") == "unaware"
    assert not on_guard(Committed("ana", "H", "focused").apply(s), "ana")
    near = arena(hero("ana"), foe("bandit"), near=["ana bandit melee"])
    assert guard_refusal(near, "ana") == "engaged"


@pytest.mark.rule("TF-22")
@pytest.mark.parametrize(
    ("verb", "args", "script"),
    [
        ("attack", {"target": "bandit", "manner": "wild", "weapon": "pistol"}, ["none", (1, 1), *MISS]),
        ("aim", {}, [(5, 5)]),
        ("cast", {}, []),
        ("search", {}, []),
        ("command", {}, []),
        ("trigger", {"when": "somebody comes", "then": "shout"}, []),
        ("other", {"target": "H"}, []),
    ],
)
def test_what_breaks_guard_until_the_next_turn(verb: str, args: dict[str, str], script: list[object]) -> None:
    s = arena(hero("ana", weapons=["pistol"]), foe("bandit", weapons=["axe"]))
    after = declare(s, "ana", verb, script, **args).s
    assert not on_guard(after, "ana")
    assert on_guard(play(turn_start("ana"), after, []).s, "ana")


@pytest.mark.rule("TF-23", "TF-39")
@pytest.mark.parametrize(
    ("verb", "args"),
    [
        ("reposition", {"at": "the wall"}),
        ("draw", {"detail": "dagger"}),
        ("draw", {"detail": "stow"}),
        ("gear", {"detail": "reloads"}),
        ("take-cover", {}),
    ],
)
def test_what_breaks_nothing(verb: str, args: dict[str, str]) -> None:
    s = arena(hero("ana", weapons=["sword", "dagger"], shield="shield"), foe("bandit"))
    assert on_guard(declare(s, "ana", verb, **args).s, "ana")


@pytest.mark.rule("TF-23")
def test_backing_away_breaks_nothing() -> None:
    s = arena(hero("ana", weapons=["sword"]), foe("bandit"), near=["ana bandit melee"])
    after = declare(s, "ana", "withdraw").s
    assert engaged_with(after, "ana") == ()
    assert on_guard(after, "ana")


@pytest.mark.rule("TF-24")
def test_guard_can_be_dropped_for_nothing() -> None:
    s = arena(hero("ana"), foe("bandit"))
    assert RULESET.verb("drop-guard").who == "any"  # not only on one's own turn
    run = declare(s, "ana", "drop-guard")
    assert not on_guard(run.s, "ana")
    assert run.s["ana"].stats.committed == {}
    assert run.rolls == ()


@pytest.mark.rule("TF-291")
def test_the_unaware_have_no_guard_until_their_own_first_turn() -> None:
    s = change(arena(foe("bandit"), hero("ana", weapons=["spear"])), "ana", aware=False)
    assert not on_guard(s, "ana")
    assert not contest(s, "bandit", ("ana",), MELEE, "bandit").guards
    assert on_guard(play(turn_start("ana"), s, []).s, "ana")


# ------------------------------------------------------------------ approaches
@pytest.mark.rule("TF-21")
def test_guard_covers_the_first_approach_it_contests_until_the_owners_next_turn() -> None:
    s = doorway(1)
    after = declare(s, "ana", "advance", ["keep", (1, 1), *MISS, "stop"], target="g1", at="door").s
    assert after["g1"].stats.covers == ("door",)
    later = Contested("g1", "").apply(after)
    assert contest(later, "ben", ("g1",), MELEE, "door").guards == ("g1",)
    assert contest(later, "ben", ("g1",), MELEE, "window").guards == ()
    assert play(turn_start("g1"), later, []).s["g1"].stats.covers == ()


@pytest.mark.rule("TF-21")
def test_a_named_approach_stays_and_changing_it_is_a_move() -> None:
    s = arena(hero("ana", weapons=["spear"]), foe("bandit"))
    s = declare(s, "ana", "guard", detail="the left stair").s
    assert s["ana"].stats.committed == {}
    s = play(turn_start("ana"), s, []).s
    assert contest(s, "bandit", ("ana",), MELEE, "the left stair").guards == ("ana",)
    assert contest(s, "bandit", ("ana",), MELEE, "bandit").guards == ()
    s = declare(s, "ana", "face", at="the door").s
    assert s["ana"].stats.covers == ("the door",)
    assert "F" in s["ana"].stats.committed


@pytest.mark.rule("TF-21")
def test_without_a_name_the_mover_is_its_own_approach_and_the_guide_may_widen_guard() -> None:
    s = Covers("g1", ("ana", "door"), True).apply(doorway(1))
    assert contest(s, "ana", ("g1",), MELEE, "ana").guards == ("g1",)
    assert contest(s, "ben", ("g1",), MELEE, "ben").guards == ()
    wide = Covers("g1", ("*",), True).apply(s)
    assert contest(wide, "ben", ("g1",), MELEE, "ben").guards == ("g1",)


@pytest.mark.rule("TF-21", "TF-22")
def test_defending_opens_or_breaks_guard() -> None:
    s = arena(foe("archer", weapons=["bow"]), hero("ana", weapons=["spear"], athletics=2))
    bow = s["archer"].stats.in_hand
    open_ = play(defend("ana", "archer", bow, "a shot"), s, ["dodge"]).s
    assert open_["ana"].stats.covers == ("archer",)
    assert on_guard(open_, "ana")
    named = Covers("ana", ("door",), True).apply(s)
    broken = play(defend("ana", "archer", bow, "a shot"), named, ["dodge"])
    assert not on_guard(broken.s, "ana")
    assert lines(broken) == "Ana's Guard is broken: the threat is from another side"
    for state, said in ((named, True), (s, False), (GuardBroken("ana", "choice").apply(named), False)):
        hints = {o.value: o.hint for o in defences(state, "ana", "archer", bow)}
        assert hints["dodge"].endswith("; breaks your Guard") is said
    assert on_guard(play(defend("ana", "archer", bow, "a shot"), named, ["none"]).s, "ana")


# ------------------------------------------------------------------ who contests what
@pytest.mark.rule("TF-26")
@pytest.mark.parametrize(
    ("weapon", "into_melee", "into_grappling", "past"),
    [
        ("spear", True, True, True),
        ("pike", True, True, True),
        ("sword", False, True, True),
        ("axe", False, True, True),
        ("maul", False, True, True),
        ("unarmed", False, False, False),
        ("pistol", True, False, False),
        ("rifle", True, False, False),
        ("longbow", True, False, False),
        ("bow", False, False, False),
        ("bottle", False, False, False),
    ],
)
def test_which_weapon_contests_which_step(
    weapon: str, into_melee: bool, into_grappling: bool, past: bool
) -> None:
    carried: list[object] = [] if weapon == "unarmed" else [weapon]
    if weapon == "bottle":
        carried = [{"name": "bottle", "qualities": ["improvised"]}]
    s = arena(hero("ana"), foe("guard", weapons=carried))
    found = [may_contest(s, "guard", "ana", step, "guard", "ana") for step in (MELEE, GRAPPLING, PAST)]
    assert found == [into_melee, into_grappling, past]


@pytest.mark.rule("TF-26")
def test_a_wards_weapon_without_ammo_contests_nothing() -> None:
    s = arena(hero("ana"), foe("guard", weapons=["pistol"], weapon_state={"pistol": [3, 0]}))
    assert not may_contest(s, "guard", "ana", MELEE, "guard", "ana")


@pytest.mark.rule("TF-26", "TF-64")
@pytest.mark.parametrize(
    ("weapon", "wounds", "contests"),
    [("spear", {"left_arm": 2}, False), ("pike", {"right_arm": 2}, False), ("spear", {"right_arm": 2}, True)],
)
def test_a_lost_arm_contests_nothing(weapon: str, wounds: dict[str, int], contests: bool) -> None:
    s = arena(hero("ana"), foe("guard", weapons=[weapon], **wounds))
    assert may_contest(s, "guard", "ana", MELEE, "guard", "ana") is contests


@pytest.mark.rule("TF-25")
def test_the_engaged_contest_only_those_they_are_engaged_with() -> None:
    s = arena(hero("ana"), hero("ben"), foe("guard", weapons=["spear"]), near=["ana guard melee"])
    assert may_contest(s, "guard", "ana", GRAPPLING, "guard", "ana")
    assert may_contest(s, "guard", "ana", PAST, "guard", "ana")
    assert not may_contest(s, "guard", "ben", MELEE, "guard", "ben")
    assert not may_contest(s, "guard", "ben", PAST, "guard", "ben")
    assert not on_guard(s, "guard")


@pytest.mark.rule("TF-22", "TF-25")
def test_after_an_attack_only_its_targets_step_to_grappling_is_contested() -> None:
    s = arena(
        hero("ana"), hero("ben"), foe("guard", weapons=["sword"]),
        near=["ana guard melee", "ben guard melee"],
    )  # fmt: skip
    s = GuardBroken("guard", "an attack", "ana").apply(s)
    assert may_contest(s, "guard", "ana", GRAPPLING, "guard", "ana")
    assert not may_contest(s, "guard", "ben", GRAPPLING, "guard", "ben")
    assert not may_contest(s, "guard", "ana", PAST, "guard", "ana")


@pytest.mark.rule("TF-27", "TF-28")
def test_each_further_guard_adds_2_and_the_targets_own_is_first() -> None:
    s = arena(
        hero("ana"),
        foe("weak", melee=1, weapons=["spear"]),
        foe("strong", melee=4, weapons=["pike"]),
        foe("gun", ranged=3, weapons=["rifle"]),
        foe("blade", melee=5, weapons=["sword"]),
    )
    found = contest(s, "ana", ("weak",), MELEE, "ana")
    assert found.guards == ("weak", "strong", "gun")  # the sword does not contest this step
    assert [n for _, n in found.parts] == [14, 2, 2]
    other = contest(s, "ana", ("blade",), MELEE, "ana")
    assert other.guards[0] == "strong"
    assert [n for _, n in other.parts] == [17, 2, 2]


@pytest.mark.rule("TF-28")
def test_base_dc_by_melee_or_ranged_or_the_guide() -> None:
    s = arena(hero("ana"), foe("gun", ranged=3, melee=1, weapons=["rifle"]))
    assert contest(s, "ana", ("gun",), MELEE, "ana").parts[0][1] == 16
    s = change(s, "gun", guard_dc=20)
    assert contest(s, "ana", ("gun",), MELEE, "ana").parts[0][1] == 20
    run = declare(doorway(1), "ana", "advance", ["12", (4, 4)], target="g1")
    assert run.asks[0].who == GM
    assert run.asks[0].wait is False
    assert "DC 12" in lines(run)
    assert run.result == "through"


@pytest.mark.rule("TF-27", "TF-29")
def test_a_doorway_held_by_four_against_two() -> None:
    s = doorway(4)
    # four guards of Melee 2: 15 + 2 × 3 = 21; Ana rolls 9 + 9 + 4 = 22
    run = declare(s, "ana", "advance", ["keep", (9, 9)], target="g1", at="door")
    assert (
        "DC 21: 15 Guard of G1 with spear, Melee 2 + 2 Guard of G2 + 2 Guard of G3 + 2 Guard of G4"
        in lines(run)
    )
    assert run.result == "through"
    assert engaged_with(run.s, "ana") == ("g1",)
    # in the same turn nobody contests again: TF-29
    free = play(ADVANCE.call(run.s, "ben", {"target": "g2", "where": "door"}), run.s, [])
    assert free.result == "through"
    # in Ben's own turn G1 is engaged, the three others hold: 15 + 2 × 2 = 19; 8 + 6 + 4 = 18 misses
    ben = replace(run.s, acting="ben")
    missed = play(
        ADVANCE.call(ben, "ben", {"target": "g2", "where": "door"}),
        ben,
        ["keep", (8, 6), *MISS, "push", "g3"],
    )
    assert "DC 19" in lines(missed)
    assert missed.result == "push"
    assert missed.s["ben"].stats.wounded("core") == 1  # one guard strikes, and only one
    assert engaged_with(missed.s, "ben") == ("g2",)


@pytest.mark.rule("TF-21", "TF-129")
@pytest.mark.parametrize("typed", ["the door", "The Door", "door", "the  DOOR"])
def test_an_approach_is_the_same_however_it_is_written(typed: str) -> None:
    s = Covers("g1", ("the door",), True).apply(doorway(1))
    run = declare(s, "ana", "advance", ["keep", (9, 9)], target="g1", at=typed)
    assert "DC 15 (Guard of G1 with spear, Melee 2)" in lines(run)
    assert run.s.ground.approaches == ("the door",)  # offered once
    shot = AddLasting(Lasting("g1/suppress", "g1", "suppress:Door", "suppressing Door", value=2)).apply(s)
    run = declare(shot, "ana", "advance", ["keep", (9, 9)], target="g1", at=typed)
    assert "DC 17: 15 Guard of G1 with spear, Melee 2 + 2 suppressing fire" in lines(run)


@pytest.mark.rule("TF-21")
def test_who_comes_by_another_way_than_the_guard_covers_is_told_why_nobody_contests_it() -> None:
    s = Covers("g1", ("the door",), True).apply(doorway(1))
    run = declare(s, "ana", "advance", target="g1", at="the window")
    assert "G1's Guard covers another approach" in lines(run)
    assert engaged_with(run.s, "ana") == ("g1",)
    off = declare(GuardBroken("g1", "choice").apply(s), "ana", "advance", target="g1", at="the window")
    assert "another approach" not in lines(off)


@pytest.mark.rule("TF-27", "TF-31")
def test_the_way_to_a_friend_is_contested_only_where_it_is_named() -> None:
    s = doorway(2)
    free = declare(s, "ana", "advance", target="ben")
    assert free.rolls == ()
    assert between(free.s, "ana", "ben") == MELEE
    assert free.s["g1"].stats.covers == ()  # nothing was contested
    run = declare(s, "ana", "advance", ["keep", (9, 9)], target="ben", at="the door")
    assert "DC 17: 15 Guard of G1 with spear, Melee 2 + 2 Guard of G2" in lines(run)


@pytest.mark.rule("TF-21", "TF-27")
def test_the_guards_in_the_way_stand_beside_whom_one_may_advance_on() -> None:
    s = Covers("g3", ("the window",), True).apply(doorway(3))
    (target, way) = ADVANCE.params
    assert target.choices is not None
    assert way.choices is not None

    def hints(where: str) -> dict[str, str]:
        assert target.choices is not None
        return {c.value: c.hint for c in target.choices(s, "ana", {"where": where} if where else {})}

    assert hints("")["g1"] == "Separated, 2 guards in the way"
    assert hints("The window")["g3"] == "Separated, 3 guards in the way"
    assert hints("")["ben"] == "friend, Separated"
    broken = GuardBroken("g1", "choice").apply(doorway(1))
    assert next(c.hint for c in target.choices(broken, "ana", {})) == "Separated, no Guard in the way"
    assert [c.value for c in way.choices(s, "ana", {})] == ["the window"]
