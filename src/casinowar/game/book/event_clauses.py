"""The clauses that events cite, joined once for a rulebook and a house."""

from typing import TYPE_CHECKING

from casinowar.game.book.cited_values import joined
from casinowar.game.book.variants import Fixed, Remedy, RoundBegins
from casinowar.game.words import Act, Comparison, Irregularity, Wager

if TYPE_CHECKING:
    from casinowar.game.book.rules import Rules

_VOIDS = frozenset({Remedy.VOID_ROUND, Remedy.VOID_ROUND_OF_DEVICE})


class Clauses:
    """What each kind of event is done under; empty where the text says nothing."""

    def __init__(self, rules: "Rules") -> None:
        book = self._book = rules.book
        wagers, settlement, war, bank = book.wagers, book.settlement, book.war, book.bank
        lower, tie, higher = Comparison.LOWER, Comparison.TIE, Comparison.HIGHER
        self.placed = {wager: joined(book.placed_under(wager)) for wager in Wager}
        self.taken_back = joined(wagers.coupons if wagers.fixed.value is Fixed.PLACED else wagers.fixed)
        self.coupons = joined(wagers.coupons)
        self.no_more_bets = joined(book.deal.call, book.deal.direction)
        electronic = book.electronic if rules.house.electronic else None
        self.to_each_wager = (electronic.community_cards if electronic else book.deal.to_each_wager).clause
        self.to_the_dealer = (electronic.dealers_card if electronic else book.deal.to_the_dealer).clause
        self.war_deal = joined(war.deal if war else None)

        self.result = {
            lower: settlement.lower.clause,
            tie: settlement.tie_hand.clause,
            higher: settlement.higher.clause,
        }
        self.war_result = self.result
        if war:
            self.war_result = {lower: war.lost.clause, tie: war.tied.clause, higher: war.won.clause}
        self.initial_paid = joined(settlement.higher, wagers.initial)
        self.tie_paid = joined(wagers.tie)
        self.war_tie_paid = joined(wagers.war_tie)
        self.tie_lost = {result: self._tie_lost(rules, self.result[result]) for result in Comparison}
        at_war = joined(settlement.war_tie_lost or settlement.tie_lost)
        self.war_tie_lost = {result: at_war or _first(self.war_result[result]) for result in Comparison}
        self.surrender = joined(book.surrender)
        self.leaving = book.seating.leaving.clause
        self.collection = settlement.collection.clause
        self.payout_limit = joined(rules.payout_limit_law)

        self.uncovered = joined(bank.wager, bank.exhausted) if bank else ""
        self.partly_covered = joined(bank.wager, bank.short_war) if bank else ""

        law = book.irregularities
        self.ruling = law.ruling.clause
        self.cut_short = joined(law.paid_out or law.ruling)
        begins = book.seating.round_begins
        self.round_begins = joined(begins if begins and begins.value is RoundBegins.FIRST_CARD else None)

    def _tie_lost(self, rules: "Rules", result: str) -> str:
        """Cite what takes a tie wager; of several clauses the first, as others say what else is paid."""
        law = self._book.settlement.tie_lost
        if law:
            return law.clause
        return _first(self.placed[Wager.TIE] if rules.most_ties > 1 else result)

    def remedy(self, irregularity: Irregularity) -> str:
        """Cite what provides for an irregularity, or else for a ruling."""
        return joined(self._book.irregularities.provision(irregularity)) or self.ruling

    def limited(self, clause: str) -> str:
        """Cite beside a payment the payout limit that cut it."""
        return self.payout_limit if clause in {"", self.payout_limit} else f"{clause}; {self.payout_limit}"

    def void(self, irregularity: Irregularity) -> str:
        """Cite what voids a round for an irregularity, or else a ruling that does."""
        provision = self._book.irregularities.provision(irregularity)
        if provision is None or _VOIDS.isdisjoint({provision.remedy, provision.repeated}):
            return self.ruling
        return provision.clause

    def with_meter(self, clause: str, wager: Wager) -> str:
        """Cite with a void what gives back its side wager and its meters, unless a floorperson ruled it."""
        offered = self._book.offered_law(wager)
        if offered is None or offered.void_meter is None or clause == self.ruling:
            return clause
        return f"{clause}; {offered.void_meter.clause}"

    def chip_not_accepted(self, wager: Wager) -> str:
        """Cite what is said of a chip that the system did not accept: it is checked, or else counted."""
        law = self._book.offered_law(wager)
        for task in law.collecting if law else ():
            if task.act in {Act.CHECK_DEVICE, Act.COUNT_PROGRESSIVE}:
                return "; ".join(filter(None, (task.clause, task.reading)))
        return self.ruling


def _first(clauses: str) -> str:
    return clauses.partition("; ")[0]
