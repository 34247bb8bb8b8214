"""How the figures by which tables are compared are called and written."""

from fractions import Fraction
from typing import Final

from casinowar.game.money import dollars
from casinowar.odds.distribution import root
from casinowar.odds.figures import CountedWith, DeckCount, Figure
from casinowar.reports.numbers import percent

LABELS: Final = {
    Figure.INITIAL_WAR: "Initial wager, war on every tie",
    Figure.INITIAL_SURRENDER: "Initial wager, surrender",
    Figure.INITIAL_BEST: "Initial wager, played best",
    Figure.RISK_WAR: "Element of risk, war",
    Figure.RISK_SURRENDER: "Element of risk, surrender",
    Figure.VARIANCE_WAR: "Standard deviation, war",
    Figure.VARIANCE_SURRENDER: "Standard deviation, surrender",
    Figure.ODD_SURRENDER: "Surrender, odd number of chips",
    Figure.FEWEST_DECKS: "Initial, fewest decks allowed",
    Figure.MOST_DECKS: "Initial, most decks allowed",
    Figure.LONG_RUN_INITIAL: "Initial, long run to cover card",
    Figure.LONG_RUN_TIE: "Tie, long run to cover card",
    Figure.TIE: "Tie wager",
    Figure.WAR_TIE: "Tie wager on the war deal",
    Figure.PROGRESSIVE_WAR: "Progressive, war",
    Figure.PROGRESSIVE_SURRENDER: "Progressive, surrender",
    Figure.PROGRESSIVE_DOUBLE: "Progressive of twice the size",
    Figure.ENVY: "Envy Bonus, per other player",
    Figure.ENVY_NOT_WAGERING: "Envy Bonus, other not wagering",
    Figure.ENVY_OWN_BOX: "Envy Bonus, own second box",
    Figure.ENVY_DOUBLE: "Envy Bonus, wager twice the size",
    Figure.SPIN_ALONE: "Bonus Spin, one position",
    Figure.SPIN_FULL: "Bonus Spin, all seats wagering",
    Figure.SPIN_SMALL: "Bonus Spin, small wager",
    Figure.COVARIANCE: "Covariance of two seats",
    Figure.TERMINAL: "Standard deviation of a terminal",
    Figure.BANK_OF_THREE: "Bank of 3 units wins",
    Figure.BANK_OF_A_HALF: "Bank of half a unit wins",
}

IN_UNITS: Final = frozenset({Figure.COVARIANCE, Figure.BANK_OF_THREE, Figure.BANK_OF_A_HALF})
ROOTS: Final = frozenset({Figure.VARIANCE_WAR, Figure.VARIANCE_SURRENDER, Figure.TERMINAL})
"""Variances, whose roots people read; what is compared is exact."""

WON_BY_PLAYERS: Final = frozenset(
    {Figure.ENVY, Figure.ENVY_NOT_WAGERING, Figure.ENVY_OWN_BOX, Figure.ENVY_DOUBLE}
)
WON_BY_NOBODY: Final = frozenset({Figure.COVARIANCE, *ROOTS})

NOTHING: Final = "–"
DIGITS: Final = 4
MOST_DIGITS: Final = 8


def written(figure: Figure, value: Fraction | None, digits: int = DIGITS) -> str:
    """Write a figure for people: edges in percent, the rest in units.

    >>> written(Figure.TIE, Fraction(58, 311)), written(Figure.VARIANCE_WAR, Fraction(4))
    ('18.6495 %', '2.0000')
    """
    if value is None:
        return NOTHING
    if figure in ROOTS:
        return f"{root(value):.{digits}f}"
    if figure in IN_UNITS:
        return f"{float(value):.{digits}f}".replace("-", "−")
    return percent(value, digits)


def difference(figure: Figure, default: Fraction | None, value: Fraction | None) -> str:
    """Write by how much a figure differs, with as many digits as that takes.

    >>> (
    ...     difference(Figure.TIE, Fraction(1, 5), Fraction(1, 4)),
    ...     difference(Figure.TIE, Fraction(1), Fraction(1)),
    ... )
    ('+5.0000 %', '0 %')
    >>> difference(Figure.COVARIANCE, Fraction(69, 10**7), Fraction(0))
    '−0.0000069'
    """
    if default is None or value is None:
        return ""
    if figure in ROOTS:
        size = root(value) - root(default)
    else:
        size = float(value - default) * (1 if figure in IN_UNITS else 100)
    return _signed(size) + ("" if figure in IN_UNITS | ROOTS else " %")


def _signed(size: float) -> str:
    """Write a difference with two digits that are not zeros at least."""
    if not size:
        return "0"
    digits = DIGITS
    while digits < MOST_DIGITS and abs(size) * 10**digits < 10:  # noqa: PLR2004 - two digits
        digits += 1
    text = f"{size:+.{digits}f}" if abs(size) * 10**digits >= 1 else f"{size:+.1e}"
    return text.replace("-", "−")


# what a figure is counted with


def counted(each: CountedWith) -> str:
    """Say the wager or the decks that a figure is counted with.

    >>> from casinowar.odds.figures import OddWager
    >>> counted(OddWager(5_50, 50)), counted(DeckCount(8)), counted(DeckCount(1000, assumed=True))
    ('11 chips, $5.50', '8 decks', '1,000 decks, for want of a maximum')
    """
    if isinstance(each, DeckCount):
        return f"{size(each)}{', for want of a maximum' if each.assumed else ''}"
    return f"{each.chips:,} chips, {size(each)}"


def size(each: CountedWith) -> str:
    """Say the same in one word or two."""
    if isinstance(each, DeckCount):
        return "1 deck" if each.decks == 1 else f"{each.decks:,} decks"
    return dollars(each.wager)


def counted_in_both(default: CountedWith | None, value: CountedWith | None) -> str:
    """Say what two figures that are compared are counted with; nothing where it is the table's own.

    >>> counted_in_both(DeckCount(8), DeckCount(16)), counted_in_both(DeckCount(6), DeckCount(6))
    ('8 decks → 16 decks', '6 decks')
    """
    known = dict.fromkeys(counted(each) for each in (default, value) if each)
    return " → ".join(known)
