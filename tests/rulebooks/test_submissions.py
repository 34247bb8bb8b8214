"""A submission that the text does not allow is refused in one line, with its clause."""

import pytest

from casinowar.game.book.house import House
from casinowar.game.refusal import HouseError, InputError
from casinowar.game.words import Wager
from casinowar.rulebooks import load_rules
from tests.support.clause import clause
from tests.support.progressives import offering

METER = '[progressive.meter]\nrate = "12%"\ninitial = "10000"\nreset = "10000"\n'
SIZES = '[readings]\nprogressive_sizes = "in_proportion"\n'


def with_meter(name: str, value: str) -> str:
    """Write a submission with one other value of the meter."""
    lines = [line for line in METER.splitlines() if not line.startswith(name)]
    return "\n".join([*lines, f'{name} = "{value}"'])


WRONG = [
    # 10.C(2): at least $10,000
    (with_meter("reset", "9999.99"), "progressive.meter.reset: $9,999.99 is less than $10,000.00 [10.C(2)]"),
    (with_meter("reset", "0"), "progressive.meter.reset: $0.00 is less than $10,000.00 [10.C(2)]"),
    (
        with_meter("initial", "9,999.99"),
        "progressive.meter.initial: $9,999.99 is less than $10,000.00 [10.C(2)]",
    ),
    # 10.C(1): the rate
    (with_meter("rate", "0%"), "progressive.meter.rate: the rate is more than 0% and at most 100% [10.C(1)]"),
    (
        with_meter("rate", "100.2%"),
        "progressive.meter.rate: the rate is more than 0% and at most 100% [10.C(1)]",
    ),
    (
        with_meter("rate", "200%"),
        "progressive.meter.rate: the rate is more than 0% and at most 100% [10.C(1)]",
    ),
    (
        with_meter("rate", "12.5%"),
        "progressive.meter.rate: 12.5% of a wager of 5 is not a whole number of cents [10.C(1)]",
    ),
    (
        with_meter("rate", "0.1%"),
        "progressive.meter.rate: 0.1% of a wager of 5 is not a whole number of cents [10.C(1)]",
    ),
    (with_meter("rate", "12"), "progressive.meter.rate: "),
    (with_meter("rate", "-1%"), "progressive.meter.rate: "),
    ("[progressive]\n", "meter"),
    # 10.C(3)(c): the sizes
    (f'[progressive]\namounts = ["10"]\n{METER}', "progressive.amounts: the wager is 5 [10.C(3)(c)]"),
    (f'[progressive]\namounts = ["5", "4.99"]\n{METER}', "progressive.amounts: the wager is 5 [10.C(3)(c)]"),
    (
        f'{SIZES}[progressive]\namounts = ["0", "5"]\n{METER}',
        "progressive.amounts: a wager is more than nothing [10.C(3)(c)]",
    ),
    (
        f'{SIZES}[progressive]\namounts = ["5", "0.10"]\n{METER}',
        "progressive.meter.rate: 12% of a wager of 0.10 is not a whole number of cents [10.C(1)]",
    ),
    (
        f'{METER}[limits.progressive]\nmaximum = "5"',
        "limits.progressive: the rulebook sets no limits on a progressive wager [our assumption R12]",
    ),
    # 2.B(5)(b): the payout limit
    ('payout_limit = "0"', "payout_limit: the limit is more than nothing [2.B(5)(b)]"),
    ('payout_limit = "lots"', "payout_limit: "),
]


@clause("maryland", "10.C", "10.C(1)", "10.C(2)", "10.C(3)(b)", "2.B(5)(b)")
@pytest.mark.parametrize(("text", "problem"), WRONG)
def test_a_wrong_submission_is_refused_with_its_clause(text, problem, tmp_path):
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as wrong:
        load_rules("maryland", str(path))
    assert problem in str(wrong.value)
    assert str(wrong.value).startswith(str(path))
    assert str(wrong.value).isprintable()


RIGHT = [
    METER,
    with_meter("reset", "10000.01"),
    with_meter("reset", "$10,000"),
    with_meter("initial", "1,000,000"),
    with_meter("rate", "0.2%"),
    with_meter("rate", "99.8%"),
    with_meter("rate", "100%"),
    f'[progressive]\namounts = ["5"]\n{METER}',
    f'[progressive]\namounts = ["$5.00"]\n{METER}',
    f'{SIZES}[progressive]\namounts = ["1", "25"]\n{METER}',
    'payout_limit = "0.01"',
    'payout_limit = "$50,000"',
]


@clause("maryland", "10.C", "10.C(1)", "10.C(2)", "2.B(5)(b)")
@pytest.mark.parametrize("text", RIGHT)
def test_a_submission_at_the_edge_of_what_is_allowed_is_taken(text, tmp_path):
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    rules = load_rules("maryland", str(path))
    assert (rules.house.progressive is None) == ("payout_limit" in text)


ELSEWHERE = {"washington": "2", "south_dakota": "(2)", "california": "betting.3", "wisconsin": "(a)(1)(ii)"}


@pytest.mark.parametrize(("rulebook", "clause_id"), ELSEWHERE.items())
def test_a_wager_that_the_other_texts_do_not_have_cannot_be_submitted(rulebook, clause_id):
    with pytest.raises(HouseError) as wrong:
        load_rules(rulebook, offering())
    assert str(wrong.value) == f"progressive: the rulebook does not provide for it [{clause_id}]"


@pytest.mark.parametrize("rulebook", ELSEWHERE)
def test_what_no_clause_speaks_of_is_refused_under_none(rulebook):
    with pytest.raises(HouseError) as wrong:
        load_rules(rulebook, House(payout_limit="500"))
    assert str(wrong.value) == "payout_limit: the rulebook does not provide for it"


@clause("maryland", "10.C(3)(b)")
def test_the_sizes_of_a_submission_are_what_the_device_takes():
    def sizes(amounts: tuple[str, ...], readings: dict[str, str]) -> tuple[int, ...]:
        return load_rules("maryland", offering(amounts=amounts), readings).fixed_amounts(Wager.PROGRESSIVE)

    assert sizes((), {}) == (5_00,)
    assert sizes(("5.00",), {}) == (5_00,)
    assert sizes(("1", "25"), {"progressive_sizes": "in_proportion"}) == (1_00, 25_00)
    assert sizes((), {"progressive_sizes": "in_proportion"}) == (5_00,)
