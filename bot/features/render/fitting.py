"""Making texts fit: whole lines fall away where they are missed least, and it is said how many."""

from __future__ import annotations

from collections.abc import Sequence


def fit_lines(lines: Sequence[str], budget: int, more: str = "-# … {n} more lines") -> str:
    """The lines joined, within `budget` characters.

    The first and the last lines tell most: what does not fit is left out of the middle, and the line that
    takes its place says how many there were.
    """
    text = "\n".join(lines)
    if len(text) <= budget:
        return text
    room = budget - len(more.format(n=len(lines))) - 1
    head, tail = _ends(lines, room)
    left_out = len(lines) - head - tail
    kept = [*lines[:head], more.format(n=left_out), *lines[len(lines) - tail :]]
    return "\n".join(kept)[:budget]


def _ends(lines: Sequence[str], room: int) -> tuple[int, int]:
    """How many lines of the beginning and of the end fit, the end first, by turns."""
    head = tail = used = 0
    while head + tail < len(lines):
        line = lines[len(lines) - 1 - tail] if tail <= head else lines[head]
        if used + len(line) + 1 > room:
            break
        used += len(line) + 1
        if tail <= head:
            tail += 1
        else:
            head += 1
    return head, tail


def first_lines(lines: Sequence[str], budget: int, more: str = "-# … {n} more") -> str:
    """The lines joined, within `budget` characters; what does not fit is left out at the end, with its
    number.
    """
    text = "\n".join(lines)
    if len(text) <= budget:
        return text
    room = budget - len(more.format(n=len(lines))) - 1
    kept: list[str] = []
    for line in lines:
        if room < len(line) + 1:
            break
        room -= len(line) + 1
        kept.append(line)
    return "\n".join([*kept, more.format(n=len(lines) - len(kept))])[:budget]
