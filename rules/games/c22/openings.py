"""Openings (CT-57): who moves out of an enemy's reach may be struck before the move completes."""

from __future__ import annotations

from dataclasses import replace

from rules.engine.effects import TABLE, Ask, Option
from rules.engine.procedures import Fight, procedure

from .arms import may_exploit, melee_arm, opening_skill
from .changes import SetTurn
from .drawing import check_skill
from .lines import LeavesOpening
from .position import engaged, in_order
from .state import Skill, State, up
from .strike import hampered, strike

YES, NO = "yes", "no"
_UNTRAINED = Skill("Opening", 0, "")
"""What a maneuver that exploits openings is checked with where the skill is missing: the card alone."""


@procedure("CT-57")
async def openings(fight: Fight[State], mover: str, foes: tuple[str, ...]) -> bool:
    """Each of these enemies in the order of turns may take the opening. False when the mover was brought
    down.
    """
    for foe in in_order(fight.s, foes):
        if may_exploit(fight.s, foe, mover):
            await opening(foe, mover)
        if not up(fight.s, mover):
            return False
    return True


@procedure("CT-57")
async def opening(fight: Fight[State], foe: str, mover: str) -> None:
    """One enemy is asked, and if it takes the opening a check's total is its Accuracy; no action is spent."""
    s = fight.s
    how = melee_arm(s[foe].stats)
    hint = f"check against Avoidance with {how.name}: attack value {how.damage}, no action spent"
    options = (Option(YES, "Exploit the opening", hint), Option(NO, "Let it go", "the move goes on"))
    prompt = f"{s[mover].name} moves out of your reach. Exploit the opening?"
    answer = await Ask(foe, "opening", prompt, options, NO if s[foe].player else YES)
    if answer == YES and may_exploit(fight.s, foe, mover) and up(fight.s, mover):
        await exploit(foe, mover)


@procedure("CT-57")
async def exploit(fight: Fight[State], foe: str, mover: str) -> None:
    """The blow at an opening: the check's total as Accuracy, the melee weapon's value, half as in any
    attack.
    """
    turn = fight.s[mover].stats.turn
    await SetTurn(mover, replace(turn, exploited=(*turn.exploited, foe)))
    await LeavesOpening(mover, foe)
    skill = opening_skill(fight.s[foe].stats) or _UNTRAINED
    check = await check_skill(foe, skill, None, 0, TABLE)
    if not up(fight.s, mover):
        return
    s = fight.s
    how = replace(melee_arm(s[foe].stats), skill_damage=0)
    await strike(foe, mover, how, "", check.total, hampered(s, foe, mover, how), (0, ""), False, 0)


@procedure("CT-57")
async def leave_opening(fight: Fight[State], who: str) -> None:
    """A maneuver leaves an opening to every enemy within whose reach its user stands."""
    foes = engaged(fight.s, who)
    if any(may_exploit(fight.s, foe, who) for foe in foes):
        await LeavesOpening(who)
        await openings(who, foes)
