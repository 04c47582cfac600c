"""The close attack: steps, reactions, the whole table of attack against defence, damage, situations."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules.engine.effects import GM
from rules.games.openquest import RULESET
from rules.games.openquest.attack import strike
from rules.games.openquest.blows import Outcome, attack_skill
from rules.games.openquest.chances import Level
from rules.games.openquest.defence import dodge, parry, reactions
from rules.games.openquest.gear import Dice
from rules.games.openquest.harm import damage_dice, most
from rules.games.openquest.manners import attack
from rules.games.openquest.model import State
from tests.rules.games.openquest.fights import arena, blow, chances, changed, duel, fighter, play, turn

C, S, F, X, N = Level.CRITICAL, Level.SUCCESS, Level.FAILURE, Level.FUMBLE, Level.NONE


def face_level(face: int, skill: int) -> Level:
    """Written by hand from OQ-10 to OQ-13 for skills from 1 to 99."""
    double = face in (11, 22, 33, 44, 55, 66, 77, 88, 99, 100)
    if face <= skill:
        return C if double else S
    return X if double else F


def table() -> State:
    """Ana strikes at 50 for 1D8 without a modifier; the foe parries at 40 and has 100 hit points and 2 AP."""
    s = changed(duel(), "ana", close=50, dm=Dice())
    return changed(s, "foe", close=40, hp=100, hp_max=100, ap=2)


def lost(s: State) -> int:
    return 100 - s["foe"].stats.hp


# ------------------------------------------------------------------ the table
@pytest.mark.rule("OQ-31", "OQ-33", "OQ-37", "OQ-38")
def test_an_attack_of_50_against_a_parry_of_40_in_all_its_rows() -> None:
    expected: dict[Any, Fraction] = defaultdict(Fraction)
    for first in range(1, 101):
        attacked = face_level(first, 50)
        if attacked in (F, X):
            expected[attacked, N, 0] += Fraction(1, 100)
            continue
        for second, die in product(range(1, 101), range(1, 9)):
            defended = face_level(second, 40)
            p = Fraction(1, 100 * 100 * 8)
            rolled = max(0, die - 2)
            if attacked is S:
                harm = {S: 0, C: 0, F: rolled, X: rolled}[defended]
            else:
                harm = {S: 8, F: 8, X: 8, C: rolled}[defended]
            expected[attacked, defended, harm] += p

    def seen(result: tuple[Outcome, ...], s: State) -> Any:
        return result[0].attack, result[0].defence, lost(s)

    found = chances(attack(blow()), table(), seen, {"defence": "parry"})
    assert found == dict(expected)
    assert sum(found.values()) == 1


@pytest.mark.rule("OQ-31")
def test_the_rows_of_that_table_by_their_numbers() -> None:
    def seen(result: tuple[Outcome, ...], s: State) -> Any:
        return result[0].attack, result[0].defence

    found = chances(attack(blow()), table(), seen, {"defence": "parry"})
    # 50: 4 critical, 46 success, 44 failure, 6 fumble; 40: 3, 37, 53, 7
    assert {row: int(p * 10_000) for row, p in found.items()} == {
        (F, N): 4400,
        (X, N): 600,
        (S, C): 46 * 3,
        (S, S): 46 * 37,
        (S, F): 46 * 53,
        (S, X): 46 * 7,
        (C, C): 4 * 3,
        (C, S): 4 * 37,
        (C, F): 4 * 53,
        (C, X): 4 * 7,
    }


FACE = {C: 11, S: 20, F: 60, X: 99}


@pytest.mark.rule("OQ-37")
@pytest.mark.parametrize(
    ("attacked", "defended", "harm", "fumbles"),
    [
        (S, S, 0, ""),
        (S, F, 4, ""),
        (S, N, 4, ""),
        (S, X, 4, "foe"),
        (S, C, 0, "ana"),
        (C, N, 8, ""),
        (C, F, 8, ""),
        (C, S, 8, ""),
        (C, X, 8, "foe"),
        (C, C, 4, ""),
    ],
)
def test_every_row_of_the_table(attacked: Level, defended: Level, harm: int, fumbles: str) -> None:
    script: list[Any] = [FACE[attacked]]
    script += ["none"] if defended is N else ["parry", FACE[defended]]
    if harm == 4:
        script.append(6)  # 6 − 2 AP
    if fumbles:
        script.append("prone")
    done = play(strike(blow()), table(), *script)
    assert lost(done.s) == harm
    asked = [ask for ask in done.asks if ask.topic == "fumble"]
    assert [ask.who for ask in asked] == ([GM] if fumbles else [])
    for who in ("ana", "foe"):
        assert done.s[who].stats.prone == (who == fumbles)


@pytest.mark.rule("OQ-37")
def test_a_critical_dodge_makes_nobody_fumble_and_the_option_turns_it_off_for_parries() -> None:
    dodged = play(strike(blow()), table(), 20, "dodge", 11)
    assert not dodged.s["ana"].stats.prone
    s = changed(duel(critical_parry_fumbles_attacker=False), "foe", close=40)
    assert len(play(strike(blow()), s, 20, "parry", 11).asks) == 1


# ------------------------------------------------------------------ the steps
@pytest.mark.rule("OQ-31", "OQ-33")
def test_a_miss_ends_it_and_nobody_is_asked() -> None:
    done = play(attack(blow()), table(), 51)
    assert (done.asks, done.result) == ((), (Outcome(F),))


@pytest.mark.rule("OQ-31", "OQ-33", "OQ-60")
def test_a_fumble_goes_to_the_referee_and_a_hit_to_the_defender() -> None:
    fumbled = play(attack(blow()), table(), 99, "prone")
    assert [(ask.who, ask.topic) for ask in fumbled.asks] == [(GM, "fumble")]
    hit = play(attack(blow()), table(), 20, "none", 5)
    assert [(ask.who, ask.topic, ask.default) for ask in hit.asks] == [("foe", "defence", "none")]
    assert hit.asks[0].prompt == "ana scores a hit (Longsword). How does foe defend?"
    assert "a critical hit" in play(attack(blow()), table(), 11, "none").asks[0].prompt


@pytest.mark.rule("OQ-33")
def test_who_cannot_react_is_not_asked() -> None:
    for s in (changed(table(), "foe", gave_up=True), changed(table(), "foe", state="out", hp=0)):
        script = [20, 5] if s["foe"].stats.turn.gave_up else ["lethal"]
        assert [a.topic for a in play(strike(blow()), s, *script).asks] in ([], ["lethal"])


@pytest.mark.rule("OQ-32")
def test_the_attack_uses_the_skill_of_the_weapon() -> None:
    s = changed(table(), "ana", close=50, unarmed=30, ranged=45)
    assert attack_skill(s, blow()).words == "Close Combat 50%"
    assert attack_skill(s, blow(weapon="Unarmed")).words == "Unarmed Combat 30%"
    bow = changed(arena(fighter("ana", "hunter"), fighter("foe", "goblin")), "ana", ranged=45)
    assert attack_skill(bow, blow(weapon="Long bow")).words == "Ranged Combat 45%"
    assert attack_skill(s, blow("great", modifier=-10)).total == 50 + 20 - 10


# ------------------------------------------------------------------ reactions
def offered(s: State, **more: Any) -> list[str]:
    return [o.value for o in reactions(blow(**more), s)]


@pytest.mark.rule("OQ-34")
def test_who_can_parry_with_what() -> None:
    s = duel("sellsword", "sellsword")
    assert parry(s, blow()).words == "Close Combat 60%"
    bare = changed(s, "foe", hand="", shield="none", unarmed=31)
    assert parry(bare, blow()).words == "Unarmed Combat 31%"
    assert parry(changed(bare, "foe", shield="small"), blow()).words == "Close Combat 60%"
    wolf = duel("sellsword", "wolf")
    assert parry(wolf, blow()).words == "Close Combat 50%"
    assert offered(wolf) == ["parry", "none"]
    hunter = duel("sellsword", "hunter")
    assert parry(hunter, blow()).name == "Unarmed Combat"  # both hands are on the bow


@pytest.mark.rule("OQ-34", "OQ-35")
def test_what_is_thrown_and_what_is_shot() -> None:
    thrower = changed(duel("sellsword", "sellsword"), "ana", weapons=(), hand="")
    javelins = RULESET.read({"weapons": ["Javelin", "Short bow"]})
    s = changed(thrower, "ana", weapons=javelins.weapons, hand="Javelin")
    assert offered(s, weapon="Javelin") == ["parry", "dodge", "none"]
    for shield in ("none", "small"):
        assert offered(changed(s, "foe", shield=shield), weapon="Javelin") == ["dodge", "none"]
    assert offered(changed(s, "foe", shield="large"), weapon="Javelin") == ["parry", "dodge", "none"]
    assert offered(changed(s, "ana", hand="Short bow"), weapon="Short bow") == ["none"]


@pytest.mark.rule("OQ-35")
def test_nobody_dodges_what_it_does_not_know_of() -> None:
    assert "dodge" not in offered(duel(), ticks=("unaware",))
    assert "dodge" in offered(duel())


@pytest.mark.rule("OQ-36")
def test_each_further_reaction_is_at_another_20_less_and_the_prompt_shows_it() -> None:
    s = changed(duel("berserk", "goblin"), "foe", hp=50)
    b = blow(weapon="Great axe")
    words: list[list[str]] = []
    for n in range(4):
        assert (parry(s, b).total, dodge(s, b).total) == (40 - 20 * n, 50 - 20 * n)
        words.append([o.words for o in reactions(b, s)])
        if n < 3:
            s = play(strike(b), s, 20, "parry" if n % 2 else "dodge", 1).s
    assert words[0] == ["Parry 40%", "Dodge 50%", "Take it"]
    assert words[1] == ["Parry 20%", "Dodge 30%", "Take it"]
    assert words[3] == ["Parry −20%", "Dodge −10%", "Take it"]
    assert reactions(b, s)[0].hint == "fourth reaction −60"


@pytest.mark.rule("OQ-36")
def test_taking_it_costs_no_penalty_and_a_new_round_begins_at_zero() -> None:
    s = play(strike(blow()), table(), 20, "none", 5).s
    assert parry(s, blow()).total == 40
    s = play(strike(blow()), s, 20, "parry", 1).s
    assert parry(s, blow()).total == 20
    assert parry(play(RULESET.round_start(), s).s, blow()).total == 40


# ------------------------------------------------------------------ damage
@pytest.mark.rule("OQ-38")
@pytest.mark.parametrize(
    ("modifier", "faces", "ap", "harm"),
    [
        (Dice(), (6,), 2, 4),
        (Dice(), (2,), 2, 0),
        (Dice(), (1,), 5, 0),
        (Dice(1, 4), (6, 3), 2, 7),
        (Dice(2, 6), (8, 6, 6), 3, 17),
        (Dice(-1, 6), (5, 2), 1, 2),
        (Dice(-1, 6), (2, 6), 0, 1),  # at least 1 before armor
        (Dice(-1, 6), (2, 6), 1, 0),
    ],
)
def test_rolled_damage(modifier: Dice, faces: tuple[int, ...], ap: int, harm: int) -> None:
    s = changed(changed(table(), "ana", dm=modifier), "foe", ap=ap)
    assert lost(play(strike(blow()), s, 20, "none", faces).s) == harm


@pytest.mark.rule("OQ-38")
@pytest.mark.parametrize(
    ("modifier", "harm"),
    [(Dice(), 8), (Dice(1, 4), 12), (Dice(2, 6), 20), (Dice(-1, 4), 7), (Dice(-1, 6), 7)],
)
def test_maximum_damage(modifier: Dice, harm: int) -> None:
    s = changed(changed(table(), "ana", dm=modifier), "foe", ap=6)
    assert most(damage_dice(s, blow())) == harm
    assert lost(play(strike(blow()), s, 11, "none").s) == harm


@pytest.mark.rule("OQ-38")
def test_the_distribution_of_damage_with_a_modifier_that_takes_away() -> None:
    s = changed(changed(table(), "ana", dm=Dice(-1, 4), close=120), "foe", ap=1, gave_up=True)
    s = changed(s, "ana", close=99)
    expected: dict[int, Fraction] = defaultdict(Fraction)
    for die, less in product(range(1, 9), range(1, 5)):
        expected[max(0, max(1, die - less) - 1)] += Fraction(90, 100 * 32)
    expected[7] += Fraction(9, 100)  # criticals: 8 − 1, no armor
    expected[0] += Fraction(1, 100)
    assert chances(strike(blow()), s, lambda r, after: lost(after)) == dict(expected)


@pytest.mark.rule("OQ-38")
def test_every_die_and_the_arithmetic_are_shown() -> None:
    s = changed(table(), "ana", dm=Dice(1, 4))
    done = play(strike(blow()), s, 20, "none", (6, 3))
    chance, faces = done.rolls[-1]
    assert chance.text(faces, str) == "ana's damage: 1D8 (6) + 1D4 (3) = 9"
    assert done.told()[-1] == "foe loses 7 hit points (9 damage − 2 armor) and has 93 left"
    less = damage_dice(changed(s, "ana", dm=Dice(-1, 6)), blow())
    assert less.text((5, 2), str) == "ana's damage: 1D8 (5) − 1D6 (2) = 3"


# ------------------------------------------------------------------ situations
def skills_of(s: State, **more: Any) -> tuple[int, int, int]:
    """Attack, parry and dodge after all modifiers."""
    b = blow(**more)
    return attack_skill(s, b).total, parry(s, b).total, dodge(s, b).total


BASE = (60, 40, 50)
SITUATIONS = [
    ("target prone", {"foe": {"prone": True}}, {}, (20, -20, -20)),
    ("from behind", {}, {"ticks": ("behind",)}, (20, 0, 0)),
    ("prone and behind are one row", {"foe": {"prone": True}}, {"ticks": ("behind",)}, (20, -20, -20)),
    ("higher ground", {"ana": {"higher": True}}, {}, (20, -20, -20)),
    ("higher ground, ticked", {}, {"ticks": ("higher",)}, (20, -20, -20)),
    ("both on higher ground", {"ana": {"higher": True}, "foe": {"higher": True}}, {}, (0, 0, 0)),
    ("defending from above", {"foe": {"higher": True}}, {}, (0, 20, 20)),
    ("mounted", {"ana": {"mounted": True, "riding": 90}}, {}, (20, -20, -20)),
    (
        "mounted on higher ground is one row",
        {"ana": {"mounted": True, "higher": True, "riding": 90}}, {}, (20, -20, -20),
    ),
    ("attacking while prone", {"ana": {"prone": True}}, {}, (-20, 0, 0)),
    ("attacker on unstable ground", {"ana": {"unstable": True}}, {}, (-20, 0, 0)),
    ("attacker on unstable ground, ticked", {}, {"ticks": ("unstable",)}, (-20, 0, 0)),
    ("defender on unstable ground", {"foe": {"unstable": True}}, {}, (0, -20, -20)),
    ("underwater, ticked", {}, {"ticks": ("underwater",)}, (-50, -50, -50)),
    ("partial darkness, ticked", {}, {"ticks": ("partial",)}, (-20, -20, -20)),
    ("darkness, ticked", {}, {"ticks": ("dark",)}, (-50, -50, -50)),
    ("darkness is darker than partial", {}, {"ticks": ("dark", "partial")}, (-50, -50, -50)),
    ("all of them", {"ana": {"prone": True, "higher": True}}, {"ticks": ("dark",)}, (-50, -70, -70)),
]  # fmt: skip


@pytest.mark.rule("OQ-39")
@pytest.mark.parametrize(("name", "who", "more", "expected"), SITUATIONS, ids=[x[0] for x in SITUATIONS])
def test_situational_modifiers(
    name: str, who: dict[str, dict[str, Any]], more: dict[str, Any], expected: tuple[int, int, int]
) -> None:
    s = duel()
    for one, fields in who.items():
        s = changed(s, one, **fields)
    assert tuple(a - b for a, b in zip(skills_of(s, **more), BASE, strict=True)) == expected


@pytest.mark.rule("OQ-39")
@pytest.mark.parametrize(
    ("ground", "expected"),
    [
        ({"light": "partial"}, (-20, -20, -20)),
        ({"light": "dark"}, (-50, -50, -50)),
        ({"unstable": True}, (-20, -20, -20)),
        ({"underwater": True}, (-50, -50, -50)),
    ],
)
def test_what_the_referee_set_counts_by_itself(
    ground: dict[str, Any], expected: tuple[int, int, int]
) -> None:
    s = duel().with_ground(**ground)
    assert tuple(a - b for a, b in zip(skills_of(s), BASE, strict=True)) == expected
    if ground in ({"unstable": True}, {"underwater": True}):  # ticked besides: still one row
        only = ("unstable",) if "unstable" in ground else ("underwater",)
        assert skills_of(s, ticks=only) == skills_of(s)


@pytest.mark.rule("OQ-39")
def test_with_one_modifier_only_the_largest_count() -> None:
    def at(s: State) -> State:
        return changed(changed(s, "ana", higher=True, prone=True), "foe", prone=True).with_ground(
            light="dark"
        )

    # +20 +20 −20 −50 against the largest +20 and −50; the defence −20 −20 −50 against −50
    assert skills_of(at(duel())) == (60 - 30, 40 - 90, 50 - 90)
    assert skills_of(at(duel(one_modifier=True))) == (60 - 30, 40 - 50, 50 - 50)
    s = changed(changed(duel(), "ana", higher=True), "foe", prone=True)
    assert skills_of(s)[0] == 100
    one = changed(changed(duel(one_modifier=True), "ana", higher=True), "foe", prone=True)
    assert skills_of(one)[0] == 80


@pytest.mark.rule("OQ-39")
def test_the_helpless_are_hit_critically_without_a_roll_or_a_defence() -> None:
    s = changed(duel(), "foe", state="out", hp=0)
    done = play(attack(blow()), s, "lethal")
    assert done.rolls == ()
    assert done.result == (Outcome(C, told=True),)
    assert done.s["foe"].stats.hp == -12  # 8 + 4, armor ignored


@pytest.mark.rule("OQ-30")
def test_a_close_attack_needs_close_and_steps_up_with_the_free_move() -> None:
    s = turn(arena(fighter("ana", "sellsword", fortune=0), fighter("foe", "goblin")), "ana")
    done = play(attack(blow()), s, 99, "prone")
    assert done.s.ground.close == (("ana", "foe"),)
    assert done.s["ana"].stats.turn.moved
    assert done.told()[0] == "ana closes in on foe"


def test_outcomes_in_a_few_words() -> None:
    s = table()

    def words(*script: Any) -> str:
        done = play(attack(blow()), s, *script)
        return RULESET.outcome(done.result, s, done.s)

    assert words(51) == "miss"
    assert words(99, "prone") == "fumble"
    assert words(20, "parry", 20) == "parried"
    assert words(20, "dodge", 20) == "dodged"
    assert words(20, "none", 5) == "hit"
    assert words(11, "none") == "critical hit"
    weak = changed(s, "foe", hp=1)
    done = play(attack(blow()), weak, 20, "none", 5, "lethal")
    assert RULESET.outcome(done.result, weak, done.s) == "hit; down: foe"
