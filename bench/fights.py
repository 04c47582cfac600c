"""Fights that go on for ever: a player against a goblin, both with more life than is ever spent."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from bot.features.kit import custom_id
from bot.features.render import Answer
from bot.practice.discord import Channel, Outcome, Person
from bot.practice.discord.message import Message
from bot.practice.discord.wire import Json
from bot.problems import Problem

ANSWERS = {custom_id.tag_of(Answer): Answer}
PLAYER, FOE = "Ana", "Goblin"
MODIFIERS = {PLAYER: 35, FOE: 55}
"""What brings either one's skill to 95%, so that nearly every attack asks for a defence."""
LIFE = 1000
"""Hit points, the most there can be. One attack in ten is a critical and takes some twelve."""
HEALED_AFTER = 200
"""Commands, or steps of a fight that is written without the bot."""
PATIENCE = 30.0
"""Seconds."""


@dataclass(slots=True)
class Fight:
    """One channel in which somebody attacks, the other answers, and the turn passes, again and again: mostly
    by itself, since the free move of those who stand at Close is the other's to allow.

    acting: whose turn it is. acted: whether they have attacked in it. asked: the card with a choice that
    waits. seconds: how long each command took to be acknowledged, by its kind, since `take_times`.
    """

    channel: Channel
    gm: Person
    player: Person
    acting: str = PLAYER
    acted: bool = False
    asked: Message | None = None
    seconds: dict[str, list[float]] = field(default_factory=dict)
    _since_healed: int = 0

    def take_times(self) -> list[float]:
        """Seconds until each command was acknowledged since this was asked last."""
        times = [each for kind in self.seconds.values() for each in kind]
        self.seconds = {}
        return times

    async def open(self) -> None:
        """Start the encounter and begin the fight."""
        await self._say("start", self.gm, "encounter start", ruleset="openquest", name="The cellar")
        await self._say("join", self.player, "encounter join", character="Sellsword", name=PLAYER)
        await self._say("add", self.gm, "encounter add", creature="Goblin")
        for who in (PLAYER, FOE):
            await self._set(who, "hp_max")
            await self._set(who, "hp")
        await self._say("begin", self.gm, "encounter begin")

    async def step(self) -> None:
        """The next command: the answer to what is asked, else an attack, else the turn passes."""
        self._since_healed += 1
        if self.asked is not None:
            await self._answer(self.asked)
        elif self._since_healed > HEALED_AFTER:
            self._since_healed = 0
            await self._set(PLAYER, "hp")
            await self._set(FOE, "hp")
        elif not self.acted:
            self.acted = True
            whose, target = (self.player, FOE) if self.acting == PLAYER else (self.gm, PLAYER)
            modifier = str(MODIFIERS[self.acting])
            await self._say("attack", whose, "attack", target=target, modifier=modifier)
        else:
            await self._say("next", self.gm, "encounter next")

    async def _set(self, who: str, value: str) -> None:
        await self._say("set", self.gm, "encounter set", combatant=who, value=value, to=str(LIFE))

    async def _say(self, kind: str, person: Person, command: str, **values: str) -> Outcome:
        began = time.perf_counter()
        outcome = await person.slash(self.channel, command, values)
        await self._took(kind, began, outcome)
        return outcome

    async def _answer(self, card: Message) -> None:
        """By the one who is asked, with the first option."""
        began = time.perf_counter()
        asked = self.player if f"(<@{self.player.id}>)" in card.text else self.gm
        outcome = await asked.press(card, str(_answer_buttons(card)[0]["custom_id"]))
        await self._took("answer", began, outcome)

    async def _took(self, kind: str, began: float, outcome: Outcome) -> None:
        self.seconds.setdefault(kind, []).append(time.perf_counter() - began)
        if outcome.kind == "thinking":  # the bot is far behind, and its answer is a follow-up
            await outcome.followup(timeout=PATIENCE)
        elif outcome.kind == "update_deferred":
            await outcome.settled(timeout=PATIENCE)
        card = next(
            (m for m in (outcome.message, *outcome.followups) if m is not None and not m.ephemeral), None
        )
        if card is None:
            raise Problem(f"The benchmark's {kind} was answered with {outcome.kind}: {outcome.text}")
        self._look(card)

    def _look(self, card: Message) -> None:
        """What the answer says of whose turn it is now, and of what is asked."""
        self.asked = card if _answer_buttons(card) else None
        for name in (PLAYER, FOE):
            if f"{name}'s turn" in card.text:
                self.acting, self.acted = name, False


def _answer_buttons(card: Message) -> list[Json]:
    return [b for b in card.buttons if custom_id.read(str(b.get("custom_id", "")), ANSWERS) is not None]
