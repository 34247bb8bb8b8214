"""Sizes of wagers: units, spans, what a bank risks, and limits that no wager can keep."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from casinowar.game.book.bank import Exhaustion
from casinowar.game.book.house import House, Limit
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Base, Counting
from casinowar.game.book.war import Again
from casinowar.game.refusal import HouseError
from casinowar.game.words import Wager
from casinowar.rulebooks import load_sample
from tests.support.changing import book_with

PLAIN: dict[str, object] = {"surrender": None, "war.won.pays": None, "war.tied.pays": None}
"""A war with which nothing is paid or forfeited, so that one value at a time can be looked at."""
TOGETHER = {"wagers.limits.counted": Counting.TOGETHER}
FIXED = {"wagers.limits.counted": Counting.FIXED}
EVEN = {"initial": Limit(minimum="5", maximum="100")}


def rules_with(name: str, changes: Mapping[str, object] | None = None, **house: Any) -> Rules:
    """Put a text with other values and a house together, whose limits are by the names of wagers."""
    limits = {Wager(wager): limit for wager, limit in house.pop("limits", {}).items()}
    return Rules(book_with(name, changes), House(limits=limits, **house))


def refused(name: str, changes: Mapping[str, object] | None = None, **house: Any) -> str:
    """Tell which choice of a house is refused, and why."""
    with pytest.raises(HouseError) as error:
        rules_with(name, changes, **house)
    return f"{error.value.choice}: {error.value.problem}"


def again(forfeits: str | None = None, times: int | str = 1, wars: int = 2) -> Again:
    return Again(wars=wars, times=times, forfeits=forfeits, clause="8")


# units


@pytest.mark.parametrize(
    ("name", "changes", "unit"),
    [
        ("no_war", {}, 1),
        ("no_war", {"wagers.initial.value": "3 to 2"}, 2),
        ("maryland", PLAIN, 1),
        ("maryland", PLAIN | {"war.won.pays": "1 to 2"}, 2),
        ("maryland", PLAIN | {"war.tied.pays": "1 to 2", "war.tied.on": Base.INITIAL}, 2),
        ("maryland", PLAIN | {"war.wager.value": 2, "war.won.pays": "1 to 2"}, 1),
        ("maryland", PLAIN | {"war.wager.value": "1/2"}, 2),
        ("maryland", PLAIN | {"war.again": again("1/3")}, 3),
        ("maryland", PLAIN | {"war.again": again("1/2", 2), "war.wager.value": 2}, 2),
        ("maryland", PLAIN | {"war.again": again(times="1/3")}, 3),
    ],
)
def test_a_wager_is_a_multiple_of_what_makes_every_payment_exact(name, changes, unit):
    rules = rules_with(name, changes)
    assert (rules.initial_unit, rules.standing_unit) == (unit, unit)


@pytest.mark.parametrize(
    ("changes", "unit"),
    [
        ({}, 50),
        ({"war.wager.value": "1/2"}, 100),
        ({"war.again": again(times="1/3")}, 150),
        ({"wagers.war_tie.equal": Base.WAR, "war.wager.value": "1/2"}, 100),
        ({"wagers.war_tie.equal": Base.WAR, "war.wager.value": "1/2", "war.again": again(times="1/4")}, 200),
        ({"wagers.war_tie.equal": Base.BOTH, "wagers.war_tie.pays": ("1 to 3",)}, 150),
    ],
)
def test_war_and_tie_wagers_are_put_down_in_chips(changes, unit):
    rules = rules_with("maryland", PLAIN | changes, smallest_chip="0.50")
    assert rules.initial_unit == unit


def test_tie_wagers_that_equal_what_two_wars_took_are_payable_in_chips():
    changes = {
        "wagers.war_tie.equal": Base.WAR,
        "wagers.war_tie.pays": ("10 to 1", "1 to 7"),
        "war.wager.value": "1/2",
        "war.again": again(times="1/3"),
    }
    # a half after one war, five sixths after two, each a multiple of seven chips
    assert rules_with("maryland", PLAIN | changes, smallest_chip="0.50").initial_unit == 6 * 7 * 50


def test_what_wars_take_together():
    war = book_with("again_at_a_price", {"war.wager.value": 2, "war.again.times": "1/2"}).war
    assert war is not None
    assert [war.times(fought) for fought in range(3)] == [2, Fraction(1, 2), Fraction(1, 2)]
    assert [war.all_times(wars) for wars in range(4)] == [0, 2, Fraction(5, 2), 3]
    assert war.most == 3
    once = book_with("maryland").war
    assert once is not None
    assert once.most == 1
    assert [once.times(fought) for fought in range(2)] == [1, 0]


# a bank


@pytest.mark.parametrize(
    ("changes", "risk"),
    [
        ({}, Fraction(1, 2)),
        ({"bank.exhausted.value": Exhaustion.ODDS_KEPT}, Fraction(3, 2)),
        ({"bank.exhausted.value": Exhaustion.ODDS_KEPT, "war.tied.on": Base.INITIAL}, Fraction(5, 2)),
        ({"bank.exhausted.value": Exhaustion.ODDS_KEPT, **PLAIN}, Fraction(1, 2)),
        ({"war": None}, 1),
        ({"bank": None, "war.wager.value": 2}, 1),
    ],
)
def test_what_a_bank_keeps_for_a_tie_hand(changes, risk):
    pays = {
        "war.won.pays": "1 to 1",
        "war.won.on": Base.WAR,
        "war.tied.pays": "2 to 1",
        "war.tied.on": Base.WAR,
    }
    assert rules_with("california", {"war.wager.value": "1/2", **pays, **changes}).bank_risk == risk


def test_the_least_bank_is_the_tables_minimum_unless_the_house_says_otherwise():
    assert rules_with("california").least_bank == 0
    assert rules_with("california", limits=EVEN).least_bank == 5_00
    assert rules_with("california", limits=EVEN, bank_minimum="20").least_bank == 20_00


# spans


@pytest.mark.parametrize(
    ("name", "changes", "limits", "span", "words"),
    [
        ("maryland", {}, {}, (1, 10**12), "$10,000,000,000.00"),
        ("maryland", {}, EVEN, (5_00, 100_00), "$100.00"),
        ("maryland", TOGETHER, {}, (1, 5 * 10**11), "$5,000,000,000.00"),
        (
            *("maryland", TOGETHER, EVEN, (5_00, 50_00)),
            "$50.00, so that with its war wager it stays within $100.00",
        ),
        (
            *("again_at_a_price", TOGETHER, EVEN, (5_00, 25_00)),
            "$25.00, so that with its war wager it stays within $100.00",
        ),
        (
            *("no_war", TOGETHER, EVEN, (5_00, 100_00)),
            "$100.00, so that with its war wager it stays within $100.00",
        ),
    ],
)
def test_how_much_an_initial_wager_may_be(name, changes, limits, span, words):
    rules = rules_with(name, changes, limits=limits)
    assert rules.span(Wager.INITIAL) == span
    assert rules.most_in_words(Wager.INITIAL) == words


# limits that are refused


def test_limits_counted_together_leave_room_for_the_war_wager():
    rules = rules_with("maryland", TOGETHER, limits={"initial": Limit(minimum="5", maximum="10")})
    assert rules.span(Wager.INITIAL) == (5_00, 5_00)
    told = refused("maryland", TOGETHER, limits={"initial": Limit(minimum="5", maximum="9.99")})
    assert told.startswith("limits.initial: an initial wager of at least $5.00 and its war wager make more")


def test_a_fixed_initial_wager_is_posted_as_one_amount():
    one = rules_with("maryland", FIXED, limits={"initial": Limit(minimum="5", maximum="5")})
    assert one.fixes_initial_wager
    assert not rules_with("maryland", FIXED).fixes_initial_wager
    for limits in (EVEN, {"tie": Limit(minimum="1", maximum="5")}):
        told = refused("maryland", FIXED, limits=limits)
        assert told.startswith("limits.initial: minimum and maximum have to be the one amount")


def test_some_chips_lie_between_the_limits():
    limits = {"initial": Limit(minimum="6", maximum="10")}
    assert rules_with("maryland", smallest_chip="5", limits=limits).unit(Wager.INITIAL) == 5_00
    none = {"initial": Limit(minimum="6", maximum="9.99")}
    assert refused("maryland", smallest_chip="5", limits=none).startswith("limits.initial: no wager between")
    none = {"initial": Limit(minimum="0", maximum="4.99")}
    assert refused("maryland", smallest_chip="5", limits=none).startswith("limits.initial: no wager between")


@pytest.mark.parametrize(("least", "most"), [("0", "0"), ("5", "4.99")])
def test_a_minimum_is_not_above_its_maximum(least, most):
    told = refused("maryland", limits={"initial": Limit(minimum=least, maximum=most)})
    assert told.startswith("limits.initial: the minimum")
    cent = {"initial": Limit(minimum="0.01", maximum="0.01")}
    assert refused("maryland", limits=cent).startswith("limits.initial: no wager between")


def test_one_chip_may_be_the_only_equal_tie_wager():
    one = {"initial": Limit(minimum="5", maximum="5"), "tie": Limit(minimum="5", maximum="5")}
    assert rules_with("tied_wagers", smallest_chip="5", limits=one).span(Wager.TIE) == (5_00, 5_00)
    apart = {"initial": Limit(minimum="5", maximum="5"), "tie": Limit(minimum="10", maximum="10")}
    assert refused("tied_wagers", smallest_chip="5", limits=apart).startswith("limits.tie: no amount")


def test_an_authorized_ceiling_is_entered_only_where_a_text_has_one():
    assert rules_with("washington", authorized_limit="300").house.authorized_limit == "300"
    assert refused("maryland", authorized_limit="300").startswith("authorized_limit: the rulebook does not")


# submissions


def test_side_wagers_come_in_fixed_sizes():
    for wager in ("progressive", "bonus_spin"):
        limits = {wager: Limit(minimum="1", maximum="5")}
        assert refused("maryland", limits=limits).startswith(f"limits.{wager}: the rulebook sets no limits")


@pytest.mark.parametrize(
    ("name", "changes", "house", "choice", "clause"),
    [
        ("california", {"bank.backline": None}, {"backline": 1}, "backline", "players"),
        ("maryland", {}, {"backline": 1}, "backline", "7.F(1)"),
        ("california", {}, {"first_bank": 1}, "first_bank", "R45"),
        ("maryland", {}, {"first_bank": 1}, "first_bank", ""),
        ("maryland", {}, {"validate_from": "1000"}, "validate_from", ""),
    ],
)
def test_what_a_text_does_not_know_is_refused_under_what_it_says_instead(
    name, changes, house, choice, clause
):
    with pytest.raises(HouseError) as error:
        rules_with(name, changes, **house)
    assert (error.value.choice, error.value.clause) == (choice, clause)


def test_payouts_are_validated_from_an_amount_where_one_text_leaves_it_to_the_operator():
    book = book_with("maryland", validated_payouts="from_an_amount")
    other = book_with("maryland")
    assert book.bonus_spin is not None
    assert other.bonus_spin is not None
    sample = load_sample("maryland")
    house = House(progressive=sample.progressive, bonus_spin=sample.bonus_spin, validate_from="1000")
    mixed = book_with(
        "maryland", {"bonus_spin.validation": other.bonus_spin.validation}, validated_payouts="from_an_amount"
    )
    assert Rules(book, house).house.validate_from == "1000"
    assert Rules(mixed, house).house.validate_from == "1000"
    with pytest.raises(HouseError, match="validate_from: the text, as it is read here"):
        Rules(other, house)
