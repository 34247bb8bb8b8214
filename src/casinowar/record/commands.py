"""The commands that may stand behind what a record says happened next."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.book.rules import Rules
from casinowar.game.cards import UNSEEN, Card
from casinowar.game.table import Table
from casinowar.game.words import DEALER, Act, Instrument, Irregularity, Occasion, Role, Wager

Commands = Iterator[c.Command]


def commands_behind(rules: Rules, table: Table, recorded: Sequence[e.Event], position: int) -> Commands:
    """List the commands that could bring about the event at a position, the likeliest first."""
    event = recorded[position]
    after = recorded[position + 1] if position + 1 < len(recorded) else None
    if isinstance(event, e.WagerPlaced):
        yield _wager(rules, event)
    elif isinstance(event, e.WagerCollected) and event.wager is Wager.PROGRESSIVE:
        yield _collection(recorded, position)
    elif simple := _SIMPLE.get(type(event)):
        yield simple(event)
    elif several := _SEVERAL.get(type(event)):
        yield from several(table, event, after)
    if isinstance(event, e.CoverCardDrawn) and after is not None:
        # Where the order of the shoe is recorded, the cover card comes out by itself with the next card.
        yield from commands_behind(rules, table, recorded, position + 1)


def _wager(rules: Rules, event: e.WagerPlaced) -> c.Command:
    made_with = rules.book.wagers.instruments.value[0]
    return c.PlaceWager(
        seat=event.seat, wager=event.wager, amount=event.amount, player=event.player, made_with=made_with
    )


def _collection(recorded: Sequence[e.Event], position: int) -> c.Command:
    """Collect the progressive wagers, by whoever is recorded behind the last of them."""
    done = next((each for each in recorded[position:] if isinstance(each, e.ActPerformed)), None)
    return c.Perform(act_done=Act.COLLECT_PROGRESSIVE, by=_done_by(done))


def _read(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Give the order of the cards, or nothing if it is not recorded."""
    return () if UNSEEN in cards else cards


_SIMPLE: Final[dict[type[e.Event], Callable[[Any], c.Command]]] = {
    e.TableOpened: lambda event: c.OpenTable(dealer=event.dealer, inventory=event.inventory),
    e.DealerArrived: lambda event: c.ComeToTable(dealer=event.dealer),
    e.ClockTold: lambda event: c.TellTime(now=event.now),
    e.PlayerSeated: lambda event: c.Sit(player=event.player, seat=event.seat, chips=event.chips),
    e.ChipsBought: lambda event: c.BuyChips(player=event.player, amount=event.amount),
    e.PlayerLeft: lambda event: c.LeaveTable(player=event.player),
    e.HandForfeited: lambda event: c.DeclareAbandoned(seat=event.seat),
    e.ActPerformed: lambda event: c.Perform(act_done=event.act, by=event.by),
    e.CardsShuffled: lambda event: c.Shuffle(cards=_read(event.cards)),
    e.StoredBatchShuffled: lambda event: c.ShuffleStored(cards=_read(event.cards)),
    e.CutOffered: lambda _: c.OfferCut(),
    e.CutRefused: lambda event: c.RefuseCut(seat=event.seat),
    e.StackCut: lambda event: c.CutStack(
        seat=event.seat, depth=event.depth, by=Role.DEALER if event.seat == DEALER else Role.PLAYER
    ),
    e.CoverCardPlaced: lambda event: c.PlaceCoverCard(behind=event.behind),
    e.ShoeLoaded: lambda _: c.LoadShoe(),
    e.CardBurned: lambda _: c.BurnCard(),
    e.CoverCardDrawn: lambda _: c.ReportCoverCard(),
    e.CardDealt: lambda event: c.DealCard(card=event.card),
    e.CardsCollected: lambda _: c.CollectCards(),
    e.NoMoreBetsCalled: lambda _: c.CallNoMoreBets(),
    e.WarWagerConfirmed: lambda _: c.ConfirmWarWager(),
    e.TieWagerDeclined: lambda event: c.DeclineTieWager(seat=event.seat),
    e.WarDealBegan: lambda _: c.BeginWarDeal(),
    e.MeterTold: lambda event: c.TellMeter(meter=event.meter, amount=event.amount),
    e.MeterPaid: lambda _: c.PayProgressive(),
    e.ProgressiveRead: lambda _: c.ReadProgressive(),
    e.ProgressiveSettled: lambda _: c.PayProgressive(),
    e.WheelSpun: lambda event: c.SpinWheel(
        seat=event.seat, hot_spot=event.hot_spot, community=event.community
    ),
    e.BonusSpinSettled: lambda _: c.CollectBonusSpin(),
    e.CouponPlaced: lambda event: c.PlaceWager(
        seat=event.seat, wager=Wager.INITIAL, amount=event.amount, made_with=Instrument.COUPON
    ),
    e.BankOffered: lambda _: c.OfferBank(),
    e.BankDeclined: lambda event: c.DeclineBank(seat=event.seat),
    e.BankTaken: lambda event: c.TakeBank(seat=event.seat, amount=event.amount),
    e.BankRaised: lambda event: c.AddToBank(amount=event.amount),
    e.CardFoundFaceUp: lambda event: c.ReportFaceUpCard(card=event.card),
    e.HandVoided: lambda event: c.ReportNoCardDealt(seat=event.seat),
    e.IrregularityReported: lambda _: c.ReportShufflerJam(),
    e.RulingRecorded: lambda event: c.Rule(ruling=event.ruling, note=event.note),
    e.DeviceFailed: lambda _: c.ReportDeviceFailure(),
    e.DeviceRestored: lambda _: c.RestoreDevice(),
}


def _done_by(after: e.Event | None) -> Role:
    return after.by if isinstance(after, e.ActPerformed) else Role.DEALER


def _decks(_table: Table, event: e.DecksReceived, after: e.Event | None) -> Commands:
    yield c.ReceiveDecks(cards=_read(event.order), by=_done_by(after))


def _gathered(_table: Table, _event: e.CardsGathered, after: e.Event | None) -> Commands:
    yield c.Perform(act_done=Act.GATHER_CARDS, by=_done_by(after))


def _exchanged(_table: Table, _event: e.BatchesExchanged, after: e.Event | None) -> Commands:
    yield c.Perform(act_done=Act.EXCHANGE_BATCHES, by=_done_by(after))


def _procedure(_table: Table, event: e.ProcedureBegan, _after: e.Event | None) -> Commands:
    match event.occasion:
        case Occasion.IDLE:
            yield c.DeclareIdle()
            yield c.DeclareIdle(face_up=True)
        case Occasion.CHANGE:
            yield c.ChangeCards()
        case Occasion.ORDERED | Occasion.RESHUFFLE:
            yield c.OrderReshuffle()
        case Occasion.OPENING | Occasion.SHOE_RAN_OUT:
            return


def _steps(table: Table, _event: e.StepsInserted, _after: e.Event | None) -> Commands:
    if table.arrivals:
        yield c.RequestInspection(player=table.arrivals[0])


def _recut(_table: Table, _event: e.RecutOrdered, _after: e.Event | None) -> Commands:
    yield c.OrderRecut()
    yield c.OrderRecut(by_next=True)


def _abandoned(table: Table, event: e.HandAbandoned, _after: e.Event | None) -> Commands:
    yield from _leaving(table, event.seat)


def _withdrawn(table: Table, event: e.WagerWithdrawn, _after: e.Event | None) -> Commands:
    yield from (c.WithdrawWager(seat=event.seat, wager=wager) for wager in (event.wager, Wager.INITIAL))
    yield from _leaving(table, event.seat)


def _leaving(table: Table, seat: int) -> Commands:
    hand = table.round.hands.get(seat) if table.round else None
    if hand is not None:
        yield c.LeaveTable(player=hand.player)


def _redemption(table: Table, event: e.RedemptionReversed, _after: e.Event | None) -> Commands:
    yield c.WithdrawWager(seat=event.seat, wager=Wager.INITIAL)
    yield c.ReportNoCardDealt(seat=event.seat)
    yield from _leaving(table, event.seat)


def _bank_withdrawn(table: Table, event: e.BankWithdrawn, _after: e.Event | None) -> Commands:
    if event.seat in table.seats:
        yield c.LeaveTable(player=table.seats[event.seat])


def _settling(_table: Table, event: Any, _after: e.Event | None) -> Commands:  # noqa: ANN401 - any event with a seat
    """List what settles a hand."""
    yield c.SettleHand()
    yield c.SettleAbandoned()
    yield c.ReturnUncovered()
    yield c.ConfirmWarWager()
    yield c.ReportNoCardDealt(seat=event.seat)


def _paid(_table: Table, event: e.WagerPaid, _after: e.Event | None) -> Commands:
    side = event.wager in {Wager.PROGRESSIVE, Wager.ENVY}
    yield c.PayProgressive() if side else c.SettleHand()


def _collected(table: Table, event: e.WagerCollected, after: e.Event | None) -> Commands:
    if event.wager is Wager.BONUS_SPIN:
        yield c.CollectBonusSpin()
    yield from _settling(table, event, after)


def _compared(_table: Table, _event: e.HandCompared, _after: e.Event | None) -> Commands:
    yield c.SettleHand()
    yield c.CompareHand()


def _chosen(_table: Table, event: e.TieHandChosen, _after: e.Event | None) -> Commands:
    yield c.Surrender(seat=event.seat)
    yield c.GoToWar(seat=event.seat)
    yield c.SettleAbandoned()


def _drawn_in_error(_table: Table, event: e.CardDrawnInError, after: e.Event | None) -> Commands:
    yield c.ReportCardDrawnInError(exposed=event.exposed, card=event.card)
    yield c.ReportFaceUpCard(card=event.card)
    if isinstance(after, e.PlayStopped):
        yield c.ReportIrregularity(
            irregularity=Irregularity.CARD_TO_EMPTY_SEAT, seat=after.seat, card=event.card, note=after.note
        )


def _stopped(_table: Table, event: e.PlayStopped, _after: e.Event | None) -> Commands:
    match event.irregularity:
        case Irregularity.SHOE_RAN_OUT:
            yield c.DealCard()
            yield c.BurnCard()
            yield c.ReportCardDrawnInError()
        case Irregularity.NO_CARD_DEALT:
            yield c.ReportNoCardDealt(seat=event.seat or DEALER)
        case Irregularity.SHUFFLER_JAM:
            yield c.ReportShufflerJam()
        case _:
            yield c.ReportIrregularity(irregularity=event.irregularity, seat=event.seat, note=event.note)


_SEVERAL: Final[dict[type[e.Event], Callable[[Table, Any, e.Event | None], Commands]]] = {
    e.DecksReceived: _decks,
    e.CardsGathered: _gathered,
    e.BatchesExchanged: _exchanged,
    e.ProcedureBegan: _procedure,
    e.StepsInserted: _steps,
    e.RecutOrdered: _recut,
    e.HandAbandoned: _abandoned,
    e.WagerWithdrawn: _withdrawn,
    e.RedemptionReversed: _redemption,
    e.BankWithdrawn: _bank_withdrawn,
    e.WagerReturned: _settling,
    e.WagerCollected: _collected,
    e.WagerPaid: _paid,
    e.MatchPaid: _settling,
    e.MatchCollected: _settling,
    e.HandSettled: _settling,
    e.HandPassed: _settling,
    e.HandCompared: _compared,
    e.TieHandChosen: _chosen,
    e.CardDrawnInError: _drawn_in_error,
    e.PlayStopped: _stopped,
}
