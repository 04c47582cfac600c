"""What the table is told. Ids and numbers are stored; the sentence is made when it is shown."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.codec import stored
from rules.engine.effects import Line, Names

from .model import percent, shown


def signed(n: int) -> str:
    """A number with its sign: +20, −20."""
    return f"{'+' if n >= 0 else '−'}{abs(n)}"


@stored
@dataclass(frozen=True, slots=True)
class Arithmetic(Line):
    """How a skill came to its modified value."""

    who: str
    what: str
    base: int
    mods: tuple[tuple[str, int], ...]

    def text(self, names: Names) -> str:
        parts = ", ".join(f"{label} {signed(value)}" for label, value in self.mods)
        total = self.base + sum(value for _, value in self.mods)
        return f"{names(self.who)}: {self.what} {percent(self.base)}, {parts}: {percent(total)}"


@stored
@dataclass(frozen=True, slots=True)
class Mastery(Line):
    """A Master needs no roll (OQ-14)."""

    who: str
    what: str
    skill: int

    def text(self, names: Names) -> str:
        skill = f" {percent(self.skill)}" if self.skill else ""
        return f"{names(self.who)} is a Master ({self.what}{skill}): no roll, a critical"


@stored
@dataclass(frozen=True, slots=True)
class Spent(Line):
    """A Fortune point is spent."""

    who: str
    how: str

    def text(self, names: Names) -> str:
        return f"{names(self.who)} spends a Fortune point and {self.how}"


@stored
@dataclass(frozen=True, slots=True)
class Attacks(Line):
    """An attack begins."""

    who: str
    target: str
    manner: str
    weapon: str

    def text(self, names: Names) -> str:
        return f"{names(self.who)} {self.manner} {names(self.target)} ({self.weapon})"


@stored
@dataclass(frozen=True, slots=True)
class Plainly(Line):
    """A sentence about one or two: `{0}` and `{1}` are their names."""

    words: str
    who: str
    other: str = ""

    def text(self, names: Names) -> str:
        shown = self.words.replace("{0}", names(self.who))
        return shown.replace("{1}", names(self.other)) if self.other else shown


@stored
@dataclass(frozen=True, slots=True)
class Wounded(Line):
    """Damage after armor. armor: points taken off, -1 where it did not count. hp: what is left, None to keep
    it back.
    """

    who: str
    damage: int
    armor: int
    lost: int
    hp: int | None = None

    def text(self, names: Names) -> str:
        name = names(self.who)
        if self.armor < 0:
            how = f"{self.damage} damage, armor ignored"
        elif self.armor:
            how = f"{self.damage} damage − {self.armor} armor"
        else:
            how = f"{self.damage} damage"
        points = f"{self.lost} hit point{'' if self.lost == 1 else 's'}"
        if not self.lost and not self.damage:
            return f"{name} takes no damage"
        if self.hp is None:
            return f"{name} loses {points}" if self.lost else f"{name}'s armor holds"
        if not self.lost:
            return f"{name}'s armor holds ({how})"
        left = f" and has {self.hp} left" if self.hp >= 0 else f" and is at {shown(self.hp)}"
        return f"{name} loses {points} ({how}){left}"


@stored
@dataclass(frozen=True, slots=True)
class Down(Line):
    """Somebody goes down. dies: the round at whose end it dies, 0 when it does not."""

    who: str
    state: str
    dies: int = 0

    def text(self, names: Names) -> str:
        if self.state == "dead":
            return f"{names(self.who)} is dead"
        if self.state == "out":
            return f"{names(self.who)} is unconscious"
        return f"{names(self.who)} has a mortal wound and dies at the end of round {self.dies} unless saved"


@stored
@dataclass(frozen=True, slots=True)
class Told(Line):
    """A plain sentence about nobody."""

    words: str

    def text(self, names: Names) -> str:
        return self.words
