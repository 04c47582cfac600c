"""A person's side of Discord: what the app would let them do, and what they see of it."""

from .outcome import Choice, ClientRefusal, Outcome
from .person import Person

__all__ = ["Choice", "ClientRefusal", "Outcome", "Person"]
