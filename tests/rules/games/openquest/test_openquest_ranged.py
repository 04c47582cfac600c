"""Shooting, riding, surprise, intimidation (OQ-55 to 58)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.engine.effects import GM
from rules.engine.procedures import Refused
from rules.games.openquest import RULESET
from rules.games.openquest.actions import aim
from rules.games.openquest.attack import strike
from rules.games.openquest.blows import Blow, Outcome, attack_skill
from rules.games.openquest.chances import Level
from rules.games.openquest.defence import can_react, dodge, parry, reactions
from rules.games.openquest.gear import Dice
from rules.games.openquest.harm import damage_dice
from rules.games.openquest.influence import intimidate
from rules.games.openquest.manners import attack
from rules.games.openquest.model import State
from rules.games.openquest.place import set_range, surprise
from tests.rules.games.openquest.fights import arena, blow, changed, duel, fighter, play, turn

BOW = Blow("ana", "foe", "Long bow")


def archers(metres: int = 0, **foe: Any) -> State:
    """Ana with a long bow (Ranged 60), a goblin somewhere off."""
    s = turn(arena(fighter("ana", "hunter", fortune=0), fighter("foe", "goblin", **foe)), "ana")
    return play(set_range("ana", "foe", metres), s).s if metres else s


@pytest.mark.rule("OQ-55")
@pytest.mark.parametrize(("metres", "modifier"), [(0, 0), (150, 0), (151, -20), (300, -20)])
def test_range(metres: int, modifier: int) -> None:
    assert attack_skill(archers(metres), BOW).total == 60 + modifier


@pytest.mark.rule("OQ-55")
def test_beyond_twice_the_range_is_impossible() -> None:
    with pytest.raises(Refused, match="foe is 301 m away; Long bow reaches 300 m at the very most"):
        play(attack(BOW), archers(301))


@pytest.mark.rule("OQ-55")
@pytest.mark.parametrize(
    ("ana", "foe", "ground", "ticks", "modifier"),
    [
        ({}, {"cover": 20}, {}, (), -20),
        ({}, {"cover": 50}, {}, (), -50),
        ({}, {"cover": 20}, {}, ("cover75",), -75),
        ({}, {}, {"wind": "strong"}, (), -20),
        ({}, {}, {"wind": "gale"}, ("wind",), -50),
        ({}, {"moving": 10}, {}, (), -20),
        ({}, {"moving": 30}, {}, ("moving",), -50),
        ({}, {}, {"sight": "hazy"}, (), -20),
        ({}, {}, {}, ("poor", "hazy"), -50),
        ({}, {}, {"light": "partial"}, (), -20),  # darkness is visibility, for those who shoot too
        ({}, {}, {"light": "dark", "sight": "hazy"}, (), -50),
        ({}, {"siz": 21}, {}, (), 20),
        ({}, {"siz": 20}, {}, (), 0),
        ({}, {"siz": 25}, {"sight": "hazy"}, (), -20),  # the worst of the section
        ({}, {"state": "dying", "hp": -1}, {}, (), 20),
        ({}, {"prone": True}, {}, (), -20),
        ({}, {"state": "out", "prone": True}, {}, (), -20),
        ({"prone": True}, {}, {}, (), -50),
        ({"unstable": True, "blinded": True, "prone": True}, {}, {}, (), -120),  # one's own add up
        (
            {"prone": True},
            {"cover": 50, "moving": 10},
            {"wind": "strong"},
            ("long",),
            -160,
        ),  # sections add up
    ],
)
def test_the_sections_of_ranged_modifiers(
    ana: dict[str, Any], foe: dict[str, Any], ground: dict[str, Any], ticks: tuple[str, ...], modifier: int
) -> None:
    s = changed(changed(archers(), "ana", **ana), "foe", **foe).with_ground(**ground)
    assert attack_skill(s, Blow("ana", "foe", "Long bow", ticks=ticks)).total == 60 + modifier


@pytest.mark.rule("OQ-55")
def test_in_a_storm_every_shot_fails() -> None:
    done = play(attack(BOW), archers().with_ground(wind="storm"))
    assert done.result == (Outcome(Level.FAILURE),)


@pytest.mark.rule("OQ-55")
def test_aiming_gathers_20_a_round_and_is_lost_by_any_other_act() -> None:
    s = play(aim("ana", "foe"), archers()).s
    s = play(aim("ana", "foe"), turn(play(RULESET.round_start(), s).s, "ana")).s
    s = turn(play(RULESET.round_start(), s).s, "ana")
    assert attack_skill(s, BOW).total == 100
    shot = play(attack(BOW), s, 100, "prone")
    assert shot.s["ana"].stats.aim == 0
    other = changed(
        arena(fighter("ana", "hunter", aim=2, aim_at="x"), fighter("foe", "goblin")), "ana", fortune=0
    )
    assert attack_skill(other, BOW).total == 60  # aimed at somebody else
    for verb, args in (("stance", {"detail": "lie"}), ("close", {"target": "foe"})):
        done = play(RULESET.verb(verb).call(s, "ana", args), s)
        assert done.s["ana"].stats.aim == 0
    dodged = play(
        strike(Blow("foe", "ana", "Shortspear")), s.with_ground(close=(("ana", "foe"),)), 20, "dodge", 20
    )
    assert dodged.s["ana"].stats.aim == 0


@pytest.mark.rule("OQ-55")
@pytest.mark.parametrize(("name", "rounds"), [("Heavy crossbow", 3), ("Light crossbow", 2), ("Long bow", 1)])
def test_rates_of_one_a_half_and_a_third(name: str, rounds: int) -> None:
    armed = RULESET.read({"weapons": [name]})
    s = changed(archers(), "ana", weapons=armed.weapons, hand=name, ranged=60)
    shot = Blow("ana", "foe", name)
    s = play(attack(shot), s, 98).s
    for number in range(2, 6):
        later = turn(play(RULESET.round_start(), s).s, "ana", number)
        if number < 1 + rounds:
            with pytest.raises(Refused, match=f"loaded again in round {1 + rounds}"):
                play(attack(shot), later)
        else:
            assert play(attack(shot), later, 99, "prone").s["ana"].stats.turn.acted


@pytest.mark.rule("OQ-55", "OQ-38", "OQ-70")
def test_crossbows_take_no_damage_modifier_and_bows_do() -> None:
    for name, dice in (("Light crossbow", Dice()), ("Long bow", Dice(1, 6))):
        armed = RULESET.read({"weapons": [name]})
        s = changed(archers(), "ana", weapons=armed.weapons, hand=name, dm=Dice(1, 6))
        assert damage_dice(s, Blow("ana", "foe", name)).dm == dice


@pytest.mark.rule("OQ-55", "OQ-70")
def test_thrown_weapons_fly_by_strength_and_a_dagger_lies_where_it_fell() -> None:
    armed = RULESET.read({"weapons": ["Dagger", "Javelin"]})
    s = changed(archers(30), "ana", weapons=armed.weapons, hand="Dagger", str=14, ranged=60)
    with pytest.raises(Refused, match=r"30 m away; Dagger \(thrown\) reaches 28 m"):
        play(attack(Blow("ana", "foe", "Dagger (thrown)")), s)
    near = play(set_range("ana", "foe", 20), s).s
    assert attack_skill(near, Blow("ana", "foe", "Dagger (thrown)")).total == 40
    done = play(attack(Blow("ana", "foe", "Dagger (thrown)")), near, 20, "dodge", 20)
    assert [(x.name, x.metres) for x in done.s.ground.lying] == [("Dagger", 20)]
    assert done.s["ana"].stats.hand == ""
    javelin = changed(s, "ana", hand="Javelin")
    assert attack_skill(javelin, Blow("ana", "foe", "Javelin")).total == 40  # 28 m, and 30 is beyond


@pytest.mark.rule("OQ-56")
def test_a_rider_strikes_down_on_foot_soldiers_and_fights_no_better_than_he_rides() -> None:
    s = changed(duel(), "ana", mounted=True, riding=45)
    assert attack_skill(s, blow()).words == "Close Combat (Riding) 65%"  # 45, +20
    assert parry(s, blow()).total == 20
    assert dodge(s, blow()).total == 30
    foe = Blow("foe", "ana", "Shortspear")
    assert parry(s, foe).total == 65
    both = changed(s, "foe", mounted=True, riding=90)
    assert attack_skill(both, blow()).total == 45
    assert parry(both, blow()).total == 40
    high = changed(s, "ana", higher=True, riding=90)
    assert attack_skill(high, blow()).total == 80  # one row


@pytest.mark.rule("OQ-57", "OQ-16")
def test_surprise_is_perception_against_the_best_deception() -> None:
    s = arena(
        fighter("ana", "sellsword", fortune=0, perception=50),
        fighter("ben", "hunter", fortune=0, perception=50),
        fighter("cai", "spear", fortune=0, perception=50),
        fighter("gob", "goblin", deception=60),
        fighter("orc", "orc", deception=20),
    )
    done = play(surprise(("ana", "ben", "cai")), s, 40, 45, 70, 99)
    assert done.rolls[0][0].text((40,), str) == "gob rolls Deception 60%: 40, success"
    assert done.told() == [
        "ana is not surprised",
        "ben is surprised",
        "cai is surprised and cannot defend",
    ]
    s = done.s
    assert [RULESET.able(s, who) for who in ("ana", "ben", "cai")] == [True, False, False]
    at = Blow("gob", "ben", "Shortspear")
    assert [o.value for o in reactions(at, s)] == ["parry", "dodge", "none"]
    assert not can_react(s, "cai")
    over = play(RULESET.round_end(), s).s
    ends = [e.ends for e in over.lasting]
    assert {(e.round, e.who) for e in ends if e} == {(1, "")}


@pytest.mark.rule("OQ-58")
@pytest.mark.parametrize(
    ("ticks", "skill"),
    [((), 50), (("motive",), 70), (("will",), 30), (("group",), 0), (("motive", "will", "group"), 0)],
)
def test_intimidation_modifiers(ticks: tuple[str, ...], skill: int) -> None:
    s = changed(duel(), "ana", influence=50)
    done = play(intimidate("ana", "foe", ticks), s, 98)
    assert done.rolls[0][0].text((98,), str) == f"ana rolls Influence {skill}%: 98, failure"


@pytest.mark.rule("OQ-58")
def test_what_intimidation_comes_to() -> None:
    s = changed(duel(), "ana", influence=50)
    fled = play(intimidate("ana", "foe", ()), s, 11, "flight")
    assert [(a.who, a.topic) for a in fled.asks] == [("foe", "cowed")]
    assert fled.s.ground.close == ()
    assert [e.label for e in fled.s.lasting] == ["fleeing"]
    immune = play(intimidate("ana", "foe", ()), s, 99).s
    with pytest.raises(Refused, match="immune to ana's threats"):
        play(intimidate("ana", "foe", ()), turn(play(RULESET.round_start(), immune).s, "ana"))
    wavers = play(intimidate("ana", "foe", ()), s, 20, "miss")
    assert wavers.asks[0].who == GM
    assert not RULESET.able(wavers.s, "foe")
    assert play(intimidate("ana", "foe", ()), s, 20, "in", "surrender").s.lasting[0].label == "surrendering"
    assert play(intimidate("ana", "foe", ()), s, 20, "yields").told()[-1] == "foe gives way before ana"


@pytest.mark.rule("OQ-57")
def test_a_hidden_ambusher_is_not_named_to_the_table() -> None:
    s = arena(fighter("ana", "sellsword", fortune=0), fighter("gob", "goblin", deception=60))
    s = s.with_combatant("gob", hidden=True)
    done = play(surprise(("ana",)), s, 40, 99)
    assert done.rolls[0][0].audience == GM
    assert not any("gob" in line.text(str) for line in done.lines if line.to != GM)
    with pytest.raises(Refused, match="nobody to be surprised by"):
        play(surprise(("ana", "gob")), s)
