"""What every test of the simulation needs."""

from collections.abc import Iterator

import numpy as np
import pytest


@pytest.fixture(autouse=True)
def _numbers_may_wrap_around() -> Iterator[None]:
    """Let random numbers wrap around where the kernel runs as the Python that it is written in."""
    with np.errstate(over="ignore"):
        yield
