"""The version of the installed package."""

from importlib import metadata


def version() -> str:
    """Give the version, or "not installed"."""
    try:
        return metadata.version("casinowar")
    except metadata.PackageNotFoundError:
        return "not installed"


__version__ = version()


def made_with() -> str:
    """Give the program's name and version."""
    return f"casinowar {__version__}"
