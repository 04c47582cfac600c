"""How each command and button of the permission table is used, and how it is seen that it did something."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.practice.discord import Outcome, Upload
from bot.practice.discord.message import Message
from tests.e2e.scenes import (
    CONTROLLER,
    ELSEWHERE,
    MANAGER,
    OUTSIDER,
    Scene,
)

# ------------------------------------------------------------------ how each is done
Kept = Mapping[str, Any]
Shows = Callable[[Scene, Outcome, Kept, Kept], bool]


def a_step(scene: Scene, out: Outcome, before: Kept, after: Kept) -> bool:
    """The encounter was saved anew."""
    return bool(before["encounters"] != after["encounters"])


def changes(table: str) -> Shows:
    """Something of this kind is kept otherwise than before."""
    return lambda scene, out, before, after: before[table] != after[table]


def says(pattern: str) -> Shows:
    """The answer holds this."""
    return lambda scene, out, before, after: re.search(pattern, out.text, re.IGNORECASE) is not None


def own_hand(scene: Scene, out: Outcome, before: Kept, after: Kept) -> bool:
    """The cards as a picture, or that there are none in the hand."""
    return bool(out.reply.attachments) or "An empty hand" in out.text


def a_file(scene: Scene, out: Outcome, before: Kept, after: Kept) -> bool:
    """A file comes with the answer."""
    return bool(out.reply.attachments)


Prepare = Callable[[Scene], Awaitable[None]]


async def _nothing(scene: Scene) -> None:
    """Nothing more leads up to it."""


@dataclass(frozen=True)
class Case:
    """How a row is tried.

    line, values: of the command. own: other values for people of a column. aimed: values with which somebody
    aims at what is Ana's; only she and the GM may be obeyed. game, character, asks: of the scene. button:
    what stands on a button instead, and on which message. before: what somebody needs who may. shows: that it
    was done.
    """

    line: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    shows: Shows = a_step
    own: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    aimed: Mapping[str, Any] | None = None
    game: str = "openquest"
    character: str = ""
    prepare: Prepare = _nothing
    before: Callable[[Scene, str], Awaitable[None]] | None = None
    asks: str = ""
    button: str = ""
    on: Callable[[Scene], Message | None] | None = None


def board(scene: Scene) -> Message | None:
    """The scene's board."""
    return scene.fight.board()


def newest_card(label: str) -> Callable[[Scene], Message | None]:
    """The newest public message with a button that begins so."""

    def find(scene: Scene) -> Message | None:
        for message in reversed(scene.channel.messages):
            if not message.ephemeral and any(
                str(b.get("label", "")).startswith(label) for b in message.buttons
            ):
                return message
        return None

    return find


def gm(*lines: str) -> Prepare:
    """The GM says these before."""

    async def prepare(scene: Scene) -> None:
        for line in lines:
            await scene.gm(line)

    return prepare


async def crowd(scene: Scene) -> None:
    await scene.gm("encounter add creature:Goblin count:15")


async def may_draw(scene: Scene) -> None:
    for who in ("ana", "ben"):
        await scene.gm("encounter place", {"what": "grant", "target": who, "detail": "2"})


async def sheet_of_anas(scene: Scene) -> None:
    await scene.new_sheet(scene.people.ana, sheet_of(scene, CONTROLLER))


async def own_sheet(scene: Scene, column: str) -> None:
    """Whoever it is has a sheet of their own."""
    if column not in (CONTROLLER, ELSEWHERE):
        await scene.new_sheet(scene.people.all()[column], sheet_of(scene, column))


async def foes_of_the_server(scene: Scene) -> None:
    await scene.new_sheet(scene.people.mara, sheet_of(scene, "server"), for_server=True)


def sheet_of(scene: Scene, column: str) -> str:
    return f"{column} {scene.channel.name}"


async def a_blind_roll(scene: Scene) -> None:
    await scene.turn()
    out = await scene.company.say(scene.people.ana, "roll dice:1d6 see:gm", at=scene.channel)
    assert newest_card("For ")(scene) is not None, out.text


SHEET = Upload("rurik.json", b"")
"""Stands for a sheet as a file, which is made once the bot runs."""
LOG = Upload("log.json", b"")
"""Stands for a log."""

READY = {c: {"character": "Sellsword"} for c in (OUTSIDER, MANAGER, ELSEWHERE)}

CASES: dict[str, Case] = {
    "/encounter start": Case("encounter start ruleset:openquest", shows=changes("encounters")),
    "/encounter join": Case("encounter join character:Sellsword name:Newcomer"),
    "/encounter leave": Case("encounter leave", aimed={"combatant": "ana"}),
    "/encounter add": Case("encounter add creature:Goblin"),
    "/encounter remove": Case("encounter remove", {"combatant": "foe"}),
    "/encounter begin": Case("encounter begin"),
    "/encounter next": Case("encounter next"),
    "/encounter back": Case("encounter back", prepare=gm("encounter next")),
    "/encounter pause": Case("encounter pause"),
    "/encounter resume": Case("encounter resume", prepare=gm("encounter pause")),
    "/encounter set": Case("encounter set", {"combatant": "ana", "value": "hp", "to": "5"}),
    "/encounter place": Case("encounter place", {"what": "light", "detail": "dark"}),
    "/encounter note": Case("encounter note text:The bridge is out"),
    "/encounter effect": Case("encounter effect label:blessed", {"combatant": "ana"}),
    "/encounter order": Case("encounter order", {"combatant": "foe", "before": "ana"}),
    "/encounter undo": Case("encounter undo"),
    "/encounter redo": Case("encounter redo", prepare=gm("encounter note text:Oh", "encounter undo")),
    "/encounter gm": Case("encounter gm"),
    "/encounter hand": Case("encounter hand", {"combatant": "foe"}),
    "/encounter board": Case("encounter board", shows=says("Here it is")),
    "/encounter log": Case("encounter log", shows=a_file),
    "/encounter end": Case("encounter end"),
    "/attack": Case("attack", {"target": "foe"}, aimed={"target": "foe", "combatant": "ana"}),
    "/move": Case(
        "move",
        {"how": "close", "target": "foe"},
        aimed={"how": "close", "target": "foe", "combatant": "ana"},
    ),
    "/act": Case(
        "act", {"action": "other", "detail": "looks"}, aimed={"action": "other", "combatant": "ana"}
    ),
    "/trigger": Case("trigger", character="Spear", aimed={"combatant": "ana"}),
    "/draw": Case(
        "draw", {"count": "1"}, aimed={"count": "1", "combatant": "ana"}, game="c22", prepare=may_draw
    ),
    "/play": Case("play", game="c22", aimed={"combatant": "ana"}),
    "/done": Case("done"),
    "/hand": Case("hand", shows=own_hand, aimed={"combatant": "ana"}, game="c22"),
    "/parry": Case("parry", asks="parry"),
    "/dodge": Case("dodge", asks="dodge"),
    "/block": Case("block", asks="block", game="24-system"),
    "/react": Case("react with:Dodge", asks="dodge"),
    "/standing": Case(
        "standing",
        {"question": "Defence", "answer": "Always dodge"},
        aimed={"question": "Defence", "answer": "Always dodge", "combatant": "ana"},
    ),
    "button: an answer": Case(button="Dodge", on=newest_card("Dodge"), asks="dodge"),
    "button: an offer": Case(button="Roll again", on=newest_card("Roll again")),
    "button: Join": Case(button="Join", on=board, shows=says("Join with|With which character")),
    "button: Begin": Case(button="Begin", on=board),
    "button: My turn": Case(button="My turn", on=board, shows=says("###")),
    "button: Next": Case(button="Next", on=board),
    "button: End turn": Case(button="End turn", on=board),
    "button: a page of the board": Case(button="▶", on=board, shows=says("board of fight"), prepare=crowd),
    "button: Write what lasts to the sheet": Case(
        button="Write what lasts", on=newest_card("Write what lasts"), shows=says("Written to the sheet")
    ),
    "button: For the GM's eyes": Case(
        button="For ", on=newest_card("For "), shows=says("1d6"), prepare=a_blind_roll
    ),
    "/roll": Case("roll dice:1d6", shows=changes("rolls")),
    "/check": Case(
        "check",
        {"skill": "Perception"},
        shows=says("Perception"),
        own=READY,
        aimed={"skill": "Perception", "combatant": "ana"},
    ),
    "/odds": Case(
        "odds",
        {"action": "attack", "target": "foe"},
        shows=says("%"),
        aimed={"action": "attack", "target": "foe", "combatant": "ana"},
    ),
    "/verify": Case("verify", {"file": LOG}, shows=says("This log is right")),
    "/help": Case("help", shows=says("###|\\*\\*")),
    "/about": Case("about", shows=says("Skirmish")),
    "/character new": Case("character new name:Mine ruleset:openquest", shows=changes("drafts")),
    "/character import": Case("character import", {"file": SHEET, "replace": True}, shows=changes("sheets")),
    "/character show": Case(
        "character show",
        shows=says("HP|Hit points"),
        aimed={"sheet": ""},
        prepare=sheet_of_anas,
        before=own_sheet,
    ),
    "/character edit": Case(
        "character edit",
        shows=changes("drafts"),
        aimed={"sheet": ""},
        prepare=sheet_of_anas,
        before=own_sheet,
    ),
    "/character export": Case(
        "character export", shows=a_file, aimed={"sheet": ""}, prepare=sheet_of_anas, before=own_sheet
    ),
    "/character delete": Case(
        "character delete",
        shows=says("cannot be undone"),
        aimed={"sheet": ""},
        prepare=sheet_of_anas,
        before=own_sheet,
    ),
    "/character list": Case(
        "character list", shows=says("character"), prepare=sheet_of_anas, before=own_sheet
    ),
    "/character new for_server": Case(
        "character new name:Ogre ruleset:openquest", {"for_server": True}, shows=changes("drafts")
    ),
    "/character import for_server": Case(
        "character import", {"file": SHEET, "replace": True, "for_server": True}, shows=changes("sheets")
    ),
    "/character show for_server": Case(
        "character show", {"for_server": True}, shows=says("HP|Hit points"), prepare=foes_of_the_server
    ),
    "/character edit for_server": Case(
        "character edit", {"for_server": True}, shows=changes("drafts"), prepare=foes_of_the_server
    ),
    "/character export for_server": Case(
        "character export", {"for_server": True}, shows=a_file, prepare=foes_of_the_server
    ),
    "/character delete for_server": Case(
        "character delete", {"for_server": True}, shows=says("cannot be undone"), prepare=foes_of_the_server
    ),
    "/character list for_server": Case(
        "character list", {"for_server": True}, shows=says("own foes"), prepare=foes_of_the_server
    ),
    "/config show": Case("config show", shows=says("Deadline")),
    "/config ruleset": Case("config ruleset game:OpenQuest", shows=changes("servers")),
    "/config option": Case(
        "config option", {"option": "offers", "value": "wait", "game": "openquest"}, shows=changes("servers")
    ),
    "/config gm-role": Case("config gm-role", shows=changes("servers")),
    "/config start-role": Case("config start-role", shows=changes("servers")),
    "/config deadline": Case("config deadline time:1h", shows=changes("servers")),
    "/config public": Case(
        "config public", {"what": "log_by_players", "on": False}, shows=changes("servers")
    ),
    "/config pings": Case("config pings", {"what": "ping_turn", "on": False}, shows=changes("servers")),
    "/config retention": Case("config retention", {"days": 30}, shows=changes("servers")),
    "/pings": Case("pings", shows=says("ping")),
    "/privacy show": Case("privacy show", shows=says("stored")),
    "/privacy delete": Case("privacy delete", shows=says("delete")),
}
