"""The addresses of what stands on the private panel and on the panel of standing answers."""

from __future__ import annotations

from dataclasses import dataclass

from bot.features.kit import address


@address("verb")
@dataclass(frozen=True, slots=True)
class PickVerb:
    """An action is chosen. part: tells the selects of a long list apart."""

    encounter: int
    part: int = 0


@address("whose")
@dataclass(frozen=True, slots=True)
class PickWho:
    """Another of one's combatants is chosen."""

    encounter: int


@address("param")
@dataclass(frozen=True, slots=True)
class PickParam:
    """A parameter is chosen. part: tells the selects of a long list apart."""

    encounter: int
    name: str
    part: int = 0


@address("type")
@dataclass(frozen=True, slots=True)
class TypeParam:
    """A form is wanted to type a parameter into."""

    encounter: int
    name: str


@address("typed")
@dataclass(frozen=True, slots=True)
class Typed:
    """The form with the typed parameter."""

    encounter: int
    name: str


@address("do")
@dataclass(frozen=True, slots=True)
class Confirm:
    """Declare what the panel shows."""

    encounter: int
    turn: str


@address("odds")
@dataclass(frozen=True, slots=True)
class Odds:
    """The exact odds of what the panel shows."""

    encounter: int


@address("standing")
@dataclass(frozen=True, slots=True)
class Standing:
    """See and change the standing answers of a combatant of one's own. who: its id."""

    encounter: int
    who: str


@address("stand")
@dataclass(frozen=True, slots=True)
class Settle:
    """A standing answer is chosen in a select. topic: the token of the kind of question."""

    encounter: int
    who: str
    topic: str
