"""Discord's limits on bodies: each at its edge and one past it.

The numbers and codes are those of Discord's developer documentation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.practice.discord import ApiError
from bot.practice.discord.errors import Form
from bot.practice.discord.limits.commands import (
    check_choice_list,
    check_commands,
    command_size,
    is_command_name,
)
from bot.practice.discord.limits.components import check_components, give_ids
from bot.practice.discord.limits.messages import check_message
from bot.practice.discord.limits.modals import check_modal
from bot.practice.discord.text import walk
from bot.practice.discord.wire import Json
from tests.practice.discord.raw import faults


def found(check: Callable[[], None]) -> set[tuple[str, str]]:
    """The faults that a check finds."""
    try:
        check()
    except ApiError as error:
        return faults(error.body())
    return set()


def in_form(check: Callable[[Form], None]) -> set[tuple[str, str]]:
    """The same for a check that works on a form."""

    def run() -> None:
        form = Form()
        check(form)
        form.done()

    return found(run)


def codes(several: set[tuple[str, str]]) -> set[str]:
    """Only the codes."""
    return {code for _, code in several}


# Commands


def command(name: str = "test", options: list[Json] | None = None, **more: Any) -> Json:
    return {"name": name, "description": "x", "options": options or [], **more}


def option(name: str = "one", kind: int = 3, **more: Any) -> Json:
    return {"name": name, "description": "x", "type": kind, **more}


@pytest.mark.parametrize("name", ["a", "x" * 32, "my-command", "don't", "würfel", "攻撃", "ทดสอบ", "a1_b"])
def test_good_command_names(name: str) -> None:
    assert is_command_name(name)


@pytest.mark.parametrize("name", ["", "x" * 33, "Attack", "two words", "a.b", "roll!", "@all", "💥"])
def test_bad_command_names(name: str) -> None:
    assert not is_command_name(name)


def test_a_good_command() -> None:
    group = option("group", 2, options=[option("sub", 1, options=[option(), option("two", 4)])])
    assert found(lambda: check_commands([command(options=[group]), command("other", [option()])])) == set()


@pytest.mark.parametrize(
    ("commands", "expected"),
    [
        ([command("Bad Name")], ("0.name", "APPLICATION_COMMAND_INVALID_NAME")),
        ([command(description="x" * 101)], ("0.description", "BASE_TYPE_BAD_LENGTH")),
        ([command(description="")], ("0.description", "BASE_TYPE_REQUIRED")),
        ([command(), command()], ("1", "APPLICATION_COMMANDS_DUPLICATE_NAME")),
        ([command(f"c{n}") for n in range(101)], ("", "MAX_APPLICATION_COMMANDS_REACHED")),
        ([command(options=[option(f"o{n}") for n in range(26)])], ("0.options", "BASE_TYPE_MAX_LENGTH")),
        (
            [command(options=[option("a"), option("b", required=True)])],
            ("0.options.1", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"),
        ),
        (
            [command(options=[option("a"), option("a")])],
            ("0.options.1.name", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID"),
        ),
        (
            [command(options=[option("a"), option("b", 1)])],
            ("0.options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
        ),
        (
            [command(options=[option(choices=[{"name": "x", "value": "x"}], autocomplete=True)])],
            ("0.options.0.autocomplete", "APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_INVALID"),
        ),
        (
            [command(options=[option(kind=4, choices=[{"name": "x", "value": "x"}])])],
            ("0.options.0.choices.0.value", "BASE_TYPE_CHOICES"),
        ),
        (
            [command(options=[option(kind=6, autocomplete=True)])],
            ("0.options.0", "APPLICATION_COMMAND_OPTION_CHOICES_INVALID"),
        ),
        (
            [command(options=[option(kind=4, min_value=5, max_value=4)])],
            ("0.options.0.max_value", "APPLICATION_COMMAND_OPTION_BOUND_INVALID"),
        ),
        (
            [command(options=[option("a", 1, options=[option("b", 1)])])],
            ("0.options.0.options.0.type", "UNION_TYPE_CHOICES"),
        ),
        (
            [command(options=[option("a", 2, options=[option("b", 2)])])],
            ("0.options.0.options.0.type", "UNION_TYPE_CHOICES"),
        ),
    ],
)
def test_bad_commands(commands: list[Json], expected: tuple[str, str]) -> None:
    assert found(lambda: check_commands(commands)) == {expected}


def test_a_hundred_commands_and_twenty_five_options() -> None:
    options = [
        option(f"o{n}", choices=[{"name": f"{c}", "value": f"{c}"} for c in range(25)]) for n in range(25)
    ]
    assert found(lambda: check_commands([command("many", options)])) == set()
    assert found(lambda: check_commands([command(f"c{n}") for n in range(100)])) == set()


def test_eight_thousand_characters() -> None:
    # Each option: 4 of its name, 1 of its description, three choices of 1 + 99 characters: 305.
    options = [
        option(f"o{n:03}", choices=[{"name": f"{c}", "value": f"{c}" * 99} for c in range(3)])
        for n in range(25)
    ]
    one = command("abcdefghij", options)
    assert command_size(one) == 10 + 1 + 25 * 305
    # 7636 so far; a fourth choice adds 100 characters.
    for n in range(3):
        options[n]["choices"].append({"name": "x", "value": "x" * 99})
    assert found(lambda: check_commands([one])) == set()
    options[3]["choices"].append({"name": "x", "value": "x" * 99})
    assert codes(found(lambda: check_commands([one]))) == {"APPLICATION_COMMAND_TOO_LARGE"}


def test_the_longest_translation_counts() -> None:
    one = {"name": "abc", "name_localizations": {"de": "abcde"}, "description": "x"}
    assert command_size(one) == 5 + 1


def test_autocomplete_results() -> None:
    many = [{"name": f"{n}", "value": f"{n}"} for n in range(26)]
    assert in_form(lambda form: check_choice_list(form, (), many[:25], 3)) == set()
    assert in_form(lambda form: check_choice_list(form, (), many, 3)) == {("", "BASE_TYPE_MAX_LENGTH")}
    long = [{"name": "x" * 101, "value": "y" * 101}]
    assert in_form(lambda form: check_choice_list(form, (), long, 3)) == {
        ("0.name", "BASE_TYPE_BAD_LENGTH"),
        ("0.value", "BASE_TYPE_MAX_LENGTH"),
    }
    empty = [{"name": "", "value": "x"}]
    assert in_form(lambda form: check_choice_list(form, (), empty, 3)) == {("0.name", "BASE_TYPE_REQUIRED")}


# Components


def button(custom_id: str | None = "b", **more: Any) -> Json:
    return {"type": 2, "style": 1, "label": "x", "custom_id": custom_id, **more}


def row(*parts: Json) -> Json:
    return {"type": 1, "components": list(parts)}


def text(content: str = "x") -> Json:
    return {"type": 10, "content": content}


def container(*parts: Json) -> Json:
    return {"type": 17, "components": list(parts)}


def select(**more: Any) -> Json:
    options = [{"label": f"{n}", "value": f"{n}"} for n in range(3)]
    return {"type": 3, "custom_id": "s", "options": options, **more}


def v2(*parts: Json) -> set[tuple[str, str]]:
    return in_form(lambda form: check_components(form, ("c",), list(parts), v2=True))


def legacy(*parts: Json) -> set[tuple[str, str]]:
    return in_form(lambda form: check_components(form, ("c",), list(parts), v2=False))


def test_good_components() -> None:
    section = {"type": 9, "components": [text(), text()], "accessory": button("a")}
    separator = {"type": 14}
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://x.png"}}]}
    assert v2(container(text(), section, separator, row(button()), row(select())), gallery, text()) == set()
    assert legacy(row(button()), row(select())) == set()


def test_v2_parts_need_the_flag() -> None:
    assert legacy(text()) == {("c.0.type", "UNION_TYPE_CHOICES")}
    assert legacy(container(text())) == {("c.0.type", "UNION_TYPE_CHOICES")}


def test_forty_components_of_all_levels() -> None:
    # A container, a row and its button are three; the rest are texts.
    assert v2(container(row(button()), *[text() for _ in range(37)])) == set()
    assert v2(container(row(button()), *[text() for _ in range(38)])) == {
        ("c", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED")
    }


def test_four_thousand_characters_of_text() -> None:
    assert v2(text("x" * 3999), container(text("x"))) == set()
    assert v2(text("x" * 3999), container(text("xx"))) == {("c", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED")}


def test_five_rows_of_five_buttons() -> None:
    full = [row(*[button(f"{r}-{n}") for n in range(5)]) for r in range(6)]
    assert legacy(*full[:5]) == set()
    assert legacy(*full) == {("c", "BASE_TYPE_MAX_LENGTH")}
    assert legacy(row(*[button(f"{n}") for n in range(6)])) == {("c.0.components", "BASE_TYPE_BAD_LENGTH")}


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (row(), ("c.0.components", "BASE_TYPE_BAD_LENGTH")),
        (row(button(), select()), ("c.0.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED")),
        (row(button(), button()), ("c", "COMPONENT_CUSTOM_ID_DUPLICATED")),
        (row(button("x" * 101)), ("c.0.components.0.custom_id", "BASE_TYPE_BAD_LENGTH")),
        (row(button(None)), ("c.0.components.0.custom_id", "BASE_TYPE_REQUIRED")),
        (row(button(label="x" * 81)), ("c.0.components.0.label", "BASE_TYPE_MAX_LENGTH")),
        (row(button(label="")), ("c.0.components.0", "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED")),
        (row(button(style=9)), ("c.0.components.0.style", "BASE_TYPE_CHOICES")),
        (row(button(None, style=5)), ("c.0.components.0.url", "BUTTON_COMPONENT_URL_REQUIRED")),
        (row(select(placeholder="x" * 151)), ("c.0.components.0.placeholder", "BASE_TYPE_MAX_LENGTH")),
        (row(select(options=[])), ("c.0.components.0.options", "BASE_TYPE_BAD_LENGTH")),
        (row(select(max_values=4)), ("c.0.components.0.max_values", "NUMBER_TYPE_MAX")),
        (
            row(select(options=[{"label": "a", "value": "v"}, {"label": "b", "value": "v"}])),
            ("c.0.components.0.options.1", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"),
        ),
        (
            row(select(options=[{"label": "x" * 101, "value": "v"}])),
            ("c.0.components.0.options.0.label", "BASE_TYPE_BAD_LENGTH"),
        ),
        (container(), ("c.0.components", "BASE_TYPE_BAD_LENGTH")),
        (container(container(text())), ("c.0.components.0.type", "UNION_TYPE_CHOICES")),
        (button(), ("c.0.type", "UNION_TYPE_CHOICES")),
        (text(""), ("c.0.content", "BASE_TYPE_BAD_LENGTH")),
        ({"type": 9, "components": [text()]}, ("c.0.accessory", "BASE_TYPE_REQUIRED")),
        (
            {"type": 9, "components": [text()] * 4, "accessory": button()},
            ("c.0.components", "BASE_TYPE_BAD_LENGTH"),
        ),
        ({"type": 12, "items": []}, ("c.0.items", "BASE_TYPE_BAD_LENGTH")),
        (
            {"type": 13, "file": {"url": "https://example.org/x"}},
            ("c.0.file.url", "URL_TYPE_INVALID_SCHEME"),
        ),
    ],
)
def test_bad_components(part: Json, expected: tuple[str, str]) -> None:
    assert v2(part) == {expected}


def test_components_are_numbered_around_those_that_have_ids() -> None:
    parts = [container(text(), row(button())), text()]
    parts[1]["id"] = 2
    give_ids(parts)
    assert [part["id"] for part in walk(parts)] == [1, 3, 4, 5, 2]


# Messages


def message(body: Json, *, is_v2: bool = False) -> set[tuple[str, str]]:
    return in_form(lambda form: check_message(form, (), body, v2=is_v2))


def test_content_and_embeds() -> None:
    assert message({"content": "x" * 2000}) == set()
    assert message({"content": "x" * 2001}) == {("content", "BASE_TYPE_MAX_LENGTH")}
    assert message({"embeds": [{"title": "x"}] * 11}) == {("embeds", "BASE_TYPE_MAX_LENGTH")}
    long = {"description": "x" * 4096}
    assert message({"embeds": [long, {"description": "x" * 1904}]}) == set()
    assert message({"embeds": [long, {"description": "x" * 1905}]}) == {("embeds", "MAX_EMBED_SIZE_EXCEEDED")}
    field = {"name": "x", "value": "x"}
    assert message({"embeds": [{"fields": [field] * 26}]}) == {("embeds.0.fields", "BASE_TYPE_MAX_LENGTH")}
    assert message({"embeds": [{"fields": [{"name": "x"}]}]}) == {
        ("embeds.0.fields.0.value", "BASE_TYPE_REQUIRED")
    }


def test_v2_goes_with_nothing_else() -> None:
    code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
    assert message({"content": "x", "components": [text()]}, is_v2=True) == {("content", code)}
    assert message({"embeds": [{"title": "x"}], "components": [text()]}, is_v2=True) == {("embeds", code)}


def test_mentions_are_parsed_or_listed() -> None:
    assert message({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}) == {
        ("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE")
    }


# Modals


def field(**more: Any) -> Json:
    return {"type": 18, "label": "Name", "component": {"type": 4, "custom_id": "n", "style": 1, **more}}


def modal(*parts: Json, title: str = "A form") -> set[tuple[str, str]]:
    return found(lambda: check_modal({"custom_id": "m", "title": title, "components": list(parts)}))


def test_good_modals() -> None:
    old = row({"type": 4, "custom_id": "o", "style": 2, "label": "Old"})
    assert modal(text(), field(), old) == set()


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ([], ("data.components", "BASE_TYPE_BAD_LENGTH")),
        ([text() for _ in range(6)], ("data.components", "BASE_TYPE_BAD_LENGTH")),
        ([container(text())], ("data.components.0.type", "UNION_TYPE_CHOICES")),
        ([{**field(), "label": "x" * 46}], ("data.components.0.label", "BASE_TYPE_BAD_LENGTH")),
        ([{**field(), "description": "x" * 101}], ("data.components.0.description", "BASE_TYPE_MAX_LENGTH")),
        ([field(), field()], ("data", "COMPONENT_CUSTOM_ID_DUPLICATED")),
        ([field(max_length=4001)], ("data.components.0.component.max_length", "NUMBER_TYPE_MAX")),
        (
            [field(min_length=5, max_length=4)],
            ("data.components.0.component.min_length", "TEXT_INPUT_MIN_OVER_MAX"),
        ),
        (
            [field(max_length=3, value="long")],
            ("data.components.0.component.value", "BASE_TYPE_MAX_LENGTH"),
        ),
        ([field(placeholder="x" * 101)], ("data.components.0.component.placeholder", "BASE_TYPE_MAX_LENGTH")),
        ([field(style=3)], ("data.components.0.component.style", "BASE_TYPE_CHOICES")),
        (
            [row({"type": 4, "custom_id": "o", "style": 2})],
            ("data.components.0.components.0.label", "BASE_TYPE_REQUIRED"),
        ),
        (
            [{"type": 18, "label": "x", "component": button()}],
            ("data.components.0.component.type", "UNION_TYPE_CHOICES"),
        ),
    ],
)
def test_bad_modals(parts: list[Json], expected: tuple[str, str]) -> None:
    assert modal(*parts) == {expected}


def test_modal_titles() -> None:
    assert modal(field(), title="x" * 45) == set()
    assert modal(field(), title="x" * 46) == {("data.title", "BASE_TYPE_BAD_LENGTH")}
