"""What became of the mutants: kept in files that grow, and reported with the reason of every survivor."""

import json
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from mutants.making import Mutant

KILLED: Final = "killed"
TIMED_OUT: Final = "killed by time"
SURVIVED: Final = "survived"
UNREACHED: Final = "not reached"
FAILED: Final = "could not be tried"
"""The runner failed, or the whole process came down with the mutant."""
ALIVE: Final = {SURVIVED, UNREACHED, FAILED}
WANTED: Final = 0.95
"""The share of mutants that has to be killed."""


class Results:
    """What became of each mutant of a part; a run that was stopped goes on where it was."""

    def __init__(self, path: Path) -> None:
        """Read what earlier runs found."""
        path.parent.mkdir(exist_ok=True)
        self._path = path
        self._known: dict[str, str] = {}
        if path.exists():
            rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
            self._known = {row["key"]: row["result"] for row in rows}

    def result(self, mutant: Mutant) -> str:
        """Tell what became of a mutant; nothing if it was not tried with the function as it is now."""
        return self._known.get(mutant.key, "")

    def add(self, mutant: Mutant, result: str, test: str) -> None:
        """Write down one result."""
        self._known[mutant.key] = result
        row = {"key": mutant.key, "name": mutant.name, "line": mutant.line, "result": result, "test": test}
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


def reasons(path: Path) -> dict[str, str]:
    """Read why survivors may survive, by their names."""
    with path.open("rb") as file:
        groups = tomllib.load(file)["survivors"]
    return {name: group["reason"] for group in groups for name in group["mutants"]}


def report(parts: Mapping[str, tuple[Iterable[Mutant], Results]], why: Mapping[str, str]) -> tuple[str, bool]:
    """Write the report, and tell whether enough mutants were killed and every survivor has its reason."""
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
