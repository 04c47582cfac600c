"""Close and Ranged: moving into Close, and out of it (OQ-30, 51)."""

from __future__ import annotations

from rules.engine.effects import All, Ask, Option
from rules.engine.procedures import Fight, Refused, procedure

from .blows import RETREAT, SPRINT
from .changes import Metres, Parted, did
from .defence import disturbed
from .lines import Plainly
from .manners import (
    OBJECTION,
    goes_to,
    leaves_behind,
    manner_refused,
    no_action,
    takes_manner,
    too_far,
    unable,
)
from .model import DEAD, SKILLS, State, at_close, holder, near, objects, pair
from .skills import Skill, opposed


def no_move(s: State, who: str) -> str | None:
    """Why it has no free move left, or None."""
    if why := unable(s, who):
        return why
    if s[who].stats.turn.moved:
        return f"{s[who].name} has used the free move of this round already."
    held = holder(s, who)
    return f"{s[held].name} holds {s[who].name}: break free first." if held else None


@procedure("OQ-30")
async def close_in(fight: Fight[State], who: str, target: str) -> None:
    """The free move: up to somebody, into Close, or so far nearer. Those it leaves behind may object."""
    if why := no_move(fight.s, who) or close_refused(fight.s, who, target):
        raise Refused(why)
    if not await lets_go(who, tuple(f for f in leaves_behind(fight.s, who, target) if objects(fight.s, f))):
        return
    await did(who, moved=True)
    await disturbed(who, False)
    if too_far(fight.s, who, target):
        await comes_nearer(who, target)
        return
    await goes_to(who, target)
    await Plainly("{0} closes in on {1}", who, target)


@procedure("OQ-20, 30")
async def comes_nearer(fight: Fight[State], who: str, target: str) -> None:
    """The whole free move towards somebody it does not reach, still at Ranged after it."""
    left = leaves_behind(fight.s, who, target)
    if left:
        await Parted(who, left)
    metres = fight.s.ground.metres[pair(who, target)] - fight.s[who].stats.move
    await Metres(who, target, metres)
    await Plainly(f"{{0}} comes nearer to {{1}}: {metres} m", who, target)


def close_refused(s: State, who: str, target: str) -> str | None:
    """Why one cannot close in on somebody, or None."""
    if target == who or not s.here(target):
        return "Choose somebody else who is in this fight."
    if s[target].stats.state == DEAD:
        return f"{s[target].name} is dead."
    if at_close(s, who, target):
        return f"{s[target].name} is at Close already."
    if s[who].stats.turn.refused and any(objects(s, f) for f in leaves_behind(s, who, target)):
        return OBJECTION
    return None


def objectors(s: State, who: str) -> tuple[str, ...]:
    """Enemies at Close who may object to its leaving."""
    return tuple(f for f in near(s, who) if objects(s, f))


@procedure("OQ-30")
async def leave_close(fight: Fight[State], who: str) -> None:
    """The free move out of Close, if no enemy there objects; each is asked. Nobody strikes at who leaves."""
    if why := no_move(fight.s, who) or leave_refused(fight.s, who):
        raise Refused(why)
    if not await lets_go(who, objectors(fight.s, who)):
        return
    await did(who, moved=True)
    await disturbed(who, False)
    await out_of_close(who)


@procedure("OQ-30")
async def lets_go(fight: Fight[State], who: str, against: tuple[str, ...]) -> bool:
    """Whether nobody of these objects to its leaving them; each is asked."""
    if not against:
        return True
    options = (Option("object", "Object", "it stays at Close"), Option("let", "Let it go"))
    prompt = f"{fight.s[who].name} wants to leave Close. Object?"
    answers = await All("leaving", tuple(Ask(foe, "leaving", prompt, options, "object") for foe in against))
    barred = [foe for foe, answer in zip(against, answers, strict=True) if answer == "object"]
    if not barred:
        return True
    await did(who, refused=True)
    await Plainly("{1} does not let {0} go", who, barred[0])
    return False


def leave_refused(s: State, who: str) -> str | None:
    """Why leaving Close cannot be tried, or None."""
    if not near(s, who):
        return f"No enemy is at Close with {s[who].name}."
    if s[who].stats.turn.refused:
        return OBJECTION
    return None


@procedure("OQ-30")
async def out_of_close(fight: Fight[State], who: str) -> None:
    """At Close with no enemy any more."""
    enemies = near(fight.s, who)
    if enemies:
        await Parted(who, enemies)
    await Plainly("{0} leaves Close", who)


@procedure("OQ-16, 30")
async def slip_away(fight: Fight[State], who: str) -> bool:
    """Leaving by guile: Deception against the best Perception at Close. Takes action and free move."""
    s = fight.s
    if why := no_action(s, who) or no_move(s, who) or (None if near(s, who) else leave_refused(s, who)):
        raise Refused(why)
    await did(who, acted=True, moved=True)
    await disturbed(who, False)
    foes = objectors(fight.s, who)
    if foes:
        watcher = max(foes, key=lambda f: fight.s[f].stats.skill("perception"))
        mine = Skill(SKILLS["deception"], fight.s[who].stats.skill("deception"))
        theirs = Skill(SKILLS["perception"], fight.s[watcher].stats.skill("perception"))
        if await opposed(who, mine, watcher, theirs) != who:
            await Plainly("{0} does not slip away", who)
            return False
    await out_of_close(who)
    return True


@procedure("OQ-21, 30, 51")
async def withdraw(fight: Fight[State], who: str, manner: str) -> None:
    """A Fighting Retreat or Escaping Sprint: the action and the move; the round's defences decide at its
    end.
    """
    s = fight.s
    why = no_action(s, who) or no_move(s, who) or manner_refused(s, who, manner)
    if not why and not near(s, who):
        why = f"No enemy is at Close with {s[who].name}."
    if why:
        raise Refused(why)
    declared = s[who].stats.turn.intent == manner
    await did(who, acted=True, moved=True, leaving=True, **({} if declared else {"beaten": False}))
    await disturbed(who, False)
    await takes_manner(who, manner)
    words = {
        RETREAT: "{0} begins a Fighting Retreat: disengaged at the round's end if every defence holds",
        SPRINT: "{0} sprints: away at the round's end if every attack is dodged",
    }
    await Plainly(words[manner], who)
