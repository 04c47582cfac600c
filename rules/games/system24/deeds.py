"""Other deeds of a turn: cover, gear, spells, searching, commands, dropping Guard, fire, blood
(TF-22..24, 52, 115, 118).
"""

from __future__ import annotations

from rules.engine.lines import Said
from rules.engine.procedures import Fight, Refused, procedure

from .attack import take_up
from .changes import Committed, Dropped, GuardBroken, Held, SetCover, SetFires, SetStatus
from .data import DIFFICULTIES
from .events import announce, first_match
from .sheet import ANCHORS, REGION_WORDS, State
from .state import anchors_refusal, free_anchors
from .wider_moves import set_roll

HEADWORK = {
    "cast": ("magic", "casts a spell", "casting"),
    "search": ("lore", "searches", "searching"),
    "command": ("social", "gives complex commands", "commanding"),
}
"""TF-22: deeds of the head: skill, words, what breaks Guard."""


def _plain(text: str) -> str:
    return text.replace("{", "(").replace("}", ")")


@procedure("TF-52")
async def take_cover(fight: Fight[State], who: str, cover: str) -> str:
    """Active or structural cover holds F; a Dodge stays possible."""
    problem = anchors_refusal(fight.s, who, "F", "Taking cover")
    if problem:
        raise Refused(problem)
    await Committed(who, "F", "cover")
    await SetCover(who, cover)
    await Said(f"{{0}} takes {cover} cover", (who,))
    return "covered"


@procedure("TF-23")
async def draw(fight: Fight[State], who: str, weapon: str) -> str:
    """Draw a weapon, or stow the one in hand; picking up a dropped one takes a hand."""
    me = fight.s[who].stats
    if weapon == me.held:
        raise Refused("That is in your hand already.")
    if not weapon:
        await Held(who, "")
        await Said(f"{{0}} stows the {me.held}", (who,))
        return "stowed"
    if weapon not in [w.name for w in me.weapons]:
        raise Refused("You carry no such weapon.")
    if weapon in me.dropped:
        hand = next((a for a in "RL" if a in free_anchors(fight.s, who)), "")
        if not hand:
            raise Refused("Picking it up needs a free hand (L or R).")
        await Committed(who, hand, "gear")
        await Dropped(who, weapon, False)
        await Said(f"{{0}} picks up the {weapon}", (who,))
    await take_up(who, weapon)
    return "drawn"


@procedure("TF-23")
async def handle_gear(fight: Fight[State], who: str, what: str) -> str:
    """Reload, raise a shield, handle gear blindly: a hand, and no Guard is broken."""
    hand = next((a for a in "RL" if a in free_anchors(fight.s, who)), "")
    if not hand:
        raise Refused("Handling gear needs a free hand (L or R).")
    await Committed(who, hand, "gear")
    await Said(f"{{0}}: {_plain(what)}" if what else "{0} handles gear", (who,))
    return "done"


@procedure("TF-22, 115, 122")
async def headwork(fight: Fight[State], who: str, kind: str, dc: int) -> str:
    """Casting, searching, complex commands: H, and Guard is broken. dc 0: the Guide asks for no roll."""
    skill, words, breaks = HEADWORK[kind]
    problem = anchors_refusal(fight.s, who, "H", breaks.capitalize())
    if problem is None and kind != "search" and fight.s[who].stats.has("silenced"):
        problem = "You are Silenced: no casting, no commands."
    if problem:
        raise Refused(problem)
    await Committed(who, "H", kind)
    await GuardBroken(who, breaks)
    if kind == "cast" and first_match(fight.s, "casts", who, "", False):
        await Said("{0} begins to cast a spell", (who,))
        await announce("casts", who, "", False)
    outcome = "stopped"
    if not fight.s[who].stats.out and fight.s.here(who):
        outcome = "done"
        if dc:
            result = await set_roll(who, words, skill, dc, DIFFICULTIES.get(dc, "difficulty"), "H", 0, False)
            outcome = result.word
        else:
            await Said("{0} " + words, (who,))
    if kind == "cast" and first_match(fight.s, "casts", who, "", True):
        await announce("casts", who, "", True)
    return outcome


@procedure("TF-24")
async def drop_guard(fight: Fight[State], who: str) -> str:
    """Dropping Guard costs nothing and no roll."""
    if fight.s[who].stats.broken:
        raise Refused("Your Guard is broken already.")
    await GuardBroken(who, "choice")
    await Said("{0} drops their Guard", (who,))
    return "dropped"


@procedure("TF-118")
async def put_out(fight: Fight[State], who: str, fire: str) -> str:
    """Put out one fire on oneself with a hand."""
    if fire not in fight.s[who].stats.fires:
        raise Refused("That does not burn.")
    hand = next((a for a in "RL" if a in free_anchors(fight.s, who)), "")
    if not hand:
        raise Refused("Putting out a fire needs a free hand (L or R).")
    await Committed(who, hand, "fire")
    await SetFires(who, tuple(f for f in fight.s[who].stats.fires if f != fire))
    await Said(f"{{0}} puts out the fire ({fire_words(fire)})", (who,))
    return "out"


def fire_words(fire: str) -> str:
    """What burns, in words."""
    if fire.startswith("item:"):
        return fire.removeprefix("item:")
    return "body" if fire == "body" else REGION_WORDS[fire]


@procedure("TF-117")
async def staunch(fight: Fight[State], who: str, target: str) -> str:
    """Staunch somebody's bleeding: both hands; the Guide may ask for a roll beside it."""
    if not fight.s.here(target) or not fight.s[target].stats.has("bleeding"):
        raise Refused("They do not bleed.")
    hands = "".join(a for a in "LR" if a in free_anchors(fight.s, who))
    if not hands:
        raise Refused("Staunching needs a free hand (L or R).")
    await Committed(who, hands, "staunch")
    for status in ("bleeding", "blood_progress", "blood_pressure"):
        if fight.s[target].stats.has(status):
            await SetStatus(target, status, 0)
    await Said(
        "{0} staunches the bleeding of {1}" if who != target else "{0} staunches their bleeding",
        (who, target),
    )
    return "staunched"


@procedure("TF-10, 13, 22")
async def other_deed(fight: Fight[State], who: str, anchors: str, what: str) -> str:
    """Any other action in words, with the anchors it takes."""
    problem = anchors_refusal(fight.s, who, anchors, "This")
    if problem:
        raise Refused(problem)
    await Committed(who, "".join(a for a in ANCHORS if a in anchors), "other")
    await Said("{0}: " + (_plain(what) or f"another action ({' and '.join(anchors)})"), (who,))
    return "done"
