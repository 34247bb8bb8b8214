"""The plain table on a CUDA device: ``python -m benchmarks.gpu``.

Prints seat-rounds a second; the exit status tells whether hands tie as often as on the processor.
"""

import sys
import time

from rich.console import Console

from benchmarks.output import Sheet, Verdict, turns
from benchmarks.simulation_baselines import SEED, table
from casinowar.reports.numbers import counted
from casinowar.simulation.gpu import launch as cuda
from casinowar.simulation.plain.blocks import deal_block
from casinowar.simulation.plain.tally import ROUNDS, TIED, Tally
from casinowar.simulation.random_streams import stream

SEATS = (1, 7)
LAUNCHES = 20
STANDARD_ERRORS = 5


def main() -> int:
    """Deal launches, and compare the share of tie hands with the processor's."""
    console, rows, verdicts = Console(), [], []
    for seats in turns(SEATS, "On the device"):
        start = time.perf_counter()
        launch = cuda.launcher(table(seats))
        compiled, start = time.perf_counter() - start, time.perf_counter()
        dealt = [launch(stream(SEED, number), cuda.BLOCKS, cuda.SHOES) for number in range(LAUNCHES)]
        tally = sum((each() for each in dealt), Tally())
        speed = tally.rounds * seats / (time.perf_counter() - start)
        rows.append((str(seats), f"{compiled:.1f}", f"{speed / 1e9:,.1f}", f"{tally.rounds:,}"))
        verdicts.append(_agrees(seats, tally))
    header = ("seats", "seconds to compile", "billion seat-rounds per second", "rounds")
    Sheet(f"{LAUNCHES} launches on the device", header, rows).show(console)
    for verdict in verdicts:
        console.print(str(verdict), soft_wrap=True)
    return 0 if all(verdict.reached for verdict in verdicts) else 1


def _agrees(seats: int, tally: Tally) -> Verdict:
    """Compare the share of tie hands; the GPU's error is negligible beside the processor's."""
    made = table(seats)
    own = sum((deal_block(made, SEED, block) for block in range(50)), Tally())
    found, other = (each.sums.ratio({TIED: 1}, {ROUNDS: seats}) for each in (own, tally))
    assert found is not None
    assert other is not None
    apart = abs(found.z_score(other.value) or 0)
    text = f"Ties with {counted(seats, 'seat')} within {STANDARD_ERRORS} standard errors of the processor's"
    return Verdict(text, apart <= STANDARD_ERRORS, f"{apart:.1f}")


if __name__ == "__main__":
    sys.exit(main())
