"""What all tests share: which parts of the machine they need, and an account of what was skipped and why."""

import json
import os
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

ROOT = Path(__file__).resolve().parent.parent
SECTION = "skipped, and why"

hypothesis.settings.register_profile("skirmish", deadline=None, max_examples=60, print_blob=True)
hypothesis.settings.register_profile(
    "ci", parent=hypothesis.settings.get_profile("skirmish"), derandomize=True
)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "skirmish")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-skips", action="store_true", help="a skipped test makes the whole run fail")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> Iterator[None]:
    """Say last of all, just before pytest's closing line, what was skipped, by reason."""
    yield
    terminalreporter.ensure_newline()
    reasons = Counter(_reason(report) for report in terminalreporter.stats.get("skipped", []))
    if not reasons:
        terminalreporter.write_line("Nothing was skipped.")
        return
    terminalreporter.section(SECTION)
    for reason, count in sorted(reasons.items()):
        terminalreporter.write_line(f"{count} test{'s' if count > 1 else ''}: {reason}")
    if config.getoption("--no-skips"):
        terminalreporter.write_line("That counts as a failure here (--no-skips).", red=True)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """With --no-skips, let a run that skipped something fail even if all else passed."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter is not None and reporter.stats.get("skipped")
    if session.config.getoption("--no-skips") and skipped and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    if isinstance(report.longrepr, tuple):
        return report.longrepr[2].removeprefix("Skipped: ")
    return str(report.longrepr)


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's root folder."""
    return ROOT


@pytest.fixture(scope="session")
def postgres_bin() -> Path:
    """The folder with `initdb` and `pg_ctl`; the newest when there are several."""
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if not found:
        pytest.skip("no PostgreSQL server binaries (initdb, pg_ctl) on this machine")
    return found[-1].parent


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium browser."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name)
        if path:
            return path
    pytest.skip("no Chromium on this machine")


@pytest.fixture(scope="session")
def discord_openapi() -> dict[str, Any]:
    """Discord's OpenAPI document: from `DISCORD_OPENAPI`, or from `../shared/discord/openapi.json`."""
    path = Path(os.environ.get("DISCORD_OPENAPI") or ROOT.parent / "shared" / "discord" / "openapi.json")
    if not path.is_file():
        pytest.skip("Discord's OpenAPI document (DISCORD_OPENAPI) is missing: no body was checked against it")
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document
