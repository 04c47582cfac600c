"""Situational modifiers, for close combat (OQ-39, 56) and for shooting (OQ-55).

What the Referee has told the fight about the place and its people counts; the attacker may tick what else
applies (`ticks`).
"""

from __future__ import annotations

from .gear import Weapon
from .model import CLOSE, DYING, LARGE, OUT, State, at_close, pair
from .skills import Mod

CLOSE_TICKS = {
    "behind": ("From behind", "+20"),
    "unaware": ("Target is unaware of it", "no Dodge"),
    "higher": ("From higher ground", "+20; −20 to the defence"),
    "unstable": ("On unstable ground", "−20"),
    "partial": ("Partial darkness", "−20 for both"),
    "dark": ("Darkness", "−50 for both"),
    "underwater": ("Underwater", "−50 for both"),
}
ABOUT_TARGET = ("behind", "unaware")
"""Ticks that are about the target of a blow and say nothing of another."""
CHARGE_TICKS = {"uphill": ("Uphill", "the charge adds no damage")}
RANGED_TICKS = {
    "unaware": ("Target is unaware of it", "no Dodge"),
    "long": ("Beyond its range, up to twice", "−20"),
    "cover20": ("Target in some cover", "−20"),
    "cover50": ("Target in good cover", "−50"),
    "cover75": ("Target almost hidden", "−75"),
    "moving": ("Target moves 10 m", "−20"),
    "fast": ("Target moves 30 m", "−50"),
    "hazy": ("Hazy or dim", "−20"),
    "poor": ("Hardly to be seen", "−50"),
    "wind": ("Strong wind", "−20"),
    "gale": ("Gale", "−50"),
    "unstable": ("On unstable ground", "−20"),
    "blinded": ("Blinded", "−50"),
}


def _darkness(s: State, ticks: tuple[str, ...]) -> list[Mod]:
    if s.ground.light == "dark" or "dark" in ticks:
        return [Mod("darkness", -50)]
    if s.ground.light == "partial" or "partial" in ticks:
        return [Mod("partial darkness", -20)]
    return []


def _footing(s: State, who: str, ticks: tuple[str, ...], own: bool) -> list[Mod]:
    """Unstable ground and water; an attacker's tick of unstable ground is about the attacker alone."""
    c, rows = s[who].stats, []
    if c.unstable or s.ground.unstable or (own and "unstable" in ticks):
        rows.append(Mod("unstable ground", -20))
    if c.underwater or s.ground.underwater or "underwater" in ticks:
        rows.append(Mod("underwater", -50))
    return rows


def ground_rows(s: State, who: str, ticks: tuple[str, ...]) -> tuple[Mod, ...]:
    """The rows of ground and light, which an Athletic Attack counts for both skills (OQ-44)."""
    return (*_footing(s, who, ticks, True), *_darkness(s, ticks))


def _above(s: State, who: str, other: str, ticked: bool = False) -> str:
    """Why `who` fights from above against `other`: "higher ground", "mounted", or "" (one row, OQ-39, 56)."""
    a, b = s[who].stats, s[other].stats
    if (a.higher or ticked) and not b.higher:
        return "higher ground"
    return "mounted" if a.mounted and not b.mounted else ""


def close_attack(s: State, who: str, target: str, ticks: tuple[str, ...]) -> tuple[Mod, ...]:
    """OQ-39: the rows for an attack at Close, each once."""
    rows = []
    if s[target].stats.prone:
        rows.append(Mod("target prone", 20))
    elif "behind" in ticks:
        rows.append(Mod("from behind", 20))
    above = _above(s, who, target, "higher" in ticks)
    if above:
        rows.append(Mod(above, 20))
    if s[who].stats.prone:
        rows.append(Mod("prone", -20))
    return (*rows, *ground_rows(s, who, ticks))


def close_defence(s: State, who: str, attacker: str, ticks: tuple[str, ...]) -> tuple[Mod, ...]:
    """OQ-39: the rows for a parry or dodge against an attack at Close, each once."""
    rows = []
    above = _above(s, who, attacker)
    if above and "higher" not in ticks:
        rows.append(Mod(above, 20))
    if s[who].stats.prone:
        rows.append(Mod("prone", -20))
    below = _above(s, attacker, who, "higher" in ticks)
    if below:
        rows.append(Mod("lower ground" if below == "higher ground" else "against a mounted foe", -20))
    return (*rows, *_footing(s, who, ticks, False), *_darkness(s, ticks))


def summed(s: State, rows: tuple[Mod, ...]) -> tuple[Mod, ...]:
    """All rows, or with the option `one_modifier` only the largest bonus and the largest penalty (OQ-39)."""
    if not s.option("one_modifier"):
        return rows
    best = max((m for m in rows if m.value > 0), key=lambda m: m.value, default=None)
    worst = min((m for m in rows if m.value < 0), key=lambda m: m.value, default=None)
    return tuple(m for m in (best, worst) if m is not None)


# ------------------------------------------------------------------ shooting
def reach(s: State, who: str, w: Weapon) -> int:
    """The range of a weapon in metres; a thrown one goes as far as its STR, or twice that."""
    return w.reach or w.throw * s[who].stats.characteristics.get("str", 0)


def distance(s: State, who: str, target: str) -> int | None:
    """Metres between two: at most 2 at Close, None where nobody has said."""
    return CLOSE if at_close(s, who, target) else s.ground.metres.get(pair(who, target))


def out_of_reach(s: State, who: str, target: str, w: Weapon) -> bool:
    """OQ-55: beyond twice the range nothing can be hit."""
    metres = distance(s, who, target)
    return metres is not None and metres > 2 * reach(s, who, w)


def wind_stops(s: State) -> bool:
    """OQ-55: in a storm every shot fails."""
    return s.ground.wind == "storm"


def _worst(rows: list[Mod]) -> list[Mod]:
    return [min(rows, key=lambda m: m.value)] if rows else []


def shooting(s: State, who: str, target: str, w: Weapon, ticks: tuple[str, ...]) -> tuple[Mod, ...]:
    """OQ-55: the worst of each section; the shooter's own conditions add up; the sections add up."""
    c, t, ground = s[who].stats, s[target].stats, s.ground
    metres = distance(s, who, target)
    far = "long" in ticks or (metres is not None and metres > reach(s, who, w))
    aimed = c.aim if c.aim_at == target else 0
    cover = max(t.cover, *(int(x.removeprefix("cover")) for x in ticks if x.startswith("cover")), 0)
    gale, strong = ground.wind == "gale" or "gale" in ticks, ground.wind == "strong" or "wind" in ticks
    fast, moving = t.moving >= 30 or "fast" in ticks, t.moving >= 10 or "moving" in ticks
    poor = ground.sight == "poor" or ground.light == "dark" or "poor" in ticks
    hazy = ground.sight == "hazy" or ground.light == "partial" or "hazy" in ticks
    sections: tuple[list[Mod], ...] = (
        [Mod("long range", -20)] if far else [],
        [Mod("aimed", 20 * aimed)] if aimed else [],
        [Mod("cover", -cover)] if cover else [],
        [Mod("gale", -50)] if gale else [Mod("wind", -20)] if strong else [],
        [Mod("target moves fast", -50)] if fast else [Mod("target moves", -20)] if moving else [],
        [
            *([Mod("visibility", -50)] if poor else [Mod("visibility", -20)] if hazy else []),
            *([Mod("large target", 20)] if t.characteristics.get("siz", 0) > LARGE else []),
        ],
        [
            *([Mod("target helpless", 20)] if t.state in (OUT, DYING) else []),
            *([Mod("target prone", -20)] if t.prone else []),
        ],
    )
    own = [
        *([Mod("prone", -50)] if c.prone else []),
        *([Mod("unstable ground", -20)] if c.unstable or ground.unstable or "unstable" in ticks else []),
        *([Mod("blinded", -50)] if c.blinded or "blinded" in ticks else []),
    ]
    return (*(m for section in sections for m in _worst(section)), *own)
