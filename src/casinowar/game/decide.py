"""Decide: whether a command is lawful now, and what happens if it is."""

from collections.abc import Callable
from typing import Any

from casinowar.game import commands as c
from casinowar.game.acts import (
    bank,
    bonus_spin,
    cutting,
    dealing,
    irregularities,
    opening,
    progressive,
    seating,
    settling,
    wagering,
    war,
)
from casinowar.game.book.rules import Rules
from casinowar.game.events import Event
from casinowar.game.procedure import next_duty
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import Table
from casinowar.game.words import Act, Role

_AUTOMATIC, _OPEN_TABLE = Role.AUTOMATIC, Act.OPEN_TABLE

Decider = Callable[[Rules, Table, Any], tuple[Event, ...]]


def decide(rules: Rules, table: Table, command: c.Command) -> tuple[Event, ...]:
    """Say what the command brings about, or raise the Refusal that stands against it."""
    if command.by not in command.roles:
        raise _wrong_role(rules, command)
    if rules.house.automatic is not None and command.by is _AUTOMATIC:
        _check_automated(rules.house.automatic, command)
    if not table.open and not isinstance(command, c.OpenTable | c.TellTime):
        raise Refusal(Reason.TABLE_NOT_OPEN)
    if table.stop is not None and not isinstance(command, c.Rule | c.TellTime):
        ruling = rules.book.irregularities.ruling
        raise Refusal(Reason.PLAY_IS_STOPPED, ruling.clause, irregularity=table.stop.irregularity)
    if command.act is not None:
        if command.act is _OPEN_TABLE and table.open:
            raise Refusal(Reason.TABLE_ALREADY_OPEN)
        duty = next_duty(rules, table)
        if duty.act is not command.act:
            raise Refusal(Reason.NOT_NOW, duty.clause, due=duty.act)
    return DECIDERS[type(command)](rules, table, command)


def _wrong_role(rules: Rules, command: c.Command) -> Refusal:
    touch = rules.book.deal.players_may_not_touch
    if command.by is Role.PLAYER and command.touches_cards:
        return Refusal(Reason.PLAYERS_MAY_NOT_TOUCH_CARDS, touch.clause if touch else "")
    return Refusal(Reason.ROLE_MAY_NOT, by=command.by)


def _check_automated(automatic: tuple[Act, ...], command: c.Command) -> None:
    """Refuse what the house has not left to the automatic dealer."""
    act = command.act_done if isinstance(command, c.Perform) else command.act or command.does
    if act is not None and act not in automatic:
        raise Refusal(Reason.NOT_AUTOMATED, act=act)


DECIDERS: dict[type[c.Command], Decider] = {
    c.OpenTable: opening.open_table,
    c.ComeToTable: opening.come_to_table,
    c.TellTime: opening.tell_time,
    c.Perform: opening.perform,
    c.ReceiveDecks: opening.receive_decks,
    c.Shuffle: opening.shuffle,
    c.ShuffleStored: opening.shuffle_stored,
    c.DeclareIdle: opening.declare_idle,
    c.ChangeCards: opening.change_cards,
    c.OrderReshuffle: opening.order_reshuffle,
    c.RequestInspection: opening.request_inspection,
    c.OfferCut: cutting.offer_cut,
    c.RefuseCut: cutting.refuse_cut,
    c.CutStack: cutting.cut_stack,
    c.OrderRecut: cutting.order_recut,
    c.PlaceCoverCard: cutting.place_cover_card,
    c.LoadShoe: cutting.load_shoe,
    c.Sit: seating.sit,
    c.BuyChips: seating.buy_chips,
    c.LeaveTable: seating.leave_table,
    c.DeclareAbandoned: seating.declare_abandoned,
    c.PlaceWager: wagering.place_wager,
    c.WithdrawWager: wagering.withdraw_wager,
    c.CallNoMoreBets: dealing.call_no_more_bets,
    c.BurnCard: dealing.burn_card,
    c.DealCard: dealing.deal_card,
    c.CompareHand: settling.compare_hand,
    c.SettleHand: settling.settle_hand,
    c.CollectCards: settling.collect_cards,
    c.Surrender: war.surrender,
    c.GoToWar: war.go_to_war,
    c.SettleAbandoned: war.settle_abandoned,
    c.ConfirmWarWager: war.confirm_war_wager,
    c.DeclineTieWager: war.decline_tie_wager,
    c.BeginWarDeal: war.begin_war_deal,
    c.ReportCoverCard: dealing.report_cover_card,
    c.ReportFaceUpCard: irregularities.report_face_up_card,
    c.ReportCardDrawnInError: irregularities.report_card_drawn_in_error,
    c.ReportNoCardDealt: irregularities.report_no_card_dealt,
    c.ReportShufflerJam: irregularities.report_shuffler_jam,
    c.ReportDeviceFailure: irregularities.report_device_failure,
    c.RestoreDevice: irregularities.restore_device,
    c.ReportIrregularity: irregularities.report_irregularity,
    c.Rule: irregularities.rule,
    c.ReadProgressive: progressive.read_progressive,
    c.PayProgressive: progressive.pay_progressive,
    c.TellMeter: progressive.tell_meter,
    c.SpinWheel: bonus_spin.spin_wheel,
    c.CollectBonusSpin: bonus_spin.collect_bonus_spin,
    c.OfferBank: bank.offer_bank,
    c.TakeBank: bank.take_bank,
    c.DeclineBank: bank.decline_bank,
    c.AddToBank: bank.add_to_bank,
    c.ReturnUncovered: war.return_uncovered,
}
