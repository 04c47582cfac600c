"""A Discord on the loopback address, that the unmodified discord.py accepts. Described in README.md."""

from .clock import ManualClock, SystemClock
from .errors import ApiError
from .faults import Faults
from .files import Upload
from .interactions import Interaction, Modal
from .message import Message
from .model import Channel, Guild, Member, Role, Thread, User
from .openapi import BodyCheck, openapi_check
from .people import Choice, ClientRefusal, Outcome, Person
from .permissions import Permission
from .render import render_text
from .rest.rates import Limit, Rates
from .server import PracticeDiscord
from .world import World

__all__ = [
    "ApiError",
    "BodyCheck",
    "Channel",
    "Choice",
    "ClientRefusal",
    "Faults",
    "Guild",
    "Interaction",
    "Limit",
    "ManualClock",
    "Member",
    "Message",
    "Modal",
    "Outcome",
    "Permission",
    "Person",
    "PracticeDiscord",
    "Rates",
    "Role",
    "SystemClock",
    "Thread",
    "Upload",
    "User",
    "World",
    "openapi_check",
    "render_text",
]
