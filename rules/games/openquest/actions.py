"""Stance, gear, aiming, holds: things that take the action (OQ-23, 47, 50, 51, 55)."""

from __future__ import annotations

from rules.engine.procedures import Fight, Refused, procedure

from .blows import SET, SHIELD
from .changes import PickedUp, did, put
from .defence import disturbed
from .lines import Plainly
from .manners import manner_refused, no_action, takes_manner
from .model import SKILLS, State, holder
from .skills import Skill, opposed

STANCES = {
    "stand": ("Stand up", "prone", True, "{0} stands up"),
    "lie": ("Lie down", "prone", False, "{0} lies down"),
    "mount": ("Mount", "mounted", False, "{0} mounts"),
    "dismount": ("Dismount", "mounted", True, "{0} dismounts"),
}
"""What a change of stance can be: words, the field it turns over, its value before, what is told."""


@procedure("OQ-23, 47, 55")
async def takes_action(fight: Fight[State], who: str, aiming: bool = False) -> None:
    """The action of the round is used; a set weapon and an aim are lost by it."""
    await did(who, acted=True)
    await disturbed(who, aiming)


# ------------------------------------------------------------------ stance and gear
@procedure("OQ-23")
async def stance(fight: Fight[State], who: str, how: str) -> None:
    """Stand up, lie down, mount or dismount."""
    _, field, now, words = STANCES[how]
    if why := no_action(fight.s, who) or stance_refused(fight.s, who, how):
        raise Refused(why)
    await takes_action(who)
    await put(who, **{field: not now})
    await Plainly(words, who)


def stance_refused(s: State, who: str, how: str) -> str | None:
    """Why this change of stance makes no sense now, or None."""
    label, field, now, _ = STANCES[how]
    if getattr(s[who].stats, field) != now:
        return f"{label}: {s[who].name} is that way already."
    if how == "lie" and s[who].stats.mounted:
        return f"{s[who].name} is mounted and has to dismount first."
    if how == "mount" and s[who].stats.prone:
        return f"{s[who].name} is prone and has to stand up first."
    return f"{s[who].name} is held: break free first." if holder(s, who) else None


def readiable(s: State, who: str) -> tuple[tuple[str, str], ...]:
    """What can be taken in hand: (value, words). "other:" puts it into the second hand."""
    c = s[who].stats
    own = dict.fromkeys(w.name for w in c.weapons if not w.natural)
    out = [(name, name) for name in own if name != c.hand]
    held = c.in_hand
    one_handed = held is not None and held.skill == "close" and held.hands == 1
    for w in c.weapons if one_handed else ():
        spare = sum(x.name == w.name for x in c.weapons) > (w.name == c.hand)
        if not w.natural and w.skill == "close" and w.hands == 1 and spare and w.name != c.off:
            out.append((f"other:{w.name}", f"{w.name} in the other hand"))
    return tuple(dict.fromkeys(out))


@procedure("OQ-23")
async def ready(fight: Fight[State], who: str, what: str) -> None:
    """Take a weapon in hand, or change it; parries are at −20 in the round of it."""
    if why := no_action(fight.s, who):
        raise Refused(why)
    if what not in [value for value, _ in readiable(fight.s, who)]:
        raise Refused(f"{fight.s[who].name} has no {what.removeprefix('other:')} to take in hand now.")
    await takes_action(who)
    name = what.removeprefix("other:")
    await put(who, **({"off": name} if what != name else {"hand": name, "off": ""}))
    await did(who, switching=True)
    await Plainly(f"{{0}} readies a weapon: {name}", who)


@procedure("OQ-23, 45")
async def pick_up(fight: Fight[State], who: str, item: str) -> None:
    """Take something up from the ground."""
    found = next((x for x in fight.s.ground.lying if x.id == item), None)
    if why := no_action(fight.s, who):
        raise Refused(why)
    if found is None:
        raise Refused("That does not lie here any more.")
    if found.weapon is None and fight.s[who].stats.shield != "none":
        raise Refused(f"{fight.s[who].name} has a shield already.")
    before = fight.s[who].stats.hand
    await takes_action(who)
    await PickedUp(who, item)
    if found.weapon is not None and not before:
        await did(who, switching=True)
    await Plainly(f"{{0}} picks up: {found.name.lower()}", who)


@procedure("OQ-47")
async def set_weapon(fight: Fight[State], who: str) -> None:
    """Brace a spear or polearm against a charge, or keep it braced for another round."""
    if why := no_action(fight.s, who) or set_refused(fight.s, who):
        raise Refused(why)
    again = fight.s[who].stats.braced
    await did(who, acted=True, set=True)
    await takes_manner(who, SET)
    await put(who, braced=True, aim=0, aim_at="")
    await Plainly("{0} keeps the weapon set" if again else "{0} sets the weapon against a charge", who)


def set_refused(s: State, who: str) -> str | None:
    """Why no weapon can be set, or None."""
    w = s[who].stats.in_hand
    if w is None or not w.brace:
        return "Only a spear or a polearm in hand can be set against a charge."
    if s[who].stats.prone:
        return f"{s[who].name} is prone and has to stand up first."
    return manner_refused(s, who, SET)


@procedure("OQ-55")
async def aim(fight: Fight[State], who: str, target: str) -> None:
    """A full round of aiming: +20 to the shot, more with every further round, lost by any other act."""
    if why := no_action(fight.s, who) or aim_refused(fight.s, who):
        raise Refused(why)
    c = fight.s[who].stats
    rounds = c.aim + 1 if c.aim_at == target else 1
    await takes_action(who, True)
    await put(who, aim=rounds, aim_at=target)
    await Plainly(f"{{0}} aims at {{1}} (+{20 * rounds})", who, target)


def aim_refused(s: State, who: str) -> str | None:
    """Why nothing can be aimed, or None."""
    can_shoot = any(w.skill == "ranged" for w in s[who].stats.usable)
    return None if can_shoot else "Aiming needs a ranged weapon in hand."


@procedure("OQ-21, 51")
async def shield_defence(fight: Fight[State], who: str) -> None:
    """No attack: shield parries at +20 without the cumulative penalty, and a critical one strikes back."""
    if why := no_action(fight.s, who) or shield_refused(fight.s, who):
        raise Refused(why)
    await takes_action(who)
    await takes_manner(who, SHIELD)
    await Plainly("{0} takes up a Shield Defence", who)


def shield_refused(s: State, who: str) -> str | None:
    """Why there is no Shield Defence, or None."""
    c = s[who].stats
    if not (c.shield_up and c.shield in ("medium", "large")):
        return "A Shield Defence needs a medium or large shield on the arm."
    return manner_refused(s, who, SHIELD)


# ------------------------------------------------------------------ holds
@procedure("OQ-16, 50")
async def break_free(fight: Fight[State], who: str) -> bool:
    """An opposed Unarmed test with the holder."""
    if why := no_action(fight.s, who) or held_refused(fight.s, who):
        raise Refused(why)
    by = holder(fight.s, who)
    await takes_action(who)
    mine, theirs = (Skill(SKILLS["unarmed"], fight.s[x].stats.skill("unarmed")) for x in (who, by))
    free = await opposed(who, mine, by, theirs) == who
    if free:
        await put(who, held_by="")
    await Plainly("{0} breaks free" if free else "{0} does not break free", who)
    return free


def held_refused(s: State, who: str) -> str | None:
    """Why there is nothing to break free from, or None."""
    return None if holder(s, who) else f"Nobody holds {s[who].name}."


@procedure("OQ-50")
async def let_go(fight: Fight[State], who: str) -> None:
    """Who holds somebody may let go at any time."""
    held = [c.id for c in fight.s.present() if c.stats.held_by == who]
    if not held:
        raise Refused(f"{fight.s[who].name} holds nobody.")
    for other in held:
        await put(other, held_by="")
        await Plainly("{0} lets {1} go", who, other)
