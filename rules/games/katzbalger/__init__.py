"""Katzbalger: one-second rounds, interleaved actions, hit locations. The clauses are in RULES.md."""

from .ruleset import RULESET

__all__ = ["RULESET"]
