"""Structured logs: one handler for structlog and the standard library, and a scrubber behind both.

Whatever writes a line (this bot, discord.py, SQLAlchemy, a traceback), the finished text goes through `scrub`
before it leaves the process: tokens of bots and interactions, addresses that carry them, and passwords in
addresses are replaced by an ellipsis.
"""

import logging
import re
import sys
from collections.abc import Collection, Iterable
from types import TracebackType
from typing import Literal, TextIO

import structlog
from structlog.typing import Processor

MASK = "…"

# Each pattern keeps what is before and after the secret as groups 1 and 2. Repetitions are bounded where a
# long line could otherwise be scanned again from each of its words.
_PATTERNS = (
    # /webhooks/<application>/<token>/…, /interactions/<id>/<token>/callback
    re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s?\"'\\]+()"),
    # Authorization: Bot <token>
    re.compile(r"(\b(?:Bot|Bearer)\s+)[\w-]{15,}(?:\.[\w-]+)*()"),
    # "token": "<token>" in a payload, also with its quotes escaped
    re.compile(r"(\\?[\"']token\\?[\"']\s*[:=]\s*\\?[\"'])[^\"'\\]+()"),
    # token=<token> in a repr
    re.compile(r"(\btoken=\\?[\"']?)[\w.-]{15,}()"),
    # A bot token wherever it stands: an id in base 64, a timestamp, a signature
    re.compile(r"()(?<![\w.-])[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}()"),
    # An interaction token wherever it stands
    re.compile(r"()(?<![\w-])aW50ZXJhY3Rpb2[\w-]{20,}=*()"),
    # scheme://user:password@host
    re.compile(r"(\b[a-z][a-z0-9+.-]{0,30}://[^\s:/@\"']{0,100}:)[^\s@\"']{1,200}(@)"),
)


def scrub(text: str, secrets: Collection[str] = ()) -> str:
    """The text with everything secret in it replaced: the given values, and whatever looks like a token."""
    for secret in sorted(secrets, key=len, reverse=True):
        if secret:
            text = text.replace(secret, MASK)
    for pattern in _PATTERNS:
        text = pattern.sub(rf"\g<1>{MASK}\g<2>", text)
    return text


class ScrubbingFormatter(structlog.stdlib.ProcessorFormatter):
    """Renders a record and scrubs the finished line, tracebacks included."""

    def __init__(
        self, processors: Iterable[Processor], foreign: Iterable[Processor], secrets: Collection[str]
    ) -> None:
        super().__init__(processors=list(processors), foreign_pre_chain=list(foreign))
        self._secrets = frozenset(secrets)

    def format(self, record: logging.LogRecord) -> str:
        return scrub(super().format(record), self._secrets)


def configure(
    level: str = "INFO",
    style: Literal["console", "json"] = "console",
    secrets: Collection[str] = (),
    stream: TextIO | None = None,
) -> None:
    """Send every log line of the process, scrubbed, to `stream` (standard error unless given).

    Call it once at the start, before anything logs; a second call replaces the first. `secrets` are values
    that must never be shown, such as the bot's token and the database's password.
    """
    target = stream if stream is not None else sys.stderr
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    handler = logging.StreamHandler(target)
    handler.setFormatter(
        ScrubbingFormatter(_rendering(style, target), [*shared, structlog.stdlib.ExtraAdder()], secrets)
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    logging.captureWarnings(capture=True)
    # A line that cannot be rendered would otherwise be dumped unscrubbed.
    logging.raiseExceptions = False
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    sys.excepthook = _log_uncaught


def _rendering(style: Literal["console", "json"], target: TextIO) -> list[Processor]:
    """The last steps from an event to a line. Tracebacks are plain: local variables can hold secrets."""
    strip: Processor = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    if style == "json":
        return [
            strip,
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(sort_keys=True, ensure_ascii=False),
        ]
    console = structlog.dev.ConsoleRenderer(
        colors=target.isatty(), exception_formatter=structlog.dev.plain_traceback
    )
    return [strip, console]


def _log_uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
        return
    logging.getLogger("skirmish").critical("uncaught exception", exc_info=(kind, error, trace))
