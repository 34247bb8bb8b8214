"""Progressive and bonus wheel in the full kernel, drawn by its own numbers and held to the exact odds."""

from math import sqrt

import pytest

from casinowar.game.book.house import House
from casinowar.game.book.meters import MeterChoices
from casinowar.game.book.progressive import ProgressiveChoices
from casinowar.game.book.rules import Rules
from casinowar.game.words import Wager
from casinowar.odds.bonus_spin import bonus_spin
from casinowar.odds.hand import Strategy as OddsStrategy
from casinowar.odds.progressive import progressive
from casinowar.odds.shoe import Shoe
from casinowar.rulebooks import load_house, open_rulebook
from casinowar.simulation.full import rows as t
from casinowar.simulation.full.table import FullTable
from casinowar.simulation.full.tally import FullTally, Tallied
from tests.support.varieties import RULEBOOKS

SAMPLE = load_house(str(RULEBOOKS / "houses" / "maryland.toml"))
CHIP = {Wager.INITIAL: 10_00, Wager.PROGRESSIVE: 5_00}
SPIN = {Wager.INITIAL: 10_00, Wager.BONUS_SPIN: 5_00}


@pytest.mark.parametrize(
    "readings", [{}, {"suited_double_tie": "one_suit"}, {"hands_paid": "every_hand"}], ids=str
)
def test_the_progressive(readings):
    meter = MeterChoices(rate="12%", initial="10000", reset="10000")
    rules = Rules(
        open_rulebook("maryland").book(readings), House(progressive=ProgressiveChoices(meter=meter))
    )
    table = FullTable.of(rules, dict.fromkeys((1, 2, 3, 4, 5), CHIP))
    tally = table.block(11, 1, shoes=30_000)
    exact = progressive(rules, Shoe.fresh(rules), OddsStrategy.WAR)
    assert exact is not None
    wagers = tally.total.placed(t.PROGRESSIVE) // 5_00
    fixed = 1 + tally.total.net(t.PROGRESSIVE) / tally.total.placed(t.PROGRESSIVE)
    assert fixed == pytest.approx(float(exact.fixed_return), abs=5 * deviation(tally, t.PROGRESSIVE))
    expected = wagers * float(exact.meter_chance)
    assert abs(len(tally.wins) - expected) < 5 * sqrt(expected)
    assert tally.total.net(t.ENVY) == len(tally.wins) * 4 * 5_000_00


def deviation(tally: FullTally, kind: int) -> float:
    """Tell how far chance may carry the average of one kind, from its squares."""
    place = 1 + kind
    square = tally.total.products[place * (1 + t.KINDS + t.PLACED_KINDS) + place]
    return sqrt(square) / tally.total.placed(kind)


@pytest.mark.parametrize("hot_spot", ["one_position", "every_position", "each_spin"])
@pytest.mark.parametrize("symbols", ["independent", "paired"])
def test_the_wheel(hot_spot, symbols):
    assert SAMPLE.bonus_spin is not None
    house = House(bonus_spin=SAMPLE.bonus_spin, seats=7)
    book = open_rulebook("maryland").book({"hot_spot": hot_spot, "wheel_symbols": symbols})
    rules = Rules(book, house)
    positions = (1, 2, 3)
    tally = FullTable.of(rules, dict.fromkeys(positions, SPIN)).block(2, 1, shoes=10_000)
    told = bonus_spin(rules, Shoe.fresh(rules), positions)
    exact = sum(float(odds.fixed_return) for odds in told) / len(positions)
    fixed = 1 + tally.total.net(t.BONUS_SPIN) / tally.total.placed(t.BONUS_SPIN)
    assert fixed == pytest.approx(exact, abs=5 * deviation(tally, t.BONUS_SPIN))
    chance = sum(float(sum(odds.meter_chances)) for odds in told)
    assert abs(len(tally.wins) - chance * tally.rounds) < 5 * sqrt(chance * tally.rounds * len(positions))
    assert tally.edge(Tallied.BONUS_SPIN) is not None
