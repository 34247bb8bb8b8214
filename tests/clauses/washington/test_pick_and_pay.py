"""In which direction dealers settle (R15), and whether they pick and pay or lay and pay (R20)."""

import pytest

from casinowar.game.commands import CallNoMoreBets, GoToWar, LeaveTable, Surrender
from casinowar.game.events import (
    CardsCollected,
    HandCompared,
    HandPassed,
    HandSettled,
    MatchCollected,
    MatchPaid,
    PlayerLeft,
    RoundCompleted,
    TieHandChosen,
    WagerCollected,
    WagerPaid,
    WarDealBegan,
)
from casinowar.game.words import BURN, DEALER, Act, Choice, Comparison, Wager
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table

WAGERS = {1: 10_00, 2: 10_00, 3: 10_00}
LEFT_TO_RIGHT = {"settling_direction": "left_to_right"}
DECIDE_THEN_PAY = {"settling_direction": "decide_then_pay"}
LAY_AND_PAY = {"manner_of_paying": "lay_and_pay"}


def settled(readings: dict[str, str]) -> Scenario:
    """Settle a loss at seat 1, a win at seat 2 and a loss at seat 3."""
    return at_table("washington", cards="5H KH 2H 9C", readings=readings).wagers(WAGERS).dealt()


def two_at_war(readings: dict[str, str]) -> Scenario:
    """Give Ann and Cleo tie hands of which she at seat 1 is going to win her war."""
    table = at_table("washington", cards="9H 9D 9C", readings=readings).wagers({1: 10_00, 3: 10_00}).dealt()
    return table.next_cards("2C 3C 4C KH 5H 2D 3D 4D 8H")


@clause("washington", "4.c.iii")
def test_pick_and_pay_takes_up_the_cards_at_each_seat():
    table = settled({}).then(
        WagerCollected(hand=3, wager=Wager.INITIAL, amount=10_00),
        CardsCollected(spots=(3,), cards=("2H",)),
        WagerPaid(hand=2, wager=Wager.INITIAL, amount=10_00),
        CardsCollected(spots=(2,), cards=("KH",)),
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00),
        CardsCollected(spots=(1,), cards=("5H",)),
        CardsCollected(spots=(DEALER,), cards=("9C",)),
        RoundCompleted(round=1),
    )
    assert len(table.of(CardsCollected)) == 4


@clause("washington", "4.c.iii")
def test_pick_and_pay_leaves_the_cards_of_a_war_until_it_is_settled():
    table = two_at_war({}).when(Surrender(hand=3))
    table.then(HandSettled(hand=3), CardsCollected(spots=(3,), cards=("9D",)))
    table.when(GoToWar(hand=1)).attended().then(
        HandSettled(hand=1), CardsCollected(spots=(1,), cards=("9H", "KH"))
    )


@clause("washington", "4.c.iii")
def test_lay_and_pay_takes_up_the_cards_when_all_is_paid():
    table = settled(LAY_AND_PAY).then(
        HandSettled(hand=3),
        HandSettled(hand=2),
        HandSettled(hand=1),
        CardsCollected(spots=(3, 2, 1, DEALER), cards=("2H", "KH", "5H", "9C")),
    )
    assert len(table.of(CardsCollected)) == 1


@clause("washington", "4.c.iii", "4")
def test_read_left_to_right_throughout():
    table = settled(LEFT_TO_RIGHT)
    assert [event.hand for event in table.of(HandCompared)] == [1, 2, 3]
    assert [event.hand for event in table.of(HandSettled)] == [1, 2, 3]
    wars = two_at_war(LEFT_TO_RIGHT).when(GoToWar(hand=1), GoToWar(hand=3)).attended()
    assert [event.hand for event in wars.of(HandCompared)] == [1, 3]


@clause("washington", "4", "4.c.iii")
def test_read_decide_then_pay_the_dealer_decides_right_to_left_and_pays_left_to_right():
    table = settled(DECIDE_THEN_PAY).then(
        HandCompared(hand=3, comparison=Comparison.LOWER),
        HandCompared(hand=2, comparison=Comparison.HIGHER),
        HandCompared(hand=1, comparison=Comparison.LOWER),
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00),
        WagerPaid(hand=2, wager=Wager.INITIAL, amount=10_00),
        WagerCollected(hand=3, wager=Wager.INITIAL, amount=10_00),
    )
    assert len(table.of(HandCompared)) == 3


@clause("washington", "4", "4.c.iii")
def test_read_decide_then_pay_choices_and_wars_go_the_same_ways():
    table = two_at_war(DECIDE_THEN_PAY).when(GoToWar(hand=3), GoToWar(hand=1)).attended()
    table.then(
        HandCompared(hand=3, comparison=Comparison.LOWER, war=1),
        HandCompared(hand=1, comparison=Comparison.HIGHER, war=1),
        MatchPaid(hand=1, amount=10_00),
        HandSettled(hand=1),
        MatchCollected(hand=3, amount=10_00),
        HandSettled(hand=3),
    )
    assert (table.net("Ann"), table.net("Cleo")) == (10_00, -20_00)


CHOOSING_AT_THE_SEAT = {**DECIDE_THEN_PAY, "choice_timing": "at_the_seat"}


@clause("washington", "4", "4.c.i", "4.c.iii")
@pytest.mark.parametrize("readings", [DECIDE_THEN_PAY, CHOOSING_AT_THE_SEAT])
def test_read_decide_then_pay_halves_are_collected_left_to_right_too(readings):
    table = at_table("washington", cards="9H 9D 9S 9C", readings=readings).wagers(WAGERS, tie={2: 5_00})
    table.dealt()
    for seat in (3, 2, 1):
        assert (table.due.act, table.due.seat) == (Act.CHOOSE, seat)
        table.also(Surrender(hand=seat)).attended()
    assert [event.hand for event in table.of(TieHandChosen)] == [3, 2, 1]
    assert [event.hand for event in table.of(WagerCollected)] == [1, 2, 3]
    assert [event.hand for event in table.of(HandSettled)] == [1, 2, 3]
    assert [event.spots for event in table.of(CardsCollected)] == [(1,), (2,), (3,), (DEALER,)]
    assert [table.net(player) for player in ("Ann", "Ben", "Cleo")] == [-5_00, 45_00, -5_00]


@clause("washington", "4", "4.c.i", "4.c.iii")
@pytest.mark.parametrize("timing", ["at_the_seat", "war_at_once"])
@pytest.mark.parametrize("manner", ["pick_and_pay", "lay_and_pay"])
def test_read_so_a_half_given_up_is_collected_when_the_paying_pass_reaches_its_seat(timing, manner):
    readings = {**DECIDE_THEN_PAY, "choice_timing": timing, "manner_of_paying": manner}
    table = at_table("washington", cards="9H KD 2S 9C", readings=readings).wagers(WAGERS, tie={1: 5_00})
    table.dealt().when(Surrender(hand=1)).attended().then(
        TieHandChosen(hand=1, choice=Choice.SURRENDER),
        WagerPaid(hand=1, wager=Wager.TIE, amount=50_00),
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=5_00),
        HandSettled(hand=1),
        WagerPaid(hand=2, wager=Wager.INITIAL, amount=10_00),
        HandSettled(hand=2),
        WagerCollected(hand=3, wager=Wager.INITIAL, amount=10_00),
        HandSettled(hand=3),
    )
    picked_up = [(1,), (2,), (3,), (DEALER,)] if manner == "pick_and_pay" else [(1, 2, 3, DEALER)]
    assert [event.spots for event in table.of(CardsCollected)] == picked_up
    assert not table.of(HandPassed)
    assert [table.net(player) for player in ("Ann", "Ben", "Cleo")] == [45_00, 10_00, -10_00]


@clause("washington", "4", "4.c", "4.c.iii")
def test_read_so_a_choice_at_the_seat_belongs_to_the_deciding_pass():
    table = at_table("washington", cards="9H KD 9S 9C", readings=CHOOSING_AT_THE_SEAT).wagers(WAGERS).dealt()
    table.also(Surrender(hand=3)).attended().also(GoToWar(hand=1)).attended()
    table.then(
        HandCompared(hand=3, comparison=Comparison.TIE),
        TieHandChosen(hand=3, choice=Choice.SURRENDER),
        HandCompared(hand=2, comparison=Comparison.HIGHER),
        HandCompared(hand=1, comparison=Comparison.TIE),
        TieHandChosen(hand=1, choice=Choice.WAR),
        WagerPaid(hand=2, wager=Wager.INITIAL, amount=10_00),
        WagerCollected(hand=3, wager=Wager.INITIAL, amount=5_00),
        WarDealBegan(
            hands=(1,), deal=(BURN, BURN, BURN, 1, BURN, BURN, BURN, DEALER), compare=(1,), settle=(1,)
        ),
    )


@clause("washington", "4", "4.c.iii")
@pytest.mark.parametrize("reading", ["settled", "lost"])
@pytest.mark.parametrize("readings", [DECIDE_THEN_PAY, CHOOSING_AT_THE_SEAT])
def test_read_so_a_tie_hand_whose_player_left_is_settled_once(readings, reading):
    readings = readings | {"leaving_player": reading}
    table = at_table("washington", cards="9H KD 9S 9C", readings=readings).wagers(WAGERS, tie={3: 5_00})
    table.when(CallNoMoreBets(), LeaveTable(player="Cleo")).attended().also(Surrender(hand=1)).attended()
    assert sorted(event.hand for event in table.of(HandSettled)) == [1, 2, 3]
    assert PlayerLeft(player="Cleo", chips=985_00 if reading == "lost" else 1_045_00) in table.events


@clause("washington", "4", "4.c.iii")
def test_read_so_a_war_that_was_chosen_is_lost_with_all_its_wagers_when_its_player_leaves_for_good():
    readings = CHOOSING_AT_THE_SEAT | {"leaving_player": "lost"}
    table = at_table("washington", cards="9H 9C", readings=readings).wagers({1: 10_00}, tie={1: 5_00}).dealt()
    table.when(GoToWar(hand=1), LeaveTable(player="Ann")).attended()
    assert PlayerLeft(player="Ann", chips=975_00) in table.events


AT_ONCE = {**DECIDE_THEN_PAY, "choice_timing": "war_at_once"}


@clause("washington", "4", "4.c", "4.c.iii")
def test_read_so_wars_fought_at_once_are_chosen_and_fought_right_to_left_in_the_deciding_pass():
    table = (
        at_table("washington", cards="9H 9D 9S 9C", readings=AT_ONCE).wagers(WAGERS, tie={3: 5_00}).dealt()
    )
    for seat in (3, 2, 1):
        assert (table.due.act, table.due.seat) == (Act.CHOOSE, seat)
        table.next_cards("2C 3C 4C KH 5C 6C 7C QH").also(GoToWar(hand=seat)).attended()
    assert [event.hand for event in table.of(HandCompared)] == [3, 3, 2, 2, 1, 1]
    assert [event.hands for event in table.of(WarDealBegan)] == [(3,), (2,), (1,)]
    assert [event.hand for event in table.of(HandSettled)] == [3, 2, 1]
    assert [table.net(player) for player in ("Ann", "Ben", "Cleo")] == [10_00, 10_00, 60_00]


@clause("washington", "4", "4.c", "4.c.iii")
def test_read_so_the_other_hands_are_paid_left_to_right_when_all_are_decided():
    wagers = dict.fromkeys((1, 2, 3, 4), 1000)
    table = at_table("washington", cards="KH 9D 5S 9S 9C", players=4, readings=AT_ONCE).wagers(wagers).dealt()
    assert table.due.seat == 4
    table.also(Surrender(hand=4)).attended()
    table.next_cards("2C 3C 4C KH 5C 6C 7C QH").also(GoToWar(hand=2)).attended()
    table.then(
        HandCompared(hand=4, comparison=Comparison.TIE),
        TieHandChosen(hand=4, choice=Choice.SURRENDER),
        HandCompared(hand=3, comparison=Comparison.LOWER),
        HandCompared(hand=2, comparison=Comparison.TIE),
        HandCompared(hand=2, comparison=Comparison.HIGHER, war=1),
        HandSettled(hand=2),
        HandCompared(hand=1, comparison=Comparison.HIGHER),
        WagerPaid(hand=1, wager=Wager.INITIAL, amount=10_00),
        HandSettled(hand=1),
        WagerCollected(hand=3, wager=Wager.INITIAL, amount=10_00),
        HandSettled(hand=3),
        WagerCollected(hand=4, wager=Wager.INITIAL, amount=5_00),
        HandSettled(hand=4),
        RoundCompleted(round=1),
    )


@clause("washington", "4", "4.c.i", "4.c.iii")
def test_read_so_only_a_war_fought_at_once_is_settled_before_the_pass_of_paying():
    table = at_table("washington", cards="9H 9D 9S 9C", readings=AT_ONCE)
    table.wagers(WAGERS, tie={1: 5_00, 2: 5_00, 3: 5_00}).dealt()
    table.also(Surrender(hand=3)).attended()
    table.next_cards("2C 3C 4C KH 5C 6C 7C QH").also(GoToWar(hand=2)).attended()
    table.also(Surrender(hand=1)).attended()
    assert [event.hand for event in table.of(HandCompared)] == [3, 2, 2, 1]
    tie_wagers = [event.hand for event in table.of(WagerPaid) if event.wager is Wager.TIE]
    assert tie_wagers == [2, 1, 3]
    assert [event.hand for event in table.of(HandSettled)] == [2, 1, 3]
    assert [event.spots for event in table.of(CardsCollected)] == [(2,), (1,), (3,), (DEALER,)]
    assert [table.net(player) for player in ("Ann", "Ben", "Cleo")] == [45_00, 60_00, 45_00]


@clause("washington", "4", "4.c.iii")
@pytest.mark.parametrize("reading", ["settled", "lost"])
def test_read_so_a_tie_hand_whose_player_left_before_a_war_at_once_is_settled_once(reading):
    readings = AT_ONCE | {"leaving_player": reading}
    table = at_table("washington", cards="9H KD 9S 9C", readings=readings).wagers(WAGERS, tie={3: 5_00})
    table.when(CallNoMoreBets(), LeaveTable(player="Cleo")).attended().also(Surrender(hand=1)).attended()
    assert sorted(event.hand for event in table.of(HandSettled)) == [1, 2, 3]
    assert PlayerLeft(player="Cleo", chips=985_00 if reading == "lost" else 1_045_00) in table.events


@clause("washington", "4.c.ii.1", "4.c.iii")
def test_lay_and_pay_leaves_the_cards_of_separate_wars_until_all_are_paid():
    readings = {**LAY_AND_PAY, "war_burn": "separate_wars"}
    table = at_table("washington", cards="9H KH 9D 9C", readings=readings).wagers(WAGERS).dealt()
    table.next_cards("2C 3C 4C KS 5H 2D 3D QH 6C 7C 8C KD 6D 7D 8D QD")
    table.when(GoToWar(hand=3), GoToWar(hand=1)).attended()
    assert [event.hand for event in table.of(MatchPaid)] == [3, 1]
    assert [event.spots for event in table.of(CardsCollected)] == [(2,), (3, 1, DEALER)]
