"""What the Referee can declare: the place, distances, positions, surprise, rest (`/encounter place`)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.engine.effects import Call
from rules.engine.procedures import Refused
from rules.engine.ruleset import Args, Choice, Choices, Param, Verb

from . import place
from .choices import there
from .model import DEAD, State


def _of(words: Mapping[str, str]) -> Choices:
    made = tuple(Choice(key, label) for key, label in words.items())

    def choose(s: State, who: str, args: Args) -> tuple[Choice, ...]:
        return made

    return choose


def _everyone(s: State, who: str, args: Args) -> tuple[Choice, ...]:
    return tuple(Choice(c.id, c.name) for c in s.present() if c.stats.state != DEAD)


def _others(s: State, who: str, args: Args) -> tuple[Choice, ...]:
    return tuple(c for c in _everyone(s, who, args) if c.value != args.get("target"))


def _setting(name: str, label: str, words: Mapping[str, str], clause: str, hint: str = "") -> Verb:
    """A verb that sets one value of the place."""

    def call(s: State, who: str, args: Args) -> Call[object]:
        value = args["detail"]
        return place.set_place(_VALUES.get(value, ((name, value),)), f"{label}: {words[value]}")

    params = (Param("detail", label, choices=_of(words)),)
    return Verb(name, "place", label, clause, call, params=params, who="gm", interrupts=True, hint=hint)


_VALUES: dict[str, tuple[tuple[str, str | bool], ...]] = {
    "firm": (("unstable", False), ("underwater", False)),
    "unstable": (("unstable", True), ("underwater", False)),
    "underwater": (("unstable", False), ("underwater", True)),
    "open": (("cramped", False),),
    "cramped": (("cramped", True),),
}


def _ids(s: State, typed: str) -> tuple[str, ...]:
    return tuple(there(s, x) for x in typed.split(",") if x)


def _range(s: State, who: str, args: Args) -> Call[object]:
    return place.set_range(there(s, args["target"]), there(s, args["where"]), int(args["detail"]))


def _surprise(s: State, who: str, args: Args) -> Call[object]:
    ids = _ids(s, args["target"])
    if not ids:
        raise Refused("Name those who may be surprised.")
    return place.surprise(ids)


def _positions(s: State, who: str, args: Args) -> tuple[Choice, ...]:
    return tuple(Choice(key, words) for key, (words, _, _) in place.POSITIONS.items())


VERBS = (
    Verb(
        "range",
        "place",
        "Distance of two",
        "OQ-30",
        _range,
        params=(
            Param("target", "One", choices=_everyone),
            Param("where", "The other", choices=_others),
            Param("detail", "Metres (0: Close)", "number", low=0, high=2_000),
        ),
        who="gm",
        interrupts=True,
    ),
    Verb(
        "position",
        "place",
        "Where somebody is",
        "OQ-39",
        lambda s, who, args: place.set_position(_ids(s, args["target"]), args["detail"]),
        params=(Param("target", "Who", "many", _everyone), Param("detail", "Is", choices=_positions)),
        who="gm",
        interrupts=True,
    ),
    _setting("light", "Light", place.LIGHT, "OQ-39"),
    _setting("footing", "Ground", place.FOOTING, "OQ-39"),
    _setting("room", "Room", place.ROOM, "OQ-43"),
    _setting("wind", "Wind", place.WIND, "OQ-55"),
    _setting("sight", "Sight", place.SIGHT, "OQ-55"),
    Verb(
        "surprise",
        "place",
        "Surprise",
        "OQ-57",
        _surprise,
        params=(Param("target", "Who may be surprised", "many", _everyone),),
        who="gm",
        hint="each one's Perception against the best Deception of its enemies",
    ),
    Verb("rest", "place", "A day of rest", "OQ-63", lambda s, who, args: place.rest(), who="gm"),
)
