"""The house: journals, ledger, requests, orders, snapshots, and people."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables of an empty database."""
    _make_journals()
    _make_ledger()
    _make_people()


def _make_journals() -> None:
    op.create_table(
        "streams",
        sa.Column("table", sa.String(64), primary_key=True),
        sa.Column("settings", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "journal",
        sa.Column("table", sa.String(64), sa.ForeignKey("streams.table"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("link", sa.LargeBinary, nullable=False),
        sa.Column("previous", sa.Integer),
        sa.Column("before", sa.LargeBinary),
        sa.UniqueConstraint("table", "version", "link"),
        sa.ForeignKeyConstraint(
            ["table", "previous", "before"],
            ["journal.table", "journal.version", "journal.link"],
            name="builds_on",
        ),
        sa.CheckConstraint(
            "(version = 1 AND previous IS NULL) OR"
            " (version > 1 AND previous = version - 1 AND before IS NOT NULL)",
            name="no_version_is_skipped",
        ),
    )
    op.create_table(
        "requests",
        sa.Column("id", sa.String(128), primary_key=True),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("table", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_table(
        "orders",
        sa.Column("table", sa.String(64), primary_key=True),
        sa.Column("shuffle", sa.String(64), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "snapshots",
        sa.Column("table", sa.String(64), sa.ForeignKey("streams.table"), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )


def _make_ledger() -> None:
    op.create_table(
        "accounts",
        sa.Column("name", sa.String(200), primary_key=True),
        sa.Column("balance", sa.BigInteger, nullable=False),
        sa.Column("may_be_overdrawn", sa.Integer, nullable=False),
        sa.CheckConstraint("balance >= 0 OR may_be_overdrawn = 1", name="nobody_is_overdrawn"),
    )
    op.create_table(
        "postings",
        sa.Column("table", sa.String(64), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("source", sa.String(200), sa.ForeignKey("accounts.name"), nullable=False),
        sa.Column("target", sa.String(200), sa.ForeignKey("accounts.name"), nullable=False),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.CheckConstraint("amount > 0", name="amounts_are_positive"),
        sa.CheckConstraint("source <> target", name="money_goes_somewhere"),
    )


def _make_people() -> None:
    op.create_table(
        "people",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("key", sa.String(120), nullable=False, unique=True),
        sa.Column("password", sa.String(200), nullable=False),
        sa.Column("posts", sa.String(200), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.LargeBinary, primary_key=True),
        sa.Column("person", sa.String(40), sa.ForeignKey("people.name"), nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "invitations",
        sa.Column("token", sa.LargeBinary, primary_key=True),
        sa.Column("posts", sa.String(200), nullable=False),
        sa.Column("invited_by", sa.String(40), nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "failures",
        sa.Column("subject", sa.String(200), primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
