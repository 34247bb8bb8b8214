"""Base class of report values: export to text, dictionary, JSON, CSV, LaTeX and notebooks."""

from fractions import Fraction
from typing import Any

import msgspec
from msgspec import Struct

from casinowar.game.phrase import Phrase
from casinowar.reports.blocks import Report, Verbatim
from casinowar.reports.html import html
from casinowar.reports.latex import latex
from casinowar.reports.numbers import Written
from casinowar.reports.spreadsheet import spreadsheet


class Exportable(Struct, frozen=True):
    """A value with a report for people and a document for programs."""

    def report(self) -> Report:
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        return plain(self)

    def to_json(self) -> str:
        return msgspec.json.format(msgspec.json.encode(self.to_dict()), indent=2).decode()

    def to_csv(self) -> str:
        return spreadsheet(self.report())

    def to_latex(self) -> str:
        return latex(self.report())

    def _repr_html_(self) -> str:
        return html(self.report())


def plain(document: dict[str, Any] | Struct) -> dict[str, Any]:
    """Convert to dictionaries, lists, strings and numbers; a fraction becomes two numbers.

    >>> plain({"edge": Fraction(1, 2), "decks": (6, 8)})
    {'edge': {'exact': '1/2', 'value': 0.5}, 'decks': [6, 8]}
    """
    made: dict[str, Any] = msgspec.json.decode(encoded(document))
    return made


def encoded(document: dict[str, Any] | Struct) -> bytes:
    """Encode the same as JSON.

    >>> encoded({"edge": Fraction(1, 2)})
    b'{"edge":{"exact":"1/2","value":0.5}}'
    """
    return msgspec.json.encode(document, enc_hook=_number)


def named(value: object, *names: str) -> dict[str, Any]:
    """Pick attributes by name, as keys of a document.

    >>> named(Fraction(1, 2), "denominator")
    {'denominator': 2}
    """
    return {name: getattr(value, name) for name in names}


def _number(value: object) -> dict[str, object] | str:
    """Encode a fraction exactly and rounded; text stays text."""
    if isinstance(value, Written | Phrase | Verbatim):
        return str(value)
    if not isinstance(value, Fraction):
        raise NotImplementedError(f"{type(value).__name__} has no place in a document")
    return {"exact": str(value), "value": float(value)}
