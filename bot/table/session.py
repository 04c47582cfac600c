"""One encounter under its lock: who may do what, and the one way in which an act is saved and becomes
visible.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.store import AlreadyDelivered, EncounterRow, NewPrivate, Save, StaleVersion, Told
from bot.store import Private as KeptPrivate
from rules.engine.effects import Call
from rules.engine.encounter import ENDED
from rules.engine.journal import Checkpoint, Moved, NeedEarlier, Withdrawn
from rules.engine.procedures import Refused
from rules.engine.ruleset import PUBLIC, Ruleset, Viewer, rules_of
from rules.engine.steps import DROPPED, Step
from rules.engine.view import view

from . import asking, telling
from . import board as boards
from .cards import AskView, OfferView, StepCard
from .held import Held, compared, wanted_asks
from .people import Person, Place, State, is_gm
from .updates import Ping, Private, Update

if TYPE_CHECKING:
    from .tables import Tables

WITHDRAWN = "That declaration was begun by another version of the bot and is withdrawn. Declare it again."


class Table:
    """An encounter in hand. Made by `Tables` for one act, under the lock of its channel."""

    def __init__(self, tables: Tables, held: Held) -> None:
        self.tables = tables
        self.held = held
        self.withdrew = False
        """Whether an open declaration was withdrawn as it was loaded: it no longer fitted the rules."""
        self.remember: dict[int, Any] = {}
        """What panels are to remember, saved with the next act: user -> JSON."""

    # -- reading
    @property
    def row(self) -> EncounterRow:
        """The encounter's row."""
        return self.held.row

    @property
    def state(self) -> State:
        """The whole state, as it stands."""
        return self.held.state

    @property
    def rules(self) -> Ruleset[Any, Any]:
        """The game."""
        return rules_of(self.state)

    @property
    def gms(self) -> tuple[int, ...]:
        """User ids of the GMs, the leading one first."""
        return self.row.gms

    def sees(self, person: Person) -> State:
        """The state as this person may see it."""
        viewer = self.viewer(person)
        return self.held.once(("view", viewer), lambda: view(self.state, viewer))

    def viewer(self, person: Person) -> Viewer:
        """What this person may see."""
        return Viewer(person.user, self.is_gm(person))

    def is_gm(self, person: Person) -> bool:
        """Whether this person is a GM of this encounter: named, or by the server's GM role."""
        return is_gm(self.row, person)

    def require_gm(self, person: Person) -> None:
        """Refused unless this person is a GM of this encounter."""
        if not self.is_gm(person):
            raise Refused(f"Only the {self.rules.gm_word} of this encounter can do that.")

    def may_play(self, person: Person, who: str) -> bool:
        """Whether this person may act for this combatant: its controller, or a GM in their place."""
        return self.is_gm(person) or self.viewer(person).controls(self.state[who])

    def own(self, person: Person) -> tuple[str, ...]:
        """Ids of the combatants this person plays (a GM: those nobody else plays)."""
        mine = self.viewer(person)
        return tuple(c.id for c in self.state.present() if mine.controls(c))

    # -- acts
    async def declare(
        self, call: Call[Any], person: Person, *, actor: str, verb: str, delivery: str = "", note: str = ""
    ) -> Update:
        """A new step. Refused with whose choice is awaited while another is open."""
        self.require_free(person)
        at = int(self.tables.clock().timestamp())
        moved = self.held.journal.declare(
            call, by=person.user, actor=actor, verb=verb, at=at, delivery=delivery
        )
        return await self.commit(moved, person, delivery=delivery, note=note)

    async def overrule(
        self, call: Call[Any], person: Person, verb: str, *, delivery: str = "", note: str = ""
    ) -> Update:
        """The GM changes something: a step of its own, or within the one that is open."""
        if self.held.journal.open is None:
            return await self.declare(call, person, actor="", verb=verb, delivery=delivery, note=note)
        moved = await self._within(
            lambda: self.held.journal.interrupt(call, by=person.user, delivery=delivery)
        )
        return await self.commit(moved, person, delivery=delivery, note=note)

    async def answer(self, key: str, value: str, person: Person, *, delivery: str = "") -> Update:
        """An open ask is answered (authority has been checked)."""
        moved = await self._within(
            lambda: self.held.journal.answer(key, value, by=person.user, delivery=delivery)
        )
        return await self.commit(moved, person, delivery=delivery)

    async def revise(self, key: str, value: str, person: Person, *, delivery: str = "") -> Update:
        """An offer is taken up after all."""
        moved = self.held.journal.revise(key, value, by=person.user, delivery=delivery)
        return await self.commit(moved, person, delivery=delivery)

    async def undo(self, person: Person, *, delivery: str = "", note: str = "") -> Update:
        """The newest standing step is taken back, however long ago it was."""
        while True:
            try:
                moved = self.held.journal.undo(delivery)
            except NeedEarlier:
                await self._earlier()
            else:
                return await self.commit(moved, person, delivery=delivery, note=note)

    async def redo(self, person: Person, *, delivery: str = "", note: str = "") -> Update:
        """The oldest undone step is brought back."""
        return await self.commit(self.held.journal.redo(delivery), person, delivery=delivery, note=note)

    def require_free(self, person: Person) -> None:
        """Refused, with the name of the one awaited, while a choice is open."""
        awaited = self.awaited(person)
        if awaited is not None:
            raise Refused(awaited)

    def awaited(self, person: Person) -> str | None:
        """Who must choose first, and what, as this person may read it; None while no choice is open."""
        waiting = self.held.waiting()
        if self.held.journal.open is None or not waiting:
            return None
        return asking.first(self.held, waiting, self.viewer(person))

    async def withdraw_unfit(self) -> None:
        """An upgrade in the middle of a declaration: it is withdrawn, the table is told, nothing else is
        lost.
        """
        moved = self.held.journal.withdraw(
            "the rules of the bot were updated in the middle of it; declare it again"
        )
        await self._withdrawn(moved)
        self.held.fits = self.withdrew = True

    async def _withdrawn(self, moved: Moved) -> None:
        """Save it; whoever acted gets another answer, so the table is told by the clockwork."""
        self.tables.by_itself.append(await self.commit(moved, None))

    async def _within(self, act: Any) -> Moved:
        try:
            moved: Moved = act()
        except Withdrawn as gone:
            await self._withdrawn(gone.moved)
            raise Refused(WITHDRAWN) from None
        return moved

    async def _earlier(self) -> None:
        """Load the window before this one."""
        base = self.held.journal.base.no
        async with self.tables.store.read() as tx:
            window = await tx.encounters.window(self.row.id, before=base)
        if window is None:
            raise Refused("There is nothing to undo.")
        self.held.journal = window.journal()

    # -- saving
    async def commit(
        self,
        moved: Moved | None,
        person: Person | None,
        *,
        delivery: str = "",
        row: EncounterRow | None = None,
        note: str = "",
        checkpoint: Checkpoint | None = None,
    ) -> Update:
        """Save an act whole, then take it over. AlreadyDelivered and StaleVersion leave everything as it was.

        row: the encounter's row with fields changed by the act (GMs, pause). Gives what is to be told.
        """
        before = self.held
        changed = moved.changed if moved else ()
        after = self._after(moved, row or before.row)
        fresh, closed = compared(after, wanted_asks(after, self.tables.clock()))
        offered = {a.key for a in fresh if a.kind == "offer"}
        acted = self.viewer(person) if person else None
        private = telling.privates(changed, before, after, acted, offered)
        mine = person.id if person else 0
        keep = tuple(
            NewPrivate(p.user, {"lines": list(p.lines)}, changed[-1].no if changed else 0)
            for p in private
            if p.user != mine
        )
        point = checkpoint or after.journal.checkpoint()
        try:
            saved = await self.tables.store.save(
                Save(after.row, changed, delivery, point, tuple(fresh), tuple(closed), self.remember, keep)
            )
        except AlreadyDelivered:
            return Update(before.row.id, board=False, repeated=True)
        except StaleVersion:
            self.tables.forget(before)
            raise Refused("Something else happened here at the same moment. Please try again.") from None
        after.row = saved.row
        after.asks = {n: a for n, a in before.asks.items() if n not in closed}
        after.asks.update({a.id: a for a in saved.asks})
        after.kept |= {p.user for p in keep}
        if point is not None:
            after.journal = after.journal.since(point)
        self._take_over(after)
        told = (*telling.passed(before, after, closed, changed), *changed)
        asked = {a.id for a in saved.asks}
        now_mine = next((p.lines for p in private if p.user == mine), ())
        return Update(
            after.row.id,
            self._cards(told),
            note,
            await self._shown(person, now_mine),
            True,
            await self.wanted_pings(telling.pings(after, asked, _turned(before, after))),
            ended=after.state.phase == ENDED,
            version=after.row.version,
            own=telling.to_choose_unseen(after, asked, person.id, self.viewer(person)) if person else (),
        )

    def _after(self, moved: Moved | None, row: EncounterRow) -> Held:
        """What is held once the act is saved, but for the ids that saving gives."""
        before = self.held
        journal = moved.journal if moved else before.journal
        after = Held(row, journal, before.asks, told=before.told, kept=before.kept)
        after.run = (moved.run or _still(before, after)) if moved else before.run
        phase = after.state.phase
        ended = (row.ended_at or self.tables.clock()) if phase == ENDED else None
        after.row = replace(row, phase=phase, ended_at=ended)
        return after

    def _take_over(self, after: Held) -> None:
        self.held = after
        if after.state.phase == ENDED:
            self.tables.forget(after)
        else:
            self.tables.keep(after)

    async def _shown(self, person: Person | None, lines: tuple[str, ...]) -> tuple[Private, ...]:
        """What the one who acted is shown: what was kept for them, then what this act told them."""
        if person is None:
            return ()
        shown = (*await self.take_private(person), *lines)
        return (Private(person.id, shown),) if shown else ()

    def _cards(self, changed: Iterable[Step]) -> tuple[StepCard, ...]:
        cards = [self.card(step) for step in changed if step.status != DROPPED or step.no in self.held.told]
        for card in cards:
            if card.silent:
                self.tables.store.note(Told(self.row.id, card.no, self.row.version))
        return tuple(card for card in cards if not card.silent)

    def card(self, step: Step) -> StepCard:
        """A step as the channel sees it."""
        return telling.card(self.held, step)

    def asks(self, viewer: Viewer = PUBLIC) -> tuple[AskView, ...]:
        """The choices that wait, with their buttons' ids, as this viewer may read them."""
        return tuple(asking.asks(self.held, viewer))

    def offers(self, viewer: Viewer = PUBLIC) -> tuple[OfferView, ...]:
        """The offers that can still be taken up, with their buttons' ids, as this viewer may read them."""
        return tuple(asking.offers(self.held, viewer))

    def board(self, who_looks: Viewer, page: int | None = None) -> boards.BoardView:
        """The board as a viewer sees it; the channel's one is drawn for an outsider."""
        waiting = dict.fromkeys(ask.whose for ask in self.asks())
        return boards.board(
            self.row.id,
            self.row.name,
            self.state,
            who_looks,
            awaited=" and ".join(waiting),
            paused=self.row.paused,
            page=page,
        )

    async def wanted_pings(self, pings: Iterable[Ping]) -> tuple[Ping, ...]:
        """Each of these once, without those of a kind that the server or the person has switched off."""
        wanted = [p for p in dict.fromkeys(pings) if self.row.settings.get(f"ping_{p.why}", True)]
        if not wanted:
            return ()
        muted = await self.tables.muted(self.row.guild)
        return tuple(p for p in wanted if p.why not in muted.get(p.user, ()))

    async def take_private(self, person: Person) -> tuple[str, ...]:
        """What was kept for this person's eyes, taken out of the store."""
        if person.id not in self.held.kept:
            return ()
        self.held.kept.discard(person.id)
        async with self.tables.store.write() as tx:
            kept: tuple[KeptPrivate, ...] = await tx.private.take(self.row.id, person.id)
        return tuple(line for text in kept for line in text.body["lines"])

    @property
    def place(self) -> Place:
        """Its channel."""
        return Place(self.row.guild, self.row.channel)


def _turned(before: Held, after: Held) -> bool:
    return boards.turn_token(before.state) != boards.turn_token(after.state)


def _still(before: Held, after: Held) -> Any:
    """The run of the newest step where the act itself ran none (undo, redo, withdrawal)."""
    newest = after.newest
    if newest is None:
        return None
    if before.newest is not None and newest.no == before.newest.no:
        return before.run
    return after.journal.rerun()
