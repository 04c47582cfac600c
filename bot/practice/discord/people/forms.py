"""Filling in modals, and choosing in select menus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..interactions import Modal
from ..limits.modals import CHECKBOX, CHECKBOXES, FILE_UPLOAD, ITEMS, RADIO
from ..wire import Json
from .outcome import ClientRefusal
from .resolving import Resolver

TEXT_INPUT, STRING_SELECT = 4, 3


def choose(part: Json, values: Sequence[Any], resolver: Resolver) -> list[str]:
    """What is sent for values chosen in a select menu: labels or values of options; people, roles, channels.

    Raises `ClientRefusal` for too few, too many, or what is not there.
    """
    least, most = part.get("min_values"), part.get("max_values")
    least = 1 if least is None else least
    most = 1 if most is None else most
    if not least <= len(values) <= most:
        raise ClientRefusal(f"Select between {least} and {most}, not {len(values)}")
    match part["type"]:
        case 3:
            sent = [_option(part, value) for value in values]
        case 5:
            sent = [resolver.user(value) for value in values]
        case 6:
            sent = [resolver.role(value) for value in values]
        case 7:
            sent = [resolver.mentionable(value) for value in values]
        case _:
            sent = [resolver.channel(value, part.get("channel_types")) for value in values]
    if len(set(sent)) != len(sent):
        raise ClientRefusal("The same was selected twice")
    return sent


def _option(part: Json, value: Any) -> str:
    options = part.get("options") or []
    for key in ("value", "label"):
        for option in options:
            if option[key] == str(value):
                return str(option["value"])
    labels = ", ".join(option["label"] for option in options)
    raise ClientRefusal(f"There is no “{value}” to select; there are: {labels}")


def items(modal: Modal) -> list[tuple[str, Json]]:
    """What can be filled in, in order: each with the label that a person reads."""
    found: list[tuple[str, Json]] = []
    for part in modal.components:
        if part["type"] == 1:
            found += [(child.get("label") or "", child) for child in part["components"]]
        elif part["type"] == 18:
            found.append((part["label"], part["component"]))
    return found


def fill_in(modal: Modal, values: Mapping[str, Any], resolver: Resolver) -> list[Json]:
    """The components of a modal as they are sent. Raises `ClientRefusal` for what may not be submitted."""
    known = items(modal)
    for name in values:
        if not any(name in (label, part["custom_id"]) for label, part in known):
            labels = ", ".join(label for label, _ in known)
            raise ClientRefusal(f"The form has no field “{name}”; it has: {labels}")
    given = {
        part["custom_id"]: values.get(part["custom_id"], values.get(label))
        for label, part in known
        if part["type"] in ITEMS
    }
    return [_component(part, given, resolver) for part in modal.components]


def _component(part: Json, given: Mapping[str, Any], resolver: Resolver) -> Json:
    sent: Json = {"type": part["type"], "id": part.get("id")}
    if part["type"] == 1:
        sent["components"] = [
            _item(child, child.get("label"), given, resolver) for child in part["components"]
        ]
    elif part["type"] == 18:
        sent["component"] = _item(part["component"], part["label"], given, resolver)
    return sent


def _item(part: Json, label: str | None, given: Mapping[str, Any], resolver: Resolver) -> Json:
    value = given[part["custom_id"]]
    kind = part["type"]
    sent: Json = {"type": kind, "id": part.get("id"), "custom_id": part["custom_id"]}
    try:
        if kind == TEXT_INPUT:
            sent["value"] = _text(part, value)
        elif kind == CHECKBOX:
            sent["value"] = bool(part.get("default") if value is None else value)
        elif kind == RADIO:
            sent["value"] = _radio(part, value)
        elif kind == FILE_UPLOAD:
            sent["values"] = [resolver.file(one) for one in _several(part, value)]
        else:
            sent["values"] = _selected(part, value, resolver)
    except ClientRefusal as refusal:
        raise ClientRefusal(f"{label or part['custom_id']}: {refusal.reason}") from None
    return sent


def _text(part: Json, value: Any) -> str:
    text = str(part.get("value") or "") if value is None else str(value)
    required = part.get("required") is not False
    if not text and not required:
        return ""
    if not text:
        raise ClientRefusal("This field is required")
    least, most = part.get("min_length") or 0, part.get("max_length") or 4000
    if not least <= len(text) <= most:
        raise ClientRefusal(f"Enter between {least} and {most} characters")
    if part["style"] == 1 and "\n" in text:
        raise ClientRefusal("This field has one line")
    return text


def _radio(part: Json, value: Any) -> str | None:
    if value is None:
        value = next((one["value"] for one in part["options"] if one.get("default")), None)
    if value is None:
        if part.get("required") is not False:
            raise ClientRefusal("This field is required")
        return None
    return _option(part, value)


def _several(part: Json, value: Any) -> list[Any]:
    """Values of a field that takes several, within its bounds."""
    values = [] if value is None else [value] if isinstance(value, str) else list(value)
    required = part.get("required") is not False
    least = part.get("min_values")
    least = 1 if least is None else least
    if not values and not required:
        return values
    most = part.get("max_values") or (len(part.get("options") or ()) if part["type"] == CHECKBOXES else 1)
    if not (least if required else 0) <= len(values) <= most:
        raise ClientRefusal(f"Select between {least} and {most}, not {len(values)}")
    return values


def _selected(part: Json, value: Any, resolver: Resolver) -> list[str]:
    if value is None and part["type"] in (STRING_SELECT, CHECKBOXES):
        value = [one["value"] for one in part["options"] if one.get("default")]
    values = _several(part, value)
    if part["type"] == CHECKBOXES or not values:
        return [_option(part, one) for one in values]
    return choose(part, values, resolver)
