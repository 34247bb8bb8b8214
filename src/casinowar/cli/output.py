"""Standard output: a console for people, one JSON document for programs."""

import sys

import msgspec
from rich.console import Console


def console() -> Console:
    """Make a console that colours only what we colour ourselves."""
    return Console(highlight=False, markup=False, emoji=False)


def print_json(value: object) -> None:
    """Print one JSON document."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")
