"""The round: intent, order, delay, the second attack, and what happens at its edges (OQ-20 to OQ-23, 47, 49
to 51, 61).
"""

from __future__ import annotations

import re

from rules.engine.changes import SetOrder
from rules.engine.effects import GM, All, Ask, Option, Options
from rules.engine.encounter import Slot
from rules.engine.procedures import Fight, Refused, procedure

from .blows import ALL_OUT, BEFORE_REACTIONS, CHARGE, DERVISH, GREAT, MANNERS, RETREAT, SHIELD, SPRINT
from .chances import Damage
from .changes import NewRound, Parted, did, put
from .gear import UNARMED
from .harm import cheats_death, falls, wound
from .lines import Plainly
from .manners import NO_ATTACK, gives_up, no_action, takes_manner, unable
from .model import DEAD, DYING, OUT, UP, State, acts, aside, holder, near, objects, secretive


# ------------------------------------------------------------------ order
def _key(s: State, who: str, at: int | None = None) -> tuple[int, int, int, str]:
    """OQ-22: skill (or the place `at` instead) counting down, then DEX, then players, then names, Goblin 2
    before Goblin 10.
    """
    c = s[who]
    return (
        -(c.stats.first_skill()[1] if at is None else at),
        -c.stats.characteristics.get("dex", 0),
        not c.player,
        re.sub(r"[0-9]+", lambda number: number[0].zfill(4), c.name.casefold()),
    )


def main_slot(s: State, who: str) -> Slot:
    """A combatant's ordinary slot, labelled with the value of the skill its place comes from."""
    return Slot(who, who, _label(s, who))


def _label(s: State, who: str) -> str:
    return "" if secretive(s, who) else str(s[who].stats.first_skill()[1])


@procedure("OQ-22")
async def initiative(fight: Fight[State]) -> None:
    """The highest skill to be used first, counting down. Nothing is rolled."""
    order = sorted((c.id for c in fight.s.present()), key=lambda who: _key(fight.s, who))
    await SetOrder(tuple(main_slot(fight.s, who) for who in order))


@procedure("OQ-22")
async def enter(fight: Fight[State], who: str) -> None:
    """A latecomer takes its place by skill among those of this round."""
    mine = _key(fight.s, who)
    order = [slot for slot in fight.s.order if slot.who != who]
    at = next(
        (n for n, slot in enumerate(order) if slot.id == slot.who and _key(fight.s, slot.who) > mine),
        len(order),
    )
    await SetOrder((*order[:at], main_slot(fight.s, who), *order[at:]))


def _fresh_order(s: State) -> tuple[Slot, ...]:
    """The slots of a new round: one each, by skill. Equals who were equals before keep their order (the
    Referee may have set it); whoever is new among them comes by DEX, players, names.
    """
    main = [slot for slot in s.order if slot.id == slot.who]
    everyone = dict.fromkeys((*(slot.who for slot in main), *(c.id for c in s.present())))
    order = [slot.who for slot in main if slot.label == _label(s, slot.who)]
    newer = [who for who in everyone if who not in order]
    order.sort(key=lambda who: -s[who].stats.first_skill()[1])
    for who in sorted(newer, key=lambda who: _key(s, who)):
        at = (n for n, other in enumerate(order) if _before(s, who, other))
        order.insert(next(at, len(order)), who)
    return tuple(main_slot(s, who) for who in order)


def _before(s: State, who: str, other: str) -> bool:
    """Whether a newcomer to the order acts before another."""
    return _key(s, who) < _key(s, other)


# ------------------------------------------------------------------ the round's edges
@procedure("OQ-20, 21, 22, 36")
async def round_start(fight: Fight[State]) -> None:
    """Actions and reactions begin anew, the order is that of the skills now in hand, and intent is stated."""
    await NewRound()
    order = _fresh_order(fight.s)
    if order != fight.s.order:
        await SetOrder(order)
    if fight.s.option("intent") == "declare":
        await statements()


def intents(who: str, s: State) -> Options:
    """What may be declared of the manners that must be known before the first reaction."""
    return (
        Option("open", "Nothing special", "any action that leaves the defences as they are"),
        *(Option(m, MANNERS[m], _intent_hint(s, m)) for m in BEFORE_REACTIONS if _can_intend(s, who, m)),
    )


_INTENT_HINTS = {
    GREAT: "+20, greatest damage modifier",
    ALL_OUT: "two attacks at −20",
    CHARGE: "from Ranged into Close, +1D6 damage",
    SHIELD: "no attack; shield parries +20 and no cumulative penalty",
    DERVISH: "an attack; shield parries bear no cumulative penalty",
    RETREAT: "no attack; defences +20, with a large shield +50",
    SPRINT: "no attack; only Dodge",
}


def _intent_hint(s: State, manner: str) -> str:
    return _INTENT_HINTS[manner] + ("; no reactions this round" if gives_up(s, manner) else "")


def _can_intend(s: State, who: str, manner: str) -> bool:
    c = s[who].stats
    if manner == SHIELD:
        return c.shield_up and c.shield in ("medium", "large")
    if manner == DERVISH:
        return c.shield_up and c.shield == "small"
    if manner == GREAT:
        return any(w.great for w in c.usable) and not s.ground.cramped
    return True


@procedure("OQ-21")
async def statements(fight: Fight[State]) -> None:
    """The statement of intent: everyone who can act says which manner, if any, the round is to have.

    The Referee states it for several with one choice, and for each of them only where something is intended.
    """
    able = tuple(c.id for c in fight.s.present() if acts(fight.s, c.id))
    run = tuple(who for who in able if not fight.s[who].controller)
    run = run if len(run) > 1 else ()
    alone = tuple(who for who in able if who not in run)
    asks = (*(_statement(fight.s, who) for who in alone), *((_FOR_ALL,) if run else ()))
    if not asks:
        return
    answers = await All("intent", asks)
    stated = dict(zip(alone, answers[: len(alone)], strict=True))
    if run and answers[-1] == "each":
        each = await All("intent of each", tuple(_statement(fight.s, who) for who in run))
        stated.update(zip(run, each, strict=True))
    for who in able:
        intent = stated.get(who, "open")
        await did(who, intent=intent)
        if intent != "open":
            await takes_manner(who, intent)
            await Plainly(f"{{0}} declares: {MANNERS[intent]}", who, to=aside(fight.s, who))


_FOR_ALL = Ask(
    GM,
    "intents",
    "What do those whom the Referee plays intend this round?",
    (Option("open", "Nothing special"), Option("each", "Say it for each")),
    "open",
)


def _statement(s: State, who: str) -> Ask:
    return Ask(who, "intent", f"What does {s[who].name} intend this round?", _Intents(who), "open")


class _Intents:
    """The options of one combatant's statement, read again from the state."""

    def __init__(self, who: str) -> None:
        self.who = who

    def __call__(self, s: State) -> Options:
        return intents(self.who, s)


@procedure("OQ-47, 50, 51, 61")
async def round_end(fight: Fight[State]) -> None:
    """Holds squeeze, retreats come off, the dying die; a weapon not set again is set no more."""
    everyone = [c.id for c in fight.s.present()]
    for who in everyone:
        await squeezed(who)
    for who in everyone:
        await gets_away(who)
    for who in everyone:
        await dies_in_time(who)
    for who in everyone:
        await unset(who)


@procedure("OQ-47")
async def unset(fight: Fight[State], who: str) -> None:
    """Keeping a weapon set is the action of every further turn, of one that passed it over too."""
    c = fight.s[who].stats
    if c.braced and not c.turn.set:
        await put(who, braced=False)
        await Plainly("{0}'s weapon is no longer set", who, to=aside(fight.s, who))


@procedure("OQ-50")
async def squeezed(fight: Fight[State], who: str) -> None:
    """The holder does 1D4 and its damage modifier at the round's end; no armor helps."""
    c = fight.s[who].stats
    by = holder(fight.s, who)
    if c.held_by and not by:
        await put(who, held_by="")
    if not by or c.state == DEAD:
        return
    await Plainly("{0} tightens the hold on {1}", by, who)
    n = await Damage(f"hold {who}", UNARMED.damage, fight.s[by].stats.dm, who=by)
    await wound(who, n, -1, by)


@procedure("OQ-51")
async def gets_away(fight: Fight[State], who: str) -> None:
    """A Fighting Retreat or Escaping Sprint with no defence failed since: it is out of Close."""
    c = fight.s[who].stats
    if not c.turn.leaving or c.state != UP:
        return
    enemies = near(fight.s, who)
    if c.turn.beaten:
        await Plainly("{0} does not get away: an attack came through", who, to=aside(fight.s, who))
    elif enemies:
        await Parted(who, enemies)
        words = "{0} is disengaged" if c.turn.manner == RETREAT else "{0} gets away"
        await Plainly(words, who, to=aside(fight.s, who))


@procedure("OQ-61, 62")
async def dies_in_time(fight: Fight[State], who: str) -> None:
    """A mortal wound kills at the end of the round after it, unless somebody helped or Fortune is spent."""
    c = fight.s[who].stats
    if c.state != DYING:
        return
    if not c.mortal:
        await put(who, mortal=fight.s.round)
    elif fight.s.round > c.mortal:
        if await cheats_death(who, f"{fight.s[who].name} dies of the wound"):
            await falls(who, OUT, True)
        else:
            await falls(who, DEAD, False)


@procedure("OQ-23, 47, 49")
async def turn_end(fight: Fight[State], who: str) -> None:
    """Whoever waited for this one comes next; a weapon not set again is set no more."""
    c = fight.s[who].stats
    if fight.s.slot() is None or (c.turn.waits and fight.s.acting == who):
        return
    await unset(who)
    waiting = [x for x in fight.s.order if x.id.endswith("+d") and fight.s[x.who].stats.turn.waits == who]
    if waiting:
        rest = [x for x in fight.s.order if x not in waiting]
        at = next(n for n, x in enumerate(rest) if x.id == fight.s.acting) + 1
        await SetOrder((*rest[:at], *waiting, *rest[at:]))
        for x in waiting:
            await did(x.who, waits="-")


# ------------------------------------------------------------------ changing one's place in it
@procedure("OQ-23")
async def delay(fight: Fight[State], who: str, after: str) -> None:
    """Act after a named combatant; if that one falls or never acts, at the round's end."""
    if why := no_action(fight.s, who):
        raise Refused(why)
    if fight.s.acting != who:
        raise Refused("One can wait once a round only.")
    if after != "-" and not to_come(fight.s, after):
        raise Refused(f"{fight.s[after].name} has no turn left this round.")
    await did(who, waits=after)
    await SetOrder((*fight.s.order, Slot(f"{who}+d", who, "waited")))
    if after == "-":
        await Plainly("{0} waits for the round's end", who)
    else:
        await Plainly("{0} waits for {1}", who, after)


def to_come(s: State, who: str) -> bool:
    """Whether this one has a slot left in this round."""
    acting = next((n for n, slot in enumerate(s.order) if slot.id == s.acting), -1)
    return s.here(who) and any(slot.who == who for slot in s.order[acting + 1 :])


@procedure("OQ-49")
async def keep_bonus(fight: Fight[State], who: str) -> None:
    """Two weapons, or weapon and shield: a standard attack at −20, at half the skill in the order."""
    if why := bonus_refused(fight.s, who):
        raise Refused(why)
    await did(who, bonus="kept")
    half = fight.s[who].stats.first_skill()[1] // 2
    kept = secretive(fight.s, who)
    order, slot = list(fight.s.order), Slot(f"{who}+b", who, "bonus" if kept else f"bonus, {half}")
    mine = _key(fight.s, who, half)
    acting = next((n for n, x in enumerate(order) if x.id == fight.s.acting), -1)
    at = next(
        (n for n, x in enumerate(order) if n > acting and x.id == x.who and _key(fight.s, x.who) > mine),
        len(order),
    )
    await SetOrder((*order[:at], slot, *order[at:]))
    await Plainly("{0} keeps a bonus attack for later" + ("" if kept else f" (at {half})"), who)


def bonus_refused(s: State, who: str) -> str | None:
    """Why no bonus attack can be kept, or None."""
    c = s[who].stats
    if not c.two_arms:
        return "A bonus attack needs two weapons, or weapon and shield."
    if c.turn.extra:
        return "The second weapon or shield has made its extra parry this round."
    if c.turn.bonus:
        return (
            "The bonus attack of this round is kept already."
            if c.turn.bonus == "kept"
            else "It is used already."
        )
    if c.turn.manner in NO_ATTACK:
        return f"{MANNERS[c.turn.manner]} leaves no attack."
    return unable(s, who)


# ------------------------------------------------------------------ who can act
def able(s: State, who: str) -> bool:
    """Whether this combatant can take a slot. A bonus slot without its attack is over at once: `spent`."""
    return acts(s, who)


def spent(s: State, who: str) -> bool:
    """Whether nothing is left to do: down, waiting, the bonus attack made, or the action used and no free
    move that is one's own to make (OQ-20).
    """
    t = s[who].stats.turn
    if not acts(s, who):
        return True
    if s.acting == f"{who}+b":
        return t.bonus != "kept"
    if s.acting == who and t.waits:
        return True
    return t.acted and not _free_to_move(s, who)


def _free_to_move(s: State, who: str) -> bool:
    """Whether a free move is left that nobody can object to, and that undoes nothing just done."""
    c = s[who].stats
    undoes = c.braced or bool(c.aim)
    return not (c.turn.moved or holder(s, who) or undoes or any(objects(s, foe) for foe in near(s, who)))
