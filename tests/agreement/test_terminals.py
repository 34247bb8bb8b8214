"""The electronic version: what a terminal that backs several community cards brings the house."""

import pytest

from casinowar.game.book.electronic import Backing, ElectronicChoices
from casinowar.game.words import PLACES, Wager
from casinowar.odds.seats import Mix, Seats
from casinowar.odds.shoe import Shoe
from tests.agreement.every_order import Orders, Outcome, covariance, initial_wager, mean, tiny
from tests.agreement.texts import readings_of
from tests.support.varieties import source

TERMINAL, CARDS = 2, 3
BACKED = {Backing.ANY: (1, 2, 3), Backing.ONE: (1,), Backing.ALL: (3,)}


@pytest.mark.parametrize("readings", readings_of("maryland"), ids=str)
def test_a_terminal(readings):
    book = source("maryland").book(readings)
    rules = tiny(book, 2, 1, 16, electronic=ElectronicChoices(community_cards=CARDS))
    assert book.electronic is not None
    backing, unit = book.electronic.backing.value, initial_wager(rules)
    seats = Seats(rules, Shoe.fresh(rules))
    for backed in BACKED[backing]:
        placed = 1 if backing is Backing.ALL else backed
        hands = {TERMINAL * PLACES + card: {Wager.INITIAL: unit} for card in range(1, placed + 1)}
        found = Orders(rules=rules, wagers=hands).ways
        odds = seats.table(Mix.INITIAL, backed)
        assert odds.win * unit == mean(found, by_the_house)
        assert odds.variance * unit**2 == covariance(found, by_the_house, by_the_house)


def by_the_house(outcome: Outcome) -> int:
    return outcome.bank
