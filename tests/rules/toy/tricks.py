"""T6 to T10: contests, cards, curses, words."""

from __future__ import annotations

from rules.engine.changes import AddLasting, CountName
from rules.engine.dice import Sum
from rules.engine.effects import All, Ask, Option
from rules.engine.encounter import START, Edge, Lasting
from rules.engine.lines import Said
from rules.engine.procedures import Fight, Refused, procedure

from . import sheet
from .blows import harm, tested, use_act
from .chances import MISS, Draw
from .changes import Drew, Grit, Healed, Played
from .lines import DrewCard
from .sheet import State

HIGH_LOW = (Option("high"), Option("low"))


@procedure("T6")
async def duel(fight: Fight[State], who: str, target: str) -> str:
    """Both choose in secret; a match hurts the challenger, a mismatch the other. Gives who was hurt."""
    await use_act(who, target)
    asks = (
        Ask(who, "guess", "High or low?", HIGH_LOW, "low", secret=True),
        Ask(target, "guess", "High or low?", HIGH_LOW, "low", secret=True),
    )
    first, second = await All("guess", asks)
    loser = who if first == second else target
    await harm(loser, 1)
    return loser


@procedure("T7")
async def sweep(fight: Fight[State], who: str) -> int:
    """Everybody around stands or ducks. Gives how many were hit."""
    await use_act(who, "")
    around = tuple(
        foe
        for foe in fight.s.foes(who)
        if sheet.able(fight.s, foe) and fight.s[foe].stats.zone == fight.s[who].stats.zone
    )
    stand = (Option("stand"), Option("duck"))
    asks = [Ask(foe, "sweep", "A sweep comes", stand, "stand") for foe in around]
    push = (Option("plain"), *((Option("push"),) if fight.s[who].stats.grit > 0 else ()))
    asks.insert(1, Ask(who, "push", "Put grit into it?", push, "plain", wait=False))
    answers = list(await All("sweep", tuple(asks)))
    pushed = answers.pop(min(1, len(around))) == "push"
    if pushed:
        await Grit(who)
    hit = 0
    for foe, how in zip(around, answers, strict=True):
        if sheet.able(fight.s, foe) and how == "stand" and await tested(who, "sweep") != MISS:
            await harm(foe, 2 if pushed else 1)
            hit += 1
    return hit


@procedure("T8")
async def draw(fight: Fight[State], who: str) -> None:
    """A card into one's hand."""
    if not fight.s.ground.pile:
        raise Refused("No card is left.")
    await use_act(who, "")
    card = await Draw("draw", who)
    await Drew(who, card)
    await DrewCard(who, card, to=who)
    await Said("{0} draws a card", (who,))


@procedure("T8")
async def play(fight: Fight[State], who: str, card: int) -> None:
    """A card out of one's hand heals by its value."""
    if card not in fight.s[who].stats.hand:
        raise Refused("You do not hold that card.")
    await Played(who, card)
    await Healed(who, card)
    await Said(f"{{0}} plays the {card}", (who,))


@procedure("T9")
async def curse(fight: Fight[State], who: str, target: str) -> None:
    """Until the caster's next turn begins."""
    await use_act(who, target)
    await CountName()
    ends = Edge(fight.s.round + 1, who, START)
    await AddLasting(Lasting(f"e{fight.s.named}", target, "cursed", "cursed", ends, source=who))
    await Said("{0} curses {1}", (who, target))


@procedure("T10")
async def heckle(fight: Fight[State], who: str, target: str) -> str:
    """The one heckled laughs or rages; the heckler may go on louder."""
    if fight.s[who].stats.grit < 1:
        raise Refused("You have no grit left for that.")
    if not sheet.able(fight.s, target):
        raise Refused("Nobody there would listen.")
    await Grit(who)
    await Said("{0} heckles {1}", (who, target))
    mood = await Ask(target, "mood", "You are heckled", (Option("laugh"), Option("rage")), "laugh")
    louder = (Option("quiet"), Option("louder"))
    if await Ask(who, "louder", "Go on?", louder, "quiet", wait=False) == "louder":
        await Said("{0} goes on", (who,))
        await Sum("voice", 1, 6, who=who)
    if mood == "rage":
        await harm(who, await Sum("rage", 1, 6, who=target))
    return mood
