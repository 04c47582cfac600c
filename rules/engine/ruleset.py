"""What a game says of itself. A ruleset is one object; a fifth game is one more folder and nothing else.

The table (commands, panels, board, sheets, log) knows only what stands here. Everything a game shows is in
the game's own words; combatants are named by id and every id is turned into a name where it is shown.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from .effects import Call, Change, Option
from .encounter import Combatant, Encounter, OptionValue
from .fmap import FMap

C = TypeVar("C")
G = TypeVar("G")

Choice = Option
Args = Mapping[str, str]
Values = Mapping[str, Any]
"""A sheet as plain JSON: field key -> number, text, flag, list or mapping."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: a user id ("" for any outsider) and whether it is a GM of the encounter."""

    user: str = ""
    gm: bool = False

    def controls(self, c: Combatant[Any]) -> bool:
        """Whether this combatant is the viewer's own; a GM has those nobody plays."""
        return (c.controller == self.user) if c.controller else self.gm


PUBLIC = Viewer()
"""An outsider: sees what everybody sees. Logs for players are made for it."""

Choices = Callable[[Any, str, Args], tuple[Choice, ...]]
"""(state as the asker sees it, combatant's id, arguments so far) -> the choices, likeliest first."""


@dataclass(frozen=True, slots=True)
class Param:
    """One parameter of a verb, the name of a slash command's option.

    kind: `choice` one of `choices`; `many` any of them, comma-separated; `number` low..high; `text` free.
    default: what is taken when it is left out; None leaves it out of the arguments. A required parameter
    without a default must be given. barred: what somebody might mean and cannot choose now, the hint of each
    saying why in a sentence.
    """

    name: str
    label: str
    kind: Literal["choice", "many", "number", "text"] = "choice"
    choices: Choices | None = None
    required: bool = True
    default: Callable[[Any, str, Args], str | None] | None = None
    low: int = -1_000
    high: int = 1_000
    barred: Choices | None = None


@dataclass(frozen=True, slots=True)
class Verb:
    """Something that can be declared.

    name: unique in the game; part of the key of its dice. command: the slash command it stands under
    (`attack`, `move`, `act`, `trigger`, `draw`, `play`, `place` …); where several verbs share one, its first
    option picks the verb. label: on the panel. who: `turn` on one's own turn, `any` at any time with one's
    own combatant, `gm` the GM (then the combatant's id is ""). ready: why it cannot be done now, in a
    sentence, or None. call: the procedure to declare; Refused where the arguments do not go together.
    interrupts: may come in while an ask is open. early: may be declared before the fight begins too. button:
    of a GM's verb whether it has a button on the board as long as it is ready.
    """

    name: str
    command: str
    label: str
    clause: str
    call: Callable[[Any, str, Args], Call[Any]]
    ready: Callable[[Any, str], str | None] = lambda s, who: None
    params: tuple[Param, ...] = ()
    who: Literal["turn", "any", "gm"] = "turn"
    interrupts: bool = False
    hint: str = ""
    early: bool = False
    button: bool = False


class Harmed(NamedTuple):
    """Damage: who took how much of it. by: whose doing it was, "" for nobody's; None for that of whoever
    declared the step.
    """

    who: str
    amount: int
    by: str | None = None


@dataclass(frozen=True, slots=True)
class RuleOption:
    """A choice a table makes about the rules: `/config option`. choices: the legal values, default first."""

    key: str
    label: str
    default: OptionValue
    choices: tuple[Choice, ...] = ()
    help: str = ""


OFFERS = RuleOption(
    "offers",
    "Offers (re-rolls and the like)",
    "revisable",
    (
        Choice("revisable", "Revisable", "play goes on; an offer can be taken up until the next step"),
        Choice("wait", "Wait", "the bot asks and waits, for play by post"),
    ),
    "How the bot makes offers that are usually declined.",
)


@dataclass(frozen=True, slots=True)
class SheetField:
    """One field of a sheet, for modals, `/character show` and import.

    kind: number (low..high), text, choice, many (comma-separated in a modal, a list in a file), flag, or data
    (a list or mapping that only a file can bring). section: the panel's section it is edited in. lasts:
    whether what changed in the fight can be written back at its end.
    """

    key: str
    label: str
    section: str
    kind: Literal["number", "text", "choice", "many", "flag", "data"] = "number"
    default: Any = None
    low: int = 0
    high: int = 1_000
    choices: tuple[Choice, ...] = ()
    help: str = ""
    lasts: bool = False


FOE_NUMBERS = RuleOption(
    "foe_numbers",
    "Foes' numbers",
    "shown",
    (
        Choice("shown", "Shown", "everybody sees the health of foes in numbers"),
        Choice("words", "In words", "players see the state of foes in words only"),
    ),
    "How much players see of the combatants that the GM plays.",
)


class SheetError(Exception):
    """What is wrong with a sheet: (field key, sentence that says what would be right), all of it at once."""

    def __init__(self, problems: tuple[tuple[str, str], ...]) -> None:
        self.problems = problems
        super().__init__("; ".join(f"{key}: {why}" for key, why in problems))


@dataclass(frozen=True, slots=True)
class Ready:
    """A ready character or foe of the game: key, name, sheet values and one line about it."""

    key: str
    name: str
    kind: Literal["character", "creature"]
    values: Values
    about: str = ""


@dataclass(frozen=True, slots=True)
class Settable:
    """A value of a combatant that the GM may overrule with `/encounter set`.

    get: its present value. put: the game part with another one. kind as of a parameter.
    """

    key: str
    label: str
    get: Callable[[Any], str | int | bool]
    put: Callable[[Any, Any], Any]
    kind: Literal["number", "text", "choice", "flag"] = "number"
    low: int = -1_000
    high: int = 1_000
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StandingTopic:
    """A kind of ask for which a combatant may have a standing answer ("always parry"). unset: what happens
    without one, in words.
    """

    topic: str
    label: str
    choices: tuple[Choice, ...]
    unset: str = "ask me"


@dataclass(frozen=True, slots=True)
class Row:
    """A combatant on the board: health in the game's form, and short tags (states, what is left to spend)."""

    health: str
    tags: tuple[str, ...] = ()


class Ruleset(ABC, Generic[C, G]):
    """A game. `State` below is `Encounter[C, G]` with the game's own types."""

    id: str
    name: str
    gm_word: str = "GM"
    version: int = 1
    about: str = ""
    options: tuple[RuleOption, ...] = ()
    verbs: tuple[Verb, ...] = ()
    sheet_fields: tuple[SheetField, ...] = ()
    ready_made: tuple[Ready, ...] = ()
    settables: tuple[Settable, ...] = ()
    standing_topics: tuple[StandingTopic, ...] = ()
    check_params: tuple[Param, ...] = ()
    rolls_order_each_round: bool = False

    # -- the beginning
    @abstractmethod
    def ground(self, options: Mapping[str, OptionValue]) -> G:
        """The game's own part of a new encounter."""

    @abstractmethod
    def complete(self, values: Values) -> dict[str, Any]:
        """A sheet's values with everything derived filled in where not given. SheetError if impossible."""

    @abstractmethod
    def read(self, values: Values) -> C:
        """The game part of a combatant from a sheet (completed first). SheetError names each wrong field."""

    @abstractmethod
    def adhoc(self, name: str, health: int) -> dict[str, Any]:
        """Sheet values of a foe given by a name and a health value only."""

    def write_back(self, values: Values, stats: C) -> dict[str, Any]:
        """The sheet with what lasts from the fight (wounds, spent points)."""
        return dict(values)

    # -- the order of turns
    @abstractmethod
    def initiative(self) -> Call[None]:
        """The procedure that settles the first order (awaits `SetOrder`)."""

    @abstractmethod
    def enter(self, who: str) -> Call[None]:
        """The procedure that brings a latecomer into the order of a running fight.

        One that left and comes back may still have its slots in the order: then it keeps these.
        """

    @abstractmethod
    def able(self, s: Encounter[C, G], who: str) -> bool:
        """Whether this combatant can take a turn (others are skipped and stay on the board)."""

    def round_start(self) -> Call[None] | None:
        """At the top of every round, the first included."""
        return None

    def round_end(self) -> Call[None] | None:
        """At the end of every round."""
        return None

    def turn_start(self, who: str) -> Call[None] | None:
        """As this combatant's slot begins."""
        return None

    def turn_end(self, who: str) -> Call[None] | None:
        """As this combatant's slot ends."""
        return None

    def fight_end(self) -> Call[None] | None:
        """As the encounter ends, wherever it stands: what must not be lost with it. It asks nobody."""
        return None

    def spent(self, s: Encounter[C, G], who: str) -> bool:
        """Whether nothing is left to do in this turn, so that it passes by itself within the same step."""
        return False

    def idle(self, s: Encounter[C, G]) -> bool:
        """Whether rounds in which nobody can act pass by themselves: somebody will be able again soon."""
        return False

    # -- what is shown
    @abstractmethod
    def row(self, s: Encounter[C, G], who: str, viewer: Viewer) -> Row:
        """The combatant's row on the board."""

    @abstractmethod
    def condition(self, s: Encounter[C, G], who: str) -> str:
        """Its state in words without numbers ("wounded"), for foes whose numbers are hidden."""

    def footer(self, s: Encounter[C, G], viewer: Viewer) -> tuple[str, ...]:
        """Lines below the board's rows: ranges, zones, waiting triggers."""
        return ()

    def panel(self, s: Encounter[C, G], who: str, viewer: Viewer) -> tuple[str, ...]:
        """Lines at the top of a combatant's private panel: what it has left this turn."""
        return ()

    def mask(self, s: Encounter[C, G], viewer: Viewer) -> Encounter[C, G]:
        """The state without what the viewer may not see (hands …). Hidden combatants are out already."""
        return s

    def conceal(self, stats: C) -> C:
        """The game part with its numbers blanked, for foes whose numbers are hidden from players."""
        return stats

    def lent_by(self, s: Encounter[C, G], who: str) -> str:
        """The user whose combatant this is, while somebody else plays it by a rule; else ""."""
        return ""

    def hand(self, s: Encounter[C, G], who: str) -> tuple[str, ...]:
        """The cards in this combatant's hand, () in games without cards."""
        return ()

    def cards(self, s: Encounter[C, G], who: str) -> tuple[str, ...]:
        """Lines about its other cards, for the eyes that see its hand: stored ones, discards, the pile."""
        return ()

    # -- beside the fight
    def check(self, s: Encounter[C, G], who: str, args: Args, to: str) -> Call[Any] | None:
        """The game's own skill test as `/check`, rolled for the audience `to`; None where there is none."""
        return None

    def outcome(self, result: Any, before: Encounter[C, G], after: Encounter[C, G]) -> str:
        """A result of a declaration in a few words, for odds; equal outcomes are added up."""
        return str(result)

    def harm(self, change: Change[Any]) -> Harmed | None:
        """What a change did when it is damage, for the summary at the end."""
        return None

    # -- helpers, the same for all games
    def verb(self, name: str) -> Verb:
        """The verb of this name; KeyError when the game has none."""
        return self._verbs()[name]

    def settable(self, key: str) -> Settable:
        """The settable value with this key; LookupError when the game has none."""
        for settable in self.settables:
            if settable.key == key:
                return settable
        raise LookupError(f"{self.name} has no value {key}")

    def _verbs(self) -> dict[str, Verb]:
        return {v.name: v for v in self.verbs}

    def all_options(self) -> tuple[RuleOption, ...]:
        """The game's options and those every game has."""
        return (*self.options, OFFERS, FOE_NUMBERS)

    def begun_with(self, chosen: Mapping[str, OptionValue]) -> FMap[str, OptionValue]:
        """All options with what a server has chosen."""
        return FMap((o.key, chosen.get(o.key, o.default)) for o in self.all_options())

    def new_encounter(self, chosen: Mapping[str, OptionValue] = FMap()) -> Encounter[C, G]:
        """An empty encounter of this game with a server's options."""
        options = self.begun_with(chosen)
        return Encounter(self.id, self.version, options, self.ground(options))

    def combatant(
        self,
        id: str,  # noqa: A002
        name: str,
        values: Values,
        **fields: Any,
    ) -> Combatant[C]:
        """A combatant made from a sheet. SheetError names every wrong field."""
        return replace(Combatant(id, name, self.read(values)), **fields)


_RULESETS: dict[str, Ruleset[Any, Any]] = {}


def register(ruleset: Ruleset[Any, Any]) -> None:
    """Make a game known. ValueError when its id is taken by another."""
    if _RULESETS.get(ruleset.id, ruleset) is not ruleset:
        raise ValueError(f"two rulesets are called {ruleset.id}")
    _RULESETS[ruleset.id] = ruleset


def ruleset(id: str) -> Ruleset[Any, Any]:  # noqa: A002
    """The game with this id; LookupError when there is none."""
    try:
        return _RULESETS[id]
    except KeyError:
        raise LookupError(f"no ruleset is called {id}") from None


def rulesets() -> tuple[Ruleset[Any, Any], ...]:
    """All games known, by name."""
    return tuple(sorted(_RULESETS.values(), key=lambda r: r.name))


def rules_of(s: Encounter[C, G]) -> Ruleset[C, G]:
    """The game of an encounter."""
    return ruleset(s.ruleset)
