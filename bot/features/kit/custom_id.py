"""Addresses of buttons, selects and forms: all they need to know stands in their custom id.

So nothing is kept in memory for what is on the screen, and a button from before a restart works. An
address is a frozen dataclass of numbers and short texts:

    @address("ask")
    @dataclass(frozen=True, slots=True)
    class Answer:
        ask: int
        option: str = ""

    write(Answer(7, "parry"))  # "s1:ask:7:parry"
    read("s1:ask:7:parry", {"ask": Answer})  # Answer(7, "parry")
"""

from __future__ import annotations

import dataclasses
import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeVar, cast

LONGEST: Final = 100
PREFIX: Final = "s1"
"""Names the bot and the form of its custom ids. A new form gets another number; old ones are then
outdated.
"""

_TAG: Final = re.compile(r"[a-z0-9]{1,12}")
_DIGEST: Final = "~"
_KINDS: Final = {"int": int, "str": str, "bool": bool}
A = TypeVar("A")


def address(tag: str) -> Callable[[type[A]], type[A]]:
    """Make a frozen dataclass an address. tag: short and unique in the bot; it stands in the custom id.

    Fields may be int, str and bool. TypeError for anything else.
    """
    if not _TAG.fullmatch(tag):
        raise TypeError(f"{tag!r} is no tag: one to twelve small letters and digits")

    def mark(kind: type[A]) -> type[A]:
        for field in dataclasses.fields(cast(Any, kind)):
            if _type_name(field) not in _KINDS:
                raise TypeError(f"{kind.__name__}.{field.name} must be int, str or bool")
        _TAGS[kind] = tag
        return kind

    return mark


_TAGS: dict[type[Any], str] = {}


def tag_of(kind: type[Any]) -> str:
    """The tag of an address class; TypeError when it is none."""
    try:
        return _TAGS[kind]
    except KeyError:
        raise TypeError(f"{kind.__name__} is not an address") from None


def write(where: Any) -> str:
    """The custom id. ValueError when it would have more than 100 characters: put a `token` in a long
    field's place.

    Trailing fields that have their default are left out.
    """
    fields = dataclasses.fields(where)
    values = [getattr(where, f.name) for f in fields]
    while values and fields[len(values) - 1].default == values[-1]:
        values.pop()
    text = ":".join([PREFIX, tag_of(type(where)), *map(_encoded, values)])
    if len(text) > LONGEST:
        raise ValueError(
            f"the custom id of {where!r} has {len(text)} characters; at most {LONGEST} are possible"
        )
    return text


def read(custom_id: str, kinds: Mapping[str, type[Any]]) -> Any | None:
    """The address in a custom id; None when it is not one of these kinds or its fields do not fit."""
    prefix, _, rest = custom_id.partition(":")
    tag, *parts = rest.split(":")
    kind = kinds.get(tag)
    if prefix != PREFIX or kind is None:
        return None
    fields = dataclasses.fields(kind)
    needed = sum(1 for f in fields if f.default is dataclasses.MISSING)
    if not needed <= len(parts) <= len(fields):
        return None
    try:
        return kind(*(_decoded(part, _type_name(f)) for f, part in zip(fields, parts, strict=False)))
    except ValueError:
        return None


def _type_name(field: dataclasses.Field[Any]) -> str:
    return field.type if isinstance(field.type, str) else getattr(field.type, "__name__", "")


def _encoded(value: Any) -> str:
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, int):
        return _base36(value)
    return str(value).replace("%", "%25").replace(":", "%3A")


def _decoded(part: str, kind: str) -> Any:
    if kind == "bool":
        return bool(int(part))
    if kind == "int":
        return int(part, 36)
    return part.replace("%3A", ":").replace("%25", "%")


def _base36(number: int) -> str:
    sign, number = ("-", -number) if number < 0 else ("", number)
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
        if not number:
            return sign + digits


def token(value: str, limit: int = LONGEST) -> str:
    """The value itself, or where it is too long (or looks like a token) a digest that stands for it.

    limit: the most characters, at least 23. `resolve` finds the value again among the possible ones.
    """
    if len(value) <= limit and not value.startswith(_DIGEST):
        return value
    return _DIGEST + hashlib.blake2s(value.encode("utf-8", "surrogatepass"), digest_size=11).hexdigest()


def resolve(given: str, values: Iterable[str]) -> str:
    """The value among these that a token stands for; what was given itself when none does."""
    if not given.startswith(_DIGEST):
        return given
    return next((value for value in values if token(value, 0) == given), given)


__all__ = ["LONGEST", "PREFIX", "address", "read", "resolve", "tag_of", "token", "write"]
