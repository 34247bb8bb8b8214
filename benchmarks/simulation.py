"""The fast kernel beside plain Python, NumPy and C dealing the same table, and how its cost grows.

``python -m benchmarks.simulation --table`` prints everything as Markdown.
"""

import math
import platform
import statistics
import sys
from collections.abc import Iterator
from operator import truediv

from rich.console import Console

from benchmarks.output import Sheet, Verdict, machine
from benchmarks.simulation_baselines import BRANCHLESS, PLAIN_C
from benchmarks.simulation_scaling import costs
from benchmarks.simulation_timing import CORES, Program, measured
from casinowar.reports.numbers import counted

WANTED = {7: 5.0, 1: 3.0}
"""Wanted speed as a multiple of plain C, by seats."""
WANTED_ON_TWO_CORES = 1.8
STANDARD_ERRORS = 5
QUIET = 0.1
"""Share of a core that other processes may use in a quiet turn."""
AGAIN = 5


def main(*, markdown: bool = False) -> int:
    """Measure everything, print it, and tell by the exit status whether every wanted ratio was reached."""
    console = Console()
    sheets, verdicts = compared()
    sheets += costs()
    if markdown:
        print(f"Measured on {machine()}, {CORES} cores, Python {platform.python_version()}.\n")
        print("\n".join(sheet.markdown() for sheet in sheets))
        print("\n".join(f"- {verdict}" for verdict in verdicts))
    else:
        for sheet in sheets:
            sheet.show(console)
        for verdict in verdicts:
            console.print(str(verdict), soft_wrap=True)
    return 0 if all(verdict.reached for verdict in verdicts) else 1


def compared() -> tuple[list[Sheet], list[Verdict]]:
    """Compare all programs with the kernel."""
    programs = measured(tuple(WANTED))
    sheets = [_comparison(programs, seats) for seats in WANTED]
    return sheets, [*_against_c(programs), *_on_two_cores(programs[0]), _agreement(programs)]


def _comparison(programs: list[Program], seats: int) -> Sheet:
    kernel, rows = programs[0], []
    for program in programs:
        edge, error = program.edge(seats)
        times = _ratio(kernel.speeds[seats], program.speeds[seats])
        speeds = max(program.speeds[seats]), max(program.crews[seats][CORES])
        shown = tuple(f"{speed / 1e6:,.2f}" for speed in speeds)
        rows.append((program.name, *shown, f"{times:,.1f}", f"{edge:.3%} ± {error:.3%}"))
    header = (
        "million seat-rounds per second",
        "one core",
        f"all {CORES}",
        "kernel, times as fast",
        "house edge",
    )
    return Sheet(
        f"{counted(seats, 'seat')}, six decks (best turns; ratios are medians within turns)",
        header,
        rows,
    )


def _ratio(ours: list[float], theirs: list[float]) -> float:
    """Compare within each turn, and take the median."""
    return statistics.median(map(truediv, ours, theirs))


def _against_c(programs: list[Program]) -> Iterator[Verdict]:
    """Judge by the plain C program, which compares cards in the usual way; show the tuned one too."""
    kernel, plain = programs[0], [each for each in programs if each.name in {PLAIN_C, BRANCHLESS}]
    for seats, wanted in WANTED.items() if plain else ():
        ratios = {each.name: _ratio(kernel.speeds[seats], each.speeds[seats]) for each in plain}
        found = ", ".join(f"{ratio:.2f} times {name}" for name, ratio in ratios.items())
        text = f"Per core at least {wanted:g} times C with {counted(seats, 'seat')}"
        yield Verdict(text, ratios[PLAIN_C] >= wanted, found)


def _on_two_cores(kernel: Program) -> Iterator[Verdict]:
    """Judge by the quiet turns, or by all turns if there were too few."""
    if CORES == 1:
        return
    ratios, found = [], []
    for seats, crews in kernel.crews.items():
        both = list(zip(crews[2], crews[1], kernel.neighbours[seats], strict=True))
        quiet = [(two, one) for two, one, others in both if others <= QUIET]
        judged = quiet if len(quiet) >= AGAIN else [(two, one) for two, one, _ in both]
        ratios.append(_ratio(*map(list, zip(*judged, strict=True))))
        found.append(
            f"{ratios[-1]:.2f} with {counted(seats, 'seat')}, {len(quiet)} of {len(both)} turns quiet"
        )
    text = f"Two cores at least {WANTED_ON_TWO_CORES} times one"
    yield Verdict(text, min(ratios) >= WANTED_ON_TWO_CORES, "; ".join(found))


def _agreement(programs: list[Program]) -> Verdict:
    """Compare every program's house edge with the kernel's."""
    farthest = 0.0
    for seats in WANTED:
        edge, error = programs[0].edge(seats)
        for other in programs[1:]:
            plain, plain_error = other.edge(seats)
            farthest = max(farthest, abs(edge - plain) / math.hypot(error, plain_error))
    text = f"All house edges within {STANDARD_ERRORS} standard errors of the kernel's"
    return Verdict(text, farthest <= STANDARD_ERRORS, f"farthest {farthest:.1f}")


if __name__ == "__main__":
    sys.exit(main(markdown="--table" in sys.argv[1:]))
