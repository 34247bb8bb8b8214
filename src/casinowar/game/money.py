"""Money is integer cents; this module reads and writes it."""

import re
from typing import Final

Cents = int

_DOLLARS: Final = re.compile(r"\$?(\d{1,13})(?:\.(\d{2}))?")


def dollars(cents: Cents) -> str:
    """Write cents as dollars.

    >>> dollars(10_00), dollars(-12_345_67)
    ('$10.00', '-$12,345.67')
    """
    sign = "-" if cents < 0 else ""
    whole, part = divmod(abs(cents), 100)
    return f"{sign}${whole:,}.{part:02}"


def cents(text: str) -> Cents:
    """Read an amount such as ``10``, ``10.50`` or ``$1,000``; raise ValueError for anything else.

    >>> cents("10"), cents("$1,000.50")
    (1000, 100050)
    """
    match = _DOLLARS.fullmatch(text.strip().replace(",", ""))
    if match is None:
        raise ValueError(f"{text!r} is not an amount of dollars such as 10 or 12.50")
    return int(match[1]) * 100 + int(match[2] or 0)
