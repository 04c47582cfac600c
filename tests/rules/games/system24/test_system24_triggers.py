"""Triggered Action: watched and spoken, on friends too, aborted, expired, hidden (TF-80..87)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.table.choosing import arguments
from rules.engine import frame
from rules.engine.dice import Seeds
from rules.engine.journal import Checkpoint, Journal
from rules.engine.procedures import Refused
from rules.engine.ruleset import PUBLIC, Viewer
from rules.engine.view import view
from rules.games.system24 import RULESET
from rules.games.system24.attack import attack
from rules.games.system24.changes import Committed, Locked, SetRange, SetStatus
from rules.games.system24.guard import PAST, may_contest, on_guard
from rules.games.system24.guide import set_status
from rules.games.system24.harm import disorient, wound
from rules.games.system24.movement import advance
from rules.games.system24.sheet import GRAPPLING, MELEE, Lock, State, Trigger
from rules.games.system24.state import between, free_anchors
from rules.games.system24.turns import turn_start

from .table import MISS, arena, declare, foe, hero, journal, lines, play, ready

HIT = (9, 9)
"""Rank 2: 22."""
SHOOT = "attack:focused:none:rifle"


def watch(s: State, who: str, when: str, then: str, subject: str) -> State:
    """The state after `who` has declared a watched trigger."""
    verb = RULESET.verb("trigger")
    args = arguments(verb, s, who, {"when": when, "then": then, "who": subject})
    after: State = play(verb.call(s, who, args), s, []).s
    return after


def sentry(**options: Any) -> State:
    """Ana with a rifle, her friend Ben, a Bandit; all Separated, Ana's turn."""
    return arena(
        hero("ana", ranged=2, melee=2, athletics=2, weapons=["rifle", "sword"]),
        hero("ben", athletics=2),
        foe("bandit", athletics=2, melee=2, weapons=["axe"]),
        **options,
    )


# ------------------------------------------------------------------ declaring
@pytest.mark.rule("TF-80", "TF-81")
def test_anchors_follow_from_the_response_and_h_is_among_them() -> None:
    s = sentry()
    verb = RULESET.verb("trigger")
    costs = verb.params[3].choices
    assert costs is not None
    shown = costs(s, "ana", {"when": "advances:ana:as", "then": SHOOT})
    assert [(c.value, c.hint) for c in shown] == [("LRH", "committed now; 1 ammo when it fires")]
    wild = costs(s, "ana", {"when": "x", "then": "attack:wild:none:sword"})
    assert [c.value for c in wild] == ["LH"]
    free = costs(s, "ana", {"when": "x", "then": "I whistle"})
    assert free[0].value == "H"
    assert all("H" in c.value for c in free)
    for needed in ("when", "then"):
        assert next(p for p in verb.params if p.name == needed).default is None
    after = watch(s, "ana", "advances:ana:as", SHOOT, "side:foes")
    assert free_anchors(after, "ana") == "F"
    assert after["ana"].stats.weapon("rifle").ammo == 5
    assert not on_guard(after, "ana")


@pytest.mark.rule("TF-80", "TF-12")
def test_a_trigger_needs_its_anchors_free() -> None:
    s = Committed("ana", "R", "block").apply(sentry())
    verb = RULESET.verb("trigger")
    args = {"when": "advances:ana:as", "then": SHOOT, "who": "anyone", "anchors": "LRH"}
    with pytest.raises(Refused, match=r"secondary hand \(R\), which is committed to a Block"):
        play(verb.call(s, "ana", args), s, [])


# ------------------------------------------------------------------ watched
@pytest.mark.rule("TF-82", "TF-83")
def test_a_watched_trigger_fires_at_once_and_the_order_stays() -> None:
    s = watch(sentry(), "ana", "advances:ana:as", SHOOT, "side:foes")
    run = play(advance("bandit", "ana", "", (), False), s, ["fire", "none", HIT])
    assert run.s["bandit"].stats.wounded("core") == 2
    assert run.s["ana"].stats.weapon("rifle").ammo == 4
    assert between(run.s, "ana", "bandit") == MELEE  # wounded, and still coming
    assert lines(run).startswith("Bandit sets out to advance on Ana\nAna's trigger goes off on Bandit: ")
    assert run.s.order == s.order
    assert run.s.acting == s.acting
    assert run.s.ground.triggers == ()


@pytest.mark.rule("TF-83")
def test_an_interrupt_that_fells_the_mover_stops_the_advance() -> None:
    s = watch(sentry(), "ana", "advances:ana:as", SHOOT, "side:foes").with_stats("bandit", wounds=_wounds(4))
    run = play(advance("bandit", "ana", "", (), False), s, ["fire", "none", HIT])
    assert run.result == "stopped"
    assert between(run.s, "ana", "bandit") != MELEE


def _wounds(n: int) -> Any:
    return sentry()["bandit"].stats.wounds.put("core", n)


@pytest.mark.rule("TF-83")
@pytest.mark.parametrize(("subject", "fires"), [
    ("anyone", True), ("side:heroes", True), ("ben", True), ("side:foes", False), ("bandit", False),
])  # fmt: skip
def test_broader_wording_is_broader_risk(subject: str, fires: bool) -> None:
    s = watch(sentry(), "ana", "advances:ana:as", SHOOT, subject)
    script = ["fire", "none", HIT] if fires else []
    run = play(advance("ben", "ana", "", (), False), s, script)
    assert run.s["ben"].stats.wounded("core") == (2 if fires else 0)
    assert len(run.s.ground.triggers) == (0 if fires else 1)


@pytest.mark.rule("TF-83")
def test_coming_into_melee_is_a_follow_up_so_that_a_sword_can_answer() -> None:
    s = watch(sentry(), "ana", "enters:ana:after", "attack:focused:none:sword", "side:foes")
    assert s.ground.triggers[0].wording.startswith("If any of the foes comes into Melee with me")
    run = play(advance("bandit", "ana", "", (), False), s, ["fire", "none", HIT])
    assert run.s["bandit"].stats.wounded("core") == 1


@pytest.mark.rule("TF-83")
def test_a_response_that_has_become_impossible_fizzles_and_stays_spent() -> None:
    s = watch(sentry(), "ana", "advances:ana:as", "attack:focused:none:sword", "side:foes")
    run = play(advance("bandit", "ana", "", (), False), s, [])  # still Separated: no sword reaches
    assert "no longer possible" in lines(run)
    (why,) = (line for line in run.lines if line.to == "ana")
    assert why.text(str) == "Bandit is Separated from you: Advance first, or use a ranged weapon."
    assert run.asks == ()
    assert free_anchors(run.s, "ana") == "RF"
    assert run.s.ground.triggers == ()


@pytest.mark.rule("TF-83")
@pytest.mark.parametrize(
    ("when", "event"),
    [("passes:ana:as", "past"), ("attacks:ana:as", "attack"), ("draws::as", "draw"), ("casts::as", "cast")],
)
def test_every_event_is_seen(when: str, event: str) -> None:
    s = watch(sentry(), "ana", when, SHOOT, "side:foes")
    s = s.with_stats("bandit", weapons=(*s["bandit"].stats.weapons, s["ana"].stats.weapon("sword")))
    if event == "attack":
        s = SetRange("ana", "bandit", "melee").apply(s)
    args = {
        "past": {"target": "ana"},
        "attack": {"target": "ana", "weapon": "axe"},
        "draw": {"detail": "sword"},
    }
    script: list[Any] = ["fire", "none", HIT]
    if event == "attack":
        script += ["none", (1, 1), *MISS]
    run = declare(replace(s, acting="bandit"), "bandit", event, script, **args.get(event, {}))
    assert run.s["bandit"].stats.wounded("core") == 2


@pytest.mark.rule("TF-83")
def test_several_fire_in_initiative_order_once_each() -> None:
    guns = {"ranged": 2, "weapons": ["pistol"]}
    s = arena(foe("bandit", stamina_max=9), hero("ana", **guns), hero("ben", **guns))
    for who in ("ben", "ana"):
        s = watch(s, who, "advances:ana:as", "attack:focused:none:pistol", "anyone")
    run = play(advance("bandit", "ana", "", (), False), s, ["fire", "none", HIT, "fire", "none", HIT])
    assert [a.who for a in run.asks if a.topic == "fire or abort"] == ["ana", "ben"]
    assert run.s["bandit"].stats.wounded("core") == 2


@pytest.mark.rule("TF-82", "TF-83")
def test_a_response_can_set_off_another_trigger() -> None:
    guns = {"ranged": 2, "weapons": ["pistol"]}
    s = arena(foe("bandit"), hero("ana", **guns), foe("gun", **guns))
    s = watch(s, "ana", "advances:ana:as", "attack:focused:none:pistol", "side:foes")
    s = watch(s, "gun", "attacks:bandit:as", "attack:focused:none:pistol", "side:heroes")
    run = play(advance("bandit", "ana", "", (), False), s, ["fire", "fire", "none", HIT, "none", HIT])
    assert run.s["ana"].stats.wounded("core") == 1  # shot as she began to shoot
    assert run.s["bandit"].stats.wounded("core") == 1


@pytest.mark.rule("TF-82", "TF-83")
def test_a_room_full_of_triggers_that_set_off_each_other() -> None:
    """Twenty who each shoot whoever attacks anybody: a chain as deep as there are people."""
    gunmen = [foe(f"g{n}", ranged=2, weapons=["pistol"], stamina_max=6) for n in range(20)]
    s = arena(hero("ana", weapons=["pistol"]), *gunmen)
    triggers = tuple(
        Trigger(f"t{n}", f"g{n}", "attacks", "", "anyone", "x", "attack:wild:none:pistol", "LH")
        for n in range(20)
    )
    for n in range(20):
        s = Committed(f"g{n}", "LH", "trigger").apply(s)
    s = s.with_ground(triggers=triggers)
    call = attack("ana", "g0", "pistol", "wild", "none", ())
    j = Journal(Seeds(b"a" * 32, b"b" * 32), Checkpoint(0, s))
    j = j.declare(call, by="x", actor="ana", verb="attack", at=1).journal
    while j.open:
        ask = j.open_asks()[0]
        j = j.answer(ask.key, ask.ask.settled(j.state), by="x").journal
    assert j.state.ground.triggers == ()


# ------------------------------------------------------------------ spoken: the purple hat
def waiting_at_the_door(words: str) -> Any:
    """Ana's rifle waits; Ben, a friend, and a man in a purple hat may come."""
    j = journal(ready("ana", "guard", ranged=2, weapons=["rifle"]), hero("ben"), foe("hat"))
    j = j.declare(frame.begin(), by="gm", actor="", verb="begin", at=1).journal
    while j.open:
        j = j.answer(j.open_asks()[0].key, j.open_asks()[0].ask.default, by="gm").journal
    while j.state.actor != "ana":
        j = j.declare(frame.pass_turn(), by="gm", actor="", verb="next", at=1).journal
    verb = RULESET.verb("trigger")
    args = {"when": words, "then": SHOOT, "anchors": "LRH", "who": "anyone"}
    return j.declare(verb.call(j.state, "ana", args), by="u-ana", actor="ana", verb="trigger", at=1).journal


def guide_fires(s: State, cause: str) -> Any:
    verb = RULESET.verb("fire")
    assert verb.who == "gm"
    assert verb.interrupts
    choices = verb.params[0].choices
    assert choices is not None
    return verb.call(s, "", {"target": choices(s, "", {})[0].value, "where": cause})


@pytest.mark.rule("TF-82", "TF-83", "TF-85")
@pytest.mark.parametrize(
    ("words", "comes", "shot"),
    [
        ("If something enters, I shoot it", "ben", True),
        ("If something enters, I shoot it", "hat", True),
        ("If a man in a purple hat enters, I shoot him", "ben", False),
        ("If a man in a purple hat enters, I shoot him", "hat", True),
    ],
)
def test_the_purple_hat(words: str, comes: str, shot: bool) -> None:
    """Both wordings of the page: the Guide judges what happened, and the trigger asks nothing more."""
    j = waiting_at_the_door(words)
    if shot:
        j = j.declare(guide_fires(j.state, comes), by="gm", actor="", verb="fire", at=1).journal
        assert [a.ask.topic for a in j.open_asks()] == ["fire or abort"]
        j = j.answer(j.open_asks()[0].key, "fire", by="u-ana").journal
        while j.open:
            ask = j.open_asks()[0]
            j = j.answer(ask.key, ask.ask.settled(j.state), by="x").journal
        assert j.state["ana"].stats.in_hand.ammo == 4
        assert j.state.ground.triggers == ()
        return
    # nothing of the kind happened: it waits until the start of Ana's next turn and expires
    assert len(j.state.ground.triggers) == 1
    j = j.declare(frame.pass_turn(), by="gm", actor="", verb="next", at=1).journal
    while j.state.actor != "ana":
        j = j.declare(frame.pass_turn(), by="gm", actor="", verb="next", at=1).journal
    assert j.state.ground.triggers == ()
    told = [x.text(str) for x in j.tail[-1].lines if hasattr(x, "text")]
    assert "What ana waited for did not happen: the Triggered Action expires" in told
    assert j.state["ana"].stats.in_hand.ammo == 5


@pytest.mark.rule("TF-83")
def test_a_spoken_trigger_comes_in_while_a_choice_is_open() -> None:
    j = waiting_at_the_door("anyone draws blood")
    j = j.declare(frame.pass_turn(), by="gm", actor="", verb="next", at=1).journal
    who = j.state.actor
    other = "hat" if who == "ben" else "ben"
    near = RULESET.verb("range").call(j.state, "", {"target": who, "where": other, "detail": "melee"})
    j = j.declare(near, by="gm", actor="", verb="range", at=1).journal
    call = attack(who, other, "unarmed", "focused", "none", ())
    j = j.declare(call, by="x", actor=who, verb="attack", at=1).journal
    assert j.open_asks()[0].ask.topic == "defence"
    j = j.interrupt(guide_fires(j.state, who), by="gm").journal
    assert j.open_asks()[0].ask.topic == "fire or abort"
    j = j.answer(j.open_asks()[0].key, "abort", by="u-ana").journal
    while j.open:
        ask = j.open_asks()[0]
        j = j.answer(ask.key, ask.ask.settled(j.state), by="x").journal
    assert j.state.ground.triggers == ()
    assert j.state["ana"].stats.in_hand.ammo == 4


# ------------------------------------------------------------------ abort
def fired_on(s: State, script: list[Any]) -> Any:
    return play(advance("bandit", "ana", "", (), False), s, script)


@pytest.mark.rule("TF-84")
@pytest.mark.parametrize(
    ("faces", "more", "wounds", "notes"),
    [
        ((6, 6), [], 0, 0),  # 12 misses 13; nothing happens, no push
        ((7, 6), ["complication"], 0, 1),
        ((7, 6), ["damage"], 2, 0),
    ],
)
def test_an_aborted_shot_rolls_2d12_bare(
    faces: tuple[int, int], more: list[str], wounds: int, notes: int
) -> None:
    s = watch(sentry(), "ana", "advances:ana:as", SHOOT, "side:foes")
    run = fired_on(s, ["abort", "none", faces, *more])
    roll = run.rolls[0][0]
    assert (roll.rank, roll.sides(None)) == (-1, (12, 12))
    assert run.s["bandit"].stats.wounded("core") == wounds
    assert len(run.s.notes) == notes
    assert run.s["ana"].stats.weapon("rifle").ammo == 4
    if notes:
        assert run.s.notes[0].text.startswith("Minor Complication")
        assert run.asks[-1].default == "complication"


@pytest.mark.rule("TF-84")
def test_an_aborted_shot_counts_partial_critical_and_legendary_and_may_be_defended() -> None:
    s = watch(sentry(), "ana", "advances:ana:as", SHOOT, "side:foes")
    run = fired_on(s, ["abort", "dodge", (12, 5), "damage", "legs"])
    assert run.rolls[0][0].dcs == (15,)
    assert run.s["bandit"].stats.wounds == {"legs": 2}
    head = fired_on(s, ["abort", "none", (12, 12), "damage", "blind"])
    assert head.s["bandit"].stats.wounds == {"head": 2}


@pytest.mark.rule("TF-84")
def test_any_other_response_aborts_to_nothing() -> None:
    s = watch(sentry(), "ana", "advances:ben:as", "I shout", "side:foes")
    run = play(advance("bandit", "ben", "", (), False), s, ["abort"])
    assert "nothing happens" in lines(run)
    fired = play(advance("bandit", "ben", "", (), False), s, ["fire"])
    assert "Ana: I shout" in lines(fired)


@pytest.mark.rule("TF-84")
@pytest.mark.parametrize(("options", "patience"), [({}, 600), ({"trigger_deadline": "60"}, 60)])
def test_the_ask_is_never_without_a_deadline(options: dict[str, str], patience: int) -> None:
    s = watch(sentry(**options), "ana", "advances:ana:as", SHOOT, "side:foes")
    ask = fired_on(s, ["fire", "none", HIT]).asks[0]
    assert (ask.who, ask.default, ask.patience) == ("ana", "fire", patience)


# ------------------------------------------------------------------ waiting, hidden, impossible
@pytest.mark.rule("TF-85")
def test_it_expires_at_the_start_of_the_owners_next_turn() -> None:
    s = watch(sentry(), "ana", "advances:ana:as", SHOOT, "anyone")
    run = play(turn_start("ana"), s, [])
    assert run.s.ground.triggers == ()
    assert "did not happen: the Triggered Action expires" in lines(run)


@pytest.mark.rule("TF-86")
@pytest.mark.parametrize(("option", "others_read"), [("private", False), ("public", True)])
def test_all_see_that_somebody_waits_but_not_for_what(option: str, others_read: bool) -> None:
    s = sentry(trigger_wording=option)
    run = declare(s, "ana", "trigger", when="the secret door opens", then=SHOOT)
    public = "\n".join(x.text(str) for x in run.lines if x.to == "table")
    assert ("secret door" in public) is others_read
    readers = [
        (PUBLIC, others_read),
        (Viewer("u-ben"), others_read),
        (Viewer("u-ana"), True),
        (Viewer("g", True), True),
    ]
    for viewer, reads in readers:
        seen = view(run.s, viewer)
        footer = "\n".join(RULESET.footer(seen, viewer))
        assert "waiting (L R H)" in RULESET.row(seen, "ana", viewer).tags
        assert ("secret door" in footer) is reads
        assert ("secret door" in repr(seen)) is reads


@pytest.mark.rule("TF-87", "TF-113")
def test_the_disoriented_cannot_tell_one_from_another() -> None:
    s = play(disorient("ana"), sentry(), []).s
    verb = RULESET.verb("trigger")
    args = {"when": "advances:ana:as", "then": SHOOT, "who": "bandit", "anchors": "LRH"}
    with pytest.raises(Refused, match="Disoriented"):
        play(verb.call(s, "ana", args), s, [])
    play(verb.call(s, "ana", {**args, "who": "anyone"}), s, [])
    waiting = watch(sentry(), "ana", "advances:ana:as", SHOOT, "bandit")
    dazed = play(disorient("ana"), waiting, []).s
    assert fired_on(dazed, []).asks == ()


@pytest.mark.rule("TF-113")
def test_the_disoriented_respond_at_a_higher_dc() -> None:
    s = watch(sentry(), "ana", "advances:ana:as", SHOOT, "anyone")
    run = fired_on(play(disorient("ana"), s, []).s, ["fire", "none", HIT])
    assert run.rolls[0][0].dcs == (15,)


@pytest.mark.rule("TF-116")
def test_the_incapacitated_have_no_trigger() -> None:
    s = watch(sentry(), "ana", "advances:ana:as", SHOOT, "side:foes")
    run = fired_on(SetStatus("ana", "incapacitated").apply(s), [])
    assert run.asks == ()


@pytest.mark.rule("TF-116")
@pytest.mark.parametrize("how", ["wounds", "status"])
def test_who_falls_waits_for_nothing_any_more_and_lets_go(how: str) -> None:
    s = watch(sentry(), "ana", "advances:ben:as", "I shout", "side:foes")
    s = Locked(Lock("ana", "R", "bandit", "L")).apply(SetRange("ana", "bandit", "grappling").apply(s))
    call = wound("ana", "core", 5) if how == "wounds" else set_status("ana", "unconscious", 1)
    run = play(call, s, [])
    assert run.s.ground.triggers == ()
    assert run.s.ground.locks == ()
    assert "Ana no longer waits to respond" in lines(run)


@pytest.mark.rule("TF-22", "TF-25", "TF-82")
def test_after_an_attack_out_of_a_trigger_its_target_cannot_simply_grapple() -> None:
    s = watch(sentry(), "ana", "enters:ana:after", "attack:focused:none:sword", "side:foes")
    run = play(advance("bandit", "ana", "", (), False), s, ["fire", "none", HIT])
    in_hand = run.s.with_stats("ana", held="sword")
    assert may_contest(in_hand, "ana", "bandit", GRAPPLING, "ana", "bandit")
    assert not may_contest(in_hand, "ana", "bandit", PAST, "ana", "bandit")


@pytest.mark.rule("TF-23", "TF-83")
@pytest.mark.parametrize(
    ("verb", "args", "script"),
    [
        ("trigger", {"when": "something enters", "then": "Wild Swing on them with the pistol"}, []),
        ("covering", {"target": "bandit", "detail": "pistol"}, [(5, 6), "cover"]),
        ("suppress", {"detail": "the door"}, [(5, 6)]),
        ("rapid", {"target": "bandit"}, ["none", (2, 2), *MISS]),
    ],
)
def test_what_is_used_or_waits_is_drawn_and_who_watches_for_it_sees_it(
    verb: str, args: dict[str, str], script: list[object]
) -> None:
    s = arena(
        foe("bandit", weapons=["axe"]),
        foe("thug"),
        hero("ana", ranged=2, weapons=["sword", "pistol"]),
    )
    s = replace(watch(s, "thug", "someone draws a weapon", "I shout", "anyone"), acting="ana")
    run = declare(s, "ana", verb, ["fire", *script], **args)
    assert run.s["ana"].stats.held == "pistol"
    assert "Ana draws the pistol" in lines(run)
    assert "Thug: I shout" in lines(run)


@pytest.mark.rule("TF-83")
@pytest.mark.parametrize(
    ("when", "weapon", "warned"),
    [
        ("someone advances on me", "spear", "; fizzles on who is not in Melee yet"),
        ("someone advances on me", "bow", ""),
        ("After someone advances on me", "spear", ""),
        ("After someone advances on me", "bow", "; fizzles on who is in Melee then"),
        ("someone comes into Melee with me", "spear", ""),
        ("someone comes into Melee with me", "bow", "; fizzles on who is in Melee then"),
        ("someone attacks me", "spear", ""),
        ("the bell tolls", "spear", ""),
    ],
)
def test_a_response_that_would_find_nobody_in_its_reach_says_so(when: str, weapon: str, warned: str) -> None:
    s = arena(hero("ana", weapons=["spear", "bow"]), foe("bandit"))
    then = RULESET.verb("trigger").params[1]
    assert then.choices is not None
    hints = {c.value: c.hint for c in then.choices(s, "ana", {"when": when})}
    anchors = "L R H" if weapon == "bow" else "L H"
    assert hints[f"attack:wild:none:{weapon}"] == f"takes {anchors}{warned}"
