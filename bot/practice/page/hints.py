"""What to press next, and who has to: read off the buttons in a channel, as a helpful neighbour would."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Final, Literal

from ..discord import Channel, Interaction, Message, World
from ..discord.events import Event, InteractionStarted
from ..discord.text import walk
from ..discord.wire import Json
from .furnishing import GM

Stage = Literal["gathering", "turn", "panel", "answer", "resolved"]
SELECTS: Final = (3, 5, 6, 7, 8)
ASKED: Final = ("ask", "choose", "which")
_MENTION: Final = re.compile(r"<@!?(\d{1,20})>")
_ACTING: Final = re.compile(r"^➤.*$", re.MULTILINE)
_MOST_PRESSES: Final = 500


@dataclass(frozen=True, slots=True)
class Hint:
    """person: the handle of who has to act. components: custom ids, on that message, that do it."""

    stage: Stage
    person: str
    display: str
    words: str
    message: str = ""
    components: tuple[str, ...] = ()
    attacked: bool = False

    def told(self) -> Json:
        """For the page."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Control:
    """A button or select of the bot's. words: the last text before it."""

    message: Message
    part: Json
    tag: str
    fields: tuple[str, ...]
    words: str

    @property
    def id(self) -> str:
        """Its custom id."""
        return str(self.part["custom_id"])

    @property
    def enabled(self) -> bool:
        """Whether it can be pressed."""
        return not self.part.get("disabled")

    @property
    def offered(self) -> set[str]:
        """The values that a select offers."""
        return {str(one["value"]) for one in self.part.get("options") or ()}

    @property
    def chosen(self) -> str | None:
        """The value that a select shows as chosen."""
        options = self.part.get("options") or ()
        return next((str(one["value"]) for one in options if one.get("default")), None)


Wanted = Callable[[Control], bool]


class Hints:
    """Follows what people press, and says what comes next."""

    def __init__(self, world: World, attacks: frozenset[str]) -> None:
        """attacks: the names of the verbs that are an attack."""
        self._world = world
        self._attacks = attacks
        self._declared: list[tuple[Interaction, str]] = []
        # where, and the address of the Do it, which names the turn
        self._acted: deque[tuple[Channel, str]] = deque(maxlen=_MOST_PRESSES)
        world.events.listen(self._note)

    def _note(self, event: Event) -> None:
        """An act is confirmed on a panel, or an attack typed."""
        if not isinstance(event, InteractionStarted):
            return
        one = event.interaction
        pressed = str(one.data.get("custom_id", ""))
        if one.source is not None and pressed.split(":")[1:2] == ["do"]:
            self._acted.append((one.channel, pressed))
            self._declared.append((one, _verb(one.source)[0]))
        elif one.command_name == "attack" and int(one.kind) == 2:
            self._declared.append((one, ""))
        del self._declared[:-_MOST_PRESSES]

    def of(self, channel: Channel) -> Hint | None:
        """What comes next in a channel; None where no fight is."""
        public = [one for one in channel.messages if not one.ephemeral and one.author.bot]
        board = _last(c for one in public for c in _on_board(one))
        if board is None:
            return None
        if board.tag == "join":
            return self._gathering(board)
        attacked = self._attacked(channel)
        asked = _last(c for one in public for c in _controls(one) if c.tag in ASKED and c.enabled)
        if asked is not None:
            return self._asked(channel, asked, attacked)
        return self._turn(channel, board, attacked)

    def _gathering(self, board: Control) -> Hint:
        begin = next((c for c in _controls(board.message) if c.tag == "begin"), board)
        words = "Players press **Join**. When all are there, the GM presses **Begin**."
        return self._hint("gathering", GM, words, begin.message, (begin.id,))

    def _asked(self, channel: Channel, asked: Control, attacked: bool) -> Hint:
        found = _MENTION.search(asked.words)
        person = self._handle(found[1]) if found else GM
        if asked.tag in ("choose", "which"):
            private = self._private(channel, person, lambda c: c.tag == "ask" and c.enabled)
            if private is not None and private.message.id > asked.message.id:
                asked = private
        same = [
            c for c in _controls(asked.message) if c.tag == asked.tag and c.fields[:1] == asked.fields[:1]
        ]
        select = asked.part["type"] in SELECTS
        name = f"{'The ' if person == GM else ''}{self._display(person)}"
        words = f"{name} has a choice to make: " + (
            "choose from the menu." if select else "press one of the marked buttons."
        )
        return self._hint(
            "answer", person, words, asked.message, tuple(c.id for c in same), attacked=attacked
        )

    def _turn(self, channel: Channel, board: Control, attacked: bool) -> Hint:
        person = self._acting(board.message)
        done = next((c for c in _controls(board.message) if c.tag == "done"), None)
        turn = done.fields[1:2] if done is not None else ()
        panel = self._private(channel, person, lambda c: c.tag == "do" and c.fields[1:2] == turn)
        whose = self._whose(person)
        if panel is not None:
            return self._panel(panel, person, attacked)
        if attacked:
            words = f"{whose}: **My turn** for another act, **End turn** to pass it on."
        else:
            words = f"{whose}. Press **My turn**: a private panel opens."
        stage: Stage = "resolved" if attacked else "turn"
        mine = self._mine(channel, board)
        return self._hint(stage, person, words, mine.message, (mine.id,), attacked=attacked)

    def _mine(self, channel: Channel, board: Control) -> Control:
        """The newest My turn: on the board, or on a card that calls somebody."""
        public = (one for one in channel.messages if not one.ephemeral)
        return _last(c for one in public for c in _controls(one) if c.id == board.id and c.enabled) or board

    def _panel(self, do: Control, person: str, attacked: bool) -> Hint:
        parts = list(_controls(do.message))
        chosen, menus = _verb(do.message)
        end = next((c for c in parts if c.tag == "done"), None)
        if not attacked and chosen not in self._attacks:
            attack = next((menu for menu in menus if menu.offered & self._attacks), None)
            if attack is not None:
                words = f"Choose an attack in the {'first' if attack is menus[0] else 'second'} menu."
                return self._hint("panel", person, words, do.message, (attack.id,))
            if end is not None and (do.message.channel, do.id) in self._acted:
                words = "An attack is out of reach this turn. Press **End turn**."
                return self._hint("panel", person, words, do.message, (end.id,))
        if do.enabled:
            words = "Everything is chosen already; change what you like. Press **Do it**."
            if attacked and end is not None:
                words = "Choose what else to do, and press **Do it**; or **End turn**."
            return self._hint("panel", person, words, do.message, (do.id,), attacked=attacked)
        open_ones = [c for c in parts if c.tag == "param" and c.chosen is None] or parts[:1]
        label = open_ones[0].part.get("placeholder") or "what is missing"
        words = f"Choose: **{label}**."
        return self._hint("panel", person, words, do.message, (open_ones[0].id,), attacked=attacked)

    # -- looking
    def _attacked(self, channel: Channel) -> bool:
        """Whether an attack was declared here, and went through: its panel is gone, and all were told."""
        told = max((m.id for m in channel.messages if m.author.bot and not m.ephemeral), default=0)
        for one, verb in self._declared:
            if one.channel is not channel or one.failed or one.answer is None or told < one.id:
                continue
            if one.source is not None:
                if verb in self._attacks and not any(c.tag == "do" for c in _controls(one.source)):
                    return True
            elif one.original is not None and not one.ephemeral:
                return True
        return False

    def _private(self, channel: Channel, person: str, wanted: Wanted) -> Control | None:
        user = self._world.user_named(person)
        if user is None:
            return None
        own = [m for m in channel.messages if m.ephemeral_for == user.id and m.visible_to(user)]
        return _last(c for m in own for c in _controls(m) if wanted(c))

    def _acting(self, board: Message) -> str:
        row = _ACTING.search(board.text)
        found = _MENTION.search(row[0]) if row else None
        return self._handle(found[1]) if found else GM

    def _handle(self, key: str) -> str:
        user = self._world.users.get(int(key))
        return user.name if user is not None else GM

    def _display(self, person: str) -> str:
        user = self._world.user_named(person)
        return user.display if user is not None else person

    def _whose(self, person: str) -> str:
        return f"It is {'the ' if person == GM else ''}{self._display(person)}’s turn"

    def _hint(
        self,
        stage: Stage,
        person: str,
        words: str,
        message: Message,
        components: tuple[str, ...],
        *,
        attacked: bool = False,
    ) -> Hint:
        return Hint(stage, person, self._display(person), words, str(message.id), components, attacked)


def _controls(message: Message) -> Iterator[Control]:
    """The bot's buttons and selects, each with the text before it."""
    words = ""
    for part in walk(message.components):
        if part["type"] == 10:
            words = str(part["content"])
        elif part["type"] in (2, *SELECTS) and "custom_id" in part:
            _, tag, *fields = [*str(part["custom_id"]).split(":"), ""][:8]
            yield Control(message, part, tag, tuple(fields), words)


def _verb(panel: Message) -> tuple[str, list[Control]]:
    """The action that a panel shows, "" for none, and the menus of actions."""
    menus = [c for c in _controls(panel) if c.tag == "verb"]
    return next((c.chosen for c in menus if c.chosen), ""), menus


def _last(controls: Iterator[Control]) -> Control | None:
    return next(iter(deque(controls, maxlen=1)), None)


def _on_board(message: Message) -> list[Control]:
    """My turn or Join on a board. A card on which somebody's turn begins has My turn too, but no Next."""
    controls = list(_controls(message))
    if not any(c.tag in ("next", "join") for c in controls):
        return []
    return [c for c in controls if c.tag in ("mine", "join")]
