"""What the Dealer sets up: the place, the ambush, effects, extra draws, the deck; and upgrades (CT-02, 06,
08, 34, 42, 50).
"""

from __future__ import annotations

from itertools import pairwise

from rules.engine.effects import GM, TABLE
from rules.engine.encounter import GATHERING
from rules.engine.lines import Said
from rules.engine.procedures import Fight, Refused, procedure

from .cards import BALANCED, FEWEST_NUMBERS, arranged, is_face, read_card, upgrade, words, write_upgrade
from .changes import Ambush, Apart, DealersDeck, Granted, MovedTo, Upgraded, Zones
from .harm import afflict, aside
from .lines import plural
from .state import EFFECTS, State, shares


def plain(text: str) -> str:
    """Typed text for a sentence with places in braces."""
    return text.replace("{", "(").replace("}", ")")


@procedure("CT-50")
async def set_zones(fight: Fight[State], text: str) -> None:
    """The zones by name: "Gate, Yard, Tower" is a row, "Gate - Yard, Yard - Tower" says what lies next to
    what.
    """
    names: list[str] = []
    links: list[tuple[str, str]] = []
    for part in text.split(","):
        ends = [end.strip() for end in part.replace(" – ", " - ").split(" - ") if end.strip()]
        names += [end for end in ends if end not in names]
        links += list(pairwise(ends))
    if not names:
        raise Refused(
            "Name at least one zone: “Gate, Yard, Tower” for a row, “Gate - Yard, Gate - Tower” for more."
        )
    if len(names) > 25 or any(len(name) > 40 for name in names):
        raise Refused("There can be up to 25 zones with names of up to 40 characters.")
    await Zones(tuple(names), tuple(links))
    shown = ", ".join(f"{a} - {b}" for a, b in links) or ", ".join(names)
    await Said(f"The zones are {plain(shown)}")


@procedure("CT-50")
async def put_in_zone(fight: Fight[State], ids: tuple[str, ...], zone: str) -> None:
    """The Dealer places combatants in a zone."""
    if zone not in fight.s.ground.zones:
        raise Refused(f"There is no zone “{zone}”; there are {', '.join(fight.s.ground.zones)}.")
    for who in ids:
        if fight.s.here(who):
            await MovedTo(who, zone)
            await Said(f"{{0}} is now in {plain(zone)}", (who,), to=aside(fight.s, who))


@procedure("CT-50")
async def set_apart(fight: Fight[State], who: str, others: tuple[str, ...], meters: int) -> None:
    """The Dealer sets how many meters one combatant is from others."""
    if not 0 <= meters <= 1000:
        raise Refused("A distance is 0 to 1000 m.")
    pairs = tuple((who, other, meters) for other in others if other != who and other in fight.s.combatants)
    if not pairs or who not in fight.s.combatants:
        raise Refused("Choose two different combatants of this fight.")
    await Apart(pairs)
    for _, other, _ in pairs:
        hidden = GM in (aside(fight.s, who), aside(fight.s, other))
        await Said(f"{{0}} and {{1}} are {meters} m apart", (who, other), to=GM if hidden else TABLE)


@procedure("CT-42")
async def set_ambush(fight: Fight[State], side: str, reacted: tuple[str, ...]) -> None:
    """One side lies in ambush; "" calls it off."""
    if fight.s.round:
        raise Refused(
            "An ambush is set before the fight begins. In the first round, set “surprised” of a combatant."
        )
    await Ambush(side, reacted)
    if not side:
        await Said("There is no ambush", to=GM)
        return
    names = ", ".join(f"{{{n}}}" for n in range(len(reacted)))
    more = f"; {names} reacted in time" if reacted else ""
    await Said(f"The side of {plain(side)} lies in ambush{more}", reacted, to=GM)


@procedure("CT-34")
async def set_effect(fight: Fight[State], who: str, effect: str, strength: int, source: str) -> None:
    """The Dealer puts an effect of CT-34 on somebody, with its usual length."""
    if not fight.s.here(who) or effect not in EFFECTS or not 1 <= strength <= 3:
        raise Refused(f"Choose a combatant, one of {', '.join(EFFECTS)}, and a tier of 1 to 3.")
    await afflict(who, effect, strength, source)


@procedure("CT-06")
async def grant(fight: Fight[State], who: str, cards: int, edge: int) -> None:
    """The Dealer lets somebody draw cards, as they are, with advantage or with disadvantage."""
    if not fight.s.here(who):
        raise Refused("That combatant is not in this fight.")
    if not 1 <= cards <= 5:
        raise Refused("The Dealer can let somebody draw 1 to 5 cards.")
    await Granted(who, cards, edge)
    how = " with advantage" if edge > 0 else " with disadvantage" if edge < 0 else ""
    await Said(f"{{0}} may draw {plural(cards, 'card')}{how}", (who,), to=aside(fight.s, who))


@procedure("CT-02")
async def set_dealers_deck(fight: Fight[State], text: str) -> None:
    """The deck that NPCs share, before the fight begins: its cards, or "balanced"."""
    if fight.s.phase != GATHERING:
        raise Refused("The Dealer's deck is chosen before the fight begins.")
    if any(shares(c) and (c.stats.hand or c.stats.stored) for c in fight.s.combatants.values()):
        raise Refused("Cards of the Dealer's deck are in hands: that deck stays for this fight.")
    try:
        cards = BALANCED if text.strip().lower() == "balanced" else arranged(read_cards(text))
    except ValueError as why:
        raise Refused(str(why)) from None
    if sum(not is_face(card) for card in cards) < FEWEST_NUMBERS:
        raise Refused(f"A deck needs at least {FEWEST_NUMBERS} number cards.")
    await DealersDeck(cards)
    await Said(f"The Dealer's deck has {plural(len(cards), 'card')}", to=GM)


def read_cards(text: str) -> tuple[str, ...]:
    """Card codes from a text with commas or spaces. ValueError names what is no card."""
    return tuple(read_card(part) for part in text.replace(",", " ").split())


# ------------------------------------------------------------------ upgrades
@procedure("CT-08")
async def upgrade_deck(fight: Fight[State], who: str, old: str, new: str) -> None:
    """Between fights the Dealer grants an upgrade of a character's own deck; "" for `old` adds a Jack."""
    if fight.s.phase != GATHERING:
        raise Refused("Decks are upgraded between fights: before this one has begun.")
    if not fight.s.here(who) or shares(fight.s[who]):
        raise Refused("Choose someone with a deck of its own; the Dealer's deck is chosen as a whole.")
    try:
        deck = upgrade(fight.s[who].stats.deck or BALANCED, old, new)
    except ValueError as why:
        raise Refused(str(why)) from None
    await Upgraded(who, old, new, deck, write_upgrade(old, new))
    done = f"{words(old)} becomes {words(new)}" if old else f"{words(new)} is added"
    await Said(f"{{0}}'s deck is upgraded: {done}", (who,), to=who)
