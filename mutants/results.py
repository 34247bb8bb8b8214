"""Results of mutants: stored in the repository, reported with the reason of every survivor."""

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from mutants.making import Mutant

KILLED: Final = "killed"
TIMED_OUT: Final = "killed by time"
SURVIVED: Final = "survived"
UNREACHED: Final = "not reached"
FAILED: Final = "could not be tried"
"""The runner failed, or the mutant crashed the process."""
ALIVE: Final = {SURVIVED, UNREACHED, FAILED}
WANTED: Final = 0.95
"""The share of mutants that must be killed."""


_LETTERS: Final = {"": "-", KILLED: "k", TIMED_OUT: "t", SURVIVED: "s", UNREACHED: "u", FAILED: "f"}
"""The letters of the results in files; the first means not tried."""


class Results:
    """Results of the mutants of a part; a stopped run resumes on any machine.

    A line of the file is a function: its name, its key, and a letter for each of its mutants. Results under
    another key belong to older code and are dropped.
    """

    def __init__(self, path: Path, mutants: Iterable[Mutant]) -> None:
        """Read earlier results of the functions as they are now."""
        self._path = path
        self._functions: dict[str, list[Mutant]] = defaultdict(list)
        for mutant in mutants:
            self._functions[_function(mutant)].append(mutant)
        known: dict[str, tuple[str, str]] = {}
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                name, key, letters = line.split()
                known[name] = (key, letters)
        said = {letter: result for result, letter in _LETTERS.items()}
        self._known: dict[str, list[str]] = {}
        for name, each in self._functions.items():
            key, letters = known.get(name, ("", ""))
            same = key == each[0].key and len(letters) == len(each)
            self._known[name] = [said[letter] for letter in letters] if same else [""] * len(each)

    def result(self, mutant: Mutant) -> str:
        """Give the result of a mutant; empty if it was not tried with the function as it is now."""
        return self._known[_function(mutant)][mutant.place]

    def add(self, mutant: Mutant, result: str) -> None:
        """Write one result at once, so that a stopped run loses nothing."""
        self._known[_function(mutant)][mutant.place] = result
        self._path.parent.mkdir(exist_ok=True)
        written = self._path.with_suffix(".new")
        written.write_text("".join(sorted(self._lines())), encoding="utf-8")
        written.replace(self._path)

    def _lines(self) -> Iterator[str]:
        for name, results in self._known.items():
            if any(results):
                letters = "".join(_LETTERS[result] for result in results)
                yield f"{name} {self._functions[name][0].key} {letters}\n"


def _function(mutant: Mutant) -> str:
    return f"{mutant.path.as_posix()}::{mutant.function}"


def reasons(path: Path) -> dict[str, str]:
    """Read the accepted reasons by survivor."""
    with path.open("rb") as file:
        groups = tomllib.load(file)["survivors"]
    return {name: group["reason"] for group in groups for name in group["mutants"]}


def report(parts: Mapping[str, tuple[Iterable[Mutant], Results]], why: Mapping[str, str]) -> tuple[str, bool]:
    """Write the report; true if enough mutants were killed and every survivor has a reason."""
    lines = ["# Mutants", ""]
    fine = True
    for name, (mutants, results) in parts.items():
        every = list(mutants)
        counts = Counter(results.result(each) or "not tried" for each in every)
        dead = counts[KILLED] + counts[TIMED_OUT]
        tried = sum(counts.values()) - counts["not tried"]
        share = dead / tried if tried else 0.0
        fine &= share >= WANTED and not counts["not tried"]
        told = ", ".join(f"{count:,} {result}" for result, count in counts.most_common())
        lines += [
            f"## {name}",
            "",
            f"{len(every):,} mutants: {told}; {share:.1%} of those tried were killed.",
            "",
        ]
        alive = [each for each in every if results.result(each) in ALIVE]
        for each in sorted(alive, key=lambda mutant: (mutant.path, mutant.line)):
            reason = why.get(each.name, "")
            fine &= bool(reason)
            lines.append(f"- line {each.line}, {results.result(each)}: `{each.name}`")
            lines.append(f"  {reason or 'No reason is given yet.'}")
        lines.append("")
    return "\n".join(lines), fine
