"""From what was typed to the arguments of a verb."""

from collections.abc import Sequence

import pytest

from bot.table.choosing import arguments_of, listed, pick, suggest
from rules.engine.procedures import Refused
from rules.engine.ruleset import Args, Choice, Param, ruleset

GOBLINS = (
    Choice("g1", "Goblin 1"),
    Choice("g2", "Goblin 2"),
    Choice("gb", "Great goblin"),
    Choice("t", "Troll"),
)


def words(choices: Sequence[Choice]) -> list[str]:
    return [c.words for c in choices]


def test_what_begins_so_comes_first_then_a_word_of_it_then_what_holds_it() -> None:
    choices = (Choice("a", "Hobgoblin"), *GOBLINS)
    assert words(suggest(choices, "gob")) == ["Goblin 1", "Goblin 2", "Great goblin", "Hobgoblin"]


def test_nothing_typed_keeps_the_order_of_likelihood_and_at_most_25() -> None:
    many = [Choice(str(n), f"Name {n}") for n in range(100)]
    assert suggest(many, "") == many[:25]


@pytest.mark.parametrize(
    ("typed", "value"), [("g2", "g2"), ("Goblin 2", "g2"), ("goblin 2", "g2"), ("tro", "t"), (" Troll ", "t")]
)
def test_a_value_its_words_or_the_only_beginning_is_understood(typed: str, value: str) -> None:
    assert pick(GOBLINS, typed, "Target").value == value


def test_names_that_differ_only_by_case_are_told_apart_when_typed_exactly() -> None:
    both = (Choice("1", "ana"), Choice("2", "Ana"))
    assert pick(both, "Ana", "Target").value == "2"
    with pytest.raises(Refused, match="several fit"):
        pick(both, "ANA", "Target")


def test_what_is_not_possible_is_answered_with_what_is() -> None:
    with pytest.raises(Refused, match=r"Target: “Dragon” is not possible now\. Possible: Goblin 1, Goblin 2"):
        pick(GOBLINS, "Dragon", "Target")


def test_nothing_to_choose_is_said() -> None:
    with pytest.raises(Refused, match="nothing to choose"):
        pick((), "x", "Target")


PARAMS = (
    Param("target", "Target", choices=lambda s, who, args: GOBLINS),
    Param(
        "ticks", "Circumstances", "many", lambda s, who, args: (Choice("dark"), Choice("wet")), required=False
    ),
    Param("modifier", "Modifier", "number", required=False, low=-50, high=50),
    Param("words", "Words", "text", required=False),
)


def settle(given: Args) -> dict[str, str]:
    state = ruleset("openquest").new_encounter()
    return arguments_of(PARAMS, "Attack", state, "ana", given)


def test_arguments_are_settled_by_kind() -> None:
    given = {"target": "troll", "ticks": "wet, dark,wet", "modifier": "−20%", "words": "  with care "}
    assert settle(given) == {"target": "t", "ticks": "wet,dark", "modifier": "-20", "words": "with care"}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "Target is needed: Goblin 1"),
        ({"target": "t", "modifier": "much"}, "not a whole number"),
        ({"target": "t", "modifier": "51"}, "from -50 to 50; 51 is not"),
        ({"target": "t", "ticks": "dry"}, "“dry” is not possible now"),
        ({"target": "t", "weapon": "axe"}, "does not take “weapon”; it takes target"),
    ],
)
def test_what_is_wrong_is_named(given: Args, said: str) -> None:
    with pytest.raises(Refused, match=said):
        settle(given)


def test_what_is_barred_is_refused_with_its_reason() -> None:
    barred = (Choice("g1", "Goblin 1"), Choice("d", "Dragon", "Dragon is out of reach."))
    target = Param("target", "Target", choices=lambda s, who, args: GOBLINS, barred=lambda s, who, a: barred)
    state = ruleset("openquest").new_encounter()
    for typed in ("d", "dragon", "Dragon ", "Drag"):
        with pytest.raises(Refused, match=r"^Dragon is out of reach\.$"):
            arguments_of((target,), "Attack", state, "ana", {"target": typed})
    great = (*barred, Choice("g9", "Goblin 9", "Goblin 9 is out of reach."))
    some = Param("target", "Target", choices=lambda s, who, args: GOBLINS, barred=lambda s, who, a: great)
    with pytest.raises(Refused, match="several fit"):  # a beginning that means a choice is no barred one
        arguments_of((some,), "Attack", state, "ana", {"target": "Gob"})
    with pytest.raises(Refused, match="“Wyvern” is not possible now"):
        arguments_of((target,), "Attack", state, "ana", {"target": "Wyvern"})
    assert arguments_of((target,), "Attack", state, "ana", {"target": "Goblin 1"}) == {"target": "g1"}


def test_what_holds_a_comma_is_listed_with_semicolons() -> None:
    assert listed((Choice("1", "Bright"), Choice("2", "Darkness, −50"))) == "Bright; Darkness, −50"
    assert listed((Choice("1", "Bright"), Choice("2", "Dark"))) == "Bright, Dark"
