"""The kit: what every feature stands on. See `bot/features/README.md`.

Commands, buttons, selects, forms and autocomplete arrive at the desk, which counts them, guards them and
puts their errors on one ladder. Nothing that is on the screen is kept in memory: custom ids are addresses.
"""

from .answers import Answers, What, answers, ask, only, redraw, say, say_all
from .custom_id import address, resolve, token
from .desk import Desk
from .escape import clean, escape, escape_lines, label, mention, trim
from .ladder import report
from .panels import Form, Interaction, Panel, Style, button, note, option, row, rows, select, text
from .people import delivery_of, person_of, place_of
from .routes import Field, Routes, chosen, fields, texts
from .suggesting import as_choices, suggests
from .tree import Tree
from .work import Work

__all__ = [
    "Answers",
    "Desk",
    "Field",
    "Form",
    "Interaction",
    "Panel",
    "Routes",
    "Style",
    "Tree",
    "What",
    "Work",
    "address",
    "answers",
    "as_choices",
    "ask",
    "button",
    "chosen",
    "clean",
    "delivery_of",
    "escape",
    "escape_lines",
    "fields",
    "label",
    "mention",
    "note",
    "only",
    "option",
    "person_of",
    "place_of",
    "redraw",
    "report",
    "resolve",
    "row",
    "rows",
    "say",
    "say_all",
    "select",
    "suggests",
    "text",
    "texts",
    "token",
    "trim",
]
