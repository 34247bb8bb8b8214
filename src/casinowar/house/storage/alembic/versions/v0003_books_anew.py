"""Books made anew, with who banked among the players of a round; snapshots that say how tables look."""

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Bring a database of the version before up to this one: the rest is made from the journals again."""
    op.execute("DELETE FROM books")
    op.execute("DELETE FROM snapshots")
