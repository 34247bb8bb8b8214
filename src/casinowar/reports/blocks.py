"""What a typeset sheet is made of: sections of tables, words, formulas and pictures."""

from fractions import Fraction
from typing import Final, Literal

from msgspec import Struct

_LONGEST: Final = 34
"""Fractions longer than so many characters are named by their digits."""

_RAISED: Final = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

Kind = Literal["text", "number", "exact"]
Row = tuple[str, ...]


class Column(Struct, frozen=True):
    """A column: its head, and whether words, numbers or exact fractions stand below it.

    Columns with a share divide the width that the others leave.
    """

    head: str
    kind: Kind = "number"
    share: float = 0


class Table(Struct, frozen=True, kw_only=True, tag="table"):
    """Rows under heads, with a line before some; a caption where a section has several tables."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    lines_before: tuple[int, ...] = ()
    caption: str = ""


class Words(Struct, frozen=True, tag="words"):
    """A paragraph."""

    text: str


class Formula(Struct, frozen=True, tag="formula"):
    """A line of mathematics, in Typst's notation, of numbers and names alone."""

    math: str


class Shown(Struct, frozen=True, tag="picture"):
    """A picture of the gallery, by its name."""

    name: str


Block = Table | Words | Formula | Shown


class Cite(Struct, frozen=True):
    """A value of the rulebook that figures rest on: what it is, its clause, and the reading behind it."""

    what: str
    clause: str
    reading: str


class Section(Struct, frozen=True, kw_only=True):
    """A section: its heading, what stands in it, and the clauses that it rests on."""

    title: str
    blocks: tuple[Block, ...]
    rests_on: tuple[Cite, ...] = ()


def words(head: str, share: float = 0) -> Column:
    """Head a column of words."""
    return Column(head, "text", share)


def fractions(head: str) -> Column:
    """Head a column of exact fractions."""
    return Column(head, "exact")


def exact(value: Fraction) -> str:
    """Write a fraction, or how many digits it has where nobody would read them.

    >>> exact(Fraction(58, 311)), exact(Fraction(-1, 3**90))
    ('58/311', '−1 digit / 43 digits')
    """
    text = str(value).replace("-", "−")
    if len(text) <= _LONGEST:
        return text
    sign = "−" if value < 0 else ""
    return f"{sign}{_digits(value.numerator)} / {_digits(value.denominator)}"


def _digits(number: int) -> str:
    count = len(str(abs(number)))
    return f"{count} digit{'' if count == 1 else 's'}"


def decimal(value: Fraction | float, digits: int = 4) -> str:
    """Write a number with so many decimals.

    >>> decimal(Fraction(-1, 3))
    '−0.3333'
    """
    return f"{float(value):,.{digits}f}".replace("-", "−")


def power(value: Fraction) -> str:
    """Write a small number with a power of ten.

    >>> power(Fraction(1, 8000))
    '1.250 × 10⁻⁴'
    """
    digits, _, exponent = f"{float(value):.3e}".partition("e")
    return f"{digits} × 10{str(int(exponent)).translate(_RAISED)}".replace("-", "−")


def fraction_in_math(value: Fraction) -> str:
    """Write a fraction in Typst's mathematics.

    >>> fraction_in_math(Fraction(-1, 2)), fraction_in_math(Fraction(2))
    ('-frac(1, 2)', '2')
    """
    sign = "-" if value < 0 else ""
    over, under = abs(value.numerator), value.denominator
    return f"{sign}{over}" if under == 1 else f"{sign}frac({over}, {under})"
