"""What is shown: board rows, panels, footers, and what is hidden from whom (CT-07, 21, 40)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rules.engine.encounter import FIGHTING
from rules.engine.fmap import FMap
from rules.engine.ruleset import Row, Viewer

from .actions import briefly, left
from .cards import UNKNOWN, arranged, listed, words
from .lines import minus, plural
from .position import distance, in_meters, neighbours, zone_of
from .state import (
    BARRIER,
    Fighter,
    Maneuver,
    Power,
    State,
    Stats,
    Weapon,
    avoidance,
    discards,
    pile,
    shares,
    veiled,
)

LABELS: tuple[tuple[Callable[[Stats], bool], str], ...] = (
    (lambda s: s.dead, "dead"),
    (lambda s: s.health <= 0, "unconscious"),
    (lambda s: s.health >= s.health_max, "unhurt"),
    (lambda s: 2 * s.health > s.health_max, "hurt"),
)


def condition(stats: Stats) -> str:
    """The state in words: unhurt, hurt, badly hurt (half or less), unconscious, dead."""
    return next((label for fits, label in LABELS if fits(stats)), "badly hurt")


def conceal(stats: Stats) -> Stats:
    """The numbers blanked: Health as four steps that keep the condition, the rest the usual starting
    values.
    """
    health = {"unhurt": 4, "hurt": 3, "badly hurt": 1}.get(condition(stats), 0)
    usual = Stats()
    return replace(
        stats,
        health=health,
        health_max=4,
        armor=usual.armor,
        avoidance=usual.avoidance,
        resist_physical=usual.resist_physical,
        resist_mental=usual.resist_mental,
        recovery=0,
        weapons=tuple(Weapon(w.name, 0, w.weight, w.range) for w in stats.weapons),
        powers=tuple(Power(p.name, range=p.range) for p in stats.powers),
        maneuvers=tuple(Maneuver(m.name, m.basic) for m in stats.maneuvers),
        skills=tuple(replace(k, modifier=0, accuracy=0, damage=0) for k in stats.skills),
        pending=int(stats.pending > 0),
    )


# ------------------------------------------------------------------ secrecy
def mask(s: State, viewer: Viewer) -> State:
    """The state without other people's cards: hands, piles, discards and decks are counts of backs (CT-07).

    Cards that have been played lie open. The Dealer may look at everything.
    """
    if viewer.gm:
        return s
    s = replace(s, combatants=FMap((c.id, _shown(s, c, viewer)) for c in s.combatants.values()))
    ground = s.ground
    known = ((pair, m) for pair, m in ground.meters.items() if all(who in s.combatants for who in pair))
    return s.with_ground(
        pile=(UNKNOWN,) * len(ground.pile),
        discards=(UNKNOWN,) * len(ground.discards),
        ambush="",
        reacted=(),
        meters=FMap(known),
    )


def _shown(s: State, c: Fighter, viewer: Viewer) -> Fighter:
    stats = of_known(s, c.stats if viewer.controls(c) else backs(c))
    return replace(c, stats=stats) if stats != c.stats else c


def of_known(s: State, stats: Stats) -> Stats:
    """The game part without the ids of combatants that this view does not hold."""
    turn = stats.turn
    met = tuple(who for who in turn.exploited if who in s.combatants)
    free = tuple(who for who in turn.free_of if who in s.combatants)
    held = tuple(e if e.source in s.combatants else replace(e, source="") for e in stats.pending_effects)
    return replace(stats, turn=replace(turn, exploited=met, free_of=free), pending_effects=held)


def backs(c: Fighter) -> Stats:
    """The game part with every card but the played ones turned over."""
    stats = c.stats
    open_cards = [x for x in (stats.turn.weapon_card, stats.turn.maneuver_card) if x]
    hand = []
    for card in stats.hand:
        if card in open_cards:
            open_cards.remove(card)
            hand.append(card)
        else:
            hand.append(UNKNOWN)

    def hidden(cards: tuple[str, ...]) -> tuple[str, ...]:
        return (UNKNOWN,) * len(cards)

    return replace(
        stats,
        hand=tuple(sorted(hand)),
        pile=hidden(stats.pile),
        discards=hidden(stats.discards),
        stored=hidden(stats.stored),
        deck=hidden(stats.deck),
        upgrades=(),
        turn=replace(stats.turn, joker=False),
    )


# ------------------------------------------------------------------ the board
def row(s: State, who: str, viewer: Viewer) -> Row:
    """Health, what is pending, where it is, and how many cards it holds."""
    stats = s[who].stats
    fate = condition(stats) if stats.dead or stats.health <= 0 else ""
    hidden = veiled(s, who) and not viewer.gm and not viewer.controls(s[who])
    health = (
        condition(stats) if hidden else f"{stats.health}/{stats.health_max}" + (f" {fate}" if fate else "")
    )
    tags = [] if in_meters(s) else [zone_of(s, who)]
    if stats.pending:
        tags.append("damage pending" if hidden else f"−{stats.pending} pending")
    tags += [f"{e.effect} ({e.tier}) pending" for e in stats.pending_effects]
    if stats.surprised:
        tags.append("surprised")
    if s.phase == FIGHTING and s.actor == who and stats.turn.open:
        tags.append(briefly(stats.turn))
    if s.phase == FIGHTING and stats.hand:
        tags.append(plural(len(stats.hand), "card"))
    return Row(health, tuple(tags))


def footer(s: State, viewer: Viewer) -> tuple[str, ...]:
    """The zones or distances, and the Dealer's deck."""
    ground = s.ground
    out = [_distances(s)] if in_meters(s) else [_zones(s)]
    if any(shares(c) for c in s.present()):
        out.append(
            f"Dealer's deck: {plural(len(ground.pile), 'card')}, {plural(len(ground.discards), 'discard')}"
        )
    if ground.ambush and not s.round and viewer.gm:
        out.append(f"Ambush by {ground.ambush}")
    return tuple(line for line in out if line)


def _zones(s: State) -> str:
    ground = s.ground
    if ground.links:
        pairs = (f"{z}: {', '.join(neighbours(ground.zones, ground.links, z))}" for z in ground.zones)
        return "Zones: " + "; ".join(pairs)
    return "Zones: " + " – ".join(ground.zones)


def _distances(s: State) -> str:
    """Who is how far from whom: foes of each side, nearest first, a dozen pairs at most."""
    ids = [c.id for c in s.present() if not c.stats.dead]
    pairs = [
        (distance(s, a, b) or 0, a, b)
        for n, a in enumerate(ids)
        for b in ids[n + 1 :]
        if s[a].side != s[b].side
    ]
    shown = [f"{s[a].name} – {s[b].name} {d} m" for d, a, b in sorted(pairs)[:12]]
    return "Distances: " + ", ".join(shown) if shown else ""


# ------------------------------------------------------------------ the panel
def panel(s: State, who: str, viewer: Viewer) -> tuple[str, ...]:
    """The cards in hand, what is left of the turn, and how the cards are used."""
    stats = s[who].stats
    out = [_cards(stats)]
    if s.phase == FIGHTING and s.actor == who and stats.turn.open:
        out += [f"Left: {left(stats.turn)}", _plan(stats)]
    if stats.stored:
        out.append(f"Stored: {listed(stats.stored)}, +1 each on a check")
    if stats.pending:
        out.append(f"{stats.pending} damage will come off Health at the end of the round")
    if stats.granted:
        out.append(f"The Dealer lets you draw {plural(stats.granted, 'card')}")
    blocks = s.options.get("barrier_block") != "off" and any(w.range == BARRIER for w in stats.weapons)
    block = ", a barrier counted" if blocks else ""
    out.append(f"Avoidance {minus(avoidance(s, who))}{block}, Armor {stats.armor}")
    return tuple(line for line in out if line)


def _cards(stats: Stats) -> str:
    deck = f"{plural(len(stats.pile), 'card')} in the pile, {plural(len(stats.discards), 'discard')}"
    hand = f"Hand: {listed(stats.hand)}" if stats.hand else "No cards in hand"
    return hand if stats.shares else f"{hand} ({deck})"


def other_cards(s: State, who: str) -> tuple[str, ...]:
    """The stored cards, the discards, and what is left in the pile, which has no order (CT-02, 07)."""
    stats, whose = s[who].stats, "The Dealer's " if shares(s[who]) else "The "
    pile_, thrown = pile(s, who), discards(s, who)
    return (
        *((f"Stored: {listed(stats.stored)}, +1 each on a check",) if stats.stored else ()),
        f"{whose}pile, in no order ({len(pile_)}): {listed(pile_)}",
        f"{whose}discards ({len(thrown)}): {listed(arranged(thrown))}",
    )


def _plan(stats: Stats) -> str:
    turn = stats.turn
    if turn.maneuver:
        side = "raised" if turn.raised else "basic"
        weapon = words(turn.weapon_card)
        return f"{turn.maneuver} ({side}) with {words(turn.maneuver_card)}, weapon card {weapon}"
    card = f"Weapon card {words(turn.weapon_card)}" if turn.weapon_card else ""
    if turn.acted or not stats.maneuvers:
        return card
    return (card + "; a" if card else "A") + " maneuver can be chosen until you act"
