"""The encounter: what all games share of a fight's state.

A game adds its own part per combatant (`stats`) and one for the ground.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from .codec import stored
from .effects import GM, Ask
from .fmap import NOTHING, FMap

C = TypeVar("C")
G = TypeVar("G")

SIDE = "side:"
"""Before a side's label: any of it is asked."""
ANY = "any:"
"""Before ids with commas between: any of these is asked."""
GATHERING, FIGHTING, ENDED = "gathering", "fighting", "ended"
START, END = "start", "end"


@stored
@dataclass(frozen=True, slots=True)
class Combatant(Generic[C]):
    """One who fights.

    id: stable key within the encounter. name: as typed, never markup. controller: user id of the player, ""
    for the GM's. side: a label; those of one side are friends. player: a player character (for ties). hidden:
    only the GM sees it. gone: removed or left; it stays in the map so that names and places in the log keep
    their meaning.
    standing: standing answers, topic -> value. group: members of a group of equals share one initiative.
    stats: the game's own part.
    """

    id: str
    name: str
    stats: C
    controller: str = ""
    side: str = "heroes"
    player: bool = True
    hidden: bool = False
    gone: bool = False
    standing: FMap[str, str] = NOTHING
    group: str = ""
    sheet: str = ""


@stored
@dataclass(frozen=True, slots=True)
class Slot:
    """One place in the order of turns: `who` acts; `label` (initiative, a card) is shown beside the name."""

    id: str
    who: str
    label: str = ""


@stored
@dataclass(frozen=True, slots=True)
class Edge:
    """A moment in the order: start or end of `who`'s turn in `round` ("" for the round's own edge)."""

    round: int
    who: str
    at: str = END


@stored
@dataclass(frozen=True, slots=True)
class Lasting:
    """An effect that lasts: on whom, what (key and words), and when it ends: never a countdown.

    ends: None until it is taken away. value: the game's own number. source: who caused it, "" for nobody.
    """

    id: str
    who: str
    key: str
    label: str
    ends: Edge | None = None
    value: int = 0
    source: str = ""
    secret: bool = False


@stored
@dataclass(frozen=True, slots=True)
class Note:
    """A named note of the encounter, kept until the GM clears it. about: a combatant's id or ""."""

    id: str
    text: str
    about: str = ""
    secret: bool = False


OptionValue = str | int | bool


@stored
@dataclass(frozen=True, slots=True)
class Encounter(Generic[C, G]):
    """The state of one fight: frozen, changed only by the driver applying a `Change`.

    ruleset, version: which rules and which edition of our code began it. options: as the encounter began, for
    its whole length. order and acting: the slots of this round and the id of the one whose turn it is (""
    before the fight and where nobody can act). fired: edges whose hooks have run, so that stepping back never
    runs them twice.
    """

    ruleset: str
    version: int
    options: FMap[str, OptionValue]
    ground: G
    combatants: FMap[str, Combatant[C]] = NOTHING
    order: tuple[Slot, ...] = ()
    acting: str = ""
    round: int = 0
    phase: str = GATHERING
    fired: tuple[str, ...] = ()
    lasting: tuple[Lasting, ...] = ()
    notes: tuple[Note, ...] = ()
    named: int = 0

    # -- reading
    def __getitem__(self, who: str) -> Combatant[C]:
        """The combatant with this id; KeyError when there never was one."""
        return self.combatants[who]

    def present(self) -> Iterator[Combatant[C]]:
        """Everyone who has not left, in the order they came."""
        return (c for c in self.combatants.values() if not c.gone)

    def here(self, who: str) -> bool:
        """Whether this id is a combatant who has not left."""
        c = self.combatants.get(who)
        return c is not None and not c.gone

    def friends(self, who: str) -> tuple[str, ...]:
        """Ids of those on the same side, without `who`."""
        side = self[who].side
        return tuple(c.id for c in self.present() if c.side == side and c.id != who)

    def foes(self, who: str) -> tuple[str, ...]:
        """Ids of those on another side."""
        side = self[who].side
        return tuple(c.id for c in self.present() if c.side != side)

    def slot(self, slot: str | None = None) -> Slot | None:
        """The slot with this id, by default the acting one."""
        wanted = self.acting if slot is None else slot
        return next((s for s in self.order if s.id == wanted), None)

    @property
    def actor(self) -> str:
        """Id of the combatant whose turn it is, "" when it is nobody's."""
        slot = self.slot()
        return slot.who if slot else ""

    @property
    def furthest(self) -> int:
        """The last round that has begun; the marker may have stepped back from it."""
        return max((int(edge.split("/", 1)[0]) for edge in self.fired), default=self.round)

    def option(self, key: str) -> OptionValue:
        """The value of an option of the ruleset; KeyError for an unknown one."""
        return self.options[key]

    # -- what the interpreters ask
    @property
    def offers_wait(self) -> bool:
        """Whether offers are ordinary asks here (option `offers`: `wait`)."""
        return self.options.get("offers") == "wait"

    def standing_answer(self, ask: Ask) -> str | None:
        """The standing answer of the one asked to this kind of question, None when there is none."""
        c = self.combatants.get(ask.who)
        return c.standing.get(ask.topic) if c else None

    def nobody_answers(self, ask: Ask) -> bool:
        """Whether the one asked has left the fight, or of a side everybody."""
        if ask.who == GM:
            return False
        if ask.who.startswith(SIDE):
            return not any(SIDE + c.side == ask.who for c in self.present())
        return not any(self.here(who) for who in ask.who.removeprefix(ANY).split(","))

    # -- making the next state (for changes)
    def with_combatant(self, who: str, **fields: Any) -> Encounter[C, G]:
        """This state with fields of one combatant replaced."""
        return replace(self, combatants=self.combatants.put(who, replace(self.combatants[who], **fields)))

    def having(self, c: Combatant[C]) -> Encounter[C, G]:
        """This state with one combatant more (or another in its place)."""
        return replace(self, combatants=self.combatants.put(c.id, c))

    def with_stats(self, who: str, **fields: Any) -> Encounter[C, G]:
        """This state with fields of one combatant's game part replaced."""
        c: Any = self.combatants[who]
        return self.with_combatant(who, stats=replace(c.stats, **fields))

    def with_ground(self, **fields: Any) -> Encounter[C, G]:
        """This state with fields of the game's ground replaced."""
        ground: Any = self.ground
        return replace(self, ground=replace(ground, **fields))
