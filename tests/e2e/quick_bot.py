"""The bot's own command line with less patience, for tests that look at the board after every step.

Boards are drawn at once, two people may pass two turns within two seconds, deadlines may last a second, and
what is due is looked for ten times a second. Nothing else differs from `python -m bot`.
"""

from __future__ import annotations

from bot.__main__ import cli
from bot.features import clockwork
from bot.features.presenter import lanes
from bot.table import config, encounters


def hurry() -> None:
    """Take the waiting out."""
    vars(lanes)["SPACING"] = 0.0
    vars(encounters)["TWICE_SECONDS"] = 0.0
    vars(config)["SHORTEST_DEADLINE"] = 1
    vars(clockwork)["LONGEST_NAP"] = 0.1


if __name__ == "__main__":
    hurry()
    cli()
