"""The turn: cards, actions, maneuvers, costs (CT-20 to 28, 55)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.engine.encounter import Edge
from rules.engine.procedures import Refused
from rules.games.c22 import RULESET
from rules.games.c22.actions import left, spent
from rules.games.c22.attack import attack, use_skill
from rules.games.c22.cards import BALANCED
from rules.games.c22.moving import move
from rules.games.c22.state import State, Turn, avoidance
from rules.games.c22.turns import begin_again, plans, play, turn_begins, turn_ends
from tests.rules.games.c22.desk import dealt, deck, foe, having, misplaced, on_turn, person, state, under

GRANTS: dict[str, Any] = {
    "name": "Flurry", "basic": {"attacks": 1}, "raised": {"weapon_attacks": 2},
    "suit": ["spades"], "number": 5,
}  # fmt: skip


def fight(**values: Any) -> State:
    """Ana, with these values, against a thug in the same zone, in round 2."""
    return state(person("ana", **values), foe("thug", health_max=40, armor=0, avoidance=3), acting="ana")


@pytest.mark.rule("CT-20", "CT-21", "CT-07")
def test_a_turn_starts_with_two_cards_seen_by_their_owner_only_and_its_actions() -> None:
    run = dealt(turn_begins("ana"), fight(), ["S8", "RJ"])
    stats = run.s["ana"].stats
    assert stats.hand == ("S8", "RJ")
    assert (stats.turn.main, stats.turn.moves, stats.turn.joker) == (2, 2, True)
    assert run.said == (("ana", "Ana draws ♠8 and red joker for this turn"),)


@pytest.mark.rule("CT-28", "CT-04")
@pytest.mark.parametrize(("joker", "discards"), [(False, ("S4", "S8")), (True, ())])
def test_both_cards_are_discarded_at_the_end_and_a_joker_shuffles(
    joker: bool, discards: tuple[str, ...]
) -> None:
    s = on_turn(fight(), "ana", "S8", "S4", weapon_card="S8", joker=joker)
    run = dealt(turn_ends("ana"), s)
    assert run.s["ana"].stats.hand == ()
    assert run.s["ana"].stats.discards == discards
    assert run.s["ana"].stats.turn == Turn()
    assert misplaced(run.s) == []


@pytest.mark.rule("CT-04", "CT-06")
def test_a_joker_dropped_by_an_edge_also_shuffles_at_the_end() -> None:
    s = having(fight(), "ana", edge=-1)
    run = dealt(turn_begins("ana"), s, ["RJ", "S2", "S4"])
    assert run.s["ana"].stats.hand == ("S2", "S4")
    assert run.s["ana"].stats.edge == 0
    assert run.s["ana"].stats.turn.joker
    assert dealt(turn_ends("ana"), run.s).s["ana"].stats.pile == BALANCED


@pytest.mark.rule("CT-21")
def test_a_third_movement_and_a_third_main_action_are_refused_and_what_is_left_is_shown() -> None:
    s = on_turn(fight(skills=["Athletics black +0"]), "ana", "S8", "S4")
    s = dealt(move("ana", "Near"), s).s
    s = dealt(use_skill("ana", "athletics", None), s, ["S5"]).s
    assert left(s["ana"].stats.turn) == "1 main action, 1 movement action"
    s = dealt(move("ana", "Middle"), s).s
    with pytest.raises(Refused, match="Moving costs a movement action; left are 1 main action, 0 movement"):
        dealt(move("ana", "Near"), s)
    s = dealt(use_skill("ana", "athletics", None), s, ["S6"]).s
    with pytest.raises(Refused, match="costs a main action"):
        dealt(use_skill("ana", "athletics", None), s)
    assert spent(s["ana"].stats.turn)
    assert RULESET.spent(s, "ana")


@pytest.mark.rule("CT-22")
def test_skills_that_are_not_for_combat_are_refused_in_a_fight() -> None:
    s = on_turn(fight(skills=["Cooking red +3", {"name": "Leadership", "combat": True}]), "ana", "S8", "S4")
    with pytest.raises(Refused, match="Cooking is no combat skill"):
        dealt(use_skill("ana", "Cooking", 5), s)
    skill = RULESET.verb("skill").params[0]
    assert skill.barred is not None
    why = {c.value: c.hint for c in skill.barred(s, "ana", {})}
    assert why == {"Cooking": "Cooking is no combat skill: it cannot be used in a fight.", "Leadership": ""}
    assert dealt(use_skill("ana", "Leadership", 4), s, ["S5"]).result is True


@pytest.mark.rule("CT-22")
@pytest.mark.parametrize(
    ("name", "combat"),
    [
        ("Weapon – Sword", True), ("Power – Fire", True), ("Brawling – Grapple", True), ("Avoidance", True),
        ("Athletics - Throw", True), ("Resist – Mental", True), ("Manipulation", True), ("History", False),
        ("Sword red +1", True),
    ],
)  # fmt: skip
def test_which_skills_are_for_combat_by_default(name: str, combat: bool) -> None:
    assert RULESET.read({"skills": [name]}).skills[0].combat is combat


# ------------------------------------------------------------------ what attacks cost
@pytest.mark.rule("CT-23", "CT-24", "CT-27")
@pytest.mark.parametrize(
    ("weapon", "turn", "after"),
    [
        # (main, attacks, weapon attacks) before -> after; None: refused
        ("Knife", (2, 0, 0), (1, 0, 0)),
        ("Knife", (0, 1, 0), (0, 0, 0)),
        ("Knife", (1, 1, 1), (1, 1, 0)),
        ("Knife", (0, 0, 0), None),
        ("Greatsword", (2, 0, 0), (0, 0, 0)),
        ("Greatsword", (1, 0, 0), None),
        ("Greatsword", (1, 1, 0), (0, 0, 0)),
        ("Greatsword", (0, 1, 1), (0, 0, 0)),
        ("Greatsword", (2, 1, 2), (2, 1, 0)),
        ("Rifle", (1, 0, 0), None),
        ("Rifle", (2, 0, 0), (0, 0, 0)),
        ("Bow", (1, 0, 0), None),
        ("Bow", (2, 0, 0), (0, 0, 0)),
        ("Unarmed", (0, 0, 2), None),
        ("Unarmed", (1, 0, 2), (0, 0, 2)),
        ("Unarmed", (1, 1, 0), (1, 0, 0)),
        ("power:Spark", (2, 0, 0), (1, 0, 0)),
        ("power:Spark", (0, 1, 0), (0, 0, 0)),
        ("power:Spark", (0, 0, 2), None),
        ("power:Blaze", (2, 1, 0), (0, 1, 0)),
        ("power:Blaze", (1, 1, 0), None),
        ("power:Ward", (2, 0, 0), (1, 0, 0)),
        ("power:Ward/both", (2, 0, 0), (0, 0, 0)),
        ("power:Ward/both", (1, 0, 0), None),
    ],
)
def test_what_an_attack_is_paid_with(
    weapon: str, turn: tuple[int, int, int], after: tuple[int, int, int] | None
) -> None:
    bow = {"name": "Bow", "damage": 4, "weight": "light", "range": "long"}
    powers = [
        {"name": "Spark", "damage": 3, "hands": "1"},
        {"name": "Blaze", "damage": 6, "hands": "2"},
        {"name": "Ward", "damage": 3, "hands": "either", "both": 2},
    ]
    s = fight(weapons=["Knife", "Greatsword", "Rifle", bow], powers=powers)
    s = on_turn(s, "ana", "S8", "S4", main=turn[0], attacks=turn[1], weapon_attacks=turn[2])
    if after is None:
        with pytest.raises(Refused, match="costs"):
            dealt(attack("ana", "thug", weapon, "", 0), s)
        return
    t = dealt(attack("ana", "thug", weapon, "", 0), s).s["ana"].stats.turn
    assert (t.main, t.attacks, t.weapon_attacks) == after


@pytest.mark.rule("CT-24")
def test_a_power_cast_with_both_hands_does_what_its_sheet_adds() -> None:
    power = {"name": "Ward", "damage": 3, "hands": "either", "both": 2}
    s = on_turn(fight(powers=[power]), "ana", "S8", "S4")
    assert dealt(attack("ana", "thug", "power:Ward", "", 0), s).result.damage == 3
    assert dealt(attack("ana", "thug", "power:Ward/both", "", 0), s).result.damage == 5


@pytest.mark.rule("CT-23")
def test_a_light_weapon_attacks_once_and_two_different_ones_once_each() -> None:
    s = on_turn(fight(weapons=["Knife", "Sword"]), "ana", "S8", "S4")
    s = dealt(attack("ana", "thug", "Knife", "", 0), s).s
    with pytest.raises(Refused, match="Knife is Light and cannot attack twice"):
        dealt(attack("ana", "thug", "Knife", "", 0), s)
    assert dealt(attack("ana", "thug", "Sword", "", 0), s).result.kind == "full"


@pytest.mark.rule("CT-23", "CT-60")
def test_a_maneuver_may_let_a_light_weapon_attack_twice_but_not_thrice() -> None:
    s = fight(weapons=["Knife"], maneuvers=["Second strike"])
    s = on_turn(s, "ana", "S5", "H6", main=3)
    s = dealt(attack("ana", "thug", "Knife", "S5+Second strike!", 0), s).s
    second = dealt(attack("ana", "thug", "Knife", "", 0), s)
    assert any("Accuracy 6 (♠5 +1 second strike)" in text for text in second.public())
    with pytest.raises(Refused, match="has attacked twice"):
        dealt(attack("ana", "thug", "Knife", "", 0), second.s)


@pytest.mark.rule("CT-23")
def test_bare_hands_are_no_weapon_and_may_strike_twice() -> None:
    s = on_turn(fight(), "ana", "S8", "S4")
    s = dealt(attack("ana", "thug", "unarmed", "", 0), s).s
    assert dealt(attack("ana", "thug", "unarmed", "", 0), s).result.kind == "full"


# ------------------------------------------------------------------ maneuvers
@pytest.mark.rule("CT-26")
@pytest.mark.parametrize(
    ("card", "raised"),
    [("D8", True), ("D6", False), ("S8", False), ("RJ", True), ("BJ", False)],
)
def test_the_raised_side_needs_suit_and_number(card: str, raised: bool) -> None:
    s = on_turn(fight(maneuvers=["Power"]), "ana", "S5", card)
    names = {str(p) for p in plans(s, "ana") if p.weapon_card == "S5"}
    assert names == {"S5", "S5+Power"} | ({"S5+Power!"} if raised else set())
    if raised:
        turn = dealt(play("ana", "S5+Power!"), s).s["ana"].stats.turn
        assert (turn.weapon_card, turn.maneuver_card, turn.maneuver, turn.raised) == (
            "S5",
            card,
            "Power",
            True,
        )
    else:
        with pytest.raises(Refused, match="raised side of Power needs diamonds of at least 7"):
            dealt(play("ana", "S5+Power!"), s)


@pytest.mark.rule("CT-26")
def test_one_maneuver_a_turn_before_acting_with_cards_in_hand() -> None:
    s = on_turn(fight(maneuvers=["Power", "Guarded"]), "ana", "S5", "D4")
    with pytest.raises(Refused, match="not in the hand"):
        dealt(play("ana", "H8"), s)
    played = dealt(play("ana", "S5+Power"), s).s
    with pytest.raises(Refused, match="One maneuver a turn: Power"):
        dealt(play("ana", "S5+Guarded"), played)
    moved = dealt(move("ana", "Near"), s, ["none"]).s
    with pytest.raises(Refused, match="before acting"):
        dealt(play("ana", "S5+Guarded"), moved)
    assert [str(p) for p in plans(moved, "ana")] == ["S5", "D4"]


@pytest.mark.rule("CT-26")
def test_without_a_maneuver_the_player_names_the_weapon_card_and_the_other_goes_unused() -> None:
    s = on_turn(fight(weapons=["Knife", "Sword"]), "ana", "S2", "D8")
    assert "Accuracy 2 (♠2)" in dealt(attack("ana", "thug", "Knife", "S2", 0), s).public()[1]
    usual = dealt(attack("ana", "thug", "Knife", "", 0), s)
    assert "Accuracy 8 (♦8)" in usual.public()[1]


@pytest.mark.rule("CT-26")
def test_whoever_moves_first_is_asked_for_a_maneuver() -> None:
    s = on_turn(fight(maneuvers=["Guarded"]), "ana", "S5", "C6")
    run = dealt(move("ana", "Near"), s, ["S5+Guarded!"])
    assert (run.asks[0].who, run.asks[0].topic, run.asks[0].secret) == ("ana", "maneuver", True)
    assert run.s["ana"].stats.turn.maneuver == "Guarded"
    assert "Ana plays Guarded (raised) with ♣6, ♠5 as the weapon card" in run.public()
    assert dealt(move("ana", "Middle"), run.s).asks == ()


@pytest.mark.rule("CT-26", "CT-60")
def test_the_cost_of_a_maneuver_must_be_there() -> None:
    s = fight(maneuvers=["Dash"])
    with pytest.raises(Refused, match="Dash costs 2 main actions; left are 1 main action"):
        dealt(play("ana", "H5+Dash"), on_turn(s, "ana", "H5", "S6", main=1))
    turn = dealt(play("ana", "H5+Dash"), on_turn(s, "ana", "H5", "S6")).s["ana"].stats.turn
    assert (turn.main, turn.moves) == (0, 3)
    turn = dealt(play("ana", "H5+Dash!"), on_turn(s, "ana", "H5", "S6")).s["ana"].stats.turn
    assert (turn.main, turn.moves) == (0, 4)
    with pytest.raises(Refused, match="costs 1 action; left are 0 main"):
        dealt(attack("ana", "thug", "Unarmed", "H5+Dash", 0), on_turn(s, "ana", "H5", "S6"))


@pytest.mark.rule("CT-27")
def test_actions_that_a_maneuver_grants_are_kept_apart_and_shown_so() -> None:
    s = on_turn(
        fight(weapons=["Greatsword"], maneuvers=[GRANTS], skills=["Manipulation red", "Athletics"]),
        "ana",
        "H5",
        "S6",
    )
    s = dealt(play("ana", "H5+Flurry"), s).s
    assert left(s["ana"].stats.turn) == "2 main actions, 2 movement actions, 1 attack action"
    s = s.with_stats("ana", turn=Turn(True, main=0, moves=1, attacks=1, weapon_card="H5", settled=True))
    with pytest.raises(Refused, match="costs a main action"):
        dealt(use_skill("ana", "Athletics", 3), s)
    social = dealt(use_skill("ana", "Manipulation", 3), s, ["D4"])
    assert social.result is True
    assert social.s["ana"].stats.turn.attacks == 0


@pytest.mark.rule("CT-27", "CT-23")
def test_weapon_attack_actions_bring_a_second_heavy_blow() -> None:
    s = on_turn(fight(weapons=["Greatsword"], maneuvers=[GRANTS]), "ana", "H5", "S6")
    s = dealt(attack("ana", "thug", "Greatsword", "H5+Flurry!", 0), s).s
    assert left(s["ana"].stats.turn) == "2 main actions, 2 movement actions"
    assert dealt(attack("ana", "thug", "Greatsword", "", 0), s).result.kind == "full"


# ------------------------------------------------------------------ Long weapons in a crowd
@pytest.mark.rule("CT-55")
@pytest.mark.parametrize(
    ("space", "near", "crowded"),
    [("meters", 4, True), ("meters", 5, False), ("zones", 0, True), ("zones", 1, False)],
)
def test_a_long_weapon_draws_with_disadvantage_when_an_enemy_is_close(
    space: str, near: int, crowded: bool
) -> None:
    s = state(person("ana", weapons=["Rifle", "Knife"]), foe("thug"), acting="ana", space=space)
    s = having(s, "thug", zone="Middle" if near == 0 else "Far").with_ground(apart=near)
    script = ["S2", "D8", "H4"] if crowded else ["S2", "D8"]
    run = dealt(turn_begins("ana"), s, script)
    assert run.s["ana"].stats.hand == (("S2", "H4") if crowded else ("S2", "D8"))
    told = "Ana draws with disadvantage: an enemy is too close for a Long weapon"
    assert (told in run.public()) is crowded


@pytest.mark.rule("CT-55", "CT-06")
def test_only_the_weapon_in_use_counts_and_advantage_cancels() -> None:
    s = state(person("ana", weapons=["Rifle", "Knife"]), foe("thug"), acting="ana")
    assert (
        len(dealt(turn_begins("ana"), having(s, "ana", weapon="Knife"), ["S2", "D8"]).s["ana"].stats.hand)
        == 2
    )
    both = dealt(turn_begins("ana"), having(s, "ana", edge=1), ["S2", "D8"])
    assert "Ana draws as usual: advantage and disadvantage cancel" in both.public()
    down = having(s, "thug", health=0)
    assert dealt(turn_begins("ana"), down, ["S2", "D8"]).s["ana"].stats.hand == ("S2", "D8")


@pytest.mark.rule("CT-20")
def test_a_turn_the_dealer_stepped_back_to_can_begin_anew() -> None:
    s = fight()
    run = dealt(begin_again("ana"), s, ["S2", "D8"])
    assert run.s["ana"].stats.hand == ("S2", "D8")
    with pytest.raises(Refused, match="have drawn"):
        dealt(begin_again("ana"), run.s)
    with pytest.raises(Refused, match="not your turn"):
        dealt(begin_again("thug"), s)


@pytest.mark.rule("CT-20", "CT-34")
@pytest.mark.parametrize("effect", ["stunned", "paralyzed"])
def test_a_turn_stepped_back_to_that_an_effect_takes_is_passed_on_and_later_ones_come(effect: str) -> None:
    s = replace(under(fight(), "ana", effect, 3), fired=("2/ana/start", "2/ana/end"))
    why = RULESET.verb("draw").ready(s, "ana")
    assert why == f"{effect.capitalize()} (3) takes this turn: pass it on."
    with pytest.raises(Refused, match="takes this turn"):
        dealt(begin_again("ana"), s)
    assert RULESET.able(s, "ana")


@pytest.mark.rule("CT-34")
def test_one_played_by_somebody_else_in_a_turn_begun_anew_is_its_own_players_in_the_next() -> None:
    mad = under(fight(), "ana", "mad", 2)
    anew = dealt(begin_again("ana"), mad, ["S2", "D8"]).s
    assert anew["ana"].controller == ""
    # that turn's end has been before and does not come again; the effect is over
    later = replace(anew, lasting=())
    assert dealt(turn_begins("ana"), later, ["S4", "D6"]).s["ana"].controller == "ana"


@pytest.mark.rule("CT-26", "CT-60")
def test_in_a_turn_begun_anew_the_same_guard_does_not_add_up() -> None:
    s = on_turn(fight(maneuvers=["Guarded"]), "ana", "S8", "S4")
    s = having(dealt(play("ana", "S8+Guarded"), s).s, "ana", turn=Turn(True, 2, 2))
    s = dealt(play("ana", "S8+Guarded"), s).s
    assert avoidance(s, "ana") == 6
    assert [e.label for e in s.lasting] == ["guarded (Avoidance +1)"]


@pytest.mark.rule("CT-02", "CT-20")
def test_a_turn_without_any_card_left_does_not_fail() -> None:
    s = deck(fight(), "ana")
    run = dealt(turn_begins("ana"), s)
    assert run.s["ana"].stats.hand == ()
    with pytest.raises(Refused, match="no card in the hand"):
        dealt(attack("ana", "thug", "Unarmed", "", 0), run.s)


@pytest.mark.rule("CT-34")
def test_rounds_pass_by_themselves_while_everybody_is_stunned_and_not_when_it_has_no_end() -> None:
    s = replace(fight(), round=2)
    for who in ("ana", "thug"):
        s = under(s, who, "stunned", 3, ends=Edge(3, who))
    assert RULESET.idle(s)
    forever = under(under(fight(), "ana", "stunned", 3), "thug", "stunned", 3)
    assert not RULESET.idle(forever)


@pytest.mark.rule("CT-34")
def test_effects_take_actions_from_a_turn() -> None:
    for effect, tier, expected in (
        ("stunned", 1, (1, 2)), ("stunned", 2, (0, 2)), ("hobbled", 1, (2, 1)), ("hobbled", 2, (2, 0)),
        ("hobbled", 3, (2, 0)),
    ):  # fmt: skip
        turn = (
            dealt(turn_begins("ana"), under(fight(), "ana", effect, tier), ["S2", "D8"]).s["ana"].stats.turn
        )
        assert (turn.main, turn.moves) == expected, (effect, tier)
    for effect in ("stunned", "paralyzed"):
        run = dealt(turn_begins("ana"), under(fight(), "ana", effect, 3))
        assert run.s["ana"].stats.turn.lost
        assert not RULESET.able(run.s, "ana")
        assert run.public() == [f"Ana is {effect} and has no turn"]
