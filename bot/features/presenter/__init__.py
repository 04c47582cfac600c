"""Shows what a use case came to, and tells again what a crash left untold."""

from .book import Book, TablesBook
from .channels import Channels, DiscordChannels
from .clock import Clock, SystemClock
from .presenter import Presenter, Untold

__all__ = ["Book", "Channels", "Clock", "DiscordChannels", "Presenter", "SystemClock", "TablesBook", "Untold"]
