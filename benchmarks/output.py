"""Output of benchmarks: tables of results, and verdicts."""

import platform
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from rich import box
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid


class Sheet(NamedTuple):
    """A table of results, for a terminal or for a document."""

    title: str
    header: tuple[str, ...]
    rows: list[tuple[str, ...]]

    def show(self, console: Console) -> None:
        grid = Grid(*self.header, box=box.SIMPLE)
        for row in self.rows:
            grid.add_row(*row)
        console.print(self.title, style="bold")
        console.print(grid)

    def markdown(self) -> str:
        lines = [self.header, ("---",) + ("---:",) * (len(self.header) - 1), *self.rows]
        return "\n".join([f"### {self.title}", "", *("| " + " | ".join(line) + " |" for line in lines), ""])


class Verdict(NamedTuple):
    """A target, whether it was reached, and by how much."""

    text: str
    reached: bool
    found: str

    def __str__(self) -> str:
        return f"{self.text}: {'reached' if self.reached else 'MISSED'} ({self.found})."


def machine() -> str:
    """Name the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next(
        (line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.machine()
    )


def turns(steps: Iterable[int], what: str) -> Iterable[int]:
    """Show progress on standard error."""
    return track(steps, what, console=Console(stderr=True), transient=True)
