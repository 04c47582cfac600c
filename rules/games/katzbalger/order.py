"""Initiative and the slots of a round: everyone's actions interleaved, ties rolled off (KB-11 to 13)."""

from __future__ import annotations

from collections import Counter

from rules.engine.changes import SetOrder
from rules.engine.effects import GM, TABLE, All, Ask, Option
from rules.engine.encounter import Slot
from rules.engine.procedures import Fight, procedure

from .chances import number
from .changes import Owes, Rolled
from .initiative import Initiative, Tie
from .lines import Simultaneous
from .sheet import State
from .values import able, actions, in_hand

AGAIN, TOGETHER = "again", "together"
NTH = {2: "second", 3: "third"}
Groups = tuple[tuple[str, ...], ...]
"""Parties in their order; several in one group act simultaneously."""


def label_number(slot: Slot | None) -> int:
    """The initiative a slot stands at, by its label; 0 where there is none."""
    text = slot.label.replace("−", "-") if slot else ""
    return int(text) if text.lstrip("-").isdigit() else 0


def party(s: State, who: str) -> str:
    """Whom this one shares initiative with: a group's first member stands for all of it."""
    group = s[who].group
    return next(
        c.id for c in s.combatants.values() if c.id == who or (group and c.group == group and not c.gone)
    )


def slots_of(s: State, who: str, total: int) -> tuple[Slot, ...]:
    """A combatant's slots: the first at its initiative, each further 2 lower (KB-12), those owed left out.

    On the first a Great Blow under way lands, so that one is not among those owed (KB-41, 49).
    """
    blow = int(s[who].stats.blow is not None)
    gone = range(blow, blow + payable(s, who))
    n = actions(s, who, in_hand(s, who))
    return tuple(Slot(f"{who}#{k + 1}", who, number(total - 2 * k)) for k in range(n) if k not in gone)


def payable(s: State, who: str) -> int:
    """How many of the actions owed this round's can pay for."""
    c = s[who].stats
    return max(0, min(c.debt, actions(s, who, in_hand(s, who)) - (c.blow is not None)))


@procedure("KB-10 to 13")
async def roll_order(fight: Fight[State]) -> None:
    """Everyone who can act rolls d6 + REF bonus; the slots of all stand in one order, highest first."""
    await Rolled(fight.s.round)
    totals = await roll_all(tuple(c.id for c in fight.s.present() if able(fight.s, c.id)))
    slots: list[Slot] = []
    for who, total in totals:
        slots += slots_of(fight.s, who, total)
        await pay_debt(who)
    await lay_out(tuple(slots), ())


@procedure("KB-48: what is owed")
async def pay_debt(fight: Fight[State], who: str) -> None:
    """Actions lost earlier are taken from this round's; what is left is owed further."""
    paid = payable(fight.s, who)
    if paid:
        await Owes(who, -paid)


@procedure("KB-11")
async def roll_all(fight: Fight[State], who: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """The initiative of each; a group of equals rolls once, those hidden are rolled for the GM alone."""
    s = fight.s
    rolled: dict[str, int] = {}
    parties = Counter(party(s, x) for x in who)
    for secret in (False, True):
        heads = tuple(w for w in parties if s[w].hidden is secret)
        if heads:
            bonus = tuple(s[w].stats.sheet.ref_bonus - int(s[w].stats.funk) for w in heads)
            label = "initiative, hidden" if secret else "initiative"
            groups = tuple(w for w in heads if parties[w] > 1)
            got = await Initiative(label, heads, bonus, GM if secret else TABLE, groups)
            rolled.update(zip(heads, got, strict=True))
    return tuple((w, rolled[party(s, w)]) for w in who)


@procedure("KB-12, 13: slots are brought into the order")
async def lay_out(fight: Fight[State], fresh: tuple[Slot, ...], kept: tuple[Slot, ...]) -> None:
    """Merge fresh slots with those of `kept` (in their order) and set them past the acting slot.

    Where a fresh slot ties with another party's, all parties at that number roll; others keep their places.
    """
    settled = dict(await untie(_ties(fight.s, fresh, kept)))
    order, together = _merged(fight.s, (*kept, *fresh), settled)
    redone = {x.id for x in kept if label_number(x) in settled}
    stays = tuple(g for g in fight.s.ground.together if not redone & set(g))
    at = next((n for n, x in enumerate(fight.s.order) if x.id == fight.s.acting), -1)
    await SetOrder((*fight.s.order[: at + 1], *order))
    if together or stays != fight.s.ground.together:
        await Rolled(fight.s.round, (*stays, *together))
    for group in together:
        who = tuple(dict.fromkeys(x.who for x in order if x.id in group))
        await Simultaneous(who, to=GM if any(fight.s[w].hidden for w in who) else TABLE)


def _ties(
    s: State, fresh: tuple[Slot, ...], kept: tuple[Slot, ...]
) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """The numbers at which a fresh slot meets another party's, with the parties."""
    found: dict[int, dict[str, None]] = {label_number(x): {} for x in fresh}
    for x in (*kept, *fresh):
        if label_number(x) in found:
            found[label_number(x)][party(s, x.who)] = None
    return tuple((n, tuple(found[n])) for n in sorted(found, reverse=True) if len(found[n]) > 1)


def _merged(s: State, slots: tuple[Slot, ...], settled: dict[int, Groups]) -> tuple[tuple[Slot, ...], Groups]:
    """The slots from the highest number down, ties as settled; and which of them act simultaneously."""
    order: list[Slot] = []
    together: list[tuple[str, ...]] = []
    for n in sorted({label_number(x) for x in slots}, reverse=True):
        here = [x for x in slots if label_number(x) == n]
        for group in settled.get(n, ()):
            members = [x for x in here if party(s, x.who) in group]
            order += members
            if len(group) > 1:
                together.append(tuple(x.id for x in members))
        if n not in settled:
            order += here
    return tuple(order), tuple(together)


@procedure("KB-13")
async def untie(
    fight: Fight[State], tied: tuple[tuple[int, tuple[str, ...]], ...]
) -> tuple[tuple[int, Groups], ...]:
    """Roll off every number with tied parties. A second tie is rolled again, unless the Director takes up
    the offer of having them act simultaneously.
    """
    groups: dict[int, list[tuple[str, ...]]] = {at: [parties] for at, parties in tied}
    open_: list[tuple[int, tuple[str, ...]]] = list(tied)
    time = 1
    while open_:
        again: list[tuple[int, tuple[str, ...]]] = []
        for at, parties in open_:
            if time == 1:
                parts = await roll_off(at, parties)
            else:  # by a label of its own, so that what is said of one tie changes no die of another
                parts = ranked(parties, await _tie(fight.s, f"tie at {at} with {parties[0]}", at, parties))
            k = groups[at].index(parties)
            groups[at][k : k + 1] = parts
            again += [(at, part) for part in parts if len(part) > 1]
        time += 1
        asks = tuple(_second(fight.s, at, part, time) for at, part in again)
        answers = await All("second tie", asks) if asks else ()
        open_ = [x for x, answer in zip(again, answers, strict=True) if answer == AGAIN]
    return tuple((at, tuple(found)) for at, found in groups.items())


@procedure("KB-13: a d6 each")
async def roll_off(fight: Fight[State], at: int, parties: tuple[str, ...]) -> Groups:
    """The parties by their d6, highest first; those still tied together."""
    return ranked(parties, await _tie(fight.s, f"tie at {at}", at, parties))


def ranked(parties: tuple[str, ...], got: tuple[int, ...]) -> Groups:
    """The parties by what they rolled, highest first; those still tied together."""
    faces = dict(zip(parties, got, strict=True))
    return tuple(tuple(w for w in parties if faces[w] == face) for face in sorted(set(got), reverse=True))


def _tie(s: State, label: str, at: int, parties: tuple[str, ...]) -> Tie:
    return Tie(label, parties, at, GM if any(s[w].hidden for w in parties) else TABLE)


def _second(s: State, at: int, parties: tuple[str, ...], time: int) -> Ask:
    names = " and ".join(s[w].name for w in parties)
    return Ask(
        GM,
        "tie",
        f"{names} are tied at {number(at)} for the {NTH.get(time, f'{time}th')} time.",
        (
            Option(AGAIN, "Roll again"),
            Option(TOGETHER, "Simultaneous", "effects are applied after both have acted"),
        ),
        AGAIN,
        wait=False,
    )


@procedure("KB-14: slots in mid-round")
async def insert(fight: Fight[State], fresh: tuple[Slot, ...]) -> None:
    """Bring further slots into the part of the order that has not acted yet."""
    at = next((n for n, x in enumerate(fight.s.order) if x.id == fight.s.acting), -1)
    await lay_out(fresh, fight.s.order[at + 1 :])
