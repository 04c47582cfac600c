"""A migration that a later version could bring."""

from pathlib import Path

from bot.store import migrate

NEXT = """
import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "9999", "{head}", None, None


def upgrade():
    {body}
"""


def write(path: Path, body: str) -> None:
    """Write it to the place that the fixture `next_version` gives. body: of its `upgrade`."""
    path.unlink(missing_ok=True)
    path.write_text(NEXT.format(head=migrate._head(), body=body), encoding="utf-8")
