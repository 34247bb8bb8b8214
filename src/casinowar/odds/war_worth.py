"""Why war is worth more than surrender: what a tie hand can expect, from the chance that its war ties too."""

from fractions import Fraction

from msgspec import Struct

from casinowar.game.book.rules import Rules
from casinowar.game.money import Cents
from casinowar.odds.hand import HIGHER, LOWER, TIE, Path, Strategy, Wagered, moved, ways
from casinowar.odds.shoe import Shoe


class WarWorth(Struct, frozen=True, kw_only=True):
    """What the ends of a tie hand bring, in units of the initial wager, and how often a war ties."""

    won: Fraction
    lost: Fraction
    tied: Fraction
    surrendered: Fraction
    ties: Fraction
    """The chance that a war ties."""

    @property
    def untied(self) -> Fraction:
        """Tell what a war that does not tie is worth: as its cards are exchangeable, half of them are won."""
        return (self.won + self.lost) / 2

    @property
    def war(self) -> Fraction:
        """Tell what going to war is worth."""
        return self.untied + self.ties * (self.tied - self.untied)

    @property
    def never_worse(self) -> bool:
        """Tell whether war is no worse than surrender, whatever cards are left."""
        return self.untied >= self.surrendered and self.tied >= self.untied


def war_worth(rules: Rules, shoe: Shoe, wager: Cents) -> WarWorth | None:
    """Find what a tie hand's ends bring; None where there is no surrender, or more than one war."""
    if rules.most_wars != 1 or rules.book.surrender is None:
        return None
    found = [
        (path, chance) for path, chance in ways(rules, shoe, Strategy.WAR, wager) if path.original is TIE
    ]
    tied = sum((chance for path, chance in found if path.last is TIE), Fraction(0))
    paths = (Path(TIE, 1, HIGHER), Path(TIE, 1, LOWER), Path(TIE, 1, TIE), Path(TIE, given_up=True))
    won, lost, twice, given = (Fraction(moved(rules, path, Wagered(wager)).net, wager) for path in paths)
    return WarWorth(
        won=won,
        lost=lost,
        tied=twice,
        surrendered=given,
        ties=tied / sum((chance for _, chance in found), Fraction(0)),
    )
