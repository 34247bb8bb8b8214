"""Who banks: the player/dealer, the order of the offers, two rounds at most (R45, R46)."""

import pytest

from casinowar.game import events as e
from casinowar.game.book.house import House, Limit
from casinowar.game.commands import (
    AddToBank,
    BuyChips,
    CallNoMoreBets,
    ChangeSeat,
    DeclineBank,
    LeaveTable,
    OpenTable,
    OrderReshuffle,
    PlaceWager,
    ReportNoCardDealt,
    ReportShufflerJam,
    Rule,
    Sit,
    Surrender,
    TakeBank,
    WithdrawWager,
)
from casinowar.game.refusal import HouseError, Reason
from casinowar.game.words import DEALER, Act, Ruling, Wager
from casinowar.rulebooks import load_rules
from tests.support.banking import BANKER, banked, banks, declines, nets, players
from tests.support.clause import clause
from tests.support.scenario import Scenario, at_table, posted, ready

ROTATION = "round.10; standards.4"


@clause("california", "round.10", "standards.4")
def test_nobody_banks_more_than_two_rounds_in_a_row_and_the_bank_goes_on_clockwise():
    scenario = at_table("california", bankers=False, players=3)
    held = []
    for _ in range(6):
        seat = scenario.due.seat or 0
        held.append(seat)
        scenario.when(TakeBank(seat=seat, amount=100_00))
        scenario.wagers({seat % 3 + 1: 10_00}).dealt()
        while scenario.due.act is Act.CHOOSE:
            scenario.when(Surrender(hand=scenario.due.seat or 0)).attended()
    assert held == [1, 1, 2, 2, 3, 3]


@clause("california", "round.10", "definitions.player-dealer")
def test_the_bank_may_be_declined_and_given_up_after_one_round():
    scenario = at_table("california", bankers=False, players=3).when(DeclineBank(seat=1)).attended()
    assert scenario.due.seat == 2
    scenario.when(TakeBank(seat=2, amount=100_00)).next_cards("KC 2C").wagers({1: 10_00}).dealt()
    assert scenario.due.seat == 2
    scenario.when(DeclineBank(seat=2)).attended()
    assert scenario.due.seat == 3


@clause("california", "standards.4")
def test_by_another_reading_the_bank_is_held_for_exactly_two_rounds():
    scenario = at_table("california", bankers=False, players=3, readings={"bank_rounds": "exactly_two"})
    scenario.when(TakeBank(seat=1, amount=100_00)).next_cards("KC 2C").wagers({2: 10_00}).dealt()
    scenario.refused(DeclineBank(seat=1), Reason.BANK_IS_KEPT, "standards.4")


@clause("california", "standards.4", "round.10")
def test_the_bank_follows_its_holder_to_another_seat():
    """What counts is the person, not the seat (R114)."""
    table = at_table("california", bankers=False, readings={"bank_rounds": "exactly_two"})
    table.when(TakeBank(seat=1, amount=100_00)).next_cards("KC 2C").wagers({2: 10_00})
    table.when(CallNoMoreBets(), OrderReshuffle()).until(Act.OFFER_CUT).when(ChangeSeat(player="Ann", seat=8))
    ready(table)
    assert (table.due.act, table.due.seat) == (Act.ANSWER_BANK, 8)
    table.refused(DeclineBank(seat=8), Reason.BANK_IS_KEPT, "standards.4")


@clause("california", "round.10")
def test_who_has_held_it_for_two_rounds_and_moves_takes_nobodys_turn():
    table = at_table("california", bankers=False, players={1: "Ann", 3: "Ben", 5: "Cleo"})
    banks(table, 1).when(TakeBank(seat=1, amount=100_00)).next_cards("KC 2C").wagers({3: 10_00})
    table.when(CallNoMoreBets(), OrderReshuffle()).until(Act.OFFER_CUT).when(ChangeSeat(player="Ann", seat=4))
    assert ready(table).due.seat == 3


@clause("california", "round.9", "definitions.player-dealer")
def test_when_nobody_banks_no_round_is_dealt_because_the_house_never_does():
    scenario = at_table("california", bankers=False, players=2)
    for _ in range(2):
        scenario.when(TakeBank(seat=1, amount=100_00)).next_cards("KC 2C").wagers({2: 10_00}).dealt()
    scenario.when(DeclineBank(seat=2)).attended()
    assert (scenario.due.act, scenario.due.seat) == (Act.ANSWER_BANK, None)
    scenario.refused(TakeBank(seat=1, amount=100_00), Reason.BANK_NOT_OFFERED, "round.10; standards.4")
    scenario.refused(PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00), Reason.BETTING_NOT_OPEN)
    scenario.when(TakeBank(seat=2, amount=1_00))


@clause("california", "betting.3", "dealing.5.b")
def test_the_player_dealer_makes_no_wager_and_gets_the_last_card():
    scenario = banked(100_00, "KC 2C")
    scenario.refused(
        PlaceWager(hand=BANKER, wager=Wager.INITIAL, amount=10_00), Reason.BANKER_MAY_NOT_WAGER, "R46"
    )
    scenario.wagers({1: 10_00}).dealt()
    assert [event.spot for event in scenario.of(e.CardDealt)] == [1, 0]


@clause("california", "round.9")
def test_the_player_dealers_wager_has_no_maximum():
    scenario = at_table("california", bankers=False, players=2, chips=10**12)
    scenario.when(TakeBank(seat=1, amount=10**12))
    assert (scenario.table.inventory, scenario.table.chips["Ann"]) == (10**12, 0)


@clause("california", "round.9")
def test_the_house_never_takes_a_percentage():
    scenario = banked(500_00, "KC 3C KD 3D 7H").wagers({1: 60_00, 2: 50_00, 3: 60_00, 4: 30_00}).dealt()
    assert sum(nets(scenario).values()) == 0
    assert scenario.table.inventory == 0


def test_the_player_dealer_may_leave_before_no_more_bets_but_not_after():
    scenario = banked(100_00, "KC 2C").wagers({1: 10_00})
    before = Scenario(scenario.rules, scenario.table).when(LeaveTable(player="Eve")).attended()
    assert before.due.act is Act.ANSWER_BANK
    assert before.hand(1).on_layout(Wager.INITIAL) == 10_00
    scenario.when(CallNoMoreBets()).refused(LeaveTable(player="Eve"), Reason.BANKER_STAYS, "betting.2")


@clause("california", "standards.4", "round.10")
def test_a_bank_is_held_for_two_rounds_but_not_for_a_third():
    table = banks(players(3), 1, rounds=2)
    assert (table.due.act, table.due.seat, table.due.clause) == (Act.ANSWER_BANK, 2, ROTATION)
    table.refused(TakeBank(seat=1, amount=10_00), Reason.BANK_NOT_OFFERED, ROTATION)
    declines(table, 2, 3)
    assert (table.due.act, table.due.seat) == (Act.ANSWER_BANK, None)
    table.refused(TakeBank(seat=1, amount=10_00), Reason.BANK_NOT_OFFERED, ROTATION)
    table.refused(DeclineBank(seat=1), Reason.BANK_NOT_OFFERED, ROTATION)
    assert table.is_allowed(TakeBank(seat=3, amount=10_00))


@clause("california", "standards.4")
def test_the_bank_covers_the_tie_wagers_too():
    table = banked(100_00, "9C 9D").wagers({1: 10_00}, tie={1: 5_00}).dealt()
    assert table.table.inventory == 100_00 - 50_00


@clause("california", "round.10")
def test_who_held_the_bank_for_two_rounds_may_hold_it_again_after_another():
    table = banks(banks(players(2), 1, rounds=2), 2)
    declines(table, 2)
    banks(table, 1)


@clause("california", "round.10")
def test_a_third_round_is_not_gained_by_having_another_take_the_bank_and_leave():
    table = banks(players(3), 1, rounds=2).when(TakeBank(seat=2, amount=10_00), LeaveTable(player="Ben"))
    table.attended()
    assert (table.due.act, table.due.seat) == (Act.ANSWER_BANK, 3)
    declines(table, 3).refused(TakeBank(seat=1, amount=10_00), Reason.BANK_NOT_OFFERED, ROTATION)


@clause("california", "round.10")
def test_a_third_round_is_not_gained_by_moving_to_another_seat():
    table = banks(players(3), 1, rounds=2)
    table.when(LeaveTable(player="Ann"), Sit(player="Ann", seat=4, chips=100_00))
    declines(table.attended(), 2, 3)
    assert (table.due.act, table.due.seat) == (Act.ANSWER_BANK, None)
    table.refused(TakeBank(seat=4, amount=10_00), Reason.BANK_NOT_OFFERED, ROTATION)


@clause("california", "round.10")
def test_the_bank_goes_round_the_table_clockwise_past_empty_seats():
    table = at_table("california", bankers=False, players={2: "Ben", 5: "Eve", 8: "Hal"})
    for seat in (2, 5, 8):
        banks(table, seat, rounds=2)
    assert table.due.seat == 2


@clause("california", "round.10", "definitions.player-dealer")
def test_everybody_is_asked_once_and_again_after_a_round():
    table = declines(players(3), 1, 2)
    banks(table, 3)
    declines(table, 3, 1, 2)
    assert table.due.seat is None


@clause("california", "definitions.player-dealer")
def test_the_role_is_offered_by_the_dealer_to_one_player_at_a_time():
    table = players(3)
    assert (table.due.act, table.due.seat, table.due.clause) == (Act.ANSWER_BANK, 1, ROTATION)
    table.refused(TakeBank(seat=2, amount=10_00), Reason.BANK_NOT_OFFERED, ROTATION)
    table.refused(DeclineBank(seat=2), Reason.BANK_NOT_OFFERED, ROTATION)
    table.when(DeclineBank(seat=1))
    assert table.due.act is Act.OFFER_BANK
    table.attended().then(e.BankOffered(seat=2))


@clause("california", "definitions.player-dealer")
def test_an_offer_passes_on_when_its_player_leaves_and_a_newcomer_at_the_seat_is_asked():
    table = declines(players(3), 1).when(LeaveTable(player="Ben")).attended().then(e.BankOffered(seat=3))
    table.when(LeaveTable(player="Ann"), Sit(player="Zed", seat=1, chips=100_00))
    declines(table, 3, 1)
    table = banks(players(2), 1).when(LeaveTable(player="Ann"), Sit(player="Zed", seat=1, chips=100_00))
    declines(table.attended(), 2, 1)


@clause("california", "definitions.player-dealer")
@pytest.mark.parametrize(
    ("first", "seats"), [(None, (1, 2, 3)), (2, (2, 3, 1)), (3, (3, 1, 2)), (4, (1, 2, 3))]
)
def test_by_another_reading_the_house_sets_who_is_asked_first(first, seats):
    readings = {"first_player_dealer": "set_by_the_house"}
    declines(players(3, readings, House(first_bank=first)), *seats)


@clause("california", "definitions.player-dealer")
def test_the_house_sets_nobody_by_the_default_reading_and_no_seat_that_is_not_there():
    with pytest.raises(HouseError, match="first_bank: the rulebook does not let the house set"):
        load_rules("california", House(first_bank=1))
    readings = {"first_player_dealer": "set_by_the_house"}
    load_rules("california", House(first_bank=8), readings)
    with pytest.raises(HouseError, match=r"first_bank: the table has only 8 seats.*\[our assumption R45\]"):
        load_rules("california", House(first_bank=9), readings)


@clause("california", "standards.4")
def test_by_another_reading_the_bank_moves_on_after_exactly_two_rounds():
    table = banks(players(3, {"bank_rounds": "exactly_two"}), 1, rounds=2)
    assert table.due.seat == 2
    declines(table, 2)
    banks(table, 3).refused(DeclineBank(seat=3), Reason.BANK_IS_KEPT)


@clause("california", "round.9", "betting.1")
def test_the_bank_is_chips_that_the_player_has():
    table = players(2, house=House(smallest_chip="0.50"))
    for wrong in (0, -1, 49, 51):
        table.refused(TakeBank(seat=1, amount=wrong), Reason.BANK_NOT_IN_CHIPS, "betting.1; R44")
    table.refused(TakeBank(seat=1, amount=1_000_50), Reason.NOT_ENOUGH_CHIPS, "betting.1")
    table.when(TakeBank(seat=1, amount=1_000_00)).then_exactly(e.BankTaken(seat=1, amount=1_000_00))
    assert (table.table.chips["Ann"], table.table.inventory) == (0, 1_000_00)


@clause("california", "round.9")
def test_the_house_puts_up_no_chips():
    table = Scenario(posted(load_rules("california")))
    table.refused(OpenTable(inventory=1), Reason.HOUSE_NEVER_BANKS, "round.9")
    assert table.when(OpenTable()).table.inventory == 0


@clause("california", "betting.3", "definitions.player-dealer", "dealing.5.a")
@pytest.mark.parametrize("banker", [1, 2, 3])
def test_the_player_dealer_gets_the_last_card_wherever_he_or_she_sits(banker):
    table = declines(players(3), *range(1, banker)).when(TakeBank(seat=banker, amount=100_00))
    others = [seat for seat in (1, 2, 3) if seat != banker]
    table.wagers(dict.fromkeys(others, 10_00)).dealt()
    assert table.drawn == [*others, DEALER]


@clause("california", "betting.3")
def test_who_has_a_wager_down_does_not_bank_the_round():
    table = players(3).when(TakeBank(seat=1, amount=100_00)).wagers({2: 10_00})
    table.when(LeaveTable(player="Ann")).attended()
    table.refused(TakeBank(seat=2, amount=10_00), Reason.BANKER_MAY_NOT_WAGER, "R46")
    table.when(WithdrawWager(hand=2, wager=Wager.INITIAL), TakeBank(seat=2, amount=10_00))


@clause("california", "players", "table")
def test_seven_others_play_against_the_player_dealer():
    table = players(8).when(TakeBank(seat=1, amount=100_00)).wagers(dict.fromkeys(range(2, 9), 10_00))
    assert len(table.round.hands) == 7
    table.refused(Sit(player="Ida", seat=9, chips=10_00), Reason.NO_SUCH_SEAT, "table")


@clause("california", "players")
def test_one_player_alone_is_too_few_and_two_are_enough():
    table = players(1)
    assert (table.due.act, table.due.clause) == (Act.TAKE_SEAT, "players")
    table.refused(TakeBank(seat=1, amount=10_00), Reason.BANK_NOT_OFFERED)
    table.when(Sit(player="Ben", seat=2, chips=100_00)).attended().then(e.BankOffered(seat=1))
    table.when(TakeBank(seat=1, amount=10_00))
    assert table.due.act is Act.PLACE_WAGERS
    table.when(LeaveTable(player="Ben"))
    assert (table.due.act, table.due.clause) == (Act.TAKE_SEAT, "players")


@clause("california", "betting.3")
def test_no_wager_is_taken_before_there_is_a_bank():
    table = players(2)
    table.refused(PlaceWager(hand=2, wager=Wager.INITIAL, amount=10_00), Reason.BETTING_NOT_OPEN, ROTATION)


def test_a_player_dealer_without_chips_buys_some():
    table = players(2)
    table.when(BuyChips(player="Ann", amount=5_00), TakeBank(seat=1, amount=1_005_00))
    assert (table.table.inventory, table.table.chips["Ann"]) == (1_005_00, 0)


@clause("california", "standards.4")
@pytest.mark.parametrize(("left", "keeps"), [(10_00, True), (9_98, False), (0, False)])
def test_exactly_two_rounds_are_not_asked_of_a_holder_who_cannot_put_up_a_wager(left, keeps):
    house = House(limits={Wager.INITIAL: Limit(minimum="10", maximum="1000")})
    table = at_table(
        "california", bankers=False, readings={"bank_rounds": "exactly_two"}, house=house, chips=500_00
    )
    bank = 500_00 - left
    table.when(TakeBank(seat=1, amount=bank)).next_cards("KC 2C").wagers({2: 500_00}).dealt()
    assert (table.due.act, table.due.seat) == (Act.ANSWER_BANK, 1)
    if keeps:
        table.refused(DeclineBank(seat=1), Reason.BANK_IS_KEPT, "standards.4")
    else:
        table.refused(TakeBank(seat=1, amount=10_00), Reason.NOT_ENOUGH_CHIPS)
        declines(table, 1)
        assert table.due.seat == 2


@clause("california", "round.10", "standards.4", "definitions.round-of-play")
def test_a_void_round_is_not_one_of_the_two():
    table = voided(banks(players(3), 1).when(TakeBank(seat=1, amount=100_00)).wagers({2: 10_00}))
    assert table.due.seat == 1, "one round counts so far"
    banks(table, 1)
    assert table.due.seat == 2, "and now two"
    first = voided(players(3).when(TakeBank(seat=1, amount=100_00)).wagers({2: 10_00}))
    banks(first, 1, rounds=2)
    assert first.due.seat == 2


@clause("california", "round.10", "standards.4")
def test_another_players_void_round_does_not_give_the_last_holder_a_third():
    table = voided(banks(players(3), 1, rounds=2).when(TakeBank(seat=2, amount=100_00)).wagers({3: 10_00}))
    declines(table, 2, 3)
    table.refused(TakeBank(seat=1, amount=10_00), Reason.BANK_NOT_OFFERED, ROTATION)


@clause("california", "round.10", "standards.4")
def test_a_void_round_does_not_take_the_bank_back_to_those_who_declined_it():
    table = declines(banks(players(3), 1), 1)
    voided(table.when(TakeBank(seat=2, amount=100_00)).wagers({3: 10_00}))
    assert table.due.seat == 2, "the button goes clockwise, and seat 1 gave it up"
    first = declines(players(3), 1, 2)
    voided(first.when(TakeBank(seat=3, amount=100_00)).wagers({1: 10_00}))
    assert first.due.seat == 3
    unasked = declines(players(3), 1, 2, 3)
    voided(unasked.when(TakeBank(seat=2, amount=100_00)).wagers({1: 10_00}))
    assert unasked.due.seat == 2


@clause("california", "round.10", "standards.4", "definitions.round-of-play")
def test_a_round_whose_every_hand_got_no_card_is_not_one_of_the_two():
    table = players(2, {"irregularities": "as_in_wisconsin"}).when(TakeBank(seat=1, amount=100_00))
    table.wagers({2: 10_00}).when(CallNoMoreBets(), ReportNoCardDealt(hand=2)).attended()
    assert (table.table.round, table.due.seat) == (None, 1)
    banks(table, 1, rounds=2)
    assert table.due.seat == 2


def voided(table: Scenario) -> Scenario:
    """Deal, and void the round for a shuffler jam."""
    table.when(CallNoMoreBets(), ReportShufflerJam())
    return table.when(Rule(ruling=Ruling.VOID_THE_ROUND)).attended()


@clause("california", "round.10", "standards.4")
def test_rounds_are_counted_by_player_and_not_by_seat():
    table = banks(players(3), 1)
    table.when(LeaveTable(player="Ann"), Sit(player="Ann", seat=4, chips=500_00)).attended()
    banks(table, 4)
    assert table.table.bank.rounds == 2, "her second in a row, at another seat"
    declines(table, 2, 3)
    assert (table.due.act, table.due.seat) == (Act.ANSWER_BANK, None)
    table.refused(TakeBank(seat=4, amount=10_00), Reason.BANK_NOT_OFFERED, ROTATION)


@clause("california", "betting.1", "round.9")
@pytest.mark.parametrize(
    ("own", "wrong", "least"), [(None, 9_98, 10_00), ("50", 49_98, 50_00), ("0.02", 0, 2)]
)
def test_the_bank_is_no_less_than_the_tables_minimum_unless_the_house_sets_another(own, wrong, least):
    limits = {Wager.INITIAL: Limit(minimum="10", maximum="20")}
    table = players(2, house=House(limits=limits, bank_minimum=own))
    if wrong:
        table.refused(TakeBank(seat=1, amount=wrong), Reason.WAGER_BELOW_MINIMUM, "betting.1")
    assert table.is_allowed(TakeBank(seat=1, amount=least))
    assert table.is_allowed(TakeBank(seat=1, amount=1_000_00)), "the table's maximum is not the bank's"


def test_a_house_sets_the_least_bank_only_where_a_player_banks():
    with pytest.raises(HouseError, match="bank_minimum: no player banks this game"):
        load_rules("maryland", House(bank_minimum="10"))


@clause("california", "round.3.a", "round.9")
def test_the_bank_is_an_even_number_of_cents():
    players(2).refused(TakeBank(seat=1, amount=10_01), Reason.BANK_NOT_IN_CHIPS, "betting.1; R44")


@clause("california", "betting.2", "round.9")
def test_the_bank_is_down_before_the_call_fixed_after_it_and_made_anew_each_round():
    table = players(3)
    table.refused(PlaceWager(hand=2, wager=Wager.INITIAL, amount=10_00), Reason.BETTING_NOT_OPEN)
    table.when(TakeBank(seat=1, amount=100_00)).wagers({2: 10_00})
    table.refused(TakeBank(seat=1, amount=50_00), Reason.BANK_NOT_OFFERED)
    table.next_cards("KC 2C").when(CallNoMoreBets())
    table.refused(TakeBank(seat=1, amount=50_00), Reason.BANK_NOT_OFFERED)
    table.refused(AddToBank(amount=50_00), Reason.NO_MORE_BETS, "betting.2")
    table.attended()
    assert (table.due.act, table.due.seat, table.table.inventory) == (Act.ANSWER_BANK, 1, 0)
    table.when(TakeBank(seat=1, amount=20_00))


@clause("california", "betting.3", "definitions.player-dealer")
def test_who_does_not_wager_sits_the_round_out_and_is_still_offered_the_bank():
    table = banks(players(3), 1, rounds=2)
    assert "Cleo" not in {hand.player for hand in table.history if isinstance(hand, e.WagerPlaced)}
    declines(table, 2)
    assert table.due.seat == 3


@clause("california", "players", "betting.3")
def test_the_player_dealer_wagers_on_nobodys_card():
    table = at_table("california", bankers=False, players=2, house=House(backline=1))
    table.when(TakeBank(seat=1, amount=100_00)).wagers({2: 10_00})
    own = PlaceWager(hand=102, wager=Wager.INITIAL, amount=10_00, player="Ann")
    table.refused(own, Reason.NOT_YOUR_BOX)
