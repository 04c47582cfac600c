"""Files that messages and options carry, kept in memory and served back by URL."""

from __future__ import annotations

import mimetypes
import re
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from .message import Attachment

if TYPE_CHECKING:
    from .model import Channel
    from .world import World

SIZE_LIMIT: Final = 10 * 1024 * 1024
"""Bytes that one file may have, in a server without boosts."""

_PNG: Final = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class Upload:
    """A file on its way: from a person as the value of an option, or from the bot."""

    filename: str
    data: bytes
    content_type: str | None = None
    description: str | None = None


class FileStore:
    """All files of a world, by id."""

    def __init__(self, world: World) -> None:
        """Empty."""
        self._world = world
        self._by_id: dict[int, Attachment] = {}

    def keep(self, upload: Upload, channel: Channel | None, *, ephemeral: bool = False) -> Attachment:
        """Store a file and give it its id and address."""
        key = self._world.new_id()
        name = re.sub(r"[^\w.\-]", "_", upload.filename)
        folder = "attachments" if not ephemeral else "ephemeral-attachments"
        place = channel.id if channel is not None else 0
        kind = upload.content_type
        if kind is None or kind == "application/octet-stream":
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        width, height = _picture_size(upload.data)
        stored = Attachment(
            id=key,
            filename=name,
            data=upload.data,
            content_type=kind,
            url=f"{self._world.base_url}/{folder}/{place}/{key}/{quote(name)}",
            description=upload.description,
            width=width,
            height=height,
            ephemeral=ephemeral,
        )
        self.put(stored)
        return stored

    def put(self, one: Attachment) -> None:
        """Serve a file that has its id and address already."""
        self._by_id[one.id] = one

    def get(self, key: int) -> Attachment | None:
        """The file with this id."""
        return self._by_id.get(key)


def _picture_size(data: bytes) -> tuple[int | None, int | None]:
    """Width and height of a PNG picture in pixels; None for other files."""
    if data[:8] == _PNG and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    return None, None
