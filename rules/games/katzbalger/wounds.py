"""Wounds and what comes of them: stun, severe injury, falls, drowning, healing (KB-64, 70 to 77)."""

from __future__ import annotations

from rules.engine.changes import AddLasting, DropLasting
from rules.engine.effects import GM, Ask, Call, Effect, Option
from rules.engine.encounter import END, Edge, Lasting
from rules.engine.procedures import Fight, Refused, procedure

from .chances import Save
from .changes import Blow, Hold, Pend, Put, Settled, Wounded
from .lines import Became, Hurt, said, seen
from .sheet import State
from .values import DAZED, HELPLESS, INCAPACITATED, STUNNED, down, helpless, lasting, stun_dice
from .veil import kept

MINUTE = 60
"""Rounds of one second in a minute."""


# ------------------------------------------------------------------ effects that may have to wait
def waits(s: State) -> bool:
    """Whether effects wait now: instants are resolved, or the acting slot is one of a simultaneous group."""
    return s.ground.instants or any(s.acting in group for group in s.ground.together)


def effect(s: State, call: Call[None]) -> Effect[None]:
    """What an action does to somebody: now, or after all who act simultaneously have acted (KB-13, 15)."""
    return Pend(call) if waits(s) else call


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
async def wound(fight: Fight[State], who: str, n: int, subdual: bool, by: str = "") -> None:
    """Wounds are taken; then a stun roll, unless there is no damage, or death."""
    await hurt(who, n, subdual, by)
    if n > 0 and fight.s.here(who) and not fight.s[who].stats.dead:
        await stun_roll(who, 0)


@procedure("KB-64, 73, 74: wounds without their stun roll")
async def hurt(fight: Fight[State], who: str, n: int, subdual: bool, by: str = "") -> None:
    """Wounds are taken, and may be a severe injury, or death."""
    if n <= 0 or not fight.s.here(who) or fight.s[who].stats.dead:
        return
    was_severe = fight.s[who].stats.severe
    await Wounded(who, n, subdual, by)
    await Hurt(who, n, subdual, to=seen(fight.s, who))
    if fight.s[who].stats.dead:
        await died(who)
    elif fight.s[who].stats.severe:
        await severely_injured(who, was_severe)


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
    if not dice:
        dice = fixed_dice(fight.s, who) or await ask_dice(who)
    if not fight.s.here(who):
        return
    c = fight.s[who].stats
    to = seen(fight.s, who)
    back = kept(fight.s, who)
    failed = await Save("stun", who, "WIL", c.sheet.wil, dice, c.funk, c.groove, stun=True, to=to, kept=back)
    if failed > 0:
        await stunned(who, failed)
    elif failed < 0:
        await daze(who)


def fixed_dice(s: State, who: str) -> int:
    """KB-71: how many d6 a stun roll has by the option `stun_dice`; 0 where the Director is asked."""
    c, option = s[who].stats, str(s.option("stun_dice"))
    if option == "chart":
        return stun_dice(c.total, c.sheet.health)
    return int(option) if option.isdigit() else 0


@procedure("KB-71: as the Director says")
async def ask_dice(fight: Fight[State], who: str) -> int:
    """The Director names the number of d6."""
    c = fight.s[who].stats
    chart = stun_dice(c.total, c.sheet.health)
    prompt = f"How many d6 does {fight.s[who].name} roll for stun? By the wounds it would be {chart}."
    numbers = tuple(Option(str(n), f"{n}d6", "by the wounds" if n == chart else "") for n in range(1, 9))
    return int(await Ask(GM, "stun_dice", prompt, numbers, str(chart)))


@procedure("KB-70, 72")
async def stunned(fight: Fight[State], who: str, n: int) -> None:
    """Stunned for the rest of this round and n full rounds; the longer of two stuns counts."""
    longer = lasts(fight.s, who, STUNNED, fight.s.round + n)
    if longer is not None:
        await longer
        await Became(who, STUNNED, n, to=seen(fight.s, who))
    else:
        await said(fight.s, "{0} stays stunned as long as before", who)
    if loses_by_it(fight.s, who):
        await out_of_action(who)


@procedure("KB-70, 45")
async def daze(fight: Fight[State], who: str) -> None:
    """Dazed for the rest of this round and the next one: no attack, all defences."""
    longer = lasts(fight.s, who, DAZED, fight.s.round + 1)
    if longer is not None:
        await longer
        await Became(who, DAZED, 1, to=seen(fight.s, who))


def lasts(s: State, who: str, key: str, last: int) -> AddLasting | None:
    """An effect to the end of round `last`; None where one that lasts as long is there already (KB-72)."""
    old = lasting(s, who, key)
    if old is not None and (old.ends is None or old.ends.round >= last):
        return None
    return AddLasting(Lasting(f"{key}/{who}", who, key, key, Edge(last, "", END)))


def loses_by_it(s: State, who: str) -> bool:
    """Whether one who cannot act any more has a Great Blow or a hold to lose."""
    return s[who].stats.blow is not None or any(who in c.stats.held for c in s.present())


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
        "severe injury", who, "WIL", c.sheet.wil, 5, c.funk, c.groove,
        stun=True, to=seen(fight.s, who), kept=kept(fight.s, who),
    )  # fmt: skip
    if failed > 0:
        longer = lasts(fight.s, who, INCAPACITATED, fight.s.round + failed - 1)
        if longer is not None:
            await longer
            await Became(who, INCAPACITATED, failed, rest=False, to=seen(fight.s, who))
        await out_of_action(who)
        return
    longer = lasts(fight.s, who, DAZED, fight.s.round) if failed < 0 else None
    if longer is not None:
        await longer
        await Became(who, DAZED, 0, to=seen(fight.s, who))


@procedure("KB-73: bleeding")
async def bleed(fight: Fight[State], who: str, minutes: int) -> None:
    """One lethal wound a minute. No stun roll: it is blood lost, not a blow."""
    await Wounded(who, minutes)
    await said(fight.s, f"{{0}} bleeds: {minutes} lethal wound{'s' if minutes != 1 else ''}", who)
    await died(who)


@procedure("KB-73: stabilised")
async def stabilise(fight: Fight[State], who: str) -> None:
    """Bleeding stops; the severe injury stays."""
    c = fight.s[who].stats
    if not c.severe or c.dead or c.stable:
        raise Refused("That one does not bleed: not severely injured, stabilised, or dead.")
    await Put(who, "stable", True)
    await Put(who, "bleeds", -1)
    await said(fight.s, "{0} is stabilised", who)
