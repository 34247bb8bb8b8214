"""The command `rulebooks`: which rulebooks there are, how each can be read, and a sample house for each."""

from typing import Annotated

import typer

from casinowar.cli.arguments import AsJson


def rulebooks(
    sample: Annotated[
        str | None,
        typer.Option(
            metavar="RULEBOOK", help="Print the sample house file of a rulebook, to start your own."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the built-in rulebooks with their readings."""
    from casinowar.cli import rulebooks_report as report  # noqa: PLC0415 - loaded on use, so that --help is quick

    if sample is not None:
        if as_json:
            raise typer.BadParameter(
                "a house file is TOML and does not go with --json", param_hint="--sample"
            )
        report.print_sample(sample)
    elif as_json:
        report.print_document()
    else:
        report.print_table()
