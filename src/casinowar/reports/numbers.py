"""Numbers as people read them: shares, amounts, fractions, counts. Minus is a minus sign."""

from fractions import Fraction
from math import isfinite
from typing import Final, Self

from casinowar.game.money import dollars as plain_dollars

Number = Fraction | float

_LONGEST: Final = 34
"""Most characters of a fraction for people."""
_WHOLE_FROM: Final = 1000
"""Odds of 1 in n drop decimals from here on."""
_AS_FRACTION: Final = 4
"""Largest denominator of a result written as a fraction."""
_LONGEST_FRACTION: Final = 1000
"""Largest denominator if two decimals would round."""
_RAISED: Final = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_SIZES: Final = ((1e9, "G"), (1e6, "M"), (1e3, "k"))
_SPEEDS: Final = ((1e12, " trillion"), (1e9, " billion"), (1e6, " million"))


class Written(str):
    """Text of a number that keeps its value and unit.

    A cell of a report made of it alone is the number itself for a spreadsheet; what its mark means has a
    column of its own there.
    """

    __slots__ = ("mark", "unit", "value")
    value: Number | None
    unit: str
    mark: str

    def __new__(cls, text: str, value: Number | None = 0, unit: str = "", mark: str = "") -> Self:
        """Set the value to None if a mark stands in its place."""
        made = super().__new__(cls, text)
        made.value, made.unit, made.mark = value, unit, mark
        return made

    def plain(self) -> str:
        """Write the number for programs: no thousands separators, and all digits.

        >>> percent(Fraction(58, 311)).plain(), dollars(-64104750).plain(), decimal(1234.5).plain()
        ('0.1864951768488746', '-641047.5', '1234.5')
        """
        if self.value is None:
            return ""
        whole = isfinite(self.value) and self.value == int(self.value)
        return str(int(self.value) if whole else float(self.value))


SHARE: Final = "share of 1"
DOLLARS: Final = "dollars"


def _minus(text: str) -> str:
    return text.replace("-", "−")


def percent(value: Number | None, digits: int = 4, *, sign: bool = False) -> Written:
    """Write a share in percent; None is empty.

    >>> percent(Fraction(58, 311)), percent(-1 / 3, 2), percent(0.5, 1, sign=True), percent(None)
    ('18.6495%', '−33.33%', '+50.0%', '')
    >>> percent(Fraction(1, 10**9)), percent(Fraction(0))
    ('< 0.0001%', '0.0000%')
    """
    if value is None:
        return Written("")
    least = 10**-digits
    text = ("+" if sign and value > 0 else "") + _minus(f"{float(value) * 100:.{digits}f}%")
    if 0 < abs(float(value)) * 100 < least / 2:
        text = f"< {least:.{digits}f}%" if value > 0 else f"> −{least:.{digits}f}%"
    return Written(text, value, SHARE)


def marked(number: Written | None, sign: str, means: str) -> Written:
    """Put a mark before a number, or in place of an unknown one.

    >>> marked(percent(0.5, 1), "~", "rough"), marked(None, "†", "finer")
    ('~ 50.0%', '†')
    """
    if number is None:
        return Written(sign, None, mark=means)
    return Written(f"{sign} {number}", number.value, number.unit, means)


def exact(value: Fraction) -> str:
    """Write a fraction; empty if it is too long to read.

    >>> exact(Fraction(58, 311)), exact(Fraction(-1, 3**90))
    ('58/311', '')
    """
    text = _minus(str(value))
    return text if len(text) <= _LONGEST else ""


def decimal(value: Number, digits: int = 4) -> Written:
    """Write a number with fixed decimals.

    >>> decimal(Fraction(-1, 3)), decimal(1234.5, 1), decimal(-1e-9)
    ('−0.3333', '1,234.5', '0.0000')
    """
    return Written(_minus(f"{float(value):z,.{digits}f}"), value)


def signed(value: Number | None, digits: int = 2) -> Written:
    """Write a number with its sign; None is empty.

    >>> signed(1.234), signed(-0.5), signed(-1e-9), signed(None)
    ('+1.23', '−0.50', '+0.00', '')
    """
    return Written("") if value is None else Written(_minus(f"{float(value):+z,.{digits}f}"), value)


def difference(value: Number, digits: int = 4, most: int = 8) -> Written:
    """Write a difference with at least two significant digits.

    >>> difference(0.05), difference(Fraction(-69, 10**7)), difference(2e-12), difference(0)
    ('+0.0500', '−0.0000069', '+2.0 × 10⁻¹²', '0')
    """
    if not value:
        return Written("0")
    size = abs(float(value))
    while digits < most and size * 10**digits < 10:  # noqa: PLR2004 - two digits
        digits += 1
    if size * 10**digits >= 1:
        return signed(value, digits)
    return power(value, "+.1")


def power(value: Number, digits: str = ".3") -> Written:
    """Write a small number in scientific notation.

    >>> power(Fraction(1, 8000)), power(4.2e-34, ".0")
    ('1.250 × 10⁻⁴', '4 × 10⁻³⁴')
    """
    digits, _, exponent = f"{float(value):{digits}e}".partition("e")
    return Written(_minus(f"{digits} × 10") + str(int(exponent)).translate(_RAISED), value)


def one_in(chance: Number) -> Written:
    """Write a chance as 1 in n.

    >>> one_in(Fraction(2, 993023)), one_in(Fraction(1, 26)), one_in(0)
    ('1 in 496,512', '1 in 26.0', 'never')
    """
    if not chance:
        return Written("never", 0, SHARE)
    times = float(1 / chance)
    text = f"1 in {times:,.0f}" if times >= _WHOLE_FROM else f"1 in {times:,.1f}"
    return Written(text, chance, SHARE)


def units(value: Fraction) -> Written:
    """Write a result in units of the wager, with its sign; ≈ marks a rounded one.

    >>> units(Fraction(1)), units(Fraction(-1, 2)), units(Fraction(0))
    ('+1', '−1/2', '0')
    >>> units(Fraction(19, 20)), units(Fraction(-11, 6)), units(Fraction(10_001, 6_000))
    ('+0.95', '−11/6', '≈ +1.67')
    """
    sign = "+" if value > 0 else ""
    in_cents = (100 * value).denominator == 1
    if value.denominator <= (_AS_FRACTION if in_cents else _LONGEST_FRACTION):
        return Written(_minus(f"{sign}{value}"), value)
    return Written(f"{'' if in_cents else '≈ '}{_minus(f'{sign}{float(value):.2f}')}", value)


def dollars(cents: Number, *, sign: bool = False) -> Written:
    """Write an amount given in cents, rounded to whole cents.

    >>> dollars(Fraction(64104750)), dollars(-5_00), dollars(5_00, sign=True), dollars(-0.2)
    ('$641,047.50', '−$5.00', '+$5.00', '$0.00')
    """
    whole = round(cents)
    text = ("+" if sign and whole > 0 else "") + _minus(plain_dollars(whole))
    return Written(text, cents / 100, DOLLARS)


def counted(number: int, what: str) -> str:
    """Write a count with its noun.

    >>> counted(1, "round"), counted(12_000, "round"), counted(2, "deck")
    ('1 round', '12,000 rounds', '2 decks')
    """
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def short(number: float) -> str:
    """Write a round number with k, M or G.

    >>> short(25_000), short(2_500_000), short(-50)
    ('25k', '2.5M', '−50')
    """
    size, letter = next((each for each in _SIZES if abs(number) >= each[0]), (1, ""))
    return _minus(f"{number / size:,.6g}{letter}")


def speed(number: float) -> str:
    """Write a rate per second.

    >>> speed(2.214e9), speed(14_000)
    ('2.21 billion', '14,000')
    """
    for size, name in _SPEEDS:
        if number >= size:
            return f"{number / size:,.2f}{name}"
    return f"{number:,.0f}"
