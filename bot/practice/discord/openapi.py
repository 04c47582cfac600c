"""Checks what a bot sends against Discord's own OpenAPI document.

The document is no part of this project. It is read from the path in `DISCORD_OPENAPI`, else from
`../shared/discord/openapi.json` beside the project's folder. The check needs jsonschema-rs.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from .wire import Json

ROOT: Final = Path(__file__).resolve().parents[3]


class NoDocument(Exception):
    """Discord's document is not there; the message says where it was looked for."""


def document_path() -> Path:
    """Where the document should be."""
    named = os.environ.get("DISCORD_OPENAPI")
    return Path(named) if named else ROOT.parent / "shared" / "discord" / "openapi.json"


def openapi_check(path: Path | None = None) -> Callable[[str, str, Any], list[str]]:
    """A `check_body` for the server. Raises `NoDocument`."""
    place = path or document_path()
    if not place.is_file():
        raise NoDocument(f"Discord's OpenAPI document is not at {place}; DISCORD_OPENAPI can name its place")
    return BodyCheck(json.loads(place.read_text(encoding="utf-8")))


class BodyCheck:
    """Validators of the bodies of all routes, each made at its first use."""

    def __init__(self, document: Json) -> None:
        """The parsed document."""
        self._paths = {_shape(path): item for path, item in document["paths"].items()}
        self._schemas = document["components"]["schemas"]
        self._validators: dict[tuple[str, str], Any] = {}

    def __call__(self, method: str, path: str, body: Any) -> list[str]:
        """What does not fit, each with its place in the body; empty where all does."""
        validator = self._validator(method, path)
        if validator is None:
            return []
        return [
            f"{'/'.join(map(str, error.instance_path)) or 'body'}: {error.message[:300]}"
            for error in validator.iter_errors(_as_documented(body))
        ]

    def _validator(self, method: str, path: str) -> Any:
        key = (method, path)
        if key not in self._validators:
            self._validators[key] = self._build(method, path)
        return self._validators[key]

    def _build(self, method: str, path: str) -> Any:
        import jsonschema_rs

        operation = self._paths.get(_shape(path), {}).get(method.lower())
        if operation is None:
            raise LookupError(f"Discord's document knows no {method} {path}")
        content = operation.get("requestBody", {}).get("content", {})
        if "application/json" not in content:
            return None
        schema = {**content["application/json"]["schema"], "components": {"schemas": self._schemas}}
        return jsonschema_rs.Draft202012Validator(schema)


def _shape(path: str) -> str:
    """A path with its parameters unnamed, so that the document's names need not be ours."""
    return "/".join("{}" if part.startswith("{") else part for part in path.split("/"))


def _as_documented(body: Any) -> Any:
    """discord.py sends the number of a new file as an integer, where the document wants text."""
    if not isinstance(body, dict):
        return body
    changed = dict(body)
    if isinstance(body.get("attachments"), list):
        changed["attachments"] = [
            {**one, "id": str(one["id"])} if isinstance(one, dict) and "id" in one else one
            for one in body["attachments"]
        ]
    mentions = body.get("allowed_mentions")
    if isinstance(mentions, dict):
        changed["allowed_mentions"] = {
            key: [str(one) for one in value]
            if key in ("users", "roles") and isinstance(value, list)
            else value
            for key, value in mentions.items()
        }
    if isinstance(body.get("data"), dict):
        changed["data"] = _as_documented(body["data"])
    return changed
