"""The table's swings with side wagers, held against every order of tiny shoes."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from casinowar.game.book.meters import MeterChoices
from casinowar.game.book.progressive import ProgressiveChoices
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Fought
from casinowar.game.words import Wager
from casinowar.odds.seats import Mix, Seats
from casinowar.odds.settlement import NotCovered
from casinowar.odds.shoe import Shoe
from casinowar.odds.table_variance import Beside, Swings
from tests.agreement.every_order import Orders, Outcome, initial_wager, mean, tiny
from tests.agreement.test_bonus_spin import PRIMARY, SECONDARY
from tests.agreement.test_bonus_spin import offering as with_a_wheel
from tests.support.varieties import source

CHIP = 5_00
METER = 12_345_67


def offering(
    shape: tuple[int, int, int], fought: Fought = Fought.TOGETHER, readings: dict[str, str] | None = None
) -> Rules:
    """Offer the progressive at a tiny table."""
    book = source("maryland").book(readings or {})
    assert book.war is not None
    war = replace(book.war, deal=replace(book.war.deal, fought=fought))
    meter = MeterChoices(rate="12%", initial="10000", reset="10000")
    return tiny(replace(book, war=war), *shape, progressive=ProgressiveChoices(meter=meter))


@pytest.mark.parametrize("fought", [Fought.TOGETHER, Fought.SEPARATELY])
@pytest.mark.parametrize("readings", [{}, {"suited_double_tie": "one_suit"}], ids=str)
@pytest.mark.parametrize(
    ("seats", "shape"), [(1, (2, 2, 4)), (2, (2, 2, 4)), (2, (3, 1, 6)), (3, (2, 1, 10))]
)
def test_progressive_wagers_of_all_seats(seats, shape, readings, fought):
    rules = offering(shape, fought, readings)
    wagers = {Wager.INITIAL: initial_wager(rules), Wager.PROGRESSIVE: CHIP}
    found = Orders(rules=rules, wagers=dict.fromkeys(range(1, seats + 1), wagers)).ways

    def won(outcome: Outcome) -> int:
        # What a second winner finds on the meter is left out: whoever wins it wins the same.
        return sum(outcome.net(seat) + METER * bool(outcome.meter(seat)) for seat in range(1, seats + 1))

    unit, average = initial_wager(rules), mean(found, won)
    variance = mean(found, lambda outcome: won(outcome) ** 2) - average**2
    odds = Swings(rules, Shoe.fresh(rules), initial=unit, meter=METER).table(Mix.INITIAL, seats, Beside(CHIP))
    assert odds.win == -average / unit
    assert odds.variance == variance / unit**2
    assert odds.put_down == 1 + Fraction(CHIP, unit)


@pytest.mark.parametrize("chip", [0, CHIP])
@pytest.mark.parametrize("hot_spot", ["one_position", "every_position", "each_spin"])
def test_the_wheel_of_all_seats(hot_spot, chip):
    meter = MeterChoices(rate="12%", initial="10000", reset="10000")
    house = {"progressive": ProgressiveChoices(meter=meter)} if chip else {}
    rules = with_a_wheel({"hot_spot": hot_spot}, **house)
    unit = initial_wager(rules)
    wagers = {Wager.INITIAL: unit, Wager.BONUS_SPIN: CHIP} | ({Wager.PROGRESSIVE: chip} if chip else {})
    found = Orders(rules=rules, wagers=dict.fromkeys((1, 2), wagers)).ways

    def won(outcome: Outcome) -> int:
        return sum(outcome.net(seat) + outcome.meter(seat) for seat in (1, 2))

    average = mean(found, won)
    variance = mean(found, lambda outcome: won(outcome) ** 2) - average**2
    odds = Swings(
        rules,
        Shoe.fresh(rules),
        initial=unit,
        meter=METER,
        spin_meters=(PRIMARY + 2 * CHIP * 8 // 100, SECONDARY + 2 * CHIP * 4 // 100),
    ).table(Mix.INITIAL, 2, Beside(chip, CHIP))
    assert odds.win == -average / unit
    assert odds.variance == variance / unit**2


def test_without_side_wagers_it_is_the_table_without_them():
    rules = offering((2, 2, 4))
    plain = Seats(rules, Shoe.fresh(rules)).table(Mix.WITH_BOTH, 2)
    odds = Swings(rules, Shoe.fresh(rules)).table(Mix.WITH_BOTH, 2, Beside())
    assert (odds.win, odds.variance, odds.put_down) == (plain.win, plain.variance, plain.put_down)


def test_a_shoe_partly_seen_is_refused():
    rules = offering((2, 2, 4))
    with pytest.raises(NotCovered, match="fresh"):
        Swings(rules, Shoe.fresh(rules).without(["AC"]))
