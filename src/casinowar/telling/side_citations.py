"""Which clauses stand behind side wagers, meters, coupons and the player/dealer's bank."""

from casinowar.game import events as e
from casinowar.game.book.bonus_spin import BonusSpin
from casinowar.game.book.citing import Cited
from casinowar.game.book.progressive import Progressive
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.table import Table
from casinowar.game.words import Comparison, Wager


def behind_side_event(book: Rulebook, table: Table, event: e.Event) -> str:
    """Find the clause behind an event of a side wager, a coupon or the bank; empty for any other event."""
    match event:
        case e.CouponPlaced() | e.CouponRedeemed() | e.CouponTaken():
            return _clause(book.wagers.coupons)
        case e.BankOffered() | e.BankDeclined():
            return _clause(book.bank.held if book.bank else None)
        case e.BankTaken() | e.BankRaised() | e.BankWithdrawn() | e.BankReturned():
            return _clause(book.bank.wager if book.bank else None)
        case e.CoverLeft():
            return _clause(book.bank.exhausted if book.bank else None)
        case e.WagerReturned(seat=seat) if book.bank and _is_uncovered(table, seat):
            return book.bank.exhausted.clause
        case _:
            progressive = _behind_progressive(book.progressive, table, event) if book.progressive else ""
            return progressive or (_behind_wheel(book.bonus_spin, event) if book.bonus_spin else "")


def _clause(cited: Cited | None) -> str:
    return cited.clause if cited else ""


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
            e.WagerPaid(wager=Wager.PROGRESSIVE, seat=seat) | e.MeterPaid(wager=Wager.PROGRESSIVE, seat=seat)
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
