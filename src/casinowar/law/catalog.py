"""The clause catalog: documents, their clauses, and our readings where they are faulty or silent."""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from enum import StrEnum
from functools import cache
from importlib.resources import files
from io import StringIO
from types import MappingProxyType
from typing import Final, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from casinowar.game.refusal import InputError

T = TypeVar("T")
DATA = files("casinowar.law")
READING = re.compile(r"\bR[0-9]+\b")
_AS_SAID = "as said"
_CLOSE = 6
_LETTER = re.compile(r"(?<![\w)])\(([a-z])\)(?!\()")  # not one that is part of a clause's number
_NEXT_MATTER = re.compile(r"[;.][^;.]*:\s*$")
"""The words of a reading that lead to the next point, such as ``; decks:``."""


class Treatment(StrEnum):
    RULE = "rule"
    OPTION = "option"
    RECORD = "record"
    EQUIPMENT = "equipment"
    TEXT = "text"


class Document(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    title: str


class Clause(Struct, frozen=True, kw_only=True):
    """One clause of a document; `readings` are the R numbers in its note."""

    clause: str
    treatment: Treatment
    summary: str
    note: str = ""
    readings: tuple[str, ...] = ()


class Doubt(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    part: str
    title: str
    clauses: dict[str, str]
    readings: str = ""
    default: str
    selectable: str
    reason: str
    steps: str = ""
    """The reading as a procedure with worked numbers, if it is one."""


class Waits(Struct, frozen=True, forbid_unknown_fields=True):
    """The house's choice that makes a doubt relevant, and the letter of the reading then."""

    choice: str
    letter: str


class _Doubts(Struct, frozen=True, forbid_unknown_fields=True):
    parts: dict[str, str]
    defaults: dict[str, dict[str, str]]
    waits: dict[str, Waits]
    readings: dict[str, Doubt]


@cache
def decoded(kind: type[T], *path: str) -> T:
    """Read one of the TOML files of the law; cached."""
    return msgspec.toml.decode(DATA.joinpath(*path).read_bytes(), type=kind)


def rows(*path: str) -> Iterator[dict[str, str]]:
    yield from csv.DictReader(StringIO(DATA.joinpath(*path).read_text(encoding="utf-8")), strict=True)


def documents() -> Mapping[str, Document]:
    """Map each jurisdiction to its document, in display order."""
    return MappingProxyType(decoded(dict[str, Document], "documents.toml"))


def jurisdictions() -> tuple[str, ...]:
    return tuple(documents())


def document(jurisdiction: str) -> Document:
    if jurisdiction not in documents():
        known = ", ".join(documents())
        raise InputError(f"There is no law of {jurisdiction!r} in the catalog; there is {known}.")
    return documents()[jurisdiction]


@cache
def _by_clause(jurisdiction: str) -> Mapping[str, Clause]:
    document(jurisdiction)
    return MappingProxyType(
        {
            row["clause"]: msgspec.convert(
                {**row, "readings": [*dict.fromkeys(READING.findall(row["note"]))]}, Clause
            )
            for row in rows("clauses", f"{jurisdiction}.csv")
        }
    )


def clauses(jurisdiction: str) -> tuple[Clause, ...]:
    """List the clauses of a document in its own order."""
    return tuple(_by_clause(jurisdiction).values())


def exists(jurisdiction: str, clause_id: str) -> bool:
    return jurisdiction in documents() and clause_id in _by_clause(jurisdiction)


def clause(jurisdiction: str, clause_id: str) -> Clause:
    known = _by_clause(jurisdiction)
    if clause_id not in known:
        raise InputError(no_such_clause(jurisdiction, clause_id, known))
    return known[clause_id]


def meant(clause_id: str, known: Iterable[str]) -> str | None:
    """Find the only clause that matches, ignoring case and spaces.

    >>> meant("9. g", ["9.F", "9.G", "9.G(1)"])
    '9.G'
    """
    alike = [each for each in known if _plainly(each) == _plainly(clause_id)]
    if clause_id in alike:
        return clause_id
    return alike[0] if len(alike) == 1 else None


def under(clause_id: str, known: Iterable[str]) -> list[str]:
    """List the clause that matches, ignoring case and spaces, and all clauses below it.

    >>> under("9.g", ["9.F", "9.G", "9.G(1)"])
    ['9.G', '9.G(1)']
    """
    wanted = _plainly(clause_id)
    below = tuple(f"{wanted}{sign}" for sign in ".(") if wanted else ()
    return [each for each in known if _plainly(each) == wanted or _plainly(each).startswith(below)]


def _plainly(clause_id: str) -> str:
    return "".join(clause_id.casefold().split())


def no_such_clause(where: str, clause_id: str, known: Mapping[str, object]) -> str:
    near = get_close_matches(clause_id, known, n=_CLOSE, cutoff=0.5)
    close = [each for each in known if each in near]
    hint = f"; close to it: {', '.join(close)}" if close else ""
    return f"There is no clause {clause_id!r} in {where}{hint}."


@cache
def readings(jurisdiction: str = "") -> Mapping[str, Doubt]:
    """Map R numbers to doubts; with a jurisdiction, defaults are those of its document."""
    every = decoded(_Doubts, "readings.toml")
    here = {number: own.get(jurisdiction, "") for number, own in every.defaults.items()}
    return MappingProxyType(
        {
            number: replace(doubt, default=here[number]) if here.get(number) else doubt
            for number, doubt in every.readings.items()
        }
    )


def waiting() -> Mapping[str, Waits]:
    """Map R numbers to the doubts that arise only once the house makes a choice."""
    return MappingProxyType(decoded(_Doubts, "readings.toml").waits)


def default_in_words(doubt: Doubt) -> str:
    """Write out a default without its letters.

    >>> default_in_words(readings()["R17"])
    'three cards once, at the start of the war deal; the process repeated is giving the next card face up.'
    """
    ways: dict[str, str] = {}
    _, *parted = _LETTER.split(doubt.readings)
    for letter, said in zip(parted[::2], parted[1::2], strict=True):
        # A letter that was there before is spoken of, as in "as (a), but …".
        last = [*ways][-1] if letter in ways else letter
        ways[last] = f"{ways[last]}({letter}){said}" if letter in ways else said
    ways = {letter: _NEXT_MATTER.sub("", said).strip(" .;,") for letter, said in ways.items()}
    said = _LETTER.sub(lambda found: ways.get(found[1], found[0]), doubt.default)
    if not said.startswith(_AS_SAID):
        return said
    return doubt.readings.rstrip(".") + said.removeprefix(_AS_SAID)


def parts() -> Mapping[str, str]:
    return MappingProxyType(decoded(_Doubts, "readings.toml").parts)


_REMARK: Final = re.compile(r"\(([^()]*)\)")
_MARK: Final = re.compile(r"\bmixed: ([^;.]*)", re.IGNORECASE)
_PART: Final = re.compile(
    r"(?:(?P<what>.*?) )??(?:(?:is|are) )?(?:an? )?(?P<kind>rule|option|choice|record|equipment)s?\b"
)


class MixedPart(Struct, frozen=True):
    """A part of a clause with its own treatment; `what` is empty if the mark does not name it."""

    treatment: Treatment
    what: str = ""


def mixed_parts(clause: Clause) -> tuple[MixedPart, ...]:
    """List the parts that the note marks as mixed.

    >>> from casinowar.law.catalog import clause
    >>> [(str(part.treatment), part.what) for part in mixed_parts(clause("south_dakota", "(5)"))]
    [('equipment', 'the display of the schedule'), ('option', '')]
    """
    found: list[MixedPart] = []
    for mark in _MARK.finditer(_REMARK.sub("", clause.note)):
        for said in mark[1].split(", "):
            if part := _PART.match(said):
                kind = "option" if part["kind"] == "choice" else part["kind"]
                what = (part["what"] or "").removeprefix("with").strip()
                found.append(MixedPart(Treatment(kind), what))
    return tuple(found)


def treatments(clause: Clause) -> frozenset[Treatment]:
    return frozenset({clause.treatment, *(part.treatment for part in mixed_parts(clause))})
