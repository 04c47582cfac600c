"""Statements in which the two databases differ in nothing but the import."""

from collections.abc import Iterable
from functools import lru_cache

from sqlalchemy import Insert
from sqlalchemy.dialects import postgresql, sqlite

from .models import Base


@lru_cache(64)
def insert_new(dialect: str, model: type[Base]) -> Insert:
    """Insert rows, leaving those alone that are there already."""
    if dialect == "sqlite":
        return sqlite.insert(model).on_conflict_do_nothing()
    return postgresql.insert(model).on_conflict_do_nothing()


@lru_cache(64)
def put(dialect: str, model: type[Base], keys: tuple[str, ...], values: tuple[str, ...]) -> Insert:
    """Insert rows, or set these values where one with the same keys is there already."""
    if dialect == "sqlite":
        lite = sqlite.insert(model)
        return lite.on_conflict_do_update(index_elements=keys, set_={v: lite.excluded[v] for v in values})
    pg = postgresql.insert(model)
    return pg.on_conflict_do_update(index_elements=keys, set_={v: pg.excluded[v] for v in values})


def users(texts: Iterable[str]) -> set[int]:
    """The user ids among these texts (`by` may also say "offer", a controller may be "")."""
    return {int(text) for text in texts if text.isdecimal() and text.isascii()}
