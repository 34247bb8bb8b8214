"""The store: what the house keeps in a database, written for many tables in one durable transaction."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from enum import Enum, auto
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import (
    Connection,
    Engine,
    bindparam,
    create_engine,
    event,
    insert,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DatabaseError, IntegrityError, NoSuchModuleError, OperationalError

from casinowar.game.refusal import InputError
from casinowar.house.accounts import Posting, may_be_overdrawn
from casinowar.house.care import rows as care
from casinowar.house.care.rows import NO_CARE, CareMovedError, CareTaken, OverLimitError
from casinowar.house.reader import StoreReader
from casinowar.house.schema import ACCOUNTS, JOURNAL, METADATA, ORDERS, POSTINGS, REQUESTS, SNAPSHOTS, STREAMS
from casinowar.house.shoes import SealedOrder

_BUSY_SECONDS: Final = 30
_TRIES: Final = 20
_TRY_AGAIN: Final = frozenset({"40001", "40P01"})
"""What PostgreSQL says of writers that stood in each other's way."""


_UNFIT: Final = (IntegrityError, CareMovedError, OverLimitError)
"""What a page that cannot be written raises."""


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
    care: CareTaken = NO_CARE


class WriteOutcome(Enum):
    """What became of a page."""

    DURABLE = auto()
    OUTRUN = auto()
    """Another page has its version; whoever made it has to look again."""
    DONE_BEFORE = auto()
    """A request with this id was done already."""
    OVERDRAWN = auto()
    """Somebody would have had less than nothing."""
    OVER_LIMIT = auto()
    """Somebody could have lost more than they allow themselves."""


class Store(StoreReader):
    """A house's database: SQLite or PostgreSQL."""

    def __init__(self, url: str, *, existing: bool = False) -> None:
        """Open a database, durable to the last commit; one that has to exist is only read, never made."""
        self._engine = _engine(url)
        super().__init__(self._engine.connect)
        self._writer = self._engine.execution_options(writes=True)
        if not existing:
            METADATA.create_all(self._writer)

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    @contextmanager
    def at_one_moment(self) -> Iterator[StoreReader]:
        """Read everything as it is now, whatever is written meanwhile."""
        with self._engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                connection.execution_options(isolation_level="REPEATABLE READ")
            yield StoreReader(lambda: nullcontext(connection))

    # writing

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Write something of one's own, durable once it ends."""
        with self._writer.begin() as connection:
            yield connection

    def open_stream(self, table: str, settings: bytes, at: int) -> None:
        """Begin a table's journal."""
        try:
            with self._writer.begin() as connection:
                connection.execute(insert(STREAMS).values(table=table, settings=settings, at=at))
        except IntegrityError:
            raise InputError(f"There is a table {table} already.") from None

    def write(self, pages: Sequence[JournalPage]) -> list[WriteOutcome]:
        """Write pages in one durable transaction; one that cannot be written does not hold up the others."""
        if not pages:
            return []
        for _ in range(_TRIES):
            try:
                return self._write_all(pages)
            except OperationalError as wrong:
                if getattr(wrong.orig, "sqlstate", "") not in _TRY_AGAIN:
                    raise
        raise InputError("The database is too busy; nothing was written.")

    def _write_all(self, pages: Sequence[JournalPage]) -> list[WriteOutcome]:
        try:
            with self._writer.begin() as connection:
                _take_turns(connection, pages)
                _insert(connection, pages)
        except _UNFIT:
            return self._write_each(pages)
        return [WriteOutcome.DURABLE] * len(pages)

    def _write_each(self, pages: Sequence[JournalPage]) -> list[WriteOutcome]:
        found: list[WriteOutcome] = []
        behind: set[str] = set()
        """The tables at which a page could not be written; what was decided on top of it falls with it."""
        with self._writer.begin() as connection:
            _take_turns(connection, pages)
            for page in pages:
                if page.table in behind:
                    found.append(WriteOutcome.OUTRUN)
                    continue
                try:
                    with connection.begin_nested():
                        _insert(connection, [page])
                    found.append(WriteOutcome.DURABLE)
                except _UNFIT as wrong:
                    found.append(_why_not(connection, page, wrong))
                    behind.add(page.table)
        return found

    def keep_snapshot(self, table: str, version: int, body: bytes) -> None:
        """Keep what a table was like, so that its journal need not be read from the beginning."""
        values = {"table": table, "version": version, "body": body}
        with self._writer.begin() as connection:
            statement = or_update(connection, SNAPSHOTS).values(**values)
            connection.execute(
                statement.on_conflict_do_update(
                    index_elements=["table"], set_={"version": version, "body": body}
                )
            )


def _insert(connection: Connection, pages: Sequence[JournalPage]) -> None:
    """Write pages and all that belongs to them; each kind of row in one statement."""
    rows: dict[Any, list[dict[str, Any]]] = defaultdict(list)
    changes: dict[str, int] = defaultdict(int)
    for page in pages:
        of = {"table": page.table, "version": page.version}
        first = page.version == 1
        rows[JOURNAL].append(
            {
                **of,
                "at": page.at,
                "body": page.body,
                "link": page.link,
                "previous": None if first else page.version - 1,
                "before": None if first else page.before,
            }
        )
        if page.id:
            rows[REQUESTS].append({**of, "id": page.id, "digest": page.digest})
        for number, (source, target, amount) in enumerate(page.postings):
            changes[source] -= amount
            changes[target] += amount
            rows[POSTINGS].append(
                {**of, "number": number, "source": source, "target": target, "amount": amount}
            )
        for order in page.orders:
            rows[ORDERS].append(
                {**of, "shuffle": order.shuffle, "commitment": order.commitment, "sealed": order.sealed}
            )
    for table in (JOURNAL, REQUESTS):
        if rows[table]:
            connection.execute(insert(table), rows[table])
    _change(connection, changes)
    for table in (POSTINGS, ORDERS):
        if rows[table]:
            connection.execute(insert(table), rows[table])
    care.write(connection, [(page.table, page.version, page.at, page.care) for page in pages])


def _change(connection: Connection, changes: dict[str, int]) -> None:
    """Change balances, in the order of their names, so that no two writers wait for each other in a ring."""
    if not changes:
        return
    new = [
        {"name": name, "balance": 0, "may_be_overdrawn": int(may_be_overdrawn(name))}
        for name in sorted(changes)
    ]
    connection.execute(or_update(connection, ACCOUNTS).on_conflict_do_nothing(), new)
    more = update(ACCOUNTS).where(ACCOUNTS.c.name == bindparam("account"))
    connection.execute(
        more.values(balance=ACCOUNTS.c.balance + bindparam("change")),
        [{"account": name, "change": change} for name, change in sorted(changes.items())],
    )


def or_update(connection: Connection, table: Any) -> Any:  # noqa: ANN401 - each dialect has its own insert
    """Insert a row, or change the one that is there."""
    return (sqlite if connection.dialect.name == "sqlite" else postgresql).insert(table)


def _why_not(connection: Connection, page: JournalPage, wrong: Exception) -> WriteOutcome:
    """Find why a page cannot be written; whoever was outrun looks again."""
    if isinstance(wrong, OverLimitError):
        return WriteOutcome.OVER_LIMIT
    if not isinstance(wrong, IntegrityError):
        return WriteOutcome.OUTRUN
    if "nobody_is_overdrawn" in str(wrong.orig):
        return WriteOutcome.OVERDRAWN
    if page.id and connection.scalar(select(REQUESTS.c.id).where(REQUESTS.c.id == page.id)):
        return WriteOutcome.DONE_BEFORE
    return WriteOutcome.OUTRUN


def _take_turns(connection: Connection, pages: Sequence[JournalPage]) -> None:
    """Have writers of the same tables wait for each other, in one order; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        care.take_turns(connection, [(page.table, page.care) for page in pages])
        tables = sorted({page.table for page in pages})
        asked = select(STREAMS.c.table).where(STREAMS.c.table.in_(tables)).order_by(STREAMS.c.table)
        connection.execute(asked.with_for_update())


def _engine(url: str) -> Engine:
    try:
        where = make_url(url)
        if where.get_backend_name() == "sqlite":
            engine = create_engine(where, connect_args={"timeout": _BUSY_SECONDS, "isolation_level": None})
            event.listen(engine, "connect", _durable)
            event.listen(engine, "begin", _begun)
            return engine
        if where.get_backend_name() == "postgresql":
            options = {"options": "-c synchronous_commit=on"}
            return create_engine(where.set(drivername="postgresql+psycopg"), connect_args=options)
        problem = "it is neither SQLite nor PostgreSQL"
    except (ArgumentError, NoSuchModuleError, ImportError) as wrong:
        problem = str(wrong)
    raise InputError(f"{_hidden(url)!r} is not the address of a database of a house: {problem}.")


def _hidden(url: str) -> str:
    """Leave the password out of an address."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return url.rpartition("@")[2]


def _durable(connection: Any, _record: object) -> None:  # noqa: ANN401 - a driver's own connection
    """Have SQLite keep every commit through a loss of power, and hold to foreign keys."""
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begun(connection: Connection) -> None:
    """Have a writer wait for its turn at the beginning, where waiting is possible, and readers for nobody."""
    writes = connection.get_execution_options().get("writes", False)
    connection.execute(text("BEGIN IMMEDIATE" if writes else "BEGIN"))


@contextmanager
def opened_store(url: str, *, existing: bool = False) -> Iterator[Store]:
    """Open a store for a while; one that has to exist is not made."""
    try:
        where = make_url(url)
    except ArgumentError:
        where = make_url("postgresql://")  # whatever it is, it is no file that could be missing
    if existing and where.get_backend_name() == "sqlite" and not Path(where.database or "").is_file():
        raise InputError(f"There is no database {_hidden(url)}.")
    try:
        store = Store(url, existing=existing)
        try:
            yield store
        finally:
            store.close()
    except DatabaseError as wrong:
        problem = str(wrong.orig).splitlines()[0]
        raise InputError(f"The database {_hidden(url)} cannot be used: {problem}.") from None
