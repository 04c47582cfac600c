"""What combatants do: any verb of the game, declared by command, panel or words, checked against what is
legal now.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rules.engine import frame
from rules.engine.encounter import GATHERING
from rules.engine.procedures import Refused
from rules.engine.ruleset import Choice, Param, Verb

from .choosing import arguments, listed, pick, ready_now, verbs_of
from .encounters import require_fighting
from .people import Person
from .session import Table
from .updates import Update

GM_VERBS = "gm"
Finder = Callable[[tuple[Choice, ...]], Choice | None]
"""Finds what was meant among choices."""


@dataclass(frozen=True, slots=True)
class Doable:
    """A verb on the panel: whether it can be declared now, and why not."""

    verb: Verb
    why_not: str | None


def actor_for(table: Table, person: Person, named: str | None = None) -> str:
    """The combatant a person acts with: the one named, else the acting one if theirs, else their only one.

    A GM acts for whoever's turn it is. Refused says whose turn it is, or that there is none of theirs.
    """
    s = table.state
    if named is not None:
        who = pick_combatant(table, person, named, "Combatant")
        require_own(table, person, who)
        return who
    acting = s.actor
    if acting and table.may_play(person, acting):
        return acting
    own = [who for who in table.own(person) if s[who].controller]
    if not own:
        if table.is_gm(person):
            raise Refused("It is nobody's turn.")
        seen = table.sees(person)
        lent = next((c.name for c in seen.present() if table.rules.lent_by(s, c.id) == person.user), None)
        if lent is not None:
            raise Refused(f"Somebody else plays {lent} this turn; after it you do again.")
        raise Refused("You play nobody in this fight just now. To come in: /encounter join.")
    return own[0]


def require_own(table: Table, person: Person, who: str) -> None:
    """Refused unless this person may act for this combatant, and it is here."""
    if not table.state.here(who) or who not in table.sees(person).combatants:
        raise Refused("That combatant is not in this fight any more.")
    if not table.may_play(person, who):
        raise Refused(f"{table.state[who].name} is not yours.")


def pick_combatant(table: Table, person: Person, typed: str, what: str) -> str:
    """The combatant that was meant, among those the person may see."""
    seen = table.sees(person)
    choices = [Choice(c.id, c.name) for c in seen.present()]
    return pick(choices, typed, what).value


def doable(table: Table, person: Person, who: str) -> tuple[Doable, ...]:
    """Everything a combatant can declare in this game, each with the reason where it cannot just now."""
    verbs = (v for v in table.rules.verbs if v.who != GM_VERBS)
    return tuple(Doable(v, why_not_now(table, person, v, who)) for v in verbs)


def why_not_now(table: Table, person: Person, verb: Verb, who: str) -> str | None:
    """Why a verb cannot be declared now, for all this person may see; None when it can."""
    seen = table.sees(person)
    key = ("why not", table.viewer(person), verb.name, who)
    return table.held.once(key, lambda: ready_now(verb, seen, who))


def values_for(
    table: Table, person: Person, verb: Verb, param: Param, who: str, before: Mapping[str, str]
) -> tuple[Choice, ...]:
    """The legal values of a verb's parameter, after those `before` it; () where it has no choices.

    Worked out once until something happens: autocomplete asks at every keystroke, of a crowd too.
    """
    find, seen = param.choices, table.sees(person)
    if find is None:
        return ()
    key = ("choices", table.viewer(person), verb.name, param.name, who, tuple(before.items()))
    return table.held.once(key, lambda: find(seen, who, before))


def verb_for(table: Table, person: Person, command: str, which: str | None, who: str) -> Verb:
    """The verb meant by a command and its first option. Refused when the game has none, or names those it
    has.
    """
    gm_only = command == "place"
    verbs = [v for v in verbs_of(table.rules, command) if (v.who == GM_VERBS) == gm_only]
    if not verbs:
        has = dict.fromkeys(f"/{v.command}" for v in table.rules.verbs if v.who != GM_VERBS)
        raise Refused(f"{table.rules.name} has no /{command}. It has {', '.join(has)}.")
    if which is None:
        if len(verbs) == 1:
            return verbs[0]
        raise Refused(f"Which one? {table.rules.name} has {listed(choices_of(verbs))}.")
    name = pick(choices_of(verbs), which, "Action").value
    return next(v for v in verbs if v.name == name)


def choices_of(verbs: list[Verb]) -> list[Choice]:
    """Verbs as entries of a list."""
    return [Choice(v.name, v.label, v.hint) for v in verbs]


async def declare(
    table: Table,
    person: Person,
    command: str,
    given: Mapping[str, str],
    *,
    which: str | None = None,
    named: str | None = None,
    delivery: str = "",
) -> Update:
    """Declare a verb by its command. Everything is checked again here, whatever offered it."""
    if not any(v.early for v in verbs_of(table.rules, command)):
        require_fighting(table)
    who = actor_for(table, person, named)
    verb = verb_for(table, person, command, which, who)
    return await declare_verb(table, person, verb, who, given, delivery=delivery)


async def declare_verb(
    table: Table, person: Person, verb: Verb, who: str, given: Mapping[str, str], *, delivery: str = ""
) -> Update:
    """Declare this verb with these arguments for this combatant."""
    if table.state.phase != GATHERING or not verb.early:
        require_fighting(table)
    if not table.may_play(person, who):
        raise Refused(f"{table.state[who].name} is not yours.")
    if table.held.journal.open is not None and not verb.interrupts:
        table.require_free(person)
    why_not = why_not_now(table, person, verb, who)
    if why_not is not None:
        raise Refused(why_not)
    args = arguments(verb, table.sees(person), who, given)
    call = verb.call(table.state, who, args)
    if verb.interrupts and table.held.journal.open is not None:
        return await table.overrule(frame.act(who, call), person, verb.name, delivery=delivery)
    return await table.declare(call, person, actor=who, verb=verb.name, delivery=delivery)


def still_open(
    table: Table, person: Person, verb: Verb, picked: Sequence[Finder]
) -> tuple[dict[str, Choice], Param | None, tuple[Choice, ...]]:
    """What a GM's verb has so far, and its next parameter with several choices (None when nothing is open).

    picked: finds, one after the other, what was chosen among the choices of each such parameter.
    """
    _require_ready(table, person, verb)
    todo = list(picked)
    found: dict[str, Choice] = {}
    for param in verb.params:
        if param.choices is None or param.kind != "choice" or not param.required:
            continue
        choices = param.choices(table.state, "", {name: c.value for name, c in found.items()})
        if len(choices) > 1 and not todo:
            return found, param, choices
        chosen = choices[0] if len(choices) == 1 else todo.pop(0)(choices) if choices else None
        if chosen is None:
            raise Refused(f"{param.label}: that is not possible any more.")
        found[param.name] = chosen
    return found, None, ()


async def direct(
    table: Table, person: Person, verb: Verb, given: Mapping[str, str], *, delivery: str = ""
) -> Update:
    """A GM's verb (`/encounter place` and the like): a step of its own or within the one that is open."""
    _require_ready(table, person, verb)
    args = arguments(verb, table.state, "", given)
    call = verb.call(table.state, "", args)
    return await table.overrule(call, person, verb.name, delivery=delivery)


def _require_ready(table: Table, person: Person, verb: Verb) -> None:
    table.require_gm(person)
    why_not = verb.ready(table.state, "")
    if why_not is not None:
        raise Refused(why_not)
