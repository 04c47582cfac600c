"""Which clauses the games state, and which of them the tests claim to show."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

_CLAUSE = re.compile(r"^- ([A-Z]{2,3}-\d+[a-z]?)\s", re.MULTILINE)
_MARK = "pytest.mark.rule"


def stated(rules_text: str) -> list[str]:
    """The ids of the clauses of a RULES.md: lines that begin with "- OQ-14 ", in order."""
    return _CLAUSE.findall(rules_text)


def claimed(source: str, name: str) -> Iterator[tuple[str, str]]:
    """Clause id and place (file:line) of every `pytest.mark.rule(...)` in a test module's source.

    Raises:
        AssertionError: for a mark that is not made of literal ids, since nobody could look it up.
    """
    tree = ast.parse(source, name)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _is_mark(node.func)]
    called = {id(call.func) for call in calls}
    for node in ast.walk(tree):
        assert not _is_mark(node) or id(node) in called, f"{name}:{node.lineno}: a rule mark needs clause ids"
    for call in calls:
        place = f"{name}:{call.lineno}"
        assert call.args, f"{place}: a rule mark needs clause ids"
        for argument in call.args:
            literal = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
            assert literal, f"{place}: the clause ids of a rule mark are written out as strings"
            yield ast.literal_eval(argument), place


def _is_mark(node: ast.AST) -> TypeGuard[ast.Attribute]:
    return isinstance(node, ast.Attribute) and node.attr == "rule" and ast.unparse(node) == _MARK


def problems(rules: dict[Path, str], tests: dict[Path, str]) -> list[str]:
    """What is wrong between the clauses and the tests, one sentence each; nothing if all is well."""
    found: list[str] = []
    home: dict[str, Path] = {}
    for path, text in rules.items():
        for clause in stated(text):
            if clause in home:
                found.append(f"{clause} is stated twice: in {home[clause]} and in {path}.")
            home[clause] = path
    shown: set[str] = set()
    for path, source in tests.items():
        for clause, place in claimed(source, str(path)):
            shown.add(clause)
            if clause not in home:
                found.append(f"{place} claims {clause}, which no RULES.md states.")
    found.extend(f"{clause} ({path}) has no test." for clause, path in home.items() if clause not in shown)
    return found
