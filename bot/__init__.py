"""Skirmish: all that touches the world. The rules themselves are in `rules`."""

__version__ = "0.1.0"
