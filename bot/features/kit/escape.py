"""Making what people typed harmless: shown as typed, never as markup, never as a ping, never out of order.

Everything that comes from a person or from a game's lines goes through `escape` (text that Discord reads as
Markdown) or `label` (buttons, options, titles, which it does not).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

ELLIPSIS: Final = "…"
_BREAK: Final = "\u200b"
"""Zero width: parts an @ from its name and a scheme from its address without being seen."""
_FIRST_STRONG: Final = "\u2068"
_POP: Final = "\u2069"
_ORDERING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_MARKUP: Final = re.compile(r"[\\*_~|`<\[\]]")
_ADDRESS: Final = re.compile(r":(?=//)")
_RIGHT_TO_LEFT: Final = re.compile(
    "[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""The blocks in which every sign stands that runs right to left."""
# What makes a heading, subtext, quote, list or numbered list when it comes first on a line.
_LINE_START: Final = re.compile(r"^(\s*)(?:(#|-|\+|>)|(\d+)([.)]))")


def escape(text: str, limit: int | None = None) -> str:
    """One line of Markdown that shows `text` as it was typed, whatever it holds.

    Line breaks and control characters become spaces. limit: the most characters of what is shown; past it the
    text is cut at a word and ends in "…". The result may be longer than the limit, at most about twice.
    """
    plain = clean(text)
    if limit is not None:
        plain = trim(plain, limit)
    marked = _MARKUP.sub(r"\\\g<0>", plain)
    marked = _LINE_START.sub(_escaped_start, marked)
    marked = _ADDRESS.sub(f":{_BREAK}", marked).replace("@", f"@{_BREAK}")
    return isolated(marked)


def escape_lines(text: str, limit: int | None = None) -> str:
    """Like `escape`, keeping the line breaks; blank lines fall away."""
    plain = "\n".join(line for line in map(clean, text.splitlines()) if line)
    if limit is not None:
        plain = trim(plain, limit)
    return "\n".join(escape(line) for line in plain.split("\n"))


def label(text: str, limit: int, empty: str = "—") -> str:
    """Plain text for a place without Markdown (a button, an option, a title): one line, at most `limit`.

    empty: what stands there when nothing visible is left, since Discord refuses empty labels.
    """
    plain = clean(text).replace("@", f"@{_BREAK}") if "@" in text else clean(text)
    shown = isolated(plain)
    if len(shown) > limit:
        shown = isolated(trim(plain, limit - 2 * shown.count(_POP)))
    return shown if any(unicodedata.category(ch)[0] not in "ZC" for ch in shown) else empty


def clean(text: str) -> str:
    """Without control characters, line breaks, lone surrogates and marks that reorder what follows; one
    line.
    """
    kept = text if text.isascii() and text.isprintable() else "".join(map(_kept, text))
    return " ".join(part for part in kept.split(" ") if part)


@lru_cache(4096)
def _kept(ch: str) -> str:
    category = unicodedata.category(ch)
    if category in ("Zs", "Zl", "Zp", "Cc"):
        return " "
    return "" if category == "Cs" or ch in _ORDERING else ch


def isolated(text: str) -> str:
    """The text with every stretch that runs right to left kept to itself, so that what is around it stays
    put.
    """
    if text.isascii() or _RIGHT_TO_LEFT.search(text) is None:
        return text
    out: list[str] = []
    start = end = -1  # of the stretch that is open, as indices into out
    for ch in text:
        direction = unicodedata.bidirectional(ch)
        if direction in ("R", "AL"):
            start = len(out) if start < 0 else start
            end = len(out)
        elif direction == "L" and start >= 0:
            _enclose(out, start, end)
            start = -1
        out.append(ch)
    if start >= 0:
        _enclose(out, start, end)
    return "".join(out)


def _enclose(out: list[str], start: int, end: int) -> None:
    out[start] = _FIRST_STRONG + out[start]
    out[end] += _POP


def _escaped_start(match: re.Match[str]) -> str:
    space, sign, number, dot = match.groups()
    return f"{space}\\{sign}" if sign else f"{space}{number}\\{dot}"


def trim(text: str, limit: int) -> str:
    """At most `limit` characters, cut at the end of a word where one ends in the last quarter, with "…"."""
    if len(text) <= limit:
        return text
    if limit <= 1:
        return ELLIPSIS[:limit]
    cut = text[: limit - 1]
    space = cut.rfind(" ")
    if space >= limit * 3 // 4:
        cut = cut[:space]
    return _whole(cut, text).rstrip(" ,;:·-–—") + ELLIPSIS


def _whole(cut: str, text: str) -> str:
    """Do not part a letter from its accents or an emoji from its joiner."""
    while cut and len(cut) < len(text) and _belongs(text[len(cut)], cut[-1]):
        cut = cut[:-1]
    return cut


def _belongs(following: str, last: str) -> bool:
    return last == "\u200d" or following in "\u200d\ufe0f" or unicodedata.combining(following) > 0


def trim_middle(text: str, limit: int) -> str:
    """At most `limit` characters with both ends kept, for names that differ only at their end."""
    if len(text) <= limit:
        return text
    tail = max(1, (limit - 1) // 3)
    return text[: limit - 1 - tail] + ELLIPSIS + text[-tail:]


def mention(user: int) -> str:
    """A person by name as Discord shows it; it pings only where a message names them as allowed."""
    return f"<@{user}>"
