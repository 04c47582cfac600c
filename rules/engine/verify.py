"""A log checked: every roll computed again from the revealed seeds, the steps folded, a GM's log run again.

A log may come from anybody: whatever stands in it, the answer is a report or a `LogError`. Running one again
costs about as much as playing it did; whoever checks the logs of strangers bounds the time it may take.
"""

from __future__ import annotations

from dataclasses import dataclass

from .codec import Json, decode
from .dice import commitment, faces
from .encounter import ENDED, Encounter
from .export import GM_KIND
from .logform import Log, LogError, Roll, read_log
from .rerun import run_again
from .steps import STANDING
from .view import patched

__all__ = ["Check", "LogError", "Report", "verify"]

MOST_PROBLEMS = 20


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at: its name, what was done in a sentence, and what was wrong."""

    name: str
    done: str
    problems: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing was wrong."""
        return not self.problems


@dataclass(frozen=True, slots=True)
class Report:
    """What came of checking a log."""

    title: str
    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing was wrong with what could be checked."""
        return all(check.ok for check in self.checks)

    def lines(self) -> tuple[str, ...]:
        """The report to read, a line for each thing looked at and each that was wrong."""
        out = [self.title]
        for check in self.checks:
            out.append(f"{check.name}: {check.done}")
            out += [f"  WRONG: {problem}" for problem in check.problems[:MOST_PROBLEMS]]
            if len(check.problems) > MOST_PROBLEMS:
                out.append(f"  … and {len(check.problems) - MOST_PROBLEMS} more of this kind")
        out.append("Everything that could be checked is right." if self.ok else "This log is not right.")
        return tuple(out)


def verify(log: object) -> Report:
    """Check a log as parsed from JSON. LogError when it is none."""
    read = read_log(log)
    whose = "GM's" if read.kind == GM_KIND else "Players'"
    title = f"{whose} log of {read.ruleset}, version {read.version}, {len(read.steps)} steps"
    whole = Check("Steps", *run_again(read)) if read.kind == GM_KIND else _folded(read)
    return Report(title, (_header(read), _seeds(read), _rolls(read), _places(read), whole))


# ------------------------------------------------------------------ the log as a whole
def _header(log: Log) -> Check:
    """The promise is shown, for only those who were there know it: a fight made up has seeds of its own."""
    promised = ", ".join(f"{part} {digest}" for part, digest in sorted(log.commitments.items()))
    options = {"m": [[key, value] for key, value in log.options.items()]}
    begun = log.start.get("!")
    wrong = []
    if not isinstance(begun, list) or begun[1:4] != [log.ruleset, log.version, options]:
        wrong.append("The state at the beginning is of another game, version or options than the log.")
    return Check("Promise", f"{promised}; the first card of the fight has to say the same", tuple(wrong))


def _ended(log: Log) -> bool:
    try:
        state = decode(log.state)
    except Exception:  # noqa: BLE001 - whatever a stranger wrote
        return False
    return isinstance(state, Encounter) and state.phase == ENDED


# ------------------------------------------------------------------ dice
def _seeds(log: Log) -> Check:
    wrong = [
        f"The {part} seed is not the one that was promised when the encounter began."
        for part, seed in log.seeds.items()
        if commitment(seed) != log.commitments.get(part)
    ]
    due = ("public", "secret") if log.kind == GM_KIND else ("public",)
    missing = [part for part in due if part not in log.seeds] if _ended(log) else []
    wrong += [f"The encounter has ended, and the {part} seed is not revealed." for part in missing]
    held = f"{' and '.join(log.seeds)} held against what was promised"
    done = held if log.seeds else "not revealed, as they are once the encounter has ended"
    return Check("Seeds", done, tuple(wrong))


def _rolls(log: Log) -> Check:
    known = [roll for roll in log.rolls if _seed_name(roll) in log.seeds]
    wrong = []
    for roll in known:
        right = faces(log.seeds[_seed_name(roll)], roll.key, roll.place, roll.sides)
        if right != roll.faces:
            wrong.append(
                f"Step {roll.step}, {roll.place}: the seed gives {_listed(right)}, "
                f"the log says {_listed(roll.faces)}."
            )
    left = len(log.rolls) - len(known)
    without = f"; {left} cannot be, without their seed" if left else ""
    return Check("Rolls", f"{len(known)} computed again from the seeds{without}", tuple(wrong))


def _seed_name(roll: Roll) -> str:
    return "secret" if roll.secret else "public"


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))


def _places(log: Log) -> Check:
    """No two rolls that count may stand at the same place of the same key: they would be the same dice."""
    standing = {row["no"] for row in log.steps if row["status"] in STANDING}
    seen: dict[tuple[str, str], int] = {}
    wrong = []
    for roll in log.rolls:
        at = (roll.key, roll.place)
        if roll.step in standing and at in seen:
            wrong.append(f"Steps {seen[at]} and {roll.step} both roll at {roll.place} under one key.")
        if roll.step in standing:
            seen[at] = roll.step
    return Check("Places", f"{len(seen)} rolls that count, each at a place of its own", tuple(wrong))


# ------------------------------------------------------------------ a players' log
def _folded(log: Log) -> Check:
    state: Json = log.start
    wrong = []
    for row in log.steps:
        try:
            state = patched(state, row.get("patch", []))
        except (LookupError, TypeError, ValueError):
            wrong.append(f"Step {row['no']} changes something that is not there.")
    if not wrong and state != log.state:
        wrong.append("The steps do not lead to the state at the end.")
    return Check("State", f"{len(log.steps)} steps folded to the state at the end", tuple(wrong))
