"""What may be chosen where something is declared: only what is legal now, likeliest first, with cost and
effect in words.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine.ruleset import Args, Choice

from .attack import skill_forbids
from .cards import BALANCED, SUITS, UNKNOWN, listed, successors, words
from .drawing import check_forbids
from .lines import plural, signed
from .moving import MAIN, MOVEMENT, most_left_behind, walk_forbids, zone_forbids
from .position import ZONE, between, engaged, far, in_meters, neighbours, zone_of
from .state import EFFECTS, State, maneuver, shares
from .turns import Plan, by_worth, forbids, in_words, other_card

ADD = "add"
Choices = tuple[Choice, ...]


# ------------------------------------------------------------------ cards
def hand(s: State, who: str, args: Args) -> Choices:
    """The cards in the hand, the highest first."""
    return tuple(Choice(card, words(card)) for card in by_worth(s[who].stats.hand) if card != UNKNOWN)


def uses(s: State, who: str, args: Args) -> Choices:
    """What a card can be played as: a maneuver (the other card is then the weapon card), or the weapon
    card.
    """
    card, stats = args.get("card", ""), s[who].stats
    out = []
    for raised in (True, False):
        for m in stats.maneuvers:
            plan = Plan(other_card(stats, card), m.name, raised)
            if card in stats.hand and forbids(s, who, plan) is None:
                option = in_words(stats, plan)
                out.append(
                    Choice(f"{m.name}{'!' if raised else ''}", f"{m.name}{', raised' * raised}", option.hint)
                )
    if card in stats.hand and not stats.turn.weapon_card:
        out.append(Choice("weapon", "Weapon card", "its number is the Accuracy of this turn's attacks"))
    return tuple(out)


def plan_of(s: State, who: str, card: str, use: str) -> str:
    """The plan that playing this card as that comes to."""
    stats = s[who].stats
    name = use.rstrip("!")
    known = next((m.name for m in stats.maneuvers if m.name.lower() == name.lower()), name)
    if use.lower() == "weapon" and maneuver(stats, "weapon") is None:
        return str(Plan(card))
    return str(Plan(other_card(stats, card), known, use.endswith("!")))


# ------------------------------------------------------------------ moving
def zones(s: State, who: str, args: Args) -> Choices:
    """Neighbouring zones, those with foes first, and who would get an opening."""
    ground, here = s.ground, zone_of(s, who)
    out = []
    for zone in neighbours(ground.zones, ground.links, here):
        if zone_forbids(s, who, zone) is None:
            there = [s[f].name for f in s.foes(who) if zone_of(s, f) == zone]
            out.append((not there, Choice(zone, zone, _zone_hint(s, who, there))))
    return tuple(choice for _, choice in sorted(out, key=lambda pair: pair[0]))


def _zone_hint(s: State, who: str, there: list[str]) -> str:
    free = s[who].stats.turn.free_of
    near = [s[f].name for f in engaged(s, who) if f not in free]
    parts = [", ".join(there) if there else "nobody hostile"]
    if near:
        parts.append(f"leaves an opening to {', '.join(near)}")
    return "; ".join(parts)[:100]


def people(s: State, who: str, args: Args, *, away: bool) -> Choices:
    """Everybody else, foes first, with the distance; those one stands next to only to move away from."""
    ids = (*s.foes(who), *s.friends(who))
    return tuple(Choice(x, s[x].name, far(s, who, x)) for x in ids if away or between(s, who, x))


def meters(s: State, who: str, args: Args, *, away: bool) -> Choices:
    """How far one can go with this movement action, the farthest first."""
    target, most = args.get("target", ""), s[who].stats.movement
    if target not in s.combatants or target == who:
        return ()
    if not away:
        most = min(most, between(s, who, target))
    fits = (m for m in range(most, 0, -1) if walk_forbids(s, who, target, m, away=away) is None)
    return tuple(Choice(str(m), f"{m} m") for m in fits)


def engaging(s: State, who: str, args: Args) -> Choices:
    """The enemies one can disengage from."""
    free = s[who].stats.turn.free_of
    return tuple(Choice(f, s[f].name, "one action") for f in engaged(s, who) if f not in free)


def everyone_engaging(s: State, who: str, args: Args) -> str | None:
    """All of them, where the actions suffice."""
    turn = s[who].stats.turn
    return ",".join(c.value for c in engaging(s, who, args)[: most_left_behind(s, turn)]) or None


def payments(s: State, who: str, args: Args) -> Choices:
    """Which actions disengaging is paid with first."""
    turn = s[who].stats.turn
    kept = "" if in_meters(s) else ", one kept to leave the zone with"
    first = Choice(MOVEMENT, "Movement actions first", plural(turn.moves, "movement action") + " left" + kept)
    other = Choice(MAIN, "Main actions first", plural(turn.main, "main action") + " left")
    return (first, other) if turn.moves else (other, first)


# ------------------------------------------------------------------ skills, deck, the Dealer's
def skills(s: State, who: str, args: Args) -> Choices:
    """Skills that can be used as a main action now."""
    own = (k for k in s[who].stats.skills if skill_forbids(s, who, k.name) is None)
    return tuple(Choice(k.name, k.name, f"{signed(k.modifier)}, Potential {k.colour}") for k in own)


def barred_skills(s: State, who: str, args: Args) -> Choices:
    """Every skill of the sheet, with the reason why it cannot be used now."""
    own = s[who].stats.skills
    return tuple(Choice(k.name, k.name, skill_forbids(s, who, k.name) or "") for k in own)


def check_skills(s: State, who: str, args: Args) -> Choices:
    """The skills of the sheet that can be checked now, for a check outside one's turn."""
    own = (k for k in s[who].stats.skills if check_forbids(s, k) is None)
    return tuple(Choice(k.name, k.name, f"{signed(k.modifier)}, Potential {k.colour}") for k in own)


def barred_checks(s: State, who: str, args: Args) -> Choices:
    """Every skill of the sheet, with the reason why it cannot be checked now."""
    return tuple(Choice(k.name, k.name, check_forbids(s, k) or "") for k in s[who].stats.skills)


def old_cards(s: State, who: str, args: Args) -> Choices:
    """Cards that can be upgraded, and adding a Jack."""
    if args.get("target", "") not in s.combatants:
        return ()
    deck = s[args["target"]].stats.deck or BALANCED
    cards = (card for card in dict.fromkeys(deck) if card != UNKNOWN and successors(card))
    swaps = (Choice(card, words(card), f"becomes {listed(successors(card))}") for card in cards)
    return (Choice(ADD, "Add a Jack", "one card more in the deck"), *swaps)


def deck_owners(s: State, who: str, args: Args) -> Choices:
    """Those with a deck of their own."""
    return named(s, (c.id for c in s.present() if not shares(c)))


def new_cards(s: State, who: str, args: Args) -> Choices:
    """What the chosen card can become."""
    old = args.get("where", "")
    cards = tuple(f"{x}J" for x in SUITS) if old == ADD else successors(old) if old else ()
    return tuple(Choice(card, words(card)) for card in cards)


def named(s: State, ids: Iterable[str]) -> Choices:
    """Combatants as choices."""
    return tuple(Choice(x, s[x].name, s[x].side) for x in ids)


def everybody(s: State, who: str, args: Args) -> Choices:
    """Everybody present."""
    return named(s, (c.id for c in s.present()))


def the_others(s: State, who: str, args: Args) -> Choices:
    """Everybody but the one chosen as the target, with the distance to it."""
    target = args.get("target", "")
    if target not in s.combatants:
        return everybody(s, who, args)
    return tuple(Choice(c.id, c.name, far(s, target, c.id)) for c in s.present() if c.id != target)


def all_zones(s: State, who: str, args: Args) -> Choices:
    """Every zone with who is in it."""
    inside = {z: ", ".join(c.name for c in s.present() if zone_of(s, c.id) == z)[:80] for z in s.ground.zones}
    return tuple(Choice(z, z, inside[z] or "empty") for z in s.ground.zones)


def sides(s: State, who: str, args: Args) -> Choices:
    """The sides that could lie in ambush, and calling it off."""
    found = dict.fromkeys(c.side for c in s.present())
    return (*(Choice(x, x, "lies in ambush") for x in found), Choice("-", "No ambush"))


def reacting(s: State, who: str, args: Args) -> Choices:
    """Those of the other sides, who may have reacted in time."""
    return named(s, (c.id for c in s.present() if c.side != args.get("target")))


def effects(s: State, who: str, args: Args) -> Choices:
    """Every effect with its tiers, the weakest first."""
    return tuple(
        Choice(f"{effect} {n}", f"{effect.capitalize()} ({n})")
        for n in (1, 2, 3)
        for effect in EFFECTS
        if n == 1 or effect != "obscured"
    )


def edges(s: State, who: str, args: Args) -> Choices:
    """How cards are drawn."""
    return (
        Choice("0", "As it is"),
        Choice("1", "With advantage", "one more, the worst dropped"),
        Choice("-1", "With disadvantage", "one more, the best dropped"),
    )


def needs_meters(s: State) -> str | None:
    """Why something of meters is not for this encounter."""
    return None if in_meters(s) else f"This encounter runs on zones of about {ZONE} m (its option Space)."


def needs_zones(s: State) -> str | None:
    """Why something of zones is not for this encounter."""
    return "This encounter runs on meters (its option Space)." if in_meters(s) else None
