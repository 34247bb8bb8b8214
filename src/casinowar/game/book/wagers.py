"""The wagers: what a text can say about which there are, at what odds and within which limits."""

from typing import Annotated

from msgspec import Meta

from casinowar.game.book import variants
from casinowar.game.book.cited_values import Cited, Odds, Part, Says, Share
from casinowar.game.book.coupons import Coupons, LimitCounts
from casinowar.game.words import Instrument, Wager


class TieWager(Says[Odds], frozen=True, kw_only=True):
    """The odds of the tie wager; whether every hand has to make it, and how it is tied to the initial wager.

    An `equal` wager is as large as the initial one, `most` is the largest multiple of it, `made` says whether
    it needs one at all, as it does unless said. With `in_a_row`, the odds of two ties in succession, of three
    and so on, it is settled by how many ties the round brings; `runs` says for how long it goes on.
    """

    required: bool = False
    equal: bool = False
    most: Share | None = None
    made: variants.Made = variants.Made.WITH_INITIAL
    in_a_row: Annotated[tuple[Odds, ...], Meta(max_length=20)] = ()
    runs: variants.Runs = variants.Runs.WITH_INITIAL


class DealerWins(Says[Odds], frozen=True, kw_only=True):
    """The odds of a wager that the dealer's card of the original deal is higher than the hand's.

    A tie forfeits this share of it; `made` says whether it needs an initial wager, or excludes one.
    """

    tie_forfeits: Share = "1"
    made: variants.Made = variants.Made.WITH_INITIAL


class Ladder(Cited, frozen=True, kw_only=True):
    """The odds of a tie wager on the first war deal, the second and so on; the last holds from there on.

    An `equal` wager is as large as the war wager, or as the one that it names; `most` is the largest multiple
    of the initial one.
    """

    pays: Annotated[tuple[Odds, ...], Meta(min_length=1)]
    equal: bool | variants.Base = False
    most: Share | None = None
    offered: variants.TieOffer = variants.TieOffer.ONCE_CONFIRMED

    @property
    def equals(self) -> variants.Base | None:
        """Tell which wager it has to be as large as, if any."""
        return (
            self.equal if isinstance(self.equal, variants.Base) else variants.Base.WAR if self.equal else None
        )


class Limits(Cited, frozen=True, kw_only=True):
    """How the operator's limits count, and whether they have to be posted before the table opens.

    Where they are `authorized`, the operator enters a ceiling beside them. The most that `tie` and `war_tie`
    may be is this share of the initial wager's maximum.
    """

    counted: variants.Counting = variants.Counting.EACH
    required: bool = False
    authorized: bool = False
    tie: Share | None = None
    war_tie: Share | None = None


class WagersRule(Part, frozen=True, kw_only=True):
    """Which wagers exist, at what odds, and how they are placed."""

    initial: Says[Odds]
    tie: TieWager | None = None
    war_tie: Ladder | None = None
    dealer_wins: DealerWins | None = None
    placing: Cited
    placing_tie: Cited | None = None
    placing_war_tie: Cited | None = None
    closes: Cited
    fixed: Says[variants.Fixed]
    instruments: Says[tuple[Instrument, ...]]
    spoken: Cited | None = None
    limits: Limits
    payout_limit: Says[LimitCounts] | None = None
    coupons: Says[Coupons] | None = None

    @property
    def laws(self) -> dict[Wager, Says[Odds] | TieWager | Ladder | DealerWins]:
        """Give what prices each wager of the game itself, of those that the text has."""
        laws = {
            Wager.INITIAL: self.initial,
            Wager.TIE: self.tie,
            Wager.WAR_TIE: self.war_tie,
            Wager.DEALER_WINS: self.dealer_wins,
        }
        return {wager: law for wager, law in laws.items() if law}

    def placed_under(self, wager: Wager) -> Cited:
        """Find what lets a wager of the game itself be placed, which is not always what prices it."""
        if wager is Wager.TIE:
            return self.placing_tie or self.tie or self.placing
        if wager is Wager.WAR_TIE:
            return self.placing_war_tie or self.war_tie or self.placed_under(Wager.TIE)
        return self.placing
