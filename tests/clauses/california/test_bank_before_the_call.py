"""The player/dealer's wager until the call: raised, taken back, and what it cites (R111, R46, R44)."""

import pytest
from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game.book.cited_values import Cited
from casinowar.game.book.house import House
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import Fixed
from casinowar.game.commands import (
    AddToBank,
    CallNoMoreBets,
    CollectCards,
    DeclineBank,
    GoToWar,
    LeaveTable,
    PlaceWager,
    ReportFaceUpCard,
    Rule,
    Sit,
    TakeBank,
)
from casinowar.game.refusal import Reason
from casinowar.game.words import Act, Ruling, Wager
from casinowar.telling.narration import narrate
from tests.support.banking import banked, banks, declines, players
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table

ROTATION = "round.10; standards.4"


@clause("california", "betting.2", "round.9")
def test_the_player_dealer_adds_to_the_bank_until_the_call_and_not_after_it():
    table = players(3).when(TakeBank(seat=1, amount=100_00))
    table.when(AddToBank(amount=50_00)).then_exactly(e.BankRaised(amount=50_00))
    assert (table.table.inventory, table.table.chips["Ann"]) == (150_00, 850_00)
    table.wagers({2: 300_00}).when(AddToBank(amount=2))
    assert table.table.inventory == 150_02
    table.next_cards("KC 2C").when(CallNoMoreBets()).then(e.CoverLeft(amount=150_02))
    table.refused(AddToBank(amount=50_00), Reason.NO_MORE_BETS, "betting.2")
    table.attended()
    assert (table.net("Ben"), table.net("Ann")) == (150_02, -150_02)


@clause("california", "betting.1", "betting.2")
def test_what_is_added_is_chips_that_are_there_and_an_even_number_of_cents():
    table = players(2).when(TakeBank(seat=1, amount=100_00))
    for wrong in (0, -2, 1, 10_01):
        table.refused(AddToBank(amount=wrong), Reason.BANK_NOT_IN_CHIPS, "betting.1; R44")
    table.refused(AddToBank(amount=900_02), Reason.NOT_ENOUGH_CHIPS, "betting.1")
    assert table.is_allowed(AddToBank(amount=900_00))


@clause("california", "betting.2")
def test_nobody_adds_to_a_bank_that_is_not_there_or_to_anothers():
    table = players(2)
    table.refused(AddToBank(amount=2), Reason.NOT_NOW, ROTATION)
    table.when(TakeBank(seat=1, amount=100_00))
    table.refused(AddToBank(amount=2, player="Ben"), Reason.NOT_YOURS)
    table.refused(DeclineBank(seat=2), Reason.BANK_NOT_OFFERED, ROTATION)
    assert table.is_allowed(AddToBank(amount=2, player="Ann"))
    at_table("maryland").refused(AddToBank(amount=2), Reason.NOT_PROVIDED_FOR)


@clause("california", "betting.2", "definitions.player-dealer")
def test_the_bank_is_taken_back_until_the_call_and_offered_to_the_next():
    table = players(3).when(TakeBank(seat=1, amount=100_00), AddToBank(amount=20_00)).wagers({3: 10_00})
    after = Scenario(table.rules, table.table).when(CallNoMoreBets())
    after.refused(DeclineBank(seat=1), Reason.NO_MORE_BETS, "betting.2")
    table.when(DeclineBank(seat=1)).then_exactly(e.BankWithdrawn(seat=1, amount=120_00))
    assert (table.table.inventory, table.table.chips["Ann"]) == (0, 1_000_00)
    assert table.hand(3).on_layout(Wager.INITIAL) == 10_00, "the wagers stay for whoever banks"
    table.refused(CallNoMoreBets(), Reason.NOT_NOW, ROTATION)
    declines(table.attended(), 2, 3)
    assert (table.due.act, table.due.seat) == (Act.ANSWER_BANK, None)
    table.refused(TakeBank(seat=3, amount=2), Reason.BANKER_MAY_NOT_WAGER, "R46")
    table.when(TakeBank(seat=1, amount=40_00)).next_cards("2C KC").dealt()
    assert table.net("Ann") == 10_00


@clause("california", "round.10", "standards.4")
def test_who_takes_the_bank_back_has_given_it_up_and_gains_no_round_by_it():
    table = banks(players(3), 1).when(TakeBank(seat=1, amount=100_00), DeclineBank(seat=1)).attended()
    assert (table.due.act, table.due.seat) == (Act.ANSWER_BANK, 2)
    tired = banks(players(3), 1, rounds=2).when(TakeBank(seat=2, amount=10_00), DeclineBank(seat=2))
    declines(tired.attended(), 3).refused(TakeBank(seat=1, amount=10_00), Reason.BANK_NOT_OFFERED, ROTATION)


@clause("california", "standards.4")
def test_a_bank_that_is_held_for_exactly_two_rounds_is_not_taken_back_before_the_second():
    table = players(2, {"bank_rounds": "exactly_two"}).when(TakeBank(seat=1, amount=1_000_00))
    assert table.is_allowed(DeclineBank(seat=1)), "no round was banked yet"
    table.next_cards("2C KC").wagers({2: 10_00}).dealt().when(TakeBank(seat=1, amount=1_010_00))
    table.refused(DeclineBank(seat=1), Reason.BANK_IS_KEPT, "standards.4")


@clause("california", "betting.2")
def test_where_a_wager_once_placed_is_fixed_so_is_the_bank():
    table = players(2).when(TakeBank(seat=1, amount=100_00))
    fixed = replace(table.rules.book.wagers.fixed, value=Fixed.PLACED)
    book = replace(table.rules.book, wagers=replace(table.rules.book.wagers, fixed=fixed))
    table = Scenario(Rules(book, table.rules.house), table.table)
    for command in (AddToBank(amount=2), DeclineBank(seat=1)):
        table.refused(command, Reason.WAGER_IS_FIXED, "betting.2")


@clause("california", "round.10", "standards.4", "definitions.round-of-play")
def test_a_round_cut_short_is_not_one_of_the_two():
    table = players(3, {"irregularities": "as_in_wisconsin"})
    law = replace(table.rules.book.irregularities, paid_out=Cited(clause="R67"))
    table = Scenario(Rules(replace(table.rules.book, irregularities=law), table.rules.house), table.table)
    table.when(TakeBank(seat=1, amount=100_00)).next_cards("KC 9C 9D 2S 2H")
    table.wagers({2: 10_00, 3: 10_00}).dealt()
    table.when(GoToWar(hand=3)).until(Act.BURN_CARD)
    table.when(ReportFaceUpCard(), ReportFaceUpCard(), Rule(ruling=Ruling.LET_SETTLED_STAND)).attended()
    assert [event.counts for event in table.of(e.BankReturned)] == [False]
    assert (table.net("Ben"), table.net("Cleo"), table.table.bank.rounds) == (10_00, 0, 0)


# what stands behind it


@clause("california", "betting.2")
def test_the_player_dealer_stays_after_the_call_because_no_wager_is_taken_back_then():
    table = banked(100_00, "KC 2C").wagers({1: 10_00}).when(CallNoMoreBets())
    table.refused(LeaveTable(player="Eve"), Reason.BANKER_STAYS, "betting.2")


@clause("california", "betting.3", "players")
def test_what_no_clause_says_of_the_player_dealers_seat_and_of_the_backline_is_our_assumption():
    table = at_table("california", bankers=False, players=3, house=House(backline=1))
    table.when(Sit(player="Kim", seat=102, chips=100_00), TakeBank(seat=1, amount=100_00))
    own = PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00)
    table.refused(own, Reason.BANKER_MAY_NOT_WAGER, "R46")
    behind = PlaceWager(hand=102, wager=Wager.INITIAL, amount=10_00)
    table.refused(behind, Reason.WAGER_NEEDS_INITIAL, "R112")


@clause("california", "betting.2", "betting.5", "round.9")
def test_each_event_of_the_bank_cites_what_it_follows_from():
    table = players(2)
    table.when(TakeBank(seat=1, amount=100_00))
    table.then(e.BankTaken(seat=1, amount=100_00, clause="betting.5"))
    table.when(AddToBank(amount=1_00)).then(e.BankRaised(amount=1_00, clause="betting.2"))
    table.next_cards("KC 2C").wagers({2: 10_00}).when(CallNoMoreBets()).until(Act.COLLECT_CARDS)
    table.when(CollectCards()).then(e.BankReturned(seat=1, amount=91_00, clause="R111"))
    may_add = banked(4_00, "9C 9D", {"short_bank_at_war": "may_add"}).wagers({1: 10_00}).dealt()
    may_add.when(AddToBank(amount=1_00)).then(e.BankRaised(amount=1_00, clause="round.9"))
    taken = players(2).when(TakeBank(seat=1, amount=100_00)).when(DeclineBank(seat=1))
    taken.then(e.BankWithdrawn(seat=1, amount=100_00, clause="betting.2"))


@clause("california", "betting.2")
@pytest.mark.parametrize(("added", "cover"), [(2, 6_00 - 2), (100_00, 0)])
def test_what_was_added_before_the_call_covers_as_what_was_put_up(added, cover):
    table = banked(4_00, "KC 2C").wagers({1: 10_00}).when(AddToBank(amount=added)).dealt()
    assert table.table.chips["Ann"] - 10_000_00 == 10_00 - cover


@clause("california", "standards.4", "round.10")
def test_a_bank_once_given_up_is_declined_or_taken_again():
    table = at_table("california", cards="KH QC", players=3, bankers=False)
    told: list[str] = []
    for command in (
        TakeBank(seat=1, amount=50_00),
        PlaceWager(hand=2, wager=Wager.INITIAL, amount=10_00),
        CallNoMoreBets(),
        *(DeclineBank(seat=seat) for seat in (1, 2, 3, 1)),
        TakeBank(seat=1, amount=50_00),
    ):
        before = table.attended().table
        table.when(command)
        told += [narrate(event, before) for event in table.of(e.BankTaken) if event.seat == 1]
        told += [narrate(event, before) for event in table.of(e.BankDeclined) if event.seat == 1]
    assert [sentence.removeprefix("Ann at seat 1 ") for sentence in told] == [
        "took the bank as player/dealer and put up $50.00.",
        "gave up the bank.",
        "declined the bank.",
        "took the bank as player/dealer and put up $50.00.",
    ]
