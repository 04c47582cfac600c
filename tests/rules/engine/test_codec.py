"""The stored form: there and back through JSON text."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from enum import Enum
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine import codec
from rules.engine.codec import decode, dumps, encode, loads, stored, tag
from rules.engine.effects import GM, Line
from rules.engine.fmap import NOTHING, FMap
from rules.engine.lines import Said
from rules.engine.live import Input
from rules.engine.steps import decode_inputs, encode_inputs
from tests.rules.toy import blows
from tests.rules.toy.people import fighting


@stored
class Mood(Enum):
    CALM = 1
    WILD = 2


@stored
@dataclass(frozen=True, slots=True)
class Thing:
    name: str
    moods: tuple[Mood, ...] = ()
    counts: FMap[str, int] = NOTHING
    flag: bool = False


@stored
@dataclass(frozen=True, slots=True)
class Whispered(Line):
    """A line as it was stored."""

    who: str


@dataclass(frozen=True, slots=True)
class WhisperedMore(Line):
    """The same line in a later version."""

    who: str
    why: str = ""


@contextmanager
def later(old: type[Any], new: type[Any]) -> Iterator[None]:
    """A version in which what was stored as `old` is read as `new`."""
    known = f"engine.{old.__name__}"
    codec._TYPES[known] = new
    try:
        yield
    finally:
        codec._TYPES[known] = old


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
THINGS = st.builds(
    Thing,
    TEXTS,
    st.lists(st.sampled_from(Mood), max_size=3).map(tuple),
    st.dictionaries(TEXTS, st.integers(), max_size=3).map(FMap),
    st.booleans(),
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS | THINGS,
    lambda inner: (
        st.lists(inner, max_size=3).map(tuple) | st.dictionaries(TEXTS, inner, max_size=3).map(FMap)
    ),
    max_leaves=12,
)


@given(VALUES)
def test_what_is_stored_comes_back(value: Any) -> None:
    back = loads(dumps(value))
    assert back == value
    assert type(back) is type(value)
    assert dumps(back) == dumps(value)


def test_the_order_of_a_map_is_kept() -> None:
    assert list(loads(dumps(FMap({"b": 1, "a": 2})))) == ["b", "a"]
    assert encode(FMap({"b": 1})) == {"m": [["b", 1]]}


def test_defaults_at_the_end_are_left_out_and_filled_in() -> None:
    assert encode(Thing("x")) == {"!": ["engine.Thing", "x"]}
    assert encode(Thing("x", flag=True)) == {"!": ["engine.Thing", "x", [], {"m": []}, True]}
    assert decode({"!": ["engine.Thing", "x"]}) == Thing("x")
    assert decode({"!": ["engine.Thing", "x", [], {"m": []}, True, "of a later version"]}) == Thing(
        "x", flag=True
    )


def test_the_audience_of_a_line_stands_by_its_name() -> None:
    assert encode(Said("hello")) == {"!": ["engine.Said", "hello"]}
    assert encode(Said("hello", to=GM)) == {"!": ["engine.Said", "hello"], "to": "gm"}
    assert loads(dumps(Said("hello", ("ana",), to=GM))) == Said("hello", ("ana",), to=GM)
    assert decode({"!": ["engine.Said", "hello"], "to": "gm", "of_a_later_version": 1}) == Said(
        "hello", to=GM
    )


def test_a_line_that_gains_a_field_keeps_its_audience() -> None:
    """What only the GM was told stays so when a later version tells more."""
    kept = dumps(Whispered("ana", to=GM))
    with later(Whispered, WhisperedMore):
        assert loads(kept) == WhisperedMore("ana", "", to=GM)


def test_a_state_goes_through_text() -> None:
    s = fighting("ana", "orc", "spy", ana={"hand": (1, 5)})
    assert loads(dumps(s)) == s
    assert loads(dumps(blows.strike("ana", "orc"))) == blows.strike("ana", "orc")


def test_what_is_not_marked_is_refused() -> None:
    @dataclass(frozen=True)
    class Unknown:
        x: int = 1

    for value, why in (
        (Unknown(), "not marked as stored"),
        (1.5, "cannot be stored"),
        ({1, 2}, "cannot be stored"),
    ):
        with pytest.raises(TypeError, match=why):
            encode(value)
    with pytest.raises(LookupError, match=r"no stored type is called engine\.Gone"):
        decode({"!": ["engine.Gone"]})


def test_a_tag_is_given_once() -> None:
    assert tag(Thing("x")) == "engine.Thing"
    with pytest.raises(ValueError, match=r"two stored types are called engine\.Thing"):
        stored(type("Thing", (), {"__module__": __name__}))


@pytest.mark.parametrize(
    "given",
    [
        Input("chance", "a:b1", Thing("x"), (4,), (6,), secret=True),
        Input("ask", "a:b1", ("defend", "orc", "0-00"), "none", by="u-ana", prompt="00"),
        Input("ask", "a:b1", ("defend", "orc", "0-00"), ""),
        Input("interrupt", "!x1", blows.strike("ana", "orc"), by="u-gm"),
    ],
)
def test_inputs_go_through_text(given: Input) -> None:
    assert decode_inputs(json.loads(json.dumps(encode_inputs((given,))))) == (given,)
    assert {f.name for f in fields(Input)} == {
        "kind",
        "place",
        "what",
        "value",
        "sides",
        "by",
        "secret",
        "prompt",
    }


def test_a_map_is_a_value() -> None:
    a = FMap({"x": 1})
    assert (a.put("y", 2), a.put("x", 3), a.drop("x"), dict(a)) == ({"x": 1, "y": 2}, {"x": 3}, {}, {"x": 1})
    assert hash(a) == hash(FMap.of([("x", 1)]))
    with pytest.raises(TypeError, match="use put or drop"):
        a["x"] = 2
    with pytest.raises(TypeError, match="use put or drop"):
        del a["x"]
    with pytest.raises(TypeError, match="use put or drop"):
        a |= {"x": 2}
    for change in (
        a.clear,
        a.popitem,
        partial(a.pop, "x"),
        partial(a.update, x=2),
        partial(a.setdefault, "y", 1),
    ):
        with pytest.raises(TypeError, match="use put or drop"):
            change()
    assert a == {"x": 1}
