"""What is shown: the board's rows, its footer, the panel, and what stays hidden."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine.fmap import FMap
from rules.engine.ruleset import Row, Viewer

from .blows import MANNERS, SET
from .gear import NO_DICE
from .model import DEAD, DYING, LARGE, OUT, State, Stats, holder, name_of, shown, surprised


def condition(s: State, who: str) -> str:
    """Its state in words without numbers."""
    c = s[who].stats
    if c.state in (DEAD, DYING):
        return "dead" if c.state == DEAD else "dying"
    if c.state == OUT:
        return "unconscious"
    if c.hp >= c.hp_max:
        return "unhurt"
    return "wounded" if 2 * c.hp > c.hp_max else "badly wounded"


def row(s: State, who: str, viewer: Viewer) -> Row:
    """Hit points, and what matters of its state."""
    c = s[who].stats
    return Row(f"{shown(c.hp)}/{c.hp_max} HP", tuple(_tags(s, who)))


def _tags(s: State, who: str) -> list[str]:
    c = s[who].stats
    if c.state == DYING:
        return [f"dying, dead at the end of round {c.mortal + 1}" if c.mortal else "dying"]
    if c.state in (OUT, DEAD):
        return ["unconscious" if c.state == OUT else "dead"]
    flags = (
        (c.prone, "prone"),
        (c.mounted, "mounted"),
        (c.higher, "on higher ground"),
        (c.unstable, "on unstable ground"),
        (c.underwater, "underwater"),
        (c.blinded, "blinded"),
        (bool(c.cover), f"cover −{c.cover}"),
        (bool(c.moving), f"moving {c.moving} m"),
        (c.braced, "weapon set"),
        (_held(s, who), f"held by {name_of(s, c.held_by)}"),
        (bool(c.aim), f"aiming +{20 * c.aim}"),
        (c.turn.manner not in ("", SET), MANNERS.get(c.turn.manner, "")),
        (c.turn.gave_up, "no reactions"),
        (not c.turn.gave_up and bool(c.turn.reactions), f"next reaction −{20 * c.turn.reactions}"),
    )
    return [words for holds, words in flags if holds]


def _held(s: State, who: str) -> bool:
    """Whether somebody holds it who still can, or whom the viewer may not know of."""
    by = s[who].stats.held_by
    return bool(holder(s, who) or (by and by not in s.combatants))


def footer(s: State, viewer: Viewer) -> tuple[str, ...]:
    """The place, who is at Close with whom, and what lies about."""
    g = s.ground
    place = [
        words
        for holds, words in (
            (g.light == "partial", "partial darkness"),
            (g.light == "dark", "darkness"),
            (g.unstable, "unstable ground"),
            (g.underwater, "underwater"),
            (g.cramped, "cramped"),
            (g.wind != "calm", f"wind: {g.wind}"),
            (g.sight != "clear", f"sight: {g.sight}"),
        )
        if holds
    ]
    met = "; ".join(f"{s[who].name} with {', '.join(others)}" for who, others in _met(s).items())
    lying = ", ".join(f"{x.name} ({x.metres} m from {name_of(s, x.owner)})" for x in g.lying)
    return (
        *((f"Place: {', '.join(place)}",) if place else ()),
        *((f"At Close: {met}",) if met else ()),
        *((f"On the ground: {lying}",) if lying else ()),
    )


def _met(s: State) -> dict[str, list[str]]:
    """Who is at Close with whom: id -> names, the dead left out, each pair once and under its player."""
    out: dict[str, list[str]] = {}
    for pair in s.ground.close:
        if not all(s.here(x) and s[x].stats.state != DEAD for x in pair):
            continue
        first, other = sorted(pair, key=lambda x: not s[x].player)
        out.setdefault(first, []).append(s[other].name)
    return out


def panel(s: State, who: str, viewer: Viewer) -> tuple[str, ...]:
    """What it has left: action, free move, reactions, Fortune."""
    c = s[who].stats
    t = c.turn
    left = [
        words
        for free, words in (
            (not t.acted, "action"),
            (not t.moved, f"free move ({c.move} m)"),
            (t.bonus == "kept", "bonus attack"),
        )
        if free
    ]
    lines = [f"Left this round: {', '.join(left) or 'nothing'}"]
    if t.gave_up:
        lines.append(f"No reactions this round ({MANNERS.get(t.manner, 'given up')})")
    elif t.reactions:
        lines.append(f"Next reaction at −{20 * t.reactions}")
    held = ", ".join(name for name in (c.hand, c.off) if name) or "nothing"
    lines.append(f"In hand: {held}" + (f", {c.shield} shield" if c.shield_up else ""))
    if c.fortune:
        lines.append(f"Fortune points: {c.fortune}")
    if surprised(s, who):
        lines.append(
            "Surprised: only Dodge and Parry this round"
            if surprised(s, who) == 1
            else "Surprised: no defence"
        )
    return tuple(lines)


def mask(s: State, viewer: Viewer) -> State:
    """What concerns those the viewer does not see is left out: distances, gear, who holds or is aimed at."""
    seen = s.combatants
    if not viewer.gm:
        for c in tuple(seen.values()):
            fields = _strangers(c.stats, seen)
            if fields:
                s = s.with_stats(c.id, **fields)
    g = s.ground
    close = tuple(p for p in g.close if p[0] in seen and p[1] in seen)
    metres = FMap((p, n) for p, n in g.metres.items() if p[0] in seen and p[1] in seen)
    lying = tuple(x for x in g.lying if x.owner in seen)
    if (len(close), len(metres), len(lying)) == (len(g.close), len(g.metres), len(g.lying)):
        return s
    return s.with_ground(close=close, metres=metres, lying=lying)


def _strangers(c: Stats, seen: Mapping[str, object]) -> dict[str, Any]:
    """Fields of a combatant that name somebody unseen, with the name taken out."""
    out: dict[str, Any] = {}
    if c.held_by and c.held_by not in seen:
        out["held_by"] = "?"
    if c.aim_at and c.aim_at not in seen:
        out["aim_at"] = "?"
    if any(x not in seen for x in c.unmoved):
        out["unmoved"] = tuple(x for x in c.unmoved if x in seen)
    if c.turn.waits not in ("", "-") and c.turn.waits not in seen:
        out["turn"] = replace(c.turn, waits="?")
    return out


def conceal(stats: Stats) -> Stats:
    """Its numbers blanked: hit points as coarse as the words for them, no skills, no armor, no points. That
    it is large is there to be seen (OQ-55).
    """
    size = LARGE + 1 if stats.characteristics.get("siz", 0) > LARGE else 0
    hp = 0 if stats.hp <= 0 else 10 if stats.hp >= stats.hp_max else 7 if 2 * stats.hp > stats.hp_max else 3
    return replace(
        stats,
        characteristics=FMap((k, size if k == "siz" else 0) for k in stats.characteristics),
        skills=FMap((k, 0) for k in stats.skills),
        hp=hp, hp_max=10, mp=0, ap=0, fortune=0, dm=NO_DICE, mortal=0,
    )  # fmt: skip
