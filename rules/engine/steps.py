"""The rows of a journal."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from .codec import decode, encode
from .driver import Rolled
from .effects import Call, Change, Line
from .live import Input, Run

OPEN, DONE, WITHDRAWN, UNDONE, DROPPED = "open", "done", "withdrawn", "undone", "dropped"
"""Waiting for somebody · counted · taken back before its end · undone, can be redone · undone for good."""

STANDING = (OPEN, DONE)

CARRIED = "~"
"""Marks, among the stored inputs, those that are only carried."""


@dataclass(frozen=True, slots=True)
class Step:
    """One declaration and all that came of it.

    no: 1, 2, 3 … in the encounter. by: user id of who declared it. actor: the combatant's id, "" for the GM.
    verb: its name. turn: "<round>/<slot>" when it was declared. key: of its dice. deliveries: what brought
    the inputs, so that what comes twice is applied once. at: seconds since the epoch, as the table's clock
    said. stop: where an open step waits. carry: answers from before an offer was revised that may serve
    again. after, waits: the state after it, and of an open one its run up to where it waits; in memory only.
    """

    no: int
    by: str
    actor: str
    verb: str
    call: Call[Any]
    turn: str
    key: str
    at: int
    inputs: tuple[Input, ...] = ()
    changes: tuple[Change[Any], ...] = ()
    lines: tuple[Line | Rolled, ...] = ()
    status: str = OPEN
    stop: str = ""
    deliveries: tuple[str, ...] = ()
    carry: tuple[Input, ...] = ()
    after: Any = field(default=None, compare=False, repr=False)
    waits: Run | None = field(default=None, compare=False, repr=False)

    def with_run(self, run: Run) -> Step:
        """This step with what a run of it came to."""
        return replace(
            self,
            inputs=run.inputs,
            changes=run.changes,
            lines=run.lines,
            status=DONE if run.done else OPEN,
            stop=run.stop,
            carry=run.carry,
            after=run.s,
            waits=None if run.done else run,
        )


def encode_inputs(inputs: tuple[Input, ...]) -> list[Any]:
    """The stored form of inputs: lists, trailing defaults left out."""
    out: list[Any] = []
    for x in inputs:
        row: list[Any] = [
            x.kind, x.place, encode(x.what), encode(x.value), list(x.sides), x.by, int(x.secret), x.prompt,
        ]  # fmt: skip
        while len(row) > 4 and row[-1] in ("", 0, []):
            row.pop()
        out.append(row)
    return out


def decode_inputs(rows: list[Any]) -> tuple[Input, ...]:
    """Inputs from their stored form."""
    blank: list[Any] = ["", "", None, None, [], "", 0, ""]
    out: list[Input] = []
    for row in rows:
        filled: list[Any] = [*row, *blank[len(row) :]]
        kind, place, what, value, sides, by, secret, prompt = filled
        out.append(Input(kind, place, decode(what), decode(value), tuple(sides), by, bool(secret), prompt))
    return tuple(out)


def encode_lines(lines: tuple[Line | Rolled, ...]) -> list[Any]:
    """The stored form of lines: a roll is the index of its input."""
    return [x.index if isinstance(x, Rolled) else encode(x) for x in lines]


def decode_lines(rows: list[Any]) -> tuple[Line | Rolled, ...]:
    """Lines from their stored form."""
    return tuple(Rolled(x) if isinstance(x, int) else decode(x) for x in rows)


def encode_step(step: Step) -> dict[str, Any]:
    """The whole stored form of a step, for a row or a GM's log."""
    return {
        "no": step.no,
        "by": step.by,
        "actor": step.actor,
        "verb": step.verb,
        "call": encode(step.call),
        "turn": step.turn,
        "key": step.key,
        "at": step.at,
        "inputs": [*encode_inputs(step.inputs), *([CARRIED, *row] for row in encode_inputs(step.carry))],
        "changes": encode(step.changes),
        "lines": encode_lines(step.lines),
        "status": step.status,
        "stop": step.stop,
        "deliveries": list(step.deliveries),
    }


def decode_step(row: dict[str, Any]) -> Step:
    """A step from its stored form; its `after` is set when the journal folds it."""
    carried = [rest for first, *rest in row["inputs"] if first == CARRIED]
    return Step(
        no=row["no"],
        by=row["by"],
        actor=row["actor"],
        verb=row["verb"],
        call=decode(row["call"]),
        turn=row["turn"],
        key=row["key"],
        at=row["at"],
        inputs=decode_inputs([x for x in row["inputs"] if x[0] != CARRIED]),
        changes=decode(row["changes"]),
        lines=decode_lines(row["lines"]),
        status=row["status"],
        stop=row["stop"],
        deliveries=tuple(row["deliveries"]),
        carry=decode_inputs(carried),
    )


def told(step: Step, run: tuple[Input, ...] | None = None) -> list[tuple[str, Line | Input]]:
    """What a step told, in order: (audience, line or the roll's input)."""
    inputs = step.inputs if run is None else run
    out: list[tuple[str, Line | Input]] = []
    for x in step.lines:
        if isinstance(x, Rolled):
            given = inputs[x.index]
            out.append((given.what.audience, given))
        else:
            out.append((x.to, x))
    return out
