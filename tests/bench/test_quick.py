"""`python -m bench --quick` works and prints what `make bench` prints; its figures mean nothing."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path

from tests.repo.files import ROOT

WANTED = (
    "a command at step 130 against step 10",
    "p99 time to acknowledge",
    "attack and answer in 5 channels",
    "the same by processor time",
    "p99 of autocomplete",
    "start-up until the first command is answered",
    "memory after the start",
    "an attack with its defence run again",
    "a page is written through to this disk",
    "a stored step",
    "exact odds of an attack",
    "processors kept busy by others meanwhile",
)


async def test_every_figure_is_measured_and_told(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bench",
        "--quick",
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate()
    assert process.returncode == 0, err.decode()
    figures = [json.loads(line) for line in out.decode().splitlines()]
    assert [next(w for w in WANTED if f["name"].startswith(w)) for f in figures] == list(WANTED)
    for figure in figures:
        assert set(figure) == {"name", "value", "unit", "goal", "met", "samples", "details"}
        assert figure["value"] > 0 or figure["unit"] == "processors"
        assert figure["samples"] >= 1
        assert figure["unit"] in ("ratio", "ms", "bytes", "processors")
        assert (figure["goal"] is None) == (figure["met"] is None)
    assert os.listdir(tmp_path) == [], "the databases are gone again"
