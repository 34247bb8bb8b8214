"""The extras `simulation`, `cluster` and `tables`: what each of them needs beyond the bare install."""

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
        package = _foreign(missing)
        raise _not_installed("Simulation needs", package, _EXTRAS.get(package, "simulation")) from None


@contextmanager
def tables_extra() -> Iterator[None]:
    """Import what tables are written with, or say in one sentence how to install it."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise _not_installed("Tables need", _foreign(missing), "tables") from None


def _foreign(missing: ModuleNotFoundError) -> str:
    """Name the package that is missing; one of our own modules is not to be installed but to be mended."""
    package = (missing.name or "").partition(".")[0]
    if package == "casinowar":
        raise missing
    return package


def _not_installed(needs: str, package: str, extra: str) -> InputError:
    return InputError(
        f"{needs} the package {package}, which is not installed; "
        f"install it with: pip install 'casinowar[{extra}]'"
    )
