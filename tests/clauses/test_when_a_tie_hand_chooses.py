"""When a tie hand chooses: R16, after all hands are compared unless it is read otherwise."""

import pytest

from casinowar.game.commands import CallNoMoreBets, GoToWar, Surrender
from casinowar.game.events import (
    CardDealt,
    HandCompared,
    MatchPaid,
    TieHandChosen,
    WagerCollected,
    WagerPaid,
    WarDealBegan,
    WarWagerConfirmed,
)
from casinowar.game.refusal import Reason
from casinowar.game.words import BURN, DEALER, Act, Choice, Comparison, Wager
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table

AT_THE_SEAT = {"choice_timing": "at_the_seat"}
AT_ONCE = {"choice_timing": "war_at_once"}
LEFT_FIRST = pytest.mark.parametrize("rulebook", ["california", "south_dakota"])


def two_tie_hands(rulebook: str, readings: dict[str, str]) -> Scenario:
    """Give seats 1 and 3 tie hands and seat 2 a winning one, and settle up to the first choice."""
    table = at_table(rulebook, cards="9H TH 9D 9C", readings=readings)
    return table.wagers({1: 10_00, 2: 10_00, 3: 10_00}).dealt()


@clause("california", "round.1.c", "round.3")
@clause("south_dakota", "(4)", "(4)(a)")
@LEFT_FIRST
def test_after_all_hands_are_compared(rulebook):
    table = two_tie_hands(rulebook, {})
    assert [event.hand for event in table.of(HandCompared)] == [1, 2, 3]
    assert (table.due.act, table.due.seat) == (Act.CHOOSE, 1)


@clause("washington", "4", "4.c")
def test_after_all_hands_are_compared_from_right_to_left():
    table = two_tie_hands("washington", {})
    assert [event.hand for event in table.of(HandCompared)] == [3, 2, 1]
    assert (table.due.act, table.due.seat) == (Act.CHOOSE, 3)


@clause("california", "round.1.c")
@clause("south_dakota", "(4)")
@LEFT_FIRST
def test_when_the_pass_reaches_the_seat_while_the_war_deal_waits(rulebook):
    table = two_tie_hands(rulebook, AT_THE_SEAT)
    assert [event.hand for event in table.of(HandCompared)] == [1]
    table.when(GoToWar(hand=1)).attended().then(
        HandCompared(hand=2, comparison=Comparison.HIGHER),
        WagerPaid(hand=2, wager=Wager.INITIAL, amount=10_00),
        HandCompared(hand=3, comparison=Comparison.TIE),
    )
    assert not table.of(WarWagerConfirmed, CardDealt)
    table.when(GoToWar(hand=3)).attended().then(
        WarWagerConfirmed(hand=1),
        WarWagerConfirmed(hand=3),
        CardDealt(spot=1, card=table.of(CardDealt)[0].card, war=1),
    )
    assert [seat for seat in table.drawn if seat != BURN] == [1, 3, DEALER]


@clause("washington", "4.c")
def test_when_the_pass_from_right_to_left_reaches_the_seat():
    table = two_tie_hands("washington", AT_THE_SEAT)
    assert [event.hand for event in table.of(HandCompared)] == [3]
    table.refused(Surrender(hand=1), Reason.NO_CHOICE_DUE, "4.c")
    table.when(Surrender(hand=3)).attended().then(
        TieHandChosen(hand=3, choice=Choice.SURRENDER),
        WagerCollected(hand=3, wager=Wager.INITIAL, amount=5_00),
        HandCompared(hand=2, comparison=Comparison.HIGHER),
        HandCompared(hand=1, comparison=Comparison.TIE),
    )
    table.when(GoToWar(hand=1)).attended()
    assert [seat for seat in table.drawn if seat != BURN] == [1, DEALER]


@clause("washington", "4.c", "4.c.ii.1")
@clause("south_dakota", "(4)", "(4)(d)")
@pytest.mark.parametrize(("rulebook", "seats"), [("washington", (3, 1)), ("south_dakota", (1, 3))])
def test_a_war_read_as_fought_at_once_is_over_before_the_next_hand_is_compared(rulebook, seats):
    first, second = seats
    own_war = [BURN, BURN, BURN, first, BURN, BURN, BURN, DEALER]
    table = two_tie_hands(rulebook, AT_ONCE).next_cards("2C 3C 4C KH 5C 6C 7C QH")
    table.when(GoToWar(hand=first)).attended().then(
        TieHandChosen(hand=first, choice=Choice.WAR),
        WarWagerConfirmed(hand=first),
        WarDealBegan(hands=(first,), deal=tuple(own_war), compare=(), settle=(first,)),
        HandCompared(hand=first, comparison=Comparison.HIGHER, war=1),
        MatchPaid(hand=first, amount=10_00),
        HandCompared(hand=2, comparison=Comparison.HIGHER),
        WagerPaid(hand=2, wager=Wager.INITIAL, amount=10_00),
        HandCompared(hand=second, comparison=Comparison.TIE),
    )
    assert table.drawn == own_war
    table.next_cards("2C 3C 4C 5H 5C 6C 7C QD").when(GoToWar(hand=second)).attended().then(
        CardDealt(spot=DEALER, card="QD", war=1),
        HandCompared(hand=second, comparison=Comparison.LOWER, war=1),
    )
    nets = {seat: table.net(table.table.seats[seat]) for seat in (first, 2, second)}
    assert nets == {first: 10_00, 2: 10_00, second: -20_00}


@clause("washington", "4.c")
@clause("south_dakota", "(4)")
@pytest.mark.parametrize("rulebook", ["washington", "south_dakota"])
def test_the_first_pass_stops_at_the_first_tie_hand_when_wars_are_fought_at_once(rulebook):
    table = at_table(rulebook, cards="9H 9C", readings=AT_ONCE).wagers({2: 10_00})
    table.when(CallNoMoreBets()).attended()
    assert (table.due.act, table.due.seat) == (Act.CHOOSE, 2)
    table.when(Surrender(hand=2)).attended()
    assert table.net("Ben") == -5_00
