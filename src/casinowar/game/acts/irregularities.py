"""Irregularities: the remedy that the book has for each, or a stop until a floorperson has ruled."""

from msgspec.structs import replace

from casinowar.game import commands as c
from casinowar.game import events as e
from casinowar.game.acts import failed_checks, preparation
from casinowar.game.acts.dealing import (
    burn_card,
    cover_card,
    deal_card,
    next_card,
    nothing_left,
    shoe_ran_out,
    taking_cover,
)
from casinowar.game.acts.layout import in_round
from casinowar.game.acts.opening import check_between_rounds
from casinowar.game.acts.rulings import acts_with_cards, device_again, reshuffled_for
from casinowar.game.acts.seating import check_hand, check_seat
from casinowar.game.acts.voiding import can_be_voided, hands_voided, unless_short, voided_by_book
from casinowar.game.acts.war import surrendered
from casinowar.game.book.cited_values import joined
from casinowar.game.book.rulebook import Provision
from casinowar.game.book.rules import Rules
from casinowar.game.book.variants import FaceUpBurn, Remedy, Span
from casinowar.game.cards import Card
from casinowar.game.commands import OF_A_HAND, REPORTED_WITH
from casinowar.game.due.dealing import place_of_next_drawn
from casinowar.game.due.hands import forfeits, hand_to_choose, has_open_wagers, seconds_to_choose
from casinowar.game.due.shuffling import idle_is_due, needs_new_decks, turns_up_first_card
from casinowar.game.evolve import evolve, evolve_all
from casinowar.game.phrase import how_many
from casinowar.game.procedure import next_duty
from casinowar.game.refusal import Reason, Refusal
from casinowar.game.table import Hand, Round, Table
from casinowar.game.words import (
    BURN,
    PLACES,
    Act,
    Irregularity,
    Occasion,
    Ruling,
    Shuffler,
    Wager,
    spot,
)

_SHUFFLING = frozenset(
    {Act.RECEIVE_DECKS, Act.GATHER_CARDS, Act.EXCHANGE_BATCHES, Act.SHUFFLE, Act.LOAD_SHOE}
)
_AFTER_A_JAM = frozenset({Act.EMPTY_DEVICE, Act.SHUFFLE_STORED})


# cards that should not have come


def report_face_up_card(rules: Rules, table: Table, command: c.ReportFaceUpCard) -> e.Events:
    """Discard a card found face up; too many of them while a round is dealt void it."""
    what = Irregularity.FACE_UP_CARD
    provision = rules.book.irregularities.provision(what)
    if provision is None or provision.remedy is Remedy.USE_AS_NEXT:
        return _remedied(rules, table, what, _shown(rules, table, what, command.card))
    drawing = _at_the_shoe(table)
    card, cover = next_card(rules, drawing, command.card), cover_card(rules, drawing, _receiver(rules, table))
    burn = _burn_due(rules, table, card) if provision.burn is FaceUpBurn.COUNTS else None
    face_up = e.CardFoundFaceUp(card=card, counts_as=burn, clause=provision.clause)
    found = (*cover, taking_cover(rules, table, face_up, len(table.aside)) if burn else face_up)
    if not _is_too_many(table, provision):
        return found
    return found + voided_by_book(rules, evolve_all(table, found), what, reshuffle=provision)


def _burn_due(rules: Rules, table: Table, card: Card) -> e.Burn | None:
    """Find why the shoe's next card, which is seen, is to be burned, if it is: not if those aside will be."""
    if table.aside and place_of_next_drawn(rules, table) != BURN:
        return None
    table = _at_the_shoe(table)
    if next_duty(rules, table).act is not Act.BURN_CARD:
        return None
    burned = burn_card(rules, table, c.BurnCard(card=card if turns_up_first_card(table) else ""))[-1]
    return burned.reason if isinstance(burned, e.CardBurned) else None


def _is_too_many(table: Table, provision: Provision) -> bool:
    """Tell whether a card more found face up voids the round; between rounds there is none to count in."""
    if provision.remedy is Remedy.VOID_ROUND:
        return True
    if provision.repeated is not Remedy.VOID_ROUND:
        return False
    if provision.within is Span.SHOE:
        return table.face_up_in_shoe + 1 > provision.more_than
    dealing = table.round is not None and has_open_wagers(table.round)
    return dealing and table.face_up_in_round + 1 > provision.more_than


def report_card_drawn_in_error(rules: Rules, table: Table, command: c.ReportCardDrawnInError) -> e.Events:
    """Lay a card aside to be used as the next card, or stop play if its face was shown."""
    if table.round is not None and table.round.closed and not table.to_do and nothing_left(table):
        return shoe_ran_out(rules, table)
    if command.exposed:
        what = Irregularity.EXPOSED_CARD
        return _remedied(rules, table, what, _shown(rules, table, what, command.card))
    cover = cover_card(rules, _at_the_shoe(table), _receiver(rules, table))
    if command.card:
        raise _reported_otherwise(Irregularity.EXPOSED_CARD)
    what = Irregularity.CARD_DRAWN_IN_ERROR
    drawn = (*cover, e.CardDrawnInError(exposed=False, clause=rules.clauses.remedy(what)))
    return _remedied(rules, table, what, drawn)


def _shown(rules: Rules, table: Table, what: Irregularity, said: Card) -> e.Events:
    """Lay the next card aside, whose face was shown, and the cover card if it lies before it."""
    drawing = _at_the_shoe(table)
    card, cover = next_card(rules, drawing, said), cover_card(rules, drawing, _receiver(rules, table))
    is_told = what is Irregularity.FACE_UP_CARD or rules.book.irregularities.provision(what)
    return (
        *cover,
        e.CardDrawnInError(
            exposed=True,
            card=card,
            irregularity=what if is_told else None,
            clause=rules.clauses.remedy(what),
        ),
    )


def _at_the_shoe(table: Table) -> Table:
    """Give the table as it is for a draw from the shoe, without the cards laid aside."""
    if not table.shoe.left or _is_shuffled(table):
        raise Refusal(Reason.NOT_AN_IRREGULARITY_NOW)
    return replace(table, aside=(), rack=table.rack + table.aside) if table.aside else table


def _is_shuffled(table: Table) -> bool:
    return any(step.act in _SHUFFLING for step in table.to_do)


def _receiver(rules: Rules, table: Table) -> int:
    """Find the spot that the shoe's next card is drawn for; a card for no spot yet counts as burned."""
    place = place_of_next_drawn(rules, table)
    return BURN if place is None else place


def _remedied(
    rules: Rules, table: Table, what: Irregularity, drawn: e.Events, seat: int | None = None, note: str = ""
) -> e.Events:
    provision = rules.book.irregularities.provision(what)
    now = evolve_all(table, drawn)
    match provision.remedy if provision else None:
        case Remedy.USE_AS_NEXT:
            return drawn
        case Remedy.DISCARD:
            place, clause = len(now.aside) - 1, rules.clauses.remedy(what)
            return (*drawn, e.CardDiscarded(place=place, irregularity=what, clause=clause))
        case Remedy.MOVE if _receiver(rules, table) != BURN:
            return (*drawn, *deal_card(rules, now, c.DealCard()))
        case Remedy.VOID_ROUND:
            return drawn + voided_by_book(rules, now, what, reshuffle=provision)
        case _:
            void = (Ruling.VOID_THE_ROUND,) if table.round else ()
            possible = (Ruling.PLAY_ON, Ruling.DISCARD_THE_CARD, *void)
            seen = what is not Irregularity.CARD_DRAWN_IN_ERROR
            if seen and place_of_next_drawn(rules, table) == BURN:  # Burned cards are unseen.
                possible = possible[1:]
            clause = rules.clauses.ruling
            stop = e.PlayStopped(irregularity=what, possible=possible, hand=seat, note=note, clause=clause)
            return (*drawn, stop)


# a wager without a card


def report_no_card_dealt(rules: Rules, table: Table, command: c.ReportNoCardDealt) -> e.Events:
    """Void and return the wagers on a place that was skipped; of a war deal, stop for a ruling."""
    current, what = _dealt_in(table), Irregularity.NO_CARD_DEALT
    hand = _skipped(current, command.hand)
    if current.war is not None and spot(hand.number) in map(spot, current.war.hands):
        return _stopped(rules, table, Irregularity.NO_WAR_CARD, hand.number)
    provision = rules.book.irregularities.provision(what)
    remedy = provision.remedy if provision else None
    if hand.card and (current.war is not None or not current.to_deal):
        # Every place has a card on record, so that who was skipped is for a floorperson to say.
        alone = remedy in {Remedy.VOID_WAGER, Remedy.STANDS_OVER} and can_be_voided(rules, table, hand)
        return _stopped(rules, table, what, hand.number, "", *((Ruling.VOID_THE_HAND,) if alone else ()))
    match remedy:
        case Remedy.VOID_WAGER | Remedy.STANDS_OVER:
            clause, possible = rules.clauses.remedy(what), (Ruling.VOID_THE_HAND,)
            stop = e.PlayStopped(irregularity=what, possible=possible, hand=hand.number, clause=clause)
            return unless_short(table, hands_voided(rules, table, hand), stop)
        case Remedy.MOVE:
            return (e.IrregularityReported(irregularity=what, clause=rules.clauses.remedy(what)),)
        case _:
            return _stopped(rules, table, what, hand.number)


def _skipped(current: Round, number: int) -> Hand:
    hand = current.hands.get(number)
    if hand is None:
        raise Refusal(Reason.NO_SUCH_WAGER, wager=Wager.INITIAL, seat=number)
    if not has_open_wagers(current):
        raise Refusal(Reason.SEAT_HAS_A_CARD, seat=number)
    if spot(number) in current.to_deal[1:]:
        raise Refusal(Reason.NOT_SKIPPED, seat=number)
    return hand


# the device


def report_shuffler_jam(rules: Rules, table: Table, _command: c.ReportShufflerJam) -> e.Events:
    """Shuffle again what a jam left in the device; void the round where the book says so.

    A device that failed can still jam while the round it failed in is dealt from it.
    """
    _check_device(rules, table, failed=table.device_failed and not table.device_deferred)
    _check_holds_cards(rules, table)
    what = Irregularity.SHUFFLER_JAM
    provision = rules.book.irregularities.provision(what)
    if provision is None:
        return (_stopped_by_device(rules, table, what),)
    events: e.Events = (e.IrregularityReported(irregularity=what, clause=provision.clause),)
    voiding = {Remedy.VOID_ROUND}
    if rules.shuffler is Shuffler.CONTINUOUS:
        voiding.add(Remedy.VOID_ROUND_OF_DEVICE)
    if provision.remedy in voiding and _in_progress(table):
        events += voided_by_book(rules, table, what, reshuffle=reshuffled_for(rules, what))
    now = evolve_all(table, events)
    return events if now.stop else events + device_again(rules, now)


def _in_progress(table: Table) -> bool:
    """Tell whether there is a round to void: one whose wagers are all settled is none (R67)."""
    return table.round is not None and has_open_wagers(table.round)


def _stopped_by_device(rules: Rules, table: Table, what: Irregularity) -> e.PlayStopped:
    void = (Ruling.VOID_THE_ROUND,) if _in_progress(table) else ()
    possible, clause = (Ruling.PLAY_ON, *void), rules.clauses.ruling
    return e.PlayStopped(irregularity=what, possible=possible, clause=clause)


def _check_holds_cards(rules: Rules, table: Table) -> None:
    """Refuse a jam while the device is being emptied, or has not got new decks, or those of a hand's shoe."""
    acts = acts_with_cards(rules, table)
    empty = {Occasion.OPENING, Occasion.CHANGE}
    if rules.shuffler is Shuffler.CONTINUOUS:  # For these it is given the cards when it is back in use.
        empty |= {Occasion.IDLE, Occasion.UNLISTED}
    on_their_way = table.occasion in empty and (Act.RECEIVE_DECKS in acts or Act.SHUFFLE in acts[1:])
    if on_their_way or acts[:1] == [Act.EMPTY_DEVICE]:
        raise Refusal(Reason.NOT_AN_IRREGULARITY_NOW)


def _check_device(rules: Rules, table: Table, *, failed: bool) -> None:
    received = table.stored or table.shoe.stack or table.stack
    if rules.shuffler is Shuffler.BY_HAND or failed or not received:
        raise Refusal(Reason.NO_DEVICE)


def report_device_failure(rules: Rules, table: Table, _command: c.ReportDeviceFailure) -> e.Events:
    """Take a failed device out of use; where the book has no other shuffle, a floorperson rules first."""
    _check_device(rules, table, failed=table.device_failed)
    events = _without_device(rules, table)
    cards = rules.book.cards
    if cards.by_hand is not None and cards.only is None:
        return events
    return (*events, _stopped_by_device(rules, table, Irregularity.DEVICE_FAILED))


def _without_device(rules: Rules, table: Table) -> e.Events:
    clause = joined(*rules.book.irregularities.failed_device[:1])
    continuous, occasion = rules.shuffler is Shuffler.CONTINUOUS, table.occasion
    in_play = table.round is not None and table.round.closed
    ran_out = occasion is Occasion.SHOE_RAN_OUT and any(step.act is Act.LOAD_SHOE for step in table.to_do)
    if in_play and continuous and not ran_out:
        # The round is finished first; what comes after it no longer comes from it.
        return (e.DeviceFailed(deferred=True, clause=clause),)
    occupied = continuous and table.deserted and bool(table.seats)
    only_jammed = not continuous and {step.act for step in table.to_do} <= _AFTER_A_JAM
    if table.to_do and occasion is not None and not (in_play or only_jammed):
        steps = preparation.without_device(rules, table)
        if continuous and occasion is Occasion.RESHUFFLE:  # No cover card came out.
            occasion = Occasion.UNLISTED
        uninspected = preparation.is_uninspected(rules, table)
        failed = e.DeviceFailed(uninspected=uninspected, occupied=occupied, clause=clause)
        return (failed, preparation.procedure(rules, evolve(table, failed), occasion, steps))
    if continuous and not in_play:
        steps = preparation.after_round(rules, evolve(table, e.DeviceFailed(deferred=True)))
        failed = e.DeviceFailed(occupied=occupied, clause=clause)
        now = evolve(table, failed)
        return (failed, preparation.procedure(rules, now, Occasion.UNLISTED, steps))
    steps, failed = preparation.failed_device(rules), e.DeviceFailed(clause=clause)
    return (failed, preparation.inserted(steps)) if steps else (failed,)


def restore_device(rules: Rules, table: Table, _command: c.RestoreDevice) -> e.Events:
    """Put a repaired device back into use: at a closed table, or between rounds, then with a shuffle."""
    if not table.device_failed:
        raise Refusal(Reason.DEVICE_WORKS)
    if not table.open:
        return (e.DeviceRestored(),)
    check_between_rounds(rules, table)
    restored = evolve(table, e.DeviceRestored())
    if needs_new_decks(rules, restored):
        steps = preparation.change_of_cards(rules, restored)
        occasion = Occasion.CHANGE
        clause = preparation.called_for_by(rules, restored, occasion, steps)
        return (e.DeviceRestored(), e.ProcedureBegan(occasion=occasion, steps=steps, clause=clause))
    if rules.shuffler is Shuffler.BATCH:
        law = rules.book.shuffle
        steps = preparation.shuffle_device_again(rules, (law.stored or law.reshuffle).clause)
        return (e.DeviceRestored(), preparation.inserted(steps))
    owed = idle_is_due(rules, table)  # With the device it would not be (decision 21).
    steps = preparation.into_device(rules, restored, owed=owed)
    occasion = Occasion.IDLE if owed else Occasion.UNLISTED
    clause = preparation.called_for_by(rules, restored, occasion, steps)
    return (e.DeviceRestored(), e.ProcedureBegan(occasion=occasion, steps=steps, clause=clause))


# what no other command reports


def report_irregularity(rules: Rules, table: Table, command: c.ReportIrregularity) -> e.Events:
    what, seat = command.irregularity, command.hand
    if seat is not None:
        check = check_hand if seat >= PLACES else check_seat
        check(rules, seat)
    if what in REPORTED_WITH:
        raise _reported_otherwise(what)
    if what in OF_A_HAND and seat is None:
        raise Refusal(Reason.WHOSE_HAND, irregularity=what)
    match what:
        case Irregularity.CARD_TO_EMPTY_SEAT:
            if not _dealt_in(table).to_deal or table.to_do or table.aside:
                raise Refusal(Reason.NOT_AN_IRREGULARITY_NOW)
            shown = _shown(rules, table, what, command.card)
            return _remedied(rules, table, what, shown, seat, command.note)
        case Irregularity.NO_WAR_CARD if seat is not None and (war := _dealt_in(table).war):
            if seat not in war.hands:
                raise Refusal(Reason.NO_SUCH_WAGER, wager=Wager.WAR, seat=seat)
            _skipped(_dealt_in(table), seat)
        case Irregularity.WRONG_BURN if table.shoe.stack and not _is_shuffled(table):
            pass
        case Irregularity.NO_CHOICE:
            return _not_chosen(rules, table, command)
        case what if what in failed_checks.FAILED:
            return failed_checks.reported(rules, table, command)
        case Irregularity.OTHER:
            pass
        case _:
            raise Refusal(Reason.NOT_AN_IRREGULARITY_NOW)
    return _stopped(rules, table, what, seat, command.note)


def _reported_otherwise(what: Irregularity) -> Refusal:
    return Refusal(Reason.REPORTED_OTHERWISE, command=REPORTED_WITH[what], irregularity=what)


def _not_chosen(rules: Rules, table: Table, command: c.ReportIrregularity) -> e.Events:
    """Treat a hand whose player does not choose, in time if the book sets one, as the book says."""
    what = Irregularity.NO_CHOICE
    provision = rules.book.irregularities.provision(what)
    duty = next_duty(rules, table)
    hand = hand_to_choose(rules, in_round(table)) if duty.act is Act.CHOOSE else None
    if hand is None or hand.number != command.hand:
        raise Refusal(Reason.NOT_AN_IRREGULARITY_NOW)
    if provision and (seconds := seconds_to_choose(rules, table)):
        raise Refusal(
            Reason.STILL_CHOOSING, provision.clause, seat=hand.number, seconds=how_many(seconds, "second")
        )
    if forfeits(rules, hand) is None:
        return _stopped(rules, table, what, hand.number, command.note)
    if provision and provision.remedy is Remedy.SURRENDER:
        return (
            e.IrregularityReported(irregularity=what, clause=provision.clause),
            *surrendered(rules, in_round(table), hand),
        )
    return _stopped(rules, table, what, hand.number, command.note, Ruling.SURRENDER_THE_HAND)


def _stopped(
    rules: Rules, table: Table, what: Irregularity, seat: int | None, note: str = "", *more: Ruling
) -> e.Events:
    provision = rules.book.irregularities.provision(what)
    if provision and provision.remedy is Remedy.VOID_ROUND and table.round:
        return voided_by_book(rules, table, what, reshuffle=provision)
    void = (Ruling.VOID_THE_ROUND,) if table.round else ()
    possible = (Ruling.PLAY_ON, *more, *void)
    clause = rules.clauses.ruling
    return (e.PlayStopped(irregularity=what, possible=possible, hand=seat, note=note, clause=clause),)


def _dealt_in(table: Table) -> Round:
    current = in_round(table)
    if not current.closed or (table.to_do and (not current.layout or _is_shuffled(table))):
        raise Refusal(Reason.NOT_AN_IRREGULARITY_NOW)
    return current
