"""What is told of the game. A line holds ids and numbers; its words come when it is shown."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules.engine.codec import stored
from rules.engine.effects import Line, Names

from .sheet import RANGE_WORDS, REGION_WORDS
from .state import listed

Part = tuple[str, int]
"""A part of a DC or of Leverage: its name and number. `{0}` in the name stands for a combatant's name."""


def shown_sum(parts: tuple[Part, ...], names: Names, ids: tuple[str, ...] = ()) -> str:
    """Parts of a DC as a sum: "DC 15: 13 base + 2 Wild Swing"; a lone part as "DC 13 (base)"."""
    words = [f"{n} {_named(word, names, ids)}" for word, n in parts]
    if len(parts) == 1:
        return f"DC {parts[0][1]} ({_named(parts[0][0], names, ids)})"
    whole = words[0]
    for (_, n), word in zip(parts[1:], words[1:], strict=True):
        whole += f" − {word[1:]}" if n < 0 else f" + {word}"
    total = sum(n for _, n in parts)
    return f"DC {total}: {whole}"


_PLACE = re.compile(r"\{(\d+)\}")


def _named(words: str, names: Names, ids: tuple[str, ...]) -> str:
    """The words with `{0}`, `{1}` … as names; a name that looks like a place stays as it is."""
    known = dict(enumerate(ids))
    return _PLACE.sub(lambda m: names(known[int(m[1])]) if int(m[1]) in known else m[0], words)


@stored
@dataclass(frozen=True, slots=True)
class AttackBegins(Line):
    """TF-44: who attacks whom, how, and the whole DC with each part named, before the roll."""

    who: str
    target: str
    words: str
    dc: tuple[Part, ...]
    leverage: tuple[Part, ...] = ()

    def text(self, names: Names) -> str:
        return (
            f"{names(self.who)} attacks {names(self.target)}: {self.words}. {shown_sum(self.dc, names)}."
            + _leverage(self.leverage)
        )


def _leverage(parts: tuple[Part, ...]) -> str:
    if not parts:
        return ""
    whole = parts[0][0] if len(parts) == 1 else listed(tuple(f"{word} {n}" for word, n in parts))
    return f" Leverage {sum(n for _, n in parts)}: {whole}."


@stored
@dataclass(frozen=True, slots=True)
class TestBegins(Line):
    """A roll that is no attack: what is tried, its DC with each part named, and its Leverage."""

    who: str
    words: str
    dc: tuple[Part, ...]
    leverage: tuple[Part, ...] = ()
    ids: tuple[str, ...] = ()

    def text(self, names: Names) -> str:
        words = _named(self.words, names, self.ids)
        return f"{names(self.who)} {words}. {shown_sum(self.dc, names, self.ids)}.{_leverage(self.leverage)}"


@stored
@dataclass(frozen=True, slots=True)
class HitLands(Line):
    """TF-60: what became of a hit's wounds, in the order weapon, defence, armor, region."""

    target: str
    weapon: int
    defence: str = ""
    stopped: int = 0
    blocked: int = 0
    armored: int = 0
    left: int = 0
    region: str = "core"

    def text(self, names: Names) -> str:
        if self.weapon == 0:
            return f"{names(self.target)} is hit for no wounds"
        steps = []
        if self.stopped:
            how = {"parry": "parried", "block": "caught by the shield"}.get(self.defence, "turned aside")
            steps.append(f"{self.stopped} {how}")
        if self.blocked:
            steps.append(f"{self.blocked} blocked for {self.blocked} stamina")
        if self.armored:
            steps.append(f"{self.armored} turned by armor for {self.armored} stamina")
        end = wounds_words(self.left, self.region) if self.left else "no wound"
        if not steps:
            return f"{names(self.target)} takes {end}"
        what = f"{self.weapon} wound{'s' if self.weapon > 1 else ''}"
        return f"{names(self.target)} is hit for {what}: {listed(tuple(steps))}; {end}"


def wounds_words(n: int, region: str) -> str:
    """ "2 wounds to the head"."""
    return f"{n} wound{'s' if n != 1 else ''} to the {REGION_WORDS[region]}"


@stored
@dataclass(frozen=True, slots=True)
class RangeNow(Line):
    """TF-36: a pair's new range state."""

    a: str
    b: str
    state: str

    def text(self, names: Names) -> str:
        if self.state == "separated":
            return f"{names(self.a)} and {names(self.b)} are Separated"
        return f"{names(self.a)} and {names(self.b)} are now in {RANGE_WORDS[self.state]} range"


@stored
@dataclass(frozen=True, slots=True)
class Complication(Line):
    """TF-96: a Complication comes of a push."""

    who: str
    track: str
    major: bool

    def text(self, names: Names) -> str:
        return f"{names(self.who)} takes a {'Major' if self.major else 'Minor'} Complication: {self.track}"


@stored
@dataclass(frozen=True, slots=True)
class TriggerWaits(Line):
    """TF-86: somebody visibly waits; how much of it is told depends on the audience."""

    who: str
    anchors: str
    wording: str = ""

    def text(self, names: Names) -> str:
        held = listed(tuple(self.anchors))
        rest = f": {self.wording}" if self.wording else ""
        return f"{names(self.who)} waits with a Triggered Action ({held} committed){rest}"


@stored
@dataclass(frozen=True, slots=True)
class TriggerFires(Line):
    """TF-82: a trigger goes off."""

    who: str
    cause: str
    wording: str

    def text(self, names: Names) -> str:
        return f"{names(self.who)}'s trigger goes off on {names(self.cause)}: {self.wording}"
