"""Cuts a typed roll into tokens, each with its place in the text.

Characters are read one for one, so places in tokens are places in what the person typed. Keyboards and
phones are met here: any dash is a minus, any script's decimal digits are digits, full-width forms are their
plain ones, every kind of blank (no-break and invisible ones too) only separates. Nothing is judged here but
a label that never ends; words and signs that the notation does not know become tokens, for the parser to
explain.
"""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from rules.notation.errors import ParseError

_DASHES = frozenset("-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63")
_PLUSES = frozenset("+\ufe62")
_COMPARISONS = frozenset("<>=~≤≥≠")
_FULL_WIDTH = range(0xFF01, 0xFF5F)
_FULL_WIDTH_OFFSET = 0xFEE0


class Kind(Enum):
    """What a token is. WORD and SIGN are whatever the notation gives no meaning."""

    NUMBER = "number"
    DIE = "d"
    PERCENT = "%"
    PLUS = "+"
    MINUS = "-"
    LABEL = "[label]"
    COMMENT = "# comment"
    WORD = "word"
    SIGN = "other sign"
    END = "end"


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the text, `text[start:end]`.

    `content` is its plain form: ASCII digits of a number, a word in lower case, the inside of a label or
    comment.
    """

    kind: Kind
    content: str
    start: int
    end: int


def tokenize(text: str) -> list[Token]:
    """The tokens of `text` in order, END as the last. ParseError for a label without its closing bracket."""
    plain = "".join(map(_plain_character, text))
    tokens: list[Token] = []
    position = 0
    while position < len(plain):
        if _is_blank(plain[position]):
            position += 1
            continue
        token = _token_at(text, plain, position)
        tokens.append(token)
        position = token.end
    tokens.append(Token(Kind.END, "", len(text), len(text)))
    return tokens


def _token_at(text: str, plain: str, start: int) -> Token:
    char = plain[start]
    if char == "#":
        return Token(Kind.COMMENT, text[start + 1 :], start, len(text))
    if char == "[":
        return _label(text, plain, start)
    if char in _SINGLE:
        return Token(_SINGLE[char], char, start, start + 1)
    for kind, belongs in _RUNS:
        if belongs(char):
            end = _run_end(plain, start, belongs)
            return _word_or(kind, plain[start:end].lower(), start, end)
    return Token(Kind.SIGN, char, start, start + 1)


def _label(text: str, plain: str, start: int) -> Token:
    closing = plain.find("]", start)
    if closing < 0:
        raise ParseError(
            "This label has no closing bracket; write it such as 2d6 [fire].", text, start, len(text)
        )
    return Token(Kind.LABEL, text[start + 1 : closing], start, closing + 1)


def _word_or(kind: Kind, content: str, start: int, end: int) -> Token:
    is_die = kind is Kind.WORD and content == "d"
    return Token(Kind.DIE if is_die else kind, content, start, end)


def _run_end(plain: str, start: int, belongs: Callable[[str], bool]) -> int:
    end = start + 1
    while end < len(plain) and belongs(plain[end]):
        end += 1
    return end


def _plain_character(char: str) -> str:
    """One character for one, so that places stay. Superscripts are no digits: 6² must not become 62."""
    if ord(char) in _FULL_WIDTH:
        char = chr(ord(char) - _FULL_WIDTH_OFFSET)
    if char in _DASHES:
        return "-"
    if char in _PLUSES:
        return "+"
    digit = unicodedata.decimal(char, None)
    return char if digit is None else str(digit)


def _is_blank(char: str) -> bool:
    return char.isspace() or unicodedata.category(char) in ("Cf", "Cc")


def _is_digit(char: str) -> bool:
    return "0" <= char <= "9"


_SINGLE = {"+": Kind.PLUS, "-": Kind.MINUS, "%": Kind.PERCENT}
_RUNS: tuple[tuple[Kind, Callable[[str], bool]], ...] = (
    (Kind.NUMBER, _is_digit),
    (Kind.WORD, str.isalpha),
    (Kind.SIGN, _COMPARISONS.__contains__),
)
