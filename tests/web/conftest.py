"""One server for all tests of the API that change nothing of each other's, with people of every post."""

from collections.abc import Iterator

import pytest

from tests.support.databases import address, postgres
from tests.web.served_house import ServedHouse

__all__ = ["address", "postgres"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHouse]:
    """Run a house with an open table of Maryland's."""
    running = ServedHouse(tmp_path_factory.mktemp("house"), arguments=["--table", "maryland"]).start()
    yield running
    running.stop()
