"""The files for running the bot say what the code says: settings, compose file, image, CI script."""

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.settings import Settings, load, names
from tests.repo.files import ROOT

VARIABLE = re.compile(r"^#?([A-Z][A-Z_]+)=(.*)$", re.MULTILINE)
INTERPOLATED = re.compile(r"\$\{([A-Z_]+)")
# Read by `docker compose` itself.
COMPOSE_OWN = {"COMPOSE_PROFILES"}


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def compose() -> dict[str, Any]:
    document: dict[str, Any] = yaml.safe_load(text("docker-compose.yml"))
    return document


def test_the_example_names_every_setting_and_no_other() -> None:
    named = [name for name, _ in VARIABLE.findall(text(".env.example"))]
    assert len(named) == len(set(named))
    interpolated = set(INTERPOLATED.findall(text("docker-compose.yml")))
    assert set(named) == set(names(Settings)) | interpolated | COMPOSE_OWN


def test_the_example_works_once_the_token_is_filled_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in names(Settings):
        monkeypatch.delenv(name, raising=False)
    env = tmp_path / "env"
    env.write_text(
        text(".env.example").replace("DISCORD_TOKEN=\n", "DISCORD_TOKEN=a.b.c\n"), encoding="utf-8"
    )
    assert load(Settings, env) == load_with_token("a.b.c", monkeypatch)


def test_the_examples_values_are_all_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in names(Settings):
        monkeypatch.delenv(name, raising=False)
    lines = [f"{name}={value}" for name, value in VARIABLE.findall(text(".env.example"))]
    env = tmp_path / "env"
    env.write_text("\n".join(lines).replace("DISCORD_TOKEN=", "DISCORD_TOKEN=a.b.c"), encoding="utf-8")
    settings = load(Settings, env)
    assert settings.shard_ids == (0, 1, 2, 3)
    default = load_with_token("a.b.c", monkeypatch)
    given_an_example = {"shard_ids", "shard_count", "health_port", "discord_api_url", "discord_gateway_url"}
    assert settings.model_dump(exclude=given_an_example) == default.model_dump(exclude=given_an_example)


def load_with_token(token: str, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("DISCORD_TOKEN", token)
    return load(Settings, None)


def test_compose_starts_the_bot_alone_and_postgres_only_when_asked() -> None:
    services = compose()["services"]
    assert "profiles" not in services["bot"]
    assert services["postgres"]["profiles"] == ["postgres"]
    assert services["bot"]["depends_on"]["postgres"]["required"] is False
    assert services["bot"]["env_file"] == ".env"


def test_compose_keeps_the_database_in_a_declared_volume() -> None:
    document = compose()
    bot = document["services"]["bot"]
    assert bot["volumes"] == ["data:/data"]
    assert bot["environment"]["DATABASE_URL"].endswith(":////data/skirmish.db}")
    mounted = {
        volume.split(":")[0] for service in document["services"].values() for volume in service["volumes"]
    }
    assert mounted == set(document["volumes"])


def test_compose_waits_longer_than_the_bot_needs_to_stop() -> None:
    grace = compose()["services"]["bot"]["stop_grace_period"]
    assert int(grace.removesuffix("s")) > Settings.model_fields["drain_seconds"].default


def test_the_image_runs_as_a_user_with_a_health_check_and_hashed_packages() -> None:
    lines = text("Dockerfile").splitlines()
    assert lines[0] == "FROM python:3.11-slim"
    assert lines.index("USER skirmish") > lines.index("COPY bot bot")
    assert any(line.startswith("HEALTHCHECK") for line in lines)
    assert "RUN pip install --require-hashes -r requirements/run.txt" in lines


def test_the_image_is_given_only_what_it_copies() -> None:
    copied = {
        source
        for line in text("Dockerfile").splitlines()
        if line.startswith("COPY ")
        for source in line.split()[1:-1]
    }
    allowed = {line[1:] for line in text(".dockerignore").splitlines() if line.startswith("!")}
    assert copied == allowed


def test_the_ci_script_is_a_program_that_bash_understands() -> None:
    script = ROOT / ".ci/run"
    assert os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", str(script)], check=True)


def test_the_links_in_the_documents_lead_somewhere() -> None:
    broken = [
        f"{document.relative_to(ROOT)}: {target}"
        for document in (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", document.read_text(encoding="utf-8"))
        if not (document.parent / target).exists()
    ]
    assert broken == []
