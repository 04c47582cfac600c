"""What spans steps (death in time, Fortune, reactions), and every weapon in every manner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rules.engine import frame, overrule
from rules.engine.dice import Seeds
from rules.engine.journal import Journal
from rules.engine.procedures import Refused
from rules.games.openquest import RULESET
from rules.games.openquest.blows import Blow
from rules.games.openquest.choices import ATTACK_MANNERS, possible
from rules.games.openquest.data import WEAPONS
from rules.games.openquest.defence import parry
from rules.games.openquest.harm import wound
from rules.games.openquest.manners import attack
from rules.games.openquest.model import State
from tests.rules.games.openquest.fights import arena, changed, fighter, journal, play, turn


def declared(j: Journal, call: Any, who: str = "", verb: str = "x") -> Journal:
    return j.declare(call, by="x", actor=who, verb=verb, at=1).journal


def passed(j: Journal, times: int = 1) -> Journal:
    for _ in range(times):
        j = declared(j, frame.pass_turn())
    return j


# ------------------------------------------------------------------ death in time
def dying() -> Journal:
    """Ana, Ben and a goblin in round 1; the goblin has just had a mortal wound, in Ana's turn."""
    j = journal(
        fighter("ana", "sellsword", fortune=0), fighter("ben", "spear", fortune=0), fighter("gob", "goblin")
    )
    return declared(j, wound("gob", 12, 2, ""))


@pytest.mark.rule("OQ-61")
def test_the_dying_are_dead_when_the_round_after_the_wound_has_ended_and_not_before() -> None:
    j = dying()
    assert (j.state["gob"].stats.hp, j.state["gob"].stats.state) == (-1, "dying")
    seen = []
    while j.state.round < 3:
        seen.append((j.state.round, j.state.actor, j.state["gob"].stats.state))
        j = passed(j)
    assert seen == [(1, "ana", "dying"), (1, "ben", "dying"), (2, "ana", "dying"), (2, "ben", "dying")]
    assert (j.state.round, j.state["gob"].stats.state) == (3, "dead")


@pytest.mark.rule("OQ-61")
def test_death_is_taken_back_with_the_turn_that_brought_it() -> None:
    j = passed(dying(), 4)
    assert j.state["gob"].stats.state == "dead"
    undone = j.undo().journal
    assert (undone.state.round, undone.state["gob"].stats.state) == (2, "dying")
    assert undone.redo().journal.state["gob"].stats.state == "dead"
    saved = declared(undone, overrule.set_value("gob", "hp", 1))
    assert passed(saved).state["gob"].stats.state == "up"


@pytest.mark.rule("OQ-61")
def test_stepping_back_over_the_rounds_edge_brings_death_no_sooner() -> None:
    j = passed(dying(), 2)
    assert j.state.round == 2
    j = declared(j, frame.back())
    assert (j.state.round, j.state.actor) == (1, "ben")
    j = passed(j, 2)
    assert (j.state.round, j.state.actor, j.state["gob"].stats.state) == (2, "ben", "dying")
    assert passed(j).state["gob"].stats.state == "dead"


# ------------------------------------------------------------------ Fortune
def failing(skill: dict[str, int], **options: Any) -> Journal:
    """Ana, with some values of her sheet, at Close with a goblin who hits but for 00."""
    j = journal(
        fighter("ana", "sellsword", **skill),
        fighter("gob", "goblin", close=99),
        seeds=Seeds(b"f" * 32, b"b" * 32),
        **options,
    )
    return declared(
        j, RULESET.verb("range").call(j.state, "", {"target": "ana", "where": "gob", "detail": "0"})
    )


def topics(j: Journal) -> list[tuple[str, str, bool]]:
    return [(a.ask.who, a.ask.topic, a.ask.wait) for a in j.open_asks()] if j.open else []


@pytest.mark.rule("OQ-62")
@pytest.mark.parametrize("moment", ["attack", "defence", "death"])
def test_fortune_waits_at_each_of_its_moments_where_offers_wait(moment: str) -> None:
    """With a skill of 1 hardly anything succeeds; a goblin of 99 nearly always hits."""
    j = failing({"close": 1, "dodge": 1, "hp": 1, "ap": 0}, offers="wait")
    ana = j.state["ana"].stats
    if moment == "attack":
        j = declared(j, attack(Blow("ana", "gob", "Longsword")), "ana")
    else:
        j = declared(j, attack(Blow("gob", "ana", "Shortspear")), "gob")
        assert topics(j) == [("ana", "defence", True)]
        j = j.answer(j.open_asks()[0].key, "dodge" if moment == "defence" else "none", by="ana").journal
    wanted = "death" if moment == "death" else "fortune"
    assert [(who, topic) for who, topic, _ in topics(j)] == [("ana", wanted)]
    assert j.state["ana"].stats.hp == ana.hp  # nothing has seen the drop
    spent = j.answer(j.open_asks()[0].key, "live" if moment == "death" else "reroll", by="ana").journal
    assert spent.state["ana"].stats.fortune == ana.fortune - 1


@pytest.mark.rule("OQ-62")
def test_one_who_holds_no_point_is_offered_nothing() -> None:
    j = failing({"close": 1, "fortune": 0}, offers="wait")
    j = declared(j, attack(Blow("ana", "gob", "Longsword")), "ana")
    assert "fortune" not in [topic for _, topic, _ in topics(j)]
    assert j.offers() == ()


# ------------------------------------------------------------------ reactions
@pytest.mark.rule("OQ-36")
def test_reactions_add_up_over_attackers_and_begin_anew_with_the_round() -> None:
    s = arena(
        fighter("ana", "sellsword", fortune=0, hp=90, hp_max=90),
        *(fighter(f"g{n}", "goblin") for n in (1, 2, 3)),
        close=("ana g1", "ana g2", "ana g3"),
    )
    for n, left in ((1, 60), (2, 40), (3, 20)):
        b = Blow(f"g{n}", "ana", "Shortspear")
        assert parry(s, b).total == left
        s = play(attack(b), turn(s, f"g{n}"), 20, "parry", left).s
    assert parry(s, Blow("g1", "ana", "Shortspear")).total == 0
    s = play(frame.pass_turn(), s).s
    assert s.round == 2
    assert parry(s, Blow("g1", "ana", "Shortspear")).total == 60


# ------------------------------------------------------------------ every weapon, every manner
def situations() -> Iterator[State]:
    """Ana with every weapon against a goblin: at Close and at Ranged; moved and reacted; held and cramped."""
    for weapon in WEAPONS.values():
        for shield in ("none", "small"):
            armed = RULESET.read({"weapons": [weapon.name], "shield": shield, "fortune": 0})
            for close in ((), ("ana foe",)):
                s = arena(fighter("ana", "sellsword"), fighter("foe", "goblin"), close=close)
                s = turn(
                    changed(s, "ana", weapons=armed.weapons, hand=armed.hand, shield=shield, fortune=0), "ana"
                )
                yield s
                yield changed(s, "ana", moved=True, reacted=True, reactions=1, parried=True)
                yield changed(s, "ana", held_by="foe", manner="disarm").with_ground(
                    cramped=True, close=s.ground.close
                )


@pytest.mark.rule("OQ-32", "OQ-40", "OQ-41")
def test_what_is_offered_can_be_done_and_what_is_not_is_refused_with_a_reason() -> None:
    offered = refused = 0
    for s in situations():
        for weapon in (*(w.name for w in s["ana"].stats.weapons), *(w.name for w in s["ana"].stats.usable)):
            legal = possible(s, "ana", "foe", weapon)
            for manner in ATTACK_MANNERS:
                call = attack(Blow("ana", "foe", weapon, manner))
                if manner not in legal:
                    with pytest.raises(Refused) as why:
                        play(call, s)
                    assert str(why.value).endswith(".")
                    refused += 1
                    continue
                # 98 is no double and over every skill here; only an Athletic Attack fumbles with it
                script: list[Any] = ["prone"] if manner == "athletic" else [98] if manner == "all-out" else []
                done = play(call, s, 98, *script)
                assert done.s["ana"].stats.turn.acted
                offered += 1
    assert offered > 500
    assert refused > offered
