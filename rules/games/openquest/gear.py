"""Dice and weapons, as values."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rules.engine.codec import stored

_DICE = re.compile(r"([+\-−]?)(\d*)[dD](\d+)(?:([+\-−])(\d+))?$")


@stored
@dataclass(frozen=True, slots=True)
class Dice:
    """`n` dice of `die` sides and a bonus: 2D8, 1D4+1. A negative `n` takes away (a damage modifier of
    −1D6).
    """

    n: int = 0
    die: int = 0
    bonus: int = 0

    @classmethod
    def parse(cls, text: str) -> Dice:
        """Dice from "1D4+1", "2d8", "-1D6", "0". ValueError for anything else."""
        text = text.strip().replace(" ", "")
        if text in ("", "0", "+0", "none"):
            return cls()
        found = _DICE.match(text)
        if found is None:
            raise ValueError(f"{text} is no dice: write it like 1D8, 1D4+1 or -1D6")
        sign, n, die, plus, bonus = found.groups()
        count, sides, extra = int(n or 1), int(die), int(bonus or 0)
        if not (1 <= count <= 10 and 2 <= sides <= 100 and extra <= 100):
            raise ValueError(f"{text} is too much: at most 10 dice of 2 to 100 sides and a bonus up to 100")
        return cls(-count if sign in ("-", "−") else count, sides, -extra if plus in ("-", "−") else extra)

    @property
    def most(self) -> int:
        """Every die at its maximum; dice that take away, at their least harm: 1 each (OQ-38)."""
        return (self.n * self.die if self.n > 0 else self.n) + self.bonus

    def __str__(self) -> str:
        sign = "−" if self.n < 0 else ""
        bonus = f"{'+' if self.bonus > 0 else '−'}{abs(self.bonus)}" if self.bonus else ""
        return f"{sign}{abs(self.n)}D{self.die}{bonus}" if self.n else str(self.bonus)


NO_DICE = Dice()


@stored
@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon, of steel or grown.

    skill: close, unarmed or ranged. hands: 1, 2, or 0 for one or two. natural: teeth and claws, never lost.
    percent: a natural weapon's own skill, 0 for the one above. reach: range in metres, 0 for none. missile:
    shot from a bow, crossbow or sling (no Dodge). rate: rounds from one shot to the next. modifier: whether
    the damage modifier counts. great: fit for a Great Attack. brace: can be set against a charge. throws:
    damage when a close weapon is thrown. throw: range in metres per point of STR when thrown.
    """

    name: str
    damage: Dice
    skill: str = "close"
    hands: int = 1
    natural: bool = False
    percent: int = 0
    reach: int = 0
    missile: bool = False
    rate: int = 1
    modifier: bool = True
    great: bool = False
    brace: bool = False
    throws: Dice | None = None
    throw: int = 0

    @property
    def thrown(self) -> Weapon | None:
        """The same weapon as a missile, None for one that is not made for it."""
        if self.throws is None:
            return None
        return replace(
            self, name=f"{self.name} (thrown)", damage=self.throws, skill="ranged", great=False, brace=False,
            throws=None,
        )  # fmt: skip


UNARMED = Weapon("Unarmed", Dice(1, 4), "unarmed", natural=True)
