"""What goes wrong on the way to Discord, in sentences for the person at the keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import aiohttp
import discord

from bot.problems import Problem
from bot.settings import Settings


@contextmanager
def as_problems(settings: Settings) -> Iterator[None]:
    """Turn what goes wrong on the way to Discord into sentences for the person at the keyboard."""
    where = "DISCORD_API_URL" if settings.discord_api_url else "the network"
    try:
        yield
    except discord.LoginFailure:
        raise Problem(
            "Discord does not accept DISCORD_TOKEN. Copy the token anew from the Bot page of the application "
            "in Discord's developer portal."
        ) from None
    except discord.PrivilegedIntentsRequired:
        raise Problem("Discord refuses the bot's intents, though it asks for no privileged ones.") from None
    except discord.ConnectionClosed as error:
        raise Problem(
            _CLOSED.get(error.code, f"Discord closed the connection (code {error.code}).")
        ) from None
    except discord.DiscordServerError as error:
        raise Problem(
            f"Discord has trouble at the moment (status {error.status}). Try again later."
        ) from None
    except discord.HTTPException as error:
        raise Problem(
            f"Discord refused a request (status {error.status}, code {error.code}). "
            "If DISCORD_API_URL is set, check that it names Discord or a proxy before it."
        ) from error
    except (aiohttp.ClientError, OSError, TimeoutError):
        raise Problem(f"Discord cannot be reached. Check {where}.") from None
    except (KeyError, TypeError, ValueError) as error:
        raise Problem("What answers at DISCORD_API_URL is not Discord.") from error


_CLOSED: Final = {
    4004: "Discord does not accept DISCORD_TOKEN any more.",
    4010: "Discord does not accept SHARD_IDS and SHARD_COUNT.",
    4011: "The bot is in so many servers that Discord asks for more shards: raise SHARD_COUNT.",
    4012: "Discord does not speak this version of its gateway any more: install a newer Skirmish.",
}
