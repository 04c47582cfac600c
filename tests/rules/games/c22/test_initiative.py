"""The order of turns (CT-10 to 13, 42)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.engine import frame
from rules.engine.effects import GM
from rules.engine.encounter import Slot
from rules.engine.journal import Journal
from rules.games.c22 import RULESET
from rules.games.c22.cards import SUITS
from rules.games.c22.initiative import enter, initiative, place_of
from rules.games.c22.state import Fighter, State
from tests.rules.games.c22.desk import Dealt, dealt, foe, having, journal, misplaced, person, state


def gathered(*people: Fighter, **ground: object) -> State:
    """Everybody present before the fight."""
    s = RULESET.new_encounter()
    for c in people:
        s = s.having(c)
    return s.with_ground(**ground) if ground else s


def order(run: Dealt) -> list[str]:
    return [slot.who for slot in run.s.order]


@pytest.mark.rule("CT-10", "CT-11", "CT-13")
def test_everybody_draws_a_number_card_and_suits_decide() -> None:
    people = (person("ana"), person("ben"), person("cleo"), foe("thug"))
    run = dealt(initiative(), gathered(*people), ["H8", "S2", "D6", "C4"])
    assert order(run) == ["ben", "thug", "cleo", "ana"]
    assert [slot.label for slot in run.s.order] == ["♠2", "♣4", "♦6", "♥8"]
    assert run.s["ana"].stats.discards == ("H8",)
    assert run.public()[:2] == ["Ana draws ♥8 for initiative", "Ben draws ♠2 for initiative"]


CLASSES = ("RJ", "S", "C", "D", "H", "BJ")
"""The order of CT-11 from first to last."""


@pytest.mark.rule("CT-11")
@pytest.mark.parametrize("first", CLASSES)
@pytest.mark.parametrize("second", CLASSES)
def test_the_order_of_every_pair_of_suits_and_jokers(first: str, second: str) -> None:
    if first == second:
        return
    ahead, behind = sorted((first, second), key=CLASSES.index)
    # the number does not matter between suits: the one ahead has the lower
    cards = {c: c if c in ("RJ", "BJ") else f"{c}{2 if c == ahead else 8}" for c in (ahead, behind)}
    run = dealt(initiative(), gathered(person("ana"), person("ben")), [cards[first], cards[second]])
    expected = ["ana", "ben"] if first == ahead else ["ben", "ana"]
    assert order(run) == expected


@pytest.mark.rule("CT-11")
@pytest.mark.parametrize("suit", SUITS)
def test_within_a_suit_the_higher_number_goes_first(suit: str) -> None:
    cards = [f"{suit}{n}" for n in (8, 6, 5, 4, 2)] + [f"{suit}A"]
    assert sorted(cards, key=place_of) == cards


@pytest.mark.rule("CT-12")
def test_a_player_comes_before_an_npc_of_the_same_card() -> None:
    run = dealt(initiative(), gathered(foe("thug"), person("ana")), ["S8", "S8"])
    assert order(run) == ["ana", "thug"]
    assert run.asks == ()


@pytest.mark.rule("CT-12")
def test_players_of_the_same_card_go_in_the_order_they_agree_upon() -> None:
    s = gathered(person("ana"), person("ben"))
    run = dealt(initiative(), s, ["S8", "S8", {"ana": "ben", "ben": "ben"}])
    assert order(run) == ["ben", "ana"]
    assert [(a.who, a.topic, a.default) for a in run.asks] == [
        ("ana", "tie", "dealer"),
        ("ben", "tie", "dealer"),
    ]


@pytest.mark.rule("CT-12")
@pytest.mark.parametrize("answers", [{"ana": "ana", "ben": "ben"}, {"ana": "dealer", "ben": "dealer"}])
def test_the_dealer_decides_on_dissent_and_where_no_answer_comes(answers: dict[str, str]) -> None:
    run = dealt(initiative(), gathered(person("ana"), person("ben")), ["S8", "S8", answers, "ben"])
    assert order(run) == ["ben", "ana"]
    last = run.asks[-1]
    assert (last.who, last.default) == (GM, "ana")


@pytest.mark.rule("CT-12")
def test_three_tied_players_agree_one_place_after_the_other() -> None:
    s = gathered(person("ana"), person("ben"), person("cleo"))
    script = ["D5", "D5", "D5", dict.fromkeys(("ana", "ben", "cleo"), "cleo"), {"ana": "ben", "ben": "ben"}]
    run = dealt(initiative(), s, script)
    assert order(run) == ["cleo", "ben", "ana"]
    assert run.public()[-2:] == ["Cleo goes before Ana and Ben", "Ben goes before Ana"]


@pytest.mark.rule("CT-12")
def test_one_player_with_two_tied_characters_is_asked_once() -> None:
    twin = replace(person("twin"), controller="ana")
    run = dealt(initiative(), gathered(person("ana"), twin), ["S8", "S8", {"ana": "twin"}])
    assert order(run) == ["twin", "ana"]


@pytest.mark.rule("CT-12")
def test_tied_npcs_are_the_dealers_by_default_in_the_order_they_were_added() -> None:
    run = dealt(initiative(), gathered(foe("thug"), foe("brute")), ["RJ", "RJ", "brute"])
    assert order(run) == ["brute", "thug"]
    assert (run.asks[0].who, run.asks[0].default) == (GM, "thug")


@pytest.mark.rule("CT-10", "CT-12")
def test_a_group_of_equals_shares_one_card_and_needs_no_decision() -> None:
    pack = tuple(replace(foe(f"wolf{n}", deck=""), group="wolves") for n in (1, 2, 3))
    run = dealt(initiative(), gathered(*pack, person("ana")), ["C4", "S2"])
    assert order(run) == ["ana", "wolf1", "wolf2", "wolf3"]
    assert run.asks == ()
    assert "Wolf1 draws ♣4 for initiative (for the whole group)" in run.public()


@pytest.mark.rule("CT-02", "CT-04", "CT-10")
def test_npcs_draw_from_the_dealers_deck_and_a_joker_shuffles_it_at_once() -> None:
    s = gathered(foe("thug", deck=""), foe("brute", deck=""), foe("sniper", deck=""))
    run = dealt(initiative(), s, ["S8", "BJ", "S8", "thug"])
    assert order(run) == ["thug", "sniper", "brute"]
    assert run.s.ground.discards == ("S8",)
    assert misplaced(run.s) == []


@pytest.mark.rule("CT-05", "CT-10")
def test_a_face_card_drawn_for_initiative_is_stored() -> None:
    s = gathered(person("ana", upgrades=["+SJ"]))
    run = dealt(initiative(), s, ["SJ", "H4"])
    assert run.s["ana"].stats.stored == ("SJ",)
    assert run.s.order[0].label == "♥4"


def begun_with(seed: int) -> Journal:
    """A fight of two Players begun with the dice of this seed; open where they drew the same card."""
    j = journal(person("ana"), person("ben"), seed=str(seed).encode())
    return j.declare(frame.begin(), by="gm", actor="", verb="begin", at=1).journal


@pytest.mark.rule("CT-10", "CT-13")
def test_one_who_joins_while_a_tie_is_open_enters_as_a_latecomer() -> None:
    j = next(j for j in map(begun_with, range(200)) if j.open)
    j = j.interrupt(frame.join(person("late")), by="gm").journal
    while j.open:
        ask = j.open_asks()[0]
        j = j.answer(ask.key, ask.ask.settled(j.state), by="gm").journal
    assert sorted(slot.who for slot in j.state.order) == ["ana", "ben", "late"]
    assert all(c.stats.initiative and c.stats.shares is False for c in j.state.present())
    assert misplaced(j.state) == []


@pytest.mark.rule("CT-13")
def test_the_order_stays_for_the_fight() -> None:
    j = journal(person("ana"), person("ben"), foe("thug"))
    j = j.declare(frame.begin(), by="gm", actor="", verb="begin", at=1).journal
    while j.open:
        ask = j.open_asks()[0]
        j = j.answer(ask.key, ask.ask.settled(j.state), by="gm").journal
    first = j.state.order
    while j.state.round < 3:
        j = j.declare(frame.pass_turn(), by="gm", actor="", verb="next", at=1).journal
    assert j.state.order == first


@pytest.mark.rule("CT-13")
def test_a_latecomer_goes_behind_its_equals_and_moves_no_turn() -> None:
    s = state(person("ana"), foe("thug"), person("dora"), acting="thug")
    for who, card in (("ana", "S8"), ("thug", "D6")):
        s = having(s, who, initiative=card)
    s = replace(s, order=(Slot("ana", "ana"), Slot("thug", "thug")))
    s = having(s, "dora", shares=None)
    run = dealt(enter("dora"), s, ["S8"])
    assert order(run) == ["ana", "dora", "thug"]
    assert run.s.acting == "thug"
    again = dealt(enter("dora"), run.s)
    assert order(again) == ["ana", "dora", "thug"]


@pytest.mark.rule("CT-10", "CT-13")
def test_a_group_that_comes_late_shares_one_card_and_acts_together() -> None:
    s = state(*(having_card(who, card) for who, card in (("ana", "S8"), ("thug", "D6"))), acting="ana")
    mob = tuple(replace(foe(f"mob{n}"), group="mob") for n in (1, 2, 3))
    run = dealt(frame.arrive(mob), s, ["C4"])
    assert order(run) == ["ana", "mob1", "mob2", "mob3", "thug"]
    assert {run.s[c.id].stats.initiative for c in mob} == {"C4"}
    assert [text for text in run.public() if "joins" not in text] == [
        "Mob1 draws ♣4 for initiative (for the whole group)",
        "Mob2 acts with the group (♣4)",
        "Mob3 acts with the group (♣4)",
    ]


def having_card(who: str, card: str) -> Fighter:
    """One who has drawn this card for initiative."""
    c = person(who)
    return replace(c, stats=replace(c.stats, initiative=card))


@pytest.mark.rule("CT-42")
def test_all_ambushers_act_before_anyone_surprised_and_those_who_reacted_where_their_card_puts_them() -> None:
    people = (person("ana"), person("ben"), foe("thug"), foe("brute"))
    s = gathered(*people, ambush="foes", reacted=("ben",))
    run = dealt(initiative(), s, ["S8", "D4", "H2", "C6"])
    # by card alone: ana, brute, ben, thug
    assert order(run) == ["brute", "ben", "thug", "ana"]
    assert [c.id for c in run.s.present() if c.stats.surprised] == ["ana"]
    assert run.public()[0] == "Ana is surprised by the ambush"
