"""OpenQuest as the table sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.engine.effects import Call, Change
from rules.engine.encounter import OptionValue
from rules.engine.ruleset import Args, Harmed, Row, Ruleset, Values, Viewer

from . import beside, board, referee, rounds, sheet, verbs
from .changes import Harm
from .data import READY
from .model import Ground, State, Stats
from .options import OPTIONS
from .settables import SETTABLES, STANDING

ABOUT = (
    "This work is based on the OpenQuest System Resource Document (found at https://openquestrpg.com/srd), "
    "a product of D101 Games, written by Newt Newport with Paul Mitchener, © 2021, licensed under "
    "Attribution 4.0 International (http://creativecommons.org/licenses/by/4.0/)."
)


class OpenQuest(Ruleset[Stats, Ground]):
    """The clauses are in RULES.md, the procedures in the modules named after the rulebook's chapters."""

    id = "openquest"
    name = "OpenQuest"
    gm_word = "Referee"
    version = 1
    about = ABOUT
    options = OPTIONS
    verbs = (*verbs.VERBS, *referee.VERBS)
    sheet_fields = sheet.FIELDS
    ready_made = READY
    settables = SETTABLES
    standing_topics = STANDING
    check_params = beside.CHECK_PARAMS

    def ground(self, options: Mapping[str, OptionValue]) -> Ground:
        return Ground()

    # -- sheets
    def complete(self, values: Values) -> dict[str, Any]:
        return sheet.complete(values)

    def read(self, values: Values) -> Stats:
        return sheet.read(values)

    def adhoc(self, name: str, health: int) -> dict[str, Any]:
        return sheet.adhoc(name, health)

    def write_back(self, values: Values, stats: Stats) -> dict[str, Any]:
        return sheet.write_back(values, stats)

    # -- turns
    def initiative(self) -> Call[None]:
        return rounds.initiative()

    def enter(self, who: str) -> Call[None]:
        return rounds.enter(who)

    def able(self, s: State, who: str) -> bool:
        return rounds.able(s, who)

    def spent(self, s: State, who: str) -> bool:
        return rounds.spent(s, who)

    def round_start(self) -> Call[None]:
        return rounds.round_start()

    def round_end(self) -> Call[None]:
        return rounds.round_end()

    def turn_end(self, who: str) -> Call[None]:
        return rounds.turn_end(who)

    # -- shown
    def row(self, s: State, who: str, viewer: Viewer) -> Row:
        return board.row(s, who, viewer)

    def condition(self, s: State, who: str) -> str:
        return board.condition(s, who)

    def footer(self, s: State, viewer: Viewer) -> tuple[str, ...]:
        return board.footer(s, viewer)

    def panel(self, s: State, who: str, viewer: Viewer) -> tuple[str, ...]:
        return board.panel(s, who, viewer)

    def mask(self, s: State, viewer: Viewer) -> State:
        return board.mask(s, viewer)

    def conceal(self, stats: Stats) -> Stats:
        return board.conceal(stats)

    # -- beside the fight
    def check(self, s: State, who: str, args: Args, to: str) -> Call[Any]:
        return beside.check_call(s, who, args, to)

    def outcome(self, result: Any, before: State, after: State) -> str:
        return beside.outcome(result, before, after)

    def harm(self, change: Change[Any]) -> Harmed | None:
        return Harmed(change.who, change.n, change.by) if isinstance(change, Harm) else None


RULESET = OpenQuest()
