"""The written fights of examples/, each played to its end by `python -m bot play`: the real bot process on a
practice Discord, what everybody sees printed. All of them play at once, since most of the time is waiting.

Some lines of each transcript have been worked out by hand from the clauses named beside them; the dice are
the script's own, by its seed.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

from bot.practice.bot_process import ROOT

SCRIPTS = tuple(sorted((ROOT / "examples").glob("*.txt")))
PATIENCE = 150.0
"""Seconds for all of them together; they take about 20."""

HAND_VERIFIED: dict[str, tuple[str, ...]] = {
    "openquest": (
        "Cleo: Close Combat 65%, Great Attack +20: 85%",  # OQ-43
        "Cleo rolls Close Combat 85%: 33, critical",  # OQ-11: a double, under the skill
        "A critical: maximum damage, 22",  # OQ-38: 2D8 is 16, the modifier of STR 16 + SIZ 15 is 1D6: 6
        "Goblin 1 loses 22 hit points (22 damage, armor ignored) and is at −13",  # OQ-37: 9 − 22
        "Ana rolls one D100 for Athletics 50% and Close Combat 60%: 43, critical",  # OQ-44: under both
        "Ben: Close Combat 55%, set weapon +20: 75%",  # OQ-47
        "Troll's armor holds (3 damage − 3 armor)",  # OQ-38, 71
        "Troll's damage: 1D6 (4) + 2D6 (5, 6) + 1D6 (3) = 18",  # OQ-48, 71: claw, modifier, charge
        "Ben loses 16 hit points (18 damage − 2 armor) and is at −4",  # leather 2, 12 hit points
        "Ben has a mortal wound and dies at the end of round 2 unless saved",  # OQ-61: of the next round
        "Troll: Dodge 25%, second reaction −20: 5%",  # OQ-36
        "Ana spends a Fortune point and swaps the dice to 49",  # OQ-62: 94 exchanged, under Healing 50
        "Cleo has no defence against it",  # OQ-42: All-out gives up the reactions
        "~~Ben is helpless: no roll, a critical~~",  # taken back
        "Cleo: Close Combat 65%, from behind +20: 85%",  # OQ-39
        "Great Attack gives up reactions, and one has been made this round already.",  # OQ-21
        "Goblin 3: Dodge 50%, lower ground −20: 30%",  # OQ-39
        "Goblin 3 rolls Dodge 30%: 99, fumble",  # OQ-11: a double, over the skill
        "Goblin 3's shortspear lands 3 m away",  # OQ-45: 1D6
        "Goblin 3 hits Goblin 4 instead",  # OQ-60, as the Referee picked
        "Goblin 3's turn (20)",  # OQ-22: unarmed it acts by DEX + STR, 10 + 10
        "Troll is dead",  # OQ-61: dropped in round 3, at the end of round 4
    ),
    "c22": (
        "Ana goes before Ben",  # CT-12: both drew the six of spades
        "Ana plays Power (basic) with ♠4, ♥8 as the weapon card",  # CT-26: raised needs diamonds of 7
        (
            "Ana attacks Thug 1 with Sword: Accuracy 5 (♥8 −3 Power) is above Avoidance 4. "
            "Attack value 6 (4 +2 Power), less Armor 1: 5 damage"
        ),  # CT-30 to 32
        "Sword is Light and cannot attack twice in a turn without a maneuver that allows it.",  # CT-23
        "Thug 1: 1 damage pending until the end of the round (8 so far)",  # CT-40: 5 + 2 + 1
        (
            "Thug 1 attacks Ana with Knife: Accuracy 14 (red joker) is above Avoidance 5. "
            "Attack value 3, less Armor 2: 1 damage"
        ),  # CT-03, 40: it still has its turn
        (
            "Cleo attacks Brute with Greatsword: Accuracy −1 (♥2 −3 Power) is not above Avoidance 3. "
            "Attack value 9 (7 +2 Power), half of it 5, less Armor 2: 3 damage"
        ),  # CT-31: rounded up
        "Thug 1 takes 8 damage (held back in the first round): Health 8 → 0, unconscious",  # CT-35, 40
        "Ana checks Brawling – Exploit Opening: 7 (♥8 −1 other colour)",  # CT-09: Potential black, 8 red
        "Ben disengages from Brute (1 movement action): leaving the zone gives no opening there",  # CT-58
        "A joker came up: the discards of Cleo's deck are shuffled back",  # CT-04
        "Cleo takes 4 damage: Health 1 → 0, unconscious",  # CT-35
        "Ana is no longer guarded (Avoidance +1)",  # CT-60: to the start of her next turn
        (
            "Ben attacks Sniper (Obscured) with Pistol: Accuracy 7 (♣6 +1 second strike) is above "
            "Avoidance 5. Attack value 4, less Armor 0: 4 damage"
        ),  # CT-33, 52, 60: two zones away, raised with hearts of 8
    ),
    "katzbalger": (
        "Ana parries: d20 (14) + 7 skill + 1 sword − 1 Funk = 21: success by 11",  # KB-41, 80
        "Spearman attacks Ana with the spear: d20 (10) + 5 Score − 8 Dodge − 11 Parry = −4: miss by 14",
        "Ben's turn (−1)",  # KB-12, 32: three actions, 3, 1, −1
        "Thug 2, stun roll: 4d6 (2, 1, 2, 6) = 11 against WIL 10: failure by 1",  # KB-70, 71: 15 of 16
        "Penetration: class B against light chain 12/2, d20 (1) + 2 Scores = 3: it holds",  # KB-61, 91
        "Thug 1 tries to break free of Ben: d20 (12) + 4 (STR + DEX) / 5 = 16 against 15: success by 1",
        "Thug 2 is dead",  # KB-74: 15 + 34 of twice 16
        "Damage: 1d8 (6) − 2 Block = 4, × 1/2 arm = 2: 2 lethal",  # KB-42, 63
        "Gunman lands after a fall of 40 ft: 6d6",  # KB-75, 90: 30 ft in the first round
        "Gunman is severely injured and bleeds until stabilised",  # KB-73: 9 + 19 of 16
        "Damage: 1d3 (2) × 2 Great Blow = 4, × 2 chest = 8: 8 subdual",  # KB-49, 60
        (
            "STR saves: Ben 4d6 (3, 4, 6, 6) = 19 (STR 15, + 10 from the attack), "
            "Thug 1 4d6 (3, 1, 2, 6) = 12 (STR 10): margin 8"
        ),  # KB-45: (15 − 19 + 10) − (10 − 12)
        "Thug 1 is thrown up to 7 ft and is prone and dazed",  # KB-45: 5 to 9, half of 15
        "Tied at 3: Cleo d6 (5), Spearman d6 (5)",  # KB-14: half of 5, rounded up
        "Cleo and Spearman act simultaneously; effects come after both",  # KB-13
        "Damage: 1d8 (7) × 1/2 leg = 3 1/2, rounded down to 3 lethal",  # KB-60, 63
        "Penetration: class B against light chain 12/2, d20 (13) − 1 Scores = 12: through, divider 2",
        "Damage: 1d4 (2) × 2 Charge = 4, + 2 Charge = 6, ÷ 2 armor = 3, × 2 chest = 6: 6 lethal",  # KB-50
        (
            "Spearman attacks Ana with the spear: d20 (1) + 5 Score − 6 Dodge = 0: "
            "natural 1, critical failure; the Director tells what more it brings"
        ),  # KB-47: 8, and 2 less for her Thrust
        "Spearman, stun roll: 4d6 (6, 4, 3, 2) = 15 against WIL 10: failure by 5",  # KB-71: 11 of 22
        "Cleo: healing 1d4 (1) + 3 = 4",  # KB-77: FIT bonus 1, first aid 1, bandages 1
    ),
}

HARMLESS = re.compile(
    r"### |\*\*|Done\b|Chosen\.|Undone\.|Brought back\.|.* from now on\.|Changed\.|Cleared\."
)
"""How private replies begin that refuse nothing though no step is told: panels, hands, what was done."""
APOLOGIES = ("went wrong", "took too long", "could not be shown", "database", "Traceback")
ACT, ONLY, STEP = (
    re.compile(r"\w+> "),
    re.compile(r"    \(only \w+ sees this\) "),
    re.compile(r"-# #\d+ of fight"),
)


@dataclass(frozen=True, slots=True)
class Played:
    """How a script went: the exit code, and all that was printed."""

    code: int | None
    out: str

    def refused(self) -> Iterator[tuple[str, str]]:
        """What was answered to acts that came to nothing: the last remark before it, and the answer.

        An act that was carried out tells a step, or answers with something harmless.
        """
        remark = ""
        for block in re.split(r"\n\n+", self.out):
            lines = block.split("\n")
            if lines[0].startswith("# "):
                remark = lines[0]
            if not ACT.match(lines[0]) or any(STEP.search(line) for line in lines):
                continue
            for line, said in pairwise(lines):
                if ONLY.match(line) and not HARMLESS.match(said.strip()):
                    yield remark, said.strip()


async def _play(script: Path) -> Played:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "play", str(script),
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    try:
        out, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
    except TimeoutError:
        process.terminate()
        out, _ = await process.communicate()
    return Played(process.returncode, out.decode())


async def _play_all() -> dict[str, Played]:
    played = await asyncio.gather(*map(_play, SCRIPTS))
    return {script.stem: one for script, one in zip(SCRIPTS, played, strict=True)}


@pytest.fixture(scope="module")
def transcripts() -> dict[str, Played]:
    """All examples, played once and at the same time."""
    return asyncio.run(_play_all())


@pytest.fixture(params=[script.stem for script in SCRIPTS])
def name(request: pytest.FixtureRequest) -> str:
    """An example."""
    return str(request.param)


@pytest.fixture
def played(name: str, transcripts: dict[str, Played]) -> Played:
    """Its transcript."""
    return transcripts[name]


def test_it_is_played_to_its_end(played: Played) -> None:
    assert played.code == 0, played.out[-3000:]
    assert [x for x in APOLOGIES if x in played.out] == []
    assert "The seed of the public dice was " in played.out
    assert " · ended" in played.out, "the board says so"
    assert "**How it went**" in played.out


def test_nothing_is_refused_but_what_its_remarks_announce(played: Played) -> None:
    assert [said for remark, said in played.refused() if "refused" not in remark] == []


def test_what_its_remarks_announce_is_refused(name: str, played: Played) -> None:
    script = (ROOT / "examples" / f"{name}.txt").read_text(encoding="utf-8")
    assert len(list(played.refused())) >= len(re.findall(r"^#.*\brefused\b", script, re.MULTILINE))


def test_its_dice_are_those_that_were_bound_at_the_start(played: Played) -> None:
    bound = re.search(r"public ([0-9a-f]{64}), secret", played.out)
    told = re.search(r"The seed of the public dice was ([0-9a-f]+)", played.out)
    assert bound is not None
    assert told is not None
    assert hashlib.sha256(bytes.fromhex(told[1])).hexdigest() == bound[1]


def test_it_is_a_whole_fight_that_explains_itself(name: str) -> None:
    lines = (ROOT / "examples" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    acts = [line for line in lines if re.match(r"\w+>", line)]
    remarks = [line for line in lines if line.startswith("# ")]
    assert lines[0].startswith("seed: ")
    assert 30 <= len(acts) <= 120
    assert len(remarks) >= 10


@pytest.mark.parametrize(
    ("example", "line"), [(example, line) for example, lines in HAND_VERIFIED.items() for line in lines]
)
def test_a_line_worked_out_by_hand(example: str, line: str, transcripts: dict[str, Played]) -> None:
    said = {re.sub(r"^[\s│]+", "", x).strip() for x in transcripts[example].out.split("\n")}
    assert line in said
