"""Events that the product sees itself, and the watched triggers they set off (TF-82, 83)."""

from __future__ import annotations

from rules.engine.effects import Call
from rules.engine.procedures import Fight, procedure

from .changes import TriggerGone
from .sheet import State, Trigger
from .state import DISORIENTED, able, lasting

EVENTS = {
    "advances": "{who} advances on {about}",
    "enters": "{who} comes into Melee with {about}",
    "attacks": "{who} attacks {about}",
    "passes": "{who} moves past {about}",
    "draws": "{who} draws a weapon",
    "casts": "{who} casts a spell",
}
"""What is seen; those with {about} happen to somebody."""
FOLLOW_UP = ("enters",)
"""Events whose triggers fire, unless declared otherwise, once they have resolved."""


def matches(s: State, t: Trigger, event: str, who: str, about: str, after: bool) -> bool:
    """Whether this trigger goes off: exactly as worded, on friends too, but not on its owner's own doing."""
    if t.event != event or t.after != after or t.owner == who or not able(s, t.owner):
        return False
    if t.about and t.about != about:
        return False
    if t.subject == "anyone":
        return True
    if t.subject.startswith("side:"):
        return t.subject == f"side:{s[who].side}"
    # TF-87: who is Disoriented cannot tell one from another
    return t.subject == who and lasting(s, t.owner, DISORIENTED) is None


def in_order(s: State) -> tuple[Trigger, ...]:
    """Triggers in initiative order of their owners."""
    places: dict[str, int] = {}
    for n, slot in enumerate(s.order):
        places.setdefault(slot.who, n)
    return tuple(sorted(s.ground.triggers, key=lambda t: places.get(t.owner, len(places))))


def first_match(s: State, event: str, who: str, about: str, after: bool) -> Trigger | None:
    """The next trigger this event sets off, None when there is none."""
    if not s.ground.triggers:
        return None
    return next((t for t in in_order(s) if matches(s, t, event, who, about, after)), None)


@procedure("TF-82, 83")
async def announce(fight: Fight[State], event: str, who: str, about: str, after: bool) -> None:
    """Something happens (or, `after`, has happened): each trigger that matches fires once, in initiative
    order.
    """
    while (t := first_match(fight.s, event, who, about, after)) is not None:
        await TriggerGone(t.id)
        # by name: a response is any action of the game, which announces events in its turn
        response: Call[str] = Call("system24.respond", (t, who))
        await response
