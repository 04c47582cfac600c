"""Fights to begin a test with."""

from __future__ import annotations

from typing import Any

from rules.engine.changes import Joined, SetMarker, SetOrder, SetPhase
from rules.engine.encounter import FIGHTING, Combatant, Slot

from .game import CUDGELS
from .sheet import Brawler, State

ANA, BEN, GM_USER = "u-ana", "u-ben", "u-gm"
SIDES = {"ana": "heroes", "ben": "heroes", "orc": "foes", "rat": "foes", "spy": "foes"}
USERS = {"ana": ANA, "ben": BEN}


def person(who: str, **stats: Any) -> Combatant[Brawler]:
    """One of the cast: Ana and Ben are players, the orc, the rat and the hidden spy the GM's."""
    user = USERS.get(who, "")
    return Combatant(
        who, who.title(), Brawler(**stats), user, SIDES[who], player=bool(user), hidden=who == "spy"
    )


def gathering(*who: str, offers: str = "revisable", **stats: dict[str, Any]) -> State:
    """An encounter with these people in which nothing has happened. stats: of whom, what differs."""
    s: State = CUDGELS.new_encounter({"offers": offers})
    for one in who:
        s = Joined(person(one, **stats.get(one, {}))).apply(s)
    return s


def fighting(*who: str, number: int = 2, offers: str = "revisable", **stats: dict[str, Any]) -> State:
    """These people in this order in round `number`, the first one's turn with one act."""
    s = gathering(*who, offers=offers, **{who[0]: {"acts": 1, **stats.pop(who[0], {})}, **stats})
    firsts = [Slot(one, one) for one in who]
    seconds = [Slot(f"{one}+", one) for one in who if s[one].stats.slots > 1]
    for change in (SetPhase(FIGHTING), SetOrder((*firsts, *seconds)), SetMarker(number, who[0])):
        s = change.apply(s)
    return s
