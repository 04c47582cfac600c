"""Discord's gateway, version 10: sessions over a web socket, with intents, shards and replay."""

from .service import Gateway

__all__ = ["Gateway"]
