"""What the GM overrules, in every game: values of combatants, the order inside a tie, effects that last,
notes.
"""

from __future__ import annotations

from .changes import (
    AddLasting,
    AddNote,
    CountName,
    DropNote,
    SetCombatant,
    SetOrder,
    SetStanding,
    SetValue,
    State,
)
from .effects import GM, TABLE
from .encounter import Edge, Lasting, Note, OptionValue
from .frame import end_effect
from .lines import Said
from .procedures import Fight, Refused, procedure
from .ruleset import rules_of


@procedure("frame: set")
async def set_value(fight: Fight[State], who: str, key: str, value: OptionValue) -> None:
    """A value of the game part is overruled. The table has checked that it is one the game has.

    It is told to the GM alone of somebody hidden, and of one whose numbers are kept from players.
    """
    settable = rules_of(fight.s).settable(key)
    await SetValue(who, key, value)
    c, shown = fight.s[who], settable.get(fight.s[who].stats)
    kept = c.hidden or (fight.s.options.get("foe_numbers") == "words" and not c.player)
    told = str(shown).replace("-", "−") if isinstance(shown, int) else shown
    words = ": yes" if shown is True else ": no" if shown is False else f" now {told}"
    await Said(f"{{0}}: {settable.label}{words}", (who,), to=GM if kept else TABLE)


@procedure("frame: set what every combatant has")
async def set_combatant(fight: Fight[State], who: str, field: str, value: str | bool) -> None:
    """Name, side, controller, hidden or player of a combatant gets a value."""
    was_hidden = fight.s[who].hidden
    await SetCombatant(who, field, value)
    if field == "hidden":
        if was_hidden and not value:
            await Said("{0} comes into view", (who,))
    elif field == "side":
        await Said(f"{{0}} is now on the side of {value}", (who,), to=GM if was_hidden else TABLE)
    elif field == "controller":
        await Said("{0} is in other hands now", (who,), to=GM if was_hidden else TABLE)


@procedure("frame: standing answer")
async def set_standing(fight: Fight[State], who: str, topic: str, value: str) -> None:
    """A combatant's controller settles how a kind of ask is answered from now on; "" asks again."""
    await SetStanding(who, topic, value)


@procedure("frame: order inside a tie")
async def reorder(fight: Fight[State], ids: tuple[str, ...]) -> None:
    """The slots in another order, given by their ids. Moves no turn."""
    slots = {slot.id: slot for slot in fight.s.order}
    if sorted(slots) != sorted(ids):
        raise Refused("The new order must hold every slot of this round once.")
    await SetOrder(tuple(slots[i] for i in ids))
    await Said("The order has been changed")


@procedure("frame: an effect begins")
async def add_effect(
    fight: Fight[State], who: str, key: str, label: str, ends: Edge | None, secret: bool
) -> None:
    """The GM puts an effect on someone ("" for the whole table) until an edge, or until it is taken away."""
    await CountName()
    await AddLasting(Lasting(f"e{fight.s.named}", who, key, label, ends, secret=secret))
    hidden = secret or (who and fight.s[who].hidden)
    words = f"{{0}} is {label}" if who else label
    await Said(words, (who,) if who else (), to=GM if hidden else TABLE)


@procedure("frame: an effect is taken away")
async def drop_effect(fight: Fight[State], effect_id: str) -> None:
    """The GM ends an effect."""
    effect = next((e for e in fight.s.lasting if e.id == effect_id), None)
    if effect is None:
        raise Refused("There is no such effect.")
    await end_effect(effect)


@procedure("frame: note")
async def add_note(fight: Fight[State], text: str, about: str, secret: bool) -> None:
    """A note is kept on the encounter."""
    await CountName()
    await AddNote(Note(f"n{fight.s.named}", text, about, secret))
    hidden = secret or (about and fight.s[about].hidden)
    await Said(f"Noted: {text}", to=GM if hidden else TABLE)


@procedure("frame: a note is cleared")
async def drop_note(fight: Fight[State], note: str) -> None:
    """A note is cleared."""
    if not any(n.id == note for n in fight.s.notes):
        raise Refused("There is no such note.")
    await DropNote(note)
