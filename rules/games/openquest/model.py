"""What OpenQuest adds to a combatant and to the encounter, and how it is read.

All of it is frozen; changes are in `changes.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.codec import stored
from rules.engine.effects import GM, TABLE
from rules.engine.encounter import Combatant, Encounter
from rules.engine.fmap import FMap

from .gear import NO_DICE, UNARMED, Dice, Weapon

CHARACTERISTICS = {
    "str": "STR", "dex": "DEX", "con": "CON", "siz": "SIZ", "int": "INT", "pow": "POW", "cha": "CHA",
}  # fmt: skip
SKILLS = {
    "close": "Close Combat",
    "ranged": "Ranged Combat",
    "unarmed": "Unarmed Combat",
    "dodge": "Dodge",
    "athletics": "Athletics",
    "perception": "Perception",
    "deception": "Deception",
    "influence": "Influence",
    "persistence": "Persistence",
    "resilience": "Resilience",
    "riding": "Riding",
    "healing": "Healing",
    "casting": "Casting",
}
SHIELDS = ("none", "small", "medium", "large")

UP, OUT, DYING, DEAD = "up", "out", "dying", "dead"
"""Standing and acting · unconscious but safe · mortally wounded · dead."""

_NOTHING: FMap[str, int] = FMap()
_NOWHERE: FMap[tuple[str, str], int] = FMap()


@stored
@dataclass(frozen=True, slots=True)
class Turn:
    """What a combatant has done since the round began.

    manner: the round's one non-standard attack or defence. gave_up: no defensive reactions. reactions:
    those that count for the penalty. reacted, parried: made any, made a parry. extra: the extra parry of a
    second weapon or shield is used. bonus: "" no second attack, "kept" for later, "used". waits: whom it
    waits for, "-" for the round's end. beaten: a defence of its retreat has failed. refused: an enemy
    objected to its leaving. switching: changed weapons. set: braced its weapon in this very turn. intent:
    what it declared. leaving: on a Fighting Retreat or Escaping Sprint.
    """

    acted: bool = False
    moved: bool = False
    manner: str = ""
    gave_up: bool = False
    reactions: int = 0
    reacted: bool = False
    parried: bool = False
    extra: bool = False
    bonus: str = ""
    waits: str = ""
    beaten: bool = False
    refused: bool = False
    switching: bool = False
    set: bool = False
    intent: str = ""
    leaving: bool = False


_FRESH = Turn()


@stored
@dataclass(frozen=True, slots=True)
class Stats:
    """The game part of a combatant.

    state: up, out, dying or dead. mortal: the round of its mortal wound, 0 when not known yet. spared:
    lives by a Fortune point and wakes after the fight. hand, off: names of the weapons held, "" for none.
    cover: 0, 20, 50 or 75. moving: metres it runs in this round, for those who shoot at it. aim: full
    rounds of aiming at `aim_at`. reload: weapon -> the round from which it can shoot again. held_by: who
    holds it. treated: its last wound has had first aid. unmoved: those whose intimidation it is immune to.
    """

    characteristics: FMap[str, int]
    skills: FMap[str, int]
    hp: int
    hp_max: int
    mp: int = 0
    ap: int = 0
    armor: str = ""
    move: int = 15
    dm: Dice = NO_DICE
    fortune: int = 0
    shield: str = "none"
    weapons: tuple[Weapon, ...] = ()
    hand: str = ""
    off: str = ""
    state: str = UP
    mortal: int = 0
    spared: bool = False
    treated: bool = False
    prone: bool = False
    mounted: bool = False
    higher: bool = False
    unstable: bool = False
    underwater: bool = False
    blinded: bool = False
    cover: int = 0
    moving: int = 0
    braced: bool = False
    held_by: str = ""
    aim: int = 0
    aim_at: str = ""
    reload: FMap[str, int] = _NOTHING
    unmoved: tuple[str, ...] = ()
    turn: Turn = _FRESH

    def __hash__(self) -> int:
        """Of what changes from blow to blow: enough to tell states apart, and quick to make."""
        return hash((self.hp, self.state, self.prone, self.fortune, self.hand, self.held_by, self.turn))

    @property
    def helpless(self) -> bool:
        """Unconscious or dying (OQ-39, 61)."""
        return self.state in (OUT, DYING)

    def skill(self, key: str) -> int:
        """A skill in percent, 0 for one it lacks."""
        return self.skills.get(key, 0)

    # -- weapons
    def carried(self, name: str) -> Weapon | None:
        """A weapon of its own by name, natural ones and bare hands included; None when it has none such."""
        for w in (*self.weapons, UNARMED):
            if w.name == name:
                return w
            if w.thrown is not None and w.thrown.name == name:
                return w.thrown
        return None

    @property
    def in_hand(self) -> Weapon | None:
        """The readied weapon."""
        return self.carried(self.hand) if self.hand else None

    @property
    def usable(self) -> tuple[Weapon, ...]:
        """What it can attack with now, likeliest first: what it holds, what it can throw of that, grown
        ones, fists.
        """
        held = [w for name in (self.hand, self.off) if name and (w := self.carried(name)) is not None]
        thrown = [t for w in held if (t := w.thrown) is not None]
        grown = [w for w in self.weapons if w.natural]
        out: dict[str, Weapon] = {}
        for w in (*held, *grown, UNARMED, *thrown):
            out.setdefault(w.name, w)
        return tuple(out.values())

    @property
    def shield_up(self) -> bool:
        """Whether its shield is on the arm: it has one, and both hands are not needed elsewhere."""
        held = self.in_hand
        return self.shield != "none" and not self.off and (held is None or held.hands != 2)

    @property
    def two_arms(self) -> bool:
        """Fights with two weapons, or weapon and shield (OQ-49)."""
        held = self.in_hand
        armed = held is not None and held.skill == "close"
        return armed and (self.shield_up or bool(self.off))

    def parrying(self) -> Weapon | None:
        """What it parries close attacks with: a close weapon held or grown; None for shield or bare hands
        only.
        """
        return next((w for w in self.usable if w.skill == "close"), None)

    def percent(self, w: Weapon) -> int:
        """The skill with this weapon before modifiers; in the saddle never above Riding (OQ-56)."""
        base = w.percent or self.skill(w.skill)
        return self.ridden(base) if not w.natural else base

    def ridden(self, base: int) -> int:
        """A weapon skill as it is on foot or in the saddle (OQ-56)."""
        return min(base, self.skill("riding")) if self.mounted else base

    def first_skill(self) -> tuple[str, int]:
        """Name and value of the skill it will use first: the order goes by it (OQ-22)."""
        w = next(iter(self.usable))
        return SKILLS[w.skill], w.percent or self.skill(w.skill)


@stored
@dataclass(frozen=True, slots=True)
class Lying:
    """Something that was struck or thrown from a hand: who had it, and how far off it lies in metres."""

    id: str
    owner: str
    name: str
    metres: int
    weapon: Weapon | None = None
    shield: str = ""


@stored
@dataclass(frozen=True, slots=True)
class Ground:
    """The place of the fight.

    close: pairs of ids within 2 m of each other, each pair sorted. metres: distances of other pairs, where
    known. light: bright, partial or dark. wind: calm, strong, gale or storm. sight: clear, hazy or poor
    (for shooting). unstable, underwater, cramped: true for everybody here.
    """

    close: tuple[tuple[str, str], ...] = ()
    metres: FMap[tuple[str, str], int] = _NOWHERE
    light: str = "bright"
    wind: str = "calm"
    sight: str = "clear"
    unstable: bool = False
    underwater: bool = False
    cramped: bool = False
    lying: tuple[Lying, ...] = ()


State = Encounter[Stats, Ground]
Fighter = Combatant[Stats]


def shown(n: int) -> str:
    """A number as it is shown: 12, −3."""
    return f"{'−' if n < 0 else ''}{abs(n)}"


def percent(n: int) -> str:
    """A skill as it is shown: 40%, −10%."""
    return f"{shown(n)}%"


LARGE = 20
"""SIZ over which a target is easier to shoot (OQ-55)."""
CLOSE = 2
"""Metres within which two are at Close (OQ-30)."""


def pair(a: str, b: str) -> tuple[str, str]:
    """Two ids in a fixed order."""
    return (a, b) if a <= b else (b, a)


def at_close(s: State, a: str, b: str) -> bool:
    """Whether these two are within 2 m of each other (OQ-30)."""
    return pair(a, b) in s.ground.close


def near(s: State, who: str) -> tuple[str, ...]:
    """Enemies at Close who are not dead, in the order they came."""
    beside = {b if a == who else a for a, b in s.ground.close if who in (a, b)}
    if not beside:
        return ()
    there = (s[f] for f in s.combatants if f in beside)
    return tuple(f.id for f in there if f.side != s[who].side and not f.gone and f.stats.state != DEAD)


def misses(s: State, who: str) -> bool:
    """Whether a fumble costs it this round (OQ-60)."""
    return any(e.who == who and e.key == "miss" and s.round >= e.value for e in s.lasting)


def holder(s: State, who: str) -> str:
    """Who holds it, "" for nobody who still could (OQ-50)."""
    held = s[who].stats.held_by
    return held if held and s.here(held) and s[held].stats.state == UP else ""


def aside(s: State, who: str) -> str:
    """The audience for what concerns a combatant: the table, or the Referee alone while it is hidden."""
    return GM if s[who].hidden else TABLE


def secretive(s: State, who: str) -> bool:
    """Whether this one's numbers are kept from the players (option `foe_numbers`)."""
    return s.options.get("foe_numbers") == "words" and not s[who].player


def healed(s: State, who: str, at: str = "at") -> str:
    """How it is after some healing, in words for the table: its hit points where they may be told."""
    return "better" if secretive(s, who) else f"{at} {shown(s[who].stats.hp)} hit points"


def surprised(s: State, who: str) -> int:
    """0 when it is not surprised, 1 when it can only defend, 2 when it cannot even do that (OQ-57)."""
    return max((e.value for e in s.lasting if e.who == who and e.key == "surprise"), default=0)


def acts(s: State, who: str) -> bool:
    """Whether it is here, conscious, and neither surprised nor missing the round."""
    return s.here(who) and s[who].stats.state == UP and not misses(s, who) and not surprised(s, who)


def objects(s: State, who: str) -> bool:
    """Whether it may object to somebody's leaving Close (OQ-30): able to act, and not hidden, which nobody
    may find out by trying to leave.
    """
    return acts(s, who) and not s[who].hidden


def name_of(s: State, who: str) -> str:
    """The name of a combatant, "somebody" where the viewer may not know it."""
    c = s.combatants.get(who)
    return c.name if c is not None else "somebody"
