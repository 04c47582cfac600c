"""Wounds and what comes of them: stun, severe injury, falls, drowning, healing (KB-64, 70 to 77)."""

from __future__ import annotations

from typing import Any

from rules.engine.changes import AddLasting, DropLasting
from rules.engine.dice import Sum
from rules.engine.effects import GM, TABLE, Ask, Call, Option
from rules.engine.encounter import END, Edge, Lasting
from rules.engine.procedures import Fight, procedure

from .chances import Save, rounds
from .changes import Blow, Hold, Pend, Put, Settled, Wounded
from .data import HEALING, fall_dice, fallen
from .lines import Became, Hurt, said, seen
from .sheet import State
from .values import DAZED, HELPLESS, INCAPACITATED, STUNNED, UNCONSCIOUS, down, helpless, lasting, stun_dice

MINUTE = 60
"""Rounds of one second in a minute."""


# ------------------------------------------------------------------ effects that may have to wait
def waits(s: State) -> bool:
    """Whether effects wait now: instants are resolved, or the acting slot is one of a simultaneous group."""
    return s.ground.instants or any(s.acting in group for group in s.ground.together)


@procedure("KB-13, 15")
async def effect(fight: Fight[State], call: Call[Any]) -> None:
    """What an action does to somebody: now, or after all who act simultaneously have acted."""
    if waits(fight.s):
        await Pend(call)
    else:
        await call


@procedure("KB-13, 15: effects that waited")
async def settle(fight: Fight[State]) -> None:
    """The effects that waited take place, in the order in which they came about."""
    pending = fight.s.ground.pending
    if pending or fight.s.ground.instants:
        await Settled()
    for call in pending:
        await call


# ------------------------------------------------------------------ wounds
@procedure("KB-64, 70, 73, 74")
async def wound(fight: Fight[State], who: str, n: int, subdual: bool) -> None:
    """Wounds are taken; then a stun roll, unless there is no damage, or death."""
    if n <= 0 or not fight.s.here(who) or fight.s[who].stats.dead:
        return
    was_severe = fight.s[who].stats.severe
    await Wounded(who, n, subdual)
    await Hurt(who, n, subdual, to=seen(fight.s, who))
    if await died(who):
        return
    if fight.s[who].stats.severe:
        await severely_injured(who, was_severe)
    await stun_roll(who, 0)


@procedure("KB-74")
async def died(fight: Fight[State], who: str) -> bool:
    """At twice its Health in wounds it is dead: whom it held is free."""
    if not fight.s[who].stats.dead:
        return False
    await Became(who, "dead", to=seen(fight.s, who))
    for e in fight.s.lasting:
        if e.who == who and e.key in (*HELPLESS, DAZED):
            await DropLasting(e.id)
    await out_of_action(who)
    return True


@procedure("KB-73")
async def severely_injured(fight: Fight[State], who: str, already: bool) -> None:
    """It bleeds from now on, a new wound opens what was stabilised."""
    c = fight.s[who].stats
    if c.stable:
        await Put(who, "stable", False)
    if c.bleeds < 0 or c.stable:
        await Put(who, "bleeds", fight.s.round)
    if not already:
        await Became(who, "severely injured and bleeds until stabilised", to=seen(fight.s, who))


@procedure("KB-70, 71")
async def stun_roll(fight: Fight[State], who: str, dice: int) -> None:
    """d6s against WIL: over it stunned, exactly it dazed. dice: 0 by the option and the wounds."""
    dice = dice or await dice_of_stun(who)
    if not fight.s.here(who):
        return
    c = fight.s[who].stats
    failed = await Save(
        "stun", who, "WIL", c.sheet.wil, dice, c.funk, c.groove, stun=True, to=seen(fight.s, who)
    )
    if failed > 0:
        await stunned(who, failed)
    elif failed < 0:
        await daze(who)


@procedure("KB-71")
async def dice_of_stun(fight: Fight[State], who: str) -> int:
    """How many d6 a stun roll has: by total wounds ÷ Health, a fixed number, or as the Director says."""
    c = fight.s[who].stats
    chart = stun_dice(c.total, c.sheet.health)
    option = str(fight.s.option("stun_dice"))
    if option == "chart":
        return chart
    if option != "ask":
        return int(option)
    name = fight.s[who].name
    prompt = f"How many d6 does {name} roll for stun? By the wounds it would be {chart}."
    return int(
        await Ask(GM, "stun_dice", prompt, tuple(Option(str(n), f"{n}d6") for n in range(1, 9)), str(chart))
    )


@procedure("KB-70, 72")
async def stunned(fight: Fight[State], who: str, n: int) -> None:
    """Stunned for the rest of this round and n full rounds; the longer of two stuns counts."""
    if await lasts(who, STUNNED, fight.s.round + n):
        await Became(who, STUNNED, n, to=seen(fight.s, who))
    else:
        await said(fight.s, "{0} is stunned for longer than that already", who)
    await out_of_action(who)


@procedure("KB-70, 45")
async def daze(fight: Fight[State], who: str) -> None:
    """Dazed for the rest of this round and the next one: no attack, all defences."""
    if await lasts(who, DAZED, fight.s.round + 1):
        await Became(who, DAZED, 1, to=seen(fight.s, who))


@procedure("KB-72")
async def lasts(fight: Fight[State], who: str, key: str, last: int) -> bool:
    """An effect to the end of round `last`; the longer of two counts. Gives whether it is new or longer."""
    old = lasting(fight.s, who, key)
    if old is not None and (old.ends is None or old.ends.round >= last):
        return False
    await AddLasting(Lasting(f"{key}/{who}", who, key, key, Edge(last, "", END)))
    return True


@procedure("KB-43, 49, 72")
async def out_of_action(fight: Fight[State], who: str) -> None:
    """What one who cannot act any more loses: a Great Blow under way, an instant settled, those it holds."""
    c = fight.s[who].stats
    if c.blow is not None:
        await Blow(who)
        await said(fight.s, "{0}'s Great Blow comes to nothing", who)
    await let_go(who)


@procedure("KB-43")
async def let_go(fight: Fight[State], who: str) -> None:
    """A holder that is down holds nobody any more."""
    if not down(fight.s, who):
        return
    for c in tuple(fight.s.present()):
        if who in c.stats.held:
            await Hold(c.id, who)
            await said(fight.s, "{0} is free of {1}", c.id, who)


# ------------------------------------------------------------------ severe injury, round by round
@procedure("KB-73: the top of a round")
async def severe_round(fight: Fight[State], who: str) -> None:
    """One lethal wound for every minute of bleeding; then 5d6 against WIL to be able to act in this round."""
    c = fight.s[who].stats
    if not c.severe or c.dead:
        if c.bleeds >= 0:
            await Put(who, "bleeds", -1)
        return
    since = fight.s.round - c.bleeds
    if c.bleeds < 0:
        if not c.stable:
            await Put(who, "bleeds", fight.s.round)
    elif not c.stable and since > 0 and since % MINUTE == 0:
        await bleed(who, 1)
    if not fight.s[who].stats.dead and not helpless(fight.s, who):
        await bear_up(who)


@procedure("KB-73")
async def bear_up(fight: Fight[State], who: str) -> None:
    """5d6 against WIL: over it incapacitated for the failure's rounds, this one included; exactly dazed."""
    c = fight.s[who].stats
    failed = await Save(
        "severe injury", who, "WIL", c.sheet.wil, 5, c.funk, c.groove, stun=True, to=seen(fight.s, who)
    )
    if failed > 0:
        if await lasts(who, INCAPACITATED, fight.s.round + failed - 1):
            await Became(who, INCAPACITATED, failed, rest=False, to=seen(fight.s, who))
        await out_of_action(who)
    elif failed < 0 and await lasts(who, DAZED, fight.s.round):
        await Became(who, DAZED, 0, to=seen(fight.s, who))


@procedure("KB-73: bleeding")
async def bleed(fight: Fight[State], who: str, minutes: int) -> None:
    """One lethal wound a minute. No stun roll: it is blood lost, not a blow."""
    await Wounded(who, minutes)
    await said(fight.s, f"{{0}} bleeds: {minutes} lethal wound{'s' if minutes != 1 else ''}", who)
    await died(who)


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
    await effect(wound(who, n, False))


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


# ------------------------------------------------------------------ drowning
def drowning_dice(under: int, fit: int) -> int:
    """KB-76: d6 of the FIT check in the round `under` below water (1 is the first), 0 for none."""
    return 0 if under <= 3 * fit else 4 if under <= 6 * fit else 5 if under <= 9 * fit else 6


@procedure("KB-76")
async def drowning_round(fight: Fight[State], who: str, now: int, since: int, to: str = TABLE) -> None:
    """The top of round `now` for one under water since round `since`: perhaps a FIT check, perhaps wounds."""
    c = fight.s[who].stats
    dice = drowning_dice(now - since, c.sheet.fit)
    if not dice or now <= c.breath:
        return
    effect_number = await Save(
        "drowning", who, "FIT", c.sheet.fit, dice, c.funk, c.groove, to=seen(fight.s, who)
    )
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
        await drowning_round(who, before + n, before)
    await Put(who, "breath", 0)
    await said(fight.s, f"{{0}} was under water for {rounds(under)}", who)


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
    fast = rate * int(fight.s.option("subdual_rate"))
    lethal, subdual = max(0, c.lethal - rate), max(0, c.subdual - fast)
    healed = (c.lethal - lethal, c.subdual - subdual)
    await Put(who, "lethal", lethal)
    await Put(who, "subdual", subdual)
    left = f"{lethal} lethal and {subdual} subdual are left"
    await said(fight.s, f"{{0}} heals {healed[0]} lethal and {healed[1]} subdual wounds; {left}", who)
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


@procedure("KB-73: stabilised")
async def stabilise(fight: Fight[State], who: str) -> None:
    """Bleeding stops; the severe injury stays."""
    await Put(who, "stable", True)
    await Put(who, "bleeds", -1)
    await said(fight.s, "{0} is stabilised", who)
