"""One act on an encounter, written: the store's hot path, in as few statements as it takes.

The functions are plain ones on a plain connection. PostgreSQL runs them through its asynchronous connection,
SQLite in the thread of its writer, where a statement costs no switch between threads.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from rules.engine.journal import Checkpoint
from rules.engine.steps import Step

from . import models as m
from .errors import AlreadyDelivered, ChannelTaken, StaleVersion
from .rows import AskRow, EncounterRow, Json, NewAsk, NewEncounter, NewPrivate, Save, Saved
from .sql import insert_new, put
from .stored import STEP_FIELDS, checkpoint_columns, new_encounter_columns, people_in, step_columns

_ADD_DELIVERY = insert(m.Delivery)
_ADD_ENCOUNTER = insert(m.Encounter).returning(m.Encounter.id)
_ADD_STEP = insert(m.Step).values(told_version=0, told_lines=0)
_ADD_ASK = insert(m.Ask).returning(m.Ask.id, sort_by_parameter_order=True)
_ADD_PRIVATE = insert(m.Private)

_SET_ENCOUNTER = (
    update(m.Encounter)
    .where(m.Encounter.id == bindparam("its_id"), m.Encounter.version == bindparam("its_version"))
    .values(
        {
            name: bindparam(name)
            for name in (
                "name",
                "gms",
                "settings",
                "version",
                "phase",
                "paused_at",
                "ended_at",
                "last_step",
                "last_checkpoint",
            )
        }
    )
)
_SET_STEP = (
    update(m.Step)
    .where(m.Step.encounter_id == bindparam("its_encounter"), m.Step.no == bindparam("its_no"))
    .values({name: bindparam(name) for name in (*STEP_FIELDS[1:], "version")})
)
_CLOSE = delete(m.Ask).where(
    m.Ask.encounter_id == bindparam("its_encounter"), m.Ask.id.in_(bindparam("ids", expanding=True))
)


def save_act(connection: Connection, save: Save) -> Saved:
    """Write one act. AlreadyDelivered, StaleVersion, ChannelTaken: then the transaction must not be kept."""
    if save.delivery:
        take_delivery(connection, save.delivery, datetime.now(UTC))
    row = _row_after(connection, save)
    _set_encounter(connection, save.row, row)
    _write_steps(connection, save, row.version)
    if save.checkpoint is not None:
        _put_checkpoint(connection, row.id, save.checkpoint)
    if save.close:
        connection.execute(_CLOSE, {"its_encounter": row.id, "ids": save.close})
    asks = _add_asks(connection, row, save.ask) if save.ask else ()
    newcomers = row.people - save.row.people
    if newcomers:
        add_people(connection, row.id, sorted(newcomers))
    for user, remembered in save.panels.items():
        put_panel(connection, row.id, user, remembered)
    if save.keep:
        keep_private(connection, row.id, save.keep)
    return Saved(row, asks)


def open_encounter(connection: Connection, new: NewEncounter, delivery: str) -> EncounterRow:
    """Write a new encounter with its checkpoint 0. AlreadyDelivered, ChannelTaken."""
    if delivery:
        take_delivery(connection, delivery, new.created_at)
    try:
        number = connection.execute(_ADD_ENCOUNTER, new_encounter_columns(new)).scalar_one()
    except IntegrityError:
        raise ChannelTaken(new.guild, new.channel) from None
    _put_checkpoint(connection, number, Checkpoint(0, new.state))
    people = frozenset(new.gms)
    add_people(connection, number, sorted(people))
    return EncounterRow(
        id=number,
        guild=new.guild,
        channel=new.channel,
        ruleset=new.state.ruleset,
        ruleset_version=new.state.version,
        name=new.name,
        gms=new.gms,
        settings=new.settings,
        created_at=new.created_at,
        phase=new.state.phase,
        people=people,
    )


def take_delivery(connection: Connection, delivery: str, at: datetime) -> None:
    """This delivery is applied in this transaction. AlreadyDelivered when it has been before."""
    try:
        connection.execute(_ADD_DELIVERY, {"key": delivery, "at": at})
    except IntegrityError:
        raise AlreadyDelivered(delivery) from None


def add_people(connection: Connection, encounter: int, users: Sequence[int]) -> None:
    """These users have had a part in the encounter."""
    if users:
        statement = insert_new(connection.dialect.name, m.Participant)
        rows = [{"encounter_id": encounter, "user_id": user, "forget": False} for user in users]
        connection.execute(statement, rows)


def put_panel(connection: Connection, encounter: int, user: int, remembered: Json) -> None:
    """What a person's panel remembers from now on."""
    statement = put(connection.dialect.name, m.Panel, ("encounter_id", "user_id"), ("remembered",))
    connection.execute(statement, {"encounter_id": encounter, "user_id": user, "remembered": remembered})


def keep_private(connection: Connection, encounter: int, texts: Sequence[NewPrivate]) -> None:
    """Keep these until their people's next press."""
    rows = [
        {"encounter_id": encounter, "user_id": text.user, "step_no": text.step, "body": text.body}
        for text in texts
    ]
    if rows:
        connection.execute(_ADD_PRIVATE, rows)


def _put_checkpoint(connection: Connection, encounter: int, checkpoint: Checkpoint) -> None:
    statement = put(connection.dialect.name, m.Checkpoint, ("encounter_id", "no"), ("state", "counts"))
    connection.execute(statement, checkpoint_columns(encounter, checkpoint))


def _row_after(connection: Connection, save: Save) -> EncounterRow:
    """The row as the act leaves it. Checkpoints that an act reaches behind do not hold any more and go."""
    row = save.row
    numbers = [step.no for step in save.steps]
    checkpoint = row.checkpoint
    if numbers and min(numbers) <= checkpoint:
        of_it = m.Checkpoint.encounter_id == row.id
        connection.execute(delete(m.Checkpoint).where(of_it, m.Checkpoint.no >= min(numbers)))
        checkpoint = connection.execute(select(func.max(m.Checkpoint.no)).where(of_it)).scalar() or 0
    if save.checkpoint is not None:
        checkpoint = max(checkpoint, save.checkpoint.no)
    return replace(
        row,
        version=row.version + 1,
        last=max(row.last, *numbers) if numbers else row.last,
        checkpoint=checkpoint,
        people=row.people | people_in(save),
    )


def _set_encounter(connection: Connection, before: EncounterRow, row: EncounterRow) -> None:
    columns = {
        "its_id": row.id,
        "its_version": before.version,
        "name": row.name,
        "gms": list(row.gms),
        "settings": dict(row.settings),
        "version": row.version,
        "phase": row.phase,
        "paused_at": row.paused_at,
        "ended_at": row.ended_at,
        "last_step": row.last,
        "last_checkpoint": row.checkpoint,
    }
    try:
        found = connection.execute(_SET_ENCOUNTER, columns).rowcount
    except IntegrityError:
        raise ChannelTaken(row.guild, row.channel) from None
    if not found:
        raise StaleVersion(row.id, before.version)


def _write_steps(connection: Connection, save: Save, version: int) -> None:
    new, known = _new_and_known(save)
    if new:
        connection.execute(_ADD_STEP, [step_columns(save.row.id, step, version) for step in new])
    for step in known:
        columns: dict[str, Any] = step_columns(save.row.id, step, version)
        columns["its_encounter"] = columns.pop("encounter_id")
        columns["its_no"] = columns.pop("no")
        connection.execute(_SET_STEP, columns)


def _new_and_known(save: Save) -> tuple[list[Step], list[Step]]:
    last = save.row.last
    return [s for s in save.steps if s.no > last], [s for s in save.steps if s.no <= last]


def _add_asks(connection: Connection, row: EncounterRow, asks: Sequence[NewAsk]) -> tuple[AskRow, ...]:
    columns = [
        {
            "encounter_id": row.id,
            "step_no": ask.step,
            "key": ask.key,
            "kind": ask.kind,
            "topic": ask.topic,
            "who": ask.who,
            "user_id": ask.user,
            "deadline_at": ask.deadline_at,
            "reminder_at": ask.reminder_at,
        }
        for ask in asks
    ]
    ids = connection.execute(_ADD_ASK, columns).scalars().all()
    return tuple(
        AskRow(
            ask.step,
            ask.key,
            ask.topic,
            ask.who,
            ask.user,
            ask.kind,
            ask.deadline_at,
            ask.reminder_at,
            id=number,
            encounter=row.id,
            guild=row.guild,
            channel=row.channel,
        )
        for number, ask in zip(ids, asks, strict=True)
    )
