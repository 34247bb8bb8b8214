"""The command `compare`: rulebooks side by side."""

from typing import Annotated

import typer

from casinowar.cli.arguments import AsJson


def compare(
    rulebooks: Annotated[
        list[str] | None,
        typer.Argument(metavar="A B …", help="Two or more built-in rulebooks, or paths of TOML files."),
    ] = None,
    decks: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Count with so many decks, allowed by the rulebooks or not.", min=1, max=100
        ),
    ] = None,
    reading: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[RULEBOOK:]NAME=VALUE",
            help="Choose a reading of one rulebook, named or counted from 1, or of each that can be read so.",
        ),
    ] = None,
    house: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RULEBOOK:FILE",
            help="The house's choices for one rulebook, named or counted from 1; may be repeated.",
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Show the rules that do not differ too.")] = False,
    as_json: AsJson = False,
) -> None:
    """Compare rulebooks: the rules that differ, the chips that move differently, the edges."""
    from casinowar.cli import compare_report as report  # noqa: PLC0415 - loaded on use, so that --help is quick

    found = report.compared(rulebooks or [], reading or [], house or [], decks)
    if as_json:
        report.print_document(found, every=every)
    else:
        report.print_comparison(found, every=every)
