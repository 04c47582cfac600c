"""Skill rolls with what a miss offers: Push Your Luck, Complications, Critical Failure (TF-01..09, 63,
95..97, 122).
"""

from __future__ import annotations

from rules.engine.changes import AddNote, CountName
from rules.engine.effects import GM, TABLE, Ask, Option
from rules.engine.encounter import Note
from rules.engine.lines import Said
from rules.engine.procedures import Fight, procedure

from .chances import Result, SkillRoll
from .data import TRACKS
from .lines import Complication, Part, TestBegins
from .pressure import total
from .sheet import State
from .state import flag

LOWEST_DC = 6
LEFT_TO_THE_GUIDE = "you say what follows; it is kept as a note"


@procedure("TF-01, 63, 95")
async def skill_roll(
    fight: Fight[State],
    who: str,
    what: str,
    rank: int,
    leverage: int,
    dcs: tuple[int, ...],
    margin: int = 0,
    critical: str = LEFT_TO_THE_GUIDE,
) -> tuple[Result, ...]:
    """A skill roll against each of `dcs`; when all are missed, the offers of a miss in their order.

    critical: what a Critical Failure would do, where the rules know it.
    """
    results = await SkillRoll("roll", who, what, rank, leverage, dcs, margin)
    if any(r.hit for r in results) or not fight.s.here(who):
        return results
    track = await _push_offer(who, what, dcs)
    if track == "no":
        return await _critical_offer(who, what, results, critical)
    lower = tuple(min(dc, max(LOWEST_DC, dc - 2)) for dc in dcs)
    results = await SkillRoll("pushed", who, what, rank, leverage, lower, margin)
    made = any(r.hit for r in results)
    await complicate(who, track, not made)
    return results if made else await _critical_offer(who, what, results, critical)


@procedure("TF-95")
async def _push_offer(fight: Fight[State], who: str, what: str, dcs: tuple[int, ...]) -> str:
    """The roller may push, the Guide may refuse; gives the track or "no"."""
    lower = " and ".join(str(min(dc, max(LOWEST_DC, dc - 2))) for dc in dcs)
    options = (
        Option("no", "Keep the miss"),
        *(Option(key, f"Push: {name}") for key, (name, _, _) in TRACKS.items()),
    )
    # in one line, since it stands under every miss
    risks = ", ".join(f"{name} ({short})" for name, _, short in TRACKS.values())
    prompt = f"A miss with {what}. Push Your Luck and roll all again at DC {lower}? At risk: {risks}."
    track = await Ask(who, "push", prompt, options, "no", wait=False)
    if track == "no":
        return "no"
    await Said(f"{{0}} pushes their luck on {TRACKS[track][0]}, at the risk of {TRACKS[track][1]}", (who,))
    veto = await Ask(
        GM,
        "push veto",
        f"{fight.s[who].name} pushes on {TRACKS[track][0]}. Do you allow it?",
        (Option("allow", "Allow"), Option("refuse", "Refuse", "the miss stands")),
        "allow",
        wait=False,
    )
    if veto == "refuse":
        await Said("The Guide refuses the push; the miss stands")
        return "no"
    return track


@procedure("TF-63")
async def _critical_offer(
    fight: Fight[State], who: str, what: str, results: tuple[Result, ...], does: str
) -> tuple[Result, ...]:
    """Only the Guide declares a Critical Failure, and only on a failed roll. What the rules leave open
    about it is noted for the Guide to settle.
    """
    answer = await Ask(
        GM,
        "critical failure",
        f"{fight.s[who].name} misses with {what}. Declare a Critical Failure?",
        (
            Option("no", "No"),
            Option("yes", "Critical Failure", does),
        ),
        "no",
        wait=False,
    )
    if answer == "no":
        return results
    await Said("The Guide declares a Critical Failure for {0}", (who,))
    if does == LEFT_TO_THE_GUIDE:
        await CountName()
        await AddNote(Note(f"n{fight.s.named}", f"Critical Failure: {what}", who))
    return tuple(Result(r.hit, r.partial, r.legendary, True) for r in results)


@procedure("TF-96, 97")
async def complicate(fight: Fight[State], who: str, track: str, major: bool) -> None:
    """A Complication is kept as a named note until the Guide clears it."""
    name, risk, _ = TRACKS[track]
    await CountName()
    text = f"{'Major' if major else 'Minor'} Complication ({name}): {risk}"
    await AddNote(Note(f"n{fight.s.named}", text, who))
    await Complication(who, name, major)


def in_play(s: State, dc: int) -> int:
    """TF-122: a DC that is not contested and no attack's is lowered by 2, not below 6 (option
    `rule_of_cool`).
    """
    return min(dc, max(LOWEST_DC, dc - 2)) if flag(s, "rule_of_cool") else dc


@procedure("TF-01, 08, 122")
async def plain_check(
    fight: Fight[State], who: str, what: str, rank: int, leverage: int, parts: tuple[Part, ...], to: str
) -> str:
    """A skill roll beside the fight against a DC in parts; a blind or private one has no offers."""
    dc = total(parts)
    if len(parts) > 1:
        await TestBegins(who, f"checks {what}", parts, to=to)
    if to != TABLE:
        (result,) = await SkillRoll("check", who, what, rank, leverage, (dc,), to=to)
    else:
        (result,) = await skill_roll(who, what, rank, leverage, (dc,))
    return result.word
