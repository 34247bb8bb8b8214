"""The documentation tells the truth."""

from tests.support.refresh_docs import RULEBOOKS, refreshed


def test_the_reference_of_rulebook_values_is_up_to_date():
    assert RULEBOOKS.read_text(encoding="utf-8") == refreshed(), "run `make law`"
