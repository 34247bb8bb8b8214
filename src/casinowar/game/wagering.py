"""Placing and taking back wagers."""

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game import preparation
from casinowar.game.money import Cents, dollars
from casinowar.game.procedure import next_duty
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.rules import Rules
from casinowar.game.seating import check_seat, check_seated, hands_of
from casinowar.game.table import Hand, Table
from casinowar.game.terms import Counting, Fixed
from casinowar.game.words import Instrument, Wager

Events = tuple[e.Event, ...]


def place_wager(rules: Rules, table: Table, command: c.PlaceWager) -> Events:
    """Put chips on a betting area."""
    check_seat(rules, command.seat)
    _check_instrument(rules, command.made_with)
    if command.wager is Wager.WAR_TIE:
        player = _check_war_tie(rules, table, command)
    else:
        player = _check_before_deal(rules, table, command)
    hand = table.round.hands.get(command.seat) if table.round else None
    before = hand.on_layout(command.wager) if hand else 0
    fixed = rules.book.wagers.fixed
    if before and fixed.value is Fixed.PLACED:
        raise Refusal(Reason.WAGER_IS_FIXED, fixed.clause)
    if command.amount <= 0:
        raise Refusal(Reason.WAGER_NOT_POSITIVE)
    _check_amount(rules, command.wager, before + command.amount)
    check_chips(table, player, command.amount)
    return (e.WagerPlaced(seat=command.seat, wager=command.wager, amount=command.amount, player=player),)


def check_chips(table: Table, player: str, amount: Cents) -> None:
    """Refuse a wager for which the player has not the chips."""
    if table.chips[player] < amount:
        raise Refusal(
            Reason.NOT_ENOUGH_CHIPS, player=player, chips=dollars(table.chips[player]), amount=dollars(amount)
        )


def _check_instrument(rules: Rules, made_with: Instrument) -> None:
    wagers = rules.book.wagers
    if made_with in wagers.instruments.value:
        return
    if made_with is Instrument.CASH:
        clause = wagers.spoken or wagers.instruments
        raise Refusal(Reason.VERBAL_WAGER, clause.clause)
    taken = ", ".join(wagers.instruments.value)
    raise Refusal(Reason.INSTRUMENT_NOT_TAKEN, wagers.instruments.clause, taken=taken)


def _check_before_deal(rules: Rules, table: Table, command: c.PlaceWager) -> str:
    """Check a wager on the original deal, and find whose it is."""
    wagers = rules.book.wagers
    if command.wager not in {Wager.INITIAL, Wager.TIE} or (command.wager is Wager.TIE and not wagers.tie):
        raise Refusal(Reason.WAGER_NOT_OFFERED, wagers.placing.clause, wager=command.wager)
    if table.round is not None and table.round.closed:
        raise Refusal(Reason.NO_MORE_BETS, wagers.closes.clause)
    change_due = table.round is None and preparation.cards_are_due(rules, table)
    if table.to_do or change_due:
        duty = next_duty(rules, table)
        raise Refusal(Reason.BETTING_NOT_OPEN, duty.clause, due=duty.act)
    hand = table.round.hands.get(command.seat) if table.round else None
    player = _bettor(rules, table, command, hand)
    if command.wager is Wager.TIE and not (hand and hand.on_layout(Wager.INITIAL)):
        raise Refusal(Reason.WAGER_NEEDS_INITIAL, wagers.placing.clause, wager=command.wager)
    return player


def _bettor(rules: Rules, table: Table, command: c.PlaceWager, hand: Hand | None) -> str:
    """Find the player who wagers at a seat: its own, or a neighbour on a free box."""
    owner = hand.player if hand else table.seats.get(command.seat, "")
    player = command.player or owner
    if not player:
        raise Refusal(Reason.SEAT_EMPTY, seat=command.seat)
    check_seated(rules, table, player)
    if owner == player:
        return player
    boxes = rules.book.seating.adjacent_boxes
    clause = boxes.clause if boxes else rules.book.seating.seats.clause
    own = {hand.seat for hand in hands_of(table, player)}
    own |= {seat for seat, name in table.seats.items() if name == player}
    if owner or not own & {command.seat - 1, command.seat + 1}:
        raise Refusal(Reason.NOT_YOUR_BOX, clause, player=player, seat=command.seat)
    if len(own | {command.seat}) > rules.house.adjacent_boxes:
        raise Refusal(Reason.TOO_MANY_BOXES, clause, most=rules.house.adjacent_boxes)
    return player


def _check_war_tie(rules: Rules, table: Table, command: c.PlaceWager) -> str:
    """Check a tie wager on the war deal, and find whose it is."""
    wagers = rules.book.wagers
    hand = table.round.hands.get(command.seat) if table.round else None
    fighting = table.round is not None and table.round.war and command.seat in table.round.war.seats
    if wagers.war_tie is None or hand is None or not hand.goes_to_war or fighting:
        clause = wagers.war_tie or wagers.placing
        raise Refusal(Reason.WAGER_NOT_OFFERED, clause.clause, wager=command.wager)
    check_seated(rules, table, hand.player)
    return hand.player


def _check_amount(rules: Rules, wager: Wager, total: Cents) -> None:
    law = rules.book.wagers.limits
    least, most = rules.span(wager)
    if law.counted is Counting.FIXED and wager is Wager.INITIAL and total != least and wager in rules.limits:
        raise Refusal(Reason.WAGER_NOT_THE_FIXED_AMOUNT, law.clause, amount=dollars(least))
    if total < least:
        raise Refusal(Reason.WAGER_BELOW_MINIMUM, law.clause, wager=wager, least=dollars(least))
    if total > most:
        raise Refusal(Reason.WAGER_ABOVE_MAXIMUM, law.clause, wager=wager, most=dollars(most))
    if total % rules.chip:
        raise Refusal(Reason.WAGER_NOT_IN_CHIPS, law.clause, unit=dollars(rules.chip))
    unit = rules.unit(wager)
    if total % unit:
        surrender = rules.book.surrender or law
        raise Refusal(Reason.WAGER_CANNOT_BE_HALVED, surrender.clause, unit=dollars(unit))


def withdraw_wager(rules: Rules, table: Table, command: c.WithdrawWager) -> Events:
    """Take a wager back; the initial wager takes the others of its hand with it."""
    wagers = rules.book.wagers
    check_seat(rules, command.seat)
    hand = table.round.hands.get(command.seat) if table.round else None
    if hand is None or not hand.on_layout(command.wager) or table.round is None:
        raise Refusal(Reason.NO_SUCH_WAGER, wager=command.wager, seat=command.seat)
    if table.round.closed:
        raise Refusal(Reason.NO_MORE_BETS, wagers.closes.clause)
    if wagers.fixed.value is Fixed.PLACED:
        raise Refusal(Reason.WAGER_IS_FIXED, wagers.fixed.clause)
    return tuple(
        e.WagerWithdrawn(seat=command.seat, wager=wager, amount=stake.on_layout)
        for wager, stake in hand.stakes.items()
        if stake.on_layout and (wager is command.wager or command.wager is Wager.INITIAL)
    )
