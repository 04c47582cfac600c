"""What a viewer may see of a state, and the difference between two such views."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from .codec import Json, encode
from .effects import GM, TABLE
from .encounter import Combatant, Encounter, Lasting
from .fmap import FMap
from .ruleset import PUBLIC, Viewer, rules_of

State = Encounter[Any, Any]
_NO_ID = re.compile(r"[^0-9A-Za-z-]+")
"""What stands between ids in a text that holds several."""
SOMEONE = "someone"
"""Stands for the name of one whom the reader may not know of."""


def view(s: State, viewer: Viewer) -> State:
    """The state as this viewer may see it: board, autocomplete, odds and players' logs all go through it.

    A GM sees everything but what the game keeps even from them. Others do not see hidden combatants that are
    not their own, secret notes and effects, or other people's standing answers; then the game masks its own
    secrets.
    """
    if not viewer.gm:
        s = _without_hidden(s, viewer)
    return rules_of(s).mask(s, viewer)


def _without_hidden(s: State, viewer: Viewer) -> State:
    seen: FMap[str, Combatant[Any]] = FMap(
        (c.id, c if viewer.controls(c) else _of_another(s, c))
        for c in s.combatants.values()
        if not c.hidden or viewer.controls(c)
    )
    order = tuple(slot for slot in s.order if slot.who in seen)
    return replace(
        s,
        combatants=seen,
        order=order,
        acting=s.acting if any(slot.id == s.acting for slot in order) else "",
        fired=(),
        lasting=tuple(
            _anonymous(e, seen) for e in s.lasting if not e.secret and (not e.who or e.who in seen)
        ),
        named=0,
        notes=tuple(n for n in s.notes if not n.secret and (not n.about or n.about in seen)),
    )


def _anonymous(effect: Lasting, seen: FMap[str, Combatant[Any]]) -> Lasting:
    """The effect without a source, or a turn at which it ends, that would name somebody hidden."""
    if effect.source and effect.source not in seen:
        effect = replace(effect, source="")
    if effect.ends is not None and effect.ends.who and effect.ends.who not in seen:
        effect = replace(effect, ends=replace(effect.ends, who=""))
    return effect


def _of_another(s: State, c: Combatant[Any]) -> Combatant[Any]:
    """A combatant not the viewer's own: standing answers are its player's, and the GM may keep numbers."""
    plain = replace(c, standing=FMap()) if c.standing else c
    if s.options.get("foe_numbers") == "words" and not c.player:
        plain = replace(plain, stats=rules_of(s).conceal(plain.stats))
    return plain


def nameless(text: str, s: State, viewer: Viewer) -> str:
    """A text of the game's without the names of those whom this viewer must not know of: they are someone.

    For what a game says of a choice as one text (prompts, options, refusals); lines have their names by id.
    """
    unseen = {c.name for c in s.combatants.values() if c.hidden and not (viewer.gm or viewer.controls(c))}
    if not any(name in text for name in unseen):
        return text
    # longest first, the names that may stay among them: of "Goblin 2" nothing is hidden by "Goblin"
    names = sorted({c.name for c in s.combatants.values()}, key=len, reverse=True)
    found = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)")
    return found.sub(lambda m: SOMEONE if m[0] in unseen else m[0], text)


def sees(s: State, viewer: Viewer, audience: str) -> bool:
    """Whether this viewer is of an audience: everybody, the GM, or one combatant's controller."""
    if audience == TABLE or viewer.gm:
        return True
    c = s.combatants.get(audience)
    return audience != GM and c is not None and bool(c.controller) and viewer.controls(c)


Patch = list[list[Any]]
"""Differences between two stored forms: [path, new value]; the empty path replaces the whole."""


def patch(before: Json, after: Json) -> Patch:
    """The replacements, by lists and pairs of the stored form, that turn `before` into `after`."""
    out: Patch = []
    _differ(before, after, [], out)
    return out


def _differ(a: Any, b: Any, path: list[Any], out: Patch) -> None:
    if type(a) is type(b) and isinstance(a, list) and len(a) == len(b):
        for n, (x, y) in enumerate(zip(a, b, strict=True)):
            _differ(x, y, [*path, n], out)
    elif isinstance(a, dict) and isinstance(b, dict) and a.keys() == b.keys():
        for key in a:
            _differ(a[key], b[key], [*path, key], out)
    elif a != b or type(a) is not type(b):
        out.append([path, b])


def patched(before: Json, changes: Patch) -> Json:
    """`before` with the replacements of `patch` made; `before` itself stays as it is.

    LookupError, TypeError or ValueError where a replacement aims at something that is not there.
    """
    result: Json = before
    for path, value in changes:
        result = _put(result, path, value)
    return result


def _put(node: Any, path: list[Any], value: Any) -> Any:
    if not path:
        return value
    if not isinstance(node, (dict, list)):
        raise TypeError("a path leads into what holds nothing")
    head, *rest = path
    copy = node.copy()
    copy[head] = _put(node[head], rest, value)
    return copy


def leaks(s: State, viewer: Viewer = PUBLIC) -> tuple[str, ...]:
    """Ids of hidden combatants that can be read in what this viewer is shown: faults of the game's `mask`."""
    hidden = {c.id for c in s.combatants.values() if c.hidden}
    words = {word for text in texts(shown(s, viewer)) for word in _NO_ID.split(text)}
    return tuple(sorted(hidden & words))


def texts(x: Json) -> Iterator[str]:
    """Every text in a stored form, in no order."""
    left: list[Json] = [x]
    while left:
        part = left.pop()
        if isinstance(part, str):
            yield part
        elif isinstance(part, list):
            left += part
        elif isinstance(part, dict):
            yield from part
            left += part.values()


def shown(s: State, viewer: Viewer) -> Json:
    """The stored form of what a viewer may see."""
    return encode(view(s, viewer))
