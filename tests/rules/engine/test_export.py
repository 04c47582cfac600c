"""What leaves an encounter as a file: everything for the GM, nothing secret for the players."""

import json
from typing import Any

import pytest

from rules.engine import frame, overrule
from rules.engine.changes import Joined
from rules.engine.codec import decode
from rules.engine.dice import Seeds, Sum
from rules.engine.effects import Ask, Call, Option
from rules.engine.export import Told, gm_log, player_log, transcript
from rules.engine.journal import Checkpoint, Journal
from rules.engine.procedures import Fight, procedure
from rules.engine.ruleset import PUBLIC, Viewer, rulesets
from rules.engine.steps import decode_step
from rules.engine.view import leaks, patch, patched, sees, shown, view
from tests.rules.engine.desk import Desk, Loaded
from tests.rules.toy import blows, tricks
from tests.rules.toy.game import CUDGELS
from tests.rules.toy.people import ANA, BEN, GM_USER, fighting, person
from tests.rules.toy.sheet import State

GM_VIEW, ANA_VIEW, BEN_VIEW = Viewer(GM_USER, gm=True), Viewer(ANA), Viewer(BEN)


def logs(desk: Desk) -> tuple[dict[str, Any], dict[str, Any]]:
    """(GM's, players'), through text."""
    names = {ANA: "Ana P.", GM_USER: "Gus"}
    whole = gm_log(desk.start, desk.steps(), desk.seeds, title="The yard", names=names)
    public = player_log(desk.start, desk.steps(), desk.seeds, title="The yard", names=names)
    return json.loads(json.dumps(whole)), json.loads(json.dumps(public))


def played() -> Desk:
    """A strike, a secret draw, a note for the GM, a hidden newcomer, a duel, and one step undone."""
    desk = Desk(fighting("ana", "orc", "ben", ana={"acts": 9}), Loaded.dice(strike=5, harm=2))
    desk.declare("ana", "strike", blows.strike("ana", "orc"))
    desk.answer("none")
    desk.declare("ana", "draw", tricks.draw("ana"))
    desk.gm("note", overrule.add_note("a trap door", "", True))
    desk.gm("add", frame.join(person("spy")))
    desk.declare("ana", "duel", tricks.duel("ana", "orc"))
    desk.answer("high")
    desk.answer("low")
    desk.gm("set", overrule.set_value("orc", "hits", 1))
    desk.undo()
    return desk


def ended(desk: Desk) -> Desk:
    desk.gm("end", frame.end(desk.seeds.public.hex()))
    return desk


# ------------------------------------------------------------------ the GM's log
def test_the_fight_can_be_rebuilt_from_the_gms_log() -> None:
    desk = played()
    log, _ = logs(desk)
    steps = [decode_step(row) for row in log["steps"]]
    assert tuple(steps) == desk.steps()
    rebuilt = Journal.load(desk.seeds, Checkpoint(0, decode(log["start"])), steps)
    assert rebuilt.state == desk.state == decode(log["state"])
    assert rebuilt.undone == desk.journal.undone


def test_the_header_names_all_that_is_needed_to_read_it() -> None:
    for log, kind in zip(logs(played()), ("gm", "players"), strict=True):
        assert {name: log[name] for name in ("format", "kind", "title", "ruleset", "version")} == {
            "format": 1,
            "kind": kind,
            "title": "The yard",
            "ruleset": "toy",
            "version": 1,
        }
        assert log["options"] == {"offers": "revisable", "foe_numbers": "shown"}
        assert log["names"] == {ANA: "Ana P.", GM_USER: "Gus"}
        public, secret = Seeds(b"p" * 32, b"s" * 32).commitments
        assert log["commitments"] == {"public": public, "secret": secret}


def test_seeds_are_revealed_at_the_end_and_the_secret_one_to_the_gm_alone() -> None:
    for log in logs(played()):
        assert log["seeds"] == {}
    whole, public = logs(ended(played()))
    assert whole["seeds"] == {"public": "70" * 32, "secret": "73" * 32}
    assert public["seeds"] == {"public": "70" * 32}
    assert "73" * 32 not in json.dumps(public)


# ------------------------------------------------------------------ the players' log
def test_the_players_log_holds_what_everybody_saw() -> None:
    _, log = logs(played())
    strike, draw, note, join, duel, undone = log["steps"]
    assert (strike["no"], strike["status"], strike["by"], strike["actor"], strike["verb"]) == (
        1,
        "done",
        ANA,
        "ana",
        "strike",
    )
    assert strike["lines"] == ["Ana: strike 5 against 5", "Ana: harm 1d6 (2)", "Orc takes 2"]
    assert strike["answers"] == [{"who": "orc", "topic": "defend", "value": "none"}]
    assert [(r["place"], r["chance"], r["sides"], r["faces"]) for r in strike["rolls"]] == [
        ("act/strike1/tested1:strike1", "toy.Test", [10], [5]),
        ("act/strike1:harm1", "engine.Sum", [6], [2]),
    ]
    assert draw["lines"] == ["Ana draws a card"]
    assert "rolls" not in draw
    assert note == {"no": 3, "status": "done"}
    assert join == {"no": 4, "status": "done"}
    assert (duel["lines"], "answers" in duel) == (["Orc takes 1"], False)
    assert (undone["status"], undone["lines"], "patch" in undone) == ("undone", ["Orc: hits now 1"], False)


def test_it_folds_to_the_public_state() -> None:
    desk = ended(played())
    _, log = logs(desk)
    state = log["start"]
    assert state == shown(desk.start, PUBLIC)
    for row in log["steps"]:
        state = patched(state, row.get("patch", []))
    assert state == log["state"] == shown(desk.state, PUBLIC)


def test_nothing_secret_stands_in_it() -> None:
    desk = ended(played())
    text = json.dumps(logs(desk)[1])
    for secret in ("spy", "Spy", "trap", "drew the", "high", "Draw", "hand"):
        assert secret not in text, secret
    assert "call" not in text


def test_a_choice_of_an_open_step_is_not_told_before_the_others_have_chosen() -> None:
    desk = Desk(fighting("ana", "orc", "rat"), Loaded.dice())
    desk.declare("ana", "sweep", tricks.sweep("ana"))
    desk.answer("duck")
    (row,) = logs(desk)[1]["steps"]
    assert (row["status"], "answers" in row) == ("open", False)
    desk.answer("stand")
    (row,) = logs(desk)[1]["steps"]
    assert [(a["who"], a["value"]) for a in row["answers"]] == [("orc", "duck"), ("rat", "stand")]


@pytest.mark.parametrize("acts", ["card", "guesses", "hidden", "standing", "gm roll"])
def test_two_fights_that_differ_in_secrets_only_have_one_players_log(acts: str) -> None:
    """What an outsider may not see has no way into the file, not even as a count."""

    def fight(n: int) -> dict[str, Any]:
        desk = Desk(fighting("ana", "orc", "ben", ana={"acts": 3}), Loaded.dice(draw=2 + n))
        if acts == "card":
            desk.declare("ana", "draw", tricks.draw("ana"))
        elif acts == "guesses":
            desk.declare("ana", "duel", tricks.duel("ana", "orc"))
            for _ in range(2):
                desk.answer(("high", "low")[n])
        elif acts == "hidden":
            desk.gm("add", frame.join(person("spy")))
            if n:
                desk.gm("effect", overrule.add_effect("spy", "dazed", "dazed", None, False))
            else:
                desk.gm("set", overrule.set_value("spy", "hits", 2))
        elif acts == "standing":
            desk.gm("standing", overrule.set_standing("ana", "defend", ("none", "duck")[n]))
        else:
            desk.gm("roll", blind(n))
        desk.gm("end", frame.end(""))
        return logs(desk)[1]

    assert fight(0) == fight(1)


@procedure("a roll for the GM's eyes", "trial")
async def blind(fight: Fight[State], bonus: int) -> int:
    return await Sum("watch", 1, 20, bonus, who="orc", to="gm")


def test_one_who_came_into_view_and_was_taken_back_is_named_where_they_acted_only() -> None:
    desk = Desk(fighting("spy", "ana", "orc", spy={"acts": 2}), Loaded.dice(strike=9))
    desk.declare("spy", "strike", blows.strike("spy", "ana"))
    desk.undo()
    desk.gm("set", overrule.set_value("spy", "hits", 2))
    acted, after = logs(desk)[1]["steps"]
    assert acted["lines"][0] == "Spy comes into view"
    assert after == {"no": 2, "status": "done"}
    assert "spy" not in json.dumps(logs(desk)[1]["state"])


def test_somebody_hidden_is_someone() -> None:
    """Ana strikes at what only the GM sees: the line is for all, the name is not."""
    desk = Desk(fighting("ana", "spy", "orc"), Loaded.dice(strike=9))
    desk.declare("ana", "strike", blows.strike("ana", "spy"))
    (row,) = logs(desk)[1]["steps"]
    assert row["lines"][-1] == "Ana misses someone"
    assert "spy" not in json.dumps(logs(desk)[1]).lower()


def test_a_key_names_nobody_whose_turn_is_hidden() -> None:
    desk = Desk(fighting("spy", "ana", ana={"grit": 3}), Loaded.dice())
    desk.declare("ana", "heckle", tricks.heckle("ana", "ana"))
    desk.answer("rage")
    (row,) = logs(desk)[1]["steps"]
    assert (row["key"], bool(row["rolls"])) == ("2/1|ana|heckle|1", True)
    assert "spy" not in json.dumps(row)


# ------------------------------------------------------------------ the transcript
def test_the_transcript_is_what_each_was_told() -> None:
    desk = played()
    everybody = transcript(desk.start, desk.steps(), PUBLIC)
    assert everybody[1] == Told(2, "done", ("Ana draws a card",))
    assert [t.no for t in everybody] == [1, 2, 5, 6]
    own = transcript(desk.start, desk.steps(), ANA_VIEW)
    assert own[1].lines == ("Ana drew the 5", "Ana draws a card")
    assert transcript(desk.start, desk.steps(), BEN_VIEW) == everybody
    whole = transcript(desk.start, desk.steps(), GM_VIEW)
    assert [t.lines[0] for t in whole if t.no in (3, 4)] == ["Noted: a trap door", "Spy joins"]
    assert whole[-1] == Told(6, "undone", ("Orc: hits now 1",))


def test_names_are_those_of_the_time() -> None:
    desk = Desk(fighting("ana", "orc"), Loaded.dice(strike=9))
    desk.declare("ana", "strike", blows.strike("ana", "orc"))
    desk.gm("rename", overrule.set_combatant("orc", "name", "Big Orc"))
    desk.gm("leave", frame.leave("orc", True))
    told = transcript(desk.start, desk.steps(), PUBLIC)
    assert (told[0].lines[-2], told[-1].lines[0]) == ("Ana misses Orc", "Big Orc leaves")


# ------------------------------------------------------------------ views
def viewed(viewer: Viewer, *calls: Call[Any], **stats: Any) -> State:
    s = fighting("ana", "orc", "spy", **stats)
    desk = Desk(s, Loaded.dice())
    for call in calls:
        desk.gm("gm", call)
    return view(desk.state, viewer)


def test_others_see_neither_hidden_ones_nor_hands_nor_standing_answers() -> None:
    calls = (overrule.set_standing("ana", "defend", "duck"), overrule.add_note("about the spy", "spy", False))
    seen = viewed(BEN_VIEW, *calls, ana={"hand": (3,)}, orc={"windup": "spy"})
    assert (list(seen.combatants), [x.id for x in seen.order]) == (["ana", "orc"], ["ana", "orc"])
    assert (seen["ana"].stats.hand, dict(seen["ana"].standing), seen["orc"].stats.windup) == ((), {}, "")
    assert (seen.notes, seen.fired, seen.named) == ((), (), 0)
    own = viewed(ANA_VIEW, *calls, ana={"hand": (3,)})
    assert (own["ana"].stats.hand, dict(own["ana"].standing)) == ((3,), {"defend": "duck"})
    whole = viewed(GM_VIEW, *calls, ana={"hand": (3,)})
    assert (list(whole.combatants), whole["ana"].stats.hand) == (["ana", "orc", "spy"], (3,))


def test_a_leak_is_an_id_that_can_be_read_alone_or_within_a_text_of_several() -> None:
    desk = Desk(fighting("ana", "spy"), Loaded.dice())
    assert leaks(desk.state) == ()
    desk.gm("note", overrule.add_note("espionage", "", False))
    assert leaks(desk.state) == ()
    desk.gm("note", overrule.add_note("ana>spy", "", False))
    assert (leaks(desk.state), leaks(desk.state, GM_VIEW)) == (("spy",), ("spy",))


def test_a_players_own_hidden_combatant_is_seen_by_that_player() -> None:
    hide = overrule.set_combatant("ana", "hidden", True)
    assert "ana" in viewed(ANA_VIEW, hide).combatants
    assert "ana" not in viewed(BEN_VIEW, hide).combatants


def test_an_effect_names_no_hidden_source_or_end() -> None:
    """The curse of the spy lies on Ana; who cast it and whose turn ends it is not said."""
    s = fighting("spy", "ana", "orc")
    cursed = Desk(s, Loaded.dice())
    cursed.declare("", "curse", tricks.curse("spy", "ana"))
    (effect,) = view(cursed.state, PUBLIC).lasting
    assert (effect.source, effect.ends and effect.ends.who) == ("", "")
    assert leaks(cursed.state) == ()
    (whole,) = view(cursed.state, GM_VIEW).lasting
    assert whole.source == "spy"


def test_foes_may_be_seen_in_words_only() -> None:
    s = CUDGELS.new_encounter({"foe_numbers": "words"})
    for c in fighting("ana", "orc", orc={"hits": 4, "skill": 7}).combatants.values():
        s = Joined(c).apply(s)
    assert (view(s, PUBLIC)["orc"].stats.hits, view(s, PUBLIC)["orc"].stats.skill) == (1, 0)
    assert view(s, PUBLIC)["ana"].stats.skill == 5
    assert view(s, GM_VIEW)["orc"].stats.skill == 7


def test_who_is_of_an_audience() -> None:
    s = fighting("ana", "orc")
    cases = {
        "table": (True, True, True),
        "gm": (False, False, True),
        "ana": (True, False, True),
        "orc": (False, False, True),
        "nobody": (False, False, True),
    }
    for audience, expected in cases.items():
        assert (
            sees(s, ANA_VIEW, audience),
            sees(s, PUBLIC, audience),
            sees(s, GM_VIEW, audience),
        ) == expected


def test_a_patch_is_the_difference() -> None:
    before: Any = {"a": [1, 2, {"m": [["x", 1]]}], "b": True}
    after: Any = {"a": [1, 3, {"m": [["x", 1], ["y", 2]]}], "b": 1}
    found = patch(before, after)
    assert found == [[["a", 1], 3], [["a", 2, "m"], [["x", 1], ["y", 2]]], [["b"], 1]]
    assert patched(before, found) == after
    assert before == {"a": [1, 2, {"m": [["x", 1]]}], "b": True}
    assert patch(before, before) == []
    assert patched(before, patch(before, [1])) == [1]


def test_the_toy_is_a_game_like_any_other() -> None:
    assert CUDGELS in rulesets()


@procedure("the GM picks somebody", "trial")
async def pick(fight: Fight[State]) -> str:
    options = tuple(Option(c.id) for c in fight.s.present())
    return await Ask("gm", "pick", "Whom?", options, "ana")


def test_an_answer_that_names_somebody_hidden_is_not_told() -> None:
    desk = Desk(fighting("ana", "spy"), Loaded.dice())
    for value in ("ana", "spy"):
        desk.declare("", "pick", pick())
        desk.answer(value)
    first, second = logs(desk)[1]["steps"]
    assert first["answers"] == [{"who": "gm", "topic": "pick", "value": "ana"}]
    assert second == {"no": 2, "status": "done"}
