"""The Mixed mark in a clause's note: which parts of the clause have another treatment, and what they are."""

import re
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from casinowar.law.catalog import Clause, Treatment

_REMARK: Final = re.compile(r"\(([^()]*)\)")
_MARK: Final = re.compile(r"\bmixed: ([^;.]*)", re.IGNORECASE)
_PART: Final = re.compile(
    r"(?:(?P<what>.*?) )??(?:(?:is|are) )?(?:an? )?(?P<kind>rule|option|choice|record|equipment)s?\b"
)


class MixedPart(Struct, frozen=True):
    """A part of a clause with a treatment of its own; `what` is empty where the mark does not name it."""

    treatment: Treatment
    what: str = ""


def mixed_parts(clause: Clause) -> tuple[MixedPart, ...]:
    """List the parts that the note marks.

    >>> from casinowar.law.catalog import clause
    >>> [(str(part.treatment), part.what) for part in mixed_parts(clause("south_dakota", "(5)"))]
    [('equipment', 'the display of the schedule'), ('option', '')]
    """
    return tuple(_parts(clause))


def treatments(clause: Clause) -> frozenset[Treatment]:
    """Give every treatment that a clause has, as a whole or in part."""
    return frozenset({clause.treatment, *(part.treatment for part in mixed_parts(clause))})


def _parts(clause: Clause) -> Iterator[MixedPart]:
    for mark in _MARK.finditer(_REMARK.sub("", clause.note)):
        for said in mark[1].split(", "):
            if found := _PART.match(said):
                kind = "option" if found["kind"] == "choice" else found["kind"]
                what = (found["what"] or "").removeprefix("with").strip()
                yield MixedPart(Treatment(kind), what)
