"""A table that rests, players who change seats and take chips away, and a source that keeps its orders."""

from random import Random

import pytest
from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts.layout import held_back
from casinowar.game.automatic import command_for
from casinowar.game.book.house import House
from casinowar.game.cards import UNSEEN
from casinowar.game.chance import OpenSource, Shuffled
from casinowar.game.events import MoneyEvent
from casinowar.game.evolve import evolve
from casinowar.game.ledger import amount_of, player_of, transfer
from casinowar.game.legal_actions import legal_actions
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import CLOSED, Bank, Hand, PlacedWager, Round
from casinowar.game.table import Table as State
from casinowar.game.words import Act, Irregularity, Role, Ruling, Wager
from casinowar.rulebooks import load_sample, names
from casinowar.table_api import Table
from tests.support.invariants import accounts
from tests.support.scenario import at_table, opened


def test_play_rests_in_mid_round_and_goes_on_as_it_was():
    table = at_table("wisconsin", cards="KH 9S").wagers({1: 10_00}).when(c.CallNoMoreBets())
    before = table.table
    table.when(c.PausePlay(note="fire drill"))
    assert (table.due.act, table.due.role) == (Act.RESUME_PLAY, Role.FLOORPERSON)
    for command in (c.DealCard(), c.LeaveTable(player="Ann"), c.ComeToTable(dealer="Zoe"), c.PausePlay()):
        table.refused(command, Reason.PLAY_IS_PAUSED)
    table.refused(c.ResumePlay(by=Role.DEALER), Reason.ROLE_MAY_NOT)
    assert table.when(c.ResumePlay()).table == before
    table.refused(c.ResumePlay(), Reason.PLAY_IS_NOT_PAUSED)


def test_people_come_and_go_while_a_table_rests():
    table = at_table("wisconsin").when(c.PausePlay(), c.Sit(player="Dov", seat=4, chips=100_00))
    table.when(c.BuyChips(player="Dov", amount=5_00), c.CashOut(player="Dov", amount=25_00))
    assert table.table.chips["Dov"] == 80_00
    table.when(c.LeaveTable(player="Dov"), c.Fill(amount=10_00), c.Credit(amount=10_00))
    table.when(c.CloseTable())
    assert not table.table.paused


def test_chips_are_taken_away_as_far_as_they_go():
    table = at_table("maryland")
    chips = table.table.chips["Ann"]
    table.refused(c.CashOut(player="Ann", amount=chips + 1), Reason.TOO_FEW_CHIPS_TO_CASH)
    table.refused(c.CashOut(player="Nobody", amount=1), Reason.NOT_SEATED)
    table.when(c.CashOut(player="Ann", amount=chips)).then_exactly(e.ChipsCashed(player="Ann", amount=chips))
    assert table.table.chips["Ann"] == 0
    assert not sum(accounts(table.table).values())


def test_what_a_round_paid_stays_at_the_table_until_the_round_is_over():
    table = (
        at_table("maryland", cards="9H KH 9S", players=2, chips=10_00).wagers({1: 10_00, 2: 10_00}).dealt()
    )
    assert table.table.chips["Ben"] == 20_00
    table.refused(c.CashOut(player="Ben", amount=10_01), Reason.TOO_FEW_CHIPS_TO_CASH)
    cashes = [
        each for each in legal_actions(table.rules, table.table, "Ben") if isinstance(each.command, c.CashOut)
    ]
    assert [each.most for each in cashes] == [10_00]
    table.when(c.CashOut(player="Ben", amount=10_00), c.ReportIrregularity(irregularity=Irregularity.OTHER))
    table.when(c.Rule(ruling=Ruling.VOID_THE_ROUND))
    assert table.table.chips == {"Ann": 10_00, "Ben": 0}


def test_chips_that_nobody_wagered_are_taken_away_in_mid_round():
    table = at_table("maryland", players=1).wagers({1: 10_00}).when(c.CallNoMoreBets())
    assert table.when(c.CashOut(player="Ann", amount=990_00)).table.chips["Ann"] == 0


def test_a_coupon_that_was_redeemed_and_came_back_as_chips_stays_at_the_table_too():
    table = at_table("washington", cards="9H KH 9S", players=2, chips=10_00)
    assert held_back(table.table, "Ben") == 0
    paid = Hand(
        number=2, player="Ben", redeemed=5_00, from_meters=7_00, wagers={Wager.ENVY: PlacedWager(paid=3_00)}
    )
    table.table = replace(table.table, round=Round(number=1, hands={2: paid}))
    assert (held_back(table.table, "Ben"), held_back(table.table, "Ann")) == (15_00, 0)


def test_a_player_without_wagers_changes_seats_and_keeps_the_place_in_line():
    table = opened("maryland").when(c.Sit(player="Ann", seat=1, chips=100_00))
    table.when(c.Sit(player="Ben", seat=2, chips=100_00))
    table.refused(c.ChangeSeat(player="Ann", seat=2), Reason.SEAT_TAKEN)
    table.refused(c.ChangeSeat(player="Ann", seat=99), Reason.NO_SUCH_SEAT)
    table.when(c.ChangeSeat(player="Ann", seat=5))
    assert table.table.seats == {5: "Ann", 2: "Ben"}
    assert table.table.arrivals == ("Ann", "Ben")
    assert not table.table.deserted


def test_wagers_and_the_bank_hold_a_player_in_place():
    table = at_table("maryland").wagers({1: 10_00})
    table.refused(c.ChangeSeat(player="Ann", seat=6), Reason.WAGERS_ARE_DOWN)
    banked = Table("california")
    banked.sit("Ann", seat=1, chips=1000)
    banked.sit("Ben", seat=2, chips=1000)
    banked.bank(banked.due.seat or 0, 200)
    holder = banked.state.seats[banked.state.bank.seat or 0]
    with pytest.raises(Refusal, match=f"{holder} changes seats once the bank in front of them is taken back"):
        banked.give(c.ChangeSeat(player=holder, seat=5))
    called = at_table("california", players=1).wagers({1: 10_00}).when(c.CallNoMoreBets())
    holder = called.table.seats[called.table.bank.seat or 0]
    called.refused(c.ChangeSeat(player=holder, seat=5), Reason.BANKER_STAYS, "betting.2")


def test_the_cut_is_that_of_whoever_gives_it():
    table = opened("maryland").when(c.Sit(player="Ann", seat=1, chips=100_00)).until(Act.ANSWER_CUT)
    table.refused(c.CutStack(seat=1, depth=100, player="Ben"), Reason.NOT_YOURS)
    table.refused(c.ChangeSeat(player="Ann", seat=3), Reason.NOT_NOW)
    table.when(c.CutStack(seat=1, depth=100, player="Ann"))
    assert table.table.cut.cutters == ("Ann",)


@pytest.mark.parametrize("rulebook", ["maryland", "wisconsin"])
@pytest.mark.parametrize("act", [Act.PLACE_COVER_CARD, Act.PLACE_WAGERS])
def test_whoever_has_cut_changes_seats_like_anybody_and_cuts_again_there(rulebook, act):
    table = opened(rulebook).when(c.Sit(player="Ann", seat=1, chips=100_00)).until(Act.ANSWER_CUT)
    table.when(c.CutStack(seat=1, depth=100)).until(act).when(c.ChangeSeat(player="Ann", seat=3))
    assert table.table.seats == {3: "Ann"}
    if table.rules.book.cut.recut and act is Act.PLACE_COVER_CARD:
        table.when(c.OrderRecut())
        assert (table.due.act, table.due.seat) == (Act.ANSWER_CUT, 3)


class Keeper:
    """A source that keeps every order to itself: a table of its own that knows the cards, and follows."""

    def __init__(self, seed: int) -> None:
        self.chance, self.table, self.orders = Random(seed), CLOSED, 0
        self.kept: dict[str, tuple[str, ...]] = {}

    def shuffled(self, _table, act, cards):
        known = {Act.SHUFFLE: self.table.stack, Act.SHUFFLE_STORED: self.table.stored}.get(act, cards)
        name = str(len(self.kept) + 1)
        self.kept[name] = tuple(self.chance.sample(known, len(known)))
        return Shuffled(shuffle=name, commitment=f"bound to {name}")

    def card(self, _table):
        return self.table.aside[0] if self.table.aside else self.table.shoe.stack[self.table.shoe.drawn]

    def drawing(self, stops):
        return self.chance.randrange(stops)

    def follow(self, events):
        for event in events:
            known = event
            if isinstance(event, e.OrderEvent) and event.shuffle:
                known = replace(event, cards=self.kept[event.shuffle], unseen=0)
            self.table = evolve(self.table, known)


@pytest.mark.parametrize("rulebook", names())
def test_a_table_deals_from_shoes_whose_order_it_does_not_know(rulebook):
    keeper = Keeper(seed=5)
    table = Table(rulebook, source=keeper)
    for seat in (1, 2):
        table.sit(f"Player {seat}", seat=seat, chips=1000)
    for _ in range(12):
        if rulebook == "california":
            table.bank(table.due.seat or 0, 100)
        for seat in (1, 2):
            if seat != table.state.bank.seat:
                table.wager(seat, 10)
        table.deal()
        while table.choosing:
            table.war(table.choosing)
    assert table.state.rounds == 12
    told = [event for event in table.events if isinstance(event, e.OrderEvent) and event.shuffle]
    assert told
    assert all(not event.cards and event.unseen == len(keeper.kept[event.shuffle]) for event in told)
    assert {event.commitment for event in told} == {f"bound to {event.shuffle}" for event in told}
    assert {*table.state.shoe.stack, *table.state.stored} <= {UNSEEN}
    assert "unseen=" in table.record(all=True)


def test_an_open_source_tells_what_it_shuffles_and_nothing_of_unseen_cards():
    source = OpenSource(lambda cards: cards[::-1])
    assert source.shuffled(CLOSED, Act.SHUFFLE, ("AS", "2C")) == Shuffled(("2C", "AS"))
    assert source.shuffled(CLOSED, Act.SHUFFLE, (UNSEEN,)) == Shuffled()
    assert (source.card(CLOSED), source.drawing) == ("", None)


def test_the_automatic_dealer_tells_in_which_order_preshuffled_decks_came():
    table = opened("maryland", house=House(preshuffled=True)).until(Act.RECEIVE_DECKS)
    received = command_for(table.rules, table.table, table.due, OpenSource(lambda cards: cards[::-1]))
    assert received == c.ReceiveDecks(by=Role.AUTOMATIC, cards=table.rules.cards()[::-1])


def test_a_preshuffled_order_may_be_kept_too():
    table = opened("maryland", house=House(preshuffled=True)).until(Act.RECEIVE_DECKS)
    table.when(c.ReceiveDecks(shuffle="7", commitment="bound"))
    [received] = table.of(e.DecksReceived)
    assert (received.unseen, received.shuffle, received.commitment) == (312, "7", "bound")
    assert table.table.stack == (UNSEEN,) * 312


def test_who_is_stood_behind_stays_and_others_may_move():
    table = Table("california", house=load_sample("california"))
    for player, seat in (("Ann", 1), ("Ben", 2), ("Dov", 3)):
        table.sit(player, seat=seat, chips=100)
    table.sit("Cal", behind=2, chips=100)
    with pytest.raises(Refusal, match="A backline bettor stands behind seat 2"):
        table.give(c.ChangeSeat(player="Ben", seat=5))
    table.give(c.ChangeSeat(player="Dov", seat=5))
    assert table.state.seats == {1: "Ann", 2: "Ben", 5: "Dov", 102: "Cal"}


@pytest.mark.parametrize(
    ("on", "player", "moved"), [(1, "Ann", 4), (1, "Eve", 1), (2, "Ann", 2), (None, "", None)]
)
def test_the_right_to_cut_and_a_bank_declined_move_with_the_player(on, player, moved):
    before = State(
        seats={1: "Ann", 2: "Ben"},
        arrivals=("Ann", "Ben"),
        bank=Bank(declined=(2, 1)),
        cover_card_on=on,
        cover_card_player=player,
    )
    after = evolve(before, e.SeatChanged(player="Ann", source=1, seat=4))
    assert (after.seats, after.bank.declined, after.cover_card_on) == ({4: "Ann", 2: "Ben"}, (2, 4), moved)


def test_every_free_seat_and_every_chip_is_offered():
    table = at_table("maryland")
    actions = legal_actions(table.rules, table.table, "Ann")
    seats = {action.command.seat for action in actions if isinstance(action.command, c.ChangeSeat)}
    assert seats == {*range(1, table.rules.seats + 1)} - {*table.table.seats}
    [cashes] = [action for action in actions if isinstance(action.command, c.CashOut)]
    assert (cashes.least, cashes.most, cashes.step) == (1, table.table.chips["Ann"], 1)


def test_nothing_is_moved_by_what_moves_nothing():
    linked = e.MeterTold(meter="progressive", amount=500)
    shows = replace(CLOSED, meters={"progressive": 500})
    assert transfer(linked, shows) is None
    assert transfer(e.PlayResumed(), CLOSED) is None
    with pytest.raises(ValueError, match="belongs to no player at this table"):
        player_of(e.FillMade(amount=1), CLOSED)
    with pytest.raises(TypeError, match="does not say how much"):
        amount_of(MoneyEvent(), CLOSED)
