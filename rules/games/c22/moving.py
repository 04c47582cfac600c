"""Movement: zones, meters, standing up, disengaging (CT-25, 34, 50, 57, 58)."""

from __future__ import annotations

from dataclasses import replace

from rules.engine.changes import DropLasting
from rules.engine.effects import GM
from rules.engine.lines import Said
from rules.engine.procedures import Fight, Refused, procedure

from .actions import left
from .attack import not_acting
from .changes import Apart, MovedTo, SetTurn
from .harm import aside
from .lines import Disengages, StandsUp, Stops, Walks, plural
from .openings import openings
from .position import (
    HEX,
    between,
    distance,
    engaged,
    far,
    in_meters,
    neighbours,
    reach,
    shifted,
    steps,
    zone_of,
)
from .state import State, Turn, sources, spoken, strength, tier, up
from .turns import settle_maneuver

MOVEMENT, MAIN = "movement", "main"


def cannot_move(s: State, who: str) -> str | None:
    """Why a combatant cannot move now, or None."""
    why = not_acting(s, who)
    if why:
        return why
    turn = s[who].stats.turn
    if tier(s, who, "downed"):
        return "You are down: stand up first, for one movement action."
    if not turn.moves:
        return f"Moving costs a movement action; left are {left(turn)}."
    return None


def zone_forbids(s: State, who: str, zone: str) -> str | None:
    """Why a combatant cannot move into this zone, or None."""
    ground = s.ground
    here = zone_of(s, who)
    near = neighbours(ground.zones, ground.links, here)
    if zone not in near:
        return f"From {here} you can move to {', '.join(near) or 'no other zone'}."
    for source in sources(s, who, "feared"):
        if s.here(source):
            now = distance(s, who, source)
            then = steps(ground.zones, ground.links, zone, zone_of(s, source))
            if now is not None and then is not None and then < now:
                return f"Feared: no movement towards {spoken(s, source)}."
    return None


@procedure("CT-21, 25, 57")
async def move(fight: Fight[State], mover: str, zone: str) -> str:
    """One movement action: into a neighbouring zone, past the openings it leaves."""
    why = cannot_move(fight.s, mover) or zone_forbids(fight.s, mover, zone)
    if why:
        raise Refused(why)
    if not await step_off(mover):
        return "stopped"
    free = fight.s[mover].stats.turn.free_of
    if not await openings(mover, tuple(f for f in engaged(fight.s, mover) if f not in free)):
        await Stops(mover, "brought down before the move was done")
        return "stopped"
    if not fight.s.here(mover):
        return "stopped"
    await MovedTo(mover, zone)
    turn = fight.s[mover].stats.turn
    if turn.free_of:
        await SetTurn(mover, replace(turn, free_of=()))
    await Walks(mover, zone)
    return "moved"


@procedure("CT-25, 26")
async def step_off(fight: Fight[State], mover: str) -> bool:
    """The movement action is spent, after a maneuver could be chosen. False when none is left or nobody
    moves.
    """
    await settle_maneuver(mover, "moves", 1)
    turn = fight.s[mover].stats.turn
    if not up(fight.s, mover) or not turn.moves:
        await Stops(mover, "no movement action is left", to=aside(fight.s, mover))
        return False
    await SetTurn(mover, replace(turn, moves=turn.moves - 1, acted=True))
    return True


# ------------------------------------------------------------------ meters
def walk_forbids(s: State, who: str, target: str, meters: int, *, away: bool) -> str | None:
    """Why a combatant cannot move so far towards (away from) another, or None."""
    if not s.here(target) or target == who:
        return "There is nobody of that name to move towards or away from."
    if not away and not between(s, who, target):
        return f"You stand next to {spoken(s, target)} already ({far(s, who, target)})."
    most = s[who].stats.movement
    if not 1 <= meters <= most:
        return f"A movement action covers 1 to {most} m, not {meters}."
    return fears(s, who, shifted(s, who, target, -meters if away else meters))


def fears(s: State, who: str, then: dict[str, int]) -> str | None:
    """Why a feared combatant does not go where it would have these distances, or None (CT-34)."""
    for source in sources(s, who, "feared"):
        if s.here(source) and then.get(source, 0) < (distance(s, who, source) or 0):
            return f"Feared: no movement towards {spoken(s, source)}."
    return None


@procedure("CT-25, 50, 57")
async def walk(fight: Fight[State], mover: str, target: str, meters: int, away: bool) -> str:
    """One movement action in meters, straight towards somebody, to the hex next to it at most, or away; the
    other distances follow.
    """
    s = fight.s
    if not away and s.here(target):
        meters = min(meters, between(s, mover, target)) or meters
    why = cannot_move(s, mover) or walk_forbids(s, mover, target, meters, away=away)
    if why:
        raise Refused(why)
    if not await step_off(mover):
        return "stopped"
    return await cover(mover, target, -meters if away else meters, ())


@procedure("CT-50, 57, 58")
async def cover(fight: Fight[State], mover: str, target: str, by: int, free: tuple[str, ...]) -> str:
    """So many meters are covered, past the openings of those whose reach is left; `free` get none."""
    then = shifted(fight.s, mover, target, by)
    then |= {f: (distance(fight.s, mover, f) or 0) + HEX for f in free}
    leaving = [f for f in engaged(fight.s, mover) if f not in free and then[f] > reach(fight.s[f].stats)]
    if not await openings(mover, tuple(leaving)):
        await Stops(mover, "brought down before the move was done")
        return "stopped"
    if not fight.s.here(mover) or not fight.s.here(target):
        return "stopped"
    await Apart(tuple((mover, other, m) for other, m in then.items()))
    if not free:
        if fight.s[target].hidden:
            await Walks(mover, "", abs(by))
            await Said(f"{{0}} and {{1}} are now {then[target]} m apart", (mover, target), to=GM)
        else:
            await Walks(mover, "", abs(by), target, by < 0, then[target])
    return "moved"


# ------------------------------------------------------------------ standing up, disengaging
@procedure("CT-34")
async def stand_up(fight: Fight[State], who: str) -> None:
    """A downed combatant stands up for a movement action."""
    why = not_acting(fight.s, who) or stand_forbids(fight.s, who)
    if why:
        raise Refused(why)
    if await step_off(who):
        for effect in fight.s.lasting:
            if effect.who == who and strength(effect, "downed"):
                await DropLasting(effect.id)
        await StandsUp(who)


def stand_forbids(s: State, who: str) -> str | None:
    """Why standing up is not possible now, or None."""
    if not tier(s, who, "downed"):
        return "You are on your feet."
    if not s[who].stats.turn.moves:
        return f"Standing up costs a movement action; left are {left(s[who].stats.turn)}."
    return None


def disengage_forbids(s: State, who: str, foes: tuple[str, ...]) -> str | None:
    """Why a combatant cannot disengage from these enemies, or None (CT-58)."""
    why = not_acting(s, who)
    if why:
        return why
    turn, near = s[who].stats.turn, [f for f in engaged(s, who) if f not in s[who].stats.turn.free_of]
    if tier(s, who, "downed"):
        return "You are down: stand up first, for one movement action."
    if not foes or any(f not in near for f in foes):
        names = ", ".join(s[f].name for f in near) or "no enemy at all"
        return f"You can disengage from enemies within whose reach you stand: {names}."
    if in_meters(s) and (why := fears(s, who, shifted(s, who, foes[0], -HEX))):
        return why
    if most_left_behind(s, turn) < len(foes):
        leave = "" if in_meters(s) else ", and leaving the zone then a movement action"
        cost = plural(len(foes), "movement or main action")
        return f"Disengaging costs {cost}{leave}; left are {left(turn)}."
    return None


def kept_to_leave(s: State) -> int:
    """Movement actions that disengaging leaves over: in zones it counts when the zone is left, which takes
    one (CT-58).
    """
    return 0 if in_meters(s) else 1


def most_left_behind(s: State, turn: Turn) -> int:
    """How many enemies one can disengage from with the actions of this turn."""
    moves = turn.moves - kept_to_leave(s)
    return turn.main + moves if moves >= 0 else 0


@procedure("CT-58")
async def disengage(fight: Fight[State], who: str, foes: tuple[str, ...], first: str) -> str:
    """One movement or main action per enemy: 2 m away in all, and those enemies get no opening of it.

    In zones, of this turn's leaving of the zone, for which a movement action is kept. first: which kind of
    action is spent before the other.
    """
    foes = tuple(dict.fromkeys(foes))
    why = disengage_forbids(fight.s, who, foes)
    if why:
        raise Refused(why)
    kept = kept_to_leave(fight.s)
    await settle_maneuver(who, "either", len(foes) + kept)
    turn = fight.s[who].stats.turn
    if not up(fight.s, who) or most_left_behind(fight.s, turn) < len(foes):
        await Stops(who, "too few actions are left", to=aside(fight.s, who))
        return "stopped"
    main = min(turn.main, len(foes)) if first == MAIN else max(0, len(foes) - (turn.moves - kept))
    moves = len(foes) - main
    paid = [plural(moves, "movement action")] if moves else []
    paid += [plural(main, "main action")] if main else []
    meters = in_meters(fight.s)
    free = turn.free_of if meters else (*turn.free_of, *foes)
    await SetTurn(
        who, replace(turn, main=turn.main - main, moves=turn.moves - moves, acted=True, free_of=free)
    )
    await Disengages(who, foes, meters, " and ".join(paid))
    return await cover(who, foes[0], -HEX, foes) if meters else "disengaged"
