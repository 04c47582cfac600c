"""What the Referee tells the fight about the place and its people (OQ-30, 39, 43, 55 to 57, 63)."""

from __future__ import annotations

from rules.engine.changes import AddLasting
from rules.engine.effects import GM, TABLE
from rules.engine.encounter import END, Edge, Lasting
from rules.engine.procedures import Fight, Refused, procedure

from .chances import Level
from .changes import Closed, Healed, Metres, Parted, PutGround, put
from .lines import Plainly, Told
from .model import CLOSE, DEAD, SKILLS, State, aside, at_close, healed
from .skills import Skill, rolled, winner

LIGHT = {"bright": "Bright", "partial": "Partial darkness, −20", "dark": "Darkness, −50"}
WIND = {"calm": "Calm", "strong": "Strong wind, −20", "gale": "Gale, −50", "storm": "Storm, every shot fails"}
SIGHT = {"clear": "Clear", "hazy": "Hazy, −20", "poor": "Poor, −50"}
FOOTING = {"firm": "Firm", "unstable": "Unstable, −20", "underwater": "Underwater, −50"}
ROOM = {"open": "Room enough", "cramped": "Cramped, no Great Attack"}

POSITIONS: dict[str, tuple[str, str, bool | int]] = {
    "higher": ("on higher ground", "higher", True),
    "level": ("not on higher ground", "higher", False),
    "unstable": ("on unstable ground", "unstable", True),
    "firm": ("on firm ground", "unstable", False),
    "mounted": ("mounted", "mounted", True),
    "on foot": ("on foot", "mounted", False),
    "cover20": ("in some cover, −20", "cover", 20),
    "cover50": ("in good cover, −50", "cover", 50),
    "cover75": ("almost hidden by cover, −75", "cover", 75),
    "open": ("without cover", "cover", 0),
    "moving": ("moving 10 m this round, −20", "moving", 10),
    "fast": ("moving 30 m this round, −50", "moving", 30),
    "still": ("not moving", "moving", 0),
    "underwater": ("underwater", "underwater", True),
    "out of the water": ("out of the water", "underwater", False),
    "blinded": ("blinded", "blinded", True),
    "sees": ("seeing again", "blinded", False),
}
"""Where and how somebody is: words, field, value."""


@procedure("OQ-39, 43, 55")
async def set_place(fight: Fight[State], what: tuple[tuple[str, str | bool], ...], words: str) -> None:
    """A value of the place, told to the table."""
    await PutGround(what)
    await Told(words)


@procedure("OQ-39, 55, 56")
async def set_position(fight: Fight[State], who: tuple[str, ...], key: str) -> None:
    """Where or how some combatants are."""
    words, field, value = POSITIONS[key]
    for one in who:
        await put(one, **{field: value}, **({"prone": False} if key == "mounted" else {}))
        await Plainly(f"{{0}} is {words}", one, to=aside(fight.s, one))


@procedure("OQ-30, 55")
async def set_range(fight: Fight[State], who: str, other: str, metres: int) -> None:
    """Two are at Close (0), or at Ranged with so many metres between them."""
    if who == other:
        raise Refused("A distance needs two different combatants.")
    hidden = fight.s[who].hidden or fight.s[other].hidden
    to = GM if hidden else TABLE
    if metres <= CLOSE:
        await Closed(who, other)
        await Plainly("{0} and {1} are at Close", who, other, to=to)
        return
    if at_close(fight.s, who, other):
        await Parted(who, (other,))
    await Metres(who, other, metres)
    await Plainly(f"{{0}} and {{1}} are {metres} m apart", who, other, to=to)


@procedure("OQ-16, 57")
async def surprise(fight: Fight[State], who: tuple[str, ...]) -> None:
    """Each of these: Perception opposed by the best Deception among the enemies. Who loses has one round of
    Dodge and Parry only; who fumbles, not even that.
    """
    foes = [c.id for c in fight.s.present() if c.id not in who and c.stats.state != DEAD]
    foes = [f for f in foes if fight.s[f].side != fight.s[who[0]].side]
    if not foes:
        raise Refused("There is nobody to be surprised by.")
    best = max(foes, key=lambda f: fight.s[f].stats.skill("deception"))
    hidden = Skill(SKILLS["deception"], fight.s[best].stats.skill("deception"))
    against = await rolled(best, "ambush", hidden, True, aside(fight.s, best))
    for one in who:
        mine = await rolled(
            one,
            "watch",
            Skill(SKILLS["perception"], fight.s[one].stats.skill("perception")),
            True,
            aside(fight.s, one),
        )
        better = winner(mine, against) or (1 if _tie_saves(fight.s, one, best, mine[0]) else -1)
        if better < 0:
            await surprised_now(one, 2 if mine[0] is Level.FUMBLE else 1)
        else:
            await Plainly("{0} is not surprised", one, to=aside(fight.s, one))


def _tie_saves(s: State, one: str, other: str, level: Level) -> bool:
    """A tie goes to the players' side; when both fumble nobody has got the better of anybody."""
    return level is Level.FUMBLE or s[one].player or not s[other].player


@procedure("OQ-57")
async def surprised_now(fight: Fight[State], who: str, how: int) -> None:
    """Surprised to the round's end: 1 only defends, 2 not even that."""
    label = "surprised" if how == 1 else "surprised and defenceless"
    ends = Edge(max(fight.s.round, 1), "", END)
    await AddLasting(Lasting(f"surprise:{who}", who, "surprise", label, ends, how))
    words = "{0} is surprised" + ("" if how == 1 else " and cannot defend")
    await Plainly(words, who, to=aside(fight.s, who))


@procedure("OQ-63")
async def rest(fight: Fight[State]) -> None:
    """A day of rest: everybody alive gets a quarter of CON back, rounded up."""
    await Told("A day of rest")
    for who in [c.id for c in fight.s.present()]:
        c = fight.s[who].stats
        gain = -(-c.characteristics.get("con", 0) // 4)
        if c.state != DEAD and c.hp < c.hp_max and gain:
            await Healed(who, gain)
            await Plainly(f"{{0}} rests for a day and is {healed(fight.s, who)}", who, to=aside(fight.s, who))
