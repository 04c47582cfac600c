"""A small bot of the unmodified discord.py, for the tests of the practice Discord.

`build` makes it for the test's own process; as a program it takes addresses and token from the environment.
"""

from __future__ import annotations

import asyncio
import io
import os
import re
from typing import Any, Self

import discord
import yarl
from discord import app_commands, ui

PNG = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x02\x00\x00\x00\x03\x08\x06\x00\x00\x00"
    b"\xb9\xea\xde\x81\x00\x00\x00\x00IEND\xaeB`\x82"
)
"""The beginning of a picture of 2 × 3 pixels: enough to read its size from."""


def point_at(api_url: str, gateway_url: str) -> None:
    """Let discord.py speak to these addresses from now on."""
    discord.http.Route.BASE = api_url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)


class Strike(ui.DynamicItem[ui.Button[Any]], template=r"strike:(?P<who>\w+):(?P<count>\d+)"):
    """A button that holds its state in its custom id, so that it outlives the process."""

    def __init__(self, who: str, count: int) -> None:
        super().__init__(ui.Button(label=f"Strike {who} ({count})", custom_id=f"strike:{who}:{count}"))
        self.who, self.count = who, count

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(match["who"], int(match["count"]))

    async def callback(self, interaction: discord.Interaction) -> Any:
        return await interaction.response.edit_message(view=board(self.who, self.count + 1))


def board(who: str, count: int) -> ui.LayoutView:
    """A board of Components V2 with one dynamic button."""
    view = ui.LayoutView(timeout=None)
    inside: list[ui.Item[Any]] = [ui.TextDisplay(f"## {who}\nstruck {count} times"), ui.Separator()]
    row: ui.ActionRow[Any] = ui.ActionRow()
    row.add_item(Strike(who, count))
    view.add_item(ui.Container(*inside, row, accent_color=0x336699))
    return view


class Sheet(ui.Modal, title="A new sheet"):
    """A form with a text, a choice and a file."""

    name: ui.Label[Any] = ui.Label(text="Name", component=ui.TextInput(custom_id="name", max_length=20))
    game: ui.Label[Any] = ui.Label(
        text="Game",
        component=ui.Select(
            custom_id="game",
            options=[discord.SelectOption(label="OpenQuest", value="oq"), discord.SelectOption(label="C22")],
        ),
    )
    notes: ui.Label[Any] = ui.Label(
        text="Notes", component=ui.TextInput(custom_id="notes", required=False, default="none yet")
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        name, game, notes = self.name.component, self.game.component, self.notes.component
        assert isinstance(name, ui.TextInput)
        assert isinstance(game, ui.Select)
        assert isinstance(notes, ui.TextInput)
        await interaction.response.send_message(f"{name.value} plays {game.values[0]} ({notes.value})")


class Menu(ui.View):
    """An ordinary view with a select of texts and one of people."""

    @ui.select(
        custom_id="target",
        placeholder="Choose a target",
        options=[
            discord.SelectOption(label="Goblin", value="g1"),
            discord.SelectOption(label="Troll", value="t1"),
        ],
    )
    async def target(self, interaction: discord.Interaction, select: ui.Select[Any]) -> None:
        await interaction.response.edit_message(content=f"aiming at {select.values[0]}", view=None)

    @ui.select(cls=ui.UserSelect, custom_id="ally", placeholder="Choose an ally", min_values=1, max_values=2)
    async def ally(self, interaction: discord.Interaction, select: ui.UserSelect[Any]) -> None:
        await interaction.response.send_message(
            " and ".join(sorted(user.display_name for user in select.values))
        )


class SampleBot(discord.Client):
    """The bot, with what its tests want to know of it."""

    def __init__(self, intents: discord.Intents, **options: Any) -> None:
        super().__init__(
            intents=intents, allowed_mentions=discord.AllowedMentions.none(), max_messages=None, **options
        )
        self.tree = app_commands.CommandTree(self)
        self.seen: list[str] = []
        self.release = asyncio.Event()
        self.errors: list[BaseException] = []
        add_commands(self)
        self._connection.guild_ready_timeout = 0.02

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Strike)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Without the five seconds that discord.py waits before it identifies again."""

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        self.seen.append(event)
        super().dispatch(event, *args, **kwargs)


def build(*, messages: bool = False) -> SampleBot:
    """The bot, with the intent for servers and, if wanted, for messages."""
    intents = discord.Intents.none()
    intents.guilds = True
    intents.guild_messages = messages
    return SampleBot(intents)


def add_commands(bot: SampleBot) -> None:
    """Give the bot its commands."""
    _add_fighting(bot)
    _add_answers(bot)
    _add_messages(bot)


def _add_fighting(bot: SampleBot) -> None:
    @bot.tree.command(description="Attack someone")
    @app_commands.choices(weapon=[app_commands.Choice(name="Great axe", value="axe")])
    async def attack(
        interaction: discord.Interaction,
        target: str,
        weapon: app_commands.Choice[str] | None = None,
        modifier: app_commands.Range[int, -5, 5] = 0,
        ally: discord.Member | None = None,
        loud: bool = False,
    ) -> None:
        words = [
            target,
            weapon.value if weapon else "fist",
            str(modifier),
            ally.display_name if ally else "-",
        ]
        await interaction.response.send_message(" ".join(words) + ("!" if loud else ""))

    @attack.autocomplete("target")
    async def targets(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        weapon = interaction.namespace.weapon
        names = {"Goblin": "g1", "Gorgon": "g2", "Troll": "t1"}
        return [
            app_commands.Choice(name=name, value=f"{value}{'+' + weapon if weapon else ''}")
            for name, value in names.items()
            if name.lower().startswith(typed.lower())
        ]

    fight = app_commands.Group(name="encounter", description="Fights", guild_only=True)

    @fight.command(description="Start")
    async def start(interaction: discord.Interaction, name: str = "a fight") -> None:
        await interaction.response.send_message(f"{name} starts")

    bot.tree.add_command(fight)

    @bot.tree.command(description="Settings")
    @app_commands.default_permissions(manage_guild=True)
    async def config(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("set", ephemeral=True)


def _add_answers(bot: SampleBot) -> None:
    @bot.tree.command(description="Answer privately")
    async def secret(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("only for you", ephemeral=True)

    @bot.tree.command(description="Think first")
    async def think(interaction: discord.Interaction, private: bool = False) -> None:
        await interaction.response.defer(ephemeral=private, thinking=True)
        await bot.release.wait()
        await interaction.edit_original_response(content="thought about it")
        await interaction.followup.send("and one thing more", ephemeral=True)

    @bot.tree.command(description="Answer when released")
    async def late(interaction: discord.Interaction) -> None:
        await bot.release.wait()
        try:
            await interaction.response.send_message("too late?")
        except discord.HTTPException as error:
            bot.errors.append(error)

    @bot.tree.command(description="Open a form")
    async def sheet(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Sheet())

    @bot.tree.command(description="Choose")
    async def menu(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("choose", view=Menu(timeout=None))


def _add_messages(bot: SampleBot) -> None:
    @bot.tree.command(name="board", description="Post the board into the channel")
    async def post_board(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        channel = interaction.channel
        assert isinstance(channel, discord.TextChannel | discord.Thread)
        try:
            message = await channel.send(view=board("goblin", 0))
        except discord.HTTPException as error:
            await interaction.edit_original_response(content=f"{error.status} {error.code}")
            return
        await interaction.edit_original_response(content=f"posted {message.id}")

    @bot.tree.command(description="Change a message through its channel")
    async def edit(interaction: discord.Interaction, message: str) -> None:
        channel = interaction.channel
        assert isinstance(channel, discord.TextChannel | discord.Thread)
        try:
            await channel.get_partial_message(int(message)).edit(view=board("troll", 7))
        except discord.HTTPException as error:
            await interaction.response.send_message(f"{error.status} {error.code}", ephemeral=True)
        else:
            await interaction.response.send_message("edited", ephemeral=True)

    @bot.tree.command(description="Read a file and send it back")
    async def upload(interaction: discord.Interaction, sheet: discord.Attachment) -> None:
        data = await sheet.read()
        await interaction.response.send_message(
            f"{sheet.filename}: {len(data)} bytes", file=discord.File(io.BytesIO(data[::-1]), "back.txt")
        )

    @bot.tree.command(description="Show a picture")
    async def picture(interaction: discord.Interaction) -> None:
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://map.png", description="a map")))
        await interaction.response.send_message(view=view, file=discord.File(io.BytesIO(PNG), "map.png"))

    @bot.tree.command(description="Mention")
    async def shout(interaction: discord.Interaction, text: str, ping: bool = False) -> None:
        allowed = discord.AllowedMentions.all() if ping else discord.AllowedMentions.none()
        await interaction.response.send_message(text, allowed_mentions=allowed)


def main() -> None:
    """Run as a program of its own."""
    point_at(os.environ["DISCORD_API_URL"], os.environ["DISCORD_GATEWAY_URL"])
    build().run(os.environ["DISCORD_TOKEN"], log_handler=None)


if __name__ == "__main__":
    main()
