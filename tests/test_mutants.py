"""The mutants themselves: each one changes its function, and nothing else."""

import ast
import tomllib
from itertools import cycle
from pathlib import Path

import pytest

from mutants.making import mutants, mutated, of_sources, statements
from mutants.results import ALIVE, KILLED, SURVIVED, TIMED_OUT, Results, reasons

ROOT = Path(__file__).parent.parent
SOURCE = '''
class Bank:
    @property
    def empty(self):
        """Tell."""
        return self.cover <= 0 and not self.closed

def paid(events, limit):
    for event in events:
        match event:
            case int():
                yield min(event, limit) + 1
            case _:
                raise ValueError(event)
'''

WANTED = {
    "Bank.empty: self.cover <= 0 and (not self.closed) -> self.cover <= 0 or not self.closed",
    "Bank.empty: self.cover <= 0 -> self.cover < 0",
    "Bank.empty: 0 -> 1",
    "Bank.empty: not self.closed -> self.closed",
    "paid: case int() -> case int() if False",
    "paid: case _ -> case _ if False",
    "paid: yield (min(event, limit) + 1) -> pass",
    "paid: min(event, limit) + 1 -> min(event, limit) - 1",
    "paid: min -> max",
    "paid: 1 -> 2",
    "paid: raise ValueError(event) -> pass",
}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "sample.py").write_text(SOURCE, encoding="utf-8")
    return tmp_path


def test_every_way_of_breaking_is_tried(source):
    assert {each.name.removeprefix("sample.py::") for each in mutants(Path("sample.py"), source)} == WANTED


def test_each_mutant_differs_from_the_source_and_from_the_others(source):
    every = mutants(Path("sample.py"), source)
    made = [ast.unparse(mutated(SOURCE.encode(), each.number)) for each in every]
    assert len({*made, ast.unparse(ast.parse(SOURCE))}) == len(every) + 1
    for tree in made:
        compile(tree, "sample.py", "exec")


def test_a_result_stays_true_only_as_long_as_the_function_stays(source):
    before = {each.name: each.key for each in mutants(Path("sample.py"), source)}
    (source / "sample.py").write_text(SOURCE.replace("limit) + 1", "limit) + 3"), encoding="utf-8")
    after = {each.name: each.key for each in mutants(Path("sample.py"), source)}
    assert before["sample.py::Bank.empty: 0 -> 1"] == after["sample.py::Bank.empty: 0 -> 1"]
    assert before["sample.py::paid: min -> max"] != after["sample.py::paid: min -> max"]


def test_a_result_outlives_a_new_docstring_a_new_name_and_a_move(source):
    before = [each.key for each in mutants(Path("sample.py"), source)]
    changed = SOURCE.replace("Tell.", "Say.").replace("def paid", "def payments")
    (source / "moved.py").write_text(changed, encoding="utf-8")
    assert [each.key for each in mutants(Path("moved.py"), source)] == before


def test_what_is_found_outlives_the_run(source):
    every = mutants(Path("sample.py"), source)
    file = source / "results" / "part.txt"
    outcomes = dict(zip(every, cycle((*sorted(ALIVE), KILLED, TIMED_OUT)), strict=False))
    results = Results(file, every)
    for each, result in outcomes.items():
        assert not results.result(each)
        results.add(each, result)
    again = Results(file, every)
    assert {each: again.result(each) for each in every} == outcomes


def test_results_are_a_line_for_each_function_in_order(source):
    every = mutants(Path("sample.py"), source)
    file = source / "part.txt"
    results = Results(file, reversed(every))
    for each in every:
        if each.name != "sample.py::Bank.empty: 0 -> 1":
            results.add(each, TIMED_OUT if "min" in each.name else KILLED)
    lines = [line.split() for line in file.read_text(encoding="utf-8").splitlines()]
    assert [(name, letters) for name, _, letters in lines] == [
        ("sample.py::Bank.empty", "kkk-"),
        ("sample.py::paid", "kkttktk"),
    ]


def test_results_of_a_function_that_changed_are_forgotten(source):
    file = source / "part.txt"
    results = Results(file, every := mutants(Path("sample.py"), source))
    for each in every:
        results.add(each, KILLED)
    (source / "sample.py").write_text(SOURCE.replace("limit) + 1", "limit) + 3"), encoding="utf-8")
    changed = mutants(Path("sample.py"), source)
    again = Results(file, changed)
    assert {each.function for each in changed if again.result(each)} == {"Bank.empty"}
    gone = [each for each in changed if each.function == "paid"]
    Results(file, gone).add(gone[0], SURVIVED)
    assert file.read_text(encoding="utf-8") == f"sample.py::paid {gone[0].key} s------\n"


def test_a_mutant_knows_its_statement(source):
    known = statements(ast.parse(SOURCE))
    for each in mutants(Path("sample.py"), source):
        assert known[each.statement].lineno <= each.line


def test_reasons_are_given_for_mutants_that_there_are():
    parts = tomllib.loads((ROOT / "mutants" / "parts.toml").read_text(encoding="utf-8"))
    every = {each.name for part in parts.values() for each in of_sources(part["sources"], ROOT)}
    assert reasons(ROOT / "mutants" / "survivors.toml").keys() <= every
