"""Settings from the environment: what is accepted, and the sentences for what is not."""

from pathlib import Path

import pytest

from bot.problems import Problem
from bot.settings import DEFAULT_DATABASE_URL, Settings, StoreSettings, load, names

TOKEN = "first.second.third"


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in names(Settings):
        monkeypatch.delenv(name, raising=False)


def given(monkeypatch: pytest.MonkeyPatch, **values: str) -> Settings:
    for name, value in ({"DISCORD_TOKEN": TOKEN} | values).items():
        monkeypatch.setenv(name, value)
    return load(Settings, None)


def refused(monkeypatch: pytest.MonkeyPatch, **values: str) -> list[str]:
    with pytest.raises(Problem) as caught:
        given(monkeypatch, **values)
    *lines, where = caught.value.sentence.splitlines()
    assert where == "They are read from the environment."
    return lines


def test_a_token_is_all_that_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = given(monkeypatch)
    assert settings.discord_token.get_secret_value() == TOKEN
    assert settings.database_url.get_secret_value() == DEFAULT_DATABASE_URL
    assert settings.grace_seconds == 600
    assert settings.health_port is None
    assert settings.shard_ids is None
    assert settings.discord_api_url is None


def test_the_database_commands_need_no_token() -> None:
    assert load(StoreSettings, None).database_url.get_secret_value() == DEFAULT_DATABASE_URL


@pytest.mark.parametrize(
    ("file", "there", "where"),
    [
        (None, False, "the environment."),
        ("own.env", True, "then from the file own.env."),
        ("own.env", False, "the file own.env, which is not there: make it from .env.example."),
    ],
)
def test_without_a_token_the_sentence_says_where_to_find_it_and_where_to_put_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, file: str | None, there: bool, where: str
) -> None:
    monkeypatch.chdir(tmp_path)
    if there and file:
        Path(file).write_text("DISCORD_TOKEN=\n", encoding="utf-8")
    with pytest.raises(Problem) as caught:
        load(Settings, file)
    head, line, last = caught.value.sentence.splitlines()
    assert head == "A setting needs attention:"
    assert line.strip().startswith("DISCORD_TOKEN is missing.")
    assert "developer portal" in line
    assert last.startswith("They are read from the environment")
    assert last.endswith(where)


def test_an_empty_value_counts_as_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert given(monkeypatch, HEALTH_PORT="", DATABASE_URL="").health_port is None
    assert "DISCORD_TOKEN is missing" in refused(monkeypatch, DISCORD_TOKEN="")[1]


def test_every_wrong_setting_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = refused(
        monkeypatch,
        DISCORD_TOKEN="two words",
        DATABASE_URL="mysql://someone:hidden@host/name",
        LOG_LEVEL="loud",
        LOG_FORMAT="xml",
        ALLOW_INSECURE_URLS="perhaps",
        DISCORD_API_URL="http://someone:hidden@host",
        DISCORD_GATEWAY_URL="https://host",
        SHARD_COUNT="0",
        SHARD_IDS="3-1",
        HEALTH_PORT="65536",
        GRACE_SECONDS="soon",
        DRAIN_SECONDS="-1",
    )
    assert lines[0] == "Some settings need attention:"
    assert {line.split()[0] for line in lines[1:]} == {
        "DISCORD_TOKEN", "DATABASE_URL", "LOG_LEVEL", "LOG_FORMAT", "ALLOW_INSECURE_URLS", "DISCORD_API_URL",
        "DISCORD_GATEWAY_URL", "SHARD_COUNT", "SHARD_IDS", "HEALTH_PORT", "GRACE_SECONDS", "DRAIN_SECONDS",
    }  # fmt: skip
    assert not any("hidden" in line or "two words" in line for line in lines)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("DISCORD_TOKEN", f"Bot {TOKEN}", 'must be the token alone, without the word "Bot" before it'),
        ("LOG_LEVEL", "loud", "must be one of DEBUG, INFO, WARNING or ERROR"),
        ("ALLOW_INSECURE_URLS", "perhaps", "must be true or false"),
        ("HEALTH_PORT", "http", "must be a number"),
        ("HEALTH_PORT", "65536", "must be at most 65535"),
        ("GRACE_SECONDS", "-0.5", "must be at least 0"),
        ("GRACE_SECONDS", "nan", "must be at most 86400"),
        ("GRACE_SECONDS", "inf", "must be at most 86400"),
        ("DATABASE_URL", "skirmish.db", "is not a database address"),
        ("DATABASE_URL", "sqlite+aiosqlite://", "must name a file"),
        ("DATABASE_URL", "sqlite+aiosqlite:///:memory:", "must name a file"),
        ("DATABASE_URL", "postgresql://host", "must name the database after the host"),
        ("DISCORD_API_URL", "discord.com", "must begin with https:// (or http://) and name a host"),
        ("DISCORD_API_URL", "https://host:port", "is not an address"),
        ("DISCORD_API_URL", "https://host:99999", "is not an address"),
        ("DATABASE_URL", "postgresql://host:port/name", "is not a database address"),
        ("DISCORD_API_URL", "https://[broken", "is not an address"),
        ("DISCORD_API_URL", "https://host/?x=1", "must end after the path"),
        ("SHARD_IDS", "0-3", "needs SHARD_COUNT beside it"),
    ],
)
def test_a_wrong_value_gets_a_sentence(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, sentence: str
) -> None:
    lines = refused(monkeypatch, **{name: value})
    assert len(lines) == 2
    assert lines[1].strip().startswith(f"{name} {sentence}")


def test_no_secret_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = given(monkeypatch, DATABASE_URL="postgresql://someone:p%40ss@host/name")
    shown = f"{settings!r} {settings} {settings.model_dump()}"
    assert TOKEN not in shown
    assert "p%40ss" not in shown
    assert settings.secrets() == {TOKEN, "p@ss", "p%40ss"}


@pytest.mark.parametrize(
    ("given_url", "url"),
    [
        ("sqlite:///a.db", "sqlite+aiosqlite:///a.db"),
        ("sqlite+aiosqlite:////data/a.db", "sqlite+aiosqlite:////data/a.db"),
        ("postgres://u:p@h:5432/n", "postgresql+asyncpg://u:p@h:5432/n"),
        ("postgresql+asyncpg://u:p%40ss@h/n?ssl=require", "postgresql+asyncpg://u:p%40ss@h/n?ssl=require"),
    ],
)
def test_a_database_address_gets_its_driver(
    monkeypatch: pytest.MonkeyPatch, given_url: str, url: str
) -> None:
    assert given(monkeypatch, DATABASE_URL=given_url).database_url.get_secret_value() == url


@pytest.mark.parametrize("host", ["127.0.0.1:8080", "localhost", "[::1]:9", "127.8.8.8"])
def test_plain_http_and_ws_are_allowed_to_this_machine(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    settings = given(monkeypatch, DISCORD_API_URL=f"http://{host}", DISCORD_GATEWAY_URL=f"ws://{host}/")
    assert settings.discord_api_url == f"http://{host}"
    assert settings.discord_gateway_url == f"ws://{host}"


@pytest.mark.parametrize("host", ["proxy:8080", "10.0.0.1", "localhost.example", "0.0.0.0", "[::2]"])
def test_plain_http_and_ws_to_other_machines_have_to_be_allowed(
    monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    urls = {"DISCORD_API_URL": f"http://{host}", "DISCORD_GATEWAY_URL": f"ws://{host}"}
    lines = refused(monkeypatch, **urls)
    assert ["unencrypted" in line for line in lines] == [False, True, True]
    assert given(monkeypatch, ALLOW_INSECURE_URLS="true", **urls).discord_api_url == f"http://{host}"


@pytest.mark.parametrize("suffix", ["", "/", "/api", "/api/v10", "/api/v10/"])
def test_the_api_address_may_be_given_with_its_path(monkeypatch: pytest.MonkeyPatch, suffix: str) -> None:
    settings = given(monkeypatch, DISCORD_API_URL=f"https://proxy.example/discord{suffix}")
    assert settings.discord_api_url == "https://proxy.example/discord"


@pytest.mark.parametrize(
    ("text", "shards"), [("0", (0,)), ("0,1", (0, 1)), ("0-3", (0, 1, 2, 3)), (" 2 , 5-6 ", (2, 5, 6))]
)
def test_shards_are_listed_or_ranged(
    monkeypatch: pytest.MonkeyPatch, text: str, shards: tuple[int, ...]
) -> None:
    assert given(monkeypatch, SHARD_IDS=text, SHARD_COUNT="8").shard_ids == shards


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("8", "must be below SHARD_COUNT, from 0 to 7"),
        ("0,x", "must be numbers or ranges"),
        ("0,,1", "must be numbers or ranges"),
        ("-1", "must be numbers or ranges"),
        ("3-1", "has a range that runs backwards: 3-1"),
        ("0-3,2", "names a shard twice"),
        ("0-99999", "must be below SHARD_COUNT"),
    ],
)
def test_wrong_shards_are_explained(monkeypatch: pytest.MonkeyPatch, text: str, sentence: str) -> None:
    lines = refused(monkeypatch, SHARD_IDS=text, SHARD_COUNT="8")
    assert lines[1].strip().startswith(f"SHARD_IDS {sentence}")


def test_the_environment_goes_before_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "env"
    file.write_text(
        f"DISCORD_TOKEN={TOKEN}\nLOG_LEVEL=debug\nLOG_FORMAT=JSON\nSOMETHING_ELSE=1\n", encoding="utf-8"
    )
    monkeypatch.setenv("LOG_LEVEL", "warning")
    settings = load(Settings, file)
    assert (settings.log_level, settings.log_format) == ("WARNING", "json")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_file_is_read_whatever_editor_saved_it(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / ".env"
    file.write_bytes("DISCORD_TOKEN=from-file\r\nLOG_LEVEL=debug\r\n".encode(encoding))
    settings = load(Settings, file)
    assert (settings.discord_token.get_secret_value(), settings.log_level) == ("from-file", "DEBUG")


def test_a_file_that_cannot_be_read_is_said_without_what_is_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / ".env"
    file.write_bytes("DISCORD_TOKEN=from-file\n".encode("utf-16"))
    with pytest.raises(Problem, match=r"^The file \S+ is not text in UTF-8\. Save it in that encoding\.$"):
        load(Settings, file)

    def locked(*_: object, **__: object) -> object:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", locked)
    with pytest.raises(Problem, match=r"^The file \S+ cannot be read: Permission denied\.$"):
        load(Settings, file)


def test_every_setting_says_what_it_is() -> None:
    assert [name for name, meaning in names(Settings).items() if not meaning.endswith((".", ")."))] == []
