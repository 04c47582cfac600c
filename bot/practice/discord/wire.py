"""Small shared pieces of Discord's wire format: JSON, snowflakes, timestamps."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

Json = dict[str, Any]
"""One JSON object as it goes over the wire."""

DISCORD_EPOCH_MS: Final = 1_420_070_400_000
"""Milliseconds from 1970 to the first moment of 2015, where snowflakes begin."""

_encoder = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)
_escaping = json.JSONEncoder(separators=(",", ":"))


def dumps(value: object) -> str:
    """The compact JSON text of a value. Half a character, which no encoding can carry, goes as an escape."""
    text = _encoder.encode(value)
    if not text.isascii() and any("\ud800" <= sign <= "\udfff" for sign in text):
        return _escaping.encode(value)
    return text


def loads(text: str | bytes) -> Any:
    """Parse JSON; raises `ValueError` where it is none."""
    return json.loads(text)


def timestamp(seconds: float) -> str:
    """Unix seconds as the ISO 8601 text that Discord sends."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()


class SnowflakeMaker:
    """Hands out ids that rise, are unique in one world, and hold the time of their making."""

    def __init__(self, now: Callable[[], float]) -> None:
        """`now` gives Unix seconds."""
        self._now = now
        self._last = 0

    def __call__(self) -> int:
        """The next id."""
        fresh = (int(self._now() * 1000) - DISCORD_EPOCH_MS) << 22
        self._last = fresh if fresh > self._last else self._last + 1
        return self._last

    def pass_by(self, known: int) -> None:
        """Ids from now on are above this one, which another maker gave, or a clock that was ahead."""
        self._last = max(self._last, known)


def snowflake(value: object) -> int | None:
    """The id that a wire value holds, else None."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 20:
        return int(value)
    return None
