"""The board: the order, who acts, how everybody fares, and that Discord always takes it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.features.kit import custom_id
from bot.features.render import (
    Begin,
    Done,
    Join,
    Lay,
    Mine,
    Next,
    Page,
    board_text,
    board_view,
    marked_board,
    turn_key,
)
from bot.table.board import ROWS_PER_PAGE, BoardRow
from rules.engine.ruleset import Choice
from tests.features.kit.test_escape import NASTY
from tests.features.render.drawing import board, buttons, fits, parts, picture, row, words

KINDS = {"join": Join, "begin": Begin, "mine": Mine, "next": Next, "done": Done, "page": Page, "lay": Lay}


def addresses(panel: object) -> list[object]:
    """What the buttons of a board are."""
    return [custom_id.read(p["custom_id"], KINDS) for p in parts(panel) if "custom_id" in p]  # type: ignore[arg-type]


def test_what_a_gm_may_lay_down_has_a_button_in_a_fight_and_only_there() -> None:
    view = board((row(1),), controls=(Choice("fire", "A trigger's moment has come"),))
    assert "[My turn] [End turn] [Next] [A trigger's moment has come]" in picture(board_view(view))
    assert Lay(5, "fire") in addresses(board_view(view))
    for other in (board_view(view, private=True), board_view(replace(view, phase="ended"))):
        assert "moment" not in picture(other)


def test_before_the_first_round_it_is_initiative() -> None:
    view = replace(board((row(1),), awaited="Rurik"), round=0, acting="")
    assert "OpenQuest · initiative\n" in picture(board_view(view))


def test_a_fight_at_a_glance() -> None:
    rows = (
        row(1, name="Rurik", acting=True, user=7001, health="11/14", states=("prone", "bleeding 2")),
        row(2),
        row(3, out=True, health="dead"),
    )
    view = board(
        rows, awaited="Rurik", footer=("Rurik and Goblin 2: close",), notes=("Rurik: smells of fish",)
    )
    assert picture(board_view(view)).split("\n") == [
        "│ ### The bridge",
        "│ OpenQuest · round 3 · **Rurik**'s turn",
        "│ Waiting for the choice of **Rurik**",
        "│ ────────────",
        "│ ➤ **Rurik** (19) <@7001> · 11/14 · prone, bleeding 2",
        "│ Goblin 2 (18) · 7/7",
        "│ ~~Goblin 3~~ (17) · dead",
        "│ ────────────",
        "│ -# Rurik and Goblin 2: close",
        "│ ✎ Rurik: smells of fish",
        "│ [My turn] [End turn] [Next]",
        "│ -# board of fight 5",
    ]
    assert addresses(board_view(view)) == [Mine(5), Done(5, "3.c1"), Next(5, "3.c1")]


def test_a_board_is_known_by_its_last_line() -> None:
    view = board((row(1),), notes=("-# board of fight 9",), footer=("board of fight 8 or so",), title="x")
    assert marked_board(words(board_view(view))) == 5
    assert marked_board("### The bridge") is None


def test_gathering_paused_and_ended() -> None:
    gathering = board_view(board((row(1, slot=""),), phase="gathering"))
    assert "gathering, 2 players so far" in words(gathering)
    assert addresses(gathering) == [Join(5), Begin(5)]
    assert "Nobody is here yet." not in words(gathering)
    assert "Nobody is here yet." in words(board_view(board((), phase="gathering")))
    assert "1 player so far" in words(board_view(board((), phase="gathering", players=1)))
    assert "paused" in words(board_view(board((row(1),), paused=True)))
    ended = board_view(board((row(1),), phase="ended"))
    assert "ended" in words(ended)
    assert buttons(ended) == []


def test_a_long_turn_has_a_key_of_its_own_within_a_custom_id() -> None:
    turn = "3." + "x" * 200
    panel = board_view(board((row(1),), turn=turn))
    fits(panel)
    assert addresses(panel)[1] == Done(5, turn_key(turn))
    assert turn_key(turn) != turn_key(turn + "y")


def test_pages_have_arrows_that_end() -> None:
    first = board_view(board((row(1),), pages=3, page=0))
    assert buttons(first)[-3:] == ["◀", "1 of 3", "▶"]
    dead = [bool(p.get("disabled")) for p in parts(first) if p["type"] == 2][-3:]
    assert dead == [True, True, False]
    last = board_view(board((row(1),), pages=3, page=2))
    assert [bool(p.get("disabled")) for p in parts(last) if p["type"] == 2][-3:] == [False, True, True]
    middle = addresses(board_view(board((row(1),), pages=3, page=1)))[-3:]
    assert [p.page for p in middle if isinstance(p, Page)] == [0, 1, 2]
    for page in range(3):
        fits(board_view(board((row(1),), pages=3, page=page)))


def test_a_private_page_has_only_its_arrows() -> None:
    assert buttons(board_view(board((row(1),), pages=2), private=True)) == ["◀", "1 of 2", "▶"]


@pytest.mark.parametrize("name", NASTY)
def test_sixty_combatants_with_nasty_names_of_the_greatest_length(name: str) -> None:
    long = (name * 64)[:64]
    everything = tuple(f"{name} {n}" * 5 for n in range(12))
    rows = tuple(
        row(n, name=long, user=10**18, health=long, states=everything, slot=long, acting=n == 3)
        for n in range(ROWS_PER_PAGE)
    )
    view = board(
        rows, title=long, game=long, acting=long, awaited=long, footer=everything, notes=everything, pages=5
    )
    panel = board_view(view)
    fits(panel)
    assert "@everyone" not in words(panel)
    assert sum(1 for line in words(panel).split("\n") if "➤" in line) == 1
    assert len(board_text(view)) <= 2000


def test_when_it_is_tight_states_go_before_names() -> None:
    states = tuple(f"state {n}" for n in range(60))
    rows = tuple(row(n, name="N" * 60, states=states) for n in range(ROWS_PER_PAGE))
    text = words(board_view(board(rows)))
    assert text.count("N" * 60) == ROWS_PER_PAGE
    assert "state 1" in text


ROWS = st.builds(
    lambda name, health, states, user, acting, out: BoardRow(
        "c", name, user, acting, name, health, tuple(states), "s", out
    ),
    st.text(max_size=64),
    st.text(max_size=60),
    st.lists(st.text(max_size=40), max_size=8),
    st.none() | st.integers(1, 2**63),
    st.booleans(),
    st.booleans(),
)


@settings(max_examples=40)
@given(
    st.lists(ROWS, max_size=ROWS_PER_PAGE),
    st.lists(st.text(max_size=300), max_size=30),
    st.text(max_size=64),
    st.sampled_from(["gathering", "fighting", "ended"]),
    st.integers(1, 5),
)
def test_discord_takes_every_board(
    rows: list[BoardRow], lines: list[str], title: str, phase: str, pages: int
) -> None:
    view = board(
        tuple(rows),
        title=title,
        phase=phase,
        footer=tuple(lines),
        notes=tuple(lines),
        pages=pages,
        awaited=title,
    )
    fits(board_view(view))
    fits(board_view(replace(view, page=pages - 1), private=True))
    assert len(board_text(view)) <= 2000
