"""The usual rate limits of channel messages, for those who want to see a bot within them.

Discord publishes no fixed figures; these are the ones commonly met: five messages and five edits per five
seconds and channel, three edits per six seconds of messages older than an hour.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Final

from ..errors import ApiError
from ..wire import snowflake
from .base import Call, Route

_MESSAGES: Final = "/channels/{channel_id}/messages"
_ONE: Final = _MESSAGES + "/{message_id}"


class RateLimited(ApiError):
    """Too many requests; answered 429."""

    def __init__(self, retry_after: float, code: int = 0) -> None:
        """`retry_after` in seconds."""
        super().__init__(429, code, "You are being rate limited.")
        self.retry_after = retry_after

    def body(self) -> dict[str, object]:
        """Discord's body of a 429."""
        return {**super().body(), "retry_after": self.retry_after, "global": False}


@dataclass(frozen=True, slots=True)
class Limit:
    """So many requests in so many seconds."""

    requests: int
    seconds: float


@dataclass(slots=True)
class Rates:
    """Keeps the limits, per channel and kind of request."""

    posts: Limit = Limit(5, 5.0)
    edits: Limit = Limit(5, 5.0)
    old_edits: Limit = Limit(3, 6.0)
    old_after: float = 3600.0
    _seen: dict[tuple[str, int], deque[float]] = field(default_factory=dict)

    def take(self, route: Route, call: Call) -> dict[str, str]:
        """Count a request; the headers that tell how much is left. Raises `RateLimited`."""
        chosen = self._limit(route, call)
        if chosen is None:
            return {}
        name, limit = chosen
        channel_id = snowflake(call.match["channel_id"]) or 0
        now = call.world.clock.now()
        seen = self._seen.setdefault((name, channel_id), deque())
        while seen and seen[0] <= now - limit.seconds:
            seen.popleft()
        if len(seen) >= limit.requests:
            raise RateLimited(round(seen[0] + limit.seconds - now, 3), 30046 if name == "old" else 0)
        seen.append(now)
        return {
            "X-RateLimit-Limit": str(limit.requests),
            "X-RateLimit-Remaining": str(limit.requests - len(seen)),
            "X-RateLimit-Reset": f"{seen[0] + limit.seconds:.3f}",
            "X-RateLimit-Reset-After": f"{max(seen[0] + limit.seconds - now, 0.0):.3f}",
            "X-RateLimit-Bucket": f"practice-{name}",
        }

    def _limit(self, route: Route, call: Call) -> tuple[str, Limit] | None:
        if (route.method, route.path) == ("POST", _MESSAGES):
            return "post", self.posts
        if (route.method, route.path) != ("PATCH", _ONE):
            return None
        message = call.world.message(snowflake(call.match["message_id"]) or 0)
        if message is not None and call.world.clock.now() - message.created > self.old_after:
            return "old", self.old_edits
        return "edit", self.edits
