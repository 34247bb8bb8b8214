import csv
from importlib import import_module

import pytest

from casinowar.law.catalog import Treatment, clauses, exists, jurisdictions, treatments
from casinowar.law.coverage import Status, carried, citing_tests, coverage, status
from tests.support.refresh_law import TABLE, Citation, citations, cited_in, table

CARRIED_OUT = {Treatment.RULE, Treatment.OPTION, Treatment.RECORD}
EACH_DOCUMENT = pytest.mark.parametrize("jurisdiction", jurisdictions())


def resolve(name: str) -> object:
    module, _, rest = name.partition(".")
    found: object = import_module(module)
    for part in rest.split("."):
        module = f"{module}.{part}"
        try:
            found = getattr(found, part)
        except AttributeError:
            found = import_module(module)
    return found


@EACH_DOCUMENT
def test_every_clause_to_carry_out_has_a_test(jurisdiction):
    left = [
        each.clause for each in coverage(jurisdiction) if treatments(each) & CARRIED_OUT and not each.tests
    ]
    assert left == []


@EACH_DOCUMENT
def test_every_clause_to_carry_out_has_its_code(jurisdiction):
    assert sorted(carried(jurisdiction)) == sorted(
        each.clause for each in clauses(jurisdiction) if treatments(each) & CARRIED_OUT
    )
    assert all(carried(jurisdiction).values())


@EACH_DOCUMENT
def test_every_code_name_is_something_to_import(jurisdiction):
    for names in carried(jurisdiction).values():
        for name in names:
            assert name.startswith("casinowar.")
            resolve(name)


@pytest.mark.parametrize("missing", ["casinowar.law.nowhere", "casinowar.law.coverage.Status.MISSING"])
def test_a_code_name_that_is_nothing_is_caught(missing):
    with pytest.raises(ImportError):
        resolve(missing)


def test_every_citation_points_to_a_clause():
    assert [cited for cited in citations() if not exists(cited.jurisdiction, cited.clause)] == []


def test_the_table_of_tests_is_fresh():
    assert TABLE.read_text(encoding="utf-8") == table(citations()), "run: make law"


def test_the_table_of_tests_is_read_back():
    with TABLE.open(encoding="utf-8", newline="") as lines:
        rows = [tuple(row.values()) for row in csv.DictReader(lines)]
    assert rows == [(*cited, test) for cited, tests in citing_tests().items() for test in tests]


def test_citations_are_found_without_importing():
    source = """
@clause("maryland", "9.A", "9.B")
@other("x")
def test_one(): ...

class TestTwo:
    @clause("wisconsin", "(h)(1)")
    def test_three(self): ...
"""
    assert list(cited_in(source, "tests/t.py")) == [
        Citation("maryland", "9.A", "tests/t.py::test_one"),
        Citation("maryland", "9.B", "tests/t.py::test_one"),
        Citation("wisconsin", "(h)(1)", "tests/t.py::TestTwo::test_three"),
    ]


@pytest.mark.parametrize("arguments", ['"maryland", CLAUSE', 'WHERE, "9.A"', ""])
def test_a_citation_has_to_be_written_out(arguments):
    with pytest.raises(ValueError, match="not written out"):
        list(cited_in(f"@clause({arguments})\ndef test_one(): ...", "tests/t.py"))


@pytest.mark.parametrize(
    ("treatment", "code", "tests", "expected"),
    [
        (Treatment.RULE, ["c"], ["t"], Status.IMPLEMENTED),
        (Treatment.RULE, ["c"], [], Status.NONE),
        (Treatment.RULE, [], ["t"], Status.NONE),
        (Treatment.OPTION, ["c"], ["t"], Status.IMPLEMENTED),
        (Treatment.RECORD, [], ["t"], Status.RECORDED),
        (Treatment.RECORD, ["c"], [], Status.NONE),
        (Treatment.EQUIPMENT, [], [], Status.SHOWN),
        (Treatment.TEXT, [], [], Status.SHOWN),
    ],
)
def test_code_counts_only_with_a_test(treatment, code, tests, expected):
    assert status(treatment, code, tests) is expected


def test_values_of_the_rulebook_count_as_code():
    values = {"9.H": ["maryland.toml: war.burn"]}
    [found] = [each for each in coverage("maryland", values) if each.clause == "9.H"]
    assert found.values == ("maryland.toml: war.burn",)
