"""A hand of playing cards as a picture, and in words for those who do not see it.

A card is a code: "S10", "HQ", "CA" (suit and rank), "RJ" and "BJ" the jokers, "?" a card seen from behind.
The background is transparent and every card has its own paper and rim, so a hand looks right on dark and
on light.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from .suits import Point, shape

SCALE = 3
"""Everything is drawn this much larger and then reduced, which smooths the edges."""
WIDTH, HEIGHT = 132, 186
"""A card in the finished picture, in pixels."""
WIDEST = 900
"""A hand is at most about this wide; more cards overlap more."""
MARGIN = 16

PAPER, RIM, INK, RED = (251, 250, 246), (186, 184, 176), (32, 33, 40), (196, 35, 44)
BACK, BACK_LINES = (47, 74, 120), (120, 146, 190)
PANEL = (240, 236, 224)
HIDDEN, JOKERS = "?", {"RJ": RED, "BJ": INK}

SUIT_WORDS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANK_WORDS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", **{str(n): str(n) for n in range(2, 11)}}

_L, _M, _R = 0.345, 0.5, 0.655
_PIPS: dict[str, tuple[Point, ...]] = {
    "A": ((_M, 0.5),),
    "2": ((_M, 0.2), (_M, 0.8)),
    "3": ((_M, 0.2), (_M, 0.5), (_M, 0.8)),
    "4": ((_L, 0.2), (_R, 0.2), (_L, 0.8), (_R, 0.8)),
    "5": ((_L, 0.2), (_R, 0.2), (_M, 0.5), (_L, 0.8), (_R, 0.8)),
    "6": ((_L, 0.2), (_R, 0.2), (_L, 0.5), (_R, 0.5), (_L, 0.8), (_R, 0.8)),
    "7": ((_L, 0.2), (_R, 0.2), (_M, 0.35), (_L, 0.5), (_R, 0.5), (_L, 0.8), (_R, 0.8)),
    "8": ((_L, 0.2), (_R, 0.2), (_M, 0.35), (_L, 0.5), (_R, 0.5), (_M, 0.65), (_L, 0.8), (_R, 0.8)),
    "9": (
        (_L, 0.2), (_R, 0.2), (_L, 0.4), (_R, 0.4), (_M, 0.5), (_L, 0.6), (_R, 0.6), (_L, 0.8), (_R, 0.8),
    ),
    "10": (
        (_L, 0.2), (_R, 0.2), (_M, 0.3), (_L, 0.4), (_R, 0.4),
        (_L, 0.6), (_R, 0.6), (_M, 0.7), (_L, 0.8), (_R, 0.8),
    ),
}  # fmt: skip
"""Where the pips of a number card are, in fractions of the card; those of the lower half stand on their
heads.
"""


# ------------------------------------------------------------------ words
def in_words(card: str) -> str:
    """A card in words: "8 of spades", "red joker", "a hidden card". ValueError for what is no card."""
    if card == HIDDEN:
        return "a hidden card"
    if card in JOKERS:
        return "red joker" if card == "RJ" else "black joker"
    suit, rank = card[:1], card[1:]
    if suit not in SUIT_WORDS or rank not in RANK_WORDS:
        raise ValueError(f"“{card}” is no card")
    return f"{RANK_WORDS[rank]} of {SUIT_WORDS[suit]}"


def alt_text(cards: Sequence[str]) -> str:
    """The picture in words: "A hand of 2 cards: 8 of spades and red joker". ValueError for what is no
    card.
    """
    if not cards:
        return "An empty hand"
    *most, last = [in_words(card) for card in cards]
    count = "1 card" if len(cards) == 1 else f"{len(cards)} cards"
    return f"A hand of {count}: {', '.join(most)} and {last}" if most else f"A hand of {count}: {last}"


# ------------------------------------------------------------------ the hand
def hand_png(cards: Sequence[str]) -> bytes:
    """The cards side by side, slightly fanned, as a PNG with a transparent background.

    No card gives an empty outline. ValueError for what is no card.
    """
    faces = [card_image(card) for card in cards] or [_empty()]
    turned = [face.rotate(angle, Image.Resampling.BICUBIC, expand=True) for face, angle in _fan(faces)]
    step = _step(len(faces)) * SCALE
    margin = MARGIN * SCALE
    height = max(image.height for image in turned) + 2 * margin
    width = turned[0].width + step * (len(turned) - 1) + 2 * margin
    picture = Image.new("RGBA", (width, height))
    for n, image in enumerate(turned):
        centre = margin + turned[0].width // 2 + n * step
        _lay(picture, image, (centre - image.width // 2, (height - image.height) // 2))
    small = picture.resize((width // SCALE, height // SCALE), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    small.save(out, "PNG", optimize=True)
    return out.getvalue()


def _fan(faces: Sequence[Image.Image]) -> list[tuple[Image.Image, float]]:
    """Each card with its angle in degrees: the outer ones lean outwards, never more than 4."""
    middle = (len(faces) - 1) / 2
    lean = min(2.5, 4 / middle) if middle else 0.0
    return [(face, (middle - n) * lean) for n, face in enumerate(faces)]


def _step(count: int) -> int:
    """Pixels from one card to the next: side by side while they fit, then overlapping."""
    if count < 2:
        return 0
    return min(WIDTH + 12, max(8, (WIDEST - WIDTH) // (count - 1)))


def _lay(picture: Image.Image, card: Image.Image, at: tuple[int, int]) -> None:
    """Put a card down with a soft shadow."""
    room = 10 * SCALE
    dark = Image.new("L", (card.width + 2 * room, card.height + 2 * room))
    dark.paste(card.getchannel("A").point(lambda a: a * 90 // 255), (room, room))
    shadow = Image.new("RGBA", dark.size)
    shadow.putalpha(dark.filter(ImageFilter.BoxBlur(3 * SCALE)))
    picture.alpha_composite(shadow, (at[0] - room + SCALE, at[1] - room + 3 * SCALE))
    picture.alpha_composite(card, at)


# ------------------------------------------------------------------ one card
@lru_cache(64)
def card_image(card: str) -> Image.Image:
    """One card, `SCALE` times as large as in the finished picture. ValueError for what is no card."""
    in_words(card)
    image, draw = _paper()
    if card == HIDDEN:
        _back(image)
    elif card in JOKERS:
        _joker(image, JOKERS[card])
    else:
        suit, rank = card[0], card[1:]
        colour = RED if suit in "HD" else INK
        _corners(image, rank, suit, colour)
        if rank in _PIPS:
            _pips(draw, rank, suit, colour)
        else:
            _court(draw, rank, suit, colour)
    return image


def _paper() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGBA", (WIDTH * SCALE, HEIGHT * SCALE))
    draw = ImageDraw.Draw(image)
    box = (0, 0, WIDTH * SCALE - 1, HEIGHT * SCALE - 1)
    draw.rounded_rectangle(box, 11 * SCALE, fill=PAPER, outline=RIM, width=SCALE)
    return image, draw


def _corners(image: Image.Image, rank: str, suit: str, colour: tuple[int, int, int]) -> None:
    """Rank and suit in the upper left corner, and turned round in the lower right one."""
    corner = Image.new("RGBA", image.size)
    draw = ImageDraw.Draw(corner)
    draw.text(
        (16 * SCALE, 20 * SCALE), rank, colour, _font(23 if rank != "10" else 20), "mm",
        stroke_width=1, stroke_fill=colour,
    )  # fmt: skip
    _stamp(draw, suit, (16, 41), 15, colour)
    image.alpha_composite(corner)
    image.alpha_composite(corner.rotate(180))


def _stamp(
    draw: ImageDraw.ImageDraw,
    name: str,
    at: Point,
    size: float,
    colour: tuple[int, int, int],
    *,
    upside_down: bool = False,
) -> None:
    """A suit or a star, `size` high, centred on a point; all in finished pixels."""
    for part in shape(name, at[0] * SCALE, at[1] * SCALE, size * SCALE, upside_down=upside_down):
        draw.polygon(part, fill=colour)


def _pips(draw: ImageDraw.ImageDraw, rank: str, suit: str, colour: tuple[int, int, int]) -> None:
    size = 60 if rank == "A" else 23 if rank in ("9", "10") else 25
    for x, y in _PIPS[rank]:
        _stamp(draw, suit, (x * WIDTH, y * HEIGHT), size, colour, upside_down=y > 0.5)


def _court(draw: ImageDraw.ImageDraw, rank: str, suit: str, colour: tuple[int, int, int]) -> None:
    """A face card: a panel with a large letter between two suits."""
    box = tuple(n * SCALE for n in (33, 24, WIDTH - 33, HEIGHT - 24))
    draw.rounded_rectangle(box, 6 * SCALE, fill=PANEL, outline=colour, width=SCALE * 3 // 2)
    middle = (WIDTH * SCALE / 2, HEIGHT * SCALE / 2)
    draw.text(middle, rank, colour, _font(62), "mm", stroke_width=2, stroke_fill=colour)
    for y, turned in ((46, False), (HEIGHT - 46, True)):
        _stamp(draw, suit, (WIDTH / 2, y), 26, colour, upside_down=turned)


def _joker(image: Image.Image, colour: tuple[int, int, int]) -> None:
    """A joker: the word down two corners, a star in the middle."""
    corner = Image.new("RGBA", image.size)
    draw = ImageDraw.Draw(corner)
    for n, letter in enumerate("JOKER"):
        at = (16 * SCALE, (20 + 17 * n) * SCALE)
        draw.text(at, letter, colour, _font(16), "mm", stroke_width=1, stroke_fill=colour)
    image.alpha_composite(corner)
    image.alpha_composite(corner.rotate(180))
    for size, fill in ((74, colour), (40, PAPER), (24, colour)):
        _stamp(ImageDraw.Draw(image), "star", (WIDTH / 2, HEIGHT / 2), size, fill)


def _back(image: Image.Image) -> None:
    """A card from behind: a lattice in a frame."""
    inner = tuple(n * SCALE for n in (8, 8, WIDTH - 8, HEIGHT - 8))
    lattice = Image.new("RGBA", image.size)
    lines = ImageDraw.Draw(lattice)
    lines.rectangle((0, 0, *image.size), fill=BACK)
    for x in range(-HEIGHT, WIDTH + HEIGHT, 14):
        for end in (x + HEIGHT, x - HEIGHT):
            lines.line((x * SCALE, 0, end * SCALE, HEIGHT * SCALE), fill=BACK_LINES, width=SCALE)
    window = Image.new("L", image.size)
    ImageDraw.Draw(window).rounded_rectangle(inner, 6 * SCALE, fill=255)
    lattice.putalpha(ImageChops.multiply(lattice.getchannel("A"), window))
    image.alpha_composite(lattice)
    ImageDraw.Draw(image).rounded_rectangle(inner, 6 * SCALE, outline=BACK, width=2 * SCALE)


def _empty() -> Image.Image:
    """The place of a card where there is none."""
    image = Image.new("RGBA", (WIDTH * SCALE, HEIGHT * SCALE))
    box = (SCALE, SCALE, (WIDTH - 1) * SCALE, (HEIGHT - 1) * SCALE)
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle(box, 11 * SCALE, fill=(128, 128, 128, 30), outline=(*RIM, 200), width=2 * SCALE)
    return image


@lru_cache(16)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The font that Pillow brings along, in finished pixels."""
    return ImageFont.load_default(size * SCALE)
