"""Range states and movement: Advance, Move, Move-By, and what a guard does with those who fail
(TF-30..39).
"""

from __future__ import annotations

from rules.engine.changes import SetCombatant
from rules.engine.effects import GM, Ask, Option
from rules.engine.encounter import ANY
from rules.engine.lines import Said
from rules.engine.procedures import Fight, Refused, procedure

from .attack import spend_shot, strike
from .changes import ComesBy, Committed, Contested, Covers, SetRange
from .events import announce, first_match
from .guard import PAST, Contest, approach_of, contest, guard_strength, looks_elsewhere, ranked
from .harm import take_hit
from .lines import Part, RangeNow, TestBegins, wounds_words
from .pressure import MOVE, blind_dc, pressure, total
from .rolls import skill_roll
from .sheet import GRAPPLING, MELEE, SEPARATED, State
from .state import (
    SUPPRESS,
    able,
    anchors_refusal,
    between,
    both_hands,
    closer,
    engaged_with,
    further,
    guard_weapon_problem,
    locks_on,
    names_of,
    near,
    out_problem,
    same_way,
    turn_now,
    wounds_of,
)

KEEP = "keep"


def movement_problem(s: State, who: str, what: str) -> str | None:
    """Why somebody cannot Move or Advance at all; None when it can (TF-12, 37, 111, 112, 116)."""
    problem = out_problem(s, who)
    if problem:
        return problem
    if locks_on(s, who):
        holders = tuple(dict.fromkeys(x.holder for x in locks_on(s, who)))
        return f"You are held by {names_of(s, holders)}: Break Free first."
    if s[who].stats.has("prone"):
        return "You are prone: stand up first."
    return anchors_refusal(s, who, "F", what)


@procedure("TF-31, 36")
async def advance(
    fight: Fight[State], mover: str, target: str, label: str, leaving: tuple[str, ...], committed: bool
) -> str:
    """One state closer to one target by an approach, leaving others behind. committed: F is held already
    (a response).
    """
    problem = None if committed else movement_problem(fight.s, mover, "An Advance")
    problem = problem or advance_problem(fight.s, mover, target)
    if problem:
        raise Refused(problem)
    if not committed:
        await Committed(mover, "F", "advance")
    if label != fight.s[mover].stats.approach:
        await ComesBy(mover, label)
    if leaving and not await back_off(mover, leaving):
        return "stop"
    before = between(fight.s, mover, target)
    if first_match(fight.s, "advances", mover, target, False):
        await Said("{0} sets out to advance on {1}", (mover, target))
        await announce("advances", mover, target, False)
    outcome = "stopped"
    if _still(fight.s, mover, target, before):
        outcome = await approach(mover, target)
    if first_match(fight.s, "advances", mover, target, True):
        await announce("advances", mover, target, True)
    return outcome


def advance_problem(s: State, mover: str, target: str) -> str | None:
    """Why there is nothing to advance on; None when there is."""
    if not s.here(target) or target == mover:
        return "There is nobody to advance on."
    if between(s, mover, target) == GRAPPLING:
        return f"You are grappling {s[target].name} already; there is nothing closer."
    return None


def _still(s: State, mover: str, target: str, before: str) -> bool:
    """Whether what came in between has left the advance possible."""
    free = able(s, mover) and s.here(target) and not locks_on(s, mover) and not s[mover].stats.has("prone")
    return free and between(s, mover, target) == before


@procedure("TF-31, 32, 33")
async def approach(fight: Fight[State], mover: str, target: str) -> str:
    """The advance itself: contested by Guard or not. Gives "through", "stop", "push" or "critical"."""
    step = closer(between(fight.s, mover, target))
    found = contest(fight.s, mover, (target,), step, approach_of(fight.s, mover))
    outcome = "through"
    if found.guards:
        by = fight.s[mover].stats.approach
        words = f"advances on {{{len(found.guards)}}}" + (f" by {_plain(by)}" if by else "")
        outcome = await against_guard(mover, found.guards, found.parts, words, (target,), True)
    elif looks_elsewhere(fight.s, target, mover, step):
        await Said("{0}'s Guard covers another approach", (target,))
    if outcome in ("stop", "critical") or not able(fight.s, mover) or not fight.s.here(target):
        return outcome
    now = between(fight.s, mover, target)
    if now != step and closer(now) == step:
        await come_closer(mover, target, step)
    return outcome


def _plain(text: str) -> str:
    return text.replace("{", "(").replace("}", ")")


@procedure("TF-36")
async def come_closer(fight: Fight[State], mover: str, target: str, step: str) -> None:
    """The pair's state changes; those who wait for somebody to come into Melee are heard."""
    enters = step == MELEE
    if enters and first_match(fight.s, "enters", mover, target, False):
        await Said("{0} is about to come into Melee with {1}", (mover, target))
        await announce("enters", mover, target, False)
        if not able(fight.s, mover) or not fight.s.here(target):
            return
    await SetRange(mover, target, step)
    await RangeNow(mover, target, step)
    if enters and first_match(fight.s, "enters", mover, target, True):
        await announce("enters", mover, target, True)


@procedure("TF-27..29, 32..34, 37")
async def against_guard(
    fight: Fight[State],
    mover: str,
    guards: tuple[str, ...],
    guard_parts: tuple[Part, ...],
    words: str,
    others: tuple[str, ...],
    by_guard: bool,
) -> str:
    """One roll against one or several guards, and what follows a failure.

    by_guard: they contest by Guard, so they are spent for this turn and now cover this approach; else they
    are armed enemies around a mover who backs away. words: with the guards, then `others`, as {0}, {1} …
    """
    for guard in guards:
        if fight.s[guard].hidden:
            await SetCombatant(guard, "hidden", False)
            await Said("{0} comes into view", (guard,))
    parts = await _guide_sets(mover, guards, guard_parts)
    if not able(fight.s, mover):
        return "stop"
    label = approach_of(fight.s, mover)
    parts = (*parts, *_suppressed(fight.s, mover, label))
    parts = (*parts, *pressure(fight.s, mover, "F", (("blind", blind_dc(fight.s, mover, MOVE)),)))
    await TestBegins(mover, words, parts, (), (*guards, *others))
    rank = fight.s[mover].stats.rank("athletics")
    both = "the movement fails and the Guard strikes as well"  # TF-33
    (result,) = await skill_roll(mover, "Athletics", rank, 0, (total(parts),), critical=both)
    if by_guard:
        await _spent(guards, label)
    if result.hit:
        return "through"
    if result.critical:
        await guard_answers(guards, mover)
        return "critical"
    if not able(fight.s, mover):
        return "stop"
    choice = await Ask(
        mover,
        "stop or push through",
        "No way through. Stop, or Push Through?",
        (
            Option("stop", "Stop", "you stay where you are"),
            Option("push", "Push Through", _consequence_hint(fight.s, guards)),
        ),
        "stop",
    )
    if choice == "push":
        await Said("{0} pushes through", (mover,))
        await guard_answers(guards, mover)
        return "push"
    await Said("{0} stops", (mover,))
    return "stop"


def _consequence_hint(s: State, guards: tuple[str, ...]) -> str:
    who = names_of(s, guards) if len(guards) == 1 else f"one of {len(guards)} guards"
    return f"first {who} strikes your Core; then you get through, if you still can"


@procedure("TF-28")
async def _guide_sets(
    fight: Fight[State], mover: str, guards: tuple[str, ...], parts: tuple[Part, ...]
) -> tuple[Part, ...]:
    """The Guide may set another base DC at the declaration."""
    base = parts[0][1]
    answer = await Ask(
        GM,
        "guard dc",
        f"{fight.s[mover].name} faces {names_of(fight.s, guards)} (DC {total(parts)}). Another base?",
        (
            Option(KEEP, f"Keep base {base}"),
            *(Option(str(n), f"Base {n}") for n in range(8, 25) if n != base),
        ),
        KEEP,
        wait=False,
    )
    if answer == KEEP:
        return parts
    return (("Guard of {0} (set by the Guide)", int(answer)), *parts[1:])


def _suppressed(s: State, mover: str, label: str) -> tuple[Part, ...]:
    """TF-129: suppressing fire by enemies on this approach."""
    side = s[mover].side

    def on_it(key: str) -> bool:
        kind, _, way = key.partition(":")
        return kind == SUPPRESS and same_way(way, label)

    by = any(on_it(e.key) and e.who in s.combatants and s[e.who].side != side for e in s.lasting)
    return (("suppressing fire", 2),) if by else ()


@procedure("TF-21, 29")
async def _spent(fight: Fight[State], guards: tuple[str, ...], label: str) -> None:
    """Guards that contested do not contest again this turn, and the open ones now cover this approach."""
    for guard in guards:
        await Contested(guard, turn_now(fight.s))
        if not fight.s[guard].stats.covers:
            await Covers(guard, (label,), False)


@procedure("TF-34, 35")
async def guard_answers(fight: Fight[State], guards: tuple[str, ...], mover: str) -> None:
    """One guard of the defenders' choice resolves the consequence."""
    standing = tuple(g for g in guards if able(fight.s, g))
    if not standing or not fight.s.here(mover):
        return
    which = standing[0]
    if len(standing) > 1:
        best = max(standing, key=lambda g: guard_strength(fight.s, g))

        def options(s: State) -> tuple[Option, ...]:
            there = [g for g in standing if able(s, g)] or [standing[0]]
            return tuple(Option(g, s[g].name, _guard_hint(s, g)) for g in there)

        prompt = f"Which guard strikes {fight.s[mover].name}?"
        which = await Ask(ANY + ",".join(standing), "which guard", prompt, options, best)
    weapon = fight.s[which].stats.in_hand
    both = both_hands(fight.s[which].stats, weapon)
    if not able(fight.s, which) or guard_weapon_problem(fight.s, which):
        return
    if fight.s.options.get("guard_attack") == "roll":
        choice = f"{weapon.name}|2" if both else weapon.name
        await strike(which, mover, choice, "guard", "none", (), False)
        return
    await Said("The Guard of {0} strikes {1}", (which, mover))
    await spend_shot(which, weapon)
    await take_hit(mover, which, wounds_of(weapon, both), "core", stamina=weapon.stamina)


def _guard_hint(s: State, guard: str) -> str:
    me = s[guard].stats
    n = wounds_of(me.in_hand, both_hands(me, me.in_hand))
    return f"{me.in_hand.name}, {wounds_words(n, 'core')}, armor counts"


@procedure("TF-37")
async def move(fight: Fight[State], mover: str, leaving: tuple[str, ...], committed: bool) -> str:
    """Move: back away from named enemies by one state each. committed: F is held already (a response)."""
    problem = None if committed else movement_problem(fight.s, mover, "A Move")
    if problem:
        raise Refused(problem)
    if not [x for x in leaving if x in near(fight.s, mover)]:
        raise Refused("You are Separated from all of them already.")
    if not committed:
        await Committed(mover, "F", "move")
    return "away" if await back_off(mover, leaving) else "stop"


@procedure("TF-37")
async def back_off(fight: Fight[State], mover: str, leaving: tuple[str, ...]) -> bool:
    """Back away by one state from each; safe unless surrounded or restrained. Whether it was done."""
    armed = tuple(
        e
        for e in engaged_with(fight.s, mover)
        if fight.s[e].stats.in_hand.armed
        and not fight.s[e].stats.in_hand.has("separated")
        and not guard_weapon_problem(fight.s, e)
    )
    pressed = len(engaged_with(fight.s, mover)) >= 2 or bool(fight.s[mover].stats.bound)
    if pressed and armed:
        found: Contest = ranked(fight.s, armed, ())
        outcome = await against_guard(mover, found.guards, found.parts, "backs away", (), False)
        if outcome in ("stop", "critical"):
            return False
    for other in leaving:
        if not able(fight.s, mover) or not fight.s.here(other):
            continue
        to = further(between(fight.s, mover, other))
        if between(fight.s, mover, other) != SEPARATED:
            await SetRange(mover, other, to)
            await RangeNow(mover, other, to)
    return able(fight.s, mover)


@procedure("TF-37")
async def reposition(fight: Fight[State], mover: str, where: str) -> str:
    """Move without leaving anybody: a place in words."""
    problem = movement_problem(fight.s, mover, "A Move")
    if problem:
        raise Refused(problem)
    await Committed(mover, "F", "move")
    await Said("{0} moves" + (f": {_plain(where)}" if where else ""), (mover,))
    return "moved"


@procedure("TF-21, 37")
async def face(fight: Fight[State], mover: str, label: str) -> str:
    """Change facing: the Guard now covers another approach."""
    problem = movement_problem(fight.s, mover, "Changing facing")
    if problem:
        raise Refused(problem)
    if not label:
        raise Refused("Name the approach your Guard is to cover.")
    await Committed(mover, "F", "move")
    await Covers(mover, (label,), True)
    await Said(f"{{0}} turns to cover {_plain(label)}", (mover,))
    return "moved"


@procedure("TF-21")
async def name_approach(fight: Fight[State], who: str, label: str) -> str:
    """Name the approach the Guard covers, as long as it covers none; changing it afterwards is a Move."""
    if not label:
        raise Refused("Name the approach your Guard is to cover.")
    if fight.s[who].stats.covers:
        raise Refused("Your Guard covers an approach already: change facing (a Move) to cover another.")
    await Covers(who, (label,), True)
    await Said(f"{{0}} covers {_plain(label)}", (who,))
    return "covers"


@procedure("TF-38")
async def move_by(fight: Fight[State], mover: str, passed: tuple[str, ...], label: str) -> str:
    """Move past named opponents: one combined roll against the guards that may contest it."""
    problem = movement_problem(fight.s, mover, "Moving past")
    if problem:
        raise Refused(problem)
    there = tuple(p for p in passed if fight.s.here(p) and p != mover)
    if not there:
        raise Refused("Name whom you move past.")
    await Committed(mover, "F", "past")
    if label != fight.s[mover].stats.approach:
        await ComesBy(mover, label)
    for p in there:
        if first_match(fight.s, "passes", mover, p, False):
            await Said("{0} sets out to move past {1}", (mover, p))
            await announce("passes", mover, p, False)
    outcome = "stopped"
    if able(fight.s, mover) and not locks_on(fight.s, mover) and not fight.s[mover].stats.has("prone"):
        outcome = await _run_past(mover, there)
    for p in there:
        if outcome in ("through", "push") and first_match(fight.s, "passes", mover, p, True):
            await announce("passes", mover, p, True)
    return outcome


@procedure("TF-38")
async def _run_past(fight: Fight[State], mover: str, passed: tuple[str, ...]) -> str:
    """The passing itself."""
    found = contest(fight.s, mover, passed, PAST, approach_of(fight.s, mover))
    outcome = "through"
    if found.guards:
        n = len(found.guards)
        words = "moves past " + names_places(n, len(passed))
        outcome = await against_guard(mover, found.guards, found.parts, words, passed, True)
    if outcome in ("through", "push") and able(fight.s, mover):
        await Said("{0} is past " + names_places(1, len(passed)), (mover, *passed))
    return outcome


def names_places(start: int, n: int) -> str:
    """Places of `n` names from index `start`: "{1}, {2} and {3}"."""
    words = [f"{{{i}}}" for i in range(start, start + n)]
    return words[0] if n == 1 else ", ".join(words[:-1]) + " and " + words[-1]
