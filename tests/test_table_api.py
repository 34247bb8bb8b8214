"""casinowar.Table: what it returns, shows and refuses, and every wager through it."""

import pickle
from decimal import Decimal
from itertools import cycle, pairwise

import pytest

from casinowar import Table
from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts.bonus_spin import drawn
from casinowar.game.book.electronic import ElectronicChoices
from casinowar.game.book.house import House, Limit
from casinowar.game.refusal import InputError, Refusal
from casinowar.game.words import Act, Irregularity, Role, Ruling, Wager
from casinowar.record.reenactment import reenact
from casinowar.record.text import read
from casinowar.rulebooks import load_sample, names
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


@pytest.mark.parametrize(("amount", "coupon"), [(3, 7), (3, 2), (0, 5), (5, 1)])
def test_a_coupon_that_counts_as_chips_makes_up_a_wager_with_them(amount, coupon):
    readings = {"match_play_coupons": "as_chips"}
    table = Table("wisconsin", house=load_sample("wisconsin"), readings=readings, seed=1)
    table.sit("Ann", seat=1, chips=100)
    table.wager(1, amount, coupon=coupon)
    assert table.chips("Ann") == 100 - amount
    assert table.state.round
    assert table.state.round.hands[1].on_layout(Wager.INITIAL) == (amount + coupon) * 100


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


def test_results_say_which_hands_were_void():
    table = Table("maryland", seed=7, asking=[Act.DEAL_CARD])
    for player, seat in (("Ann", 1), ("Ben", 2)):
        table.sit(player, seat=seat, chips=100)
        table.wager(seat, 10)
    table.deal()
    table.give(c.DealCard())
    table.give(c.ReportNoCardDealt(hand=2))
    while table.due.act is Act.DEAL_CARD:
        table.give(c.DealCard())
    ann, ben = table.results
    assert (ann.void, ben.void, ben.net) == (False, True, Decimal(0))
    assert str(ben) == "seat 2 Ben: no hand, void"
    assert ben.to_dict()["void"] is True
    table.wager(1, 10)
    table.deal()
    table.give(c.ReportNoCardDealt(hand=1))
    assert [(result.seat, result.void, result.net) for result in table.results] == [(1, True, Decimal(0))]


def test_results_of_a_void_round_are_all_void():
    table = Table("wisconsin", seed=1)
    table.sit("Ann", seat=1, chips=100)
    table.wager(1, 10)
    table.give(c.CallNoMoreBets(), c.ReportFaceUpCard(), c.ReportFaceUpCard())
    assert [str(result) for result in table.results] == ["seat 1 Ann: no hand, void"]


def test_results_are_those_of_the_last_round_also_if_it_was_void_before_the_call():
    table = a_round()
    table.deal()
    before = table.results
    assert [result.net for result in before] == [-15]
    table.wager(1, 20)
    table.withdraw(1)
    assert (table.results, table.state.round) == (before, None)
    table.wager(1, 20)
    table.give(c.ReportIrregularity(irregularity=Irregularity.OTHER))
    assert table.results == before
    table.rule(Ruling.VOID_THE_ROUND)
    assert [str(result) for result in table.results] == ["seat 1 Ann: no hand, void"]
    assert table.results[0].net == 0


def test_a_ruling_has_a_note():
    table = a_round()
    table.give(c.ReportIrregularity(irregularity=Irregularity.OTHER))
    ruled, *_ = table.rule(Ruling.PLAY_ON, note="wiped dry", who="Flo")
    assert ruled == e.RulingRecorded(
        ruling=Ruling.PLAY_ON, note="wiped dry", by=Role.FLOORPERSON, clause="R68"
    )


def test_what_a_player_has_can_be_wagered_as_it_is_told():
    table = Table("wisconsin", seed=1)
    table.sit("Ann", seat=1, chips="7.5")
    table.wager(1, table.chips("Ann"))
    assert table.chips("Ann") == 0


def test_a_house_that_automates_a_few_acts_opens_all_the_same():
    table = Table("washington", house=House(automatic=(Act.DEAL_CARD,), limits={Wager.INITIAL: Limit()}))
    assert table.due.act is Act.RECEIVE_DECKS


# what methods return, and what is shown


def a_round(**more) -> Table:
    table = Table("maryland", seed=7, **more)
    table.sit("Ann", seat=1, chips=100)
    table.wager(1, 10, tie=5)
    return table


def test_methods_return_the_events_that_they_caused():
    table = a_round()
    first = len(table.events)
    events = table.deal()
    assert list(events) == table.events[first:]
    assert isinstance(events[0], e.NoMoreBetsCalled)
    assert isinstance(events[-1], e.RoundCompleted)
    assert repr(events) == "The dealer called no more bets, and deals to seat 1 and the dealer. (and 8 more)"
    assert str(events).splitlines()[-1] == "Round 1 is complete."
    assert pickle.loads(pickle.dumps(events)) == events  # noqa: S301 - our own


def test_the_layout_is_shown_shortly_and_in_a_notebook():
    table = a_round()
    assert repr(table) == "<maryland, round 1: seat 1 Ann $85.00 (initial $10.00, tie $5.00)>"
    assert repr(Table("maryland")) == "<maryland, round 1: no players>"
    table.give(c.Sit(player="<b>", seat=2, chips=5_00))
    shown = table._repr_html_()
    assert "<td>seat 1</td><td>Ann</td><td>$85.00</td><td>initial $10.00, tie $5.00</td><td></td>" in shown
    assert "<td>&lt;b&gt;</td>" in shown


def test_cards_are_shown_while_a_choice_is_due():
    table = Table("wisconsin", seed=6)
    for player, seat in (("Ann", 1), ("Ben", 2)):
        table.sit(player, seat=seat, chips=100)
        table.wager(seat, 10)
    table.deal()
    assert repr(table) == (
        "<wisconsin, round 1: seat 1 Ann $90.00 (initial $10.00, J♥), seat 2 Ben $90.00 (4♣),"
        " the dealer (J♦)>"
    )


def test_tables_are_equal_where_the_same_happened_under_the_same_rules():
    assert a_round() == a_round()
    assert a_round() != Table("maryland", seed=7)
    assert Table("maryland", seed=7) != Table("wisconsin", seed=7)
    assert Table("maryland", seed=7) != "maryland"


@pytest.mark.parametrize("seed", [7, None])
def test_a_table_pickles_with_its_chance(seed):
    table = Table("maryland", seed=seed, watching=lambda *_: None)
    table.sit("Ann", seat=1, chips=100)
    again = pickle.loads(pickle.dumps(table))  # noqa: S301 - our own
    assert again == table
    assert again.watching is None
    for each in (table, again):
        each.give(c.OrderReshuffle())
    assert (again.state == table.state) is (seed is not None)
    assert pickle.loads(pickle.dumps(a_spin().results)) == a_spin().results  # noqa: S301 - our own


def test_limits_are_posted_beside_what_the_house_chose():
    table = Table("washington", limits={"initial": (5, "12.50")}, house=House(seats=3), seed=1)
    assert table.rules.seats == 3
    assert table.rules.limits == {Wager.INITIAL: (5_00, 12_50)}
    with pytest.raises(InputError, match="There is no wager 'tea'; limits are posted on: initial, tie"):
        Table("washington", limits={"tea": (1, 2)})
    with pytest.raises(InputError, match="'much' is not an amount of dollars"):
        Table("washington", limits={"initial": (1, "much")})


@pytest.mark.parametrize("seat", ["1", 1.5, None, True])
def test_a_seat_that_is_no_whole_number_is_refused(seat):
    table = a_round()
    before = table.state
    for call in (
        lambda: table.sit("Ben", seat=seat, chips=10),
        lambda: table.wager(seat, 10),
        lambda: table.war(seat),
        lambda: table.surrender(seat),
        lambda: table.answer_cut(seat),
    ):
        with pytest.raises(InputError, match=f"A seat is a whole number, not {seat!r}."):
            call()
    assert table.state is before


@pytest.mark.parametrize("player", [7, None, b"Ann"])
def test_a_player_that_is_no_name_is_refused(player):
    table = a_round()
    before = table.state
    for call in (
        lambda: table.sit(player, seat=2, chips=10),
        lambda: table.wager(2, 10, player=player),
        lambda: table.buy(player, 10),
        lambda: table.leave(player),
        lambda: table.chips(player),
    ):
        with pytest.raises(InputError, match="A player is named by words"):
            call()
    assert table.state is before


def test_each_event_is_told_once_with_the_tables_around_it():
    told = []
    table = Table("maryland", seed=7, watching=lambda *happened: told.append(happened))
    table.sit("Ann", seat=1, chips=100)
    table.wager(1, 10)
    table.deal()
    assert [event for event, _, _ in told] == table.events
    for (_, _, after), (_, before, _) in pairwise(told):
        assert after is before
    assert told[-1][2] is table.state


# the automatic dealer


@pytest.mark.parametrize("rulebook", names())
def test_the_automatic_dealer_does_only_what_decide_accepts(rulebook):
    table = Table(rulebook, house=load_sample(rulebook), seed=11)
    for player, seat in (("Ann", 1), ("Ben", 2)):
        table.sit(player, seat=seat, chips=100_000)
    for _ in range(12):
        if table.due.act is Act.ANSWER_BANK:
            table.bank(table.due.seat or 1, 1_000)
        for seat in {1, 2} - {table.state.bank.seat}:
            table.wager(seat, 10)
        table.deal()
        while table.choosing:
            table.war(table.choosing)
    record = read(table.record(all=True))
    automatic = [entry for entry in record.entries if entry.command.by is Role.AUTOMATIC]
    assert len(automatic) > 50
    assert reenact(table.rules, record) is None


# who


def test_the_record_names_the_player_behind_every_command_of_a_player():
    table = Table("california", house=load_sample("california"), seed=8)
    table.sit("Ann", seat=1, chips=5_000)
    table.sit("Ben", seat=2, chips=5_000)
    choices = cycle([table.war, table.surrender])
    for number in range(60):
        if number == 1:
            table.decline_bank(table.due.seat or 0)
        banker = table.due.seat or 0
        table.bank(banker, 100)
        other = 3 - banker
        table.wager(other, 10)
        table.withdraw(other)
        table.give(c.PlaceWager(hand=other, wager=Wager.INITIAL, amount=10_00))
        table.deal()
        if table.choosing:
            next(choices)(other)
    table.buy("Ann", 5)
    table.leave("Ben")
    lines = [line for line in table.record(all=True).splitlines() if line.startswith("player ")]
    kinds = {line.split()[1] for line in lines}
    assert {"Sit", "PlaceWager", "WithdrawWager", "GoToWar", "Surrender", "TakeBank", "LeaveTable"} <= kinds
    assert [
        line
        for line in lines
        if "who=Ann" not in line
        and "who=Ben" not in line
        and "RefuseCut" not in line
        and "TieWager" not in line
    ] == []


def test_players_are_named_by_the_table_as_it_is_when_their_turn_comes():
    table = Table("maryland", seed=7)
    wager = c.PlaceWager(hand=1, wager=Wager.INITIAL, amount=10_00)
    table.give(c.Sit(player="Ann", seat=1, chips=100_00))
    table.give(wager, c.WithdrawWager(hand=1, wager=Wager.INITIAL), wager)
    assert table.record(all=True).count("who=Ann") == 4


@pytest.mark.parametrize(
    "limits", [{"initial": 5}, {"initial": (5,)}, {"initial": (5, 10, 20)}, [("initial", 5)], ["x"]]
)
def test_limits_that_are_none_are_named(limits):
    with pytest.raises(InputError, match="Limits are the least and the most"):
        Table("maryland", limits=limits)


def test_a_table_waits_for_the_dealers_acts_too():
    table = Table("maryland", seed=7, asking=[Act.DEAL_CARD])
    table.sit("Ann", seat=1, chips=100)
    table.wager(1, 10)
    table.deal()
    assert (table.due.act, table.due.seat) == (Act.DEAL_CARD, 1)
    [dealt] = table.give(c.DealCard())
    assert (type(dealt).__name__, table.due.act) == ("CardDealt", Act.DEAL_CARD)
    table.give(c.DealCard())
    assert table.due.act is not Act.DEAL_CARD
    assert len(table.results) == 1


def test_a_refused_ruling_lists_the_others_in_words():
    table = Table("maryland", seed=7)
    table.sit("Ann", seat=1, chips=100)
    table.wager(1, 10)
    table.give(c.ReportIrregularity(irregularity=Irregularity.OTHER))
    with pytest.raises(Refusal, match="possible are: play on, "):
        table.rule(Ruling.SURRENDER_THE_HAND)


def test_sitting_without_a_seat_asks_for_one():
    with pytest.raises(InputError, match="Say where to sit: seat=1, or behind=1"):
        Table("maryland", seed=1).sit("Ann", chips=100)
