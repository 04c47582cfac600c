"""Addresses: what a button needs to know, in a hundred characters."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.kit.custom_id import address, read, resolve, tag_of, token, write


@address("t1")
@dataclass(frozen=True, slots=True)
class Many:
    """One field of each kind."""

    number: int
    words: str
    flag: bool = False
    more: int = 0


KINDS = {"t1": Many}


def test_it_is_short_and_says_its_form() -> None:
    assert write(Many(7, "parry")) == "s1:t1:7:parry"
    assert write(Many(1_000_000, "a:b%", True, -36)) == "s1:t1:lfls:a%3Ab%25:1:-10"


@given(st.integers(), st.text(max_size=15), st.booleans(), st.integers(-(10**6), 10**6))
def test_what_is_written_is_read(number: int, words: str, flag: bool, more: int) -> None:
    where = Many(number % 10**18, words, flag, more)
    if len(write_long(where)) <= 100:
        assert read(write(where), KINDS) == where


def write_long(where: Many) -> str:
    """The custom id, or something too long."""
    try:
        return write(where)
    except ValueError:
        return "x" * 101


def test_too_long_is_an_error_where_it_is_made() -> None:
    with pytest.raises(ValueError, match="at most 100"):
        write(Many(1, "x" * 100))


@pytest.mark.parametrize(
    "custom_id",
    ["", "s1", "s2:t1:7:x", "s1:zz:7:x", "s1:t1:7", "s1:t1:7:x:1:2:3", "s1:t1:!:x", "other:t1:7:x", "s1:t1"],
)
def test_what_is_not_ours_is_none(custom_id: str) -> None:
    assert read(custom_id, KINDS) is None


def test_a_field_added_with_a_default_still_reads_old_ids() -> None:
    assert read("s1:t1:7:x", KINDS) == Many(7, "x", False, 0)


def test_an_address_is_made_of_plain_fields() -> None:
    with pytest.raises(TypeError, match="must be int, str or bool"):

        @address("t2")
        @dataclass(frozen=True)
        class _Bad:
            what: list[int]

    with pytest.raises(TypeError, match="no tag"):
        address("No Tag")
    with pytest.raises(TypeError, match="not an address"):
        tag_of(int)


def test_a_long_value_has_a_token_that_finds_it_again() -> None:
    long = ["x" * 120, "x" * 121, "short", "~tilde"]
    tokens = [token(value) for value in long]
    assert len(set(tokens)) == 4
    assert all(len(t) <= 100 for t in tokens)
    assert tokens[2] == "short"
    assert [resolve(t, long) for t in tokens] == long
    assert resolve("~unknown", long) == "~unknown"
    assert len(token("y" * 90, 40)) == 23
