"""Every value of a combatant that the Director may overrule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rules.engine.fmap import FMap
from rules.engine.ruleset import Settable

from .reading import BY_KEY, SHEET_NAMES
from .sheet import MODES, Stats


def _own(key: str, label: str, low: int, high: int) -> Settable:
    """A number of the game part."""
    return Settable(key, label, lambda c: int(getattr(c, key)), _putter(key, low, high), low=low, high=high)


def _putter(key: str, low: int, high: int) -> Callable[[Any, Any], Any]:
    return lambda c, value: replace(c, **{key: min(high, max(low, int(value)))})


def _of_sheet(key: str) -> Settable:
    """A number of the sheet."""
    f, name = BY_KEY[key], SHEET_NAMES.get(key, key)

    def put(c: Stats, value: Any) -> Stats:
        fields: dict[str, Any] = {name: min(f.high, max(f.low, int(value)))}
        return replace(c, sheet=replace(c.sheet, **fields))

    return Settable(key, f.label, lambda c: int(getattr(c.sheet, name)), put, low=f.low, high=f.high)


def _flag(key: str, label: str) -> Settable:
    return Settable(
        key,
        label,
        lambda c: bool(getattr(c, key)),
        lambda c, value: replace(c, **{key: value in (True, 1, "yes", "true")}),
        "flag",
    )


def _put_mode(c: Stats, value: Any) -> Stats:
    """Holds at once; its first whole round is the next one."""
    return replace(c, mode=str(value), wants="", since=0) if value in MODES else c


def _put_hand(c: Stats, value: Any) -> Stats:
    known = {name.lower(): name for name in c.sheet.weapons}
    return replace(c, hand=known.get(str(value).strip().lower(), c.hand))


SETTABLES: tuple[Settable, ...] = (
    _own("lethal", "Lethal wounds", 0, 4000),
    _own("subdual", "Subdual wounds", 0, 4000),
    _of_sheet("health"),
    Settable("mode", "Mode", lambda c: str(c.mode), _put_mode, "choice", choices=MODES),
    Settable("weapon", "Weapon in hand", lambda c: str(c.hand), _put_hand, "text"),
    _flag("unaware", "Unaware of attacks"),
    _flag("funk", "In the Funk"),
    _flag("groove", "In the Groove"),
    _own("grooves", "Grooves stored", 0, 13),
    _own("xp", "XP", 0, 100_000),
    _flag("stable", "Stabilised"),
    _own("debt", "Actions to lose", 0, 20),
    _own("guard", "Dodge lost until the next action", 0, 40),
    _flag("bare", "All Dodge lost until the next action"),
    _flag("pinned", "Pinned"),
    _flag("may_instant", "May make an instant action"),
    _own("height", "Feet of a fall under way", 0, 100_000),
    Settable(
        "held",
        "Held by somebody",
        lambda c: bool(c.held),
        lambda c, value: c if value in (True, 1, "yes", "true") else replace(c, held=FMap(), pinned=False),
        "flag",
    ),
    Settable(
        "blow",
        "Great Blow under way",
        lambda c: c.blow is not None,
        lambda c, value: c if value in (True, 1, "yes", "true") else replace(c, blow=None),
        "flag",
    ),
    *(
        _of_sheet(key)
        for key in (
            "str", "dex", "ref", "fit", "wil", "luck", "dex_bonus", "ref_bonus", "fit_bonus", "hth", "gun",
            "movement", "shield",
        )
    ),
    Settable(
        "armor_dodge",
        "Armor's Dodge modifier",
        lambda c: int(c.sheet.armor_dodge),
        lambda c, value: replace(c, sheet=replace(c.sheet, armor_dodge=int(value))),
        low=-40,
        high=40,
    ),
)  # fmt: skip
