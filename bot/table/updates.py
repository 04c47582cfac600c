"""What a use case came to, for whoever shows it."""

from __future__ import annotations

from dataclasses import dataclass

from .cards import AskView, StepCard

TURN, ASK = "turn", "ask"
"""Why somebody is pinged."""


@dataclass(frozen=True, slots=True)
class Private:
    """Lines for one person's eyes."""

    user: int
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ping:
    """Somebody whose attention is wanted: `why` is `turn` or `ask`."""

    user: int
    why: str


@dataclass(frozen=True, slots=True)
class Update:
    """After the commit: what to tell, and to whom.

    cards: the steps to post or edit, oldest first. note: the answer to the one who acted, private. private:
    lines for single persons (those of the one who acted are shown at once, others are kept for their next
    press). board: whether it has to be drawn again. closed: message ids whose buttons no longer serve.
    repeated: the same interaction came before and was applied then; nothing has changed now. ended: the
    encounter is over. version: of the encounter as saved, to be given back when its cards have been told.
    own: choices new with this act that the one who acted has to make unseen by others.
    """

    encounter: int
    cards: tuple[StepCard, ...] = ()
    note: str = ""
    private: tuple[Private, ...] = ()
    board: bool = True
    pings: tuple[Ping, ...] = ()
    repeated: bool = False
    ended: bool = False
    version: int = 0
    own: tuple[AskView, ...] = ()
