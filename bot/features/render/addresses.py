"""The addresses of what stands on cards and boards. Features serve them; this package only draws them."""

from __future__ import annotations

from dataclasses import dataclass

from ..kit.custom_id import address, token


@address("ask")
@dataclass(frozen=True, slots=True)
class Answer:
    """An ask is answered. option: the token of the value pressed, "" where a select has it.

    part: tells the selects of one ask apart.
    """

    ask: int
    option: str = ""
    part: int = 0


@address("choose")
@dataclass(frozen=True, slots=True)
class Choose:
    """An ask wants its options shown to the one who chooses, privately."""

    ask: int


@address("which")
@dataclass(frozen=True, slots=True)
class Which:
    """One of many open asks is picked in a select (its values are ask ids), to be shown privately."""

    part: int = 0


@address("offer")
@dataclass(frozen=True, slots=True)
class Take:
    """An offer is taken up. option: as of an answer."""

    offer: int
    option: str = ""


@address("mine")
@dataclass(frozen=True, slots=True)
class Mine:
    """My turn: opens one's private panel."""

    encounter: int


@address("next")
@dataclass(frozen=True, slots=True)
class Next:
    """The GM passes the turn. turn: `turn_key` of the turn that the button was drawn in."""

    encounter: int
    turn: str


@address("done")
@dataclass(frozen=True, slots=True)
class Done:
    """The acting one ends the turn."""

    encounter: int
    turn: str


@address("join")
@dataclass(frozen=True, slots=True)
class Join:
    """A player takes part."""

    encounter: int


@address("begin")
@dataclass(frozen=True, slots=True)
class Begin:
    """The GM begins the fight."""

    encounter: int


@address("lay")
@dataclass(frozen=True, slots=True)
class Lay:
    """The GM lays down something by a verb that has a button on the board.

    picked: tokens of the values chosen so far, with spaces between. part: tells the selects of one message
    apart.
    """

    encounter: int
    verb: str
    picked: str = ""
    part: int = 0


@address("page")
@dataclass(frozen=True, slots=True)
class Page:
    """A page of the board, counted from 0. place: tells the buttons of one row apart."""

    encounter: int
    page: int
    place: int = 0


@address("eyes")
@dataclass(frozen=True, slots=True)
class ForEyes:
    """Shows what was kept for whoever presses, and for nobody else."""

    encounter: int


OPTION_TOKEN = 70
"""The most characters that an option's value takes up in a custom id; longer ones become tokens."""


def option_token(value: str) -> str:
    """What stands for an option in a button's address: `resolve` it among the legal values."""
    return token(value, OPTION_TOKEN)


def turn_key(turn: str) -> str:
    """What stands for a turn in an address: compare it with the `turn_key` of the turn as it is now."""
    return token(turn, 60)
