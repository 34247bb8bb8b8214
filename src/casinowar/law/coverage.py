"""Coverage: what became of each clause, from the text to the code and on to the tests."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from types import MappingProxyType

import msgspec
from msgspec import Struct

from casinowar.law.catalogue import DATA, Clause, Treatment, clauses, document, rows


class Status(StrEnum):
    """How far a clause is carried out."""

    IMPLEMENTED = "implemented"
    RECORDED = "recorded"
    SHOWN = "shown"
    NONE = "none"


class Coverage(Struct, frozen=True, kw_only=True):
    """A clause with its code and tests.

    `later` says which part of the product still brings the clause, `partly_later` what brings the rest of it.
    """

    clause: str
    treatment: Treatment
    summary: str
    status: Status
    code: tuple[str, ...]
    values: tuple[str, ...]
    tests: tuple[str, ...]
    readings: tuple[str, ...]
    note: str
    later: str
    partly_later: str


class Promise(Struct, frozen=True, forbid_unknown_fields=True):
    """A later part of the product, and the clauses that it brings."""

    brings: str
    clauses: tuple[str, ...]


class Carried(Struct, frozen=True, forbid_unknown_fields=True):
    """The coverage of one document that is kept by hand."""

    code: dict[str, tuple[str, ...]]
    later: tuple[Promise, ...] = ()
    partly_later: tuple[Promise, ...] = ()


@cache
def carried(jurisdiction: str) -> Carried:
    """Read what is kept by hand about a document."""
    document(jurisdiction)
    return msgspec.toml.decode(DATA.joinpath("coverage", f"{jurisdiction}.toml").read_bytes(), type=Carried)


@cache
def citing_tests() -> Mapping[tuple[str, str], tuple[str, ...]]:
    """Give the tests that cite each clause, by jurisdiction and clause."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for row in rows("tests.csv"):
        cited = (row["jurisdiction"], row["clause"])
        found[cited] = (*found.get(cited, ()), row["test"])
    return MappingProxyType(found)


def coverage(
    jurisdiction: str, rulebook_values: Mapping[str, Sequence[str]] | None = None
) -> tuple[Coverage, ...]:
    """Tell what became of each clause of a document.

    `rulebook_values` names by clause the rulebook values that cite it, such as ``maryland.toml: war.burn``.
    A value carries its clause out as a function does.
    """
    by_hand = carried(jurisdiction)
    later, partly_later = _by_clause(by_hand.later), _by_clause(by_hand.partly_later)
    values = rulebook_values or {}

    def cover(clause: Clause) -> Coverage:
        code = by_hand.code.get(clause.clause, ())
        stated = tuple(values.get(clause.clause, ()))
        tests = citing_tests().get((jurisdiction, clause.clause), ())
        return Coverage(
            clause=clause.clause,
            treatment=clause.treatment,
            summary=clause.summary,
            status=status(clause.treatment, code + stated, tests),
            code=code,
            values=stated,
            tests=tests,
            readings=clause.readings,
            note=clause.note,
            later=later.get(clause.clause, ""),
            partly_later=partly_later.get(clause.clause, ""),
        )

    return tuple(cover(clause) for clause in clauses(jurisdiction))


def status(treatment: Treatment, code: Sequence[str], tests: Sequence[str]) -> Status:
    """Judge how far a clause is carried out: code without a test does not count."""
    match treatment:
        case Treatment.RULE | Treatment.OPTION:
            return Status.IMPLEMENTED if code and tests else Status.NONE
        case Treatment.RECORD:
            return Status.RECORDED if tests else Status.NONE
        case Treatment.EQUIPMENT | Treatment.TEXT:
            return Status.SHOWN


def _by_clause(promises: Sequence[Promise]) -> dict[str, str]:
    return {clause: promise.brings for promise in promises for clause in promise.clauses}
