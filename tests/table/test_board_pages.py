"""A board of many combatants: page by page the same as the order of turns, states once on each."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.table.board import ROWS_PER_PAGE, BoardView, board
from bot.table.people import State
from rules.engine.encounter import FIGHTING, GATHERING, Slot
from rules.engine.ruleset import PUBLIC, ruleset

MANY = 33


def crowd(phase: str, acting: str = "c20") -> State:
    """Thirty-three goblins in the order of their numbers; the fifth has a second slot at the end."""
    rules = ruleset("openquest")
    goblin = next(ready for ready in rules.ready_made if ready.key == "goblin")
    s = rules.new_encounter({})
    for n in range(MANY):
        s = s.having(rules.combatant(f"c{n}", f"Goblin {n}", goblin.values, side="foes", player=False))
    slots = (*(Slot(f"c{n}", f"c{n}", str(n)) for n in range(MANY)), Slot("c5+b", "c5", "bonus"))
    return replace(s, phase=phase, order=slots if phase == FIGHTING else (), acting=acting, round=1)


def every_page(s: State) -> list[BoardView]:
    pages = board(1, "The crowd", s, PUBLIC).pages
    return [board(1, "The crowd", s, PUBLIC, page=page) for page in range(pages)]


def test_the_pages_hold_every_slot_once_in_order() -> None:
    views = every_page(crowd(FIGHTING))
    assert len(views) == 3
    assert max(len(view.rows) for view in views) <= ROWS_PER_PAGE
    rows = [row for view in views for row in view.rows]
    assert [row.slot for row in rows] == [*map(str, range(MANY)), "bonus"]
    assert [row.who for row in rows if row.acting] == ["c20"]


def test_the_page_shown_first_is_that_of_the_acting_one() -> None:
    for acting, page in (("c0", 0), ("c20", 1), ("c5+b", 2)):
        view = board(1, "The crowd", crowd(FIGHTING, acting), PUBLIC)
        assert view.page == page
        assert [row.acting for row in view.rows].count(True) == 1


def test_states_stand_at_the_first_slot_of_every_page() -> None:
    s = crowd(FIGHTING)
    s = s.with_stats("c5", prone=True)
    rows = [row for view in every_page(s) for row in view.rows if row.who == "c5"]
    assert [row.states for row in rows] == [("prone",), ("prone",)], "the second slot is on another page"
    assert rows[0].health == rows[1].health != ""


@pytest.mark.parametrize("page", [-1, 7])
def test_a_page_that_is_not_there_is_the_nearest(page: int) -> None:
    s = crowd(FIGHTING)
    assert board(1, "The crowd", s, PUBLIC, page=page).page == min(max(page, 0), 2)


def test_before_the_fight_all_stand_in_the_order_of_their_arrival() -> None:
    rows = [row for view in every_page(crowd(GATHERING, "")) for row in view.rows]
    assert [row.who for row in rows] == [f"c{n}" for n in range(MANY)]
    assert not any(row.acting for row in rows)
