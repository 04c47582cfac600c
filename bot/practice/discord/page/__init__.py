"""The person's side over HTTP, for a page or another process. Described in the package's README."""

from .api import PageApi

__all__ = ["PageApi"]
