"""The person's side over HTTP, for a page or another process. Described in the package's README."""

from .api import PageApi, named_here, only_here
from .asking import Asking, Wrong

__all__ = ["Asking", "PageApi", "Wrong", "named_here", "only_here"]
