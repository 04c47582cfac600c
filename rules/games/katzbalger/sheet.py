"""What a combatant and the ground are in this game: frozen values, small enough to be hashed often."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.engine.codec import stored
from rules.engine.effects import Call
from rules.engine.encounter import Encounter
from rules.engine.fmap import FMap

from .data import CONTACT, WEAPONS

NORMAL, DEFENSIVE, AGGRESSIVE = "normal", "defensive", "aggressive"
MODES = (NORMAL, DEFENSIVE, AGGRESSIVE)


@stored
@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon. klass, thrust: penetration classes A to H ("" for no thrust). optimum: index of its range."""

    name: str
    klass: str
    dice: int
    die: int
    plus: int = 0
    gun: bool = False
    thrust: str = ""
    actions: int = 1
    optimum: int = CONTACT
    parry: int = 0
    moves: tuple[str, ...] = ()
    subdual: bool = False
    skill: str = ""
    instant: bool = False

    @property
    def spoken(self) -> str:
        """Its name within a sentence; a name of its own keeps its capitals."""
        return self.name.lower() if self.name in WEAPONS else self.name

    @property
    def damage(self) -> str:
        """Its damage dice as written: 2d6+1."""
        return f"{self.dice}d{self.die}" + (f"{self.plus:+d}" if self.plus else "")


BARE = Weapon("Bare hands", "A", 1, 3, subdual=True)
"""What one without a weapon has."""


@stored
@dataclass(frozen=True, slots=True)
class Armor:
    """A row of the armor table: (target, divider) for each class A to H."""

    name: str
    dodge: int
    cells: tuple[tuple[int, int], ...]


@stored
@dataclass(frozen=True, slots=True)
class Sheet:
    """What a fight seldom changes.

    hth, gun: the Scores. armor: location -> what covers it. shield: its Parry modifier. veiled: the numbers
    are kept from who looks.
    """

    str_: int = 10
    dex: int = 10
    ref: int = 10
    fit: int = 10
    wil: int = 10
    luck: int = 9
    dex_bonus: int = 0
    ref_bonus: int = 0
    fit_bonus: int = 0
    hth: int = 0
    gun: int = 0
    health: int = 20
    movement: int = 30
    hth_skills: FMap[str, int] = FMap()  # noqa: RUF009 - frozen
    gun_skills: FMap[str, int] = FMap()  # noqa: RUF009 - frozen
    break_skills: tuple[str, ...] = ()
    weapons: FMap[str, Weapon] = FMap()  # noqa: RUF009 - frozen
    armor: FMap[str, Armor] = FMap()  # noqa: RUF009 - frozen
    armor_dodge: int = 0
    shield: int = 0
    veiled: bool = False

    def __hash__(self) -> int:
        """Of what tells sheets apart: hashed often, changed seldom."""
        return hash((self.hth, self.gun, self.health, self.wil, self.weapons, self.armor))


@stored
@dataclass(frozen=True, slots=True)
class Intent:
    """An attack settled now and made later: a Great Blow under way, an instant action (KB-15, 49)."""

    target: str
    weapon: str
    also: tuple[str, ...] = ()
    modifier: int = 0


@stored
@dataclass(frozen=True, slots=True)
class Stats:
    """The game part of a combatant.

    mode, since: its melee mode and the round it began (0: not yet in a round). wants: the mode from the
    next round on. hand: weapon in hand, armed: the one in hand when the round began. acted, maneuver:
    actions spent in this round, and the maneuver made in it. debt: actions it is to lose. blow: a Great
    Blow under way. bare: has lost its Dodge, guard: how much of it, both until its next action. feint:
    on whom its next attack is at +2. held: holder -> success number. instant: its instant action of the
    next round. bleeds: round from which it bleeds, -1 for not. water: round in which it went under, -1
    for not. breath: last round without a drowning roll. height, dropped: feet of a fall under way, and
    the round it began.
    """

    sheet: Sheet
    lethal: int = 0
    subdual: int = 0
    mode: str = NORMAL
    since: int = 0
    wants: str = ""
    hand: str = ""
    armed: str = ""
    acted: int = 0
    maneuver: str = ""
    debt: int = 0
    blow: Intent | None = None
    bare: bool = False
    guard: int = 0
    feint: str = ""
    held: FMap[str, int] = FMap()  # noqa: RUF009 - frozen
    pinned: bool = False
    unaware: bool = False
    funk: bool = False
    groove: bool = False
    grooves: int = 0
    xp: int = 0
    instant: Intent | None = None
    may_instant: bool = False
    stable: bool = False
    bleeds: int = -1
    water: int = -1
    breath: int = 0
    height: int = 0
    dropped: int = 0

    @property
    def total(self) -> int:
        """Lethal and subdual wounds together (KB-64)."""
        return self.lethal + self.subdual

    @property
    def severe(self) -> bool:
        """Severely injured (KB-73)."""
        return self.total >= self.sheet.health

    @property
    def dead(self) -> bool:
        """Dead (KB-74)."""
        return self.total >= 2 * self.sheet.health


@stored
@dataclass(frozen=True, slots=True)
class Ground:
    """The game part of an encounter.

    ranges, duels: pair -> range, skill used directly. feints: "feinter>defender" -> how many so far.
    used: the slot whose action is made ("<round>/<slot>"). rolled: the round whose initiative stands.
    together: slots that act simultaneously. pending: effects that wait for the last of them. instants:
    instant actions are being resolved.
    """

    ranges: FMap[str, int] = FMap()  # noqa: RUF009 - frozen
    duels: FMap[str, str] = FMap()  # noqa: RUF009 - frozen
    feints: FMap[str, int] = FMap()  # noqa: RUF009 - frozen
    used: str = ""
    rolled: int = 0
    together: tuple[tuple[str, ...], ...] = ()
    pending: tuple[Call[Any], ...] = ()
    instants: bool = False


State = Encounter[Stats, Ground]
