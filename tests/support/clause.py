"""The decorator with which a test cites the clauses that it holds the code to."""

from collections.abc import Callable
from typing import TypeVar

import pytest

from casinowar.law import catalog

Test = TypeVar("Test", bound=Callable[..., object])


def clause(jurisdiction: str, *ids: str) -> Callable[[Test], Test]:
    """Mark a test with the clauses that it cites; a clause that does not exist stops the import."""
    if not ids:
        raise ValueError(f"Cite at least one clause of {jurisdiction}.")
    for cited in ids:
        catalog.clause(jurisdiction, cited)

    def mark(test: Test) -> Test:
        for cited in ids:
            test = pytest.mark.clause(jurisdiction, cited)(test)
        return test

    return mark
