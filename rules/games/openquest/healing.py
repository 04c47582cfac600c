"""First aid, stabilising, and living by Fortune (OQ-61 to OQ-63)."""

from __future__ import annotations

from rules.engine.procedures import Fight, Refused, procedure

from .actions import takes_action
from .chances import Plain
from .changes import Fell, Healed, put
from .harm import falls
from .lines import Plainly
from .manners import no_action
from .model import DEAD, DYING, OUT, SKILLS, State, healed, secretive, shown
from .skills import Skill, skill_test


@procedure("OQ-63")
async def first_aid(fight: Fight[State], who: str, target: str) -> bool:
    """A Healing test; a success gives 1D6 hit points back, once for a minor wound."""
    if why := no_action(fight.s, who) or aid_refused(fight.s, target):
        raise Refused(why)
    await takes_action(who)
    level = await skill_test(who, "healing", Skill(SKILLS["healing"], fight.s[who].stats.skill("healing")))
    if not level.good:
        await Plainly("The wound of {0} is not dressed", target)
        return False
    await put(target, treated=True)
    n = await Plain("healed", 6, who, "First aid")
    await Healed(target, n)
    await Plainly(f"{{0}} is {healed(fight.s, target, 'back at')}", target)
    return True


def aid_refused(s: State, who: str) -> str | None:
    """Why first aid does nothing for somebody, or None."""
    c = s[who].stats
    if not s.here(who) or c.state == DEAD:
        return "First aid is for the living who are here."
    if c.state == DYING:
        return f"{s[who].name}'s wound is mortal: stabilise it instead."
    if c.hp <= 0:
        badly = "is hurt too badly" if secretive(s, who) else f"lies at {shown(c.hp)}"
        return f"{s[who].name} {badly}: first aid is for minor wounds only."
    if c.hp >= c.hp_max:
        return f"{s[who].name} is unhurt."
    return f"{s[who].name}'s wound has been dressed already." if c.treated else None


@procedure("OQ-63")
async def stabilise(fight: Fight[State], who: str, target: str) -> bool:
    """A Healing test that keeps a dying ally from death; unconscious from then on."""
    if why := no_action(fight.s, who) or stabilise_refused(fight.s, target):
        raise Refused(why)
    await takes_action(who)
    level = await skill_test(who, "healing", Skill(SKILLS["healing"], fight.s[who].stats.skill("healing")))
    if level.good:
        await Fell(target, OUT)
        await Plainly("{0} is stabilised and will not die of this wound", target)
    else:
        await Plainly("{0} is still dying", target)
    return level.good


def stabilise_refused(s: State, who: str) -> str | None:
    """Why there is nobody to stabilise, or not in a fight, or None."""
    if not s.option("field_stabilise"):
        return "Stabilising takes a few minutes, which no fight has (option field_stabilise)."
    dying = s.here(who) and s[who].stats.state == DYING
    return None if dying else f"{s[who].name} is not dying."


@procedure("OQ-61, 62")
async def survive(fight: Fight[State], who: str) -> None:
    """The dying may spend a Fortune point at any time before death."""
    c = fight.s[who].stats
    if c.state != DYING or c.fortune < 1:
        raise Refused(f"{fight.s[who].name} is not dying, or has no Fortune point left.")
    await put(who, fortune=c.fortune - 1)
    await Plainly("{0} spends a Fortune point and will live", who)
    await falls(who, OUT, True)
