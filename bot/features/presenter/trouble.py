"""What to do when Discord does not do what the presenter asked."""

from __future__ import annotations

from enum import Enum
from typing import Final

import aiohttp
import discord

from ..kit import ladder

FAILURES: Final = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)
"""Everything that a call to Discord may raise."""


class Trouble(Enum):
    """Kinds of failure, by what helps."""

    MISSING = "missing"
    """The message is gone: post it anew."""
    GONE = "gone"
    """The channel or server is gone: nothing helps."""
    BLOCKED = "blocked"
    """Permissions are missing, the thread is archived: a person has to do something first."""
    OLD = "old"
    """Discord lets this message be changed no more just now: post it anew."""
    PASSING = "passing"
    """Discord or the network fails: try again."""
    WRONG = "wrong"
    """Discord does not take what was sent: trying again is no use."""


def kind_of(error: Exception) -> Trouble:
    """Which kind of failure this is."""
    if not isinstance(error, discord.HTTPException):
        return Trouble.PASSING
    if error.code == ladder.UNKNOWN_MESSAGE:
        return Trouble.MISSING
    if error.code in ladder.GONE:
        return Trouble.GONE
    if error.code == ladder.TOO_OLD:
        return Trouble.OLD
    if error.code in (ladder.ARCHIVED, ladder.LOCKED) or isinstance(error, discord.Forbidden):
        return Trouble.BLOCKED
    if error.status == 429 or error.status >= 500:
        return Trouble.PASSING
    return Trouble.WRONG
