"""Programs that deal the same table, and how fast each of them is: in turns on one core, then in crews."""

import math
import os
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import simulation_baselines
from benchmarks.output import turns
from benchmarks.simulation_baselines import KERNEL, Counted

TURNS = 40
SECONDS = 0.02
"""Short turns and many of them, so that a machine that slows down for a while slows all of them down."""
CREW_TURNS = 40
TASKS = 8
"""Pieces of work for each worker, so that none waits long for the last."""
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


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


def measured(seats: Sequence[int]) -> list[Program]:
    """Let every program deal in turns with so many seats, alone and then on all cores; ours is first."""
    with TemporaryDirectory() as directory:
        compiled = {
            KERNEL: simulation_baselines.deal_with_kernel,
            **simulation_baselines.c_dealers(Path(directory)),
        }
        programs = [Program(name, deal) for name, deal in compiled.items()]
        programs += [
            Program("NumPy", simulation_baselines.deal_with_numpy, _processes),
            Program("pure Python", simulation_baselines.deal_with_python, _processes),
        ]
        for number in seats:
            for program in programs:
                program.deal(number, 0)
        for _ in turns(range(TURNS), "One core, in turns"):
            for number in seats:
                for program in programs:
                    program.turn(number)
        for program in programs:
            _measure_crews(program, seats)
    return programs


def _measure_crews(program: Program, seats: Sequence[int]) -> None:
    sizes = sorted({1, min(2, CORES), CORES})
    pools = {workers: program.pool(workers) for workers in sizes}
    try:
        for pool in pools.values():
            list(pool.map(_worked, [program.deal] * CORES, [1] * CORES, range(CORES), [1] * CORES))
        for _ in turns(range(CREW_TURNS), f"All cores, {program.name}"):
            for number in seats:
                program.crew_turn(number, pools)
    finally:
        for pool in pools.values():
            pool.shutdown()


def _worked(deal: Callable[[int, int], Counted], seats: int, task: int, pieces: int) -> int:
    """Deal some pieces in a worker, and count the rounds."""
    return sum(deal(seats, task * pieces + piece).rounds for piece in range(pieces))


def _processes(workers: int) -> Executor:
    """Start processes, for programs that hold the interpreter's lock."""
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"))


def _others() -> float:
    """Tell for how many seconds other programs have kept cores busy; where the system is silent, for none."""
    try:
        ticks = Path("/proc/stat").read_text(encoding="utf-8").splitlines()[0].split()[1:9]
    except OSError:
        return 0.0
    user, nice, system, _idle, _waiting, *rest = map(int, ticks)
    return (user + nice + system + sum(rest)) / os.sysconf("SC_CLK_TCK") - time.process_time()
