"""Armor, regions, random locations, gear, those out of the fight (TF-60..67, 70..72)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.engine import frame
from rules.games.system24.attack import attack
from rules.games.system24.chances import LOCATIONS
from rules.games.system24.data import PACKS, pack_slot
from rules.games.system24.harm import take_hit, wound
from rules.games.system24.pressure import pressure
from rules.games.system24.scatter import pack_hit, random_hit, spreading_hit
from rules.games.system24.sheet import State
from rules.games.system24.state import DISORIENTED, lasting

from .table import MISS, arena, declare, foe, hero, lines, play


def body(**ana: Any) -> State:
    return arena(hero("ana", **ana), foe("bandit"))


@pytest.mark.rule("TF-60", "TF-61")
@pytest.mark.parametrize(
    ("armor", "n", "left", "stamina"),
    [("none", 3, 3, 6), ("light", 3, 2, 5), ("medium", 3, 1, 4), ("heavy", 3, 0, 3), ("heavy", 5, 2, 3)],
)
def test_armor_turns_wounds_into_stamina(armor: str, n: int, left: int, stamina: int) -> None:
    run = play(take_hit("ana", "bandit", n, "core"), body(armor=armor), [])
    ana = run.s["ana"].stats
    assert (run.result, ana.wounded("core"), ana.stamina) == (left, left, stamina)


@pytest.mark.rule("TF-61")
@pytest.mark.parametrize(("armor", "integrity"), [("light", 2), ("medium", 3), ("heavy", 5)])
def test_integrity_is_worn_by_criticals_and_at_0_armor_turns_nothing(armor: str, integrity: int) -> None:
    s = body(armor=armor, stamina_max=20)
    assert s["ana"].stats.integrity == integrity
    for left in range(integrity - 1, -1, -1):
        s = play(take_hit("ana", "bandit", 1, "core", crit=1), s, []).s
        assert s["ana"].stats.integrity == left
        assert s["ana"].stats.wounds == {}
    assert play(take_hit("ana", "bandit", 1, "core"), s, []).s["ana"].stats.wounded("core") == 1


@pytest.mark.rule("TF-62", "TF-64")
@pytest.mark.parametrize(
    ("where", "n", "out", "lost"),
    [
        ("left_arm", 1, "", ""), ("left_arm", 2, "", "disabled"), ("left_arm", 3, "", "missing"),
        ("core", 4, "", ""), ("core", 5, "dying", ""), ("core", 6, "dead", ""),
    ],
)  # fmt: skip
def test_tracks(where: str, n: int, out: str, lost: str) -> None:
    ana = play(wound("ana", where, n), body(), []).s["ana"].stats
    assert ana.out == out
    assert ana.lost("L") == lost


@pytest.mark.rule("TF-62", "TF-113", "TF-114")
def test_the_head() -> None:
    one = play(wound("ana", "head", 1), body(), []).s
    ana = one["ana"].stats
    assert ana.has("stunned")
    assert ana.fear == 1
    assert lasting(one, "ana", DISORIENTED) is not None
    two = play(wound("ana", "head", 1), one, ["deaf"])
    assert two.asks[0].who == "gm"
    assert two.asks[0].default == "blind"
    assert two.s["ana"].stats.has("deaf")
    assert two.s["ana"].stats.fear == 1
    three = play(wound("ana", "head", 1), two.s, []).s
    assert three["ana"].stats.out == "unconscious"
    assert play(wound("ana", "head", 2), three, []).s["ana"].stats.wounded("core") == 2


@pytest.mark.rule("TF-62")
def test_sense_lost_is_sight_by_default() -> None:
    run = play(wound("ana", "head", 2), body(), ["blind"])
    assert run.s["ana"].stats.statuses["blind"] == 4


@pytest.mark.rule("TF-62")
@pytest.mark.parametrize(("where", "most"), [("left_arm", 3), ("right_arm", 3), ("legs", 6)])
def test_what_exceeds_a_track_goes_on_to_the_core(where: str, most: int) -> None:
    ana = play(wound("ana", where, most + 2), body(), []).s["ana"].stats
    assert (ana.wounded(where), ana.wounded("core")) == (most, 2)


@pytest.mark.rule("TF-64", "TF-111")
def test_disabled_legs() -> None:
    s = play(wound("ana", "legs", 3), body(), []).s
    assert s["ana"].stats.has("prone")
    from rules.games.system24 import RULESET

    assert RULESET.verb("stand").ready(s, "ana") == "Your legs are disabled: you cannot stand unaided."
    up = replace(s, combatants=s.combatants).with_stats("ana", statuses=s["ana"].stats.statuses.drop("prone"))
    assert RULESET.verb("sprint").ready(up, "ana") == "Your legs are disabled: no running and no leaping."
    assert RULESET.verb("reposition").ready(up, "ana") is None


@pytest.mark.rule("TF-64")
@pytest.mark.parametrize("arm", ["left_arm", "right_arm"])
def test_a_disabled_arm_forbids_two_handed_weapons(arm: str) -> None:
    from rules.games.system24.state import grip, weapon_problem

    s = body(weapons=["greatsword"], **{arm: 2})
    weapon, both = grip(s["ana"].stats, "greatsword")
    assert "needs two hands" in str(weapon_problem(s, "ana", weapon, both))


@pytest.mark.rule("TF-65")
def test_injured_regions_and_the_movement_rate() -> None:
    s = body(legs=2, left_arm=1)
    assert pressure(s, "ana", "F") == (("injured legs", 2),)
    assert pressure(s, "ana", "LF") == (("injured left arm and legs", 2),)
    assert pressure(s, "ana", "RH") == ()
    assert s["ana"].stats.movement == 4
    assert body(legs=6)["ana"].stats.movement == 1


@pytest.mark.rule("TF-66")
def test_stamina_below_0_is_pressure() -> None:
    assert pressure(body(stamina=0), "ana", "L") == ()
    assert pressure(body(stamina=-3), "ana", "L") == (("stamina below 0", 3),)


@pytest.mark.rule("TF-67")
def test_those_out_are_skipped_and_stay() -> None:
    s = arena(hero("ana"), foe("bandit", core=6), foe("brute", head=3), foe("gun"))
    run = play(frame.pass_turn(), s, [])
    assert run.s.actor == "gun"
    assert run.s.here("bandit")


# ------------------------------------------------------------------ random location, gear
@pytest.mark.rule("TF-70")
def test_the_d12_of_locations() -> None:
    table = {1: "head", 6: "right_arm", 7: "left_arm", 12: "pack"}
    table |= dict.fromkeys(range(2, 6), "core") | dict.fromkeys(range(8, 12), "legs")
    assert dict(enumerate(LOCATIONS, 1)) == table
    run = play(random_hit("ana", 1, True, "the blast"), body(armor="light"), [7])
    assert run.result == "left_arm"
    assert run.s["ana"].stats.wounds == {}
    bare = play(random_hit("ana", 1, False, "the blast"), body(armor="light"), [7])
    assert bare.s["ana"].stats.wounds == {"left_arm": 1}


@pytest.mark.rule("TF-71")
def test_spreading_until_a_location_repeats() -> None:
    # legs, right arm, Core, then legs again (another face of the same location): three are affected
    run = play(spreading_hit("ana", 1, False, "fire"), body(), [8, 6, 2, 11])
    assert run.s["ana"].stats.wounds == {"legs": 1, "right_arm": 1, "core": 1}
    at_once = play(spreading_hit("ana", 1, False, "fire"), body(), [3, 5])
    assert at_once.s["ana"].stats.wounds == {"core": 1}


@pytest.mark.rule("TF-72", "TF-70")
@pytest.mark.parametrize(
    ("pack", "slots"),
    [
        ("light", ["pack", "attachment", "medium", *["small"] * 3]),
        ("medium", ["pack", "attachment", *["medium"] * 2, *["small"] * 4]),
        ("heavy", ["pack", *["attachment"] * 2, *["medium"] * 3, *["small"] * 6]),
    ],
)
def test_pack_slots(pack: str, slots: list[str]) -> None:
    assert PACKS[pack][0] == len(slots)
    for n, what in enumerate(slots, 1):
        assert what in pack_slot(pack, n)


@pytest.mark.rule("TF-72")
def test_what_a_hit_on_the_pack_does() -> None:
    s = body(pack="medium", pack_items={"3": "lamp oil"})
    hit = play(pack_hit("ana"), s, [3])
    assert "Slot 3 of Ana's pack, a medium pocket, is hit: lamp oil" in lines(hit)
    assert 3 not in hit.s["ana"].stats.pack_items
    assert "is empty: only the pocket is damaged" in lines(play(pack_hit("ana"), s, [4]))
    assert "pack itself" in lines(play(pack_hit("ana"), s, [1]))
    assert hit.s["ana"].stats.wounds == {}
    random = play(random_hit("ana", 2, True, "the blast"), s, [12, 8])
    assert random.s["ana"].stats.wounds == {}


@pytest.mark.rule("TF-62")
def test_wounds_count_for_statistics() -> None:
    from rules.games.system24 import RULESET
    from rules.games.system24.changes import StaminaLost, Wounded

    assert RULESET.harm(Wounded("ana", "core", 2, "ben")) == ("ana", 2, "ben")
    assert RULESET.harm(StaminaLost("ana", 2)) is None


@pytest.mark.rule("TF-63")
def test_a_critical_failure_of_an_attack_is_kept_as_a_note() -> None:
    s = arena(hero("ana", weapons=["sword"]), foe("bandit"), near=["ana bandit melee"])
    run = declare(s, "ana", "attack", ["none", (1, 1), MISS[0], "yes"], target="bandit")
    assert [n.text for n in run.s.notes] == ["Critical Failure: the attack"]


@pytest.mark.rule("TF-46", "TF-60")
@pytest.mark.parametrize(
    ("weapon", "armor", "defence", "belt", "asked"),
    [
        ("sword", "none", "none", "none", True),
        ("sword", "light", "none", "none", False),  # 1 wound, Light turns it
        ("sword", "light", "none", "small", True),  # the belt may be hit all the same
        ("mace", "light", "none", "none", True),  # Crushing: Light turns none
        ("sword", "none", "parry", "none", False),
        ("sword", "none", "block", "none", False),
        ("greatsword", "none", "parry", "none", True),  # 2 wounds, 1 parried
        ("greatsword", "none", "block", "none", False),  # 1 caught, 1 becomes stamina
        ("greatsword", "medium", "none", "none", False),
    ],
)
def test_where_a_partial_critical_lands_is_asked_only_if_something_lands(
    weapon: str, armor: str, defence: str, belt: str, asked: bool
) -> None:
    s = arena(
        hero("ana", melee=2, weapons=[weapon]),
        foe("bandit", weapons=["axe"], shield="shield", armor=armor, belt=belt),
        near=["ana bandit melee"],
    )
    script = [defence, (10, 5), *(["legs"] if asked else [])]
    run = play(attack("ana", "bandit", weapon, "focused", "none", ()), s, script)
    assert ("location" in [a.topic for a in run.asks]) is asked
    assert bool(run.s["bandit"].stats.wounds) is (asked and belt == "none")
