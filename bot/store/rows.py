"""What the store takes and gives: frozen values. Ids of Discord's are ints, times are aware datetimes in
UTC.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from rules.engine.dice import Seeds
from rules.engine.encounter import GATHERING, Encounter
from rules.engine.journal import Checkpoint, Journal
from rules.engine.steps import Step

State = Encounter[Any, Any]
Json = Any
"""Plain JSON: None, flags, numbers, texts, lists, mappings with text keys. Neither NUL nor lone
surrogates.
"""

AskKind = Literal["ask", "offer"]
SheetKind = Literal["character", "creature"]


# ------------------------------------------------------------------ servers
@dataclass(frozen=True, slots=True)
class Server:
    """A server's settings. One that was never configured has these defaults.

    options: ruleset id -> option key -> value, only what differs from the game's defaults. gm_role,
    start_role: None for none. deadline: seconds, None for off. public, pings: what the table lays down there,
    key -> value. retention_days: how long ended encounters are kept, None for ever. left_at: when the bot was
    removed.
    """

    guild: int
    ruleset: str | None = None
    options: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    gm_role: int | None = None
    start_role: int | None = None
    deadline: int | None = None
    public: Mapping[str, Json] = field(default_factory=dict)
    pings: Mapping[str, Json] = field(default_factory=dict)
    retention_days: int | None = None
    left_at: datetime | None = None


# ------------------------------------------------------------------ encounters
@dataclass(frozen=True, slots=True)
class Board:
    """Where the board stands: its channel and message, when it was posted, the encounter's version it
    shows.
    """

    channel: int
    message: int
    posted_at: datetime
    version: int


@dataclass(frozen=True, slots=True)
class NewEncounter:
    """What opens an encounter. state: as it begins (it becomes checkpoint 0). gms: user ids, the first one
    leads.

    settings: what else of the server's settings it keeps for its whole length.
    """

    guild: int
    channel: int
    name: str
    gms: tuple[int, ...]
    state: State
    seeds: Seeds
    created_at: datetime
    settings: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EncounterRow:
    """An encounter without its journal.

    version: counts saves; a save made from an older one is refused. paused_at: since when it is paused, None
    while it runs. last: number of the newest step. checkpoint: number of the newest checkpoint. people: users
    who have had a part in it, kept by the store. board: changed by notes only, never by a save.
    """

    id: int
    guild: int
    channel: int
    ruleset: str
    ruleset_version: int
    name: str
    gms: tuple[int, ...]
    settings: Mapping[str, Json]
    created_at: datetime
    version: int = 1
    phase: str = GATHERING
    paused_at: datetime | None = None
    ended_at: datetime | None = None
    board: Board | None = None
    last: int = 0
    checkpoint: int = 0
    people: frozenset[int] = frozenset()

    @property
    def paused(self) -> bool:
        """Whether deadlines stand still."""
        return self.paused_at is not None


@dataclass(frozen=True, slots=True)
class Window:
    """An encounter with a window of its journal: the newest checkpoint before a place, every step since.

    told: step number -> how far it has been told; steps of which nothing has been told are not in it.
    """

    row: EncounterRow
    seeds: Seeds
    base: Checkpoint
    steps: tuple[Step, ...]
    told: Mapping[int, "Told"] = field(default_factory=dict)

    def journal(self) -> Journal:
        """The journal of this window, its states folded."""
        return Journal.load(self.seeds, self.base, self.steps)


# ------------------------------------------------------------------ asks
@dataclass(frozen=True, slots=True)
class NewAsk:
    """An ask or an offer that is shown to somebody.

    step, key: where it stands in the journal. who: the one asked as the rules name it (a combatant's id,
    "side:<side>", "gm"). user: the person asked where it is one, else None. deadline_at, reminder_at: None
    for none.
    """

    step: int
    key: str
    topic: str
    who: str
    user: int | None = None
    kind: AskKind = "ask"
    deadline_at: datetime | None = None
    reminder_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class AskRow(NewAsk):
    """A stored ask; it is open as long as it is stored. id: a short number for custom ids, never given twice.

    guild, channel: of its encounter. message: the one that tells its step, None until that is noted.
    """

    id: int = 0
    encounter: int = 0
    guild: int = 0
    channel: int = 0
    message: int | None = None


# ------------------------------------------------------------------ saving
@dataclass(frozen=True, slots=True)
class Save:
    """One act on an encounter, saved whole or not at all.

    row: the encounter as it is to be, with the version that the act was made from. steps: those that the act
    has changed (`Moved.changed`), open ones included. delivery: the key of what brought it (Discord's
    interaction id), "" for none. checkpoint: a new one, from `Journal.checkpoint`. ask, close: asks that
    opened, ids of those that closed. panels: user -> what their panel remembers. keep: private texts for
    people who were not there.
    """

    row: EncounterRow
    steps: tuple[Step, ...] = ()
    delivery: str = ""
    checkpoint: Checkpoint | None = None
    ask: tuple[NewAsk, ...] = ()
    close: tuple[int, ...] = ()
    panels: Mapping[int, Json] = field(default_factory=dict)
    keep: tuple["NewPrivate", ...] = ()


@dataclass(frozen=True, slots=True)
class Saved:
    """What a save came to: the row to go on with (its version is one higher) and the asks it opened, in
    order.
    """

    row: EncounterRow
    asks: tuple[AskRow, ...] = ()


# ------------------------------------------------------------------ notes: what may be written a moment later
@dataclass(frozen=True, slots=True)
class Told:
    """A step has been told as far as it had come at `version` (of the encounter, as the save gave it).

    message: the message that tells it. lines: how many of the step's lines the table has been told.
    """

    encounter: int
    step: int
    version: int
    message: int | None = None
    lines: int = 0


@dataclass(frozen=True, slots=True)
class BoardPlaced:
    """The board stands there now (None: it was deleted)."""

    encounter: int
    board: Board | None


Note = Told | BoardPlaced


@dataclass(frozen=True, slots=True)
class Untold:
    """A step that was saved and, for all the store knows, not told since: looked for at start-up.

    version: of the encounter when the step was last saved; give it back in `Told`. message, lines: as last
    told.
    """

    encounter: int
    guild: int
    channel: int
    step: Step
    version: int
    message: int | None
    lines: int


@dataclass(frozen=True, slots=True)
class NewPrivate:
    """Something for one person's eyes that could not be shown to them yet. body: the table's own JSON."""

    user: int
    body: Json
    step: int = 0


@dataclass(frozen=True, slots=True)
class Private(NewPrivate):
    """A kept private text."""

    id: int = 0
    encounter: int = 0


# ------------------------------------------------------------------ sheets
@dataclass(frozen=True, slots=True)
class NewSheet:
    """A sheet to be kept. owner: user id, None for one that the server's GMs keep. values: plain JSON."""

    guild: int
    owner: int | None
    ruleset: str
    name: str
    kind: SheetKind
    values: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Sheet(NewSheet):
    """A kept sheet."""

    id: int = 0
    updated_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class NewDraft:
    """A sheet being written. user: who writes it. sheet: the id of the sheet that it changes, None for a new
    one.

    owner: whose sheet it is to be, None for the server's own.
    """

    guild: int
    user: int
    owner: int | None
    ruleset: str
    name: str
    kind: SheetKind
    values: Mapping[str, Json]
    sheet: int | None = None


@dataclass(frozen=True, slots=True)
class Draft(NewDraft):
    """A kept draft. id: for custom ids, never given twice."""

    id: int = 0
    updated_at: datetime | None = None


# ------------------------------------------------------------------ rolls outside fights
@dataclass(frozen=True, slots=True)
class FreeRoll:
    """A roll outside any encounter. faces: as they fell. total: None where the notation gives no number."""

    guild: int
    user: int
    notation: str
    faces: tuple[int, ...]
    total: int | None
    secret: bool
    at: datetime


# ------------------------------------------------------------------ privacy
@dataclass(frozen=True, slots=True)
class AboutUser:
    """What is stored about a person, in one server or everywhere.

    encounters: ids of those they had a part in (`open_encounters`: those still open), of which `steps` were
    declared by them. private: texts kept for them. panels: what panels remember. wishes: servers on which
    they have said which pings they do not want.
    """

    sheets: tuple[Sheet, ...]
    drafts: int
    free_rolls: int
    encounters: tuple[int, ...]
    open_encounters: tuple[int, ...]
    steps: int
    private: int
    panels: int
    wishes: int = 0


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was deleted or made anonymous. open_encounters: left as they are, because they still run."""

    sheets: int
    drafts: int
    free_rolls: int
    encounters: int
    open_encounters: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Purged:
    """What was deleted because its time had come."""

    encounters: int = 0
    servers: int = 0
    deliveries: int = 0
    drafts: int = 0
