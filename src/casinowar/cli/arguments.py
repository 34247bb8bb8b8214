"""The arguments and options that several commands share."""

from typing import Annotated

import typer

Rulebook = Annotated[
    str, typer.Argument(metavar="RULEBOOK", help="A built-in rulebook, or the path of a TOML file.")
]
Decks = Annotated[
    int | None,
    typer.Option(
        metavar="N", help="Count with so many decks, allowed by the rulebook or not.", min=1, max=100
    ),
]
House = Annotated[str | None, typer.Option(metavar="FILE", help="The house's choices.")]
Sample = Annotated[
    bool, typer.Option("--sample", help="Take the sample choices that come with the rulebook.")
]
Readings = Annotated[
    list[str] | None,
    typer.Option("--reading", metavar="NAME=VALUE", help="Choose a reading; may be repeated."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
