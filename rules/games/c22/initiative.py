"""The order of turns (CT-02, 10 to 13, 42)."""

from __future__ import annotations

from rules.engine.changes import SetOrder
from rules.engine.effects import GM, TABLE, All, Ask, Option, Options
from rules.engine.encounter import Slot
from rules.engine.lines import Said
from rules.engine.procedures import Fight, procedure

from .cards import BLACK_JOKER, RED_JOKER, SUITS, is_joker, number, suit, words
from .changes import Discarded, InitiativeCard, Prepared, Shuffled, Surprised
from .drawing import draw_number, shuffle_for_joker
from .harm import aside
from .lines import DrewInitiative
from .state import Fighter, State, shares

DEALER = "dealer"


def place_of(card: str) -> tuple[int, int]:
    """Where a card stands in the order: red joker, spades, clubs, diamonds, hearts, black joker; the higher
    number first.
    """
    if card == RED_JOKER:
        return -1, 0
    if card == BLACK_JOKER or not card:
        return len(SUITS), 0
    return SUITS.index(suit(card)), -number(card)


def rank(c: Fighter) -> tuple[bool, tuple[int, int], bool]:
    """What orders combatants: the surprised last, then the card, then Players before NPCs (CT-11, 12, 42)."""
    return c.stats.surprised, place_of(c.stats.initiative), not c.player


@procedure("CT-02, 10, 11, 12, 13, 42")
async def initiative(fight: Fight[State]) -> None:
    """Decks are made ready, everybody draws, and the order is settled for the fight."""
    ids = tuple(c.id for c in fight.s.present())
    for who in ids:
        await prepare(who)
    await gather()
    groups: dict[str, str] = {}
    for who in ids:
        c = fight.s[who]
        if c.group in groups:
            await InitiativeCard(who, groups[c.group])
            continue
        card = await draw_initiative(who, bool(c.group))
        if c.group:
            groups[c.group] = card
    await SetOrder(await sorted_slots(ids))


@procedure("CT-02, 42")
async def prepare(fight: Fight[State], who: str) -> None:
    """A combatant's deck for this fight, whole unless `deck_carries`; and whether an ambush catches it."""
    ground = fight.s.ground
    await Prepared(who, fight.s.options.get("deck_carries") != "on")
    if (
        ground.ambush
        and fight.s[who].side != ground.ambush
        and who not in ground.reacted
        and not fight.s.round
    ):
        await Surprised(who)
        await Said("{0} is surprised by the ambush", (who,), to=aside(fight.s, who))


@procedure("CT-02")
async def gather(fight: Fight[State]) -> None:
    """The Dealer's deck is whole at the start."""
    who = next((c.id for c in fight.s.present() if shares(c)), "")
    if who and fight.s.ground.discards:
        await Shuffled(who)


@procedure("CT-04, 10, 13")
async def draw_initiative(fight: Fight[State], who: str, group: bool) -> str:
    """One number card, shown to all and discarded; after a joker the discards are shuffled back right
    away.
    """
    to = aside(fight.s, who)
    card = await draw_number(who, "initiative", to)
    await InitiativeCard(who, card)
    if card:
        await DrewInitiative(who, card, group, to=to)
        await Discarded(who, (card,))
        if is_joker(card):
            await shuffle_for_joker(who)
    return card


@procedure("CT-11, 12")
async def sorted_slots(fight: Fight[State], drew: tuple[str, ...]) -> tuple[Slot, ...]:
    """Those who drew, by rank, ties settled by those who may."""
    ids = tuple(sorted(drew, key=lambda who: rank(fight.s[who])))
    order: tuple[str, ...] = ()
    while ids:
        first = rank(fight.s[ids[0]])
        tied = tuple(who for who in ids if rank(fight.s[who]) == first)
        ids = tuple(who for who in ids if who not in tied)
        order = (*order, *(await settle_tie(tied)))
    return tuple(slot_of(fight.s, who) for who in order)


def slot_of(s: State, who: str) -> Slot:
    """The slot of a combatant, labelled with its card."""
    card = s[who].stats.initiative
    return Slot(who, who, words(card) if card else "no card")


@procedure("CT-12")
async def settle_tie(fight: Fight[State], tied: tuple[str, ...]) -> tuple[str, ...]:
    """The order among equals: Players agree or the Dealer decides; NPCs the Dealer, by default as they were
    added.

    A group that shares one card needs no decision inside it.
    """
    order: tuple[str, ...] = ()
    units = {unit_of(fight.s, who): who for who in reversed(tied)}
    heads = tuple(who for who in tied if units[unit_of(fight.s, who)] == who)
    while heads:
        first = heads[0] if len(heads) == 1 else await goes_first(heads)
        unit = unit_of(fight.s, first)
        order = (*order, *(who for who in tied if unit_of(fight.s, who) == unit))
        heads = tuple(who for who in heads if who != first)
    return order


@procedure("CT-12")
async def goes_first(fight: Fight[State], tied: tuple[str, ...]) -> str:
    """Who goes first among these, settled by those who may, and told."""
    first = await (agree(tied) if fight.s[tied[0]].player else decide(tied))
    others = tuple(who for who in tied if who != first)
    names = " and ".join(f"{{{n + 1}}}" for n in range(len(others)))
    hidden = any(fight.s[who].hidden for who in tied)
    await Said(f"{{0}} goes before {names}", (first, *others), to=GM if hidden else TABLE)
    return first


def unit_of(s: State, who: str) -> str:
    """The group of equals a combatant shares its card with, or itself alone."""
    group = s[who].group
    return f"group {group}" if group else who


@procedure("CT-12")
async def agree(fight: Fight[State], tied: tuple[str, ...]) -> str:
    """Who goes first among tied Players: all of them are asked at once; dissent or no answer leaves it to the
    Dealer.
    """
    s = fight.s
    options: Options = (
        *(Option(who, f"{s[who].name} goes first") for who in tied),
        Option(DEALER, "Let the Dealer decide"),
    )
    asked = {s[who].controller: who for who in reversed(tied)}
    askers = [who for who in tied if asked[s[who].controller] == who]
    names = " and ".join(s[who].name for who in tied)
    prompt = f"{names} drew the same card for initiative. Who goes first?"
    answers = await All("tie", tuple(Ask(who, "tie", prompt, options, DEALER) for who in askers))
    if len(dict.fromkeys(answers)) == 1 and answers[0] != DEALER:
        return answers[0]
    return await decide(tied)


@procedure("CT-12")
async def decide(fight: Fight[State], tied: tuple[str, ...]) -> str:
    """The Dealer says who goes first among these."""
    s = fight.s
    options = tuple(Option(who, f"{s[who].name} goes first") for who in tied)
    names = " and ".join(s[who].name for who in tied)
    return await Ask(
        GM, "tie", f"{names} drew the same card for initiative. Who goes first?", options, tied[0]
    )


@procedure("CT-10, 11, 12")
async def enter(fight: Fight[State], who: str) -> None:
    """A latecomer draws and takes its place behind its equals, or shares the card of its group where that has
    one and acts right after it; nobody's turn moves.

    One that comes back keeps the place it had.
    """
    s = fight.s
    if s[who].stats.shares is None:
        await prepare(who)
    if any(slot.who == who for slot in s.order):
        return
    group = s[who].group
    mates = [n for n, slot in enumerate(s.order) if group and s[slot.who].group == group]
    if mates:
        await InitiativeCard(who, s[s.order[mates[-1]].who].stats.initiative)
        at = mates[-1] + 1
        await Said(f"{{0}} acts with the group ({slot_of(fight.s, who).label})", (who,), to=aside(s, who))
    else:
        await draw_initiative(who, bool(group))
        mine = rank(fight.s[who])
        at = next((n for n, slot in enumerate(s.order) if rank(s[slot.who]) > mine), len(s.order))
    await SetOrder((*s.order[:at], slot_of(fight.s, who), *s.order[at:]))
