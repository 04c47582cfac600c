"""What the tests of cards and boards share: a reader of panels, and Discord's limits as the practice
Discord has them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from bot.features.kit import Panel
from bot.practice.discord.errors import Form
from bot.practice.discord.limits.components import check_components
from bot.practice.discord.render import _components, spelled_out
from bot.table.board import BoardRow, BoardView
from bot.table.cards import AskView, OfferView, StepCard
from rules.engine.ruleset import Choice

__all__ = ["spelled_out"]


def parts(panel: Panel) -> list[dict[str, Any]]:
    """The components of a panel, each with those inside it before the next."""
    return list(_walk(panel.to_components()))  # type: ignore[no-untyped-call]


def _walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in components:
        yield part
        yield from _walk(part.get("components", []))


def words(panel: Panel) -> str:
    """All Markdown in a panel."""
    return "\n".join(part["content"] for part in parts(panel) if part["type"] == 10)


def buttons(panel: Panel) -> list[str]:
    """The labels of its buttons."""
    return [part["label"] for part in parts(panel) if part["type"] == 2]


def selects(panel: Panel) -> list[list[str]]:
    """The labels of each select's options."""
    return [[o["label"] for o in part["options"]] for part in parts(panel) if part["type"] == 3]


def picture(panel: Panel) -> str:
    """The panel as it would be read in a terminal."""
    return "\n".join(_components(panel.to_components()))  # type: ignore[no-untyped-call]


def fits(panel: Panel) -> None:
    """Discord takes it: 40 components, 4000 characters, lengths, unique custom ids."""
    form = Form()
    check_components(form, ("components",), panel.to_components(), v2=True)  # type: ignore[no-untyped-call]
    form.done()
    assert panel.fits
    ids = [part["custom_id"] for part in parts(panel) if "custom_id" in part]
    assert len(ids) == len(set(ids))
    assert all(len(custom_id) <= 100 for custom_id in ids)


DEFENCE = (
    Choice("parry", "Parry", "sword 45; counts as the one reaction"),
    Choice("dodge", "Dodge", "32, with the loss of the next action"),
    Choice("none", "Take it"),
)
ASK = AskView(31, "0.defence", "defence", "Rurik", (7001,), "How do you defend against the goblin?", DEFENCE)
OFFER = OfferView(
    40, "0.luck", "Rurik", (7001,), "Push your luck?", (Choice("push", "Push", "costs 1 luck"),), "Keep it"
)
CARD = StepCard(5, 12, ("Goblin attacks Rurik with a spear.", "Attack: 23 of 40, a success."), "open", (ASK,))


def row(n: int, **more: Any) -> BoardRow:
    """A combatant on the board."""
    plain = BoardRow(f"c{n}", f"Goblin {n}", None, False, f"{20 - n}", "7/7", (), "foes", False)
    return replace(plain, **more)


def board(rows: tuple[BoardRow, ...], **more: Any) -> BoardView:
    """A board in the middle of a fight."""
    plain = BoardView(
        5, "The bridge", "OpenQuest", "fighting", 3, "Rurik", "", rows, (), (), 0, 1, False, "3.c1", 2
    )
    return replace(plain, **more)
