"""Where clauses meet: the hidden, what an end would lose, ambushes from the first card, what logs tell."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from rules.engine import frame, overrule
from rules.engine.encounter import Edge
from rules.engine.export import player_log
from rules.engine.journal import Journal
from rules.engine.procedures import Refused
from rules.engine.ruleset import PUBLIC
from rules.engine.view import leaks, shown, texts
from rules.games.c22 import RULESET
from rules.games.c22.attack import attack, use_skill
from rules.games.c22.cards import words
from rules.games.c22.choices import engaging
from rules.games.c22.dealer import set_ambush
from rules.games.c22.harm import harm, inflict
from rules.games.c22.moving import disengage, move, walk
from rules.games.c22.state import Inflicts, State, tier
from rules.games.c22.strike import Blow
from rules.games.c22.turns import lay, settle_maneuver, turn_begins
from tests.rules.games.c22.desk import dealt, foe, having, journal, misplaced, on_turn, person, state, under

EXPLOIT = ["Brawling – Exploit Opening black +1"]


def fight(**values: Any) -> State:
    """Ana, with these values, on her turn beside a thug and a lurker, in round 2."""
    people = (person("ana", **values), foe("thug", skills=EXPLOIT), foe("lurker", skills=EXPLOIT))
    return on_turn(state(*people), "ana", "S8", "S4")


def hiding(s: State, who: str = "lurker") -> State:
    return s.with_combatant(who, hidden=True)


# ------------------------------------------------------------------ who is hidden
@pytest.mark.rule("CT-57", "CT-58")
def test_one_who_is_hidden_engages_nobody_and_is_not_named_to_who_disengages() -> None:
    s = hiding(fight())
    assert [c.value for c in engaging(s, "ana", {})] == ["thug"]
    with pytest.raises(Refused, match=r"within whose reach you stand: Thug\.$"):
        dealt(disengage("ana", ("lurker",), "main"), s)
    assert [a.who for a in dealt(move("ana", "Far"), s, ["no"]).asks] == ["thug"]


@pytest.mark.rule("CT-34")
def test_a_fear_of_somebody_hidden_holds_without_a_name() -> None:
    s = having(hiding(fight(skills=["Athletics"])), "lurker", zone="Far")
    with pytest.raises(Refused, match=r"^Feared: no movement towards someone unseen\.$"):
        dealt(move("ana", "Far"), under(s, "ana", "feared", 1, "lurker"))
    beside = under(hiding(fight(skills=["Athletics"])), "ana", "feared", 3, "lurker")
    with pytest.raises(Refused, match=r"you must first leave the zone of someone unseen\.$"):
        dealt(use_skill("ana", "Athletics", None), beside)


@pytest.mark.rule("CT-50")
def test_a_move_towards_somebody_hidden_tells_the_table_neither_of_whom_nor_how_far() -> None:
    s = on_turn(state(person("ana"), foe("lurker"), space="meters").with_ground(apart=20), "ana", "S8", "S4")
    run = dealt(walk("ana", "lurker", 6, False), hiding(s))
    assert run.said == (("table", "Ana moves 6 m"), ("gm", "Ana and Lurker are now 14 m apart"))


@pytest.mark.rule("CT-34")
def test_the_test_of_an_effect_on_somebody_hidden_is_for_the_dealer() -> None:
    run = dealt(inflict("lurker", Inflicts("stunned"), "S8", "thug"), hiding(fight()))
    assert [to for to, _ in run.said] == ["gm"]


@pytest.mark.rule("CT-34")
def test_one_who_fears_and_cannot_get_away_is_free_to_act() -> None:
    """A single zone: there is nowhere to go, so the fear keeps from attacking its source and no more."""
    s = under(fight(skills=["Athletics"]).with_ground(zones=("Pit",)), "ana", "feared", 3, "thug")
    assert dealt(use_skill("ana", "Athletics", 3), s, ["S5"]).result is True
    with pytest.raises(Refused, match="Feared: no attack on Thug"):
        dealt(attack("ana", "thug", "Unarmed", "", 0), s)


# ------------------------------------------------------------------ maneuvers offered
@pytest.mark.rule("CT-21", "CT-26", "CT-60")
@pytest.mark.parametrize(
    ("need", "n", "offered"),
    [
        # Dash takes both main actions: it is offered to who moves, not to who is about to use a skill
        ("moves", 1, {"Dash", "Power"}), ("main", 1, {"Power"}), ("attack", 1, {"Power"}),
        # raised with the ♠8 it leaves 4 movement actions
        ("either", 3, {"Dash", "Power"}), ("either", 4, {"Dash", "Power"}),
    ],
)  # fmt: skip
def test_a_maneuver_that_would_leave_nothing_for_the_deed_is_not_offered(
    need: str, n: int, offered: set[str]
) -> None:
    s = fight(maneuvers=["Dash", "Power"])
    assert dealt(settle_maneuver("ana", "either", 5), s).asks == ()
    run = dealt(settle_maneuver("ana", need, n), s, ["none"])
    names = {o.value.partition("+")[2].rstrip("!") for o in run.asks[0].legal(s)} - {""}
    assert names == offered


@pytest.mark.rule("CT-22", "CT-26")
def test_who_uses_a_skill_first_is_asked_for_a_maneuver_and_still_uses_it() -> None:
    s = fight(maneuvers=["Guarded"], skills=["Athletics black +0"])
    run = dealt(use_skill("ana", "Athletics", 6), s, ["S8+Guarded", "S5"])
    assert run.result is True
    turn = run.s["ana"].stats.turn
    assert (turn.maneuver, turn.main, turn.acted) == ("Guarded", 1, True)


@pytest.mark.rule("CT-32", "CT-54")
def test_where_the_dealer_decides_the_attack_value_has_its_maneuver() -> None:
    mortar = {"name": "Mortar", "damage": 6, "range": "artillery"}
    s = fight(weapons=[mortar], maneuvers=["Power"])
    # 6 + 2 (Power) − 1 (Armor)
    assert dealt(attack("ana", "thug", "Mortar", "S8+Power", 0), s, ["yes"]).result == Blow("dealer", 7)


@pytest.mark.rule("CT-34", "CT-54")
@pytest.mark.parametrize(("verdict", "stunned"), [("no", 0), ("half", 1), ("yes", 1)])
def test_where_the_dealer_decides_a_hit_brings_the_effect_of_its_maneuver(verdict: str, stunned: int) -> None:
    daze = {"name": "Daze", "basic": {"inflicts": {"effect": "stunned"}}}
    s = fight(weapons=[{"name": "Mortar", "damage": 6, "range": "artillery"}], maneuvers=[daze])
    # the 8 as the maneuver card, above Resist Physical 5
    run = dealt(attack("ana", "thug", "Mortar", "S4+Daze", 0), s, [verdict])
    assert tier(run.s, "thug", "stunned") == stunned


# ------------------------------------------------------------------ what an end would lose
@pytest.mark.rule("CT-40")
def test_a_fight_that_ends_in_its_first_round_keeps_the_damage_held_back() -> None:
    s = dealt(harm("ana", 5, ""), state(person("ana"), foe("thug"), round=1)).s
    run = dealt(frame.end("00"), s)
    assert run.public()[0] == "Ana takes 5 damage (held back in the first round): Health 12 → 7"
    assert RULESET.write_back({}, run.s["ana"].stats)["health"] == 7


@pytest.mark.rule("CT-34")
def test_who_was_played_by_another_is_its_own_players_again_when_the_fight_ends_in_its_turn() -> None:
    s = under(state(person("ana"), foe("thug"), acting="ana"), "ana", "mad", 2)
    s = dealt(turn_begins("ana"), s, ["S2", "S4"]).s
    assert s["ana"].controller == ""
    assert dealt(frame.end("00"), s).s["ana"].controller == "ana"


# ------------------------------------------------------------------ the first round, from its cards on
def played(ambush: str) -> tuple[Journal, list[tuple[int, str]]]:
    """Ana fells a thug of Health 1 with her first blow; whose turn it was until round 2, in which order."""
    for seed in range(20):
        thug = foe("thug", health_max=1, armor=0, avoidance=0)
        j = journal(person("ana", weapons=["Greatsword"]), thug, seed=bytes([seed]))
        if ambush:
            j = j.declare(set_ambush(ambush, ()), by="gm", actor="", verb="ambush", at=1).journal
        j = j.declare(frame.begin(), by="gm", actor="", verb="begin", at=1).journal
        if j.state.actor == "ana":
            break
    turns = []
    call = attack("ana", "thug", "Greatsword", "", 0)
    j = j.declare(call, by="ana", actor="ana", verb="attack", at=1).journal
    while j.state.round == 1:
        turns.append((j.state["thug"].stats.health, j.state.actor))
        j = j.declare(frame.pass_turn(), by="gm", actor="", verb="next", at=1).journal
    return j, turns


@pytest.mark.rule("CT-40")
def test_one_who_falls_in_the_first_round_still_acts() -> None:
    j, turns = played("")
    # at full Health in its turn, down with the round
    assert turns == [(1, "ana"), (1, "thug")]
    assert (j.state["thug"].stats.health, j.state["thug"].stats.dead) == (0, False)


@pytest.mark.rule("CT-42")
def test_one_who_is_surprised_and_falls_in_the_first_round_does_not_act() -> None:
    j, turns = played("heroes")
    assert turns == [(0, "ana")]
    assert (j.state.round, j.state.actor) == (2, "ana")


@pytest.mark.rule("CT-42")
def test_ambushers_go_first_whatever_their_cards() -> None:
    for seed in range(8):
        j = journal(person("ana"), person("ben"), foe("thug"), foe("brute"), seed=bytes([seed]))
        j = j.declare(set_ambush("foes", ()), by="gm", actor="", verb="ambush", at=1).journal
        j = j.declare(frame.begin(), by="gm", actor="", verb="begin", at=1).journal
        while j.open:
            ask = j.open_asks()[0]
            j = j.answer(ask.key, ask.ask.settled(j.state), by="gm").journal
        order = [slot.who for slot in j.state.order]
        assert set(order[:2]) == {"thug", "brute"}
        assert all(j.state[who].stats.surprised for who in order[2:])


@pytest.mark.rule("CT-34", "CT-41")
def test_an_effect_of_the_first_round_weighs_on_the_turn_of_the_second_and_is_over() -> None:
    s = state(person("ana"), foe("thug"), round=1)
    s = dealt(inflict("thug", Inflicts("hobbled", 2), "S8", "ana"), on_turn(s, "ana", "S8", "S4")).s
    s = dealt(frame.pass_turn(), s, ["S2", "H8"]).s
    assert s["thug"].stats.turn.moves == 2
    s = dealt(frame.pass_turn(), s, ["S5", "H6"]).s
    assert [e.ends for e in s.lasting] == [Edge(2, "thug", "end")]
    s = dealt(frame.pass_turn(), s, ["S4", "H5"]).s
    assert (s.round, s["thug"].stats.turn.moves) == (2, 0)
    assert tier(dealt(frame.pass_turn(), s, ["C5", "C6"]).s, "thug", "hobbled") == 0


# ------------------------------------------------------------------ what a log gives away
@pytest.mark.rule("CT-07")
def test_cards_that_were_drawn_and_never_played_are_in_no_log_and_no_view_of_others() -> None:
    """Ana's deck shares no card with anybody else's; all that is known of it is her initiative card."""
    odd = [f"{s}{n}" for s in "SCDH" for n in ("A", 3, 7, 9, 10)]
    ana = person("ana", deck=[*odd, "SK", "HK"], maneuvers=["Power"], skills=["Athletics"])
    start = journal(ana, foe("thug"), foe("brute", deck=""))
    j = start.declare(frame.begin(), by="gm", actor="", verb="begin", at=1).journal
    hands = set()
    while j.state.round < 6:
        while j.open:
            ask = j.open_asks()[0]
            j = j.answer(ask.key, ask.ask.settled(j.state), by="gm").journal
        hands |= set(j.state["ana"].stats.hand)
        seen = set(texts(shown(j.state, PUBLIC)))
        assert seen & {*odd, "SK", "HK"} <= {j.state["ana"].stats.initiative}
        j = j.declare(frame.pass_turn(), by="gm", actor="", verb="next", at=1).journal
    first = j.state["ana"].stats.initiative
    log = json.dumps(player_log(j.base.state, j.tail, j.seeds), ensure_ascii=False)
    assert len(hands - {first}) > 5
    for card in hands - {first}:
        assert f'"{card}"' not in log
        assert f"{words(card)} " not in log
    assert words(first) in log
    assert misplaced(j.state) == []


@pytest.mark.rule("CT-07")
def test_a_maneuver_shows_its_cards_and_no_others() -> None:
    s = fight(maneuvers=["Power"])
    s = having(s, "ana", hand=("S8", "S4"), stored=("HK",))
    s = dealt(lay("ana", "S8+Power"), s).s
    seen = shown(s, PUBLIC)
    assert {"S8", "S4"} <= set(texts(seen))
    assert "HK" not in set(texts(seen))
    assert leaks(replace(hiding(s), round=2)) == ()


@pytest.mark.rule("CT-07")
def test_what_the_dealer_sets_is_told_in_words_and_of_numbers_kept_to_the_dealer_alone() -> None:
    s = fight()
    assert dealt(overrule.set_value("thug", "dead", True), s).said == (("table", "Thug: Dead: yes"),)
    assert dealt(overrule.set_value("thug", "health", 3), s).said == (("table", "Thug: Health now 3"),)
    words_only = replace(s, options=s.options.put("foe_numbers", "words"))
    assert dealt(overrule.set_value("thug", "health", 3), words_only).said == (("gm", "Thug: Health now 3"),)
    assert dealt(overrule.set_value("ana", "health", 3), words_only).public() == ["Ana: Health now 3"]
