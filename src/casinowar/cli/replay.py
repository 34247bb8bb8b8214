"""The command `replay`: reconstruct a recorded round or session."""

import sys
from pathlib import Path
from typing import Annotated, TextIO

import typer

from casinowar.cli.arguments import AsForm, AsJson, form_of, option

NOT_PROVED = 1
"""Exit code of an unlawful or incomplete record: a script must not take it for proof."""


def replay(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A record of a round or a session; - reads standard input.")
    ],
    rulebook: Annotated[
        str | None,
        option("FILE", "The TOML file of the record's rulebook, if it is not built in."),
    ] = None,
    only: Annotated[
        int | None,
        option("N", "Tell one round of a session; all of it is checked.", "--round"),
    ] = None,
    as_form: AsForm = None,
    as_json: AsJson = False,
) -> None:
    """Reconstruct a recorded round or session, and check that everything is as the rulebook says."""
    from casinowar.cli.rendering import print_report  # noqa: PLC0415 - loaded on use, so that --help is quick
    from casinowar.reports.replay.replay import read_from, read_record  # noqa: PLC0415 - as above

    form = form_of(as_form, as_json=as_json)
    if file == "-":
        stream: TextIO | None = sys.stdin
        read = read_from(None if stream is None else stream.buffer, "standard input")
    else:
        read = read_record(Path(file))
    found = read.replay(rulebook, round=only)
    print_report(found, form)
    if not found.complete:
        raise typer.Exit(NOT_PROVED)
