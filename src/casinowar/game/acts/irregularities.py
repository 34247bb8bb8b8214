"""Irregularities: the remedy that the book has for each, or a floorperson's recorded ruling."""

from collections.abc import Iterator

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts import meters, preparation, progressive
from casinowar.game.acts.dealing import cover_card, next_card, nothing_left, shoe_ran_out
from casinowar.game.acts.layout import in_round, voided
from casinowar.game.acts.opening import check_between_rounds
from casinowar.game.acts.seating import check_hand, check_seat, hands_of
from casinowar.game.acts.settling import collect_all, end_round
from casinowar.game.acts.war import forfeits, surrendered
from casinowar.game.book.citing import Cited
from casinowar.game.book.rules import Rules
from casinowar.game.book.terms import Remedy, Span
from casinowar.game.cards import Card
from casinowar.game.due.hands import hand_to_choose
from casinowar.game.evolve import evolve_all
from casinowar.game.procedure import next_duty
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import Hand, PlacedWager, Round, Table
from casinowar.game.words import BURN, PLACES, Act, Irregularity, Occasion, Ruling, Shuffler, Wager

_CARD_RULINGS = (Ruling.PLAY_ON, Ruling.DISCARD_THE_CARD, Ruling.VOID_THE_ROUND)
_ROUND_RULINGS: tuple[Ruling, ...] = (Ruling.PLAY_ON, Ruling.VOID_THE_ROUND)


def report_face_up_card(rules: Rules, table: Table, command: c.ReportFaceUpCard) -> e.Events:
    """Discard a card found face up while dealing; too many of them void the round."""
    drawn = _shown_instead(rules, table, command.card)
    provision = rules.book.irregularities.provision(Irregularity.FACE_UP_CARD)
    if provision is None or provision.remedy is Remedy.USE_AS_NEXT:
        return _remedied(rules, table, Irregularity.FACE_UP_CARD, drawn)
    found = (*drawn[:-1], e.CardFoundFaceUp(card=next_card(rules, table, command.card)))
    if provision.remedy is Remedy.VOID_ROUND:
        return _and_void(rules, table, found, Irregularity.FACE_UP_CARD)
    before = table.face_up_in_round if provision.within is Span.ROUND else table.face_up_in_shoe
    if provision.repeated is Remedy.VOID_ROUND and before + 1 > provision.more_than:
        return _and_void(rules, table, found, Irregularity.FACE_UP_CARD)
    return found


def _shown_instead(rules: Rules, table: Table, said: Card) -> e.Events:
    """Draw with its face shown the card that somebody was to get."""
    current = _dealing(table)
    if not current.to_deal or nothing_left(table) or table.aside:
        raise Refusal(Reason.NOT_AN_IRREGULARITY_NOW)
    card = next_card(rules, table, said)
    return (*cover_card(rules, table, current.to_deal[0]), e.CardDrawnInError(exposed=True, card=card))


def _remedied(
    rules: Rules, table: Table, what: Irregularity, drawn: e.Events, seat: int | None = None, note: str = ""
) -> e.Events:
    """Do with a card laid aside what the book says, or stop for a ruling."""
    provision = rules.book.irregularities.provision(what)
    match provision.remedy if provision else None:
        case Remedy.USE_AS_NEXT:
            return drawn
        case Remedy.DISCARD:
            return (*drawn, e.CardDiscarded())
        case Remedy.VOID_ROUND:
            return _and_void(rules, table, drawn, what)
        case _:
            stop = e.PlayStopped(irregularity=what, possible=_CARD_RULINGS, hand=seat, note=note)
            return (*drawn, stop)


def _and_void(rules: Rules, table: Table, events: e.Events, what: Irregularity) -> e.Events:
    provision = rules.book.irregularities.provision(what)
    return events + void_round(rules, evolve_all(table, events), what, reshuffle=provision)


def report_card_drawn_in_error(rules: Rules, table: Table, command: c.ReportCardDrawnInError) -> e.Events:
    """Lay a card aside to be used as the next card, or stop play if its face was shown."""
    current = _dealing(table)
    if table.aside:
        raise Refusal(Reason.NOT_AN_IRREGULARITY_NOW)
    if nothing_left(table):
        return shoe_ran_out(table)
    cover = cover_card(rules, table, current.to_deal[0] if current.to_deal else BURN)
    if command.exposed:
        card = next_card(rules, table, command.card)
        drawn = (*cover, e.CardDrawnInError(exposed=True, card=card))
        return _remedied(rules, table, Irregularity.EXPOSED_CARD, drawn)
    if command.card:
        raise Refusal(Reason.NOT_AN_IRREGULARITY_NOW)
    drawn = (*cover, e.CardDrawnInError(exposed=False))
    return _remedied(rules, table, Irregularity.CARD_DRAWN_IN_ERROR, drawn)


def report_no_card_dealt(rules: Rules, table: Table, command: c.ReportNoCardDealt) -> e.Events:
    """Void and return the wagers of a hand that got no card."""
    current = _dealing(table)
    hand = current.hands.get(command.hand)
    if hand is None:
        raise Refusal(Reason.NO_SUCH_WAGER, wager=Wager.INITIAL, seat=command.hand)
    if hand.card:
        raise Refusal(Reason.SEAT_HAS_A_CARD, seat=command.hand)
    provision = rules.book.irregularities.provision(Irregularity.NO_CARD_DEALT)
    if provision and provision.remedy is Remedy.VOID_ROUND:
        return _and_void(rules, table, (), Irregularity.NO_CARD_DEALT)
    if provision is None:
        what = Irregularity.NO_CARD_DEALT
        return (e.PlayStopped(irregularity=what, possible=_ROUND_RULINGS, hand=command.hand),)
    spins = meters.lowered(rules, Wager.BONUS_SPIN, hand.on_layout(Wager.BONUS_SPIN))
    back = (*voided(hand), *progressive.given_back(rules, hand), *spins)
    events: e.Events = (*back, e.HandVoided(hand=hand.number))
    if hand.abandoned and len(hands_of(table, hand.player)) == 1:
        chips = evolve_all(table, back).chips[hand.player]
        events += (e.PlayerLeft(player=hand.player, chips=chips),)
    return events


def report_shuffler_jam(rules: Rules, table: Table, _command: c.ReportShufflerJam) -> e.Events:
    """Shuffle again what a jam left in the device; void the round where the book says so."""
    _check_device(rules, table)
    provision = rules.book.irregularities.provision(Irregularity.SHUFFLER_JAM)
    if provision is None:
        possible = _ROUND_RULINGS if table.round else (Ruling.PLAY_ON,)
        return (e.PlayStopped(irregularity=Irregularity.SHUFFLER_JAM, possible=possible),)
    again = _device_again(rules, table, provision.clause)
    reported = e.IrregularityReported(irregularity=Irregularity.SHUFFLER_JAM)
    if provision.remedy is Remedy.VOID_ROUND and table.round is not None:
        return (reported, *void_round(rules, table, Irregularity.SHUFFLER_JAM), *again)
    return (reported, *again)


def _device_again(rules: Rules, table: Table, clause: str) -> e.Events:
    """Have the device's cards shuffled again, unless that is what is due anyway."""
    if rules.shuffler is Shuffler.CONTINUOUS and table.round is None and not table.to_do:
        again = preparation.reshuffle(rules, rules.shuffler)
        return (e.ProcedureBegan(occasion=Occasion.RESHUFFLE, steps=again),)
    steps = preparation.shuffle_device_again(rules, clause)
    if rules.shuffler is Shuffler.CONTINUOUS or (table.to_do and table.to_do[0].act is steps[0].act):
        return ()
    return (e.StepsInserted(steps=steps),)


def _check_device(rules: Rules, table: Table) -> None:
    received = table.stored or table.shoe.stack or table.stack
    if rules.shuffler is Shuffler.BY_HAND or table.device_failed or not received:
        raise Refusal(Reason.NO_DEVICE)


def report_device_failure(rules: Rules, table: Table, _command: c.ReportDeviceFailure) -> e.Events:
    """Take a failed device out of use; what the book wants done to it comes first."""
    _check_device(rules, table)
    if table.to_do and table.occasion is not None:
        steps = preparation.without_device(rules, table)
        return (e.DeviceFailed(), e.ProcedureBegan(occasion=table.occasion, steps=steps))
    steps = preparation.failed_device(rules)
    return (e.DeviceFailed(), e.StepsInserted(steps=steps)) if steps else (e.DeviceFailed(),)


def restore_device(rules: Rules, table: Table, _command: c.RestoreDevice) -> e.Events:
    """Put a repaired device back into use between rounds, and have it shuffle its batch."""
    if not table.device_failed:
        raise Refusal(Reason.DEVICE_WORKS)
    check_between_rounds(rules, table)
    if rules.shuffler is not Shuffler.BATCH:
        return (e.DeviceRestored(),)
    steps = preparation.shuffle_device_again(rules, rules.book.shuffle.reshuffle.clause)
    return (e.DeviceRestored(), e.StepsInserted(steps=steps))


def report_irregularity(rules: Rules, table: Table, command: c.ReportIrregularity) -> e.Events:
    """Stop play for a ruling on what no clause provides for."""
    if command.hand is not None:
        check = check_hand if command.hand >= PLACES else check_seat
        check(rules, command.hand)
    match command.irregularity:
        case Irregularity.CARD_TO_EMPTY_SEAT:
            drawn = _shown_instead(rules, table, command.card)
            return _remedied(rules, table, command.irregularity, drawn, command.hand, command.note)
        case Irregularity.WRONG_BURN:
            _dealing(table)
            possible = _ROUND_RULINGS
        case Irregularity.NO_CHOICE:
            duty = next_duty(rules, table)
            hand = hand_to_choose(rules, in_round(table)) if duty.act is Act.CHOOSE else None
            if hand is None or hand.number != command.hand:
                raise Refusal(Reason.NOT_AN_IRREGULARITY_NOW)
            possible = _ROUND_RULINGS
            if forfeits(rules, hand) is not None:
                possible = (Ruling.PLAY_ON, Ruling.SURRENDER_THE_HAND, Ruling.VOID_THE_ROUND)
        case Irregularity.OTHER:
            possible = _ROUND_RULINGS if table.round else (Ruling.PLAY_ON,)
        case _:
            raise Refusal(Reason.NOT_AN_IRREGULARITY_NOW)
    provision = rules.book.irregularities.provision(command.irregularity)
    if provision and provision.remedy is Remedy.VOID_ROUND and table.round:
        return _and_void(rules, table, (), command.irregularity)
    what, hand_id, note = command.irregularity, command.hand, command.note
    return (e.PlayStopped(irregularity=what, possible=possible, hand=hand_id, note=note),)


def rule(rules: Rules, table: Table, command: c.Rule) -> e.Events:
    """Record a floorperson's ruling and carry it out."""
    stop = table.stop
    if stop is None:
        raise Refusal(Reason.NOTHING_TO_RULE_ON)
    if command.ruling not in stop.possible:
        clause = rules.book.irregularities.ruling.clause
        raise Refusal(Reason.RULING_NOT_POSSIBLE, clause, possible=", ".join(stop.possible))
    recorded = e.RulingRecorded(ruling=command.ruling, note=command.note)
    again: e.Events = ()
    if stop.irregularity is Irregularity.SHUFFLER_JAM:
        again = _device_again(rules, table, rules.book.irregularities.ruling.clause)
    match command.ruling:
        case Ruling.PLAY_ON if stop.irregularity is Irregularity.SHOE_RAN_OUT:
            steps = preparation.discards_only(rules)
            began = e.ProcedureBegan(occasion=Occasion.SHOE_RAN_OUT, steps=steps)
            return (recorded, e.DiscardsTaken(), began)
        case Ruling.PLAY_ON:
            return (recorded, *again)
        case Ruling.DISCARD_THE_CARD:
            return (recorded, e.CardDiscarded())
        case Ruling.SURRENDER_THE_HAND:
            hand = hand_to_choose(rules, in_round(table))
            return (recorded, *(surrendered(rules, in_round(table), hand) if hand else ()))
        case Ruling.VOID_THE_ROUND:
            return (recorded, *void_round(rules, table, stop.irregularity), *again)


def void_round(
    rules: Rules, table: Table, irregularity: Irregularity, *, reshuffle: Cited | None = None
) -> e.Events:
    """Give back every wager, also what was taken, take back what was paid, and end the round."""
    current = in_round(table)
    back: list[e.Event] = []
    reversed_: list[e.Event] = []
    for _, hand in sorted(current.hands.items()):
        for wager, placed in hand.wagers.items():
            back += _undone(hand, wager, placed)
            if placed.paid:
                reversed_.append(e.PaymentReversed(hand=hand.number, wager=wager, amount=placed.paid))
    reversed_ += meters.put_back(current)
    events = (e.RoundVoided(irregularity=irregularity), *back, *reversed_, *collect_all(table))
    return events + end_round(rules, evolve_all(table, events), reshuffle=reshuffle, void=True)


def _undone(hand: Hand, wager: Wager, placed: PlacedWager) -> Iterator[e.Event]:
    """Give back what lies on the layout and what was taken, less what the house put there for a coupon."""
    seat, on_layout, collected = hand.number, placed.on_layout, placed.collected
    if wager is Wager.MATCH:
        if on_layout:
            yield e.MatchCollected(hand=seat, amount=on_layout)
        return
    redeemed = hand.redeemed if wager is Wager.INITIAL else 0
    if coupon := min(redeemed, on_layout):
        yield e.RedemptionReversed(hand=seat, wager=wager, amount=coupon)
        on_layout, redeemed = on_layout - coupon, redeemed - coupon
    if on_layout:
        yield e.WagerReturned(hand=seat, wager=wager, amount=on_layout)
    kept = min(redeemed, collected)
    if collected > kept:
        yield e.CollectionReversed(hand=seat, wager=wager, amount=collected - kept)
    if redeemed > kept:
        yield e.ReturnReversed(hand=seat, wager=wager, amount=redeemed - kept)


def _dealing(table: Table) -> Round:
    """Give the round, if no more bets has been called and cards are in play."""
    current = in_round(table)
    if not current.closed or table.to_do:
        raise Refusal(Reason.NOT_AN_IRREGULARITY_NOW)
    return current
