"""Small figures of the exact odds, each worked out by hand."""

from contextlib import nullcontext
from fractions import Fraction

import pytest
from msgspec.structs import replace

from casinowar.game.book.cited_values import Cited, Says
from casinowar.game.book.coupons import LimitCounts
from casinowar.game.book.house import House, Limit
from casinowar.game.book.rules import Rules
from casinowar.game.book.usual_wagers import usual_wager
from casinowar.game.book.variants import Runs
from casinowar.game.words import Wager
from casinowar.odds.bank import bank
from casinowar.odds.distribution import Distribution
from casinowar.odds.hand import Strategy
from casinowar.odds.hand_endings import ending, ends
from casinowar.odds.moves import Motion
from casinowar.odds.progressive import HandOdds, ProgressiveOdds
from casinowar.odds.settlement import (
    HIGHER,
    LOWER,
    TIE,
    NotCovered,
    Path,
    Wagered,
    check_limit,
    moved,
    paid_ends,
)
from casinowar.odds.shoe import Shoe
from casinowar.odds.wagers import dealer_wins, initial, played_best, tie, war_tie
from tests.agreement.every_order import tiny
from tests.support.varieties import OWN, RULEBOOKS, source

EXAMPLES = RULEBOOKS / "examples"
AGAIN = source(str(next(path for path in OWN if path.stem == "again_at_a_price"))).book()


# the progressive in the long run


def progressive(chance: Fraction, rate: Fraction | None) -> ProgressiveOdds:
    """Pay 3 for 1 a tenth of the time, and now and then the meter, which starts again at $10,000."""
    hand = HandOdds(hands=(), chance=Fraction(1, 10), pays=Fraction(3), meter=Fraction(0))
    return ProgressiveOdds(
        wager=5_00,
        strategy=None,
        hands=(hand, replace(hand, chance=chance, pays=Fraction(0), meter=Fraction(1))),
        nothing=Fraction(9, 10) - chance,
        meter=10_000_00,
        distribution=Distribution([(Fraction(-1), Fraction(1))]),
        fixed_return=Fraction(3, 10),
        break_even_meter=None,
        rate=rate,
        reset=10_000_00,
    )


def test_the_progressive_in_the_long_run():
    odds = progressive(Fraction(1, 20_000), Fraction(12, 100))
    assert odds.rounds_between_hits == 20_000
    assert odds.seed == Fraction(1, 10)
    assert odds.long_run_return == Fraction(30 + 12 + 10, 100)
    assert odds.overhead == Fraction(48, 100)


def test_a_meter_that_nothing_wins_brings_nothing():
    odds = progressive(Fraction(0), Fraction(12, 100))
    assert odds.rounds_between_hits is None
    assert odds.long_run_return == Fraction(30, 100)
    assert odds.overhead == Fraction(70, 100)


def test_a_meter_that_nothing_wins_needs_no_rate():
    odds = progressive(Fraction(0), None)
    assert (odds.seed, odds.long_run_return) == (Fraction(0), Fraction(30, 100))


def test_no_long_run_without_a_rate():
    odds = progressive(Fraction(1, 20_000), None)
    assert (odds.seed, odds.long_run_return, odds.overhead) == (None, None, None)


# the wager on the dealer's card


def test_the_usual_wager_on_the_dealers_card_is_rounded_up_to_what_can_be_paid():
    book = source(str(EXAMPLES / "either_card.toml")).book()
    law = book.wagers.dealer_wins
    assert law is not None
    wagers = replace(
        book.wagers,
        dealer_wins=replace(law, value="1 to 3", tie_forfeits="1"),
        payout_limit=Says(value=LimitCounts.WAGER, clause="made up"),
    )
    limits = {Wager.INITIAL: Limit(minimum="10", maximum="1000")}
    rules = Rules(replace(book, wagers=wagers), House(smallest_chip="1", payout_limit="2", limits=limits))
    assert rules.unit(Wager.DEALER_WINS) == 3_00
    for wager, won in ((None, Fraction(2, 12)), (6_00, Fraction(2, 6)), (3_00, Fraction(1, 3))):
        odds = dealer_wins(rules, Shoe.fresh(rules), wager)
        assert odds is not None
        assert {net for net, _ in odds.distribution.outcomes} == {won, Fraction(-1)}


# ties in a row


def test_no_ties_in_a_row_without_a_first_one():
    paths = (Path(HIGHER), Path(LOWER), Path(TIE), Path(TIE, 2, LOWER), Path(TIE, 2, TIE, more=1))
    assert [path.ties for path in paths] == [0, 0, 1, 2, 4]


@pytest.mark.parametrize(
    ("wars", "in_a_row", "more"),
    [
        (1, ("20 to 1", "50 to 1"), [(0, 2), (1, 1)]),
        (1, ("20 to 1",), [(0, 1), (1, 0)]),
        (2, ("20 to 1",), [(0, 1), (1, 0), (2, 0)]),
    ],
)
def test_the_ends_that_a_tie_wager_which_runs_on_is_paid_for(wars, in_a_row, more):
    book = source(str(EXAMPLES / "ties_in_a_row.toml")).book()
    assert book.wagers.tie is not None
    assert book.war is not None
    assert AGAIN.war is not None
    assert AGAIN.war.again is not None
    again = replace(AGAIN.war.again, wars=wars) if wars > 1 else None
    tie = replace(book.wagers.tie, in_a_row=in_a_row)
    rules = Rules(
        replace(book, wagers=replace(book.wagers, tie=tie), war=replace(book.war, again=again)),
    )
    plain = [Path.after(fought, end) for fought in range(wars + 1) for end in (HIGHER, TIE)]
    assert paid_ends(rules) == plain + [Path.after(fought, TIE)._replace(more=ties) for fought, ties in more]


def test_on_a_ladder_the_last_odds_hold_from_there_on():
    """All cards tie: four wars pay 10, 20, 50 and 50 to 1, and the last 2 to 1 on four war wagers."""
    assert AGAIN.war is not None
    assert AGAIN.war.again is not None
    four = replace(AGAIN, war=replace(AGAIN.war, again=replace(AGAIN.war.again, wars=4)))
    rules = tiny(four, 1, 1, 40)
    rungs = war_tie(rules, Shoe.fresh(rules))
    assert [net for odds in rungs for net, _ in odds.distribution.outcomes] == [10, 20, 50, 50]
    paid = moved(rules, Path(TIE, 4, TIE), Wagered(10_00, war_tie=1_00)).paid
    assert paid == (10 + 20 + 50 + 50) * 1_00 + 2 * 40_00


# a war given up


@pytest.mark.parametrize("matched", [False, True])
def test_a_match_is_taken_back_where_a_war_is_given_up(matched):
    assert AGAIN.war is not None
    war = replace(AGAIN.war, match=Cited(clause="made up") if matched else None)
    moves = ending(Rules(replace(AGAIN, war=war)), Path(TIE, 1, TIE, given_up=True)).moves
    parts = {(move.chips, move.motion): move.units for move in moves}
    half = Fraction(1, 2)
    taken = {(Wager.MATCH, Motion.COLLECTED): Fraction(1)} if matched else {}
    assert parts == taken | {
        (wager, motion): half
        for wager in (Wager.INITIAL, Wager.WAR)
        for motion in (Motion.COLLECTED, Motion.RETURNED)
    }


def test_what_is_told_of_two_wars_that_are_given_up():
    told = ending(Rules(AGAIN), Path(TIE, 2, TIE, given_up=True))
    assert [str(move) for move in told.moves] == [
        "1/2 of the initial wager collected",
        "1/2 of the initial wager returned",
        "1/2 of the war wager of 2 units collected",
        "1/2 of the war wager of 2 units returned",
    ]


def test_each_end_of_a_hand_cites_what_settles_it():
    assert AGAIN.war is not None
    again = AGAIN.war.again and replace(AGAIN.war.again, wars=2, clause="8, again")
    rules = Rules(replace(AGAIN, war=replace(AGAIN.war, again=again)))
    assert {name: ending(rules, path).clause for name, path in ends(rules).items()} == {
        "higher card": "6",
        "lower card": "6",
        "tie surrendered": "7",
        "war won": "8",
        "war tied and given up": "8, again",
        "war lost": "8",
        "second war won": "8",
        "second war tied": "8",
        "second war lost": "8",
    }


# a bank


def test_a_bank_of_one_wager_takes_all_that_a_tie_hand_gives_up():
    """All hands tie; what is kept for a war that pays nothing but its match is one wager."""
    book = source("california").book({"bank_exhausted": "odds_kept"})
    assert book.war is not None
    assert book.surrender is not None
    unpaid = replace(book.war, tied=replace(book.war.tied, pays=None))
    everything = replace(book.surrender, forfeits="1")
    rules = tiny(replace(book, war=unpaid, surrender=everything), 1, 1, 12)
    assert rules.bank_risk == 1
    odds = bank(rules, Shoe.fresh(rules), [Wagered(5_00)], 5_00, Strategy.SURRENDER)
    assert odds is not None
    assert odds.hands == (Fraction(-5_00),)
    assert odds.short == 0


def test_what_was_kept_for_a_hand_that_gives_up_covers_the_next():
    """Each of two hands needs twice its wager; the first one's comes free before the second one ties."""
    readings = {"bank_exhausted": "odds_kept", "choice_timing": "at_the_seat"}
    rules = tiny(source("california").book(readings), 1, 1, 12)
    assert rules.bank_risk == 2
    hands = [Wagered(6_00), Wagered(6_00)]
    odds = bank(rules, Shoe.fresh(rules), hands, 15_00, Strategy.SURRENDER)
    assert odds is not None
    assert odds.hands == (Fraction(-3_00), Fraction(-3_00))
    assert odds.short == 0


# a payout limit


@pytest.mark.parametrize(("limit", "refused"), [("309.99", True), ("310", False)])
def test_the_limit_covers_tie_wagers_that_win_where_suits_decide(limit, refused):
    """On $10 a war won by the suit pays $10, and equal rank $100 on each of two tie wagers; then come $100.

    A war that ties pays the tie wagers alone.
    """
    book = source(str(EXAMPLES / "order_of_suits.toml")).book()
    assert book.war is not None
    wagers = replace(
        book.wagers,
        war_tie=AGAIN.wagers.war_tie,
        payout_limit=Says(value=LimitCounts.HAND_WITH_PROGRESSIVE, clause="made up"),
    )
    unpaid = replace(book.war, tied=replace(book.war.tied, pays=None))
    rules = Rules(replace(book, wagers=wagers, war=unpaid), House(payout_limit=limit))
    with pytest.raises(NotCovered) if refused else nullcontext():
        check_limit(rules, 100_00)


# what is wagered, and who chooses


@pytest.mark.parametrize(("least", "usual"), [("4", 4_00), ("10", 12_00)])
def test_the_usual_wager_is_the_least_that_can_be_halved_in_chips(least, usual):
    house = House(smallest_chip="2", limits={Wager.INITIAL: Limit(minimum=least, maximum="1000")})
    assert usual_wager(Rules(source("maryland").book({"odd_half": "payable_in_chips"}), house)) == usual


@pytest.mark.parametrize(
    ("path", "wagered"),
    [(Path(HIGHER), 10_00 + 5_00 + 1_00), (Path.after(1, HIGHER), 10_00 + 5_00 + 1_00 + 10_00 + 3_00)],
)
def test_all_that_a_hand_puts_down_is_wagered(path, wagered):
    rules = Rules(source("maryland").book())
    assert moved(rules, path, Wagered(10_00, 5_00, 3_00, 1_00)).wagered == wagered


def test_where_there_is_no_war_nothing_is_wagered_on_one():
    rules = Rules(replace(source("maryland").book(), war=None))
    assert moved(rules, Path(TIE, given_up=True), Wagered(10_00)).wagered == 10_00


def test_what_is_won_per_dollar_put_down():
    """All cards tie: three wars bring 2 to 1 on three wagers, and four were put down."""
    rules = tiny(AGAIN, 1, 1, 40)
    odds = initial(rules, Shoe.fresh(rules))
    assert odds.house_edge == -6
    assert odds.wagered == 4
    assert odds.element_of_risk == -Fraction(6, 4)


def in_a_row(**changes: object) -> Rules:
    """Pay one tie wager by the number of ties, as long as its hand is at war."""
    book = source(str(EXAMPLES / "ties_in_a_row.toml")).book()
    assert book.wagers.tie is not None
    rises = replace(book.wagers.tie, **({"runs": Runs.WITH_INITIAL} | changes))
    return Rules(replace(book, wagers=replace(book.wagers, tie=rises)))


@pytest.mark.parametrize(
    ("rules", "alone", "chosen"),
    [
        (in_a_row(), False, Strategy.SURRENDER),
        (in_a_row(in_a_row=("20 to 1",)), False, Strategy.SURRENDER),
        (in_a_row(), True, None),
        (in_a_row(in_a_row=()), False, None),
        (in_a_row(runs=Runs.TO_ITS_END), False, None),
    ],
)
def test_a_tie_wager_that_rises_at_war_depends_on_who_goes_there(rules, alone, chosen):
    odds = tie(rules, Shoe.fresh(rules), strategy=Strategy.SURRENDER, alone=alone)
    assert odds is not None
    assert odds.strategy is chosen


def test_the_best_strategy_is_the_one_with_the_lowest_edge():
    rules = Rules(source("maryland").book())
    found = [initial(rules, Shoe.fresh(rules), strategy) for strategy in (Strategy.SURRENDER, Strategy.WAR)]
    assert found[0].house_edge > found[1].house_edge
    assert played_best(found) is found[1]
