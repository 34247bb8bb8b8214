"""Play a run: on threads, processes, a cluster or a GPU, with a checkpoint file, to its end or to Ctrl-C."""

import logging
import os
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from casinowar.extras import simulation_extra
from casinowar.game.book.rules import Rules
from casinowar.game.refusal import InputError
from casinowar.simulation import checkpoint_file, cluster, scheduler
from casinowar.simulation.checkpoint_file import CheckpointFile
from casinowar.simulation.each_round import EachRound, each_round
from casinowar.simulation.each_round import check as check_hands
from casinowar.simulation.full.sessions import SessionTable
from casinowar.simulation.gpu import launch
from casinowar.simulation.kernels import AnyTable, compile_table, deal
from casinowar.simulation.plain.table import PlainTable
from casinowar.simulation.request import Request
from casinowar.simulation.scheduler import PROCESSOR, Checkpoint, Progress

NOTICES = logging.getLogger("casinowar.simulation")
"""Says why a run waits; a terminal with a progress bar says so itself."""
_COMPILING = "Compiling the simulator for these rules, once: %s, longer on a busy machine."
_STILL_COMPILING = "Still compiling, after %.0f s."
_A_MOMENT = 3.0
_BETWEEN_NOTICES = 30.0
_SECONDS_BETWEEN_SAVES = 5.0


class Backend(Struct, frozen=True, kw_only=True):
    """What deals the blocks, and the checkpoint file; by default threads on all cores of this process."""

    workers: int | None = None
    """Worker processes on this machine."""
    cluster: str | None = None
    """Address of a Dask scheduler."""
    gpu: bool = False
    checkpoint: str | None = None

    def check(self, table: AnyTable) -> None:
        if sum(map(bool, (self.workers, self.cluster, self.gpu))) > 1:
            raise InputError("Only one of workers, cluster and gpu can deal.")
        if self.gpu and not isinstance(table, PlainTable):
            raise InputError(
                "The GPU deals the plain table only: initial and tie wagers and one war to a hand, without a "
                "bank, a payout limit, a counter, depths, sessions or a table of rounds."
            )
        if self.gpu:
            launch.check_device()


class Played(Struct, frozen=True, kw_only=True):
    """A run as far as it was played."""

    last: Checkpoint
    seconds: float
    compile_seconds: float
    before: int
    """Rounds already in the checkpoint that it started from."""
    each_round: EachRound | None = None


def run(
    rules: Rules, request: Request, backend: Backend | None = None, progress: Progress | None = None
) -> Played:
    """Select the kernel and play a request to its end, or to Ctrl-C once there is a result."""
    table = compile_table(rules, request)
    if request.each_round:
        check_hands(table.seats, request.rounds)
    played = play(table, request, backend or Backend(), progress)
    return replace(played, each_round=each_round(played.last)) if request.each_round else played


def play(table: AnyTable, request: Request, backend: Backend, progress: Progress | None = None) -> Played:
    """Play at a table that is already compiled, from the checkpoint file if there is one."""
    backend.check(table)
    seed = secrets.randbits(63) if request.seed is None else request.seed
    start = Checkpoint.start(table, seed, request.wanted, launch.DEALER if backend.gpu else PROCESSOR)
    with checkpoint_file.open_checkpoint(backend.checkpoint) if backend.checkpoint else nullcontext() as file:
        if file:
            start = file.load(start, any_seed=request.seed is None)
        compiling = _compiled(table, backend)
        last, seconds = (start, 0.0) if start.finished else _played(start, backend, progress, file)
    return Played(last=last, seconds=seconds, compile_seconds=compiling, before=start.played.rounds)


def _played(
    start: Checkpoint, backend: Backend, progress: Progress | None, file: CheckpointFile | None
) -> tuple[Checkpoint, float]:
    last, began = start, time.perf_counter()
    try:
        with _dealers(backend, start.table) as (blocks, rest, most):
            began, saved = time.perf_counter(), 0.0
            for last in scheduler.run(
                start, _cores(), progress=progress, blocks=blocks, rest=rest, most=most
            ):
                now = time.perf_counter()
                if file and (last.finished or now - saved > _SECONDS_BETWEEN_SAVES):
                    file.save(last)
                    saved = now
    except KeyboardInterrupt:
        if file:
            file.save(last)
        if not last.tally.done:
            raise
    return last, time.perf_counter() - began


def _compiled(table: AnyTable, backend: Backend) -> float:
    """Compile the kernel, or load it from disk, and measure the seconds."""
    began = time.perf_counter()
    over = threading.Event()
    notices = threading.Thread(target=_tell, args=(table, over), name="notices", daemon=True)
    notices.start()
    try:
        deal(table.shortest if isinstance(table, SessionTable) else table, 0, 0, {}, 1)
        if backend.gpu:
            launch.launcher(table)
    finally:
        over.set()
        notices.join()
    return time.perf_counter() - began


def _tell(table: AnyTable, over: threading.Event) -> None:
    """Log after a moment why the run waits, then at intervals how long it has waited."""
    began = time.perf_counter()
    if over.wait(_A_MOMENT):
        return
    NOTICES.warning(
        _COMPILING, "about ten seconds" if isinstance(table, PlainTable) else "one or two minutes"
    )
    while not over.wait(_BETWEEN_NOTICES):
        NOTICES.warning(_STILL_COMPILING, time.perf_counter() - began)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _dealers(
    backend: Backend, table: AnyTable
) -> Iterator[tuple[scheduler.Blocks | None, scheduler.Rest | None, int | None]]:
    """Give what deals the blocks and the rest, and the block size; None means threads of this process."""
    if backend.gpu:
        yield launch.on_device, launch.rest_on_device, launch.most_of(table)
    elif backend.workers:
        with simulation_extra(), cluster.local_workers(backend.workers) as client:
            yield partial(cluster.on_cluster, client), None, None
    elif backend.cluster:
        with simulation_extra(), cluster.running_cluster(backend.cluster) as client:
            yield partial(cluster.on_cluster, client), None, None
    else:
        yield None, None, None
