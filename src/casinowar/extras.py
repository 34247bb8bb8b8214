"""Extras: what some commands need beyond the bare install, and how to get it."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from casinowar.game.refusal import InputError

_CLUSTER = {"distributed", "dask"}


@contextmanager
def extra(name: str, needs: str) -> Iterator[None]:
    """Import what belongs to an extra, or say in one sentence what needs it and how to install it.

    What belongs to no extra is installed by its own name.
    One of our own modules that is missing is not to be installed but to be mended.
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package == "casinowar":
            raise
        wanted = "cluster" if package in _CLUSTER else name
        install = f"'casinowar[{wanted}]'" if wanted else package
        raise InputError(
            f"{needs} the package {package}, which is not installed; install it with: pip install {install}"
        ) from None


sheets_extra = partial(extra, "sheets", "Pictures and PDF need")
"""Import what pictures and PDF are made with."""
simulation_extra = partial(extra, "simulation", "Simulation needs")
"""Import what kernels and clusters are made with."""
tables_extra = partial(extra, "tables", "Tables need")
"""Import what tables are written with."""
environments_extra = partial(extra, "environments", "Environments need")
"""Import what environments for learning agents are made with."""
house_extra = partial(extra, "house", "A house needs")
"""Import what a durable house is made with."""
client_extra = partial(extra, "client", "A client needs")
"""Import what a house is played at with over the network."""
pandas_extra = partial(extra, "", "Data frames need")
"""Import pandas, which no extra of ours brings: who wants data frames has it."""
