"""Options of `play`."""

from typing import Annotated

import typer

from casinowar.cli import completion
from casinowar.cli.arguments import House, Readings, Sample, option


def play(  # noqa: PLR0913, PLR0917 - each parameter is an option of the command line
    rulebook: Annotated[
        str | None,
        typer.Argument(
            metavar="[RULEBOOK]",
            help="A built-in rulebook, or the path of a TOML file; you are asked if it is left out.",
            autocompletion=completion.rulebooks,
        ),
    ] = None,
    house: House = None,
    sample: Sample = False,
    readings: Readings = None,
    players: Annotated[
        list[str] | None, option("NAME", "Someone at the keyboard; may be repeated.", "--player")
    ] = None,
    seats: Annotated[int | None, option("N", "How many seats the table has.")] = None,
    neighbours: Annotated[int, option("N", "How many computer players sit down.")] = 0,
    chips: Annotated[str | None, option("DOLLARS", "What everybody buys in for.")] = None,
    seed: Annotated[int | None, option("N", "Shuffle the same way each time.")] = None,
    record: Annotated[str | None, option("FILE", "Keep the record of the session in a new file.")] = None,
    resume: Annotated[str | None, option("FILE", "Go on with a game that was saved at the table.")] = None,
    skip_ceremony: Annotated[
        bool,
        option(None, "Tell the making ready of cards in one line, and refuse the cut.", "--skip-ceremony"),
    ] = False,
    pace: Annotated[float, option("SECONDS", "How long each card is looked at.", min=0, max=5)] = 0.15,
) -> None:
    """Sit down at a table in the terminal."""
    asked = locals()
    from casinowar.cli.play.start import PlayOptions, start  # noqa: PLC0415 - loaded on use, so that --help is quick

    start(PlayOptions(**asked))
