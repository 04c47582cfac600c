"""Cards, drawing, checks and upgrades (CT-01 to 09)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from rules.engine.encounter import GATHERING
from rules.engine.exact import exact, results
from rules.engine.procedures import Refused
from rules.engine.ruleset import SheetError
from rules.games.c22 import RULESET
from rules.games.c22.cards import (
    BALANCED,
    arranged,
    is_face,
    number,
    read_card,
    read_upgrade,
    red,
    suit,
    upgrade,
    words,
)
from rules.games.c22.dealer import grant, set_dealers_deck, upgrade_deck
from rules.games.c22.drawing import Check, check_of, check_skill, draw_freely, draw_number, draw_numbers
from rules.games.c22.initiative import prepare
from rules.games.c22.state import Skill
from tests.rules.games.c22.desk import dealt, deck, foe, having, misplaced, person, state

AXE = Skill("Axes", 2, "red")


@pytest.mark.rule("CT-01")
def test_the_balanced_start_is_every_2_4_5_6_8_and_both_jokers() -> None:
    expected = [f"{s}{n}" for s in "SCDH" for n in (2, 4, 5, 6, 8)] + ["RJ", "BJ"]
    assert Counter(BALANCED) == Counter(expected)
    assert len(BALANCED) == 22


@pytest.mark.rule("CT-01", "CT-03")
@pytest.mark.parametrize(
    ("card", "n", "of", "is_red"),
    [
        ("S2", 2, "S", False), ("H10", 10, "H", True), ("CA", 1, "C", False), ("DA", 1, "D", True),
        ("RJ", 14, "", True), ("BJ", 0, "", False),
    ],
)  # fmt: skip
def test_number_cards(card: str, n: int, of: str, is_red: bool) -> None:
    assert (number(card), suit(card), red(card), is_face(card)) == (n, of, is_red, False)


@pytest.mark.rule("CT-01")
@pytest.mark.parametrize("card", ["SJ", "HQ", "DK"])
def test_face_cards_have_no_number(card: str) -> None:
    assert is_face(card)
    with pytest.raises(ValueError, match="invalid literal"):
        number(card)


@pytest.mark.rule("CT-01")
@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("s8", "S8"),
        ("10h", "H10"),
        ("♠8", "S8"),
        ("K♦", "DK"),
        ("red joker", "RJ"),
        ("bj", "BJ"),
        ("c a", "CA"),
    ],
)
def test_cards_as_people_write_them(text: str, card: str) -> None:
    assert read_card(text) == card


@pytest.mark.rule("CT-01")
@pytest.mark.parametrize("text", ["", "S1", "S11", "X8", "88", "S", "joker"])
def test_what_is_no_card_is_refused_with_what_would_be_right(text: str) -> None:
    with pytest.raises(ValueError, match="S8, HQ or CA"):
        read_card(text)


@pytest.mark.rule("CT-02")
def test_a_pile_is_kept_without_an_order_and_every_card_is_equally_likely() -> None:
    s = state(person("ana"))
    assert s["ana"].stats.pile == arranged(reversed(s["ana"].stats.pile))
    drawn = results(exact(draw_number("ana", "turn", "ana"), s))
    assert drawn == dict.fromkeys(BALANCED, Fraction(1, 22))


@pytest.mark.rule("CT-02")
def test_npcs_draw_from_the_dealers_deck_unless_they_have_their_own() -> None:
    thug, thief = foe("thug", deck=""), foe("thief")
    s = state(person("ana"), thug, thief)
    s = dealt(draw_number("thug", "turn", "thug"), s, ["S8"]).s
    assert "S8" not in s.ground.pile
    assert s["thug"].stats.hand == ("S8",)
    s = dealt(draw_number("thief", "turn", "thief"), s, ["S8"]).s
    assert len(s.ground.pile) == 21
    assert len(s["thief"].stats.pile) == 21


@pytest.mark.rule("CT-02")
@pytest.mark.parametrize(("carries", "pile", "thrown"), [("off", 22, 0), ("on", 3, 19)])
def test_every_encounter_starts_with_the_whole_deck_unless_decks_carry_over(
    carries: str, pile: int, thrown: int
) -> None:
    ana = person("ana", piles={"pile": list(BALANCED[:3]), "discards": list(BALANCED[3:])})
    s = having(state(ana, deck_carries=carries), "ana", shares=None)
    after = dealt(prepare("ana"), s).s["ana"].stats
    assert (len(after.pile), len(after.discards)) == (pile, thrown)


@pytest.mark.rule("CT-02")
def test_the_dealer_may_choose_another_deck_before_the_fight() -> None:
    s = RULESET.new_encounter()
    s = dealt(set_dealers_deck("S2 S4, H8 RJ BJ DJ"), s).s
    assert s.ground.pile == arranged(("S2", "S4", "H8", "RJ", "BJ", "DJ"))
    with pytest.raises(Refused, match="at least 5 number cards"):
        dealt(set_dealers_deck("S2 SJ HJ"), s)
    with pytest.raises(Refused, match="before the fight"):
        dealt(set_dealers_deck("balanced"), state(person("ana")))


@pytest.mark.rule("CT-04")
def test_an_empty_pile_is_filled_from_the_discards_and_the_draw_goes_on() -> None:
    s = having(deck(state(person("ana")), "ana"), "ana", discards=("S2", "H4"), hand=("S8",))
    run = dealt(draw_numbers("ana", 1, 0, "turn", "ana"), s, ["H4"])
    assert run.result == ("H4",)
    assert run.s["ana"].stats.hand == ("S8", "H4")
    assert run.s["ana"].stats.pile == ("S2",)
    assert run.s["ana"].stats.discards == ()
    assert "The pile is empty: the discards of Ana's deck are shuffled back" in run.public()


@pytest.mark.rule("CT-04")
def test_a_joker_for_a_check_has_the_discards_shuffled_back_right_after_it() -> None:
    s = having(
        deck(state(person("ana")), "ana", "RJ", "S2"), "ana", discards=("S4",), hand=("S8",), stored=("HK",)
    )
    run = dealt(check_skill("ana", AXE, None, 0, "table"), s, ["none", "RJ"])
    stats = run.s["ana"].stats
    assert stats.pile == ("S2", "S4", "RJ")
    assert (stats.discards, stats.hand, stats.stored) == ((), ("S8",), ("HK",))


@pytest.mark.rule("CT-05")
def test_a_face_card_is_stored_and_drawing_goes_on() -> None:
    s = deck(state(person("ana")), "ana", "SJ", "HQ", "D4")
    run = dealt(draw_number("ana", "turn", "ana"), s, ["SJ", "HQ", "D4"])
    assert run.result == "D4"
    assert run.s["ana"].stats.stored == ("SJ", "HQ")


@pytest.mark.rule("CT-05")
def test_stored_cards_may_be_spent_on_a_check_before_it_is_drawn() -> None:
    s = having(deck(state(person("ana")), "ana", "H4"), "ana", stored=("SJ", "HQ", "DK"))
    run = dealt(check_skill("ana", AXE, 8, 0, "table"), s, ["2", "H4"])
    # 4, +1 red as the Potential, +2 skill, +2 stored
    assert run.result == Check(9, True)
    assert run.s["ana"].stats.stored == ("DK",)
    assert set(run.s["ana"].stats.discards) == {"SJ", "HQ", "H4"}
    ask = run.asks[0]
    assert (ask.who, ask.default, [o.value for o in ask.legal(s)]) == ("ana", "none", ["none", "1", "2", "3"])


@pytest.mark.rule("CT-06")
@pytest.mark.parametrize(("edge", "kept", "dropped"), [(1, ("S4", "D8"), "H2"), (-1, ("H2", "S4"), "D8")])
def test_an_edge_draws_one_more_and_drops_the_worst_or_the_best(
    edge: int, kept: tuple[str, ...], dropped: str
) -> None:
    run = dealt(draw_numbers("ana", 2, edge, "turn", "ana"), state(person("ana")), ["H2", "S4", "D8"])
    assert run.result == (*kept, dropped)
    assert run.s["ana"].stats.discards == (dropped,)


@pytest.mark.rule("CT-06")
def test_among_equal_cards_the_drawer_chooses_by_default_the_first_drawn() -> None:
    s = state(person("ana"))
    run = dealt(draw_numbers("ana", 2, -1, "turn", "ana"), s, ["H8", "S2", "D8", "D8"])
    assert run.result == ("H8", "S2", "D8")
    assert (run.asks[0].who, run.asks[0].default, run.asks[0].secret) == ("ana", "H8", True)


@pytest.mark.rule("CT-06")
def test_no_edge_draws_just_the_cards() -> None:
    run = dealt(draw_numbers("ana", 2, 0, "turn", "ana"), state(person("ana")), ["H8", "S2"])
    assert run.result == ("H8", "S2")


@pytest.mark.rule("CT-06", "CT-07")
def test_the_dealer_lets_somebody_draw_and_the_cards_go_to_the_discards() -> None:
    s = dealt(grant("ana", 2, 1), state(person("ana"))).s
    with pytest.raises(Refused, match="lets you draw 2, not 3"):
        dealt(draw_freely("ana", 3), s)
    run = dealt(draw_freely("ana", 2), s, ["S2", "S4", "S8"])
    assert run.result == ("S4", "S8")
    assert run.s["ana"].stats.discards == ("S2", "S4", "S8")
    with pytest.raises(Refused, match="The Dealer can let you draw more"):
        dealt(draw_freely("ana", 1), run.s)


@pytest.mark.rule("CT-08")
@pytest.mark.parametrize(
    ("old", "new"),
    [("S2", "S3"), ("S2", "H3"), ("H8", "C9"), ("", "SJ"), ("DJ", "DQ"), ("DQ", "DK"), ("CA", "D2")],
)
def test_upgrades_that_there_are(old: str, new: str) -> None:
    before = arranged((*BALANCED, "DJ", "DQ", "CA"))
    after = upgrade(before, old, new)
    gained, lost = Counter(after) - Counter(before), Counter(before) - Counter(after)
    assert gained == Counter([new])
    assert lost == (Counter([old]) if old else Counter())


@pytest.mark.rule("CT-08")
@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("S2", "S4", "can become ♠3"), ("S3", "S4", "no ♠3 in the deck"), ("", "SQ", "Only a Jack"),
        ("", "S8", "Only a Jack"), ("SJ", "SK", "can become ♠Q"), ("SJ", "HQ", "can become ♠Q"),
        ("RJ", "S2", "can become nothing"), ("SK", "SA", "can become nothing"), ("", "BJ", "Only a Jack"),
    ],
)  # fmt: skip
def test_upgrades_that_there_are_not(old: str, new: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        upgrade(arranged((*BALANCED, "SJ", "SK")), old, new)


@pytest.mark.rule("CT-08")
def test_a_sheet_holds_its_upgrades_in_order_and_each_is_checked() -> None:
    steps = ["S2>H3", "+SJ", "SJ→SQ"]
    stats = RULESET.read({"upgrades": steps})
    assert Counter(stats.deck) == Counter(BALANCED) - Counter(["S2"]) + Counter(["H3", "SQ"])
    assert len(stats.deck) == 23
    assert read_upgrade("s2 > h3") == ("S2", "H3")
    with pytest.raises(SheetError) as wrong:
        RULESET.read({"upgrades": ["SJ>SQ", "what"]})
    assert [key for key, _ in wrong.value.problems] == ["upgrades", "upgrades"]


@pytest.mark.rule("CT-08")
def test_the_dealer_grants_an_upgrade_before_the_fight_and_the_sheet_keeps_it() -> None:
    s = RULESET.new_encounter().having(person("ana"))
    after = dealt(upgrade_deck("ana", "S2", "H3"), s).s
    assert misplaced(after) == []
    assert "H3" in after["ana"].stats.pile
    kept = RULESET.write_back({"deck": "balanced"}, after["ana"].stats)
    assert kept["upgrades"] == ["S2>H3"]
    assert RULESET.read(kept).deck == after["ana"].stats.deck
    with pytest.raises(Refused, match="between fights"):
        dealt(upgrade_deck("ana", "", "SJ"), state(person("ana")))
    with pytest.raises(Refused, match="can become"):
        dealt(upgrade_deck("ana", "S4", "H8"), s)


@pytest.mark.rule("CT-09")
@pytest.mark.parametrize(
    ("card", "total"),
    [("H4", 4 + 1 + 2), ("S4", 4 - 1 + 2), ("RJ", 14 + 1 + 2), ("BJ", 0 - 1 + 2)],
)
def test_a_check_adds_the_colour_and_the_modifier(card: str, total: int) -> None:
    run = dealt(check_skill("ana", AXE, total, 0, "table"), state(person("ana")), [card])
    assert run.result == Check(total, True)
    missed = dealt(check_skill("ana", AXE, total + 1, 0, "table"), state(person("ana")), [card])
    assert missed.result == Check(total, False)
    black = Skill("Lore", 2, "black")
    if card in ("H4", "S4"):
        other = dealt(check_skill("ana", black, None, 0, "table"), state(person("ana")), [card])
        assert other.result == Check(12 - total, None)


@pytest.mark.rule("CT-09")
def test_the_odds_of_a_check_by_enumeration() -> None:
    s = state(person("ana", skills=["Athletics red +2"]))
    odds = results(exact(check_of("ana", "athletics", 8, 0, "table"), s))
    hits = sum(number(c) + 2 + (1 if red(c) else -1) >= 8 for c in BALANCED)
    # red from 5 up: 5, 6, 8 of two suits and the joker; black from 7 up: the two 8s
    assert hits == 6 + 1 + 2
    assert sum(p for check, p in odds.items() if check.success) == Fraction(hits, 22)


@pytest.mark.rule("CT-09", "CT-22")
def test_in_a_fight_a_check_too_is_of_combat_skills_only() -> None:
    s = state(person("ana", skills=["Lore black +1", "Resist – Poison red +0"]))
    with pytest.raises(Refused, match="Lore is no combat skill: it cannot be used in a fight"):
        dealt(check_of("ana", "Lore", 4, 0, "table"), s)
    skill = RULESET.check_params[0]
    assert skill.choices is not None
    assert [c.value for c in skill.choices(s, "ana", {})] == ["Resist – Poison"]
    before = replace(s, phase=GATHERING, round=0)
    assert dealt(check_of("ana", "Lore", 4, 0, "table"), before, ["S2"]).result == Check(4, True)


@pytest.mark.rule("CT-09")
def test_a_check_shows_its_card_and_its_arithmetic() -> None:
    run = dealt(check_skill("ana", AXE, 9, 1, "table"), state(person("ana")), ["D5"])
    assert run.public() == [
        "Ana checks Axes: 9 (♦5 +1 Potential's colour +2 skill +1 modifier) against 9: success"
    ]
    with pytest.raises(Refused, match="no skill “Lore”"):
        dealt(check_of("ana", "Lore", None, 0, "table"), state(person("ana")))


def test_cards_in_words() -> None:
    assert [words(c) for c in ("S10", "HQ", "RJ", "BJ", "?")] == [
        "♠10", "♥Q", "red joker", "black joker", "a hidden card",
    ]  # fmt: skip
