"""Keyed dice: vectors computed here independently, uniformity by argument, which seed serves whom."""

import hashlib
import hmac
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine import keys
from rules.engine.dice import Seeds, Sum, commitment, faces, totals
from rules.engine.effects import GM, TABLE
from tests.rules.toy.chances import Draw
from tests.rules.toy.people import fighting, gathering

ONE, TWO = bytes(range(32)), bytes(range(32, 64))
KEY, PLACE = "2/1|ana|strike|1", "act/strike1/tested1:strike1"


def words(seed: bytes, at: str) -> list[int]:
    """The first 64-bit words that HMAC-SHA256 gives for retries 0, 1, 2 … of a die."""
    return [
        int.from_bytes(hmac.new(seed, f"{at}|{retry}".encode(), hashlib.sha256).digest()[:8], "big")
        for retry in range(3)
    ]


@pytest.mark.parametrize("sides", [(6,), (10, 10), (100,), (2, 3, 20), (1,), (1_000_000,)])
def test_a_face_is_the_keyed_word_modulo_its_sides(sides: tuple[int, ...]) -> None:
    """None of these words lies in the ragged end; so the word modulo n, plus one, is the face."""
    expected = []
    for i, n in enumerate(sides):
        word = words(ONE, f"{KEY}|{PLACE}|{i}")[0]
        assert word < 2**64 // n * n
        expected.append(word % n + 1)
    assert faces(ONE, KEY, PLACE, sides) == tuple(expected)


def test_a_known_answer() -> None:
    """The first eight bytes that OpenSSL's HMAC gives for this seed and
    `2/1|ana|strike|1|act/strike1/tested1:strike1|0|0`: 1c1b5cb7434dc4e2, which is 2025314399611110626.
    """
    assert 0x1C1B5CB7434DC4E2 == 2025314399611110626
    assert faces(ONE, KEY, PLACE, (10,)) == (6 + 1,)
    assert faces(ONE, KEY, PLACE, (100,)) == (26 + 1,)


def test_words_of_the_ragged_end_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """For 10 sides the 2**64 words are cut at the last multiple of 10: the six beyond give no face."""
    ragged = 2**64 // 10 * 10
    assert 2**64 - ragged == 6
    given_words = iter([ragged, 2**64 - 1, ragged - 1])
    asked: list[bytes] = []

    def digest(seed: bytes, message: bytes, kind: object) -> bytes:
        asked.append(message)
        return next(given_words).to_bytes(8, "big") + bytes(24)

    monkeypatch.setattr("rules.engine.dice.hmac.digest", digest)
    assert faces(ONE, "k", "p", (10,)) == (10,)
    assert asked == [b"k|p|0|0", b"k|p|0|1", b"k|p|0|2"]


@given(st.integers(1, 2**32))
def test_every_face_has_the_same_number_of_words(n: int) -> None:
    """Accepted are the words 0 … m-1 with m a multiple of n, so each remainder has m/n of them."""
    accepted = 2**64 // n * n
    assert accepted % n == 0
    assert Fraction(2**64 - accepted, 2**64) < Fraction(n, 2**64)


def test_each_die_of_a_roll_stands_for_itself() -> None:
    """The i-th die depends on i alone: more dice do not change those before them."""
    three = faces(ONE, KEY, PLACE, (6, 6, 6))
    assert faces(ONE, KEY, PLACE, (6,)) == three[:1]
    assert faces(ONE, KEY, PLACE, (6, 6)) == three[:2]


def test_all_faces_come_and_nothing_else() -> None:
    seen = Counter(faces(ONE, KEY, f"p{n}", (6,))[0] for n in range(6000))
    assert set(seen) == {1, 2, 3, 4, 5, 6}
    # five standard deviations of a binomial(6000, 1/6): 5 * sqrt(6000 * 5/36) = 144.3; the seed is fixed
    assert all(abs(times - 1000) < 145 for times in seen.values())


def test_seed_key_and_place_all_count() -> None:
    sides = (1_000_000,)
    base = faces(ONE, KEY, PLACE, sides)
    assert base == faces(ONE, KEY, PLACE, sides)
    for other in (
        faces(TWO, KEY, PLACE, sides),
        faces(ONE, KEY + "1", PLACE, sides),
        faces(ONE, KEY, PLACE + "1", sides),
    ):
        assert other != base


def test_what_everybody_sees_is_rolled_from_the_public_seed_and_nothing_else() -> None:
    seeds = Seeds(ONE, TWO)
    for audience, seed in ((TABLE, ONE), (GM, TWO), ("ana", TWO)):
        roll = Sum("x", 2, 10, to=audience)
        assert seeds.roll(roll, KEY, PLACE, (10, 10)) == faces(seed, KEY, PLACE, (10, 10))
    assert seeds.roll(Draw("draw", "ana"), KEY, PLACE, (9,)) == faces(TWO, KEY, PLACE, (9,))


def test_commitments_are_sha256_and_seeds_do_not_show() -> None:
    seeds = Seeds(ONE, TWO)
    assert seeds.commitments == (hashlib.sha256(ONE).hexdigest(), hashlib.sha256(TWO).hexdigest())
    assert commitment(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    for secret in (ONE, TWO):
        assert repr(secret) not in repr(seeds)
        assert secret.hex() not in repr(seeds)


@pytest.mark.parametrize(("n", "die", "bonus"), [(1, 6, 0), (2, 6, 3), (3, 10, -4), (0, 6, 1)], ids=str)
def test_totals_add_up(n: int, die: int, bonus: int) -> None:
    out = dict(totals(n, die, bonus))
    assert sum(out.values()) == 1
    assert (min(out), max(out)) == (n + bonus, n * die + bonus)
    mean = sum(total * p for total, p in out.items())
    assert mean == Fraction(n * (die + 1), 2) + bonus


@pytest.mark.parametrize(
    ("roll", "shown", "text"),
    [
        (Sum("harm", 1, 6), (4,), "harm 1d6 (4)"),
        (Sum("harm", 2, 6, 3), (4, 2), "harm 2d6 (4, 2) + 3 = 9"),
        (Sum("harm", 1, 6, -1, who="ana"), (4,), "Ana: harm 1d6 (4) − 1 = 3"),
        (Sum("harm", 1, 6, -6), (4,), "harm 1d6 (4) − 6 = −2"),
    ],
)
def test_a_sum_shows_every_die(roll: Sum, shown: tuple[int, ...], text: str) -> None:
    assert roll.text(shown, str.title) == text


# ------------------------------------------------------------------ keys
def test_a_key_is_turn_actor_verb_and_count() -> None:
    assert keys.name("2/1", "ana", "strike") == "2/1|ana|strike"
    assert keys.name("2/1", "", "next") == "2/1|gm|next"


def test_the_turn_is_named_by_who_joined_how_manieth_and_by_no_name() -> None:
    s = fighting("orc", "spy", "ana")
    assert keys.seat(s) == "2/1"
    assert keys.seat(s.with_combatant("orc", gone=True)) == "2/1"
    assert keys.seat(gathering("ana")) == "0/0"
    assert keys.seat(replace(s, acting="spy")) == "2/2"
    assert keys.seat(replace(s, acting="ana").with_combatant("orc", gone=True)) == "2/3"
