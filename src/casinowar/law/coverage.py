"""Coverage: what became of each clause, from the text to the code and on to the tests."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import asdict

from casinowar.law.catalog import Clause, Treatment, clauses, decoded, document, rows


class Status(StrEnum):
    """How far a clause is carried out."""

    IMPLEMENTED = "implemented"
    RECORDED = "recorded"
    SHOWN = "shown"
    NONE = "none"


class Coverage(Clause, frozen=True, kw_only=True):
    """A clause with its code and tests."""

    status: Status
    code: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    later: str = ""
    partly_later: str = ""
    """These two named what was still to be built; nothing is, but programs that read the JSON expect them."""


class _Carried(Struct, frozen=True, forbid_unknown_fields=True):
    code: dict[str, tuple[str, ...]]


def carried(jurisdiction: str) -> Mapping[str, tuple[str, ...]]:
    """Name the code that carries out each clause of a document, as it is kept by hand."""
    document(jurisdiction)
    return MappingProxyType(decoded(_Carried, "coverage", f"{jurisdiction}.toml").code)


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
    values = rulebook_values or {}

    def cover(clause: Clause) -> Coverage:
        code = carried(jurisdiction).get(clause.clause, ())
        stated = tuple(values.get(clause.clause, ()))
        tests = citing_tests().get((jurisdiction, clause.clause), ())
        return Coverage(
            **asdict(clause),
            status=status(clause.treatment, code + stated, tests),
            code=code,
            values=stated,
            tests=tests,
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
