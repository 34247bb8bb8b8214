"""Coverage: the code and tests that carry out each clause."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import asdict

from casinowar.law.catalog import Clause, Treatment, clauses, decoded, document, rows


class Status(StrEnum):
    IMPLEMENTED = "implemented"
    RECORDED = "recorded"
    SHOWN = "shown"
    NONE = "none"


class Coverage(Clause, frozen=True, kw_only=True):
    status: Status
    code: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    later: str = ""
    partly_later: str = ""
    """Always empty, like `later`; both stay because the JSON has these keys."""


class _Carried(Struct, frozen=True, forbid_unknown_fields=True):
    code: dict[str, tuple[str, ...]]


def carried(jurisdiction: str) -> Mapping[str, tuple[str, ...]]:
    """Map each clause of a document to the code that carries it out, from a list kept by hand."""
    document(jurisdiction)
    return MappingProxyType(decoded(_Carried, "coverage", f"{jurisdiction}.toml").code)


@cache
def citing_tests() -> Mapping[tuple[str, str], tuple[str, ...]]:
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for row in rows("tests.csv"):
        cited = (row["jurisdiction"], row["clause"])
        found[cited] = (*found.get(cited, ()), row["test"])
    return MappingProxyType(found)


def coverage(
    jurisdiction: str, rulebook_values: Mapping[str, Sequence[str]] | None = None
) -> tuple[Coverage, ...]:
    """List the coverage of each clause of a document.

    `rulebook_values` maps clauses to the rulebook values that cite them, such as ``maryland.toml: war.burn``.
    A value carries out its clause like a function does.
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
