"""Attacks: manners, called targets, the DC with every part, locations, weapon properties (TF-40..52)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine import overrule
from rules.engine.dice import Seeds
from rules.engine.effects import Ask, Call
from rules.engine.exact import exact, results
from rules.engine.journal import Checkpoint, Journal
from rules.engine.lines import Said
from rules.engine.procedures import Refused
from rules.games.system24 import RULESET
from rules.games.system24.attack import attack, dc_parts, leverage_parts
from rules.games.system24.changes import SetStatus
from rules.games.system24.guide import set_cover, set_range
from rules.games.system24.harm import disorient
from rules.games.system24.pressure import total
from rules.games.system24.sheet import State

from .table import MISS, arena, change, declare, foe, hero, lines, play

PLAIN = ("none", (6, 5))
"""No defence; rank 2 rolls 6 + 5 + 4 = 15, a success without a Partial Critical."""


def duel(
    near: str = "melee", weapon: Any = "sword", target: dict[str, Any] | None = None, **options: Any
) -> State:
    """Ana (Melee and Ranged 2) against a Bandit without armor."""
    name = weapon["name"] if isinstance(weapon, dict) else weapon
    ana = hero("ana", melee=2, ranged=2, weapons=[weapon], held=name)
    links = [] if near == "separated" else [f"ana bandit {near}"]
    return arena(ana, foe("bandit", **(target or {})), near=links, **options)


def strike(
    s: State, script: tuple[Any, ...], weapon: str = "sword", manner: str = "focused", called: str = "none"
) -> Any:
    """Ana attacks."""
    return play(attack("ana", "bandit", weapon, manner, called, ()), s, list(script))


# ------------------------------------------------------------------ manners and DC
@pytest.mark.rule("TF-40", "TF-41", "TF-44")
@pytest.mark.parametrize(("manner", "called", "dc"), [
    ("wild", "none", 15), ("focused", "none", 13), ("full-leverage", "none", 13), ("full-wound", "none", 13),
    ("wild", "head", 17), ("focused", "head", 15), ("focused", "legs", 13), ("focused", "left_arm", 13),
])  # fmt: skip
def test_dc_by_manner_and_called_target(manner: str, called: str, dc: int) -> None:
    s = duel()
    sword = s["ana"].stats.in_hand
    assert total(dc_parts(s, "ana", "bandit", sword, False, manner, called, (), "none")) == dc


@pytest.mark.rule("TF-44")
def test_the_whole_dc_is_told_before_the_roll() -> None:
    s = change(duel(), "ana", stamina=-1)
    run = strike(s, ("none", (10, 10)), manner="wild", called="head")
    assert lines(run).startswith(
        "Ana attacks Bandit: Wild Swing with the sword, called at the head. "
        "DC 18: 13 base + 2 Wild Swing + 2 called at the head + 1 stamina below 0."
    )
    assert run.rolls[0][0].dcs == (18,)


@pytest.mark.rule("TF-41")
def test_the_option_gives_a_focused_called_shot_leverage() -> None:
    for option, called, wanted in (("plain", "legs", 0), ("leverage", "legs", 1), ("leverage", "none", 0)):
        s = duel(focused_bonus=option)
        parts = leverage_parts(s, "ana", "bandit", s["ana"].stats.in_hand, "focused", called, ())
        assert total(parts) == wanted


@pytest.mark.rule("TF-42", "TF-06")
def test_full_martial_gives_leverage_or_a_wound() -> None:
    more = strike(duel(), ("none", (6, 5, 1)), manner="full-leverage")
    assert more.rolls[0][0].leverage == 1
    assert more.s["bandit"].stats.wounded("core") == 1
    wound = strike(duel(), PLAIN, manner="full-wound")
    assert wound.rolls[0][0].leverage == 0
    assert wound.s["bandit"].stats.wounded("core") == 2


@pytest.mark.rule("TF-06", "TF-51")
def test_leverage_of_several_sources_adds_up() -> None:
    s = duel(target={"statuses": duel()["ana"].stats.statuses.put("prone", 1)})
    sword = s["ana"].stats.in_hand
    parts = leverage_parts(s, "ana", "bandit", sword, "full-leverage", "none", ("leverage2",))
    assert total(parts) == 4


# ------------------------------------------------------------------ range and ammo
@pytest.mark.rule("TF-43")
@pytest.mark.parametrize(
    ("weapon", "near", "refused"),
    [
        ("sword", "separated", True), ("sword", "melee", False), ("sword", "grappling", False),
        ("bow", "separated", False), ("bow", "melee", True), ("longbow", "grappling", True),
        ("pistol", "separated", False), ("pistol", "melee", False), ("rifle", "grappling", False),
    ],
)  # fmt: skip
def test_which_weapon_attacks_in_which_range(weapon: str, near: str, refused: bool) -> None:
    s = duel(near, weapon)
    if refused:
        with pytest.raises(Refused, match=r"Separated"):
            strike(s, (), weapon)
    else:
        strike(s, PLAIN, weapon)


@pytest.mark.rule("TF-43")
def test_engaged_shooters_and_prone_targets() -> None:
    prone = {"statuses": duel()["ana"].stats.statuses.put("prone", 1)}
    far, near = duel("separated", "pistol"), duel("melee", "pistol", prone)
    pistol = far["ana"].stats.in_hand
    assert total(dc_parts(far, "ana", "bandit", pistol, False, "focused", "none", (), "none")) == 13
    assert total(dc_parts(near, "ana", "bandit", pistol, False, "focused", "none", (), "none")) == 16


@pytest.mark.rule("TF-43")
def test_every_shot_takes_ammo_hit_or_miss() -> None:
    s = duel("separated", "pistol")
    hit = strike(s, PLAIN, "pistol")
    assert hit.s["ana"].stats.in_hand.ammo == 5
    missed = strike(s, ("none", (1, 1), *MISS), "pistol")
    assert missed.s["ana"].stats.in_hand.ammo == 5
    empty = change(s, "ana", weapons=tuple(_with_ammo(w, 0) for w in s["ana"].stats.weapons))
    with pytest.raises(Refused, match="no ammo"):
        strike(empty, (), "pistol")


def _with_ammo(weapon: Any, n: int) -> Any:
    from dataclasses import replace

    return replace(weapon, ammo=n)


# ------------------------------------------------------------------ location
@pytest.mark.rule("TF-45")
@pytest.mark.parametrize("called", ["left_arm", "right_arm", "legs", "head"])
@pytest.mark.parametrize("manner", ["wild", "focused", "full-wound"])
def test_wounds_of_any_hit_go_to_the_called_location(called: str, manner: str) -> None:
    # 23, a Partial Critical; two wounds to the head make the Guide say which sense is lost
    sense = ("blind",) if (called, manner) == ("head", "full-wound") else ()
    run = strike(duel(), ("none", (10, 9), *sense), manner=manner, called=called)
    assert list(run.s["bandit"].stats.wounds) == [called]
    assert "location" not in [a.topic for a in run.asks]


@pytest.mark.rule("TF-46")
def test_default_location_by_outcome() -> None:
    assert strike(duel(), PLAIN).s["bandit"].stats.wounds == {"core": 1}
    chosen = strike(duel(), ("none", (10, 2), "legs"))
    assert chosen.s["bandit"].stats.wounds == {"legs": 1}
    asked = chosen.asks[-1]
    assert (asked.who, asked.default) == ("ana", "left_arm")
    assert [o.value for o in asked.legal(chosen.s)] == ["left_arm", "right_arm", "legs"]
    legendary = strike(duel(), ("none", (10, 10)))
    assert legendary.s["bandit"].stats.wounds == {"head": 1}


@pytest.mark.rule("TF-47")
@pytest.mark.parametrize(("belt", "slot", "told"), [
    ("small", 2, "Slot 2 of Bandit's belt is hit: knife"),
    ("small", 4, "Slot 4 of Bandit's belt is empty: only the loop is damaged"),
    ("tiny", 87, "Slot 87 of Bandit's belt is empty: only the loop is damaged"),
])  # fmt: skip
def test_belt_gear_in_place_of_wounds(belt: str, slot: int, told: str) -> None:
    s = duel(target={"belt": belt, "belt_items": {"2": "knife"}})
    run = strike(s, ("none", (10, 2), "belt", slot))
    assert told in lines(run)
    assert run.s["bandit"].stats.wounds == {}
    assert (2 in run.s["bandit"].stats.belt_items) is (slot != 2)


@pytest.mark.rule("TF-47", "TF-49", "TF-57", "TF-58")
@pytest.mark.parametrize(("defence", "weapon", "shield"), [("parry", 2, 3), ("block", 3, 2), ("none", 3, 3)])
def test_a_belt_hit_stands_in_for_wounds_and_for_nothing_else(defence: str, weapon: int, shield: int) -> None:
    s = duel(weapon="rapier", target={"belt": "small", "weapons": ["axe"], "shield": "shield"})
    run = strike(s, (defence, (10, 5), "belt", 4), "rapier")
    them = run.s["bandit"].stats
    assert "Precision: Bandit loses 1 stamina past the armor" in lines(run)
    assert (them.wounds, them.stamina, them.in_hand.integrity, them.shield_integrity) == (
        {},
        5,
        weapon,
        shield,
    )


@pytest.mark.rule("TF-47")
def test_the_belt_is_offered_when_wounds_go_on_to_the_core() -> None:
    s = duel(target={"belt": "small", "left_arm": 3})
    run = strike(s, ("none", (10, 2), "left_arm", "belt", 1))
    assert run.s["bandit"].stats.wounded("core") == 0
    plain = strike(s, ("none", (10, 2), "left_arm", "core"))
    assert plain.s["bandit"].stats.wounded("core") == 1


@pytest.mark.rule("TF-48")
@pytest.mark.parametrize(
    ("weapon", "wounds"), [("sword", 1), ("greatsword", 2), ("spear", 1), ("spear|2", 2)]
)
def test_wounds_by_hands(weapon: str, wounds: int) -> None:
    run = strike(duel(weapon=weapon.split("|")[0]), PLAIN, weapon)
    assert run.s["bandit"].stats.wounded("core") == wounds


@pytest.mark.rule("TF-48", "TF-130")
def test_bare_hands_take_stamina() -> None:
    run = strike(duel(), PLAIN, "unarmed")
    assert run.s["bandit"].stats.wounds == {}
    assert run.s["bandit"].stats.stamina == 5


# ------------------------------------------------------------------ weapon properties
@pytest.mark.rule("TF-03", "TF-49", "TF-61")
@pytest.mark.parametrize(
    ("weapon", "faces", "stamina", "integrity", "wounds"),
    [
        # Medium armor turns 2 and has integrity 3; stamina is 6. A Legendary doubles what the property does.
        ("dagger", (6, 5), 5, 3, 0),
        ("dagger", (10, 2), 4, 3, 0),
        ("dagger", (10, 10), 3, 3, 0),
        ("axe", (6, 5), 5, 3, 0),
        ("axe", (10, 2), 5, 1, 0),
        ("axe", (10, 10), 5, 0, 0),
        ("maul", (6, 5), 4, 3, 0),
        ("maul", (10, 2), 5, 2, 1),
        ("maul", (10, 10), 6, 2, 2),
        ("sword", (10, 2), 5, 2, 0),
        ("sword", (10, 10), 5, 2, 0),
    ],
)
def test_precision_chopping_crushing(
    weapon: str, faces: tuple[int, int], stamina: int, integrity: int, wounds: int
) -> None:
    s = duel(weapon=weapon, target={"armor": "medium", "stamina_max": 6})
    called = "legs"
    them = strike(s, ("none", faces), weapon, called=called).s["bandit"].stats
    assert (them.stamina, them.integrity, them.wounded("legs")) == (stamina, integrity, wounds)


# ------------------------------------------------------------------ sight, prone, cover
@pytest.mark.rule("TF-50", "TF-110")
def test_blind_strikes() -> None:
    s = duel()
    sword = s["ana"].stats.in_hand

    def dc(state: State, *ticks: str) -> int:
        return total(dc_parts(state, "ana", "bandit", sword, False, "focused", "none", ticks, "none"))

    assert dc(s, "unseen") == 17
    assert dc(SetStatus("ana", "blind", 4).apply(s)) == 17
    assert dc(SetStatus("bandit", "unseen", 1).apply(s)) == 17
    assert dc(SetStatus("ana", "blind", 2).apply(s)) == 15
    assert dc(SetStatus("ana", "blind", 6).apply(s)) == 19
    assert dc(s, "blind2") == 15
    with pytest.raises(Refused, match="blind"):
        strike(SetStatus("ana", "blind", 9).apply(s), ())


@pytest.mark.rule("TF-51", "TF-09")
def test_a_prone_attacker_and_the_highest_status() -> None:
    s = SetStatus("ana", "prone", 1).apply(duel())
    sword = s["ana"].stats.in_hand
    assert total(dc_parts(s, "ana", "bandit", sword, False, "focused", "none", (), "none")) == 15
    s = SetStatus("ana", "blind", 4).apply(s)
    assert total(dc_parts(s, "ana", "bandit", sword, False, "focused", "none", (), "none")) == 17


@pytest.mark.rule("TF-52")
@pytest.mark.parametrize(
    ("weapon", "cover", "concealed", "dc"),
    [
        ("pistol", "none", True, 14), ("pistol", "passive", False, 14), ("pistol", "active", False, 15),
        ("pistol", "active", True, 16), ("pistol", "structural", False, 13),
        ("sword", "structural", False, 14),
        ("sword", "active", True, 13), ("sword", "passive", False, 13),
    ],
)  # fmt: skip
def test_cover_and_concealment(weapon: str, cover: str, concealed: bool, dc: int) -> None:
    near = "separated" if weapon == "pistol" else "melee"
    s = change(duel(near, weapon), "bandit", cover=cover)
    if concealed:
        s = SetStatus("bandit", "concealed", 1).apply(s)
    arm = s["ana"].stats.in_hand
    assert total(dc_parts(s, "ana", "bandit", arm, False, "focused", "none", (), "none")) == dc


@pytest.mark.rule("TF-52")
def test_total_cover_cannot_be_attacked_and_cover_stacks_with_dodge() -> None:
    s = duel("separated", "pistol", {"athletics": 2})
    with pytest.raises(Refused, match="total cover"):
        strike(change(s, "bandit", cover="total"), (), "pistol")
    covered = declare(_turn_of(s, "bandit"), "bandit", "take-cover").s
    run = strike(_turn_of(covered, "ana"), ("dodge", (1, 1), *MISS), "pistol")
    assert "DC 17: 15 Dodge + 2 active cover" in lines(run)


def _turn_of(s: State, who: str) -> State:
    from dataclasses import replace

    return replace(s, acting=who)


@pytest.mark.rule("TF-113", "TF-09")
def test_disoriented_attacks_on_a_called_target() -> None:
    s = play(disorient("ana"), duel(), []).s
    sword = s["ana"].stats.in_hand
    assert total(dc_parts(s, "ana", "bandit", sword, False, "focused", "legs", (), "none")) == 15
    assert total(dc_parts(s, "ana", "bandit", sword, False, "focused", "none", (), "none")) == 13


# ------------------------------------------------------------------ odds
@pytest.mark.rule("TF-01", "TF-40", "TF-56")
def test_exact_odds_of_an_attack_on_a_dodger() -> None:
    """Rank 3 with Leverage 2 against DC 17 + 2: enumerated here over d8, d10, d6."""
    s = arena(
        hero("ana", melee=3, weapons=["sword"]), foe("bandit", athletics=4), near=["ana bandit melee"],
    )  # fmt: skip
    wanted = {"miss": 0, "success": 0, "Partial Critical": 0, "Legendary Success": 0}
    for a in range(1, 9):
        for b in range(1, 11):
            for c in range(1, 7):
                total_ = a + b + c - min(a, b, c) + 6
                word = "miss" if total_ < 19 else "success"
                if total_ >= 19 and (a == 8 or b == 10 or c == 6):
                    word = "Partial Critical"
                wanted["Legendary Success" if total_ >= 24 else word] += 1

    def dodges(ask: Ask, _: Any) -> str:
        return "dodge" if ask.topic == "defence" else ask.default

    call = attack("ana", "bandit", "sword", "wild", "none", ("leverage2",))
    found = results(exact(call, s, dodges))
    assert {k: p * 480 for k, p in found.items()} == {k: n for k, n in wanted.items() if n}


@pytest.mark.rule("TF-44")
def test_three_presses_make_an_attack() -> None:
    """Target alone is asked for: weapon, manner and called target have defaults."""
    s = duel()
    v = RULESET.verb("attack")
    assert all(p.default is not None and p.default(s, "ana", {}) for p in v.params if p.required)
    run = declare(s, "ana", "attack", PLAIN)
    assert run.result == "success"
    assert run.s["ana"].stats.last_weapon == "sword"


@pytest.mark.rule("TF-50")
def test_what_is_ticked_never_lowers_what_the_guide_has_set() -> None:
    s = SetStatus("ana", "blind", 6).apply(duel())
    sword = s["ana"].stats.in_hand
    assert total(dc_parts(s, "ana", "bandit", sword, False, "focused", "none", ("blind2",), "none")) == 19
    unseen = SetStatus("bandit", "unseen", 1).apply(duel())
    for tick, dc in (("blind2", 17), ("blind6", 19)):
        assert (
            total(dc_parts(unseen, "ana", "bandit", sword, False, "focused", "none", (tick,), "none")) == dc
        )


@pytest.mark.rule("TF-09", "TF-43")
def test_a_prone_target_is_one_status_among_others() -> None:
    s = SetStatus("ana", "blind", 4).apply(SetStatus("bandit", "prone", 1).apply(duel("separated", "pistol")))
    pistol = s["ana"].stats.in_hand
    # 13 and the higher of 4 (blind) and 1 (prone)
    assert total(dc_parts(s, "ana", "bandit", pistol, False, "focused", "none", (), "none")) == 17


@pytest.mark.rule("TF-30", "TF-52")
@pytest.mark.parametrize("meanwhile", [
    set_range("ana", ("bandit",), "separated"), set_cover("bandit", "total"),
    overrule.set_value("ana", "weapon_integrity", 0),
])  # fmt: skip
def test_what_the_guide_changes_while_the_defence_is_asked_can_prevent_the_attack(
    meanwhile: Call[Any],
) -> None:
    s = duel(target={"athletics": 2})
    j = Journal(Seeds(b"a" * 32, b"b" * 32), Checkpoint(0, s))
    blow = attack("ana", "bandit", "sword", "wild", "none", ())
    j = j.declare(blow, by="u-ana", actor="ana", verb="attack", at=1).journal
    assert j.open_asks()[0].ask.topic == "defence"
    j = j.interrupt(meanwhile, by="gm").journal
    j = j.answer(j.open_asks()[0].key, "none", by="gm").journal
    last = j.tail[-1].lines[-1]
    assert isinstance(last, Said)
    assert last.text(str) == "ana cannot go through with the attack"
    assert not any(x.kind == "chance" for x in j.tail[-1].inputs)
