"""What is taken where nobody says it: the manner of an attack, the first target, the second one; and what is
refused with the reason instead.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.table.choosing import arguments
from rules.engine.procedures import Refused
from rules.engine.ruleset import Viewer
from rules.engine.view import view
from rules.games.openquest import RULESET
from rules.games.openquest.actions import aim, stance_refused
from rules.games.openquest.blows import ALL_OUT, ATHLETIC, CHARGE, GREAT, SHIELD, STANDARD, Blow
from rules.games.openquest.choices import manners, targets
from rules.games.openquest.harm import damage_dice, falls, wound
from rules.games.openquest.healing import aid_refused, stabilise
from rules.games.openquest.manners import attack
from rules.games.openquest.model import State
from rules.games.openquest.place import set_range
from tests.rules.games.openquest.fights import arena, blow, changed, duel, fighter, play, turn


def apart(**metres: int) -> State:
    """Ana's turn; goblins in so many metres from her, 0 where nobody has said."""
    s = arena(fighter("ana", "sellsword", fortune=0), *(fighter(foe, "goblin") for foe in metres))
    for foe, n in metres.items():
        s = play(set_range("ana", foe, n), s).s if n else s
    return turn(s, "ana")


def declared(s: State, **given: str) -> Any:
    """An attack of Ana's as it is typed."""
    verb = RULESET.verb("attack")
    return verb.call(s, "ana", arguments(verb, s, "ana", given))


# ------------------------------------------------------------------ the manner
@pytest.mark.rule("OQ-41", "OQ-44", "OQ-48")
def test_an_attack_typed_without_a_manner_is_a_standard_one_or_refused() -> None:
    far = apart(foe=20)  # only an Athletic Attack gets there, and nobody has asked for its fumbles
    with pytest.raises(Refused, match="foe is 20 m away, and the free move is 15 m"):
        play(declared(far, target="foe"), far)
    moved = changed(apart(foe=0), "ana", moved=True)
    with pytest.raises(Refused, match="the free move of this round is used already"):
        play(declared(moved, target="foe"), moved)
    named = play(declared(far, target="foe", manner="Athletic"), far, 99, "prone")
    assert named.s["ana"].stats.turn.manner == ATHLETIC


@pytest.mark.rule("OQ-21")
def test_what_was_declared_for_the_round_is_taken_where_it_is_possible() -> None:
    verb = RULESET.verb("attack")
    for intent, manner in ((GREAT, GREAT), (CHARGE, STANDARD), ("open", STANDARD)):
        s = changed(duel(intent="declare"), "ana", intent=intent)  # at Close there is nothing to charge
        assert arguments(verb, s, "ana", {"target": "foe"})["manner"] == manner


@pytest.mark.rule("OQ-30", "OQ-55")
def test_the_nearest_come_first_and_before_them_the_one_aimed_at() -> None:
    s = changed(apart(far=14, near=5, down=4, beside=3), "down", state="out", hp=0)
    assert [c.value for c in targets(s, "ana", {})] == ["beside", "near", "far", "down"]
    s = play(set_range("ana", "far", 0), s).s
    assert next(c.value for c in targets(s, "ana", {})) == "far"
    archers = turn(arena(fighter("ana", "hunter"), fighter("foe", "goblin"), fighter("orc", "orc")), "ana")
    assert [c.value for c in targets(play(aim("ana", "orc"), archers).s, "ana", {})] == ["orc", "foe"]


@pytest.mark.rule("OQ-31")
def test_an_attack_on_the_one_who_acts_says_who_acts() -> None:
    with pytest.raises(Refused, match="It is ana who attacks now: choose somebody else"):
        declared(duel(), target="ana")


@pytest.mark.rule("OQ-30", "OQ-51")
def test_where_nobody_can_be_attacked_the_reason_is_given() -> None:
    ready = RULESET.verb("attack").ready
    walled = changed(changed(duel(), "ana", manner=SHIELD), "ana", acted=False)
    assert ready(walled, "ana") == "Shield Defence leaves no attack this round."
    held = changed(apart(far=90, near=40), "ana", held_by="near")  # so that no leap is possible either
    assert ready(held, "ana") == "near is not at Close, and near holds ana."
    assert ready(changed(duel(), "foe", state="dead"), "ana") == "Nobody can be attacked now."


@pytest.mark.rule("OQ-44", "OQ-48")
def test_a_manner_shows_what_it_comes_to() -> None:
    def hints(s: State) -> dict[str, str]:
        return {c.value: c.hint for c in manners(s, "ana", {"target": "foe", "weapon": "Longsword"})}

    s = apart(foe=0)  # Athletics 50, Close Combat 60
    assert hints(s)[ATHLETIC] == "50%, at or under it a critical, else a fumble"
    assert hints(changed(s, "foe", prone=True))[ATHLETIC].startswith("50%,")
    assert hints(changed(s, "ana", athletics=90))[ATHLETIC].startswith("60%,")
    assert hints(s)[CHARGE] == "60%, +1D6 damage, no reactions this round"
    above = changed(s, "foe", higher=True)
    assert hints(above)[CHARGE] == "60%, uphill, so no more damage, no reactions this round"


# ------------------------------------------------------------------ the charge
@pytest.mark.rule("OQ-48")
@pytest.mark.parametrize(("metres", "possible"), [(17, True), (18, False)])
def test_a_charge_goes_as_far_as_the_free_move_that_it_takes(metres: int, possible: bool) -> None:
    s = apart(foe=metres)
    if possible:
        assert play(attack(blow(CHARGE)), s, 99, "prone").s.ground.close == (("ana", "foe"),)
    else:
        with pytest.raises(Refused, match="foe is 18 m away, and the free move is 15 m"):
            play(attack(blow(CHARGE)), s)


@pytest.mark.rule("OQ-44", "OQ-48")
@pytest.mark.parametrize("manner", [CHARGE, ATHLETIC])
def test_who_lies_neither_charges_nor_leaps(manner: str) -> None:
    with pytest.raises(Refused, match="ana is prone and has to stand up first"):
        play(attack(blow(manner)), changed(apart(foe=0), "ana", prone=True))


@pytest.mark.rule("OQ-48")
@pytest.mark.parametrize(("mine", "theirs", "dice"), [(0, 0, 1), (0, 1, 0), (1, 1, 1), (1, 0, 1)])
def test_against_higher_ground_a_charge_goes_uphill(mine: int, theirs: int, dice: int) -> None:
    s = changed(changed(apart(foe=0), "ana", higher=bool(mine)), "foe", higher=bool(theirs))
    assert damage_dice(s, blow(CHARGE)).charge.n == dice


# ------------------------------------------------------------------ the second attack
@pytest.mark.rule("OQ-42")
def test_the_second_attack_says_so_and_is_for_nobody_who_lies_unless_chosen() -> None:
    twice = play(attack(blow(ALL_OUT)), duel(), 60, 60)
    lines = [line for line in twice.told() if "Longsword" in line]
    assert lines == ["ana goes all out against foe (Longsword)", "ana strikes again at foe (Longsword)"]
    felled = play(attack(blow(ALL_OUT)), changed(duel(), "foe", hp=1), 20, "none", (8, 4), "lethal", "none")
    second = next(ask for ask in felled.asks if ask.topic == "second")
    assert second.settled(felled.s) == "none"
    assert [o.value for o in second.legal(felled.s)] == ["foe", "none"]


@pytest.mark.rule("OQ-42")
def test_who_lies_does_not_go_all_out_for_one_attack() -> None:
    with pytest.raises(Refused, match="ana is prone, and the second attack would be lost: stand up first"):
        play(attack(blow(ALL_OUT)), changed(duel(), "ana", prone=True))


# ------------------------------------------------------------------ those who lie
@pytest.mark.rule("OQ-61", "OQ-63")
def test_what_is_asked_and_refused_of_those_who_lie_is_said_as_it_is() -> None:
    s = play(falls("foe", "out", False), changed(duel(), "foe", hp=-2)).s
    assert aid_refused(s, "foe") == "foe lies at −2: first aid is for minor wounds only."
    with pytest.raises(Refused, match="foe is not dying"):
        play(stabilise("ana", "foe"), s)
    again = play(wound("foe", 4, -1, "ana"), s, "lethal")
    assert again.asks[0].prompt == "foe, who lies there, is hit. Was it lethal?"
    dying = changed(s, "foe", state="dying")
    assert aid_refused(dying, "foe") == "foe's wound is mortal: stabilise it instead."


@pytest.mark.rule("OQ-23", "OQ-60")
def test_nobody_lies_in_the_saddle() -> None:
    rider = changed(duel(), "ana", mounted=True, riding=60)
    fallen = play(attack(blow()), rider, 99, "prone")
    assert (fallen.s["ana"].stats.prone, fallen.s["ana"].stats.mounted) == (True, False)
    assert fallen.told()[-1] == "ana falls from the saddle and lies prone"
    assert stance_refused(rider, "ana", "lie") == "ana is mounted and has to dismount first."
    lying = changed(duel(), "ana", prone=True)
    assert stance_refused(lying, "ana", "mount") == "ana is prone and has to stand up first."
    assert stance_refused(rider, "ana", "dismount") is None


# ------------------------------------------------------------------ numbers that are kept back
def test_no_choice_order_or_fumble_tells_a_number_of_a_foe_where_they_are_kept_back() -> None:
    s = duel(foe_numbers="words")  # the foe's Close Combat is 40, its Dodge 50, its AP 2
    assert [slot.label for slot in s.order] == ["60", ""]
    assert [slot.label for slot in play(RULESET.round_start(), s).s.order] == ["60", ""]
    done = play(attack(blow()), s, 20, "dodge", 99, (1, 1), "prone")
    defence, mishap = done.asks
    assert [o.words for o in defence.legal(s)] == ["Parry", "Dodge", "Take it"]
    assert not [o for o in mishap.legal(s) if "2 AP" in o.hint]


def test_a_foes_chances_against_a_second_target_are_kept_back_too() -> None:
    s = arena(
        fighter("ana", "sellsword"),
        fighter("ben", "spear"),
        fighter("foe", "goblin"),
        close=("ana foe", "ben foe"),
        foe_numbers="words",
    )
    twice = attack(Blow("foe", "ana", "Shortspear", ALL_OUT))
    second = play(twice, turn(s, "foe"), 60, "ben", 60).asks[-1]
    assert [(o.value, o.hint) for o in second.legal(s)] == [("ana", ""), ("ben", ""), ("none", "")]


def test_what_foes_with_fortune_are_asked_tells_no_number_either() -> None:
    s = changed(duel(foe_numbers="words"), "foe", fortune=2, hp=1)
    done = play(attack(blow()), s, 20, "dodge", 73, "no", (8, 4), "no", "lethal")
    asked = {ask.topic: ask.prompt for ask in done.asks}
    assert asked["fortune"] == "Dodge came up 73, a failure. Spend a Fortune point (2 left)?"
    assert asked["death"] == "The blow leaves foe down. Spend a Fortune point (2 left)?"


@pytest.mark.rule("OQ-55", "OQ-63")
def test_what_a_player_chooses_by_is_true_where_numbers_are_kept_back() -> None:
    s = arena(fighter("ana", "hunter", fortune=0), fighter("foe", "troll"), foe_numbers="words")
    s = s.having(replace(fighter("gob", "goblin", hp=5), side="heroes"))
    seen = view(turn(s, "ana"), Viewer("player-ana"))
    shot = {"target": "foe", "weapon": "Long bow"}
    assert [(c.value, c.hint) for c in manners(seen, "ana", shot)] == [("standard", "80%")]  # 60, large +20
    aid = RULESET.verb("first-aid").params[0].choices
    assert aid is not None
    assert [(c.value, c.hint) for c in aid(seen, "ana", {})] == [("gob", "wounded")]
