"""A table for the tests of C22: people, states, and runs in which cards are dealt by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.engine import frame
from rules.engine.dice import Seeds
from rules.engine.driver import Trace, drive
from rules.engine.effects import All, Ask, Call, Effect, Line
from rules.engine.encounter import FIGHTING, Edge, Lasting, Slot
from rules.engine.fmap import FMap
from rules.engine.journal import Checkpoint, Journal
from rules.engine.procedures import Fight
from rules.engine.ruleset import register
from rules.games.c22 import RULESET
from rules.games.c22.cards import BALANCED, arranged, without
from rules.games.c22.chances import Draw
from rules.games.c22.state import Fighter, State, Turn, shares

register(RULESET)
READY = {r.key: r for r in RULESET.ready_made}


def person(who: str, side: str = "heroes", player: bool = True, **values: Any) -> Fighter:
    """A combatant of the starting values, or what is given; an NPC on any side with `player` off."""
    values.setdefault("deck", "balanced")
    fields = {"side": side, "player": player, "controller": who if player else ""}
    return RULESET.combatant(who, who.capitalize(), values, **fields)


def foe(who: str, **values: Any) -> Fighter:
    """An NPC of the other side with a deck of its own."""
    return person(who, "foes", False, **values)


def ready(key: str, who: str, side: str = "heroes", player: bool = True) -> Fighter:
    """One of the ready characters or foes."""
    fields = {"side": side, "player": player, "controller": who if player else ""}
    return RULESET.combatant(who, who.capitalize(), READY[key].values, **fields)


def state(*people: Fighter, round: int = 2, acting: str = "", **options: str) -> State:  # noqa: A002
    """A running fight in this round, the order as given, decks whole."""
    s: State = RULESET.new_encounter(FMap(options))
    everybody = FMap((c.id, replace(c, stats=replace(c.stats, shares=shares(c)))) for c in people)
    order = tuple(Slot(c.id, c.id) for c in people)
    return replace(s, combatants=everybody, order=order, acting=acting, round=round, phase=FIGHTING)


def on_turn(s: State, who: str, *hand: str, **turn: Any) -> State:
    """It is this one's turn, with these cards in hand and 2 main and 2 movement actions."""
    stats = s[who].stats
    rest = stats.pile
    for card in hand:
        rest = without(rest, card)
    turn = {"open": True, "main": 2, "moves": 2, **turn}
    s = s.with_stats(who, hand=hand, pile=rest, turn=Turn(**turn))
    return replace(s, acting=who)


def having(s: State, who: str, **fields: Any) -> State:
    """The state with fields of one combatant's game part replaced."""
    return s.with_stats(who, **fields)


def under(
    s: State, who: str, effect: str, tier: int = 1, source: str = "", ends: Edge | None = None
) -> State:
    """The state with an effect on somebody."""
    id_ = f"t{len(s.lasting)}"
    return replace(
        s, lasting=(*s.lasting, Lasting(id_, who, effect, f"{effect} ({tier})", ends, tier, source))
    )


def deck(s: State, who: str, *cards: str) -> State:
    """The state in which somebody's own pile holds just these cards."""
    return s.with_stats(who, pile=arranged(cards))


@dataclass(frozen=True, slots=True)
class Dealt:
    """What came of a run: result, state, sentences with their audience, and the asks in order."""

    result: Any
    s: State
    said: tuple[tuple[str, str], ...]
    asks: tuple[Ask, ...]

    def public(self) -> list[str]:
        """What everybody was told."""
        return [text for to, text in self.said if to == "table"]


def dealt(call: Call[Any], s: State, script: Sequence[Any] = ()) -> Dealt:
    """Run `call`: for each draw its card by name, for each ask an option's value (a mapping for `All`)."""
    todo, trace, fight = list(script), Trace(), Fight(s)
    asks: list[Ask] = []

    def answer(ask: Ask, value: str) -> str:
        asks.append(ask)
        legal = [o.value for o in ask.legal(fight.s)]
        assert value in legal, f"{ask.topic} of {ask.who}: {value!r} is not among {legal}"
        return value

    def resolve(effect: Effect[Any], place: str, f: Fight[Any]) -> Any:
        assert todo, f"the script ended before {place}: {effect}"
        given = todo.pop(0)
        if isinstance(effect, Draw):
            cards = effect.cards(f.s)
            assert given in cards, f"{place}: {given} is not in the pile {cards}"
            faces = (cards.index(given) + 1,)
            assert effect.sides(f.s) == (len(cards),)
            return effect.read(faces, f.s)
        if isinstance(effect, All):
            assert isinstance(given, Mapping), f"{place} asks {[a.who for a in effect.asks]}"
            return tuple(answer(a, given[a.who]) for a in effect.asks)
        assert isinstance(effect, Ask), f"{place} awaits {effect}"
        return answer(effect, given)

    result = drive(call, fight, resolve, trace)
    assert not todo, f"the script was not used up: {todo}"
    names = {c.id: c.name for c in fight.s.combatants.values()}
    lines = (line for line in trace.lines if isinstance(line, Line))
    said = tuple((line.to, line.text(lambda who: names[who])) for line in lines)
    return Dealt(result, fight.s, said, tuple(asks))


def journal(*people: Fighter, seed: bytes = b"c22", **options: str) -> Journal:
    """A journal in which these people have joined an encounter that has not begun."""
    seeds = Seeds(seed.ljust(32, b"p"), seed.ljust(32, b"s"))
    j = Journal(seeds, Checkpoint(0, RULESET.new_encounter(FMap(options))))
    for c in people:
        j = j.declare(frame.join(c), by="gm", actor="", verb="join", at=1).journal
    return j


# ------------------------------------------------------------------ card conservation
def own_cards(c: Fighter) -> Counter[str]:
    """Where one combatant's cards lie, counted together."""
    stats = c.stats
    return Counter((*stats.pile, *stats.hand, *stats.discards, *stats.stored))


def misplaced(s: State, dealers: Iterable[str] = BALANCED) -> list[str]:
    """Whose cards are not each in exactly one place; nobody's when all is well."""
    wrong = [
        c.id
        for c in s.combatants.values()
        if not shares(c) and own_cards(c) != Counter(c.stats.deck or BALANCED)
    ]
    common = Counter((*s.ground.pile, *s.ground.discards))
    for c in s.combatants.values():
        if c.stats.shares:
            common += own_cards(c)
    if common != Counter(dealers):
        wrong.append("dealer")
    piles = {c.id: c.stats.pile for c in s.combatants.values()} | {"dealer": s.ground.pile}
    return wrong + [f"{who} keeps an order" for who, pile in piles.items() if pile != arranged(pile)]
