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
    reading: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="Choose a reading; may be repeated.")
    ] = None,
    player: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Someone at the keyboard; may be repeated.")
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
    from casinowar.cli.play import start  # noqa: PLC0415 - loaded on use, so that --help is quick

    wishes = start.Wishes(
        rulebook=rulebook,
        house=house,
        sample=sample,
        readings=tuple(reading or ()),
        players=tuple(player or ()),
        seats=seats,
        neighbours=neighbours,
        chips=chips,
        seed=seed,
        pace=pace,
        record=record,
    )
    start.start(wishes)
