"""The wider game of the feet: Sprint, Leap, Shove, Tumble, standing up (TF-39, 111, 120, 121, 123, 124)."""

from __future__ import annotations

from rules.engine.lines import Said
from rules.engine.procedures import Fight, Refused, procedure

from .chances import Result, contested_dc
from .changes import Committed, Footwork, SetRange, SetStatus, StaminaLost
from .data import LEAPS_ACROSS, LEAPS_UP
from .lines import Part, RangeNow, TestBegins
from .movement import movement_problem
from .pressure import MOVE, RISKY, STRIKE, UNSEEN, blind_dc, dazed, pressure, total
from .rolls import in_play, skill_roll
from .sheet import SEPARATED, State
from .state import able, anchors_refusal, between, further

GROUNDS = {"clear": 0, "rough": 10, "crowded": 12, "hazard": 14}


def best(s: State, who: str, skills: tuple[str, ...]) -> str:
    """The highest of the skills named (contested: against the higher of the target's)."""
    return max(skills, key=s[who].stats.rank)


@procedure("TF-08")
async def contested_roll(
    fight: Fight[State],
    who: str,
    words: str,
    skill: str,
    target: str,
    against: tuple[str, ...],
    anchors: str,
    extra: tuple[Part, ...] = (),
    blind: Part = ("", 0),
    margin: int = 0,
    strenuous: bool = False,
    precise: bool = False,
) -> Result:
    """The one who acts rolls `skill` against the contested DC of the target's best skill of `against`.
    blind: why it does not see what it does, and what that adds.
    """
    theirs = best(fight.s, target, against)
    base: Part = (
        f"{{0}}'s {theirs.capitalize()} {fight.s[target].stats.rank(theirs)}",
        contested_dc(fight.s[target].stats.rank(theirs)),
    )
    statuses = (blind, ("Disoriented", dazed(fight.s, who) if precise else 0))
    parts = (base, *extra, *pressure(fight.s, who, anchors, statuses, strenuous=strenuous))
    await TestBegins(who, words, parts, (), (target,))
    rank = fight.s[who].stats.rank(skill)
    (result,) = await skill_roll(who, skill.capitalize(), rank, 0, (total(parts),), margin)
    return result


@procedure("TF-122")
async def set_roll(
    fight: Fight[State],
    who: str,
    words: str,
    skill: str,
    dc: int,
    why: str,
    anchors: str,
    blind: int,
    strenuous: bool,
    precise: bool = False,
) -> Result:
    """A roll against a DC that nobody contests, lowered in play by the rule of cool."""
    lower = in_play(fight.s, dc)
    parts: tuple[Part, ...] = ((why, lower),)
    if lower != dc:
        parts = ((why, dc), ("rule of cool", lower - dc))
    statuses = (("blind", blind), ("Disoriented", dazed(fight.s, who) if precise else 0))
    parts = (*parts, *pressure(fight.s, who, anchors, statuses, strenuous=strenuous))
    await TestBegins(who, words, parts)
    (result,) = await skill_roll(who, skill.capitalize(), fight.s[who].stats.rank(skill), 0, (total(parts),))
    return result


def keeps_dodge(s: State, who: str) -> bool:
    """TF-39: whether Sprint and Leap leave it Dodge."""
    return s[who].stats.trait("acrobatic finesse")


@procedure("TF-120")
async def sprint(fight: Fight[State], who: str, ground: str) -> str:
    """Sprint: 1 stamina, 2 movement more; on bad ground by a roll."""
    problem = movement_problem(fight.s, who, "A Sprint") or running_problem(fight.s, who)
    if problem:
        raise Refused(problem)
    await Committed(who, "F", "sprint")
    if not keeps_dodge(fight.s, who):
        await Footwork(who)
    await StaminaLost(who, 1)
    rate = fight.s[who].stats.movement
    if GROUNDS[ground]:
        blind = blind_dc(fight.s, who, MOVE)
        result = await set_roll(
            who, f"sprints ({ground})", "athletics", GROUNDS[ground], ground, "F", blind, True
        )
        if not result.hit:
            await Said(f"{{0}} only moves as usual, {rate}", (who,))
            return "miss"
    await Said(f"{{0}} sprints and moves {rate + 2}", (who,))
    return "sprints"


def running_problem(s: State, who: str) -> str | None:
    """TF-64: disabled legs do not run."""
    return "Your legs are disabled: no running and no leaping." if s[who].stats.lame else None


@procedure("TF-121")
async def leap(fight: Fight[State], who: str, what: str) -> str:
    """Leap across or up, by feet. what: "across:10" or "up:12", the DC in it."""
    problem = movement_problem(fight.s, who, "A Leap") or running_problem(fight.s, who)
    problem = problem or anchors_refusal(fight.s, who, "FH", "A Leap")
    if problem:
        raise Refused(problem)
    way, dc = what.split(":")
    feet = (LEAPS_UP if way == "up" else LEAPS_ACROSS)[int(dc)]
    await Committed(who, "FH", "leap")
    if not keeps_dodge(fight.s, who):
        await Footwork(who)
    blind = blind_dc(fight.s, who, RISKY)
    words = f"tries to leap {feet} feet {way}"
    result = await set_roll(who, words, "athletics", int(dc), f"for {feet} feet {way}", "FH", blind, True)
    await Said("{0} makes the leap" if result.hit else "{0} does not make the leap", (who,))
    return result.word


@procedure("TF-111")
async def stand_up(fight: Fight[State], who: str) -> str:
    """Standing up costs F."""
    if not fight.s[who].stats.has("prone"):
        raise Refused("You are standing already.")
    if fight.s[who].stats.lame:
        raise Refused("Your legs are disabled: you cannot stand unaided.")
    problem = anchors_refusal(fight.s, who, "F", "Standing up")
    if problem:
        raise Refused(problem)
    await Committed(who, "F", "stand")
    await SetStatus(who, "prone", 0)
    await Said("{0} stands up", (who,))
    return "stands"


def reach_problem(s: State, who: str, target: str) -> str | None:
    """Why somebody is out of arm's reach; None when it is not."""
    if not s.here(target) or target == who:
        return "Choose somebody else in this fight."
    if between(s, who, target) == SEPARATED:
        return f"{s[target].name} is Separated from you: Advance first."
    return None


@procedure("TF-123")
async def shove(fight: Fight[State], who: str, target: str) -> str:
    """Shove: one state further apart; by 4 or more also Prone."""
    problem = reach_problem(fight.s, who, target) or anchors_refusal(fight.s, who, "LHF", "A Shove")
    if problem:
        raise Refused(problem)
    await Committed(who, "LHF", "shove")
    result = await contested_roll(
        who, "tries to shove {0}", "athletics", target, ("athletics", "melee"), "LHF", margin=4
    )
    if not result.hit or not fight.s.here(target):
        return result.word
    to = further(between(fight.s, who, target))
    await SetRange(who, target, to)
    await RangeNow(who, target, to)
    if result.clear:
        await SetStatus(target, "prone")
        await Said("{0} is knocked Prone", (target,))
    return result.word


@procedure("TF-124")
async def tumble(fight: Fight[State], who: str, target: str, away: bool) -> str:
    """Tumble past somebody or away, without Guard or response."""
    problem = movement_problem(fight.s, who, "A Tumble") or anchors_refusal(fight.s, who, "FH", "A Tumble")
    if problem is None and (not fight.s.here(target) or target == who):
        problem = "Choose somebody else in this fight."
    if problem is None and away and between(fight.s, who, target) == SEPARATED:
        problem = f"You are Separated from {fight.s[target].name} already."
    if problem:
        raise Refused(problem)
    await Committed(who, "FH", "tumble")
    words = "tries to tumble away from {0}" if away else "tries to tumble past {0}"
    blind = (UNSEEN, blind_dc(fight.s, who, STRIKE))
    result = await contested_roll(who, words, "athletics", target, ("melee",), "FH", blind=blind)
    if not result.hit or not able(fight.s, who) or not fight.s.here(target):
        return result.word
    if away:
        to = further(between(fight.s, who, target))
        await SetRange(who, target, to)
        await RangeNow(who, target, to)
    else:
        await Said("{0} is past {1}", (who, target))
    return result.word
