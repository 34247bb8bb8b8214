"""How the figures that compare tables are written, and what they are computed with."""

from fractions import Fraction
from typing import Final

from casinowar.odds.distribution import root
from casinowar.odds.figures import CountedWith, DeckCount, Figure, PlayedBy, WagerSize
from casinowar.reports import numbers
from casinowar.reports.names import played

IN_UNITS: Final = frozenset({Figure.COVARIANCE, Figure.BANK_OF_THREE, Figure.BANK_OF_A_HALF})
ROOTS: Final = frozenset({Figure.VARIANCE_WAR, Figure.VARIANCE_SURRENDER, Figure.TERMINAL})
"""Variances; people read their roots, comparisons use the exact values."""

WON_BY_PLAYERS: Final = frozenset(
    {Figure.ENVY, Figure.ENVY_NOT_WAGERING, Figure.ENVY_OWN_BOX, Figure.ENVY_DOUBLE}
)
WON_BY_NOBODY: Final = frozenset({Figure.COVARIANCE, *ROOTS})

NOTHING: Final = "–"
DIGITS: Final = 4


def written(figure: Figure, value: Fraction | None, digits: int = DIGITS) -> str:
    """Write a figure for people: edges in percent, the rest in units.

    >>> written(Figure.TIE, Fraction(58, 311)), written(Figure.VARIANCE_WAR, Fraction(4))
    ('18.6495%', '2.0000')
    """
    if value is None:
        return NOTHING
    if figure in ROOTS:
        return numbers.decimal(root(value), digits)
    return numbers.decimal(value, digits) if figure in IN_UNITS else numbers.percent(value, digits)


def won_by_the_house(figure: Figure, value: Fraction | None) -> Fraction | None:
    """Return a figure as the house's win; what players win is negative."""
    return -value if value is not None and figure in WON_BY_PLAYERS else value


def difference(figure: Figure, default: Fraction | None, value: Fraction | None) -> str:
    """Write the difference of two figures with as many digits as needed.

    >>> (
    ...     difference(Figure.TIE, Fraction(1, 5), Fraction(1, 4)),
    ...     difference(Figure.TIE, Fraction(1), Fraction(1)),
    ... )
    ('+5.0000%', '0%')
    >>> difference(Figure.COVARIANCE, Fraction(69, 10**7), Fraction(0))
    '−0.0000069'
    """
    if default is None or value is None:
        return ""
    if figure in ROOTS:
        return numbers.difference(root(value) - root(default))
    differs = value - default
    if figure in IN_UNITS:
        return numbers.difference(differs)
    return numbers.Written(f"{numbers.difference(100 * differs)}%", differs, numbers.SHARE)


# what a figure is counted with


def counted(each: CountedWith) -> str:
    """Say which wager or decks a figure is computed with.

    >>> from casinowar.odds.figures import OddWager
    >>> counted(OddWager(5_50, 50)), counted(DeckCount(8)), counted(DeckCount(1000, assumed=True))
    ('11 chips, $5.50', '8 decks', '1,000 decks, for want of a maximum')
    """
    if isinstance(each, DeckCount):
        return f"{size(each)}{', for want of a maximum' if each.assumed else ''}"
    if isinstance(each, WagerSize | PlayedBy):
        return size(each)
    return f"{numbers.counted(each.chips, 'chip')}, {size(each)}"


def size(each: CountedWith) -> str:
    """Say the same in a word or two."""
    if isinstance(each, PlayedBy):
        return played(each.strategy)
    return numbers.counted(each.decks, "deck") if isinstance(each, DeckCount) else numbers.dollars(each.wager)


def counted_in_both(default: CountedWith | None, value: CountedWith | None) -> str:
    """Say what two compared figures are computed with; empty if it is the table's own.

    >>> counted_in_both(DeckCount(8), DeckCount(16)), counted_in_both(DeckCount(6), DeckCount(6))
    ('8 decks → 16 decks', '6 decks')
    """
    known = dict.fromkeys(counted(each) for each in (default, value) if each)
    return " → ".join(known)


def counted_with(each: CountedWith | None) -> dict[str, object] | None:
    """Return the same for programs; None if it is the table's own."""
    if each is None:
        return None
    if isinstance(each, DeckCount):
        return {"decks": each.decks, "assumed_for_want_of_a_limit": each.assumed}
    if isinstance(each, PlayedBy):
        return {"strategy": each.strategy}
    if isinstance(each, WagerSize):
        return {"wager_in_cents": each.wager}
    return {"wager_in_cents": each.wager, "chip_in_cents": each.chip, "chips": each.chips}
