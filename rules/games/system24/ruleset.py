"""The ruleset: the one object the table knows of this game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine.effects import Call, Change
from rules.engine.encounter import Encounter, OptionValue
from rules.engine.procedures import Refused
from rules.engine.ruleset import Args, Choice, Harmed, Param, Row, RuleOption, Ruleset, Values, Verb, Viewer

from . import board, fields, turns
from .attack import TICKS
from .chances import contested_dc
from .changes import Wounded
from .data import DIFFICULTIES, READY_MADE
from .fields import SHEET_FIELDS
from .lines import Part
from .pressure import pressure
from .rolls import in_play, plain_check
from .settables import SETTABLES, STANDING_TOPICS
from .sheet import REGION_WORDS, REGIONS, SKILLS, Ground, State, Stats
from .state import numbers_kept, out_problem
from .verbs_act import ACTS
from .verbs_fight import ATTACK, MOVES, TRIGGER
from .verbs_guide import GUIDE_VERBS

OPTIONS = (
    RuleOption(
        "guard_attack",
        "What a guard does to who fails",
        "hit",
        (
            Choice("hit", "It hits", "the weapon's wounds on the Core; the contest was the roll"),
            Choice("roll", "It attacks", "an attack roll, and the mover may defend"),
        ),
        "The consequence of a failed advance.",
    ),
    RuleOption(
        "focused_bonus",
        "Focused Attack",
        "plain",
        (
            Choice("plain", "No bonus", "no penalty either"),
            Choice("leverage", "Leverage", "+1 Leverage on a called shot"),
        ),
        "What care gains beside the missing penalty.",
    ),
    RuleOption(
        "defence_commits_anchor",
        "A used defence commits its anchor",
        True,
        (
            Choice("true", "Yes", "until the defender's next turn"),
            Choice("false", "No", "it can be used again"),
        ),
        "Whether Dodge, Parry and Block hold F, L and R.",
    ),
    RuleOption(
        "bare_arm_block",
        "Block with a bare arm",
        False,
        (Choice("false", "No"), Choice("true", "Yes", "the wounds go to that arm up to Disabled")),
        "Whether one can block with nothing in R.",
    ),
    RuleOption(
        "trigger_deadline",
        "Time to abort a trigger",
        "600",
        (
            Choice("600", "10 minutes"),
            Choice("60", "1 minute"),
            Choice("300", "5 minutes"),
            Choice("1800", "30 minutes"),
            Choice("3600", "1 hour"),
            Choice("86400", "1 day"),
        ),
        "How long a trigger that went off waits where the encounter has no deadline.",
    ),
    RuleOption(
        "trigger_wording",
        "Wording of waiting triggers",
        "private",
        (
            Choice("private", "Private", "owner and Guide see it; all see that somebody waits"),
            Choice("public", "Public", "everybody reads it"),
        ),
        "Who may read what a trigger waits for.",
    ),
    RuleOption(
        "covering_fire_dc",
        "DC of Covering Fire",
        "13",
        (Choice("13", "13", "the attack DC"), Choice("12", "12", "as another page of the game has it")),
        "The base; modifiers add to both.",
    ),
    RuleOption(
        "rule_of_cool",
        "Rule of cool",
        True,
        (Choice("true", "On", "DCs nobody contests are 2 lower, not below 6"), Choice("false", "Off")),
        "Whether set DCs are lowered in play.",
    ),
)


LIKELIEST = (
    *("attack", "advance", "break-free", "stand", "put-out", "withdraw", "trigger", "covering", "staunch"),
    *(
        "take-cover",
        "aim",
        "past",
        "draw",
        "grapple",
        "throw",
        "shove",
        "disarm",
        "bind",
        "rapid",
        "suppress",
    ),
    *("gear", "guard", "reposition", "face", "sprint", "tumble", "leap", "delay", "advance-leaving", "cast"),
    *("search", "command", "let-go", "drop-guard", "other"),
)
"""What a player can do, the likeliest first; what is wanted at once when it is possible at all (to get free,
up, out of the fire) stands early.
"""


def likeliest_first(verbs: tuple[Verb, ...]) -> tuple[Verb, ...]:
    """The verbs in the order in which they are offered."""
    return tuple(sorted(verbs, key=lambda v: LIKELIEST.index(v.name)))


def for_the_able(verb: Verb) -> Verb:
    """The verb for those alone who can act: one's turn goes on where the Guide has felled one in it
    (TF-116).
    """
    return replace(verb, ready=lambda s, who: out_problem(s, who) or verb.ready(s, who))


def _skills(s: Any, who: str, args: Args) -> tuple[Choice, ...]:
    me = s[who].stats if who in s.combatants else Stats()
    order = sorted(SKILLS, key=lambda k: -me.rank(k))
    return tuple(Choice(k, k.capitalize(), f"rank {me.rank(k)}") for k in order)


def _against(s: Any, who: str, args: Args) -> tuple[Choice, ...]:
    skill = args.get("skill", "")
    dcs = tuple(
        Choice(str(n), f"{words.capitalize()} ({n})", f"DC {in_play(s, n)} in play")
        for n, words in DIFFICULTIES.items()
    )

    def opposed(them: str) -> str:
        told = skill and not numbers_kept(s, them)
        return f"DC {contested_dc(s[them].stats.rank(skill))}" if told else "contested"

    people = tuple(Choice(c.id, f"Against {c.name}", opposed(c.id)) for c in s.present() if c.id != who)
    return (*dcs, *people)[:25]


def _check_ticks(s: Any, who: str, args: Args) -> tuple[Choice, ...]:
    return tuple(
        Choice(k, words, hint) for k, (words, hint) in TICKS.items() if k.startswith(("leverage", "pressure"))
    )


class System24(Ruleset[Stats, Ground]):
    """24-System (RHLF)."""

    id = "24-system"
    name = "24-System"
    gm_word = "Guide"
    version = 1
    about = "24-System by Joseph Weaver, MIT licence; mechanics restated in our own words."
    options = OPTIONS
    verbs = (*map(for_the_able, likeliest_first((ATTACK, *MOVES, *ACTS, TRIGGER))), *GUIDE_VERBS)
    sheet_fields = SHEET_FIELDS
    ready_made = READY_MADE
    settables = SETTABLES
    standing_topics = STANDING_TOPICS
    check_params = (
        Param("skill", "Skill", choices=_skills),
        Param("target", "Difficulty or opponent", choices=_against, default=lambda s, w, a: "10"),
        Param("modifier", "What else applies", "many", _check_ticks, required=False),
    )

    # -- the beginning
    def ground(self, options: Mapping[str, OptionValue]) -> Ground:
        return Ground()

    def complete(self, values: Values) -> dict[str, Any]:
        return fields.complete(values)

    def read(self, values: Values) -> Stats:
        return fields.read(values)

    def adhoc(self, name: str, health: int) -> dict[str, Any]:
        return fields.adhoc(name, health)

    def write_back(self, values: Values, stats: Stats) -> dict[str, Any]:
        return fields.write_back(values, stats)

    # -- the order of turns
    def initiative(self) -> Call[None]:
        return turns.initiative()

    def enter(self, who: str) -> Call[None]:
        return turns.enter(who)

    def able(self, s: State, who: str) -> bool:
        return not s[who].stats.out

    def round_start(self) -> Call[None] | None:
        return turns.settle_order()

    def turn_start(self, who: str) -> Call[None] | None:
        return turns.turn_start(who)

    def turn_end(self, who: str) -> Call[None] | None:
        return turns.turn_end(who)

    def spent(self, s: State, who: str) -> bool:
        return turns.spent(s, who)

    # -- what is shown
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
    def check(self, s: State, who: str, args: Args, to: str) -> Call[Any] | None:
        skill, against = args["skill"], args.get("target") or "10"
        if against in s.combatants:
            dc = contested_dc(s[against].stats.rank(skill))
            what = f"{skill.capitalize()} against {s[against].name}"
        elif against.isdigit():
            dc, what = in_play(s, int(against)), skill.capitalize()
        else:
            raise Refused("Choose a difficulty (a number) or somebody of this fight.")
        ticks = [t for t in (args.get("modifier") or "").split(",") if t]
        leverage = sum(int(t[-1]) for t in ticks if t.startswith("leverage"))
        more = sum(int(t[-1]) for t in ticks if t.startswith("pressure"))
        parts: tuple[Part, ...] = (("base", dc), *((("circumstances", more),) if more else ()))
        parts = (*parts, *pressure(s, who, ""))
        return plain_check(who, what, s[who].stats.rank(skill), leverage, parts, to)

    def outcome(self, result: Any, before: Encounter[Stats, Ground], after: Encounter[Stats, Ground]) -> str:
        told = []
        for who, c in after.combatants.items():
            old = before.combatants.get(who)
            if old is None or old.stats.wounds == c.stats.wounds:
                continue
            for region in REGIONS:
                n = c.stats.wounded(region) - old.stats.wounded(region)
                if n:
                    told.append(f"{c.name} {n} to the {REGION_WORDS[region]}")
        return ", ".join([str(result), *told])

    def harm(self, change: Change[Any]) -> Harmed | None:
        return Harmed(change.who, change.n, change.by) if isinstance(change, Wounded) else None


RULESET = System24()
