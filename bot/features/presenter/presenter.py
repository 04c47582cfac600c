"""Shows what a use case came to: the answer, cards, pings, the board. Call it outside the table's lock."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import aiohttp
import discord
import structlog

from bot.table.cards import StepCard
from bot.table.people import Place
from bot.table.updates import Ping, Update

from ..kit import ladder, words
from ..kit.answers import Answers, What, answers
from ..kit.escape import escape, escape_lines
from ..kit.panels import Interaction, Panel, note
from ..kit.people import place_of
from ..render.asks import ask_panel
from ..render.boards import marked_board
from ..render.cards import marked
from ..render.fitting import first_lines
from .boards import Boards
from .book import Book
from .cards import Cards, Shown
from .channels import Channels, Sent, text_of
from .clock import Clock, SystemClock
from .gate import Gate
from .lanes import Lane
from .pings import Pings
from .trouble import FAILURES

log: structlog.stdlib.BoundLogger = structlog.get_logger("skirmish.presenter")

LOOK_BACK: Final = 100
"""Messages of a channel among which an untold step is looked for, the most that Discord gives at once."""
LOCK_SECONDS: Final = 1.0
"""How long an answer waits for another one that draws the same card; then the press is acknowledged and the
card follows through the channel."""
MOST_PRIVATE: Final = 1800


@dataclass(frozen=True, slots=True)
class Untold:
    """A step that was saved and perhaps not told, because the process died between."""

    place: Place
    version: int
    card: StepCard


class Presenter:
    """Tells the table. One for all channels; each channel's messages go through its own lane, in order."""

    def __init__(self, channels: Channels, book: Book, clock: Clock | None = None) -> None:
        self._clock = clock or SystemClock()
        self._channels = channels
        self._cards = Cards(channels, book)
        self._boards = Boards(channels, book, self._clock)
        self._pings = Pings(channels)
        self._lanes: dict[int, Lane] = {}
        self._gate = Gate()

    # -- what a use case came to
    async def show(self, interaction: Interaction, update: Update, *, panel: What | None = None) -> None:
        """Answer the interaction with what its act came to, and tell the rest through the channel.

        A pressed card is changed in place. Otherwise the first new card is the public answer and further ones
        follow it; a private panel that was pressed becomes `panel` before. The note, the lines and the
        choices for the one who acted go to them alone. What cannot be the answer any more (too late, answered
        before) goes through the channel. NotShown, for the ladder, when it fails: what was done is done.
        """
        try:
            await self._gate.passed(place_of(interaction).channel)
            if update.repeated:
                await self._again(interaction)
            else:
                await self._show(interaction, update, panel)
        except Exception as error:
            raise ladder.NotShown from error

    async def _show(self, interaction: Interaction, update: Update, panel: What | None) -> None:
        place = place_of(interaction)
        lane = self._lane(place)
        lane.acted(interaction)
        said = answers(interaction)
        shown = [self._cards.take(place, card, update.version) for card in update.cards]
        pings = [ping for ping in update.pings if ping.user != interaction.user.id]
        own = _pressed(interaction, shown) if said.presses_message else None
        fresh = [one for one in shown if one.message is None]
        told: list[Shown] = []
        if own is not None:
            told += await self._redrawn(said, own)
        elif panel is not None and said.presses_message:
            await said.update(panel if isinstance(panel, Panel) else note(panel))
        for one in fresh:
            told += await self._published(said, one, pings if one is fresh[-1] else ())
        left = [one for one in shown if one not in told]
        called = bool(fresh) and fresh[-1] in told
        self._follow(lane, update, shown, left, () if called else pings)
        private = self._private(update, interaction.user.id, with_note=panel is None)
        if private:
            await said.private(private)
        for ask in update.own:
            await said.private(ask_panel(ask))

    async def tell(self, place: Place, update: Update) -> None:
        """Tell what no interaction began: a deadline that passed, a clean-up. Comes back at once."""
        lane = self._lane(place)
        shown = [self._cards.take(place, card, update.version) for card in update.cards]
        self._follow(lane, update, shown, shown, update.pings)

    def redraw(self, place: Place, encounter: int, *, anew: bool = False) -> None:
        """Bring the board up to date, soon. anew: post it at the end of the channel."""
        if anew:
            self._boards.move(encounter)
        self._lane(place).board(encounter)

    async def recover(self, untold: Iterable[Untold], boards: Iterable[tuple[Place, int]] = ()) -> None:
        """At the start: tell what a crash left untold, once; draw its boards and those of further encounters.

        A step's marker is looked for among the latest messages of its channel first; what is found is
        brought up to date, what is not is posted. Comes back when all has been looked for.
        """
        places: dict[Place, list[Untold]] = {}
        encounters: dict[Place, dict[int, None]] = {}
        for one in untold:
            places.setdefault(one.place, []).append(one)
            encounters.setdefault(one.place, {})[one.card.encounter] = None
        for place, encounter in boards:
            encounters.setdefault(place, {})[encounter] = None
        self._gate.only(place.channel for place in encounters)
        for place, its in encounters.items():
            await self._recover_in(place, places.get(place, ()), tuple(its))
            self._gate.open(place.channel)

    def expect_recovery(self) -> None:
        """From now on no interaction is answered with a card: in a channel until `recover` has looked there
        for what a crash left, at the latest until `recovered`.
        """
        self._gate.close()

    def pings_may_stand(self, places: Iterable[Place]) -> None:
        """At the start: a process before may have pinged in these channels; what it posted goes once it has
        served.
        """
        self._pings.may_be(place.channel for place in places)

    def recovered(self) -> None:
        """All that a crash left has been looked for, or cannot be."""
        self._gate.open_all()

    async def flush(self, seconds: float) -> bool:
        """Say everything now, within so many seconds; whether all was said. For a stopping bot."""
        lanes = [lane for lane in self._lanes.values() if not (lane.idle and lane.empty)]
        if not lanes:
            return True
        tasks = [asyncio.create_task(lane.flush()) for lane in lanes]
        _, late = await asyncio.wait(tasks, timeout=seconds)
        for task in late:
            task.cancel()
        return not late and all(lane.empty for lane in lanes)

    # -- what happens in channels
    def message_sent(self, channel: int, message: int) -> None:
        """Somebody, the bot included, sent a message: it pushes the board up."""
        self._boards.said(channel, message)

    def messages_deleted(self, place: Place, messages: set[int]) -> None:
        """Messages were deleted: a board among them is posted again."""
        encounter = self._boards.deleted(place.channel, messages)
        if encounter is not None:
            self.redraw(place, encounter)

    def channel_gone(self, channel: int) -> None:
        """A channel or thread was deleted, or the bot removed from its server."""
        lane = self._lanes.get(channel)
        if lane is not None and lane.idle:
            del self._lanes[channel]

    # -- the answer
    async def _redrawn(self, said: Answers, own: Shown) -> list[Shown]:
        """Change the pressed card by the answer; itself when that was done."""
        if not await self._locked(own):
            await said.hold()
            return []
        try:
            version = own.version
            try:
                await said.update(own.panel())
            except (discord.HTTPException, aiohttp.ClientError) as error:
                return await self._perhaps(said, own, error)
            self._cards.drawn(own, own.message or 0, version)
            return [own]
        finally:
            own.lock.release()

    async def _published(self, said: Answers, one: Shown, pings: Sequence[Ping]) -> list[Shown]:
        """Post a new card as the answer or after it; itself when that was done."""
        if not await self._locked(one):
            return []
        try:
            if one.message is not None:
                return []
            version = one.version
            try:
                message = await said.public(one.panel(pings), pings=[ping.user for ping in pings])
            except (discord.HTTPException, aiohttp.ClientError) as error:
                return await self._perhaps(said, one, error)
            self._cards.drawn(one, message, version)
            return [one]
        finally:
            one.lock.release()

    async def _perhaps(self, said: Answers, one: Shown, error: Exception) -> list[Shown]:
        """An answer failed, or its acknowledgement was lost on the way: look whether the card is there."""
        if isinstance(error, discord.HTTPException):
            ladder.record(ladder.diagnose(error), error)
            if error.code not in ladder.TOO_LATE:
                return []
        else:
            log.warning("an answer was cut off", why=str(error)[:200])
        original = await self._original(said)
        if original is not None or isinstance(error, discord.HTTPException):
            said.lost()
        if original is not None and marked(text_of(original)) == one.key:
            # What it shows may be older than what was to be drawn: the lane makes sure.
            one.message = original.id
        return []

    async def _again(self, interaction: Interaction) -> None:
        """The same interaction came before. Whoever handled it then answers; only if nobody did, a word is
        said.
        """
        said = answers(interaction)
        await self._clock.sleep(LOCK_SECONDS)
        if await self._original(said) is None and not said.answered:
            await said.private(words.DONE)
        said.lost()

    @staticmethod
    async def _original(said: Answers) -> discord.InteractionMessage | None:
        try:
            return await said.original()
        except FAILURES:
            return None

    async def _locked(self, shown: Shown) -> bool:
        try:
            async with asyncio.timeout(LOCK_SECONDS):
                await shown.lock.acquire()
        except TimeoutError:
            return False
        return True

    # -- the rest
    def _follow(
        self,
        lane: Lane,
        update: Update,
        shown: Sequence[Shown],
        cards: Sequence[Shown],
        pings: Sequence[Ping],
    ) -> None:
        """Everything else, through the lane. shown: all cards of the update. cards: those not told yet."""
        new = [one for one in cards if one.message is None]
        for one in cards:
            lane.card(one, pings if new and one is new[-1] else ())
        if self._pings.standing(update.encounter, lane.place) or lane.errands:
            lane.errand(partial(self._pings.tidy, lane.place, update))
        if pings and not new:
            wanted = [one for one in shown if one.wanted] or list(shown)
            card = wanted[-1].message if wanted else None
            lane.errand(partial(self._pings.post, lane.place, update.encounter, pings, card))
        if update.board:
            lane.board(update.encounter)
        lane.wake()

    @staticmethod
    def _private(update: Update, user: int, *, with_note: bool) -> str:
        parts = [escape_lines(update.note, 800)] if update.note and with_note else []
        parts += [escape(line, 400) for mine in update.private if mine.user == user for line in mine.lines]
        return first_lines("\n".join(parts).split("\n"), MOST_PRIVATE) if parts else ""

    async def _recover_in(self, place: Place, untold: Sequence[Untold], encounters: Sequence[int]) -> None:
        lane = self._lane(place)
        shown = [self._cards.take(place, one.card, one.version) for one in untold]
        told: dict[tuple[int, int], int] = {}
        found = self._boards.found
        for sent in await self._latest(place):
            key, board = marked(sent.text), marked_board(sent.text)
            if key is not None:
                told.setdefault(key, sent.id)
            elif board is not None and board in encounters and not found(board, place.channel, sent.id):
                lane.errand(partial(self._boards.clear, board, place, sent.id))
        for one in shown:
            one.message = one.message or told.get(one.key)
            lane.card(one)
        for encounter in encounters:
            lane.board(encounter)
        log.info("told again what was left untold", channel=place.channel, steps=len(shown))

    async def _latest(self, place: Place) -> tuple[Sent, ...]:
        """The bot's latest messages there, newest first; none where they cannot be read."""
        try:
            return await self._channels.latest(place, LOOK_BACK)
        except FAILURES as error:
            log.warning("the latest messages cannot be read", channel=place.channel, why=str(error)[:200])
            return ()

    def _lane(self, place: Place) -> Lane:
        lane = self._lanes.get(place.channel)
        if lane is None:
            self._tidy()
            lane = self._lanes[place.channel] = Lane(place, self._cards, self._boards, self._clock)
        return lane

    def _tidy(self) -> None:
        """Let go of lanes that have nothing to say."""
        if len(self._lanes) >= 1024:
            self._lanes = {c: lane for c, lane in self._lanes.items() if not (lane.idle and lane.empty)}


def _pressed(interaction: Interaction, shown: Sequence[Shown]) -> Shown | None:
    """The card that was pressed. What tells a step may have been forgotten in a crash: then its marker
    says so.
    """
    message = interaction.message
    if message is None:
        return None
    key = marked(text_of(message))
    for one in shown:
        if one.message == message.id or (one.message is None and one.key == key):
            one.message = message.id
            return one
    return None
