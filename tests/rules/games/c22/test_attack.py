"""Accuracy, damage, effects, unconscious and dead (CT-30 to 35)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.engine import frame, overrule
from rules.engine.effects import GM
from rules.engine.encounter import Edge
from rules.engine.exact import exact
from rules.engine.procedures import Refused
from rules.games.c22 import RULESET
from rules.games.c22.attack import attack
from rules.games.c22.dealer import set_effect
from rules.games.c22.harm import begin_effect, harm, inflict
from rules.games.c22.moving import move, stand_up
from rules.games.c22.state import EFFECTS, Inflicts, State, avoidance, tier
from rules.games.c22.strike import Blow
from rules.games.c22.turns import turn_begins, turn_ends
from tests.rules.games.c22.desk import dealt, foe, having, on_turn, person, state, under

SABRE = {"name": "Sabre", "damage": 5, "accuracy": 1, "skill": "Weapon – Blades"}
BLADES = {"name": "Weapon – Blades", "accuracy": 2, "damage": 1}


def fight(avoid: int = 5, armor: int = 1, hand: tuple[str, str] = ("S8", "D4"), **values: Any) -> State:
    """Ana, on her turn with these cards, beside a thug; round 2."""
    ana, thug = person("ana", **values), foe("thug", avoidance=avoid, armor=armor, health_max=20)
    return on_turn(state(ana, thug, person("ben")), "ana", *hand)


@pytest.mark.rule("CT-30", "CT-32")
def test_accuracy_and_attack_value_are_sums_and_shown() -> None:
    s = fight(weapons=[SABRE], skills=[BLADES], maneuvers=["Power"])
    run = dealt(attack("ana", "thug", "Sabre", "S8+Power", 0), s)
    # Accuracy 8 − 3 (Power) + 1 (Sabre) + 2 (skill) = 8 > 5; value 5 + 1 (skill) + 2 (Power) = 8, Armor 1
    assert run.result == Blow("full", 7)
    assert run.public() == [
        "Ana plays Power (basic) with ♦4, ♠8 as the weapon card",
        (
            "Ana attacks Thug with Sabre: Accuracy 8 (♠8 −3 Power +1 Sabre +2 skill) is above Avoidance 5. "
            "Attack value 8 (5 +1 skill +2 Power), less Armor 1: 7 damage"
        ),
        "Thug takes 7 damage: Health 20 → 13",
    ]


@pytest.mark.rule("CT-30")
def test_a_second_attack_uses_the_same_weapon_card() -> None:
    s = dealt(attack("ana", "thug", "Knife", "D4", 0), fight(weapons=["Knife", "Sword"])).s
    second = dealt(attack("ana", "thug", "Sword", "", 0), s)
    assert "Accuracy 4 (♦4)" in second.public()[0]
    with pytest.raises(Refused, match="The weapon card of this turn is ♦4"):
        dealt(attack("ana", "thug", "Sword", "S8", 0), s)


@pytest.mark.rule("CT-23")
def test_bare_hands_are_no_silent_second_attack_of_the_armed() -> None:
    param = {p.name: p for p in RULESET.verb("attack").params}
    s = dealt(attack("ana", "thug", "Knife", "S8", 0), fight(weapons=["Knife"])).s
    chosen = {"target": "thug"}
    assert param["weapon"].choices is not None
    assert param["weapon"].default is not None
    assert [c.value for c in param["weapon"].choices(s, "ana", chosen)] == ["Unarmed"]
    assert param["weapon"].default(s, "ana", chosen) is None
    call = RULESET.verb("attack").call(s, "ana", chosen)
    with pytest.raises(Refused, match="Knife is Light and cannot attack twice"):
        dealt(call, s)
    assert param["weapon"].default(fight(), "ana", chosen) == "Unarmed", "who has nothing else"


def test_what_cannot_be_attacked_or_used_says_why_and_a_friend_is_no_default() -> None:
    param = {p.name: p for p in RULESET.verb("attack").params}
    s = having(fight(weapons=["Sword"]), "thug", zone="Far")
    assert param["target"].barred is not None
    assert param["target"].default is not None
    why = {c.value: c.hint for c in param["target"].barred(s, "ana", {})}
    assert why["thug"] == "Thug is out of range of Sword (1 zone away)."
    assert param["target"].default(s, "ana", {}) is None, "only Ben is in reach, who is a friend"
    assert param["target"].default(fight(), "ana", {}) == "thug"
    spent = fight(weapons=["Greatsword"])
    spent = having(spent, "ana", turn=replace(spent["ana"].stats.turn, main=1))
    assert param["weapon"].barred is not None
    reasons = {c.value: c.hint for c in param["weapon"].barred(spent, "ana", {"target": "thug"})}
    assert reasons["Greatsword"].startswith(
        "An attack with Greatsword costs 2 actions; left are 1 main action"
    )


def test_the_reason_is_that_of_what_could_still_be_paid_for() -> None:
    target = RULESET.verb("attack").params[0]
    assert target.barred is not None
    s = having(fight(weapons=["Pistol", "Knife"]), "thug", zone="Far")
    s = dealt(attack("ana", "thug", "Pistol", "S8", 0), s).s
    why = {c.value: c.hint for c in target.barred(s, "ana", {})}
    assert why["thug"] == "Thug is out of range of Knife (1 zone away)."
    assert RULESET.verb("attack").ready(having(s, "ben", dead=True), "ana") == why["thug"]
    alone = having(s, "ben", zone="Near")
    words = "Nobody is in reach of Knife, bare hands; left are 1 main action, 2 movement actions."
    assert RULESET.verb("attack").ready(alone, "ana") == words
    spent = having(s, "ana", turn=replace(s["ana"].stats.turn, main=0))
    none = "No action for an attack is left; there are 0 main actions, 2 movement actions."
    assert {c.hint for c in target.barred(spent, "ana", {})} == {none}
    assert RULESET.verb("attack").ready(spent, "ana") == none


def test_what_an_attack_brings_stands_beside_it_and_one_without_damage_makes_no_sum() -> None:
    hex_ = {"name": "Hex", "hands": "1", "inflicts": {"effect": "feared", "tier": 2, "resist": "mental"}}
    s = fight(powers=[hex_])
    weapon = RULESET.verb("attack").params[1]
    assert weapon.choices is not None
    hints = {c.value: c.hint for c in weapon.choices(s, "ana", {"target": "thug"})}
    assert hints["power:Hex"] == "1 action, damage 0, feared (2)"
    run = dealt(attack("ana", "thug", "Hex", "S8", 0), s)
    assert run.public()[1:] == [
        "Ana attacks Thug with Hex (one hand): Accuracy 8 (♠8) is above Avoidance 5: no damage",
        "Feared: ♠8 (8) against Thug's Resist Mental 5: Thug is feared (2)",
    ]


@pytest.mark.rule("CT-30")
@pytest.mark.parametrize(("card", "accuracy"), [("RJ", 14), ("BJ", 0)])
def test_jokers_count_14_and_0(card: str, accuracy: int) -> None:
    run = dealt(attack("ana", "thug", "Unarmed", card, 0), fight(hand=(card, "S2")))
    assert f"Accuracy {accuracy} (" in run.public()[1]


@pytest.mark.rule("CT-31", "CT-32")
@pytest.mark.parametrize(
    ("avoid", "armor", "damage_of_7", "damage_of_4"),
    [
        # weapon card 8. above: full; equal or below: half rounded up (4, 2); then Armor, at least 0
        (7, 0, 7, 4), (7, 2, 5, 2), (7, 9, 0, 0),
        (8, 0, 4, 2), (8, 1, 3, 1), (8, 3, 1, 0), (9, 0, 4, 2), (30, 4, 0, 0),
    ],
)  # fmt: skip
def test_full_above_avoidance_and_half_at_or_below(
    avoid: int, armor: int, damage_of_7: int, damage_of_4: int
) -> None:
    s = fight(avoid, armor, weapons=["Greatsword", "Sword"])
    kind = "full" if avoid < 8 else "half"
    assert dealt(attack("ana", "thug", "Greatsword", "S8", 0), s).result == Blow(kind, damage_of_7)
    assert dealt(attack("ana", "thug", "Sword", "S8", 0), s).result == Blow(kind, damage_of_4)


@pytest.mark.rule("CT-33", "CT-34")
@pytest.mark.parametrize(("avoid", "kind", "damage"), [(7, "full", 6), (8, "nothing", 0), (9, "nothing", 0)])
def test_an_obscured_target_is_harmed_only_above_its_avoidance(avoid: int, kind: str, damage: int) -> None:
    s = under(fight(avoid, weapons=["Greatsword"]), "thug", "obscured")
    assert dealt(attack("ana", "thug", "Greatsword", "S8", 0), s).result == Blow(kind, damage)


@pytest.mark.rule("CT-30")
def test_a_modifier_counts_on_accuracy() -> None:
    s = fight(8, weapons=["Sword"])
    assert dealt(attack("ana", "thug", "Sword", "S8", 1), s).result.kind == "full"


def test_the_odds_of_a_usual_attack_are_certain_once_the_cards_are_known() -> None:
    s = fight(7, weapons=["Sword"])
    assert set(exact(attack("ana", "thug", "Sword", "S8", 0), s).values()) == {1}


# ------------------------------------------------------------------ effects
@pytest.mark.rule("CT-34")
@pytest.mark.parametrize(
    ("card", "modifier", "resist", "resistant", "got"),
    [
        ("S6", 0, 5, False, 2), ("S5", 0, 5, False, 0), ("S4", 2, 5, False, 2), ("S4", 1, 5, False, 0),
        ("RJ", 0, 13, False, 2), ("BJ", 0, 0, False, 0), ("S6", 0, 5, True, 1),
    ],
)  # fmt: skip
def test_an_effect_needs_more_than_the_resist(
    card: str, modifier: int, resist: int, resistant: bool, got: int
) -> None:
    thug = foe("thug", resist_physical=resist, resistances=["stunned"] if resistant else [])
    s = state(person("ana"), thug)
    run = dealt(inflict("thug", Inflicts("stunned", 2, "physical", modifier), card, "ana"), s)
    assert run.result == got
    assert tier(run.s, "thug", "stunned") == got
    if got:
        assert run.s.lasting[0].ends == Edge(3, "thug", "end")
        assert run.s.lasting[0].source == "ana"


@pytest.mark.rule("CT-34")
def test_mental_effects_go_against_resist_mental_and_a_tier_of_0_is_none() -> None:
    s = state(person("ana"), foe("thug", resist_physical=9, resist_mental=2, resistances=["mad"]))
    assert dealt(inflict("thug", Inflicts("feared", 1, "mental"), "S4", "ana"), s).result == 1
    assert dealt(inflict("thug", Inflicts("mad", 1, "mental"), "S4", "ana"), s).result == 0
    shown = dealt(inflict("thug", Inflicts("feared", 1, "mental", 1), "S4", "ana"), s).public()
    assert shown == ["Feared: ♠4 (4) +1 = 5 against Thug's Resist Mental 2: Thug is feared (1)"]


@pytest.mark.rule("CT-34")
def test_a_stronger_effect_takes_the_place_of_a_weaker_one() -> None:
    s = under(state(person("ana"), foe("thug")), "thug", "stunned", 1)
    s = dealt(begin_effect("thug", "stunned", 2, "ana"), s).s
    assert [e.value for e in s.lasting] == [2]
    assert len(dealt(begin_effect("thug", "stunned", 1, "ana"), s).s.lasting) == 2


@pytest.mark.rule("CT-34")
def test_an_effect_lasts_to_the_end_of_the_affected_ones_turn_in_the_next_round() -> None:
    s = on_turn(state(person("ana"), foe("thug")), "ana", "S8", "S4")
    s = dealt(set_effect("thug", "weakened", 1, "ana"), s).s
    order = [(2, "thug"), (3, "ana"), (3, "thug"), (4, "ana")]
    seen = []
    for _ in order:
        s = dealt(frame.pass_turn(), s, _two(s)).s
        seen.append((s.round, s.actor, tier(s, "thug", "weakened")))
    assert seen == [(2, "thug", 1), (3, "ana", 1), (3, "thug", 1), (4, "ana", 0)]


def _two(s: State) -> list[str]:
    """Two cards for whoever is next in a fight of two with piles of their own."""
    following = "thug" if s.actor == "ana" else "ana"
    return list(s[following].stats.pile[1:3])


@pytest.mark.rule("CT-34")
def test_a_maneuver_and_a_power_bring_their_effects() -> None:
    trip = {"name": "Trip", "basic": {"inflicts": {"effect": "downed", "tier": 1}}}
    frost = {"name": "Frost", "damage": 2, "inflicts": {"effect": "hobbled", "tier": 2, "modifier": 1}}
    s = fight(hand=("S5", "H8"), maneuvers=[trip], powers=[frost], weapons=["Sword"])
    run = dealt(attack("ana", "thug", "Sword", "S5+Trip", 0), s)
    assert (run.result.effect, run.result.tier) == ("downed", 1)
    # without a maneuver a power goes by the weapon card: 5 + 1 > 5
    power = dealt(attack("ana", "thug", "Frost", "S5", 0), s)
    assert (power.result.effect, power.result.tier) == ("hobbled", 2)


@pytest.mark.rule("CT-33", "CT-34")
def test_an_attack_that_misses_an_obscured_target_carries_no_effect() -> None:
    trip = {"name": "Trip", "basic": {"inflicts": {"effect": "downed", "tier": 1}}}
    s = under(fight(8, hand=("S5", "H8"), maneuvers=[trip], weapons=["Sword"]), "thug", "obscured")
    assert tier(dealt(attack("ana", "thug", "Sword", "S5+Trip", 0), s).s, "thug", "downed") == 0


@pytest.mark.rule("CT-34")
@pytest.mark.parametrize("n", [1, 2, 3])
def test_weakened_downed_and_taunted_change_the_sums(n: int) -> None:
    s = fight(7, 0, weapons=["Greatsword", "Pistol"])
    weak = under(s, "ana", "weakened", n)
    assert dealt(attack("ana", "thug", "Greatsword", "S8", 0), weak).result.damage == 7 - n
    down = under(having(s, "thug", avoidance=8), "thug", "downed", n)
    assert dealt(attack("ana", "thug", "Greatsword", "S8", 0), down).result.kind == "full"
    assert dealt(attack("ana", "thug", "Pistol", "S8", 0), down).result.kind == "half"
    taunted = under(s, "ana", "taunted", n, "ben")
    assert (
        f"Accuracy {8 - n} (♠8 −{n} taunted)"
        in dealt(attack("ana", "thug", "Pistol", "S8", 0), taunted).public()[1]
    )
    by_the_source = under(s, "ana", "taunted", n, "thug")
    assert "Accuracy 8 (♠8)" in dealt(attack("ana", "thug", "Pistol", "S8", 0), by_the_source).public()[1]


@pytest.mark.rule("CT-34")
@pytest.mark.parametrize(
    ("effect", "n", "change"),
    [("paralyzed", 1, -2), ("paralyzed", 2, -4), ("paralyzed", 3, -4), ("hobbled", 2, 0), ("hobbled", 3, -2)],
)
def test_effects_that_lower_avoidance(effect: str, n: int, change: int) -> None:
    assert avoidance(under(fight(), "thug", effect, n), "thug") == 5 + change


@pytest.mark.rule("CT-34", "CT-35")
@pytest.mark.parametrize("n", [1, 2, 3])
def test_poison_takes_health_at_the_end_of_the_turn_past_armor(n: int) -> None:
    s = under(having(fight(), "ana", armor=9), "ana", "poisoned", n)
    run = dealt(turn_ends("ana"), s)
    assert run.s["ana"].stats.health == 12 - n
    assert f"Ana takes {n} damage (poison): Health 12 → {12 - n}" in run.public()


@pytest.mark.rule("CT-34")
def test_downed_must_stand_up_before_moving() -> None:
    s = under(fight(), "ana", "downed")
    with pytest.raises(Refused, match="stand up first"):
        dealt(move("ana", "Near"), s)
    run = dealt(stand_up("ana"), s)
    assert (tier(run.s, "ana", "downed"), run.s["ana"].stats.turn.moves) == (0, 1)
    assert dealt(move("ana", "Near"), run.s).result == "moved"
    with pytest.raises(Refused, match="on your feet"):
        dealt(stand_up("ana"), run.s)


@pytest.mark.rule("CT-34")
def test_feared_goes_no_nearer_from_2_strikes_not_and_at_3_must_leave() -> None:
    s = having(fight(weapons=["Pistol"]), "thug", zone="Far")
    with pytest.raises(Refused, match="Feared: no movement towards Thug"):
        dealt(move("ana", "Far"), under(s, "ana", "feared", 1, "thug"))
    assert (
        dealt(attack("ana", "thug", "Pistol", "S8", 0), under(s, "ana", "feared", 1, "thug")).result.kind
        == "full"
    )
    with pytest.raises(Refused, match="Feared: no attack on Thug"):
        dealt(attack("ana", "thug", "Pistol", "S8", 0), under(s, "ana", "feared", 2, "thug"))
    beside = under(having(s, "thug", zone="Middle"), "ana", "feared", 3, "thug")
    with pytest.raises(Refused, match="must first leave the zone of Thug"):
        dealt(attack("ana", "ben", "Pistol", "S8", 0), beside)
    away = dealt(move("ana", "Near"), beside).s
    assert dealt(attack("ana", "ben", "Pistol", "S8", 0), away).result.kind == "full"


@pytest.mark.rule("CT-34")
def test_charmed_spares_the_source_and_from_2_everybody() -> None:
    s = fight(weapons=["Sword"])
    with pytest.raises(Refused, match="Charmed: no attack on Thug"):
        dealt(attack("ana", "thug", "Sword", "S8", 0), under(s, "ana", "charmed", 1, "thug"))
    assert (
        dealt(attack("ana", "ben", "Sword", "S8", 0), under(s, "ana", "charmed", 1, "thug")).result.kind
        == "full"
    )
    with pytest.raises(Refused, match="no attacks at all"):
        dealt(attack("ana", "ben", "Sword", "S8", 0), under(s, "ana", "charmed", 2, "thug"))


@pytest.mark.rule("CT-34")
def test_charmed_at_3_is_played_by_the_sources_player_for_its_turns() -> None:
    s = state(person("ana"), person("ben"), foe("thug"), acting="thug")
    run = dealt(turn_begins("thug"), under(s, "thug", "charmed", 3, "ben"), ["S2", "S4"])
    assert run.public() == ["Thug is charmed: Ben's player plays this turn"]
    s = run.s
    assert s["thug"].controller == "ben"
    assert dealt(turn_ends("thug"), s).s["thug"].controller == ""
    s = state(person("ana"), foe("thug"), acting="ana")
    run = dealt(turn_begins("ana"), under(s, "ana", "charmed", 3, "thug"), ["S2", "S4"])
    assert run.public() == ["Ana is charmed: the Dealer plays this turn"]
    s = run.s
    assert s["ana"].controller == ""
    assert dealt(turn_ends("ana"), s).s["ana"].controller == "ana"


@pytest.mark.rule("CT-34")
def test_mad_has_the_dealer_pick_the_target_then_play_it() -> None:
    s = under(fight(weapons=["Sword"]), "ana", "mad", 1)
    run = dealt(attack("ana", "thug", "Sword", "S8", 0), s, ["ben"])
    ask = run.asks[0]
    assert (ask.who, ask.default, [o.value for o in ask.legal(s)]) == (GM, "thug", ["thug", "ben"])
    assert run.s["ben"].stats.health == 12 - 3
    mad = under(state(person("ana"), foe("thug"), acting="ana"), "ana", "mad", 2)
    mad = dealt(turn_begins("ana"), mad, ["S2", "S4"]).s
    assert mad["ana"].controller == ""
    over = dealt(turn_ends("ana"), mad).s
    assert (over["ana"].controller, tier(over, "ana", "mad")) == ("ana", 0)


@pytest.mark.rule("CT-34")
@pytest.mark.parametrize(
    ("strength", "begun", "ends"), [(1, False, 2), (2, True, 3), (3, False, 3), (3, True, 3)]
)
def test_mad_below_3_is_over_with_the_next_turn_and_says_so(strength: int, begun: bool, ends: int) -> None:
    s = fight(weapons=["Sword"])
    s = replace(s, fired=("2/thug/start",) if begun else ())
    s = dealt(inflict("thug", Inflicts("mad", strength), "S8", "ana"), s).s
    assert [e.ends for e in s.lasting] == [Edge(ends, "thug")]


@pytest.mark.rule("CT-34")
def test_mad_at_3_holds_every_turn_while_it_lasts() -> None:
    s = under(state(person("ana"), foe("thug"), acting="ana"), "ana", "mad", 3)
    s = dealt(turn_ends("ana"), dealt(turn_begins("ana"), s, ["S2", "S4"]).s).s
    assert tier(s, "ana", "mad") == 3


@pytest.mark.rule("CT-34")
def test_the_dealer_may_put_any_effect_on_somebody() -> None:
    for effect in EFFECTS:
        run = dealt(set_effect("thug", effect, 1, "ana"), fight())
        assert tier(run.s, "thug", effect) == 1
    by_hand = dealt(overrule.add_effect("thug", "stunned 2", "Stunned 2", None, False), fight()).s
    assert tier(by_hand, "thug", "stunned") == 2
    with pytest.raises(Refused, match="one of stunned"):
        dealt(set_effect("thug", "sleepy", 1, ""), fight())


# ------------------------------------------------------------------ down
@pytest.mark.rule("CT-35")
@pytest.mark.parametrize(
    ("health", "damage", "option", "player", "expected"),
    [
        (5, 4, "unconscious", False, (1, False)), (5, 5, "unconscious", False, (0, False)),
        (5, 9, "unconscious", False, (0, False)), (0, 1, "unconscious", False, (0, True)),
        (0, 1, "unconscious", True, (0, True)), (5, 5, "dead", False, (0, True)),
        (5, 5, "dead", True, (0, False)), (0, 0, "unconscious", True, (0, False)),
    ],
)  # fmt: skip
def test_unconscious_at_0_and_dead_by_any_more(
    health: int, damage: int, option: str, player: bool, expected: tuple[int, bool]
) -> None:
    s = having(state(person("x", player=player), npc_at_zero=option), "x", health=health)
    stats = dealt(harm("x", damage, ""), s).s["x"].stats
    assert (stats.health, stats.dead) == expected
    assert RULESET.able(dealt(harm("x", damage, ""), s).s, "x") is (expected[0] > 0)


@pytest.mark.rule("CT-35")
def test_the_dead_are_no_target_and_an_unconscious_one_is() -> None:
    s = fight(weapons=["Sword"])
    with pytest.raises(Refused, match="no such target"):
        dealt(attack("ana", "thug", "Sword", "S8", 0), having(s, "thug", dead=True, health=0))
    killed = dealt(attack("ana", "thug", "Sword", "S8", 0), having(s, "thug", health=0))
    assert killed.s["thug"].stats.dead
    assert "Thug takes 3 damage while unconscious: dead" in killed.public()


def test_what_is_not_there_is_refused_in_a_sentence() -> None:
    s = fight(weapons=["Sword"])
    for call, why in (
        (attack("ana", "ana", "Sword", "S8", 0), "somebody else"),
        (attack("ana", "nobody", "Sword", "S8", 0), "no such target"),
        (attack("ana", "thug", "Axe", "S8", 0), "no such weapon"),
        (attack("thug", "ana", "Knife", "", 0), "not your turn"),
    ):
        with pytest.raises(Refused, match=why):
            dealt(call, s)
    gone = replace(s, combatants=s.combatants.put("thug", replace(s["thug"], gone=True)))
    with pytest.raises(Refused, match="no such target"):
        dealt(attack("ana", "thug", "Sword", "S8", 0), gone)
