"""Exact odds of a declaration, from the state as the asker may see it, with the answers of others that
they assume.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules.engine.effects import Ask, Call
from rules.engine.exact import Budget, TooLarge, exact
from rules.engine.procedures import Refused
from rules.engine.ruleset import Verb, Viewer, rules_of

from .acts import actor_for, verb_for
from .choosing import arguments, ready_now
from .encounters import require_fighting
from .people import Person, State, asked_name
from .session import Table

MOST_RUNS = 6_000
MOST_ASSUMPTIONS = 5
"""Answers to a question that each get a table."""
MOST_QUESTIONS = 4
"""Questions of others' that are looked into."""
MOST_ROWS = 12
ANYTHING_ELSE = "anything else"
NOTHING_ROLLED = "done"
"""What comes of a declaration that has no result."""

_counting = ThreadPoolExecutor(1, "odds")
"""One at a time: counting keeps the interpreter busy, and play goes before."""


Rows = tuple[tuple[str, Fraction], ...]
"""(outcome in words, probability), likeliest first; they add up to 1."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances under one assumption. assumed: what others are taken to answer, in words ("" where no
    answer of theirs changes anything).
    """

    assumed: str
    rows: Rows


@dataclass(frozen=True, slots=True)
class OddsView:
    """What `/odds` shows.

    chosen: (label, words) of what the declaration was taken to be. granted: further answers of others that
    all tables assume, in words, and whose numbers they do not hold.
    """

    title: str
    tables: tuple[Odds, ...]
    chosen: tuple[tuple[str, str], ...] = ()
    granted: tuple[str, ...] = ()


async def odds(
    table: Table,
    person: Person,
    command: str,
    given: Mapping[str, str],
    *,
    which: str | None = None,
    named: str | None = None,
) -> OddsView:
    """The odds of a declaration as it would be made now. Refused as the declaration would be, or when too
    large.
    """
    require_fighting(table)
    who = actor_for(table, person, named)
    verb = verb_for(table, person, command, which, who)
    return await of_verb(table, person, verb, who, given)


async def of_verb(
    table: Table, person: Person, verb: Verb, who: str, given: Mapping[str, str], most_runs: int = MOST_RUNS
) -> OddsView:
    """The odds of this verb with these arguments. Computed beside the event loop, within a budget of runs.

    Needs no lock: it looks at the state as it is now.
    """
    require_allowed(table, person)
    seen = table.sees(person)
    why_not = ready_now(verb, seen, who)
    if why_not is not None:
        raise Refused(why_not)
    args = arguments(verb, seen, who, given)
    call = verb.call(seen, who, args)
    title = f"{seen[who].name}: {verb.label}"
    loop = asyncio.get_running_loop()
    try:
        tables, granted = await loop.run_in_executor(
            _counting, _all, call, seen, who, table.rules.gm_word, most_runs
        )
    except TooLarge:
        raise Refused(
            "There are too many possibilities to count exactly. Try it with fewer choices open."
        ) from None
    except KeyError:
        raise Refused("That depends on something you cannot see, so its odds cannot be told.") from None
    kept = _kept_numbers(seen, table.viewer(person), args)
    return OddsView(title, tables, _chosen(verb, seen, who, args), (*granted, *kept))


def _kept_numbers(s: State, viewer: Viewer, args: Mapping[str, str]) -> tuple[str, ...]:
    """Whose numbers are kept from the asker (option `foe_numbers`), so that the odds do not hold them."""
    if viewer.gm or s.options.get("foe_numbers") != "words":
        return ()
    others = (s[value] for value in dict.fromkeys(args.values()) if value in s.combatants)
    return tuple(
        f"nothing of {c.name}'s numbers, which are kept from you"
        for c in others
        if not c.player and not viewer.controls(c)
    )


def filled(verb: Verb, s: State, who: str, given: Mapping[str, str]) -> dict[str, str]:
    """What was given, and for what is needed besides the likeliest that can be chosen: nothing is done by it,
    and what it was taken to be is shown. s: the state as the asker sees it.
    """
    args = dict(given)
    for param in verb.params:
        if param.name in args or not param.required or param.kind != "choice" or param.choices is None:
            continue
        default = param.default(s, who, args) if param.default is not None else None
        likeliest = next((c.value for c in param.choices(s, who, args)), None)
        value = default if default is not None else likeliest
        if value is not None:
            args[param.name] = value
    return args


def require_allowed(table: Table, person: Person) -> None:
    """Refused where the server keeps odds for the GM."""
    if not table.row.settings.get("odds_by_players", True) and not table.is_gm(person):
        raise Refused(f"On this server only the {table.rules.gm_word} may ask for odds.")


def _chosen(verb: Verb, s: State, who: str, args: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """What was declared or filled in, in words."""
    out: list[tuple[str, str]] = []
    for param in verb.params:
        value = args.get(param.name)
        if value is None or value == "":
            continue
        before = {p.name: args[p.name] for p in verb.params[: verb.params.index(param)] if p.name in args}
        known = {c.value: c.words for c in param.choices(s, who, before)} if param.choices else {}
        parts = value.split(",") if param.kind == "many" else [value]
        out.append((param.label, ", ".join(known.get(part, part) for part in parts)))
    return tuple(out)


def _all(
    call: Call[Any], s: State, who: str, gm_word: str, most_runs: int
) -> tuple[tuple[Odds, ...], tuple[str, ...]]:
    """A table for each answer to the question of others' that matters most, and what is taken for granted of
    the other questions that matter, or may matter where the budget did not reach.
    """
    budget = Budget(most_runs)
    first = _Assumption(who)
    plain = Odds("", _rows(call, s, first, budget))
    questions = tuple(first.asked.values())
    mattering: list[tuple[Fraction, int, tuple[Odds, ...], str]] = []
    open_from = min(len(questions), MOST_QUESTIONS)
    for n, question in enumerate(questions[:MOST_QUESTIONS]):
        try:
            tables = _by_answer(call, s, who, question, gm_word, plain, budget)
        except TooLarge:
            open_from = n
            break
        spread = max(_distance(one.rows, other.rows) for one in tables for other in tables)
        if spread:
            mattering.append((-spread, n, tables, _words(question, question.settled, gm_word)))
    unknown = tuple(_words(question, question.settled, gm_word) for question in questions[open_from:])
    if not mattering:
        return (plain,), unknown
    best, *others = sorted(mattering, key=lambda one: one[:2])
    return best[2], (*(granted for *_, granted in others), *unknown)


def _by_answer(
    call: Call[Any], s: State, who: str, question: _Question, gm_word: str, plain: Odds, budget: Budget
) -> tuple[Odds, ...]:
    out: list[Odds] = []
    for value in question.values[:MOST_ASSUMPTIONS]:
        rows = plain.rows
        if value != question.settled:
            rows = _rows(call, s, _Assumption(who, (question.ask.topic, value)), budget)
        out.append(Odds(_words(question, value, gm_word), rows))
    return tuple(out)


def _words(question: _Question, value: str, gm_word: str) -> str:
    """ "Goblin: Parry 40%"."""
    known = {o.value: o.words for o in question.ask.legal(question.s)}
    return f"{asked_name(question.ask, question.s, gm_word)}: {known.get(value, value)}"


def _distance(one: Rows, other: Rows) -> Fraction:
    """How far two distributions are apart: 0 for equal ones, 1 for those that have nothing in common."""
    a, b = dict(one), dict(other)
    return sum((abs(a.get(k, Fraction(0)) - b.get(k, Fraction(0))) for k in {*a, *b}), Fraction(0)) / 2


@dataclass(frozen=True, slots=True)
class _Question:
    """A question put to others, as it was when it first came up. settled: what is answered unless assumed."""

    ask: Ask
    s: State
    values: tuple[str, ...]
    settled: str


class _Assumption:
    """A policy: one kind of question put to others is answered by `fixed` where legal, everything else as
    it stands or by default.

    asked: the questions put to others in which there is a choice, by topic, in the order they came up.
    """

    def __init__(self, who: str, fixed: tuple[str, str] | None = None) -> None:
        self.who = who
        self.fixed = fixed
        self.asked: dict[str, _Question] = {}

    def __call__(self, ask: Ask, s: State) -> str:
        legal = tuple(o.value for o in ask.legal(s))
        standing = s.standing_answer(ask)
        settled = standing if standing is not None and standing in legal else ask.settled(s)
        if ask.who != self.who and len(legal) > 1:
            self.asked.setdefault(ask.topic, _Question(ask, s, legal, settled))
        if self.fixed is not None and ask.topic == self.fixed[0] and self.fixed[1] in legal:
            return self.fixed[1]
        return settled


def _rows(call: Call[Any], s: State, policy: _Assumption, budget: Budget) -> Rows:
    rules = rules_of(s)
    total: dict[str, Fraction] = defaultdict(Fraction)
    for (result, after), p in exact(call, s, policy, budget=budget).items():
        words = rules.outcome(result, s, after)
        total[NOTHING_ROLLED if words == str(None) else words] += p
    ranked = sorted(total.items(), key=lambda row: (-row[1], row[0]))
    if len(ranked) > MOST_ROWS:
        rest = sum((p for _, p in ranked[MOST_ROWS - 1 :]), Fraction(0))
        ranked = [*ranked[: MOST_ROWS - 1], (ANYTHING_ELSE, rest)]
    return tuple(ranked)
