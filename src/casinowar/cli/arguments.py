"""The arguments and options that several commands share."""

from typing import Annotated

import typer

Rulebook = Annotated[
    str, typer.Argument(metavar="RULEBOOK", help="A built-in rulebook, or the path of a TOML file.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
