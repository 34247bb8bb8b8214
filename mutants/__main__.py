"""``python -m mutants [--part PART]``: run mutation tests, and report the surviving mutants."""

import argparse
import ast
import os
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable, Collection
from csv import DictReader
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from mutants.installing import module_name
from mutants.making import Mutant, of_sources, paths, statements
from mutants.results import ALIVE, Results, reasons, report
from mutants.running import Plan, Runner

ROOT: Final = Path(__file__).parent.parent
HERE: Final = Path(__file__).parent
MAPS: Final = ROOT / ".mutants"


def main() -> int:
    """Try every new mutant, part by part, and print the report."""
    with (HERE / "parts.toml").open("rb") as file:
        parts: dict[str, dict[str, Any]] = tomllib.load(file)
    asked = _arguments(tuple(parts))
    if asked.part and not asked.report:
        return _try(asked.part, parts[asked.part], asked)
    for name in () if asked.report else parts:
        # Parts set up Numba differently, so each runs in its own Python process.
        if subprocess.call([sys.executable, "-m", "mutants", "--part", name, *sys.argv[1:]], cwd=ROOT):
            return 2
    every = {name: of_sources(part["sources"], ROOT) for name, part in parts.items()}
    found = {name: (of_part, _results(name, of_part)) for name, of_part in every.items()}
    told, fine = report(found, reasons(HERE / "survivors.toml"))
    Console(soft_wrap=True, markup=False, highlight=False).print(told)
    return 0 if fine else 1


def _arguments(names: tuple[str, ...]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m mutants", description=__doc__)
    parser.add_argument("--part", choices=names, help="try the mutants of one part only, without a report")
    parser.add_argument("--only", default="", help="try only mutants whose name contains this")
    parser.add_argument("--again", action="store_true", help="try survivors of earlier runs again")
    parser.add_argument("--report", action="store_true", help="try nothing, only report")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="how many at a time")
    parser.add_argument(
        "--budget", type=float, default=30.0, help="how many seconds of tests for each mutant"
    )
    return parser.parse_args()


def _results(name: str, of_part: list[Mutant]) -> Results:
    return Results(HERE / "results" / f"{name}.txt", of_part)


def _try(name: str, part: dict[str, Any], asked: argparse.Namespace) -> int:
    os.environ.update(part.get("environment", {}))
    sources: dict[Path, tuple[bytes, int]] = {}
    first = 0
    for path in paths(part["sources"], ROOT):
        source = (ROOT / path).read_bytes()
        sources[path] = (source, first)
        first += len(statements(ast.parse(source)))
    of_part = of_sources(part["sources"], ROOT)
    results = _results(name, of_part)
    every = [mutant for mutant in of_part if asked.only in mutant.name]
    wanted = [each for each in every if _wanted(results.result(each), again=asked.again)]
    console = Console(stderr=True)
    console.print(f"{name}: {len(every):,} mutants of {len(sources)} modules, {len(wanted):,} to try")
    if not wanted:
        return 0
    MAPS.mkdir(exist_ok=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        mapping = progress.add_task("which tests reach what", total=None)
        trying = progress.add_task("mutants", total=len(wanted))

        def done(mutant: Mutant, result: str, test: str) -> None:
            results.add(mutant, result)
            if asked.only:
                progress.console.print(f"{result}: {mutant.name} {test}", soft_wrap=True, markup=False)
            progress.advance(trying)

        def learned(count: int, total: int) -> None:
            progress.update(mapping, completed=count, total=total)

        plan = Plan(
            root=ROOT,
            sources=sources,
            mutants=wanted,
            first=part.get("first", ()),
            of_clauses=_tests_of_clauses(),
            budget=asked.budget,
            workers=asked.workers,
            mapped=MAPS / f"{name}.{_state(list(sources), part)}.reach",
            done=done,
            learned=learned,
        )
        return int(pytest.main(["-q", *part["options"], *part["tests"]], plugins=[Runner(plan)]))


def _wanted(result: str, *, again: bool) -> bool:
    return not result or (again and result in ALIVE)


def _state(paths: list[Path], part: dict[str, Any]) -> str:
    """Hash the sources and the tests."""
    tests = [path for name in part["tests"] for path in sorted((ROOT / name).rglob("*.py"))]
    told = sha256(repr(part).encode())
    for path in (*(ROOT / each for each in paths), *tests):
        told.update(path.read_bytes())
    return told.hexdigest()[:16]


def _tests_of_clauses() -> Callable[[Mutant], Collection[str]]:
    """Find the tests of the clauses that a function implements, by the clause tables in `law`."""
    law = ROOT / "src" / "casinowar" / "law"
    with (law / "tests.csv").open(encoding="utf-8") as file:
        citing: dict[tuple[str, str], set[str]] = defaultdict(set)
        for row in DictReader(file):
            citing[row["jurisdiction"], row["clause"]].add(row["test"])
    tests: dict[str, set[str]] = defaultdict(set)
    for path in (law / "coverage").glob("*.toml"):
        for clause, code in tomllib.loads(path.read_text(encoding="utf-8"))["code"].items():
            for name in code:
                tests[name] |= citing[path.stem, clause]
    return lambda mutant: tests[f"{module_name(mutant.path)}.{mutant.function}"]


if __name__ == "__main__":
    sys.exit(main())
