"""The outlines of the four suits and a star, as polygons."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

Point = tuple[float, float]
Polygon = list[Point]
_STEPS = 48


def shape(name: str, x: float, y: float, size: float, *, upside_down: bool = False) -> list[Polygon]:
    """A suit ("S", "H", "D", "C") or a "star" as polygons that may overlap, `size` high, centred on a point.

    KeyError for another name.
    """
    flip = -1 if upside_down else 1
    return [[(x + px * size * flip, y + py * size * flip) for px, py in part] for part in _outline(name)]


@lru_cache(8)
def _outline(name: str) -> tuple[tuple[Point, ...], ...]:
    """The polygons in a box of height 1 around the origin, y downwards."""
    made = {"H": _heart, "S": _spade, "D": _diamond, "C": _club, "star": _star}[name]()
    xs, ys = [x for part in made for x, _ in part], [y for part in made for _, y in part]
    middle, height = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2), max(ys) - min(ys)
    return tuple(
        tuple(((x - middle[0]) / height, (y - middle[1]) / height) for x, y in part) for part in made
    )


def _heart() -> list[Polygon]:
    """The well-known heart curve."""
    out = []
    for n in range(_STEPS):
        t = 2 * pi * n / _STEPS
        out.append((16 * sin(t) ** 3, -(13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t))))
    return [out]


def _spade() -> list[Polygon]:
    """A heart upside down on a foot."""
    return [[(x, -y) for x, y in _heart()[0]], _foot(top=0.0, bottom=15.0, width=7.5)]


def _foot(top: float, bottom: float, width: float) -> Polygon:
    """A stem that widens downwards."""
    side = [(0.8 + (width - 0.8) * (n / 8) ** 2.6, top + (bottom - top) * n / 8) for n in range(9)]
    return [*((-x, y) for x, y in side), *reversed(side)]


def _diamond() -> list[Polygon]:
    """A rhombus with slightly hollow sides."""
    corners = [(0.0, -1.0), (0.76, 0.0), (0.0, 1.0), (-0.76, 0.0)]
    out: Polygon = []
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        cx, cy = (ax + bx) / 2 * 0.86, (ay + by) / 2 * 0.86
        for n in range(8):
            t = n / 8
            u = 1 - t
            out.append((u * u * ax + 2 * u * t * cx + t * t * bx, u * u * ay + 2 * u * t * cy + t * t * by))
    return [out]


def _club() -> list[Polygon]:
    """Three leaves on a foot."""
    leaves = [_circle(x, y, 5.4) for x, y in ((-5.6, 1.6), (0.0, -7.0), (5.6, 1.6))]
    return [*leaves, [(-4.0, -2.0), (4.0, -2.0), (0.0, 4.0)], _foot(top=-2.0, bottom=12.5, width=6.0)]


def _circle(x: float, y: float, radius: float) -> Polygon:
    angles = (2 * pi * n / _STEPS for n in range(_STEPS))
    return [(x + radius * cos(a), y + radius * sin(a)) for a in angles]


def _star() -> list[Polygon]:
    """A star of five points."""
    radii = (1.0, 0.4)
    return [[(radii[n % 2] * sin(pi * n / 5), -radii[n % 2] * cos(pi * n / 5)) for n in range(10)]]
