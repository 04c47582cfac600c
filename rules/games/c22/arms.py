"""What one attacks with: weapons, bare hands and powers in one form, what an attack costs, what forbids it
(CT-22 to 27).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rules.engine.codec import stored

from .actions import left
from .lines import plural
from .position import HEX, Band, band, distance, far, in_meters, walled_in, within
from .state import (
    BARRIER,
    HEAVY,
    LIGHT,
    LONG,
    MELEE,
    Inflicts,
    Skill,
    State,
    Stats,
    Turn,
    side_played,
    sources,
    spoken,
    tier,
)

UNARMED = "Unarmed"
_POWER = "power:"


@stored
@dataclass(frozen=True, slots=True)
class Arm:
    """One way to attack. key: as chosen. cost: in actions. hands: of a power, 0 for others."""

    key: str
    name: str
    damage: int
    accuracy: int
    range: str
    cost: int
    reach: int = 1
    light: bool = False
    weapon: bool = False
    hands: int = 0
    skill_accuracy: int = 0
    skill_damage: int = 0
    inflicts: Inflicts | None = None


def parts_of(name: str) -> tuple[str, str]:
    """Family and specific name of a skill, in small letters: "Brawling – Exploit Opening" -> both; a bare
    one, twice.
    """
    family, dash, specific = re.sub(r"\s*[–—-]\s+|\s+[–—-]\s*", "–", name.strip().lower()).partition("–")
    return family.strip(), specific.strip() if dash else family.strip()


def named_skill(stats: Stats, *names: str) -> Skill:
    """The first skill with one of these names, whole, specific or family; one without any bonus when there is
    none.
    """
    for name in names:
        for skill in stats.skills:
            if name and name.lower() in (skill.name.lower(), parts_of(skill.name)[1]):
                return skill
    return Skill("")


def opening_skill(stats: Stats) -> Skill | None:
    """The skill with which openings are exploited (CT-57)."""
    return next((k for k in stats.skills if k.opening), None)


def can_throw(stats: Stats) -> bool:
    """Whether the sheet has Athletics – Throw, without which a Barrier is not thrown (CT-56)."""
    return bool(named_skill(stats, "Throw").name)


def arms(stats: Stats) -> tuple[Arm, ...]:
    """All ways to attack, the weapon last used first."""
    out: list[Arm] = []
    for w in sorted(stats.weapons, key=lambda w: w.name != stats.weapon):
        heavy = w.weight == HEAVY or w.range == LONG
        skill = named_skill(stats, w.skill, w.name, "Weapon")
        out.append(
            Arm(
                w.name, w.name, w.damage, w.accuracy, w.range, 2 if heavy else 1, w.reach,
                light=w.weight == LIGHT and not heavy, weapon=True,
                skill_accuracy=skill.accuracy, skill_damage=skill.damage,
            )
        )  # fmt: skip
    for p in stats.powers:
        skill = named_skill(stats, p.name, "Power")
        for hands in (1, 2) if p.hands == "either" else (int(p.hands),):
            key = f"{_POWER}{p.name}" + ("/both" if hands == 2 and p.hands == "either" else "")
            words = f"{p.name} ({'both hands' if hands == 2 else 'one hand'})"
            damage = p.damage + (p.both if hands == 2 and p.hands == "either" else 0)
            out.append(
                Arm(
                    key, words, damage, p.accuracy, p.range, hands, hands=hands,
                    skill_accuracy=skill.accuracy, skill_damage=skill.damage, inflicts=p.inflicts,
                )
            )  # fmt: skip
    brawl = named_skill(stats, "Brawling")
    out.append(
        Arm(UNARMED, "bare hands", stats.unarmed, 0, MELEE, 1,
            skill_accuracy=brawl.accuracy, skill_damage=brawl.damage)
    )  # fmt: skip
    return tuple(out)


def arm(stats: Stats, key: str) -> Arm | None:
    """The way to attack with this key (a weapon's name, a power's name, "Unarmed"), capitals aside."""
    wanted = key.strip().lower()
    every = arms(stats)
    exact = next((a for a in every if a.key.lower() == wanted), None)
    return exact or next((a for a in every if a.key.lower() == _POWER + wanted), None)


def melee_arm(stats: Stats) -> Arm:
    """What an opening is exploited with: the melee weapon last used, else the strongest, else a Barrier, else
    fists.
    """
    every = arms(stats)
    for kind in (MELEE, BARRIER):
        own = [a for a in every if a.weapon and a.range == kind]
        if own:
            return own[0] if own[0].key == stats.weapon else max(own, key=lambda a: a.damage)
    return every[-1]


# ------------------------------------------------------------------ paying
def pay(turn: Turn, how: Arm) -> Turn | None:
    """The turn after an attack is paid for, None where it cannot be.

    Weapon attack actions pay for weapons, attack actions for any attack, main actions for all; the narrowest
    go first. A power with both hands takes both main actions.
    """
    if how.hands == 2:
        return replace(turn, main=turn.main - 2) if turn.main >= 2 else None
    due = how.cost
    weapon_attacks = min(turn.weapon_attacks, due) if how.weapon else 0
    attacks = min(turn.attacks, due - weapon_attacks)
    main = due - weapon_attacks - attacks
    if main > turn.main:
        return None
    return replace(
        turn,
        weapon_attacks=turn.weapon_attacks - weapon_attacks,
        attacks=turn.attacks - attacks,
        main=turn.main - main,
    )


def too_dear(stats: Stats, turn: Turn, how: Arm, *, twice: bool) -> str | None:
    """Why this attack cannot be made with what the turn has left, or None (CT-21, 23, 24)."""
    if pay(turn, how) is None:
        need = "both main actions" if how.hands == 2 else plural(how.cost, "action")
        return f"An attack with {how.name} costs {need}; left are {left(turn)}."
    uses = turn.used.count(how.key)
    if how.light and uses >= (2 if twice else 1):
        more = (
            "has attacked twice"
            if uses > 1
            else "cannot attack twice in a turn without a maneuver that allows it"
        )
        return f"{how.name} is Light and {more}."
    return None


# ------------------------------------------------------------------ effects and distance
def barred(s: State, attacker: str, target: str) -> str | None:
    """Why an effect keeps the attacker from attacking this target, or None (CT-34)."""
    if target in sources(s, attacker, "charmed"):
        return f"Charmed: no attack on {s[target].name}."
    if tier(s, attacker, "charmed") == 2:
        return "Charmed: no attacks at all."
    if target in sources(s, attacker, "feared", 2):
        return f"Feared: no attack on {s[target].name}."
    return None


def flees(s: State, who: str) -> str | None:
    """Whom a combatant feared at tier 3 must first get away from, as a sentence; None when it is free to act
    (CT-34).
    """
    turn = s[who].stats.turn
    if turn.moves < (2 if tier(s, who, "downed") else 1) or walled_in(s, who):
        return None
    for source in sources(s, who, "feared", 3):
        d = distance(s, who, source) if s.here(source) else None
        if d is not None and d <= (6 if in_meters(s) else 0):
            return f"Feared: you must first leave the zone of {spoken(s, source)}."
    return None


def band_to(s: State, attacker: str, target: str, how: Arm) -> Band | None:
    """The band in which this attack would be made, None when the target is out of range."""
    stats = s[attacker].stats
    thrown = how.range == BARRIER and can_throw(stats)
    d = distance(s, attacker, target)
    return band(how.range, d, meters=in_meters(s), hexes=how.reach, thrown=thrown)


def out_of_range(s: State, attacker: str, target: str, how: Arm) -> str | None:
    """Why the target cannot be reached, or None (CT-51 to 53, 56)."""
    found = band_to(s, attacker, target, how)
    if found is None:
        more = " and this sheet has no Athletics – Throw" if how.range == BARRIER else ""
        return f"{s[target].name} is out of range of {how.name} ({far(s, attacker, target)}){more}."
    if found.leave and s.options.get("long_shots") == "never":
        where = far(s, attacker, target)
        return f"{s[target].name} is farther away ({where}) than the Dealer allows for {how.name}."
    return None


def thrown(s: State, attacker: str, target: str, how: Arm) -> Arm:
    """A Barrier beyond its reach is thrown, with what Athletics – Throw adds (CT-56)."""
    d = distance(s, attacker, target)
    if how.range != BARRIER or d is None or d <= (HEX if in_meters(s) else 0):
        return how
    skill = named_skill(s[attacker].stats, "Throw")
    return replace(how, skill_accuracy=skill.accuracy, skill_damage=skill.damage)


def cannot_reach(s: State, attacker: str, target: str, how: Arm) -> str | None:
    """Why this attack on this target is not possible where they stand, or None."""
    return flees(s, attacker) or barred(s, attacker, target) or out_of_range(s, attacker, target, how)


def strikes_twice(stats: Stats) -> bool:
    """Whether the maneuver of this turn lets a Light weapon attack twice."""
    return side_played(stats).twice


def may_exploit(s: State, foe: str, mover: str) -> bool:
    """Whether `foe` could take an opening of `mover` where they stand: able to, in reach, not kept from it
    (CT-57).
    """
    stats = s[foe].stats
    if stats.dead or stats.health <= 0 or s[foe].hidden or not s.here(foe) or not within(s, foe, mover):
        return False
    if opening_skill(stats) is None and not any(e.who == foe and e.key == "exploit" for e in s.lasting):
        return False
    if max(tier(s, foe, "stunned"), tier(s, foe, "paralyzed")) >= 3 or barred(s, foe, mover):
        return False
    return foe not in s[mover].stats.turn.exploited
