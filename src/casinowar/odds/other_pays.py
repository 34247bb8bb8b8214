"""Other payouts compared: the edge if a tie, or a tied war, paid more or less."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from casinowar.game.book.rules import Rules
from casinowar.game.money import Cents
from casinowar.game.words import Wager
from casinowar.odds.hand import Strategy, ways
from casinowar.odds.settlement import TIE
from casinowar.odds.shoe import Shoe
from casinowar.odds.tie_choice import war_worth
from casinowar.odds.wagers import WagerOdds

PAYS = (8, 9, 10, 11, 12)


class OtherPay(Struct, frozen=True, kw_only=True):
    wager: Wager
    """The tie wager, by its payout; or the initial wager, by the net result of a tied war."""
    pays: Fraction
    house_edge: Fraction
    own: bool
    """Whether this is the rulebook's own payout."""


def other_pays(
    rules: Rules, shoe: Shoe, initial: WagerOdds, tie: WagerOdds | None, wager: Cents
) -> Iterator[OtherPay]:
    """Vary the payout of the tie wager, then that of a tied war, leaving all other rules alone."""
    if tie and rules.most_ties == 1 and len(tie.distribution.outcomes) == 2:  # noqa: PLR2004 - won or lost
        own, chance = tie.distribution.outcomes[-1]
        for pays in sorted({Fraction(each) for each in PAYS} | {own}):
            edge = 1 - (pays + 1) * chance
            yield OtherPay(wager=Wager.TIE, pays=pays, house_edge=edge, own=pays == own)
    worth = war_worth(rules, shoe, wager)
    if worth is None or initial.strategy is not Strategy.WAR:
        return
    tied_wars = ways(rules, shoe, Strategy.WAR, wager).chance(lambda path: path.wars and path.last is TIE)
    for more in (-1, 0, 1):
        edge = initial.house_edge - more * tied_wars
        yield OtherPay(wager=Wager.INITIAL, pays=worth.tied + more, house_edge=edge, own=not more)
