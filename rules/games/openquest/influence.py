"""Intimidation, skills and spells, and tests beside the fight (OQ-10, 15, 16, 20, 23, 58)."""

from __future__ import annotations

from rules.engine.changes import AddLasting, CountName
from rules.engine.effects import GM, TABLE, Ask, Option
from rules.engine.encounter import Lasting
from rules.engine.procedures import Fight, Refused, procedure

from .actions import takes_action
from .chances import Level
from .changes import Parted, put
from .harm import misses_a_round
from .lines import Plainly
from .manners import no_action
from .model import SKILLS, UP, State, near
from .skills import Mod, Skill, opposed, skill_test

INTIMIDATION = {
    "motive": ("They have a motive to give in", 20),
    "will": ("Their will is stronger", -20),
    "group": ("They are stronger, or a group at full strength", -50),
}


_REASONS = {"motive": "a motive to give in", "will": "stronger will", "group": "stronger or at full strength"}
"""The same, as modifiers in the arithmetic."""


@procedure("OQ-58")
async def intimidate(fight: Fight[State], who: str, target: str, ticks: tuple[str, ...]) -> Level:
    """An Influence test: a critical brings surrender or flight, a fumble makes the target immune."""
    if why := no_action(fight.s, who) or intimidate_refused(fight.s, who, target):
        raise Refused(why)
    await takes_action(who)
    mods = tuple(Mod(_REASONS[t], n) for t, (_, n) in INTIMIDATION.items() if t in ticks)
    skill = Skill(SKILLS["influence"], fight.s[who].stats.skill("influence")).plus(*mods)
    level = await skill_test(who, "intimidation", skill)
    if level is Level.CRITICAL:
        await gives_in(target)
    elif level is Level.SUCCESS:
        await wavers(who, target)
    elif level is Level.FUMBLE:
        await put(target, unmoved=(*fight.s[target].stats.unmoved, who))
        await Plainly("{1} is immune to {0}'s threats from now on", who, target)
    else:
        await Plainly("{1} is not impressed by {0}", who, target)
    return level


def intimidate_refused(s: State, who: str, target: str) -> str | None:
    """Why this one cannot be intimidated, or None."""
    c = s[target].stats
    if who in c.unmoved:
        return f"{s[target].name} is immune to {s[who].name}'s threats."
    return None if c.state == UP and s.here(target) else f"{s[target].name} cannot hear it."


@procedure("OQ-58")
async def gives_in(fight: Fight[State], who: str) -> None:
    """Surrender or flight, as the one who gives in chooses."""
    options = (Option("surrender", "Surrender"), Option("flight", "Flee", "out of Close at once"))
    prompt = f"{fight.s[who].name} is cowed: surrender or flight?"
    how = await Ask(who, "cowed", prompt, options, "surrender")
    label = "surrendering" if how == "surrender" else "fleeing"
    await CountName()
    await AddLasting(Lasting(f"cowed:{fight.s.named}", who, "cowed", label))
    enemies = near(fight.s, who)
    if how == "flight" and enemies:
        await Parted(who, enemies)
    await Plainly("{0} surrenders" if how == "surrender" else "{0} flees", who)


@procedure("OQ-58")
async def wavers(fight: Fight[State], who: str, target: str) -> None:
    """A plain success: what it comes to is the Referee's to say."""
    options = (
        Option("yields", "It gives way", "the Referee says how"),
        Option("miss", "It hesitates", "misses a round"),
        Option("in", "It gives in", "surrender or flight, as after a critical"),
    )
    prompt = f"{fight.s[who].name} intimidates {fight.s[target].name}. What does it come to?"
    how = await Ask(GM, "intimidated", prompt, options, "yields")
    if how == "in":
        await gives_in(target)
    elif how == "miss":
        await misses_a_round(target)
    else:
        await Plainly("{1} gives way before {0}", who, target)


# ------------------------------------------------------------------ skills and spells
@procedure("OQ-15, 23")
async def use_skill(fight: Fight[State], who: str, key: str, difficulty: int) -> Level:
    """A skill used in the fight; what it brings about is the Referee's to say."""
    if why := no_action(fight.s, who):
        raise Refused(why)
    await takes_action(who)
    skill = Skill(SKILLS[key], fight.s[who].stats.skill(key)).plus(Mod("difficulty", difficulty))
    return await skill_test(who, "skill", skill)


@procedure("OQ-23")
async def cast(fight: Fight[State], who: str, what: str) -> Level:
    """A Casting test; the spell itself is the Referee's."""
    if why := no_action(fight.s, who):
        raise Refused(why)
    await takes_action(who)
    await Plainly(f"{{0}} casts {_quoted(what)}", who)
    return await skill_test(who, "casting", Skill(SKILLS["casting"], fight.s[who].stats.skill("casting")))


@procedure("OQ-20, 23")
async def other(fight: Fight[State], who: str, what: str) -> None:
    """Anything else that takes the action, in the player's own words."""
    if why := no_action(fight.s, who):
        raise Refused(why)
    await takes_action(who)
    await Plainly(f"{{0}}: {_quoted(what)}", who)


def _quoted(what: str) -> str:
    """Words of a player inside a line, where braces stand for names."""
    return what.replace("{", "(").replace("}", ")").strip() or "something"


# ------------------------------------------------------------------ beside the fight
@procedure("OQ-10, 15, 16")
async def check(fight: Fight[State], who: str, key: str, modifier: int, target: str, to: str = TABLE) -> str:
    """A test of a skill, or an opposed one against somebody; for the eyes of `to` only."""
    mine = Skill(SKILLS[key], fight.s[who].stats.skill(key)).plus(Mod("modifier", modifier))
    if not target:
        return (await skill_test(who, "check", mine, to)).value
    against = OPPOSES.get(key, key)
    theirs = Skill(SKILLS[against], fight.s[target].stats.skill(against))
    won = await opposed(who, mine, target, theirs, to)
    if not won:
        await Plainly("Neither {0} nor {1} comes out on top", who, target, to=to)
        return "nobody"
    loser = target if won == who else who
    await Plainly("{0} prevails over {1}", won, loser, to=to)
    return "won" if won == who else "lost"


OPPOSES = {
    "deception": "perception",
    "perception": "deception",
    "influence": "persistence",
    "persistence": "influence",
    "casting": "persistence",
    "close": "dodge",
    "ranged": "dodge",
    "dodge": "athletics",
}
"""The skill that stands against another in an opposed test; the same one where none is named."""
