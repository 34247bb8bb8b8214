"""The version that a document is made with."""

from importlib.metadata import PackageNotFoundError, version


def made_with() -> str:
    """Name the program and its version."""
    try:
        return f"casinowar {version('casinowar')}"
    except PackageNotFoundError:
        return "casinowar, not installed"
