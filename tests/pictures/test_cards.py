"""The picture of a hand: a real PNG, every card told apart, and the same in words."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from bot.pictures.cards import (
    HEIGHT,
    INK,
    RED,
    SCALE,
    WIDEST,
    WIDTH,
    alt_text,
    card_image,
    hand_png,
    in_words,
)
from bot.pictures.suits import shape
from rules.games.c22.cards import BALANCED, RANKS, SUITS

EVERY = [f"{s}{r}" for s in SUITS for r in RANKS] + ["RJ", "BJ", "?"]


def opened(cards: tuple[str, ...]) -> Image.Image:
    """The picture of a hand, read back."""
    return Image.open(io.BytesIO(hand_png(cards))).convert("RGBA")


def has(image: Image.Image, colour: tuple[int, int, int]) -> bool:
    """Whether a colour is somewhere in a card."""
    found = image.convert("RGB").getcolors(image.width * image.height) or []
    return any(shade == colour for _, shade in found)


def test_a_hand_is_a_small_png_with_a_transparent_background() -> None:
    data = hand_png(("S8", "HQ"))
    assert data.startswith(b"\x89PNG")
    assert len(data) < 100_000
    image = opened(("S8", "HQ"))
    assert [image.getpixel((0, 0)), image.getpixel((image.width - 1, image.height - 1))] == [(0, 0, 0, 0)] * 2
    assert image.width >= 2 * WIDTH
    assert image.height >= HEIGHT


@pytest.mark.parametrize("count", [1, 2, 3, 5, 6, 7, 12, 22])
def test_hands_of_any_size_stay_within_the_width(count: int) -> None:
    image = opened(BALANCED[:count])
    assert image.width <= WIDEST + 80
    assert image.height <= HEIGHT + 80


def test_every_card_looks_different() -> None:
    assert len({card_image(card).tobytes() for card in EVERY}) == len(EVERY) == 55


@pytest.mark.parametrize("card", EVERY)
def test_cards_are_red_or_black(card: str) -> None:
    image = card_image(card)
    assert image.size == (WIDTH * SCALE, HEIGHT * SCALE)
    assert has(image, RED) is (card == "RJ" or card[0] in "HD")
    assert has(image, INK) is (card == "BJ" or card[0] in "SC")


def test_an_empty_hand_is_an_outline() -> None:
    image = opened(())
    assert image.getchannel("A").getbbox() is not None
    assert alt_text(()) == "An empty hand"


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (("S8",), "A hand of 1 card: 8 of spades"),
        (("S8", "HQ"), "A hand of 2 cards: 8 of spades and queen of hearts"),
        (("CA", "D10", "RJ"), "A hand of 3 cards: ace of clubs, 10 of diamonds and red joker"),
        (
            ("?", "BJ", "SK", "DJ"),
            "A hand of 4 cards: a hidden card, black joker, king of spades and jack of diamonds",
        ),
    ],
)
def test_the_hand_in_words(cards: tuple[str, ...], words: str) -> None:
    assert alt_text(cards) == words


def test_every_card_of_the_game_has_words_and_a_picture() -> None:
    assert len({in_words(card) for card in EVERY}) == 55
    assert all(card_image(card) for card in BALANCED)


@pytest.mark.parametrize("card", ["", "S", "S1", "S11", "X8", "8S", "SJJ", "joker"])
def test_what_is_no_card_is_refused(card: str) -> None:
    with pytest.raises(ValueError, match="is no card"):
        hand_png((card,))
    with pytest.raises(ValueError, match="is no card"):
        alt_text((card,))


@pytest.mark.parametrize("name", ["S", "H", "D", "C", "star"])
def test_outlines_are_centred_and_as_high_as_asked(name: str) -> None:
    points = [point for part in shape(name, 100, 50, 40) for point in part]
    ys, xs = [y for _, y in points], [x for x, _ in points]
    assert (min(ys), max(ys)) == pytest.approx((30, 70))
    assert (min(xs) + max(xs)) / 2 == pytest.approx(100)
    turned = [point for part in shape(name, 100, 50, 40, upside_down=True) for point in part]
    for (x, y), (tx, ty) in zip(points, turned, strict=True):
        assert (tx, ty) == pytest.approx((200 - x, 100 - y))
