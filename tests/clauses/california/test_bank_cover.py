"""How far the player/dealer's wager covers the wagers against it, to the chip (R43, R44)."""

import pytest

from casinowar.game import events as e
from casinowar.game.commands import (
    AddToBank,
    CallNoMoreBets,
    DeclineBank,
    GoToWar,
    LeaveTable,
    PlaceWager,
    ReturnUncovered,
    Surrender,
    TakeBank,
)
from casinowar.game.refusal import Reason
from casinowar.game.words import BURN, DEALER, Act, Wager
from tests.support.banking import BANKER, banked, nets, won
from tests.support.clause import clause
from tests.support.scenario import at_table

# what uses the bank up


@clause("california", "betting.5", "round.1", "round.9")
@pytest.mark.parametrize(
    ("reading", "first", "second", "third", "fourth", "bank"),
    [
        ("payoffs", 60, -50, 40, 0, 50),
        ("running", 60, -50, 60, -30, 60),
        ("both_ways", 60, -40, 0, 0, 80),
        ("collect_first", 60, -50, 40, -30, 80),
    ],
)
def test_a_bank_of_100_covers_a_win_of_60_a_loss_of_50_a_win_of_60_and_a_loss_of_30(
    reading, first, second, third, fourth, bank
):
    scenario = banked(100_00, "KC 3C KD 3D 7H", {"bank_exhausted": reading})
    scenario.wagers({1: 60_00, 2: 50_00, 3: 60_00, 4: 30_00}).dealt()
    assert scenario.table.round is None
    assert nets(scenario) == {
        "Ann": first * 100,
        "Ben": second * 100,
        "Cleo": third * 100,
        "Dov": fourth * 100,
        "Eve": (bank - 100) * 100,
    }


@clause("california", "betting.5", "round.1")
def test_by_one_reading_every_lost_wager_is_taken_before_any_is_paid():
    scenario = banked(100_00, "KC 3C KD 3D 7H", {"bank_exhausted": "collect_first"})
    scenario.wagers({1: 20_00, 2: 30_00, 3: 20_00, 4: 10_00}, tie={1: 1_00, 3: 2_00, 4: 3_00}).dealt()
    moved = [
        (type(event).__name__, event.hand, event.amount)
        for event in scenario.of(e.WagerCollected, e.WagerPaid)
    ]
    assert moved == [
        ("WagerCollected", 1, 1_00),
        ("WagerCollected", 2, 30_00),
        ("WagerCollected", 3, 2_00),
        ("WagerCollected", 4, 10_00),
        ("WagerCollected", 4, 3_00),
        ("WagerPaid", 1, 20_00),
        ("WagerPaid", 3, 20_00),
    ]
    assert [event.hand for event in scenario.of(e.HandSettled)] == [1, 2, 3, 4]
    assert [event.hand for event in scenario.of(e.HandCompared)] == [1, 2, 3, 4]


@clause("california", "betting.5", "round.1")
def test_read_so_no_wager_is_taken_before_its_hand_is_compared():
    scenario = banked(100_00, "KC 3C 3D 7H", {"bank_exhausted": "collect_first"})
    scenario.wagers(dict.fromkeys((1, 2, 3), 20_00)).dealt()
    compared, taken = e.HandCompared, e.WagerCollected
    told = [(type(event), event.hand) for event in scenario.events if isinstance(event, compared | taken)]
    assert told == [(compared, 1), (compared, 2), (taken, 2), (compared, 3), (taken, 3)]


@clause("california", "betting.5", "round.1")
def test_read_so_who_left_loses_before_anybody_is_paid():
    readings = {"bank_exhausted": "collect_first", "leaving_player": "lost"}
    scenario = banked(100_00, "KC KD 7H", readings).wagers({1: 20_00, 2: 20_00})
    scenario.when(CallNoMoreBets()).until(Act.SETTLE_HAND).when(LeaveTable(player="Ben")).attended()
    scenario.then(
        e.WagerCollected(hand=2, wager=Wager.INITIAL, amount=20_00),
        e.WagerPaid(hand=1, wager=Wager.INITIAL, amount=20_00),
    )


@clause("california", "round.1")
@pytest.mark.parametrize("choice_timing", ["after_all_hands", "at_the_seat"])
def test_hands_are_compared_clockwise_also_where_lost_wagers_are_taken_first(choice_timing):
    readings = {"bank_exhausted": "collect_first", "choice_timing": choice_timing}
    scenario = banked(100_00, "KC 7C 3C KD 7H", readings)
    scenario.wagers(dict.fromkeys((1, 2, 3, 4), 10_00), tie={4: 5_00}).dealt()
    compared = scenario.of(e.HandCompared)
    scenario.when(Surrender(hand=2)).attended()
    compared += scenario.of(e.HandCompared)
    assert [event.hand for event in compared] == [1, 2, 3, 4]
    assert won(scenario)[:4] == [10, -5, -10, 5]


@clause("california", "round.1")
def test_settling_may_start_after_the_player_dealers_place():
    def seats(readings):
        scenario = at_table("california", bankers=False, players=4, readings=readings)
        scenario.when(DeclineBank(seat=1)).attended().when(TakeBank(seat=2, amount=100_00))
        scenario.next_cards("KC KD KH 7H").wagers({1: 60_00, 3: 60_00, 4: 60_00}).dealt()
        return [event.hand for event in scenario.events if isinstance(event, e.HandSettled)]

    assert seats({}) == [1, 3, 4]
    assert seats({"bank_start": "after_player_dealer"}) == [3, 4, 1]


@clause("california", "round.3.b", "round.7.b", "betting.5")
@pytest.mark.parametrize(("bank", "match"), [(10_00, 10_00), (9_00, 9_00), (4_00, 4_00)])
def test_a_short_bank_matches_what_it_can_and_the_rest_of_the_primary_wager_goes_back(bank, match):
    scenario = banked(bank, "9C 9D 2C 2D 2H KC 3C").wagers({1: 10_00}).dealt()
    back = [event.amount for event in scenario.of(e.WagerReturned)]
    assert sum(back) == 10_00 - match
    scenario.when(GoToWar(hand=1)).attended().then(
        e.WagerPlaced(hand=1, wager=Wager.WAR, amount=match, player="Ann"),
        e.MatchPlaced(hand=1, amount=match),
    )
    assert nets(scenario)["Ann"] == match


@clause("california", "round.7.c", "payout.3")
@pytest.mark.parametrize(("bank", "won"), [(20_00, 20_00), (19_00, 19_00), (10_00, 10_00)])
def test_the_additional_unit_of_a_tied_war_is_paid_as_far_as_anything_is_left(bank, won):
    scenario = banked(bank, "9C 9D 2C 2D 2H KC KD").wagers({1: 10_00}).dealt()
    scenario.when(GoToWar(hand=1)).attended()
    assert nets(scenario)["Ann"] == won


@clause("california", "betting.5")
def test_with_nothing_left_there_is_neither_war_nor_surrender_and_the_primary_wager_goes_back():
    scenario = banked(60_00, "KC 7C 7H").wagers({1: 60_00, 2: 10_00}).dealt()
    scenario.then(e.WagerReturned(hand=2, wager=Wager.INITIAL, amount=10_00))
    assert not scenario.of(e.TieHandChosen)
    assert nets(scenario) == {"Ann": 60_00, "Ben": 0, "Cleo": 0, "Dov": 0, "Eve": -60_00}


@clause("california", "round.3.b")
def test_by_another_reading_war_needs_the_whole_unit():
    whole = {"short_bank_at_war": "whole_unit_only"}
    assert banked(10_00, "9C 9D", whole).wagers({1: 10_00}).dealt().due.act is Act.CHOOSE
    short = banked(9_00, "9C 9D", whole).wagers({1: 10_00}).dealt()
    short.then(e.WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00))


@clause("california", "round.9")
def test_by_another_reading_the_player_dealer_may_add_when_the_ties_are_seen():
    scenario = banked(4_00, "9C 9D", {"short_bank_at_war": "may_add"}).wagers({1: 10_00}).dealt()
    scenario.when(AddToBank(amount=6_00)).attended().when(GoToWar(hand=1)).attended()
    scenario.then(e.MatchPlaced(hand=1, amount=10_00))
    plain = banked(4_00, "9C 9D").wagers({1: 10_00}).dealt()
    plain.refused(AddToBank(amount=6_00), Reason.NO_MORE_BETS, "betting.2")


@clause("california", "round.2", "betting.5")
@pytest.mark.parametrize(("reading", "left"), [("both_ways", 0), ("payoffs", 50_00), ("running", 100_00)])
def test_lost_wagers_go_before_the_player_dealer_and_won_ones_are_paid_from_there(reading, left):
    table = banked(120_00, "KC 3C 7C 7H", {"bank_exhausted": reading})
    table.wagers({1: 60_00, 2: 50_00, 3: 10_00}).dealt()
    assert table.table.inventory == 120_00 - 60_00 + 50_00
    assert table.due.cover == left
    table.when(Surrender(hand=3)).attended().then(e.BankReturned(seat=BANKER, amount=115_00))
    assert (table.table.inventory, won(table)) == (0, [60, -50, -5, 0, -5])


@clause("california", "betting.5", "round.9")
@pytest.mark.parametrize(
    ("bank", "second", "third"), [(121_00, 60_00, -10_00), (120_00, 60_00, 0), (119_00, 59_00, 0)]
)
def test_payoffs_stop_at_the_bank_and_then_lost_wagers_go_back_too(bank, second, third):
    table = (
        banked(bank, "KC KD 3D 7H", {"bank_exhausted": "payoffs"})
        .wagers({1: 60_00, 2: 60_00, 3: 10_00})
        .dealt()
    )
    assert nets(table) == {
        "Ann": 60_00,
        "Ben": second,
        "Cleo": third,
        "Dov": 0,
        "Eve": -60_00 - second - third,
    }
    back = e.WagerReturned(hand=3, wager=Wager.INITIAL, amount=10_00)
    assert (back in table.events) == (third == 0)


@clause("california", "betting.5", "round.1.b")
@pytest.mark.parametrize(("bank", "tie"), [(65_00, -5_00), (61_00, -1_00), (60_00, 0), (59_00, 0)])
def test_at_one_place_the_primary_wager_is_covered_before_the_tie_wager(bank, tie):
    table = banked(bank, "KC 7H").wagers({1: 60_00}, tie={1: 5_00}).dealt()
    assert nets(table)["Ann"] == min(bank, 60_00) + tie


@clause("california", "betting.5", "round.1.c")
@pytest.mark.parametrize(("bank", "paid"), [(51_00, 50_00), (50_00, 50_00), (49_00, 49_00)])
def test_a_tie_wager_is_paid_as_far_as_the_bank_goes(bank, paid):
    table = banked(bank, "7C 7H").wagers({1: 60_00}, tie={1: 5_00}).dealt()
    table.then(
        e.WagerPaid(hand=1, wager=Wager.TIE, amount=paid),
        e.WagerReturned(hand=1, wager=Wager.TIE, amount=5_00),
    )
    assert (table.due.act is Act.CHOOSE) == (bank == 51_00)


@clause("california", "betting.5")
@pytest.mark.parametrize(("bank", "taken"), [(51_00, 50_00), (50_00, 50_00), (49_00, 49_00)])
def test_covering_both_ways_takes_no_more_than_the_bank_could_lose(bank, taken):
    table = banked(bank, "3C KC 7H", {"bank_exhausted": "both_ways"}).wagers({1: 50_00, 2: 60_00}).dealt()
    assert nets(table)["Ann"] == -taken
    assert nets(table)["Ben"] == bank - taken


@clause("california", "betting.5")
@pytest.mark.parametrize(
    ("reading", "second"), [("payoffs", 10), ("running", 40), ("both_ways", 0), ("collect_first", 10)]
)
def test_only_a_running_bank_pays_with_what_it_has_taken(reading, second):
    table = banked(10_00, "3C KC 7H", {"bank_exhausted": reading}).wagers({1: 30_00, 2: 40_00}).dealt()
    first = -10 if reading == "both_ways" else -30
    assert won(table) == [first, second, 0, 0, -first - second]


@clause("california", "round.1", "betting.5")
@pytest.mark.parametrize(
    ("reading", "expected"), [("dealers_left", [60, 0, 40, 0, 0]), ("after_player_dealer", [0, 0, 60, 40, 0])]
)
def test_where_settling_starts_decides_who_is_covered(reading, expected):
    table = banked(100_00, "KC KD KH 7H", {"bank_start": reading}, banker=2)
    table.wagers({1: 60_00, 3: 60_00, 4: 60_00}).dealt()
    expected[1] = -100
    assert won(table) == expected


@clause("california", "round.3.b", "round.3", "round.1")
@pytest.mark.parametrize(("reading", "order"), [("dealers_left", [1, 3]), ("after_player_dealer", [3, 1])])
def test_what_stands_choices_and_matches_follow_the_order_of_settling(reading, order):
    table = banked(15_00, "9C 9D 9H", {"bank_start": reading}, banker=2).wagers({1: 10_00, 3: 10_00}).dealt()
    table.then(e.HandStands(hand=order[0], amount=10_00), e.HandStands(hand=order[1], amount=5_00))
    assert table.due.seat == order[0]
    table.when(*(GoToWar(hand=seat) for seat in order)).attended()
    table.then(e.MatchPlaced(hand=order[0], amount=10_00), e.MatchPlaced(hand=order[1], amount=5_00))


# a short bank at war


@clause("california", "round.3.b", "betting.5")
@pytest.mark.parametrize(("bank", "match"), [(20_00, 10_00), (19_00, 9_00), (11_00, 1_00)])
def test_matches_are_made_in_the_order_of_settling_from_what_is_left(bank, match):
    table = banked(bank, "9C 9D 9H").wagers({1: 10_00, 2: 10_00}).dealt()
    table.when(GoToWar(hand=1), GoToWar(hand=2)).attended()
    table.then(e.MatchPlaced(hand=1, amount=10_00), e.MatchPlaced(hand=2, amount=match))


@clause("california", "round.3.b", "betting.5")
def test_what_stands_is_set_before_any_choice_so_that_no_choice_changes_it():
    table = banked(10_00, "9C 9D 9H").wagers({1: 10_00, 2: 10_00}).when(CallNoMoreBets())
    table.until(Act.RETURN_UNCOVERED)
    assert (table.due.clause, table.due.seat) == ("betting.5", None)
    table.refused(Surrender(hand=1), Reason.NOT_NOW, "betting.5")
    table.when(ReturnUncovered()).then_exactly(
        e.HandStands(hand=1, amount=10_00),
        e.WagerReturned(hand=2, wager=Wager.INITIAL, amount=10_00),
        e.HandStands(hand=2, amount=0),
        e.HandSettled(hand=2),
    )
    table.when(Surrender(hand=1)).attended()
    assert won(table) == [-5, 0, 0, 0, 5]


@clause("california", "round.3.a", "betting.5")
@pytest.mark.parametrize(("bank", "taken"), [(20_00, 5_00), (19_98, 4_99), (12_00, 1_00), (10_02, 1)])
def test_half_of_what_stands_is_surrendered(bank, taken):
    table = banked(bank, "9C 9D 9H").wagers({1: 10_00, 2: 10_00}).dealt()
    table.when(GoToWar(hand=1), Surrender(hand=2)).attended().then(
        e.MatchPlaced(hand=1, amount=10_00),
        e.WagerCollected(hand=2, wager=Wager.INITIAL, amount=taken),
        e.WagerReturned(hand=2, wager=Wager.INITIAL, amount=taken),
    )


@clause("california", "round.3.b", "betting.5")
def test_payoffs_of_the_original_deal_come_before_what_stands_of_tie_hands():
    table = (
        banked(10_00, "9C KD 9H")
        .wagers({1: 10_00, 2: 10_00})
        .dealt()
        .then(
            e.WagerPaid(hand=2, wager=Wager.INITIAL, amount=10_00),
            e.WagerReturned(hand=1, wager=Wager.INITIAL, amount=10_00),
            e.HandSettled(hand=1),
        )
    )
    assert not table.of(e.WarDealBegan, e.WarWagerConfirmed), "no war without a match"
    assert won(table) == [0, 10, 0, 0, -10]


@clause("california", "round.3.b", "round.6")
def test_only_wars_that_are_matched_get_a_war_card():
    table = banked(20_00, "9C 9D KD 9H").wagers({1: 10_00, 2: 10_00, 3: 10_00}).dealt()
    table.then(e.WagerReturned(hand=2, wager=Wager.INITIAL, amount=10_00), e.HandSettled(hand=2))
    table.when(GoToWar(hand=1)).attended().then(e.MatchPlaced(hand=1, amount=10_00))
    assert [event.hands for event in table.of(e.WarDealBegan)] == [(1,)]
    assert table.drawn == [BURN, BURN, BURN, 1, DEALER]


@clause("california", "round.7.a", "betting.5")
def test_a_lost_war_costs_what_stands_and_as_much_again():
    table = banked(4_00, "9C 9D 2C 2D 2H 3C KC").wagers({1: 10_00}).dealt()
    table.when(GoToWar(hand=1)).attended()
    assert won(table) == [-8, 0, 0, 0, 8]


@clause("california", "round.3.b")
def test_by_another_reading_a_war_that_cannot_be_matched_whole_after_an_earlier_one_is_not_fought():
    whole = {"short_bank_at_war": "whole_unit_only"}
    enough = banked(20_00, "9C 9D 9H", whole).wagers({1: 10_00, 2: 10_00}).dealt().when(GoToWar(hand=1))
    assert (enough.due.act, enough.due.seat) == (Act.CHOOSE, 2)
    short = banked(19_00, "9C 9D 9H", whole).wagers({1: 10_00, 2: 10_00}).dealt()
    short.then(e.WagerReturned(hand=2, wager=Wager.INITIAL, amount=10_00), e.HandSettled(hand=2))
    short.when(GoToWar(hand=1)).attended().then(e.MatchPlaced(hand=1, amount=10_00))


@clause("california", "round.9")
def test_by_another_reading_an_empty_bank_may_be_filled_up_when_ties_are_seen():
    may_add = {"short_bank_at_war": "may_add"}
    table = banked(60_00, "KC 7C 7H", may_add).wagers({1: 60_00, 2: 10_00}).dealt()
    table.when(AddToBank(amount=10_00)).attended().when(GoToWar(hand=2)).attended()
    table.then(e.MatchPlaced(hand=2, amount=10_00))
    empty = banked(60_00, "KC 7C 7H", may_add).wagers({1: 60_00, 2: 10_00}).dealt()
    empty.when(AddToBank(amount=0)).attended().then(
        e.WagerReturned(hand=2, wager=Wager.INITIAL, amount=10_00)
    )
    assert won(empty) == [60, 0, 0, 0, -60]


@clause("california", "round.9", "betting.2")
def test_after_the_call_the_player_dealer_adds_only_when_ties_are_seen_and_only_chips_that_are_there():
    table = banked(4_00, "9C KC 9D 2C 2D 2H 3C KC", {"short_bank_at_war": "may_add"})
    table.wagers({1: 10_00, 2: 2_00})
    table.when(CallNoMoreBets()).until(Act.SETTLE_HAND).went_on()
    assert table.hand(1).chooses
    table.refused(AddToBank(amount=6_00), Reason.NO_MORE_BETS, "betting.2")
    table.attended()
    for wrong in (-1, 1, 6_01):
        table.refused(AddToBank(amount=wrong), Reason.BANK_NOT_IN_CHIPS, "betting.1; R44")
    table.refused(AddToBank(amount=9_996_02), Reason.NOT_ENOUGH_CHIPS, "betting.1")
    assert table.is_allowed(AddToBank(amount=9_996_00))
    assert table.is_allowed(AddToBank(amount=0)), "a short bank may be left as it is"
    table.when(AddToBank(amount=8_00)).attended()
    for refused in (0, 6_00):
        table.refused(AddToBank(amount=refused), Reason.NO_MORE_BETS, "betting.2")
    table.when(GoToWar(hand=1)).until(Act.BURN_CARD)
    table.refused(AddToBank(amount=6_00), Reason.NO_MORE_BETS, "betting.2")


@clause("california", "round.9", "betting.1")
def test_the_bank_need_not_cover_all_wagers():
    table = banked(2, "KC 2C").wagers({1: 10_00, 2: 10_00, 3: 500_00})
    assert table.is_allowed(PlaceWager(hand=4, wager=Wager.INITIAL, amount=10_00))
