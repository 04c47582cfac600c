"""Covering Fire (TF-90..92)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.procedures import Refused
from rules.games.system24.covering import covering_fire
from rules.games.system24.guard import on_guard
from rules.games.system24.sheet import State
from rules.games.system24.state import free_anchors
from rules.games.system24.turns import turn_start

from .table import MISS, arena, declare, foe, hero, lines, play


def field(weapon: str = "pistol", **options: Any) -> State:
    return arena(
        hero("ana", ranged=2, weapons=[weapon]), foe("guard", armor="light", weapons=["spear"]), foe("other"),
        **options,
    )  # fmt: skip


def fire(s: State, *script: Any, weapon: str = "pistol") -> Any:
    return play(covering_fire("ana", "guard", weapon), s, list(script))


@pytest.mark.rule("TF-90", "TF-43")
def test_what_it_takes_and_breaks() -> None:
    run = fire(field(), (1, 2), *MISS)
    assert free_anchors(run.s, "ana") == "RF"
    assert run.s["ana"].stats.in_hand.ammo == 5
    assert not on_guard(run.s, "ana")
    assert on_guard(run.s, "guard")
    assert run.s["guard"].stats.wounds == {}
    assert free_anchors(fire(field("rifle"), (1, 2), *MISS, weapon="rifle").s, "ana") == "F"


@pytest.mark.rule("TF-90")
@pytest.mark.parametrize(("options", "dc"), [({}, 13), ({"covering_fire_dc": "12"}, 12)])
def test_its_dc(options: dict[str, str], dc: int) -> None:
    run = fire(field(**options), (1, 2), *MISS)
    assert run.rolls[0][0].dcs == (dc,)
    covered = fire(field(**options).with_stats("guard", cover="active"), (1, 2), *MISS)
    assert covered.rolls[0][0].dcs == (dc + 2,)


@pytest.mark.rule("TF-90")
def test_only_an_enemy_with_guard() -> None:
    s = field().with_stats("guard", broken="an attack")
    with pytest.raises(Refused, match="has no Guard"):
        fire(s)


@pytest.mark.rule("TF-91")
def test_take_cover_or_stand_fast() -> None:
    cover = fire(field(), (9, 9), "cover")
    assert not on_guard(cover.s, "guard")
    assert cover.s["guard"].stats.wounds == {}
    ask = cover.asks[0]
    assert (ask.who, ask.default) == ("guard", "cover")
    assert on_guard(play(turn_start("guard"), cover.s, []).s, "guard")
    stand = fire(field(), (9, 9), "stand")
    assert on_guard(stand.s, "guard")
    # 1 wound, Light armor turns it into stamina; no new roll
    assert stand.s["guard"].stats.stamina == 5
    assert len(stand.rolls) == 1
    bare = fire(field("rifle"), (9, 9), "stand", weapon="rifle")
    assert bare.s["guard"].stats.wounded("core") == 1  # 2 less 1 by armor


@pytest.mark.rule("TF-92")
def test_a_partial_critical_does_both_without_a_choice() -> None:
    run = fire(field(), (10, 5))
    assert run.asks == ()
    assert not on_guard(run.s, "guard")
    # Precision takes 1 stamina at once, armor turns the wound into another
    assert run.s["guard"].stats.stamina == 4


@pytest.mark.rule("TF-47", "TF-92")
def test_with_a_belt_the_core_may_be_spared() -> None:
    s = field("rifle").with_stats("guard", belt="small")
    run = fire(s, (10, 5), "belt", 3, weapon="rifle")
    assert run.s["guard"].stats.wounds == {}
    assert "Slot 3 of Guard's belt is empty" in lines(run)


@pytest.mark.rule("TF-90")
def test_it_is_offered_only_where_it_can_be_laid() -> None:
    s = field()
    run = declare(s, "ana", "covering", [(9, 9), "cover"], target="guard")
    assert run.result == "success"
