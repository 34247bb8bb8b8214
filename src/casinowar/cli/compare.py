"""The command `compare`: rulebooks side by side."""

from typing import Annotated

import typer
from msgspec.structs import replace

from casinowar.cli.arguments import AsJson
from casinowar.cli.output import print_json
from casinowar.reports.blocks import Words

WIDEST = 140


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
    from casinowar.cli.compare_readings import chosen, houses  # noqa: PLC0415 - loaded on use, so that --help is quick
    from casinowar.cli.drawing import draw  # noqa: PLC0415 - the same
    from casinowar.reports import comparison  # noqa: PLC0415 - the same

    names = rulebooks or []
    found = comparison.compare(
        *names,
        readings=chosen(names, reading or []),
        houses=houses(names, house or []),
        decks=decks,
        every=every,
    )
    if as_json:
        print_json(found.to_dict())
        return
    report = found.report()
    if not every:
        more = Words("Rules that do not differ too: --all · whole fractions: --json", "quiet")
        report = replace(report, foot=(*report.foot, more))
    draw(report, widest=WIDEST)
