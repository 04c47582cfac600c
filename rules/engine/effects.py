"""What a procedure may await: a chance, a choice, a change, a line, another procedure.

A procedure never touches dice, cards, people or storage. It awaits an effect, the driver resolves it, and the
await gives back a typed value. Effects are frozen values, so they can be compared, hashed and (where they are
saved) stored.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Generator, Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import Any, ClassVar, Generic, TypeVar

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")
S = TypeVar("S")

TABLE = "table"
"""Audience of a line or a roll: everybody in the channel."""
GM = "gm"
"""As an audience: the GM alone. As the one asked: any GM of the encounter."""

Names = Callable[[str], str]
"""Gives the name of a combatant's id. Texts hold no markup: whoever shows one escapes it as a whole."""

Faces = tuple[int, ...]


class Effect(Generic[T_co]):
    """Something a procedure needs; `await effect` has the type of what comes back."""

    __slots__ = ()

    def __await__(self) -> Generator[Effect[Any], Any, T_co]:
        value: T_co = yield self
        return value


class Chance(Effect[T_co]):
    """Dice to roll or a card to draw.

    Faces come from outside; the procedure gets `read(faces)` and nothing else, so that exact odds branch on
    what the rules look at (a level of success) and not on every face. Subclasses are frozen, stored
    dataclasses with at least a `label`: the place of the roll in its procedure, free of anything the declarer
    can choose.
    """

    __slots__ = ()
    label: str

    @property
    def audience(self) -> str:
        """Who sees the faces: TABLE, GM or a combatant's id, as its field `to` says where it has one. All but
        TABLE come from the secret seed.
        """
        to: str = getattr(self, "to", TABLE)
        return to

    @property
    def roller(self) -> str:
        """Id of the combatant whose luck this is, its field `who` where it has one; "" for nobody's."""
        who: str = getattr(self, "who", "")
        return who

    @property
    def better(self) -> int:
        """+1 when high faces are good for the roller, -1 when low ones are, 0 when neither (statistics)."""
        return 0

    def sides(self, s: Any) -> tuple[int, ...]:
        """Number of faces of each die (of a draw: the cards left in the pile)."""
        raise TypeError(f"{type(self).__name__} does not say its dice")

    def read(self, faces: Faces, s: Any) -> T_co:
        """What the procedure is told of these faces (each 1..sides)."""
        raise TypeError(f"{type(self).__name__} does not read its dice")

    def outcomes(self, s: Any) -> tuple[tuple[T_co, Fraction], ...]:
        """Every value with its probability. By default all faces are enumerated."""
        return _enumerated(self)

    def text(self, faces: Faces, names: Names) -> str:
        """One sentence for the log with every face; "" says nothing (the procedure tells it itself)."""
        return f"{self.label}: {', '.join(map(str, faces))}"


@lru_cache(8192)
def _enumerated(chance: Chance[Any]) -> tuple[tuple[Any, Fraction], ...]:
    ways: dict[Any, int] = defaultdict(int)
    sides = chance.sides(None)
    for faces in itertools.product(*(range(1, n + 1) for n in sides)):
        ways[chance.read(faces, None)] += 1
    return tuple((value, Fraction(n, prod(sides))) for value, n in ways.items())


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to an ask: the stored value, the words on its button, and what it costs and does."""

    value: str
    label: str = ""
    hint: str = ""

    @property
    def words(self) -> str:
        """The label, or the value where no label is given."""
        return self.label or self.value


Options = tuple[Option, ...]


def options(*values: str) -> Options:
    """Options whose words are their values."""
    return tuple(Option(v) for v in values)


@dataclass(frozen=True, slots=True)
class Ask(Effect[str]):
    """A choice the rules leave to a person; gives the value of the option taken.

    who: a combatant's id (its controller answers), "side:<side>" (any controller of it; the first answer
    counts), "any:<id>,<id>" (any controller of these, likewise), or GM. A GM may always answer in somebody's
    place.
    topic: the kind of question ("defence"), the same for every occasion: standing answers go by it.
    options: the legal ones; a function of the state is read again when shown and when answered.
    default: the value taken when nobody answers.
    secret: the answer is seen by the one who gave it and the GM only.
    wait: False makes it an offer: the default is taken at once and may be revised until the next step.
    patience: longest wait in seconds where the encounter has no deadline, 0 for no limit.
    """

    who: str
    topic: str
    prompt: str
    options: Options | Callable[[Any], Options]
    default: str
    secret: bool = False
    wait: bool = True
    patience: int = 0

    def legal(self, s: Any) -> Options:
        """The options as the state stands."""
        return self.options(s) if callable(self.options) else self.options

    def settled(self, s: Any) -> str:
        """The default, or the first legal option when the default is not legal any more."""
        legal = [o.value for o in self.legal(s)]
        return self.default if self.default in legal or not legal else legal[0]


@dataclass(frozen=True, slots=True)
class All(Effect[tuple[str, ...]]):
    """Several asks open at once, each answered when its person likes; gives the answers in their order."""

    label: str
    asks: tuple[Ask, ...]


class Change(Effect[None], Generic[S]):
    """A change of the state, the only way to change it.

    Subclasses are frozen, stored dataclasses, only ever added to.
    """

    __slots__ = ()

    def apply(self, s: S) -> S:
        """The state after this change. Pure; must work on every state it was made for."""
        raise TypeError(f"{type(self).__name__} does not say what it changes")


@dataclass(frozen=True, slots=True)
class Line(Effect[None]):
    """Something told. Subclasses are stored dataclasses of ids and numbers; words come when it is shown.

    to: TABLE, GM, or a combatant's id (its controller and the GM). gm_too: whether the GM is told as well
    what is for one combatant's player; where not, the GM can still look it up. aside: whether it is about the
    step (what binds its dice, why it was taken back) and no part of what happens in it: small print, which is
    never struck through.
    """

    gm_too: ClassVar[bool] = True
    aside: ClassVar[bool] = False
    to: str = field(default=TABLE, kw_only=True)

    def text(self, names: Names) -> str:
        """The sentence."""
        raise TypeError(f"{type(self).__name__} has no words")


@dataclass(frozen=True, slots=True)
class Call(Effect[T_co]):
    """A procedure with its arguments: started when awaited; its own key, since both are values."""

    name: str
    args: tuple[Hashable, ...]
