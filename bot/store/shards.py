"""Which servers a process looks after, by Discord's rule: shard = (guild id >> 22) mod shard count."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards of this process.

    count: how many shards the bot has over all its processes, at least 1. ids: those of this process, each
    0..count-1; None for all of them. ValueError for a count or an id outside these.
    """

    count: int = 1
    ids: frozenset[int] | None = None

    def __post_init__(self) -> None:
        if self.count < 1:
            raise ValueError("the number of shards must be at least 1")
        if self.ids is not None and not all(0 <= shard < self.count for shard in self.ids):
            raise ValueError(f"shard ids must be from 0 to {self.count - 1}")

    @property
    def own(self) -> frozenset[int]:
        """The ids of this process' shards, spelled out."""
        return frozenset(range(self.count)) if self.ids is None else self.ids

    @property
    def everything(self) -> bool:
        """Whether this process looks after every server."""
        return self.ids is None or len(self.ids) == self.count

    def has(self, guild: int) -> bool:
        """Whether this process looks after the server."""
        return self.everything or (guild >> 22) % self.count in self.own


ALL = Shards()
"""One process with every server."""
