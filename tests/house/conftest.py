"""A database for each test: SQLite, and a real PostgreSQL."""

from collections.abc import Iterator

import pytest

from casinowar.house.storage.store import Store
from tests.support.databases import address, postgres

__all__ = ["address", "postgres"]


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    """Open an empty store."""
    opened = Store(address)
    yield opened
    opened.close()
