"""What is rolled once a blow has hit: location, penetration of the armor, damage (KB-60 to 63)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any

from rules.engine.codec import stored
from rules.engine.dice import totals
from rules.engine.effects import Chance, Faces, Names

from .chances import Parts, added, number
from .data import LOCATION_TABLE, MULTIPLIER


@stored
@dataclass(frozen=True, slots=True)
class Location(Chance[str]):
    """Where a hit lands (KB-60); never changed by Funk or Groove."""

    label: str = "location"

    def sides(self, s: Any) -> tuple[int, ...]:
        return (20,)

    def read(self, faces: Faces, s: Any) -> str:
        return next(where for top, where in LOCATION_TABLE if faces[0] <= top)

    def text(self, faces: Faces, names: Names) -> str:
        where = self.read(faces, None)
        return f"Location: d20 ({faces[0]}), {where} × {number(MULTIPLIER[where])}"


@stored
@dataclass(frozen=True, slots=True)
class Penetration(Chance[int]):
    """Whether the armor is pierced (KB-61, 62): gives the divider that is left, 0 when it is not.

    kept: words of the modifiers whose numbers are not told.
    """

    label: str
    who: str
    armor: str
    klass: str
    target: int
    divider: int
    parts: Parts
    kept: tuple[str, ...] = ()

    @property
    def better(self) -> int:
        return 1

    def sides(self, s: Any) -> tuple[int, ...]:
        return (20,)

    def read(self, faces: Faces, s: Any) -> int:
        over = faces[0] + sum(n for _, n in self.parts) - self.target
        return max(1, self.divider - over // 5) if over >= 0 else 0

    def text(self, faces: Faces, names: Names) -> str:
        total = faces[0] + sum(n for _, n in self.parts)
        left = self.read(faces, None)
        end = f"through, divider {left}" if left else "it holds"
        sum_ = added(self.parts, self.kept)
        sum_ += f" = {number(total)}" if sum_ and not self.kept else ""
        return (
            f"Penetration: class {self.klass} against {self.armor.lower()} {self.target}/{self.divider}, "
            f"d20 ({faces[0]}){sum_}: {end}"
        )


@stored
@dataclass(frozen=True, slots=True)
class Harm(Chance[int]):
    """The damage of a blow, with its whole arithmetic (KB-63): gives the wounds.

    half: the maneuver's multiplier in halves (2 is ×1). more: the Charge's 2. block: its success number.
    """

    label: str
    who: str
    dice: int
    die: int
    plus: int
    where: str
    divider: int
    half: int = 2
    more: int = 0
    block: int = 0
    maneuver: str = ""
    funk: bool = False
    subdual: bool = False

    @property
    def better(self) -> int:
        return 1

    def sides(self, s: Any) -> tuple[int, ...]:
        return (self.die,) * self.dice

    def rolled(self, total: int) -> int:
        """The weapon roll of a total of its dice; the Funk takes 1, not below 0 (KB-80)."""
        rolled = total + self.plus
        return max(0, rolled - 1) if self.funk else max(0, rolled)

    def wounds(self, total: int) -> int:
        """The wounds of a total of the dice, rounded down once at the end."""
        whole = Fraction(self.rolled(total) * self.half, 2) + self.more - self.block
        return max(0, floor(whole / self.divider * MULTIPLIER[self.where]))

    def read(self, faces: Faces, s: Any) -> int:
        return self.wounds(sum(faces))

    def outcomes(self, s: Any) -> tuple[tuple[int, Fraction], ...]:
        out: dict[int, Fraction] = defaultdict(Fraction)
        for total, p in totals(self.dice, self.die):
            out[self.wounds(total)] += p
        return tuple(out.items())

    def text(self, faces: Faces, names: Names) -> str:
        written = f"{self.dice}d{self.die} ({', '.join(map(str, faces))})"
        written += added((("", self.plus), ("Funk", -1 if self.funk else 0))).replace("  ", " ").rstrip()
        now = Fraction(self.rolled(sum(faces)))
        steps = [written if now == sum(faces) and len(faces) == 1 else f"{written} = {number(now)}"]
        for n, (sign, by, why) in enumerate(self._steps()):
            now = _done(now, sign, by)
            comma = ", " if n or "=" in steps[0] else " "
            steps.append(f"{comma}{sign} {number(by)} {why} = {number(now)}")
            if now <= 0 and sign != "×":
                break  # nothing comes back from here; a roll of 0 has the Charge's 2 still to come
        kind = "subdual" if self.subdual else "lethal"
        wounds = self.read(faces, None)
        end = f", rounded down to {wounds}" if now.denominator > 1 and now > 0 else f": {wounds}"
        return f"Damage: {''.join(steps)}{end} {kind}"

    def _steps(self) -> tuple[tuple[str, Fraction, str], ...]:
        every = (
            ("×", Fraction(self.half, 2), self.maneuver),
            ("+", Fraction(self.more), self.maneuver),
            ("−", Fraction(self.block), "Block"),
            ("÷", Fraction(self.divider), "armor"),
            ("×", MULTIPLIER[self.where], self.where),
        )
        return tuple(x for x in every if x[1] != (0 if x[0] in "+−" else 1))


def _done(now: Fraction, sign: str, by: Fraction) -> Fraction:
    return {"×": now * by, "÷": now / (by or 1), "+": now + by, "−": now - by}[sign]
