"""What raises a DC whatever the action: Pressure and statuses (TF-07, 09, 50, 65, 66, 113, 117, 118)."""

from __future__ import annotations

from .lines import Part
from .sheet import REGION_OF, REGION_WORDS, State
from .state import DISORIENTED, injured, lasting

REFUSED = 9
"""Value of the status Blind with which the Guide refuses such acts altogether."""
MOVE, STRIKE, RISKY = 2, 4, 6
"""TF-50: the categories of Blind."""
UNSEEN = "cannot see the target"
"""Names what Blind adds to a deed done to somebody."""


def blind_dc(s: State, who: str, category: int) -> int:
    """TF-50, 110: what being blind adds: by category, or the number the Guide has set in place of 4. Where
    the Guide allows no strikes at all, what is no strike keeps its category.
    """
    value = s[who].stats.statuses.get("blind", 0)
    if not value:
        return 0
    return category if value == STRIKE or value >= REFUSED else value


def dazed(s: State, who: str) -> int:
    """TF-113: what being Disoriented adds to called targets, triggers and other precise acts."""
    return 2 if lasting(s, who, DISORIENTED) is not None else 0


def pressure(
    s: State,
    who: str,
    anchors: str,
    statuses: tuple[Part, ...] = (),
    *,
    strenuous: bool = False,
    dousing: bool = False,
) -> tuple[Part, ...]:
    """Parts of a DC that come from the one who acts.

    anchors: those the action needs. statuses: DC increases of statuses that touch this action alone. Of all
    statuses only the highest counts (TF-09); Pressure from wounds and stamina adds.
    """
    me = s[who].stats
    parts: list[Part] = []
    hurt = tuple(a for a in anchors if injured(s, who, a))
    if hurt:
        parts.append((f"injured {' and '.join(REGION_WORDS[REGION_OF[a]] for a in hurt)}", 2))
    if me.stamina < 0:
        parts.append(("stamina below 0", -me.stamina))
    candidates: list[Part] = [p for p in statuses if p[1] > 0]
    if me.fires and not dousing:
        candidates.append(("on fire", 4 if "body" in me.fires else 2))
    if me.has("blood_pressure"):
        candidates.append(("bleeding", me.statuses["blood_pressure"]))
    if strenuous and me.has("bleeding"):
        candidates.append(("strenuous while bleeding", 2))
    if candidates:
        parts.append(max(candidates, key=lambda p: p[1]))
    return tuple(parts)


def total(parts: tuple[Part, ...]) -> int:
    """The sum of parts."""
    return sum(n for _, n in parts)
