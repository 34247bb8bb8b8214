"""The version that a document is made with."""

from importlib import metadata


def version() -> str:
    """Name the version, or say that there is none."""
    try:
        return metadata.version("casinowar")
    except metadata.PackageNotFoundError:
        return "not installed"


__version__ = version()


def made_with() -> str:
    """Name the program and its version."""
    return f"casinowar {__version__}"
