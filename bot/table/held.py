"""An encounter in hand: its row, its journal, what waits in it. Kept between commands, loaded again after
a restart.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from bot.store import AskRow, EncounterRow, NewAsk, Window
from rules.engine.driver import Diverged
from rules.engine.effects import Ask, Options
from rules.engine.journal import Journal
from rules.engine.live import OpenAsk, Run
from rules.engine.steps import STANDING, Step

from .people import State, asked

T = TypeVar("T")
MOST_KNOWN: Final = 128
"""Things that are kept once worked out, for each encounter in hand."""


@dataclass(slots=True)
class Held:
    """What the process remembers of one open encounter.

    asks: open asks and offers by id. told: step -> message. kept: users for whom private lines wait.
    """

    row: EncounterRow
    journal: Journal
    asks: dict[int, AskRow] = field(default_factory=dict)
    run: Run | None = None
    told: dict[int, int] = field(default_factory=dict)
    fits: bool = True
    kept: set[int] = field(default_factory=set)
    _known: dict[Hashable, Any] = field(default_factory=dict)

    @classmethod
    def load(cls, window: Window, asks: Iterable[AskRow]) -> Held:
        """From the store. `fits` is False when the open step no longer fits the rules (an upgrade in its
        middle).
        """
        held = cls(window.row, window.journal(), {a.id: a for a in asks})
        try:
            held.run = held.journal.rerun()
        except (Diverged, LookupError):
            held.fits = held.journal.open is None
        return held

    @property
    def state(self) -> State:
        """The state as it stands."""
        return self.journal.state

    @property
    def newest(self) -> Step | None:
        """The newest step, when it stands and can still be acted in."""
        step = self.journal.tail[-1] if self.journal.tail else None
        return step if step is not None and step.status in STANDING else None

    def waiting(self) -> tuple[OpenAsk, ...]:
        """The asks that wait for somebody."""
        return self.run.open if self.run is not None and not self.run.done else ()

    def offered(self) -> tuple[OpenAsk, ...]:
        """The offers that can still be taken up."""
        return self.run.offered if self.run is not None and self.newest is not None else ()

    def once(self, key: Hashable, work: Callable[[], T]) -> T:
        """What `work` gives, worked out once as the state stands: every act makes a new `Held`."""
        if key not in self._known:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[key] = work()
        known: T = self._known[key]
        return known

    def legal(self, x: OpenAsk) -> Options:
        """The options of an ask or offer as the state stands."""
        return self.once(("legal", x.key), lambda: x.ask.legal(self.state))


def wanted_asks(held: Held, now: datetime) -> list[NewAsk]:
    """What has to be shown with buttons just now: the asks that wait and the offers of the newest step."""
    step = held.newest
    if step is None:
        return []
    start = held.row.paused_at or now
    asks = [_new_ask(held, step.no, x, "ask", start) for x in held.waiting()]
    return [*asks, *(_new_ask(held, step.no, x, "offer", start) for x in held.offered())]


def _new_ask(held: Held, step: int, x: OpenAsk, kind: str, start: datetime) -> NewAsk:
    users = asked(x.ask, held.state, held.row.gms)
    one = users[0] if len(users) == 1 else None
    seconds = _patience(held.row, x.ask) if kind == "ask" else 0
    deadline = start + timedelta(seconds=seconds) if seconds else None
    reminds = deadline is not None and bool(held.row.settings.get("remind", False))
    reminder = start + timedelta(seconds=seconds / 2) if reminds else None
    return NewAsk(
        step,
        x.key,
        x.ask.topic,
        x.ask.who,
        one,
        "offer" if kind == "offer" else "ask",
        deadline,
        reminder,
    )


def _patience(row: EncounterRow, ask: Ask) -> int:
    """Seconds until the default is taken; 0 for never. The encounter's deadline, else what the rules set
    for the ask.
    """
    return int(row.settings.get("deadline") or 0) or ask.patience


def compared(held: Held, wanted: list[NewAsk]) -> tuple[list[NewAsk], list[int]]:
    """(asks to open, ids of those to close), given what is stored."""
    stored = {(a.step, a.key, a.kind): a.id for a in held.asks.values()}
    keep = {(w.step, w.key, w.kind) for w in wanted}
    fresh = [w for w in wanted if (w.step, w.key, w.kind) not in stored]
    return fresh, [number for key, number in stored.items() if key not in keep]
