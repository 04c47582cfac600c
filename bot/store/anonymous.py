"""A person's id is taken out of an encounter that has ended.

It stands as a text of its own wherever the rules keep it (who declared, who answered, who controls whom).
What is left says "", the GM's. Saved answers hold a digest of the changes that came before them, and such a
change may have named the person; those digests are made anew, so that the fight still replays.
"""

from typing import Any

from sqlalchemy import Connection, delete, select, update

from rules.engine.codec import decode
from rules.engine.live import ASK, digest

from . import models as m

_STEP_FIELDS = ("by", "call", "inputs", "changes", "lines", "stop")


def make_anonymous(connection: Connection, encounter: int, user: int) -> None:
    """Take a user's id out of an encounter, if it has ended."""
    its_row = m.Encounter.id == encounter
    row = connection.execute(
        select(m.Encounter.gms, m.Encounter.ended_at).where(its_row).with_for_update()
    ).first()
    if row is None or row.ended_at is None:
        return
    gms = [gm for gm in row.gms if gm != user]
    connection.execute(update(m.Encounter).where(its_row).values(gms=gms))
    _in_steps(connection, encounter, str(user))
    _in_checkpoints(connection, encounter, str(user))
    its_asks = (m.Ask.encounter_id == encounter, m.Ask.user_id == user)
    connection.execute(update(m.Ask).where(*its_asks).values(user_id=None))
    for model, its_encounter, its_user in (
        (m.Private, m.Private.encounter_id, m.Private.user_id),
        (m.Panel, m.Panel.encounter_id, m.Panel.user_id),
        (m.Participant, m.Participant.encounter_id, m.Participant.user_id),
    ):
        connection.execute(delete(model).where(its_encounter == encounter, its_user == user))


def _in_steps(connection: Connection, encounter: int, user: str) -> None:
    steps = select(*m.Step.__table__.c).where(m.Step.encounter_id == encounter)
    for row in connection.execute(steps).all():
        before = {name: row._mapping[name] for name in _STEP_FIELDS}
        after = without(before, user)
        if after != before:
            its_row = (m.Step.encounter_id == encounter, m.Step.no == row.no)
            connection.execute(update(m.Step).where(*its_row).values(with_digests(after)))


def _in_checkpoints(connection: Connection, encounter: int, user: str) -> None:
    checkpoints = select(m.Checkpoint.no, m.Checkpoint.state).where(m.Checkpoint.encounter_id == encounter)
    for number, before in connection.execute(checkpoints).all():
        after = without(before, user)
        if after != before:
            its_row = (m.Checkpoint.encounter_id == encounter, m.Checkpoint.no == number)
            connection.execute(update(m.Checkpoint).where(*its_row).values(state=after))


def without(value: Any, user: str) -> Any:
    """Plain JSON with "" for every text that is exactly this user's id."""
    if isinstance(value, str):
        return "" if value == user else value
    if isinstance(value, list):
        return [without(item, user) for item in value]
    if isinstance(value, dict):
        return {key: without(item, user) for key, item in value.items()}
    return value


def with_digests(step: dict[str, Any]) -> dict[str, Any]:
    """A step's stored fields, the digests in its answers and its stop made from its changes as they stand.

    Left alone where the changes cannot be read any more, or went when the step was withdrawn.
    """
    try:
        changes = list(decode(step["changes"]))
    except (LookupError, TypeError, ValueError):
        return step
    inputs = [_answer(given, changes) if given[0] == ASK else given for given in step["inputs"]]
    place, space, seen = step["stop"].rpartition(" ")
    return {**step, "inputs": inputs, "stop": f"{place}{space}{_again(seen, changes)}"}


def _answer(given: list[Any], changes: list[Any]) -> list[Any]:
    kind, place, (topic, who, seen), *rest = given
    return [kind, place, [topic, who, _again(seen, changes)], *rest]


def _again(seen: str, changes: list[Any]) -> str:
    """The digest of as many changes as this one was made of."""
    count = seen.partition("-")[0]
    if not count.isdecimal() or int(count) > len(changes):
        return seen
    return digest(changes[: int(count)])
