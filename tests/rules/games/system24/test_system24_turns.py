"""Initiative, delay, and the statuses at the edges of a turn (TF-100..102, 110..119)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.engine import frame, overrule
from rules.engine.dice import Seeds
from rules.engine.journal import Checkpoint, Journal
from rules.engine.procedures import Refused
from rules.engine.scripted import Scripted
from rules.games.system24 import RULESET
from rules.games.system24.changes import Locked, SetStatus
from rules.games.system24.deeds import staunch
from rules.games.system24.guide import (
    clear_status,
    douse,
    harm_directly,
    set_aware,
    set_bonds,
    set_cover,
    set_lock,
    set_on_fire,
    set_scene,
    set_status,
)
from rules.games.system24.harm import disorient
from rules.games.system24.pressure import pressure
from rules.games.system24.sheet import Lock
from rules.games.system24.state import DISORIENTED, free_anchors, lasting, pinned
from rules.games.system24.turns import (
    delay_places,
    enter,
    initiative,
    initiative_modifier,
    turn_end,
    turn_start,
)

from .table import arena, declare, foe, hero, journal, lines, play


# ------------------------------------------------------------------ initiative
@pytest.mark.rule("TF-100")
@pytest.mark.parametrize(
    ("fields", "light", "modifier"),
    [
        ({}, "normal", 0), ({"aware": False}, "normal", -2), ({}, "low", -1), ({}, "dark", -2),
        ({"distracted": 1}, "normal", -1), ({"distracted": 2}, "normal", -2), ({"fear": 1}, "normal", 1),
        ({"fear": 2}, "normal", 0), ({"aware": False}, "dark", -4), ({"fear": 1}, "low", 0),
    ],
)  # fmt: skip
def test_modifiers_add_up(fields: dict[str, Any], light: str, modifier: int) -> None:
    s = arena(hero("ana", **fields)).with_ground(light=light)
    assert initiative_modifier(s, "ana") == modifier


@pytest.mark.rule("TF-100", "TF-101")
def test_highest_first_and_players_before_foes() -> None:
    s = arena(foe("bandit"), hero("ana"), foe("brute"), hero("ben", fear=1))
    # bandit 14, ana 14, brute 20, ben 10 + 1
    run = play(initiative(), s, [(7, 7), (7, 7), (10, 10), (5, 5)])
    assert [(x.who, x.label) for x in run.s.order] == [
        ("brute", "20"), ("ana", "14"), ("bandit", "14"), ("ben", "11"),
    ]  # fmt: skip


@pytest.mark.rule("TF-101")
def test_ties_are_settled_by_players_and_by_the_guide() -> None:
    s = arena(hero("ana"), hero("ben"), foe("bandit"), foe("brute"))
    run = play(initiative(), s, [(6, 6), (6, 6), (6, 6), (6, 6), ["ben,ana", "brute,bandit"]])
    assert [a.who for a in run.asks] == ["any:ana,ben", "gm"]
    assert [x.who for x in run.s.order] == ["ben", "ana", "brute", "bandit"]


@pytest.mark.rule("TF-100")
def test_a_group_rolls_once_and_a_latecomer_takes_its_place() -> None:
    pack = [replace(foe(f"hound-{n}"), group="hounds") for n in range(3)]
    run = play(initiative(), arena(hero("ana"), *pack), [(5, 5), (8, 8)])
    assert [x.who for x in run.s.order] == ["hound-0", "hound-1", "hound-2", "ana"]
    assert run.asks == ()
    s = replace(run.s, combatants=run.s.combatants.put("ben", hero("ben")), acting="ana")
    late = play(enter("ben"), s, [(6, 6)]).s
    assert [x.who for x in late.order] == ["hound-0", "hound-1", "hound-2", "ben", "ana"]
    assert late.acting == "ana"
    assert play(enter("ben"), late, []).s == late


@pytest.mark.rule("TF-100")
def test_the_line_of_a_group_names_all_of_it_and_of_a_large_one_how_many() -> None:
    pack = [replace(foe(f"hound-{n}"), group="hounds") for n in range(3)]
    told = told_rolls(play(initiative(), arena(hero("ana"), *pack), [(5, 5), (8, 3)]))
    assert told == [
        "Ana: initiative 2d12 (5, 5) = 10",
        "Hound-0, Hound-1 and Hound-2: initiative 2d12 (8, 3) = 11",
    ]
    hidden = [*pack[:2], replace(pack[2], hidden=True)]
    told = told_rolls(play(initiative(), arena(hero("ana"), *hidden), [(5, 5), (8, 3)]))
    assert told[1].startswith("Hound-0 and Hound-1: initiative")
    many = [replace(foe(f"rat-{n}"), group="rats") for n in range(9)]
    told = told_rolls(play(initiative(), arena(*many), [(8, 3)]))
    assert told == ["Rat-0 (and 8 more): initiative 2d12 (8, 3) = 11"]


def told_rolls(run: Scripted[Any]) -> list[str]:
    """The lines of the rolls of a run."""
    return [chance.text(faces, lambda w: run.s[w].name) for chance, faces in run.rolls]


@pytest.mark.rule("TF-100", "TF-101")
def test_a_group_ties_as_one_and_who_joins_it_late_acts_with_it() -> None:
    pack = [replace(foe(f"hound-{n}"), group="hounds") for n in range(5)]
    s = arena(*pack[:4], foe("brute"), hero("ana"))
    run = play(initiative(), s, [(6, 6), (6, 6), (2, 2), ["brute,hound-0"]])
    (asked,) = run.asks
    assert asked.prompt == "Hound-0 (and 3 more) and Brute are tied. In which order do they act?"
    assert [o.words for o in asked.legal(s)] == [
        "Hound-0 (and 3 more), then Brute",
        "Brute, then Hound-0 (and 3 more)",
    ]
    order = ["brute", "hound-0", "hound-1", "hound-2", "hound-3", "ana"]
    assert [x.who for x in run.s.order] == order
    late = replace(run.s, combatants=run.s.combatants.put("hound-4", pack[4]), acting="brute")
    joined = play(enter("hound-4"), late, [])
    assert [x.who for x in joined.s.order] == [*order[:5], "hound-4", "ana"]
    assert lines(joined) == "Hound-4 acts with their group, at 12"


# ------------------------------------------------------------------ delay
@pytest.mark.rule("TF-102")
def test_delay_moves_to_a_later_place_for_an_anchor_and_starts_no_second_turn() -> None:
    s = arena(hero("ana"), foe("bandit"), hero("ben"), foe("brute"))
    s = s.with_stats("ana", fires=("left_arm",))  # would burn at a start of turn
    run = declare(s, "ana", "delay", target="ben", detail="R")
    assert run.s.actor == "bandit"
    s = run.s
    for who in ("ben", "ana"):
        s = play(frame.pass_turn(), s, []).s
        assert s.actor == who
    assert free_anchors(s, "ana") == "LHF"
    assert s["ana"].stats.wounds == {}
    s = play(frame.pass_turn(), s, []).s
    assert s.actor == "brute"
    s = play(frame.pass_turn(), s, []).s  # round 2: Ana keeps her later place
    assert (s.round, s.actor) == (2, "bandit")
    assert [x.who for x in s.order] == ["bandit", "ben", "ana", "brute"]
    s = play(frame.pass_turn(), play(frame.pass_turn(), s, []).s, []).s
    assert (s.actor, free_anchors(s, "ana")) == ("ana", "LRHF")
    assert s["ana"].stats.wounds == {"left_arm": 1}


@pytest.mark.rule("TF-102")
def test_one_who_has_delayed_is_one_place_to_delay_to() -> None:
    s = arena(hero("ana"), foe("bandit"), hero("ben"), foe("brute"))
    s = declare(s, "ana", "delay", target="brute", detail="R").s
    s = play(overrule.reorder(("bandit", "ana", "ben", "brute", "ana+")), s, []).s  # the Guide's own order
    assert s.actor == "bandit"
    assert sorted(slot.id for slot in delay_places(s, "bandit")) == ["ana+", "ben", "brute"]


@pytest.mark.rule("TF-102")
def test_no_delay_without_a_free_anchor_or_a_later_place() -> None:
    s = arena(hero("ana"), foe("bandit"))
    last = replace(s, acting="bandit")
    assert RULESET.verb("delay").ready(last, "bandit") == "Nobody acts after you in this round."
    spent = s.with_stats("ana", committed=s["ana"].stats.committed.__class__((a, "bind") for a in "LRHF"))
    assert RULESET.verb("delay").ready(spent, "ana") is not None


@pytest.mark.rule("TF-102", "TF-85")
def test_effects_that_end_with_the_turn_wait_for_the_delayed_one() -> None:
    s = play(disorient("ana"), arena(foe("bandit"), hero("ana"), foe("brute")), []).s
    s = play(frame.pass_turn(), s, []).s
    s = declare(s, "ana", "delay", target="brute", detail="R").s
    assert lasting(s, "ana", DISORIENTED) is not None
    s = play(frame.pass_turn(), s, []).s
    assert s.actor == "ana"
    assert lasting(s, "ana", DISORIENTED) is not None
    assert lasting(play(frame.pass_turn(), s, []).s, "ana", DISORIENTED) is None


# ------------------------------------------------------------------ statuses
@pytest.mark.rule("TF-110", "TF-119")
@pytest.mark.parametrize("status", ["prone", "blind", "deaf", "silenced", "wet", "bleeding", "stunned"])
def test_the_guide_sets_and_clears(status: str) -> None:
    s = arena(hero("ana"))
    on = play(set_status("ana", status, 1), s, []).s
    assert on["ana"].stats.has(status)
    assert not play(clear_status("ana", status), on, []).s["ana"].stats.has(status)
    with pytest.raises(Refused):
        play(clear_status("ana", status), s, [])


@pytest.mark.rule("TF-111")
def test_the_prone_stand_up_with_f_before_they_move() -> None:
    s = SetStatus("ana", "prone").apply(arena(hero("ana"), foe("bandit")))
    assert RULESET.verb("advance").ready(s, "ana") == "You are prone: stand up first."
    run = declare(s, "ana", "stand")
    assert not run.s["ana"].stats.has("prone")
    assert free_anchors(run.s, "ana") == "LRH"


@pytest.mark.rule("TF-112")
def test_three_locks_pin() -> None:
    s = arena(hero("ana", weapons=["sword"]), foe("a"), foe("b"), foe("c"))
    for holder, anchor in (("a", "L"), ("b", "R"), ("c", "F")):
        s = play(set_lock(holder, "R", "ana", anchor), s, []).s
    assert pinned(s, "ana")
    assert free_anchors(s, "ana") == ""
    assert "Pinned" in RULESET.row(s, "ana", _gm()).tags
    able = [v.name for v in RULESET.verbs if v.who == "turn" and v.ready(s, "ana") is None]
    assert "break-free" in able
    assert not {"attack", "advance", "cast", "trigger", "other", "gear"} & set(able)


@pytest.mark.rule("TF-64", "TF-112", "TF-116")
@pytest.mark.parametrize(("value", "n"), [("unconscious", True), ("core", 5), ("right_arm", 2)])
def test_no_lock_holds_of_one_whom_the_guide_has_put_out_of_the_fight(value: str, n: int | bool) -> None:
    s = play(set_lock("bandit", "R", "ana", "F"), arena(hero("ana"), foe("bandit")), []).s
    assert RULESET.verb("withdraw").ready(s, "ana") == "You are held by Bandit: Break Free first."
    s = play(overrule.set_value("bandit", value, n), s, []).s
    assert RULESET.verb("withdraw").ready(s, "ana") is None
    assert free_anchors(s, "ana") == "LRHF"


@pytest.mark.rule("TF-67", "TF-116")
@pytest.mark.parametrize(
    ("value", "n", "word"),
    [("core", 5, "dying"), ("core", 6, "dead"), ("unconscious", True, "unconscious"),
     ("incapacitated", True, "incapacitated")],
)  # fmt: skip
def test_who_is_felled_in_their_own_turn_can_do_nothing_more_in_it(
    value: str, n: int | bool, word: str
) -> None:
    s = play(overrule.set_value("ana", value, n), arena(hero("ana", weapons=["sword"]), foe("bandit")), []).s
    assert s.actor == "ana"
    for verb in RULESET.verbs:
        if verb.who != "gm":
            assert verb.ready(s, "ana") == f"You are {word} and cannot act.", verb.name
    with pytest.raises(Refused, match=word):
        play(RULESET.verb("passing").call(s, "", {"target": "ana", "where": "bandit"}), s, [])


@pytest.mark.rule("TF-38", "TF-116")
def test_who_is_felled_before_the_roll_does_not_roll() -> None:
    s = arena(
        hero("ana"), foe("bandit", weapons=["spear"]), near=["ana bandit melee"], offers="wait"
    )  # fmt: skip
    past = RULESET.verb("past").call(s, "ana", {"target": "bandit"})
    j = Journal(Seeds(b"a" * 32, b"b" * 32), Checkpoint(0, s))
    j = j.declare(past, by="u-ana", actor="ana", verb="past", at=1).journal
    assert j.open_asks()[0].ask.topic == "guard dc"
    j = j.interrupt(overrule.set_value("ana", "core", 5), by="gm").journal
    j = j.answer(j.open_asks()[0].key, "keep", by="gm").journal
    assert j.open is None
    assert not any(x.kind == "chance" for x in j.tail[-1].inputs)
    assert j.state.actor == "bandit"


def _gm() -> Any:
    from rules.engine.ruleset import Viewer

    return Viewer("g", True)


@pytest.mark.rule("TF-112")
def test_bonds_bind_their_anchors_until_freed() -> None:
    s = play(set_bonds("ana", "LR"), arena(hero("ana", weapons=["sword"]), foe("bandit")), []).s
    assert free_anchors(s, "ana") == "HF"
    assert RULESET.verb("reposition").ready(s, "ana") is None
    assert free_anchors(play(set_bonds("ana", ""), s, []).s, "ana") == "LRHF"


@pytest.mark.rule("TF-113")
def test_disoriented_ends_with_the_next_turn() -> None:
    s = play(set_status("bandit", DISORIENTED, 1), arena(hero("ana"), foe("bandit")), []).s
    s = play(frame.pass_turn(), s, []).s
    assert lasting(s, "bandit", DISORIENTED) is not None
    assert lasting(play(frame.pass_turn(), s, []).s, "bandit", DISORIENTED) is None
    own = play(set_status("ana", DISORIENTED, 1), arena(hero("ana"), foe("bandit")), []).s
    own = play(frame.pass_turn(), own, []).s
    assert lasting(own, "ana", DISORIENTED) is not None  # the next turn is that of round 2


@pytest.mark.rule("TF-114")
def test_the_stunned_lose_their_next_action() -> None:
    s = arena(hero("ana", weapons=["sword"]), foe("bandit"), near=["ana bandit melee"])
    run = declare(SetStatus("ana", "stunned").apply(s), "ana", "attack", target="bandit")
    assert run.result == "stunned"
    assert run.rolls == ()
    assert not run.s["ana"].stats.has("stunned")
    assert free_anchors(run.s, "ana") == "LRHF"
    assert "loses this action" in lines(run)


@pytest.mark.rule("TF-115")
def test_the_silenced_neither_cast_nor_command() -> None:
    s = SetStatus("ana", "silenced").apply(arena(hero("ana")))
    for verb in ("cast", "command"):
        assert RULESET.verb(verb).ready(s, "ana") == "You are Silenced: no casting, no commands."
    assert RULESET.verb("search").ready(s, "ana") is None


@pytest.mark.rule("TF-116", "TF-67")
@pytest.mark.parametrize("status", ["incapacitated", "unconscious"])
def test_the_incapacitated_take_no_turn(status: str) -> None:
    s = SetStatus("bandit", status).apply(arena(hero("ana"), foe("bandit"), foe("brute")))
    assert not RULESET.able(s, "bandit")
    assert play(frame.pass_turn(), s, []).s.actor == "brute"


@pytest.mark.rule("TF-117")
def test_bleeding() -> None:
    s = SetStatus("ana", "bleeding").apply(arena(hero("ana"), foe("bandit")))
    for n in (1, 2):
        run = play(turn_end("ana"), s, ["progress"])
        assert run.asks[0].who == "gm"
        assert run.asks[0].default == "progress"
        s = run.s
        assert s["ana"].stats.wounds == {}
        assert s["ana"].stats.statuses["blood_progress"] == n
    s = play(turn_end("ana"), s, ["progress"]).s
    assert s["ana"].stats.wounds == {"core": 1}
    s = play(turn_end("ana"), s, ["pressure"]).s
    assert pressure(s, "ana", "L") == (("bleeding", 1),)
    assert pressure(s, "ana", "L", strenuous=True) == (("strenuous while bleeding", 2),)
    s = play(staunch("ana", "ana"), s, []).s
    assert pressure(s, "ana", "L", strenuous=True) == ()
    assert play(turn_end("ana"), s, []).asks == ()


@pytest.mark.rule("TF-118")
def test_fire_at_the_start_of_the_turn() -> None:
    s = arena(hero("ana", armor="heavy", pack="light"), foe("bandit"))
    arm = play(set_on_fire("ana", "left_arm"), s, []).s
    assert arm["ana"].stats.fear == 2
    assert play(turn_start("ana"), arm, []).s["ana"].stats.wounds == {"left_arm": 1}
    item = play(set_on_fire("ana", "item:armor"), s, []).s
    assert play(turn_start("ana"), item, []).s["ana"].stats.integrity == 4
    body = play(set_on_fire("ana", "body"), s, []).s
    assert play(turn_start("ana"), body, [9]).s["ana"].stats.wounds == {"legs": 1}
    assert play(turn_start("ana"), body, [12, 1]).s["ana"].stats.wounds == {}
    assert pressure(arm, "ana", "L") == (("on fire", 2),)
    assert pressure(body, "ana", "L") == (("on fire", 4),)
    assert pressure(body, "ana", "L", dousing=True) == ()


@pytest.mark.rule("TF-118", "TF-119")
def test_putting_out_and_wet() -> None:
    s = play(set_on_fire("ana", "left_arm"), arena(hero("ana"), foe("bandit")), []).s
    run = declare(s, "ana", "put-out")
    assert run.s["ana"].stats.fires == ()
    assert free_anchors(run.s, "ana") == "LHF"
    wet = play(set_status("ana", "wet", 1), s, []).s
    assert wet["ana"].stats.fires == ()
    with pytest.raises(Refused, match="Wet"):
        play(set_on_fire("ana", "body"), wet, [])
    assert play(douse("ana"), s, []).s["ana"].stats.fires == ()


@pytest.mark.rule("TF-52", "TF-59", "TF-62", "TF-100")
def test_the_guide_places_cover_awareness_light_and_wounds() -> None:
    s = arena(hero("ana", armor="light"), foe("bandit"))
    assert play(set_cover("ana", "total"), s, []).s["ana"].stats.cover == "total"
    assert not play(set_aware("ana", "", False), s, []).s["ana"].stats.aware
    assert play(set_aware("ana", "bandit", False), s, []).s.ground.unaware == (("ana", "bandit"),)
    assert play(set_scene("dark", True), s, []).s.ground.light == "dark"
    assert play(harm_directly("ana", 2, "legs", True), s, []).s["ana"].stats.wounds == {"legs": 1}
    assert play(harm_directly("ana", 2, "legs", False), s, []).s["ana"].stats.wounds == {"legs": 2}


@pytest.mark.rule("TF-52")
def test_cover_held_by_the_feet_ends_when_they_are_free_again() -> None:
    s = arena(hero("ana"), foe("bandit"))
    covered = declare(s, "ana", "take-cover").s
    assert play(turn_start("ana"), covered, []).s["ana"].stats.cover == "none"
    passive = play(set_cover("ana", "passive"), s, []).s
    assert play(turn_start("ana"), passive, []).s["ana"].stats.cover == "passive"


@pytest.mark.rule("TF-13", "TF-10")
def test_a_turn_passes_by_itself_when_no_anchor_is_left() -> None:
    j = journal(hero("ana", weapons=["maul"]), foe("bandit"))
    j = j.declare(frame.begin(), by="gm", actor="", verb="begin", at=1).journal
    while j.state.actor != "ana":
        j = j.declare(frame.pass_turn(), by="gm", actor="", verb="next", at=1).journal
    verb = RULESET.verb("other")
    call = verb.call(j.state, "ana", {"target": "LRHF", "detail": "runs and shouts"})
    j = j.declare(call, by="u-ana", actor="ana", verb="other", at=1).journal
    assert j.state.actor == "bandit"


@pytest.mark.rule("TF-126")
def test_who_falls_lets_go() -> None:
    s = arena(hero("ana"), foe("bandit"), near=["ana bandit grappling"])
    s = Locked(Lock("bandit", "R", "ana", "L")).apply(s)
    s = play(harm_directly("bandit", 5, "core", False), s, []).s
    assert s.ground.locks == ()
