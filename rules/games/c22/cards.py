"""The cards (CT-01, 03, 08): codes, numbers, suits, the balanced start and the upgrades of a deck.

A card is a code: the suit's letter and its rank ("S10", "HQ", "CA"), "RJ" the red joker, "BJ" the black one,
"?" a card the viewer does not see. A pile is a tuple of codes in `arranged` order, so that no secret order is
ever kept.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

SUITS = "SCDH"
"""The suits in the order of initiative: spades, clubs, diamonds, hearts (CT-11)."""
SUIT_NAMES = {"S": "spades", "C": "clubs", "D": "diamonds", "H": "hearts"}
SYMBOLS = {"S": "♠", "C": "♣", "D": "♦", "H": "♥"}
RED_JOKER, BLACK_JOKER, UNKNOWN = "RJ", "BJ", "?"
JOKERS = (RED_JOKER, BLACK_JOKER)
FACES = ("J", "Q", "K")
DECK_SIZE = 22
FEWEST_NUMBERS = 5
"""Number cards a deck must hold, so that a turn's two cards, one more for an edge, and a check can be drawn.
"""

RANKS = ("A", *(str(n) for n in range(2, 11)), *FACES)
_FACE_ORDER = {"J": 11, "Q": 12, "K": 13}


def is_joker(card: str) -> bool:
    """Whether this is one of the two jokers."""
    return card in JOKERS


def is_face(card: str) -> bool:
    """Whether this is a Jack, Queen or King."""
    return not is_joker(card) and card[1:] in FACES


def number(card: str) -> int:
    """The number of a number card (CT-01, 03): ace 1, red joker 14, black joker 0. ValueError for a face
    card.
    """
    if is_joker(card):
        return 14 if card == RED_JOKER else 0
    return 1 if card[1:] == "A" else int(card[1:])


def suit(card: str) -> str:
    """The suit's letter, "" for a joker or a hidden card."""
    return "" if is_joker(card) or card == UNKNOWN else card[0]


def red(card: str) -> bool:
    """Whether the card is red: hearts, diamonds, the red joker."""
    return card == RED_JOKER or suit(card) in ("D", "H")


def worth(card: str) -> int:
    """Where a card stands in an arranged pile: its number, Jack to King 11 to 13, hidden cards last."""
    if card == UNKNOWN:
        return 99
    return _FACE_ORDER[card[1:]] if is_face(card) else number(card)


def arranged(cards: Iterable[str]) -> tuple[str, ...]:
    """The cards in their fixed order: by number, then by suit."""
    return tuple(sorted(cards, key=lambda card: (worth(card), SUITS.find(suit(card)))))


BALANCED = arranged([*(f"{s}{n}" for s in SUITS for n in (2, 4, 5, 6, 8)), *JOKERS])
"""The balanced start: every 2, 4, 5, 6 and 8 and both jokers, 22 cards (CT-01)."""


def words(card: str) -> str:
    """A card in a sentence: "♠8", "red joker"."""
    if is_joker(card):
        return "red joker" if card == RED_JOKER else "black joker"
    return "a hidden card" if card == UNKNOWN else f"{SYMBOLS[card[0]]}{card[1:]}"


def listed(cards: Iterable[str]) -> str:
    """Several cards in a sentence: "♠8 and ♦6"."""
    *most, last = [words(card) for card in cards] or ["no card"]
    return f"{', '.join(most)} and {last}" if most else last


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards less one of this code; where the viewer sees only backs, less one back. ValueError when not
    there.
    """
    rest = list(cards)
    rest.remove(card if card in rest else UNKNOWN)
    return tuple(rest)


# ------------------------------------------------------------------ reading
_LETTERS = {**{v: k for k, v in SYMBOLS.items()}, **{v: k for k, v in SUIT_NAMES.items()}}
_ONE = re.compile(
    r"(?P<suit>[SCDH])\s*(?P<rank>10|[2-9]|[AJQK])|(?P<rank2>10|[2-9]|[AJQK])\s*(?P<suit2>[SCDH])"
)


def read_card(text: str) -> str:
    """The code of a card as people write it: "S10", "10s", "♠10", "red joker". ValueError says what would be
    right.
    """
    plain = text.strip().lower()
    if plain in ("rj", "red joker", "joker red"):
        return RED_JOKER
    if plain in ("bj", "black joker", "joker black"):
        return BLACK_JOKER
    for shown, letter in _LETTERS.items():
        plain = plain.replace(shown, letter)
    found = _ONE.fullmatch(plain.upper())
    if not found:
        raise ValueError(
            f"“{text}” is no card: write a suit and a rank such as S8, HQ or CA, or RJ, BJ for the jokers."
        )
    return (found["suit"] or found["suit2"]) + (found["rank"] or found["rank2"])


# ------------------------------------------------------------------ upgrades (CT-08)
def upgrade(deck: tuple[str, ...], old: str, new: str) -> tuple[str, ...]:
    """The deck after one upgrade: `old` becomes `new`, or `new` (a Jack) is added where `old` is "".

    ValueError says which upgrades there are.
    """
    if not old:
        if is_joker(new) or new[1:] != "J":
            raise ValueError(f"Only a Jack can be added to a deck, not {words(new)}.")
        return arranged((*deck, new))
    if old not in deck:
        raise ValueError(f"There is no {words(old)} in the deck.")
    if new not in successors(old):
        may = listed(successors(old)) if successors(old) else "nothing"
        raise ValueError(f"{words(old)} can become {may}, not {words(new)}.")
    return arranged((*without(deck, old), new))


def successors(old: str) -> tuple[str, ...]:
    """What a card can be swapped for: a number one higher in any suit, Jack to Queen, Queen to King."""
    if is_joker(old) or old[1:] in ("K", "10"):
        return ()
    if is_face(old):
        return (old[0] + {"J": "Q", "Q": "K"}[old[1:]],)
    return tuple(f"{s}{number(old) + 1}" for s in SUITS)


def read_upgrade(text: str) -> tuple[str, str]:
    """(old, new) of an upgrade as written: "S2>H3" swaps, "+SJ" adds a Jack. ValueError says what would be
    right.
    """
    plain = text.strip()
    if plain.startswith("+"):
        return "", read_card(plain[1:])
    old, arrow, new = plain.replace("→", ">").partition(">")
    if not arrow:
        raise ValueError(f"“{text}” is no upgrade: write S2>H3 to swap a card or +SJ to add a Jack.")
    return read_card(old), read_card(new)


def write_upgrade(old: str, new: str) -> str:
    """The written form of an upgrade."""
    return f"{old}>{new}" if old else f"+{new}"


def same_cards(one: Iterable[str], other: Iterable[str]) -> bool:
    """Whether two heaps hold the same cards, each as often."""
    return Counter(one) == Counter(other)
