"""Money is integer cents; this module reads and writes it."""

import re
from typing import Annotated, Final

from msgspec import Meta

Cents = Annotated[int, Meta(extra={"is": "cents"})]
"""Money, told from other whole numbers by its type."""

Dollars = Annotated[str, Meta(pattern=r"^\$?[0-9][0-9,]{0,12}(\.[0-9]{1,2})?$")]
"""An amount as people write it: ``"5"``, ``"2.50"``, ``"$1,000"``."""

_DOLLARS: Final = re.compile(r"\$?(\d{1,13})(?:\.(\d{1,2}))?")


def dollars(cents: Cents) -> str:
    """Write cents as dollars.

    >>> dollars(10_00), dollars(-12_345_67)
    ('$10.00', '-$12,345.67')
    """
    sign = "-" if cents < 0 else ""
    whole, part = divmod(abs(cents), 100)
    return f"{sign}${whole:,}.{part:02}"


def cents(text: str) -> Cents:
    """Read an amount such as ``10``, ``7.5``, ``10.50`` or ``$1,000``; raise ValueError for anything else.

    >>> cents("10"), cents("$1,000.50")
    (1000, 100050)
    """
    match = _DOLLARS.fullmatch(text.strip().replace(",", ""))
    if match is None:
        raise ValueError(f"{text!r} is not an amount of dollars such as 10 or 12.50")
    return int(match[1]) * 100 + int((match[2] or "").ljust(2, "0"))
