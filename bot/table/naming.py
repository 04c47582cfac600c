"""Names as typed: what is allowed, and numbering those that are equal."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from rules.engine.procedures import Refused

LONGEST_NAME = 64
_NUMBERED = re.compile(r"^(.*?)\s+(\d+)$")
_FORMATTING = {"\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"}


def clean_name(typed: str) -> str:
    """A name as typed, without control characters and doubled spaces. Refused when it is empty or too
    long.
    """
    kept = "".join(
        " " if unicodedata.category(ch) in ("Zs", "Zl", "Zp", "Cc") else ch
        for ch in unicodedata.normalize("NFC", typed)
        if ch not in _FORMATTING and unicodedata.category(ch) != "Cs"
    )
    name = " ".join(kept.split())
    if not any(unicodedata.category(ch)[0] not in ("Z", "C") for ch in name):
        raise Refused("A name needs at least one visible character.")
    if len(name) > LONGEST_NAME:
        raise Refused(f"That name has {len(name)} characters; at most {LONGEST_NAME} are possible.")
    return name


def clean_text(typed: str, longest: int) -> str:
    """Free words on one line: without control characters and halves of characters, cut to `longest`."""
    kept = "".join(
        " " if unicodedata.category(ch) == "Cc" else ch for ch in typed if unicodedata.category(ch) != "Cs"
    )
    return " ".join(kept.split())[:longest]


def is_taken(name: str, taken: Iterable[str]) -> bool:
    """Whether a name is among these, capitals and small letters being the same."""
    return name.casefold() in {other.casefold() for other in taken}


def numbered(name: str, count: int, taken: Iterable[str]) -> tuple[str, ...]:
    """`count` free names made of one: itself when alone and free, else with numbers that go on from those
    in use; one without a number is the first.
    """
    others = {other.casefold() for other in taken}
    if count == 1 and name.casefold() not in others:
        return (name,)
    match = _NUMBERED.match(name)
    base = match.group(1) if match and count == 1 else name
    names: list[str] = []
    number = 2 if base.casefold() in others else 1
    while len(names) < count:
        candidate = f"{base} {number}"
        if candidate.casefold() not in others:
            names.append(candidate)
        number += 1
    return tuple(names)
