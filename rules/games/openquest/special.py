"""What some manners do instead of, or besides, plain damage (OQ-44, 45, 50)."""

from __future__ import annotations

from dataclasses import replace

from rules.engine.changes import CountName
from rules.engine.effects import GM, TABLE, Ask, Option
from rules.engine.procedures import Fight, procedure

from .blows import COUNTER, THROW, Blow, attack_skill
from .chances import Athletic, Level, Plain, athletic_level, swapped
from .changes import Dropped, did, put
from .defence import disturbed
from .gear import UNARMED
from .harm import ROLLED, damage
from .lines import Arithmetic, Plainly
from .model import SKILLS, UP, Lying, State, Stats, acts, secretive
from .modifiers import ground_rows, summed
from .skills import Skill, offered, told


def athletic_skills(s: State, b: Blow) -> tuple[Skill, Skill]:
    """Athletics, for which ground and light count, and the attack skill."""
    rows = summed(s, ground_rows(s, b.attacker, b.ticks))
    athletics = Skill(SKILLS["athletics"], s[b.attacker].stats.skill("athletics"))
    return athletics.plus(*rows), attack_skill(s, b)


@procedure("OQ-44")
async def athletic_test(fight: Fight[State], b: Blow) -> Level:
    """One D100 for Athletics and the attack skill, by OQ-44 alone."""
    athletics, skill = athletic_skills(fight.s, b)
    secret = secretive(fight.s, b.attacker)
    for one in (athletics, skill):
        if one.mods:
            await Arithmetic(b.attacker, one.name, one.base, one.mods, to=GM if secret else TABLE)
    lucky = fight.s[b.attacker].stats.fortune > 0
    roll = Athletic("attack", athletics.total, skill.name, skill.total, b.attacker, lucky, secret)
    level, face = await roll
    if level is Level.CRITICAL or not lucky:
        return level
    mended = athletic_level(swapped(face), athletics.total, skill.total)
    words = " and ".join(told(fight.s, b.attacker, x.name, x.total) for x in (athletics, skill))
    how = await offered(b.attacker, words, level, face, mended if mended is Level.CRITICAL else None)
    if how == "reroll":
        level, _ = await replace(roll, label="attack again", keep=False)
    return mended if how == "swap" else level


# ------------------------------------------------------------------ disarming
def losable(c: Stats) -> tuple[str, ...]:
    """What can be struck from its hands: "weapon", "shield"."""
    held = c.in_hand
    weapon = ("weapon",) if held is not None and not held.natural else ()
    return (*weapon, *(("shield",) if c.shield_up else ()))


@procedure("OQ-45")
async def disarm(fight: Fight[State], b: Blow) -> None:
    """Weapon or shield, as the attacker chooses, flies 1D6 m."""
    what = losable(fight.s[b.target].stats)
    if not what:
        return
    chosen = what[0]
    if len(what) > 1:
        c = fight.s[b.target].stats
        options = (Option("weapon", f"Weapon ({c.hand})"), Option("shield", f"Shield ({c.shield})"))
        prompt = f"What does {fight.s[b.attacker].name} strike from the hand of {fight.s[b.target].name}?"
        chosen = await Ask(b.attacker, "disarm", prompt, options, "weapon")
    metres = await Plain("distance", 6, b.attacker, "Distance in metres")
    if chosen in losable(fight.s[b.target].stats):
        await flies(b.target, chosen, metres)


@procedure("OQ-45")
async def flies(fight: Fight[State], who: str, what: str, metres: int) -> None:
    """Something leaves a hand and lies on the ground."""
    if what == "weapon":
        await disturbed(who, False)
    c = fight.s[who].stats
    await CountName()
    new = f"i{fight.s.named}"
    if what == "shield":
        await Dropped(Lying(new, who, f"{c.shield} shield", metres, None, c.shield))
    else:
        await Dropped(Lying(new, who, c.hand, metres, c.in_hand))
    name = fight.s.ground.lying[-1].name
    await Plainly(f"{{0}}'s {name.lower()} lands {metres} m away", who)


# ------------------------------------------------------------------ unarmed
@procedure("OQ-50")
async def hold(fight: Fight[State], who: str, target: str) -> None:
    """The target is held until it breaks free, or the holder lets go or goes down."""
    if fight.s[target].stats.state == UP and fight.s.here(who):
        await put(target, held_by=who)
        await Plainly("{0} holds {1}", who, target)


@procedure("OQ-50")
async def thrown_down(fight: Fight[State], who: str, target: str) -> None:
    """The target lands 2 m away, which is still Close; a hold between the two ends."""
    mounted = fight.s[target].stats.mounted
    if mounted:
        await put(target, mounted=False)
    await Plainly("{1} is thrown 2 m" + (", out of the saddle" if mounted else ""), who, target)
    for a, b in ((who, target), (target, who)):
        if fight.s[a].stats.held_by == b:
            await put(a, held_by="")


@procedure("OQ-50")
async def counter(fight: Fight[State], b: Blow) -> None:
    """A successful Unarmed reaction to an unarmed attack may strike, hold or throw, at the cost of the
    action.
    """
    c = fight.s[b.target].stats
    if c.turn.acted or not acts(fight.s, b.target):
        return
    options = (
        Option("avoid", "Only avoid", "keeps the action"),
        Option("strike", "Strike", f"1D4{_modifier(fight.s, b.target)}; takes the action"),
        Option("hold", "Hold", "takes the action"),
        Option("throw", "Throw", "damage modifier only; takes the action"),
    )
    prompt = (
        f"{c_name(fight.s, b.target)} has turned the attack of {c_name(fight.s, b.attacker)}. Counter it?"
    )
    how = await Ask(b.target, "counter", prompt, options, "avoid")
    if how == "avoid" or fight.s[b.target].stats.turn.acted or not acts(fight.s, b.target):
        return
    await did(b.target, acted=True)
    if how == "hold":
        await hold(b.target, b.attacker)
        return
    await Plainly("{0} strikes back" if how == "strike" else "{0} throws {1}", b.target, b.attacker)
    await damage(Blow(b.target, b.attacker, UNARMED.name, THROW if how == "throw" else COUNTER), ROLLED)
    if how == "throw":
        await thrown_down(b.target, b.attacker)


def c_name(s: State, who: str) -> str:
    """A combatant's name, for prompts."""
    return s[who].name


def _modifier(s: State, who: str) -> str:
    c = s[who].stats
    if secretive(s, who):
        return " and the damage modifier"
    return f"{'' if c.dm.n < 0 else '+'}{c.dm}" if c.dm.n else ""
