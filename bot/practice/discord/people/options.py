"""Options of slash commands: from what a person types to what Discord sends, and what its app refuses."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..wire import Json
from .outcome import Choice, ClientRefusal
from .resolving import Resolver

SUB, GROUP = 1, 2
_TEXTUAL: Final = (3, 4, 10)


@dataclass(frozen=True, slots=True)
class Named:
    """A command that a person named: as registered, the way to the sub-command, and its options."""

    command: Json
    way: tuple[Json, ...]
    options: tuple[Json, ...]

    @property
    def full_name(self) -> str:
        """All words of it, such as "encounter start"."""
        return " ".join([self.command["name"], *(step["name"] for step in self.way)])

    def option(self, name: str) -> Json:
        """One option; raises `ClientRefusal` where there is none of this name."""
        for option in self.options:
            if option["name"] == name:
                return option
        raise ClientRefusal(f"/{self.full_name} has no option {name}")

    def wrap(self, options: list[Json]) -> list[Json]:
        """The options inside the sub-commands that lead to them, as they are sent."""
        inside = options
        for step in reversed(self.way):
            inside = [{"type": step["type"], "name": step["name"], "options": inside}]
        return inside


def find_command(commands: Sequence[Json], line: str) -> tuple[Named, str]:
    """The command that a line begins with, and the rest of the line. Raises `ClientRefusal`."""
    rest = line.strip().removeprefix("/").strip()
    name, rest = _word(rest)
    command = next((one for one in commands if one["type"] == 1 and one["name"] == name), None)
    if command is None:
        raise ClientRefusal(f"There is no command /{name} here")
    way: list[Json] = []
    options: list[Json] = command["options"]
    while options and options[0]["type"] in (SUB, GROUP):
        word, further = _word(rest)
        step = next((one for one in options if one["name"] == word), None)
        if step is None:
            names = ", ".join(one["name"] for one in options)
            raise ClientRefusal(f"/{' '.join([name, *(one['name'] for one in way)])} needs one of: {names}")
        way.append(step)
        options, rest = step.get("options") or [], further
    return Named(command, tuple(way), tuple(options)), rest


def _word(text: str) -> tuple[str, str]:
    first, _, rest = text.partition(" ")
    return first, rest.strip()


def split_options(named: Named, text: str) -> dict[str, str]:
    """The values in `name:value name:value`; a value runs until the next name. Raises `ClientRefusal`."""
    if not text:
        return {}
    names = [option["name"] for option in named.options]
    if not names:
        raise ClientRefusal(f"/{named.full_name} takes no options")
    found = list(re.finditer(r"(?:^|(?<=\s))(" + "|".join(map(re.escape, names)) + r"):\s?", text))
    if not found or found[0].start() != 0:
        raise ClientRefusal(f"/{named.full_name} has no option in “{text}”; it has: {', '.join(names)}")
    values: dict[str, str] = {}
    for here, after in zip(found, [*found[1:], None], strict=True):
        end = after.start() if after is not None else len(text)
        values[here[1]] = text[here.end() : end].strip()
    return values


def filled(named: Named, values: Mapping[str, Any], resolver: Resolver) -> list[Json]:
    """Options as they are sent. Raises `ClientRefusal` for what Discord's app does not let through."""
    for name in values:
        named.option(name)
    sent: list[Json] = []
    for option in named.options:
        value = values.get(option["name"])
        if value is None or value == "":
            if option.get("required"):
                raise ClientRefusal(f"{option['name']}: This option is required. Specify a value")
            continue
        sent.append(
            {"name": option["name"], "type": option["type"], "value": _value(option, value, resolver)}
        )
    return sent


def being_typed(
    named: Named, focused: str, typed: str, values: Mapping[str, Any], resolver: Resolver
) -> list[Json]:
    """Options as they are sent while one of them is typed; the others as far as they are filled in."""
    if not named.option(focused).get("autocomplete"):
        raise ClientRefusal(f"{focused} offers no suggestions")
    sent: list[Json] = []
    for option in named.options:
        name, kind = option["name"], option["type"]
        if name == focused:
            sent.append({"name": name, "type": kind, "value": typed, "focused": True})
        elif name in values and values[name] not in (None, ""):
            value = values[name]
            if kind in _TEXTUAL:
                value = value.value if isinstance(value, Choice) else value
            else:
                value = _value(option, value, resolver)
            sent.append({"name": name, "type": kind, "value": value})
    return sent


def _value(option: Json, value: Any, resolver: Resolver) -> Any:
    kind = option["type"]
    if isinstance(value, Choice):
        value = value.value
    if kind in _TEXTUAL and option.get("choices"):
        return _chosen(option, value)
    if kind == 3:
        return _string(option, str(value))
    if kind in (4, 10):
        return _number(option, value, whole=kind == 4)
    if kind == 5:
        return _boolean(option, value)
    if kind == 7:
        return resolver.channel(value, option.get("channel_types"))
    find = {6: resolver.user, 8: resolver.role, 9: resolver.mentionable, 11: resolver.file}
    return find[kind](value)


def _chosen(option: Json, value: Any) -> Any:
    for choice in option["choices"]:
        if value in (choice["name"], choice["value"]) or str(value).lower() == choice["name"].lower():
            return choice["value"]
    names = ", ".join(choice["name"] for choice in option["choices"])
    raise ClientRefusal(f"{option['name']}: Select one of the options: {names}")


def _string(option: Json, value: str) -> str:
    least, most = option.get("min_length") or 0, option.get("max_length") or 6000
    if not least <= len(value) <= most:
        raise ClientRefusal(f"{option['name']}: Enter between {least} and {most} characters")
    return value


def _number(option: Json, value: Any, *, whole: bool) -> int | float:
    try:
        number = int(str(value)) if whole else float(value)
    except (TypeError, ValueError):
        number = math.nan
    if isinstance(value, bool) or math.isnan(number) or math.isinf(number):
        raise ClientRefusal(f"{option['name']}: Input a valid {'integer' if whole else 'number'}")
    least, most = option.get("min_value"), option.get("max_value")
    least = -(2**53) if least is None else least
    most = 2**53 if most is None else most
    if not least <= number <= most:
        raise ClientRefusal(f"{option['name']}: Enter a number between {least} and {most}")
    return number


def _boolean(option: Json, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    text = str(value).lower()
    if text not in ("true", "false"):
        raise ClientRefusal(f"{option['name']}: Select True or False")
    return text == "true"
