"""Katzbalger as a ruleset: what the table knows of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.engine.effects import Call, Change, Option
from rules.engine.encounter import OptionValue
from rules.engine.ruleset import (
    Args,
    Harmed,
    Ready,
    Row,
    RuleOption,
    Ruleset,
    Settable,
    SheetField,
    StandingTopic,
    Values,
    Verb,
    Viewer,
)

from . import board, checks, perils, reading, rounds, wounds
from .changes import Wounded
from .data import READY
from .settable import SETTABLES
from .sheet import Ground, State, Stats
from .values import DAZED, KNEES, PRONE, STUNNED, able, lasting, wakes
from .verbs import VERBS

OPTIONS: tuple[RuleOption, ...] = (
    RuleOption(
        "maneuvers",
        "Maneuvers",
        "round",
        (
            Option("round", "One a round", "each attacker makes one maneuver in a round"),
            Option("action", "One an action", "every action may be a maneuver"),
        ),
        "How often an attacker may make a maneuver. Parry, Block and Sidestep are not counted.",
    ),
    RuleOption(
        "thrust_dodge",
        "Thrust: Dodge lost",
        2,
        tuple(Option(str(n), f"{n} lower" if n else "not lowered") for n in (2, 0, 1, 3, 4)),
        "By how much a Thrust lowers the attacker's own Dodge until the next action.",
    ),
    RuleOption(
        "subdual_rate",
        "Healing of subdual wounds",
        4,
        tuple(
            Option(str(n), "the daily rate" if n == 1 else f"{n} times the daily rate")
            for n in (4, 1, 2, 3, 6, 8)
        ),
        "How much faster than lethal wounds subdual ones heal.",
    ),
    RuleOption(
        "stun_dice",
        "Dice of a stun roll",
        "chart",
        (
            Option("chart", "By the wounds", "2d6 below a quarter of Health, to 6d6 at one and a half times"),
            Option("ask", "Ask the Director", "each time, the number by the wounds being the default"),
            *(Option(str(n), f"Always {n}d6") for n in range(2, 7)),
        ),
        "How many d6 are rolled against WIL after a wound; the game's own chart is not public.",
    ),
)

TOPICS = (
    StandingTopic("parry", "Parry", (Option("parry", "Always"), Option("none", "Never"))),
    StandingTopic(
        "block",
        "Block",
        (
            Option("block", "Always, with the arm"),
            Option("block-leg", "Always, with the leg"),
            Option("none", "Never"),
        ),
    ),
    StandingTopic("sidestep", "Sidestep", (Option("sidestep", "Always"), Option("none", "Never"))),
    StandingTopic(
        "mode",
        "Mode at the beginning of a round",
        (
            Option(rounds.ASK, "Ask me each round"),
            Option("normal", "Normal"),
            Option("defensive", "Defensive"),
            Option("aggressive", "Aggressive"),
        ),
        "keep it",
    ),
)


class Katzbalger(Ruleset[Stats, Ground]):
    """One-second rounds, everyone's actions interleaved."""

    id = "katzbalger"
    name = "Katzbalger"
    gm_word = "Director"
    about = "One-second rounds, several actions each, hit locations, armor to pierce, stun."
    options = OPTIONS
    verbs: tuple[Verb, ...] = VERBS
    sheet_fields: tuple[SheetField, ...] = reading.FIELDS
    ready_made = tuple(
        Ready(key, name, "character" if kind == "character" else "creature", values, about)
        for key, name, kind, values, about in READY
    )
    settables: tuple[Settable, ...] = SETTABLES
    standing_topics = TOPICS
    check_params = checks.PARAMS
    rolls_order_each_round = True

    # -- the beginning
    def ground(self, options: Mapping[str, OptionValue]) -> Ground:
        return Ground()

    def complete(self, values: Values) -> dict[str, Any]:
        return reading.complete(values)

    def read(self, values: Values) -> Stats:
        return reading.read(values)

    def adhoc(self, name: str, health: int) -> dict[str, Any]:
        return reading.adhoc(health)

    def write_back(self, values: Values, stats: Stats) -> dict[str, Any]:
        return reading.write_back(values, stats)

    # -- the order of turns
    def initiative(self) -> Call[None]:
        return rounds.before_first()

    def enter(self, who: str) -> Call[None]:
        return rounds.latecomer(who)

    def able(self, s: State, who: str) -> bool:
        return able(s, who)

    def round_start(self) -> Call[None]:
        return rounds.top_of_round()

    def round_end(self) -> Call[None]:
        return wounds.settle()

    def turn_start(self, who: str) -> Call[None]:
        return rounds.slot_begins(who)

    def turn_end(self, who: str) -> Call[None]:
        return rounds.slot_ends(who)

    def spent(self, s: State, who: str) -> bool:
        return s.ground.used == f"{s.round}/{s.acting}"

    def idle(self, s: State) -> bool:
        return any(wakes(s, c.id) for c in s.present())

    def fight_end(self) -> Call[None]:
        return perils.fight_ends()

    # -- what is shown
    def row(self, s: State, who: str, viewer: Viewer) -> Row:
        return board.row(s, who)

    def condition(self, s: State, who: str) -> str:
        return board.condition(s[who].stats)

    def footer(self, s: State, viewer: Viewer) -> tuple[str, ...]:
        return board.footer(s)

    def panel(self, s: State, who: str, viewer: Viewer) -> tuple[str, ...]:
        return board.panel(s, who)

    def mask(self, s: State, viewer: Viewer) -> State:
        return board.mask(s, viewer)

    def conceal(self, stats: Stats) -> Stats:
        return board.conceal(stats)

    # -- beside the fight
    def check(self, s: State, who: str, args: Args, to: str) -> Call[Any] | None:
        return checks.check(s, who, args, to)

    def outcome(self, result: Any, before: State, after: State) -> str:
        return outcome(result, before, after)

    def harm(self, change: Change[Any]) -> Harmed | None:
        return Harmed(change.who, change.n, change.by) if isinstance(change, Wounded) else None


def outcome(result: Any, before: State, after: State) -> str:
    """What a declaration came to for the one it harmed, in a few words."""
    hurt = next((w for w, c in after.combatants.items() if c.stats.total > before[w].stats.total), None)
    if hurt is None:
        return _thrown(before, after) if result == "throw" else UNHURT.get(str(result), str(result))
    now, was = after[hurt].stats, before[hurt].stats
    if now.dead:
        return "dead"
    if now.severe and not was.severe:
        return "severely injured"
    if lasting(after, hurt, STUNNED) and not lasting(before, hurt, STUNNED):
        return "wounded and stunned"
    if lasting(after, hurt, DAZED) and not lasting(before, hurt, DAZED):
        return "wounded and dazed"
    return "wounded"


UNHURT = {"hit": "hit, no damage", "grapple": "held", "entangle": "held", "feint": "loses an action"}
"""What an attack that wounds nobody came to for its target, by its result."""


def _thrown(before: State, after: State) -> str:
    """What a Throw came to for the one it hit (KB-45)."""
    fresh = [e for e in after.lasting if lasting(before, e.who, e.key) is None]
    words = [key for key in (KNEES, PRONE, STUNNED, DAZED) if any(e.key == key for e in fresh)]
    return " and ".join(words) or "resists the Throw"


RULESET = Katzbalger()
