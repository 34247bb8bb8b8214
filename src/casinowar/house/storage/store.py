"""The store: what the house keeps in a database, written for many tables in one durable transaction."""

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
from casinowar.house.journal.shoes import SealedOrder
from casinowar.house.offices.linked_meters import MeterPosition, MeterTerms
from casinowar.house.storage import care_rows as care
from casinowar.house.storage import migrations
from casinowar.house.storage.care_rows import NO_CARE_UPDATE, CareMovedError, CareUpdate, OverLimitError
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
from casinowar.house.storage.sql import BulkIncrement, BulkInsert, Row

_TRIES: Final = 20
_TRY_AGAIN: Final = frozenset({"40001", "40P01"})
"""What PostgreSQL says of writers that stood in each other's way."""
_INSERTS: Final = {table: BulkInsert(table) for table in (JOURNAL, REQUESTS, METER_CHANGES, POSTINGS, ORDERS)}
_SNAPSHOTS: Final = BulkInsert(
    SNAPSHOTS,
    lambda new: new.on_conflict_do_update(
        index_elements=["table"], set_={name: new.excluded[name] for name in ("version", "body")}
    ),
)
"""What a table was like last, so that its journal need not be read from the beginning."""
_NEW_ACCOUNTS: Final = BulkInsert(ACCOUNTS, lambda new: new.on_conflict_do_nothing())
_CHANGE: Final = BulkIncrement(ACCOUNTS.c.balance, ACCOUNTS.c.name)


class _WentOnError(Exception):
    """Say that another journal has gone on on which a page was decided."""


_UNFIT: Final = (IntegrityError, CareMovedError, OverLimitError, _WentOnError)
"""What a page that cannot be written raises."""


class LockConflictError(Exception):
    """Say that whoever was alone at tables stood in another's way; nothing was written."""


class WriteOutcome(Enum):
    """What became of a page."""

    DURABLE = auto()
    VERSION_CONFLICT = auto()
    """Another page has its version, or moved a meter that it moves; whoever made it has to look again."""
    DONE_BEFORE = auto()
    """A request with this id was done already."""
    OVERDRAWN = auto()
    """Somebody would have had less than nothing."""
    OVER_LIMIT = auto()
    """Somebody could have lost more than they allow themselves."""


class JournalPage(Struct, frozen=True, kw_only=True):
    """A commit with everything that is written together with it."""

    table: str
    version: int
    at: int
    body: bytes
    link: bytes
    before: bytes = b""
    """The link of the commit that it was decided on."""
    id: str = ""
    digest: bytes = b""
    postings: tuple[Posting, ...] = ()
    orders: tuple[SealedOrder, ...] = ()
    snapshot: bytes = b""
    """What the table is like after it, now and then."""
    meters: tuple[MeterPosition, ...] = ()
    care: CareUpdate = NO_CARE_UPDATE
    beside: tuple[tuple[str, int], ...] = ()
    """Other journals that it was decided on, and their versions; where one has gone on it is decided anew."""


class Store(StoreReader):
    """A house's database: SQLite or PostgreSQL."""

    def __init__(self, where: str | Engine, *, existing: bool = False) -> None:
        """Open a database, durable to the last commit; one that has to exist is only read, never made."""
        self._engine = where if isinstance(where, Engine) else engine_of(where, existing=existing)
        # One statement reads by itself: without a transaction around it PostgreSQL is asked once, not thrice.
        alone = {"isolation_level": "AUTOCOMMIT"} if self._engine.dialect.name == "postgresql" else {}
        super().__init__(self._engine.execution_options(**alone).connect)
        self._writer = self._engine.execution_options(writes=True)
        self.notifier = ChangeNotifier(self._engine)
        self._alone = local()
        """By which connection each thread writes while it is alone at tables, and what it has committed."""
        try:
            if existing:
                migrations.check_readable(self._engine)
            else:
                migrations.bring_up_to_date(self._engine, self._writer)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close all connections."""
        self.notifier.close()
        self._engine.dispose()

    @contextmanager
    def at_one_moment(self) -> Iterator[StoreReader]:
        """Read everything as it is now, whatever is written meanwhile."""
        with self.reading_all() as connection:
            yield StoreReader(lambda: nullcontext(connection))

    @contextmanager
    def reading_all(self) -> Iterator[Connection]:
        """Read by one connection, to which everything stays as it is now."""
        with self._engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    @property
    def address(self) -> str:
        """Where it is, without a password."""
        return self._engine.url.render_as_string(hide_password=True)

    @property
    def sqlite_file(self) -> str | None:
        """The file that it is in, if it is SQLite."""
        return self._engine.url.database if self._engine.dialect.name == "sqlite" else None

    # writing

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Write something of one's own, durable once it ends, or with all that is written alone."""
        alone: Connection | None = getattr(self._alone, "connection", None)
        if alone is not None:
            with alone.begin_nested():
                yield alone
            return
        with self._writer.begin() as connection:
            yield connection

    @contextmanager
    def exclusive_lock(self, tables: Collection[str]) -> Iterator[None]:
        """Let nobody else write at tables meanwhile; what this thread writes is durable once it ends."""
        committed: dict[str, int] = {}
        try:
            with self._writer.begin() as connection:
                care.lock_limits_first(connection, tables)
                _lock(connection, tables)
                self._alone.connection, self._alone.committed = connection, committed
                try:
                    yield
                finally:
                    del self._alone.connection, self._alone.committed
        except OperationalError as wrong:
            if _is_in_the_way(wrong):
                raise LockConflictError from None
            raise
        self.notifier.publish(committed)  # only now: whoever looked before would have found nothing

    def open_stream(
        self, table: str, settings: bytes, at: int, meters: Mapping[str, MeterTerms] | None = None
    ) -> None:
        """Begin a table's journal; its terms for the meters that it shares have to be those of the others."""
        try:
            with self.writing() as connection:
                connection.execute(insert(STREAMS).values(table=table, settings=settings, at=at))
                for name, terms in sorted((meters or {}).items()):
                    new = upsert(connection, METERS).values(name=name, terms=terms.written())
                    connection.execute(new.on_conflict_do_nothing())
                    known = connection.scalar(select(METERS.c.terms).where(METERS.c.name == name)) or b""
                    terms.check_agreement(name, MeterTerms.read(known))
        except IntegrityError:
            raise InputError(f"There is a table {table} already.") from None

    def write(self, pages: Sequence[JournalPage]) -> list[WriteOutcome]:
        """Write pages in one durable transaction; one that cannot be written does not hold up the others."""
        written = self._written(pages) if pages else []
        became = zip(pages, written, strict=True)
        durable = {page.table: page.version for page, how in became if how is WriteOutcome.DURABLE}
        if (committed := getattr(self._alone, "committed", None)) is not None:
            committed |= durable
        else:
            self.notifier.publish(durable)
        return written

    def _written(self, pages: Sequence[JournalPage]) -> list[WriteOutcome]:
        for _ in range(_TRIES):
            try:
                return self._write_all(pages)
            except OperationalError as wrong:
                # Whoever is alone gives up the whole turn: it keeps what the other waits for.
                if not _is_in_the_way(wrong) or hasattr(self._alone, "connection"):
                    raise
        raise InputError("The database is too busy; nothing was written.")

    def _write_all(self, pages: Sequence[JournalPage]) -> list[WriteOutcome]:
        try:
            with self.writing() as connection:
                _lock_for_writing(connection, pages)
                _insert(connection, pages)
        except _UNFIT:
            return self._write_each(pages)
        return [WriteOutcome.DURABLE] * len(pages)

    def _write_each(self, pages: Sequence[JournalPage]) -> list[WriteOutcome]:
        found: list[WriteOutcome] = []
        behind: set[str] = set()
        """The tables at which a page could not be written; what was decided on top of it falls with it."""
        fallen: dict[str, int] = {}
        """The first version of each meter that was not written; whoever showed it falls, too."""
        with self.writing() as connection:
            _lock_for_writing(connection, pages)
            for page in pages:
                outcome = WriteOutcome.VERSION_CONFLICT
                if page.table not in behind and not _shows(page, fallen):
                    outcome = _written(connection, page)
                if outcome is not WriteOutcome.DURABLE:
                    behind.add(page.table)
                    fallen = {each.meter: each.version for each in page.meters if each.changed} | fallen
                found.append(outcome)
        return found

    def keep_sheet(self, table: str, version: int, body: bytes) -> None:
        """Keep a sheet of a table's book; another process may have kept the same."""
        with self.writing() as connection:
            statement = upsert(connection, BOOKS).values(table=table, version=version, body=body)
            connection.execute(statement.on_conflict_do_nothing())


def _is_in_the_way(wrong: OperationalError) -> bool:
    return getattr(wrong.orig, "sqlstate", "") in _TRY_AGAIN


def _shows(page: JournalPage, fallen: Mapping[str, int]) -> bool:
    """Tell whether a page shows a version of a meter that was not written, or one after it."""
    return any(each.version >= fallen.get(each.meter, each.version + 1) for each in page.meters)


def _written(connection: Connection, page: JournalPage) -> WriteOutcome:
    """Write a page by itself, and say what became of it."""
    try:
        with connection.begin_nested():
            _insert(connection, [page])
    except _UNFIT as wrong:
        return _why_not(connection, page, wrong)
    return WriteOutcome.DURABLE


def _insert(connection: Connection, pages: Sequence[JournalPage]) -> None:
    """Write pages and all that belongs to them; each kind of row in one statement."""
    rows, changes = _rows_of(pages)
    for table in (JOURNAL, REQUESTS, METER_CHANGES):
        _INSERTS[table].write(connection, rows[table])
    _change(connection, changes)
    for table in (POSTINGS, ORDERS):
        _INSERTS[table].write(connection, rows[table])
    _SNAPSHOTS.write(connection, rows[SNAPSHOTS])
    _check_beside(connection, pages)
    care.write(connection, [(page.table, page.version, page.at, page.care) for page in pages])


def _rows_of(pages: Sequence[JournalPage]) -> tuple[dict[Table, list[Row]], dict[str, int]]:
    """Make the rows that pages become, and tell by how much each account changes."""
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


def _check_beside(connection: Connection, pages: Sequence[JournalPage]) -> None:
    """Hold pages to the journals that they were decided on beside their own."""
    for name, version in {each for page in pages for each in page.beside}:
        newest = select(func.max(JOURNAL.c.version)).where(JOURNAL.c.table == name)
        if (connection.scalar(newest) or 0) != version:
            raise _WentOnError


def _change(connection: Connection, changes: dict[str, int]) -> None:
    """Change balances, in the order of their names, so that no two writers wait for each other in a ring."""
    names = sorted(changes)
    _NEW_ACCOUNTS.write(connection, [(name, 0, int(may_be_overdrawn(name))) for name in names])
    _CHANGE.write(connection, [(changes[name], name) for name in names])


def upsert(connection: Connection, table: Any) -> Any:  # noqa: ANN401 - each dialect has its own insert
    """Insert a row, or change the one that is there."""
    return (sqlite if connection.dialect.name == "sqlite" else postgresql).insert(table)


def delete_expired(table: Any, over: ColumnElement[bool]) -> Delete:  # noqa: ANN401 - a table of any columns
    """Remove rows that are over, without waiting for those that somebody else is about."""
    key = table.primary_key.columns[0]
    return delete(table).where(key.in_(select(key).where(over).with_for_update(skip_locked=True)))


def _why_not(connection: Connection, page: JournalPage, wrong: Exception) -> WriteOutcome:
    """Find why a page cannot be written; whoever was outrun looks again."""
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
    """Have writers of the same tables wait for each other, in one order; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        care.lock_limits(connection, [(page.table, page.care) for page in pages])
        beside = {name for page in pages for name, _ in page.beside}
        _lock(connection, {page.table for page in pages} | beside)
        if meters := sorted({each.meter for page in pages for each in page.meters if each.changed}):
            asked = select(METERS.c.name).where(METERS.c.name.in_(meters)).order_by(METERS.c.name)
            connection.execute(asked.with_for_update())


def _lock(connection: Connection, tables: Collection[str]) -> None:
    """Have whoever else would write at tables wait, in one order; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        asked = select(STREAMS.c.table).where(STREAMS.c.table.in_(tables)).order_by(STREAMS.c.table)
        connection.execute(asked.with_for_update())


@contextmanager
def opened_store(url: str, *, existing: bool = False) -> Iterator[Store]:
    """Open a store for a while; one that has to exist is not made."""
    try:
        where = make_url(url)
    except ArgumentError:
        where = make_url("postgresql://")  # whatever it is, it is no file that could be missing
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
