"""What the Guide places: ranges, Guard, sight, statuses, fire, bonds, cover, light, harm (TF-30,
110..119).
"""

from __future__ import annotations

from rules.engine.changes import DropLasting
from rules.engine.effects import GM
from rules.engine.lines import Said
from rules.engine.procedures import Fight, Refused, procedure

from .changes import (
    Covers,
    FearGrows,
    Locked,
    SetAware,
    SetBonds,
    SetCover,
    SetFires,
    SetRange,
    SetScene,
    SetStatus,
    Unlocked,
)
from .deeds import fire_words
from .harm import disorient, let_go, take_hit, wound
from .lines import RangeNow, wounds_words
from .scatter import pack_hit
from .sheet import ANCHORS, GRAPPLING, Lock, State
from .state import DISORIENTED, between, lasting, told_to

STATUSES = {
    "prone": "Prone",
    "stunned": "Stunned",
    "disoriented": "Disoriented",
    "blind": "Blind",
    "deaf": "Deaf",
    "silenced": "Silenced",
    "bleeding": "Bleeding",
    "wet": "Wet",
    "incapacitated": "Incapacitated",
    "unconscious": "Unconscious",
    "concealed": "concealed",
    "unseen": "unseen",
    "cornered": "cornered",
    "poor_footing": "on poor footing",
    "impaired": "impaired in a sense",
}
"""Statuses the Guide sets and clears, in words."""


@procedure("TF-30")
async def set_range(fight: Fight[State], a: str, others: tuple[str, ...], to: str) -> None:
    """The Guide sets the range state of pairs."""
    there = tuple(b for b in others if b != a and fight.s.here(b))
    if not fight.s.here(a) or not there:
        raise Refused("Choose two different combatants of this fight.")
    for b in there:
        if between(fight.s, a, b) != to:
            await SetRange(a, b, to)
            await RangeNow(a, b, to, to=told_to(fight.s, a, b))


@procedure("TF-110..119")
async def set_status(fight: Fight[State], who: str, status: str, value: int) -> None:
    """The Guide puts a status on somebody; of Blind the value is what it adds (9: refused altogether)."""
    if status == DISORIENTED:
        await disorient(who)
    else:
        await SetStatus(who, status, value)
    if status == "wet" and fight.s[who].stats.fires:
        await SetFires(who, ())
        await Said("{0} is Wet: the fire goes out", (who,), to=told_to(fight.s, who))
        return
    await Said(f"{{0}} is {STATUSES[status]}", (who,), to=told_to(fight.s, who))
    if fight.s[who].stats.out:
        await let_go(who)


@procedure("TF-110..119")
async def clear_status(fight: Fight[State], who: str, status: str) -> None:
    """The Guide takes a status away."""
    effect = lasting(fight.s, who, status)
    if effect is not None:
        await DropLasting(effect.id)
    elif fight.s[who].stats.has(status):
        await SetStatus(who, status, 0)
        for trail in ("blood_progress", "blood_pressure"):
            if status == "bleeding" and fight.s[who].stats.has(trail):
                await SetStatus(who, trail, 0)
    else:
        raise Refused(f"{fight.s[who].name} is not {STATUSES.get(status, status)}.")
    await Said(f"{{0}} is no longer {STATUSES.get(status, status)}", (who,), to=told_to(fight.s, who))


@procedure("TF-118, 119")
async def set_on_fire(fight: Fight[State], who: str, fire: str) -> None:
    """Somebody is set alight: an item, a location or the body; Fear +2."""
    me = fight.s[who].stats
    if me.has("wet"):
        raise Refused(f"{fight.s[who].name} is Wet and cannot be set On Fire.")
    if fire in me.fires:
        raise Refused("That burns already.")
    await SetFires(who, (*me.fires, fire))
    await FearGrows(who, 2)
    await Said(f"{{0}} is On Fire ({fire_words(fire)}); Fear rises by 2", (who,), to=told_to(fight.s, who))


@procedure("TF-118")
async def douse(fight: Fight[State], who: str) -> None:
    """The Guide puts out everything that burns on somebody."""
    if not fight.s[who].stats.fires:
        raise Refused("Nothing burns on them.")
    await SetFires(who, ())
    await Said("{0} is no longer On Fire", (who,), to=told_to(fight.s, who))


@procedure("TF-112")
async def set_bonds(fight: Fight[State], who: str, anchors: str) -> None:
    """Bonds on anchors, or none: the Guide frees."""
    bound = "".join(a for a in ANCHORS if a in anchors)
    await SetBonds(who, bound)
    words = f"{{0}} is Restrained ({' and '.join(bound)})" if bound else "{0} is no longer Restrained"
    await Said(words, (who,), to=told_to(fight.s, who))


@procedure("TF-125")
async def set_lock(fight: Fight[State], holder: str, limb: str, target: str, anchor: str) -> None:
    """The Guide puts a lock, or takes it away when it is there."""
    if holder == target or not fight.s.here(holder) or not fight.s.here(target):
        raise Refused("Choose two different combatants of this fight.")
    lock, to = Lock(holder, limb, target, anchor), told_to(fight.s, holder, target)
    if lock in fight.s.ground.locks:
        await Unlocked(lock)
        await Said("{0} no longer holds {1} there", (holder, target), to=to)
        return
    if between(fight.s, holder, target) != GRAPPLING:
        await SetRange(holder, target, GRAPPLING)
    await Locked(lock)
    await Said(f"{{0}} holds {{1}} ({limb} on {anchor})", (holder, target), to=to)


@procedure("TF-52")
async def set_cover(fight: Fight[State], who: str, cover: str) -> None:
    """The cover somebody has."""
    await SetCover(who, cover)
    words = "{0} has no cover" if cover == "none" else f"{{0}} has {cover} cover"
    await Said(words, (who,), to=told_to(fight.s, who))


@procedure("TF-59, 291")
async def set_aware(fight: Fight[State], who: str, of: str, aware: bool) -> None:
    """Whether somebody is aware: of everything (`of` empty; surprised, until its own first turn), or of
    one other.
    """
    if of and (of == who or not fight.s.here(of)):
        raise Refused("Choose another combatant of this fight.")
    await SetAware(who, aware, of)
    state = "aware" if aware else "unaware"
    await Said(f"{{0}} is {state}" + (" of {1}" if of else ""), (who, of) if of else (who,), to=GM)


@procedure("TF-21")
async def set_covers(fight: Fight[State], who: str, labels: tuple[str, ...]) -> None:
    """The approaches a Guard covers; an ability may widen it ("*" for all), none opens it."""
    await Covers(who, labels, bool(labels))
    words = ", ".join(labels).replace("{", "(").replace("}", ")").replace("*", "every approach")
    told = f"{{0}} covers {words}" if labels else "{0}'s Guard is open to the first approach"
    await Said(told, (who,), to=told_to(fight.s, who))


@procedure("TF-56, 100")
async def set_scene(fight: Fight[State], light: str, poor: bool) -> None:
    """Light and terrain of the place."""
    await SetScene(light, poor)
    lights = {"normal": "The light is good", "low": "The light is low", "dark": "It is dark"}
    await Said(f"{lights[light]}; the terrain is {'poor' if poor else 'clear'}")


@procedure("TF-60, 62")
async def harm_directly(fight: Fight[State], who: str, n: int, where: str, armored: bool) -> None:
    """Wounds at a place the Guide names, through armor or past it; "pack" hits the pack."""
    if where == "pack":
        await pack_hit(who)
    elif armored:
        await take_hit(who, "", n, where)
    else:
        await Said(f"{{0}} takes {wounds_words(n, where)}", (who,), to=told_to(fight.s, who))
        await wound(who, where, n)
