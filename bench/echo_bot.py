"""The yardstick: discord.py's own client with one command, which answers with a constant and keeps nothing.

`python -m bench.echo_bot` with DISCORD_TOKEN, DISCORD_API_URL and DISCORD_GATEWAY_URL.
"""

from __future__ import annotations

import os

import discord
import yarl
from discord import app_commands


class EchoBot(discord.Client):
    """Hears interactions and nothing else."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents.none(), max_messages=None)
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        """Tell Discord the one command."""
        await self.tree.sync()


def main() -> None:
    """Run until the process is ended."""
    discord.http.Route.BASE = os.environ["DISCORD_API_URL"]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    bot = EchoBot()

    @bot.tree.command(name="echo", description="Say a constant")
    async def echo(interaction: discord.Interaction[EchoBot]) -> None:
        await interaction.response.send_message("echo")

    bot.run(os.environ["DISCORD_TOKEN"], log_handler=None)


if __name__ == "__main__":
    main()
