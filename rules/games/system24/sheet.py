"""What the game keeps of a combatant and of the encounter: frozen values, and the questions answered by
them alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.codec import stored
from rules.engine.encounter import Encounter
from rules.engine.fmap import FMap

SKILLS = ("athletics", "melee", "ranged", "thievery", "lore", "science", "social", "magic")
ANCHORS = "LRHF"
ANCHOR_WORDS = {"L": "primary hand", "R": "secondary hand", "H": "head", "F": "feet"}
REGION_OF = {"L": "left_arm", "R": "right_arm", "H": "head", "F": "legs"}
REGIONS = ("core", "head", "left_arm", "right_arm", "legs")
REGION_WORDS = {
    "core": "Core",
    "head": "head",
    "left_arm": "left arm",
    "right_arm": "right arm",
    "legs": "legs",
    "belt": "belt gear",
    "pack": "pack",
}
LAST_STEP = {"core": 6, "head": 3, "left_arm": 3, "right_arm": 3, "legs": 6}
"""TF-62: the last step of each region's track; wounds beyond it go on to the Core."""

SEPARATED, MELEE, GRAPPLING = "separated", "melee", "grappling"
RANGES = (SEPARATED, MELEE, GRAPPLING)
RANGE_WORDS = {SEPARATED: "Separated", MELEE: "Melee", GRAPPLING: "Grappling"}

PRECISION, CHOPPING, CRUSHING = "precision", "chopping", "crushing"
QUALITIES = ("parry", "reach", "brace", "wards", "ranged", "separated", "loud", "improvised", "natural")


@stored
@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon, by its name.

    hands: 1, 2, or 12 for either (a spear). wounds: of a hit (in one hand if it may be either); both: in two
    hands. primary: Precision, Chopping, Crushing or none. qualities: of QUALITIES ("separated": shoots from
    Separated only, a bow; "natural": jaws, which take H in place of L). ammo: shots left, -1 if not counted.
    stamina: lost by the target of a hit (unarmed).
    """

    name: str
    hands: int = 1
    wounds: int = 1
    both: int = 0
    primary: str = ""
    qualities: tuple[str, ...] = ()
    integrity: int = 3
    ammo: int = -1
    stamina: int = 0

    def has(self, quality: str) -> bool:
        """Whether the weapon has this quality."""
        return quality in self.qualities

    @property
    def ranged(self) -> bool:
        """Whether it shoots."""
        return "ranged" in self.qualities

    @property
    def skill(self) -> str:
        """The skill it is used with."""
        return "ranged" if self.ranged else "melee"

    @property
    def armed(self) -> bool:
        """Whether it counts as a weapon for Guard and Parry (TF-26): neither unarmed nor improvised."""
        return not self.has("improvised") and self.name != "unarmed"


UNARMED = Weapon("unarmed", wounds=0, stamina=1)

_NO_NUMBERS: FMap[str, int] = FMap()
_NO_WORDS: FMap[str, str] = FMap()
_NO_ITEMS: FMap[int, str] = FMap()


@stored
@dataclass(frozen=True, slots=True)
class Stats:
    """The game part of a combatant: first its sheet, then what the fight has made of it.

    skills: ranks 1 to 6 by name, rank 0 left out. wounds: by region, none left out. tier: wounds the armor
    converts per hit (0 to 3). shield_kind: "shield" or "object". pack: "", light, medium, heavy; belt: "",
    small, tiny; the items stand by slot number. anchors: those the body has.

    committed: anchor -> the action that holds it. broken: what broke Guard until the next turn. attacked:
    whom it attacked since its last turn began. contested: the turn ("round/slot") in which its Guard last
    contested. covers: approaches its Guard covers; named: its owner named them. approach: the way it last
    came by, "" itself. statuses: name -> value. bound: anchors in bonds. fires: what burns. cover: none,
    passive, active, structural or total.
    """

    skills: FMap[str, int] = _NO_NUMBERS
    stamina: int = 6
    stamina_max: int = 6
    wounds: FMap[str, int] = _NO_NUMBERS
    armor: str = "none"
    tier: int = 0
    integrity: int = 0
    weapons: tuple[Weapon, ...] = ()
    held: str = ""
    shield: str = ""
    shield_kind: str = ""
    shield_integrity: int = 0
    pack: str = ""
    pack_items: FMap[int, str] = _NO_ITEMS
    belt: str = ""
    belt_items: FMap[int, str] = _NO_ITEMS
    traits: tuple[str, ...] = ()
    fear: int = 0
    anchors: str = ANCHORS
    rate: int = 6
    # what the fight makes of it
    committed: FMap[str, str] = _NO_WORDS
    broken: str = ""
    attacked: tuple[str, ...] = ()
    contested: str = ""
    covers: tuple[str, ...] = ()
    named: bool = False
    approach: str = ""
    aware: bool = True
    statuses: FMap[str, int] = _NO_NUMBERS
    bound: str = ""
    fires: tuple[str, ...] = ()
    cover: str = "none"
    no_dodge: bool = False
    late_parry: bool = False
    guard_dc: int = 0
    distracted: int = 0
    dropped: tuple[str, ...] = ()
    last_weapon: str = ""
    last_manner: str = ""

    def rank(self, skill: str) -> int:
        """The rank of a skill, 0 to 6."""
        return self.skills.get(skill, 0)

    def wounded(self, region: str) -> int:
        """Wounds on a region."""
        return self.wounds.get(region, 0)

    def has(self, status: str) -> bool:
        """Whether a status of this name lies on it."""
        return status in self.statuses

    def trait(self, name: str) -> bool:
        """Whether it holds a trait of this name, however it is written."""
        return any(t.strip().lower() == name for t in self.traits)

    def weapon(self, name: str) -> Weapon:
        """The weapon of this name; bare hands for a name it does not carry."""
        return next((w for w in self.weapons if w.name == name), UNARMED)

    @property
    def in_hand(self) -> Weapon:
        """The weapon in hand, bare hands where there is none."""
        return self.weapon(self.held)

    # -- TF-62, 64, 116
    @property
    def dead(self) -> bool:
        """Six Core wounds."""
        return self.wounded("core") >= 6

    @property
    def out(self) -> str:
        """Why it is out of the fight in one word, "" when it is not (TF-67)."""
        if self.dead:
            return "dead"
        if self.wounded("core") >= 5:
            return "dying"
        if self.wounded("head") >= 3 or self.has("unconscious"):
            return "unconscious"
        return "incapacitated" if self.has("incapacitated") else ""

    def lost(self, anchor: str) -> str:
        """Why the body does not have this anchor any more ("disabled", "missing", "not there"), "" when
        it does.
        """
        if anchor not in self.anchors:
            return "not there"
        wounds = self.wounded(REGION_OF[anchor])
        if anchor in "LR" and wounds >= 2:
            return "missing" if wounds >= 3 else "disabled"
        return "missing" if anchor == "F" and wounds >= 5 else ""

    @property
    def lame(self) -> bool:
        """Legs disabled or worse: no running, no Dodge, no standing unaided."""
        return self.wounded("legs") >= 3

    @property
    def movement(self) -> int:
        """Movement rate: one less for each leg wound, at least 1 (TF-65)."""
        return max(1, self.rate - self.wounded("legs"))


@stored
@dataclass(frozen=True, slots=True)
class Lock:
    """A grip (TF-125): `holder`'s limb (L or R) on `target`'s anchor."""

    holder: str
    limb: str
    target: str
    anchor: str


@stored
@dataclass(frozen=True, slots=True)
class Trigger:
    """A Triggered Action that waits (TF-80..86): data, nothing suspended.

    event: advances, enters, attacks, passes, draws, casts; "" for a spoken one. about: the id of the one
    it happens to, "" for anybody. subject: who does it: "anyone", "side:<side>" or an id. wording: the
    trigger in words. response: attack:<manner>:<called>:<weapon>, covering:<weapon>, advance, withdraw, or
    text:<words>. after: it fires once the event has resolved (Follow-up) and not as it starts (Interrupt).
    """

    id: str
    owner: str
    event: str
    about: str
    subject: str
    wording: str
    response: str
    anchors: str
    after: bool = False


@stored
@dataclass(frozen=True, slots=True)
class Ground:
    """The game part of the encounter.

    pairs: "a|b" (ids sorted) -> Melee or Grappling; a pair not in it is Separated. unaware: (who, of whom).
    approaches: labels in use. light: normal, low, dark. poor: the terrain is poor everywhere.
    """

    pairs: FMap[str, str] = _NO_WORDS
    locks: tuple[Lock, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    unaware: tuple[tuple[str, str], ...] = ()
    approaches: tuple[str, ...] = ()
    light: str = "normal"
    poor: bool = False


State = Encounter[Stats, Ground]
