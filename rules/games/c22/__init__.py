"""C22 System: fights with playing cards."""

from .ruleset import RULESET

__all__ = ["RULESET"]
