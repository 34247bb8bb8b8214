"""Which clauses stand behind what is due at the table, and behind what has just happened there."""

from collections.abc import Iterable

from casinowar.game import events as e
from casinowar.game.book.citing import Cited
from casinowar.game.book.progressive import Progressive
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.rules import Rules
from casinowar.game.procedure import Duty
from casinowar.game.table import Hand, Step, Table
from casinowar.game.words import DEALER, Act, Choice, Comparison, Wager


def behind_duty(rules: Rules, duty: Duty) -> tuple[str, ...]:
    """List the clauses of an act that is due, with those that say what it costs and brings."""
    book = rules.book
    related: tuple[Cited | None, ...] = ()
    match duty.act:
        case Act.PLACE_WAGERS | Act.CALL_NO_MORE_BETS:
            related = (book.wagers.placing, book.wagers.limits, book.wagers.tie, book.wagers.dealer_wins)
            related += (book.wagers.fixed,)
            related += _offered(rules)
        case Act.ANSWER_BANK if book.bank:
            related = (book.bank.wager, book.bank.exhausted, book.bank.held, book.bank.players)
        case Act.ANSWER_CUT:
            related = (book.cut.first_player, book.cut.margin)
        case Act.CHOOSE:
            war = book.war
            related = (book.surrender, *((war.wager, war.won, war.tied, war.lost) if war else ()))
        case Act.ANSWER_TIE_OFFER:
            related = (book.wagers.war_tie,)
        case _:
            pass
    cited = [duty.clause, *(each.clause for each in related if each)]
    return tuple(dict.fromkeys(clause for each in cited for clause in each.split("; ")))


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
    if house.adjacent_boxes > 1:
        offers.append(book.seating.adjacent_boxes)
    if house.backline and book.bank:
        offers.append(book.bank.backline)
    return tuple(offers)


def behind_event(rules: Rules, table: Table, event: e.Event) -> str:
    """Find the clause under which an event happened; the table is the one before it."""
    if isinstance(event, e.WagerPaid | e.MeterPaid) and (clauses := _behind_pay(rules.book, table, event)):
        return clauses
    behind = _behind(rules, table, event)
    return behind.clause if behind else ""


def _behind(rules: Rules, table: Table, event: e.Event) -> Cited | Step | None:
    book, due = rules.book, table.to_do[0] if table.to_do else None
    match event:
        case e.MeterStarted() | e.MeterRaised() | e.MeterPaid() | e.MeterRestarted() | e.MeterTold():
            return _behind_meter(book, event) or due
        case e.WagerEvent():
            return _behind_chips(rules, table, event)
        case e.PlayerSeated() | e.ChipsBought() | e.PlayerLeft() | e.TableOpened() | e.ClockTold():
            return None
        case e.CouponPlaced() | e.CouponTaken():
            return book.wagers.coupons
        case e.BankOffered() | e.BankDeclined() if book.bank:
            return book.bank.held
        case e.BankTaken() | e.BankRaised() | e.BankWithdrawn() | e.BankReturned() if book.bank:
            return book.bank.wager
        case e.CoverLeft() if book.bank:
            return book.bank.exhausted
        case e.ProgressiveRead() | e.ProgressiveSettled() if book.progressive:
            return book.progressive.settling
        case e.WheelSpun() if book.bonus_spin:
            return book.bonus_spin.offer
        case e.BonusSpinSettled() if book.bonus_spin:
            return book.bonus_spin.settled
        case e.CardDealt(war=war) if war and book.war:
            return book.war.deal
        case e.CardDealt(spot=seat):
            return book.deal.to_the_dealer if seat == DEALER else book.deal.to_each_wager
        case e.CoverCardDrawn():
            return book.cut.cover_card_comes_out or book.cut.cover_card
        case e.NoMoreBetsCalled():
            return book.wagers.closes
        case e.HandCompared(comparison=comparison, war=war):
            return _behind_result(rules, comparison, at_war=bool(war))
        case e.TieWagerRunsOn():
            return book.wagers.tie
        case e.TieHandChosen(choice=choice):
            return book.surrender if choice is Choice.SURRENDER else _placing(rules, Wager.WAR)
        case e.HandAbandoned() | e.HandForfeited():
            return book.seating.leaving
        case e.CardsCollected(spots=seats):
            return book.settlement.last_collection if DEALER in seats else book.settlement.collection
        case e.WarWagerConfirmed():
            return book.war.confirmed if book.war else None
        case e.WarDealBegan():
            return book.war.deal if book.war else None
        case e.TieWagerOffered() | e.TieWagerDeclined():
            return book.wagers.war_tie
        case e.MeterRaiseReversed() | e.MeterPaymentReversed() | e.MeterRestartReversed():
            return book.irregularities.ruling
        case e.PlayStopped() | e.RulingRecorded() | e.RoundVoided():
            return book.irregularities.ruling
        case e.CardBurned() if not due:
            return book.war.burn if table.round and book.war else book.burns.new_dealer
        case _:
            return due


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
            return _placing(rules, event.wager)
        case e.WagerWithdrawn():
            return book.wagers.fixed
        case e.MatchPlaced() if book.war:
            return book.war.match
        case e.CouponRedeemed() | e.RedemptionReversed():
            return book.wagers.coupons
        case e.CollectionReversed() | e.PaymentReversed() | e.ReturnReversed():
            return book.irregularities.ruling
        case e.WagerCollected(wager=Wager.PROGRESSIVE) if book.progressive:
            return table.to_do[0] if table.to_do else book.progressive.settling
        case e.WagerPaid(wager=Wager.ENVY) if book.progressive and book.progressive.envy:
            return book.progressive.envy
        case e.WagerPaid(wager=Wager.BONUS_SPIN) | e.WagerCollected(wager=Wager.BONUS_SPIN) if (
            book.bonus_spin
        ):
            return book.bonus_spin.settled
        case e.WagerReturned() if book.bank and hand and _is_uncovered(table, hand):
            return book.bank.exhausted
        case _:
            return _behind_settlement(rules, table, hand, event.wager) if hand else None


def _placing(rules: Rules, wager: Wager) -> Cited | None:
    wagers, war = rules.book.wagers, rules.book.war
    match wager:
        case Wager.TIE:
            return wagers.tie
        case Wager.WAR:
            return war.wager if war else None
        case Wager.WAR_TIE:
            return wagers.war_tie
        case Wager.DEALER_WINS:
            return wagers.dealer_wins
        case Wager.PROGRESSIVE | Wager.ENVY:
            return rules.book.progressive.offer if rules.book.progressive else None
        case Wager.BONUS_SPIN:
            return rules.book.bonus_spin.offer if rules.book.bonus_spin else None
        case Wager.INITIAL | Wager.MATCH:
            return wagers.placing


def _is_uncovered(table: Table, hand: Hand) -> bool:
    """Tell whether a wager that did not win goes back because the bank has nothing left for it."""
    used_up = table.round is not None and table.round.cover == 0
    return used_up and hand.comparison is not Comparison.HIGHER and hand.choice is None


def _behind_settlement(rules: Rules, table: Table, hand: Hand, wager: Wager) -> Cited | None:
    war = rules.book.war
    if hand.forfeited:
        return rules.book.seating.leaving
    if wager is Wager.DEALER_WINS or (wager is Wager.TIE and rules.most_ties > 1):
        return _placing(rules, wager)
    if hand.choice is Choice.SURRENDER:
        return rules.book.surrender
    fighting = table.round is not None and table.round.war is not None
    if hand.goes_to_war and not fighting and war:
        return war.initial
    if hand.comparison is Comparison.TIE and wager in {Wager.TIE, Wager.WAR_TIE}:
        return _placing(rules, wager)
    return _behind_result(rules, hand.comparison or Comparison.LOWER, at_war=fighting)


# meters, and what pays the progressive


def _behind_meter(book: Rulebook, event: e.MeterEvent) -> Cited | None:
    """Find the clause that starts, raises and restarts a meter."""
    law = book.progressive if event.meter == "progressive" else book.bonus_spin
    if law is None or isinstance(event, e.MeterPaid):
        return None
    if isinstance(event, e.MeterRaised | e.MeterTold):
        return law.rate
    if isinstance(law, Progressive):
        return law.least_meter
    return law.least_primary if event.meter == "primary" else law.least_secondary


def _behind_pay(book: Rulebook, table: Table, event: e.WagerPaid | e.MeterPaid) -> str:
    """Find the clauses of the progressive payout hands that were read, or of the symbols that pay a meter."""
    pays: Iterable[Cited] = ()
    if event.wager is Wager.PROGRESSIVE and book.progressive:
        hand = table.hand(event.hand)
        pays = (pay for pay in book.progressive.pays if hand and pay.hand in (hand.combinations or ()))
    elif isinstance(event, e.MeterPaid) and book.bonus_spin:
        pays = (symbol for symbol in book.bonus_spin.hot_spot if symbol.meter == event.meter)
    return "; ".join(each.clause for each in pays)
