"""Amounts as people write them: a comma groups thousands and nothing else."""

import pytest
from msgspec import ValidationError, convert

from casinowar import InputError, Table
from casinowar.game.book.house import House
from casinowar.game.money import cents
from casinowar.parsing import amount


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("1,000", 1_000_00),
        ("12,500.50", 12_500_50),
        ("$1,000,000", 1_000_000_00),
        ("1000", 1_000_00),
        ("7.5", 7_50),
        ("9999999999999", 9_999_999_999_999_00),
    ],
)
def test_a_comma_groups_thousands(text, meant):
    assert cents(text) == meant
    assert convert({"smallest_chip": text, "payout_limit": text}, House).smallest_chip == text


@pytest.mark.parametrize(
    "text",
    ["10,5", "7,50", "1,00", "1,0000", "1000,000", ",500", "1,", "0,", "1,,000", "1,000,5", "1.000,50"],
)
def test_any_other_comma_is_refused(text):
    with pytest.raises(ValueError, match="not an amount of dollars"):
        cents(text)
    with pytest.raises(InputError, match="a comma only groups thousands, as in 1,000"):
        amount(text)
    for name in ("smallest_chip", "payout_limit"):
        with pytest.raises(ValidationError):
            convert({name: text}, House)


def test_a_wager_with_a_comma_places_nothing():
    table = Table("washington", seed=1)
    table.sit("Ann", seat=1, chips=200)
    with pytest.raises(InputError, match="10,5"):
        table.wager(1, "10,5")
    assert table.chips("Ann") == 200
