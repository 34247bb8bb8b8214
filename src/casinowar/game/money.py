"""Money is integer cents; this module reads and writes it."""

import re
from typing import Annotated, Final

from msgspec import Meta

Cents = Annotated[int, Meta(extra={"is": "cents"})]
"""Money, in a type of its own, so that a codec knows it."""

WRITTEN: Final = r"\$?([0-9]{1,13}|[0-9]{1,3}(?:,[0-9]{3}){1,4})(?:\.([0-9]{1,2}))?"
"""How an amount is written; a comma groups thousands, and is never taken for a decimal point."""

Dollars = Annotated[str, Meta(pattern=f"^{WRITTEN}$")]
"""An amount as people write it: ``"5"``, ``"2.50"``, ``"$1,000"``."""

_DOLLARS: Final = re.compile(WRITTEN)


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
    match = _DOLLARS.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} is not an amount of dollars such as 10 or 12.50")
    return int(match[1].replace(",", "")) * 100 + int((match[2] or "").ljust(2, "0"))
