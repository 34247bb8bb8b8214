"""The command `compare`: rulebooks side by side."""

from typing import Annotated

import typer

from casinowar.cli import completion
from casinowar.cli.arguments import AsForm, AsJson, Decks, form_of, option

WIDEST = 140


def compare(
    rulebooks: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="A B …",
            help="Two or more built-in rulebooks, or paths of TOML files.",
            autocompletion=completion.rulebooks,
        ),
    ] = None,
    decks: Decks = None,
    reading: Annotated[
        list[str] | None,
        option(
            "[RULEBOOK:]NAME=VALUE",
            "Choose a reading of one rulebook, named or counted from 1, or of each that can be read so.",
            autocompletion=completion.readings,
        ),
    ] = None,
    house: Annotated[
        list[str] | None,
        option(
            "RULEBOOK:FILE",
            "The house's choices for one rulebook, named or counted from 1; may be repeated.",
        ),
    ] = None,
    every: Annotated[bool, option(None, "Show the rules that do not differ too.", "--all")] = False,
    as_form: AsForm = None,
    as_json: AsJson = False,
) -> None:
    """Compare rulebooks: the rules that differ, the chips that move differently, the edges."""
    from casinowar.cli.compare_readings import chosen, houses  # noqa: PLC0415 - loaded on use, so that --help is quick
    from casinowar.cli.rendering import print_report  # noqa: PLC0415 - the same
    from casinowar.reports import comparison  # noqa: PLC0415 - the same

    form = form_of(as_form, as_json=as_json)
    names = rulebooks or []
    found = comparison.compare(
        *names,
        readings=chosen(names, reading or []),
        houses=houses(names, house or []),
        decks=decks,
        every=every,
    )
    more = "" if every else "Rules that do not differ too: --all · whole fractions: --json"
    print_report(found, form, more=more, widest=WIDEST)
