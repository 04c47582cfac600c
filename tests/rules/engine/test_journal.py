"""The journal: what is saved, taken back, brought back, and what an upgrade in the middle does."""

from collections.abc import Iterator
from typing import Any

import pytest

from rules.engine import frame, journal, overrule, procedures
from rules.engine.effects import Ask, Option
from rules.engine.journal import CHECKPOINT_EVERY, Journal, NeedEarlier, Withdrawn
from rules.engine.lines import WithdrawnFor
from rules.engine.procedures import Fight, Refused
from rules.engine.steps import DONE, DROPPED, OPEN, UNDONE, WITHDRAWN
from tests.rules.engine.desk import Desk, Loaded, run_again
from tests.rules.toy import blows, tricks
from tests.rules.toy.people import fighting
from tests.rules.toy.sheet import State


def struck(*who: str, **faces: int) -> Desk:
    """Ana has struck the orc, who is asked for a defence."""
    desk = Desk(fighting(*(who or ("ana", "orc", "ben"))), Loaded.dice(**faces))
    desk.declare("ana", "strike", blows.strike("ana", "orc"), "d1")
    return desk


def test_a_step_exists_from_its_first_stop() -> None:
    desk = struck()
    (step,) = desk.steps()
    assert (step.no, step.by, step.actor, step.verb, step.turn) == (1, "u-ana", "ana", "strike", "2/ana")
    assert (step.status, step.key, step.deliveries) == (OPEN, "2/1|ana|strike|1", ("d1",))
    assert step.stop.startswith("act/strike1/defend1:defend1 1-")
    desk.take(desk.journal.answer(desk.journal.open_asks()[0].key, "none", by="u-gm", delivery="d2"))
    (step,) = desk.steps()
    assert (step.status, step.stop, step.deliveries) == (DONE, "", ("d1", "d2"))
    assert desk.state.actor == "orc", "the turn has passed within the step"


def test_one_declaration_at_a_time() -> None:
    desk = struck()
    with pytest.raises(Refused, match="A choice is still open"):
        desk.declare("ben", "draw", tricks.draw("ben"))


def test_what_is_not_open_or_not_legal_is_refused() -> None:
    desk = struck()
    before = desk.journal
    with pytest.raises(Refused, match=r"You can choose: none, duck, parry\."):
        desk.answer("fly")
    with pytest.raises(Refused, match="not open now"):
        desk.journal.answer("act/strike1/defend1:defend2", "none", by="u-gm")
    assert desk.journal == before
    desk.answer("none")
    with pytest.raises(Refused, match="Nothing is waiting"):
        desk.journal.answer("x", "none", by="u-gm")
    with pytest.raises(Refused, match="Nothing is waiting"):
        desk.journal.interrupt(overrule.set_value("orc", "hits", 1), by="u-gm")
    with pytest.raises(Refused, match="Nothing is waiting"):
        desk.journal.withdraw("why")


def test_a_refused_declaration_leaves_no_step_and_keeps_redo() -> None:
    desk = struck()
    desk.answer("none")
    desk.undo()
    with pytest.raises(Refused, match="It is not your turn"):
        desk.declare("orc", "strike", blows.strike("orc", "ana"))
    assert [step.status for step in desk.steps()] == [UNDONE]
    desk.take(desk.journal.redo())
    assert [step.status for step in desk.steps()] == [DONE]


def test_a_new_step_ends_redo() -> None:
    desk = struck()
    desk.answer("none")
    desk.undo()
    desk.declare("ana", "draw", tricks.draw("ana"))
    assert [step.status for step in desk.steps()] == [DROPPED, DONE]
    with pytest.raises(Refused, match="nothing to redo"):
        desk.journal.redo()


def test_withdrawing_takes_everything_back_and_says_why() -> None:
    desk = struck()
    desk.take(desk.journal.withdraw("a mistake", "d9"))
    (step,) = desk.steps()
    assert (step.status, step.changes, step.deliveries) == (WITHDRAWN, (), ("d1", "d9"))
    assert step.lines[-1] == WithdrawnFor("a mistake")
    assert desk.state == desk.start
    with pytest.raises(Refused, match="nothing to undo"):
        desk.undo()


def test_a_gm_in_the_middle_shifts_nothing() -> None:
    plain, busy = struck(), struck()
    plain.answer("none")
    for call in (
        overrule.set_value("ben", "hits", 3),
        frame.leave("ben", True),
        overrule.set_combatant("ana", "hidden", True),
        overrule.set_combatant("orc", "controller", "u-ben"),
    ):
        busy.gm("gm", call)
    busy.answer("none")
    rolls = [[(x.place, x.value) for x in d.steps()[0].inputs if x.kind == "chance"] for d in (plain, busy)]
    assert rolls[0] == rolls[1]
    assert run_again(busy) == busy.state


def test_removing_the_acting_one_within_its_own_step_passes_the_turn_at_its_end() -> None:
    desk = struck()
    desk.gm("leave", frame.leave("ana", True))
    assert (desk.state.actor, desk.journal.open_asks()[0].ask.who) == ("ana", "orc")
    desk.answer("none")
    assert (desk.state.actor, desk.state.here("ana")) == ("orc", False)


def test_removing_the_acting_one_within_a_step_of_the_gm_passes_the_turn_too() -> None:
    desk = Desk(fighting("ana", "orc", "ben", ben={"grit": 3}), Loaded.dice())
    desk.declare("", "heckle", tricks.heckle("ben", "orc"))
    desk.gm("leave", frame.leave("ana", True))
    assert desk.state.actor == "ana"
    desk.answer("laugh")
    assert desk.state.actor == "orc"


def test_one_who_interrupts_out_of_hiding_is_seen_and_the_turn_stays_where_it_is() -> None:
    desk = struck("ana", "orc", "spy")
    desk.gm("heckle", frame.act("spy", tricks.heckle("spy", "orc")))
    desk.answer("laugh")
    assert (desk.state["spy"].hidden, desk.state.actor, desk.state["ana"].stats.acts) == (False, "ana", 0)
    assert desk.journal.open_asks()[0].ask.topic == "defend"
    desk.answer("none")
    assert desk.state.actor == "orc"


# ------------------------------------------------------------------ windows
def test_undo_past_the_window_wants_an_earlier_one() -> None:
    desk = Desk(fighting("ana", "orc"))
    for n in range(CHECKPOINT_EVERY + 2):
        desk.gm("set", overrule.set_value("orc", "hits", n % 7))
    assert sorted(desk.points) == [0, CHECKPOINT_EVERY]
    assert [step.no for step in desk.journal.tail] == [CHECKPOINT_EVERY + 1, CHECKPOINT_EVERY + 2]
    for _ in range(2):
        desk.take(desk.journal.undo())
    with pytest.raises(NeedEarlier):
        desk.journal.undo()
    desk.undo()
    assert desk.state["orc"].stats.hits == (CHECKPOINT_EVERY - 2) % 7
    assert sorted(desk.points) == [0], "a checkpoint behind an undone step does not hold"
    for _ in range(3):
        desk.take(desk.journal.redo())
    assert desk.state["orc"].stats.hits == (CHECKPOINT_EVERY + 1) % 7
    assert run_again(desk) == desk.state


def test_a_checkpoint_keeps_the_count_of_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "CHECKPOINT_EVERY", 3)
    desk = Desk(fighting("ana", "orc", ana={"grit": 9}))
    for n in range(6):
        assert desk.journal.key_for("2/1", "ana", "heckle") == f"2/1|ana|heckle|{n + 1}"
        desk.declare("ana", "heckle", tricks.heckle("ana", "orc"))
        desk.answer("laugh")
        desk.gm("set", overrule.set_value("ana", "grit", 9))
        desk.gm("acts", overrule.set_value("ana", "hits", 6))
    assert desk.journal.base.no > 3
    desk.load()
    assert desk.journal.key_for("2/1", "ana", "heckle") == "2/1|ana|heckle|7"


def test_an_offer_outlives_a_checkpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "CHECKPOINT_EVERY", 2)
    desk = Desk(fighting("ana", "orc"), Loaded.dice(strike=9, again=5))
    for _ in range(2):
        desk.gm("set", overrule.set_value("orc", "hits", 6))
    desk.declare("ana", "strike", blows.strike("ana", "orc"))
    assert desk.journal.base.no == 2
    (offer,) = desk.journal.offers()
    desk.load()
    desk.take(desk.journal.revise(offer.key, "again", by="u-ana"))
    assert desk.journal.open_asks()[0].ask.topic == "defend"


def test_a_window_is_what_its_text_says() -> None:
    desk = struck()
    desk.gm("note", overrule.add_note("the bridge burns", "", True))
    before = desk.journal
    desk.load()
    assert desk.journal == before
    assert desk.journal.state == before.state
    desk.answer("duck")
    assert run_again(desk) == desk.state


# ------------------------------------------------------------------ upgrades
@pytest.fixture
def bodies() -> Iterator[dict[str, Any]]:
    """The register of procedures, put back afterwards."""
    known = procedures._BODIES
    before = dict(known)
    yield known
    known.clear()
    known.update(before)


async def _rolls_more(fight: Fight[State], attacker: str, target: str) -> str:
    await blows.tested(attacker, "strike")
    await blows.tested(attacker, "luck")
    return await blows.defend(target)


async def _changes_more(fight: Fight[State], attacker: str, target: str) -> str:
    await blows.use_act(attacker, target)
    await blows.tested(attacker, "strike")
    await overrule.set_standing(attacker, "defend", "none")
    return await blows.defend(target)


async def _asks_something_else(fight: Fight[State], attacker: str, target: str) -> str:
    await blows.use_act(attacker, target)
    await blows.tested(attacker, "strike")
    return await Ask(target, "other", "Well?", (Option("none"),), "none")


async def _asks_nothing(fight: Fight[State], attacker: str, target: str) -> str:
    await blows.use_act(attacker, target)
    return await blows.tested(attacker, "strike")


async def _refuses(fight: Fight[State], attacker: str, target: str) -> str:
    raise Refused("Not any more.")


async def _wants_other_arguments(fight: Fight[State], attacker: str) -> str:
    return attacker


async def _fails(fight: Fight[State], attacker: str, target: str) -> str:
    return {"nobody": ""}[attacker]


@pytest.mark.parametrize(
    "body",
    [
        _rolls_more,
        _changes_more,
        _asks_something_else,
        _asks_nothing,
        _refuses,
        _wants_other_arguments,
        _fails,
        None,
    ],
)
def test_a_stop_that_no_longer_fits_is_withdrawn_and_nothing_else_is_lost(
    bodies: dict[str, Any], body: Any
) -> None:
    desk = Desk(fighting("ana", "orc", ana={"acts": 2}), Loaded.dice())
    desk.declare("ana", "draw", tricks.draw("ana"))
    before = desk.state
    desk.declare("ana", "strike", blows.strike("ana", "orc"))
    if body is None:
        del bodies["toy.strike"]
    else:
        bodies["toy.strike"] = body
    desk.load()
    with pytest.raises(Withdrawn) as gone:
        desk.journal.answer("act/strike1/defend1:defend1", "none", by="u-gm")
    desk.take(gone.value.moved)
    assert [step.status for step in desk.steps()] == [DONE, WITHDRAWN]
    assert desk.state == before
    assert isinstance(desk.steps()[1].lines[-1], WithdrawnFor)
    assert desk.journal.open is None


def test_an_interrupt_to_a_stop_that_no_longer_fits_withdraws_it_too(bodies: dict[str, Any]) -> None:
    desk = struck()
    desk.load()
    bodies["toy.strike"] = _rolls_more
    with pytest.raises(Withdrawn):
        desk.journal.interrupt(overrule.set_value("orc", "hits", 1), by="u-gm")


# ------------------------------------------------------------------ faults
def test_a_fault_of_the_rules_is_no_refusal_and_saves_nothing(bodies: dict[str, Any]) -> None:
    async def late(fight: Fight[State], attacker: str, target: str) -> str:
        await blows.tested(attacker, "strike")
        raise Refused("too late")

    bodies["toy.strike"] = late
    desk = Desk(fighting("ana", "orc"))
    with pytest.raises(RuntimeError, match="refused after an input"):
        desk.declare("ana", "strike", blows.strike("ana", "orc"))
    assert desk.journal == Journal(desk.seeds, desk.journal.base)
