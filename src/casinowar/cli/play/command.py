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
        list[str] | None, option("NAME", "A person at the keyboard; may be repeated.", "--player")
    ] = None,
    seats: Annotated[int | None, option("N", "Number of seats.")] = None,
    neighbours: Annotated[int, option("N", "Number of computer players.")] = 0,
    chips: Annotated[str | None, option("DOLLARS", "Buy-in of each player.")] = None,
    seed: Annotated[int | None, option("N", "Seed of the shuffle, for the same cards each time.")] = None,
    record: Annotated[str | None, option("FILE", "Keep the record of the session in a new file.")] = None,
    resume: Annotated[str | None, option("FILE", "Resume a saved game.")] = None,
    skip_ceremony: Annotated[
        bool,
        option(None, "Sum up the preparation of cards in one line, and refuse the cut.", "--skip-ceremony"),
    ] = False,
    pace: Annotated[float, option("SECONDS", "Pause after each card.", min=0, max=5)] = 0.15,
) -> None:
    """Sit down at a table in the terminal."""
    asked = locals()
    from casinowar.cli.play.start import PlayOptions, start  # noqa: PLC0415 - loaded on use, so that --help is quick

    start(PlayOptions(**asked))
