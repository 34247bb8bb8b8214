"""Which clauses stand behind what is due at the table, and behind what has just happened there."""

from casinowar.game import events as e
from casinowar.game.book.bonus_spin import BonusSpin
from casinowar.game.book.citing import Cited
from casinowar.game.book.progressive import Progressive
from casinowar.game.book.rulebook import Rulebook, War
from casinowar.game.book.rules import Rules
from casinowar.game.procedure import Duty
from casinowar.game.table import Hand, Table
from casinowar.game.words import DEALER, Act, Choice, Comparison, Wager


def behind_duty(rules: Rules, duty: Duty) -> tuple[str, ...]:
    """List the clauses of an act that is due, with those that say what it costs and brings."""
    book = rules.book
    related: tuple[Cited | None, ...] = ()
    match duty.act:
        case Act.PLACE_WAGERS | Act.CALL_NO_MORE_BETS:
            related = (book.wagers.placing, book.wagers.limits, book.wagers.tie, book.wagers.fixed)
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
    book = rules.book
    if clause := _behind_offer(book, table, event):
        return clause
    match event:
        case e.WagerEvent():
            return _behind_chips(rules, table, event)
        case e.PlayerSeated() | e.ChipsBought() | e.PlayerLeft() | e.TableOpened() | e.ClockTold():
            return ""
        case e.CardDealt(war=war) if war and book.war:
            return book.war.deal.clause
        case e.CardDealt(spot=seat):
            return (book.deal.to_the_dealer if seat == DEALER else book.deal.to_each_wager).clause
        case e.CoverCardDrawn():
            return _clause(book.cut.cover_card_comes_out or book.cut.cover_card)
        case e.NoMoreBetsCalled():
            return book.wagers.closes.clause
        case e.HandCompared(comparison=comparison, war=war):
            return _behind_result(rules, comparison, at_war=bool(war))
        case e.TieHandChosen(choice=choice):
            return _clause(book.surrender if choice is Choice.SURRENDER else _placing(rules, Wager.WAR))
        case e.HandAbandoned() | e.HandForfeited():
            return book.seating.leaving.clause
        case e.CardsCollected(spots=seats):
            settlement = book.settlement
            return (settlement.last_collection if DEALER in seats else settlement.collection).clause
        case e.WarWagerConfirmed():
            return book.war.confirmed.clause if book.war else ""
        case e.WarDealBegan():
            return book.war.deal.clause if book.war else ""
        case e.TieWagerOffered() | e.TieWagerDeclined():
            return _clause(book.wagers.war_tie)
        case e.MeterRaiseReversed() | e.MeterPaymentReversed() | e.MeterRestartReversed():
            return book.irregularities.ruling.clause
        case e.PlayStopped() | e.RulingRecorded() | e.RoundVoided():
            return book.irregularities.ruling.clause
        case e.CardBurned() if not table.to_do:
            return _clause(book.war.burn if table.round and book.war else book.burns.new_dealer)
        case _:
            return table.to_do[0].clause if table.to_do else ""


def _clause(cited: Cited | None) -> str:
    return cited.clause if cited else ""


def _behind_result(rules: Rules, comparison: Comparison, *, at_war: bool) -> str:
    settlement, war = rules.book.settlement, rules.book.war if at_war else None
    match comparison:
        case Comparison.HIGHER:
            return (war.won if war else settlement.higher).clause
        case Comparison.TIE:
            return (war.tied if war else settlement.tie_hand).clause
        case Comparison.LOWER:
            return (war.lost if war else settlement.lower).clause


def _behind_chips(rules: Rules, table: Table, event: e.WagerEvent) -> str:
    wagers, war = rules.book.wagers, rules.book.war
    hand = table.hand(event.hand)
    match event:
        case e.WagerPlaced():
            return _clause(_placing(rules, event.wager))
        case e.WagerWithdrawn():
            return wagers.fixed.clause
        case e.MatchPlaced() if war:
            return _clause(war.match)
        case e.CouponRedeemed() | e.RedemptionReversed():
            return _clause(wagers.coupons)
        case e.CollectionReversed() | e.PaymentReversed() | e.ReturnReversed():
            return rules.book.irregularities.ruling.clause
        case _:
            return _behind_settlement(rules, table, hand, event.wager, war) if hand else ""


def _placing(rules: Rules, wager: Wager) -> Cited | None:
    wagers, war = rules.book.wagers, rules.book.war
    match wager:
        case Wager.TIE:
            return wagers.tie
        case Wager.WAR:
            return war.wager if war else None
        case Wager.WAR_TIE:
            return wagers.war_tie
        case Wager.PROGRESSIVE | Wager.ENVY:
            return rules.book.progressive.offer if rules.book.progressive else None
        case Wager.BONUS_SPIN:
            return rules.book.bonus_spin.offer if rules.book.bonus_spin else None
        case Wager.INITIAL | Wager.MATCH:
            return wagers.placing


def _behind_settlement(rules: Rules, table: Table, hand: Hand, wager: Wager, war: War | None) -> str:
    if hand.forfeited:
        return rules.book.seating.leaving.clause
    if hand.choice is Choice.SURRENDER:
        return _clause(rules.book.surrender)
    fighting = table.round is not None and table.round.war is not None
    if hand.goes_to_war and not fighting and war:
        return war.initial.clause
    if hand.comparison is Comparison.TIE and wager in {Wager.TIE, Wager.WAR_TIE}:
        return _clause(_placing(rules, wager))
    return _behind_result(rules, hand.comparison or Comparison.LOWER, at_war=fighting)


# coupons, the bank, the progressive and the bonus wheel


def _behind_offer(book: Rulebook, table: Table, event: e.Event) -> str:
    """Find the clause behind an event of what a house may offer besides; empty for any other event."""
    match event:
        case e.CouponPlaced() | e.CouponRedeemed() | e.CouponTaken():
            return _clause(book.wagers.coupons)
        case e.BankOffered() | e.BankDeclined():
            return _clause(book.bank.held if book.bank else None)
        case e.BankTaken() | e.BankRaised() | e.BankWithdrawn() | e.BankReturned():
            return _clause(book.bank.wager if book.bank else None)
        case e.CoverLeft():
            return _clause(book.bank.exhausted if book.bank else None)
        case e.WagerReturned(hand=seat) if book.bank and _is_uncovered(table, seat):
            return book.bank.exhausted.clause
        case _:
            progressive = _behind_progressive(book.progressive, table, event) if book.progressive else ""
            return progressive or (_behind_wheel(book.bonus_spin, event) if book.bonus_spin else "")


def _is_uncovered(table: Table, seat: int) -> bool:
    """Tell whether a wager that did not win goes back because the bank has nothing left for it."""
    if table.round is None or table.round.cover != 0:
        return False
    hand = table.round.hands[seat]
    return hand.comparison is not Comparison.HIGHER and hand.choice is None


def _behind_progressive(law: Progressive, table: Table, event: e.Event) -> str:
    match event:
        case e.WagerCollected(wager=Wager.PROGRESSIVE):
            return table.to_do[0].clause if table.to_do else law.settling.clause
        case (
            e.WagerPaid(wager=Wager.PROGRESSIVE, hand=seat) | e.MeterPaid(wager=Wager.PROGRESSIVE, hand=seat)
        ):
            read = (table.round.hands[seat].combinations if table.round else None) or ()
            return "; ".join(pay.clause for pay in law.pays if pay.hand in read)
        case e.WagerPaid(wager=Wager.ENVY):
            return _clause(law.envy)
        case e.MeterStarted(meter="progressive") | e.MeterRestarted(meter="progressive"):
            return law.least_meter.clause
        case e.MeterRaised(meter="progressive") | e.MeterTold(meter="progressive"):
            return law.rate.clause
        case e.ProgressiveRead() | e.ProgressiveSettled():
            return law.settling.clause
        case _:
            return ""


def _behind_wheel(law: BonusSpin, event: e.Event) -> str:
    match event:
        case e.WagerPaid(wager=Wager.BONUS_SPIN) | e.WagerCollected(wager=Wager.BONUS_SPIN):
            return law.settled.clause
        case e.WheelSpun():
            return law.offer.clause
        case e.BonusSpinSettled():
            return law.settled.clause
        case e.MeterPaid(meter=meter):
            return "; ".join(symbol.clause for symbol in law.hot_spot if symbol.meter == meter)
        case e.MeterStarted(meter=meter) | e.MeterRestarted(meter=meter):
            return (law.least_primary if meter == "primary" else law.least_secondary).clause
        case e.MeterRaised() | e.MeterTold():
            return law.rate.clause
        case _:
            return ""
