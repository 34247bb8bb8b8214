"""The extra `sheets`: what pictures and PDF need beyond the bare install."""

from collections.abc import Iterator
from contextlib import contextmanager

from casinowar.game.refusal import InputError

_INSTALL = "pip install 'casinowar[sheets]'"


@contextmanager
def sheets_extra() -> Iterator[None]:
    """Import what belongs to the extra, or say in one sentence how to install it."""
    try:
        yield
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        if package == "casinowar":
            raise
        raise InputError(
            f"Pictures and PDF need the package {package}, which is not installed; "
            f"install it with: {_INSTALL}"
        ) from None
