"""Side wagers, community cards, the backline and the bank through the friendly face."""

from decimal import Decimal

import pytest

from casinowar import Table
from casinowar.game import commands as c
from casinowar.game.acts.wheel import drawn
from casinowar.game.book.electronic import ElectronicChoices
from casinowar.game.book.house import House, Limit
from casinowar.game.refusal import Refusal
from casinowar.game.words import Act, Wager
from casinowar.record.reenactment import reenact
from casinowar.record.text import read
from casinowar.rulebooks import load_sample
from tests.support.invariants import total_money

A_RED_KING_FOR_TWO = 9


def a_spin(**more) -> Table:
    table = Table("maryland", house=load_sample("maryland"), seed=A_RED_KING_FOR_TWO, **more)
    for player, seat in (("Ann", 1), ("Ben", 2)):
        table.sit(player, seat=seat, chips=100)
        table.wager(seat, 10, spin=5)
    table.deal()
    return table


def test_the_seed_spins_the_wheel_too():
    assert [result.net for result in a_spin().results] == [result.net for result in a_spin().results]
    assert a_spin().due.act is Act.PLACE_WAGERS


def test_a_given_stop_pays_the_meter_and_the_result_says_so():
    table = a_spin(asking=(Act.SPIN_WHEEL,))
    assert table.due.act is Act.SPIN_WHEEL
    with pytest.raises(Refusal):
        table.spin(1, "$7", "$25")
    table.spin(1, "primary jackpot", "$25")
    ann, ben = table.results
    assert ann.from_meters == Decimal("10000.80")
    assert ann.net == Decimal("10000.80") - 15
    assert str(ann).endswith("+9985.80, 10000.80 of it from a meter")
    assert ben.from_meters == 0
    assert ben.net == 25 - 15
    assert table.meters["primary"] == 10_000
    assert total_money(table.state) == 0


@pytest.mark.parametrize(("stop", "place"), [(0, 0), (1, 1), (2, 1), (3, 3)])
def test_a_segment_is_drawn_by_its_weight(stop, place):
    assert drawn([1, 2, 0, 1], lambda _stops: stop) == place


def test_all_wagers_are_placed_or_none():
    table = Table("maryland", house=load_sample("maryland"), seed=1)
    table.sit("Ann", seat=1, chips=100)
    with pytest.raises(Refusal):
        table.wager(1, 10, progressive=4)
    assert table.chips("Ann") == 100


def test_a_coupon_lies_beside_the_chips():
    table = Table("wisconsin", house=load_sample("wisconsin"), seed=1)
    table.sit("Ann", seat=1, chips=100)
    table.wager(1, 10, coupon=10)
    assert table.chips("Ann") == 90
    assert table.state.round
    assert table.state.round.hands[1].coupon == 10_00


def test_a_terminal_backs_community_cards():
    table = Table("maryland", house=House(electronic=ElectronicChoices(community_cards=3)), seed=1)
    table.sit("Ann", seat=2, chips=100)
    table.wager(2, 10, card=1)
    table.wager(2, 20, tie=5, card=3)
    table.deal()
    while table.choosing:
        table.surrender(table.choosing)
    assert [result.seat for result in table.results] == [201, 203]
    assert str(table.results[0]).startswith("terminal 2 on community card 1 Ann: ")


def test_the_bank_goes_around_and_its_rounds_are_recorded():
    table = Table("california", house=load_sample("california"), seed=3)
    for player, seat in (("Ann", 1), ("Ben", 2)):
        table.sit(player, seat=seat, chips=100)
    table.decline_bank(1)
    assert table.due.seat == 2
    table.bank(2, 50)
    with pytest.raises(Refusal):
        table.wager(2, 10)
    table.wager(1, 10)
    table.deal()
    while table.choosing:
        table.war(table.choosing)
    assert reenact(table.rules, read(table.record())) is None
    assert table.chips("Ann") + table.chips("Ben") == 200


def test_backline_bettors_stand_behind_one_another():
    table = Table("california", house=load_sample("california"), seed=3)
    for player, seat in (("Ann", 1), ("Ben", 2)):
        table.sit(player, seat=seat, chips=100)
    table.sit("Cal", behind=2, chips=50)
    table.sit("Dee", behind=2, chips=50)
    assert table.state.seats[102] == "Cal"
    assert table.state.seats[202] == "Dee"
    with pytest.raises(Refusal):
        table.sit("Eve", behind=2, chips=50)


def test_a_void_round_has_results_of_nothing():
    table = Table("wisconsin", seed=1)
    table.sit("Ann", seat=1, chips=100)
    table.wager(1, 10)
    table.deal()
    while table.choosing:
        table.surrender(table.choosing)
    table.wager(1, 10)
    table.give(c.CallNoMoreBets(), c.ReportFaceUpCard(), c.ReportFaceUpCard())
    assert [(result.seat, result.net) for result in table.results] == [(1, Decimal(0))]


def test_what_a_player_has_can_be_wagered_as_it_is_told():
    table = Table("wisconsin", seed=1)
    table.sit("Ann", seat=1, chips="7.5")
    table.wager(1, table.chips("Ann"))
    assert table.chips("Ann") == 0


def test_a_house_that_automates_a_few_acts_opens_all_the_same():
    table = Table("washington", house=House(automatic=(Act.DEAL_CARD,), limits={Wager.INITIAL: Limit()}))
    assert table.due.act is Act.RECEIVE_DECKS
