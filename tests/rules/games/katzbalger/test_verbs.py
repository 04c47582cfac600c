"""What can be declared, chosen and shown: verbs, their choices and defaults, options, board, checks, odds."""

from dataclasses import replace
from typing import Any

import pytest

from rules.engine.encounter import GATHERING
from rules.engine.exact import exact, results
from rules.engine.procedures import Refused
from rules.engine.ruleset import PUBLIC, Viewer
from rules.engine.scripted import scripted
from rules.engine.view import view
from rules.games.katzbalger import RULESET
from rules.games.katzbalger.changes import Wounded
from rules.games.katzbalger.choices import hit_percent
from rules.games.katzbalger.sheet import State
from rules.games.katzbalger.values import in_hand, range_of

from .arena import APART, CONTACT, LONG, MEDIUM, arena, duel


def chosen(s: State, verb: str, name: str, who: str = "ana", **args: str) -> list[str]:
    """The values that may be chosen for a parameter."""
    param = next(p for p in RULESET.verb(verb).params if p.name == name)
    assert param.choices is not None
    return [o.value for o in param.choices(s, who, args)]


def settled(s: State, verb: str, who: str = "ana", **args: str) -> dict[str, str]:
    """The arguments with all defaults filled in."""
    for param in RULESET.verb(verb).params:
        if param.name not in args and param.default is not None:
            value = param.default(s, who, args)
            if value is not None:
                args[param.name] = value
    return args


def run(s: State, verb: str, script: list[Any], who: str = "ana", **args: str) -> State:
    full = settled(s, verb, who, **args)
    after: State = scripted(RULESET.verb(verb).call(s, who, full), s, script).s
    return after


def test_verbs_stand_under_the_commands_that_there_are() -> None:
    allowed = {
        "attack": {"target", "weapon", "manner", "called", "modifier"},
        "move": {"target", "where"},
        "act": {"target", "detail"},
        "place": {"target", "where", "detail"},
    }
    assert len({v.name for v in RULESET.verbs}) == len(RULESET.verbs)
    for v in RULESET.verbs:
        assert {p.name for p in v.params} <= allowed[v.command]
        assert (v.who == "gm") == (v.command == "place")


def test_a_plain_attack_needs_only_a_target() -> None:
    s = duel()
    assert settled(s, "attack", target="ben") == {"target": "ben", "weapon": "Sword", "manner": "attack"}
    after = run(s, "attack", ["none", 2], target="ben")
    assert RULESET.spent(after, "ana")


def test_targets_are_those_in_reach_foes_first_and_nobody_dead() -> None:
    s = arena({"ana": {}, "dead": {}, "friend": {}, "near": {}, "far": {}}, "ana", dead={"lethal": 99})
    s = s.with_combatant("friend", side="ana")
    s = run(s, "range", [], target="far", where=str(APART), detail="ana")
    s = s.with_stats("ana", acted=1)
    assert chosen(s, "attack", "target") == ["near", "friend"]
    fresh = s.with_stats("ana", acted=0)
    assert chosen(fresh, "attack", "target") == ["near", "far", "friend"]  # far by a Charge
    assert settled(fresh, "attack", target="far")["manner"] == "charge"
    param = {p.name: p for p in RULESET.verb("attack").params}
    assert param["target"].default is not None
    assert param["target"].barred is not None
    assert param["target"].default(fresh, "ana", {}) == "near"
    alone = arena({"ana": {}, "dead": {}, "friend": {}}, "ana", dead={"lethal": 99})
    alone = alone.with_combatant("friend", side="ana")
    assert param["target"].default(alone, "ana", {}) is None, "no friend by default"
    why = {o.value: o.hint for o in param["target"].barred(s, "ana", {})}
    assert why["dead"] == "Dead is dead."
    assert why["near"] == ""


@pytest.mark.rule("KB-40")
def test_what_cannot_be_chosen_for_an_attack_says_why() -> None:
    param = {p.name: p for p in RULESET.verb("attack").params}
    s = duel({"weapons": ["Sword", "Fist"]}).with_stats("ana", maneuver="feint")
    assert param["manner"].barred is not None
    assert param["weapon"].barred is not None
    why = {o.words: o.hint for o in param["manner"].barred(s, "ana", {"target": "ben", "weapon": "Sword"})}
    assert why["Great Blow"] == "One maneuver a round, and this round's was Feint."
    assert why["Grapple"] == "Grapple is not possible with the sword; it is with the fist."
    reach = {o.value: o.hint for o in param["weapon"].barred(duel(at=APART), "ana", {"target": "ben"})}
    assert reach["Sword"]


@pytest.mark.rule("KB-40")
def test_only_legal_manners_can_be_chosen() -> None:
    s = duel({"weapons": ["Sword", "Fist"]})
    assert chosen(s, "attack", "manner", target="ben", weapon="Sword") == [
        "attack",
        "thrust",
        "feint",
        "great_blow",
    ]
    close = duel(at=CONTACT)
    assert "grapple" in chosen(close, "attack", "manner", target="ben", weapon="Fist")
    assert "lunge" in chosen(duel(at=LONG), "attack", "manner", target="ben", weapon="Sword")
    assert chosen(
        s.with_stats("ana", maneuver="feint"), "attack", "manner", target="ben", weapon="Sword"
    ) == ["attack"]


def test_hints_say_the_chance_to_hit() -> None:
    s = duel()
    param = RULESET.verb("attack").params[0]
    assert param.choices is not None
    assert param.choices(s, "ana", {})[0].hint == "Medium, sword 55%"


def test_what_can_be_ticked_with_an_attack() -> None:
    assert chosen(duel(), "attack", "called", target="ben") == ["subdual", "unaware"]
    assert chosen(duel({"grooves": 1}), "attack", "called", target="ben")[0] == "groove"
    script = ["unaware", (2, 3)]
    after = run(duel({"grooves": 1}), "attack", script, target="ben", called="groove,unaware", modifier="-1")
    assert after["ana"].stats.groove


@pytest.mark.rule("KB-12", "KB-53")
def test_moves_by_their_verbs() -> None:
    s = duel(order="ana ana ben", at=LONG)
    assert range_of(run(s, "step", [], target="ben"), "ana", "ben") == MEDIUM  # towards the sword's optimum
    assert range_of(run(s, "full", [], target="ben"), "ana", "ben") == MEDIUM
    near = duel(at=CONTACT)
    assert settled(near, "step", target="ben")["where"] == "away"


def test_a_sentence_says_why_not() -> None:
    s = duel(at=APART).with_stats("ana", acted=1)
    ready = {v.name: v.ready(s, "ana") for v in RULESET.verbs}
    assert "Nobody is in reach" in str(ready["attack"])
    assert "first thing" in str(ready["full"])
    assert ready["step"] is None
    assert "Nobody holds you" in str(ready["break"])
    assert "You hold nobody" in str(ready["release"])
    assert "No Groove" in str(ready["groove"])
    assert "You are on your feet" in str(ready["stand"])
    assert "instant" in str(ready["instant"])
    assert ready["mode"] is None
    assert ready["fall"] is None
    held = duel(at=LONG).with_stats("ana", held=s["ana"].stats.held.put("ben", 2))
    assert RULESET.verb("attack").ready(held, "ana") == (
        "Held: attacks only at Contact, and nobody is there. Break free first."
    )


@pytest.mark.rule("KB-12", "KB-15", "KB-30")
def test_what_is_settled_for_the_first_round_can_be_settled_before_the_fight() -> None:
    assert [v.name for v in RULESET.verbs if v.early] == ["mode", "ready", "instant"]


@pytest.mark.rule("KB-30", "KB-15", "KB-43", "KB-44", "KB-82")
def test_acts_by_their_verbs() -> None:
    s = duel({"weapons": ["Sword", "Mace"], "grooves": 1}, at=CONTACT)
    assert run(s, "mode", [], detail="defensive")["ana"].stats.wants == "defensive"
    assert run(s, "ready", [], detail="Mace")["ana"].stats.hand == "Mace"
    assert run(s, "groove", [])["ana"].stats.groove
    s = run(s, "allow", [], target="ana")
    assert run(s, "instant", [], target="ben")["ana"].stats.instant is not None
    held = s.with_stats("ana", held=s["ana"].stats.held.put("ben", 2))
    assert run(held, "break", [20])["ana"].stats.held == {}
    assert run(held, "release", [], "ben")["ana"].stats.held == {}
    assert run(held, "free", [], target="ana")["ana"].stats.held == {}
    assert run(replace(held, acting="ben#1"), "pin", ["none"], "ben").ground.used == "1/ben#1"


@pytest.mark.rule("KB-15", "KB-21", "KB-22", "KB-53", "KB-71", "KB-73", "KB-75", "KB-76", "KB-77", "KB-80")
def test_the_directors_verbs() -> None:
    s = duel({"hth_skills": ["Sword 6"]}, {"hth_skills": ["Sword 6"], "health": 10, "lethal": 11})
    s = s.with_stats("ben", bleeds=1)
    assert range_of(run(s, "range", [], target="all", where="0"), "ana", "ben") == CONTACT
    assert range_of(run(s, "range", [], target="ana", where="1", detail="ben"), "ana", "ben") == 1
    assert run(s, "aware", [], target="ben")["ben"].stats.unaware
    assert list(run(s, "duel", [], target="ana", detail="ben", where="Sword").ground.duels.values()) == [
        "Sword"
    ]
    assert chosen(s, "duel", "where", target="ana", detail="ben") == ["Sword", "score"]
    assert run(s, "funk", [], target="ana")["ana"].stats.funk
    assert run(s, "wound", [(1, 1)], target="ana", detail="2", where="subdual")["ana"].stats.subdual == 2
    assert run(s, "stun", [(1, 1, 1)], target="ana", detail="3").lasting == ()
    assert run(s, "stun", [(1, 1)], target="ana").lasting == ()
    assert run(s, "stabilise", [], target="ben")["ben"].stats.stable
    assert run(s, "bleed", [], target="ben")["ben"].stats.lethal == 12
    assert run(s, "fall", [(3,), (1, 1)], target="ana", detail="12")["ana"].stats.lethal == 3
    assert run(s, "water", [], target="ana")["ana"].stats.water == 1
    assert run(s, "submerge", [], target="ana", detail="5")["ana"].stats.subdual == 0
    after = run(s, "heal", [3], target="ben", detail="aid2,herbs,dirty")
    assert after["ben"].stats.lethal == 11 - 4


def test_the_options_are_those_of_the_clauses() -> None:
    assert [(o.key, o.default) for o in RULESET.options] == [
        ("maneuvers", "round"), ("thrust_dodge", 2), ("subdual_rate", 4), ("stun_dice", "chart"),
    ]  # fmt: skip
    for option in RULESET.options:
        assert option.choices[0].value == str(option.default)
        assert option.help
    assert RULESET.rolls_order_each_round
    assert RULESET.gm_word == "Director"


# ------------------------------------------------------------------ shown
def test_the_board_says_what_holds() -> None:
    s = duel(order="ana ben").with_stats("ana", lethal=3, subdual=2, mode="aggressive", grooves=1, guard=2)
    row = RULESET.row(s, "ana", PUBLIC)
    assert row.health == "5/20 wounds (2 subdual)"
    assert row.tags == ("Aggressive", "Dodge −2 until next action", "1 Groove stored")
    assert RULESET.footer(s, PUBLIC) == ("Ranges: Ana – Ben Medium",)
    assert RULESET.footer(s.with_stats("ben", lethal=99), PUBLIC) == (), "no range to the dead"
    assert RULESET.panel(s, "ben", PUBLIC)[0] == "In hand: Sword 1d8, class B, best at Medium, skill 5"
    assert "1 more action this round (19)" in RULESET.panel(s, "ben", PUBLIC)[2]
    lines = RULESET.panel(s, "ana", PUBLIC)
    assert [x for x in lines if "Aggressive" in x] == [lines[2]], "the mode stands once"
    assert lines[-1] == "Dodge −2 until next action, 1 Groove stored"
    assert RULESET.condition(s, "ana") == "wounded"


def test_a_viewer_sees_nothing_of_the_hidden() -> None:
    s = arena({"ana": {}, "ben": {}, "spy": {}}, "ana spy ben").with_combatant("spy", hidden=True)
    s = replace(s, ground=replace(s.ground, together=(("ana#1", "spy#1"),), used="1/spy#1"))
    seen = view(s, PUBLIC)
    assert "spy" not in str(seen)
    assert view(s, Viewer("gm", gm=True)).ground == s.ground
    for who in ("ana", "ben"):
        assert RULESET.row(seen, who, PUBLIC).health
        assert RULESET.panel(seen, who, PUBLIC)
        assert chosen(seen, "attack", "target", who)


def test_harm_and_outcomes_in_words() -> None:
    assert RULESET.harm(Wounded("ben", 3, False, "ana")) == ("ben", 3, "ana")
    s = duel(ben={"hth": 0}, order="ana")
    call = RULESET.verb("attack").call(s, "ana", settled(s, "attack", target="ben"))
    words: dict[str, float] = {}
    for (result, after), p in exact(call, s).items():
        key = RULESET.outcome(result, s, after)
        words[key] = words.get(key, 0) + float(p)
    assert set(words) <= {
        "miss", "hit, no damage", "wounded", "wounded and dazed", "wounded and stunned", "severely injured",
        "dead",
    }  # fmt: skip
    assert words["miss"] == pytest.approx(0.2)  # d20 + 5 ≥ 10 on 5 and more, so 4 of 20 miss
    assert sum(words.values()) == pytest.approx(1)


@pytest.mark.rule("KB-43", "KB-45", "KB-48")
@pytest.mark.parametrize(
    ("manner", "expected"),
    [
        (
            "throw",
            {"miss", "resists the Throw", "on hands and knees", "prone and dazed", "prone and stunned"},
        ),
        ("grapple", {"miss", "held"}),
        ("feint", {"miss", "loses an action"}),
    ],
)
def test_what_an_attack_that_draws_no_blood_comes_to_in_words(manner: str, expected: set[str]) -> None:
    s = duel(order="ana", at=CONTACT)
    call = RULESET.verb("attack").call(s, "ana", {"target": "ben", "weapon": "Fist", "manner": manner})
    assert {RULESET.outcome(result, s, after) for result, after in exact(call, s)} == expected


# ------------------------------------------------------------------ checks
def checked(s: State, script: list[Any], **args: str) -> Any:
    call = RULESET.check(s, "ana", args, "table")
    assert call is not None
    return scripted(call, s, script)


@pytest.mark.rule("KB-01", "KB-03", "KB-20", "KB-70", "KB-75", "KB-76", "KB-77")
def test_checks_beside_a_fight() -> None:
    s = replace(
        duel({"hth_skills": ["Sword 6"], "gun": 2, "str": 12, "fit_bonus": 1}), phase=GATHERING, round=0
    )
    assert checked(s, [8], skill="Sword").result == 4
    assert checked(s, [8], skill="HTH Score", modifier="2").result == 5
    assert checked(s, [8], skill="Gun Score", target="15").result is None
    assert checked(s, [(3, 3, 3)], skill="STR").result == 3
    assert checked(s, [(3, 3, 3, 4)], skill="STR", target="4", modifier="1").result == 0
    assert checked(s, [(5, 6)], skill="stun").result == 1
    assert checked(s, [(3, 4)], skill="fall", target="25").result == 7
    assert checked(s, [], skill="fall", target="5").result == 0
    assert checked(s, [(3, 3, 3, 3)], skill="drowning", target="31").result == -2
    assert checked(s, [], skill="drowning", target="30").told() == [
        "Round 30 under water: no ill effects before round 31"
    ]
    assert checked(s, [3], skill="healing", modifier="-1").result == 3
    assert checked(s, [8], skill="Sword").s == s
    skills = RULESET.check_params[0].choices
    assert skills is not None
    assert {"Sword", "HTH Score", "WIL", "fall", "drowning", "healing"} <= {
        o.value for o in skills(s, "ana", {})
    }
    with pytest.raises(Refused):
        checked(s, [], skill="Cooking")


@pytest.mark.rule("KB-01")
def test_a_blind_check_goes_to_its_audience() -> None:
    call = RULESET.check(duel(), "ana", {"skill": "HTH Score"}, "gm")
    assert call is not None
    done = scripted(call, duel(), [8])
    assert done.rolls[0][0].audience == "gm"
    assert sum(results(exact(call, duel())).values()) == 1


@pytest.mark.rule("KB-23", "KB-50", "KB-51")
@pytest.mark.parametrize(
    ("manner", "at", "percent"),
    [
        ("charge", 5, 55),  # at the sword's Medium: d20 + 5 − 5 ≥ 10, 10 to 20
        ("lunge", 3, 65),  # the Dodge 2 lower for it: 8 to 20
        ("attack", 3, 45),  # at Long, a step away: 12 to 20
    ],
)
def test_the_chance_of_one_who_closes_in_is_that_at_the_range_where_it_ends(
    manner: str, at: int, percent: int
) -> None:
    s = duel(at=at)
    assert hit_percent(s, "ana", "ben", in_hand(s, "ana"), manner) == percent
