"""What an action spent in defence does: Parry, Sidestep and Block (KB-41, 42, 52)."""

from __future__ import annotations

from rules.engine.effects import Ask, Option, Options
from rules.engine.procedures import Fight, procedure

from .chances import Easy, Parts, number
from .changes import Owes, Put, SlotGone
from .data import ARM, LEG
from .sheet import State
from .values import LUNGE, MANNERS, dodge, in_hand, may_block, may_parry, may_sidestep, mcl, to_come, unspent
from .veil import kept, kept_parts

ASK = "ask"
"""Whether to Parry has not been chosen yet."""


# ------------------------------------------------------------------ actions
@procedure("KB-41, 42, 52: the cost of a defence")
async def spend(fight: Fight[State], who: str) -> None:
    """The next unspent action of this round goes, with its slot."""
    slots = to_come(fight.s, who)
    if fight.s.ground.rolled == fight.s.round and slots:
        await SlotGone(who, slots[0])
    else:
        await Owes(who, 1)
        await Put(who, "acted", fight.s[who].stats.acted + 1)


@procedure("KB-48, 43: an action is lost")
async def lose_action(fight: Fight[State], who: str) -> None:
    """The next unspent action is lost, of the next round if there is none in this one."""
    slots = to_come(fight.s, who) if fight.s.ground.rolled == fight.s.round else ()
    if slots:
        await SlotGone(who, slots[0], lost=True)
    else:
        await Owes(who, 1)


# ------------------------------------------------------------------ defences
def _left(s: State, who: str) -> str:
    n = unspent(s, who)
    return "costs the last action of this round" if n == 1 else f"costs 1 of {n} actions left this round"


def parry_parts(s: State, who: str) -> Parts:
    """What is added to a Parry roll: MCL and the better of the weapon's and the shield's modifier (KB-41)."""
    c, weapon = s[who].stats, in_hand(s, who)
    shield = c.sheet.shield
    gear = ("shield", shield) if shield > weapon.parry else (weapon.spoken, weapon.parry)
    return (("skill", mcl(s, who, weapon)), gear, *funk(s, who))


def skill_parts(s: State, who: str) -> Parts:
    """What is added to a Block or Sidestep roll: MCL (KB-42, 52)."""
    return (("skill", mcl(s, who, in_hand(s, who))), *funk(s, who))


def funk(s: State, who: str) -> Parts:
    """The Funk's −1 on a roll that is to be high (KB-80)."""
    return (("Funk", -1),) if s[who].stats.funk else ()


def chance_of(s: State, who: str, parts: Parts) -> int:
    """The chance in percent of an Easy roll of this one."""
    c = s[who].stats
    return Easy("", who, "", parts, funk=c.funk, twice=c.groove).percent


def _likely(words: str, s: State, who: str, parts: Parts) -> str:
    """The words of an option, which everybody reads, with its chance unless numbers are kept back."""
    return words if kept(s, who) else f"{words} {chance_of(s, who, parts)}%"


@procedure("KB-41")
async def parry(
    fight: Fight[State], target: str, by: str, aware: bool, less: int = 0, chosen: str = ASK
) -> int:
    """The defender chooses and rolls before the attack roll: the success number adds to its Dodge for it.

    less: by how much its Dodge is lower against this attack. chosen: what it has chosen already, or ASK.
    """

    def legal(s: State) -> Options:
        none = Option("none", "No Parry", _dodge_now(s, target, by, aware, less))
        return (none, _parry_option(s, target)) if may_parry(s, target, aware) else (none,)

    if not may_parry(fight.s, target, aware):
        return 0
    if chosen == ASK:
        prompt = f"{fight.s[by].name} attacks {fight.s[target].name}. Parry?"
        chosen = await Ask(target, "parry", prompt, legal, "none")
    if chosen != "parry" or not fight.s.here(target):
        return 0
    c = fight.s[target].stats
    await spend(target)
    parts = parry_parts(fight.s, target)
    back = kept_parts(fight.s, parts, target)
    won = await Easy("parry", target, "parries", parts, funk=c.funk, twice=c.groove, exactly=True, kept=back)
    return won or 0


def _dodge_now(s: State, target: str, by: str, aware: bool, less: int) -> str:
    """Its Dodge as everybody may read it, "" where numbers are kept back."""
    return "" if kept(s, target) else f"Dodge {number(dodge(s, target, by, aware=aware, less=less))}"


def _parry_option(s: State, target: str) -> Option:
    hint = f"{_left(s, target)}; the success number adds to the Dodge"
    return Option("parry", _likely("Parry", s, target, parry_parts(s, target)), hint)


def _either(s: State, target: str, aware: bool) -> bool:
    """Whether it has one action left for a Sidestep or a Parry, so that one question does for both."""
    settled = {"parry", "sidestep"} & set(s[target].standing)
    return may_parry(s, target, aware) and unspent(s, target) == 1 and not settled


@procedure("KB-52")
async def evade(fight: Fight[State], target: str, by: str, manner: str, aware: bool) -> str:
    """Against a Lunge or Charge: the choice of a Sidestep, or instead of it of a Parry where only one of them
    can be paid for. Gives "sidestep", "parry", "none", or ASK: not, and a Parry is still to be chosen.
    """

    def legal(s: State) -> Options:
        now = _dodge_now(s, target, by, aware, 2 if manner == LUNGE else 0) if either else ""
        none = Option("none", "Stand", now)
        if not may_sidestep(s, target, aware):
            return (none,)
        hint = f"{_left(s, target)}; cancels the bonuses of the {MANNERS[manner]}"
        words = _likely("Sidestep", s, target, skill_parts(s, target))
        parry = (_parry_option(s, target),) if either else ()
        return (none, Option("sidestep", words, hint), *parry)

    if not may_sidestep(fight.s, target, aware):
        return ASK
    either = _either(fight.s, target, aware)
    what = "Sidestep or Parry?" if either else "Sidestep?"
    prompt = f"{fight.s[by].name} makes a {MANNERS[manner]} against {fight.s[target].name}. {what}"
    chosen = await Ask(target, "sidestep", prompt, legal, "none")
    return ASK if chosen == "none" and not either else chosen


@procedure("KB-52: the roll")
async def sidestep(fight: Fight[State], target: str) -> bool:
    """An action and an Easy roll to cancel the bonuses of a Lunge or Charge for this attack."""
    if not fight.s.here(target):
        return False
    c = fight.s[target].stats
    await spend(target)
    parts = skill_parts(fight.s, target)
    back = kept_parts(fight.s, parts, target)
    won = await Easy("sidestep", target, "sidesteps", parts, funk=c.funk, twice=c.groove, kept=back)
    return won is not None


@procedure("KB-42")
async def block(fight: Fight[State], target: str, by: str, aware: bool) -> tuple[str, int]:
    """After a hit: the limb it goes to and what it takes off the damage; ("", 0) where it is not blocked."""

    def legal(s: State) -> Options:
        none = Option("none", "No Block", "the location is rolled")
        if not may_block(s, target, aware):
            return (none,)
        hint = f"{_left(s, target)}; damage less by the success number, then × 1/2"
        parts = skill_parts(s, target)
        return (
            none,
            Option("block", _likely("Block with the arm", s, target, parts), hint),
            Option("block-leg", _likely("Block with the leg", s, target, parts), hint),
        )

    if not may_block(fight.s, target, aware):
        return "", 0
    prompt = f"{fight.s[by].name} hits {fight.s[target].name}. Block?"
    limb = await Ask(target, "block", prompt, legal, "none")
    if limb == "none" or not fight.s.here(target):
        return "", 0
    c = fight.s[target].stats
    await spend(target)
    parts = skill_parts(fight.s, target)
    back = kept_parts(fight.s, parts, target)
    won = await Easy("block", target, "blocks", parts, funk=c.funk, twice=c.groove, exactly=True, kept=back)
    return ("", 0) if won is None else (LEG if limb == "block-leg" else ARM, won)
