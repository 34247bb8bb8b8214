"""A run on the command line: a bar while it goes on, a checkpoint that follows, Ctrl-C, and what it says."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path

from msgspec import Struct
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from casinowar.cli.output import print_json
from casinowar.cli.simulate import report
from casinowar.extras import simulation_extra
from casinowar.game.refusal import InputError
from casinowar.reports.run import document, pictures, results, tables
from casinowar.reports.run.wishes import Wishes, simulation
from casinowar.simulation import cluster, runs
from casinowar.simulation.dealing import AnyTable, deal_last
from casinowar.simulation.device import cuda
from casinowar.simulation.full.sessions import SessionTable
from casinowar.simulation.plain.plan import Plan
from casinowar.simulation.runs import PROCESSOR

_SECONDS_BETWEEN_SAVES = 5.0


class Where(Struct, frozen=True, kw_only=True):
    """Who deals, and where the state is kept."""

    workers: int | None
    cluster: str | None
    gpu: bool
    checkpoint: str | None


class Outputs(Struct, frozen=True, kw_only=True):
    """Where results go beside the screen."""

    as_json: bool
    plot: str | None
    parquet: str | None
    arrow: str | None

    def check(self) -> None:
        """Refuse what could not be written, before a long run and not after it."""
        if self.plot:
            pictures.check(self.plot)
        for form, folder in self.folders:
            tables.check(folder, form)

    @property
    def folders(self) -> list[tuple[str, str]]:
        """List the folders for tables, each with its format."""
        asked = (("parquet", self.parquet), ("arrow", self.arrow))
        return [(form, folder) for form, folder in asked if folder]


def simulate(wishes: Wishes, where: Where, outputs: Outputs) -> None:
    """Run the simulation and say what came out; stopped with Ctrl-C, what is known so far."""
    asked = simulation(wishes)
    if where.gpu:
        if not isinstance(asked.table, Plan):
            raise InputError(
                "--gpu deals the plain table only: initial and tie wagers and one war to a hand, without a "
                "bank, a payout limit, a counter, depths or sessions."
            )
        cuda.check_device()
    outputs.check()
    dealer = cuda.DEALER if where.gpu else PROCESSOR
    start = runs.Checkpoint.start(asked.table, asked.seed, asked.wanted, dealer)
    if where.checkpoint and Path(where.checkpoint).exists():
        start = runs.load(where.checkpoint, start, any_seed=wishes.seed is None)
    elif where.checkpoint:
        runs.save(start, where.checkpoint)
    compiling = _compiled(asked.table, where)
    last, seconds = _played(where, start)
    result = results.result(asked, last, results.Took(seconds, compiling, start.played.rounds))
    if outputs.plot:
        pictures.write(result, outputs.plot)
    for form, folder in outputs.folders:
        tables.write(result, folder, form)
    if outputs.as_json:
        print_json(document.document(result))
    else:
        report.print_figures(result)


def _compiled(table: AnyTable, where: Where) -> float:
    """Compile what is needed, or find it on disk, and tell how many seconds that took."""
    began, screen = time.perf_counter(), Console(stderr=True)
    with screen.status("Compiling for this machine, once …") if screen.is_terminal else nullcontext():
        deal_last(table.shortest if isinstance(table, SessionTable) else table, 0, 0, 1, {})
        if where.gpu:
            cuda.launcher(table)
    return time.perf_counter() - began


def _played(where: Where, start: runs.Checkpoint) -> tuple[runs.Checkpoint, float]:
    """Play to the end, or to Ctrl-C, and tell how long it took; the checkpoint file follows."""
    last, began = start, time.perf_counter()
    if start.finished:
        return start, 0.0
    try:
        with _dealing(where) as (blocks, rest), _bar(start) as advance:
            began = saved = time.perf_counter()
            for last in runs.run(start, _cores(), progress=advance, blocks=blocks, rest=rest):
                now = time.perf_counter()
                if where.checkpoint and (last.finished or now - saved > _SECONDS_BETWEEN_SAVES):
                    runs.save(last, where.checkpoint)
                    saved = now
    except KeyboardInterrupt:
        if where.checkpoint:
            runs.save(last, where.checkpoint)
        if not last.tally.done:
            raise
    return last, time.perf_counter() - began


def _cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _dealing(where: Where) -> Iterator[tuple[runs.Blocks | None, runs.Rest | None]]:
    """Find who deals the blocks and the rest: threads of this process unless something else is asked for."""
    if where.gpu:
        yield cuda.on_device, cuda.rest_on_device
    elif where.workers:
        with simulation_extra(), cluster.local_workers(where.workers) as client:
            yield partial(cluster.on_cluster, client), None
    elif where.cluster:
        with simulation_extra(), cluster.running_cluster(where.cluster) as client:
            yield partial(cluster.on_cluster, client), None
    else:
        yield None, None


@contextmanager
def _bar(start: runs.Checkpoint) -> Iterator[runs.Progress]:
    """Show on standard error how far the run has come, how fast, and how long it will take."""
    columns = (
        BarColumn(),
        TextColumn("{task.percentage:>5.1f} %"),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
    )
    began, before = time.perf_counter(), start.tally.done
    sessions = isinstance(start.table, SessionTable)
    seats, what = (1, "sessions") if sessions else (start.table.seats, "seat-rounds")
    screen = Console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task("", total=start.wanted, completed=before, speed="")

        def advance(done: int) -> None:
            speed = (done - before) * seats / max(1e-9, time.perf_counter() - began)
            bar.update(task, completed=done, speed=f"{report.speed(speed)} {what} a second")

        yield advance
