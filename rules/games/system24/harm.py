"""Wounds: defence, armor, region, in this order, and what a region's steps do (TF-47..49, 57, 58, 60..62)."""

from __future__ import annotations

from rules.engine.changes import AddLasting
from rules.engine.effects import GM, Ask, Option
from rules.engine.encounter import END, Lasting
from rules.engine.lines import Said
from rules.engine.procedures import Fight, procedure

from .chances import SlotRoll
from .changes import (
    ArmorWorn,
    FearGrows,
    SetStatus,
    ShieldWorn,
    SlotEmptied,
    StaminaLost,
    TriggerGone,
    Unlocked,
    WeaponWorn,
    Wounded,
)
from .lines import HitLands, wounds_words
from .sheet import CHOPPING, CRUSHING, LAST_STEP, PRECISION, REGION_WORDS, State, Stats
from .state import DISORIENTED, locks_by, next_turn, numbers_kept, told_to, trigger_of

ORDER_OF_CHOICE = ("left_arm", "right_arm", "legs")


@procedure("TF-46, 47")
async def default_location(
    fight: Fight[State], attacker: str, target: str, crit: int, wounds: bool = True
) -> str:
    """No called target: Core; a Partial Critical an arm, the legs or the belt by choice; Legendary the
    head. wounds: whether any are left to be placed; where not, and with no belt, there is nothing to choose.
    """
    if crit == 2:
        return "head"
    if crit == 0:
        return "core"
    if not wounds and not fight.s[target].stats.belt:
        return ORDER_OF_CHOICE[0]
    return await _chosen_location(fight.s, attacker, target)


def _chosen_location(s: State, attacker: str, target: str) -> Ask:
    def options(now: State) -> tuple[Option, ...]:
        them = now[target].stats
        limbs = tuple(
            Option(r, REGION_WORDS[r].capitalize(), _track(now, target, r)) for r in ORDER_OF_CHOICE
        )
        belt = Option("belt", "Belt gear", "no wound; a slot of the belt is hit")
        return (*limbs, belt) if them.belt else limbs

    prompt = f"Partial Critical: where do you hit {s[target].name}?"
    return Ask(attacker, "location", prompt, options, ORDER_OF_CHOICE[0])


def _track(s: State, who: str, region: str) -> str:
    n = s[who].stats.wounded(region)
    if n and numbers_kept(s, who):
        return "hurt already"
    return f"{n} of {LAST_STEP[region]} wounds so far" if n else "unhurt so far"


def comes_through(s: State, target: str, n: int, primary: str, crit: int, defence: str) -> bool:
    """Whether a hit of `n` wounds leaves any for a place of the body: past defence and armor (TF-60)."""
    me = s[target].stats
    if defence == "parry":
        n -= 1
    elif defence == "block" and _blocks(me):
        n = 0
    return n > _converts(me, primary, crit)


def _blocks(me: Stats) -> bool:
    """Whether there is something in R to block with, beside the bare arm."""
    return bool(me.shield) and me.shield_integrity > 0


def _converts(me: Stats, primary: str, crit: int) -> int:
    """TF-49, 60, 61: how many wounds of a hit the armor turns at most."""
    if not me.tier or not me.integrity:
        return 0
    return max(0, me.tier - (crit if primary == CRUSHING else 0))


@procedure("TF-47")
async def belt_hit(fight: Fight[State], target: str) -> None:
    """Gear in place of wounds: which slot of the belt, and what was in it."""
    me = fight.s[target].stats
    to = told_to(fight.s, target)
    slot = await SlotRoll("belt", target, 100 if me.belt == "tiny" else 4, to)
    item = fight.s[target].stats.belt_items.get(slot)
    if item is None:
        await Said(f"Slot {slot} of {{0}}'s belt is empty: only the loop is damaged", (target,), to=to)
        return
    await SlotEmptied(target, "belt", slot)
    await Said(f"Slot {slot} of {{0}}'s belt is hit: {_plain(item)}", (target,), to=to)


def _plain(text: str) -> str:
    return text.replace("{", "(").replace("}", ")")


@procedure("TF-47, 49, 57, 58")
async def gear_hit(fight: Fight[State], target: str, primary: str, crit: int, defence: str) -> None:
    """A hit that strikes belt gear in place of wounds: what a critical does beside wounds it does all the
    same.
    """
    await _precision(target, primary, crit)
    await _defended(target, 0, crit, defence)
    await belt_hit(target)


@procedure("TF-49")
async def _precision(fight: Fight[State], target: str, primary: str, crit: int) -> None:
    """Stamina lost at once, past the armor."""
    if primary == PRECISION and crit:
        await StaminaLost(target, crit)
        await Said(
            f"Precision: {{0}} loses {crit} stamina past the armor", (target,), to=told_to(fight.s, target)
        )


@procedure("TF-48, 49, 57, 58, 60, 61")
async def take_hit(
    fight: Fight[State],
    target: str,
    attacker: str,
    weapon: int,
    where: str,
    primary: str = "",
    crit: int = 0,
    defence: str = "",
    stamina: int = 0,
) -> int:
    """A hit of `weapon` wounds goes through defence and armor to a region; gives the wounds that were left.

    crit: 1 on a Partial Critical, 2 on a Legendary Success (numbers doubled). stamina: lost beside wounds.
    """
    if not fight.s.here(target):
        return 0
    to = told_to(fight.s, target)
    await _precision(target, primary, crit)
    if stamina and defence not in ("parry", "block"):
        await StaminaLost(target, stamina)
        await Said(f"{{0}} loses {stamina} stamina", (target,), to=to)
    n, stopped, blocked, arm = await _defended(target, weapon, crit, defence)
    armored = 0
    if n > 0:
        n, armored = await _armored(target, n, primary, crit)
    place = "right_arm" if arm and n else where
    await HitLands(target, weapon, defence, stopped, blocked, armored, n, place, to=to)
    if n and arm:
        room = max(0, 2 - fight.s[target].stats.wounded("right_arm"))
        await wound(target, "right_arm", min(n, room), attacker, crit)
        if n > room:
            await Said(f"The rest goes on: {wounds_words(n - room, where)}", (), to=to)
        await wound(target, where, max(0, n - room), attacker, crit)
    elif n:
        await wound(target, where, n, attacker, crit)
    return n


@procedure("TF-57, 58")
async def _defended(
    fight: Fight[State], target: str, n: int, crit: int, defence: str
) -> tuple[int, int, int, bool]:
    """What a defence leaves of a hit: wounds left, stopped for free, turned into stamina; whether an arm
    takes it.
    """
    me, to = fight.s[target].stats, told_to(fight.s, target)
    if defence == "parry":
        if crit:
            await WeaponWorn(target, me.held, 1)
            await Said(f"{{0}}'s {me.held} loses 1 integrity", (target,), to=to)
        stopped = min(1, n)
        return n - stopped, stopped, 0, False
    if defence != "block":
        return n, 0, 0, False
    if _blocks(me):
        shield = me.shield_kind == "shield"
        stopped = min(1, n) if shield else 0
        blocked = n - stopped
        if blocked:
            await StaminaLost(target, blocked)
        worn = int(crit > 0) if shield else int(blocked > 0)
        if worn:
            await ShieldWorn(target, worn)
            await Said(f"{{0}}'s {_plain(me.shield)} loses {worn} integrity", (target,), to=to)
        return 0, stopped, blocked, False
    return n, 0, 0, True


@procedure("TF-49, 60, 61")
async def _armored(fight: Fight[State], target: str, n: int, primary: str, crit: int) -> tuple[int, int]:
    """Armor turns wounds into stamina, one for one up to its tier; a critical wears it. Gives wounds
    left, turned.
    """
    me = fight.s[target].stats
    if not me.tier or not me.integrity:
        return n, 0
    armored = min(n, _converts(me, primary, crit))
    if armored:
        await StaminaLost(target, armored)
    if crit and primary != PRECISION:
        worn = 2 * crit if primary == CHOPPING else 1
        await ArmorWorn(target, worn)
        left = "" if numbers_kept(fight.s, target) else f" ({fight.s[target].stats.integrity} left)"
        await Said(f"{{0}}'s armor loses {worn} integrity{left}", (target,), to=told_to(fight.s, target))
    return n - armored, armored


@procedure("TF-62")
async def wound(
    fight: Fight[State], target: str, where: str, n: int, attacker: str = "", crit: int = 0
) -> None:
    """Wounds on a region; what exceeds its last step goes on to the Core, or (on a critical) into the
    belt.
    """
    if n <= 0 or not fight.s.here(target):
        return
    room = LAST_STEP[where] - fight.s[target].stats.wounded(where)
    here = min(n, room)
    if here:
        before = fight.s[target].stats.wounded(where)
        await Wounded(target, where, here, attacker)
        await _step_effects(target, where, before)
    rest = n - here
    if rest <= 0 or where == "core":
        return
    more = f"{{0}}'s {REGION_WORDS[where]} can take no more: {wounds_words(rest, 'core')}"
    await Said(more, (target,), to=told_to(fight.s, target))
    if crit and attacker and fight.s[target].stats.belt and fight.s.here(attacker):
        choice = await Ask(
            attacker,
            "location",
            f"Partial Critical: wounds go on to the Core of {fight.s[target].name}. Hit the belt instead?",
            (
                Option("core", "Core", wounds_words(rest, "core")),
                Option("belt", "Belt gear", "no wound; a slot of the belt is hit"),
            ),
            "core",
        )
        if choice == "belt":
            await belt_hit(target)
            return
    await wound(target, "core", rest, attacker)


STEPS = {
    "left_arm": ((3, "{0}'s left arm is Missing"), (2, "{0}'s left arm is Disabled")),
    "right_arm": ((3, "{0}'s right arm is Missing"), (2, "{0}'s right arm is Disabled")),
    "legs": (
        (5, "{0}'s legs are Missing"),
        (3, "{0}'s legs are Disabled: no running, no Dodge, no standing unaided"),
    ),
    "core": ((6, "{0} is Dead"), (5, "{0} is Dying and Incapacitated"), (3, "{0} is Failing")),
    "head": (),
}
"""TF-62: what is told when a region reaches a step, the furthest first."""


@procedure("TF-62, 64")
async def _step_effects(fight: Fight[State], who: str, where: str, before: int) -> None:
    """What the steps of a region's track do that have just been reached."""
    now = fight.s[who].stats.wounded(where)
    told = next((words for step, words in STEPS[where] if before < step <= now), "")
    if told:
        await Said(told, (who,), to=told_to(fight.s, who))
    if where == "head":
        await _head_effects(who, before)
    elif where == "legs" and before < 3 <= now:
        await SetStatus(who, "prone")
    await let_go(who)


@procedure("TF-62")
async def _head_effects(fight: Fight[State], who: str, before: int) -> None:
    """The head's steps: dazed, a sense lost, unconscious."""
    now, to = fight.s[who].stats.wounded("head"), told_to(fight.s, who)
    if before < 1 <= now:
        await SetStatus(who, "stunned")
        await disorient(who)
        await FearGrows(who, 1)
        await Said("{0} is Stunned and Disoriented; Fear rises by 1", (who,), to=to)
    if before < 2 <= now:
        await _sensory(who)
    if before < 3 <= now:
        await Said("{0} falls Unconscious", (who,), to=to)


@procedure("TF-62")
async def _sensory(fight: Fight[State], who: str) -> None:
    """Sensory damage: the Guide picks."""
    kind = await Ask(
        GM,
        "sensory damage",
        f"Sensory damage to {fight.s[who].name}: which sense?",
        (
            Option("blind", "Blind", "+4 DC to strikes and grapples"),
            Option("deaf", "Deaf"),
            Option("other", "Another", "you say which"),
        ),
        "blind",
    )
    if kind == "other":
        await SetStatus(who, "impaired")
        await Said("{0} has lost a sense, as the Guide says", (who,), to=told_to(fight.s, who))
        return
    await SetStatus(who, kind, 4 if kind == "blind" else 1)
    await Said(f"{{0}} is {kind.capitalize()}", (who,), to=told_to(fight.s, who))


@procedure("TF-113")
async def disorient(fight: Fight[State], who: str) -> None:
    """Disoriented until the end of its next turn."""
    ends = next_turn(fight.s, who, END)
    await AddLasting(Lasting(f"{who}/{DISORIENTED}", who, DISORIENTED, "Disoriented", ends))


@procedure("TF-64, 116, 126")
async def let_go(fight: Fight[State], who: str) -> None:
    """Locks end whose holder is out of the fight or has lost the limb; who is out waits for nothing."""
    me = fight.s[who].stats
    for lock in locks_by(fight.s, who):
        if me.out or me.lost(lock.limb):
            await Unlocked(lock)
            to = told_to(fight.s, who, lock.target)
            await Said("{0} lets go of {1}", (who, lock.target), to=to)
    waiting = trigger_of(fight.s, who)
    if me.out and waiting is not None:
        await TriggerGone(waiting.id)
        await Said("{0} no longer waits to respond", (who,), to=told_to(fight.s, who))
