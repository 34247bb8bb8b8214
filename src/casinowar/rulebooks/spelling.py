"""Names in any spelling: any case, with dashes or spaces."""

from collections.abc import Iterable


def known_as(written: str, known: Iterable[str]) -> str | None:
    """Find the only known name that matches; None without a match, or with several.

    >>> known_as("South-Dakota", ["maryland", "south_dakota"])
    'south_dakota'
    """
    names = [*known]
    alike = [written] if written in names else [name for name in names if plainly(name) == plainly(written)]
    return alike[0] if len(alike) == 1 else None


def plainly(name: str) -> str:
    return name.strip().casefold().replace("-", "_").replace(" ", "_")
