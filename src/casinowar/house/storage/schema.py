"""The tables of the database, the same in SQLite and PostgreSQL."""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
)

METADATA = MetaData()

STREAMS = Table(
    "streams",
    METADATA,
    Column("table", String(64), primary_key=True),
    Column("settings", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
)

JOURNAL = Table(
    "journal",
    METADATA,
    Column("table", ForeignKey("streams.table"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("link", LargeBinary, nullable=False),
    Column("previous", Integer),
    Column("before", LargeBinary),
    UniqueConstraint("table", "version", "link"),
    ForeignKeyConstraint(
        ["table", "previous", "before"],
        ["journal.table", "journal.version", "journal.link"],
        name="builds_on",
    ),
    CheckConstraint(
        "(version = 1 AND previous IS NULL) OR"
        " (version > 1 AND previous = version - 1 AND before IS NOT NULL)",
        name="no_version_is_skipped",
    ),
)

REQUESTS = Table(
    "requests",
    METADATA,
    Column("id", String(128), primary_key=True),
    Column("digest", LargeBinary, nullable=False),
    Column("table", String(64), nullable=False),
    Column("version", Integer, nullable=False),
)

ACCOUNTS = Table(
    "accounts",
    METADATA,
    Column("name", String(200), primary_key=True),
    Column("balance", BigInteger, nullable=False),
    Column("may_be_overdrawn", Integer, nullable=False),
    CheckConstraint("balance >= 0 OR may_be_overdrawn = 1", name="nobody_is_overdrawn"),
)

POSTINGS = Table(
    "postings",
    METADATA,
    Column("table", String(64), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("source", ForeignKey("accounts.name"), nullable=False),
    Column("target", ForeignKey("accounts.name"), nullable=False),
    Column("amount", BigInteger, nullable=False),
    CheckConstraint("amount > 0", name="amounts_are_positive"),
    CheckConstraint("source <> target", name="money_goes_somewhere"),
)

ORDERS = Table(
    "orders",
    METADATA,
    Column("table", String(64), primary_key=True),
    Column("shuffle", String(64), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("sealed", LargeBinary, nullable=False),
)

SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("table", ForeignKey("streams.table"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

METERS = Table(
    "meters",
    METADATA,
    Column("name", String(64), primary_key=True),
    Column("terms", LargeBinary, nullable=False),
)

METER_CHANGES = Table(
    "meter_changes",
    METADATA,
    Column("meter", ForeignKey("meters.name"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("table", String(64), nullable=False),
    Column("table_version", Integer, nullable=False),
    Column("amount", BigInteger, nullable=False),
    Column("previous", Integer),
    Column("before", BigInteger, nullable=False),
    UniqueConstraint("meter", "version", "amount"),
    ForeignKeyConstraint(["table", "table_version"], ["journal.table", "journal.version"]),
    ForeignKeyConstraint(
        ["meter", "previous", "before"],
        ["meter_changes.meter", "meter_changes.version", "meter_changes.amount"],
        name="changes_what_it_showed",
    ),
    CheckConstraint(
        "(version = 1 AND previous IS NULL) OR (version > 1 AND previous = version - 1)",
        name="no_change_is_skipped",
    ),
)

BOOKS = Table(
    "books",
    METADATA,
    Column("table", ForeignKey("streams.table"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
)

PEOPLE = Table(
    "people",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("key", String(120), nullable=False, unique=True),
    Column("password", String(200), nullable=False),
    Column("posts", String(200), nullable=False),
    Column("at", BigInteger, nullable=False),
)

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("token", LargeBinary, primary_key=True),
    Column("person", ForeignKey("people.name"), nullable=False),
    Column("ends", BigInteger, nullable=False),
)

INVITATIONS = Table(
    "invitations",
    METADATA,
    Column("token", LargeBinary, primary_key=True),
    Column("posts", String(200), nullable=False),
    Column("invited_by", String(40), nullable=False),
    Column("ends", BigInteger, nullable=False),
)

APPOINTMENTS = Table(
    "appointments",
    METADATA,
    Column("id", LargeBinary, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("person", ForeignKey("people.name"), nullable=False),
    Column("before", String(200), nullable=False),
    Column("posts", String(200), nullable=False),
    Column("appointed_by", String(40), nullable=False),
)

FAILURES = Table(
    "failures",
    METADATA,
    Column("subject", String(200), primary_key=True),
    Column("count", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)

PLAYED = Table(
    "played",
    METADATA,
    Column("player", String(40), primary_key=True),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("spent", BigInteger, nullable=False),
    Column("staked", BigInteger, nullable=False),
    Column("reserved", BigInteger, nullable=False),
)

SITTINGS = Table(
    "sittings",
    METADATA,
    Column("player", String(40), primary_key=True),
    Column("table", String(64), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("began", BigInteger, nullable=False),
    Column("ended", BigInteger),
)

PROPOSALS = Table(
    "proposals",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("key", String(128), nullable=False, unique=True),
    Column("proposer", String(40), nullable=False),
    Column("table", String(64), nullable=False),
    Column("command", LargeBinary, nullable=False),
    Column("request", String(64), nullable=False),
    Column("expects", Integer),
    Column("at", BigInteger, nullable=False),
    Column("ends", BigInteger, nullable=False),
)
