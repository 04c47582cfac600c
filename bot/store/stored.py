"""Between rows of the database and the frozen values of `rows`."""

from typing import Any

from sqlalchemy import Row

from rules.engine.codec import decode, encode
from rules.engine.dice import Seeds
from rules.engine.effects import Call
from rules.engine.journal import Checkpoint
from rules.engine.steps import OPEN, Step, decode_step, encode_step

from .errors import Unreadable
from .rows import AskRow, Board, EncounterRow, NewEncounter, Save
from .sql import users

STEP_FIELDS = (
    "no",
    "by",
    "actor",
    "verb",
    "call",
    "turn",
    "key",
    "at",
    "inputs",
    "changes",
    "lines",
    "status",
    "stop",
    "deliveries",
)
_NOTHING = {"call": encode(Call("unreadable", ())), "inputs": [], "changes": [], "lines": []}


def encounter_from(row: Row[Any]) -> EncounterRow:
    """An encounter from all the columns of its table."""
    return EncounterRow(
        id=row.id,
        guild=row.guild_id,
        channel=row.channel_id,
        ruleset=row.ruleset,
        ruleset_version=row.ruleset_version,
        name=row.name,
        gms=tuple(row.gms),
        settings=row.settings,
        created_at=row.created_at,
        version=row.version,
        phase=row.phase,
        paused_at=row.paused_at,
        ended_at=row.ended_at,
        board=_board_from(row),
        last=row.last_step,
        checkpoint=row.last_checkpoint,
    )


def _board_from(row: Row[Any]) -> Board | None:
    if row.board_message_id is None:
        return None
    return Board(row.board_channel_id, row.board_message_id, row.board_posted_at, row.board_version)


def new_encounter_columns(new: NewEncounter) -> dict[str, Any]:
    """The columns of an encounter that opens."""
    return {
        "guild_id": new.guild,
        "channel_id": new.channel,
        "ruleset": new.state.ruleset,
        "ruleset_version": new.state.version,
        "name": new.name,
        "gms": list(new.gms),
        "settings": dict(new.settings),
        "created_at": new.created_at,
        "public_seed": new.seeds.public,
        "secret_seed": new.seeds.secret,
        "version": 1,
        "phase": new.state.phase,
        "last_step": 0,
        "last_checkpoint": 0,
    }


def seeds_from(row: Row[Any]) -> Seeds:
    """The seeds of an encounter from its columns."""
    return Seeds(row.public_seed, row.secret_seed)


def checkpoint_columns(encounter: int, checkpoint: Checkpoint) -> dict[str, Any]:
    """The columns of a checkpoint."""
    return {
        "encounter_id": encounter,
        "no": checkpoint.no,
        "state": encode(checkpoint.state),
        "counts": [list(pair) for pair in checkpoint.counts],
    }


def checkpoint_from(row: Row[Any]) -> Checkpoint:
    """A checkpoint from its columns. Unreadable."""
    try:
        return Checkpoint(row.no, decode(row.state), tuple((name, count) for name, count in row.counts))
    except (LookupError, TypeError, ValueError) as why:
        raise Unreadable(row.encounter_id, f"checkpoint {row.no}", str(why)) from why


def step_columns(encounter: int, step: Step, version: int) -> dict[str, Any]:
    """The columns of a step as saved at this version of its encounter."""
    return {**encode_step(step), "encounter_id": encounter, "version": version}


def step_from(row: Row[Any]) -> Step:
    """A step from its columns. Unreadable; but of one that is open the rest is given, since nothing has come
    of it yet: its call is then none that any rules know, so that it is withdrawn.
    """
    stored = row._mapping
    fields = {name: stored[name] for name in STEP_FIELDS}
    try:
        return decode_step(fields)
    except (LookupError, TypeError, ValueError) as why:
        if row.status == OPEN:
            return decode_step(fields | _NOTHING)
        raise Unreadable(row.encounter_id, f"step {row.no}", str(why)) from why


def ask_from(row: Row[Any]) -> AskRow:
    """An ask from the columns of its table, its encounter's guild and channel, its step's message."""
    return AskRow(
        step=row.step_no,
        key=row.key,
        topic=row.topic,
        who=row.who,
        user=row.user_id,
        kind=row.kind,
        deadline_at=row.deadline_at,
        reminder_at=row.reminder_at,
        id=row.id,
        encounter=row.encounter_id,
        guild=row.guild_id,
        channel=row.channel_id,
        message=row.message_id,
    )


def people_in(save: Save) -> frozenset[int]:
    """The users whose ids a save brings: GMs, who declared and answered, and who controls a combatant."""
    found = set(save.row.gms)
    for step in save.steps:
        found |= users((step.by, *(given.by for given in step.inputs)))
        if step.after is not None:
            found |= users(c.controller for c in step.after.combatants.values())
    return frozenset(found)
