"""Extras: packages that some commands need beyond the bare install."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from casinowar.game.refusal import InputError

_CLUSTER = {"distributed", "dask"}


@contextmanager
def extra(name: str, needs: str) -> Iterator[None]:
    """Import packages of an extra; if one is missing, the error says how to install it.

    A package that belongs to no extra is named itself. A missing module of our own is a bug and raises.
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
simulation_extra = partial(extra, "simulation", "Simulation needs")
tables_extra = partial(extra, "tables", "Tables need")
environments_extra = partial(extra, "environments", "Environments need")
house_extra = partial(extra, "house", "A house needs")
client_extra = partial(extra, "client", "A client needs")
pandas_extra = partial(extra, "", "Data frames need")
"""For data frames; no extra of ours includes pandas."""
