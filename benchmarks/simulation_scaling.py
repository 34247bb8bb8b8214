"""Cost of a simulation by rounds, seats, decks and wagers; the first call, and memory."""

import math
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.output import Sheet, turns
from benchmarks.simulation_baselines import SEED, table
from casinowar.game.words import Wager
from casinowar.reports.numbers import counted
from casinowar.rulebooks import load_rules, load_sample, names
from casinowar.simulation.full.table import FullTable
from casinowar.simulation.plain.blocks import SHOES, deal_block, deal_rest
from casinowar.simulation.plain.lanes import LANES
from casinowar.simulation.plain.table import NotSimulated, OnTie, PlainTable, plain_table
from casinowar.simulation.plain.tally import Tally

SEATS = (7, 1)
SECONDS = 0.02
AGAIN = 5
ROOT = Path(__file__).resolve().parent.parent


def costs() -> list[Sheet]:
    """Measure all of it."""
    with TemporaryDirectory() as kept:
        apart = [first_calls(kept), memory(kept)]
    return [*apart, by_rounds(), by_seats(), by_decks(), by_strategy(), by_wagers()]


def deal_rounds(made: PlainTable, rounds: int) -> Tally:
    """Deal exactly this number of rounds on one core."""
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
        for seats in SEATS:
            made, again = table(seats), 1 if rounds > 10**8 else AGAIN
            taken = min(
                _seconds(lambda made=made, rounds=rounds: deal_rounds(made, rounds)) for _ in range(again)
            )
            row += [f"{taken:,.3f}", f"{taken / rounds * 1e9:.2f}"]
        rows.append(tuple(row))
    header = [f"{what}, {counted(seats, 'seat')}" for seats in SEATS for what in ("seconds", "ns a round")]
    return Sheet("Cost by rounds, one core", ("rounds", *header), rows)


def by_seats() -> Sheet:
    rules = load_rules("maryland")
    rows = [
        (str(seats), *_cost(plain_table(rules, seats)))
        for seats in turns(range(1, rules.seats + 1), "Cost by seats")
    ]
    return Sheet("Cost by seats, six decks, one core", ("seats", *_COSTS), rows)


def by_decks() -> Sheet:
    """Measure with one seat and with all; few decks may not last for a round of all seats."""
    rules, rows = load_rules("maryland"), []
    for decks in turns((1, 2, 4, 6, 8, 12, 16), "Cost by decks"):
        row = [str(decks)]
        for seats in SEATS:
            try:
                _, nanoseconds, speed = _cost(plain_table(rules, seats, decks=decks))
            except NotSimulated:
                nanoseconds = speed = "–"
            row += [nanoseconds, speed]
        rows.append(tuple(row))
    header = [f"{what}, {counted(seats, 'seat')}" for seats in SEATS for what in _COSTS[1:]]
    return Sheet("Cost by decks, one core", ("decks", *header), rows)


def by_strategy() -> Sheet:
    """Compare rulebooks with and without war wagers; tie wagers cost nothing, for ties are counted anyway."""
    rows = []
    for name in turns(names(), "Cost by strategy"):
        for strategy in OnTie:
            try:
                made = plain_table(load_rules(name), max(SEATS), strategy=strategy)
            except NotSimulated:
                continue
            does = "ties go to war" if made.fights else "ties surrender"
            rows.append((f"{name}, {does}", *_cost(made)))
    return Sheet(
        f"Cost by strategy: {max(SEATS)} seats, initial and tie wagers, one core",
        ("table", *_COSTS),
        rows,
    )


def by_wagers() -> Sheet:
    """Let the full kernel settle more and more wagers to the cent."""
    rules, rows = load_rules("maryland", load_sample("maryland")), []
    made: dict[Wager, int] = {}
    steps = {Wager.INITIAL: 10_00, Wager.TIE: 10_00, Wager.WAR_TIE: 10_00, Wager.PROGRESSIVE: 5_00}
    for wager, amount in (steps | {Wager.BONUS_SPIN: 5_00}).items():
        made |= {wager: amount}
        full = FullTable.of(rules, {seat: dict(made) for seat in range(1, max(SEATS) + 1)})
        rows.append((f"{'' if wager is Wager.INITIAL else 'and '}{wager}", *_full_cost(full)))
    banked = load_rules("california")
    hands = {seat: {Wager.INITIAL: 10_00} for seat in range(1, max(SEATS) + 1)}
    rows.append(("california, with its bank", *_full_cost(FullTable.of(banked, hands, bank=(8, 100_00)))))
    return Sheet(f"Cost by wagers: the full kernel, {max(SEATS)} seats, one core", ("wagers", *_COSTS), rows)


def _full_cost(full: FullTable) -> tuple[str, str, str]:
    full.block(SEED, 0, rounds=1)
    tally, best = full.block(SEED, 0), math.inf
    for _ in range(AGAIN):
        best = min(best, _seconds(lambda: full.block(SEED, 0)) / tally.rounds)
    return f"{tally.rounds / tally.shoes:.2f}", f"{best * 1e9:.0f}", f"{full.seats / best / 1e6:,.1f}"


_COSTS = ("rounds in a shoe", "ns a round", "million seat-rounds per second")


def _cost(made: PlainTable) -> tuple[str, str, str]:
    """Take the best of several slices, because other work on the machine only adds time."""
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
    deal_rounds(table(max(SEATS)), rounds)
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
    command = [sys.executable, "-c", f"from benchmarks import simulation_costs as costs; print(costs.{call})"]
    environment = {**os.environ, "NUMBA_CACHE_DIR": kept}
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.strip()
