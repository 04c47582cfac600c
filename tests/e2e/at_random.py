"""People who play by taking, at random, what buttons, panel and autocomplete offer, and nothing else."""

from __future__ import annotations

import random
from typing import Any

from sqlalchemy import select

from bot.features.kit import custom_id
from bot.features.render import Answer, Choose, Take, Which
from bot.practice.discord import Channel, Outcome, Person
from bot.practice.discord.message import Message
from bot.store import models as m
from rules.engine.ruleset import rules_of
from tests.e2e.company import PATIENCE, Company
from tests.e2e.follower import Follower, State

ADDRESSES: dict[str, type[Any]] = {"ask": Answer, "choose": Choose, "offer": Take, "which": Which}
COMMANDS = {
    "attack": ("target", "weapon", "manner", "called"),
    "move": ("how", "target", "where", "detail"),
    "act": ("action", "target", "detail", "weapon", "where"),
    "play": ("what", "card", "as", "target"),
    "draw": ("what", "count"),
}
TYPED = ("1", "2", "0")


class Fight:
    """One fight in one channel: its people, its journal, and dice for what they do."""

    def __init__(self, company: Company, channel: Channel, gm: Person, seed: int, file: str) -> None:
        self.company = company
        self.channel = channel
        self.gm = gm
        self.dice = random.Random(seed)
        self.follower = Follower(file, channel)
        self.people: dict[int, Person] = {gm.id: gm}
        self.outsider: Person | None = None
        self._board: Message | None = None
        self.idle: set[str] = set()
        """Names of those who never do anything."""
        self.refused: list[str] = []
        self.done: dict[str, int] = {}

    @property
    def state(self) -> State:
        """The state as it was read last."""
        return self.follower.state

    def plays(self, who: str) -> Person:
        """Who plays a combatant; the GM for those nobody plays and for one who has left the server."""
        controller = self.state[who].controller
        return self.people.get(int(controller), self.gm) if controller else self.gm

    # -- looking
    def board(self) -> Message | None:
        """The board."""
        if self._board is None or self._board.deleted:
            boards = self.company.boards(self.channel)
            self._board = boards[-1] if boards else None
        return self._board

    async def settled(self) -> State:
        """The state, once the board shows it; AssertionError with what it shows otherwise."""
        state = self.follower.read()
        try:
            await self.company.world.until(lambda: not self.follower.wrong_on(self.board()), timeout=PATIENCE)
        except TimeoutError:
            board = self.board()
            wrong = self.follower.wrong_on(board)
            raise AssertionError(
                f"{wrong}\n{board.text if board else ''}\n{self.company.bot.log_end()}"
            ) from None
        return state

    async def say(self, person: Person, line: str, values: dict[str, Any] | None = None) -> Outcome:
        """A command that must be obeyed: a new step, or an input of the open one. The board is waited for."""
        before = self.follower.version()
        out = await self.company.say(person, line, values, at=self.channel)
        assert self.follower.version() > before, f"{line}: {out.text}"
        await self.settled()
        return out

    async def refused_to(self, by: Person, line: str, words: str = "", **values: Any) -> Outcome:
        """A command that must be refused: a private sentence, and nothing is changed."""
        self.follower.version()
        before = self.follower.row.version, dict(self.follower.steps)
        out = await self.company.say(by, line, values, at=self.channel)
        assert out.ephemeral, f"{line}: everybody sees {out.text}"
        assert words in out.text, f"{line}: {out.text}"
        self.follower.read()
        assert (self.follower.row.version, self.follower.steps) == before, f"{line} changed something"
        return out

    # -- a turn
    async def turn(self) -> None:
        """Whoever's turn it is does something; what is asked is answered, an offer perhaps taken."""
        acting = self.state.actor
        if not acting or self.state[acting].name in self.idle:
            return
        person = self.plays(acting)
        if self.dice.random() < 0.5:
            await self.by_panel(person)
        else:
            await self.by_command(person)
        await self.settled()
        await self.answered()
        if self.dice.random() < 0.5:
            await self.offer_taken()

    async def by_panel(self, person: Person) -> bool:
        """My turn, an action, its choices, Do it. Whether it was declared."""
        board = self.board()
        assert board is not None
        out = await self.company.press(person, board, "My turn")
        panel = out.message
        if panel is None or not any(one["label"] == "Do it" for one in panel.buttons):
            return False
        menus = {one["placeholder"]: one for one in panel.selects}
        if "What do you do?" in menus and self.dice.random() < 0.7:
            await self.chosen(person, panel, menus["What do you do?"])
        for name in [str(one["custom_id"]) for one in panel.selects]:
            menu = next((one for one in panel.selects if one["custom_id"] == name), None)
            if menu is not None and name.startswith("s1:param") and self.dice.random() < 0.7:
                await self.chosen(person, panel, menu)
        for one in list(panel.buttons):
            if str(one["label"]).endswith("type …") and self.dice.random() < 0.7:
                form = await self.company.press(person, panel, str(one["custom_id"]))
                await self._submitted(person, form)
        button = next((one for one in panel.buttons if one["label"] == "Do it"), None)
        if button is None or button.get("disabled"):
            return False
        return self._counted(await self.company.press(person, panel, str(button["custom_id"])))

    async def _submitted(self, person: Person, form: Outcome) -> None:
        out = await person.submit(form.form, {"value": self.dice.choice(TYPED)})
        assert out.kind != "failed", self.company.bot.log_end()

    async def chosen(self, person: Person, message: Message, menu: dict[str, Any]) -> Outcome:
        """Something of a menu, as many as it takes."""
        values = [str(option["value"]) for option in menu["options"]]
        most = min(int(menu.get("max_values", 1)), len(values))
        count = self.dice.randint(max(1, int(menu.get("min_values", 1))), max(1, min(most, 3)))
        taken = self.dice.sample(values, count)
        return await self.company.select(person, message, str(menu["custom_id"]), taken)

    async def by_command(self, person: Person, command: str = "") -> bool:
        """A slash command with what its autocomplete offers, option after option. Whether it was declared."""
        commands = [name for name in COMMANDS if self._has(name)]
        command = command or ("attack" if self.dice.random() < 0.5 else self.dice.choice(commands))
        values: dict[str, Any] = {}
        for name in COMMANDS[command]:
            if name not in self._options(command):
                continue
            out = await person.autocomplete(self.channel, command, name, "", values)
            assert len(out.choices) <= 25
            first = name == COMMANDS[command][0]
            if out.choices and (first or name in ("target", "detail", "where") or self.dice.random() < 0.5):
                values[name] = self.dice.choice(out.choices)
            elif first:
                return False
        return self._counted(await self.company.say(person, command, values, at=self.channel, pick=False))

    def _has(self, command: str) -> bool:
        return any(verb.command == command for verb in rules_of(self.state).verbs)

    def _options(self, command: str) -> set[str]:
        known = next(c for c in self.gm.commands(self.channel) if c["name"] == command)
        return {str(option["name"]) for option in known["options"]}

    def _counted(self, out: Outcome) -> bool:
        """Whether it was done; what was refused is kept in `refused`."""
        before = len(self.follower.steps), self.follower.row.version
        self.follower.read()
        declared = (len(self.follower.steps), self.follower.row.version) != before
        if declared:
            verb = self.follower.last.verb
            self.done[verb] = self.done.get(verb, 0) + 1
        else:
            assert out.ephemeral or out.kind in ("updated", "update_deferred"), out.text
            self.refused.append(out.text)
        return declared

    # -- answers
    def asks(self, kind: str = "ask") -> list[Any]:
        """What waits for an answer, as the database has it."""
        with self.follower._engine.connect() as connection:
            wanted = select(*m.Ask.__table__.c).where(
                m.Ask.encounter_id == self.follower.id, m.Ask.kind == kind
            )
            return list(connection.execute(wanted.order_by(m.Ask.id)))

    def asked(self, ask: Any) -> Person:
        """Who has to answer."""
        if ask.user_id is not None:
            return self.people.get(ask.user_id, self.gm)
        return self.gm

    async def answered(self) -> int:
        """Answer whatever is asked, until nobody is awaited. Gives how many answers it took."""
        for count in range(60):
            self.follower.read()
            waiting = self.asks()
            if not waiting:
                assert self.follower.open is None
                return count
            await self.answer(self.dice.choice(waiting))
            await self.settled()
        raise AssertionError("the questions never end")

    async def answer(self, ask: Any, person: Person | None = None) -> Outcome:
        """One answer: by the card's buttons or menus, or by /react; sometimes by the GM in their place."""
        by = person or (self.gm if self.dice.random() < 0.2 else self.asked(ask))
        if self.outsider is not None and self.dice.random() < 0.1:
            await self._outsider_tries(ask)
        if len(self.asks()) == 1 and self.dice.random() < 0.2:
            offered = await by.autocomplete(self.channel, "react", "with")
            if offered.choices:
                chosen = self.dice.choice(offered.choices)
                out = await self.company.say(by, "react", {"with": chosen}, at=self.channel, pick=False)
                self.done["/react"] = self.done.get("/react", 0) + 1
                return out
        message, parts = await self._parts(by, ask)
        out = await self._taken(by, message, self.dice.choice(parts))
        self.done["answer"] = self.done.get("answer", 0) + 1
        return out

    async def _card(self, ask: Any) -> Message:
        """The card of an ask or offer, once it is there with its buttons."""

        def card() -> Message | None:
            return self.company.card(self.follower.id, ask.step_no, self.channel)

        what = f"buttons of {ask.topic} for {ask.who}"
        await self.company.world.until(lambda: bool(_of(card(), ask)), timeout=PATIENCE, what=what)
        found = card()
        assert found is not None
        return found

    async def _parts(self, by: Person, ask: Any) -> tuple[Message, list[dict[str, Any]]]:
        """The message on which an ask can be answered by this person, and its buttons and menus for it."""

        message = await self._card(ask)
        parts = _of(message, ask)
        first = parts[0]
        where = custom_id.read(str(first["custom_id"]), ADDRESSES)
        if isinstance(where, Choose):
            out = await self.company.press(by, message, str(first["custom_id"]))
        elif isinstance(where, Which):
            out = await self.company.select(by, message, str(first["custom_id"]), [str(ask.id)])
        else:
            return message, parts
        return out.reply, _of(out.reply, ask)

    async def _taken(self, by: Person, message: Message, part: dict[str, Any]) -> Outcome:
        if part["type"] == 2:
            return await self.company.press(by, message, str(part["custom_id"]))
        return await self.chosen(by, message, part)

    async def _outsider_tries(self, ask: Any) -> None:
        assert self.outsider is not None
        message = await self._card(ask)
        parts = [part for part in _of(message, ask) if part["type"] == 2]
        if not parts:
            return
        self.follower.read()
        before = self.follower.row.version
        out = await self.company.press(self.outsider, message, str(parts[0]["custom_id"]))
        assert out.ephemeral
        assert "choice" in out.text, out.text
        self.follower.read()
        assert self.follower.row.version == before

    async def offer_taken(self) -> bool:
        """Take an offer up, where there is one; then answer what is asked anew."""
        offers = self.asks("offer")
        if not offers:
            return False
        await self.take(self.dice.choice(offers))
        await self.settled()
        await self.answered()
        return True

    async def take(self, offer: Any) -> Outcome:
        """Take this offer up, by its card."""
        by = self.asked(offer)
        message, parts = await self._parts(by, offer)
        out = await self._taken(by, message, self.dice.choice(parts))
        self.done["offer"] = self.done.get("offer", 0) + 1
        return out

    async def passes(self) -> None:
        """The turn passes, by whoever may: End turn or Next on the board, /done, /encounter next."""
        turn = (self.state.round, self.state.acting)
        acting = self.state.actor
        person = self.plays(acting) if acting else self.gm
        way = self.dice.randrange(4)
        board = self.board()
        assert board is not None
        if way == 0:
            out = await self.company.press(person, board, "End turn")
        elif way == 1:
            out = await self.company.press(self.gm, board, "Next")
        elif way == 2:
            out = await self.company.say(person, "done", at=self.channel)
        else:
            out = await self.company.say(self.gm, "encounter next", at=self.channel)
        await self.settled()
        passed = (self.state.round, self.state.acting) != turn
        assert passed or self.follower.open is not None, f"no turn passed: {out.text}"
        await self.answered()

    async def round(self, acts: int) -> None:
        """Go on until the next round has begun; about so many turns are used, the rest pass."""
        number = self.state.round
        able = max(1, sum(1 for _ in self.state.order))
        for _ in range(400):
            if self.state.round != number:
                break
            turn = (self.state.round, self.state.acting)
            if self.state.actor and self.dice.random() < acts / able:
                await self.turn()
            if (self.state.round, self.state.acting) == turn:
                await self.passes()
        else:
            raise AssertionError(f"round {number} never ends")
        self.follower.executed_again()


def _of(message: Message | None, ask: Any) -> list[dict[str, Any]]:
    """The buttons and menus of a message that lead to an answer to this ask or offer."""
    parts = [] if message is None else [*message.buttons, *message.selects]
    return [part for part in parts if _serves(part, ask.id)]


def _serves(part: dict[str, Any], ask: int) -> bool:
    """Whether a button or menu leads to an answer to this ask or offer."""
    where = custom_id.read(str(part.get("custom_id")), ADDRESSES)
    match where:
        case Answer() | Choose():
            return bool(where.ask == ask)
        case Take():
            return bool(where.offer == ask)
        case Which():
            return str(ask) in [option["value"] for option in part["options"]]
        case _:
            return False
