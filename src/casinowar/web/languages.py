"""Languages of HTTP responses, chosen by the Accept-Language header."""

from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.types import Scope

from casinowar.telling.wording import Language

_KNOWN: Final = {language.value: language for language in Language}


def preferred(accepted: str) -> Language:
    """Choose the preferred language that the house speaks, or English.

    >>> (
    ...     preferred("es-MX,es;q=0.9,en;q=0.8").value,
    ...     preferred("de, en;q=0.5, es;q=0.4").value,
    ...     preferred("en; q=0.5, es ; q=0.9").value,
    ...     preferred("").value,
    ... )
    ('es', 'en', 'es', 'en')
    """
    liked: list[tuple[float, Language]] = []
    for each in accepted.lower().replace(" ", "").split(","):
        name, _, weight = each.partition(";q=")
        language = _KNOWN.get(name.partition("-")[0])
        if language is not None:
            liked.append((_weight(weight), language))
    best = max((weight for weight, _ in liked), default=0.0)
    return next((language for weight, language in liked if weight == best > 0), Language.ENGLISH)


def _weight(said: str) -> float:
    try:
        return float(said) if said else 1.0
    except ValueError:
        return 0.0


def language_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Language:
    return preferred(connection.headers.get("accept-language", ""))


async def spoken(scope: Scope) -> Language:
    return language_of(ASGIConnection(scope))
