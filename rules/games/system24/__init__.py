"""24-System (RHLF): anchors, Guard, range states, wounds by region. `RULES.md` states every clause."""

from .ruleset import RULESET

__all__ = ["RULESET"]
