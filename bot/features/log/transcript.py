"""A transcript as a Markdown file. Nothing is sent here."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import groupby

from bot.features.kit import escape
from bot.table.history import Transcript

from . import words


def markdown(log: Transcript) -> str:
    """The whole fight to read: rounds as headings, a paragraph for each step, what was taken back struck
    through.
    """
    return "\n".join([*_head(log), *_body(log), *_foot(log)]) + "\n"


def _head(log: Transcript) -> Iterator[str]:
    yield f"# {escape(log.title)}"
    yield ""
    yield words.PLAYED.format(escape(log.game), log.encounter)
    yield ""
    if log.began is not None:
        ended = words.FROM_TO.format(_time(log.began), _time(log.ended)) if log.ended else ""
        yield ended or words.SINCE.format(_time(log.began))
    yield words.FOR.format(escape(log.audience))
    if any(entry.struck for entry in log.entries):
        yield words.STRUCK


def _time(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M")


def _body(log: Transcript) -> Iterator[str]:
    if not log.entries:
        yield ""
        yield words.NOTHING_YET
    for no, entries in groupby(log.entries, key=lambda entry: entry.no):
        yield ""
        numbered = False
        for entry in entries:
            if entry.round:
                yield from (f"## {escape(entry.text)}", "")
                continue
            line = f"~~{escape(entry.text)}~~" if entry.struck else escape(entry.text)
            yield f"- {line}" if numbered else f"- \\#{no} {line}"
            numbered = True


def _foot(log: Transcript) -> Iterator[str]:
    public, secret = log.commitments
    yield from ("", "---", "", words.PROMISED, "", f"- {words.PUBLIC}: `{public}`")
    yield f"- {words.SECRET}: `{secret}`"
    if log.seeds:
        yield from ("", words.REVEALED, "")
        for name, seed in log.seeds.items():
            yield f"- {words.PUBLIC if name == 'public' else words.SECRET}: `{seed}`"
