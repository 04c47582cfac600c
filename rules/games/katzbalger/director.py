"""What the Director settles: ranges, duels, falls, water, wounds (KB-21, 53, 73 to 76)."""

from __future__ import annotations

from rules.engine.lines import Said
from rules.engine.procedures import Fight, Refused, procedure

from .changes import Duel, Put, Ranged
from .data import RANGES, fall_dice, fallen
from .lines import RangeNow, said, seen
from .moves import released
from .perils import fall
from .sheet import State
from .values import holders, range_of
from .veil import kept
from .wounds import bleed, stun_roll, wound


@procedure("KB-53: as the Director says")
async def set_range(fight: Fight[State], a: str, b: str, to: int) -> None:
    """The range of a pair."""
    if a == b or not (fight.s.here(a) and fight.s.here(b)):
        raise Refused("A range is that of two different combatants of this fight.")
    await Ranged(a, b, to)
    await RangeNow(a, b, to, to=seen(fight.s, a, b))


@procedure("KB-53: all at once")
async def set_ranges(fight: Fight[State], who: str, to: int) -> None:
    """The range between `who` ("" for everyone) and all of the other sides."""
    s = fight.s
    mine = (who,) if who else tuple(c.id for c in s.present())
    pairs = dict.fromkeys(tuple(sorted((a, b))) for a in mine for b in s.foes(a))
    for a, b in pairs:
        if range_of(fight.s, a, b) != to:
            await Ranged(a, b, to)
    if who:
        await said(fight.s, f"{{0}} and every foe: {RANGES[to]}", who)
    else:
        await Said(f"All foes are at {RANGES[to]}".replace("at Apart", "Apart"))


@procedure("KB-21, 211")
async def set_duel(fight: Fight[State], a: str, b: str, skill: str) -> None:
    """A pair uses one skill directly in place of the Score, or the Scores again with ""."""
    if a == b or not (fight.s.here(a) and fight.s.here(b)):
        raise Refused("A duel is that of two different combatants of this fight.")
    lacking = [w for w in (a, b) if skill and skill not in _skills(fight.s, w)]
    if lacking:
        raise Refused(f"{fight.s[lacking[0]].name} has no skill called {skill}.")
    await Duel(a, b, skill)
    if skill:
        await said(fight.s, f"{{0}} and {{1}} duel: {skill} stands for the Score", a, b)
    else:
        await said(fight.s, "{0} and {1} use their Scores again", a, b)


def _skills(s: State, who: str) -> tuple[str, ...]:
    sheet = s[who].stats.sheet
    return (*sheet.hth_skills, *sheet.gun_skills)


def common_skills(s: State, a: str, b: str) -> tuple[str, ...]:
    """Skills that both have."""
    return tuple(x for x in _skills(s, a) if x in _skills(s, b))


@procedure("KB-15: marked by the Director")
async def allow_instant(fight: Fight[State], who: str) -> None:
    """Its next attack may be settled as an instant action."""
    await Put(who, "may_instant", True)
    await said(fight.s, "{0} may make an instant action", who)


@procedure("KB-22: awareness")
async def set_aware(fight: Fight[State], who: str, aware: bool) -> None:
    """Whether it is aware of attacks."""
    await Put(who, "unaware", not aware)
    await said(fight.s, "{0} is aware of the attacks" if aware else "{0} is unaware of the attacks", who)


@procedure("KB-75: let fall")
async def start_fall(fight: Fight[State], who: str, feet: int) -> None:
    """A fall: at once, or in a fight round by round where it takes longer than a round."""
    if feet <= fallen(1) or not fight.s.round or not fall_dice(feet):
        await fall(who, feet)
        return
    await Put(who, "height", feet)
    await Put(who, "dropped", fight.s.round)
    await said(fight.s, f"{{0}} falls: {fallen(1)} of {feet} ft in this round", who)


@procedure("KB-76: under water")
async def set_drowning(fight: Fight[State], who: str, under: bool) -> None:
    """It goes under, or comes up."""
    if under is (fight.s[who].stats.water >= 0):
        raise Refused("That one is under water already." if under else "That one is not under water.")
    await Put(who, "water", fight.s.round if under else -1)
    await Put(who, "breath", 0)
    if under:
        fit = fight.s[who].stats.sheet.fit
        free = "" if kept(fight.s, who) else f": no ill effects for {3 * fit} rounds"
        await said(fight.s, f"{{0}} is under water{free}", who)
    else:
        await said(fight.s, "{0} gets air again", who)


@procedure("KB-73: minutes pass")
async def minutes_pass(fight: Fight[State], who: str, minutes: int) -> None:
    """So many minutes of bleeding at once."""
    c = fight.s[who].stats
    if not c.severe or c.stable or c.dead:
        raise Refused("That one does not bleed: not severely injured, stabilised, or dead.")
    await bleed(who, minutes)


@procedure("KB-64: wounds as the Director says")
async def give_wounds(fight: Fight[State], who: str, n: int, subdual: bool) -> None:
    """Wounds from whatever else there is, with their stun roll."""
    if fight.s[who].stats.dead:
        raise Refused("That one is dead.")
    await wound(who, n, subdual)


@procedure("KB-71: as the Director says")
async def call_stun(fight: Fight[State], who: str, dice: int) -> None:
    """A stun roll with a number of d6."""
    if fight.s[who].stats.dead:
        raise Refused("That one is dead.")
    await stun_roll(who, dice)


@procedure("KB-43: held, as the Director says")
async def free(fight: Fight[State], who: str) -> None:
    """Whatever holds it lets go."""
    if not holders(fight.s, who):
        raise Refused("Nobody holds that one.")
    for holder in holders(fight.s, who):
        await released(who, holder)
