"""Which clauses stand behind rounds, hands and chips that are void, and behind what is done instead."""

from typing import Final

from casinowar.game import events as e
from casinowar.game.book.citing import Cited
from casinowar.game.book.rulebook import Rulebook
from casinowar.game.book.rules import Rules
from casinowar.game.book.terms import Remedy, RoundBegins
from casinowar.game.due.hands import stands
from casinowar.game.table import Hand, Round, Table
from casinowar.game.words import Act, Irregularity, Wager, spot

_VOIDS: Final = frozenset({Remedy.VOID_ROUND, Remedy.VOID_ROUND_OF_DEVICE})


def behind_irregularity(rules: Rules, table: Table, event: e.Event) -> Cited | None:
    """Find the clause behind an irregularity, what is done about it, and what is ruled."""
    book = rules.book
    if _is_ruled_out(table, event):
        wager = getattr(event, "wager", Wager.INITIAL)
        # What the books say of a wager that got no card is on the original deal alone.
        at_war = wager in {Wager.WAR, Wager.WAR_TIE, Wager.MATCH}
        return book.irregularities.ruling if at_war else behind_no_card(rules, table, wager)
    match event:
        case e.PlayStopped(clause=clause) if clause:
            return Cited(clause=clause)
        case e.RulingRecorded() if table.stop and table.stop.clause:
            return Cited(clause=table.stop.clause)
        case e.RoundCutShort():
            return _cut_short(book)
        case (
            e.CardMoved() | e.WagerStands() | e.WagerPlaced(stood_over=True) | e.CouponPlaced(stood_over=True)
        ):
            return _remedy(book, Irregularity.NO_CARD_DEALT)
        case e.WagerLapsed():
            if makes_no_wager(table, event):
                return behind_what_waits(rules, table.hand(event.hand), event.wager)
            return _remedy(book, Irregularity.NO_CARD_DEALT)
        case e.MeterRaiseReversed(meter=meter):
            wager = raises(meter)
            return behind_no_card(rules, table, wager) if _any_is_out(table) else not_accepted(book, wager)
        case e.PlayStopped() | e.RulingRecorded() | e.MeterPaymentReversed() | e.MeterRestartReversed():
            return book.irregularities.ruling
        case e.IrregularityReported(irregularity=Irregularity.CHIP_NOT_ACCEPTED, wager=chip):
            return not_accepted(book, chip or Wager.PROGRESSIVE)
        case e.RoundVoided(irregularity=what):
            return _void(book, what)
        case e.IrregularityReported(irregularity=what):
            return _remedy(book, what)
        case e.JammedCardsTaken():
            return _remedy(book, Irregularity.SHUFFLER_JAM)
        case e.CardFoundFaceUp():
            return _remedy(book, Irregularity.FACE_UP_CARD)
        case e.CardDrawnInError(exposed=False):
            return _remedy(book, Irregularity.CARD_DRAWN_IN_ERROR)
        case e.CardDrawnInError(irregularity=what) | e.CardDiscarded(irregularity=what):
            return _remedy(book, what) if what else book.irregularities.ruling
        case e.HandVoided():
            return behind_no_card(rules, table, Wager.INITIAL, table.hand(event.hand))
        case _:
            return None


def makes_no_wager(table: Table, event: e.WagerLapsed) -> bool:
    """Tell whether what lies there lapses at the call because the table takes no wager of that amount."""
    hand = table.hand(event.hand)
    called = table.round is not None and table.round.closed
    return not called and hand is not None and hand.on_layout(event.wager) >= event.amount


def voided_under(book: Rulebook, current: Round) -> Cited | None:
    """Find the clause under which the wagers of a round go back, all of them or what is open."""
    if current.cut_short:
        return _cut_short(book)
    return _void(book, current.void) if current.void else None


def _cut_short(book: Rulebook) -> Cited:
    return book.irregularities.paid_out or book.irregularities.ruling


def _remedy(book: Rulebook, irregularity: Irregularity) -> Cited:
    """Find the clause that provides for an irregularity, or else for a ruling."""
    return book.irregularities.provision(irregularity) or book.irregularities.ruling


def _void(book: Rulebook, irregularity: Irregularity) -> Cited:
    """Find the clause that voids a round for an irregularity, or else a ruling that does."""
    provision = book.irregularities.provision(irregularity)
    if provision is None or _VOIDS.isdisjoint({provision.remedy, provision.repeated}):
        return book.irregularities.ruling
    return provision


def with_meters(book: Rulebook, law: Cited, wager: Wager) -> Cited:
    """Cite what gives back a side wager and its meters, if the clause of a void hand or round does not."""
    offered = book.offered_law(wager)
    if offered is None or offered.void_meter is None or law is book.irregularities.ruling:
        return law
    return Cited(clause=f"{law.clause}; {offered.void_meter.clause}")


def raises(meter: str) -> Wager:
    """Find the wager that raises a meter."""
    return Wager.PROGRESSIVE if meter == "progressive" else Wager.BONUS_SPIN


# why chips come back from a hand without a card


def behind_no_card(rules: Rules, table: Table, wager: Wager, hand: Hand | None = None) -> Cited:
    """Find why a wager comes back with its hand: it lacked another or chips, the player left, or no card."""
    book = rules.book
    tie, open_still = book.wagers.tie, table.round is not None and not table.round.closed
    if tie and (tie.required or tie.equal) and open_still:
        return tie
    begins = book.seating.round_begins
    if begins and begins.value is RoundBegins.FIRST_CARD and _somebody_leaves(table):
        return begins
    if open_still:
        return behind_what_waits(rules, hand, wager)
    return with_meters(book, _remedy(book, Irregularity.NO_CARD_DEALT), wager)


def behind_what_waits(rules: Rules, hand: Hand | None, wager: Wager) -> Cited:
    """Cite what amounts the table takes, and our reading of coupons, by which all else goes back at the call.

    Where a part of the wager stands, it is only that the rest cannot be halved.
    """
    wagers, surrender = rules.book.wagers, rules.book.surrender
    if not rules.coupons_as_chips or wagers.coupons is None:
        return wagers.limits
    is_halved = surrender is not None and wager is Wager.INITIAL and rules.unit(wager) > rules.chip
    laws: list[Cited] = [surrender] if surrender and is_halved else []
    if not laws or hand is None or not stands(rules, hand, wager):
        laws.insert(0, wagers.limits)
    clauses = [*(law.clause for law in laws), wagers.coupons.reading or wagers.coupons.clause]
    return Cited(clause="; ".join(clauses))


def _somebody_leaves(table: Table) -> bool:
    """Tell whether somebody leaves before the first card, who is then left in no round that begins so."""
    current = table.round
    return (
        current is not None and not current.layout and any(hand.abandoned for hand in current.hands.values())
    )


def _is_ruled_out(table: Table, event: e.Event) -> bool:
    """Tell whether an event is about a hand that a ruling takes out of the round, and is not out yet."""
    hand, place = getattr(event, "hand", None), table.round.ruled_out if table.round else None
    return hand is not None and spot(hand) == place and table.hand(hand) is not None


def _any_is_out(table: Table) -> bool:
    """Tell whether any hand is on its way out of the round, or the last one is gone."""
    current = table.round
    if current is None or current.ruled_out is not None:
        return True
    return any(is_out(hand) for hand in current.hands.values())


def is_out(hand: Hand) -> bool:
    """Tell whether a hand is on its way out of the round: its initial wager goes back before all else."""
    return not hand.card and not hand.on_layout(Wager.INITIAL)


def not_accepted(book: Rulebook, wager: Wager) -> Cited:
    """Find what is said of a chip that the system did not accept: it is checked, or else counted."""
    law = book.offered_law(wager)
    for task in law.collecting if law else ():
        if task.act in {Act.CHECK_DEVICE, Act.COUNT_PROGRESSIVE}:
            return Cited(clause="; ".join(filter(None, (task.clause, task.reading))))
    return book.irregularities.ruling
