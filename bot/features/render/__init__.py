"""What the table says, drawn as Components V2: cards of steps, choices, boards. Pure: nothing is sent
here.
"""

from .addresses import (
    Answer,
    Begin,
    Choose,
    Done,
    ForEyes,
    Join,
    Lay,
    Mine,
    Next,
    Page,
    Take,
    Which,
    option_token,
    turn_key,
)
from .asks import ask_items, ask_panel, offer_items
from .boards import board_marker, board_text, board_view, marked_board
from .cards import card_text, marked, marker, step_card
from .chances import bar, percent
from .fitting import first_lines, fit_lines

__all__ = [
    "Answer",
    "Begin",
    "Choose",
    "Done",
    "ForEyes",
    "Join",
    "Lay",
    "Mine",
    "Next",
    "Page",
    "Take",
    "Which",
    "ask_items",
    "ask_panel",
    "bar",
    "board_marker",
    "board_text",
    "board_view",
    "card_text",
    "first_lines",
    "fit_lines",
    "marked",
    "marked_board",
    "marker",
    "offer_items",
    "option_token",
    "percent",
    "step_card",
    "turn_key",
]
