"""What to say about notation that people bring from elsewhere and that is not understood here."""

from rules.notation.errors import quoted

_RIGHT = "Write only dice and numbers, added or subtracted, such as 2d6 + 3."

_WORDS = {
    "Keeping or dropping dice": ("k", "kh", "kl", "dh", "dl", "kp", "p", "ph", "pl", "keep", "drop"),
    "Rerolling": ("r", "ro", "rr", "ra", "reroll"),
    "Making dice explode": ("e", "ie", "explode"),
    "Counting successes": ("t", "f", "s", "c", "tf", "cs", "cf"),
    "Limiting a die": ("mi", "ma", "min", "max"),
    "Advantage": ("adv", "advantage"),
    "Disadvantage": ("dis", "disadv", "disadvantage"),
    "Rolling Fudge dice": ("df", "fudge", "fate"),
    "Multiplying or repeating": ("x", "times"),
}
_SIGNS = {
    "Making dice explode": "!",
    "Comparing with a target": "<>=≤≥≠~",
    "Multiplying": "*×·∙⋅",
    "Dividing": "/÷",
    "Grouping with parentheses": "()",
    "Grouping with braces": "{}",
    "Making several rolls at once": ";|&",
    "A fraction": ".",
}
_FEATURE_OF_WORD = {word: feature for feature, words in _WORDS.items() for word in words}
_FEATURE_OF_SIGN = {sign: feature for feature, signs in _SIGNS.items() for sign in signs}

DIE_LETTERS = frozenset({"w", "k", "к", "д"})
"""The letter for a die in other languages, as in German 2W6 or Polish 2k6."""


def about_word(word: str) -> str:
    """The message for a word, in lower case, where an operator, a label or the end should be."""
    feature = _FEATURE_OF_WORD.get(word)
    if feature is not None:
        return _unknown(feature)
    return (
        f"“{quoted(word)}” is not understood here. "
        "A label goes in brackets, 2d6 [fire], and a remark after #, 2d6 # fire."
    )


def about_leading_word(word: str) -> str:
    """The message for a word, in lower case, where dice or a number should be."""
    feature = _FEATURE_OF_WORD.get(word)
    if feature is not None:
        return _unknown(feature)
    return (
        f"Dice or a number should stand here, such as 2d6 or 3, not “{quoted(word)}”. "
        "A remark goes to the end, after #."
    )


def about_sign(sign: str) -> str:
    """The message for a sign, or a run of comparison signs, that has no meaning here."""
    if sign == ",":
        return (
            "A comma is not understood here. Write 1000, not 1,000, and one roll at a time, such as 2d6 + 3."
        )
    feature = _FEATURE_OF_SIGN.get(sign[0])
    if feature is not None:
        return _unknown(feature)
    return f"“{quoted(sign)}” is not understood here. {_RIGHT}"


def _unknown(feature: str) -> str:
    return f"{feature} is not understood here. {_RIGHT}"


DICE_AFTER_TERM = (
    "A d cannot follow a term directly. Write + or - between two terms; "
    "dropping dice, as in 4d6d1, is not understood here."
)
REPEATING = (
    "This asks for several rolls, or a + is missing: repeats are not understood here. "
    "Make one roll at a time, such as 4d6, or write the + between the terms."
)
