"""What no file of the project may hold, and what each module keeps to."""

import re

import pytest

from tests.repo.files import ROOT, modules, project_texts

# Written so that no pattern matches its own line.
ADDRESSES = re.compile(
    r"pypi[.]org|pythonhosted[.]org|npmjs[.](?:org|com)|(?:deb|archive)[.](?:debian|ubuntu)[.]|"
    r"--(?:extra-)?index[-]url|--find[-]links|--trusted[-]host"
)
MACHINE_PATHS = re.compile(r"(?<![\w.}])/(?:work|root|home|Users|tmp|opt)/\w")
LEFTOVERS = re.compile(r"\b(?:TODO|FIXME|XXX|NotImplementedError)\b")
LONGEST_MODULE = 500


def findings(pattern: re.Pattern[str], texts: list[tuple[str, str]]) -> list[str]:
    return [
        f"{name}:{number}: {line.strip()}"
        for name, text in texts
        for number, line in enumerate(text.splitlines(), start=1)
        if pattern.search(line)
    ]


@pytest.mark.parametrize("pattern", [ADDRESSES, MACHINE_PATHS], ids=["index addresses", "machine paths"])
def test_no_file_is_bound_to_one_machine(pattern: re.Pattern[str]) -> None:
    assert findings(pattern, project_texts()) == []


def test_the_patterns_find_what_they_are_for() -> None:
    index = "pypi" + ".org"
    option = "--index" + "-" + "url=x"
    assert findings(ADDRESSES, [("a", f"x\nat {index}"), ("b", option)]) == [
        f"a:2: at {index}",
        f"b:1: {option}",
    ]
    home = "/" + "home/someone"
    assert findings(MACHINE_PATHS, [("a", f"see {home}"), ("b", "https://host/home/page and /usr/bin")]) == [
        f"a:1: see {home}"
    ]


def test_nothing_is_left_unfinished() -> None:
    texts = [(name, text) for name, text in project_texts() if name.startswith(("bot/", "rules/"))]
    assert texts
    assert findings(LEFTOVERS, texts) == []


def test_no_module_is_too_long() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8").count("\n")
        for path in modules("bot", "rules", "migrations", "tests", "bench")
    }
    assert lengths
    assert {name: length for name, length in lengths.items() if length > LONGEST_MODULE} == {}


def test_every_folder_of_modules_is_a_package() -> None:
    """The import contracts see packages only: a folder without `__init__.py` would escape them."""
    folders = {path.parent for path in modules("bot", "rules")}
    missing = [folder for folder in folders if not (folder / "__init__.py").is_file()]
    assert [folder.relative_to(ROOT).as_posix() for folder in missing] == []
