"""Keyed dice: a face is a function of the encounter's seed and of where in the fight it is rolled.

HMAC-SHA256 over the key of the step and the place in its procedure, rejection sampling, no counter to lose.
The same declaration after an undo has the same faces, so undoing is no way to fish for better ones.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from .codec import stored
from .effects import TABLE, Chance, Faces, Names

SEED_BYTES = 32
Dice = Callable[[Chance[Any], str, str, tuple[int, ...]], Faces]
"""(chance, key of the step, place, sides) -> faces"""


@dataclass(frozen=True, slots=True)
class Seeds:
    """The two seeds of an encounter, 32 bytes each: one for what everybody sees, one for the rest."""

    public: bytes
    secret: bytes

    def __repr__(self) -> str:
        return f"Seeds(commitments={self.commitments})"

    @property
    def commitments(self) -> tuple[str, str]:
        """SHA-256 of the public and of the secret seed in hex: shown when the encounter starts."""
        return commitment(self.public), commitment(self.secret)

    def roll(self, chance: Chance[Any], key: str, place: str, sides: tuple[int, ...]) -> Faces:
        """The faces of this chance at this place of the step with this key."""
        seed = self.public if chance.audience == TABLE else self.secret
        return faces(seed, key, place, sides)


def commitment(seed: bytes) -> str:
    """What is published of a seed before it is revealed."""
    return hashlib.sha256(seed).hexdigest()


def faces(seed: bytes, key: str, place: str, sides: tuple[int, ...]) -> Faces:
    """Faces 1..n for each die of `sides`, each equally likely."""
    return tuple(_below(seed, f"{key}|{place}|{i}", n) + 1 for i, n in enumerate(sides))


def _below(seed: bytes, at: str, n: int) -> int:
    """A number 0..n-1 without modulo bias: values from the ragged end of the range are drawn again."""
    limit = (1 << 64) // n * n
    for retry in itertools.count():
        block = hmac.digest(seed, f"{at}|{retry}".encode(), hashlib.sha256)
        x = int.from_bytes(block[:8], "big")
        if x < limit:
            return x % n
    raise AssertionError("unreachable: itertools.count never ends")


@stored
@dataclass(frozen=True, slots=True)
class Sum(Chance[int]):
    """`n` dice of `die` sides plus a bonus, read as their total.

    to: its audience. who: whose luck it is. good: +1 when high is good, -1 when low is.
    """

    label: str
    n: int
    die: int
    bonus: int = 0
    who: str = ""
    to: str = TABLE
    good: int = 1

    @property
    def better(self) -> int:
        return self.good

    def sides(self, s: Any) -> tuple[int, ...]:
        return (self.die,) * self.n

    def read(self, faces: Faces, s: Any) -> int:
        return sum(faces) + self.bonus

    def outcomes(self, s: Any) -> tuple[tuple[int, Fraction], ...]:
        return totals(self.n, self.die, self.bonus)

    def text(self, faces: Faces, names: Names) -> str:
        whose = f"{names(self.who)}: " if self.who else ""
        bonus = f" {'+' if self.bonus > 0 else '−'} {abs(self.bonus)}" if self.bonus else ""
        shown = ", ".join(map(str, faces))
        total = f" = {sum(faces) + self.bonus}".replace("-", "−") if bonus or len(faces) > 1 else ""
        return f"{whose}{self.label} {self.n}d{self.die} ({shown}){bonus}{total}"


@lru_cache(1024)
def totals(n: int, die: int, bonus: int = 0) -> tuple[tuple[int, Fraction], ...]:
    """Distribution of the total of `n` dice of `die` sides plus a bonus, by convolution."""
    ways = {bonus: 1}
    for _ in range(n):
        following: dict[int, int] = defaultdict(int)
        for total, w in ways.items():
            for face in range(1, die + 1):
                following[total + face] += w
        ways = following
    return tuple((total, Fraction(w, die**n)) for total, w in ways.items())
