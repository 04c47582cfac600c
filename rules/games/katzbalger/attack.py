"""The attack: hit, location, penetration, damage, stun (KB-23, 24, 40, 47 to 51, 60 to 63)."""

from __future__ import annotations

from rules.engine.changes import SetOrder
from rules.engine.effects import GM, Ask, Call, Option
from rules.engine.procedures import Fight, Refused, procedure

from .blows import Harm, Location, Penetration
from .chances import Easy, Parts
from .changes import Acted, Blow, Feinted, Guard, Instant, Instants, Put, Ranged
from .data import CLASSES
from .defence import ASK, block, evade, funk, parry, sidestep, spend
from .lines import RangeNow, said, seen
from .luck import enter_groove
from .moves import feinted, held, thrown
from .sheet import AGGRESSIVE, Intent, State
from .values import (
    ATTACK,
    BLOODLESS,
    CHARGE,
    ENTANGLE,
    FEINT,
    GRAPPLE,
    GREAT_BLOW,
    LUNGE,
    MANNERS,
    THROW,
    THRUST,
    able,
    dodge,
    duel_skill,
    range_of,
    score,
    weapon_of,
    why_not,
)
from .veil import kept, kept_parts
from .wounds import effect, settle, wound

UNAWARE, SUBDUAL, GROOVE = "unaware", "subdual", "groove"
"""What can be ticked with an attack."""
MISS = "miss"
DEEDS = {GRAPPLE: "grapples {0}", THROW: "tries to throw {0}", ENTANGLE: "entangles {0}"}


# ------------------------------------------------------------------ declared
@procedure("KB-24, 40, 47 to 51")
async def attack(
    fight: Fight[State], who: str, target: str, weapon: str, manner: str, also: tuple[str, ...], modifier: int
) -> str:
    """One action: an attack, plain or as a maneuver."""
    s = fight.s
    w = weapon_of(s, who, weapon)
    why = why_not(s, who, target, w, manner)
    if why is not None:
        raise Refused(why)
    if GROOVE in also and not s[who].stats.groove and s[who].stats.grooves <= 0:
        raise Refused("No Groove is stored.")
    await Acted(who, "" if manner == ATTACK else manner)
    if GROOVE in also:
        await enter_groove(who)
    if fight.s[who].stats.hand != w.name:
        await Put(who, "hand", w.name)
    rest = tuple(x for x in also if x != GROOVE)
    if manner == GREAT_BLOW:
        await Blow(who, Intent(target, w.name, rest, modifier))
        await said(
            fight.s, "{0} swings back for a Great Blow at {1}; it lands on the next action", who, target
        )
        return "begun"
    await approach(who, target, w.name, manner)
    return await strike(who, target, w.name, manner, rest, modifier)


@procedure("KB-47, 50, 51: what a maneuver does before its roll")
async def approach(fight: Fight[State], who: str, target: str, weapon: str, manner: str) -> None:
    """Charge and Lunge end at the weapon's optimum; Charge and Thrust lower one's own Dodge."""
    w = weapon_of(fight.s, who, weapon)
    if manner in (CHARGE, LUNGE):
        await said(fight.s, "{0} charges {1}" if manner == CHARGE else "{0} lunges at {1}", who, target)
        await Ranged(who, target, w.optimum)
        await RangeNow(who, target, w.optimum, to=seen(fight.s, who, target))
    if manner == CHARGE:
        await Guard(who, 2)
        await only_act(who)
    if manner == THRUST:
        await Guard(who, int(fight.s.option("thrust_dodge")))


@procedure("KB-50, 53: the round's only act")
async def only_act(fight: Fight[State], who: str) -> None:
    """All its further slots of this round go."""
    at = next((n for n, x in enumerate(fight.s.order) if x.id == fight.s.acting), -1)
    left = tuple(x for n, x in enumerate(fight.s.order) if n <= at or x.who != who)
    if left != fight.s.order:
        await SetOrder(left)


# ------------------------------------------------------------------ settled earlier
@procedure("KB-49")
async def land(fight: Fight[State], who: str) -> None:
    """The second action of a Great Blow: it lands, or comes to nothing where it cannot."""
    intent = fight.s[who].stats.blow
    if intent is None:
        return
    await Blow(who)
    w = weapon_of(fight.s, who, intent.weapon)
    why = why_not(fight.s, who, intent.target, w, ATTACK, begun=True)
    if fight.s[who].stats.mode == AGGRESSIVE:
        why = "There are no Great Blows in Aggressive mode."
    if why is not None:
        await Guard(who)
        await said(fight.s, "{0}'s Great Blow comes to nothing. " + why, who)
        return
    await Acted(who)
    await said(fight.s, "{0}'s Great Blow at {1} comes down", who, intent.target)
    await strike(who, intent.target, w.name, GREAT_BLOW, intent.also, intent.modifier)


@procedure("KB-15")
async def instants(fight: Fight[State]) -> None:
    """Instant actions at the beginning of the round, their effects applied together."""
    ready = tuple(c.id for c in fight.s.present() if c.stats.instant is not None)
    if not ready:
        return
    await Instants()
    for who in ready:
        intent = fight.s[who].stats.instant
        if intent is None or not fight.s.here(who):
            continue
        await Instant(who)
        await instant(who, intent)
    await settle()


@procedure("KB-15: one of them")
async def instant(fight: Fight[State], who: str, intent: Intent) -> None:
    """An instant action: a plain attack that takes the place of the first action of the round."""
    w = weapon_of(fight.s, who, intent.weapon)
    why = "Unable to act." if not able(fight.s, who) else why_not(fight.s, who, intent.target, w, ATTACK)
    if why is not None:
        await said(fight.s, "{0}'s instant action comes to nothing. " + why, who)
        return
    await Put(who, "may_instant", False)
    await spend(who)
    await said(fight.s, "{0} makes an instant attack on {1}", who, intent.target)
    await strike(who, intent.target, w.name, ATTACK, intent.also, intent.modifier)


# ------------------------------------------------------------------ to hit
def hit_parts(
    s: State, who: str, target: str, weapon: str, manner: str, modifier: int, *, aware: bool, less: int = 0
) -> Parts:
    """What is added to the d20 of an attack, Parry left out (KB-23, 48, 80)."""
    w, c = weapon_of(s, who, weapon), s[who].stats
    parts: list[tuple[str, int]] = [
        (duel_skill(s, who, target, w.gun) or "Score", score(s, who, target, w.gun)),
        ("DEX", c.sheet.dex_bonus),
        ("Dodge", -dodge(s, target, who, aware=aware, less=less)),
    ]
    if not w.gun:
        parts.append(("range", -2 * abs(range_of(s, who, target) - w.optimum)))
    if manner == FEINT:
        parts.append(("earlier feints", -s.ground.feints.get(f"{who}>{target}", 0)))
        parts.append(("Aggressive foe", -6 if s[target].stats.mode == AGGRESSIVE else 0))
    elif c.feint == target:
        parts.append(("feint", 2))
    return (*(p for p in parts if p[1]), *((("other", modifier),) if modifier else ()), *funk(s, who))


@procedure("KB-23, 41, 51")
async def to_hit(
    fight: Fight[State],
    who: str,
    target: str,
    weapon: str,
    manner: str,
    modifier: int,
    aware: bool,
    less: int,
    defence: str = ASK,
) -> int | None:
    """The Parry, then the attack roll: its success number, None for a miss."""
    gun = weapon_of(fight.s, who, weapon).gun
    parried = 0 if gun else await parry(target, who, aware, less, defence)
    c = fight.s[who].stats
    parts = hit_parts(fight.s, who, target, weapon, manner, modifier, aware=aware, less=less)
    if parried:
        parts = (*parts, ("Parry", -parried))
    deed = "feints at {0}" if manner == FEINT else DEEDS.get(manner, "attacks {0}")
    deed += "" if aware else ", who is unaware,"
    deed += f" with the {weapon_of(fight.s, who, weapon).spoken}"
    return await Easy(
        "attack",
        who,
        deed,
        parts,
        target,
        funk=c.funk,
        twice=c.groove,
        exactly=manner in BLOODLESS and manner != FEINT,
        kept=kept_parts(fight.s, parts, who, target),
    )


@procedure("KB-22: awareness")
async def is_aware(fight: Fight[State], target: str, by: str) -> bool:
    """Whether it is aware of an attack that was declared as unseen: of a player's the Director rules."""
    if not fight.s[by].player:
        return False
    other = fight.s[target].name
    prompt = f"{fight.s[by].name} wants to take {other} unawares. Is {other} unaware of the attack?"
    aware = Option("aware", "Aware", "Dodge and defences as always")
    unaware = Option(UNAWARE, "Unaware", "no Dodge, no defence")
    return await Ask(GM, "ruling", prompt, (aware, unaware), "aware") == "aware"


# ------------------------------------------------------------------ the attack
@procedure("KB-24")
async def strike(
    fight: Fight[State], who: str, target: str, weapon: str, manner: str, also: tuple[str, ...], modifier: int
) -> str:
    """An attack from its declaration to what it does: hit, location, penetration, damage, stun roll."""
    aware = UNAWARE not in also or await is_aware(target, who)
    defence = await evade(target, who, manner, aware) if manner in (LUNGE, CHARGE) else ASK
    bonus = manner in (LUNGE, CHARGE) and not (defence == "sidestep" and await sidestep(target))
    less = 2 if bonus and manner == LUNGE else 0
    if defence == "sidestep":
        defence = ASK
    won = await to_hit(who, target, weapon, manner, modifier, aware, less, defence)
    if manner == FEINT:
        await Feinted(who, target)
    elif fight.s[who].stats.feint:
        await Put(who, "feint", "")
    if won is None or not (fight.s.here(who) and fight.s.here(target)):
        return MISS
    if manner in BLOODLESS:
        await effect(fight.s, _bloodless(who, target, weapon, manner, won))
        return MANNERS[manner].lower()
    half, more = _multiplier(manner, bonus)
    n = await damage(who, target, weapon, manner, half, more, aware, SUBDUAL in also)
    subdual = SUBDUAL in also or weapon_of(fight.s, who, weapon).subdual
    await effect(fight.s, wound(target, n, subdual, who))
    return "hit"


def _multiplier(manner: str, bonus: bool) -> tuple[int, int]:
    """The maneuver's multiplier in halves and what it adds (KB-49 to 52)."""
    if manner == GREAT_BLOW:
        return 4, 0
    if not bonus:
        return 2, 0
    return (4, 2) if manner == CHARGE else (3, 0)


@procedure("KB-42, 60 to 63")
async def damage(
    fight: Fight[State],
    who: str,
    target: str,
    weapon: str,
    manner: str,
    half: int,
    more: int,
    aware: bool,
    subdual: bool,
) -> int:
    """Block or location, penetration where armored, damage: the wounds the hit makes."""
    gun = weapon_of(fight.s, who, weapon).gun
    limb, less = ("", 0) if gun else await block(target, who, aware)
    where = limb or await Location()
    divider = await penetrate(who, target, weapon, manner, where)
    if not divider:
        return 0
    w, c = weapon_of(fight.s, who, weapon), fight.s[who].stats
    word = MANNERS[manner] if manner in (GREAT_BLOW, CHARGE, LUNGE) else ""
    return await Harm(
        "damage", who, w.dice, w.die, w.plus, where, divider,
        half, more, less, word, c.funk, subdual or w.subdual,
    )  # fmt: skip


@procedure("KB-61, 62")
async def penetrate(fight: Fight[State], who: str, target: str, weapon: str, manner: str, where: str) -> int:
    """The divider that is left of the armor at a location: 1 where there is none, 0 where it holds."""
    armor = fight.s[target].stats.sheet.armor.get(where)
    if armor is None:
        return 1
    w = weapon_of(fight.s, who, weapon)
    klass = (w.thrust or "C") if manner == THRUST else w.klass
    aim, divider = armor.cells[CLASSES.index(klass)]
    edge = score(fight.s, who, target, w.gun) - score(fight.s, target, who, w.gun)
    parts: Parts = (("Scores", edge), *funk(fight.s, who))
    back = ("Scores",) if kept(fight.s, who) or kept(fight.s, target) else ()
    return await Penetration("penetration", who, armor.name, klass, aim, divider, parts, back)


def _bloodless(who: str, target: str, weapon: str, manner: str, won: int) -> Call[None]:
    if manner == FEINT:
        return feinted(who, target)
    return thrown(who, target, won) if manner == THROW else held(who, target, weapon, won)
