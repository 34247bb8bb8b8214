"""The tables of release 0.1.0."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
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
    op.create_table(
        "meters",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("terms", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "meter_changes",
        sa.Column("meter", sa.String(64), sa.ForeignKey("meters.name"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("table", sa.String(64), nullable=False),
        sa.Column("table_version", sa.Integer, nullable=False),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.Column("previous", sa.Integer),
        sa.Column("before", sa.BigInteger, nullable=False),
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
    )
    op.create_table(
        "books",
        sa.Column("table", sa.String(64), sa.ForeignKey("streams.table"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
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
        "appointments",
        sa.Column("id", sa.LargeBinary, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("person", sa.String(40), sa.ForeignKey("people.name"), nullable=False),
        sa.Column("before", sa.String(200), nullable=False),
        sa.Column("posts", sa.String(200), nullable=False),
        sa.Column("appointed_by", sa.String(40), nullable=False),
    )
    op.create_table(
        "failures",
        sa.Column("subject", sa.String(200), primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "played",
        sa.Column("player", sa.String(40), primary_key=True),
        sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("spent", sa.BigInteger, nullable=False),
        sa.Column("staked", sa.BigInteger, nullable=False),
        sa.Column("reserved", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "sittings",
        sa.Column("player", sa.String(40), primary_key=True),
        sa.Column("table", sa.String(64), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger),
    )
    op.create_table(
        "proposals",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("key", sa.String(128), nullable=False, unique=True),
        sa.Column("proposer", sa.String(40), nullable=False),
        sa.Column("table", sa.String(64), nullable=False),
        sa.Column("command", sa.LargeBinary, nullable=False),
        sa.Column("request", sa.String(64), nullable=False),
        sa.Column("expects", sa.Integer),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
    )
