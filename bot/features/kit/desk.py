"""Where every interaction arrives: counted, guarded, watched, and its errors put on the ladder."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import discord
import structlog

from . import words
from .answers import answers
from .ladder import report
from .panels import Interaction
from .work import Work

log: structlog.stdlib.BoundLogger = structlog.get_logger("skirmish.desk")

HOLD_AFTER: Final = 1.8
"""Seconds after which an interaction that nobody answered yet is acknowledged; Discord allows three."""


class Desk:
    """Takes interactions in. `handle` is the only way to a feature's code."""

    def __init__(self, work: Work, hold_after: float = HOLD_AFTER) -> None:
        self.work = work
        self.hold_after = hold_after
        self._holding: set[asyncio.Task[None]] = set()

    async def handle(self, interaction: Interaction, what: str, do: Callable[[], Awaitable[object]]) -> None:
        """Do what an interaction asks for. what: names it in the log.

        Outside a server and while the bot is stopping, a private sentence is
        said in its place. Whatever `do` raises goes to the ladder; whatever it leaves unanswered is
        acknowledged.
        """
        with self.work, structlog.contextvars.bound_contextvars(**_facts(interaction, what)):
            try:
                refusal = self.refusal(interaction)
                if refusal is not None:
                    await answers(interaction).private(refusal)
                    return
                timer = asyncio.get_running_loop().call_later(self.hold_after, self._hold, interaction)
                try:
                    await do()
                finally:
                    timer.cancel()
                await answers(interaction).finish()
            except Exception as error:  # noqa: BLE001  # the ladder's first rung
                await report(interaction, error)

    def refusal(self, interaction: Interaction) -> str | None:
        """Why nothing is taken in now, in a sentence; None when it is."""
        if self.work.draining:
            return words.DRAINING
        return words.GUILD_ONLY if interaction.guild_id is None else None

    def _hold(self, interaction: Interaction) -> None:
        task = asyncio.create_task(self._acknowledge(interaction), name="hold")
        self._holding.add(task)
        task.add_done_callback(self._holding.discard)

    async def _acknowledge(self, interaction: Interaction) -> None:
        try:
            await answers(interaction).hold()
        except (discord.HTTPException, discord.InteractionResponded) as error:
            log.warning("could not be acknowledged", interaction=interaction.id, why=str(error))


def _facts(interaction: Interaction, what: str) -> dict[str, object]:
    return {
        "interaction": interaction.id,
        "what": what,
        "user": interaction.user.id,
        "guild": interaction.guild_id,
        "channel": interaction.channel_id,
    }
