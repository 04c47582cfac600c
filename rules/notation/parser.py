"""Reads a typed roll into its tree, or says what is wrong and where.

    roll    = [sign] term { sign term } [ "#" comment ]
    term    = ( number | dice ) [ "[" label "]" ]
    dice    = [ number ] "d" ( number | "%" )          without blanks inside
    sign    = "+" | "-"                                exactly one between two terms

One loop over the terms, no recursion, so no length of input can exhaust the stack.
"""

from typing import Literal

from rules.notation import hints
from rules.notation.errors import ParseError, quoted
from rules.notation.lexer import Kind, Token, tokenize
from rules.notation.plaintext import one_line
from rules.notation.syntax import (
    LABEL_BRACKETS,
    MAX_COMMENT,
    MAX_DICE,
    MAX_LABEL,
    MAX_NUMBER,
    MAX_SIDES,
    MAX_TERMS,
    Dice,
    Number,
    Operand,
    Sum,
    Term,
)

MAX_LENGTH = 1_200
"""Characters of a typed roll. Every tree within its bounds renders to fewer."""

_PERCENTILE = 100


def parse(text: str) -> Sum:
    """The roll that `text` means. ParseError, with the place, for anything that is not wholly understood."""
    if len(text) > MAX_LENGTH:
        message = f"This roll has {len(text)} characters; at most {MAX_LENGTH} are read."
        raise ParseError(message, text, MAX_LENGTH, len(text))
    return _Parser(text).roll()


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = tokenize(text)
        self._index = 0
        self._dice = 0

    def roll(self) -> Sum:
        if self._peek().kind is Kind.END:
            raise self._error("There is nothing to roll. Write dice, such as 2d6 + 3.", self._peek())
        sign = self._sign() if self._at_sign() else 1
        terms = [self._term(sign)]
        while self._at_sign():
            sign = self._sign()
            if len(terms) == MAX_TERMS:
                message = (
                    f"At most {MAX_TERMS} terms make a roll. Add the plain numbers up, or make two rolls."
                )
                raise self._error(message, self._peek())
            terms.append(self._term(sign))
        comment = self._comment()
        if self._peek().kind is not Kind.END:
            raise self._leftover()
        return Sum(tuple(terms), comment)

    # Terms

    def _at_sign(self) -> bool:
        return self._peek().kind in (Kind.PLUS, Kind.MINUS)

    def _sign(self) -> Literal[1, -1]:
        first = self._take()
        if not self._at_sign():
            return 1 if first.kind is Kind.PLUS else -1
        second = self._peek()
        message = "Two signs stand in a row. Write one, + to add or - to subtract."
        if first.kind is second.kind is Kind.MINUS:
            # Phones write a dash so, arithmetic a plus: either reading would be a wrong roll for somebody.
            message = (
                "Two minus signs in a row can be meant as a dash or as a plus. "
                "Write a single - to subtract, + to add, or # before a remark."
            )
        raise self._error(message, first, second)

    def _term(self, sign: Literal[1, -1]) -> Term:
        operand = self._operand()
        return Term(sign, operand, self._label())

    def _operand(self) -> Operand:
        first = self._peek()
        if first.kind is Kind.DIE:
            return self._dice_of(None)
        if first.kind is not Kind.NUMBER:
            raise self._no_operand(first)
        self._take()
        if self._peek().kind is Kind.DIE:
            return self._dice_of(first)
        self._refuse_foreign_dice(first)
        return Number(self._bounded(first, 0, MAX_NUMBER, "A number"))

    def _dice_of(self, count: Token | None) -> Dice:
        letter = self._take()
        sides = self._peek()
        if sides.kind not in (Kind.NUMBER, Kind.PERCENT):
            message = "The die's sides are missing. Write them after the d, such as d6 or d%."
            raise ParseError(message, self._text, letter.end, letter.end)
        self._take()
        self._refuse_blanks(count, letter, sides)
        dice = Dice(self._count(count), self._sides(sides))
        self._dice += dice.count
        if self._dice > MAX_DICE:
            message = f"This makes {self._dice} dice; at most {MAX_DICE} are rolled at once."
            raise self._error(message, count or letter, sides)
        return dice

    def _count(self, count: Token | None) -> int:
        return 1 if count is None else self._bounded(count, 1, MAX_DICE, "The count of dice")

    def _sides(self, sides: Token) -> int:
        if sides.kind is Kind.PERCENT:
            return _PERCENTILE
        return self._bounded(sides, 1, MAX_SIDES, "The count of sides")

    def _bounded(self, number: Token, low: int, high: int, what: str) -> int:
        value = int(number.content)
        if not low <= value <= high:
            raise self._error(f"{what} is {low} to {high}, not {quoted(number.content)}.", number)
        return value

    def _label(self) -> str | None:
        if self._peek().kind is not Kind.LABEL:
            return None
        token = self._take()
        label = one_line(token.content)
        if not label:
            raise self._error("This label is empty. Write a word in the brackets, such as 2d6 [fire].", token)
        if any(char in LABEL_BRACKETS for char in label):
            raise self._error("A label cannot hold another bracket. Write it such as 2d6 [fire].", token)
        if len(label) > MAX_LABEL:
            raise self._error(f"This label has {len(label)} characters; at most {MAX_LABEL} are kept.", token)
        if self._peek().kind is Kind.LABEL:
            raise self._error(
                "A term takes one label. Write them together, such as [cold, magic].", self._peek()
            )
        return label

    def _comment(self) -> str | None:
        if self._peek().kind is not Kind.COMMENT:
            return None
        token = self._take()
        comment = one_line(token.content)
        if not self._dice:
            # 6#4d6 asks for six rolls elsewhere; it must not become the number 6 with a remark.
            message = (
                "There are no dice before the #, and repeats are not understood here. "
                "Write one roll, such as 4d6, and a remark after its #."
            )
            raise ParseError(message, self._text, token.start, token.start + 1)
        if len(comment) > MAX_COMMENT:
            message = f"This comment has {len(comment)} characters; at most {MAX_COMMENT} are kept."
            raise self._error(message, token)
        return comment or None

    # What is wrong

    def _refuse_blanks(self, count: Token | None, letter: Token, sides: Token) -> None:
        if count is not None and count.end != letter.start:
            roll = f"{quoted(count.content)}d{quoted(sides.content)}"
            message = f"With a blank this could ask for several rolls. Write {roll} without it."
            raise self._error(message, count, sides)
        if letter.end != sides.start:
            message = (
                f"A blank stands inside the dice. Write them without it, such as d{quoted(sides.content)}."
            )
            raise self._error(message, letter, sides)

    def _refuse_foreign_dice(self, count: Token) -> None:
        letter, sides = self._peek(), self._peek(1)
        adjacent = count.end == letter.start and letter.end == sides.start
        if adjacent and letter.content in hints.DIE_LETTERS and sides.kind is Kind.NUMBER:
            message = f"Dice are written with a d here, {quoted(count.content)}d{quoted(sides.content)}."
            raise self._error(message, count, sides)

    def _no_operand(self, token: Token) -> ParseError:
        match token.kind:
            case Kind.WORD:
                return self._error(hints.about_leading_word(token.content), *self._with_number(token))
            case Kind.SIGN:
                return self._error(hints.about_sign(token.content), token)
            case Kind.LABEL:
                return self._error("A label comes after its dice or number, such as 2d6 [fire].", token)
            case Kind.PERCENT:
                return self._error("For a percentile die write d%.", token)
            case Kind.COMMENT:
                message = "Dice or a number should stand before the #, such as 2d6 # damage."
                return ParseError(message, self._text, token.start, token.start + 1)
            case _:
                return self._error(
                    "The roll breaks off here. Dice or a number should follow, such as 2d6 or 3.", token
                )

    def _leftover(self) -> ParseError:
        """After a whole term: what stands here is no sign, label or comment."""
        token = self._peek()
        match token.kind:
            case Kind.WORD:
                return self._error(hints.about_word(token.content), *self._with_number(token))
            case Kind.SIGN:
                return self._error(hints.about_sign(token.content), token)
            case Kind.DIE:
                return self._error(hints.DICE_AFTER_TERM, *self._with_number(token))
            case Kind.PERCENT:
                return self._error(
                    "A % only follows the d of a die, as in d%. Write that or leave it out.", token
                )
            case _ if self._peek(1).kind is Kind.DIE:
                return self._error(hints.REPEATING, token)
            case _:
                return self._error("A sign is missing before this. Write + or - between two terms.", token)

    def _with_number(self, token: Token) -> tuple[Token, Token]:
        """From `token` to the number that is written against it, so that kh3 is pointed at as one."""
        following = self._peek(1)
        joined = following.kind is Kind.NUMBER and following.start == token.end
        return token, following if joined else token

    def _error(self, message: str, first: Token, last: Token | None = None) -> ParseError:
        return ParseError(message, self._text, first.start, (last or first).end)

    # The tokens

    def _peek(self, ahead: int = 0) -> Token:
        return self._tokens[min(self._index + ahead, len(self._tokens) - 1)]

    def _take(self) -> Token:
        """The next token, consumed. END is never taken."""
        token = self._peek()
        self._index += 1
        return token
