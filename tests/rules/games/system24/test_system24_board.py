"""What is seen: rows, ranges at a glance, the panel, and what is kept from whom (TF-10, 20, 30, 86)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.engine import overrule
from rules.engine.effects import GM, TABLE, Call
from rules.engine.fmap import FMap
from rules.engine.ruleset import PUBLIC, Viewer
from rules.engine.scripted import Scripted
from rules.engine.view import leaks, view
from rules.games.system24 import RULESET
from rules.games.system24.attack import attack
from rules.games.system24.changes import Committed, Contested, Covers, GuardBroken, Locked, SetStatus
from rules.games.system24.guard import contest
from rules.games.system24.guide import harm_directly, set_lock
from rules.games.system24.harm import belt_hit
from rules.games.system24.ruleset import LIKELIEST
from rules.games.system24.scatter import random_hit, spreading_hit
from rules.games.system24.sheet import MELEE, Lock, State
from rules.games.system24.triggers import declare_trigger
from rules.games.system24.turns import turn_end, turn_start

from .table import arena, declare, foe, hero, lines, play

ANA = Viewer("u-ana")


@pytest.mark.rule("TF-10", "TF-12", "TF-65")
def test_the_panel_shows_each_anchor_as_free_committed_injured_or_lost() -> None:
    s = arena(hero("ana", weapons=["sword"], right_arm=3, legs=1, melee=1), foe("bandit"))
    s = Committed("ana", "H", "focused").apply(s)
    anchors = RULESET.panel(s, "ana", ANA)[0]
    assert anchors == "L free · R lost (missing) · H committed to a Focused Attack · F injured, free"
    held = Locked(Lock("bandit", "R", "ana", "L")).apply(s)
    assert RULESET.panel(held, "ana", ANA)[0].startswith("L locked by Bandit")


@pytest.mark.rule("TF-20", "TF-21")
def test_guard_is_shown_with_what_it_covers() -> None:
    s = arena(hero("ana", weapons=["sword"], athletics=2, melee=1), foe("bandit"))
    assert "Guard" in RULESET.row(s, "ana", PUBLIC).tags
    assert RULESET.panel(s, "ana", ANA)[1] == "Guard: open to the first approach"
    s = Covers("ana", ("the left stair", "bandit"), True).apply(s)
    assert "Guard: the left stair and Bandit" in RULESET.row(s, "ana", PUBLIC).tags
    assert RULESET.panel(s, "ana", ANA)[1] == "Guard: covers the left stair and Bandit"
    near = arena(hero("ana"), foe("bandit"), near=["ana bandit melee"])
    assert RULESET.panel(near, "ana", ANA)[1] == "No Guard: engaged"
    lines = RULESET.panel(s, "ana", ANA)
    assert "Stamina 6/6; unhurt; movement 6" in lines
    assert "Defences left: Dodge (DC 15) and Parry (DC 14)" in lines


@pytest.mark.rule("TF-30")
def test_the_ranges_of_twelve_at_a_glance() -> None:
    heroes = [hero(x) for x in ("ana", "ben", "cleo", "dora")]
    foes = [foe(f"f{n}") for n in range(8)]
    s = arena(
        *heroes, *foes,
        near=[
            "ana f0 melee", "ana f1 melee", "ben f0 melee", "ben f1 melee",
            "cleo f2 grappling", "cleo f3 melee",
        ],
    )  # fmt: skip
    assert RULESET.footer(s, PUBLIC) == (
        "Melee: Ana and Ben with F0 and F1",
        "Melee: Cleo with F3. Grappling: Cleo with F2",
        "Separated from everybody: Dora, F4, F5, F6 and F7",
    )
    assert RULESET.footer(arena(*heroes, *foes), PUBLIC) == ("Everybody is Separated from everybody",)
    friends = arena(*heroes, *foes, near=["ana f0 melee", "ana ben melee", "ana cleo melee"])
    assert RULESET.footer(friends, PUBLIC)[0] == "Melee: Ana with F0; Ana with Ben and Cleo"


def test_rows_in_the_games_words() -> None:
    s = arena(hero("ana", armor="light", core=2, stamina=3), foe("bandit", head=3))
    row = RULESET.row(s, "ana", PUBLIC)
    assert row.health == "Stamina 3/6, Core 2"
    assert row.tags == ("Guard", "light armor 2")
    assert RULESET.row(s, "bandit", PUBLIC).tags == ("unconscious",)
    spent = Committed("ana", "LH", "focused").apply(s)
    assert "free: R F" in RULESET.row(spent, "ana", PUBLIC).tags
    burning = SetStatus("ana", "prone").apply(s).with_stats("ana", fires=("body",), bound="R")
    assert {"Prone", "On Fire", "Restrained (R)"} <= set(RULESET.row(burning, "ana", PUBLIC).tags)


@pytest.mark.parametrize(
    ("wounds", "words"),
    [
        ({}, "unhurt"), ({"core": 1}, "wounded"), ({"core": 3}, "failing"), ({"core": 5}, "dying"),
        ({"core": 6}, "dead"), ({"head": 3}, "unconscious"), ({"left_arm": 2}, "crippled (left arm)"),
        ({"legs": 4}, "crippled (legs)"),
    ],
)  # fmt: skip
def test_conditions_in_words_survive_concealment(wounds: dict[str, int], words: str) -> None:
    bandit = foe("bandit", melee=4, stamina=2, **wounds)
    s = arena(hero("ana"), bandit, near=["ana bandit melee"], foe_numbers="words")
    assert RULESET.condition(s, "bandit") == words
    seen = view(s, ANA)
    assert RULESET.condition(seen, "bandit") == words
    assert RULESET.able(seen, "bandit") == RULESET.able(s, "bandit")
    assert seen["bandit"].stats.rank("melee") == 0
    assert seen["bandit"].stats.stamina == 6


@pytest.mark.rule("TF-20", "TF-21")
def test_an_approach_that_guard_has_taken_on_by_itself_is_seen_by_everybody() -> None:
    s = arena(hero("ana", athletics=2), foe("bandit", melee=2, weapons=["spear"], shield="shield"))
    s = declare(s, "ana", "advance", ["keep", (1, 1), "no", "no", "stop"], target="bandit", at="the gate").s
    assert "Guard: the gate" in RULESET.row(view(s, PUBLIC), "bandit", PUBLIC).tags
    # so that who looks for another way finds it: nobody contests that one
    later = replace(view(s, ANA), acting="bandit")
    assert contest(later, "ana", ("bandit",), MELEE, "ana").guards == ()
    assert contest(later, "ana", ("bandit",), MELEE, "gate").guards == ("bandit",)


def test_guard_and_statuses_are_seen_where_numbers_are_not() -> None:
    s = arena(hero("ana"), foe("bandit", core=1), foe("thug"), foe_numbers="words")
    s = SetStatus("thug", "prone").apply(Covers("bandit", ("the door",), True).apply(s))
    s = SetStatus("thug", "blood_progress", 2).apply(GuardBroken("thug", "choice").apply(s))
    assert RULESET.condition(view(s, ANA), "bandit") == "wounded, Guard: the door"
    assert RULESET.condition(view(s, ANA), "thug") == "unhurt, Prone"


def test_a_check_against_a_foe_tells_no_dc_where_numbers_are_kept_back() -> None:
    against = RULESET.check_params[1].choices
    assert against is not None
    for kept, hint in (("words", "contested"), ("shown", "DC 15")):
        s = view(arena(hero("ana"), foe("bandit", melee=2), foe_numbers=kept), ANA)
        (bandit,) = (c for c in against(s, "ana", {"skill": "melee"}) if c.value == "bandit")
        assert bandit.hint == hint


def test_no_number_of_a_foe_stands_in_the_lines_where_they_are_kept_back() -> None:
    for kept, armor, track in (
        ("words", "integrity", "hurt already"),
        ("shown", "integrity (1 left)", "1 of"),
    ):
        s = arena(
            hero("ana", melee=2, weapons=["mace"]), foe("bandit", armor="light", left_arm=1),
            near=["ana bandit melee"], foe_numbers=kept,
        )  # fmt: skip
        run = play(attack("ana", "bandit", "mace", "focused", "none", ()), s, ["none", (10, 5), "legs"])
        assert f"Bandit's armor loses 1 {armor}" in lines(run).split("\n")
        assert run.asks[-1].legal(s)[0].hint.startswith(track)


def lurking() -> State:
    """A hidden foe engaged with Ana, holding her, covered by her Guard's memory."""
    s = arena(hero("ana", weapons=["spear"]), foe("lurker", weapons=["axe"]), near=["ana lurker grappling"])
    s = Locked(Lock("lurker", "R", "ana", "L")).apply(s)
    s = Covers("ana", ("lurker",), False).apply(s)
    s = s.with_stats("ana", attacked=("lurker",)).with_ground(unaware=(("ana", "lurker"),))
    return replace(s, combatants=s.combatants.put("lurker", replace(s["lurker"], hidden=True)))


@pytest.mark.rule("TF-86")
def test_nothing_tells_of_the_hidden() -> None:
    s = lurking()
    for viewer in (PUBLIC, ANA):
        assert leaks(s, viewer) == ()
        seen = view(s, viewer)
        assert "lurker" not in repr(seen).lower()
        assert "Lurker" not in "\n".join(RULESET.footer(seen, viewer))
    assert "Lurker" in "\n".join(RULESET.footer(view(s, Viewer("g", True)), Viewer("g", True)))


@pytest.mark.rule("TF-60", "TF-62", "TF-70", "TF-71", "TF-85", "TF-117", "TF-118", "TF-125")
def test_what_befalls_the_hidden_is_told_to_the_guide_alone() -> None:
    plain = arena(hero("ana"), foe("lurker", weapons=["axe"], armor="light", belt="small", pack="light"))
    plain = declare(replace(plain, acting="lurker"), "lurker", "trigger", when="it rains", then="I dance").s
    plain = plain.with_stats("lurker", fires=("left_arm", "item:axe"), statuses=FMap({"bleeding": 1}))
    lurks = replace(plain["lurker"], hidden=True)
    hidden = replace(plain, combatants=plain.combatants.put("lurker", lurks))
    befalls: tuple[tuple[Call[Any], list[Any]], ...] = (
        (turn_start("lurker"), []),
        (turn_end("lurker"), ["progress"]),
        (harm_directly("lurker", 3, "head", False), ["blind"]),
        (harm_directly("lurker", 2, "core", True), []),
        (random_hit("lurker", 1, True, "the blast"), [(12,), (2,)]),
        (spreading_hit("lurker", 1, False, "the blast"), [(8,), (9,)]),
        (belt_hit("lurker"), [(1,)]),
        (set_lock("ana", "L", "lurker", "R"), []),
    )
    for call, script in befalls:
        assert any(line.to == TABLE for line in play(call, plain, script).lines)
        run = play(call, hidden, script)
        assert {line.to for line in run.lines} == {GM}, lines(run)
        assert all(roll.audience == GM for roll, _ in run.rolls)


@pytest.mark.rule("TF-86")
def test_the_public_wording_of_a_trigger_names_nobody_hidden() -> None:
    s = arena(foe("bandit", weapons=["axe"]), foe("lurker"), hero("ana"), trigger_wording="public")
    waits = declare_trigger("bandit", "advances", "bandit", "lurker", False, "", "advance", "")
    assert "If Lurker advances on me" in _told_to_all(play(waits, s, []))
    s = replace(s, combatants=s.combatants.put("lurker", replace(s["lurker"], hidden=True)))
    run = play(waits, s, [])
    assert _told_to_all(run) == "Bandit waits with a Triggered Action (H and F committed)"
    seen = view(run.s, PUBLIC)
    assert "Lurker" not in "\n".join(RULESET.footer(seen, PUBLIC))
    assert "waiting (H F)" in RULESET.row(seen, "bandit", PUBLIC).tags


def _told_to_all(run: Scripted[Any]) -> str:
    return "\n".join(x.text(lambda w: run.s[w].name) for x in run.lines if x.to == TABLE)


def test_stamina_below_zero_has_a_real_minus_sign() -> None:
    s = arena(hero("ana", stamina_max=4, stamina=-2))
    assert RULESET.row(s, "ana", PUBLIC).health == "Stamina −2/4, unhurt"
    assert "Stamina −2/4; unhurt" in "\n".join(RULESET.panel(s, "ana", ANA))
    told = play(overrule.set_value("ana", "stamina", -3), s, [])
    assert lines(told) == "Ana: stamina now −3"


@pytest.mark.rule("TF-27", "TF-82")
def test_a_hidden_guard_that_contests_comes_into_view() -> None:
    s = arena(
        hero("ana", athletics=2), foe("lurker", melee=1, weapons=["spear"], shield="shield"), foe("decoy")
    )
    s = replace(s, combatants=s.combatants.put("lurker", replace(s["lurker"], hidden=True)))
    run = declare(s, "ana", "advance", ["keep", (9, 9)], target="decoy")
    assert not run.s["lurker"].hidden
    assert "Lurker comes into view" in "\n".join(line.text(lambda w: run.s[w].name) for line in run.lines)


@pytest.mark.rule("TF-29")
def test_the_turn_of_somebody_hidden_is_not_told_by_who_contested_in_it() -> None:
    s = Contested("ana", "1/lurker").apply(replace(lurking(), acting="lurker"))
    assert leaks(s, ANA) == ()
    theirs = Contested("ana", "1/bandit").apply(replace(arena(hero("ana"), foe("bandit")), acting="bandit"))
    assert view(theirs, ANA)["ana"].stats.contested == "1/bandit"


@pytest.mark.rule("TF-86", "TF-116")
def test_who_is_out_of_the_fight_is_not_shown_waiting() -> None:
    s = declare(arena(hero("ana"), foe("bandit")), "ana", "trigger", when="it rains", then="I dance").s
    assert "waiting (H)" in RULESET.row(s, "ana", PUBLIC).tags
    out = s.with_stats("ana", wounds=s["ana"].stats.wounds.put("core", 5))
    assert RULESET.row(out, "ana", PUBLIC).tags == ("dying",)
    assert not any("waits" in line for line in RULESET.footer(out, PUBLIC))


def test_the_likeliest_deeds_are_offered_first_and_each_once() -> None:
    names = [v.name for v in RULESET.verbs if v.who != "gm"]
    assert sorted(names) == sorted(LIKELIEST)
    assert names == list(LIKELIEST)
    assert names[:2] == ["attack", "advance"]
