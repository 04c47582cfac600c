"""Drawing cards and skill checks (CT-02 to 06, 09)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.effects import GM, TABLE, Ask, Option
from rules.engine.encounter import FIGHTING
from rules.engine.procedures import Fight, Refused, procedure

from .cards import is_face, is_joker, number, red, words
from .chances import Draw
from .changes import Discarded, Drew, Granted, Shuffled
from .lines import Checked, DrewCards, NoCard, Reshuffles, SetAside, Spends
from .state import Skill, State, discards, pile, shares

NEVER = "none"


@procedure("CT-04, 05")
async def draw_number(fight: Fight[State], who: str, label: str, to: str) -> str:
    """One number card into the hand of `who`: face cards are stored, an empty pile is filled from the
    discards.

    Gives its code, "" when no card is left anywhere.
    """
    while True:
        if not pile(fight.s, who):
            if not discards(fight.s, who):
                await NoCard(who, to=to)
                return ""
            await Shuffled(who)
            await Reshuffles(who, shares(fight.s[who]), empty=True, to=_aside(fight.s, who))
        card = await Draw(label, who, to)
        if not is_face(card):
            await Drew(who, card)
            return card
        await Drew(who, card, "stored")
        await SetAside(who, card, to=to)


@procedure("CT-06")
async def draw_numbers(
    fight: Fight[State], who: str, count: int, edge: int, label: str, to: str
) -> tuple[str, ...]:
    """So many number cards into the hand; with an edge one more is drawn and the worst (best) dropped.

    Gives what was drawn in order, the dropped card last when there is one.
    """
    drawn: tuple[str, ...] = ()
    for _ in range(count + abs(edge)):
        card = await draw_number(who, label, to)
        drawn = (*drawn, card) if card else drawn
    if not edge or len(drawn) <= count:
        return drawn
    chosen = (min if edge > 0 else max)(number(card) for card in drawn)
    equal = tuple(dict.fromkeys(card for card in drawn if number(card) == chosen))
    drop = equal[0]
    if len(equal) > 1:
        options = tuple(Option(card, f"Drop {words(card)}") for card in equal)
        drop = await Ask(
            who, "equal-cards", "Which of the equal cards do you drop?", options, drop, secret=True
        )
    await Discarded(who, (drop,))
    at = drawn.index(drop)
    return (*drawn[:at], *drawn[at + 1 :], drop)


@procedure("CT-04")
async def shuffle_for_joker(fight: Fight[State], who: str) -> None:
    """The discards go back into the pile because a joker was drawn."""
    if discards(fight.s, who):
        await Shuffled(who)
        await Reshuffles(who, shares(fight.s[who]), to=_aside(fight.s, who))


def _aside(s: State, who: str) -> str:
    return GM if s[who].hidden else TABLE


# ------------------------------------------------------------------ checks
@dataclass(frozen=True, slots=True)
class Check:
    """What came of a skill check: the total, and whether it reached its target number (None without one)."""

    total: int
    success: bool | None = None


def find_skill(skills: tuple[Skill, ...], name: str) -> Skill | None:
    """The skill of this name, capitals aside."""
    return next((k for k in skills if k.name.lower() == name.strip().lower()), None)


def by_colour(card: str, skill: Skill) -> tuple[int, str]:
    """+1 when the card's colour is the Potential's, −1 when not; red joker +1, black joker −1 (CT-09)."""
    if is_joker(card):
        return (1, "red joker") if red(card) else (-1, "black joker")
    if red(card) == (skill.colour == "red"):
        return 1, "Potential's colour"
    return -1, "other colour"


@procedure("CT-05")
async def spend_stored(fight: Fight[State], who: str, to: str) -> int:
    """Before a check is drawn, stored face cards may be spent on it, +1 each. Gives how many were."""
    ready = fight.s[who].stats.stored
    if not ready:
        return 0
    options = (
        Option(NEVER, "Spend none", "keep the stored cards"),
        *(Option(str(n), f"Spend {n}", f"+{n} on the check") for n in range(1, len(ready) + 1)),
    )
    answer = await Ask(who, "stored-cards", "Spend stored face cards on this check?", options, NEVER)
    stored = fight.s[who].stats.stored
    spent = stored[: 0 if answer == NEVER else int(answer)]
    if spent:
        await Discarded(who, spent, stored=True)
        await Spends(who, spent, to=to)
    return len(spent)


@procedure("CT-09")
async def check_skill(
    fight: Fight[State], who: str, skill: Skill, target: int | None, modifier: int, to: str
) -> Check:
    """A skill check: a number card, the colour, the modifier; at or above the target number it succeeds."""
    jacks = await spend_stored(who, to)
    card = await draw_number(who, "check", to)
    colour = by_colour(card, skill) if card and skill.colour else (0, "")
    parts = (colour, (skill.modifier, "skill"), (jacks, "stored cards"), (modifier, "modifier"))
    total = (number(card) if card else 0) + sum(n for n, _ in parts)
    await Checked(who, skill.name, card, tuple(p for p in parts if p[0]), total, target, to=to)
    if card:
        await Discarded(who, (card,))
        if is_joker(card):
            await shuffle_for_joker(who)
    return Check(total, None if target is None else total >= target)


def check_forbids(s: State, skill: Skill) -> str | None:
    """Why this skill cannot be used now: in a fight only those for combat can (CT-22)."""
    if s.phase != FIGHTING or skill.combat:
        return None
    return f"{skill.name} is no combat skill: it cannot be used in a fight."


@procedure("CT-09, 22")
async def check_of(
    fight: Fight[State], who: str, skill: str, target: int | None, modifier: int, to: str
) -> Check:
    """A skill check asked for by the skill's name. Refused when the sheet has no such skill, and in a fight
    when it is none for combat.
    """
    if not fight.s.here(who):
        raise Refused("That combatant is not in this fight.")
    found = find_skill(fight.s[who].stats.skills, skill)
    if found is None:
        has = ", ".join(k.name for k in fight.s[who].stats.skills) or "none"
        raise Refused(f"There is no skill “{skill}” on this sheet; it has: {has}.")
    if why := check_forbids(fight.s, found):
        raise Refused(why)
    return await check_skill(who, found, target, modifier, to)


@procedure("CT-04, 06, 07")
async def draw_freely(fight: Fight[State], who: str, count: int) -> tuple[str, ...]:
    """Cards the Dealer has let somebody draw: they are shown to all and go to the discards."""
    granted = fight.s[who].stats.granted
    if granted <= 0:
        raise Refused(
            "Your two cards of this turn are drawn by themselves. The Dealer can let you draw more."
        )
    if count > granted:
        raise Refused(f"The Dealer lets you draw {granted}, not {count}.")
    edge = fight.s[who].stats.granted_edge
    await Granted(who, granted - count, edge if granted > count else 0)
    drawn = await draw_numbers(who, count, edge, "free", _aside(fight.s, who))
    kept = drawn[:count]
    await DrewCards(who, kept, drawn[count:], turn=False, to=_aside(fight.s, who))
    await Discarded(who, kept)
    if any(is_joker(card) for card in drawn):
        await shuffle_for_joker(who)
    return kept
