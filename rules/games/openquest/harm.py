"""Damage, wounds, death and fumbles (OQ-38, 60 to 62)."""

from __future__ import annotations

from functools import partial

from rules.engine.changes import AddLasting
from rules.engine.effects import GM, Ask, Option, Options
from rules.engine.encounter import END, Edge, Lasting
from rules.engine.procedures import Fight, procedure

from .blows import CHARGE, GREAT, THROW, Blow, weapon_of
from .chances import Damage
from .changes import Fell, Harm, put
from .data import SHIELD_DAMAGE
from .gear import Dice
from .lines import Down, Plainly, Wounded
from .model import DEAD, DYING, OUT, UP, State, at_close, secretive, shown

ROLLED, MAXIMUM = "rolled", "maximum"


def damage_dice(s: State, b: Blow) -> Damage:
    """OQ-38, 43, 48: the weapon's dice, the damage modifier, and what the manner adds."""
    w = weapon_of(s, b)
    dm = s[b.attacker].stats.dm if w.modifier else Dice()
    charge = Dice(1, 6) if b.manner == CHARGE and not uphill(s, b) else Dice()
    if b.manner == THROW and w.skill == "unarmed":
        return Damage("damage", Dice(), dm if dm.n > 0 else Dice(), who=b.attacker)
    if b.manner == GREAT:
        return Damage("damage", w.damage, fixed=dm.most, charge=charge, who=b.attacker)
    return Damage("damage", w.damage, dm, charge=charge, who=b.attacker)


def uphill(s: State, b: Blow) -> bool:
    """Whether a charge goes uphill: ticked, or against somebody on higher ground (OQ-48)."""
    above = s[b.target].stats.higher and not s[b.attacker].stats.higher
    return above or "uphill" in b.ticks


def most(d: Damage) -> int:
    """Maximum damage: every die and a positive modifier at their most, a negative one at its least harm."""
    total = d.dice.most + d.dm.most + d.fixed + d.charge.most
    return max(1, total) if d.dm.n < 0 or d.fixed < 0 else total


@procedure("OQ-37, 38")
async def damage(fight: Fight[State], b: Blow, kind: str) -> None:
    """Rolled damage less armor points, or maximum damage that no armor stops."""
    d = damage_dice(fight.s, b)
    if kind == MAXIMUM and not most(d):  # a throw without a damage modifier
        await wound(b.target, 0, -1, b.attacker)
    elif kind == MAXIMUM:
        await Plainly(f"A critical: maximum damage, {most(d)}", b.attacker)
        await wound(b.target, most(d), -1, b.attacker)
    else:
        n = await d if d.parts else 0
        await wound(b.target, n, fight.s[b.target].stats.ap, b.attacker)


@procedure("OQ-51")
async def shield_strike(fight: Fight[State], who: str, target: str) -> None:
    """The shield's dice and the damage modifier, less armor."""
    c = fight.s[who].stats
    dice = SHIELD_DAMAGE.get(c.shield)
    if dice is None or c.state != UP:
        return
    await Plainly("{0} strikes back with the shield", who)
    n = await Damage("counter-strike", dice, c.dm, who=who)
    await wound(target, n, fight.s[target].stats.ap, who)


@procedure("OQ-38, 61, 62")
async def wound(fight: Fight[State], who: str, damage: int, armor: int, by: str) -> None:
    """Damage less `armor` (-1: none counts) off hit points. At 0 or less a mortal wound; while dying, death.

    by: who struck the blow and says whether it was meant to kill, "" for nobody.
    """
    c = fight.s[who].stats
    lost = max(0, damage - max(0, armor))
    if c.state == DEAD:
        return
    after = c.hp - lost
    if not lost or (after > 0 and c.state != DYING):
        if lost:
            await Harm(who, lost, by)
        await Wounded(who, damage, armor, lost, _shown(fight.s, who))
        return
    left = "down" if secretive(fight.s, who) else f"at {shown(after)}"
    saved = await cheats_death(who, f"The blow leaves {fight.s[who].name} {left}")
    await Harm(who, lost, by)
    await Wounded(who, damage, armor, lost, _shown(fight.s, who))
    if saved:
        await falls(who, OUT, True)
    elif c.state == DYING:
        await falls(who, DEAD, False)
    else:
        lethal = await meant_to_kill(by, who) if by and by != who else True
        await falls(who, DYING if lethal else OUT, False)


def _shown(s: State, who: str) -> int | None:
    """Hit points left as the table may hear them."""
    return None if secretive(s, who) else s[who].stats.hp


@procedure("OQ-61")
async def falls(fight: Fight[State], who: str, state: str, spared: bool) -> None:
    """Somebody goes down, out of the saddle too, and the table hears how."""
    if fight.s[who].stats.mounted:
        await put(who, mounted=False)
    await Fell(who, state, spared)
    await Down(who, state, max(fight.s.round, 1) + 1 if state == DYING else 0)


@procedure("OQ-62")
async def cheats_death(fight: Fight[State], who: str, why: str) -> bool:
    """Before anything else sees the drop: one who holds Fortune points may live, unconscious to the fight's
    end.
    """
    if fight.s[who].stats.fortune < 1:
        return False
    left = fight.s[who].stats.fortune
    options = (
        Option("no", "No"),
        Option("live", "Live", "unconscious until the fight ends, then 1 hit point"),
    )
    take = await Ask(who, "death", f"{why}. Spend a Fortune point ({left} left)?", options, "no", wait=False)
    if take == "no" or fight.s[who].stats.fortune < 1:
        return False
    await put(who, fortune=fight.s[who].stats.fortune - 1)
    await Plainly("{0} spends a Fortune point and will live", who)
    return True


@procedure("OQ-61")
async def meant_to_kill(fight: Fight[State], by: str, who: str) -> bool:
    """The one who struck says whether the blow that drops its target was meant to kill."""
    ends = max(fight.s.round, 1) + 1
    options = (
        Option("lethal", "Lethal", f"a mortal wound: dead at the end of round {ends} unless saved"),
        Option("nonlethal", "Non-lethal", "unconscious, not dying"),
    )
    name = fight.s[who].name
    hit = f"{name}, who lies there, is hit" if fight.s[who].stats.helpless else f"The blow drops {name}"
    prompt = f"{hit}. Was it lethal?"
    return await Ask(by, "lethal", prompt, options, "lethal") == "lethal"


# ------------------------------------------------------------------ fumbles
def mishaps(who: str, s: State) -> Options:
    """What the Referee may pick for a fumble (OQ-60)."""
    c = s[who].stats
    friends = [f for f in s.friends(who) if s[f].stats.state != DEAD]
    friends.sort(key=lambda f: not at_close(s, who, f))
    gone = "" if secretive(s, who) else f"its {c.ap} AP are gone"
    return (
        Option("prone", "Falls prone"),
        Option("miss", "Misses a round"),
        Option(f"hurt:{who}", "Hurts itself", "roll damage, no armor"),
        *(Option(f"hurt:{f}", f"Hurts {s[f].name}", "roll damage, no armor") for f in friends[:15]),
        *((Option("armor", "A strap breaks: armor lost", gone),) if c.ap else ()),
        *((Option("shield", "A strap breaks: shield lost"),) if c.shield != "none" else ()),
    )


@procedure("OQ-60")
async def fumble(fight: Fight[State], who: str, weapon: str) -> None:
    """The Referee picks what the fumble costs; nobody answering, it is a fall."""
    if fight.s[who].stats.state != UP or not fight.s.here(who):
        return
    name = fight.s[who].name
    how = await Ask(GM, "fumble", f"{name} has fumbled. What happens?", partial(mishaps, who), "prone")
    if how == "prone":
        thrown = fight.s[who].stats.mounted
        await put(who, prone=True, braced=False, mounted=False)
        await Plainly("{0} falls from the saddle and lies prone" if thrown else "{0} falls prone", who)
    elif how == "miss":
        await misses_a_round(who)
    elif how == "armor":
        await put(who, ap=0, armor="none")
        await Plainly("A strap breaks: {0}'s armor is lost", who)
    elif how == "shield":
        await put(who, shield="none")
        await Plainly("A strap breaks: {0}'s shield is lost", who)
    else:
        await hurts(who, how.removeprefix("hurt:"), weapon)


@procedure("OQ-60")
async def hurts(fight: Fight[State], who: str, victim: str, weapon: str) -> None:
    """A fumble's damage, to itself or a friend, which no armor stops."""
    c = fight.s[who].stats
    w = c.carried(weapon) or c.usable[0]
    same = who == victim
    await Plainly("{0} hits itself" if same else "{0} hits {1} instead", who, "" if same else victim)
    n = await Damage("mishap", w.damage, c.dm if w.modifier else Dice(), who=who)
    await wound(victim, n, -1, "")


@procedure("OQ-60")
async def misses_a_round(fight: Fight[State], who: str) -> None:
    """Its next turn is lost: this round's where it is still to come, else the next one's."""
    slots = [slot.who for slot in fight.s.order]
    acting = next((n for n, slot in enumerate(fight.s.order) if slot.id == fight.s.acting), -1)
    to_come = who in slots[acting + 1 :] and not fight.s[who].stats.turn.acted
    number = max(fight.s.round, 1) + (0 if to_come else 1)
    await AddLasting(Lasting(f"miss:{who}", who, "miss", "missing a round", Edge(number, who, END), number))
    await Plainly("{0} misses a round", who)
