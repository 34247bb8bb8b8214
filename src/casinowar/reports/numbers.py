"""How exact numbers are written for people."""

from fractions import Fraction

from casinowar.game.money import dollars


def percent(value: Fraction, digits: int = 4) -> str:
    """Write a share in percent.

    >>> percent(Fraction(58, 311)), percent(Fraction(-1, 3), 2)
    ('18.6495 %', '−33.33 %')
    >>> percent(Fraction(1, 10**9)), percent(Fraction(0))
    ('< 0.0001 %', '0.0000 %')
    """
    least = Fraction(1, 2 * 10 ** (digits + 2))
    if 0 < abs(value) < least:
        return f"< {10**-digits:.{digits}f} %" if value > 0 else f"> −{10**-digits:.{digits}f} %"
    return f"{float(value) * 100:.{digits}f} %".replace("-", "−")


def exact(value: Fraction, longest: int = 36) -> str:
    """Write a fraction, or how long it is where nobody would read it.

    >>> exact(Fraction(58, 311)), exact(Fraction(1, 3**99))
    ('58/311', '1 over 48 digits')
    """
    text = str(value).replace("-", "−")
    if len(text) <= longest:
        return text
    return f"{len(str(abs(value.numerator)))} over {len(str(value.denominator))} digits"


def one_in(chance: Fraction) -> str:
    """Write a chance as one in so many.

    >>> one_in(Fraction(2, 993023)), one_in(Fraction(1, 26))
    ('1 in 496,512', '1 in 26.0')
    """
    if not chance:
        return "never"
    times = float(1 / chance)
    return f"1 in {times:,.0f}" if times >= 1000 else f"1 in {times:,.1f}"  # noqa: PLR2004 - a matter of looks


def units(value: Fraction, digits: int = 2) -> str:
    """Write a result in units of the wager, with its sign.

    >>> units(Fraction(1)), units(Fraction(-1, 2)), units(Fraction(0))
    ('+1', '−1/2', '0')
    """
    sign = "+" if value > 0 else ""
    plain = str(value) if value.denominator <= 4 else f"{float(value):.{digits}f}"  # noqa: PLR2004 - a matter of looks
    return (sign + plain).replace("-", "−")


def money(cents: Fraction) -> str:
    """Write an amount of cents, rounded to whole ones.

    >>> money(Fraction(64104750))
    '$641,047.50'
    """
    return dollars(round(cents)).replace("-", "−")
