"""The fast kernel beside plain Python, NumPy and C dealing the same table, and how its cost grows.

``python -m benchmarks.simulation --table`` prints everything as Markdown.
"""

import ctypes
import math
import os
import platform
import random
import resource
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from multiprocessing import get_context
from operator import truediv
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
from rich import box
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from casinowar.rulebooks import load_rules, names
from casinowar.simulation.blocks import SHOES, deal_block, deal_rest
from casinowar.simulation.lanes import LANES
from casinowar.simulation.plan import NotSimulated, Plan, Strategy, plan
from casinowar.simulation.tally import Tally

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
RANKS, CARDS, FRONT, BURNED, BURNED_FOR_WAR = 13, 312, 234, 1, 3
PYTHON_SHOES, NUMPY_SHOES, C_SHOES = 20, 500, 500
SEED = 1
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
ROOT = Path(__file__).resolve().parent.parent
KERNEL, PLAIN_C, BRANCHLESS = "this kernel", "plain C", "plain C, branchless"
AGAIN = 5


class Counted(NamedTuple):
    """What a piece of work dealt: rounds, what the players won in wagers, tie hands."""

    rounds: int
    net: int
    ties: int


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
    """What was wanted, whether it was reached, and by how much."""

    text: str
    reached: bool
    found: str

    def __str__(self) -> str:
        return f"{self.text}: {'reached' if self.reached else 'MISSED'} ({self.found})."


def main(*, markdown: bool = False) -> int:
    """Measure everything, print it, and tell by the exit status whether every wanted ratio was reached."""
    console = Console()
    sheets, verdicts = compared()
    with TemporaryDirectory() as kept:
        sheets += [first_calls(kept), memory(kept)]
    sheets += [by_rounds(), by_seats(), by_decks(), by_wagers()]
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
    """Show progress apart from what is printed."""
    return track(steps, what, console=Console(stderr=True), transient=True)


# this kernel beside others


def compared() -> tuple[list[Sheet], list[Verdict]]:
    """Let every program deal in turns, first alone and then on all cores."""
    with TemporaryDirectory() as directory:
        programs = [Program(KERNEL, deal_with_kernel), *c_programs(Path(directory))]
        programs += [
            Program("NumPy", deal_with_numpy, _processes),
            Program("pure Python", deal_with_python, _processes),
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


# ways to deal one table


@cache
def table(seats: int) -> Plan:
    """Compile the table that all programs deal, and see that it is the one that the plain ones spell out."""
    made = plan(load_rules("maryland"), seats)
    cards = (made.size, len(made.of_rank), made.front, made.war_cards, made.war_cards_a_hand)
    if cards != (CARDS, RANKS, FRONT - BURNED, BURNED_FOR_WAR + 1, 1) or made.apart or not made.fights:
        raise AssertionError(f"the plain programs deal another table: {made}")
    return made


def deal_with_kernel(seats: int, seed: int) -> Counted:
    rounds, higher, ties, war_higher, war_ties = deal_block(table(seats), SEED, seed).counts
    lower, war_lower = rounds * seats - higher - ties, ties - war_higher - war_ties
    return Counted(rounds, higher - lower + war_higher + 2 * war_ties - 2 * war_lower, ties)


def deal_with_python(seats: int, seed: int) -> Counted:
    chance = random.Random(seed)
    shoe = [card % RANKS for card in range(CARDS)]
    rounds = net = tied = 0
    for _ in range(PYTHON_SHOES):
        chance.shuffle(shoe)
        gone = BURNED
        while gone <= FRONT:
            *hands, dealers = shoe[gone : gone + seats + 1]
            gone += seats + 1
            ties = 0
            for card in hands:
                if card > dealers:
                    net += 1
                elif card < dealers:
                    net -= 1
                else:
                    ties += 1
            if ties:
                gone += BURNED_FOR_WAR
                *hands, dealers = shoe[gone : gone + ties + 1]
                gone += ties + 1
                for card in hands:
                    net += 2 if card == dealers else 1 if card > dealers else -2
                tied += ties
            rounds += 1
    return Counted(rounds, net, tied)


def deal_with_numpy(seats: int, seed: int) -> Counted:
    """Shuffle many shoes as rows, and deal a round of each at a time to those before their cover cards."""
    shoes = np.tile(np.arange(CARDS, dtype=np.uint8) % RANKS, (NUMPY_SHOES, 1))
    shoes = np.random.default_rng(seed).permuted(shoes, axis=1)
    gone, playing = np.full(NUMPY_SHOES, BURNED), np.arange(NUMPY_SHOES)
    places = np.arange(seats + 1)
    rounds = net = tied = 0
    while playing.size:
        cards = shoes[playing[:, None], gone[playing, None] + places]
        hands, dealers = cards[:, :seats], cards[:, seats:]
        higher, ties = hands > dealers, (hands == dealers).sum(axis=1)
        rounds += playing.size
        net += 2 * int(higher.sum()) + int(ties.sum()) - higher.size
        tied += int(ties.sum())
        gone[playing] += seats + 1
        at_war, ties = playing[ties > 0], ties[ties > 0]
        cards = shoes[at_war[:, None], gone[at_war, None] + BURNED_FOR_WAR + places]
        dealers = np.take_along_axis(cards, ties[:, None], axis=1)
        results = np.where(cards == dealers, 2, np.where(cards > dealers, 1, -2))
        net += int(results[places < ties[:, None]].sum())
        gone[at_war] += BURNED_FOR_WAR + ties + 1
        playing = playing[gone[playing] <= FRONT]
    return Counted(rounds, net, tied)


def c_programs(directory: Path) -> Iterator[Program]:
    """Compile the plain C table and load both of its forms, or say why there is none."""
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None:
        print("There is no C compiler here, so nothing is compared with plain C.", file=sys.stderr)
        return
    library, source = directory / "plain_table.so", Path(__file__).with_name("plain_table.c")
    subprocess.run(
        [compiler, "-O3", "-march=native", "-shared", "-fPIC", str(source), "-o", str(library)], check=True
    )
    loaded = ctypes.CDLL(str(library))
    for name, function in {PLAIN_C: loaded.deal, BRANCHLESS: loaded.deal_without_branches}.items():
        function.argtypes, function.restype = [ctypes.c_int, ctypes.c_int64, ctypes.c_uint64], _CCounted
        yield Program(name, lambda seats, seed, deal=function: deal(seats, C_SHOES, seed).counted())


class _CCounted(ctypes.Structure):
    _fields_ = (("rounds", ctypes.c_int64), ("net", ctypes.c_int64), ("ties", ctypes.c_int64))

    def counted(self) -> Counted:
        return Counted(self.rounds, self.net, self.ties)


# how the cost grows


def deal_rounds(made: Plan, rounds: int) -> Tally:
    """Deal exactly so many rounds on one core."""
    total, block = Tally(), 0
    most = LANES * SHOES * (made.front // (made.seats + 1) + 1)
    while rounds - total.rounds >= most:
        total += deal_block(made, SEED, block)
        block += 1
    return total + deal_rest(made, SEED, block, rounds - total.rounds)


def by_rounds() -> Sheet:
    rows = []
    for rounds in turns([10**power for power in range(6, 10)], "Cost by rounds"):
        row = [f"{rounds:,}"]
        for seats in WANTED:
            made, again = table(seats), 1 if rounds > 10**8 else AGAIN
            taken = min(
                _seconds(lambda made=made, rounds=rounds: deal_rounds(made, rounds)) for _ in range(again)
            )
            row += [f"{taken:,.3f}", f"{taken / rounds * 1e9:.2f}"]
        rows.append(tuple(row))
    header = [
        f"{what}, {seats} seat{'s'[: seats > 1]}" for seats in WANTED for what in ("seconds", "ns a round")
    ]
    return Sheet("Cost by rounds, one core", ("rounds", *header), rows)


def by_seats() -> Sheet:
    rules = load_rules("maryland")
    rows = [
        (str(seats), *_cost(plan(rules, seats)))
        for seats in turns(range(1, rules.seats + 1), "Cost by seats")
    ]
    return Sheet("Cost by seats, six decks, one core", ("seats", *_COSTS), rows)


def by_decks() -> Sheet:
    """Measure with one seat and with all; few decks may not last for a round of all seats."""
    rules, rows = load_rules("maryland"), []
    for decks in turns((1, 2, 4, 6, 8, 12, 16), "Cost by decks"):
        row = [str(decks)]
        for seats in WANTED:
            try:
                _, nanoseconds, speed = _cost(plan(rules, seats, decks=decks))
            except NotSimulated:
                nanoseconds = speed = "–"
            row += [nanoseconds, speed]
        rows.append(tuple(row))
    header = [f"{what}, {seats} seat{'s'[: seats > 1]}" for seats in WANTED for what in _COSTS[1:]]
    return Sheet("Cost by decks, one core", ("decks", *header), rows)


def by_wagers() -> Sheet:
    """Compare rulebooks with and without war wagers; tie wagers cost nothing, for ties are counted anyway."""
    rows = []
    for name in turns(names(), "Cost by wagers"):
        for strategy in Strategy:
            try:
                made = plan(load_rules(name), max(WANTED), strategy=strategy)
            except NotSimulated:
                continue
            does = "ties go to war" if made.fights else "ties surrender"
            rows.append((f"{name}, {does}", *_cost(made)))
    return Sheet(
        f"Cost by wagers: {max(WANTED)} seats with initial and tie wagers, one core", ("table", *_COSTS), rows
    )


_COSTS = ("rounds in a shoe", "ns a round", "million seat-rounds per second")


def _cost(made: Plan) -> tuple[str, str, str]:
    """Take the best of several slices: other work on the machine only ever adds."""
    best, block, shoes = math.inf, deal_block(made, SEED, 0), LANES * SHOES
    pieces = max(1, round(SECONDS / _seconds(lambda: deal_block(made, SEED, 0))))
    for _ in range(2 * AGAIN):
        taken = _seconds(lambda: [deal_block(made, SEED, 0) for _ in range(pieces)])
        best = min(best, taken / pieces / block.rounds)
    return f"{block.rounds / shoes:.2f}", f"{best * 1e9:.2f}", f"{made.seats / best / 1e6:,.0f}"


def _seconds(work: Callable[[], object]) -> float:
    """Do something once, and tell how many seconds of processor time it took."""
    start = time.process_time()
    work()
    return time.process_time() - start


# in processes of their own


def first_calls(kept: str) -> Sheet:
    """Start two processes, the first of which finds nothing compiled."""
    found = ("nothing compiled yet", "compiled by an earlier process")
    rows = [(what, _apart("first_call()", kept)) for what in turns(found, "Compiling")]
    return Sheet("The first call in a process, imports not counted", ("", "seconds"), rows)


def first_call() -> str:
    start = time.perf_counter()
    deal_block(table(1), SEED, 0)
    return f"{time.perf_counter() - start:.2f}"


def memory(kept: str) -> Sheet:
    """Start a process for each number of rounds, and ask for the most memory that it ever held."""
    found = [10**7, 10**9]
    rows = [(f"{rounds:,}", _apart(f"peak_memory({rounds})", kept)) for rounds in turns(found, "Memory")]
    return Sheet("Memory, seven seats", ("rounds", "MiB at most"), rows)


def peak_memory(rounds: int) -> str:
    deal_rounds(table(max(WANTED)), rounds)
    status = Path("/proc/self/status")
    if status.exists():
        # What getrusage tells here begins with the memory of the process that started this one.
        line = next(
            line for line in status.read_text(encoding="utf-8").splitlines() if line.startswith("VmHWM")
        )
        return f"{int(line.split()[1]) / 2**10:,.1f}"
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return f"{most / (2**20 if sys.platform == 'darwin' else 2**10):,.1f}"


def _apart(call: str, kept: str) -> str:
    """Call a function of this module in a new process, with compiled code kept in a directory of its own."""
    command = [sys.executable, "-c", f"from benchmarks import simulation; print(simulation.{call})"]
    environment = {**os.environ, "NUMBA_CACHE_DIR": kept}
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main(markdown="--table" in sys.argv[1:]))
