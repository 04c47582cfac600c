"""Somebody who presses whatever can be pressed and says whatever can be said, in no sensible order."""

from __future__ import annotations

from typing import Any

from bot.practice.discord import ClientRefusal, Person
from bot.practice.discord.message import Message
from rules.engine.encounter import FIGHTING
from rules.engine.ruleset import rulesets
from tests.e2e.at_random import Fight

FEWEST_HERE, MOST_HERE = 5, 13
"""So that the board has one page, which is held against the journal."""
FIELDS = {
    "remove": ("combatant",),
    "set": ("combatant", "value", "to"),
    "place": ("what", "target", "where", "detail"),
    "order": ("combatant", "before"),
    "effect": ("combatant", "until", "end"),
    "note": ("about", "clear"),
    "hand": ("combatant",),
}
OPTIONAL = ("end", "clear", "until", "before", "about")
WITHOUT = ("undo", "redo", "back", "pause", "resume", "next", "undo", "redo", "board")
FOREVER = ("Begin", "Discard", "Delete")


class Monkey:
    """Plays with one fight. Everything is drawn from the fight's own dice."""

    def __init__(self, fight: Fight, people: list[Person]) -> None:
        self.fight = fight
        self.people = people
        self.dice = fight.dice
        self.did: list[str] = []

    async def act(self) -> None:
        """One thing or another; the board then shows what it came to."""
        if self.fight.state.phase != FIGHTING:
            await self._say(self.fight.gm, "encounter begin", {})
            await self.fight.settled()
        kinds = (
            self._turn,
            self._answer,
            self._command,
            self._press,
            self._choose,
            self._offer,
            self._attack,
        )
        kind = self.dice.choices((*kinds, self._pass), (5, 4, 5, 5, 4, 2, 3, 3))[0]
        self.did.append(kind.__name__)
        await kind()
        await self.fight.settled()

    async def _answer(self) -> None:
        """One of the choices that wait is made; or all of them."""
        if self.dice.random() < 0.7:
            await self.fight.answered()
        elif asks := self.fight.asks():
            await self.fight.answer(self.dice.choice(asks))

    async def _offer(self) -> None:
        """An offer is taken up, if there is any."""
        offers = self.fight.asks("offer")
        if offers and not self.fight.asks():
            await self.fight.take(self.dice.choice(offers))

    async def _pass(self) -> None:
        """The turn passes."""
        await self._say(self.fight.gm, "encounter next", {})

    async def _turn(self) -> None:
        """Somebody's panel or command, whether or not it is their turn."""
        acting = self.fight.state.actor
        by = (
            self.fight.plays(acting) if acting and self.dice.random() < 0.8 else self.dice.choice(self.people)
        )
        if self.dice.random() < 0.5 and self.fight.state.phase == FIGHTING:
            await self.fight.by_panel(by)
        else:
            await self.fight.by_command(by)

    async def _attack(self) -> None:
        """An attack, so that there is something to choose."""
        acting = self.fight.state.actor
        if acting:
            await self.fight.by_command(self.fight.plays(acting), "attack")

    async def _command(self) -> None:
        """A GM's command, with what is offered for its options."""
        by = self.fight.gm if self.dice.random() < 0.9 else self.dice.choice(self.people)
        name = self.dice.choice((*FIELDS, *WITHOUT, "add", "join"))
        here = sum(1 for _ in self.fight.state.present())
        if (name in ("add", "join") and here >= MOST_HERE) or (name == "remove" and here < FEWEST_HERE):
            return
        if name in ("add", "join"):
            await self._arrive(name)
            return
        values: dict[str, Any] = {}
        for option in FIELDS.get(name, ()):
            out = await by.autocomplete(self.fight.channel, f"encounter {name}", option, "", values)
            if out.choices and (option not in OPTIONAL or self.dice.random() < 0.5):
                values[option] = self.dice.choice(out.choices)
        if name == "set" and "to" not in values:
            return
        await self._say(by, f"encounter {name}", values | self._more(name))

    def _more(self, name: str) -> dict[str, Any]:
        """What a command takes besides."""
        if name == "effect":
            at = self.dice.choice(("start", "end"))
            return {"label": "dazed", "rounds": self.dice.randrange(3), "at": at}
        if name == "note":
            return {"text": "mind the gap", "secret": self.dice.random() < 0.3}
        return {"to": self.dice.choice(self.people)} if name == "hand" else {}

    async def _arrive(self, name: str) -> None:
        rules = next(r for r in rulesets() if r.id == self.fight.state.ruleset)
        kind = "creature" if name == "add" else "character"
        who = self.dice.choice([r.name for r in rules.ready_made if r.kind == kind])
        by = self.fight.gm if name == "add" else self.dice.choice(self.people)
        more = {"hidden": self.dice.random() < 0.3} if name == "add" else {}
        await self._say(by, f"encounter {name} {kind}:{who}", more)

    async def _say(self, by: Person, line: str, values: dict[str, Any]) -> None:
        self.did.append(f"{by.name}: /{line} {values}")
        try:
            await self.fight.company.say(by, line, values, at=self.fight.channel)
        except ClientRefusal:
            return

    def _latest(self, by: Person) -> list[Message]:
        return [m for m in by.sees(self.fight.channel)[-25:] if m.buttons or m.selects]

    async def _press(self) -> None:
        """Any button of the latest messages, by anybody who sees it, perhaps one that has gone meanwhile."""
        by = self.dice.choice(self.people)
        messages = self._latest(by)
        if not messages:
            return
        message = self.dice.choice(messages)
        known = [b for b in message.buttons if not b.get("disabled") and b["label"] not in FOREVER]
        if not known:
            return
        button = self.dice.choice(known)
        self.did.append(f"{by.name}: press {button['label']} {button['custom_id']}")
        out = await self.fight.company.press(by, message, str(button["custom_id"]))
        if out.kind == "modal":
            await by.submit(out.form, {})

    async def _choose(self) -> None:
        """Something in any menu."""
        by = self.dice.choice(self.people)
        messages = [m for m in self._latest(by) if m.selects]
        if not messages:
            return
        message = self.dice.choice(messages)
        menu = self.dice.choice(message.selects)
        if menu.get("disabled"):
            return
        self.did.append(f"{by.name}: choose {menu['custom_id']}")
        await self.fight.chosen(by, message, menu)
