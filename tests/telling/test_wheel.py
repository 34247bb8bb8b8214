"""A symbol of the wheel that pays another amount than it shows is told with it."""

from casinowar import read_record
from casinowar.game import events as e
from casinowar.rulebooks import load_rules, load_sample
from casinowar.telling.wheel import paid_otherwise
from tests.support.terminal import played


def spun(hot_spot: str, community: str) -> e.WheelSpun:
    return e.WheelSpun(hand=1, hot_spot=hot_spot, community=community)


def test_a_symbol_that_pays_another_amount_is_told_with_its_reading():
    rules = load_rules("maryland", load_sample("maryland"))
    assert paid_otherwise(rules, spun("$600", "$50")) == " The community's $50 pays $75.00 (R62)."
    assert paid_otherwise(rules, spun("$600", "$25")) == ""
    assert paid_otherwise(rules, spun("primary jackpot", "")) == ""


def test_nothing_is_said_where_the_symbols_are_what_is_paid():
    rules = load_rules("maryland", load_sample("maryland"), readings={"community_pays": "as_shown"})
    assert paid_otherwise(rules, spun("$600", "$50")) == ""


def test_it_is_told_at_the_table_and_in_a_replay(tmp_path):
    record = tmp_path / "session.txt"
    lines = ("", "10 spin 5", "", "surrender", "quit")
    told = played(*lines, sample=True, neighbours=1, seed=9, record=str(record))
    said = "and on $40 for the community. The community's $40 pays $50.00 (R62)."
    assert said in told
    assert said in str(read_record(record).replay().report())
