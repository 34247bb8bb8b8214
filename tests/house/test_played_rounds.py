"""What a round brought somebody is one thing, whether it is told hand by hand or by what they had before."""

from collections import Counter

import pytest

from casinowar.game import commands as c
from casinowar.game.words import Wager
from casinowar.house.backoffice.books import Books
from casinowar.house.backoffice.played_rounds import played_rounds
from casinowar.house.backoffice.player_history import player_rounds
from casinowar.house.backoffice.recall import Recall
from casinowar.house.backoffice.round_search import RoundSearch, find_rounds
from casinowar.house.journal.requests import Actor
from casinowar.house.storage.store import Store
from tests.house.sample_house import ANN, PIT, SETTINGS, Served
from tests.house.test_bots import ADA, BEN, house, played_out

__all__ = ["house"]
BOB = Actor("Bob")
ROUNDS = 12
PLAYERS = ("Ann", ADA.name, BEN.name)


def test_net_results_by_hand_and_by_holdings_agree(house: Served):
    played_out(house)
    for number in range(ROUNDS):
        house.must(c.PlaceWager(hand=3, wager=Wager.INITIAL, amount=20_00))
        if number == 3:
            house.must(c.BuyChips(player="Ann", amount=100_00))
        played_out(house)
        house.must(c.CallNoMoreBets(), PIT)
        played_out(house)
    books = Books(house.store)
    found = {each.round: each for each in find_rounds(house.store, books, RoundSearch(most=100)).rounds}
    followed = played_rounds(house.store, books, "t", Recall(house.store, "t").rounds())
    assert len(found) == len(followed) == ROUNDS
    banked = Counter[str]()
    for number, told in found.items():
        hands: Counter[str] = Counter()
        for hand in told.hands:
            hands[hand.player] += hand.net
        brought = followed[number].net
        others = [each for each in PLAYERS if brought[each] != hands[each]]
        assert len(others) <= 1, "only who banked has what no hand of theirs won"
        for banker in others:
            banked[banker] += 1
            assert brought[banker] == told.house
            assert told.bank == banker
            assert number in {
                each.round
                for each in find_rounds(house.store, books, RoundSearch(player=banker, most=100)).rounds
            }
        assert sum(brought.values()) == (0 if others else -told.house)
    assert (banked.total() > 0) is (house.worker.rules("t").book.bank is not None)
    for player in PLAYERS:
        listed = {each.round: each.net for each in player_rounds(house.store, books, player, 0, 100)}
        assert listed == {number: followed[number].net[player] for number in listed}
        assert listed.keys() >= {
            number
            for number, told in found.items()
            if player in {told.bank, *(hand.player for hand in told.hands)}
        }


def test_player_rounds_span_all_sheets(store: Store, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("casinowar.house.backoffice.books.SHEET", 7)
    served = Served(store)
    served.worker.open("t", SETTINGS)
    served.must(c.OpenTable(), PIT)
    served.seat(ANN, BOB).play(6)
    served.must(c.LeaveTable(player="Bob"), BOB)
    served.play(5)
    books = Books(served.store, keeps=served.store)
    for known in (books, Books(served.store)):  # booked now, and read from the sheets that were kept
        book = known.of("t")
        assert len(book.sheets) > 3
        for player, rounds in (("Ann", 11), ("Bob", 6), ("Eve", 0)):
            wanted = [each for each in book.rounds() if player in each.players]
            assert [*book.rounds_of(player)] == wanted
            assert len(wanted) == rounds
    listed = player_rounds(served.store, books, "Bob", 0, 100)
    assert [each.round for each in listed] == [6, 5, 4, 3, 2, 1]
    assert player_rounds(served.store, books, "Bob", 2, 3) == listed[2:5]
    assert player_rounds(served.store, books, "Eve", 0, 3) == []
