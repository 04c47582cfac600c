"""A feature with every kind of interaction and every kind of failure, for the tests of the kit."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands

from bot.features import kit
from bot.features.app import App
from bot.features.kit import Interaction, Panel, address, button, option, row, select, suggests, text
from bot.features.presenter import DiscordChannels
from bot.problems import Problem
from bot.store import AlreadyDelivered, StaleVersion
from rules.engine.procedures import Refused
from rules.engine.ruleset import Choice, SheetError


@address("hit")
@dataclass(frozen=True, slots=True)
class Hit:
    """A button that counts."""

    times: int
    who: str = ""


@address("fail")
@dataclass(frozen=True, slots=True)
class Fail:
    """A button, select or form that fails in the way named."""

    how: str


@address("pick")
@dataclass(frozen=True, slots=True)
class Pick:
    """A select."""

    part: int = 0


@address("upload")
@dataclass(frozen=True, slots=True)
class Import:
    """A form for a file."""


@address("sheet")
@dataclass(frozen=True, slots=True)
class Sheet:
    """A form."""

    draft: int


def fail(how: str) -> None:
    """Fail in the way named."""
    failures: dict[str, Exception] = {
        "refused": Refused("It is Ana's turn; *wait* for yours."),
        "problem": Problem("The file holds no sheet."),
        "sheet": SheetError((("str", "Strength must be from 1 to 18."), ("dex", "Dexterity is missing."))),
        "stale": StaleVersion(1, 2),
        "twice": AlreadyDelivered("9"),
        "broken": RuntimeError("the secret of the bug"),
        "late": TimeoutError(),
    }
    raise failures[how]


class Sample:
    """The feature. gate: holds /slow until it is set."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.gate = asyncio.Event()
        self.begun = asyncio.Event()
        self.choices: Sequence[Choice] = ()
        self.suggest_fails = ""
        self.chosen: list[Any] = []
        app.routes.on(Hit, self.hit)
        app.routes.on(Fail, self.failed)
        app.routes.on(Pick, self.picked)
        app.routes.on(Sheet, self.written)
        app.routes.on(Import, self.imported)
        for name, what in {
            "panel": self.panel,
            "slow": self.slow,
            "silent": self.silent,
            "public": self.public,
            "loud": self.loud,
            "form": self.form,
            "many": self.many,
            "import": self.import_,
        }.items():
            app.tree.add_command(app_commands.Command(name=name, description=name, callback=what))

        @app.tree.command(name="fail", description="Fail in some way.")
        async def fails(interaction: Interaction, how: str) -> None:
            fail(how)

        @app.tree.command(name="choose", description="Choose something.")
        async def choose(interaction: Interaction, what: str) -> None:
            self.chosen.append(what)
            await kit.say(interaction, kit.escape(what))

        @choose.autocomplete("what")
        @suggests
        async def suggestions(interaction: Interaction, typed: str) -> Sequence[Choice]:
            if self.suggest_fails == "slow":
                await self.gate.wait()
            elif self.suggest_fails:
                fail(self.suggest_fails)
            return self.choices

    async def panel(self, interaction: Interaction) -> None:
        await kit.say_all(interaction, panel())

    async def slow(self, interaction: Interaction) -> None:
        self.begun.set()
        await self.gate.wait()
        await kit.say(interaction, "At last, for you alone.")
        await kit.say_all(interaction, "For everybody.")

    async def silent(self, interaction: Interaction) -> None:
        return

    async def public(self, interaction: Interaction) -> None:
        assert isinstance(interaction.channel, discord.TextChannel | discord.Thread)
        await interaction.channel.send("through the channel")
        await kit.say(interaction, "sent")

    async def loud(self, interaction: Interaction) -> None:
        await kit.say_all(
            interaction, f"@everyone <@{interaction.user.id}> hello", pings=[interaction.user.id]
        )
        await kit.say_all(interaction, f"@here <@{interaction.user.id}> hello again")

    async def many(self, interaction: Interaction) -> None:
        channels, place = DiscordChannels(self.app.client), kit.place_of(interaction)
        for n in range(1000):
            await channels.post(place, panel(n))

    async def form(self, interaction: Interaction) -> None:
        await kit.ask(interaction, form())

    async def import_(self, interaction: Interaction) -> None:
        upload = discord.ui.FileUpload[Any](custom_id="file")
        await kit.ask(
            interaction, kit.Form(Import(), "A file", discord.ui.Label(text="File", component=upload))
        )

    async def imported(self, interaction: Interaction, where: Import) -> None:
        (file,) = kit.fields(interaction)["file"].files
        content = (await file.read()).decode()
        await kit.say(interaction, f"{kit.escape(file.filename)}: {kit.escape(content)}")

    async def hit(self, interaction: Interaction, where: Hit) -> None:
        await kit.redraw(interaction, panel(where.times + 1))

    async def failed(self, interaction: Interaction, where: Fail) -> None:
        if where.how == "silent":
            return
        if where.how == "slow":
            await self.gate.wait()
            await kit.redraw(interaction, "late")
            return
        fail(where.how)

    async def picked(self, interaction: Interaction, where: Pick) -> None:
        await kit.redraw(interaction, f"picked {', '.join(kit.chosen(interaction))}")

    async def written(self, interaction: Interaction, where: Sheet) -> None:
        entered = kit.texts(interaction)
        if entered["name"] == "bad":
            fail("refused")
        self.chosen.append((where.draft, entered))
        await kit.say(interaction, f"{kit.escape(entered['name'])} is {entered['kind']}")


def panel(times: int = 0) -> Panel:
    """One of every control."""
    hows = ("refused", "broken", "silent", "slow")
    return Panel(
        discord.ui.Container(
            text(f"hit {times} times"),
            row(
                button(Hit(times), "Hit", kit.Style.primary),
                *(button(Fail(how), f"Fail {how}") for how in hows),
            ),
            row(select(Pick(), [option("axe", "Axe", "heavy"), option("bow", "Bow")], "Weapon")),
        )
    )


def form() -> kit.Form:
    """A form with a text and a choice."""
    name = discord.ui.TextInput[Any](custom_id="name", default="Rurik", max_length=40)
    kinds = [
        discord.SelectOption(label="Human", value="human"),
        discord.SelectOption(label="Elf", value="elf"),
    ]
    kind = discord.ui.Select[Any](custom_id="kind", options=kinds)
    return kit.Form(
        Sheet(7),
        "A sheet",
        discord.ui.Label(text="Name", component=name),
        discord.ui.Label(text="Kind", component=kind),
    )
