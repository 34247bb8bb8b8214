"""Which clauses stand behind what is due at the table, and behind what has just happened there."""

from collections.abc import Iterable, Iterator
from math import floor

from casinowar.game import events as e
from casinowar.game.book.bank import BankRule
from casinowar.game.book.bonus_spin import BonusSpin, HotSpot, SmallWager
from casinowar.game.book.citing import Cited, ratio
from casinowar.game.book.progressive import Progressive
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.rules import Rules
from casinowar.game.book.terms import Fixed
from casinowar.game.due.bank import odds_of
from casinowar.game.due.cutting import cut_clause, refusal_clause
from casinowar.game.due.dealing import dealt_under
from casinowar.game.money import Cents, cents
from casinowar.game.procedure import Duty
from casinowar.game.table import Hand, Step, Table, WheelStop
from casinowar.game.words import (
    ACCEPTED,
    DEALER,
    Act,
    Choice,
    Comparison,
    Wager,
)
from casinowar.telling.preparation import behind_preparation
from casinowar.telling.voids import (
    behind_irregularity,
    behind_no_card,
    behind_what_waits,
    is_out,
    not_accepted,
    raises,
    voided_under,
    with_meters,
)


def behind_duty(rules: Rules, table: Table, duty: Duty) -> tuple[str, ...]:
    """List the clauses of an act that is due at a table, with those that say what it costs and brings."""
    book = rules.book
    related: tuple[Cited | None, ...] = ()
    match duty.act:
        case Act.PLACE_WAGERS | Act.CALL_NO_MORE_BETS:
            wagers = book.wagers
            related = (
                wagers.placing,
                wagers.limits,
                wagers.placing_tie,
                wagers.tie,
                wagers.fixed,
                wagers.dealer_wins,
            )
            related += _offered(rules)
        case Act.ADD_TO_BANK if book.bank:
            related = (book.bank.wager, book.bank.exhausted)
        case Act.ANSWER_BANK if book.bank:
            related = (book.bank.wager, book.bank.exhausted, book.bank.held, book.bank.players)
        case Act.ANSWER_CUT:
            related = (refusal_clause(rules, table), book.cut.margin)
        case Act.CHOOSE:
            war = book.war
            related = (book.surrender, *((war.wager, war.won, war.tied, war.lost) if war else ()))
        case Act.EXCHANGE_BATCHES | Act.SHUFFLE_STORED:
            related = (_of_batches(book, duty.act),)
        case Act.ANSWER_TIE_OFFER:
            related = (book.wagers.placing_war_tie, book.wagers.war_tie)
        case _:
            pass
    cited = [duty.clause, *(each.clause for each in related if each)]
    return tuple(dict.fromkeys(clause for each in cited for clause in each.split("; ") if clause))


def _offered(rules: Rules) -> tuple[Cited | None, ...]:
    """List what stands behind the further wagers that the house offers."""
    book, house = rules.book, rules.house
    offers: list[Cited | None] = []
    if house.progressive and book.progressive:
        offers += [book.progressive.offer, book.progressive.closes, *book.progressive.pays[:1]]
        offers.append(book.progressive.envy)
    if house.bonus_spin and book.bonus_spin:
        offers += [book.bonus_spin.offer, book.bonus_spin.goes_to]
    if house.electronic and book.electronic:
        offers += [book.electronic.offer, book.electronic.backing]
    if house.coupons:
        offers.append(book.wagers.coupons)
    if rules.adjacent_boxes > 1:
        offers.append(book.seating.adjacent_boxes)
    if house.backline and book.bank:
        offers.append(book.bank.backline)
    return tuple(offers)


def behind_event(rules: Rules, table: Table, event: e.Event) -> str:
    """Find the clause under which an event happened; the table is the one before it."""
    if isinstance(event, e.WagerPaid | e.MeterPaid) and (clauses := _behind_pay(rules.book, table, event)):
        return clauses
    void = voided_under(rules.book, table.round) if table.round else None
    if void is None or isinstance(event, e.RoundCompleted):
        behind = _behind(rules, table, event)
        return behind.clause if behind else ""
    if isinstance(event, e.MeterEvent):
        void = with_meters(rules.book, void, raises(event.meter))
    return void.clause


def _behind(rules: Rules, table: Table, event: e.Event) -> Cited | Step | None:
    book, due = rules.book, table.to_do[0] if table.to_do else None
    if irregular := behind_irregularity(rules, table, event):
        return irregular
    match event:
        case e.MeterStarted() | e.MeterRaised() | e.MeterPaid() | e.MeterRestarted() | e.MeterTold():
            return _behind_meter(book, event) or due
        case e.WagerEvent():
            return _behind_chips(rules, table, event)
        case e.PlayerSeated() | e.ChipsBought() | e.ChipsCashed() | e.SeatChanged() | e.PlayerLeft():
            return None
        case e.TableOpened() | e.ClockTold() | e.PlayPaused() | e.PlayResumed():
            return None
        case e.FillRequested() | e.FillMade() | e.CreditMade() | e.CardsRemoved() | e.TableClosed():
            return None
        case e.RoundCompleted() | e.DeviceRestored():
            return None
        case e.ReshuffleOrdered():
            return book.shuffle.by_order
        case e.ProcedureBegan() | e.StepsInserted(steps=(_, *_)):
            return behind_preparation(rules, table, event)
        case e.DealerArrived(burns=burns):
            return book.burns.new_dealer if burns else None
        case e.DeviceFailed():
            return next(iter(book.irregularities.failed_device), None)
        case e.RecutOrdered():
            return book.cut.recut
        case e.CutOffered() if due:
            return cut_clause(rules, table) or due
        case e.CutRefused() if due and due.act is Act.OFFER_CUT:
            return refusal_clause(rules, table) or due
        case e.StackCut(seat=seat) if due and due.act is Act.OFFER_CUT:
            return (book.cut.dealer_cuts if seat == DEALER else cut_clause(rules, table)) or due
        case e.CouponReturned(withdrawn=withdrawn):
            hand, wager = table.hand(event.hand), event.wager or Wager.INITIAL
            return _behind_taking_back(book) if withdrawn else behind_no_card(rules, table, wager, hand)
        case e.CouponPlaced() | e.CouponTaken():
            return book.wagers.coupons
        case e.BankOffered() | e.BankDeclined() if book.bank:
            return book.bank.held
        case e.BankTaken() if book.bank:
            return book.bank.wager
        case e.BankReturned() if book.bank:
            return book.bank.anew
        case e.BankRaised() if book.bank and table.round and table.round.closed:
            return book.bank.short_war
        case e.BankRaised() | e.BankWithdrawn():
            return book.wagers.fixed
        case e.CoverLeft() if book.bank:
            return book.bank.exhausted
        case e.HandStands() if book.bank:
            return _together(book.bank.wager, book.bank.short_war)
        case e.ProgressiveRead() | e.ProgressiveSettled() if book.progressive:
            return book.progressive.settling
        case e.WheelSpun() if book.bonus_spin:
            return book.bonus_spin.offer
        case e.BonusSpinSettled() if book.bonus_spin:
            return book.bonus_spin.settled
        case e.CardDealt(war=war) if war and book.war:
            return book.war.deal
        case e.CardDealt(spot=seat):
            return dealt_under(rules, seat)
        case e.CoverCardDrawn():
            return book.cut.cover_card_comes_out or book.cut.cover_card
        case e.NoMoreBetsCalled():
            return _together(book.deal.call, book.deal.direction)
        case e.HandCompared(comparison=comparison, war=war):
            return _behind_result(rules, comparison, at_war=bool(war))
        case e.TieHandChosen(hand=number) if (hand := table.hand(number)) and hand.abandoned:
            return book.seating.leaving
        case e.TieWagerRunsOn():
            return book.wagers.tie
        case e.TieHandChosen(choice=choice):
            return book.surrender if choice is Choice.SURRENDER else rules.book.placed_under(Wager.WAR)
        case e.HandAbandoned() | e.HandForfeited():
            return book.seating.leaving
        case e.CardsCollected(spots=seats):
            return _behind_collection(book, table) if DEALER in seats else book.settlement.collection
        case e.WarWagerConfirmed():
            return book.war.confirmed if book.war else None
        case e.WarDealBegan():
            return book.war.deal if book.war else None
        case e.TieWagerOffered() | e.TieWagerDeclined():
            return rules.book.placed_under(Wager.WAR_TIE)
        case e.EnvyDeferred() if book.progressive:
            return book.progressive.settling
        case e.BatchesExchanged() | e.StoredBatchShuffled() | e.ActPerformed() if due:
            return _together(due, _of_batches(book, due.act))
        case e.CardBurned(reason=e.Burn.NEW_DEALER):
            return book.burns.new_dealer
        case e.CardBurned(reason=e.Burn.WAR):
            return book.war.burn if book.war else None
        case _:
            return due


def _of_batches(book: Rulebook, act: Act) -> Cited | None:
    """Find the clause that has two batches take turns, or the other one shuffled meanwhile."""
    if act is Act.SHUFFLE_STORED:
        return book.shuffle.stored
    return book.shuffle.turns if act is Act.EXCHANGE_BATCHES else None


def _behind_collection(book: Rulebook, table: Table) -> Cited:
    """Find what takes up the last cards: after a war deal, or without one."""
    settlement, hands = book.settlement, table.round.hands.values() if table.round else ()
    if any(hand.war_cards for hand in hands):
        return settlement.last_collection
    return settlement.dealers_card or settlement.last_collection


def _behind_result(rules: Rules, comparison: Comparison, *, at_war: bool) -> Cited:
    settlement, war = rules.book.settlement, rules.book.war if at_war else None
    match comparison:
        case Comparison.HIGHER:
            return war.won if war else settlement.higher
        case Comparison.TIE:
            return war.tied if war else settlement.tie_hand
        case Comparison.LOWER:
            return war.lost if war else settlement.lower


def _behind_chips(rules: Rules, table: Table, event: e.WagerEvent) -> Cited | Step | None:
    book, hand = rules.book, table.hand(event.hand)
    match event:
        case e.WagerPlaced():
            return rules.book.placed_under(event.wager)
        case e.WagerWithdrawn(odd=odd):
            return behind_what_waits(rules, hand, event.wager) if odd else _behind_taking_back(book)
        case e.MatchPlaced() if book.war:
            return book.war.match
        case e.RedemptionReversed(withdrawn=withdrawn):
            return _behind_taking_back(book) if withdrawn else behind_no_card(rules, table, event.wager, hand)
        case e.CouponRedeemed():
            return book.wagers.coupons
        case e.WagerReturned() | e.CollectionReversed() | e.WagerGivenBack() if hand and not hand.card:
            accepted = event.wager not in ACCEPTED or is_out(hand)
            return (
                behind_no_card(rules, table, event.wager, hand)
                if accepted
                else not_accepted(book, event.wager)
            )
        case e.CollectionReversed() | e.PaymentReversed() | e.ReturnReversed():
            return book.irregularities.ruling
        case e.WagerTakenIn() | e.WagerPutAway():
            return table.to_do[0] if table.to_do else None
        case e.WagerCollected(wager=Wager.PROGRESSIVE) if book.progressive:
            return table.to_do[0] if table.to_do else book.progressive.closes
        case e.WagerCollected(wager=Wager.BONUS_SPIN) if book.bonus_spin:
            return table.to_do[0] if table.to_do else book.bonus_spin.closes
        case e.WagerCollected(wager=Wager.TIE | Wager.WAR_TIE) if hand and not hand.forfeited:
            at_war = book.settlement.war_tie_lost if event.wager is Wager.WAR_TIE else None
            lost = at_war or book.settlement.tie_lost
            return lost or _without_odds(_behind_settlement(rules, table, hand, event.wager))
        case e.WagerPaid(wager=Wager.ENVY) if book.progressive and book.progressive.envy:
            return book.progressive.envy
        case e.WagerPaid() | e.WagerReturned() if book.bank and hand:
            return _behind_cover(rules, book.bank, table, hand, event)
        case _:
            return _behind_settlement(rules, table, hand, event.wager) if hand else None


def _without_odds(result: Cited | None) -> Cited | None:
    """Leave of a result's clauses the first, which says it: others say what another wager is paid."""
    return Cited(clause=result.clause.partition("; ")[0]) if result else None


def _behind_cover(
    rules: Rules, law: BankRule, table: Table, hand: Hand, event: e.WagerPaid | e.WagerReturned
) -> Cited | None:
    """Find the clause under which a wager against the bank is paid, or goes back, as far as it is covered."""
    wager, at_first = event.wager, not hand.wars
    result = _behind_settlement(rules, table, hand, wager)
    if isinstance(event, e.WagerPaid):
        return _covered_in_part(law, result) if event.amount < _won(rules, hand, wager) else result
    if hand.wagers[wager].paid:
        is_short = wager is not Wager.WAR and hand.wagers[wager].paid < _won(rules, hand, wager)
        return _covered_in_part(law, result) if is_short else result
    uncovered, in_part = _together(law.wager, law.exhausted), _together(law.wager, law.short_war)
    if wager in {Wager.TIE, Wager.WAR_TIE}:
        return uncovered
    if hand.chooses and at_first:
        return law.wager if event.amount == hand.on_layout(wager) else in_part
    if hand.goes_to_war and wager is Wager.WAR:
        return in_part
    unpaid = hand.comparison is Comparison.HIGHER and wager is Wager.INITIAL and at_first
    return uncovered if unpaid or hand.comparison is Comparison.LOWER else result


def _covered_in_part(law: BankRule, result: Cited | None) -> Cited:
    """Cite beside the result of a wager that its bank does not cover all of it."""
    return _together(result, law.exhausted)


def _together(*clauses: Cited | Step | None) -> Cited:
    """Cite several clauses, each once."""
    named = (clause for each in clauses if each for clause in each.clause.split("; "))
    return Cited(clause="; ".join(dict.fromkeys(named)))


def _won(rules: Rules, hand: Hand, wager: Wager) -> Cents:
    """Tell what is paid on a wager that won, if its bank covers it."""
    war = rules.book.war
    if wager is not Wager.WAR or war is None:
        return floor(odds_of(rules, hand, wager) * hand.on_layout(wager))
    outcome = war.tied if hand.comparison is Comparison.TIE else war.won
    wagered = outcome.base(hand.placed(Wager.INITIAL), hand.placed(Wager.WAR))
    return floor(ratio(outcome.pays or "0 to 1") * wagered)


def _given_up_by_leaving(hand: Hand) -> bool:
    """Tell whether a tie hand ends because its player is not there to choose."""
    return hand.abandoned and (hand.chooses or hand.choice is Choice.SURRENDER)


def _behind_settlement(rules: Rules, table: Table, hand: Hand, wager: Wager) -> Cited | None:
    war = rules.book.war
    if hand.forfeited:
        return rules.book.seating.leaving
    if wager is Wager.DEALER_WINS or (wager is Wager.TIE and rules.most_ties > 1):
        return rules.book.placed_under(wager)
    if hand.comparison is Comparison.TIE and wager is Wager.TIE:
        return rules.book.wagers.tie
    if hand.comparison is Comparison.TIE and wager is Wager.WAR_TIE:
        return rules.book.wagers.war_tie
    fighting = table.round is not None and table.round.war is not None
    if _given_up_by_leaving(hand) and not fighting:
        return rules.book.seating.leaving
    if hand.choice is Choice.SURRENDER:
        return rules.book.surrender
    if hand.goes_to_war and not fighting and war:
        return war.initial
    return _behind_result(rules, hand.comparison or Comparison.LOWER, at_war=fighting)


def _behind_taking_back(book: Rulebook) -> Cited | None:
    """Find what lets a wager be taken back: what waits for chips or coupons is none that is fixed yet."""
    fixed = book.wagers.fixed
    return book.wagers.coupons if fixed.value is Fixed.PLACED else fixed


# meters, and what pays the progressive


def _behind_meter(book: Rulebook, event: e.MeterEvent) -> Cited | None:
    """Find the clause that starts, raises and restarts a meter, or has it pay what it shows."""
    law = book.offered_law(raises(event.meter))
    if law is None or isinstance(event, e.MeterPaid):
        return None
    if isinstance(event, e.MeterTold):
        return law.linked or law.rate
    if isinstance(event, e.MeterRaised):
        return law.rate
    if isinstance(law, Progressive):
        return law.least_meter
    return law.least_primary if event.meter == "primary" else law.least_secondary


def _behind_pay(book: Rulebook, table: Table, event: e.WagerPaid | e.MeterPaid) -> str:
    """Find the clauses of the progressive payout hands that were read, or of what the wheel stopped on."""
    pays: Iterable[Cited | None] = ()
    hand, from_meter = table.hand(event.hand), isinstance(event, e.MeterPaid)
    if event.wager is Wager.PROGRESSIVE and book.progressive and hand:
        read = (pay for pay in book.progressive.pays if pay.hand in (hand.combinations or ()))
        pays = (pay for pay in read if pay.meter or not from_meter)
    elif event.wager is Wager.BONUS_SPIN and book.bonus_spin and hand and table.round and table.round.wheel:
        pays = _behind_spin(book.bonus_spin, table.round.wheel, hand, from_meter=from_meter)
    return "; ".join(each.clause for each in pays if each)


def _behind_spin(law: BonusSpin, stop: WheelStop, hand: Hand, *, from_meter: bool) -> Iterator[Cited | None]:
    """Find the row that a hand is paid by, what a small wager gets of it, or why its chip comes back."""
    hot = hand.number == stop.hand or law.goes_to.value is not HotSpot.ONE_POSITION
    rows, symbol = (law.hot_spot, stop.hot_spot) if hot else (law.community, stop.community)
    row = next(row for row in rows if row.symbol == symbol)
    small = law.small_wager if hand.placed(Wager.BONUS_SPIN) < cents(law.amounts.value[0]) else None
    own_table = small is not None and small.value is SmallWager.OWN_TABLE
    if hand.wagers[Wager.BONUS_SPIN].paid or (row.meter and not (from_meter or own_table)):
        yield law.won_chip
        return
    if not own_table:
        yield row
    yield small
