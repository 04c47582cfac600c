"""What can be chosen for the parameters of the verbs: only what is legal now, likeliest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from rules.engine.effects import Call
from rules.engine.procedures import Refused
from rules.engine.ruleset import Args, Choice

from .blows import (
    ALL_OUT,
    ATHLETIC,
    BEFORE_REACTIONS,
    BONUS,
    CHARGE,
    GREAT,
    HOLD,
    MANNERS,
    STANDARD,
    THROW,
    Blow,
    at_range,
    attack_skill,
)
from .gear import Weapon
from .harm import uphill
from .manners import blow_refused, bonus_blow_refused, bonus_turn, gives_up
from .model import DEAD, State, at_close, percent
from .modifiers import CHARGE_TICKS, CLOSE_TICKS, RANGED_TICKS, distance
from .special import athletic_skills

Calls = Callable[[Any, str, Args], Call[Any]]
"""How a verb makes its declaration."""
Ready = Callable[[Any, str], str | None]
"""Why a verb cannot be declared now, or None."""


def there(s: State, who: str) -> str:
    """This combatant's id if it is in the fight. Refused otherwise."""
    if not s.here(who):
        raise Refused("Choose somebody who is in this fight.")
    return who


ATTACK_MANNERS = (STANDARD, GREAT, ALL_OUT, "disarm", CHARGE, ATHLETIC, "dervish", HOLD, THROW)


def possible(s: State, who: str, target: str, weapon: str) -> tuple[str, ...]:
    """The manners in which this attack is legal now."""
    return tuple(_manners_for(s, who, target, weapon))


def _manners_for(s: State, who: str, target: str, weapon: str) -> Iterator[str]:
    manners = (STANDARD,) if bonus_turn(s, who) else ATTACK_MANNERS
    return (m for m in manners if _refused(s, Blow(who, target, weapon, m)) is None)


def _refused(s: State, b: Blow) -> str | None:
    """Why this blow is not possible now, or None."""
    why = bonus_blow_refused(b, at_range(s, b)) if bonus_turn(s, b.attacker) else None
    return why or blow_refused(s, b)


def _weapons_for(s: State, who: str, target: str) -> Iterator[Weapon]:
    """Usable weapons that can hit this target now, what is in hand first."""
    return (w for w in s[who].stats.usable if _one(_manners_for(s, who, target, w.name)))


def _one(found: Iterator[object]) -> bool:
    """Whether there is any; no more than the first is looked for, since a crowd has many targets."""
    return next(found, None) is not None


def targets(s: State, who: str, args: Args) -> tuple[Choice, ...]:
    """Enemies that can be attacked now: one aimed at, those at Close, then the nearest; the helpless last."""
    foes, aimed = list(_within_reach(s, who)), s[who].stats.aim_at
    foes.sort(
        key=lambda f: (s[f].stats.helpless, f != aimed, not at_close(s, who, f), distance(s, who, f) or 0)
    )
    return tuple(Choice(f, s[f].name, where(s, who, f)) for f in foes)


def any_target(s: State, who: str) -> bool:
    """Whether anybody can be attacked now."""
    return _one(_within_reach(s, who))


def why_no_target(s: State, who: str) -> str:
    """Why nobody can be attacked now: what stands against attacking the nearest enemy."""
    foes = [f for f in s.foes(who) if s[f].stats.state != DEAD]
    if not foes:
        return "Nobody can be attacked now."
    nearest = min(foes, key=lambda f: (s[f].stats.helpless, distance(s, who, f) or 0))
    w = s[who].stats.usable[0]
    return _barred(s, Blow(who, nearest, w.name)) or "Nobody can be attacked now."


def _within_reach(s: State, who: str) -> Iterator[str]:
    return (f for f in s.foes(who) if s[f].stats.state != DEAD and _one(_weapons_for(s, who, f)))


def where(s: State, who: str, target: str) -> str:
    metres = distance(s, who, target)
    where = "Close" if at_close(s, who, target) else "Ranged" + (f", {metres} m" if metres else "")
    return where + (", helpless" if s[target].stats.helpless else ", prone" if s[target].stats.prone else "")


def weapons(s: State, who: str, args: Args) -> tuple[Choice, ...]:
    """Weapons in hand or grown that can hit the target now."""
    target = args.get("target", "")
    if target not in s.combatants:
        return ()
    c = s[who].stats
    return tuple(Choice(w.name, w.name, f"{c.percent(w)}%, {w.damage}") for w in _weapons_for(s, who, target))


def barred_targets(s: State, who: str, args: Args) -> tuple[Choice, ...]:
    """Everybody else, with the reason why no plain attack on them is possible now."""
    w = next(iter(s[who].stats.usable)).name
    friends = s.friends(who)
    own = f"{{}} is on the side of {s[who].name}."
    itself = Choice(who, s[who].name, f"It is {s[who].name} who attacks now: choose somebody else.")
    others = (
        Choice(c.id, c.name, own.format(c.name) if c.id in friends else _barred(s, Blow(who, c.id, w)))
        for c in s.present()
        if c.id != who
    )
    return (itself, *others)


def barred_weapons(s: State, who: str, args: Args) -> tuple[Choice, ...]:
    """All that it carries, with the reason why the target cannot be attacked with it now."""
    target = args.get("target", "")
    names = dict.fromkeys((*(w.name for w in s[who].stats.weapons), *(w.name for w in s[who].stats.usable)))
    return tuple(Choice(name, name, _barred(s, Blow(who, target, name))) for name in names if s.here(target))


def barred_manners(s: State, who: str, args: Args) -> tuple[Choice, ...]:
    """Every manner, with the reason why it is not possible now."""
    target, weapon = args.get("target", ""), args.get("weapon", "")
    if not s.here(target):
        return ()
    return tuple(
        Choice(m, _manner_words(m, weapon), _barred(s, Blow(who, target, weapon, m))) for m in ATTACK_MANNERS
    )


def _barred(s: State, b: Blow) -> str:
    """Why this blow is not possible, "" where it is."""
    return _refused(s, b) or ""


def weapon_default(s: State, who: str, args: Args) -> str | None:
    """The likeliest weapon."""
    target = args.get("target", "")
    found = next(_weapons_for(s, who, target), None) if target in s.combatants else None
    return found.name if found is not None else None


def manners(s: State, who: str, args: Args) -> tuple[Choice, ...]:
    """Manners that are legal with this target and weapon, each with the skill it leaves."""
    target, weapon = args.get("target", ""), args.get("weapon", "")
    if target not in s.combatants:
        return ()
    weapon = weapon or weapon_default(s, who, args) or ""
    more = (ticked(args), modifier(args))
    return tuple(
        Choice(m, _manner_words(m, weapon), _manner_hint(s, Blow(who, target, weapon, m, *more)))
        for m in possible(s, who, target, weapon)
    )


def ticked(args: Args) -> tuple[str, ...]:
    """The circumstances that are ticked."""
    return tuple(t for t in args.get("called", "").split(",") if t)


def modifier(args: Args) -> int:
    """The further modifier, 0 where none is given, or none that is a number yet."""
    try:
        return int(args.get("modifier") or 0)
    except ValueError:
        return 0


def _manner_words(manner: str, weapon: str) -> str:
    return "Strike" if manner == STANDARD and weapon == "Unarmed" else MANNERS[manner]


def _manner_hint(s: State, b: Blow) -> str:
    if bonus_turn(s, b.attacker):
        b = replace(b, manner=BONUS)
    skills = athletic_skills(s, b) if b.manner == ATHLETIC else (attack_skill(s, b),)
    skill = "no roll" if s[b.target].stats.helpless else percent(min(x.total for x in skills))
    what = {
        ALL_OUT: "two attacks",
        GREAT: "greatest damage modifier",
        "disarm": "no damage, weapon or shield flies",
        CHARGE: "uphill, so no more damage" if uphill(s, b) else "+1D6 damage",
        ATHLETIC: "at or under it a critical, else a fumble",
        "dervish": "shield parries without penalty",
    }.get(b.manner, "")
    lost = "no reactions this round" if gives_up(s, b.manner) else ""
    return ", ".join(part for part in (skill, what, lost) if part)


def manner_default(s: State, who: str, args: Args) -> str | None:
    """What was declared for the round, else a standard attack, even where only others are possible now: those
    cost reactions or risk a fumble, which nobody is to find out afterwards.
    """
    target, intent = args.get("target", ""), s[who].stats.turn.intent
    if target not in s.combatants:
        return None
    weapon = args.get("weapon") or weapon_default(s, who, args) or ""
    declared = intent in BEFORE_REACTIONS and intent in possible(s, who, target, weapon)
    return intent if declared else STANDARD


def circumstances(s: State, who: str, args: Args) -> tuple[Choice, ...]:
    """What the attacker may tick beside what the Referee has set (OQ-39, 55)."""
    w = s[who].stats.carried(args.get("weapon", ""))
    if w is not None and w.skill == "ranged":
        rows = RANGED_TICKS
    else:
        rows = {**CLOSE_TICKS, **(CHARGE_TICKS if args.get("manner") == CHARGE else {})}
    return tuple(Choice(key, words, hint) for key, (words, hint) in rows.items())
