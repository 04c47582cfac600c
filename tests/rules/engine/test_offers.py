"""An offer taken up after all: what stays, what is asked anew, what comes in again."""

import json
from typing import Any

import pytest

from rules.engine import frame, overrule
from rules.engine.dice import Sum
from rules.engine.effects import Ask, Option
from rules.engine.journal import Journal
from rules.engine.lines import Said
from rules.engine.live import ASK, BY_DEFAULT, CHANCE
from rules.engine.procedures import Fight, Refused, procedure
from rules.engine.steps import decode_step, encode_step
from tests.rules.engine.desk import Desk, Loaded, run_again
from tests.rules.toy import blows, tricks
from tests.rules.toy.chances import MISS
from tests.rules.toy.changes import Grit
from tests.rules.toy.people import fighting
from tests.rules.toy.sheet import State

AGAIN = "act/strike1:again1"


@procedure("a strike that may be rolled again, then a friend's mood", "trial")
async def both(fight: Fight[State], attacker: str, target: str, friend: str) -> str:
    level = await blows.tested(attacker, "strike")
    if level == MISS:
        again = (Option("keep"), Option("again"))
        if await Ask(attacker, "again", "Roll again?", again, "keep", wait=False) == "again":
            level = await blows.tested(attacker, "again")
    if level != MISS and await blows.defend(target) == "none":
        await blows.harm(target, await Sum("harm", 1, 6))
    return await Ask(friend, "mood", "Well?", (Option("laugh"), Option("rage")), "laugh")


@procedure("an offer that changes what can be chosen after it", "trial")
async def pair(fight: Fight[State], attacker: str, target: str) -> str:
    louder = (Option("quiet"), Option("louder"))
    if await Ask(attacker, "louder", "Louder?", louder, "quiet", wait=False) == "louder":
        await Grit(target)
    return await blows.defend(target)


def desk(*who: str, faces: dict[str, int] | None = None, **stats: Any) -> Desk:
    return Desk(fighting(*(who or ("ana", "orc", "ben")), **stats), Loaded.dice(**(faces or {})))


def missed(**faces: int) -> Desk:
    """Ana has missed the orc and not rolled again; it is the orc's turn."""
    at = desk(faces={"strike": 9, **faces})
    at.declare("ana", "strike", blows.strike("ana", "orc"))
    return at


def topics(at: Desk) -> list[tuple[str, str]]:
    return [(x.ask.topic, x.ask.who) for x in at.journal.open_asks()]


def take_up(at: Desk, topic: str, value: str) -> None:
    key = next(o.key for o in at.journal.offers() if f":{topic}" in o.key)
    at.take(at.journal.revise(key, value, by="u-ana"))


def test_the_step_runs_again_from_there_and_the_turn_comes_back() -> None:
    at = missed(again=3, harm=2)
    assert at.state.actor == "orc"
    take_up(at, "again", "again")
    assert (topics(at), at.state.actor) == ([("defend", "orc")], "ana")
    at.answer("none")
    assert (at.state["orc"].stats.hits, at.state["ana"].stats.grit, at.state.actor) == (4, 0, "orc")
    assert run_again(at) == at.state


def test_what_was_taken_up_cannot_be_put_down_again() -> None:
    at = missed(again=9)
    take_up(at, "again", "again")
    assert at.journal.offers() == ()
    with pytest.raises(Refused, match="offer has passed"):
        at.journal.revise(AGAIN, "keep", by="u-ana")


def test_only_what_was_offered_can_be_taken() -> None:
    at = missed()
    before = at.journal
    with pytest.raises(Refused, match=r"You can choose: keep, again\."):
        at.journal.revise(AGAIN, "thrice", by="u-ana")
    assert at.journal == before


def test_an_offer_passes_with_the_next_step() -> None:
    at = missed()
    at.gm("set", overrule.set_value("ben", "hits", 3))
    assert at.journal.offers() == ()
    with pytest.raises(Refused, match="offer has passed"):
        at.journal.revise(AGAIN, "again", by="u-ana")


def test_an_offer_does_not_come_back_by_undoing_what_came_after() -> None:
    at = missed()
    at.gm("set", overrule.set_value("ben", "hits", 3))
    at.undo()
    assert at.journal.offers() == ()


def test_a_revision_is_saved_with_its_delivery() -> None:
    at = missed(again=3)
    at.take(at.journal.revise(AGAIN, "again", by="u-ana", delivery="d7"))
    (step,) = at.steps()
    assert step.deliveries == ("d7",)
    assert [(x.value, x.by) for x in step.inputs if x.kind == ASK] == [("again", "u-ana")]


# ------------------------------------------------------------------ asks and an offer at once
def swept() -> Desk:
    """Ana sweeps; the orc has answered, the rat is asked still, Ana may push."""
    at = desk("ana", "orc", "rat", faces={"sweep": 3})
    at.declare("ana", "sweep", tricks.sweep("ana"))
    at.answer("duck")
    return at


def test_an_offer_beside_open_questions_leaves_their_answers() -> None:
    at = swept()
    take_up(at, "sweep", "push")
    assert topics(at) == [("sweep", "rat")]
    at.answer("stand")
    assert (at.state["orc"].stats.hits, at.state["rat"].stats.hits, at.state["ana"].stats.grit) == (6, 4, 0)
    assert run_again(at) == at.state


def test_an_offer_taken_when_all_is_done_keeps_every_answer() -> None:
    at = swept()
    at.answer("stand")
    assert (at.journal.open, at.state["rat"].stats.hits) == (None, 5)
    take_up(at, "sweep", "push")
    assert (at.journal.open, at.state["rat"].stats.hits, at.state["orc"].stats.hits) == (None, 4, 6)
    assert run_again(at) == at.state


# ------------------------------------------------------------------ what came in meanwhile
def test_what_the_gm_did_meanwhile_comes_in_again() -> None:
    """Missed; rolled again only after the duck: the orc's hits were set while it was asked."""
    at = desk("ana", "orc", "ben", faces={"strike": 9, "again": 3, "harm": 2})
    at.declare("ana", "strike", blows.strike("ana", "orc"))
    take_up(at, "again", "again")
    at.gm("set", overrule.set_value("orc", "hits", 20))
    at.answer("none")
    assert at.state["orc"].stats.hits == 18
    assert run_again(at) == at.state


def test_answers_and_interrupts_behind_an_offer_come_in_their_order() -> None:
    """The offer, the orc ducks, the GM sets the rat's hits, Ben heckles it, the rat rages and stands."""
    at = desk("ana", "orc", "rat", "ben", faces={"sweep": 3})
    at.declare("ana", "sweep", tricks.sweep("ana"))
    at.answer("duck")
    at.gm("set", overrule.set_value("rat", "hits", 20))
    at.gm("heckle", tricks.heckle("ben", "rat"))
    at.answer("rage")
    at.answer("stand")
    plain = at.newest()
    assert (at.state["rat"].stats.hits, at.state["ben"].stats.grit) == (19, 0)
    kinds = [(x.kind, x.place) for x in plain.inputs]
    take_up(at, "sweep", "push")
    assert at.journal.open is None
    assert [(x.kind, x.place) for x in at.newest().inputs] == kinds
    assert at.state["rat"].stats.hits == 18
    assert run_again(at) == at.state


def test_an_offer_within_an_interrupt() -> None:
    at = desk("ana", "orc", "ben", faces={"strike": 5, "voice": 6})
    at.declare("ana", "strike", blows.strike("ana", "orc"))
    at.gm("heckle", tricks.heckle("ben", "orc"))
    at.answer("laugh")
    assert topics(at) == [("defend", "orc")]
    take_up(at, "louder", "louder")
    assert topics(at) == [("defend", "orc")]
    assert [x.value for x in at.newest().inputs if x.kind == CHANCE] == [(5,), (6,)]
    at.answer("none")
    assert run_again(at) == at.state


def test_an_earlier_offer_taken_after_a_later_one_keeps_the_later_one() -> None:
    """Both hecklers may go on louder; Ben's word came in while the orc was asked for a defence."""
    at = desk("ana", "orc", "ben", "rat", faces={"voice": 6})
    at.declare("ana", "strike", blows.strike("ana", "orc"))
    for heckler in ("ben", "rat"):
        at.gm("heckle", tricks.heckle(heckler, "orc"))
        at.answer("laugh")
    first, second = (o.key for o in at.journal.offers())
    at.take(at.journal.revise(second, "louder", by="u-gm"))
    assert [x.place for x in at.newest().inputs if x.place.endswith("voice1")] == ["!heckle2:voice1"]
    at.take(at.journal.revise(first, "louder", by="u-ben"))
    voices = [x.place for x in at.newest().inputs if x.place.endswith("voice1")]
    assert voices == ["!heckle1:voice1", "!heckle2:voice1"]
    assert topics(at) == [("defend", "orc")]
    at.answer("none")
    assert run_again(at) == at.state


def test_what_came_in_and_is_forbidden_now_is_dropped() -> None:
    """A miss, and the rat heckled the orc before Ben answered. Now the orc falls first, and hears nothing."""
    at = desk("ana", "orc", "ben", "rat", faces={"strike": 9, "again": 1, "harm": 6})
    at.declare("", "standing", overrule.set_standing("orc", "defend", "none"))
    at.declare("", "both", both("ana", "orc", "ben"))
    assert topics(at) == [("mood", "ben")]
    at.gm("heckle", tricks.heckle("rat", "orc"))
    at.answer("laugh")
    at.answer("rage")
    assert at.state["rat"].stats.grit == 0
    take_up(at, "again", "again")
    assert (at.journal.open, at.state["orc"].stats.hits, at.state["rat"].stats.grit) == (None, 0, 1)
    assert [(x.kind, x.value) for x in at.newest().inputs if x.kind != CHANCE] == [
        (ASK, "again"),
        (ASK, "none"),
        (ASK, "rage"),
    ]
    assert run_again(at) == at.state


# ------------------------------------------------------------------ questions that come later
def test_an_answer_serves_again_though_a_new_question_comes_before_it() -> None:
    """A miss asks nobody; rolled again, the orc is asked, and the mood that Ben had is not asked twice."""
    at = desk("ana", "orc", "ben", faces={"strike": 9, "again": 3, "harm": 1})
    at.declare("", "both", both("ana", "orc", "ben"))
    assert topics(at) == [("mood", "ben")]
    at.answer("rage")
    assert at.journal.open is None
    take_up(at, "again", "again")
    assert topics(at) == [("defend", "orc")]
    row = json.loads(json.dumps(encode_step(at.newest())))
    assert decode_step(row) == at.newest()
    assert [x.value for x in at.newest().carry] == ["rage"]
    at.load()
    at.answer("none")
    assert at.journal.open is None, "the mood is known"
    assert [(x.kind, x.value) for x in at.newest().inputs if x.kind == ASK][1:3] == [
        (ASK, "none"),
        (ASK, "rage"),
    ]
    assert (at.newest().carry, at.state["orc"].stats.hits) == ((), 5)
    assert run_again(at) == at.state


def test_a_changed_question_is_asked_anew() -> None:
    """Ducking costs nothing, but a parry is no choice any more once the orc's grit is gone."""
    at = desk("ana", "orc", "ben", faces={"strike": 5}, ana={"acts": 2})
    at.declare("", "pair", pair("ana", "orc"))
    assert topics(at) == [("defend", "orc")]
    at.answer("duck")
    assert topics(at) == []
    take_up(at, "louder", "louder")
    assert topics(at) == [("defend", "orc")], "its options are others now"


def test_a_journal_from_text_gives_the_same_offers() -> None:
    at = missed()
    again = Journal.load(at.seeds, at.journal.base, at.steps())
    assert again.offers() == at.journal.offers()


@procedure("an offer after which nobody is asked any more", "trial")
async def brief(fight: Fight[State], attacker: str, friend: str) -> None:
    options = (Option("go on"), Option("stop"))
    if await Ask(attacker, "brief", "Stop?", options, "go on", wait=False) == "go on":
        await Ask(friend, "mood", "Well?", (Option("laugh"), Option("rage")), "laugh")


@procedure("something is changed, and then it turns out to be forbidden", "trial")
async def rash(fight: Fight[State], who: str, other: str) -> None:
    await Grit(who)
    await Said("rash")
    if fight.s[other].stats.hits < 1:
        raise Refused("Too late.")


@procedure("an offer with options that the state gives, and the state changes", "trial")
async def fading(fight: Fight[State], who: str) -> None:
    def options(s: State) -> tuple[Option, ...]:
        return (Option("no"), *((Option("yes"),) if s[who].stats.grit else ()))

    if await Ask(who, "fading", "Well?", options, "no", wait=False) == "no":
        await Grit(who)


@procedure("an offer before another one", "trial")
async def layered(fight: Fight[State], attacker: str, target: str, friend: str) -> None:
    options = (Option("quiet"), Option("louder"))
    await Ask(attacker, "louder", "Louder?", options, "quiet", wait=False)
    await both(attacker, target, friend)


def test_what_came_in_comes_in_at_the_end_where_nobody_is_asked_any_more() -> None:
    at = desk("ana", "orc", "ben")
    at.declare("", "brief", brief("ana", "ben"))
    at.gm("set", overrule.set_value("orc", "hits", 2))
    take_up(at, "brief", "stop")
    assert (at.journal.open, at.state["orc"].stats.hits) == (None, 2)
    assert run_again(at) == at.state


def test_what_is_dropped_leaves_nothing_behind() -> None:
    """It had spent grit and told a line before it was refused."""
    at = desk("ana", "orc", "ben", "rat", faces={"strike": 9, "again": 1, "harm": 6})
    at.declare("", "standing", overrule.set_standing("orc", "defend", "none"))
    at.declare("", "both", both("ana", "orc", "ben"))
    at.gm("rash", rash("rat", "orc"))
    assert at.state["rat"].stats.grit == 0
    take_up(at, "again", "again")
    assert (at.state["orc"].stats.hits, at.state["rat"].stats.grit) == (0, 1)
    assert "rash" not in [x.words for x in at.newest().lines if isinstance(x, Said)]
    assert run_again(at) == at.state


def test_the_options_of_an_offer_are_those_of_its_moment() -> None:
    at = desk("ana", "orc")
    moved = at.declare("", "fading", fading("ana"))
    assert moved.run is not None
    assert [o.value for o in moved.run.offered[0].ask.legal(at.state)] == ["no", "yes"]
    take_up(at, "fading", "yes")
    assert at.state["ana"].stats.grit == 1


def test_what_is_carried_already_is_carried_on() -> None:
    """Taking up the later offer opens a question while the mood is known; so does then the earlier one."""
    at = desk("ana", "orc", "ben", faces={"strike": 9, "again": 3, "harm": 1})
    at.declare("", "layered", layered("ana", "orc", "ben"))
    at.answer("rage")
    take_up(at, "again", "again")
    take_up(at, "louder", "louder")
    assert topics(at) == [("defend", "orc")]
    at.answer("none")
    assert at.journal.open is None
    assert [x.value for x in at.newest().inputs if x.kind == ASK] == ["louder", "again", "none", "rage"]
    assert run_again(at) == at.state


@procedure("a side is asked", "trial")
async def rally(fight: Fight[State], side: str) -> str:
    return await Ask(f"side:{side}", "rally", "Well?", (Option("stand"), Option("run")), "run")


def test_of_a_side_anybody_may_be_asked_until_nobody_is_left() -> None:
    at = desk("ana", "orc", "rat")
    at.declare("", "rally", rally("foes"))
    at.gm("leave", frame.leave("orc", True))
    assert topics(at) == [("rally", "side:foes")]
    at.gm("leave", frame.leave("rat", True))
    assert [(x.value, x.by) for x in at.newest().inputs if x.kind == ASK] == [("run", BY_DEFAULT)]


@procedure("some are asked", "trial")
async def huddle(fight: Fight[State], who: str) -> str:
    return await Ask(f"any:{who}", "rally", "Well?", (Option("stand"), Option("run")), "run")


def test_of_some_anybody_may_be_asked_until_none_of_them_is_left() -> None:
    at = desk("ana", "ben", "orc", "rat")
    at.declare("", "huddle", huddle("orc,rat"))
    at.gm("leave", frame.leave("orc", True))
    assert topics(at) == [("rally", "any:orc,rat")]
    at.gm("leave", frame.leave("rat", True))
    assert [(x.value, x.by) for x in at.newest().inputs if x.kind == ASK] == [("run", BY_DEFAULT)]


def test_one_who_has_left_takes_the_default_though_they_had_a_standing_answer() -> None:
    at = desk("ana", "orc", "ben", faces={"strike": 5, "harm": 1})
    at.declare("", "standing", overrule.set_standing("ben", "mood", "rage"))
    at.declare("", "both", both("ana", "orc", "ben"))
    at.gm("leave", frame.leave("ben", True))
    at.answer("none")
    assert [(x.value, x.by) for x in at.newest().inputs if x.kind == ASK] == [
        ("none", "u-gm"),
        ("laugh", BY_DEFAULT),
    ]
