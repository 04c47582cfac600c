"""What the presenter says by itself."""

from __future__ import annotations

from typing import Final

YOUR_CHOICE: Final = "your choice"
YOUR_TURN: Final = "your turn"
