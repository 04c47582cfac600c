"""What the notation refuses, as sentences for the person who typed the roll."""

from rules.notation.plaintext import one_line

_CONTEXT = 20
_QUOTED = 24


class NotationError(Exception):
    """Base of everything the notation refuses. `message` says what is wrong and what would be right."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class ParseError(NotationError):
    """A text that is not a roll. `text[start:end]` is the place, 0 <= start <= end <= len(text), in code
    points; start == end means that something is missing there."""

    def __init__(self, message: str, text: str, start: int, end: int) -> None:
        super().__init__(message)
        self.text = text
        self.start = start
        self.end = end

    def __str__(self) -> str:
        return f"{self.message} Here: {self.excerpt()}"

    def excerpt(self) -> str:
        """The surroundings in one line with the place between ▸ and ◂; markup is not escaped."""
        before = self.text[max(0, self.start - _CONTEXT) : self.start]
        after = self.text[self.end : self.end + _CONTEXT]
        head = "…" if self.start > _CONTEXT else ""
        tail = "…" if self.end + _CONTEXT < len(self.text) else ""
        return one_line(f"{head}{before}▸{quoted(self.text[self.start : self.end])}◂{after}{tail}")


class DistributionLimitError(NotationError):
    """A roll that may be rolled, but whose exact odds would take too long to compute."""


def quoted(text: str) -> str:
    """A piece of the typed text, short enough and on one line, for use inside a message."""
    shortened = text if len(text) <= _QUOTED else f"{text[:_QUOTED]}…"
    return one_line(shortened)
