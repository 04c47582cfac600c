"""What the logs say, and what they never say."""

import io
import json
import logging
import secrets
import string
import sys
import time
import timeit
from collections.abc import Iterator

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st

from bot import logs
from bot.logs import MASK, scrub

# Made up in the shape of the real ones.
BOT_TOKEN = ".".join(("M" + "a" * 23, "G" + "b" * 5, "c" * 38))
INTERACTION_TOKEN = "aW50ZXJhY3Rpb246" + "Q1w2" * 40
WEBHOOK = "https://discord.com/api/v10/webhooks/123456789012345678"
CALLBACK = "https://discord.com/api/v10/interactions/123456789012345678"


@pytest.fixture(autouse=True)
def _logging_restored() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level, hook = list(root.handlers), root.level, sys.excepthook
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    sys.excepthook = hook
    logging.captureWarnings(capture=False)
    logging.raiseExceptions = True
    structlog.reset_defaults()


@pytest.fixture
def out() -> io.StringIO:
    return io.StringIO()


@pytest.mark.parametrize(
    ("text", "scrubbed"),
    [
        (
            f"PATCH {WEBHOOK}/{INTERACTION_TOKEN}/messages/@original",
            f"PATCH {WEBHOOK}/{MASK}/messages/@original",
        ),
        (f"POST {CALLBACK}/{INTERACTION_TOKEN}/callback?x=1", f"POST {CALLBACK}/{MASK}/callback?x=1"),
        (f"{WEBHOOK}/short-token?wait=true", f"{WEBHOOK}/{MASK}?wait=true"),
        (f"'Authorization': 'Bot {BOT_TOKEN}'", f"'Authorization': 'Bot {MASK}'"),
        ("{'op': 2, 'd': {'token': 'anything'}}", f"{{'op': 2, 'd': {{'token': '{MASK}'}}}}"),
        ('{"token": "anything", "id": "1"}', f'{{"token": "{MASK}", "id": "1"}}'),
        (r'"{\"token\": \"anything\"}"', rf'"{{\"token\": \"{MASK}\"}}"'),
        (f"login with {BOT_TOKEN} failed", f"login with {MASK} failed"),
        (f"unknown {INTERACTION_TOKEN}.", f"unknown {MASK}."),
        (
            "postgresql+asyncpg://skirmish:hid:den@db/fights",
            f"postgresql+asyncpg://skirmish:{MASK}@db/fights",
        ),
        (f"<Interaction id=1 token='{INTERACTION_TOKEN}'>", f"<Interaction id=1 token='{MASK}'>"),
    ],
)
def test_what_looks_like_a_secret_is_masked(text: str, scrubbed: str) -> None:
    assert scrub(text) == scrubbed


@pytest.mark.parametrize(
    "text",
    [
        "Shard ID 0 has connected to Gateway (Session ID: 0123456789abcdef0123456789abcdef).",
        "GET https://discord.com/api/v10/channels/123456789012345678/messages/234567890123456789",
        "Ana attacks the goblin: 37 against 50, a token gesture.",
        "improper token has been passed",
        "sqlite+aiosqlite:///skirmish.db at 127.0.0.1:8080, mail to a@b",
        "file bot/table/answers.py, line 12, in module.function_name.another_name",
    ],
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert scrub(text) == text


def test_given_values_are_masked_wherever_they_stand() -> None:
    assert scrub("a hunter2hunter b hunter2", {"hunter2", "hunter2hunter", ""}) == f"a {MASK} b {MASK}"


def test_a_very_long_line_costs_little() -> None:
    """Linear: a line eight times as long takes about eight times as long, not sixty-four times."""

    def cost(length: int) -> float:
        text = "a.:/@bot token='" * (length // 16)
        return min(timeit.repeat(lambda: scrub(text), timer=time.process_time, number=1, repeat=5))

    assert cost(320_000) < 30 * cost(40_000)


@given(st.text(), st.text(string.ascii_letters + string.digits + "-_", min_size=16, max_size=200), st.text())
def test_no_interaction_token_comes_through_an_address(before: str, token: str, after: str) -> None:
    token = f"{token}{secrets.token_hex(8)}"
    assert token not in scrub(f"{before} {WEBHOOK}/{token}/{after}")


@pytest.mark.parametrize("style", ["console", "json"])
def test_no_library_can_log_a_token(style: str, out: io.StringIO) -> None:
    logs.configure("DEBUG", "json" if style == "json" else "console", {"hunter2"}, out)
    logging.getLogger("discord.webhook.async_").debug(
        "%s %s has returned %s", "POST", f"{WEBHOOK}/{INTERACTION_TOKEN}", 200
    )
    logging.getLogger("discord.gateway").debug(
        "For Shard ID %s: WebSocket Event: %s", 0, {"token": INTERACTION_TOKEN}
    )
    logging.getLogger("sqlalchemy").error("cannot connect", extra={"url": "postgresql://u:hunter2@h/n"})
    structlog.get_logger("skirmish.client").info("answered", url=f"{CALLBACK}/{INTERACTION_TOKEN}/callback")
    lines = out.getvalue()
    assert len(lines.splitlines()) == 4
    assert INTERACTION_TOKEN not in lines
    assert "hunter2" not in lines
    assert lines.count(MASK) == 4


def test_tracebacks_are_scrubbed_and_show_no_variables(out: io.StringIO) -> None:
    logs.configure("INFO", "console", (), out)
    hidden = "a local " + "variable"
    try:
        raise ConnectionError(f"{WEBHOOK}/{INTERACTION_TOKEN} refused")
    except ConnectionError:
        logging.getLogger("discord.client").exception("Ignoring exception in %s", "on_ready")
    text = out.getvalue()
    assert "ConnectionError" in text
    assert "Traceback" in text
    assert INTERACTION_TOKEN not in text
    assert hidden not in text


def test_json_lines_hold_the_event_its_fields_and_the_context(out: io.StringIO) -> None:
    logs.configure("INFO", "json", (), out)
    with structlog.contextvars.bound_contextvars(channel=7):
        structlog.get_logger("skirmish.table").warning("step %s stored", 3, actor="Ana")
        logging.getLogger("discord.shard").warning("reconnecting")
    ours, theirs = (json.loads(line) for line in out.getvalue().splitlines())
    assert {key: ours[key] for key in ("event", "level", "logger", "channel", "actor")} == {
        "event": "step 3 stored",
        "level": "warning",
        "logger": "skirmish.table",
        "channel": 7,
        "actor": "Ana",
    }
    assert ours["timestamp"].endswith("Z")
    assert (theirs["event"], theirs["channel"]) == ("reconnecting", 7)


def test_json_keeps_a_traceback_in_its_one_line(out: io.StringIO) -> None:
    logs.configure("INFO", "json", (), out)
    try:
        raise ValueError("broken")
    except ValueError:
        structlog.get_logger().exception("failed")
    (line,) = out.getvalue().splitlines()
    assert "ValueError: broken" in json.loads(line)["exception"]


def test_less_important_lines_are_left_out(out: io.StringIO) -> None:
    logs.configure("WARNING", "console", (), out)
    structlog.get_logger("skirmish").info("not this")
    logging.getLogger("discord").info("nor this")
    structlog.get_logger("skirmish").warning("this")
    (line,) = out.getvalue().splitlines()
    assert "] this " in line


def test_a_line_that_cannot_be_rendered_is_not_dumped(
    out: io.StringIO, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure("INFO", "console", (), out)
    logging.getLogger("discord").info("%d", f"{WEBHOOK}/{INTERACTION_TOKEN}")
    captured = capsys.readouterr()
    assert INTERACTION_TOKEN not in out.getvalue() + captured.out + captured.err


def test_an_uncaught_exception_goes_through_the_scrubber(out: io.StringIO) -> None:
    logs.configure("INFO", "console", (), out)
    error = RuntimeError(f"lost {BOT_TOKEN}")
    sys.excepthook(RuntimeError, error, None)
    assert "uncaught exception" in out.getvalue()
    assert f"lost {MASK}" in out.getvalue()


def test_a_second_call_replaces_the_first(out: io.StringIO) -> None:
    logs.configure(stream=io.StringIO())
    logs.configure(stream=out)
    logging.getLogger("discord").warning("once")
    assert out.getvalue().count("once") == 1
