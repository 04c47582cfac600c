"""The scripts of `examples/`, played on the page line by line."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bot.problems import Problem

from ..bot_process import ROOT, BotProcess
from ..discord import Channel, PracticeDiscord
from ..discord.model import Guild
from ..discord.wire import Json
from ..script import Act, parse, seed_of
from ..stage import Stage
from .fights import free_name

FOLDER: Final = ROOT / "examples"


@dataclass(slots=True)
class Playing:
    """A script under way. at: the next line to be played."""

    name: str
    acts: list[Act]
    stage: Stage
    at: int = 0
    said: list[str] = field(default_factory=list)

    def told(self) -> Json:
        """For the page: every line with who acts in it, and how far it is."""
        return {
            "name": self.name,
            "channel": str(self.stage.channel.id),
            "at": self.at,
            "lines": [{"person": act.person, "text": words(act)} for act in self.acts],
        }


class Scripts:
    """One script at a time; each is played in a channel of its own."""

    def __init__(self, discord: PracticeDiscord, bot: BotProcess, folder: Path = FOLDER) -> None:
        self._discord = discord
        self._bot = bot
        self._folder = folder
        self.playing: Playing | None = None

    def names(self) -> list[str]:
        """The scripts that there are."""
        return sorted(path.stem for path in self._folder.glob("*.txt"))

    async def load(self, name: str, guild: Guild) -> Playing:
        """Begin one. The bot is restarted with its seed, so that its dice fall as they were written down.

        Problem where it cannot be read; KeyError where there is none of this name.
        """
        if name not in self.names():
            raise KeyError(name)
        lines = (await asyncio.to_thread(self._read, name)).splitlines()
        acts = [act for act in parse(lines) if words(act)]
        channel = guild.add_channel(free_name(guild, f"script-{name}"))
        await self._seed(seed_of(lines))
        self.playing = Playing(name, acts, self._stage(channel))
        return self.playing

    async def step(self) -> Playing:
        """Play the next line. Problem where it cannot be done; the script then stays where it is."""
        playing = self.playing
        if playing is None or playing.at >= len(playing.acts):
            raise Problem("There is no further line.")
        await playing.stage.play(playing.acts[playing.at])
        playing.at += 1
        return playing

    def _read(self, name: str) -> str:
        return (self._folder / f"{name}.txt").read_text(encoding="utf-8")

    def _stage(self, channel: Channel) -> Stage:
        return Stage(self._discord.world, self._discord, self._bot, _nothing, channel)

    async def _seed(self, seed: str | None) -> None:
        if seed == self._bot.settings.get("PRACTICE_SEED"):
            return
        if seed is None:
            self._bot.settings.pop("PRACTICE_SEED")
        else:
            self._bot.settings["PRACTICE_SEED"] = seed
        await self._bot.restart()


def words(act: Act) -> str:
    """A line as it is read."""
    if act.verb == "slash":
        return f"/{act.text}"
    if act.verb in ("remark", "say"):
        return act.text
    if act.verb in ("restart", "kill"):
        return f"The bot is {'stopped' if act.verb == 'restart' else 'killed'} and started again."
    return f"{act.verb} {act.text}".strip()


def _nothing(text: str) -> None:
    """The page shows the channel itself."""
