"""The command line: what each command calls, what it prints, and with which code it ends."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bot import __version__, logs
from bot.__main__ import main
from bot.problems import Problem
from bot.settings import Settings, names

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in names(Settings):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(logs, "configure", lambda *_: None)


Replace = Callable[[str, str, Any], list[tuple[tuple[Any, ...], dict[str, Any]]]]


@pytest.fixture
def replace(monkeypatch: pytest.MonkeyPatch) -> Replace:
    """Put a stand-in in the place of a command's implementation; the calls that it gets are listed."""

    def put(module: str, function: str, result: Any) -> list[tuple[tuple[Any, ...], dict[str, Any]]]:
        calls: list[tuple[tuple[Any, ...], dict[str, Any]]] = []

        def stand_in(*arguments: Any, **options: Any) -> Any:
            calls.append((arguments, options))
            if isinstance(result, Exception):
                raise result
            return result

        fake = ModuleType(module)
        setattr(fake, function, stand_in)
        monkeypatch.setitem(sys.modules, module, fake)
        return calls

    return put


async def later(text: str) -> str:
    return text


@pytest.mark.parametrize(
    ("command", "module", "function"),
    [
        ("run", "bot.client", "run_bot"),
        ("sync", "bot.client", "sync_commands"),
        ("doctor", "bot.tools", "doctor"),
    ],
)
def test_commands_that_need_the_whole_of_the_settings(
    replace: Replace, command: str, module: str, function: str
) -> None:
    calls = replace(module, function, None)
    assert main([command]) == 0
    ((settings,), _) = calls[0]
    assert isinstance(settings, Settings)
    assert settings.discord_token.get_secret_value() == "a.b.c"


@pytest.mark.parametrize(
    ("command", "module", "function"),
    [
        ("run", "bot.client", "run_bot"),
        ("sync", "bot.client", "sync_commands"),
        ("doctor", "bot.tools", "doctor"),
    ],
)
def test_without_a_token_they_do_not_begin(
    replace: Replace,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
    module: str,
    function: str,
) -> None:
    monkeypatch.delenv("DISCORD_TOKEN")
    calls = replace(module, function, None)
    assert main([command]) == 1
    assert calls == []
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "DISCORD_TOKEN is missing." in captured.err


def test_migrate_needs_no_token(replace: Replace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISCORD_TOKEN")
    monkeypatch.setenv("DATABASE_URL", "sqlite:///fights.db")
    calls = replace("bot.store.migrate", "upgrade", None)
    assert main(["migrate"]) == 0
    assert calls == [(("sqlite+aiosqlite:///fights.db",), {})]


@pytest.mark.parametrize(
    ("arguments", "script"), [([], None), (["-"], "-"), (["a/fight.txt"], "a/fight.txt")]
)
def test_play_hands_its_script_on(replace: Replace, arguments: list[str], script: str | None) -> None:
    calls = replace("bot.practice.play", "main", None)
    assert main(["play", *arguments]) == 0
    assert calls == [((script,), {"fresh": False, "port": 0, "browser": True, "folder": None})]


def test_play_hands_its_options_on(replace: Replace) -> None:
    calls = replace("bot.practice.play", "main", None)
    assert main(["play", "--fresh", "--no-browser", "--port", "8090", "--folder", "here"]) == 0
    assert calls == [((None,), {"fresh": True, "port": 8090, "browser": False, "folder": Path("here")})]
    assert main(["play", "--port", "70000"]) == 2


def test_export_prints_what_it_is_given(replace: Replace, capsys: pytest.CaptureFixture[str]) -> None:
    calls = replace("bot.tools", "export_log", later('{"steps": []}'))
    assert main(["export", "12"]) == 0
    assert calls == [(("sqlite+aiosqlite:///skirmish.db", 12), {"gm": False, "transcript": False})]
    assert json.loads(capsys.readouterr().out) == {"steps": []}


def test_a_file_that_cannot_be_written_is_said(replace: Replace, capsys: pytest.CaptureFixture[str]) -> None:
    replace("bot.tools", "export_log", "{}")
    assert main(["export", "12", "-o", "nowhere/fight.json"]) == 1
    assert capsys.readouterr().err == "nowhere/fight.json cannot be written: No such file or directory.\n"


def test_export_writes_a_file(replace: Replace, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    calls = replace("bot.tools", "export_log", "Ana parries — 37\n")
    assert main(["export", "12", "--gm", "--transcript", "-o", "fight.txt"]) == 0
    assert calls[0][1] == {"gm": True, "transcript": True}
    assert (tmp_path / "fight.txt").read_text(encoding="utf-8") == "Ana parries — 37\n"
    assert capsys.readouterr().out == ""


def test_verify_prints_the_report(
    replace: Replace, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "log.json").write_text("{}", encoding="utf-8")
    calls = replace("bot.tools", "verify_log", "All 7 rolls are right.")
    assert main(["verify", "log.json"]) == 0
    assert calls == [((Path("log.json"),), {})]
    assert capsys.readouterr().out == "All 7 rolls are right.\n"


def test_a_problem_is_a_sentence_and_code_1(
    replace: Replace, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "log.json").write_text("{}", encoding="utf-8")
    replace("bot.tools", "verify_log", Problem("The file log.json is not a log of Skirmish's."))
    assert main(["verify", "log.json"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "The file log.json is not a log of Skirmish's.\n"


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["fly"],
        ["run", "fast"],
        ["verify"],
        ["verify", "missing.json"],
        ["export"],
        ["export", "zero"],
        ["export", "0"],
        ["play", "a", "b"],
    ],
)
def test_a_command_that_is_not_understood_ends_with_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert "Usage: python -m bot" in captured.err
    assert "Traceback" not in captured.err


def test_another_file_of_settings_can_be_named(
    replace: Replace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "other.env").write_text("HEALTH_PORT=8081\n", encoding="utf-8")
    (tmp_path / ".env").write_text("HEALTH_PORT=8082\n", encoding="utf-8")
    calls = replace("bot.client", "run_bot", None)
    assert main(["--env-file", "other.env", "run"]) == 0
    assert main(["run"]) == 0
    assert [call[0][0].health_port for call in calls] == [8081, 8082]


def test_the_process_itself(tmp_path: Path) -> None:
    """`python -m bot` as a person runs it: version, help, and a missing token without a traceback."""

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "bot", *arguments],
            cwd=tmp_path,
            env={"PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )

    assert run("--version").stdout == f"Skirmish, version {__version__}\n"
    commands = run("--help").stdout
    assert all(name in commands for name in ("run", "play", "sync", "migrate", "export", "verify", "doctor"))
    without = run("run")
    assert without.returncode == 1
    assert without.stderr.startswith("A setting needs attention:\n  DISCORD_TOKEN is missing.")
