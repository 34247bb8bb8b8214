"""Extras: what some commands need beyond the bare install, and how to get it."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

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


def sheets_extra() -> AbstractContextManager[None]:
    """Import what pictures and PDF are made with."""
    return extra("sheets", "Pictures and PDF need")


def simulation_extra() -> AbstractContextManager[None]:
    """Import what kernels and clusters are made with."""
    return extra("simulation", "Simulation needs")


def tables_extra() -> AbstractContextManager[None]:
    """Import what tables are written with."""
    return extra("tables", "Tables need")


def pandas_extra() -> AbstractContextManager[None]:
    """Import pandas, which no extra of ours brings: who wants data frames has it."""
    return extra("", "Data frames need")
