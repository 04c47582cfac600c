"""The round of one second: its top, the edges of a slot, what holds from the next one on (KB-10, 15, 30)."""

from __future__ import annotations

from dataclasses import replace

from rules.engine.changes import SetOrder
from rules.engine.effects import All, Ask, Option
from rules.engine.encounter import Slot
from rules.engine.procedures import Fight, Refused, procedure

from .attack import instants, land
from .changes import Blow, Guard, Hold, Instant, NewRound, Put
from .lines import said
from .order import insert, pay_debt, roll_all, roll_order, slots_of
from .perils import drowning_round, falling_round
from .sheet import AGGRESSIVE, DEFENSIVE, MODES, NORMAL, Intent, State, Weapon
from .values import able, down, in_hand, to_come, weapon_of
from .wounds import let_go, settle, severe_round

MODE_HINTS = {
    NORMAL: "all actions, no modifier",
    DEFENSIVE: "HTH Score added to the Dodge, half the actions",
    AGGRESSIVE: "half as many actions again, no Dodge, no Parry, no Great Blow",
}
ASK, KEEP = "ask", "keep"


# ------------------------------------------------------------------ the top of the round
@procedure("KB-10")
async def top_of_round(fight: Fight[State]) -> None:
    """What lasts takes its toll, modes hold or change, instant actions, then initiative for all."""
    await settle()
    for c in tuple(fight.s.present()):
        await toll(c.id)
    await choose_modes()
    await instants()
    await roll_order()
    await lost_blows()


@procedure("KB-73, 75, 76: the top of the round for one")
async def toll(fight: Fight[State], who: str) -> None:
    """Severe injury, a fall under way, drowning."""
    if not fight.s.here(who):
        return
    c = fight.s[who].stats
    if c.severe or c.bleeds >= 0:
        await severe_round(who)
    if fight.s[who].stats.height and fight.s.here(who):
        await falling_round(who)
    if fight.s[who].stats.water >= 0 and fight.s.here(who) and not fight.s[who].stats.dead:
        await drowning_round(who, fight.s.round, fight.s[who].stats.water)
    if down(fight.s, who) and fight.s.here(who):
        await let_go(who)


@procedure("KB-30 to 32")
async def choose_modes(fight: Fight[State]) -> None:
    """A standing answer for the mode settles it; everybody else keeps it, or has what was declared."""
    free = [c for c in fight.s.present() if able(fight.s, c.id) and not c.stats.wants]
    standing = {c.id: c.standing.get("mode", "") for c in free if not in_hand(fight.s, c.id).gun}
    for who, mode in standing.items():
        if mode in MODES and mode != fight.s[who].stats.mode:
            await Put(who, "wants", mode)
    asked = tuple(who for who, mode in standing.items() if mode == ASK)
    asks = tuple(_mode_ask(fight.s, who) for who in asked)
    answers = await All("modes", asks) if asks else ()
    for who, answer in zip(asked, answers, strict=True):
        if answer != KEEP and fight.s.here(who):
            await Put(who, "wants", answer)
    before = {c.id: c.stats.mode for c in fight.s.present()}
    for c in tuple(fight.s.present()):
        if in_hand(fight.s, c.id).gun and (c.stats.wants or c.stats.mode) != NORMAL:
            await Put(c.id, "wants", NORMAL)
        elif c.stats.blow is not None and c.stats.wants == AGGRESSIVE:
            await Put(c.id, "wants", "")
    await NewRound(fight.s.round)
    for c in tuple(fight.s.present()):
        if c.stats.mode != before.get(c.id, c.stats.mode):
            await said(fight.s, f"{{0}} is in {c.stats.mode.capitalize()} mode", c.id)


def _mode_ask(s: State, who: str) -> Ask:
    c = s[who].stats
    modes = tuple(
        m for m in MODES if m != c.mode and not (m == AGGRESSIVE and c.blow) and not in_hand(s, who).gun
    )
    return Ask(
        who,
        "mode",
        f"{s[who].name}: which mode in round {s.round}?",
        (
            Option(KEEP, f"Stay {c.mode.capitalize()}", MODE_HINTS[c.mode]),
            *(Option(m, m.capitalize(), MODE_HINTS[m]) for m in modes),
        ),
        KEEP,
    )


@procedure("KB-49: two consecutive actions")
async def lost_blows(fight: Fight[State]) -> None:
    """A Great Blow under way whose combatant has no action in this round comes to nothing."""
    acting = {x.who for x in fight.s.order}
    for c in tuple(fight.s.present()):
        if c.stats.blow is not None and c.id not in acting:
            await Blow(c.id)
            await said(fight.s, "{0} has no action this round, so the Great Blow comes to nothing", c.id)


# ------------------------------------------------------------------ edges
@procedure("KB-47 to 50: a slot begins")
async def slot_begins(fight: Fight[State], who: str) -> None:
    """Its own Dodge is whole again, unless its Great Blow lands now."""
    group = next((g for g in fight.s.ground.together if fight.s.acting in g), ())
    if fight.s.ground.pending and (not group or group[0] == fight.s.acting):
        await settle()
    if not fight.s.here(who) or not able(fight.s, who):
        return
    c = fight.s[who].stats
    if c.blow is not None:
        await land(who)
    elif c.guard or c.bare:
        await Guard(who)


@procedure("KB-13: a slot ends")
async def slot_ends(fight: Fight[State], who: str) -> None:
    """After the last of those who act simultaneously, all effects take place."""
    s = fight.s
    group = next((g for g in s.ground.together if s.acting in g), ())
    at = next((n for n, x in enumerate(s.order) if x.id == s.acting), -1)
    if not any(x.id in group and s.here(x.who) and able(s, x.who) for x in s.order[at + 1 :]):
        await settle()


@procedure("KB-11, 12: a latecomer")
async def latecomer(fight: Fight[State], who: str) -> None:
    """Rolls its own initiative and comes into what is left of the round.

    One that has been away holds nobody any more, and no Great Blow of it is under way.
    """
    for c in tuple(fight.s.present()):
        if who in c.stats.held:
            await Hold(c.id, who)
    if fight.s[who].stats.blow is not None:
        await Blow(who)
    if fight.s.ground.rolled != fight.s.round or not able(fight.s, who):
        return
    old = to_come(fight.s, who)
    if old:
        await SetOrder(tuple(x for x in fight.s.order if x.id not in old))
    totals = await roll_all((who,))
    await insert(tuple(_unused(fight.s, x) for x in slots_of(fight.s, who, totals[0][1])))
    await pay_debt(who)


def _unused(s: State, slot: Slot) -> Slot:
    """The slot under an id that nobody has had this round (one may leave and come back)."""
    taken = {x.id for x in s.order} | {
        edge.split("/")[1] for edge in s.fired if edge.startswith(f"{s.round}/")
    }
    return slot if slot.id not in taken else _unused(s, replace(slot, id=slot.id + "b"))


@procedure("KB-10: before the first round")
async def before_first(fight: Fight[State]) -> None:
    """Initiative is rolled at the top of every round, the first included; nothing is settled before it."""


# ------------------------------------------------------------------ from the next round on
@procedure("KB-30")
async def set_mode(fight: Fight[State], who: str, mode: str) -> None:
    """The mode from the next round on, said openly."""
    c = fight.s[who].stats
    if mode == AGGRESSIVE and c.blow is not None:
        raise Refused("A Great Blow is under way, and there are none in Aggressive mode.")
    if mode != NORMAL and in_hand(fight.s, who).gun:
        raise Refused("One who shoots is in Normal mode: ready a melee weapon first.")
    await Put(who, "wants", "" if mode == c.mode else mode)
    if mode == c.mode:
        await said(fight.s, f"{{0}} stays in {mode.capitalize()} mode", who)
    else:
        since = "next" if fight.s.round else "first"
        await said(fight.s, f"{{0}} will be in {mode.capitalize()} mode from the {since} round on", who)


@procedure("KB-12: the weapon that counts")
async def ready_weapon(fight: Fight[State], who: str, weapon: str) -> None:
    """The weapon in hand: it parries, and the next round's actions are counted with it."""
    w = weapon_of(fight.s, who, weapon)
    await Put(who, "hand", w.name)
    await said(fight.s, f"{{0}} readies the {w.spoken}", who)


@procedure("KB-15: settled")
async def plan_instant(fight: Fight[State], who: str, target: str, weapon: str) -> None:
    """An instant action for the beginning of the next round."""
    w = weapon_of(fight.s, who, weapon)
    if not may_be_instant(fight.s, who, w):
        raise Refused("Neither the weapon nor the Director allows an instant action.")
    if not fight.s.here(target) or target == who:
        raise Refused("That one is not in this fight.")
    await Instant(who, Intent(target, w.name))
    await said(fight.s, "{0} prepares an instant action against {1}", who, target)


def may_be_instant(s: State, who: str, weapon: Weapon) -> bool:
    """Whether the sheet or the Director marks an attack with it as instant."""
    return weapon.instant or s[who].stats.may_instant
