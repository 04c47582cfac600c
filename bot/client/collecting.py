"""The garbage collector and the time it takes while somebody waits for an answer."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

ALLOCATIONS: Final = 5_000
"""New objects after which the youngest are looked at; a command alone makes more than the usual 700."""


@contextmanager
def spared_long_lived() -> Iterator[None]:
    """Until the end of the block no collection looks at what exists now: modules, classes, commands.

    A full collection goes through every object that it knows, and meanwhile nobody is answered; those of the
    libraries alone take it a tenth of a second.
    """
    usual = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(ALLOCATIONS, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()
