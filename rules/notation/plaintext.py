"""Free text inside a roll (labels, comments, quoted mistakes), made safe to stand in one line."""

import unicodedata

# Explicit embeddings, overrides and isolates would reorder the rest of the line, the total included.
_BIDI_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def one_line(text: str) -> str:
    """`text` on one line: runs of blanks and line ends become one space; control characters, lone
    surrogates and explicit direction controls are dropped. Markup is left as typed: whoever shows it
    escapes it."""
    kept = (" " if char.isspace() else char for char in text if char.isspace() or not _is_dropped(char))
    return " ".join("".join(kept).split())


def _is_dropped(char: str) -> bool:
    return char in _BIDI_CONTROLS or unicodedata.category(char) in ("Cc", "Cs")
