"""Limits of modals.

Source: Discord's developer documentation, "Component Reference" and "Receiving and Responding".
"""

from __future__ import annotations

from typing import Any, Final

from ..errors import Form, Path
from ..text import walk
from ..wire import Json
from .components import (
    LABEL,
    ROW,
    SELECTS,
    TEXT,
    TEXT_INPUT,
    check_counts,
    check_custom_id,
    check_options,
    check_select,
    check_text,
)

FILE_UPLOAD, RADIO, CHECKBOXES, CHECKBOX = 19, 21, 22, 23
ITEMS: Final = (TEXT_INPUT, *SELECTS, FILE_UPLOAD, RADIO, CHECKBOXES, CHECKBOX)
"""What a person can fill in."""


def check_modal(data: Json) -> None:
    """Check a modal; raises `ApiError`."""
    form = Form()
    path: Path = ("data",)
    check_custom_id(form, path, data)
    if not isinstance(data.get("title"), str):
        form.required((*path, "title"))
    else:
        form.length((*path, "title"), data["title"], 1, 45)
    components = data.get("components")
    if not isinstance(components, list):
        form.required((*path, "components"))
        components = []
    form.length((*path, "components"), components, 1, 5)
    for index, part in enumerate(components):
        _check_top(form, (*path, "components", index), part)
    _check_unique(form, path, components)
    form.done()


def _check_unique(form: Form, path: Path, components: list[Json]) -> None:
    seen: set[object] = set()
    for part in walk(components):
        custom_id = part.get("custom_id")
        if custom_id is not None and custom_id in seen:
            form.fault(path, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
        seen.add(custom_id)


def _check_top(form: Form, path: Path, part: Json) -> None:
    kind = part.get("type")
    if kind == ROW:
        children = part.get("components") or []
        form.length((*path, "components"), children, 1, 1)
        for index, child in enumerate(children):
            _check_item(form, (*path, "components", index), child, (TEXT_INPUT,), labelled=False)
    elif kind == LABEL:
        _check_label(form, path, part)
    elif kind == TEXT:
        check_text(form, path, part)
    else:
        form.choice((*path, "type"), (ROW, TEXT, LABEL))


def _check_label(form: Form, path: Path, part: Json) -> None:
    if not isinstance(part.get("label"), str):
        form.required((*path, "label"))
    else:
        form.length((*path, "label"), part["label"], 1, 45)
    form.length((*path, "description"), part.get("description") or "", 0, 100)
    child = part.get("component")
    if isinstance(child, dict):
        _check_item(form, (*path, "component"), child, ITEMS, labelled=True)
    else:
        form.required((*path, "component"))


def _check_item(form: Form, path: Path, part: Json, allowed: tuple[int, ...], *, labelled: bool) -> None:
    kind = part.get("type")
    if kind not in allowed:
        form.choice((*path, "type"), allowed)
    elif kind == TEXT_INPUT:
        _check_input(form, path, part, labelled=labelled)
    elif kind in SELECTS:
        check_select(form, path, part)
    elif kind == FILE_UPLOAD:
        check_custom_id(form, path, part)
        check_counts(form, path, part, 10)
    elif kind in (RADIO, CHECKBOXES):
        check_custom_id(form, path, part)
        options = part.get("options") or []
        form.length((*path, "options"), options, 2 if kind == RADIO else 1, 10)
        check_options(form, (*path, "options"), options)
        if kind == CHECKBOXES:
            check_counts(form, path, {"max_values": len(options), **part}, max(len(options), 1))
    else:
        check_custom_id(form, path, part)


def _check_input(form: Form, path: Path, part: Json, *, labelled: bool) -> None:
    check_custom_id(form, path, part)
    if part.get("style") not in (1, 2):
        form.fault((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
    label = part.get("label")
    if not labelled and not label:
        form.required((*path, "label"))
    form.length((*path, "label"), label or "", 0, 45)
    form.length((*path, "placeholder"), part.get("placeholder") or "", 0, 100)
    least, most = part.get("min_length") or 0, _or(part.get("max_length"), 4000)
    if not 0 <= least <= 4000:
        form.fault((*path, "min_length"), "NUMBER_TYPE_MAX", "int value should be between 0 and 4000.")
    if not 1 <= most <= 4000:
        form.fault((*path, "max_length"), "NUMBER_TYPE_MAX", "int value should be between 1 and 4000.")
    if least > most:
        form.fault((*path, "min_length"), "TEXT_INPUT_MIN_OVER_MAX", "min_length is over max_length")
    if part.get("value"):
        form.length((*path, "value"), part["value"], least, most)


def _or(value: Any, default: int) -> int:
    return default if value is None else int(value)
