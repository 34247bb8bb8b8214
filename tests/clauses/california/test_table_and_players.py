import pytest

from casinowar.game.book.house import House
from casinowar.game.commands import Sit, TakeBank
from casinowar.game.refusal import HouseError, Reason
from casinowar.game.words import DEALER
from tests.support.clause import clause
from tests.support.scenario import NAMES, Scenario, at_table, opened


def all_eight() -> Scenario:
    """Seat eight players, of whom Ann at seat 1 banks."""
    return at_table("california", players=8, bankers=False).when(TakeBank(seat=1, amount=100_00))


@clause("california", "table")
def test_there_are_eight_places_and_no_ninth():
    table = opened("california").when(Sit(player="Hal", seat=8, chips=10_00))
    table.refused(Sit(player="Ida", seat=9, chips=10_00), Reason.NO_SUCH_SEAT, "table")
    table.refused(Sit(player="Ida", seat=0, chips=10_00), Reason.NO_SUCH_SEAT, "table")


@clause("california", "table")
@pytest.mark.parametrize("seats", [1, 2, 7, 9])
def test_a_house_has_neither_fewer_nor_more_than_eight_places(seats):
    opened("california", house=House(seats=8))
    with pytest.raises(HouseError, match=r"seats: .*\[table\]"):
        opened("california", house=House(seats=seats))


@clause("california", "players")
def test_eight_may_play_and_for_a_ninth_there_is_no_place():
    table = all_eight().wagers(dict.fromkeys(range(2, 9), 10_00)).dealt()
    assert table.drawn == [2, 3, 4, 5, 6, 7, 8, DEALER]
    for seat in range(1, 9):
        table.refused(Sit(player=NAMES[8], seat=seat, chips=10_00), Reason.SEAT_TAKEN)


@clause("california", "players")
def test_two_are_enough_one_player_and_the_bank():
    table = at_table("california", players=2, bankers=False).when(TakeBank(seat=1, amount=100_00))
    table.wagers({2: 10_00}).dealt()
    assert table.drawn == [2, DEALER]


@clause("california", "table")
def test_each_betting_area_takes_a_primary_and_a_tie_wager():
    every = range(2, 9)
    table = all_eight()
    table.wagers(dict.fromkeys(every, 10_00), tie=dict.fromkeys(every, 5_00))
    assert all(len(table.hand(seat).wagers) == 2 for seat in every)
