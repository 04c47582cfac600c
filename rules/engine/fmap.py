"""An ordered map that is a value: hashable, compared by content, never changed in place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FMap(dict[K, V]):
    """A frozen dict. `put` and `drop` give a new one; the hash is computed once and carried on by `put`."""

    __slots__ = ("_hash",)
    _hash: int

    @classmethod
    def of(cls, items: Mapping[K, V] | Iterable[tuple[K, V]] = ()) -> FMap[K, V]:
        """A map of these items, in their order."""
        return cls(items)

    def __hash__(self) -> int:  # type: ignore[override]
        try:
            return self._hash
        except AttributeError:
            self._hash = 0
            for item in self.items():
                self._hash ^= hash(item)
            return self._hash

    def put(self, key: K, value: V) -> FMap[K, V]:
        """This map with `key` set to `value`; a known key keeps its place."""
        new: FMap[K, V] = FMap(self)
        dict.__setitem__(new, key, value)
        known = getattr(self, "_hash", None)
        if known is not None:
            # a state is hashed for every step of exact odds: one combatant of twelve has changed, not all
            gone = hash((key, self[key])) if key in self else 0
            new._hash = known ^ gone ^ hash((key, value))
        return new

    def drop(self, key: K) -> FMap[K, V]:
        """This map without `key`."""
        return FMap((k, v) for k, v in self.items() if k != key)

    def _frozen(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("an FMap is never changed in place: use put or drop")

    __setitem__ = _frozen
    __delitem__ = _frozen
    __ior__ = _frozen
    clear = _frozen
    pop = _frozen
    popitem = _frozen
    setdefault = _frozen
    update = _frozen


NOTHING: FMap[Any, Any] = FMap()
"""The empty map."""
