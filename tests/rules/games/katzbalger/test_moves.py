"""The melee moves: Grapple, Break, Throw, Entangle, Feint, Great Blow, Charge, Lunge, Sidestep."""

from dataclasses import replace
from typing import Any

import pytest

from rules.engine.changes import SetMarker
from rules.engine.effects import GM
from rules.engine.procedures import Refused
from rules.engine.scripted import Scripted, scripted
from rules.games.katzbalger import RULESET, rounds
from rules.games.katzbalger.attack import attack, hit_parts
from rules.games.katzbalger.director import set_range, set_ranges
from rules.games.katzbalger.moves import break_free, pin_or_choke, release, stand_up, step
from rules.games.katzbalger.order import roll_order
from rules.games.katzbalger.sheet import State
from rules.games.katzbalger.values import (
    DAZED,
    KNEES,
    PRONE,
    STUNNED,
    dodge,
    holders,
    lasting,
    may_parry,
    range_of,
    weapon_of,
    why_not,
)
from rules.games.katzbalger.wounds import stunned

from .arena import APART, CONTACT, EXTRA_LONG, LONG, MEDIUM, SHORT, arena, duel


def does(s: State, manner: str, script: list[Any], weapon: str = "Sword", who: str = "ana") -> Scripted[str]:
    target = "ben" if who == "ana" else "ana"
    return scripted(attack(who, target, weapon, manner, (), 0), s, script)


def held(number: int = 3, order: str = "ben ana") -> State:
    """Ana holds Ben at Contact; Ben acts."""
    s = duel(order=order, at=CONTACT)
    return s.with_stats("ben", held=s["ben"].stats.held.put("ana", number))


# ------------------------------------------------------------------ Grapple and Break
@pytest.mark.rule("KB-43", "KB-24")
def test_a_grapple_holds_and_ends_with_the_hit() -> None:
    done = does(duel(order="ana", at=CONTACT), "grapple", [14], "Fist")
    assert [c.label for c, _ in done.rolls] == ["attack"]
    assert done.s["ben"].stats.held == {"ana": 4}
    assert done.told() == ["ana holds ben: breaking free needs 14"]


@pytest.mark.rule("KB-43")
def test_a_grapple_is_made_at_contact() -> None:
    with pytest.raises(Refused, match="Contact"):
        does(duel(at=SHORT), "grapple", [], "Fist")


@pytest.mark.rule("KB-43")
def test_the_held_one_cannot_move_parry_or_block_but_attack_at_contact() -> None:
    s = held()
    with pytest.raises(Refused, match="Held"):
        scripted(step("ben", "ana", "away"), s, [])
    assert not may_parry(s, "ben", True)
    fist = weapon_of(s, "ben", "Fist")
    assert why_not(s, "ben", "ana", fist, "attack") is None
    assert "Held" in str(why_not(s, "ben", "ana", fist, "charge"))
    far = scripted(set_range("ana", "ben", SHORT), s, []).s
    assert "only at Contact" in str(why_not(far, "ben", "ana", fist, "attack"))
    with pytest.raises(Refused, match="One holds the other"):
        scripted(step("ana", "ben", "away"), SetMarker(1, "ana#1").apply(s), [])


@pytest.mark.rule("KB-44")
@pytest.mark.parametrize(("face", "free"), [(8, False), (9, True)])
def test_breaking_free_with_str_and_dex(face: int, free: bool) -> None:
    """(11 + 10) // 5 = 4 against 10 + 3."""
    s = held()
    s = s.with_stats("ben", sheet=replace(s["ben"].stats.sheet, str_=11))
    done = scripted(break_free("ben", "ana", "raw"), s, [face])
    assert (done.result, holders(done.s, "ben")) == (("free", ()) if free else ("held", ("ana",)))
    assert done.s["ben"].stats.acted == 1


@pytest.mark.rule("KB-44")
def test_breaking_free_with_a_skill_that_allows_it() -> None:
    values = {"hth_skills": ["Wrestling 7"], "break_skills": ["Wrestling"], "hth": 5}
    s = arena({"ana": {}, "ben": values}, "ben ana", at=CONTACT)
    s = s.with_stats("ben", held=s["ben"].stats.held.put("ana", 3))
    assert scripted(break_free("ben", "ana", "Wrestling"), s, [6]).result == "free"


@pytest.mark.rule("KB-43")
def test_a_hold_ends_when_released_or_when_the_holder_is_down() -> None:
    s = SetMarker(1, "ana#1").apply(held())
    assert holders(scripted(release("ana", "ben"), s, []).s, "ben") == ()
    down = scripted(stunned("ana", 1), s, [])
    assert holders(down.s, "ben") == ()
    assert "ben is free of ana" in down.told()


@pytest.mark.rule("KB-43")
@pytest.mark.parametrize(("ruling", "script"), [("none", []), ("pin", []), ("1d6", [4, (1, 1)])])
def test_pin_or_choke_is_as_the_director_rules(ruling: str, script: list[Any]) -> None:
    s = SetMarker(1, "ana#1").apply(held())
    done = scripted(pin_or_choke("ana", "ben"), s, [ruling, *script])
    assert (done.asks[0].who, done.asks[0].default) == (GM, "none")
    ben = done.s["ben"].stats
    assert (ben.pinned, ben.subdual) == (ruling == "pin", 4 if ruling == "1d6" else 0)
    if ruling == "pin":
        assert "only breaking free" in str(
            why_not(done.s, "ben", "ana", weapon_of(s, "ben", "Fist"), "attack")
        )


@pytest.mark.rule("KB-46")
def test_entangle_is_a_grapple_at_the_weapons_range() -> None:
    s = duel({"weapons": ["Chain"]}, order="ana")
    done = does(s, "entangle", [16], "Chain")
    assert done.s["ben"].stats.held == {"ana": 6}
    assert range_of(done.s, "ana", "ben") == MEDIUM
    with pytest.raises(Refused, match="reaches to Medium"):
        does(duel({"weapons": ["Chain"]}, at=LONG), "entangle", [], "Chain")


# ------------------------------------------------------------------ Throw
@pytest.mark.rule("KB-45", "KB-24")
@pytest.mark.parametrize(
    ("mine", "other", "key", "extra", "feet"),
    [
        ((3, 3, 3, 3), (3, 3, 3, 3), KNEES, None, 2),  # 0 + 4: margin 4
        ((3, 3, 3, 3), (3, 3, 3, 4), PRONE, DAZED, 5),  # margin 5
        ((3, 3, 3, 3), (6, 4, 4, 4), PRONE, STUNNED, 10),  # margin 10
    ],
)
def test_a_throw_by_its_margin(mine: Any, other: Any, key: str, extra: str | None, feet: int) -> None:
    """STR 10 both, the attack succeeds by 4."""
    s = duel(order="ana", at=CONTACT)
    done = does(s, "throw", [14, (*mine, *other), str(SHORT)], "Fist")
    assert [c.label for c, _ in done.rolls] == ["attack", "throw"]
    assert lasting(done.s, "ben", key) is not None
    for state in (DAZED, STUNNED):
        found = lasting(done.s, "ben", state)
        assert (found is not None) == (state == extra)
        assert found is None or (found.ends is not None and found.ends.round == 2)
    assert f"up to {feet} ft" in done.told()[0]
    assert range_of(done.s, "ana", "ben") == SHORT
    assert (done.asks[0].who, done.asks[0].default) == (GM, str(CONTACT))


@pytest.mark.rule("KB-45")
def test_a_throw_can_be_resisted() -> None:
    done = does(duel(order="ana", at=CONTACT), "throw", [10, (3, 3, 3, 3, 3, 3, 3, 3)], "Fist")
    assert done.told() == ["ben resists the Throw"]
    assert done.s.lasting == ()


@pytest.mark.rule("KB-45", "KB-43")
def test_the_thrown_lose_their_holds_and_get_up_for_an_action() -> None:
    s = held(order="ana ben")
    s = s.with_stats("ana", held=s["ana"].stats.held.put("ben", 2)).with_stats(
        "ben", held=s["ana"].stats.held
    )
    done = does(s, "throw", ["none", 14, (1, 1, 1, 1, 6, 6, 6, 6), "0"], "Fist")
    assert done.s["ana"].stats.held == {}
    up = SetMarker(1, "ben#1").apply(
        replace(done.s, lasting=tuple(e for e in done.s.lasting if e.key == PRONE))
    )
    assert lasting(scripted(stand_up("ben"), up, []).s, "ben", PRONE) is None


# ------------------------------------------------------------------ Feint
@pytest.mark.rule("KB-48", "KB-24")
def test_a_feint_takes_the_next_action_and_gives_two_on_the_next_attack() -> None:
    s = duel(order="ana ben ana ben")
    done = does(s, "feint", ["none", 15])
    assert [c.label for c, _ in done.rolls] == ["attack"]
    assert [x.id for x in done.s.order] == ["ana#1", "ana#2", "ben#2"]
    assert done.s["ben"].stats.acted == 0
    parts = dict(hit_parts(done.s, "ana", "ben", "Sword", "attack", 0, aware=True))
    assert parts["feint"] == 2
    after = scripted(
        attack("ana", "ben", "Sword", "attack", (), 0), SetMarker(1, "ana#2").apply(done.s), ["none", 1]
    )
    assert after.s["ana"].stats.feint == ""


@pytest.mark.rule("KB-48")
def test_the_bonus_of_a_feint_is_lost_on_another_defender() -> None:
    s = arena({"ana": {}, "ben": {}, "cia": {}}, "ana").with_stats("ana", feint="ben")
    done = scripted(attack("ana", "cia", "Sword", "attack", (), 0), s, [1])
    assert "feint" not in done.rolls[0][0].text((1,), str)
    assert done.s["ana"].stats.feint == ""


@pytest.mark.rule("KB-48")
def test_further_feints_on_the_same_defender_are_harder_hit_or_miss() -> None:
    s = duel(order="ana")
    for n in range(3):
        parts = dict(hit_parts(s, "ana", "ben", "Sword", "feint", 0, aware=True))
        assert parts.get("earlier feints", 0) == -n
        done = does(s, "feint", [1])
        s = replace(s, ground=done.s.ground)
    s = s.with_stats("ben", mode="aggressive")
    assert dict(hit_parts(s, "ana", "ben", "Sword", "feint", 0, aware=True))["Aggressive foe"] == -6


@pytest.mark.rule("KB-48")
def test_a_feint_against_one_without_actions_carries_into_the_next_round() -> None:
    done = does(duel(order="ana"), "feint", [15])
    assert done.s["ben"].stats.debt == 1
    ordered = scripted(roll_order(), replace(done.s, round=2, acting="", order=()), [(5, 3)]).s
    assert [x.who for x in ordered.order] == ["ana"]
    assert ordered["ben"].stats.debt == 0


# ------------------------------------------------------------------ Great Blow
def landing(s: State, script: list[Any], slot: str = "ana#2") -> Scripted[None]:
    return scripted(rounds.slot_begins("ana"), SetMarker(s.round, slot).apply(s), script)


@pytest.mark.rule("KB-49")
def test_a_great_blow_takes_two_actions_and_does_double_damage() -> None:
    s = duel(ben={"hth": 0}, order="ana ben ana ana")
    begun = does(s, "great_blow", [])
    assert begun.result == "begun"
    assert begun.rolls == ()
    assert dodge(begun.s, "ana", "ben") == 0
    done = landing(begun.s, [15, 8, 3, (1, 1, 1)])
    assert done.s["ben"].stats.lethal == 6
    assert RULESET.spent(done.s, "ana")
    assert dodge(done.s, "ana", "ben") == 0  # until the next action
    assert dodge(landing(done.s, [], "ana#3").s, "ana", "ben") == 5


@pytest.mark.rule("KB-49")
def test_a_great_blow_may_go_over_two_rounds() -> None:
    begun = does(duel(ben={"hth": 0}, order="ana ben"), "great_blow", []).s
    s = scripted(rounds.top_of_round(), replace(begun, round=2, acting="", order=()), [(5, 3)]).s
    assert landing(s, ["none", 15, "none", 8, 3, (1, 1, 1)], "ana#1").s["ben"].stats.lethal == 6


@pytest.mark.rule("KB-49", "KB-72")
def test_a_great_blow_is_cancelled_by_a_stun() -> None:
    begun = does(duel(order="ana ben ana"), "great_blow", []).s
    done = scripted(stunned("ana", 1), begun, [])
    assert done.s["ana"].stats.blow is None
    assert "ana's Great Blow comes to nothing" in done.told()


@pytest.mark.rule("KB-49", "KB-48")
def test_a_great_blow_is_cancelled_by_the_loss_of_an_action() -> None:
    begun = does(duel(order="ana ben ana"), "great_blow", []).s
    done = does(SetMarker(1, "ben#1").apply(begun), "feint", [15], who="ben")
    assert done.s["ana"].stats.blow is None
    assert [x.id for x in done.s.order] == ["ana#1", "ben#1"]


@pytest.mark.rule("KB-49", "KB-31")
def test_a_great_blow_without_an_action_in_the_next_round_is_cancelled() -> None:
    begun = does(duel(order="ana ben"), "great_blow", []).s.with_stats("ana", wants="defensive")
    done = scripted(rounds.top_of_round(), replace(begun, round=2, acting="", order=()), [(5, 3)])
    assert done.s["ana"].stats.blow is None


@pytest.mark.rule("KB-49", "KB-32")
def test_no_change_to_aggressive_with_a_great_blow_under_way() -> None:
    begun = does(duel(order="ana ben ana"), "great_blow", []).s
    with pytest.raises(Refused, match="Great Blow is under way"):
        scripted(rounds.set_mode("ana", "aggressive"), begun, [])
    done = scripted(rounds.choose_modes(), replace(begun.with_stats("ana", wants="aggressive"), round=2), [])
    assert done.s["ana"].stats.mode == "normal"


# ------------------------------------------------------------------ Charge, Lunge, Sidestep
@pytest.mark.rule("KB-50", "KB-53")
def test_a_charge_doubles_and_adds_two_and_costs_ones_own_dodge() -> None:
    s = duel(order="ana ana", at=APART)
    done = does(s, "charge", [15, 8, 3, (1, 1, 1)])
    assert range_of(done.s, "ana", "ben") == MEDIUM
    assert done.s["ben"].stats.lethal == 8  # 3 × 2 + 2
    assert dodge(done.s, "ana", "ben") == 3
    assert dodge(done.s, "ben", "ana") == 5
    assert [x.id for x in done.s.order] == ["ana#1"]
    assert dodge(scripted(rounds.slot_begins("ana"), done.s, []).s, "ana", "ben") == 5


@pytest.mark.rule("KB-50")
def test_a_charge_is_the_only_act_and_needs_room() -> None:
    with pytest.raises(Refused, match="only act"):
        does(duel(order="ana", at=LONG).with_stats("ana", acted=1), "charge", [])
    with pytest.raises(Refused, match="needs room"):
        does(duel(at=MEDIUM), "charge", [])


@pytest.mark.rule("KB-51", "KB-04")
def test_a_lunge_closes_in_and_is_half_as_strong_again() -> None:
    s = duel({"hth": 5}, order="ana", at=LONG)
    done = does(s, "lunge", [12, 8, 3, (1, 1)])  # 5 − (5 − 2) = +2; 3 × 1 1/2 = 4 1/2
    assert range_of(done.s, "ana", "ben") == MEDIUM
    assert "− 3 Dodge" in done.rolls[0][0].text((12,), str)
    assert done.s["ben"].stats.lethal == 4
    assert dodge(done.s, "ben", "ana") == 5


@pytest.mark.rule("KB-51")
@pytest.mark.parametrize(
    ("hth", "dex", "at", "possible"),
    [(5, 2, LONG, True), (5, 2, EXTRA_LONG, False), (6, 2, EXTRA_LONG, True), (-3, 0, LONG, True),
     (9, 0, APART, False), (9, 0, MEDIUM, False)],
)  # fmt: skip
def test_from_how_far_a_lunge_begins(hth: int, dex: int, at: int, possible: bool) -> None:
    s = duel({"hth": hth, "dex_bonus": dex}, at=at)
    assert (why_not(s, "ana", "ben", weapon_of(s, "ana", "Sword"), "lunge") is None) is possible


@pytest.mark.rule("KB-41", "KB-51", "KB-52")
def test_one_with_a_single_action_left_is_asked_once_whether_to_sidestep_or_to_parry() -> None:
    """Dodge 5, and 2 less against the Lunge; a Parry of 12 + 5 + 1 is by 8, and 20 + 5 − 3 − 8 hits by 4."""
    lunge = attack("ana", "ben", "Sword", "lunge", (), 0)
    stood = scripted(lunge, duel(at=LONG), ["none", 2])
    assert [ask.prompt for ask in stood.asks] == ["Ana makes a Lunge against Ben. Sidestep or Parry?"]
    assert [o.value for o in stood.asks[0].legal(duel(at=LONG))] == ["none", "sidestep", "parry"]
    assert stood.asks[0].legal(duel(at=LONG))[0].hint == "Dodge 3"
    assert "− 3 Dodge" in stood.rolls[0][0].text((2,), str)
    parried = scripted(lunge, duel(at=LONG), ["parry", 12, 20, 14, 8, (1, 1, 1)])
    assert [chance.label for chance, _ in parried.rolls] == ["parry", "attack", "location", "damage", "stun"]
    assert "− 3 Dodge − 8 Parry = 14: natural 20, critical success (hit by 4)" in parried.rolls[1][0].text(
        (20,), str
    )


@pytest.mark.rule("KB-41", "KB-51", "KB-52")
def test_one_with_more_actions_or_a_standing_answer_chooses_sidestep_and_parry_apart() -> None:
    lunge = attack("ana", "ben", "Sword", "lunge", (), 0)
    two = duel(at=LONG, order="ana ben ben")
    both = scripted(lunge, two, ["sidestep", 9, "parry", 2, 2])
    assert [ask.topic for ask in both.asks] == ["sidestep", "parry"]
    assert both.asks[1].legal(two)[0].hint == "Dodge 5"  # the Sidestep has cancelled the Lunge's 2
    none = scripted(lunge, two, ["none", "none", 2])
    assert none.asks[1].legal(two)[0].hint == "Dodge 3"
    always = duel(at=LONG)
    always = always.with_combatant("ben", standing=always["ben"].standing.put("parry", "parry"))
    assert [ask.topic for ask in scripted(lunge, always, ["none", "parry", 2, 2]).asks] == [
        "sidestep",
        "parry",
    ]


@pytest.mark.rule("KB-52")
def test_a_sidestep_cancels_the_bonuses_of_a_lunge() -> None:
    s = duel(order="ana ben", at=LONG)
    done = does(s, "lunge", ["sidestep", 10, 13, 8, 3, (1, 1)])
    assert [c.label for c, _ in done.rolls] == ["sidestep", "attack", "location", "damage", "stun"]
    assert "− 5 Dodge" in done.rolls[1][0].text((13,), str)
    assert done.s["ben"].stats.lethal == 3
    assert [x.id for x in done.s.order] == ["ana#1"]


@pytest.mark.rule("KB-52")
def test_a_sidestep_cancels_the_bonuses_of_a_charge_but_not_its_cost() -> None:
    done = does(duel(order="ana ben", at=LONG), "charge", ["sidestep", 10, 13, 8, 3, (1, 1)])
    assert done.s["ben"].stats.lethal == 3
    assert dodge(done.s, "ana", "ben") == 3


@pytest.mark.rule("KB-52")
def test_a_failed_sidestep_cancels_nothing_and_the_default_is_to_stand() -> None:
    done = does(duel(order="ana ben", at=LONG), "charge", ["sidestep", 2, 13, 8, 3, (1, 1, 1)])
    assert done.s["ben"].stats.lethal == 8
    assert done.asks[0].default == "none"


@pytest.mark.rule("KB-53")
def test_the_director_sets_any_pair_or_all() -> None:
    s = arena({"ana": {}, "ben": {}, "cia": {}}).with_combatant("cia", side="ben")
    s = scripted(set_range("ana", "ben", CONTACT), s, []).s
    assert range_of(s, "ben", "ana") == CONTACT
    s = scripted(set_ranges("", LONG), s, []).s
    assert {range_of(s, "ana", x) for x in ("ben", "cia")} == {LONG}
    assert range_of(s, "ben", "cia") == MEDIUM  # friends stay as they were
    s = scripted(set_ranges("ana", APART), s, []).s
    assert range_of(s, "ana", "cia") == APART
