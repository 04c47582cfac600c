"""The toy's rules, each worked by hand through the scripted interpreter."""

import pytest

from rules.engine.effects import Ask
from rules.engine.frame import act, begin, pass_turn
from rules.engine.procedures import Refused
from rules.engine.scripted import scripted
from tests.rules.toy import blows, moves, tricks
from tests.rules.toy.chances import Draw
from tests.rules.toy.people import fighting, gathering, person
from tests.rules.toy.sheet import GATE


def test_a_strike_that_hits_hurts_by_its_die() -> None:
    done = scripted(blows.strike("ana", "orc"), fighting("ana", "orc"), [5, "none", 4])
    assert done.result == "hit"
    assert done.s["orc"].stats.hits == 6 - 4
    assert done.s["ana"].stats.acts == 0
    assert done.told() == ["orc takes 4"]


def test_a_fine_strike_hurts_two_more() -> None:
    done = scripted(blows.strike("ana", "orc"), fighting("ana", "orc"), [1, "none", 4])
    assert done.s["orc"].stats.hits == 6 - 4 - 2
    assert done.told() == ["orc takes 6 and falls"]


def test_a_miss_may_be_rolled_again_for_grit() -> None:
    s = fighting("ana", "orc")
    kept = scripted(blows.strike("ana", "orc"), s, [6, "keep"])
    assert (kept.result, kept.s["ana"].stats.grit) == ("miss", 1)
    again = scripted(blows.strike("ana", "orc"), s, [6, "again", 2, "none", 3])
    assert (again.result, again.s["ana"].stats.grit, again.s["orc"].stats.hits) == ("hit", 0, 3)
    poor = scripted(blows.strike("ana", "orc"), fighting("ana", "orc", ana={"grit": 0}), [6])
    assert (poor.result, poor.asks) == ("miss", ())


def test_the_defences_depend_on_grit() -> None:
    rich = scripted(blows.strike("ana", "orc"), fighting("ana", "orc"), [5, "parry"])
    assert (rich.result, rich.s["orc"].stats.grit) == ("parries", 0)
    s = fighting("ana", "orc", orc={"grit": 0})
    with pytest.raises(AssertionError, match="the script says 'parry'"):
        scripted(blows.strike("ana", "orc"), s, [5, "parry"])
    assert scripted(blows.strike("ana", "orc"), s, [5, "duck", 5]).result == "ducks"
    assert scripted(blows.strike("ana", "orc"), s, [5, "duck", 6, 1]).result == "hit"


def test_harm_of_the_first_round_counts_at_its_end() -> None:
    s = fighting("ana", "orc", number=1)
    struck = scripted(blows.strike("ana", "orc"), s, [5, "none", 6])
    assert struck.s["orc"].stats.hits == 6
    assert struck.told() == ["orc reels (6 at the round's end)"]
    ended = scripted(pass_turn(), scripted(pass_turn(), struck.s, []).s, [])
    assert (ended.s.round, ended.s["orc"].stats.hits, ended.s.ground.held) == (2, 0, ())
    assert ended.told() == ["orc takes 6 and falls", "Round 2", "ana's turn"]


def test_a_watcher_may_swing_and_fell_the_mover() -> None:
    s = fighting("ana", "orc", "rat", orc={"watching": GATE}, rat={"watching": GATE}, ana={"hits": 2})
    held = scripted(moves.move("ana", GATE), s, ["hold", "hold"])
    assert (held.result, held.s["ana"].stats.zone) == ("moved", GATE)
    assert [ask.who for ask in held.asks] == ["orc", "rat"]
    felled = scripted(moves.move("ana", GATE), s, ["swing", 3, 2])
    assert felled.s["orc"].stats.watching == ""
    assert (felled.result, felled.s["ana"].stats.zone, felled.s["orc"].stats.watching) == (
        "felled",
        "yard",
        "",
    )
    hurt = scripted(moves.move("ana", GATE), s, ["swing", 3, 1, "swing", 9])
    assert (hurt.result, hurt.s["ana"].stats.hits) == ("moved", 1)


def test_a_mighty_blow_falls_a_turn_later() -> None:
    wound = scripted(act("ana", blows.wind_up("ana", "orc")), fighting("ana", "orc", orc={"hits": 20}), [])
    assert (wound.s.actor, wound.s["ana"].stats.windup) == ("orc", "orc")
    back = scripted(pass_turn(), wound.s, [5, (6, 3)])
    assert (back.s.actor, back.s["orc"].stats.hits, back.s["ana"].stats.windup) == ("ana", 11, "")
    struck = scripted(act("orc", blows.strike("orc", "ana")), wound.s, [5, "none", 1])
    assert (struck.s.actor, struck.s["ana"].stats.windup, struck.s["orc"].stats.hits) == ("ana", "", 20)


def test_two_secret_choices_at_once() -> None:
    s = fighting("ana", "orc")
    match = scripted(tricks.duel("ana", "orc"), s, [{"ana": "high", "orc": "high"}])
    assert (match.result, match.s["ana"].stats.hits, match.s["orc"].stats.hits) == ("ana", 5, 6)
    differ = scripted(tricks.duel("ana", "orc"), s, [["high", "low"]])
    assert (differ.result, differ.s["ana"].stats.hits, differ.s["orc"].stats.hits) == ("orc", 6, 5)
    assert all(ask.secret for ask in differ.asks)


def test_asks_and_an_offer_at_once() -> None:
    s = fighting("ana", "orc", "rat")
    plain = scripted(tricks.sweep("ana"), s, [["stand", "plain", "stand"], 5, 6])
    assert (plain.result, plain.s["orc"].stats.hits, plain.s["rat"].stats.hits) == (1, 5, 6)
    pushed = scripted(tricks.sweep("ana"), s, [["duck", "push", "stand"], 5])
    assert (pushed.result, pushed.s["rat"].stats.hits, pushed.s["ana"].stats.grit) == (1, 4, 0)


def test_a_card_is_drawn_from_the_sorted_pile_and_played() -> None:
    s = fighting("ana", "orc")
    drawn = scripted(tricks.draw("ana"), s, [7])
    assert drawn.s["ana"].stats.hand == (7,)
    assert drawn.s.ground.pile == (1, 2, 3, 4, 5, 6, 8, 9)
    assert [(line.to, line.text(str.title)) for line in drawn.lines] == [
        ("ana", "Ana drew the 7"),
        ("table", "Ana draws a card"),
    ]
    again = scripted(tricks.draw("ana"), drawn.s.with_stats("ana", acts=1), [7])
    assert again.s["ana"].stats.hand == (7, 8)
    played = scripted(tricks.play("ana", 8), again.s, [])
    assert (played.s["ana"].stats.hits, played.s["ana"].stats.hand) == (14, (7,))


def test_initiative_puts_second_slots_behind_and_keeps_groups_together() -> None:
    s = gathering("ana", "orc", "rat", ana={"slots": 2}, orc={"skill": 6})
    s = s.with_combatant("orc", group="mob").with_combatant("rat", group="mob")
    done = scripted(begin(), s, [3, 10])
    assert [(slot.id, slot.label) for slot in done.s.order] == [
        ("orc", "16"),
        ("rat", "15"),
        ("ana", "8"),
        ("ana+", "again"),
    ]
    assert (done.s.round, done.s.actor, done.s["orc"].stats.acts) == (1, "orc", 1)


def test_an_interrupt_with_its_own_questions() -> None:
    done = scripted(tricks.heckle("ana", "orc"), fighting("ana", "orc"), ["rage", "louder", 2, 4])
    assert (done.result, done.s["ana"].stats.grit, done.s["ana"].stats.hits) == ("rage", 0, 2)


def test_what_the_rules_forbid_is_refused() -> None:
    s = fighting("ana", "orc")
    for call, why in (
        (blows.strike("orc", "ana"), "It is not your turn."),
        (blows.strike("ana", "ana"), "There is nobody to hit there."),
        (moves.move("ana", "moon"), "That is not another zone."),
        (tricks.play("ana", 3), "You do not hold that card."),
    ):
        with pytest.raises(Refused, match=why):
            scripted(call, s, [])


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ([5, "none"], "the script ended before"),
        ([5, "none", 4, 4], "was not used up"),
        ([11], "the script says 11"),
        ([5, "fly"], "the script says 'fly'"),
    ],
)
def test_a_script_that_does_not_fit_fails(script: list[object], why: str) -> None:
    with pytest.raises(AssertionError, match=why):
        scripted(blows.strike("ana", "orc"), fighting("ana", "orc"), script)


def test_a_scripted_run_gives_its_asks_and_rolls() -> None:
    s = fighting("ana", "orc")
    done = scripted(blows.strike("ana", "orc"), s, [5, "duck", 9, 2])
    assert [(chance.label, faces) for chance, faces in done.rolls] == [
        ("strike", (5,)),
        ("duck", (9,)),
        ("harm", (2,)),
    ]
    assert [ask.topic for ask in done.asks] == ["defend"]
    assert isinstance(done.asks[0], Ask)


def test_a_draw_has_as_many_sides_as_cards_are_left() -> None:
    s = gathering("ana").with_ground(pile=(2, 5, 9))
    draw = Draw("draw", "ana")
    assert draw.sides(s) == (3,)
    assert [draw.read((face,), s) for face in (1, 2, 3)] == [2, 5, 9]


def test_the_cast_is_what_the_tests_take_it_for() -> None:
    assert (person("ana").controller, person("orc").controller, person("spy").hidden) == ("u-ana", "", True)
