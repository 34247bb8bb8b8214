"""Books made anew, with who banked among the players of a round."""

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Bring a database of the version before up to this one: its books are made from the journals again."""
    op.execute("DELETE FROM books")
