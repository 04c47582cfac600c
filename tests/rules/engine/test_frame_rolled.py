"""An order that is rolled anew each round, with questions: who comes meanwhile, who is used up or stunned."""

import pytest

from rules.engine import frame
from rules.engine.changes import SetOrder
from rules.engine.effects import Ask, Call, Option
from rules.engine.encounter import Slot
from rules.engine.procedures import Fight, Refused, procedure
from rules.engine.ruleset import register
from tests.rules.engine.desk import Desk, Loaded
from tests.rules.engine.turning import after, where
from tests.rules.toy.changes import Acts, Healed
from tests.rules.toy.game import Cudgels, initiative
from tests.rules.toy.people import person
from tests.rules.toy.sheet import State


# ------------------------------------------------------------------ an order rolled anew, with questions
@procedure("trial: everybody may want to be last", "trial")
async def wishes(fight: Fight[State]) -> None:
    for c in tuple(fight.s.present()):
        await Ask(c.id, "wish", "Ready?", (Option("yes"), Option("no")), "yes")
    await initiative()


class Asking(Cudgels):
    """The toy, but the order is asked for and rolled at the top of every round."""

    id = "toy_asking"
    name = "Cudgels, asked"
    rolls_order_each_round = True

    def initiative(self) -> Call[None]:
        return wishes()

    def round_start(self) -> Call[None] | None:
        return wishes()


ASKING = Asking()
register(ASKING)


def asking(*who: str, rules: Cudgels = ASKING) -> Desk:
    s = rules.new_encounter()
    for one in who:
        s = after(s, frame.join(person(one)))
    return Desk(s, Loaded.dice())


def answered(desk: Desk, times: int) -> None:
    for _ in range(times):
        desk.answer("yes")


def test_joining_while_the_order_is_being_settled_moves_nothing_and_takes_a_place() -> None:
    desk = asking("ana", "orc")
    desk.declare("", "begin", frame.begin())
    answered(desk, 1)
    desk.gm("join", frame.join(person("rat")))
    assert (where(desk.state), desk.journal.open_asks()[0].ask.who) == ((0, ""), "orc")
    assert list(desk.state.order) == []
    answered(desk, 1 + 3)
    assert [slot.id for slot in desk.state.order] == ["ana", "orc", "rat"]
    assert where(desk.state) == (1, "ana")


def test_joining_while_a_round_begins_takes_a_place_and_begins_no_turn() -> None:
    desk = asking("ana", "orc")
    desk.declare("", "begin", frame.begin())
    answered(desk, 4)
    for _ in range(2):
        desk.declare("", "next", frame.pass_turn())
    assert (where(desk.state), desk.journal.open is not None) == ((2, ""), True)
    answered(desk, 1)
    desk.gm("join", frame.join(person("rat")))
    assert where(desk.state) == (2, "")
    answered(desk, 1)
    assert (where(desk.state), [slot.id for slot in desk.state.order]) == ((2, "ana"), ["ana", "orc", "rat"])


@procedure("trial: an order fixed before anybody is asked", "trial")
async def hasty(fight: Fight[State]) -> None:
    order = tuple(Slot(c.id, c.id) for c in fight.s.present())
    await Ask("ana", "wish", "Ready?", (Option("yes"),), "yes")
    await SetOrder(order)


class Hasty(Asking):
    """An order that knows nothing of those who came while it was asked for."""

    id = "toy_hasty"
    name = "Cudgels, in haste"

    def initiative(self) -> Call[None]:
        return hasty()

    def round_start(self) -> Call[None] | None:
        return hasty()


HASTY = Hasty()
register(HASTY)


def test_who_came_meanwhile_takes_a_place_even_where_the_order_was_fixed_before() -> None:
    desk = asking("ana", "orc", rules=HASTY)
    desk.declare("", "begin", frame.begin())
    desk.gm("join", frame.join(person("rat")))
    answered(desk, 1)
    assert [slot.id for slot in desk.state.order] == ["ana", "orc", "rat"]
    desk.gm("join", frame.join(person("ben")))
    answered(desk, 1)
    assert ([slot.id for slot in desk.state.order], where(desk.state)) == (
        ["ana", "orc", "rat", "ben"],
        (1, "ana"),
    )


@procedure("trial: a slot is used up", "trial")
async def used_up(fight: Fight[State]) -> None:
    if fight.s.acting == "orc":
        left = [slot for slot in fight.s.order if slot.id != "orc"]
        await SetOrder(tuple(left))


class UsedUp(Cudgels):
    """The orc's slot leaves the order as its turn ends, and the order is made anew with the round."""

    id = "toy_used_up"
    name = "Cudgels, used up"
    rolls_order_each_round = True

    def turn_end(self, who: str) -> Call[None] | None:
        return used_up()

    def round_start(self) -> Call[None] | None:
        return initiative()


USED_UP = UsedUp()
register(USED_UP)


def test_the_next_one_acts_though_the_slot_that_ends_leaves_the_order() -> None:
    desk = asking("ana", "orc", "ben", rules=USED_UP)
    desk.declare("", "begin", frame.begin())
    seen = [where(desk.state)]
    for _ in range(3):
        desk.declare("", "next", frame.pass_turn())
        seen.append(where(desk.state))
    assert seen == [(1, "ana"), (1, "orc"), (1, "ben"), (2, "ana")]


@procedure("trial: those who are down get up again by and by, and the stunned lose their act", "trial")
async def recovers(fight: Fight[State]) -> None:
    for c in tuple(fight.s.present()):
        await Healed(c.id, 1)


@procedure("trial: a turn begins with nothing to do in it", "trial")
async def stunned(fight: Fight[State], who: str) -> None:
    await Acts(who, 0 if who == "orc" else 1)


class Slow(Cudgels):
    """Nobody acts with fewer than 6 hits, all get one a round, and the orc's turns are used up at once."""

    id = "toy_slow"
    name = "Cudgels, slow"

    def able(self, s: State, who: str) -> bool:
        return s.here(who) and s[who].stats.hits > 5

    def idle(self, s: State) -> bool:
        return any(s.present())

    def round_end(self) -> Call[None] | None:
        return recovers()

    def turn_start(self, who: str) -> Call[None] | None:
        return stunned(who)


SLOW = Slow()
register(SLOW)


def slow(**hits: int) -> Desk:
    s = SLOW.new_encounter()
    for who, left in hits.items():
        s = after(s, frame.join(person(who, hits=left)))
    return Desk(s, Loaded.dice())


def test_rounds_in_which_nobody_can_act_yet_pass_by_themselves_where_the_game_says_so() -> None:
    desk = slow(ana=3)
    desk.declare("", "begin", frame.begin())
    assert (where(desk.state), desk.state["ana"].stats.hits) == ((4, "ana"), 6)
    never = slow(ana=-100)
    never.declare("", "begin", frame.begin())
    assert where(never.state) == (frame.MOST_IDLE + 1, "")


def test_a_turn_that_its_start_used_up_passes_and_comes_back_by_hand() -> None:
    desk = slow(ana=9, orc=9, ben=9)
    desk.declare("", "begin", frame.begin())
    desk.declare("", "next", frame.pass_turn())
    assert where(desk.state) == (1, "ben")
    desk.declare("", "back", frame.back())
    assert where(desk.state) == (1, "orc")
    desk.declare("", "back", frame.back())
    desk.declare("", "next", frame.pass_turn())
    assert where(desk.state) == (1, "orc"), "its start has fired: the marker may rest on it"


def test_back_over_an_edge_where_the_order_was_rolled_is_refused() -> None:
    desk = asking("ana", "orc")
    desk.declare("", "begin", frame.begin())
    answered(desk, 4)
    for _ in range(2):
        desk.declare("", "next", frame.pass_turn())
    answered(desk, 2)
    with pytest.raises(Refused, match="rolled anew"):
        desk.declare("", "back", frame.back())
