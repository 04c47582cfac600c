"""Forms with every kind of field: what is sent, what keeps its default, what may not be submitted."""

from __future__ import annotations

from typing import Any

import pytest

from bot.practice.discord import Channel, ClientRefusal, Modal, Person, Upload
from bot.practice.discord.limits.modals import check_modal
from bot.practice.discord.people.forms import choose, fill_in
from bot.practice.discord.people.resolving import Resolver
from bot.practice.discord.wire import Json
from tests.practice.discord.raw import Raw

OPTIONS = [{"label": "Red", "value": "r"}, {"label": "Green", "value": "g", "default": True}]
FIELDS: dict[str, Json] = {
    "text": {"type": 4, "style": 1, "min_length": 2, "required": False},
    "long": {"type": 4, "style": 2, "value": "as before"},
    "pick": {"type": 3, "options": OPTIONS, "max_values": 2},
    "who": {"type": 5, "required": False},
    "file": {"type": 19, "required": False, "max_values": 2},
    "radio": {"type": 21, "options": OPTIONS},
    "boxes": {"type": 22, "options": OPTIONS, "min_values": 0, "required": False},
    "box": {"type": 23, "default": True},
}


@pytest.fixture
def resolver(fight: Channel, ana: Person) -> Resolver:
    return Resolver(ana.user, fight)


@pytest.fixture
async def form(raw: Raw, fight: Channel, ana: Person) -> Modal:
    parts = [
        {"type": 18, "label": name.title(), "component": {"custom_id": name, **field}}
        for name, field in FIELDS.items()
    ]
    for start in range(0, len(parts), 4):
        check_modal({"custom_id": "m", "title": "All", "components": parts[start : start + 4]})
    return Modal(raw.interaction(ana.user, fight), "m", "All", parts)


def sent(form: Modal, values: dict[str, Any], resolver: Resolver) -> dict[str, Any]:
    fields = [part["component"] for part in fill_in(form, values, resolver)]
    return {field["custom_id"]: field.get("value", field.get("values")) for field in fields}


async def test_defaults(form: Modal, resolver: Resolver) -> None:
    assert sent(form, {}, resolver) == {
        "text": "",
        "long": "as before",
        "pick": ["g"],
        "who": [],
        "file": [],
        "radio": "g",
        "boxes": ["g"],
        "box": True,
    }


async def test_everything_filled_in(form: Modal, resolver: Resolver, ben: Person) -> None:
    values: dict[str, Any] = {
        "Text": "ab",
        "long": "two\nlines",
        "Pick": ["Red", "g"],
        "Who": [ben],
        "File": [Upload("a.txt", b"a")],
        "Radio": "Red",
        "Boxes": [],
        "Box": False,
    }
    filled = sent(form, values, resolver)
    (file,) = filled.pop("file")
    assert filled == {
        "text": "ab",
        "long": "two\nlines",
        "pick": ["r", "g"],
        "who": [str(ben.id)],
        "radio": "r",
        "boxes": [],
        "box": False,
    }
    told = resolver.told()["resolved"]
    assert told["attachments"][file]["filename"] == "a.txt"
    assert told["users"][str(ben.id)]["username"] == "ben"


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"Nothing": "x"}, "The form has no field “Nothing”"),
        ({"text": "a"}, "Text: Enter between 2 and 4000 characters"),
        ({"text": "two\nlines"}, "Text: This field has one line"),
        ({"long": ""}, "Long: This field is required"),
        ({"pick": []}, "Pick: Select between 1 and 2, not 0"),
        ({"pick": ["Blue"]}, "Pick: There is no “Blue” to select; there are: Red, Green"),
        ({"pick": ["Red", "r"]}, "Pick: The same was selected twice"),
        ({"who": ["nobody"]}, "Who: Nobody called nobody is here"),
        ({"radio": "Blue"}, "Radio: There is no “Blue” to select"),
        ({"file": ["7"]}, "File: Choose a file to upload"),
    ],
)
async def test_refused(form: Modal, resolver: Resolver, values: dict[str, Any], reason: str) -> None:
    with pytest.raises(ClientRefusal) as caught:
        fill_in(form, values, resolver)
    assert caught.value.reason.startswith(reason)


async def test_a_choice_that_must_be_made(raw: Raw, fight: Channel, ana: Person, resolver: Resolver) -> None:
    options = [{"label": "Red", "value": "r"}, {"label": "Green", "value": "g"}]
    field = {"type": 21, "custom_id": "radio", "options": options}
    part = {"type": 18, "label": "Radio", "component": field}
    modal = Modal(raw.interaction(ana.user, fight), "m", "One", [part])
    with pytest.raises(ClientRefusal, match="Radio: This field is required"):
        fill_in(modal, {}, resolver)
    field["required"] = False
    assert sent(modal, {}, resolver) == {"radio": None}


def test_menus_of_people_roles_and_channels(fight: Channel, ana: Person, resolver: Resolver) -> None:
    guild = fight.guild
    assert guild is not None
    role = guild.add_role("GM")
    assert choose({"type": 6}, [role], resolver) == [str(role.id)]
    assert choose({"type": 7, "max_values": 2}, [role, "@ana"], resolver) == [str(role.id), str(ana.id)]
    assert choose({"type": 8, "channel_types": [0]}, ["#fight"], resolver) == [str(fight.id)]
    with pytest.raises(ClientRefusal, match="not of a kind"):
        choose({"type": 8, "channel_types": [2]}, [fight], resolver)
