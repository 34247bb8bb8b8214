"""The store, on SQLite and PostgreSQL."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from threading import Barrier

import pytest
from sqlalchemy import insert, text
from sqlalchemy.exc import IntegrityError

from casinowar.game.refusal import InputError
from casinowar.house.accounts import CAGE, Posting
from casinowar.house.journal.commits import first_link
from casinowar.house.journal.shoe_vault import SealedOrder
from casinowar.house.storage.connections import engine_of
from casinowar.house.storage.reader import DoneRequest
from casinowar.house.storage.schema import ACCOUNTS
from casinowar.house.storage.store import _INCREMENTS, JournalPage, Store, WriteOutcome, opened_store
from tests.support.databases import emptied

DURABLE, VERSION_CONFLICT, OVERDRAWN = (
    WriteOutcome.DURABLE,
    WriteOutcome.VERSION_CONFLICT,
    WriteOutcome.OVERDRAWN,
)


def page(version=1, table="t", **more):
    return JournalPage(
        table=table,
        version=version,
        at=version,
        body=b"{%d}" % version,
        link=b"l%d" % version,
        **{"before": b"l%d" % (version - 1)} | more,
    )


@pytest.fixture
def begun(store):
    for table in ("t", "u"):
        store.open_stream(table, b"settings", 0)
    return store


def test_a_table_can_be_opened_only_once(store):
    store.open_stream("t", b"settings", 0)
    with pytest.raises(InputError, match="There is already a table t"):
        store.open_stream("t", b"others", 0)
    assert (store.tables(), store.settings("t"), store.settings("x")) == (["t"], b"settings", None)
    assert store.link_at("t", 0) == first_link("t", b"settings")


def test_pages_read_back_equal(begun):
    order = SealedOrder("s", "c", b"\x00sealed\xff")
    sent = page(1, id="r1", digest=b"d", postings=(Posting(CAGE, "player/Ann", 5),), orders=(order,))
    assert begun.write([sent, page(2), page(1, "u")]) == [DURABLE] * 3
    assert begun.pages("t") == [(1, b"{1}", b"l1"), (2, b"{2}", b"l2")]
    assert begun.pages("t", after=1) == [(2, b"{2}", b"l2")]
    assert begun.requests(["r1", "r2"]) == {"r1": DoneRequest(b"d", "t", 1)}
    assert begun.orders("t") == begun.orders("t", ["s"]) == [order]
    assert begun.orders("t", []) == []
    assert begun.postings("t") == [(1, Posting(CAGE, "player/Ann", 5))]
    assert begun.balances() == {CAGE: -5, "player/Ann": 5}
    assert (begun.version("t"), begun.version("x"), begun.link_at("t", 2)) == (2, 0, b"l2")


def test_commits_are_synchronous_even_if_the_server_defaults_to_asynchronous(address):
    with closing(Store(address)) as begun, begun.writing() as connection:
        if connection.dialect.name == "postgresql":  # somebody has made it fast for something else
            connection.execute(text("ALTER ROLE CURRENT_USER SET synchronous_commit = off"))
    try:
        with closing(Store(address)) as house:
            assert (
                [*_kept(house.writing)]
                == [*_kept(house.consistent_connection)]
                == [*_KEPT[house.address[:6]]]
            )
            with house.exclusive_lock(()):
                assert [*_kept(house.writing)] == [*_KEPT[house.address[:6]]]
    finally:
        with closing(Store(address)) as again, again.writing() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text("ALTER ROLE CURRENT_USER RESET synchronous_commit"))


_FULL = 2
_KEPT = {"sqlite": ("wal", _FULL, 1), "postgr": ("on",)}


def _kept(connecting):
    """Ask a connection whether it keeps what is committed, and holds to foreign keys."""
    with connecting() as connection:
        if connection.dialect.name == "postgresql":
            yield connection.scalar(text("SHOW synchronous_commit"))
            return
        for pragma in ("journal_mode", "synchronous", "foreign_keys"):
            yield connection.exec_driver_sql(f"PRAGMA {pragma}").scalar()


def test_a_version_conflict_also_rejects_the_pages_built_on_it(begun):
    assert begun.write([page(1)]) == [DURABLE]
    late = [page(1, "u"), page(1), page(2), page(2, "u")]
    assert begun.write(late) == [DURABLE, VERSION_CONFLICT, VERSION_CONFLICT, DURABLE]
    assert begun.version("t") == 1
    assert begun.write([page(3)]) == [VERSION_CONFLICT]
    assert begun.write([page(2, before=b"another")]) == [VERSION_CONFLICT], "decided on what is not there"


def test_a_request_id_is_written_once(begun):
    assert begun.write([page(1, id="r")]) == [DURABLE]
    assert begun.write([page(2, id="r"), page(1, "u")]) == [WriteOutcome.DONE_BEFORE, DURABLE]
    assert begun.version("t") == 1


def test_text_too_long_for_its_column_is_not_truncated(begun):
    longest = "r" * 128
    with suppress(InputError):  # SQLite takes it as it is
        begun.write([page(1, id=longest + "r")])
    assert begun.requests([longest]) == {}


def test_a_page_that_overdraws_an_account_is_not_written(begun):
    brought = Posting(CAGE, "player/Ann", 5)
    spent = Posting("player/Ann", "table/t/chips/Ann", 6)
    assert begun.write([page(1, postings=(brought,)), page(2, postings=(spent,)), page(1, "u")]) == [
        DURABLE,
        OVERDRAWN,
        DURABLE,
    ]
    assert begun.balances()["player/Ann"] == 5
    assert begun.version("t") == 1
    assert begun.postings("t") == [(1, brought)]


def test_database_constraints_reject_books_that_do_not_balance(begun):
    begun.write([page(1, postings=(Posting(CAGE, "player/Ann", 5),))])
    for statement in (
        "UPDATE accounts SET balance = -1 WHERE name = 'player/Ann'",
        "UPDATE postings SET amount = 0",
        "UPDATE postings SET target = source",
        "UPDATE postings SET target = 'nobody'",
        "INSERT INTO journal SELECT * FROM journal",
    ):
        with pytest.raises(IntegrityError), begun._writer.begin() as connection:
            connection.execute(text(statement))


def test_a_newer_snapshot_replaces_the_older_one(begun):
    assert begun.snapshot("t") is None
    begun.write([page(1, snapshot=b"one"), page(2), page(3, snapshot=b"three")])
    assert begun.snapshot("t") == (3, b"three")
    begun.write([page(4), page(5, snapshot=b"five")])
    assert begun.snapshot("t") == (5, b"five")


def test_a_snapshot_is_not_kept_without_its_page(begun):
    begun.write([page(1, snapshot=b"one")])
    assert begun.write([page(1, snapshot=b"another")]) == [WriteOutcome.VERSION_CONFLICT]
    assert begun.snapshot("t") == (1, b"one")


def test_writers_of_different_tables_do_not_deadlock_on_accounts(begun, monkeypatch):
    monkeypatch.setattr("casinowar.house.storage.store._TRIES", 1)  # whoever is in a ring is told
    together = Barrier(2)

    def write(table: str, step: int) -> list[WriteOutcome]:
        written: list[WriteOutcome] = []
        for version in range(1, 7):  # of each account one of them is the first, and both add to it
            names = [f"player/{version}/{number:04}" for number in range(1000)][::step]
            posted = tuple(Posting(f"table/{table}/inventory", name, 1) for name in names)
            together.wait(10)
            written += begun.write([page(version, table, postings=posted)])
        return written

    with ThreadPoolExecutor() as threads:
        assert [*threads.map(write, "tu", (1, -1))] == [[DURABLE] * 6] * 2
    assert sorted(begun.balances().values()) == [-6000] * 2 + [2] * 6000


def test_accounts_are_locked_in_name_order_with_any_query_plan(begun, address):
    """PostgreSQL finds them as it likes: one by one, or from end to end as they stand in the table."""
    names = [f"player/{number:05}" for number in range(20_000)]
    rows = [{"name": name, "balance": 0, "may_be_overdrawn": 0} for name in reversed(names)]
    with begun.writing() as connection:
        connection.execute(insert(ACCOUNTS), rows)
        connection.execute(text("ANALYZE"))
    together = Barrier(2)

    def add(way: str) -> None:
        engine = engine_of(address, existing=False).execution_options(writes=True)
        for _ in range(4):
            together.wait(10)
            with engine.begin() as connection:
                if connection.dialect.name == "postgresql":
                    connection.execute(text(f"SET LOCAL enable_mergejoin = off; SET LOCAL {way} = off"))
                _INCREMENTS.execute(connection, [(1, name) for name in names[:4000]])
        engine.dispose()

    with ThreadPoolExecutor() as threads:
        list(threads.map(add, ("enable_nestloop", "enable_hashjoin")))
    assert set(begun.balances().values()) == {0, 8}


def test_a_reopened_store_has_everything(begun, address):
    begun.write([page(1, id="r", digest=b"d")])
    again = Store(address)
    assert again.pages("t") == begun.pages("t")
    assert again.requests(["r"]) == begun.requests(["r"])
    again.close()


@pytest.mark.parametrize("wrong", ["nonsense", "oracle://x", "", "mysql://x/y"])
def test_a_url_of_no_database_is_refused(wrong):
    with pytest.raises(InputError, match="is not the URL of a house's database"):
        Store(wrong)


@pytest.mark.parametrize("file", ["house.db", "/var/lib/casinowar/house.db"])
def test_a_file_path_without_sqlite_prefix_gets_a_hint(file):
    with pytest.raises(InputError) as told:
        Store(file)
    assert str(told.value) == (
        f"'{file}' is not the URL of a house's database: write sqlite:///{file} for a file, "
        "or postgresql://user@host/name."
    )


def test_postgres_is_accepted_as_a_scheme_for_postgresql(postgres):
    with opened_store(postgres.replace("postgresql://", "postgres://")) as store:
        assert store.tables() == []
    emptied(postgres)
