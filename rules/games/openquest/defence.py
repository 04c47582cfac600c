"""Defensive reactions (OQ-33 to OQ-36, 49 to 51, 57)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from rules.engine.effects import Ask, Option, Options
from rules.engine.procedures import Fight, procedure

from .blows import (
    BONUS,
    DERVISH,
    MANNERS,
    RETREAT,
    SHIELD,
    SPRINT,
    STANDARD,
    Blow,
    at_range,
    named,
    weapon_of,
)
from .chances import Level
from .changes import Reacted, did, put
from .lines import Plainly
from .model import SKILLS, UP, State, surprised
from .modifiers import close_defence, summed
from .skills import Mod, Skill, skill_test, told

_ORDINAL = {1: "second", 2: "third", 3: "fourth", 4: "fifth", 5: "sixth"}


def can_react(s: State, who: str) -> bool:
    """Whether it may make a defensive reaction at all."""
    c = s[who].stats
    return s.here(who) and c.state == UP and not c.turn.gave_up and surprised(s, who) < 2


def free_shield(s: State, who: str) -> bool:
    """OQ-51: in Shield Defence or as a Whirling Dervish, shield parries bear no cumulative penalty."""
    c = s[who].stats
    return c.shield_up and c.turn.manner in (SHIELD, DERVISH)


def _situation(s: State, b: Blow) -> tuple[Mod, ...]:
    """The rows of OQ-39 for the defender, which are about attacks at Close."""
    return () if at_range(s, b) else summed(s, close_defence(s, b.target, b.attacker, b.ticks))


def _cumulative(s: State, who: str) -> Mod:
    """OQ-36: each reaction after the first is a further −20."""
    n = s[who].stats.turn.reactions
    return Mod(f"{_ORDINAL.get(n, f'{n + 1}th')} reaction", -20 * n)


def _retreat(s: State, who: str) -> Mod:
    """OQ-51: a Fighting Retreat helps every defence."""
    c = s[who].stats
    if c.turn.manner != RETREAT:
        return Mod("", 0)
    return Mod("Fighting Retreat", 50 if c.shield == "large" and c.shield_up else 20)


def _shield_base(s: State, who: str) -> Skill:
    """Close Combat as a shield parries with it, capped by Riding in the saddle (OQ-56)."""
    c = s[who].stats
    full, capped = c.skill("close"), c.ridden(c.skill("close"))
    return Skill(SKILLS["close"] + (" (Riding)" if capped < full else ""), capped)


def _parry_base(s: State, b: Blow) -> Skill:
    """OQ-34: Close Combat with weapon or shield, a grown weapon's own skill, Unarmed with bare hands."""
    c = s[b.target].stats
    w = c.parrying()
    if w is not None:
        return Skill(named(s, b.target, w), c.percent(w))
    if c.shield_up:
        return _shield_base(s, b.target)
    return Skill(SKILLS["unarmed"], c.skill("unarmed"))


def may_parry(s: State, b: Blow) -> bool:
    """OQ-34: close attacks; of the others only what is thrown, with a medium or large shield. Not while
    sprinting.
    """
    c = s[b.target].stats
    if c.turn.manner == SPRINT:
        return False
    if not at_range(s, b):
        return True
    return not weapon_of(s, b).missile and c.shield_up and c.shield in ("medium", "large")


def may_dodge(s: State, b: Blow) -> bool:
    """OQ-35: close and thrown attacks that it is aware of."""
    known = "dodge" in s[b.target].stats.skills and "unaware" not in b.ticks
    return known and not weapon_of(s, b).missile


def parry(s: State, b: Blow, extra: bool = False) -> Skill:
    """The skill of a parry after everything."""
    c = s[b.target].stats
    base = _shield_base(s, b.target) if at_range(s, b) else _parry_base(s, b)
    mods = [_retreat(s, b.target)]
    if free_shield(s, b.target):
        mods.append(Mod("Shield Defence", 20 if c.turn.manner == SHIELD else 0))
    elif not extra:
        mods.append(_cumulative(s, b.target))
    if c.turn.switching:
        mods.append(Mod("changing weapons", -20))
    return base.plus(*mods, *_situation(s, b))


def dodge(s: State, b: Blow) -> Skill:
    """The skill of a dodge after everything."""
    base = Skill(SKILLS["dodge"], s[b.target].stats.skill("dodge"))
    return base.plus(_retreat(s, b.target), _cumulative(s, b.target), *_situation(s, b))


def wrestle(s: State, b: Blow) -> Skill:
    """The skill of an Unarmed reaction after everything (OQ-50)."""
    base = Skill(SKILLS["unarmed"], s[b.target].stats.skill("unarmed"))
    return base.plus(_retreat(s, b.target), _cumulative(s, b.target), *_situation(s, b))


def _cost(skill: Skill) -> str:
    return ", ".join(f"{label} {'+' if n > 0 else '−'}{abs(n)}" for label, n in skill.mods)


_WORDS = {"parry": "Parry", "extra": "Extra parry", "dodge": "Dodge", "unarmed": "Unarmed"}


def reactions(b: Blow, s: State) -> Options:
    """What the defender may do about this hit, each with its skill after all penalties (OQ-33, 36)."""
    return (
        *(
            Option(how, told(s, b.target, _WORDS[how], _skill(s, b, how).total), _hint(s, b, how))
            for how in possible(s, b)
        ),
        Option("none", "Take it"),
    )


def possible(s: State, b: Blow) -> tuple[str, ...]:
    """The reactions that are possible: parry, extra, dodge, unarmed."""
    if not can_react(s, b.target):
        return ()
    parries = may_parry(s, b)
    spare = extra_parry(s, b.target) and s[b.target].stats.turn.reactions and not free_shield(s, b.target)
    may = (
        (parries, "parry"),
        (parries and spare, "extra"),
        (may_dodge(s, b), "dodge"),
        (_may_wrestle(s, b), "unarmed"),
    )
    return tuple(how for can, how in may if can)


def _hint(s: State, b: Blow, how: str) -> str:
    if how == "extra":
        return "the second weapon or shield, once a round: no penalty, and no bonus attack"
    skill = _skill(s, b, how)
    what = ""
    if how == "parry" and skill.name != SKILLS["close"]:
        what = skill.name
    elif how == "unarmed":
        what = "a success avoids it" if s[b.target].stats.turn.acted else "a success may counter"
    return _joined(what, _cost(skill))


def _joined(*parts: str) -> str:
    return "; ".join(part for part in parts if part)


def _may_wrestle(s: State, b: Blow) -> bool:
    """OQ-50: an Unarmed reaction of its own meets unarmed attacks (whoever is unarmed parries that way
    anyhow).
    """
    if (
        weapon_of(s, b).skill != "unarmed"
        or s[b.target].stats.turn.manner == SPRINT
        or surprised(s, b.target)
    ):
        return False
    return _parry_base(s, b).name != SKILLS["unarmed"]


def extra_parry(s: State, who: str) -> bool:
    """OQ-49: whether the extra parry of a second weapon or shield is still there."""
    c = s[who].stats
    return c.two_arms and not c.turn.extra and not c.turn.bonus


def _skill(s: State, b: Blow, how: str) -> Skill:
    if how == "dodge":
        return dodge(s, b)
    return wrestle(s, b) if how == "unarmed" else parry(s, b, extra=how == "extra")


def _shown(how: str, skill: Skill) -> Skill:
    """The skill of a reaction under the name by which it is rolled: a parry says that it is one."""
    if how not in ("parry", "extra"):
        return skill
    plain = skill.name.startswith(SKILLS["close"])
    return replace(
        skill, name="Parry" + (skill.name.removeprefix(SKILLS["close"]) if plain else f" ({skill.name})")
    )


@procedure("OQ-33, 34, 35, 36, 49, 51")
async def defend(fight: Fight[State], b: Blow, attack: Level) -> tuple[str, Level]:
    """The defender sees the hit and chooses; what it chooses is rolled. (choice, level), NONE for taking it.

    The choice comes back as parry, dodge, unarmed, shield (a parry with a shield in Shield Defence) or none.
    """
    if not possible(fight.s, b):
        if not weapon_of(fight.s, b).missile:
            await Plainly("{0} has no defence against it", b.target)
        return "none", Level.NONE
    attacker, target = fight.s[b.attacker].name, fight.s[b.target].name
    manner = "" if b.manner in (STANDARD, BONUS) else f", {MANNERS[b.manner]}"
    hit, weapon = "a hit", f"({weapon_of(fight.s, b).name}{manner})"
    if attack is Level.CRITICAL:
        hit, weapon = "a critical hit", f"{weapon}: only a critical defence helps against it"
    prompt = f"{attacker} scores {hit} {weapon}. How does {target} defend?"
    how = await Ask(b.target, "defence", prompt, partial(reactions, b), "none")
    if how == "none" or not fight.s.here(b.target):
        await Plainly("{0} takes the hit", b.target)
        return "none", Level.NONE
    skill = _skill(fight.s, b, how)
    shielded = how == "parry" and free_shield(fight.s, b.target)
    await disturbed(b.target, False)
    await Reacted(b.target, how != "extra" and not shielded, how != "dodge")
    if how == "extra":
        await did(b.target, extra=True)
    level = await skill_test(b.target, "defence", _shown(how, skill))
    if how in ("parry", "extra"):
        how = "shield" if shielded else "unarmed" if skill.name == SKILLS["unarmed"] else "parry"
    return how, level


@procedure("OQ-47, 55")
async def disturbed(fight: Fight[State], who: str, aiming: bool) -> None:
    """Any other act ends a set weapon and (unless it is the shot itself, or more `aiming`) the aim."""
    c = fight.s[who].stats
    if c.braced:
        await put(who, braced=False)
        await Plainly("{0}'s weapon is no longer set", who)
    if c.aim and not aiming:
        await put(who, aim=0, aim_at="")
