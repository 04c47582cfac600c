"""The import contracts break when they should: each is shown a small project that breaks it."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.repo.files import ROOT

LINT_IMPORTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"

LAYERS = "The layers of the bot"
NO_DISCORD = "The table, the store and the pictures know no Discord"
STORE_ONLY = "The table sees the database through the store only"
BASE = "Settings, logs and problems know nothing of the rest"
PURE = "The rules know no world: no Discord, database, clock, chance, or file"
NO_GAME = "The engine and the notation know no game"
APART = "The games know nothing of each other"

MODULES = (
    "bot/__init__.py",
    "bot/__main__.py",
    "bot/client.py",
    "bot/logs.py",
    "bot/problems.py",
    "bot/settings.py",
    "bot/features/__init__.py",
    "bot/features/fight.py",
    "bot/pictures/__init__.py",
    "bot/practice/__init__.py",
    "bot/store/__init__.py",
    "bot/table/__init__.py",
    "bot/table/answers.py",
    "bot/tools.py",
    "rules/__init__.py",
    "rules/engine/__init__.py",
    "rules/engine/dice.py",
    "rules/games/__init__.py",
    "rules/games/one/__init__.py",
    "rules/games/one/attack.py",
    "rules/games/two/__init__.py",
    "rules/notation/__init__.py",
)


def broken_contracts(folder: Path, module: str = "", line: str = "") -> list[str]:
    """The names of the contracts that a project of empty modules breaks with this one line in a module."""
    for name in MODULES:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(line if name == module else "", encoding="utf-8")
    result = subprocess.run(
        [sys.executable, "-c", LINT_IMPORTS, "--no-logo", "--no-cache", str(ROOT / "pyproject.toml")],
        cwd=folder,
        env={"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Contracts: " in result.stdout, result.stdout + result.stderr
    return [line.removesuffix(" BROKEN") for line in result.stdout.splitlines() if line.endswith(" BROKEN")]


def test_a_project_in_good_order_breaks_none(tmp_path: Path) -> None:
    line = "import bot.table, bot.store, rules.games.one, discord"
    assert broken_contracts(tmp_path, "bot/features/fight.py", line) == []


@pytest.mark.parametrize(
    ("module", "line", "broken"),
    [
        ("bot/table/answers.py", "from bot.features import fight", [LAYERS]),
        ("bot/store/__init__.py", "import bot.table.answers", [LAYERS]),
        ("bot/features/fight.py", "import bot.client", [LAYERS]),
        ("bot/client.py", "import bot.practice", [LAYERS]),
        ("rules/engine/dice.py", "import bot.table", [LAYERS, PURE]),
        ("bot/table/answers.py", "import discord", [NO_DISCORD]),
        ("bot/pictures/__init__.py", "from discord import File", [NO_DISCORD]),
        ("bot/table/answers.py", "from sqlalchemy import select", [STORE_ONLY]),
        ("bot/settings.py", "import bot.store", [BASE]),
        ("rules/engine/dice.py", "import random", [PURE]),
        ("rules/games/one/attack.py", "from datetime import date", [PURE]),
        ("rules/games/one/attack.py", "import asyncio", [PURE]),
        ("rules/engine/dice.py", "import rules.games", [NO_GAME]),
        ("rules/notation/__init__.py", "from rules.games.one import attack", [NO_GAME]),
        ("rules/games/two/__init__.py", "import rules.games.one.attack", [APART]),
    ],
)
def test_a_wrong_import_breaks_its_contract(
    tmp_path: Path, module: str, line: str, broken: list[str]
) -> None:
    assert broken_contracts(tmp_path, module, line) == broken
