"""Limits of application commands.

Source: Discord's developer documentation, "Application Commands".
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Any, Final

from ..errors import Form, Path
from ..wire import Json

MOST: Final = {1: 100, 2: 15, 3: 15}
"""How many commands of a kind (slash, user, message) one scope may have."""

MOST_OPTIONS: Final = 25
MOST_CHOICES: Final = 25
MOST_CHARACTERS: Final = 8000
"""Characters of names, descriptions and values of one slash command with all its options."""

SUB, GROUP, STRING, INTEGER, NUMBER = 1, 2, 3, 4, 10


def is_command_name(name: str) -> bool:
    """Whether a slash command or option may have this name: 1–32 lower-case letters, digits, - _ or '."""
    return 1 <= len(name) <= 32 and name == name.lower() and all(map(_name_character, name))


def _name_character(letter: str) -> bool:
    if letter in "-_'":
        return True
    if unicodedata.category(letter)[0] in "LN":
        return True
    return unicodedata.name(letter, "").startswith(("DEVANAGARI ", "THAI "))


def check_commands(commands: Any, only: int | None = None) -> None:
    """Check all commands of one scope, or one of them in view of the others; raises `ApiError`."""
    form = Form()
    if not isinstance(commands, list):
        form.fault((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        form.done()
    seen: set[tuple[int, object]] = set()
    counts = dict.fromkeys(MOST, 0)
    for index, command in enumerate(commands):
        path: Path = (index,) if only is None else ()
        kind = command.get("type") or 1
        if only is None or index == only:
            _check_command(form, path, command, kind)
        key = (kind, command.get("name"))
        if key in seen:
            form.fault(
                path, "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique"
            )
        seen.add(key)
        counts[kind] = counts.get(kind, 0) + 1
    for kind, most in MOST.items():
        if counts[kind] > most:
            form.fault(
                (),
                "MAX_APPLICATION_COMMANDS_REACHED",
                f"Maximum number of application commands reached ({most}).",
            )
    form.done()


def _check_command(form: Form, path: Path, command: Json, kind: int) -> None:
    if kind not in MOST:
        form.choice((*path, "type"), tuple(MOST))
        return
    name = command.get("name")
    if not isinstance(name, str):
        form.required((*path, "name"))
        return
    form.length((*path, "name"), name, 1, 32)
    if kind != 1:
        if command.get("description"):
            form.fault(
                (*path, "description"),
                "APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED",
                "Context menu commands cannot have description",
            )
        return
    _check_name(form, (*path, "name"), name)
    _check_description(form, path, command)
    options = command.get("options") or []
    _check_options(form, (*path, "options"), options, depth=0)
    size = command_size(command)
    if size > MOST_CHARACTERS:
        form.fault(
            path,
            "APPLICATION_COMMAND_TOO_LARGE",
            f"Command exceeds maximum size ({MOST_CHARACTERS}), it has {size}",
        )


def _check_name(form: Form, path: Path, name: str) -> None:
    if not is_command_name(name):
        form.fault(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _check_description(form: Form, path: Path, thing: Json) -> None:
    text = thing.get("description")
    if not text:
        form.required((*path, "description"))
    else:
        form.length((*path, "description"), text, 1, 100)


def _check_options(form: Form, path: Path, options: list[Json], depth: int) -> None:
    form.length(path, options, 0, MOST_OPTIONS)
    names: set[object] = set()
    optional_seen = False
    nested = {bool(option.get("type") in (SUB, GROUP)) for option in options}
    if len(nested) > 1:
        form.fault(
            path,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        )
    for index, option in enumerate(options):
        here = (*path, index)
        _check_option(form, here, option, depth)
        if option.get("name") in names:
            form.fault(
                (*here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option name already used"
            )
        names.add(option.get("name"))
        if option.get("type") not in (SUB, GROUP):
            if option.get("required") and optional_seen:
                form.fault(
                    here,
                    "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                    "Required options must be placed before non-required options",
                )
            optional_seen = optional_seen or not option.get("required")


def _check_option(form: Form, path: Path, option: Json, depth: int) -> None:
    kind = option.get("type")
    if not isinstance(kind, int) or not 1 <= kind <= 11:
        form.choice((*path, "type"), range(1, 12))
        return
    name = option.get("name")
    if isinstance(name, str):
        _check_name(form, (*path, "name"), name)
    else:
        form.required((*path, "name"))
    _check_description(form, path, option)
    if kind in (SUB, GROUP):
        if (kind, depth) not in ((SUB, 0), (GROUP, 0), (SUB, 1)):
            form.choice((*path, "type"), range(3, 12))
        _check_options(
            form, (*path, "options"), option.get("options") or [], depth + (2 if kind == SUB else 1)
        )
    else:
        _check_choices(form, path, option, kind)
        _check_bounds(form, path, option, kind)


def _check_choices(form: Form, path: Path, option: Json, kind: int) -> None:
    choices = option.get("choices") or []
    if (choices or option.get("autocomplete")) and kind not in (STRING, INTEGER, NUMBER):
        form.fault(path, "APPLICATION_COMMAND_OPTION_CHOICES_INVALID", "This type of option takes no choices")
    if choices and option.get("autocomplete"):
        form.fault(
            (*path, "autocomplete"),
            "APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_INVALID",
            "Autocomplete may not be set to true if choices are present",
        )
    check_choice_list(form, (*path, "choices"), choices, kind)


def check_choice_list(form: Form, path: Path, choices: list[Json], kind: int | None) -> None:
    """Check choices of an option, or results of an autocomplete, of the option's type (None: not known)."""
    form.length(path, choices, 0, MOST_CHOICES)
    names: set[object] = set()
    for index, choice in enumerate(choices):
        here = (*path, index)
        name, value = choice.get("name"), choice.get("value")
        if not isinstance(name, str) or not name:
            form.required((*here, "name"))
        else:
            form.length((*here, "name"), name, 1, 100)
        if name in names:
            form.fault(
                (*here, "name"), "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS", "Choice name already used"
            )
        names.add(name)
        _check_value(form, (*here, "value"), value, kind)


def _check_value(form: Form, path: Path, value: Any, kind: int | None) -> None:
    fits: dict[int | None, tuple[type, ...]] = {STRING: (str,), INTEGER: (int,), NUMBER: (int, float)}
    if value is None:
        form.required(path)
    elif type(value) not in fits.get(kind, (str, int, float)):
        form.fault(path, "BASE_TYPE_CHOICES", "The value does not fit the option's type")
    elif isinstance(value, str):
        form.length(path, value, 0, 100)
    elif abs(value) > 2**53:
        form.fault(path, "NUMBER_TYPE_MAX", "int53 value should be less than or equal to 9007199254740991.")


def _check_bounds(form: Form, path: Path, option: Json, kind: int) -> None:
    for low, high, kinds in (
        ("min_value", "max_value", (INTEGER, NUMBER)),
        ("min_length", "max_length", (STRING,)),
    ):
        least, most = option.get(low), option.get(high)
        for key, bound in ((low, least), (high, most)):
            if bound is not None and kind not in kinds:
                form.fault((*path, key), "APPLICATION_COMMAND_OPTION_BOUND_INVALID", "No bound for this type")
        if least is not None and most is not None and least > most:
            form.fault((*path, high), "APPLICATION_COMMAND_OPTION_BOUND_INVALID", f"{low} is over {high}")


def command_size(command: Json) -> int:
    """Characters that count against the 8000: names, descriptions, choice values, of all nested options.

    Of translations the longest counts.
    """
    size = _longest(command, "name") + _longest(command, "description")
    for choice in command.get("choices") or ():
        size += _longest(choice, "name") + len(str(choice.get("value", "")))
    return size + sum(map(command_size, command.get("options") or ()))


def _longest(thing: Json, key: str) -> int:
    texts: Iterable[object] = [thing.get(key) or "", *(thing.get(f"{key}_localizations") or {}).values()]
    return max(len(str(text)) for text in texts)
