"""What is shown to whom: cards are their owner's, the board, the panel, the lists of choices (CT-07, 21)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.engine.ruleset import PUBLIC, Viewer
from rules.engine.view import leaks, shown, texts, view
from rules.games.c22 import RULESET
from rules.games.c22.attack import attack
from rules.games.c22.cards import BALANCED
from rules.games.c22.data import MANEUVERS
from rules.games.c22.harm import inflict
from rules.games.c22.state import Inflicts, PendingEffect, Skill, State, Turn, Weapon
from rules.games.c22.turns import turn_begins
from tests.rules.games.c22.desk import dealt, deck, foe, having, on_turn, person, ready, state, under

GM = Viewer("gm", gm=True)


def fight() -> State:
    """Ana with two cards on her turn, Ben with a stored card and discards, a thug of the Dealer's deck."""
    s = state(person("ana", maneuvers=["Power"], weapons=["Sword"]), person("ben"), foe("thug", deck=""))
    s = having(
        s,
        "ben",
        stored=("HK",),
        discards=("S2",),
        hand=("S4",),
        pile=tuple(c for c in BALANCED if c not in ("S2", "S4")),
    )
    return on_turn(s, "ana", "S8", "D8")


@pytest.mark.rule("CT-07")
def test_others_see_counts_the_owner_and_the_dealer_see_cards() -> None:
    s = fight()
    seen = view(s, PUBLIC)
    assert seen["ana"].stats.hand == ("?", "?")
    assert seen["ana"].stats.pile == ("?",) * 20
    assert (seen["ben"].stats.stored, seen["ben"].stats.discards, seen["ben"].stats.hand) == (
        ("?",),
        ("?",),
        ("?",),
    )
    assert seen["ben"].stats.deck == ("?",) * 22
    assert seen.ground.pile == ("?",) * 22
    assert view(s, Viewer("ana"))["ana"].stats == s["ana"].stats
    assert view(s, Viewer("ana"))["ben"].stats.hand == ("?",)
    assert view(s, GM) == s


@pytest.mark.rule("CT-07")
def test_no_card_can_be_read_in_what_others_are_shown() -> None:
    cards = set(BALANCED) | {"HK"}
    assert not cards & set(texts(shown(fight(), PUBLIC)))


@pytest.mark.rule("CT-07")
def test_played_cards_lie_open() -> None:
    s = having(fight(), "ana", turn=Turn(True, 2, 2, weapon_card="S8", maneuver_card="D8", maneuver="Power"))
    assert view(s, PUBLIC)["ana"].stats.hand == ("D8", "S8")
    one = having(fight(), "ana", turn=Turn(True, 2, 2, weapon_card="S8"))
    assert view(one, PUBLIC)["ana"].stats.hand == ("?", "S8")


@pytest.mark.rule("CT-07", "CT-20")
def test_the_cards_of_a_turn_are_told_to_their_owner_only() -> None:
    run = dealt(turn_begins("thug"), replace(fight(), acting="thug"), ["S8", "H2"])
    assert run.said == (("thug", "Thug draws ♠8 and ♥2 for this turn"),)


def test_nothing_shown_names_who_is_hidden() -> None:
    s = replace(fight(), combatants=fight().combatants.put("thug", replace(fight()["thug"], hidden=True)))
    s = s.with_ground(meters=s.ground.meters.put(("ana", "thug"), 9), ambush="foes", reacted=("thug",))
    s = having(s, "ana", turn=replace(s["ana"].stats.turn, exploited=("thug",), free_of=("thug",)))
    s = having(s, "ana", pending_effects=(PendingEffect("stunned", 1, "thug"),))
    assert leaks(s) == ()
    assert leaks(s, Viewer("ana")) == ()


def test_the_hand_is_given_for_pictures() -> None:
    assert RULESET.hand(fight(), "ana") == ("S8", "D8")
    assert RULESET.hand(view(fight(), PUBLIC), "ana") == ("?", "?")


@pytest.mark.rule("CT-07", "CT-02")
def test_stored_cards_discards_and_pile_lie_beside_the_hand() -> None:
    s = deck(fight(), "ben", "H5", "RJ", "C5")
    assert RULESET.cards(s, "ben") == (
        "Stored: ♥K, +1 each on a check",
        "The pile, in no order (3): ♣5, ♥5 and red joker",
        "The discards (1): ♠2",
    )
    thug = RULESET.cards(s.with_ground(pile=("S2", "H8"), discards=()), "thug")
    assert thug == (
        "The Dealer's pile, in no order (2): ♠2 and ♥8",
        "The Dealer's discards (0): no card",
    )
    assert all("♠" not in line and "♥" not in line for line in RULESET.cards(view(s, PUBLIC), "ben"))


@pytest.mark.rule("CT-21", "CT-27")
def test_the_panel_says_what_is_left_and_which_cards_are_held() -> None:
    lines = RULESET.panel(fight(), "ana", Viewer("ana"))
    assert lines == (
        "Hand: ♠8 and ♦8 (20 cards in the pile, 0 discards)",
        "Left: 2 main actions, 2 movement actions",
        "A maneuver can be chosen until you act",
        "Avoidance 5, Armor 1",
    )


def test_the_board_and_its_footer() -> None:
    s = under(having(fight(), "ana", pending=3), "ana", "stunned", 2)
    assert RULESET.row(s, "ana", PUBLIC).health == "12/12"
    assert RULESET.row(s, "ana", PUBLIC).tags == (
        "Middle", "−3 pending", "2 main, 2 movement left", "2 cards",
    )  # fmt: skip
    assert RULESET.footer(s, PUBLIC) == ("Zones: Near – Middle – Far", "Dealer's deck: 22 cards, 0 discards")
    meters = state(person("ana"), foe("thug"), space="meters")
    assert RULESET.footer(meters, PUBLIC) == ("Distances: Ana – Thug 6 m",)


@pytest.mark.parametrize(
    ("health", "dead", "words"),
    [
        (12, False, "unhurt"),
        (11, False, "hurt"),
        (7, False, "hurt"),
        (6, False, "badly hurt"),
        (0, False, "unconscious"),
        (0, True, "dead"),
    ],
)
def test_the_condition_in_words_survives_concealing(health: int, dead: bool, words: str) -> None:
    s = having(state(foe("thug", health_max=12, armor=3)), "thug", health=health, dead=dead)
    assert RULESET.condition(s, "thug") == words
    hidden = RULESET.conceal(s["thug"].stats)
    assert RULESET.condition(s.with_combatant("thug", stats=hidden), "thug") == words
    assert (hidden.health_max, hidden.armor) == (4, 1)


def test_numbers_of_a_foe_kept_in_words_are_in_no_line() -> None:
    s = on_turn(
        state(person("ana", weapons=["Sword"]), foe("thug", armor=3, avoidance=7), foe_numbers="words"),
        "ana",
        "S8",
        "S4",
    )
    told = dealt(attack("ana", "thug", "Sword", "", 0), s).public()
    assert told[1:] == [
        "Ana attacks Thug with Sword: Accuracy 8 (♠8) is above Avoidance. Attack value 4: 1 damage",
        "Thug takes 1 damage",
    ]
    assert RULESET.row(s, "thug", Viewer("ana")).health == "unhurt"


# ------------------------------------------------------------------ declaring from lists
def chosen(s: State, who: str, verb: str, **given: str) -> dict[str, str]:
    """Arguments as a panel settles them: what is given, else the default, else the first choice."""
    args: dict[str, str] = {}
    for p in RULESET.verb(verb).params:
        value = given.get(p.name) or (p.default(s, who, args) if p.default else None)
        if value is None and p.required and p.choices:
            value = p.choices(s, who, args)[0].value
        if value is not None:
            args[p.name] = value
    return args


@pytest.mark.rule("CT-22", "CT-26", "CT-30")
def test_a_plain_attack_is_action_target_confirm() -> None:
    s = fight()
    args = chosen(s, "ana", "attack")
    assert args == {"target": "thug", "weapon": "Sword", "manner": "S8"}
    manner = RULESET.verb("attack").params[2]
    assert manner.choices is not None
    assert [c.value for c in manner.choices(s, "ana", args)] == [
        "S8",
        "D8",
        "S8+Power!",
        "S8+Power",
        "D8+Power",
    ]
    run = dealt(RULESET.verb("attack").call(s, "ana", args), s)
    assert run.result.kind == "full"


@pytest.mark.rule("CT-26", "CT-30", "CT-32")
def test_beside_each_use_of_the_cards_stand_its_accuracy_and_attack_value() -> None:
    s = having(fight(), "ana", weapons=(Weapon("Spear", 4, accuracy=1, skill="Poles"),))
    s = having(s, "ana", skills=(Skill("Poles", accuracy=2, damage=1),), maneuvers=tuple(MANEUVERS.values()))
    manner = RULESET.verb("attack").params[2]
    assert manner.choices is not None
    hints = {c.value: c.hint for c in manner.choices(s, "ana", {"target": "thug", "weapon": "Spear"})}
    # 8 + 1 + 2; Power −3, or +1 raised with the 8 of diamonds; 4 + 1, and 2 more
    assert hints["S8"] == "Accuracy 11, attack value 5"
    assert hints["D8+Power"] == "Accuracy 8, attack value 7"
    assert hints["S8+Power!"] == "Accuracy 12, attack value 7"
    assert hints["S8+Guarded"] == "Accuracy 11, attack value 5; Avoidance +1"
    taunted = under(s, "ana", "taunted", 2, "ben")
    hints = {c.value: c.hint for c in manner.choices(taunted, "ana", {"target": "thug", "weapon": "Spear"})}
    assert hints["S8"] == "Accuracy 9, attack value 5"


@pytest.mark.rule("CT-26", "CT-60")
def test_the_second_strike_shows_its_bonus_the_second_time() -> None:
    s = on_turn(state(ready("gunner", "ana"), foe("thug")), "ana", "S8", "H8")
    manner = RULESET.verb("attack").params[2]
    assert manner.choices is not None
    chosen = {"target": "thug", "weapon": "Pistol"}
    hints = {c.value: c.hint for c in manner.choices(s, "ana", chosen)}
    assert hints["S8+Second strike!"] == "Accuracy 8, attack value 4; a Light weapon twice, the second +1"
    s = dealt(attack("ana", "thug", "Pistol", "S8+Second strike!", 0), s).s
    assert [c.hint for c in manner.choices(s, "ana", chosen)] == ["Accuracy 9, attack value 4"]


@pytest.mark.rule("CT-51", "CT-53")
def test_only_targets_in_reach_are_offered_the_standing_first() -> None:
    s = having(having(fight(), "thug", health=0), "ben", zone="Far")
    target, weapon = RULESET.verb("attack").params[:2]
    assert target.choices is not None
    assert weapon.choices is not None
    assert [(c.value, c.hint) for c in target.choices(s, "ana", {})] == [("thug", "same zone, unconscious")]
    assert RULESET.verb("attack").ready(having(s, "thug", dead=True), "ana") is not None
    gunner = on_turn(state(ready("gunner", "ana"), foe("thug")), "ana", "S8", "S4")
    shots = weapon.choices(having(gunner, "thug", zone="Far"), "ana", {"target": "thug"})
    assert [c.value for c in shots] == ["Pistol"]


def test_every_verb_says_why_it_cannot_be_declared_or_offers_something() -> None:
    for s in (fight(), state(person("ana"), foe("thug"), space="meters", acting="thug")):
        for verb in RULESET.verbs:
            why = verb.ready(s, "" if verb.who == "gm" else "ana")
            assert why is None or why.endswith("."), verb.name
            assert verb.command in ("attack", "play", "move", "act", "draw", "place")


def test_texts_of_choices_fit_their_places() -> None:
    s = on_turn(state(ready("gunner", "ana"), ready("brute", "brute", "foes", False)), "ana", "S8", "H8")
    for verb in RULESET.verbs:
        who, args = "" if verb.who == "gm" else "ana", {"target": "brute", "where": "S2", "card": "S8"}
        for p in verb.params:
            for c in p.choices(s, who, args) if p.choices else ():
                assert len(c.value) <= 100
                assert len(c.words) <= 100
                assert len(c.hint) <= 100


@pytest.mark.rule("CT-31", "CT-34")
def test_numbers_below_0_have_a_minus_sign() -> None:
    # Avoidance 0 − 2 (Paralyzed)
    s = under(having(fight(), "thug", avoidance=0), "thug", "paralyzed")
    assert "is above Avoidance −2. " in dealt(attack("ana", "thug", "Sword", "S8", 0), s).public()[1]
    assert RULESET.panel(s, "thug", Viewer(gm=True))[-1] == "Avoidance −2, Armor 1"
    tested = dealt(inflict("thug", Inflicts("mad", 1, "mental", -2), "BJ", "ana"), s).public()
    assert tested == ["Mad: black joker (0) −2 = −2 against Thug's Resist Mental 5: resisted"]
    weak = having(s, "ana", weapons=(Weapon("Reed", 1, skill="Poles"),), skills=(Skill("Poles", damage=-3),))
    weapon = RULESET.verb("attack").params[1]
    assert weapon.choices is not None
    assert weapon.choices(weak, "ana", {"target": "thug"})[0].hint == "1 action, damage −2"


@pytest.mark.rule("CT-56")
def test_a_barrier_is_said_to_count_only_where_it_does() -> None:
    for option, words in (("on", "Avoidance 6, a barrier counted, Armor 1"), ("off", "Avoidance 5, Armor 1")):
        s = state(person("ana", weapons=["Shield"]), foe("thug"), barrier_block=option)
        assert RULESET.panel(s, "ana", Viewer("ana"))[-1] == words
