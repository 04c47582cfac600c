"""Declaring an attack: what is refused, what it costs, and the manners (OQ-30, 40 to 49, 51, 55)."""

from __future__ import annotations

from rules.engine.changes import CountName, SetOrder
from rules.engine.effects import Ask, Option, Options
from rules.engine.procedures import Fight, Refused, procedure

from .attack import strike
from .blows import (
    ALL_OUT,
    ATHLETIC,
    BEFORE_REACTIONS,
    BONUS,
    CHARGE,
    DERVISH,
    DISARM,
    GREAT,
    HOLD,
    MANNERS,
    NON_STANDARD,
    RETREAT,
    SET,
    SHIELD,
    SPRINT,
    STANDARD,
    THROW,
    Blow,
    Outcome,
    at_range,
    attack_skill,
    weapon_of,
)
from .chances import Level
from .changes import Closed, Dropped, Parted, did, put
from .defence import disturbed
from .gear import Weapon
from .lines import Plainly
from .model import (
    CLOSE,
    DEAD,
    UP,
    Lying,
    State,
    at_close,
    holder,
    misses,
    near,
    objects,
    pair,
    percent,
    secretive,
    surprised,
)
from .modifiers import ABOUT_TARGET, distance, out_of_reach, reach
from .special import losable

_STARTS_AT_RANGE = (CHARGE, ATHLETIC)
NO_ATTACK = (SHIELD, RETREAT, SPRINT)
"""OQ-51: these leave no attack this round."""
OBJECTION = "An enemy objects: only a Fighting Retreat, an Escaping Sprint or a Deception test helps now."


def gives_up(s: State, manner: str) -> bool:
    """Whether this manner costs all defensive reactions of the round (OQ-42, 43, 48)."""
    return manner in (ALL_OUT, GREAT) or (manner == CHARGE and bool(s.option("charge_loses_reactions")))


def bonus_turn(s: State, who: str) -> bool:
    """Whether this is the slot of its bonus attack (OQ-49)."""
    return s.acting == f"{who}+b"


# ------------------------------------------------------------------ what is refused
def unable(s: State, who: str) -> str | None:
    """Why nothing at all can be done now, or None."""
    c = s[who].stats
    if c.state != UP:
        return f"{s[who].name} is {'dead' if c.state == DEAD else 'down'} and cannot act."
    if misses(s, who):
        return f"{s[who].name} misses this round."
    if surprised(s, who):
        return f"{s[who].name} is surprised and cannot act this round."
    return None


def no_action(s: State, who: str) -> str | None:
    """Why it has no action left, or None."""
    if why := unable(s, who):
        return why
    t = s[who].stats.turn
    if bonus_turn(s, who):
        return (
            "This is the moment of the bonus attack only."
            if t.bonus == "kept"
            else "The bonus attack is used."
        )
    return f"{s[who].name} has used the action of this round already." if t.acted else None


def manner_refused(s: State, who: str, manner: str, w: Weapon | None = None) -> str | None:
    """Why a manner cannot be chosen now (OQ-21, 40, 43, 51), or None."""
    c = s[who].stats
    t, name = c.turn, MANNERS[manner]
    if manner in NON_STANDARD and t.manner and not (t.intent == manner and t.manner == manner):
        return f"One non-standard attack a round: {MANNERS[t.manner]} was this round's."
    if manner in BEFORE_REACTIONS and s.option("intent") == "declare" and t.intent != manner:
        return f"{name} had to be declared at the start of the round."
    if t.intent != manner and t.reacted and gives_up(s, manner):
        return f"{name} gives up reactions, and one has been made this round already."
    if t.intent != manner and t.parried and manner == SPRINT:
        return f"{name} gives up parries, and one has been made this round already."
    if manner == ALL_OUT and c.prone:
        return f"{s[who].name} is prone, and the second attack would be lost: stand up first."
    if manner == GREAT and s.ground.cramped:
        return "There is no room here to wind up for a Great Attack."
    if manner == GREAT and w is not None and not w.great:
        return f"A Great Attack needs a sword, an axe or a mace; the {w.name} is none."
    if manner == DERVISH and not (c.shield_up and c.shield == "small"):
        return "A Whirling Dervish needs a small shield on the arm."
    return None


def blow_refused(s: State, b: Blow) -> str | None:
    """Why this attack cannot be made now, or None."""
    c, w = s[b.attacker].stats, s[b.attacker].stats.carried(b.weapon)
    target = s[b.target].name
    if b.target == b.attacker:
        return "One does not attack oneself."
    if s[b.target].stats.state == DEAD:
        return f"{target} is dead."
    if w is None or w.name not in [u.name for u in c.usable]:
        in_hand = c.hand or "nothing"
        return f"{b.weapon} is not in hand ({in_hand} is): ready it first, which takes the action."
    if c.turn.manner in NO_ATTACK:
        return f"{MANNERS[c.turn.manner]} leaves no attack this round."
    if why := manner_refused(s, b.attacker, b.manner, w):
        return why
    return _range_refused(s, b, w) or _match_refused(s, b, w)


def _range_refused(s: State, b: Blow, w: Weapon) -> str | None:
    """Distance: Close for close attacks, Ranged for a charge, at most twice the range for the rest."""
    close, target = at_close(s, b.attacker, b.target), s[b.target].name
    if w.skill == "ranged":
        if out_of_reach(s, b.attacker, b.target, w):
            metres = distance(s, b.attacker, b.target)
            furthest = 2 * reach(s, b.attacker, w)
            return f"{target} is {metres} m away; {w.name} reaches {furthest} m at the very most."
        ready = s[b.attacker].stats.reload.get(w.name, 0)
        return f"{w.name} is loaded again in round {ready}." if s.round < ready else None
    if b.manner == CHARGE and close:
        return f"{target} is at Close already: a charge starts from Ranged."
    if b.manner == CHARGE and s[b.attacker].stats.turn.moved:
        return "A charge takes the free move, which is used already this round."
    if b.manner == CHARGE and (why := too_far(s, b.attacker, b.target)):
        return why
    if not close and b.manner not in _STARTS_AT_RANGE:
        return cannot_step_up(s, b.attacker, b.target)
    return None


def cannot_step_up(s: State, who: str, target: str) -> str | None:
    """Why the free move cannot bring it to Close first, or None (OQ-30)."""
    name = s[target].name
    if s[who].stats.turn.moved:
        return f"{name} is not at Close, and the free move of this round is used already."
    if held := holder(s, who):
        return f"{name} is not at Close, and {s[held].name} holds {s[who].name}."
    if why := too_far(s, who, target):
        return why
    if left := next((f for f in leaves_behind(s, who, target) if objects(s, f)), ""):
        if s[who].stats.turn.refused:
            return OBJECTION
        other = s[left].name
        return f"{name} is not at Close, and {other} is and could object: Close in first, which asks {other}."
    return None


def too_far(s: State, who: str, target: str) -> str | None:
    """Why the free move does not bring it within 2 m of somebody, or None; a distance that nobody has given
    is no obstacle.
    """
    metres, move = s.ground.metres.get(pair(who, target), 0), s[who].stats.move
    far = metres > move + CLOSE
    return f"{s[target].name} is {metres} m away, and the free move is {move} m." if far else None


def leaves_behind(s: State, who: str, target: str) -> tuple[str, ...]:
    """Enemies at Close with `who` who are not at Close with `target`, so that going there leaves them."""
    return tuple(f for f in near(s, who) if f != target and not at_close(s, f, target))


def _match_refused(s: State, b: Blow, w: Weapon) -> str | None:
    """Manner and weapon must go together."""
    if w.skill == "ranged" and b.manner != STANDARD:
        return f"{MANNERS[b.manner]} is for close combat; {w.name} only shoots."
    if b.manner in (HOLD, THROW) and w.skill != "unarmed":
        return f"{MANNERS[b.manner]} is an unarmed attack: choose Unarmed as the weapon."
    if b.manner == HOLD and s[b.target].stats.helpless:
        return f"{s[b.target].name} is helpless and need not be held."
    if b.manner == DISARM and not losable(s[b.target].stats):
        return f"{s[b.target].name} has neither weapon nor shield to lose."
    close = at_close(s, b.attacker, b.target)
    if b.manner in _STARTS_AT_RANGE and s[b.attacker].stats.prone and not close:
        return f"{s[b.attacker].name} is prone and has to stand up first."
    if b.manner in _STARTS_AT_RANGE and (held := holder(s, b.attacker)):
        return f"{s[held].name} holds {s[b.attacker].name}: break free first."
    left = () if close else leaves_behind(s, b.attacker, b.target)
    if b.manner in _STARTS_AT_RANGE and any(objects(s, f) for f in left):
        return f"Enemies at Close with {s[b.attacker].name} are in the way: leave them first."
    return None


def bonus_blow_refused(b: Blow, ranged: bool) -> str | None:
    """Why this cannot be the bonus attack of two weapons (OQ-49), or None."""
    if b.manner != STANDARD:
        return "The bonus attack is a standard attack."
    return f"The bonus attack is one in close combat; {b.weapon} is not." if ranged else None


# ------------------------------------------------------------------ the declaration
@procedure("OQ-20, 40, 41 to 49, 51, 55")
async def attack(fight: Fight[State], b: Blow) -> tuple[Outcome, ...]:
    """An attack is declared: it takes the action, in the manner chosen."""
    s = fight.s
    bonus = bonus_turn(s, b.attacker)
    why = (
        unable(s, b.attacker)
        if bonus and s[b.attacker].stats.turn.bonus == "kept"
        else no_action(s, b.attacker)
    )
    if why := why or (bonus_blow_refused(b, at_range(s, b)) if bonus else None) or blow_refused(s, b):
        raise Refused(why)
    if bonus:
        await did(b.attacker, bonus="used")
        await disturbed(b.attacker, False)
        await steps_up(b)
        return (await strike(Blow(b.attacker, b.target, b.weapon, BONUS, b.ticks, b.modifier)),)
    await did(b.attacker, acted=True)
    if b.manner in NON_STANDARD:
        await takes_manner(b.attacker, b.manner)
    await disturbed(b.attacker, at_range(fight.s, b))
    if not at_range(fight.s, b) and b.manner != CHARGE:
        await steps_up(b)
    if b.manner == ALL_OUT:
        return await all_out(b)
    if b.manner == CHARGE:
        return await charge(b)
    if at_range(fight.s, b):
        return (await shoot(b),)
    return (await strike(b),)


@procedure("OQ-30, 44")
async def steps_up(fight: Fight[State], b: Blow) -> None:
    """A close attack on somebody at Ranged: the free move first, or the movement of an Athletic Attack."""
    if at_close(fight.s, b.attacker, b.target) or at_range(fight.s, b):
        return
    await goes_to(b.attacker, b.target)
    if b.manner != ATHLETIC:
        await did(b.attacker, moved=True)
        await Plainly("{0} closes in on {1}", b.attacker, b.target)


@procedure("OQ-30")
async def goes_to(fight: Fight[State], who: str, target: str) -> None:
    """Into Close with somebody, and out of Close with whoever is not there."""
    left = leaves_behind(fight.s, who, target)
    if left:
        await Parted(who, left)
    await Closed(who, target)


@procedure("OQ-21, 40")
async def takes_manner(fight: Fight[State], who: str, manner: str) -> None:
    """The round's one non-standard type is chosen; some give up every reaction of the round, or every
    attack, a bonus attack that was kept too (OQ-49).
    """
    lost = gives_up(fight.s, manner)
    if fight.s[who].stats.turn.manner == manner:
        return
    await did(who, manner=manner, **({"gave_up": True} if lost else {}))
    if manner in NO_ATTACK and fight.s[who].stats.turn.bonus == "kept":
        await did(who, bonus="")
        await SetOrder(tuple(slot for slot in fight.s.order if slot.id != f"{who}+b"))
        await Plainly("{0} gives up the bonus attack", who)


@procedure("OQ-42")
async def all_out(fight: Fight[State], b: Blow) -> tuple[Outcome, ...]:
    """Two attacks at −20, the second's target chosen when the first is resolved; it may be lost by then."""
    first = await strike(b)
    if not second_left(fight.s, b.attacker):
        await Plainly("{0} loses the second attack", b.attacker)
        return (first,)
    if not near(fight.s, b.attacker):
        await Plainly("{0} has nobody left at Close to attack", b.attacker)
        return (first,)
    target = await second_target(b)
    if not target or not second_left(fight.s, b.attacker):
        return (first,)
    return first, await strike(second_blow(b, target), True)


def second_blow(b: Blow, target: str) -> Blow:
    """The second attack, without what was ticked about the first target alone."""
    same = target == b.target
    ticks = tuple(t for t in b.ticks if same or t not in ABOUT_TARGET)
    return Blow(b.attacker, target, b.weapon, ALL_OUT, ticks, b.modifier)


def _second_hint(s: State, b: Blow) -> str:
    helpless = s[b.target].stats.helpless
    if helpless:
        return "helpless: an automatic critical"
    return "" if secretive(s, b.attacker) else percent(attack_skill(s, b).total)


def second_left(s: State, who: str) -> bool:
    """Whether the second attack can still be made: not down, not prone, not to miss a round."""
    c = s[who].stats
    missing = any(e.who == who and e.key == "miss" for e in s.lasting)
    return s.here(who) and c.state == UP and not c.prone and not missing


@procedure("OQ-42")
async def second_target(fight: Fight[State], b: Blow) -> str:
    """Whom the second attack is for; "" for nobody. Asked only where there is a choice. Nobody answering, it
    is for one who stands.
    """

    def targets(s: State) -> Options:
        foes = sorted(near(s, b.attacker), key=lambda f: (s[f].stats.helpless, f != b.target))
        return (
            *(Option(f, s[f].name, _second_hint(s, second_blow(b, f))) for f in foes),
            Option("none", "Forgo it"),
        )

    legal = targets(fight.s)
    first = legal[0].value
    down = fight.s[first].stats.helpless
    if len(legal) == 2 and not down:
        return first
    prompt = f"Whom does {fight.s[b.attacker].name} attack second?"
    chosen = await Ask(b.attacker, "second", prompt, targets, "none" if down else first)
    return "" if chosen == "none" else chosen


@procedure("OQ-47, 48")
async def charge(fight: Fight[State], b: Blow) -> tuple[Outcome, ...]:
    """Into Close and a standard attack with 1D6 more damage; a weapon set against it comes first."""
    await did(b.attacker, moved=True)
    await goes_to(b.attacker, b.target)
    if fight.s[b.target].stats.braced:
        await put(b.target, braced=False)
        if fight.s[b.target].stats.turn.manner not in (SHIELD, DERVISH, RETREAT, SPRINT):
            await takes_manner(b.target, SET)
        w = fight.s[b.target].stats.in_hand
        await strike(Blow(b.target, b.attacker, w.name if w else "", SET))
        if fight.s[b.attacker].stats.state != UP or not fight.s.here(b.attacker):
            await Plainly("{0} is felled before the charge tells", b.attacker)
            return (Outcome(Level.NONE),)
    return (await strike(b),)


@procedure("OQ-55")
async def shoot(fight: Fight[State], b: Blow) -> Outcome:
    """A shot or throw: its aim is spent, a slow weapon must be loaded, what was thrown from the hand lies
    there.
    """
    w = weapon_of(fight.s, b)
    outcome = await strike(b)
    c = fight.s[b.attacker].stats
    if c.aim:
        await put(b.attacker, aim=0, aim_at="")
    if w.rate > 1:
        await put(b.attacker, reload=c.reload.put(w.name, fight.s.round + w.rate))
    held = (c.carried(name) for name in (c.hand, c.off) if name)
    own = next((x for x in held if x is not None and x.thrown is not None and x.thrown.name == w.name), None)
    if own is not None:
        metres = distance(fight.s, b.attacker, b.target) or reach(fight.s, b.attacker, w)
        await CountName()
        await Dropped(Lying(f"i{fight.s.named}", b.attacker, own.name, metres, own))
    return outcome
