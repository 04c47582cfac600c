"""What the autocomplete of encounter commands offers: only what is there, and only what the person may
see.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.app import App
from bot.features.kit import Interaction, person_of, place_of
from bot.table import bring, encounters, overrules
from bot.table.acts import choices_of
from bot.table.choosing import suggest, verbs_of
from bot.table.naming import LONGEST_NAME
from bot.table.session import Table
from rules.engine.ruleset import Choice, rulesets


def given(interaction: Interaction, name: str) -> str | None:
    """What has been filled in for another option of the command so far."""
    value = getattr(interaction.namespace, name, None)
    return str(value) if value not in (None, "") else None


async def table_of(app: App, interaction: Interaction) -> Table | None:
    """The channel's encounter, for reading."""
    return await app.tables.peek(place_of(interaction))


async def games(typed: str) -> Sequence[Choice]:
    """The games there are."""
    return suggest((Choice(r.id, r.name, r.about[:60]) for r in rulesets()), typed)


async def combatants(
    app: App, interaction: Interaction, typed: str, *, own: bool = False
) -> Sequence[Choice]:
    """Combatants the person may see (own: those they play), foes with their side."""
    table = await table_of(app, interaction)
    if table is None:
        return []
    person = person_of(interaction)
    mine = table.own(person) if own else ()
    seen = table.sees(person)
    return suggest((Choice(c.id, c.name, c.side) for c in seen.present() if not own or c.id in mine), typed)


async def characters(app: App, interaction: Interaction, typed: str) -> Sequence[Choice]:
    """What the person can join with."""
    table = await table_of(app, interaction)
    if table is None:
        return []
    async with app.store.read() as tx:
        found = await bring.characters(tx, table.row.guild, person_of(interaction), table.rules)
    return suggest((s.choice for s in found), typed)


async def creatures(app: App, interaction: Interaction, typed: str) -> Sequence[Choice]:
    """What the GM can add."""
    table = await table_of(app, interaction)
    if table is None or not table.is_gm(person_of(interaction)):
        return []
    async with app.store.read() as tx:
        found = await bring.creatures(tx, table.row.guild, table.rules)
    return suggest((s.choice for s in found), typed)


async def sides(app: App, interaction: Interaction, typed: str) -> Sequence[Choice]:
    """The sides that the GM can add somebody to; what is being typed is a new one."""
    table, person = await table_of(app, interaction), person_of(interaction)
    if table is None or not table.is_gm(person):
        return []
    known = encounters.sides(table, person)
    fresh = typed.strip()
    if fresh and len(fresh) <= LONGEST_NAME and fresh.casefold() not in {c.value.casefold() for c in known}:
        known = (*known, Choice(fresh))
    return suggest(known, typed)


async def fields(app: App, interaction: Interaction, typed: str) -> Sequence[Choice]:
    """The values that can be overruled."""
    table = await table_of(app, interaction)
    return suggest(overrules.fields(table), typed) if table is not None else []


async def values(app: App, interaction: Interaction, typed: str) -> Sequence[Choice]:
    """What the chosen value of the chosen combatant can be set to."""
    table = await table_of(app, interaction)
    who, key = given(interaction, "combatant"), given(interaction, "value")
    if table is None or not table.is_gm(person_of(interaction)) or who is None or key is None:
        return []
    if who not in table.state.combatants:
        return []
    return suggest(overrules.values(table, who, key, typed), typed)


async def places(app: App, interaction: Interaction, typed: str) -> Sequence[Choice]:
    """What the game lets its GM lay down."""
    table = await table_of(app, interaction)
    if table is None:
        return []
    return suggest(choices_of(list(verbs_of(table.rules, "place"))), typed)


async def placing(app: App, interaction: Interaction, option: str, typed: str) -> Sequence[Choice]:
    """The choices of one option of the chosen placing."""
    table = await table_of(app, interaction)
    what = given(interaction, "what")
    if table is None or what is None or not table.is_gm(person_of(interaction)):
        return []
    verb = next((v for v in verbs_of(table.rules, "place") if what in (v.name, v.label)), None)
    if verb is None:
        return []
    param = next((p for p in verb.params if p.name == option), None)
    if param is None or param.choices is None:
        return []
    so_far = {p.name: v for p in verb.params if (v := given(interaction, p.name)) and p.name != option}
    return suggest(param.choices(table.state, "", so_far), typed)


async def notes(app: App, interaction: Interaction, typed: str) -> Sequence[Choice]:
    """The notes that can be cleared."""
    table = await table_of(app, interaction)
    return suggest(overrules.notes(table, person_of(interaction)), typed) if table is not None else []


async def effects(app: App, interaction: Interaction, typed: str) -> Sequence[Choice]:
    """The effects that can be ended."""
    table = await table_of(app, interaction)
    return suggest(overrules.effects(table, person_of(interaction)), typed) if table is not None else []
