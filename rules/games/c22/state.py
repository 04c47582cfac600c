"""The game's own part of a combatant and of the encounter: frozen, hashable, no secret order of cards in
it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from rules.engine.codec import stored
from rules.engine.encounter import Combatant, Encounter, Lasting
from rules.engine.fmap import FMap

from .cards import BALANCED

LIGHT, HEAVY = "light", "heavy"
MELEE, SHORT, LONG, BARRIER, ARTILLERY = "melee", "short", "long", "barrier", "artillery"
RANGES = (MELEE, SHORT, LONG, BARRIER, ARTILLERY)
PHYSICAL, MENTAL = "physical", "mental"
EFFECTS = (
    "stunned", "hobbled", "downed", "weakened", "poisoned", "feared", "taunted", "paralyzed", "mad",
    "charmed", "obscured",
)  # fmt: skip
"""The effects of CT-34 by the key of their `Lasting`."""


@stored
@dataclass(frozen=True, slots=True)
class Skill:
    """A skill: its modifier and its Potential's colour for checks, what it adds to attacks, and its flags.

    combat: may be used in a fight (CT-22). opening: may exploit an opening (CT-57). attack: using it is an
    attack, so that attack actions pay for it (CT-27).
    """

    name: str
    modifier: int = 0
    colour: str = "black"
    accuracy: int = 0
    damage: int = 0
    combat: bool = True
    opening: bool = False
    attack: bool = False


@stored
@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon. skill: name of the weapon skill, "" to find one by the weapon's name. reach: hexes of 2 m
    (CT-51).
    """

    name: str
    damage: int
    weight: str = LIGHT
    range: str = MELEE
    accuracy: int = 0
    skill: str = ""
    reach: int = 1


@stored
@dataclass(frozen=True, slots=True)
class Inflicts:
    """An effect that an attack brings: tier 1..3 against Resist Physical or Mental, with a modifier
    (CT-34).
    """

    effect: str
    tier: int = 1
    resist: str = PHYSICAL
    modifier: int = 0


@stored
@dataclass(frozen=True, slots=True)
class Power:
    """A power. hands: "1", "2" or "either"; both: damage added when one that takes either is cast with
    both.
    """

    name: str
    damage: int = 0
    accuracy: int = 0
    suit: str = ""
    hands: str = "1"
    range: str = SHORT
    both: int = 0
    inflicts: Inflicts | None = None


@stored
@dataclass(frozen=True, slots=True)
class Side:
    """What one side of a maneuver does (CT-26, 27).

    avoidance: until the start of the next turn. moves: movement actions in all this turn, 0 leaves them.
    twice: a Light weapon may attack twice, the second time with `second` on Accuracy. attacks,
    weapon_attacks: actions granted. leaves: playing it leaves an opening. exploits: openings may be exploited
    until the start of the next turn.
    """

    accuracy: int = 0
    damage: int = 0
    avoidance: int = 0
    moves: int = 0
    main_cost: int = 0
    move_cost: int = 0
    attacks: int = 0
    weapon_attacks: int = 0
    twice: bool = False
    second: int = 0
    inflicts: Inflicts | None = None
    leaves: bool = False
    exploits: bool = False


@stored
@dataclass(frozen=True, slots=True)
class Maneuver:
    """A maneuver: its basic side, and its raised side for a card of these suits and at least this number."""

    name: str
    basic: Side
    raised: Side | None = None
    suits: tuple[str, ...] = ()
    number: int = 0


@stored
@dataclass(frozen=True, slots=True)
class Turn:
    """A turn under way: actions left, cards played, what was done.

    settled: the question of a maneuver has been answered. used: weapons that attacked, one entry per attack.
    exploited: who has taken an opening of this mover. free_of: enemies disengaged from. joker: one was among
    the turn's cards. lost: an effect took the turn. lent: (own controller, who plays it for this turn).
    """

    open: bool = False
    main: int = 0
    moves: int = 0
    attacks: int = 0
    weapon_attacks: int = 0
    weapon_card: str = ""
    maneuver_card: str = ""
    maneuver: str = ""
    raised: bool = False
    settled: bool = False
    acted: bool = False
    used: tuple[str, ...] = ()
    exploited: tuple[str, ...] = ()
    free_of: tuple[str, ...] = ()
    joker: bool = False
    lost: bool = False
    lent: tuple[str, ...] = ()


@stored
@dataclass(frozen=True, slots=True)
class PendingEffect:
    """An effect held back to the end of the first round."""

    effect: str
    tier: int
    source: str = ""


@stored
@dataclass(frozen=True, slots=True)
class Stats:
    """The game part of a combatant: sheet, cards, and where it stands.

    deck: the cards it owns, () where none were given. shares: draws from the Dealer's deck; None until the
    fight begins or it enters. weapon: the one last used. initiative: the card drawn. surprised: caught by an
    ambush. edge: +1 or -1 on the next turn's draw, by the Dealer. granted: cards the Dealer lets it draw,
    with `granted_edge`.
    """

    health: int = 12
    health_max: int = 12
    armor: int = 1
    avoidance: int = 5
    resist_physical: int = 5
    resist_mental: int = 5
    movement: int = 6
    unarmed: int = 1
    recovery: int = 0
    skills: tuple[Skill, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    powers: tuple[Power, ...] = ()
    maneuvers: tuple[Maneuver, ...] = ()
    resistances: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    upgrades: tuple[str, ...] = ()
    pile: tuple[str, ...] = BALANCED
    weapon: str = ""
    hand: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    stored: tuple[str, ...] = ()
    shares: bool | None = None
    zone: str = ""
    initiative: str = ""
    surprised: bool = False
    dead: bool = False
    edge: int = 0
    granted: int = 0
    granted_edge: int = 0
    pending: int = 0
    pending_effects: tuple[PendingEffect, ...] = ()
    turn: Turn = Turn()


@stored
@dataclass(frozen=True, slots=True)
class Ground:
    """The game part of the encounter: zones or distances, the Dealer's deck, the ambush.

    links: pairs of zones next to each other, () for a row in the order of `zones`. apart: meters between two
    for whom none are set. meters: (id, id) in alphabetical order -> meters. ambush: the side of the
    ambushers, "" for none.
    """

    zones: tuple[str, ...] = ("Near", "Middle", "Far")
    links: tuple[tuple[str, str], ...] = ()
    apart: int = 6
    meters: FMap[tuple[str, str], int] = field(default_factory=FMap)
    pile: tuple[str, ...] = BALANCED
    discards: tuple[str, ...] = ()
    ambush: str = ""
    reacted: tuple[str, ...] = ()


State: TypeAlias = Encounter[Stats, Ground]
Fighter: TypeAlias = Combatant[Stats]


# ------------------------------------------------------------------ reading
def tier(s: State, who: str, effect: str) -> int:
    """The tier of an effect on a combatant, 0 without it, the highest where there are several (CT-34)."""
    return max((strength(e, effect) for e in s.lasting if e.who == who), default=0)


def strength(e: Lasting, effect: str) -> int:
    """The tier at which a lasting effect is this one, else 0; the Dealer may name one "Stunned 2" by hand."""
    if e.key == effect:
        return max(1, e.value)
    name, _, n = e.key.partition(" ")
    return int(n.strip("()")) if name == effect and n.strip("()") in ("1", "2", "3") else 0


def sources(s: State, who: str, effect: str, at_least: int = 1) -> tuple[str, ...]:
    """Who caused this effect on a combatant at this tier or above."""
    found = (e for e in s.lasting if e.who == who and strength(e, effect) >= at_least)
    return tuple(dict.fromkeys(e.source for e in found if e.source))


def bonus(s: State, who: str, key: str) -> int:
    """The sum of the lasting bonuses of this key on a combatant."""
    return sum(e.value for e in s.lasting if e.who == who and e.key == key)


def up(s: State, who: str) -> bool:
    """Whether a combatant is here, alive and conscious (CT-35)."""
    return s.here(who) and not s[who].stats.dead and s[who].stats.health > 0


def shares(c: Fighter) -> bool:
    """Whether it draws from the Dealer's deck: an NPC not given its own (CT-02)."""
    return c.stats.shares if c.stats.shares is not None else not c.player and not c.stats.deck


def pile(s: State, who: str) -> tuple[str, ...]:
    """The draw pile a combatant draws from."""
    return s.ground.pile if shares(s[who]) else s[who].stats.pile


def discards(s: State, who: str) -> tuple[str, ...]:
    """The discards that are shuffled back into the pile a combatant draws from."""
    if not shares(s[who]):
        return s[who].stats.discards
    return (*s.ground.discards, *(card for c in departed(s) for card in (*c.stats.hand, *c.stats.stored)))


def departed(s: State) -> tuple[Fighter, ...]:
    """Those who have left with cards of the Dealer's deck in their hands."""
    return tuple(
        c for c in s.combatants.values() if c.gone and shares(c) and (c.stats.hand or c.stats.stored)
    )


def protected(s: State, who: str) -> bool:
    """Whether harm to a combatant is held back to the end of the first round (CT-40, 42)."""
    first = s.round == 1 and "1/round/end" not in s.fired
    return first and s.options.get("first_round") != "off" and not s[who].stats.surprised


def avoidance(s: State, who: str) -> int:
    """Avoidance with everything that changes it but distance (CT-34, 56, 60)."""
    stats = s[who].stats
    held = any(w.range == BARRIER for w in stats.weapons) and s.options.get("barrier_block") != "off"
    hobbled = -2 if tier(s, who, "hobbled") >= 3 else 0
    paralyzed = (0, -2, -4, -4)[min(3, tier(s, who, "paralyzed"))]
    return stats.avoidance + int(held) + bonus(s, who, "guard") + hobbled + paralyzed


def maneuver(stats: Stats, name: str) -> Maneuver | None:
    """The maneuver of this name."""
    return next((m for m in stats.maneuvers if m.name == name), None)


def side_played(stats: Stats) -> Side:
    """The side of the maneuver of this turn; one that does nothing where there is none."""
    played = maneuver(stats, stats.turn.maneuver)
    if played is None:
        return Side()
    return played.raised if stats.turn.raised and played.raised else played.basic


def spoken(s: State, who: str) -> str:
    """The name of a combatant for a refusal, which whoever acts reads; one that is hidden is not named."""
    return "someone unseen" if s[who].hidden else s[who].name


def veiled(s: State, who: str) -> bool:
    """Whether a combatant's numbers are kept from the players."""
    return s.options.get("foe_numbers") == "words" and not s[who].player
