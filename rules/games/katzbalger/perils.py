"""Falling, drowning, and days of healing (KB-64, 75 to 77)."""

from __future__ import annotations

from dataclasses import replace

from rules.engine.changes import AddLasting, DropLasting
from rules.engine.dice import Sum
from rules.engine.encounter import Lasting
from rules.engine.procedures import Fight, procedure

from .chances import Save, rounds
from .changes import Instants, Put, Settled, Wounded
from .data import HEALING, fall_dice, fallen
from .lines import Became, said, seen
from .sheet import State
from .values import DAZED, STUNNED, UNCONSCIOUS, lasting
from .veil import kept
from .wounds import died, effect, hurt, out_of_action, wound


# ------------------------------------------------------------------ falling
@procedure("KB-75, 90")
async def fall(fight: Fight[State], who: str, feet: int) -> None:
    """The damage of a fall, by the highest row of the table not above the distance."""
    dice = fall_dice(feet)
    if not dice:
        await said(fight.s, f"{{0}} falls {feet} ft and lands unhurt", who)
        return
    await said(fight.s, f"{{0}} lands after a fall of {feet} ft: {dice}d6", who)
    n = await Sum("fall", dice, 6, who=who, to=seen(fight.s, who), good=-1)
    await effect(fight.s, wound(who, n, False))


@procedure("KB-75: a long fall, round by round")
async def falling_round(fight: Fight[State], who: str) -> None:
    """30 feet in the first round, 60 more in the second and so on, until the ground."""
    c = fight.s[who].stats
    down_to = fallen(fight.s.round - c.dropped + 1)
    if down_to < c.height:
        await said(fight.s, f"{{0}} has fallen {down_to} of {c.height} ft", who)
        return
    await Put(who, "height", 0)
    await fall(who, c.height)


@procedure("KB-13, 15, 75: the fight ends")
async def fight_ends(fight: Fight[State]) -> None:
    """Whoever is falling lands, and what waited for others to act wounds all the same; nothing else of it
    would be of use any more, so there is neither a stun roll nor a question.
    """
    falling = tuple(c.id for c in fight.s.present() if c.stats.height)
    if not falling and not fight.s.ground.pending:
        return
    await Instants()  # from here on everything waits
    for who in falling:
        feet = fight.s[who].stats.height
        await Put(who, "height", 0)
        await fall(who, feet)
    waited = fight.s.ground.pending
    await Settled()
    for call in waited:
        if call.name == wound.name:
            await replace(call, name=hurt.name)


# ------------------------------------------------------------------ drowning
def drowning_dice(under: int, fit: int) -> int:
    """KB-76: d6 of the FIT check in the round `under` below water (1 is the first), 0 for none."""
    return 0 if under <= 3 * fit else 4 if under <= 6 * fit else 5 if under <= 9 * fit else 6


@procedure("KB-76")
async def drowning_round(fight: Fight[State], who: str, now: int, since: int) -> None:
    """The top of round `now` for one under water since round `since`: perhaps a FIT check, perhaps wounds."""
    c = fight.s[who].stats
    dice = drowning_dice(now - since, c.sheet.fit)
    if not dice or now <= c.breath:
        return
    effect_number = await Save(
        f"drowning, round {now - since}", who, "FIT", c.sheet.fit, dice, c.funk, c.groove,
        to=seen(fight.s, who), kept=kept(fight.s, who),
    )  # fmt: skip
    if not fight.s.here(who):
        return
    if effect_number >= 0:
        await Put(who, "breath", now + effect_number)
        if effect_number:
            await said(fight.s, f"{{0}} needs no roll for {rounds(effect_number)}", who)
        return
    await wound(who, -effect_number, True)


@procedure("KB-76: some rounds at once")
async def submerge(fight: Fight[State], who: str, under: int) -> None:
    """So many rounds below water, one after the other, where no fight counts them."""
    before = fight.s.round
    await Put(who, "breath", 0)
    for n in range(1, under + 1):
        if not fight.s.here(who) or fight.s[who].stats.dead:
            break
        await a_round_on(who)
        await drowning_round(who, before + n, before)
    await Put(who, "breath", 0)
    await said(fight.s, f"{{0}} was under water for {rounds(under)}", who)


@procedure("KB-70, 76: a round passes that no fight counts")
async def a_round_on(fight: Fight[State], who: str) -> None:
    """It is stunned or dazed for a round less."""
    for e in fight.s.lasting:
        if e.who != who or e.key not in (STUNNED, DAZED) or e.ends is None:
            continue
        if e.ends.round <= fight.s.round:
            await DropLasting(e.id)
        else:
            await AddLasting(replace(e, ends=replace(e.ends, round=e.ends.round - 1)))


# ------------------------------------------------------------------ healing
def healing_modifier(first_aid: int, conditions: tuple[str, ...]) -> int:
    """KB-77: what is added to the d4: +1 for each full 5 of the first aid's effect, and each condition's."""
    return first_aid // 5 + sum(HEALING[key][1] for key in conditions)


def healing_words(first_aid: int, conditions: tuple[str, ...]) -> str:
    """The modifiers of a day in words, "" for none."""
    aid = (f"first aid +{first_aid // 5}",) if first_aid >= 5 else ()
    return ", ".join(
        (*aid, *(f"{HEALING[k][0].lower()} {HEALING[k][1]:+d}".replace("-", "−") for k in conditions))
    )


@procedure("KB-64, 77")
async def heal(fight: Fight[State], who: str, first_aid: int, conditions: tuple[str, ...]) -> int:
    """A day: d4 + FIT bonus + modifiers wounds heal, subdual ones faster; a negative rate is infection."""
    c = fight.s[who].stats
    words = healing_words(first_aid, conditions)
    if words:
        await said(fight.s, f"A day of healing for {{0}}: {words}", who)
    bonus = c.sheet.fit_bonus + healing_modifier(first_aid, conditions)
    rate = await Sum("healing", 1, 4, bonus, who=who, to=seen(fight.s, who))
    c = fight.s[who].stats
    if rate >= 0:
        await recover(who, rate)
    elif c.lethal and not c.dead:
        await infection(who, -rate)
    else:
        await said(fight.s, "{0} has no lethal wound that could be infected; nothing heals", who)
    return rate


@procedure("KB-64, 77: wounds heal")
async def recover(fight: Fight[State], who: str, rate: int) -> None:
    """Lethal wounds at the daily rate, subdual ones at a multiple of it (option `subdual_rate`)."""
    c = fight.s[who].stats
    if c.dead:
        await said(fight.s, "{0} is dead", who)
        return
    if not c.total:
        await said(fight.s, "{0} has no wounds to heal", who)
        return
    fast = rate * int(fight.s.option("subdual_rate"))
    lethal, subdual = max(0, c.lethal - rate), max(0, c.subdual - fast)
    healed = (c.lethal - lethal, c.subdual - subdual)
    await Put(who, "lethal", lethal)
    await Put(who, "subdual", subdual)
    left = "" if kept(fight.s, who) else f"; {lethal} lethal and {subdual} subdual are left"
    await said(fight.s, f"{{0}} heals {healed[0]} lethal and {healed[1]} subdual wounds{left}", who)
    if not fight.s[who].stats.severe and c.bleeds >= 0:
        await Put(who, "bleeds", -1)
    if any(e.id == f"fever/{who}" for e in fight.s.lasting):
        await DropLasting(f"fever/{who}")
        await said(fight.s, "{0} comes round", who)


@procedure("KB-77: infection")
async def infection(fight: Fight[State], who: str, n: int) -> None:
    """The wounds grow; at severe injury it lies in shock and fever, unconscious."""
    await Wounded(who, n)
    await said(fight.s, f"{{0}}'s wounds are infected: {n} lethal more", who)
    if await died(who) or not fight.s[who].stats.severe:
        return
    if lasting(fight.s, who, UNCONSCIOUS) is None:
        await AddLasting(Lasting(f"fever/{who}", who, UNCONSCIOUS, UNCONSCIOUS))
        await Became(who, "in shock and fever, unconscious", to=seen(fight.s, who))
    await out_of_action(who)
