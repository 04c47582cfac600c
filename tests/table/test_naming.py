"""Names as typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.table.naming import LONGEST_NAME, clean_name, is_taken, numbered
from rules.engine.procedures import Refused


def test_a_name_stays_as_typed() -> None:
    assert clean_name("O'Brien `the` *Bold* @everyone") == "O'Brien `the` *Bold* @everyone"


def test_spaces_and_control_characters_become_single_spaces() -> None:
    assert clean_name("  Ana\n\tof\u00a0the   Hill ") == "Ana of the Hill"


def test_what_turns_text_around_is_left_out() -> None:
    assert clean_name("Ana\u202egnarts") == "Anagnarts"


@pytest.mark.parametrize("typed", ["", "   ", "\u200b\u200d", "\n"])
def test_a_name_needs_something_visible(typed: str) -> None:
    with pytest.raises(Refused, match="visible"):
        clean_name(typed)


def test_a_name_of_two_hundred_characters_is_refused_with_both_numbers() -> None:
    with pytest.raises(Refused, match=f"200 characters; at most {LONGEST_NAME}"):
        clean_name("x" * 200)


def test_one_that_is_free_keeps_its_name() -> None:
    assert numbered("Goblin", 1, []) == ("Goblin",)


def test_several_are_numbered_past_those_there() -> None:
    assert numbered("Goblin", 2, ["goblin 1", "Orc"]) == ("Goblin 2", "Goblin 3")


def test_a_single_one_whose_name_is_taken_gets_the_next_number() -> None:
    assert numbered("Goblin 2", 1, ["Goblin 1", "Goblin 2"]) == ("Goblin 3",)


def test_the_second_of_a_name_is_number_two() -> None:
    assert numbered("Rurik", 1, ["Rurik"]) == ("Rurik 2",)
    assert numbered("Goblin", 2, ["goblin", "Goblin 2"]) == ("Goblin 3", "Goblin 4")


def test_capitals_do_not_tell_names_apart() -> None:
    assert is_taken("ANA", ["Ana"])
    assert not is_taken("Anna", ["Ana"])


@given(st.text(min_size=1, max_size=60), st.integers(1, 20), st.lists(st.text(max_size=20), max_size=10))
def test_numbered_names_are_always_new_and_different(name: str, count: int, taken: list[str]) -> None:
    names = numbered(name, count, taken)
    folded = [n.casefold() for n in names]
    assert len(set(folded)) == count
    assert not set(folded) & {t.casefold() for t in taken}
