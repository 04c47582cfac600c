"""Where everybody is: zones or meters, and how far a weapon reaches (CT-50 to 56)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import sqrt

from .state import ARTILLERY, BARRIER, LONG, MELEE, SHORT, State, Stats, up

HEX = 2
"""Meters of a hex: an adjacent one is within 2 m, two hexes within 4 m."""
ZONE = 6
"""Meters that a zone is about as wide as (CT-25)."""
CLOSE = 4
"""Meters within which an enemy troubles the user of a Long weapon (CT-55)."""


def in_meters(s: State) -> bool:
    """Whether this encounter runs on meters rather than on zones (option `space`)."""
    return s.options.get("space") == "meters"


def zone_of(s: State, who: str) -> str:
    """The zone a combatant is in; the middle one where nobody has placed it."""
    zones = s.ground.zones
    zone = s[who].stats.zone
    return zone if zone in zones else zones[len(zones) // 2] if zones else ""


@lru_cache(256)
def neighbours(zones: tuple[str, ...], links: tuple[tuple[str, str], ...], zone: str) -> tuple[str, ...]:
    """The zones next to one, in the order of their list."""
    pairs = links or tuple(pairwise(zones))
    return tuple(z for z in zones if (z, zone) in pairs or (zone, z) in pairs)


def walled_in(s: State, who: str) -> bool:
    """Whether no other zone can be reached from where a combatant is."""
    return not in_meters(s) and not neighbours(s.ground.zones, s.ground.links, zone_of(s, who))


@lru_cache(1024)
def steps(zones: tuple[str, ...], links: tuple[tuple[str, str], ...], a: str, b: str) -> int | None:
    """How many zones `b` is away from `a`, None when no way leads there."""
    seen, edge, n = {a}, [a], 0
    while edge:
        if b in edge:
            return n
        edge = [z for at in edge for z in neighbours(zones, links, at) if z not in seen]
        seen.update(edge)
        n += 1
    return None


def distance(s: State, a: str, b: str) -> int | None:
    """How far two combatants are apart, in meters or in zones; None when no way leads from zone to zone."""
    if in_meters(s):
        return s.ground.meters.get((min(a, b), max(a, b)), s.ground.apart)
    return steps(s.ground.zones, s.ground.links, zone_of(s, a), zone_of(s, b))


def far(s: State, a: str, b: str) -> str:
    """How far two are apart, in words."""
    d = distance(s, a, b)
    if in_meters(s):
        return f"{d} m"
    if d is None:
        return "no way there"
    return "same zone" if d == 0 else f"{d} zone{'s' if d > 1 else ''} away"


def between(s: State, who: str, target: str) -> int:
    """Meters one can go towards another before standing in the hex next to it; 0 where one stands there."""
    return max(0, (distance(s, who, target) or 0) - HEX)


# ------------------------------------------------------------------ reach
def reach(stats: Stats) -> int:
    """Meters within which a combatant's Melee and Barrier weapons, or its fists, reach (CT-51, 57)."""
    return HEX * max((w.reach for w in stats.weapons if w.range == MELEE), default=1)


def within(s: State, holder: str, other: str) -> bool:
    """Whether `other` is within the attack range that it would have to leave: the reach of Melee and Barrier
    weapons.
    """
    d = distance(s, holder, other)
    return d is not None and (d <= reach(s[holder].stats) if in_meters(s) else d == 0)


def engaged(s: State, who: str) -> tuple[str, ...]:
    """The enemies within whose reach a combatant stands, in the order of turns; those that are hidden stay
    so.
    """
    foes = (f for f in in_order(s, s.foes(who)) if not s[f].hidden)
    return tuple(f for f in foes if up(s, f) and within(s, f, who))


def crowded(s: State, who: str) -> bool:
    """Whether the user of a Long weapon has an enemy within 4 m or in its zone (CT-55)."""
    stats = s[who].stats
    name = stats.weapon or (stats.weapons[0].name if stats.weapons else "")
    if not any(w.name == name and w.range == LONG for w in stats.weapons):
        return False
    limit = CLOSE if in_meters(s) else 0
    near = (distance(s, who, f) for f in s.foes(who) if up(s, f) and not s[f].hidden)
    return any(d is not None and d <= limit for d in near)


def in_order(s: State, ids: tuple[str, ...]) -> tuple[str, ...]:
    """These combatants in the order of turns, those without a place last."""
    place = {slot.who: n for n, slot in enumerate(s.order)}
    return tuple(sorted(ids, key=lambda who: place.get(who, len(place))))


# ------------------------------------------------------------------ the bands of a weapon
@dataclass(frozen=True, slots=True)
class Band:
    """How a distance tells on an attack. extra: Avoidance it adds. leave: only with the Dealer's leave."""

    obscured: bool = False
    extra: int = 0
    leave: bool = False


_BANDS = {
    (SHORT, True): (12, 24, 12),
    (SHORT, False): (1, 2, 2),
    (LONG, True): (24, 36, 12),
    (LONG, False): (4, 6, 2),
}
"""(range class, meters?) -> end of the normal band, end of the Obscured band, length of each further one."""


def band(kind: str, d: int | None, *, meters: bool, hexes: int = 1, thrown: bool = False) -> Band | None:
    """The band of a distance for a range class (CT-51 to 53, 56), None when it is out of range.

    thrown: whether a Barrier may be thrown; it then flies as a Short weapon does.
    """
    if d is None:
        return None
    if kind == ARTILLERY:
        return Band()
    if kind in (MELEE, BARRIER):
        limit = HEX * (hexes if kind == MELEE else 1) if meters else 0
        if d <= limit:
            return Band()
        if kind == MELEE or not thrown:
            return None
        kind = SHORT
    near, far_end, further = _BANDS[kind, meters]
    if d <= near:
        return Band()
    if d <= far_end:
        return Band(obscured=True, leave=not meters)
    return Band(obscured=True, extra=2 * -(-(d - far_end) // further), leave=True)


# ------------------------------------------------------------------ moving by meters
def shifted(s: State, mover: str, target: str, by: int) -> dict[str, int]:
    """The mover's distances after it has gone `by` meters straight towards `target` (away from it: below 0).

    Only distances of pairs are known, so each other combatant is taken to stand where they put it relative to
    the two: the triangle they make decides how far it is afterwards, to the nearest meter.
    """
    d = distance(s, mover, target) or 0
    out = {target: abs(d - by)}
    for c in s.present():
        if c.id in (mover, target):
            continue
        own, other = distance(s, mover, c.id) or 0, distance(s, target, c.id) or 0
        along = (own * own + d * d - other * other) / (2 * d) if d else 0.0
        along = max(-own, min(own, along))
        aside = own * own - along * along
        out[c.id] = round(sqrt((along - by) ** 2 + aside))
    return out
