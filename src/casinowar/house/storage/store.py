"""The house's database: commits for many tables are written in one durable transaction."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from enum import Enum, auto
from pathlib import Path
from threading import local
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import (
    ColumnElement,
    Connection,
    Delete,
    Engine,
    Table,
    delete,
    func,
    insert,
    make_url,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DatabaseError, IntegrityError, OperationalError

from casinowar.game.refusal import InputError
from casinowar.house.accounts import Posting, may_be_overdrawn
from casinowar.house.journal.shoe_vault import SealedOrder
from casinowar.house.offices.linked_meters import MeterPosition, MeterTerms
from casinowar.house.storage import care_rows as care
from casinowar.house.storage import migrations
from casinowar.house.storage.bulk_statements import BulkIncrement, BulkInsert, Row
from casinowar.house.storage.care_rows import CareMovedError, CareUpdate, OverLimitError
from casinowar.house.storage.connections import engine_of, hidden
from casinowar.house.storage.pg_notify import ChangeNotifier
from casinowar.house.storage.reader import StoreReader
from casinowar.house.storage.schema import (
    ACCOUNTS,
    BOOKS,
    JOURNAL,
    METER_CHANGES,
    METERS,
    ORDERS,
    POSTINGS,
    REQUESTS,
    SNAPSHOTS,
    STREAMS,
)

_TRIES: Final = 20
_TRY_AGAIN: Final = frozenset({"40001", "40P01"})
"""PostgreSQL's codes for a serialization failure and a deadlock."""
_INSERTS: Final = {table: BulkInsert(table) for table in (JOURNAL, REQUESTS, METER_CHANGES, POSTINGS, ORDERS)}
_SNAPSHOTS: Final = BulkInsert(
    SNAPSHOTS,
    lambda new: new.on_conflict_do_update(
        index_elements=["table"], set_={name: new.excluded[name] for name in ("version", "body")}
    ),
)
_NEW_ACCOUNTS: Final = BulkInsert(ACCOUNTS, lambda new: new.on_conflict_do_nothing())
_INCREMENTS: Final = BulkIncrement(ACCOUNTS.c.balance, ACCOUNTS.c.name)


class _DependencyChangedError(Exception):
    """Another journal that a page was decided on has a newer version."""


_REJECTIONS: Final = (IntegrityError, CareMovedError, OverLimitError, _DependencyChangedError)


class LockConflictError(Exception):
    """An exclusive lock ended in a deadlock; nothing was written."""


class WriteOutcome(Enum):
    DURABLE = auto()
    VERSION_CONFLICT = auto()
    """Another page has its version, or changed a meter that it changes: refresh and decide again."""
    DONE_BEFORE = auto()
    """A request with this id was committed before."""
    OVERDRAWN = auto()
    """An account would have gone below zero."""
    OVER_LIMIT = auto()
    """A player could have lost more than their own limit."""


class JournalPage(Struct, frozen=True, kw_only=True):
    """A commit with everything written in the same transaction."""

    table: str
    version: int
    at: int
    body: bytes
    link: bytes
    before: bytes = b""
    """The link of the previous commit."""
    id: str = ""
    digest: bytes = b""
    postings: tuple[Posting, ...] = ()
    orders: tuple[SealedOrder, ...] = ()
    snapshot: bytes = b""
    """The table's position after it, every now and then."""
    meters: tuple[MeterPosition, ...] = ()
    care: CareUpdate = CareUpdate()
    depends_on: tuple[tuple[str, int], ...] = ()
    """Versions of other journals that it was decided on. If one is newer now, decide again."""


class Store(StoreReader):
    def __init__(self, where: str | Engine, *, existing: bool = False) -> None:
        """Open a database and bring its schema up to date; with `existing`, create and change nothing."""
        self._engine = where if isinstance(where, Engine) else engine_of(where, existing=existing)
        # Single reads need no transaction: that saves PostgreSQL two of three round trips.
        options = {"isolation_level": "AUTOCOMMIT"} if self._engine.dialect.name == "postgresql" else {}
        super().__init__(self._engine.execution_options(**options).connect)
        self._writer = self._engine.execution_options(writes=True)
        self.notifier = ChangeNotifier(self._engine)
        self._exclusive = local()
        """The connection of a thread that holds an exclusive lock, and the versions it has committed."""
        try:
            if existing:
                migrations.check_readable(self._engine)
            else:
                migrations.bring_up_to_date(self._engine, self._writer)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self.notifier.close()
        self._engine.dispose()

    @contextmanager
    def consistent_reader(self) -> Iterator[StoreReader]:
        """Read from one snapshot of the database."""
        with self.consistent_connection() as connection:
            yield StoreReader(lambda: nullcontext(connection))

    @contextmanager
    def consistent_connection(self) -> Iterator[Connection]:
        with self._engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    @property
    def address(self) -> str:
        """The URL without its password."""
        return self._engine.url.render_as_string(hide_password=True)

    @property
    def sqlite_file(self) -> str | None:
        """The database file, or None for PostgreSQL."""
        return self._engine.url.database if self._engine.dialect.name == "sqlite" else None

    # writing

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction, or a savepoint while this thread holds an exclusive lock."""
        held: Connection | None = getattr(self._exclusive, "connection", None)
        if held is not None:
            with held.begin_nested():
                yield held
            return
        with self._writer.begin() as connection:
            yield connection

    @contextmanager
    def exclusive_lock(self, tables: Collection[str]) -> Iterator[None]:
        """Block other writers of tables; what this thread writes is durable when the lock ends."""
        committed: dict[str, int] = {}
        try:
            with self._writer.begin() as connection:
                care.lock_limits_first(connection, tables)
                _lock_tables(connection, tables)
                self._exclusive.connection, self._exclusive.committed = connection, committed
                try:
                    yield
                finally:
                    del self._exclusive.connection, self._exclusive.committed
        except OperationalError as wrong:
            if _is_lock_conflict(wrong):
                raise LockConflictError from None
            raise
        self.notifier.publish(committed)  # not before it is durable

    def open_stream(
        self, table: str, settings: bytes, at: int, meters: Mapping[str, MeterTerms] | None = None
    ) -> None:
        """Begin a table's journal, with the same terms for its linked meters as the other tables."""
        try:
            with self.writing() as connection:
                connection.execute(insert(STREAMS).values(table=table, settings=settings, at=at))
                for name, terms in sorted((meters or {}).items()):
                    new = upsert(connection, METERS).values(name=name, terms=terms.encode())
                    connection.execute(new.on_conflict_do_nothing())
                    known = connection.scalar(select(METERS.c.terms).where(METERS.c.name == name)) or b""
                    terms.check_agreement(name, MeterTerms.decode(known))
        except IntegrityError:
            raise InputError(f"There is already a table {table}.") from None

    def write(self, pages: Sequence[JournalPage]) -> list[WriteOutcome]:
        """Write pages in one durable transaction; a page that cannot be written does not stop the others."""
        outcomes = self._write_retrying(pages) if pages else []
        found = zip(pages, outcomes, strict=True)
        durable = {page.table: page.version for page, outcome in found if outcome is WriteOutcome.DURABLE}
        if (committed := getattr(self._exclusive, "committed", None)) is not None:
            committed |= durable
        else:
            self.notifier.publish(durable)
        return outcomes

    def _write_retrying(self, pages: Sequence[JournalPage]) -> list[WriteOutcome]:
        for _ in range(_TRIES):
            try:
                return self._write_all(pages)
            except OperationalError as wrong:
                # An exclusive lock is given up as a whole: it holds what the other writer waits for.
                if not _is_lock_conflict(wrong) or hasattr(self._exclusive, "connection"):
                    raise
        raise InputError("The database is too busy; nothing was written.")

    def _write_all(self, pages: Sequence[JournalPage]) -> list[WriteOutcome]:
        try:
            with self.writing() as connection:
                _lock_for_writing(connection, pages)
                _insert(connection, pages)
        except _REJECTIONS:
            return self._write_each(pages)
        return [WriteOutcome.DURABLE] * len(pages)

    def _write_each(self, pages: Sequence[JournalPage]) -> list[WriteOutcome]:
        """Write pages one by one; a page falls with any page that it builds on."""
        found: list[WriteOutcome] = []
        failed_tables: set[str] = set()
        failed_meters: dict[str, int] = {}  # the first version of each that was not written
        with self.writing() as connection:
            _lock_for_writing(connection, pages)
            for page in pages:
                outcome = WriteOutcome.VERSION_CONFLICT
                if page.table not in failed_tables and not _shows(page, failed_meters):
                    outcome = _write_page(connection, page)
                if outcome is not WriteOutcome.DURABLE:
                    failed_tables.add(page.table)
                    changed = {each.meter: each.version for each in page.meters if each.changed}
                    failed_meters = changed | failed_meters
                found.append(outcome)
        return found

    def keep_sheet(self, table: str, version: int, body: bytes) -> None:
        """Save a sheet of a table's book, unless another process already has."""
        with self.writing() as connection:
            statement = upsert(connection, BOOKS).values(table=table, version=version, body=body)
            connection.execute(statement.on_conflict_do_nothing())


def _is_lock_conflict(wrong: OperationalError) -> bool:
    return getattr(wrong.orig, "sqlstate", "") in _TRY_AGAIN


def _shows(page: JournalPage, failed: Mapping[str, int]) -> bool:
    """Tell whether a page shows a version of a meter that was not written, or a later one."""
    return any(each.version >= failed.get(each.meter, each.version + 1) for each in page.meters)


def _write_page(connection: Connection, page: JournalPage) -> WriteOutcome:
    try:
        with connection.begin_nested():
            _insert(connection, [page])
    except _REJECTIONS as wrong:
        return _rejected(connection, page, wrong)
    return WriteOutcome.DURABLE


def _insert(connection: Connection, pages: Sequence[JournalPage]) -> None:
    rows, changes = _rows_of(pages)
    for table in (JOURNAL, REQUESTS, METER_CHANGES):
        _INSERTS[table].execute(connection, rows[table])
    _change_balances(connection, changes)
    for table in (POSTINGS, ORDERS):
        _INSERTS[table].execute(connection, rows[table])
    _SNAPSHOTS.execute(connection, rows[SNAPSHOTS])
    _check_dependencies(connection, pages)
    care.write(connection, [(page.table, page.version, page.at, page.care) for page in pages])


def _rows_of(pages: Sequence[JournalPage]) -> tuple[dict[Table, list[Row]], dict[str, int]]:
    rows: dict[Table, list[Row]] = defaultdict(list)
    changes: dict[str, int] = defaultdict(int)
    for page in pages:
        of = (page.table, page.version)
        before = (page.version - 1, page.before) if page.version > 1 else (None, None)
        rows[JOURNAL].append((*of, page.at, page.body, page.link, *before))
        if page.id:
            rows[REQUESTS].append((page.id, page.digest, *of))
        for number, (source, target, amount) in enumerate(page.postings):
            changes[source] -= amount
            changes[target] += amount
            rows[POSTINGS].append((*of, number, source, target, amount))
        for each in page.meters:
            if each.changed:
                moved = (each.amount, each.version - 1 or None, each.before)
                rows[METER_CHANGES].append((each.meter, each.version, *of, *moved))
        for order in page.orders:
            rows[ORDERS].append((page.table, order.shuffle, page.version, order.commitment, order.sealed))
    last = {page.table: (page.table, page.version, page.snapshot) for page in pages if page.snapshot}
    rows[SNAPSHOTS] += last.values()
    return rows, changes


def _check_dependencies(connection: Connection, pages: Sequence[JournalPage]) -> None:
    for name, version in {each for page in pages for each in page.depends_on}:
        newest = select(func.max(JOURNAL.c.version)).where(JOURNAL.c.table == name)
        if (connection.scalar(newest) or 0) != version:
            raise _DependencyChangedError


def _change_balances(connection: Connection, changes: dict[str, int]) -> None:
    """Change balances in the order of their names, so that writers cannot deadlock."""
    names = sorted(changes)
    _NEW_ACCOUNTS.execute(connection, [(name, 0, int(may_be_overdrawn(name))) for name in names])
    _INCREMENTS.execute(connection, [(changes[name], name) for name in names])


def upsert(connection: Connection, table: Any) -> Any:  # noqa: ANN401 - each dialect has its own insert
    return (sqlite if connection.dialect.name == "sqlite" else postgresql).insert(table)


def delete_expired(table: Any, expired: ColumnElement[bool]) -> Delete:  # noqa: ANN401 - a table of any columns
    """Delete expired rows, except those that another transaction has locked."""
    key = table.primary_key.columns[0]
    return delete(table).where(key.in_(select(key).where(expired).with_for_update(skip_locked=True)))


def _rejected(connection: Connection, page: JournalPage, wrong: Exception) -> WriteOutcome:
    if isinstance(wrong, OverLimitError):
        return WriteOutcome.OVER_LIMIT
    if not isinstance(wrong, IntegrityError):
        return WriteOutcome.VERSION_CONFLICT
    if "nobody_is_overdrawn" in str(wrong.orig):
        return WriteOutcome.OVERDRAWN
    if page.id and connection.scalar(select(REQUESTS.c.id).where(REQUESTS.c.id == page.id)):
        return WriteOutcome.DONE_BEFORE
    return WriteOutcome.VERSION_CONFLICT


def _lock_for_writing(connection: Connection, pages: Sequence[JournalPage]) -> None:
    """Lock everything that pages change, in a fixed order; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        care.lock_limits(connection, [(page.table, page.care) for page in pages])
        others = {name for page in pages for name, _ in page.depends_on}
        _lock_tables(connection, {page.table for page in pages} | others)
        if meters := sorted({each.meter for page in pages for each in page.meters if each.changed}):
            rows = select(METERS.c.name).where(METERS.c.name.in_(meters)).order_by(METERS.c.name)
            connection.execute(rows.with_for_update())


def _lock_tables(connection: Connection, tables: Collection[str]) -> None:
    """Lock tables in a fixed order; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        rows = select(STREAMS.c.table).where(STREAMS.c.table.in_(tables)).order_by(STREAMS.c.table)
        connection.execute(rows.with_for_update())


@contextmanager
def opened_store(url: str, *, existing: bool = False) -> Iterator[Store]:
    try:
        where = make_url(url)
    except ArgumentError:
        where = make_url("postgresql://")  # not a file that could be missing; opening it reports the address
    if existing and where.get_backend_name() == "sqlite" and not Path(where.database or "").is_file():
        raise InputError(f"There is no database {hidden(url)}.")
    try:
        store = Store(url, existing=existing)
        try:
            yield store
        finally:
            store.close()
    except DatabaseError as wrong:
        problem = str(wrong.orig).splitlines()[0]
        raise InputError(f"The database {hidden(url)} cannot be used: {problem}.") from None
