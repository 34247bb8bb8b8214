"""Corners of the bank: wars fought again, odd covers, answers out of turn (R43 to R45)."""

import pytest
from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.book.cited_values import Says
from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import BurnMoment
from casinowar.game.book.war import Again
from casinowar.game.commands import (
    CallNoMoreBets,
    DeclineBank,
    GoToWar,
    LeaveTable,
    OfferBank,
    OrderReshuffle,
    PlaceWager,
    ReportFaceUpCard,
    SettleHand,
    Sit,
    Surrender,
    TakeBank,
)
from casinowar.game.refusal import Reason
from casinowar.game.table import Step
from casinowar.game.words import Act, Role, Wager
from tests.support.banking import banked, players, won
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table

ROTATION = "round.10; standards.4"

# wars fought again, which a rulebook of one's own may add


def tied_again(bank: int, short: str, lost: int = 0) -> Scenario:
    """Tie $10.00 and the war for it, and go to war once more, in a book that has a tied war fought again.

    A third player may lose so much, one cent of it on a tie.
    """
    plain = players(3, {"short_bank_at_war": short})
    war = plain.rules.book.war
    assert war is not None
    again = Again(wars=2, forfeits="1/2", clause="1")
    book = replace(plain.rules.book, war=replace(war, again=again))
    table = Scenario(Rules(book, plain.rules.house), plain.table).when(TakeBank(seat=1, amount=bank))
    if lost:
        table.wagers({2: 10_00, 3: lost - 1}, tie={3: 1}).next_cards("QH 2C QC").dealt()
    else:
        table.wagers({2: 10_00}).next_cards("QH QC").dealt()
    table.when(GoToWar(hand=2)).next_cards("2C 3C 4C QD QS").attended()
    return table.when(GoToWar(hand=2)).next_cards("2C 3C 4C KD JS").attended()


@clause("california", "round.3.b")
@pytest.mark.parametrize(
    ("bank", "short", "match"),
    [
        (20_00, "partly_matched", 10_00),
        (20_00, "whole_unit_only", 10_00),
        (15_00, "partly_matched", 5_00),
        (10_02, "partly_matched", 2),
    ],
)
def test_a_war_fought_again_is_matched_as_far_as_anything_is_left(bank, short, match):
    table = tied_again(bank, short)
    placed = table.events.index(e.MatchPlaced(hand=2, amount=match))
    began = next(place for place, event in enumerate(table.events) if isinstance(event, e.WarDealBegan))
    back = [e.WagerReturned(hand=2, wager=Wager.WAR, amount=10_00 - match)] if match < 10_00 else []
    assert table.events[placed + 1 : began] == [e.CoverLeft(amount=bank - 10_00 - match), *back]
    assert table.net("Ben") == 10_00 + match


@clause("california", "round.3.b")
def test_a_war_fought_again_is_matched_with_a_single_cent():
    table = tied_again(10_04, "partly_matched", lost=3)
    table.then(e.MatchPlaced(hand=2, amount=1), e.CoverLeft(amount=0))


@clause("california", "round.3.b")
@pytest.mark.parametrize(("bank", "short"), [(10_00, "partly_matched"), (19_98, "whole_unit_only")])
def test_a_war_fought_again_that_cannot_be_matched_is_not_fought(bank, short):
    table = tied_again(bank, short).then(
        e.MatchCollected(hand=2, amount=10_00),
        e.WagerReturned(hand=2, wager=Wager.WAR, amount=20_00),
        e.WagerReturned(hand=2, wager=Wager.INITIAL, amount=10_00),
        e.HandSettled(hand=2),
    )
    assert (table.net("Ben"), table.net("Ann"), table.table.round) == (0, 0, None)


@clause("california", "betting.5", "round.3.b")
def test_the_first_match_comes_from_what_was_kept_for_it_also_when_nothing_else_is_left():
    table = banked(10_00, "9C 9D").wagers({1: 10_00}).dealt().when(GoToWar(hand=1))
    table.until(Act.BEGIN_WAR_DEAL)
    table.then(e.MatchPlaced(hand=1, amount=10_00), e.CoverLeft(amount=0))


# how far a payoff goes where odds are kept


@clause("california", "betting.5", "payout.2")
@pytest.mark.parametrize(("bank", "paid"), [(50_00, 50_00), (49_98, 49_90), (49_90, 49_90), (10, 10), (8, 0)])
def test_where_odds_are_kept_a_tie_wager_is_paid_at_its_odds_for_as_much_as_stands(bank, paid):
    table = banked(bank, "7D 7C", {"bank_exhausted": "odds_kept"})
    table.wagers({1: 2}, tie={1: 5_00}).dealt()
    assert sum(event.amount for event in table.of(e.WagerPaid)) == paid
    table.then(e.WagerReturned(hand=1, wager=Wager.TIE, amount=5_00))


@clause("california", "betting.5", "payout.2")
def test_where_odds_are_not_kept_a_tie_wager_is_paid_to_the_last_cent_of_the_bank():
    table = banked(49_98, "7D 7C").wagers({1: 2}, tie={1: 5_00}).dealt()
    assert table.of(e.WagerPaid) == [e.WagerPaid(hand=1, wager=Wager.TIE, amount=49_98)]


@clause("california", "betting.5", "round.3.a")
def test_where_odds_are_kept_half_of_what_stands_is_taken_whole_and_the_rest_of_the_kept_cover_is_free():
    table = banked(40_00, "9C 9D 9H", {"bank_exhausted": "odds_kept"}).wagers({1: 10_00, 2: 20_00}).dealt()
    assert [event.amount for event in table.of(e.HandStands)] == [10_00, 10_00]
    table.when(Surrender(hand=1)).then(
        e.WagerCollected(hand=1, wager=Wager.INITIAL, amount=5_00),
        e.WagerReturned(hand=1, wager=Wager.INITIAL, amount=5_00),
        e.CoverLeft(amount=35_00, kept=20_00),
    )
    assert table.due.cover == 15_00


@clause("california", "betting.5", "round.3.b")
def test_what_stands_of_a_tie_hand_that_is_left_behind_is_taken_whole_whatever_the_odds_of_its_wager():
    plain = players(2, {"bank_exhausted": "odds_kept", "leaving_player": "lost"})
    book = plain.rules.book
    assert book.war is not None
    wagers = replace(book.wagers, initial=replace(book.wagers.initial, value="3 to 1"))
    book = replace(book, wagers=wagers, war=replace(book.war, tied=replace(book.war.tied, pays=None)))
    table = Scenario(Rules(book, plain.rules.house), plain.table).when(TakeBank(seat=1, amount=10_00))
    table.next_cards("QH QC").wagers({2: 30_00}).dealt().then(e.HandStands(hand=2, amount=10_00))
    table.when(LeaveTable(player="Ben")).attended()
    table.then(e.WagerCollected(hand=2, wager=Wager.INITIAL, amount=10_00), e.HandSettled(hand=2))
    assert not table.of(e.WagerReturned)


@clause("california", "betting.5", "round.7.a")
@pytest.mark.parametrize(("reading", "left"), [("running", 30_00), ("payoffs", 10_00), ("both_ways", 0)])
def test_what_a_lost_war_brings_back_to_the_cover(reading, left):
    table = banked(10_00, "9C 9D", {"bank_exhausted": reading}).wagers({1: 10_00}).dealt()
    table.when(GoToWar(hand=1)).next_cards("2C 3C 4C 5C 6C").until(Act.COLLECT_CARDS)
    assert table.round.cover == left


@clause("california", "betting.5", "definitions.tie-wager")
@pytest.mark.parametrize(("bank", "taken"), [(60_00, 5_00), (12_00, 2_00), (10_00, 0)])
def test_a_tie_wager_on_the_war_deal_is_taken_only_as_far_as_the_bank_covers_it(bank, taken):
    table = banked(bank, "9C 9D", {"tie_wager_on_war": "allowed"}).wagers({1: 10_00}).dealt()
    table.when(GoToWar(hand=1)).attended()
    assert table.due.act is Act.ANSWER_TIE_OFFER
    table.when(PlaceWager(hand=1, wager=Wager.WAR_TIE, amount=5_00)).next_cards("2C 3C 4C 5C 6C").attended()
    assert won(table)[0] == -20 - taken // 100


# who may answer


@clause("california", "definitions.player-dealer", "round.10")
def test_the_bank_is_answered_for_only_between_the_shuffle_and_the_call_and_only_from_a_seat():
    table = at_table("california", bankers=False, players=2, house=House(backline=1))
    table.when(Sit(player="Kim", seat=102, chips=100_00))
    for seat in (0, 3, 102):
        table.refused(TakeBank(seat=seat, amount=10_00), Reason.BANK_NOT_OFFERED, ROTATION)
    table.when(DeclineBank(seat=1)).attended().when(DeclineBank(seat=2))
    for seat in (0, 3, 102):
        table.refused(TakeBank(seat=seat, amount=10_00), Reason.BANK_NOT_OFFERED, ROTATION)
    assert table.is_allowed(TakeBank(seat=2, amount=10_00)), "everybody was asked"
    table.refused(OfferBank(), Reason.NOT_NOW, ROTATION)


@clause("california", "dealing.1", "definitions.player-dealer")
def test_the_bank_is_not_taken_while_the_cards_are_made_ready_but_while_only_burns_wait_for_the_call():
    table = players(2)
    table.when(TakeBank(seat=1, amount=10_00)).wagers({2: 2_00}).when(CallNoMoreBets())
    table.refused(DeclineBank(seat=2), Reason.BANK_NOT_OFFERED, ROTATION)
    shuffling = players(2).when(OrderReshuffle())
    assert shuffling.table.bank.offered == 1
    shuffling.refused(TakeBank(seat=1, amount=10_00), Reason.BANK_NOT_OFFERED, ROTATION)
    after_call = Says(value=BurnMoment.AFTER_CALL, clause="1")
    book = replace(table.rules.book, burns=replace(table.rules.book.burns, moment=after_call))
    burns = (Step(Act.BURN_CARD, Role.DEALER, "1"),)
    waiting = Scenario(Rules(book, table.rules.house), replace(players(2).table, to_do=burns))
    assert waiting.is_allowed(TakeBank(seat=1, amount=10_00))


# a void round


WAGERS = {1: 20_00, 2: 40_00, 3: 10_00}


@clause("california", "round.9")
def test_a_bank_that_has_paid_out_what_it_took_never_falls_below_nothing_when_the_round_is_void():
    readings = {"irregularities": "as_in_wisconsin", "bank_exhausted": "running"}
    table = banked(20_00, "2C AC 9C 5C", readings).when(
        *(PlaceWager(hand=seat, wager=Wager.INITIAL, amount=amount) for seat, amount in WAGERS.items())
    )
    table.when(CallNoMoreBets()).until(Act.SETTLE_HAND).when(SettleHand(), SettleHand())
    assert table.table.inventory == 0
    table.when(ReportFaceUpCard(), ReportFaceUpCard())
    moved = [type(event) for event in table.of(e.WagerEvent)]
    assert moved == [e.WagerReturned, e.PaymentReversed, e.CollectionReversed]
    assert won(table) == [0] * 5
