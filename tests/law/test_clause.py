import pytest

from casinowar.game.refusal import InputError
from tests.support.clause import clause


def test_a_test_is_marked_with_each_clause_that_it_cites():
    @clause("maryland", "9.A", "9.B")
    def test(): ...

    assert [mark.args for mark in test.pytestmark] == [("maryland", "9.A"), ("maryland", "9.B")]  # type: ignore[attr-defined]  # pytest adds it


def test_a_clause_that_does_not_exist_stops_the_import():
    with pytest.raises(InputError, match=r"8\.H"):
        clause("maryland", "8.H")


def test_no_clause_at_all_stops_the_import():
    with pytest.raises(ValueError, match="at least one clause"):
        clause("maryland")
