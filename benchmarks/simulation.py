"""The fast kernel beside plain Python, NumPy and C dealing the same table, and how its cost grows.

``python -m benchmarks.simulation --table`` prints everything as Markdown.
"""

import math
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from multiprocessing import get_context
from operator import truediv
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

from benchmarks import dealers
from benchmarks.dealers import BRANCHLESS, KERNEL, PLAIN_C, Counted
from benchmarks.sheets import Sheet, Verdict, machine, turns
from benchmarks.simulation_costs import costs

WANTED = {7: 5.0, 1: 3.0}
"""How many times as fast as plain C, by seats."""
WANTED_ON_TWO_CORES = 1.8
STANDARD_ERRORS = 5
TURNS = 40
SECONDS = 0.02
"""Short turns and many of them, so that a machine that slows down for a while slows all of them down."""
CREW_TURNS = 40
QUIET = 0.1
"""A turn counts as quiet while others keep no more than so much of a core busy."""
TASKS = 8
"""Pieces of work for each worker, so that none waits long for the last."""
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
AGAIN = 5


@dataclass
class Program:
    """One way to deal the table, piece by piece, and how fast it was with so many seats."""

    name: str
    deal: Callable[[int, int], Counted]
    pool: Callable[[int], Executor] = ThreadPoolExecutor
    seeds: Iterator[int] = field(default_factory=count)
    speeds: dict[int, list[float]] = field(default_factory=dict)
    dealt: dict[int, list[Counted]] = field(default_factory=dict)
    crews: dict[int, dict[int, list[float]]] = field(default_factory=dict)
    neighbours: dict[int, list[float]] = field(default_factory=dict)
    """How many cores others kept busy while crews worked; told of threads only."""

    def turn(self, seats: int) -> None:
        """Deal for a slice of processor time, and note seat-rounds per second."""
        rounds, start = 0, time.process_time()
        while (elapsed := time.process_time() - start) < SECONDS:
            piece = self.deal(seats, next(self.seeds))
            self.dealt.setdefault(seats, []).append(piece)
            rounds += piece.rounds
        self.speeds.setdefault(seats, []).append(rounds * seats / elapsed)

    def crew_turn(self, seats: int, pools: dict[int, Executor]) -> None:
        """Share out the same work to each crew, and note seat-rounds per second of the clock on the wall."""
        piece = statistics.median(each.rounds for each in self.dealt[seats]) * seats
        pieces = max(1, round(self.speed(seats) * SECONDS / 2 / piece))
        others, began = _others(), time.perf_counter()
        for workers, pool in pools.items():
            tasks = TASKS * workers
            start = time.perf_counter()
            done = pool.map(
                _worked, *zip(*[(self.deal, seats, task, pieces) for task in range(tasks)], strict=True)
            )
            speed = sum(done) * seats / (time.perf_counter() - start)
            self.crews.setdefault(seats, {}).setdefault(workers, []).append(speed)
        busy = (_others() - others) / (time.perf_counter() - began)
        self.neighbours.setdefault(seats, []).append(busy)

    def speed(self, seats: int) -> float:
        return statistics.median(self.speeds[seats])

    def edge(self, seats: int) -> tuple[float, float]:
        """Estimate the house edge and its standard error; pieces of work are independent of each other."""
        pieces = self.dealt[seats]
        rounds, net = sum(each.rounds for each in pieces), sum(each.net for each in pieces)
        spread = math.sqrt(sum((each.net - net / rounds * each.rounds) ** 2 for each in pieces))
        return -net / rounds / seats, spread / rounds / seats


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
    """Let every program deal in turns, first alone and then on all cores."""
    with TemporaryDirectory() as directory:
        compiled = {KERNEL: dealers.deal_with_kernel, **dealers.c_dealers(Path(directory))}
        programs = [Program(name, deal) for name, deal in compiled.items()]
        programs += [
            Program("NumPy", dealers.deal_with_numpy, _processes),
            Program("pure Python", dealers.deal_with_python, _processes),
        ]
        for seats in WANTED:
            for program in programs:
                program.deal(seats, 0)
        for _ in turns(range(TURNS), "One core, in turns"):
            for seats in WANTED:
                for program in programs:
                    program.turn(seats)
        for program in programs:
            _measure_crews(program)
    sheets = [_comparison(programs, seats) for seats in WANTED]
    return sheets, [*_against_c(programs), *_on_two_cores(programs[0]), _agreement(programs)]


def _measure_crews(program: Program) -> None:
    sizes = sorted({1, min(2, CORES), CORES})
    pools = {workers: program.pool(workers) for workers in sizes}
    try:
        for pool in pools.values():
            list(pool.map(_worked, [program.deal] * CORES, [1] * CORES, range(CORES), [1] * CORES))
        for _ in turns(range(CREW_TURNS), f"All cores, {program.name}"):
            for seats in WANTED:
                program.crew_turn(seats, pools)
    finally:
        for pool in pools.values():
            pool.shutdown()


def _worked(deal: Callable[[int, int], Counted], seats: int, task: int, pieces: int) -> int:
    """Deal some pieces in a worker, and count the rounds."""
    return sum(deal(seats, task * pieces + piece).rounds for piece in range(pieces))


def _processes(workers: int) -> Executor:
    """Start processes, for programs that hold the interpreter's lock."""
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"))


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
        f"{seats} seat{'s'[: seats > 1]}, six decks (best turns; ratios are medians within turns)",
        header,
        rows,
    )


def _ratio(ours: list[float], theirs: list[float]) -> float:
    """Compare within each turn, and take the median."""
    return statistics.median(map(truediv, ours, theirs))


def _against_c(programs: list[Program]) -> Iterator[Verdict]:
    """Judge by the plain C program, which compares cards as everybody would; show the tuned one too."""
    kernel, plain = programs[0], [each for each in programs if each.name in {PLAIN_C, BRANCHLESS}]
    for seats, wanted in WANTED.items() if plain else ():
        ratios = {each.name: _ratio(kernel.speeds[seats], each.speeds[seats]) for each in plain}
        found = ", ".join(f"{ratio:.2f} times {name}" for name, ratio in ratios.items())
        text = f"Per core at least {wanted:g} times C with {seats} seat{'s'[: seats > 1]}"
        yield Verdict(text, ratios[PLAIN_C] >= wanted, found)


def _on_two_cores(kernel: Program) -> Iterator[Verdict]:
    """Judge by the turns in which nobody else used the machine, or by all where there were hardly any."""
    if CORES == 1:
        return
    ratios, found = [], []
    for seats, crews in kernel.crews.items():
        both = list(zip(crews[2], crews[1], kernel.neighbours[seats], strict=True))
        quiet = [(two, one) for two, one, others in both if others <= QUIET]
        judged = quiet if len(quiet) >= AGAIN else [(two, one) for two, one, _ in both]
        ratios.append(_ratio(*map(list, zip(*judged, strict=True))))
        found.append(
            f"{ratios[-1]:.2f} with {seats} seat{'s'[: seats > 1]}, {len(quiet)} of {len(both)} turns quiet"
        )
    text = f"Two cores at least {WANTED_ON_TWO_CORES} times one"
    yield Verdict(text, min(ratios) >= WANTED_ON_TWO_CORES, "; ".join(found))


def _agreement(programs: list[Program]) -> Verdict:
    """Hold every program's house edge against the kernel's."""
    farthest = 0.0
    for seats in WANTED:
        edge, error = programs[0].edge(seats)
        for other in programs[1:]:
            plain, plain_error = other.edge(seats)
            farthest = max(farthest, abs(edge - plain) / math.hypot(error, plain_error))
    text = f"All house edges within {STANDARD_ERRORS} standard errors of the kernel's"
    return Verdict(text, farthest <= STANDARD_ERRORS, f"farthest {farthest:.1f}")


def _others() -> float:
    """Tell for how many seconds other programs have kept cores busy; where the system is silent, for none."""
    try:
        ticks = Path("/proc/stat").read_text(encoding="utf-8").splitlines()[0].split()[1:9]
    except OSError:
        return 0.0
    user, nice, system, _idle, _waiting, *rest = map(int, ticks)
    return (user + nice + system + sum(rest)) / os.sysconf("SC_CLK_TCK") - time.process_time()


if __name__ == "__main__":
    sys.exit(main(markdown="--table" in sys.argv[1:]))
