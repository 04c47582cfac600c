"""The procedures all games share: the fight begins, turns pass, people come and go.

The marker moves along the slots of the order. An edge (start or end of a slot, of a round) runs its hooks
once; stepping back moves the marker and runs none.
"""

from __future__ import annotations

from typing import Any

from .changes import (
    DropLasting,
    Fired,
    Joined,
    Left,
    SetCombatant,
    SetMarker,
    SetPhase,
    State,
)
from .effects import GM, TABLE, Call
from .encounter import END, ENDED, FIGHTING, START, Combatant, Edge, Lasting
from .lines import DiceBound, EffectEnds, RoundBegins, Said, SeedRevealed, TurnBegins
from .procedures import Fight, Refused, procedure
from .ruleset import rules_of

MOST_IDLE = 60
"""Rounds without an able combatant that may pass by themselves in one step, at most."""


# ------------------------------------------------------------------ turns
@procedure("frame: begin")
async def begin(fight: Fight[State]) -> None:
    """Initiative, then round 1 and its first turn. Those who join meanwhile enter as latecomers."""
    if fight.s.phase == FIGHTING:
        raise Refused("The fight has begun already.")
    if fight.s.phase == ENDED:
        raise Refused("This encounter has ended.")
    if not any(fight.s.present()):
        raise Refused("Nobody is here to fight: let players join, or add someone.")
    known = len(fight.s.combatants)
    await SetPhase(FIGHTING)
    await rules_of(fight.s).initiative()
    await latecomers(known)
    await open_round(1)
    await first_able(-1)


@procedure("frame: those who came meanwhile")
async def latecomers(fight: Fight[State], known: int) -> None:
    """Bring in all but the first `known` combatants who have no place in the order."""
    for who in tuple(fight.s.combatants)[known:]:
        if fight.s.here(who) and not any(slot.who == who for slot in fight.s.order):
            await rules_of(fight.s).enter(who)


@procedure("frame: next")
async def pass_turn(fight: Fight[State]) -> None:
    """The acting slot ends and the next able one begins."""
    if fight.s.phase != FIGHTING:
        raise Refused("The fight has not begun.")
    acting = fight.s.acting
    at = _index(fight.s, acting)
    if acting:
        await fire_slot(acting, END)
    await first_able(_index(fight.s, acting, max(at - 1, -1)))


@procedure("frame: act")
async def act(fight: Fight[State], who: str, call: Call[Any]) -> Any:
    """A declaration: the rules' own procedure; then the turn passes by itself where nothing is left in it.

    who: the combatant's id, "" for the GM. Someone hidden who acts is seen. Passing within the step keeps its
    offers open. Within another step it only lets that one be seen: the turn is that step's to pass.
    """
    if who and fight.s.here(who) and fight.s[who].hidden:
        await SetCombatant(who, "hidden", False)
        await Said("{0} comes into view", (who,))
    turn = (fight.s.round, fight.s.acting)
    result = await call
    same = bool(fight.s.actor) and (fight.s.round, fight.s.acting) == turn
    if same and not fight.interrupts and _over(fight.s, who):
        await pass_turn()
    return result


def _over(s: State, who: str) -> bool:
    """Whether the acting combatant has left, or its turn is spent (which a GM's step leaves to the GM)."""
    return s.phase == FIGHTING and (not s.here(s.actor) or bool(who and rules_of(s).spent(s, s.actor)))


@procedure("frame: the next able slot")
async def first_able(fight: Fight[State], after: int) -> None:
    """Begin the first slot past index `after` whose combatant can act, over the round's edge if needed.

    When nobody can act in a whole round it stops there, and `next` goes on to the one after; unless the game
    says that somebody will be able again by itself (`idle`).
    """
    for idle in range(MOST_IDLE):
        at = after + 1
        while at < len(fight.s.order):
            slot = fight.s.order[at]
            if fight.s.here(slot.who) and rules_of(fight.s).able(fight.s, slot.who):
                await SetMarker(fight.s.round, slot.id)
                fresh = not _fired(fight.s, f"{slot.id}/{START}")
                await fire_slot(slot.id, START)
                if fight.s.here(slot.who) and _may_act(fight.s, slot.who, fresh):
                    return
                await fire_slot(slot.id, END)
            else:
                await expire_slot(slot.id, START)
                await expire_slot(slot.id, END)
            at = _index(fight.s, slot.id, at - 1) + 1
        if idle and not rules_of(fight.s).idle(fight.s):
            break
        await close_round()
        await open_round(fight.s.round + 1)
        after = -1
    await SetMarker(fight.s.round, "")
    await Said("Nobody can act. Add someone, change something, or end the encounter.", to=GM)


def _may_act(s: State, who: str, fresh: bool) -> bool:
    """Whether a turn that has begun is its combatant's: able, and not used up by the start that just fired.

    A turn that comes again after a step back stays, whatever was done in it before.
    """
    rules = rules_of(s)
    return rules.able(s, who) and not (fresh and rules.spent(s, who))


@procedure("frame: a round begins")
async def open_round(fight: Fight[State], number: int) -> None:
    """The round's number and the game's hook at its top."""
    await SetMarker(number, "")
    if not _fired(fight.s, f"round/{START}"):
        await Fired(number, f"round/{START}")
        await RoundBegins(number)
        known = len(fight.s.combatants)
        hook = rules_of(fight.s).round_start()
        if hook is not None:
            await hook
            await latecomers(known)
    for effect in fight.s.lasting:
        if effect.ends is not None and _due(effect.ends, number, "", START):
            await end_effect(effect)


@procedure("frame: a round ends")
async def close_round(fight: Fight[State]) -> None:
    """The game's hook at the round's end, then every effect that was to end in it."""
    number = fight.s.round
    if not _fired(fight.s, f"round/{END}"):
        await Fired(number, f"round/{END}")
        hook = rules_of(fight.s).round_end()
        if hook is not None:
            await hook
    for effect in fight.s.lasting:
        if effect.ends is not None and effect.ends.round <= number:
            await end_effect(effect)


@procedure("frame: an edge of a slot")
async def fire_slot(fight: Fight[State], slot_id: str, at: str) -> None:
    """Start: effects that end here, the line, the hook. End: the hook, then effects that end here.

    The hook of an edge runs once, whatever the marker does.
    """
    slot = fight.s.slot(slot_id)
    if slot is None:
        return
    if at == START:
        await expire_slot(slot_id, START)
        hidden = fight.s[slot.who].hidden
        await TurnBegins(slot.who, slot.label, to=GM if hidden else TABLE)
    if not _fired(fight.s, f"{slot_id}/{at}"):
        await Fired(fight.s.round, f"{slot_id}/{at}")
        rules = rules_of(fight.s)
        hook = rules.turn_start(slot.who) if at == START else rules.turn_end(slot.who)
        if hook is not None and fight.s.here(slot.who):
            await hook
    if at == END:
        await expire_slot(slot_id, END)


def _fired(s: State, edge: str) -> bool:
    """Whether the hooks of this edge of the round have run."""
    return f"{s.round}/{edge}" in s.fired


@procedure("frame: effects end")
async def expire_slot(fight: Fight[State], slot_id: str, at: str) -> None:
    """End what was due at the start of its combatant's first slot of the round, or at the end of its last."""
    slot = fight.s.slot(slot_id)
    if slot is None:
        return
    own = [s.id for s in fight.s.order if s.who == slot.who]
    if slot_id != (own[0] if at == START else own[-1]):
        return
    for effect in fight.s.lasting:
        if effect.ends is not None and _due(effect.ends, fight.s.round, slot.who, at):
            await end_effect(effect)


def _due(ends: Edge, number: int, who: str, at: str) -> bool:
    return ends.who == who and (ends.round < number or (ends.round == number and ends.at in (at, START)))


@procedure("frame: an effect ends")
async def end_effect(fight: Fight[State], effect: Lasting) -> None:
    """Take an effect away and say so to those who could see it."""
    await DropLasting(effect.id)
    if effect.who and not fight.s.here(effect.who):
        return
    hidden = effect.secret or (effect.who and fight.s[effect.who].hidden)
    await EffectEnds(effect.who, effect.label, to=GM if hidden else TABLE)


@procedure("frame: back")
async def back(fight: Fight[State]) -> None:
    """The marker goes to the previous able slot; nothing fires, nothing is restored (undo does that)."""
    if fight.s.phase != FIGHTING:
        raise Refused("The fight has not begun.")
    number, before = fight.s.round, _index(fight.s, fight.s.acting, len(fight.s.order))
    rules = rules_of(fight.s)
    for slot in reversed(fight.s.order[: max(before, 0)]):
        if fight.s.here(slot.who) and rules.able(fight.s, slot.who):
            await SetMarker(number, slot.id)
            await _went_back(fight.s, slot.who)
            return
    if number <= 1:
        raise Refused("This is the first turn of the fight; there is none before it.")
    if number < fight.s.furthest:
        raise Refused("The turn can step back into the round before, and no further: use undo.")
    if rules.rolls_order_each_round:
        raise Refused(
            "The order was rolled anew for this round, so the turn cannot step back over its edge: use undo."
        )
    for slot in reversed(fight.s.order):
        if fight.s.here(slot.who) and rules.able(fight.s, slot.who):
            await SetMarker(number - 1, slot.id)
            await _went_back(fight.s, slot.who)
            return
    raise Refused("Nobody before this one can act.")


def _went_back(s: State, who: str) -> Said:
    return Said("The turn goes back to {0}", (who,), to=GM if s[who].hidden else TABLE)


def _index(s: State, slot_id: str, missing: int = -1) -> int:
    return next((n for n, slot in enumerate(s.order) if slot.id == slot_id), missing)


# ------------------------------------------------------------------ people
@procedure("frame: join")
async def join(fight: Fight[State], combatant: Combatant[Any]) -> None:
    """Someone takes part; in a running fight the game brings it into the order without moving the turn.

    Before the first round it only joins: `begin` brings it in.
    """
    if fight.s.phase == ENDED:
        raise Refused("This encounter has ended.")
    await Joined(combatant)
    await Said("{0} joins", (combatant.id,), to=GM if combatant.hidden else TABLE)
    if fight.s.phase == FIGHTING and fight.s.round:
        await rules_of(fight.s).enter(combatant.id)
        if not fight.s.acting and not fight.interrupts:
            await first_able(-1)


@procedure("frame: arrive")
async def arrive(fight: Fight[State], combatants: tuple[Combatant[Any], ...]) -> None:
    """Several take part at once, in this order."""
    for combatant in combatants:
        await join(combatant)


@procedure("frame: opened")
async def opened(fight: Fight[State], public: str, secret: str) -> None:
    """The encounter opens, and its dice are bound: the SHA-256 of both seeds is told before anything is
    rolled.
    """
    await Said("The encounter opens")
    await DiceBound(public, secret)


@procedure("frame: leave")
async def leave(fight: Fight[State], who: str, passing: bool) -> None:
    """Someone leaves. `passing`: if it was its turn, the next one's begins.

    Within another step the turn stays until that step ends, which then passes it.
    """
    if not fight.s.here(who):
        raise Refused("That combatant is not in this fight.")
    hidden = fight.s[who].hidden
    await Said("{0} leaves", (who,), to=GM if hidden else TABLE)
    acting = fight.s.actor == who
    await Left(who)
    for effect in fight.s.lasting:
        if effect.who == who:
            await DropLasting(effect.id)
    if acting and passing and not fight.interrupts and fight.s.phase == FIGHTING:
        await first_able(_index(fight.s, fight.s.acting))


@procedure("frame: end")
async def end(fight: Fight[State], seed: str) -> None:
    """The encounter is over, and the public seed (in hex) is revealed."""
    if fight.s.phase == ENDED:
        raise Refused("This encounter has ended already.")
    hook = rules_of(fight.s).fight_end()
    if hook is not None:
        await hook
    await SetPhase(ENDED)
    await Said("The encounter ends")
    await SeedRevealed(seed)


@procedure("frame: rolled in secret")
async def in_secret(fight: Fight[State], who: str, words: str, call: Call[Any]) -> Any:
    """`call`, whose rolls not everybody sees; the table is told in `words` that there was one, unless `who`
    is hidden from it.
    """
    await Said(words, (who,), to=GM if fight.s[who].hidden else TABLE)
    return await call


def new_id(s: State, name: str) -> str:
    """A short id for a newcomer: letters and digits of its name, numbered where taken or reserved."""
    base = "".join(ch for ch in name.lower() if ch.isascii() and ch.isalnum())[:12] or "c"
    taken = {*s.combatants, GM, TABLE}
    return (
        base if base not in taken else next(i for n in range(2, 10_000) if (i := f"{base}-{n}") not in taken)
    )
