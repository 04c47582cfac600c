"""What is told where foes' numbers are kept back (option `foe_numbers`): dice, and no number of a sheet."""

from typing import Any

import pytest

from rules.engine.scripted import Scripted, scripted
from rules.games.katzbalger.attack import attack
from rules.games.katzbalger.checks import checked
from rules.games.katzbalger.director import call_stun, set_drowning
from rules.games.katzbalger.moves import break_free
from rules.games.katzbalger.perils import heal
from rules.games.katzbalger.sheet import State

from .arena import CONTACT, LONG, duel

FOE: dict[str, Any] = {"hth": 4, "ref_bonus": 1, "dex_bonus": 1, "str": 13, "wil": 9, "armor": ["Ring"]}


def veiled(order: str = "ana ben", **more: Any) -> State:
    """Ana, a player's, against Ben, whom the GM plays and whose numbers are kept back."""
    s = duel(ben=FOE, order=order, options={"foe_numbers": "words"}, **more)
    return s.with_combatant("ben", player=False)


def rolled(done: Scripted[Any]) -> list[str]:
    return [chance.text(faces, str) for chance, faces in done.rolls]


def test_a_players_attack_tells_neither_dodge_nor_parry_nor_margin_of_a_foe() -> None:
    """Dodge 4 + 1 − 1 = 4. Parry 12 + 4 + 1 = 17, by 7. 20 + 5 − 4 − 7 = 14 is a hit, by 4."""
    done = scripted(
        attack("ana", "ben", "Sword", "attack", (), 0), veiled(), ["parry", 12, 20, 8, 14, 3, (3, 2)]
    )
    assert rolled(done)[0] == "ben parries: d20 (12) + skill + sword: success"
    assert rolled(done)[1] == (
        "ana attacks ben with the sword: d20 (20) + 5 Score − Dodge − Parry: "
        "natural 20, critical success (hit); the Director tells what more it brings"
    )
    # ring 11/1 for class B: 14 + 5 − 4; 3 wounds of 20 are 2d6 against WIL 9
    assert rolled(done)[3] == "Penetration: class B against ring 11/1, d20 (14) + Scores: through, divider 1"
    assert rolled(done)[5] == "ben, stun roll: 2d6 (3, 2) = 5 against WIL: not stunned"


def test_a_foes_attack_tells_the_players_dodge_and_not_its_own_score() -> None:
    done = scripted(attack("ben", "ana", "Sword", "attack", (), 0), veiled("ben", at=LONG), [9])
    assert rolled(done) == ["ben attacks ana with the sword: d20 (9) + Score + DEX − 5 Dodge − 2 range: miss"]


def test_what_a_foe_is_asked_and_everybody_reads_has_no_numbers() -> None:
    done = scripted(
        attack("ana", "ben", "Sword", "lunge", (), 0),
        veiled(at=LONG, order="ana ben ben"),
        ["none", "none", 2],
    )
    legal = [[(o.words, o.hint) for o in ask.legal(done.s)] for ask in done.asks]
    assert "%" not in repr(legal)
    assert legal[1][0] == ("No Parry", "")
    own = scripted(attack("ben", "ana", "Sword", "attack", (), 0), veiled("ben ana"), ["none", 2]).asks[0]
    assert next((o.words, o.hint) for o in own.legal(veiled("ben ana"))) == ("No Parry", "Dodge 5")


def test_a_throw_and_a_hold_tell_no_number_of_the_foe() -> None:
    s = veiled("ana", at=CONTACT)
    thrown = scripted(attack("ana", "ben", "Fist", "throw", (), 0), s, [15, (3, 3, 3, 3, 3, 3, 4, 4), "0"])
    assert rolled(thrown)[1] == "STR saves: ana 4d6 (3, 3, 3, 3) = 12, ben 4d6 (3, 3, 4, 4) = 14"
    held = scripted(attack("ana", "ben", "Fist", "grapple", (), 0), s, [15]).s
    assert scripted(attack("ana", "ben", "Fist", "grapple", (), 0), s, [15]).told() == ["ana holds ben"]
    free = scripted(break_free("ben", "ana", "raw"), held, [3])
    assert rolled(free) == ["ben tries to break free of ana: d20 (3) + (STR + DEX) / 5: failure"]


def test_what_is_rolled_beside_a_fight_tells_no_number_of_the_foe_but_to_the_gm() -> None:
    s = veiled()
    assert rolled(scripted(call_stun("ben", 3), s, [(4, 4, 4)])) == [
        "ben, stun roll: 3d6 (4, 4, 4) = 12 against WIL: failure"
    ]
    assert scripted(set_drowning("ben", True), s, []).told() == ["ben is under water"]
    hurt = s.with_stats("ben", lethal=5, subdual=3)
    assert scripted(heal("ben", 0, ()), hurt, [2]).told() == ["ben heals 2 lethal and 3 subdual wounds"]
    for skill, faces, words in (
        ("WIL", (1, 2, 3), "ben, save: 3d6 (1, 2, 3) = 6 against WIL: success"),
        ("HTH Score", 12, "ben rolls HTH Score: d20 (12) + Score: success"),
    ):
        assert rolled(scripted(checked("ben", skill, -1, 0), s, [faces])) == [words]
    blind = scripted(checked("ben", "HTH Score", -1, 0, "gm"), s, [12])
    assert rolled(blind) == ["ben rolls HTH Score: d20 (12) + 4 Score = 16: success by 6"]


@pytest.mark.parametrize("who", ["ana", "ben"])
def test_shown_numbers_are_told_of_everybody(who: str) -> None:
    done = scripted(call_stun(who, 3), duel(ben=FOE), [(4, 4, 4)])
    assert rolled(done)[0].endswith("against WIL 10: failure by 2" if who == "ana" else "WIL 9: failure by 3")
