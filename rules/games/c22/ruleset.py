"""C22 System as a ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.engine.effects import Call, Change
from rules.engine.encounter import OptionValue
from rules.engine.procedures import Refused
from rules.engine.ruleset import (
    Args,
    Choice,
    Harmed,
    Param,
    Row,
    RuleOption,
    Ruleset,
    StandingTopic,
    Values,
    Viewer,
)

from . import choices, initiative, sheet, shown
from .actions import spent
from .changes import HeldBack, Hurt
from .data import READY
from .drawing import NEVER, Check, check_of
from .harm import round_ends
from .openings import NO, YES
from .settables import SETTABLES
from .state import Ground, State, Stats, strength, up
from .strike import Blow
from .turns import NONE, fight_ends, turn_begins, turn_ends
from .verbs import VERBS, number

OPTIONS = (
    RuleOption(
        "space", "Space", "zones",
        (
            Choice("zones", "Zones", "a row or a net of zones of about 6 m"),
            Choice("meters", "Meters", "a distance per pair"),
        ),
        "Whether positions are zones or distances in meters.",
    ),
    RuleOption(
        "long_shots", "Shots past the usual range", "always",
        (
            Choice("always", "Always allowed", "the target is Obscured, far away harder to hit"),
            Choice("ask", "Ask the Dealer", "each time; not allowed when no answer comes"),
            Choice("never", "Never", "they are refused"),
        ),
        "Whether the Dealer allows shots that the rules leave to the Dealer.",
    ),
    RuleOption(
        "first_round", "First round", "end-of-round",
        (
            Choice("end-of-round", "Held back", "damage and effects take hold at the end of it"),
            Choice("off", "Off", "they are applied at once"),
        ),
        "Everyone acts in the first round, whatever befalls them in it.",
    ),
    RuleOption(
        "npc_at_zero", "NPCs at Health 0", "unconscious",
        (Choice("unconscious", "Unconscious", "like Players"), Choice("dead", "Dead", "at once")),
        "What becomes of an NPC whose Health is gone.",
    ),
    RuleOption(
        "barrier_block", "Barriers block", "on",
        (Choice("on", "On", "who holds a Barrier has +1 Avoidance"), Choice("off", "Off", "no number")),
        "What holding a shield is worth; the game gives no number.",
    ),
    RuleOption(
        "deck_carries", "Decks carry over", "off",
        (
            Choice("off", "Off", "every encounter starts with the whole deck"),
            Choice("on", "On", "the piles of the last fight go on"),
        ),
        "Whether a new encounter starts with a whole deck.",
    ),
)  # fmt: skip


class C22(Ruleset[Stats, Ground]):
    """C22 System: two cards craft a turn."""

    id = "c22"
    name = "C22 System"
    gm_word = "Dealer"
    about = (
        "Fights with playing cards: two cards craft a turn, suits decide who goes first. House set to start."
    )
    options = OPTIONS
    verbs = VERBS
    sheet_fields = sheet.FIELDS
    ready_made = READY
    settables = SETTABLES
    standing_topics = (
        StandingTopic("opening", "Openings", (Choice(YES, "Always exploit"), Choice(NO, "Never exploit"))),
        StandingTopic("stored-cards", "Stored cards on a check", (Choice(NEVER, "Never spend"),)),
        StandingTopic("maneuver", "Maneuver before moving", (Choice(NONE, "Never ask, no maneuver"),)),
    )
    check_params = (
        Param("skill", "Skill", "choice", choices.check_skills, barred=choices.barred_checks),
        Param("target", "Target number", "number", required=False, low=0, high=100),
        Param("modifier", "Modifier", "number", required=False, low=-50, high=50),
    )

    # -- the beginning
    def ground(self, options: Mapping[str, OptionValue]) -> Ground:
        """Three zones in a row, everybody in the middle one; 6 m between any two (CT-50)."""
        return Ground()

    def complete(self, values: Values) -> dict[str, Any]:
        return sheet.complete(values)

    def read(self, values: Values) -> Stats:
        return sheet.read(values)

    def adhoc(self, name: str, health: int) -> dict[str, Any]:
        return sheet.adhoc(health)

    def write_back(self, values: Values, stats: Stats) -> dict[str, Any]:
        return sheet.write_back(values, stats)

    # -- the order of turns
    def initiative(self) -> Call[None]:
        return initiative.initiative()

    def enter(self, who: str) -> Call[None]:
        return initiative.enter(who)

    def able(self, s: State, who: str) -> bool:
        """Alive, conscious, and its turn not lost to an effect (CT-34, 35)."""
        return up(s, who) and not s[who].stats.turn.lost

    def round_end(self) -> Call[None]:
        return round_ends()

    def turn_start(self, who: str) -> Call[None]:
        return turn_begins(who)

    def turn_end(self, who: str) -> Call[None]:
        return turn_ends(who)

    def fight_end(self) -> Call[None]:
        return fight_ends()

    def idle(self, s: State) -> bool:
        """Whether everybody conscious has lost the turn to an effect that will end."""
        takers = (e for e in s.lasting if strength(e, "stunned") >= 3 or strength(e, "paralyzed") >= 3)
        stuck = {e.who for e in takers if e.ends is None}
        return any(up(s, c.id) and c.id not in stuck for c in s.present())

    def spent(self, s: State, who: str) -> bool:
        """No action of any kind is left, or it is down."""
        return not up(s, who) or spent(s[who].stats.turn)

    # -- what is shown
    def row(self, s: State, who: str, viewer: Viewer) -> Row:
        return shown.row(s, who, viewer)

    def condition(self, s: State, who: str) -> str:
        return shown.condition(s[who].stats)

    def footer(self, s: State, viewer: Viewer) -> tuple[str, ...]:
        return shown.footer(s, viewer)

    def panel(self, s: State, who: str, viewer: Viewer) -> tuple[str, ...]:
        return shown.panel(s, who, viewer)

    def mask(self, s: State, viewer: Viewer) -> State:
        return shown.mask(s, viewer)

    def conceal(self, stats: Stats) -> Stats:
        return shown.conceal(stats)

    def lent_by(self, s: State, who: str) -> str:
        """CT-34: of one who is charmed or mad."""
        lent = s[who].stats.turn.lent
        return lent[0] if lent else ""

    def hand(self, s: State, who: str) -> tuple[str, ...]:
        return s[who].stats.hand

    def cards(self, s: State, who: str) -> tuple[str, ...]:
        return shown.other_cards(s, who)

    # -- beside the fight
    def check(self, s: State, who: str, args: Args, to: str) -> Call[Check]:
        """A skill check (CT-09)."""
        if not args.get("skill"):
            raise Refused("Name the skill to check.")
        target = number(args, "target", 0, 0, 100) if args.get("target") else None
        return check_of(who, args["skill"], target, number(args, "modifier", 0, -50, 50), to)

    def outcome(self, result: Any, before: State, after: State) -> str:
        """An attack, a check or a move in a few words."""
        if isinstance(result, Blow):
            return _blow(result)
        if isinstance(result, Check):
            words = {True: "success", False: "failure", None: f"total {result.total}"}
            return words[result.success]
        if isinstance(result, bool):
            return "success" if result else "failure"
        return str(result) if result is not None else "done"

    def harm(self, change: Change[Any]) -> Harmed | None:
        if isinstance(change, Hurt | HeldBack) and change.by is not None:
            return Harmed(change.who, change.damage, change.by)
        return None


def _blow(result: Blow) -> str:
    kinds = {
        "full": "full attack value, ", "half": "half attack value, ", "dealer": "",
        "nothing": "no effect on an Obscured target", "stopped": "not made",
    }  # fmt: skip
    damage = f"{result.damage} damage" if result.kind in ("full", "half", "dealer") else ""
    effect = f", {result.effect} ({result.tier})" if result.tier else ""
    return kinds[result.kind] + damage + effect


RULESET = C22()
