"""The practice table as a web page. Described in docs/practice.md."""

from .table import PracticeTable

__all__ = ["PracticeTable"]
