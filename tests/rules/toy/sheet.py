"""The game part of a combatant and of the encounter."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.codec import stored
from rules.engine.encounter import Encounter

YARD, GATE = "yard", "gate"
CARDS = tuple(range(1, 10))


@stored
@dataclass(frozen=True, slots=True)
class Brawler:
    """acts: left in this turn. watching: where a trigger waits. windup: whom a mighty blow will meet."""

    skill: int = 5
    hits: int = 6
    grit: int = 1
    slots: int = 1
    acts: int = 0
    zone: str = YARD
    watching: str = ""
    windup: str = ""
    hand: tuple[int, ...] = ()


@stored
@dataclass(frozen=True, slots=True)
class Ground:
    """pile: the cards not drawn yet, sorted. played: open. held: harm that counts at the round's end."""

    pile: tuple[int, ...] = CARDS
    played: tuple[int, ...] = ()
    held: tuple[tuple[str, int], ...] = ()


State = Encounter[Brawler, Ground]


def able(s: State, who: str) -> bool:
    """Whether somebody is here and on their feet."""
    return s.here(who) and s[who].stats.hits > 0


def skill(s: State, who: str) -> int:
    """Skill with all that bears on it (T9)."""
    cursed = any(e.who == who and e.key == "cursed" for e in s.lasting)
    return s[who].stats.skill - (2 if cursed else 0)
