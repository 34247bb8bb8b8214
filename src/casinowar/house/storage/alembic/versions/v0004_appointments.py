"""Who gave or took which posts."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Bring a database of the version before up to this one; what was appointed before stands in no table."""
    op.create_table(
        "appointments",
        sa.Column("id", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("person", sa.String(length=40), nullable=False),
        sa.Column("before", sa.String(length=200), nullable=False),
        sa.Column("posts", sa.String(length=200), nullable=False),
        sa.Column("appointed_by", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.name"]),
        sa.PrimaryKeyConstraint("id"),
    )
