"""Evolve: what each event makes of the table. No law is asked here; events carry what the law decided."""

from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from msgspec.structs import replace

from casinowar.game import events as e
from casinowar.game import evolve_preparation as prepare
from casinowar.game import evolve_side as side
from casinowar.game.cards import Card
from casinowar.game.table import NO_WAGER, Hand, PlacedWager, Round, Stop, Table, WarDeal
from casinowar.game.words import ACTS_OF_A_ROUND, DEALER, PLACES, Choice, Wager

_BONUS_SPIN = Wager.BONUS_SPIN


def evolve(table: Table, event: e.Event) -> Table:
    """Turn the table into what it is after the event."""
    return _EVOLVERS[type(event)](table, event)


def evolve_all(table: Table, events: Iterable[e.Event]) -> Table:
    """Turn the table into what it is after all the events."""
    for event in events:
        table = _EVOLVERS[type(event)](table, event)
    return table


# cards in play


def _drawn(table: Table, *, from_aside: bool) -> tuple[Card, Table]:
    """Take the next card off the side, or out of the shoe."""
    if from_aside:
        return table.aside[0], replace(table, aside=table.aside[1:])
    shoe = table.shoe
    return shoe.stack[shoe.drawn], replace(table, shoe=replace(shoe, drawn=shoe.drawn + 1))


def _burned(table: Table, event: e.CardBurned) -> Table:
    card, table = _drawn(table, from_aside=event.from_aside)
    rack = (*table.rack, card)
    match event.reason:
        case e.Burn.WAR:
            current = table.round or _no_round()
            return replace(table, rack=rack, round=replace(current, to_deal=current.to_deal[1:]))
        case e.Burn.NEW_DEALER:
            return replace(table, rack=rack, dealer_burns=table.dealer_burns - 1)
        case e.Burn.NEW_SHOE:
            return replace(table, rack=rack, to_do=table.to_do[1:])
        case e.Burn.BOTH:
            burns = table.dealer_burns - 1
            return replace(table, rack=rack, dealer_burns=burns, to_do=table.to_do[1:])


def _cover_drawn(table: Table, event: e.CoverCardDrawn) -> Table:
    shoe = replace(table.shoe, cover_card_at=-1)
    return replace(table, shoe=shoe, cover_card_on=event.cutter)


def _dealt(table: Table, event: e.CardDealt) -> Table:
    current, place, card = table.round or _no_round(), event.seat, event.card
    layout = {**current.layout, place: (*current.layout.get(place, ()), card)}
    to_deal = current.to_deal[1:]
    if place == DEALER and event.war:
        cards = (*current.dealer_war_cards, card)
        current = replace(current, to_deal=to_deal, layout=layout, dealer_war_cards=cards)
    elif place == DEALER:
        current = replace(current, to_deal=to_deal, layout=layout, dealer_card=card)
    else:
        current = replace(current, to_deal=to_deal, layout=layout, hands=_with_card(current, event))
    if event.from_aside:
        return replace(table, round=current, aside=table.aside[1:])
    return replace(table, round=current, shoe=replace(table.shoe, drawn=table.shoe.drawn + 1))


def _with_card(current: Round, event: e.CardDealt) -> dict[int, Hand]:
    """Give a spot's card to every hand on it, a war card only to those at war."""
    place, card, hands = event.seat, event.card, current.hands.copy()
    for number, hand in current.hands.items():
        if number % PLACES != place:
            continue
        if not event.war:
            hands[number] = replace(hand, card=card)
        elif hand.goes_to_war:
            hands[number] = replace(hand, war_cards=(*hand.war_cards, card))
    return hands


def _collected(table: Table, event: e.CardsCollected) -> Table:
    current, seats = table.round or _no_round(), event.seats
    layout = {spot: cards for spot, cards in current.layout.items() if spot not in seats}
    return replace(table, rack=table.rack + event.cards, round=replace(current, layout=layout))


# money


def _money(table: Table, event: e.MoneyEvent) -> Table:
    current = table.round or Round(number=table.rounds + 1)
    hands, seat, wager, amount = current.hands, event.seat, event.wager, event.amount
    hand = hands.get(seat)
    if hand is None:
        hand = Hand(seat=seat, player=event.player if isinstance(event, e.WagerPlaced) else "")
    wagers = hand.wagers
    placed = wagers.get(wager, NO_WAGER)
    on_layout, collected, paid, to_chips, to_inventory = _FLOWS[type(event)]
    placed = PlacedWager(
        placed.on_layout + on_layout * amount,
        placed.collected + collected * amount,
        placed.paid + paid * amount,
    )
    hand = replace(hand, wagers={**wagers, wager: placed})
    current = replace(current, hands={**hands, seat: hand})
    inventory = table.inventory + to_inventory * amount
    if not to_chips:
        return replace(table, inventory=inventory, round=current)
    player, chips = hand.player, table.chips
    chips = {**chips, player: chips[player] + to_chips * amount}
    return replace(table, chips=chips, inventory=inventory, round=current)


def _redeemed(table: Table, event: e.CouponRedeemed | e.RedemptionReversed) -> Table:
    table = _money(table, event)
    change = event.amount if isinstance(event, e.CouponRedeemed) else -event.amount
    return _with_hand(table, event.seat, redeemed=_hand(table, event.seat).redeemed + change)


def _flow(kind: type[e.MoneyEvent], place: e.Place) -> int:
    """Tell whether chips flow into a place (1), out of it (-1), or neither."""
    return (kind.target is place) - (kind.source is place)


_FLOWS = {
    kind: (*kind.tally, _flow(kind, e.Place.CHIPS), _flow(kind, e.Place.INVENTORY))
    for kind in e.EVENTS.values()
    if issubclass(kind, e.MoneyEvent)
}


def _placed(table: Table, event: e.WagerPlaced) -> Table:
    table = _money(table, event)
    if event.wager is not _BONUS_SPIN:
        return table
    current = table.round or _no_round()
    late = current.closed and event.seat not in current.to_spin
    return _with_round(table, to_spin=(*current.to_spin, event.seat)) if late else table


def _withdrawn(table: Table, event: e.WagerWithdrawn) -> Table:
    table = _money(table, event)
    current = table.round or _no_round()
    hands = {seat: hand for seat, hand in current.hands.items() if _has_chips(hand)}
    return _with_round(table, hands=hands) if hands else replace(table, round=None)


def _has_chips(hand: Hand) -> bool:
    return any(placed.on_layout for placed in hand.wagers.values())


# the course of a round


def _no_more_bets(table: Table, event: e.NoMoreBetsCalled) -> Table:
    current = replace(
        table.round or _no_round(),
        closed=True,
        to_deal=event.deal,
        to_compare=event.compare,
        to_settle=event.settle,
        settling=event.settle,
        to_read=event.read,
        to_spin=event.spin,
    )
    return replace(table, round=current)


def _compared(table: Table, event: e.HandCompared) -> Table:
    current, seat = table.round or _no_round(), event.seat
    hand, war = current.hands[seat], current.war
    if war is None:
        hand = replace(hand, comparison=event.comparison, choice=None)
        to_compare = current.to_compare and _without_first(current.to_compare, seat)
        current = replace(current, hands={**current.hands, seat: hand}, to_compare=to_compare)
        return replace(table, round=current)
    against = (*hand.against, current.dealer_war_cards[-1])
    hand = replace(hand, comparison=event.comparison, choice=None, fought=event.war, against=against)
    war = replace(war, to_compare=_without_first(war.to_compare, seat))
    return replace(table, round=replace(current, hands={**current.hands, seat: hand}, war=war))


def _settled(table: Table, event: e.HandSettled) -> Table:
    current, seat = table.round or _no_round(), event.seat
    hands = {**current.hands, seat: replace(current.hands[seat], settled=True)}
    return _past(table, current, hands, seat)


def _passed(table: Table, event: e.HandPassed) -> Table:
    current = table.round or _no_round()
    return _past(table, current, current.hands, event.seat)


def _past(table: Table, current: Round, hands: dict[int, Hand], seat: int) -> Table:
    """Go on from a hand in the pass of settling."""
    war = current.war
    if war is None:
        to_settle = _without_first(current.to_settle, seat)
        return replace(table, round=replace(current, hands=hands, to_settle=to_settle))
    rest = _without_first(war.to_settle, seat)
    war = replace(war, to_settle=rest) if rest else None
    return replace(table, round=replace(current, hands=hands, war=war))


def _without_first(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return seats[1:] if seats and seats[0] == seat else seats


def _chosen(table: Table, event: e.TieHandChosen) -> Table:
    wars = _hand(table, event.seat).wars + (event.choice is Choice.WAR)
    return _with_hand(table, event.seat, choice=event.choice, wars=wars)


def _confirmed(table: Table, event: e.WarWagerConfirmed) -> Table:
    return _with_hand(table, event.seat, confirmed=_hand(table, event.seat).wars)


def _war_began(table: Table, event: e.WarDealBegan) -> Table:
    war = WarDeal(seats=event.seats, to_compare=event.compare, to_settle=event.settle)
    current = table.round or _no_round()
    answered = {seat: replace(current.hands[seat], tie_offered=False) for seat in event.seats}
    hands = {**current.hands, **answered}
    return replace(table, round=replace(current, war=war, to_deal=event.deal, hands=hands))


def _round_completed(table: Table, event: e.RoundCompleted) -> Table:
    to_do = table.to_do and tuple(step for step in table.to_do if step.act not in ACTS_OF_A_ROUND)
    return replace(table, round=None, rounds=event.round, face_up_in_round=0, to_do=to_do)


# irregularities


def _found_face_up(table: Table, event: e.CardFoundFaceUp) -> Table:
    _, table = _drawn(table, from_aside=False)
    return replace(
        table,
        rack=(*table.rack, event.card),
        face_up_in_shoe=table.face_up_in_shoe + 1,
        face_up_in_round=table.face_up_in_round + 1,
    )


def _drawn_in_error(table: Table, event: e.CardDrawnInError) -> Table:
    card, table = _drawn(table, from_aside=False)
    return replace(table, aside=(*table.aside, event.card or card))


def _discarded(table: Table, _event: e.CardDiscarded) -> Table:
    return replace(table, aside=table.aside[1:], rack=(*table.rack, table.aside[0]))


def _voided_hand(table: Table, event: e.HandVoided) -> Table:
    current = table.round or _no_round()
    return _with_round(
        table,
        hands={seat: hand for seat, hand in current.hands.items() if seat != event.seat},
        to_deal=tuple(seat for seat in current.to_deal if seat != event.seat),
        to_compare=tuple(seat for seat in current.to_compare if seat != event.seat),
        to_settle=tuple(seat for seat in current.to_settle if seat != event.seat),
        to_read=tuple(seat for seat in current.to_read if seat != event.seat),
        to_spin=tuple(seat for seat in current.to_spin if seat != event.seat),
    )


def _stopped(table: Table, event: e.PlayStopped) -> Table:
    return replace(table, stop=Stop(event.irregularity, event.possible, event.seat))


# shorthand


def _no_round() -> NoReturn:
    raise ValueError("the event belongs to a round, and no round is in progress")


def _hand(table: Table, seat: int) -> Hand:
    return (table.round or _no_round()).hands[seat]


def _with_round(table: Table, **changes: object) -> Table:
    return replace(table, round=replace(table.round or _no_round(), **changes))


def _with_hand(table: Table, seat: int, **changes: object) -> Table:
    current = table.round or _no_round()
    hand = replace(current.hands[seat], **changes)
    return replace(table, round=replace(current, hands={**current.hands, seat: hand}))


_EVOLVERS: dict[type[e.Event], Callable[[Table, Any], Table]] = {
    e.TableOpened: prepare.opened,
    e.DealerArrived: prepare.dealer_arrived,
    e.ClockTold: lambda table, event: replace(table, clock=event.now),
    e.PlayerSeated: prepare.seated,
    e.ChipsBought: prepare.chips_bought,
    e.HandAbandoned: lambda table, event: _with_hand(table, event.seat, abandoned=True),
    e.HandForfeited: lambda table, event: _with_hand(table, event.seat, forfeited=True),
    e.PlayerLeft: prepare.player_left,
    e.ProcedureBegan: prepare.procedure_began,
    e.StepsInserted: prepare.steps_inserted,
    e.ActPerformed: prepare.act_performed,
    e.DecksReceived: prepare.decks_received,
    e.CardsGathered: prepare.gathered,
    e.BatchesExchanged: prepare.exchanged,
    e.DiscardsTaken: prepare.discards_taken,
    e.CardsShuffled: prepare.shuffled,
    e.StoredBatchShuffled: prepare.stored_shuffled,
    e.CutOffered: prepare.cut_offered,
    e.CutRefused: prepare.cut_refused,
    e.StackCut: prepare.stack_cut,
    e.RecutOrdered: prepare.recut_ordered,
    e.CoverCardPlaced: prepare.cover_placed,
    e.ShoeLoaded: prepare.loaded,
    e.CardBurned: _burned,
    e.CoverCardDrawn: _cover_drawn,
    e.CardDealt: _dealt,
    e.CardsCollected: _collected,
    e.WagerPlaced: _placed,
    e.CouponRedeemed: _redeemed,
    e.RedemptionReversed: _redeemed,
    e.ReturnReversed: _money,
    e.WagerReturned: _money,
    e.WagerWithdrawn: _withdrawn,
    e.WagerCollected: _money,
    e.WagerPaid: _money,
    e.MatchPlaced: _money,
    e.MatchPaid: _money,
    e.MatchCollected: _money,
    e.CollectionReversed: _money,
    e.PaymentReversed: _money,
    e.NoMoreBetsCalled: _no_more_bets,
    e.HandCompared: _compared,
    e.HandSettled: _settled,
    e.HandPassed: _passed,
    e.TieHandChosen: _chosen,
    e.WarWagerConfirmed: _confirmed,
    e.TieWagerOffered: lambda table, event: _with_hand(table, event.seat, tie_offered=True),
    e.TieWagerDeclined: lambda table, event: _with_hand(table, event.seat, tie_offered=False),
    e.WarDealBegan: _war_began,
    e.RoundCompleted: _round_completed,
    e.CardFoundFaceUp: _found_face_up,
    e.CardDrawnInError: _drawn_in_error,
    e.CardDiscarded: _discarded,
    e.HandVoided: _voided_hand,
    e.IrregularityReported: lambda table, _event: table,
    e.PlayStopped: _stopped,
    e.RulingRecorded: lambda table, _event: replace(table, stop=None),
    e.RoundVoided: lambda table, _event: table,
    e.DeviceFailed: lambda table, _event: replace(table, device_failed=True),
    e.DeviceRestored: lambda table, _event: replace(table, device_failed=False),
    e.MeterStarted: side.meter_started,
    e.MeterRaised: side.meter_raised,
    e.MeterPaid: side.meter_paid,
    e.MeterRestarted: side.meter_restarted,
    e.MeterTold: side.meter_told,
    e.MeterRaiseReversed: side.meter_raise_reversed,
    e.MeterPaymentReversed: side.meter_payment_reversed,
    e.MeterRestartReversed: side.meter_restart_reversed,
    e.ProgressiveRead: side.progressive_read,
    e.ProgressiveSettled: side.progressive_settled,
    e.WheelSpun: lambda table, _event: table,
    e.BonusSpinSettled: side.bonus_spin_settled,
    e.CouponPlaced: side.coupon_placed,
    e.CouponTaken: side.coupon_taken,
    e.BankOffered: side.bank_offered,
    e.BankDeclined: side.bank_declined,
    e.BankTaken: side.bank_taken,
    e.BankRaised: side.bank_raised,
    e.BankWithdrawn: side.bank_withdrawn,
    e.CoverLeft: side.cover_left,
    e.BankReturned: side.bank_returned,
}
