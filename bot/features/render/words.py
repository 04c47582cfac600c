"""What stands on cards and boards besides the game's own words."""

from __future__ import annotations

from typing import Final

MORE_LINES: Final = "-# … {n} more lines: /encounter log"
TAKEN_BACK: Final = {"undone": "Undone.", "withdrawn": "Withdrawn.", "dropped": "Undone for good."}
TAKEN_BACK_SOMEHOW: Final = "Taken back."
CHOOSE: Final = "Choose …"
CHOOSE_FOR: Final = "Choose for {whose}"
CHOOSE_FOR_WHOM: Final = "Choose for …"
CHOICES_WAIT: Final = "{n} choices wait."
HOLDS_NOW: Final = "now: {taken}"

JOIN: Final = "Join"
BEGIN: Final = "Begin"
FOR_EYES: Final = "For the {0}'s eyes"
MY_TURN: Final = "My turn"
END_TURN: Final = "End turn"
NEXT: Final = "Next"
PAGE: Final = "{page} of {pages}"
ROUND: Final = "round {n}"
INITIATIVE: Final = "initiative"
TURN: Final = "**{name}**'s turn"
PAUSED: Final = "paused"
ENDED: Final = "ended"
WAITING: Final = "Waiting for the choice of **{whose}**"
NOBODY: Final = "-# Nobody is here yet. Players press Join; the GM adds others with /encounter add."


def gathering(players: int) -> str:
    """Before the fight begins."""
    return f"gathering, {players} player{'' if players == 1 else 's'} so far"
