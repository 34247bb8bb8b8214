import pytest

from casinowar.game.book.house import House
from casinowar.game.commands import (
    CallNoMoreBets,
    GoToWar,
    PlaceWager,
    ReceiveDecks,
    Surrender,
    WithdrawWager,
)
from casinowar.game.events import (
    DecksReceived,
    HandCompared,
    HandPassed,
    HandSettled,
    TieHandChosen,
    WagerCollected,
    WagerPaid,
    WagerReturned,
)
from casinowar.game.refusal import HouseError, Reason
from casinowar.game.words import DEALER, Act, Choice, Comparison, Wager
from tests.support.clause import clause
from tests.support.scenario import at_table, opened

MONEY = (WagerCollected, WagerPaid, WagerReturned)


@clause("washington", "1")
def test_players_compete_against_the_dealer_and_not_against_each_other():
    table = at_table("washington", cards="5H KH 2H 4C").wagers({1: 10_00, 2: 10_00, 3: 10_00}).dealt()
    assert [table.net(player) for player in ("Ann", "Ben", "Cleo")] == [10_00, 10_00, -10_00]
    assert table.table.inventory == -10_00


@clause("washington", "2")
def test_the_primary_bet_is_compulsory_and_the_tie_wager_optional():
    table = at_table("washington")
    assert (table.due.act, table.due.clause) == (Act.PLACE_WAGERS, "2")
    table.refused(CallNoMoreBets(), Reason.NOT_NOW, "2")
    tie = PlaceWager(hand=1, wager=Wager.TIE, amount=5_00)
    table.refused(tie, Reason.WAGER_NEEDS_INITIAL, "2")
    table.wagers({1: 10_00})
    assert table.is_allowed(tie)
    assert table.is_allowed(CallNoMoreBets())


@clause("washington", "2")
def test_a_player_without_a_primary_bet_gets_no_card_and_keeps_no_tie_wager():
    table = at_table("washington", cards="9H 9C").wagers({1: 10_00, 2: 10_00}, tie={2: 5_00})
    table.when(WithdrawWager(hand=2, wager=Wager.INITIAL))
    assert table.net("Ben") == 0, "the tie wager goes with its primary bet"
    assert table.dealt().drawn == [1, DEALER]
    table.refused(PlaceWager(hand=2, wager=Wager.TIE, amount=5_00), Reason.NO_MORE_BETS)


@clause("washington", "2")
@pytest.mark.parametrize(("tie", "net"), [(0, -5_00), (5_00, 45_00)])
def test_the_round_goes_with_a_tie_wager_and_without_one(tie, net):
    table = at_table("washington", cards="9H 9C").wagers({1: 10_00}, tie={1: tie} if tie else None).dealt()
    assert table.when(Surrender(hand=1)).attended().net("Ann") == net


@clause("washington", "2")
def test_the_tie_wager_goes_with_the_primary_bet_only():
    table = at_table("washington", cards="9H 9C").wagers({1: 10_00}).dealt()
    table.when(GoToWar(hand=1)).until(Act.BEGIN_WAR_DEAL)
    war_tie = PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=5_00)
    table.refused(war_tie, Reason.WAGER_NOT_OFFERED, "2")


@clause("washington", "2")
def test_suits_are_read_to_be_equal():
    table = at_table("washington", cards="9C 9D 9H 9S 9C", players=4)
    table.wagers({1: 10_00, 2: 10_00, 3: 10_00, 4: 10_00}).dealt()
    assert {event.comparison for event in table.of(HandCompared)} == {Comparison.TIE}


@clause("washington", "4")
def test_the_action_is_resolved_from_right_to_left():
    table = at_table("washington", cards="5H KH 2H 9C").wagers({1: 10_00, 2: 10_00, 3: 10_00}).dealt()
    table.then(
        HandCompared(hand=3, comparison=Comparison.LOWER),
        WagerCollected(hand=3, wager=Wager.INITIAL, amount=10_00),
        HandCompared(hand=2, comparison=Comparison.HIGHER),
        WagerPaid(hand=2, wager=Wager.INITIAL, amount=10_00),
        HandCompared(hand=1, comparison=Comparison.LOWER),
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=10_00),
    )


@clause("washington", "4.c", "paytable.tie-bet")
@pytest.mark.parametrize("amount", [1, 5_00, 7_77])
def test_on_a_tie_the_tie_wager_wins_10_to_1_and_the_player_has_a_choice(amount):
    table = at_table("washington", cards="9H 9C").wagers({1: 10_00}, tie={1: amount}).dealt()
    assert table.of(*MONEY, HandPassed) == [
        WagerPaid(hand=1, wager=Wager.TIE, amount=10 * amount),
        WagerReturned(hand=1, wager=Wager.TIE, amount=amount),
        HandPassed(hand=1),
    ]
    assert (table.due.act, table.due.clause, table.due.seat) == (Act.CHOOSE, "4.c", 1)
    assert table.is_allowed(Surrender(hand=1))
    assert table.is_allowed(GoToWar(hand=1))


@clause("washington", "4.c")
@pytest.mark.parametrize("choice", [Surrender(hand=1), GoToWar(hand=1)])
def test_without_a_tie_there_is_no_choice(choice):
    table = at_table("washington", cards="TH 9H 9C").wagers({1: 10_00, 2: 10_00}).dealt()
    table.refused(choice, Reason.NO_CHOICE_DUE, "4.c")


@clause("washington", "4.c.i", "paytable.surrender")
def test_surrender_gives_up_half_the_primary_wager():
    table = at_table("washington", cards="9H 9C").wagers({1: 10_00}).dealt()
    table.when(Surrender(hand=1)).then(
        TieHandChosen(hand=1, choice=Choice.SURRENDER),
        WagerCollected(hand=1, wager=Wager.INITIAL, amount=5_00),
        WagerReturned(hand=1, wager=Wager.INITIAL, amount=5_00),
        HandSettled(hand=1),
    )
    assert table.net("Ann") == -5_00


@clause("washington", "paytable.house-advantage", "paytable.tie-bet-house-advantage")
def test_six_decks_are_used_because_no_other_number_gives_both_figures():
    [received] = opened("washington").when(ReceiveDecks()).of(DecksReceived)
    assert (received.decks, received.batches) == (6, 1)
    for decks in (5, 7):
        with pytest.raises(HouseError, match=r"\[our assumption R36\]"):
            opened("washington", house=House(decks=decks))


@clause("washington", "paytable.house-advantage")
@pytest.mark.parametrize("decks", [1, 5, 7, 8])
def test_read_otherwise_the_operator_sets_any_number(decks):
    table = opened("washington", house=House(decks=decks), readings={"decks": "any_number"})
    assert len(table.when(ReceiveDecks()).table.stack) == decks * 52
