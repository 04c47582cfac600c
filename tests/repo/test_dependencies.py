"""The lock files: exact, hashed, complete, and bound to no index; each direct dependency has its reason."""

import re
import tomllib

import pytest

import bot
from tests.repo.files import ROOT

LOCKS = ("lock", "run", "test")
PIN = re.compile(r"([a-z0-9][a-z0-9.-]*)(?:\[[a-z,]+\])?==(\S+)(?: ; [^\\]+)? \\")
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}( \\)?")
DIRECT = re.compile(r"[A-Za-z][\w.-]*")


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(name: str) -> dict[str, int]:
    """The packages of a lock file, each with how many hashes it has.

    Raises:
        AssertionError: for a line that is neither a pin nor a hash, such as an option or an address.
    """
    hashes: dict[str, int] = {}
    package = ""
    for line in (ROOT / f"requirements/{name}.txt").read_text(encoding="utf-8").splitlines():
        pin = PIN.fullmatch(line)
        if pin:
            package = canonical(pin[1])
            hashes.setdefault(package, 0)
        else:
            assert HASH.fullmatch(line), f"requirements/{name}.txt holds something else: {line}"
            hashes[package] += 1
    return hashes


def direct(name: str) -> list[str]:
    lines = (ROOT / f"requirements/{name}.in").read_text(encoding="utf-8").splitlines()
    return [match[0] for line in lines if (match := DIRECT.match(line))]


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_package_has_hashes_and_nothing_else_is_there(name: str) -> None:
    packages = locked(name)
    assert packages
    assert [package for package, count in packages.items() if count == 0] == []


@pytest.mark.parametrize("name", LOCKS)
def test_every_direct_dependency_is_locked(name: str) -> None:
    assert {canonical(package) for package in direct(name)} <= set(locked(name))


def test_what_runs_is_what_was_tested() -> None:
    text = {name: (ROOT / f"requirements/{name}.txt").read_text(encoding="utf-8") for name in LOCKS}
    pins = {name: set(PIN.findall(text[name])) for name in LOCKS}
    assert pins["run"] <= pins["test"]


def test_every_direct_dependency_has_its_reason() -> None:
    reasons = (ROOT / "docs/dependencies.md").read_text(encoding="utf-8")
    named = {canonical(name) for name in re.findall(r"^\| `([^`]+)`", reasons, re.MULTILINE)}
    assert {canonical(package) for name in LOCKS for package in direct(name)} == named


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == bot.__version__
