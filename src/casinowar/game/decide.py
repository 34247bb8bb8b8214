"""Decide: whether a command is lawful now, and what happens if it is."""

from collections.abc import Callable
from typing import Any

from casinowar.game import commands as c
from casinowar.game.acts import (
    bank,
    bonus_spin,
    cutting,
    dealing,
    inventory,
    irregularities,
    layout,
    meters,
    opening,
    progressive,
    rulings,
    seating,
    settling,
    wagering,
    war,
)
from casinowar.game.book.rules import Rules
from casinowar.game.commands import HandCommand, SeatCommand
from casinowar.game.events import Event
from casinowar.game.procedure import Duty, check_asked, duty_at
from casinowar.game.refusal import InputError, Reason, Refusal
from casinowar.game.table import Table
from casinowar.game.words import HANDLING_CARDS, PLACES, Act, Role, TerminalHand

_AUTOMATIC, _PLAYER, _OPEN_TABLE = Role.AUTOMATIC, Role.PLAYER, Act.OPEN_TABLE

_BEFORE_OPENING = (c.OpenTable, c.TellTime, c.TellMeter, c.RestoreDevice)
_BESIDE_PLAY = (c.TellTime, c.TellMeter, c.Fill, c.Sit, c.BuyChips, c.CashOut)

Decider = Callable[[Rules, Table, Any], tuple[Event, ...]]


def decide(rules: Rules, table: Table, command: c.Command) -> tuple[Event, ...]:
    """Say what the command brings about, or raise the Refusal that stands against it."""
    check_asked(rules, table)
    if not isinstance(command, c.Command):
        raise InputError(f"A command is one of casinowar.commands, not of type {type(command).__name__}.")
    return decide_knowing(rules, table, command, None)


def decide_knowing(rules: Rules, table: Table, command: c.Command, due: Duty | None) -> tuple[Event, ...]:
    """Decide for a caller that knows what is due, so that it is not computed again."""
    try:
        return _decided(rules, table, command, due)
    except Refusal as no:
        raise _at_terminals(no) if rules.house.electronic else no from None


def _at_terminals(no: Refusal) -> Refusal:
    """Say the same at an electronic table, where a hand is a terminal's on a community card."""
    facts = {
        name: TerminalHand(fact)
        if name in {"seat", "turn"} and isinstance(fact, int) and fact > PLACES
        else fact
        for name, fact in no.facts.items()
    }
    return Refusal(no.reason, no.clause, **facts)


def _decided(rules: Rules, table: Table, command: c.Command, due: Duty | None) -> tuple[Event, ...]:
    if command.by not in command.roles:
        raise _wrong_role(rules, table, command)
    if rules.house.automatic is not None and command.by is _AUTOMATIC:
        _check_automated(rules.house.automatic, command)
    if not table.open and not isinstance(command, _BEFORE_OPENING):
        raise Refusal(Reason.TABLE_NOT_OPEN)
    if table.paused and not _is_beside_play(table, command, (c.ResumePlay, c.Credit, c.CloseTable)):
        raise Refusal(Reason.PLAY_IS_PAUSED)
    if table.stop is not None and not _is_beside_play(table, command, (c.Rule, c.PausePlay, c.ResumePlay)):
        what = table.what_went_wrong(table.stop.irregularity)
        raise Refusal(Reason.PLAY_IS_STOPPED, table.stop.clause, irregularity=what)
    if command.by is _PLAYER:
        _check_giver(table, command)
    if command.act is not None:
        if command.act is _OPEN_TABLE and table.open:
            raise Refusal(Reason.TABLE_ALREADY_OPEN)
        duty = due or duty_at(rules, table)
        if duty.act is not command.act:
            raise Refusal(Reason.NOT_NOW, duty.clause, due=duty.act)
    events = DECIDERS[type(command)](rules, table, command)
    return layout.paid_from(table, events, again=command.act is None) if table.counted else events


def _is_beside_play(table: Table, command: c.Command, others: tuple[type[c.Command], ...]) -> bool:
    """Tell whether a command changes nothing in play, or is one of those that end what holds it up."""
    if isinstance(command, c.LeaveTable):
        seats = {seat for seat, player in table.seats.items() if player == command.player}
        return not layout.hands_of(table, command.player) and table.bank.seat not in seats
    return isinstance(command, (*_BESIDE_PLAY, *others))


def _wrong_role(rules: Rules, table: Table, command: c.Command) -> Refusal:
    """Refuse under the clause that keeps players off the cards, or that gives an act to another role."""
    touch, touches, clause = rules.book.deal.players_may_not_touch, command.touches_cards, ""
    if isinstance(command, c.Perform):
        touches = command.act_done in HANDLING_CARDS
        clause = next((step.clause for step in table.to_do if step.act is command.act_done), "")
    if command.by is Role.PLAYER and touches:
        return Refusal(Reason.PLAYERS_MAY_NOT_TOUCH_CARDS, touch.clause if touch else "")
    return Refusal(Reason.ROLE_MAY_NOT, clause, by=command.by)


def _check_giver(table: Table, command: c.Command) -> None:
    match command:
        case c.PlaceWager():
            return  # a player may wager on a box beside their own
        case HandCommand(player=player, hand=place) if player and (hand := table.hand(place)):
            owner = hand.player
        case SeatCommand(player=player, seat=place) | c.CutStack(player=player, seat=place) if player:
            owner = table.seats.get(place, player)
        case c.AddToBank(player=player) if player and table.bank.seat is not None:
            place = table.bank.seat
            owner = table.seats[place]
        case _:
            return
    if owner != player:
        raise Refusal(Reason.NOT_YOURS, player=player, seat=place)


def _check_automated(automatic: tuple[Act, ...], command: c.Command) -> None:
    act = command.act_done if isinstance(command, c.Perform) else command.act or command.does
    if act is not None and act not in automatic:
        raise Refusal(Reason.NOT_AUTOMATED, act=act)


DECIDERS: dict[type[c.Command], Decider] = {
    c.PlaceWager: wagering.place_wager,
    c.WithdrawWager: wagering.withdraw_wager,
    c.Surrender: war.surrender,
    c.GoToWar: war.go_to_war,
    c.DeclineTieWager: war.decline_tie_wager,
    c.RefuseCut: cutting.refuse_cut,
    c.TakeBank: bank.take_bank,
    c.DeclineBank: bank.decline_bank,
    c.Sit: seating.sit,
    c.BuyChips: seating.buy_chips,
    c.ChangeSeat: seating.change_seat,
    c.LeaveTable: seating.leave_table,
    c.RequestInspection: opening.request_inspection,
    c.AddToBank: bank.add_to_bank,
    c.CashOut: inventory.cash_out,
    c.ReceiveDecks: opening.receive_decks,
    c.Shuffle: opening.shuffle,
    c.ShuffleStored: opening.shuffle_stored,
    c.OfferCut: cutting.offer_cut,
    c.PlaceCoverCard: cutting.place_cover_card,
    c.LoadShoe: cutting.load_shoe,
    c.BurnCard: dealing.burn_card,
    c.DealCard: dealing.deal_card,
    c.CollectCards: settling.collect_cards,
    c.ChangeCards: opening.change_cards,
    c.ReportCoverCard: dealing.report_cover_card,
    c.ReportFaceUpCard: irregularities.report_face_up_card,
    c.ReportCardDrawnInError: irregularities.report_card_drawn_in_error,
    c.OpenTable: opening.open_table,
    c.ComeToTable: opening.come_to_table,
    c.CallNoMoreBets: dealing.call_no_more_bets,
    c.CompareHand: settling.compare_hand,
    c.SettleHand: settling.settle_hand,
    c.ConfirmWarWager: war.confirm_war_wager,
    c.BeginWarDeal: war.begin_war_deal,
    c.SettleAbandoned: war.settle_abandoned,
    c.ReadProgressive: progressive.read_progressive,
    c.PayProgressive: progressive.pay_progressive,
    c.SpinWheel: bonus_spin.spin_wheel,
    c.PayBonusSpin: bonus_spin.pay_bonus_spin,
    c.CollectBonusSpin: bonus_spin.collect_bonus_spin,
    c.OfferBank: bank.offer_bank,
    c.ReturnUncovered: war.return_uncovered,
    c.OrderReshuffle: opening.order_reshuffle,
    c.OrderRecut: cutting.order_recut,
    c.DeclareAbandoned: seating.declare_abandoned,
    c.Rule: rulings.rule,
    c.RestoreDevice: irregularities.restore_device,
    c.Fill: inventory.fill,
    c.Credit: inventory.credit,
    c.PausePlay: inventory.pause_play,
    c.ResumePlay: inventory.resume_play,
    c.CloseTable: inventory.close_table,
    c.Perform: opening.perform,
    c.DeclareIdle: opening.declare_idle,
    c.TellTime: opening.tell_time,
    c.TellMeter: meters.tell_meter,
    c.ReportNoCardDealt: irregularities.report_no_card_dealt,
    c.ReportShufflerJam: irregularities.report_shuffler_jam,
    c.ReportDeviceFailure: irregularities.report_device_failure,
    c.ReportBatchNotSecured: opening.report_batch_not_secured,
    c.ReportIrregularity: irregularities.report_irregularity,
    c.CutStack: cutting.cut_stack,
}
