"""The folder in which a practice table is kept: its world, its token and port, the bot's database and log."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bot.problems import Problem

from ..discord import World
from ..discord.events import Event
from ..discord.keeping import NotKept, kept, restore
from ..discord.wire import dumps, loads

QUIET: Final = 1.0
"""Seconds between a change and its writing: what happens meanwhile is written with it."""
_FILES: Final = ("address.json", "world.json", "skirmish.db", "bot.log")


@dataclass(frozen=True, slots=True)
class Address:
    """Where the page was: it comes back there, so that an open window finds it again."""

    port: int = 0
    token: str = ""


class Kept:
    """One such folder. Only files that a practice table made are ever deleted from it."""

    def __init__(self, folder: Path) -> None:
        """Makes the folder where there is none. Problem where that fails."""
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as why:
            raise Problem(f"The practice table cannot be kept in {folder}: {why.strerror}.") from None

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Nobody else has this folder meanwhile. Problem where somebody has; the lock goes when its process
        ends, however it ends.
        """
        lock = sqlite3.connect(self.folder / "table.db-lock", timeout=0, isolation_level=None)
        try:
            try:
                lock.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError:
                raise Problem(
                    f"A practice table is open in {self.folder} already. Close it, or name another folder."
                ) from None
            yield
        finally:
            lock.close()

    def clear(self) -> None:
        """Begin anew."""
        for name in _FILES:
            for path in self.folder.glob(f"{name}*"):
                path.unlink(missing_ok=True)

    def address(self) -> Address:
        """Port 0 and a fresh token at the first time."""
        try:
            found = json.loads((self.folder / "address.json").read_text(encoding="utf-8"))
            return Address(int(found["port"]), str(found["token"]))
        except (OSError, ValueError, KeyError, TypeError):
            return Address(0, secrets.token_urlsafe(24))

    def keep_address(self, address: Address) -> None:
        """For the next time; only the owner of the folder may read it."""
        text = json.dumps({"port": address.port, "token": address.token})
        self._write("address.json", text, private=True)

    def world(self, world: World) -> bool:
        """Fill an empty world; whether there was one kept. A damaged file is put aside, with its fights."""
        path = self.folder / "world.json"
        try:
            restore(world, loads(path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return False
        except (OSError, ValueError) as why:
            if isinstance(why, OSError) and not isinstance(why, NotKept):
                raise Problem(f"{path} cannot be read: {why}") from None
            for name in ("world.json", "skirmish.db"):
                if (self.folder / name).exists():
                    shutil.move(self.folder / name, self.folder / f"{name}.damaged")
            return False
        return True

    def keep_world(self, text: str) -> None:
        """Write the world, whole or not at all."""
        self._write("world.json", text)

    def _write(self, name: str, text: str, *, private: bool = False) -> None:
        fresh = self.folder / f"{name}.new"
        with os.fdopen(
            os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8"
        ) as out:
            out.write(text)
        if not private:
            fresh.chmod(0o644)
        fresh.replace(self.folder / name)


class Keeper:
    """Writes a world soon after each change, and at the end."""

    def __init__(self, world: World, where: Kept) -> None:
        """Begins to listen; `run` does the writing."""
        self._world = world
        self._where = where
        self._changed = asyncio.Event()
        self._stop_listening = world.events.listen(self._note)

    def _note(self, event: Event) -> None:
        self._changed.set()

    async def run(self) -> None:
        """Write until it is cancelled."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            await self._save()
            await asyncio.sleep(QUIET)

    async def finish(self) -> None:
        """Write a last time."""
        self._stop_listening()
        await self._save()

    async def _save(self) -> None:
        value: Any = kept(self._world)
        await asyncio.to_thread(lambda: self._where.keep_world(dumps(value)))
