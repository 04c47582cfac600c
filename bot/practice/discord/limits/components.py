"""Limits of components in messages, and the ids that Discord gives them.

Source: Discord's developer documentation, "Component Reference".
"""

from __future__ import annotations

from typing import Final

from ..errors import Form, Path
from ..text import walk
from ..wire import Json

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 11, 12, 13, 14, 17, 18
SELECTS: Final = (3, 5, 6, 7, 8)

MOST_NESTED: Final = 40
"""Components of one V2 message, all levels counted together."""

MOST_TEXT: Final = 4000
"""Characters of all text components of one V2 message."""

MOST_ROWS: Final = 5

_TOP_V2: Final = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER)
_IN_CONTAINER: Final = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)


def check_components(form: Form, path: Path, components: list[Json], *, v2: bool) -> None:
    """Check a message's components; faults go into the form."""
    if v2:
        _check_list(form, path, components, _TOP_V2)
        _check_totals(form, path, components)
    else:
        form.length(path, components, 0, MOST_ROWS)
        _check_list(form, path, components, (ROW,))
    _check_unique(form, path, components)


def give_ids(components: list[Json]) -> None:
    """Number the components that have no id, from 1 on, leaving out the numbers that are taken."""
    taken = {part["id"] for part in walk(components) if part.get("id")}
    fresh = 0
    for part in walk(components):
        if not part.get("id"):
            fresh += 1
            while fresh in taken:
                fresh += 1
            part["id"] = fresh


def _check_totals(form: Form, path: Path, components: list[Json]) -> None:
    parts = list(walk(components))
    if len(parts) > MOST_NESTED:
        form.fault(
            path,
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            f"The total number of components cannot exceed {MOST_NESTED}, there are {len(parts)}",
        )
    length = sum(len(part.get("content") or "") for part in parts if part.get("type") == TEXT)
    if length > MOST_TEXT:
        form.fault(
            path,
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            f"The total displayable text size cannot exceed {MOST_TEXT}, it is {length}",
        )


def _check_unique(form: Form, path: Path, components: list[Json]) -> None:
    custom_ids: set[str] = set()
    ids: set[int] = set()
    for part in walk(components):
        custom_id, number = part.get("custom_id"), part.get("id")
        if custom_id is not None and custom_id in custom_ids:
            form.fault(
                path,
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                f"Component custom id cannot be duplicated: {custom_id}",
            )
        if number and number in ids:
            form.fault(path, "COMPONENT_ID_DUPLICATED", f"Component id cannot be duplicated: {number}")
        if isinstance(custom_id, str):
            custom_ids.add(custom_id)
        if number:
            ids.add(number)


def _check_list(form: Form, path: Path, components: list[Json], allowed: tuple[int, ...]) -> None:
    for index, part in enumerate(components):
        check_component(form, (*path, index), part, allowed)


def check_component(form: Form, path: Path, part: Json, allowed: tuple[int, ...]) -> None:
    """Check one component and those inside it."""
    kind = part.get("type")
    if kind not in allowed:
        form.choice((*path, "type"), allowed)
    elif kind == ROW:
        _check_row(form, path, part)
    elif kind == BUTTON:
        _check_button(form, path, part)
    elif kind in SELECTS:
        check_select(form, path, part)
    elif kind == SECTION:
        _check_section(form, path, part)
    elif kind == TEXT:
        check_text(form, path, part)
    elif kind == CONTAINER:
        _check_children(form, path, part, 1, MOST_NESTED, _IN_CONTAINER)
    elif kind == GALLERY:
        _check_gallery(form, path, part)
    elif kind in (THUMBNAIL, FILE):
        _check_media(form, path, part, "media" if kind == THUMBNAIL else "file")


def _check_children(
    form: Form, path: Path, part: Json, low: int, high: int, allowed: tuple[int, ...]
) -> list[Json]:
    children = part.get("components")
    if not isinstance(children, list):
        form.required((*path, "components"))
        return []
    form.length((*path, "components"), children, low, high)
    _check_list(form, (*path, "components"), children, allowed)
    return children


def _check_row(form: Form, path: Path, part: Json) -> None:
    children = _check_children(form, path, part, 1, 5, (BUTTON, *SELECTS))
    selects = sum(child.get("type") in SELECTS for child in children)
    if selects and len(children) > 1:
        form.fault(
            (*path, "components"),
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            "A select menu fills a row of its own",
        )


def _check_section(form: Form, path: Path, part: Json) -> None:
    _check_children(form, path, part, 1, 3, (TEXT,))
    accessory = part.get("accessory")
    if isinstance(accessory, dict):
        check_component(form, (*path, "accessory"), accessory, (BUTTON, THUMBNAIL))
    else:
        form.required((*path, "accessory"))


def check_text(form: Form, path: Path, part: Json) -> None:
    """Check a text component."""
    if not isinstance(part.get("content"), str):
        form.required((*path, "content"))
    else:
        form.length((*path, "content"), part["content"], 1, MOST_TEXT)


def check_custom_id(form: Form, path: Path, part: Json) -> None:
    """A component that can be used needs a custom id of 1 to 100 characters."""
    if not isinstance(part.get("custom_id"), str):
        form.required((*path, "custom_id"))
    else:
        form.length((*path, "custom_id"), part["custom_id"], 1, 100)


def _check_button(form: Form, path: Path, part: Json) -> None:
    style = part.get("style")
    if style not in (1, 2, 3, 4, 5, 6):
        form.fault((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5, 6).")
    if style == 5:
        if not part.get("url"):
            form.fault((*path, "url"), "BUTTON_COMPONENT_URL_REQUIRED", "A link button needs a url")
        if part.get("custom_id"):
            form.fault(
                path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A link button has no custom id"
            )
    elif style != 6:
        check_custom_id(form, path, part)
        if part.get("url"):
            form.fault((*path, "url"), "BUTTON_COMPONENT_INVALID_URL", "Only a link button has a url")
    form.length((*path, "label"), part.get("label") or "", 0, 80)
    form.length((*path, "url"), part.get("url") or "", 0, 512)
    if style != 6 and not part.get("label") and not part.get("emoji"):
        form.fault(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button must have a label or an emoji")


def check_select(form: Form, path: Path, part: Json) -> None:
    """Check a select menu of any kind."""
    check_custom_id(form, path, part)
    form.length((*path, "placeholder"), part.get("placeholder") or "", 0, 150)
    most_allowed = 25
    if part["type"] == STRING_SELECT:
        options = part.get("options")
        if not isinstance(options, list):
            form.required((*path, "options"))
            options = []
        form.length((*path, "options"), options, 1, 25)
        check_options(form, (*path, "options"), options)
        most_allowed = max(len(options), 1)
    check_counts(form, path, part, most_allowed)


def check_counts(form: Form, path: Path, part: Json, most_allowed: int) -> None:
    """Check how many values may be chosen: 0 ≤ least ≤ most ≤ what there is, and at least one at most."""
    least, most = part.get("min_values"), part.get("max_values")
    least = 1 if least is None else least
    most = 1 if most is None else most
    if not 0 <= least <= 25:
        form.fault((*path, "min_values"), "NUMBER_TYPE_MAX", "int value should be between 0 and 25.")
    if not 1 <= most <= most_allowed:
        form.fault(
            (*path, "max_values"), "NUMBER_TYPE_MAX", f"int value should be between 1 and {most_allowed}."
        )
    if least > most:
        form.fault((*path, "min_values"), "SELECT_COMPONENT_MIN_OVER_MAX", "min_values is over max_values")


def check_options(form: Form, path: Path, options: list[Json]) -> None:
    """Check the options of a select menu, radio group or checkbox group."""
    values: set[object] = set()
    for index, option in enumerate(options):
        here = (*path, index)
        for key in ("label", "value"):
            if not isinstance(option.get(key), str):
                form.required((*here, key))
            else:
                form.length((*here, key), option[key], 1, 100)
        form.length((*here, "description"), option.get("description") or "", 0, 100)
        if option.get("value") in values:
            form.fault(
                here,
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        values.add(option.get("value"))


def _check_gallery(form: Form, path: Path, part: Json) -> None:
    items = part.get("items")
    if not isinstance(items, list):
        form.required((*path, "items"))
        return
    form.length((*path, "items"), items, 1, 10)
    for index, item in enumerate(items):
        _check_media(form, (*path, "items", index), item, "media")


def _check_media(form: Form, path: Path, part: Json, key: str) -> None:
    media = part.get(key)
    if not isinstance(media, dict) or not isinstance(media.get("url"), str):
        form.required((*path, key, "url"))
        return
    url = media["url"]
    form.length((*path, key, "url"), url, 1, 2048)
    schemes = ("attachment://",) if key == "file" else ("attachment://", "http://", "https://")
    if not url.startswith(schemes):
        form.fault((*path, key, "url"), "URL_TYPE_INVALID_SCHEME", f"Scheme must be one of {schemes}.")
    form.length((*path, "description"), part.get("description") or "", 0, 1024)
