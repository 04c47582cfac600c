"""T1 to T3, T5: blows and what they do."""

from __future__ import annotations

from rules.engine.dice import Sum
from rules.engine.effects import Ask, Option, Options
from rules.engine.lines import Said
from rules.engine.procedures import Fight, Refused, procedure

from . import sheet
from .chances import FINE, MISS, Test
from .changes import Acts, Grit, Held, Hurt, Released, WoundUp
from .lines import Harmed, Missed, Warded
from .sheet import State


@procedure("T1")
async def strike(fight: Fight[State], attacker: str, target: str) -> str:
    """Test, offer, defence, harm. Gives miss, the defence that held, or hit."""
    await use_act(attacker, target)
    level = await tested(attacker, "strike")
    if level == MISS and fight.s[attacker].stats.grit > 0:
        again = (Option("keep"), Option("again", hint="costs a point of grit"))
        if await Ask(attacker, "again", "Roll again?", again, "keep", wait=False) == "again":
            await Grit(attacker)
            level = await tested(attacker, "again")
    if level == MISS:
        await Missed(attacker, target)
        return MISS
    how = await defend(target)
    if how != "none":
        await Warded(target, how)
        return how
    await harm(target, await Sum("harm", 1, 6, 2 if level == FINE else 0, who=attacker))
    return "hit"


@procedure("T1")
async def tested(fight: Fight[State], who: str, label: str) -> str:
    """One test of skill."""
    return await Test(label, who, sheet.skill(fight.s, who))


@procedure("T1: an act of one's turn")
async def use_act(fight: Fight[State], who: str, target: str) -> None:
    """Spend it, or say why it cannot be done."""
    if fight.s.actor != who or fight.s[who].stats.acts < 1:
        raise Refused("It is not your turn.")
    if target and (not sheet.able(fight.s, target) or target == who):
        raise Refused("There is nobody to hit there.")
    if target and fight.s[target].stats.zone != fight.s[who].stats.zone:
        raise Refused("That is out of reach.")
    await Acts(who, fight.s[who].stats.acts - 1)


def defences(s: State, who: str) -> Options:
    """What the one struck can do (T2)."""
    if not sheet.able(s, who):
        return (Option("none"),)
    parry = (Option("parry", hint="costs a point of grit"),) if s[who].stats.grit > 0 else ()
    return (Option("none"), Option("duck"), *parry)


@procedure("T2")
async def defend(fight: Fight[State], who: str) -> str:
    """The defence that held, or none."""
    how = await Ask(who, "defend", "You are struck", lambda s: defences(s, who), "none")
    if how == "parry" and fight.s[who].stats.grit > 0:
        await Grit(who)
        return "parries"
    if how == "duck" and await tested(who, "duck") != MISS:
        return "ducks"
    return "none"


@procedure("T3")
async def harm(fight: Fight[State], who: str, hits: int) -> None:
    """At once, in the first round at its end."""
    if fight.s.round == 1:
        await Held(who, hits)
        await Harmed(who, hits)
    else:
        await Hurt(who, hits)
        await Harmed(who, hits, fight.s[who].stats.hits)


@procedure("T3")
async def release(fight: Fight[State]) -> None:
    """What was held back counts now."""
    held = fight.s.ground.held
    await Released()
    for who, hits in held:
        if fight.s.here(who):
            await Hurt(who, hits)
            await Harmed(who, hits, fight.s[who].stats.hits)


@procedure("T5")
async def wind_up(fight: Fight[State], who: str, target: str) -> None:
    """Prepare a mighty blow."""
    await use_act(who, target)
    await WoundUp(who, target)
    await Said("{0} winds up", (who,))


@procedure("T5")
async def mighty(fight: Fight[State], who: str) -> str:
    """What was prepared falls, if its target is still there."""
    target = fight.s[who].stats.windup
    await WoundUp(who, "")
    if not sheet.able(fight.s, target) or fight.s[target].stats.zone != fight.s[who].stats.zone:
        return "lost"
    if await tested(who, "mighty") == MISS:
        await Missed(who, target)
        return MISS
    await harm(target, await Sum("mighty harm", 2, 6, who=who))
    return "hit"


@procedure("T5")
async def turn(fight: Fight[State], who: str) -> None:
    """A turn begins: one act, and what was prepared."""
    await Acts(who, 1)
    if fight.s[who].stats.windup:
        await mighty(who)
