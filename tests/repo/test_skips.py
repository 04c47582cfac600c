"""A run says what it skipped and why, and with --no-skips such a run fails."""

import subprocess
import sys
from pathlib import Path

from tests.repo.files import ROOT

MODULE = """
import pytest

def test_runs(): pass

@pytest.mark.parametrize("case", [1, 2])
def test_needs_a_browser(case): pytest.skip("no browser here")

@pytest.mark.skipif(True, reason="no database here")
def test_needs_a_database(): pass
"""


def run(folder: Path, module: str, *options: str) -> tuple[int, list[str]]:
    (folder / "test_sample.py").write_text(module, encoding="utf-8")
    result = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "tests.conftest",
            "-p",
            "no:cacheprovider",
            *options,
            str(folder),
        ],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    return result.returncode, result.stdout.splitlines()


def test_skips_are_told_by_reason_just_before_the_closing_line(tmp_path: Path) -> None:
    code, lines = run(tmp_path, MODULE)
    assert code == 0
    assert "skipped, and why" in lines[-4]
    assert lines[-3:-1] == ["2 tests: no browser here", "1 test: no database here"]
    assert "1 passed, 3 skipped in " in lines[-1]


def test_a_run_without_skips_says_so(tmp_path: Path) -> None:
    code, lines = run(tmp_path, "def test_runs(): pass", "--no-skips")
    assert code == 0
    assert lines[-2] == "Nothing was skipped."
    assert "1 passed in " in lines[-1]


def test_with_no_skips_a_skip_fails_the_run(tmp_path: Path) -> None:
    code, lines = run(tmp_path, MODULE, "--no-skips")
    assert code == 1
    assert lines[-2] == "That counts as a failure here (--no-skips)."
