"""Backline betting: wagers on the card of a seat, by people who stand behind it (R41)."""

import pytest

from casinowar.game.book.house import House
from casinowar.game.commands import (
    CallNoMoreBets,
    CutStack,
    GoToWar,
    LeaveTable,
    PlaceWager,
    ReportIrregularity,
    Sit,
    Surrender,
    TakeBank,
    WithdrawWager,
)
from casinowar.game.events import (
    BankOffered,
    CardDealt,
    CutOffered,
    HandCompared,
    HandSettled,
    WagerCollected,
    WagerPaid,
    WagerReturned,
    WagerWithdrawn,
    WarDealBegan,
)
from casinowar.game.refusal import HouseError, Reason
from casinowar.game.words import BURN, DEALER, Act, Irregularity, Wager
from tests.support.clause import clause
from tests.support.scenario import BANKERS, Scenario, at_table, opened

TWO = House(backline=2)
BEHIND_2 = (102, 202)
STANDING = {102: "Kim", 202: "Lou"}


def crowded(cards: str, readings: dict[str, str] | None = None) -> Scenario:
    """Seat Ann, Ben and Cleo, with Kim and Lou standing behind Ben."""
    table = at_table("california", house=TWO, readings=readings)
    for number, player in STANDING.items():
        table.when(Sit(player=player, seat=number, chips=1_000_00))
    return table.next_cards(cards)


def initial(seat: int, amount: int = 10_00) -> PlaceWager:
    """Place a primary wager."""
    return PlaceWager(hand=seat, wager=Wager.INITIAL, amount=amount)


@clause("california", "players")
def test_nobody_stands_behind_an_empty_seat_or_the_player_dealer():
    table = at_table("california", players=2, bankers=False, house=TWO).when(TakeBank(seat=1, amount=100_00))
    table.refused(Sit(player="Kim", seat=103, chips=10_00), Reason.SEAT_EMPTY, "R112")
    table.refused(Sit(player="Kim", seat=101, chips=10_00), Reason.BEHIND_THE_BANK, "R112")
    assert table.is_allowed(Sit(player="Kim", seat=102, chips=10_00))


@clause("california", "players")
@pytest.mark.parametrize(("backline", "number"), [(1, 102), (2, 202)])
def test_as_many_stand_behind_a_seat_as_the_house_lets(backline, number):
    table = at_table("california", house=House(backline=backline))
    table.refused(Sit(player="Kim", seat=number + 100, chips=10_00), Reason.NO_SUCH_BACKLINE, "players")
    table.refused(Sit(player="Kim", seat=100, chips=10_00), Reason.NO_SUCH_SEAT, "table")
    table.refused(Sit(player="Kim", seat=109, chips=10_00), Reason.NO_SUCH_SEAT, "table")
    table.when(Sit(player="Kim", seat=number, chips=100_00))
    table.refused(Sit(player="Lou", seat=number, chips=10_00), Reason.SEAT_TAKEN)
    table.wagers({2: 10_00}).when(initial(number))


@clause("california", "players")
def test_there_is_no_backline_where_the_house_or_the_reading_has_none():
    table = at_table("california")
    table.refused(Sit(player="Kim", seat=101, chips=10_00), Reason.NO_SUCH_BACKLINE, "players")
    with pytest.raises(HouseError, match=r"backline: the rulebook does not provide for it"):
        opened("california", house=TWO, readings={"backline": "none"})


@clause("california", "players")
def test_a_backline_bettor_has_primary_and_tie_wagers_of_his_own_on_the_seats_one_card():
    table = crowded("9H 9C").wagers({2: 10_00, 102: 30_00}, tie={102: 5_00})
    table.dealt().then(
        CardDealt(spot=2, card="9H"),
        CardDealt(spot=DEALER, card="9C"),
        WagerPaid(hand=102, wager=Wager.TIE, amount=50_00),
    )
    assert table.drawn == [2, DEALER], "one card for the seat, whoever wagers on it"
    assert table.hand(102).card == table.hand(2).card == "9H"
    assert table.hand(102).player == "Kim"


@clause("california", "players")
@pytest.mark.parametrize(("cards", "won"), [("TH 9C", 1), ("8H 9C", -1)])
def test_a_backline_wager_wins_and_loses_with_the_seats_card(cards, won):
    table = crowded(cards).wagers({2: 10_00, 102: 30_00, 202: 50_00}).dealt()
    assert [table.net(player) for player in ("Ben", "Kim", "Lou")] == [
        won * 10_00,
        won * 30_00,
        won * 50_00,
    ]
    assert table.bank_net() == -won * 90_00


@clause("california", "players")
def test_a_backline_wager_needs_the_seated_players_wager_and_goes_back_with_it():
    table = crowded("")
    table.wagers({1: 10_00}).refused(initial(102), Reason.WAGER_NEEDS_INITIAL, "R112")
    table.wagers({2: 10_00}).when(initial(102), initial(202))
    withdrawn = [WagerWithdrawn(hand=seat, wager=Wager.INITIAL, amount=10_00) for seat in (2, *BEHIND_2)]
    again = Scenario(table.rules, table.table)
    again.when(WithdrawWager(hand=2, wager=Wager.INITIAL)).then_exactly(*withdrawn)
    table.when(LeaveTable(player="Ben")).then(*withdrawn)
    assert set(table.round.hands) == {1}


@clause("california", "players")
def test_a_backline_bettor_takes_a_wager_back_alone():
    table = crowded("").wagers({2: 10_00, 102: 10_00, 202: 10_00})
    table.when(WithdrawWager(hand=102, wager=Wager.INITIAL))
    assert set(table.round.hands) == {2, 202}
    table.when(LeaveTable(player="Lou"))
    assert set(table.round.hands) == {2}


@clause("california", "players")
def test_nobody_wagers_behind_the_player_dealer_who_has_no_card_of_his_own():
    table = at_table("california", players=2, bankers=False, house=TWO)
    table.when(Sit(player="Kim", seat=101, chips=100_00), TakeBank(seat=1, amount=100_00)).wagers({2: 10_00})
    table.refused(initial(101), Reason.WAGER_NEEDS_INITIAL, "R112")


@clause("california", "players", "round.1")
def test_backline_wagers_are_settled_directly_after_the_seated_player():
    table = crowded("TH TD TS 9C").wagers({3: 10_00, 2: 10_00, 102: 10_00, 202: 10_00, 1: 10_00}).dealt()
    assert [event.hand for event in table.of(HandSettled)] == [1, 2, 102, 202, 3]
    assert [event.hand for event in table.of(HandCompared)] == [1, 2, 102, 202, 3]


@clause("california", "players", "round.1")
def test_several_behind_one_seat_are_settled_in_the_order_in_which_they_wagered():
    table = crowded("9H TS 9C").wagers({2: 10_00, 202: 10_00, 102: 10_00, 3: 10_00}).dealt()
    assert [event.hand for event in table.of(HandCompared)] == [2, 202, 102, 3]
    table.when(Surrender(hand=2))
    table.refused(Surrender(hand=102), Reason.CHOICE_NOT_YET, "round.3")
    table.when(Surrender(hand=202), Surrender(hand=102))


@clause("california", "players", "betting.5")
def test_a_short_bank_covers_the_backline_after_its_seat_and_before_the_next():
    table = at_table("california", bankers=False, house=TWO, players=4).when(TakeBank(seat=1, amount=35_00))
    for number, player in STANDING.items():
        table.when(Sit(player=player, seat=number, chips=1_000_00))
    table.next_cards("TH TD 9C").wagers({3: 10_00, 2: 10_00, 202: 10_00, 102: 20_00}).dealt()
    nets = [table.net(player) for player in ("Ben", "Lou", "Kim", "Cleo")]
    assert nets == [10_00, 10_00, 15_00, 0]


@clause("california", "players", "round.3")
@pytest.mark.parametrize("seated", [GoToWar(hand=2), Surrender(hand=2)])
def test_a_backline_bettor_chooses_for_himself(seated):
    table = crowded("9H 9C").wagers({2: 10_00, 102: 10_00, 202: 10_00}).dealt()
    table.when(seated)
    assert (table.due.act, table.due.seat) == (Act.CHOOSE, 102)
    assert table.is_allowed(Surrender(hand=102))
    table.when(GoToWar(hand=102), Surrender(hand=202)).attended()
    assert table.net("Lou") == -5_00


@clause("california", "players", "round.6")
def test_the_seat_gets_one_war_card_if_anyone_on_it_goes_to_war():
    table = crowded("9H 9C").wagers({2: 10_00, 102: 30_00, 202: 10_00}).dealt()
    table.next_cards("2C 3C 4C KH QD").when(
        Surrender(hand=2), GoToWar(hand=102), GoToWar(hand=202)
    ).attended()
    table.then(
        WarDealBegan(hands=(102, 202), deal=(BURN, BURN, BURN, 2, DEALER), compare=(), settle=(102, 202)),
        CardDealt(spot=2, card="KH", war=1),
        CardDealt(spot=DEALER, card="QD", war=1),
    )
    assert [table.net(player) for player in ("Ben", "Kim", "Lou")] == [-5_00, 30_00, 10_00]


@clause("california", "players", "round.6")
def test_the_seat_gets_no_war_card_if_nobody_on_it_goes_to_war():
    table = crowded("9H 9S 9C").wagers({2: 10_00, 102: 10_00, 3: 10_00}).dealt()
    table.when(Surrender(hand=2), Surrender(hand=102), GoToWar(hand=3)).attended()
    assert table.drawn == [BURN, BURN, BURN, 3, DEALER]


@clause("california", "players")
def test_by_another_reading_the_seated_players_surrender_binds_the_backline():
    table = crowded("9H 9C", {"backline": "bound"}).wagers({2: 10_00, 102: 10_00}).dealt()
    table.when(Surrender(hand=2)).refused(GoToWar(hand=102), Reason.WAGER_NOT_OFFERED, "players")
    table.when(Surrender(hand=102))
    assert table.net("Kim") == -5_00


@clause("california", "players")
def test_by_that_reading_a_backline_bettor_who_does_not_add_the_war_wager_surrenders():
    table = crowded("9H 9C 2C 3C 4C KH QD", {"backline": "bound"})
    table.wagers({2: 10_00, 102: 10_00, 202: 10_00}).dealt()
    table.when(GoToWar(hand=2), GoToWar(hand=102), Surrender(hand=202)).attended()
    assert [table.net(player) for player in ("Ben", "Kim", "Lou")] == [10_00, 10_00, -5_00]


@clause("california", "round.10", "definitions.player-dealer", "players")
def test_a_backline_bettor_is_never_offered_the_bank():
    table = crowded("")
    assert table.table.bank.seat == 7
    offered = [event.seat for event in table.history if isinstance(event, BankOffered)]
    for _ in range(4):
        table.next_cards("KC 2C").wagers({1: 10_00}).dealt()
        offered += [event.seat for event in table.of(BankOffered)]
    assert {1, 2, 3, 7, 8} == set(offered)
    late = at_table("california", bankers=False, players=2, house=TWO)
    late.when(Sit(player="Kim", seat=102, chips=100_00))
    late.refused(TakeBank(seat=102, amount=10_00), Reason.BANK_NOT_OFFERED, "round.10; standards.4")


@clause("california", "players")
def test_backline_bettors_do_not_count_among_the_two_who_have_to_sit():
    table = at_table("california", bankers=False, players=1, house=TWO)
    table.when(Sit(player="Kim", seat=101, chips=100_00))
    assert (table.due.act, table.due.clause) == (Act.TAKE_SEAT, "players")


@clause("california", "dealing.4", "players")
def test_a_backline_bettor_is_not_asked_to_cut():
    table = opened("california", house=TWO).when(Sit(player="Ann", seat=1, chips=100_00))
    table.when(Sit(player="Kim", seat=101, chips=100_00)).attended().then(CutOffered(seat=1))
    table.refused(CutStack(seat=101, depth=100), Reason.CUT_NOT_YOURS, "R31")


@clause("california", "dealing.4", "players")
def test_the_first_cut_waits_for_a_player_who_sits_when_only_the_backline_is_there():
    table = opened("california", house=TWO).when(Sit(player="Ann", seat=1, chips=100_00))
    table.when(Sit(player="Kim", seat=101, chips=100_00), LeaveTable(player="Ann")).attended()
    assert (table.due.act, table.due.clause) == (Act.TAKE_SEAT, "R31")
    table.when(Sit(player="Ann", seat=1, chips=100_00)).attended().then(CutOffered(seat=1))


@clause("california", "dealing.3", "players")
def test_a_player_who_now_stands_behind_a_seat_has_no_cut_any_more():
    house = House(cards_behind_cover_card=312 - 2, backline=2)
    table = at_table("california", cards="5H 5D 9C", house=house).wagers({1: 10_00, 2: 10_00})
    table.dealt().then(CutOffered(seat=2)).when(LeaveTable(player="Ben"))
    table.when(Sit(player="Ben", seat=101, chips=100_00)).attended().then(CutOffered(seat=3))


def test_a_backline_bettor_who_leaves_in_mid_round_surrenders_a_tie_hand_and_the_seat_plays_on():
    table = crowded("9H 9C").wagers({2: 10_00, 102: 10_00}).when(CallNoMoreBets(), LeaveTable(player="Kim"))
    table.attended().when(GoToWar(hand=2)).attended().then(
        WagerCollected(hand=102, wager=Wager.INITIAL, amount=5_00),
        WagerReturned(hand=102, wager=Wager.INITIAL, amount=5_00),
    )
    assert "Kim" not in table.table.chips
    assert set(table.table.chips) == {"Ann", "Ben", "Cleo", "Lou", *BANKERS}


def test_a_backline_bettor_who_does_not_choose_stops_play():
    table = crowded("9H 9C").wagers({2: 10_00, 102: 10_00}).dealt().when(Surrender(hand=2))
    table.when(ReportIrregularity(irregularity=Irregularity.NO_CHOICE, hand=102))
    assert (table.due.act, table.due.seat) == (Act.RULE, 102)
