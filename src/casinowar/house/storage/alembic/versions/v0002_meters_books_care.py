"""Meters that tables share, the pit's books, and care."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Bring a database of the version before up to this one."""
    op.create_table(
        "meters",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("terms", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "played",
        sa.Column("player", sa.String(length=40), nullable=False),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("spent", sa.BigInteger(), nullable=False),
        sa.Column("staked", sa.BigInteger(), nullable=False),
        sa.Column("reserved", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player", "day"),
    )
    op.create_table(
        "proposals",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("key", sa.String(length=128), nullable=False),
        sa.Column("proposer", sa.String(length=40), nullable=False),
        sa.Column("table", sa.String(length=64), nullable=False),
        sa.Column("command", sa.LargeBinary(), nullable=False),
        sa.Column("request", sa.String(length=64), nullable=False),
        sa.Column("expects", sa.Integer(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("ends", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    op.create_table(
        "sittings",
        sa.Column("player", sa.String(length=40), nullable=False),
        sa.Column("table", sa.String(length=64), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("began", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("player", "table", "version"),
    )
    op.create_table(
        "books",
        sa.Column("table", sa.String(length=64), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("table", "version"),
        sa.ForeignKeyConstraint(["table"], ["streams.table"]),
    )
    op.create_table(
        "meter_changes",
        sa.Column("meter", sa.String(length=64), nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("table", sa.String(length=64), nullable=False),
        sa.Column("table_version", sa.Integer(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("previous", sa.Integer(), nullable=True),
        sa.Column("before", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("meter", "version"),
        sa.UniqueConstraint("meter", "version", "amount"),
        sa.ForeignKeyConstraint(["table", "table_version"], ["journal.table", "journal.version"]),
        sa.ForeignKeyConstraint(
            ["meter", "previous", "before"],
            ["meter_changes.meter", "meter_changes.version", "meter_changes.amount"],
            name="changes_what_it_showed",
        ),
        sa.CheckConstraint(
            "(version = 1 AND previous IS NULL) OR (version > 1 AND previous = version - 1)",
            name="no_change_is_skipped",
        ),
        sa.ForeignKeyConstraint(["meter"], ["meters.name"]),
    )
