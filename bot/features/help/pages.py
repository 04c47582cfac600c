"""The pages of `/help`, made from the game's own words. Nothing is sent here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from bot import __version__
from bot.features.kit import escape
from bot.features.render import first_lines
from rules.engine.ruleset import Ruleset, rulesets

from . import words

MOST_TEXT: Final = 3500
MOST_NAMES: Final = 8
REACTIONS: Final = ("parry", "dodge", "block")
"""The commands that answer a defence by its own name."""
PLAYERS: Final = ("attack", "move", "act", "trigger", "draw", "play")

_EXAMPLE: Final = "example"

Game = Ruleset[Any, Any]


def page(situation: str, rules: Game | None) -> str:
    """A page as Markdown. rules: the game that is played here, None where nothing says which."""
    gm = escape(rules.gm_word) if rules else "GM"
    filled = {
        "gm": gm,
        "reactions": _reactions(rules),
        "standing": _standing(rules),
        "verbs": _verbs(rules),
        "places": _places(rules),
        "ready": _ready(rules),
        "skills": _skills(rules),
    }
    lines = [f"### {words.TITLES[situation]}"]
    lines += [paragraph.format(**filled) for paragraph in words.PAGES[situation]]
    if rules is not None:
        lines.append(words.GAME.format(escape(rules.name)))
    else:
        lines.append(words.NO_GAME.format(", ".join(escape(r.name) for r in rulesets())))
    return first_lines([line for line in lines if line], MOST_TEXT)


def about() -> str:
    """What `/about` says, as Markdown."""
    return "\n".join(
        [
            words.ABOUT_HEAD.format(__version__),
            words.ABOUT_TEXT,
            words.ABOUT_GAMES.format(", ".join(escape(r.name) for r in rulesets())),
            words.ABOUT_LICENCE,
            words.OPENQUEST,
            words.ABOUT_OTHERS,
        ]
    )


# ------------------------------------------------------------------ from the game
def _reactions(rules: Game | None) -> str:
    """The commands that do the same as the buttons, as far as the game has such defences."""
    if rules is None:
        return words.REACTIONS.format("`, `/".join(REACTIONS))
    known = {choice.value for topic in rules.standing_topics for choice in topic.choices}
    has = [name for name in REACTIONS if name in known]
    if not has:
        return words.REACT_ONLY
    return (words.REACTION if len(has) == 1 else words.REACTIONS).format("`, `/".join(has))


def _standing(rules: Game | None) -> str:
    if rules is None:
        return words.ANY_STANDING
    return _listed([topic.label for topic in rules.standing_topics]) or words.NO_STANDING


def _verbs(rules: Game | None) -> str:
    if rules is None:
        return words.ANY_VERBS
    lines = []
    for command in PLAYERS:
        labels = [v.label for v in rules.verbs if v.command == command and v.who != "gm"]
        if labels:
            lines.append(words.VERBS.format(command, _listed(labels)))
    if any(v.command == "play" for v in rules.verbs):
        lines.append(words.HAND)
    return "\n".join(lines)


def _places(rules: Game | None) -> str:
    labels = [v.label for v in rules.verbs if v.command == "place"] if rules else []
    return _listed(labels) or words.ANY_PLACES


def _ready(rules: Game | None) -> str:
    names = [r.name for r in rules.ready_made if r.kind == "character"] if rules else []
    return _listed(names) or words.ANY_READY


def _skills(rules: Game | None) -> str:
    """What a check tests, by the example of a ready character."""
    ready = next((r for r in rules.ready_made if r.kind == "character"), None) if rules else None
    if rules is None or ready is None or not rules.check_params or rules.check_params[0].choices is None:
        return ""
    state = rules.new_encounter().having(rules.combatant(_EXAMPLE, ready.name, ready.values))
    labels = [choice.words for choice in rules.check_params[0].choices(state, _EXAMPLE, {})]
    return words.SKILLS.format(_listed(labels[:3])) if labels else ""


def _listed(names: Sequence[str]) -> str:
    """Names in a row, the first eight and how many more."""
    shown = ", ".join(escape(name) for name in names[:MOST_NAMES])
    return words.AND_MORE.format(shown, len(names) - MOST_NAMES) if len(names) > MOST_NAMES else shown
