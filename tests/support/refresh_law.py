"""Write law/tests.csv, the tests that cite each clause: run ``python -m tests.support.refresh_law``."""

import ast
import csv
import io
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from casinowar.law.catalog import clauses, jurisdictions

ROOT = Path(__file__).resolve().parent.parent.parent
TABLE = ROOT / "src/casinowar/law/tests.csv"


class Citation(NamedTuple):
    """A clause, and a test that cites it."""

    jurisdiction: str
    clause: str
    test: str


@cache
def citations() -> tuple[Citation, ...]:
    """Find every citation in the tests, in the order of the documents; nothing is imported."""
    catalogue = [(where, each.clause) for where in jurisdictions() for each in clauses(where)]
    place = {cited: number for number, cited in enumerate(catalogue)}

    def order(citation: Citation) -> tuple[int, Citation]:
        return place.get((citation.jurisdiction, citation.clause), len(place)), citation

    found = {
        citation
        for path in (ROOT / "tests").rglob("*.py")
        for citation in cited_in(path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix())
    }
    return tuple(sorted(found, key=order))


def cited_in(source: str, path: str) -> Iterator[Citation]:
    """Find the citations in one module."""
    yield from _cited_below(ast.parse(source, path), path)


def table(found: Iterable[Citation]) -> str:
    """Lay the citations out as the CSV file has them."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(Citation._fields)
    rows.writerows(found)
    return text.getvalue()


def _cited_below(node: ast.Module | ast.ClassDef, inside: str) -> Iterator[Citation]:
    for child in node.body:
        match child:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                for decorator in child.decorator_list:
                    yield from _cited_by(decorator, f"{inside}::{name}")
            case ast.ClassDef(name=name):
                yield from _cited_below(child, f"{inside}::{name}")
            case _:
                pass


def _cited_by(decorator: ast.expr, test: str) -> Iterator[Citation]:
    match decorator:
        case ast.Call(func=ast.Name(id="clause"), args=[ast.Constant(value=str(jurisdiction)), *ids]):
            for cited in ids:
                match cited:
                    case ast.Constant(value=str(clause)):
                        yield Citation(jurisdiction, clause, test)
                    case _:
                        raise ValueError(f"{test} cites a clause that is not written out.")
        case ast.Call(func=ast.Name(id="clause")):
            raise ValueError(f"{test} cites a jurisdiction that is not written out.")
        case _:
            pass


if __name__ == "__main__":
    TABLE.write_text(table(citations()), encoding="utf-8")
