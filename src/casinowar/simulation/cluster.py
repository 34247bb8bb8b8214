"""Many machines: the workers of a Dask cluster deal blocks, which are added up in order here.

A block is a pure function of table, seed and number, and of the state of its meters. Losing a worker costs
only time: the scheduler gives its blocks to others, and the result stays the same to the last bit.
"""

import asyncio
import gc
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from warnings import catch_warnings, simplefilter

from casinowar.game.refusal import InputError
from casinowar.simulation.plain.table import PlainTable
from casinowar.simulation.scheduler import Checkpoint, Tallies, in_order

BATCH = 64
"""Blocks of a plain table per task; other tables have longer blocks, one per task."""
_TASKS_AHEAD = 3
_SECONDS_TO_CONNECT = 10
_SECONDS_FOR_WORKERS = 30


def on_cluster(client: Any, start: Checkpoint) -> Tallies:  # noqa: ANN401 - Dask is untyped
    """Deal blocks on a cluster without end, and yield them in order."""

    def ahead() -> int:
        return _TASKS_AHEAD * max(1, len(client.scheduler_info(n_workers=-1)["workers"]))

    submit = partial(client.submit, pure=False, retries=10)
    return in_order(start, submit, ahead, BATCH if isinstance(start.table, PlainTable) else 1)


@contextmanager
def local_workers(number: int) -> Iterator[Any]:
    from distributed import Client, LocalCluster  # noqa: PLC0415 - needs the extra

    _hush()
    with (
        LocalCluster(
            n_workers=number,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


@contextmanager
def running_cluster(address: str) -> Iterator[Any]:
    """Use a running scheduler; Dask's own configuration names the certificates for TLS."""
    from distributed import Client  # noqa: PLC0415 - needs the extra

    _hush()
    _check_scheduler(address)
    with Client(address, timeout=_SECONDS_TO_CONNECT) as client:
        try:
            client.wait_for_workers(1, timeout=_SECONDS_FOR_WORKERS)
        except TimeoutError:
            raise InputError(
                "The scheduler has no workers; start them where casinowar is installed, "
                f"with: dask worker {address}"
            ) from None
        yield client


def _check_scheduler(address: str) -> None:
    """Check that a scheduler answers at the address; Dask's client would wait without end."""
    from distributed import Security  # noqa: PLC0415 - needs the extra
    from distributed.core import rpc  # noqa: PLC0415 - needs the extra

    secured = Security().get_connection_args("client")
    if address.startswith("tls://") and secured.get("ssl_context") is None:
        raise InputError(
            f"{address} needs certificates; name them in Dask's configuration, distributed.comm.tls: "
            "ca-file, client.cert and client.key."
        )

    async def identity() -> Any:  # noqa: ANN401 - whatever answers there
        async with asyncio.timeout(_SECONDS_TO_CONNECT):
            async with rpc(address, connection_args=secured) as answering:
                return await answering.identity()

    try:
        answered = asyncio.run(identity())
    except Exception:  # noqa: BLE001 - what is no scheduler may answer anything, and Dask raise anything
        answered = None
    if not isinstance(answered, dict) or answered.get("type") != "Scheduler":
        # Dask leaves sockets of abandoned calls to the garbage collector, which warns about them.
        with catch_warnings():
            simplefilter("ignore", ResourceWarning)
            gc.collect()
        raise InputError(f"There is no Dask scheduler at {address}.")


def _hush() -> None:
    """Keep Dask from reporting the blocks that a run cancels at its end."""
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
