"""What the autocomplete of declarations offers: only what is legal for this person at this moment,
likeliest first.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.app import App
from bot.features.kit import Interaction, person_of, place_of
from bot.features.kit.panels import LONGEST_OPTION
from bot.table.acts import GM_VERBS, actor_for, choices_of, values_for, why_not_now
from bot.table.choosing import suggest, verbs_of
from bot.table.people import Person
from bot.table.session import Table
from rules.engine.procedures import Refused
from rules.engine.ruleset import Choice, Param, Verb

PICKS = {"move": "how", "act": "action", "trigger": "what", "draw": "what", "play": "what"}
"""The option of a command that picks the verb where several share the command."""


def given(interaction: Interaction) -> dict[str, str]:
    """The options filled in so far."""
    filled = vars(interaction.namespace)
    return {name: str(value) for name, value in filled.items() if value not in (None, "")}


async def verbs(app: App, interaction: Interaction, command: str, typed: str) -> Sequence[Choice]:
    """The verbs of a command that can be declared now; those that cannot come last, with the reason."""
    table = await app.tables.peek(place_of(interaction))
    if table is None:
        return []
    person = person_of(interaction)
    who = actor_for(table, person, given(interaction).get("combatant"))
    known = [v for v in verbs_of(table.rules, command) if v.who != GM_VERBS]
    reasons = {v.name: why_not_now(table, person, v, who) for v in known}
    return suggest(choices_of([v for v in known if reasons[v.name] is None]), typed)


async def option(app: App, interaction: Interaction, command: str, name: str, typed: str) -> Sequence[Choice]:
    """The legal values of one option of the verb that is being declared."""
    table = await app.tables.peek(place_of(interaction))
    if table is None:
        return []
    person = person_of(interaction)
    filled = given(interaction)
    who = actor_for(table, person, filled.get("combatant"))
    verb = _verb(table, command, filled.get(PICKS.get(command, "")))
    param = next((p for p in verb.params if p.name == name), None) if verb is not None else None
    if verb is None or param is None or param.choices is None:
        return []
    return values_of(table, person, verb, param, who, filled, typed)


def _verb(table: Table, command: str, picked: str | None) -> Verb | None:
    known = [v for v in verbs_of(table.rules, command) if v.who != GM_VERBS]
    if picked is None:
        return known[0] if len(known) == 1 else None
    return next((v for v in known if picked in (v.name, v.label)), None)


def values_of(
    table: Table, person: Person, verb: Verb, param: Param, who: str, filled: dict[str, str], typed: str
) -> Sequence[Choice]:
    """The legal values of a parameter that has choices, with what is filled in before it."""
    names = [p.name for p in verb.params]
    before = {n: filled[n] for n in names[: names.index(param.name)] if n in filled}
    choices = values_for(table, person, verb, param, who, before)
    if param.kind != "many":
        return suggest(choices, typed)
    return several(choices, typed)


def several(choices: tuple[Choice, ...], typed: str) -> Sequence[Choice]:
    """Of a list with commas the last entry is completed; what stands before it is kept, while it fits."""
    head, _, last = typed.rpartition(",")
    kept = [part.strip() for part in head.split(",") if part.strip()]
    known = {c.words.casefold(): c for c in choices} | {c.value.casefold(): c for c in choices}
    fixed = [known[part.casefold()] for part in kept if part.casefold() in known]
    if len(fixed) != len(kept):
        return []
    words = "".join(f"{c.words}, " for c in fixed)
    values = "".join(f"{c.value}," for c in fixed)
    left = [c for c in choices if c not in fixed and len(values) + len(c.value) <= LONGEST_OPTION]
    return [Choice(values + c.value, words + c.words, c.hint) for c in suggest(left, last)]


async def answers(app: App, interaction: Interaction, typed: str) -> Sequence[Choice]:
    """What can be answered to what is asked of this person, then the offers open to them."""
    table = await app.tables.peek(place_of(interaction))
    if table is None:
        return []
    person = person_of(interaction)
    found: list[Choice] = []
    for ask in table.asks(table.viewer(person)):
        if person.id in ask.users or table.is_gm(person):
            found += [Choice(c.value, c.words, c.hint or ask.prompt) for c in ask.choices]
    for offer in table.offers(table.viewer(person)):
        if person.id in offer.users or table.is_gm(person):
            found += [Choice(c.value, c.words, c.hint or offer.prompt) for c in offer.choices]
    return suggest(found, typed)


async def asked(app: App, interaction: Interaction, typed: str) -> Sequence[Choice]:
    """Those of this person's combatants who are asked something."""
    table = await app.tables.peek(place_of(interaction))
    if table is None:
        return []
    person = person_of(interaction)
    names = dict.fromkeys(a.whose for a in table.asks() if person.id in a.users or table.is_gm(person))
    return suggest((Choice(name) for name in names), typed)


async def topics(app: App, interaction: Interaction, typed: str) -> Sequence[Choice]:
    """The kinds of question that can have a standing answer."""
    table = await app.tables.peek(place_of(interaction))
    if table is None:
        return []
    return suggest((Choice(t.topic, t.label) for t in table.rules.standing_topics), typed)


async def standing(app: App, interaction: Interaction, typed: str) -> Sequence[Choice]:
    """The standing answers possible for the chosen kind of question."""
    table = await app.tables.peek(place_of(interaction))
    topic = given(interaction).get("question")
    if table is None or topic is None:
        return []
    found = next((t for t in table.rules.standing_topics if topic in (t.topic, t.label)), None)
    return suggest(found.choices, typed) if found is not None else []


async def own(app: App, interaction: Interaction, typed: str) -> Sequence[Choice]:
    """The combatants this person may act with."""
    table = await app.tables.peek(place_of(interaction))
    if table is None:
        return []
    person = person_of(interaction)
    try:
        first = actor_for(table, person)
    except Refused:
        first = ""
    ids = dict.fromkeys((*((first,) if first else ()), *table.own(person)))
    return suggest((Choice(who, table.state[who].name) for who in ids), typed)
