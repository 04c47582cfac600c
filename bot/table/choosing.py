"""From what a person typed or pressed to the arguments of a verb: only what is legal now, checked again on
submit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.engine.encounter import Encounter
from rules.engine.procedures import Refused
from rules.engine.ruleset import Args, Choice, Param, Ruleset, Verb

from .naming import clean_text

State = Encounter[Any, Any]
MOST_SUGGESTIONS = 25
LONGEST_TEXT = 400


def suggest(choices: Iterable[Choice], typed: str) -> list[Choice]:
    """At most 25 of the choices that fit what is typed: those that begin so first, then a word of theirs,
    then within.

    Within each rank the order of the choices is kept, which is by likelihood.
    """
    wanted = typed.strip().casefold()
    ranked: list[list[Choice]] = [[], [], [], []]
    for choice in choices:
        ranked[_rank(choice, wanted)].append(choice)
    return [*ranked[0], *ranked[1], *ranked[2]][:MOST_SUGGESTIONS]


def _rank(choice: Choice, wanted: str) -> int:
    label = choice.words.casefold()
    if label.startswith(wanted):
        return 0
    if any(word.startswith(wanted) for word in label.split()):
        return 1
    return 2 if wanted in label or wanted in choice.hint.casefold() else 3


def pick(choices: Sequence[Choice], typed: str, what: str) -> Choice:
    """The choice that was meant: by value, by its words, or by the only one that begins so. Refused
    otherwise.
    """
    for choice in choices:
        if typed == choice.value:
            return choice
    wanted = typed.strip().casefold()
    exact = [c for c in choices if c.words == typed.strip()] or [
        c for c in choices if wanted in (c.words.casefold(), c.value.casefold())
    ]
    near = exact or [c for c in choices if wanted and c.words.casefold().startswith(wanted)]
    if len(near) == 1:
        return near[0]
    if len(near) > 1:
        raise Refused(f"{what}: several fit “{typed}”: {listed(near)}. Choose one of the list.")
    if not choices:
        raise Refused(f"{what}: there is nothing to choose just now.")
    raise Refused(f"{what}: “{typed}” is not possible now. Possible: {listed(choices)}.")


def listed(choices: Sequence[Choice], most: int = 8) -> str:
    """The words of some choices, for a sentence."""
    between = "; " if any(", " in c.words for c in choices[:most]) else ", "
    shown = between.join(c.words for c in choices[:most])
    return f"{shown} and {len(choices) - most} more" if len(choices) > most else shown


def arguments(verb: Verb, s: State, who: str, given: Mapping[str, str]) -> dict[str, str]:
    """The checked arguments of a declaration. Refused names the parameter that is missing or not possible
    now.

    s: the state as the declarer may see it. Parameters are settled in their order, so that later choices
    may depend on earlier ones.
    """
    return arguments_of(verb.params, verb.label, s, who, given)


def arguments_of(
    params: Sequence[Param], label: str, s: State, who: str, given: Mapping[str, str]
) -> dict[str, str]:
    """The checked arguments for these parameters; `label` names what takes them in a refusal."""
    args: dict[str, str] = {}
    unknown = [name for name in given if name not in {p.name for p in params}]
    if unknown:
        takes = ", ".join(p.name for p in params) or "nothing more"
        raise Refused(f"{label} does not take “{unknown[0]}”; it takes {takes}.")
    for param in params:
        value = _argument(param, s, who, args, given.get(param.name))
        if value is not None:
            args[param.name] = value
    return args


def _argument(param: Param, s: State, who: str, args: Args, typed: str | None) -> str | None:
    if typed is None or not typed.strip():
        value = param.default(s, who, args) if param.default else None
        if value is None and param.required:
            only = param.choices(s, who, args) if param.choices and param.kind == "choice" else ()
            if len(only) == 1:
                return only[0].value
            raise Refused(f"{param.label} is needed: {_wanted(param, s, who, args)}.")
        return value
    if param.kind == "number":
        return _number(param, typed)
    choices = param.choices(s, who, args) if param.choices else ()
    if param.kind == "choice":
        return _picked(param, s, who, args, choices, typed)
    if param.kind == "many":
        values = (pick(choices, part, param.label).value for part in typed.split(",") if part.strip())
        return ",".join(dict.fromkeys(values))
    return clean_text(typed, LONGEST_TEXT)


def _picked(param: Param, s: State, who: str, args: Args, choices: tuple[Choice, ...], typed: str) -> str:
    """One of the choices. Refused says why, where what was meant is barred now."""
    try:
        return pick(choices, typed, param.label).value
    except Refused:
        why = _why_barred(param.barred(s, who, args) if param.barred else (), choices, typed)
        if why:
            raise Refused(why) from None
        raise


def _why_barred(barred: Sequence[Choice], choices: Sequence[Choice], typed: str) -> str:
    """Why what was typed is no choice now, "" where it is not among what is barred. A beginning of it counts
    where no choice begins so.
    """
    wanted = typed.strip().casefold()
    known = [c for c in barred if c.hint]
    exact = [c for c in known if wanted in (c.value.casefold(), c.words.casefold())]
    begun = not any(c.words.casefold().startswith(wanted) for c in choices)
    near = exact or [c for c in known if begun and c.words.casefold().startswith(wanted)]
    return near[0].hint if near else ""


def _number(param: Param, typed: str) -> str:
    plain = typed.strip().replace("−", "-").replace("–", "-").replace("%", "").lstrip("+")
    try:
        number = int(plain)
    except ValueError:
        raise Refused(f"{param.label}: “{typed}” is not a whole number, such as 3 or -20.") from None
    if not param.low <= number <= param.high:
        raise Refused(f"{param.label} must be from {param.low} to {param.high}; {number} is not.")
    return str(number)


def _wanted(param: Param, s: State, who: str, args: Args) -> str:
    if param.kind == "number":
        return f"a whole number from {param.low} to {param.high}"
    choices = param.choices(s, who, args) if param.choices else ()
    return (
        listed(choices) if choices else ("nothing can be chosen just now" if param.choices else "some words")
    )


def verbs_of(rules: Ruleset[Any, Any], command: str) -> tuple[Verb, ...]:
    """The verbs that stand under a slash command in this game."""
    return tuple(v for v in rules.verbs if v.command == command)


def ready_now(verb: Verb, s: State, who: str) -> str | None:
    """Why the verb cannot be declared now, the turn included; None when it can."""
    if verb.who == "turn" and s.actor != who:
        acting = s.combatants.get(s.actor)
        return f"It is {acting.name}'s turn." if acting else "It is nobody's turn now."
    return verb.ready(s, who)
