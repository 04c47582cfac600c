"""OpenQuest 3: D100 under a skill, parry or dodge, armor, mortal wounds. The clauses are in RULES.md."""

from .ruleset import RULESET

__all__ = ["RULESET"]
