"""A whole fight through the journal and the verbs, as the table would play it; panels, views, sizes."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from rules.engine import frame
from rules.engine.effects import GM
from rules.engine.journal import Journal
from rules.engine.ruleset import OFFERS, PUBLIC, Args, Verb, Viewer
from rules.engine.steps import encode_step, told
from rules.engine.view import view
from rules.games.openquest import RULESET
from rules.games.openquest.blows import Blow
from rules.games.openquest.changes import Harm
from rules.games.openquest.manners import attack
from rules.games.openquest.model import State
from tests.rules.games.openquest.fights import arena, blow, changed, duel, fighter, journal, play, turn

GM_EYES = Viewer("", gm=True)
ANSWERS = {"defence": "parry", "lethal": "lethal", "fumble": "prone"}


def declare(j: Journal, verb: Verb, who: str, given: Args) -> Journal:
    """Declare a verb with some arguments and the defaults of the rest, and answer what it asks."""
    s = view(j.state, GM_EYES)
    assert verb.ready(s, who) is None
    args: dict[str, str] = {}
    for param in verb.params:
        value = given.get(param.name) or (param.default(s, who, args) if param.default else None)
        if value is not None:
            args[param.name] = value
    j = j.declare(verb.call(j.state, who, args), by="x", actor=who, verb=verb.name, at=1).journal
    while j.open:
        asked = j.open_asks()[0]
        legal = [o.value for o in asked.ask.legal(j.state)]
        wanted = ANSWERS.get(asked.ask.topic, asked.ask.default)
        j = j.answer(asked.key, wanted if wanted in legal else asked.ask.settled(j.state), by="x").journal
    return j


def fought(rounds: int = 14) -> Journal:
    """Three heroes against four goblins and a troll: everyone attacks what the panel offers first."""
    j = journal(
        fighter("Ana", "sellsword"),
        fighter("Ben", "hunter"),
        fighter("Cai", "berserk"),
        *(fighter(f"Goblin {n}", "goblin") for n in range(1, 5)),
        fighter("Troll", "troll"),
    )
    plain = RULESET.verb("attack")
    while j.state.acting and j.state.round <= rounds:
        who, turn_before = j.state.actor, (j.state.round, j.state.acting)
        seen = view(j.state, GM_EYES)
        if plain.ready(seen, who) is None:
            target = plain.params[0].choices(seen, who, {})[0].value  # type: ignore[misc]
            j = declare(j, plain, who, {"target": target})
        if (j.state.round, j.state.acting) == turn_before:
            j = j.declare(frame.pass_turn(), by="x", actor=who, verb="done", at=1).journal
    return j


def transcript(j: Journal) -> list[str]:
    s = j.state
    lines = []
    for step in j.tail:
        for _, line in told(step):
            what: Any = line
            lines.append(
                what.what.text(what.value, lambda w: s[w].name)
                if hasattr(what, "place")
                else what.text(lambda w: s[w].name)
            )
    return lines


def test_a_whole_fight_ends_and_its_steps_are_small() -> None:
    j = fought()
    up = {c.side for c in j.state.present() if c.stats.state == "up"}
    assert j.state.round > 2
    assert len(up) == 1 or j.state.round > 14
    sizes = [len(json.dumps(encode_step(step), separators=(",", ":"))) for step in j.tail[9:]]
    assert sum(sizes) / len(sizes) < 2048
    lines = transcript(j)
    assert lines.count("Round 2") == 1
    assert any(line.endswith("is dead") for line in lines)
    assert all(line and line == line.strip() and "  " not in line for line in lines)


def test_harm_is_counted_for_the_summary() -> None:
    j = fought()
    dealt: Counter[str] = Counter()
    for step in j.tail:
        for change in step.changes:
            harmed = RULESET.harm(change)
            if harmed:
                dealt[harmed[0]] += harmed[1]
    for c in j.state.present():
        assert dealt[c.id] == c.stats.hp_max - c.stats.hp
    assert RULESET.harm(Harm("x", 3, "y")) == ("x", 3, "y")


# ------------------------------------------------------------------ the panel
def offered(verb: str, s: Any, who: str, param: str, args: Args | None = None) -> list[str]:
    found = next(p for p in RULESET.verb(verb).params if p.name == param)
    assert found.choices is not None
    return [c.value for c in found.choices(s, who, args or {})]


def test_a_plain_attack_needs_a_target_only() -> None:
    three = (fighter("ana", "sellsword"), fighter("far", "orc"), fighter("near", "goblin"))
    s = turn(arena(*three), "ana")
    assert offered("attack", s, "ana", "target") == ["far", "near"]
    s = turn(arena(*three, close=("ana near",)), "ana")
    assert offered("attack", s, "ana", "target") == ["near"]  # who is at Close is in the way of others
    weapon, manner = RULESET.verb("attack").params[1:3]
    args = {"target": "near"}
    assert weapon.default is not None
    assert manner.default is not None
    assert weapon.default(s, "ana", args) == "Longsword"
    assert manner.default(s, "ana", {**args, "weapon": "Longsword"}) == "standard"
    call = RULESET.verb("attack").call(s, "ana", args)
    assert call.args == (Blow("ana", "near", "Longsword"),)
    legal = offered("attack", s, "ana", "manner", args)
    assert legal == ["standard", "great", "all-out", "disarm", "athletic"]


def test_only_legal_manners_and_weapons_are_offered() -> None:
    s = turn(arena(fighter("ana", "hunter"), fighter("foe", "goblin")), "ana")
    assert offered("attack", s, "ana", "weapon", {"target": "foe"}) == ["Long bow", "Unarmed"]
    assert offered("attack", s, "ana", "manner", {"target": "foe", "weapon": "Long bow"}) == ["standard"]
    fists = offered("attack", s, "ana", "manner", {"target": "foe", "weapon": "Unarmed"})
    assert fists == ["standard", "all-out", "disarm", "charge", "athletic", "hold", "throw"]
    assert "cover20" in offered("attack", s, "ana", "called", {"target": "foe", "weapon": "Long bow"})
    swordsman = turn(arena(fighter("ana", "sellsword"), fighter("foe", "goblin")), "ana")
    charge = {"target": "foe", "weapon": "Longsword", "manner": "charge"}
    assert "uphill" in offered("attack", swordsman, "ana", "called", charge)


def test_hints_say_what_a_manner_costs() -> None:
    param = RULESET.verb("attack").params[2]
    assert param.choices is not None
    hints = {c.value: c.hint for c in param.choices(duel(), "ana", {"target": "foe", "weapon": "Longsword"})}
    assert hints["great"] == "80%, greatest damage modifier, no reactions this round"
    assert hints["all-out"] == "40%, two attacks, no reactions this round"


def barred(s: State, name: str, **args: str) -> dict[str, str]:
    """The reasons beside what cannot be chosen for a parameter of an attack."""
    param = next(p for p in RULESET.verb("attack").params if p.name == name)
    assert param.barred is not None
    return {c.words: c.hint for c in param.barred(s, "ana", args)}


@pytest.mark.rule("OQ-40", "OQ-42", "OQ-43")
def test_what_cannot_be_chosen_for_an_attack_says_why() -> None:
    s = changed(duel(), "ana", manner="all-out")
    why = barred(s, "manner", target="foe", weapon="Longsword")
    assert why["Great Attack"] == "One non-standard attack a round: All-out Attack was this round's."
    assert why["Standard attack"] == ""
    reacted = changed(duel(), "ana", reacted=True, reactions=1)
    why = barred(reacted, "manner", target="foe", weapon="Longsword")
    assert why["All-out Attack"] == (
        "All-out Attack gives up reactions, and one has been made this round already."
    )
    archer = duel("hunter")
    why = barred(archer, "weapon", target="foe")
    assert (
        why["Shortsword"]
        == "Shortsword is not in hand (Long bow is): ready it first, which takes the action."
    )
    dead = changed(duel(), "foe", state="dead")
    assert barred(dead, "target")["foe"] == "foe is dead."
    allies = arena(fighter("ana", "sellsword"), fighter("ben", "spear"), fighter("foe", "goblin"))
    assert barred(allies, "target") == {
        "ana": "It is ana who attacks now: choose somebody else.",
        "ben": "ben is on the side of ana.",
        "foe": "",
    }


def test_verbs_say_why_they_cannot_be_done() -> None:
    s = changed(duel(), "ana", acted=True)
    why = {v.name: v.ready(s, "ana") for v in RULESET.verbs if v.who == "turn"}
    assert why["attack"] == "ana has used the action of this round already."
    assert why["close"] == "Everybody is at Close already."
    assert why["leave"] is None
    fresh = duel()
    again = {v.name: v.ready(fresh, "ana") for v in RULESET.verbs if v.who != "gm"}
    assert again["aim"] == "Aiming needs a ranged weapon in hand."
    assert again["set-weapon"] == "Only a spear or a polearm in hand can be set against a charge."
    assert again["first-aid"] == "Nobody on its side has a minor wound that is not dressed yet."
    assert again["pick-up"] == "Nothing lies on the ground."
    assert again["stabilise"] == "Nobody is dying."
    assert again["survive"] == "ana is not dying."
    assert again["break-free"] == "Nobody holds ana."


def test_names_of_parameters_are_those_of_the_commands() -> None:
    known = {
        "attack": {"target", "weapon", "manner", "called", "modifier"},
        "move": {"target", "where"},
        "act": {"target", "detail"},
        "trigger": {"then", "who", "anchors"},
        "place": {"target", "where", "detail"},
    }
    for verb in RULESET.verbs:
        assert {p.name for p in verb.params} <= known[verb.command], verb.name
    assert len({v.name for v in RULESET.verbs}) == len(RULESET.verbs)


def test_the_options_are_those_of_the_rules_each_explained() -> None:
    defaults = {o.key: o.default for o in RULESET.options}
    assert defaults == {
        "intent": "on-turn",
        "critical_parry_fumbles_attacker": True,
        "one_modifier": False,
        "charge_loses_reactions": True,
        "field_stabilise": True,
    }
    for option in RULESET.options:
        assert option.help
        assert option.label
    assert OFFERS in RULESET.all_options()


# ------------------------------------------------------------------ what is seen
def test_the_board_row_footer_and_condition() -> None:
    s = changed(duel(), "foe", hp=4, prone=True, reactions=1)
    row = RULESET.row(s, "foe", PUBLIC)
    assert row.health == "4/9 HP"
    assert row.tags == ("prone", "next reaction −20")
    assert RULESET.footer(s.with_ground(light="dark"), PUBLIC) == (
        "Place: darkness",
        "At Close: ana with foe",
    )
    words = {
        hp: RULESET.condition(changed(s, "foe", hp=hp, state="up" if hp > 0 else "dying"), "foe")
        for hp in (9, 5, 4, 0)
    }
    assert words == {9: "unhurt", 5: "wounded", 4: "badly wounded", 0: "dying"}


def test_hidden_combatants_leave_no_trace_in_what_others_see() -> None:
    s = arena(fighter("ana", "sellsword"), fighter("spy", "goblin"), close=("ana spy",))
    s = s.with_combatant("spy", hidden=True)
    s = changed(s, "ana", held_by="spy")
    seen = view(s, PUBLIC)
    assert seen.ground.close == ()
    assert "spy" not in repr(RULESET.footer(seen, PUBLIC))
    assert RULESET.row(seen, "ana", PUBLIC).tags == ("held by somebody",)


@pytest.mark.parametrize(("hp", "word"), [(9, "unhurt"), (5, "wounded"), (2, "badly wounded")])
def test_concealed_numbers_keep_only_what_the_words_say(hp: int, word: str) -> None:
    s = changed(duel(foe_numbers="words"), "foe", hp=hp)
    seen = view(s, Viewer("player-ana"))
    assert RULESET.condition(seen, "foe") == word
    assert seen["foe"].stats.skill("close") == 0
    assert seen["foe"].stats.hp_max == 10
    assert seen["ana"].stats.hp == 14


def test_wounds_of_concealed_foes_are_told_without_what_is_left() -> None:

    done = play(attack(blow()), duel(foe_numbers="words"), 20, "none", (3, 2))
    assert done.told()[-1] == "foe loses 3 hit points"
    chance, faces = play(attack(blow()), duel(foe_numbers="words"), 20, "parry", 20).rolls[1]
    assert chance.text(faces, str) == "foe rolls Parry: 20, success"


def test_the_place_is_set_by_the_referee_in_the_middle_of_things() -> None:
    j = journal(fighter("ana", "sellsword"), fighter("gob", "goblin"))
    light = RULESET.verb("light")
    assert light.interrupts
    call = light.call(j.state, "", {"detail": "dark"})
    j = j.declare(call, by="gm", actor="", verb="light", at=1).journal
    assert j.state.ground.light == "dark"
    assert transcript(j)[-1] == "Light: Darkness, −50"
    where = RULESET.verb("position").call(j.state, "", {"target": "ana,gob", "detail": "cover50"})
    j = j.declare(where, by="gm", actor="", verb="position", at=1).journal
    assert [c.stats.cover for c in j.state.present()] == [50, 50]


def test_every_value_can_be_overruled_and_read_back() -> None:
    stats = duel()["ana"].stats
    for value in RULESET.settables:
        if value.kind == "flag":
            wanted: Any = not value.get(stats)
        elif value.kind == "choice":
            wanted = value.choices[-1]
        elif value.kind == "text":
            wanted = "1D6" if value.key == "dm" else "Longsword"
        else:
            wanted = max(value.low, 7)
        assert value.get(value.put(stats, wanted)) == wanted, value.key


def test_standing_answers_name_real_questions() -> None:
    topics = {t.topic for t in RULESET.standing_topics}
    assert topics == {"defence", "lethal", "fortune", "death", "leaving", "disarm", "counter", "intent"}
    assert GM not in topics


def test_the_notice_is_shown() -> None:
    for words in (
        "https://openquestrpg.com/srd",
        "D101 Games",
        "Newt Newport with Paul Mitchener",
        "licenses/by/4.0",
    ):
        assert words in RULESET.about
