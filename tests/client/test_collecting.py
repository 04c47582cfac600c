"""Collections of garbage leave out what lives as long as the bot."""

from __future__ import annotations

import gc

from bot.client.collecting import ALLOCATIONS, spared_long_lived


class Cycle:
    """Refers to itself, so that only a collection frees it."""

    def __init__(self) -> None:
        self.itself = self


def test_what_is_there_before_is_left_out_and_what_comes_is_collected() -> None:
    before = gc.get_threshold()
    with spared_long_lived():
        assert gc.get_freeze_count() > 10_000, "the modules that pytest and the bot have loaded, at the least"
        assert gc.get_threshold()[0] == ALLOCATIONS
        gc.collect()
        Cycle()
        assert gc.collect() >= 1
    assert gc.get_freeze_count() == 0
    assert gc.get_threshold() == before
