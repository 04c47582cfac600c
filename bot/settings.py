"""The settings: environment variables (and an `.env` file) read once, checked and typed.

Every problem is named at once, in sentences that say what was wrong and what would be right. No sentence and
no `repr` shows a token, a password or an address.
"""

import ipaddress
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.problems import Problem

DEFAULT_DATABASE_URL = "sqlite+aiosqlite:///skirmish.db"

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}
_API_PATH = re.compile(r"/api(/v\d+)?$")
_RANGE = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?$")


class BaseOptions(BaseSettings):
    """How every group of settings is read: from the environment first, then from `.env`."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8-sig",  # some editors begin a file with a mark
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )


class StoreSettings(BaseOptions):
    """What a command needs that works on the database alone."""

    database_url: SecretStr = Field(
        default=SecretStr(DEFAULT_DATABASE_URL),
        description="Where the fights are kept: sqlite+aiosqlite:///FILE or postgresql+asyncpg://USER@HOST/NAME.",
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        default="INFO", description="The least important messages that are still logged."
    )
    log_format: Literal["console", "json"] = Field(
        default="console", description="Lines for a person (console) or one JSON object per line (json)."
    )

    @field_validator("log_level", mode="before")
    @classmethod
    def _upper(cls, value: Any) -> Any:
        return value.upper() if isinstance(value, str) else value

    @field_validator("log_format", mode="before")
    @classmethod
    def _lower(cls, value: Any) -> Any:
        return value.lower() if isinstance(value, str) else value

    @field_validator("database_url")
    @classmethod
    def _known_database(cls, value: SecretStr) -> SecretStr:
        return SecretStr(_database_url(value.get_secret_value()).render_as_string(hide_password=False))

    def secrets(self) -> frozenset[str]:
        """Every value that must not appear in a log or a message, as written and as decoded."""
        url = make_url(self.database_url.get_secret_value())
        return frozenset(_spellings(url.password))


class Settings(StoreSettings):
    """Everything that the running bot needs."""

    discord_token: SecretStr = Field(
        description="The bot's token, from the Bot page of the application in Discord's developer portal."
    )
    # Before the addresses and the shards stands what their checks look at.
    allow_insecure_urls: bool = Field(
        default=False, description="Allow http and ws to other machines: the token travels unencrypted."
    )
    discord_api_url: str | None = Field(
        default=None,
        description="Address of Discord's REST interface or of a proxy before it, without /api/v10.",
    )
    discord_gateway_url: str | None = Field(
        default=None, description="Address of Discord's gateway or of a proxy before it."
    )
    shard_count: int | None = Field(
        default=None, ge=1, le=16_384, description="How many shards the bot has over all its processes."
    )
    shard_ids: Annotated[tuple[int, ...] | None, NoDecode] = Field(
        default=None, description="The shards of this process, counted from 0: 0,1 or 0-3."
    )
    health_host: str = Field(default="127.0.0.1", description="The address that the health check listens on.")
    health_port: int | None = Field(
        default=None, ge=0, le=65_535, description="The port of the health check; none when it is not set."
    )
    grace_seconds: float = Field(
        default=600.0,
        ge=0,
        le=86_400,
        description="How long an answer that fell due while the bot was down may still be given (seconds).",
    )
    drain_seconds: float = Field(
        default=20.0, ge=0, le=600, description="How long a stopping bot waits for work under way (seconds)."
    )
    guild_ready_timeout: float = Field(
        default=2.0,
        ge=0,
        le=60,
        description="How long to wait for the next server while connecting (seconds).",
    )
    practice_seed: SecretStr | None = Field(
        default=None,
        description="Makes practice dice repeat themselves; only at a Discord on this machine.",
    )
    identify_seconds: float = Field(
        default=5.0, ge=0, le=60, description="The pause between two shards' connections (seconds)."
    )

    @field_validator("discord_token")
    @classmethod
    def _token_form(cls, value: SecretStr) -> SecretStr:
        token = value.get_secret_value().strip()
        if token.lower().startswith("bot "):
            raise ValueError('must be the token alone, without the word "Bot" before it')
        if not token or any(character.isspace() or not character.isprintable() for character in token):
            raise ValueError("must be one word without spaces, as the developer portal shows it")
        return SecretStr(token)

    @field_validator("discord_api_url")
    @classmethod
    def _api_form(cls, value: str | None, info: ValidationInfo) -> str | None:
        if value is None:
            return None
        return _API_PATH.sub("", _web_address(value, "https", "http", info)).rstrip("/")

    @field_validator("discord_gateway_url")
    @classmethod
    def _gateway_form(cls, value: str | None, info: ValidationInfo) -> str | None:
        return None if value is None else _web_address(value, "wss", "ws", info)

    @field_validator("practice_seed")
    @classmethod
    def _only_in_practice(cls, value: SecretStr | None, info: ValidationInfo) -> SecretStr | None:
        api = info.data.get("discord_api_url")
        if value is not None and (api is None or not _is_loopback(urlsplit(api).hostname or "")):
            raise ValueError("is only for a practice Discord on this machine: real dice must not repeat")
        return value

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _shard_list(cls, value: Any, info: ValidationInfo) -> Any:
        if not isinstance(value, str):
            return value
        shards = _shards(value)
        count = info.data.get("shard_count", shards[-1] + 1)  # a wrong count has its own sentence
        if count is None:
            raise ValueError("needs SHARD_COUNT beside it, the number of shards over all processes")
        if max(shards) >= count:
            raise ValueError(f"must be below SHARD_COUNT, from 0 to {count - 1}")
        return shards

    def secrets(self) -> frozenset[str]:
        return super().secrets() | {self.discord_token.get_secret_value()}


SettingsT = TypeVar("SettingsT", bound=BaseOptions)


def load(kind: type[SettingsT], env_file: Path | str | None = ".env") -> SettingsT:
    """Read the settings of a kind from the environment and from `env_file` (which may be missing).

    Raises:
        Problem: with one line for each setting that is missing or wrong, or where the file cannot be read.
    """
    try:
        return kind(_env_file=env_file)
    except UnicodeDecodeError:
        raise Problem(f"The file {env_file} is not text in UTF-8. Save it in that encoding.") from None
    except OSError as error:
        raise Problem(f"The file {env_file} cannot be read: {error.strerror or error}.") from None
    except ValidationError as error:
        sentences = [_sentence(kind, detail) for detail in error.errors()]
        head = "A setting needs attention:" if len(sentences) == 1 else "Some settings need attention:"
        raise Problem("\n".join([head, *(f"  {line}" for line in sentences), _where(env_file)])) from None


def names(kind: type[BaseOptions] = Settings) -> dict[str, str]:
    """The environment variables of a kind of settings, each with what it means."""
    return {name.upper(): field.description or "" for name, field in kind.model_fields.items()}


def _where(env_file: Path | str | None) -> str:
    """Where somebody would put them right."""
    if env_file is None:
        return "They are read from the environment."
    if Path(env_file).is_file():
        return f"They are read from the environment, then from the file {env_file}."
    return (
        f"They are read from the environment, then from the file {env_file}, which is not there: "
        "make it from .env.example."
    )


def _sentence(kind: type[BaseOptions], detail: ErrorDetails) -> str:
    field = str(detail["loc"][0])
    name, meaning = field.upper(), kind.model_fields[field].description or ""
    if detail["type"] == "missing":
        return f"{name} is missing. {meaning}"
    return f"{name} {_complaint(detail)}. {meaning}"


def _complaint(detail: ErrorDetails) -> str:
    context = detail.get("ctx", {})
    match detail["type"]:
        case "value_error":
            return str(context["error"])
        case "literal_error":
            return f"must be one of {context['expected']}".replace("'", "")
        case "bool_parsing":
            return "must be true or false"
        case "int_parsing" | "int_from_float" | "float_parsing":
            return "must be a number"
        case "greater_than_equal":
            return f"must be at least {context['ge']:g}"
        case "less_than_equal":
            return f"must be at most {context['le']:g}"
        case _:
            message = detail["msg"]
            return f"is not usable: {message[:1].lower()}{message[1:]}"


def _database_url(text: str) -> URL:
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise ValueError("is not a database address") from None
    driver = _DRIVERS.get(url.drivername)
    if driver is None:
        raise ValueError("names a database that Skirmish does not speak; it speaks SQLite and PostgreSQL")
    url = url.set(drivername=driver)
    if driver.startswith("sqlite") and url.database in (None, "", ":memory:"):
        raise ValueError("must name a file, or every fight is lost when the bot stops")
    if driver.startswith("postgresql") and not url.database:
        raise ValueError("must name the database after the host, as in postgresql+asyncpg://USER@HOST/NAME")
    return url


def _web_address(text: str, secure: str, plain: str, info: ValidationInfo) -> str:
    text = text.strip().rstrip("/")
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        raise ValueError("is not an address: its host or port cannot be read") from None
    if parts.scheme not in (secure, plain) or not parts.hostname:
        raise ValueError(f"must begin with {secure}:// (or {plain}://) and name a host")
    if parts.username is not None or parts.password is not None:
        raise ValueError("must hold no user name or password; the bot proves itself with its token")
    if parts.query or parts.fragment:
        raise ValueError("must end after the path, without ? or #")
    if (
        parts.scheme == plain
        and not _is_loopback(parts.hostname)
        and not info.data.get("allow_insecure_urls")
    ):
        raise ValueError(
            f"would send the token unencrypted to another machine; use {secure}://, "
            "or set ALLOW_INSECURE_URLS=true if the network between is yours"
        )
    return text


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _shards(text: str) -> tuple[int, ...]:
    shards: list[int] = []
    for part in text.split(","):
        match = _RANGE.match(part.strip())
        if match is None:
            raise ValueError("must be numbers or ranges with commas between, such as 0,1 or 0-3")
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first:
            raise ValueError(f"has a range that runs backwards: {first}-{last}")
        shards.extend(range(first, last + 1))
    if len(set(shards)) < len(shards):
        raise ValueError("names a shard twice")
    return tuple(shards)


def _spellings(password: str | None) -> Iterable[str]:
    """A password as it is, and as it stands percent-encoded in the address."""
    if password:
        yield password
        rendered = URL.create("x", username="u", password=password, host="h")
        yield rendered.render_as_string(hide_password=False).removeprefix("x://u:").removesuffix("@h")
