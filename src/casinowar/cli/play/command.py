"""The command line of `play`."""

from typing import Annotated

import typer


def play(  # noqa: PLR0913, PLR0917 - each parameter is an option of the command line
    rulebook: Annotated[
        str | None,
        typer.Argument(
            metavar="[RULEBOOK]", help="A built-in rulebook, or the path of a TOML file; asked otherwise."
        ),
    ] = None,
    house: Annotated[str | None, typer.Option(metavar="FILE", help="The house's choices.")] = None,
    sample: Annotated[
        bool, typer.Option("--sample", help="Play under the sample choices that come with the rulebook.")
    ] = False,
    readings: Annotated[
        list[str] | None,
        typer.Option("--reading", metavar="NAME=VALUE", help="Choose a reading; may be repeated."),
    ] = None,
    players: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="NAME", help="Someone at the keyboard; may be repeated."),
    ] = None,
    seats: Annotated[int | None, typer.Option(metavar="N", help="How many seats the table has.")] = None,
    neighbours: Annotated[int, typer.Option(metavar="N", help="How many computer players sit down.")] = 0,
    chips: Annotated[str | None, typer.Option(metavar="DOLLARS", help="What everybody buys in for.")] = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Shuffle the same way each time.")] = None,
    record: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the record of the session to a new file.")
    ] = None,
    pace: Annotated[
        float, typer.Option(metavar="SECONDS", help="How long each card is looked at.", min=0, max=5)
    ] = 0.15,
) -> None:
    """Sit down at a table in the terminal."""
    asked = locals()
    from casinowar.cli.play.start import Wishes, start  # noqa: PLC0415 - loaded on use, so that --help is quick

    start(Wishes(**asked))
