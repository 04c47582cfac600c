"""The bench of the database alone works; with these sizes its figures mean nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import store


async def test_every_figure_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, size in {"CHANNELS": 3, "ACTS": 2, "LATE": 70, "EXCHANGES": 3, "MANY": 5}.items():
        monkeypatch.setattr(store, name, size)
    await store.main(f"sqlite+aiosqlite:///{tmp_path / 'bench.db'}")
    figures = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [figure.pop("figure") for figure in figures] == [
        "one channel",
        "3 channels",
        "act at step 70",
        "start-up with 5 open",
    ]
    assert all(value > 0 for figure in figures for value in figure.values())
