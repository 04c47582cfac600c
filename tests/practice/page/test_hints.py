"""What the guide says, read off messages made by hand. Needs no browser and no bot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from bot.practice.discord import Channel, ManualClock, Message, World
from bot.practice.discord.interactions import Answer, Interaction, Kind
from bot.practice.page.furnishing import GM, furnish
from bot.practice.page.hints import Hint, Hints

MINE, DO, DONE = "s1:mine:7", "s1:do:7:1.bandit", "s1:done:7:1.bandit"


def button(address: str) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": address, "custom_id": address}


def menu(address: str, values: Sequence[str], chosen: str = "") -> dict[str, Any]:
    options = [{"label": value, "value": value, "default": value == chosen} for value in values]
    return {"type": 3, "custom_id": address, "options": options}


class Scene:
    """A channel in which it is a foe's turn, and the guide beside it."""

    def __init__(self) -> None:
        self.world = World(clock=ManualClock())
        self.world.interactions.reachable = lambda guild: True
        furnish(self.world)
        self.channel: Channel = next(iter(next(iter(self.world.guilds.values())).channels.values()))
        self.gm = self.world.person(GM)
        self.hints = Hints(self.world, frozenset({"attack"}))
        self.board = self.say(button(MINE), button(DONE), button("s1:next:7:1.bandit"))

    def say(self, *parts: dict[str, Any], private: bool = False) -> Message:
        """A message of the bot's, each part in a row of its own."""
        bot = self.world.application.user
        message = Message(self.channel, self.world.new_id(), bot, self.world.clock.now())
        message.components = [{"type": 1, "components": [part]} for part in parts]
        message.ephemeral_for = self.gm.id if private else None
        return self.world.add_message(message)

    def panel(self, *menus: dict[str, Any]) -> Message:
        """The GM's private panel."""
        return self.say(*menus, button(DO), button(DONE), private=True)

    def press(self, panel: Message, address: str) -> Interaction:
        """The GM presses a button; the bot has not answered."""
        data = {"custom_id": address}
        return self.world.interactions.start(Kind.COMPONENT, self.gm.user, self.channel, data, source=panel)

    @property
    def hint(self) -> Hint:
        found = self.hints.of(self.channel)
        assert found is not None
        return found


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_the_newest_my_turn_is_marked(scene: Scene) -> None:
    assert (scene.hint.stage, scene.hint.message) == ("turn", str(scene.board.id))
    card = scene.say(button(MINE))
    assert (scene.hint.message, scene.hint.components) == (str(card.id), (MINE,))
    scene.say(button("s1:mine:6"))  # of another fight
    assert scene.hint.message == str(card.id)


def test_an_attack_is_looked_for_in_every_menu_of_actions(scene: Scene) -> None:
    scene.panel(menu("s1:verb:7:0", ["move", "draw"], "move"), menu("s1:verb:7:1", ["shout", "attack"]))
    assert scene.hint.words == "Choose an attack in the second menu."
    assert scene.hint.components == ("s1:verb:7:1",)


async def test_who_cannot_attack_moves_once_and_then_ends_the_turn(scene: Scene) -> None:
    panel = scene.panel(menu("s1:verb:7:0", ["move", "draw"], "move"))
    assert scene.hint.components == (DO,)
    scene.press(panel, DO)
    panel.components = []
    scene.panel(menu("s1:verb:7:0", ["draw"], "draw"))
    assert scene.hint.components == (DONE,)
    assert "End turn" in scene.hint.words
    scene.panel(menu("s1:verb:7:0", ["draw", "attack"], "attack"))
    assert scene.hint.components == (DO,)


async def test_an_attack_counts_once_all_are_told_what_came_of_it(scene: Scene) -> None:
    panel = scene.panel(menu("s1:verb:7:0", ["attack"], "attack"))
    scene.world.interactions.acknowledge(scene.press(panel, DO), Answer.UPDATE)
    panel.components = []
    assert not scene.hint.attacked
    scene.say(button(MINE))
    assert scene.hint.attacked
