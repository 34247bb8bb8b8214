"""The extras `simulation` and `cluster`: what kernels and many processes need beyond the bare install."""

from collections.abc import Iterator
from contextlib import contextmanager

from casinowar.game.refusal import InputError

_EXTRAS = {"distributed": "cluster", "dask": "cluster"}


@contextmanager
def simulation_extra() -> Iterator[None]:
    """Import what belongs to an extra, or say in one sentence how to install it."""
    try:
        yield
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package == "casinowar":
            raise
        extra = _EXTRAS.get(package, "simulation")
        raise InputError(
            f"Simulation needs the package {package}, which is not installed; "
            f"install it with: pip install 'casinowar[{extra}]'"
        ) from None
