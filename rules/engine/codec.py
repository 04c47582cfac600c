"""The stored form: frozen dataclasses, enums, tuples and FMaps as plain JSON and back.

A dataclass is stored as its tag (`<game>.<Class>`) and its fields in order; trailing fields that hold their
default are left out, so that a field with a default can be added later. Keyword-only fields (a line's
audience) stand beside them by name, where no field added later can take their place. Maps are lists of pairs,
because JSONB reorders keys.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Hashable
from enum import Enum
from functools import lru_cache
from typing import Any, TypeVar, cast

from .effects import Call
from .fmap import FMap
from .procedures import game_of

T = TypeVar("T")

Json = None | bool | int | str | list[Any] | dict[str, Any]

_COMPACT = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)
_PLAIN = frozenset({str, int, bool})
_TYPES: dict[str, type[Any]] = {}
_TAGS: dict[type[Any], str] = {}


def stored(cls: type[T]) -> type[T]:
    """Class decorator: the dataclass or enum may be saved. Its tag must be unique and never change."""
    tag = f"{game_of(cls.__module__)}.{cls.__qualname__}"
    if tag in _TYPES:
        raise ValueError(f"two stored types are called {tag}")
    # a slotted dataclass is a new class made from the decorated one: register the outermost
    _TYPES[tag] = cls
    _TAGS[cls] = tag
    return cls


stored(Call)

Maker = Callable[[], Any] | None


@dataclasses.dataclass(frozen=True, slots=True)
class _Shape:
    """The fields of a stored class, each with a maker of its default (None: required)."""

    in_order: tuple[tuple[str, Maker], ...]
    by_name: tuple[tuple[str, Maker], ...]


@lru_cache(4096)
def _shape(cls: Hashable) -> _Shape:
    fields = dataclasses.fields(cast(Any, cls))
    in_order = tuple((f.name, _maker(f)) for f in fields if not f.kw_only)
    return _Shape(in_order, tuple((f.name, _maker(f)) for f in fields if f.kw_only))


def _maker(f: dataclasses.Field[Any]) -> Maker:
    if f.default_factory is not dataclasses.MISSING:
        return f.default_factory
    return _constant(f.default) if f.default is not dataclasses.MISSING else None


def _constant(value: Any) -> Callable[[], Any]:
    return lambda: value


def _is_default(value: Any, make: Maker) -> bool:
    return make is not None and value == make()


def _encoded(x: Any) -> Json:
    """A dataclass: its tag and fields in order, then what is keyword-only."""
    shape = _shape(cast(Hashable, type(x)))
    values = [getattr(x, name) for name, _ in shape.in_order]
    while values and _is_default(values[-1], shape.in_order[len(values) - 1][1]):
        values.pop()
    out: dict[str, Any] = {"!": [tag(x), *map(encode, values)]}
    for name, make in shape.by_name:
        value = getattr(x, name)
        if not _is_default(value, make):
            out[name] = encode(value)
    return out


def _decoded(x: dict[str, Any]) -> Any:
    known, *values = x["!"]
    cls = _type(known)
    shape = _shape(cls)
    fields = {name: decode(value) for (name, _), value in zip(shape.in_order, values, strict=False)}
    fields |= {name: decode(x[name]) for name, _ in shape.by_name if name in x}
    return cls(**fields)


def encode(x: Any) -> Json:
    """Plain JSON of a value. TypeError for what cannot be stored."""
    kind = type(x)
    if x is None or kind in _PLAIN:
        return cast(Json, x)
    if kind is tuple or kind is list:
        return [encode(v) for v in x]
    if isinstance(x, Enum):
        return {"=": [tag(x), x.name]}
    if dataclasses.is_dataclass(x):
        return _encoded(x)
    if isinstance(x, dict):
        return {"m": [[encode(k), encode(v)] for k, v in x.items()]}
    if isinstance(x, (tuple, list)):
        return [encode(v) for v in x]
    if isinstance(x, (str, int)):
        return cast(Json, x)
    raise TypeError(f"{type(x).__name__} cannot be stored")


def tag(x: Any) -> str:
    """The tag a value is stored under. TypeError when its type is not marked as stored."""
    try:
        return _TAGS[type(x)]
    except KeyError:
        raise TypeError(f"{type(x).__name__} is not marked as stored") from None


def decode(x: Any) -> Any:
    """The value of plain JSON made by `encode`. LookupError for a tag that no longer exists."""
    if isinstance(x, dict):
        if "!" in x:
            return _decoded(x)
        if "=" in x:
            known, name = x["="]
            return _type(known)[name]
        return FMap((decode(k), decode(v)) for k, v in x["m"])
    if isinstance(x, list):
        return tuple(decode(v) for v in x)
    return x


def _type(tag: str) -> Any:
    try:
        return _TYPES[tag]
    except KeyError:
        raise LookupError(f"no stored type is called {tag}") from None


def dumps(x: Any) -> str:
    """Compact JSON text of a value."""
    return _COMPACT.encode(encode(x))


def loads(text: str) -> Any:
    """The value of JSON text made by `dumps`."""
    return decode(json.loads(text))
