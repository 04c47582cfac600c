"""Every clause of every game is shown by a test, and every test's clause exists."""

from pathlib import Path

import pytest

from tests.repo.clauses import claimed, problems, stated
from tests.repo.files import ROOT, project_files

RULES = """# A game
- AB-01 One thing. [page]
- AB-02 Another thing, see AB-01.
  - AB-03 an indented line states nothing
* AB-04 nor does this
- AB-5x a letter may follow
"""


def test_every_clause_has_a_test_and_every_claim_a_clause() -> None:
    files = [path.relative_to(ROOT) for path in project_files()]
    rules = [path for path in files if path.match("rules/games/*/RULES.md")]
    tests = [path for path in files if path.parts[0] == "tests" and path.suffix == ".py"]
    assert tests

    def read(paths: list[Path]) -> dict[Path, str]:
        return {path: (ROOT / path).read_text(encoding="utf-8") for path in paths}

    assert problems(read(rules), read(tests)) == []


def test_a_clause_is_a_line_that_begins_with_its_id() -> None:
    assert stated(RULES) == ["AB-01", "AB-02", "AB-5x"]


def test_marks_are_found_on_functions_classes_modules_and_cases() -> None:
    source = (
        "import pytest\n"
        "pytestmark = pytest.mark.rule('AB-01')\n"
        "@pytest.mark.rule('AB-02', 'AB-03')\n"
        "class TestThing:\n"
        "    @pytest.mark.parametrize('x', [pytest.param(1, marks=pytest.mark.rule('AB-04'))])\n"
        "    def test(self, x): ...\n"
    )
    assert sorted(claimed(source, "t.py")) == [
        ("AB-01", "t.py:2"),
        ("AB-02", "t.py:3"),
        ("AB-03", "t.py:3"),
        ("AB-04", "t.py:5"),
    ]


@pytest.mark.parametrize("mark", ["", "()", "(1)", "(ID)", "(*IDS)", "(f'AB-{n}')"])
def test_a_mark_that_cannot_be_looked_up_is_refused(mark: str) -> None:
    with pytest.raises(AssertionError, match=r"t\.py:1"):
        list(claimed(f"@pytest.mark.rule{mark}\ndef test(): ...\n", "t.py"))


def test_what_is_missing_unknown_or_stated_twice_is_named() -> None:
    rules = {Path("one/RULES.md"): "- AB-01 x\n- AB-02 y\n", Path("two/RULES.md"): "- AB-01 z\n"}
    tests = {Path("test_one.py"): "@pytest.mark.rule('AB-01', 'AB-09')\ndef test(): ...\n"}
    assert problems(rules, tests) == [
        "AB-01 is stated twice: in one/RULES.md and in two/RULES.md.",
        "test_one.py:1 claims AB-09, which no RULES.md states.",
        "AB-02 (one/RULES.md) has no test.",
    ]
