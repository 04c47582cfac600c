"""What Discord refuses is never put on a panel."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from bot.features.kit import address, option, select


@address("testpick")
@dataclass(frozen=True, slots=True)
class Pick:
    """Something is chosen."""


def test_of_options_with_the_same_value_the_first_is_shown() -> None:
    menu = select(Pick(), [option("a", "A"), option("b", "B"), option("a", "A again")], most=3)
    assert [(one.value, one.label) for one in menu.options] == [("a", "A"), ("b", "B")]
    assert menu.max_values == 2


def test_a_select_has_one_to_twenty_five_options() -> None:
    assert len(select(Pick(), [option(str(n), str(n)) for n in range(25)]).options) == 25
    for count in (0, 26):
        with pytest.raises(ValueError, match="1 to 25"):
            select(Pick(), [option(str(n), str(n)) for n in range(count)])
