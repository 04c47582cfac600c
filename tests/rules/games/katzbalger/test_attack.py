"""Scores, Dodge, the order of the attack, Parry, Block, location, armor."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules.engine.effects import GM
from rules.engine.exact import exact, results
from rules.engine.procedures import Refused
from rules.engine.scripted import Scripted, scripted
from rules.games.katzbalger.attack import attack, hit_parts, to_hit
from rules.games.katzbalger.blows import Penetration
from rules.games.katzbalger.data import ARMOR, CLASSES, LOCATIONS
from rules.games.katzbalger.director import set_aware, set_duel
from rules.games.katzbalger.reading import score_of
from rules.games.katzbalger.rounds import slot_begins
from rules.games.katzbalger.sheet import Intent, State
from rules.games.katzbalger.values import dodge, mcl, score, weapon_of, why_not
from rules.games.katzbalger.wounds import daze

from .arena import APART, CONTACT, LONG, MEDIUM, SHORT, arena, duel, every


def strike(
    s: State, script: list[Any], manner: str = "attack", weapon: str = "Sword", *also: str
) -> Scripted[str]:
    return scripted(attack("ana", "ben", weapon, manner, also, 0), s, script)


def parts(s: State, manner: str = "attack", weapon: str = "Sword", **more: Any) -> dict[str, int]:
    return dict(hit_parts(s, "ana", "ben", weapon, manner, 0, aware=more.pop("aware", True), **more))


# ------------------------------------------------------------------ Scores and Dodge
@pytest.mark.rule("KB-20")
@pytest.mark.parametrize(
    ("levels", "expected"),
    [((7, 5, 6), 6), ((7, 5, 5), 5), ((9, 7, 5, 1), 7), ((7, 6), 5), ((7,), 5), ((), 0)],
)
def test_scores_of_skills(levels: tuple[int, ...], expected: int) -> None:
    """Three: the average; two: (7 + 6) // 2 − 1 = 5; one: 7 − 2 = 5."""
    assert score_of(levels) == expected


@pytest.mark.rule("KB-20")
def test_scores_are_derived_or_entered() -> None:
    skilled = {"hth": None, "hth_skills": ["Sword 8", "Knife 6", "Staff 5"], "gun_skills": {"Pistol": 6}}
    sheet = duel(skilled)["ana"].stats.sheet
    assert (sheet.hth, sheet.gun) == (6, 4)
    assert duel({**skilled, "hth": 9})["ana"].stats.sheet.hth == 9


@pytest.mark.rule("KB-21", "KB-211")
def test_in_a_duel_the_skill_stands_for_the_score_everywhere() -> None:
    s = duel({"hth_skills": ["Sword 9"]}, {"hth_skills": ["Sword 7"], "ref_bonus": 1, "armor": ["Ring"]})
    assert (score(s, "ana", "ben"), dodge(s, "ben", "ana")) == (5, 5)  # Ring −1
    s = scripted(set_duel("ana", "ben", "Sword"), s, []).s
    assert (score(s, "ana", "ben"), dodge(s, "ben", "ana")) == (9, 7)
    assert parts(s) == {"Sword": 9, "Dodge": -7}  # told by the skill's name
    done = strike(s, ["none", 12, "none", 3, 9, 1, (1, 1)])  # penetration: 9 + (9 − 7) = 11, ring B is 11/1
    chance = next(c for c, _ in done.rolls if isinstance(c, Penetration))
    assert chance.parts == (("Scores", 2),)
    assert chance.read((9,), None) == 1
    assert score(scripted(set_duel("ana", "ben", ""), s, []).s, "ana", "ben") == 5


@pytest.mark.rule("KB-21")
def test_a_duel_needs_a_skill_that_both_have() -> None:
    s = duel({"hth_skills": ["Sword 9"]}, {"hth_skills": ["Knife 7"]})
    with pytest.raises(Refused, match="Ben has no skill called Sword"):
        scripted(set_duel("ana", "ben", "Sword"), s, [])


@pytest.mark.rule("KB-22")
def test_dodge_is_score_ref_bonus_and_armor() -> None:
    assert dodge(duel(ben={"hth": 6, "ref_bonus": 2, "armor": ["Chain mail", "Helmet"]}), "ben", "ana") == 4


@pytest.mark.rule("KB-22", "KB-72")
@pytest.mark.parametrize("hth", [5, -4])
@pytest.mark.parametrize("how", ["unaware", "aggressive", "great blow", "attack on the unaware"])
def test_where_dodge_is_lost_it_is_the_lower_of_nothing_and_itself(hth: int, how: str) -> None:
    s = duel(ben={"hth": hth})
    aware = how != "attack on the unaware"
    if how == "unaware":
        s = scripted(set_aware("ben", False), s, []).s
    elif how == "aggressive":
        s = s.with_stats("ben", mode="aggressive")
    elif how == "great blow":
        s = s.with_stats("ben", bare=True)
    assert dodge(s, "ben", "ana", aware=aware) == min(0, hth)


@pytest.mark.rule("KB-23", "KB-53")
@pytest.mark.parametrize(("at", "steps"), [(CONTACT, 2), (SHORT, 1), (MEDIUM, 0), (LONG, 1), (4, 2)])
def test_two_less_for_every_step_from_the_optimum(at: int, steps: int) -> None:
    s = duel({"dex_bonus": 2}, {"hth": 3}, at=at)
    assert sum(parts(s).values()) == 5 + 2 - 3 - 2 * steps


@pytest.mark.rule("KB-23")
def test_guns_use_the_gun_score_and_no_range() -> None:
    s = duel({"gun": 6, "dex_bonus": 1, "weapons": ["Pistol"]}, {"hth": 3}, at=APART)
    assert parts(s, weapon="Pistol") == {"Score": 6, "DEX": 1, "Dodge": -3}
    done = scripted(attack("ana", "ben", "Pistol", "attack", (), 2), s, [3])
    assert done.result == "miss"
    assert "+ 2 other" in done.rolls[0][0].text((3,), str)


@pytest.mark.rule("KB-53")
def test_apart_a_melee_weapon_reaches_nobody() -> None:
    with pytest.raises(Refused, match="Apart"):
        strike(duel(at=APART), [])


# ------------------------------------------------------------------ the order
@pytest.mark.rule("KB-24")
def test_hit_location_penetration_damage_stun() -> None:
    s = duel(ben={"armor": ["Hard leather"], "hth": 0})
    done = strike(s, ["none", 15, "none", 5, 10, 6, (4, 4, 4, 1)])
    assert [c.label for c, _ in done.rolls] == ["attack", "location", "penetration", "damage", "stun"]
    assert done.s["ben"].stats.lethal == 12
    assert [a.topic for a in done.asks] == ["parry", "block"]


@pytest.mark.rule("KB-24", "KB-70")
def test_no_stun_roll_after_no_damage_or_on_death() -> None:
    s = duel(order="ana")
    none = strike(s, [15, 20, 1])  # leg: a half, rounded down
    assert [c.label for c, _ in none.rolls] == ["attack", "location", "damage"]
    dead = strike(duel(ben={"health": 3}, order="ana"), [15, 2, 2])
    assert dead.s["ben"].stats.dead
    assert [c.label for c, _ in dead.rolls] == ["attack", "location", "damage"]


@pytest.mark.rule("KB-24", "KB-61")
def test_no_penetration_roll_where_there_is_no_armor() -> None:
    s = duel(ben={"armor": ["Hard leather"], "hth": 0}, order="ana")
    assert [c.label for c, _ in strike(s, [15, 14, 1]).rolls] == ["attack", "location", "damage"]  # the arm


@pytest.mark.rule("KB-61")
def test_armor_that_holds_stops_all_damage() -> None:
    s = duel(ben={"armor": ["Hard leather"], "hth": 0}, order="ana")
    done = strike(s, [15, 5, 1])  # 1 + (5 − 0) = 6 against 7
    assert done.result == "hit"
    assert done.s["ben"].stats.total == 0


@pytest.mark.rule("KB-64")
def test_subdual_and_lethal_are_kept_apart_and_added() -> None:
    s = duel(order="ana").with_stats("ben", lethal=2)
    done = strike(s, [15, 8, 4, (1, 1, 1)], "attack", "Sword", "subdual").s["ben"].stats
    assert (done.lethal, done.subdual, done.total) == (2, 4, 6)
    fist = strike(duel(order="ana", at=CONTACT), [15, 8, 3, (1, 1)], "attack", "Fist").s["ben"].stats
    assert (fist.lethal, fist.subdual) == (0, 3)


@pytest.mark.rule("KB-22", "KB-41")
def test_an_attack_on_the_unaware_meets_no_dodge_and_no_defence() -> None:
    s = duel().with_combatant("ana", player=False)
    done = strike(s, [10, 8, 1, (1, 1)], "attack", "Sword", "unaware")
    assert done.asks == ()
    assert "Dodge" not in done.rolls[0][0].text((10,), str)


@pytest.mark.rule("KB-22")
def test_whether_the_target_of_a_player_is_unaware_is_the_directors_to_say() -> None:
    yes = strike(duel(), ["unaware", 10, 8, 1, (1, 1)], "attack", "Sword", "unaware")
    assert [(ask.who, ask.default) for ask in yes.asks] == [(GM, "aware")]
    assert "Dodge" not in yes.rolls[0][0].text((10,), str)
    no = strike(duel(), ["aware", "none", 8], "attack", "Sword", "unaware")
    assert [ask.topic for ask in no.asks] == ["ruling", "parry"]
    assert "− 5 Dodge" in no.rolls[0][0].text((8,), str)


# ------------------------------------------------------------------ Parry and Block
@pytest.mark.rule("KB-41")
def test_a_parrys_success_number_adds_to_the_dodge_of_that_attack() -> None:
    """8 + 5 + 1 (sword) = 14: 4 more Dodge; the attack needs 14."""
    s = duel()
    assert strike(s, ["parry", 8, 13]).result == "miss"
    hit = strike(s, ["parry", 8, 14, 20, 1])
    assert hit.result == "hit"
    assert hit.rolls[1][0].text((14,), str).endswith("+ 5 Score − 5 Dodge − 4 Parry = 10: hit by 0")


@pytest.mark.rule("KB-41")
def test_a_parry_costs_the_next_unspent_action_and_its_slot() -> None:
    s = duel(order="ana ben ana ben")
    done = strike(s, ["parry", 2, 20, "none", 20, 1])
    assert [x.id for x in done.s.order] == ["ana#1", "ana#2", "ben#2"]
    assert done.s["ben"].stats.acted == 1
    gone = strike(duel(order="ana ana"), [1])
    assert gone.asks == ()


@pytest.mark.rule("KB-41")
def test_a_failed_parry_does_nothing() -> None:
    assert strike(duel(), ["parry", 2, 10, 20, 1]).result == "hit"


@pytest.mark.rule("KB-41")
def test_the_parry_uses_the_level_of_the_skill_and_the_better_modifier() -> None:
    s = duel(ben={"hth_skills": ["Sword 8"], "hth": 5})
    assert mcl(s, "ben", weapon_of(s, "ben", "Sword")) == 8
    assert mcl(duel(), "ben", weapon_of(duel(), "ben", "Sword")) == 5
    shielded = strike(duel(ben={"shield": 3}), ["parry", 2, 9])
    assert "+ 5 skill + 3 shield" in shielded.rolls[0][0].text((2,), str)
    spear = strike(duel(ben={"weapons": ["Staff"], "shield": 1}), ["parry", 2, 9])
    assert "+ 2 staff" in spear.rolls[0][0].text((2,), str)


@pytest.mark.rule("KB-32", "KB-41", "KB-43", "KB-72")
@pytest.mark.parametrize("why", ["aggressive", "great blow", "held", "gun"])
def test_where_a_parry_is_not_offered(why: str) -> None:
    s = duel(order="ana ben ben")
    if why == "aggressive":
        s = s.with_stats("ben", mode="aggressive")
    elif why == "great blow":
        s = s.with_stats("ben", blow=Intent("ana", "Sword"))
    elif why == "held":
        s = s.with_stats("ben", held=s["ben"].stats.held.put("ana", 3))
    weapon = "Sword"
    if why == "gun":
        s, weapon = duel({"weapons": ["Pistol"]}, order="ana ben"), "Pistol"
    assert strike(s, [1], "attack", weapon).asks == ()


@pytest.mark.rule("KB-41", "KB-49")
def test_the_second_action_of_a_great_blow_is_spent_already() -> None:
    """One slot left is the blow's: no Block. With another one there is a Block, and it costs that one."""
    s = duel(order="ana ben").with_stats("ben", blow=Intent("ana", "Sword"))
    assert strike(s, [15, 20, 1]).asks == ()
    s = duel(order="ana ben ben").with_stats("ben", blow=Intent("ana", "Sword"))
    done = strike(s, [15, "block", 6, 1])
    assert [x.id for x in done.s.order] == ["ana#1", "ben#1"]


@pytest.mark.rule("KB-42")
def test_a_block_chooses_the_limb_and_takes_its_success_off_before_the_multiplier() -> None:
    """8 rolled, block 9 + 5 = 14: 4 off; (8 − 4) ÷ 2 = 2."""
    s = duel()
    done = strike(s, ["none", 15, "block-leg", 9, 8, (1, 1)])
    assert [c.label for c, _ in done.rolls] == ["attack", "block", "damage", "stun"]
    assert done.s["ben"].stats.lethal == 2
    assert "leg" in done.rolls[2][0].text((8,), str)
    assert [x.id for x in done.s.order] == ["ana#1"]


@pytest.mark.rule("KB-42")
def test_a_failed_block_leaves_the_location_to_the_roll() -> None:
    done = strike(duel(), ["none", 15, "block", 2, 20, 1])
    assert [c.label for c, _ in done.rolls] == ["attack", "block", "location", "damage"]


@pytest.mark.rule("KB-42")
def test_a_block_may_follow_a_failed_parry_for_its_own_action() -> None:
    done = strike(duel(order="ana ben ben"), ["parry", 2, 15, "block", 9, 1])
    assert [x.id for x in done.s.order] == ["ana#1"]
    assert strike(duel(order="ana ben"), ["parry", 2, 15, 20, 1]).asks[-1].topic == "parry"


@pytest.mark.rule("KB-42")
def test_a_block_meets_the_armor_of_the_limb() -> None:
    s = duel(ben={"armor": ["Full plate"], "hth": 5})
    done = strike(s, ["none", 19, "block", 10, 17])
    assert [c.label for c, _ in done.rolls] == ["attack", "block", "penetration"]
    assert "full plate 18/3" in done.rolls[2][0].text((17,), str)


@pytest.mark.rule("KB-70", "KB-41", "KB-42")
def test_the_dazed_do_not_attack_and_defend_all_the_same() -> None:
    s = scripted(daze("ana"), duel(), []).s
    with pytest.raises(Refused, match="Dazed"):
        strike(s, [])
    s = scripted(daze("ben"), duel(ben={"hth": 6}), []).s
    assert dodge(s, "ben", "ana") == 6
    assert strike(s, ["parry", 10, 3]).result == "miss"


@pytest.mark.rule("KB-41", "KB-23")
def test_exact_odds_with_a_parry() -> None:
    """A Parry fails on 1 to 3 (with +6); else its success number raises what is needed."""
    s = duel()
    outcomes = exact(to_hit("ana", "ben", "Sword", "attack", 0, True, 0), s, lambda a, s: "parry")
    expected = Fraction(0)
    for p in range(1, 21):
        won = max(p + 6 - 10, 0) if p == 20 or (p != 1 and p + 6 >= 10) else 0
        faces = [f for f in range(1, 21) if f == 20 or (f != 1 and f + 5 - 5 - won >= 10)]
        expected += Fraction(len(faces), 400)
    assert results(outcomes)[0] == expected


# ------------------------------------------------------------------ maneuvers' limits
@pytest.mark.rule("KB-40")
def test_one_maneuver_a_round_unless_the_option_says_one_an_action() -> None:
    s = arena({"ana": {}, "ben": {}}, "ana ben ana").with_stats("ana", maneuver="feint")
    sword = weapon_of(s, "ana", "Sword")
    assert "One maneuver a round" in str(why_not(s, "ana", "ben", sword, "thrust"))
    assert why_not(s, "ana", "ben", sword, "attack") is None
    free = replace(s, options=s.options.put("maneuvers", "action"))
    assert why_not(free, "ana", "ben", sword, "thrust") is None


@pytest.mark.rule("KB-40", "KB-32")
@pytest.mark.parametrize(
    ("weapon", "manner", "mode", "why"),
    [
        ("Sword", "great_blow", "aggressive", "no Great Blows in Aggressive"),
        ("Sword", "grapple", "normal", "Grapple is not possible with the sword"),
        ("Mace", "thrust", "normal", "Thrust is not possible with the mace"),
        ("Sword", "entangle", "normal", "Entangle is not possible with the sword"),
        ("Pistol", "feint", "normal", "needs a melee weapon"),
    ],
)
def test_the_limits_of_mode_and_weapon_are_checked(weapon: str, manner: str, mode: str, why: str) -> None:
    s = duel({"weapons": ["Sword", "Mace", "Pistol"]}).with_stats("ana", mode=mode)
    with pytest.raises(Refused, match=why):
        strike(s, [], manner, weapon)


@pytest.mark.rule("KB-47")
def test_a_thrust_uses_its_class_and_lowers_ones_own_dodge_until_the_next_action() -> None:
    s = duel(ben={"armor": ["Plate mail"], "hth": 0}, order="ana")
    done = strike(s, [15, 5, 8, 4, (1, 1)], "thrust")  # plate mail: B 16/3, C 12/2; 8 + 5 = 13
    assert "class C against plate mail 12/2" in done.rolls[2][0].text((8,), str)
    assert dodge(done.s, "ana", "ben") == 3
    assert dodge(scripted(slot_begins("ana"), done.s, []).s, "ana", "ben") == 5


@pytest.mark.rule("KB-47")
def test_how_much_dodge_a_thrust_costs_is_an_option() -> None:
    s = duel(order="ana", options={"thrust_dodge": 4})
    assert dodge(strike(s, [1], "thrust").s, "ana", "ben") == 1


# ------------------------------------------------------------------ the armor table
PAGE = {
    # Dodge modifier and cells, written out from the clause once more
    "Heavy leather": "0: 5/2 4/1 2/1 0/1 0/1 0/1 0/1 0/1",
    "Soft leather": "0: 5/2 4/1 2/1 0/1 0/1 0/1 0/1 0/1",
    "Hard leather": "-1: 8/2 7/1 2/1 0/1 0/1 0/1 0/1 0/1",
    "Studded leather": "-1: 12/1 10/1 4/1 1/1 0/1 0/1 0/1 0/1",
    "Padded": "0: 9/2 2/1 1/1 0/1 0/1 0/1 0/1 0/1",
    "Ring": "-1: 10/1 11/1 4/1 1/1 0/1 0/1 0/1 0/1",
    "Splint": "-2: 8/1 10/2 5/2 2/1 0/1 0/1 0/1 0/1",
    "Light chain": "-2: 6/1 12/2 3/1 0/1 0/1 0/1 0/1 0/1",
    "Chain mail": "-4: 7/2 15/2 6/1 2/1 1/1 0/1 0/1 0/1",
    "Banded mail": "-3: 13/2 15/2 9/2 4/1 2/1 0/1 0/1 0/1",
    "Plate mail": "-3: 14/2 16/3 12/2 4/2 3/1 1/1 0/1 1/2",
    "Full plate": "-4: 15/2 18/3 14/2 7/2 4/2 2/1 1/1 1/3",
    "Helmet": "0: 14/2 16/4 13/4 12/3 10/3 8/2 4/1 1/1",
    "Light flak vest": "0: 13/2 15/4 9/3 7/3 5/2 2/2 1/1 0/1",
    "Heavy flak vest": "-1: 14/2 16/4 13/4 12/3 10/3 8/2 4/1 1/1",
    "Light combat": "-3: 14/4 13/4 12/3 10/3 8/2 6/2 4/2 1/2",
    "Heavy combat": "-5: 15/4 14/4 13/4 12/3 10/3 8/3 6/2 1/2",
    "Ballistic cloth II": "0: 3/1 8/2 7/3 3/2 1/2 0/2 0/1 0/1",
    "Ballistic cloth III": "0: 4/1 10/2 9/3 5/2 3/2 1/2 0/2 0/1",
    "Ballistic cloth IV": "0: 6/1 12/3 11/3 7/2 5/2 3/2 1/2 0/1",
}


@pytest.mark.rule("KB-65", "KB-91")
def test_the_armor_table_is_the_one_of_the_clause() -> None:
    assert {name: f"{dodge_}: {cells}" for name, (dodge_, cells, _) in ARMOR.items()} == PAGE


@pytest.mark.rule("KB-91")
def test_what_each_armor_covers() -> None:
    body = {"chest", "shoulder", "abdomen"}
    expected = dict.fromkeys(PAGE, body)
    expected |= {name: set(LOCATIONS) - {"head"} for name in ("Full plate", "Light combat", "Heavy combat")}
    expected["Helmet"] = {"head"}
    assert {name: set(covers) for name, (_, _, covers) in ARMOR.items()} == expected


@pytest.mark.rule("KB-61", "KB-62", "KB-65", "KB-91")
@pytest.mark.parametrize("armor", PAGE)
@pytest.mark.parametrize("edge", [-6, -2, 0, 3, 8])
def test_penetration_and_divider_of_every_cell(armor: str, edge: int) -> None:
    """Chances of every divider for every class, at several differences of the Scores."""
    s = duel(ben={"armor": [armor], "armor_at": {"arm": armor}})
    row = s["ben"].stats.sheet.armor["arm"]
    for klass, cell in zip(CLASSES, PAGE[armor].split(": ")[1].split(), strict=True):
        target, divider = map(int, cell.split("/"))
        assert row.cells[CLASSES.index(klass)] == (target, divider)
        expected: dict[int, Fraction] = {}
        for face in range(1, 21):
            over = face + edge - target
            left = 0 if over < 0 else max(1, divider - over // 5)
            expected[left] = expected.get(left, Fraction(0)) + Fraction(1, 20)
        assert every(Penetration("p", "ana", armor, klass, target, divider, (("Scores", edge),))) == expected


@pytest.mark.rule("KB-61", "KB-80")
def test_penetration_is_rolled_with_the_difference_of_the_scores_of_the_same_kind() -> None:
    gun = duel(
        {"gun": 7, "weapons": ["Rifle"], "funk": True}, {"gun": 2, "armor": ["Light flak vest"]}, "ana"
    )
    done = scripted(attack("ana", "ben", "Rifle", "attack", (), 0), gun, [18, 4, 1, (1, 1, 1, 1), (1, 1)])
    penetration = done.rolls[2][0]
    assert isinstance(penetration, Penetration)
    assert (penetration.klass, penetration.target, penetration.divider) == ("E", 5, 2)
    assert penetration.parts == (("Scores", 5), ("Funk", -1))
