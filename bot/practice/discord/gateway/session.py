"""A gateway session: numbered events, kept for replay, that outlives its socket."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from ..wire import dumps
from .dispatch import Dispatch, Intent

if TYPE_CHECKING:
    from ..model import Guild

KEPT_EVENTS: Final = 5000
"""How many events a session can replay; one that missed more cannot be resumed."""


@dataclass(slots=True, eq=False)
class Session:
    """One shard's session."""

    shard: tuple[int, int]
    intents: Intent
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    sequence: int = 0
    ready: bool = False
    outbox: asyncio.Queue[str] | None = None
    """What the present socket still has to write; None while there is no socket."""
    _kept: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=KEPT_EVENTS))

    def covers(self, guild: Guild | None) -> bool:
        """Whether events of this server, or direct messages (None), go to this shard."""
        number, count = self.shard
        return (guild.id >> 22) % count == number if guild is not None else number == 0

    def offer(self, dispatch: Dispatch) -> None:
        """Send an event, if the session is to get it."""
        if not self.ready or not self.covers(dispatch.guild):
            return
        if dispatch.intent and not dispatch.intent & self.intents:
            return
        self.send(dispatch.name, dispatch.build(self.intents))

    def send(self, name: str, payload: object) -> None:
        """Send an event; without a socket it is kept for the replay."""
        self.sequence += 1
        text = f'{{"op":0,"s":{self.sequence},"t":"{name}","d":{dumps(payload)}}}'
        self._kept.append((self.sequence, text))
        if self.outbox is not None:
            self.outbox.put_nowait(text)

    def can_resume(self, sequence: int) -> bool:
        """Whether everything after this number can still be replayed."""
        if not self.ready or sequence > self.sequence:
            return False
        return sequence == self.sequence or bool(self._kept and self._kept[0][0] <= sequence + 1)

    def replay(self, sequence: int) -> None:
        """Write everything after this number to the socket again."""
        if self.outbox is not None:
            for number, text in self._kept:
                if number > sequence:
                    self.outbox.put_nowait(text)
