"""The project's own files, as git sees them, for the tests that look at the repository itself."""

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@cache
def project_files() -> tuple[Path, ...]:
    """Every file that is or would be committed, sorted; deleted ones left out."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    paths = (ROOT / name for name in sorted(set(listed.split("\0")) - {""}))
    return tuple(path for path in paths if path.is_file())


def project_texts() -> list[tuple[str, str]]:
    """Path from the root and content of every project file that holds text."""
    texts = []
    for path in project_files():
        content = path.read_bytes()
        if b"\0" not in content:
            texts.append((path.relative_to(ROOT).as_posix(), content.decode("utf-8")))
    return texts


def modules(*folders: str) -> list[Path]:
    """The project's Python modules below these folders."""
    return [
        path
        for path in project_files()
        if path.suffix == ".py" and path.relative_to(ROOT).parts[0] in folders
    ]
