"""Load: bots at many tables over WebSockets on loopback, beside the single commits of the same database.

``python -m benchmarks load`` runs 100 tables of seven on SQLite and PostgreSQL, with one and two workers, and
grows from one table to 1,000. ``TABLES=10 SECONDS=2 python -m benchmarks load`` is shorter, and ``python -m
benchmarks.load sqlite growth`` runs parts of it.
"""

import asyncio
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from rich.console import Console
from rich.table import Table as Grid

from benchmarks.load_bots import Crowd, SocketBot
from benchmarks.single_commits import Singles, of_postgres, of_sqlite
from tests.support.databases import emptied, running_postgres
from tests.web.served_house import ServedHouse

TABLES = int(os.environ.get("TABLES", "100"))
SEATS = 7
SECONDS = float(os.environ.get("SECONDS", "8"))
WARM_UP = SECONDS / 3
GROWTH = (1, 10, 100, 1000)
PLAY_MONEY = 1_000_000
ROOM = {
    "CASINOWAR_GUESTS_PER_HOUR": "100000",
    "CASINOWAR_SOCKETS_PER_ADDRESS": "10000",
    "CASINOWAR_REQUESTS_PER_SECOND": "100000",
    "CASINOWAR_REQUESTS_AT_ONCE": "1000",
}
"""Without the limits per address, because all bots come from one."""


class Measured(Struct, frozen=True):
    """Acknowledged requests over a period, and the processors used."""

    rate: float
    median: float
    late: float
    """The 99th percentile of seconds until acknowledgment."""
    serving: float
    """Processors used by the server."""
    driving: float
    """Processors used by the bots."""


class Loaded(Struct, frozen=True):
    """A house at full speed and at half of that, beside single commits."""

    singles: tuple[Singles, Singles]
    """Before and after."""
    fastest: Measured
    half: Measured


async def measured(bots: list[SocketBot], server: ServedHouse, seconds: float) -> Measured:
    """Count acknowledged requests over a period."""
    await asyncio.sleep(WARM_UP)
    start, serving, driving = time.perf_counter(), _processor_seconds(server.process), time.process_time()
    await asyncio.sleep(seconds)
    elapsed = time.perf_counter() - start
    if gone := sum(not bot.is_there for bot in bots):
        raise ConnectionError(f"The house has hung up on {gone} of {len(bots)} bots.")
    waits = sorted(wait for bot in bots for at, wait in bot.waits if at >= start)
    return Measured(
        len(waits) / elapsed,
        waits[len(waits) // 2],
        waits[int(0.99 * len(waits))],
        (_processor_seconds(server.process) - serving) / elapsed,
        (time.process_time() - driving) / elapsed,
    )


async def loaded(server: ServedHouse, tables: int, seats: int) -> tuple[Measured, Measured]:
    """Measure as fast as possible, then at half of that."""
    async with Crowd(server.address, server.invitation, tables, seats).playing() as crowd:
        fastest = await measured(crowd.bots, server, SECONDS)
        half = fastest.rate / 2
        crowd.pace = len(crowd.bots) / half
        for _ in range(2):  # bots that wait for the next round ask for nothing, so a longer rest is too much
            crowd.pace *= (await measured(crowd.bots, server, WARM_UP)).rate / half
        return fastest, await measured(crowd.bots, server, SECONDS)


def of_house(
    database: str, singles: Callable[[], Singles], *, tables: int, seats: int, workers: int = 1
) -> Loaded:
    """Serve a house at a database, and load it."""
    before = singles()
    with TemporaryDirectory() as folder:
        arguments = ["--guests", str(PLAY_MONEY), "--one-person", "--workers", str(workers)]
        arguments += ["--own-processors"] if workers > 1 else []
        server = ServedHouse(Path(folder), database, arguments, ROOM).start()
        try:
            fastest, half = asyncio.run(loaded(server, tables, seats))
        finally:
            server.stop()
    if database:
        emptied(database)
    return Loaded((before, singles()), fastest, half)


def on_sqlite(tables: int, seats: int, workers: int = 1) -> Loaded:
    """Load a house on SQLite."""
    return of_house("", of_sqlite, tables=tables, seats=seats, workers=workers)


def on_postgres(server: str, tables: int, workers: int) -> Loaded:
    """Load a house on PostgreSQL."""
    return of_house(
        server,
        lambda: of_postgres(server),
        tables=tables,
        seats=SEATS,
        workers=workers,
    )


def _processor_seconds(process: int) -> float:
    """Sum the processor seconds of a process and its children, if the system tells."""
    stat = Path(f"/proc/{process}/stat")
    if not stat.exists():
        return 0.0
    user, system = stat.read_text().rpartition(")")[2].split()[11:13]
    used = (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
    children = " ".join(each.read_text() for each in Path(f"/proc/{process}/task").glob("*/children"))
    return used + sum(_processor_seconds(int(child)) for child in children.split())


def _told(each: Loaded) -> Grid:
    rows, wagers = map(statistics.mean, zip(*each.singles, strict=True))
    fastest, half = each.fastest, each.half
    said = {
        "single commits of a row": f"{rows:,.0f} /s",
        "single commits of a wager": f"{wagers:,.0f} /s",
        "acknowledged": f"{fastest.rate:,.0f} /s",
        "to single commits of a row": f"{fastest.rate / rows:.2f}",
        "to single commits of a wager": f"{fastest.rate / wagers:.2f}",
        "processors of the server, of the bots": f"{fastest.serving:.2f}, {fastest.driving:.2f}",
        "the server's milliseconds for each": f"{1000 * fastest.serving / fastest.rate:.2f}",
        "at half": f"{half.rate:,.0f} /s",
        "answered at half: median": f"{1000 * half.median:.0f} ms",
        "99 of 100 within": f"{1000 * half.late:.0f} ms",
    }
    grid = Grid.grid(padding=(0, 2))
    for what, figure in said.items():
        grid.add_row(what, figure)
    return grid


def _asked_for(kinds: set[str]) -> Iterator[tuple[str, Callable[[], Loaded]]]:
    """List the measurements by name, while a PostgreSQL server runs."""
    if "sqlite" in kinds:
        for workers in (1, 2):
            name = f"SQLite, {TABLES} tables of {SEATS}, workers: {workers}"
            yield name, partial(on_sqlite, TABLES, SEATS, workers)
    if "postgres" in kinds:
        with running_postgres() as server:
            for workers in (1, 2):
                name = f"PostgreSQL, {TABLES} tables of {SEATS}, workers: {workers}"
                yield name, partial(on_postgres, server, TABLES, workers)
    if "growth" in kinds:
        for tables in (number for number in GROWTH if number <= 10 * TABLES):
            yield f"SQLite, tables of one: {tables:,}", partial(on_sqlite, tables, 1)


def main(arguments: list[str] | None = None) -> int:
    """Print the ratios, each as soon as it is known."""
    console = Console()
    for name, measure in _asked_for({*(arguments or ("sqlite", "postgres", "growth"))}):
        with console.status(f"{name}: about a minute"):
            measured = measure()
        console.print(f"\n[bold]{name}", _told(measured))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
