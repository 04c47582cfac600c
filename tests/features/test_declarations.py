"""Every verb of every game can be declared by its slash command: the command has all the options it needs."""

from __future__ import annotations

import pytest

from bot.features.fight.declare import NEEDS
from bot.features.fight.suggest import PICKS
from bot.table.acts import GM_VERBS
from rules import games
from rules.engine.ruleset import Ruleset, Verb

ALL = games.load()
VERBS = [(rules.id, verb) for rules in ALL for verb in rules.verbs]


@pytest.mark.parametrize(("game", "verb"), VERBS, ids=[f"{game}-{verb.name}" for game, verb in VERBS])
def test_the_command_has_every_option_of_the_verb(game: str, verb: Verb) -> None:
    assert verb.command in NEEDS, f"{game}: no command /{verb.command}"
    missing = {p.name for p in verb.params} - set(NEEDS[verb.command])
    assert not missing, f"{game}: /{verb.command} has no option {', '.join(sorted(missing))}"


@pytest.mark.parametrize("rules", ALL, ids=[rules.id for rules in ALL])
def test_several_verbs_of_one_command_can_be_told_apart(rules: Ruleset) -> None:  # type: ignore[type-arg]
    for command in NEEDS:
        own = [v for v in rules.verbs if v.command == command and v.who != GM_VERBS]
        if len(own) > 1:
            assert command in PICKS, f"{rules.id} has {len(own)} verbs under /{command}"
        labels = [v.label.casefold() for v in rules.verbs if v.command == command]
        assert len(set(labels)) == len(labels), f"{rules.id}: two verbs of /{command} look alike"


@pytest.mark.parametrize("rules", ALL, ids=[rules.id for rules in ALL])
def test_a_modal_holds_each_section_of_the_sheet(rules: Ruleset) -> None:  # type: ignore[type-arg]
    sections: dict[str, int] = {}
    for field in rules.sheet_fields:
        if field.kind != "data":
            sections[field.section] = sections.get(field.section, 0) + 1
    assert sections
    assert max(sections.values()) <= 5
