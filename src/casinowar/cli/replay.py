"""The command `replay`: a recorded round again, card by card and wager by wager."""

from typing import Annotated

import typer

from casinowar.cli.arguments import AsJson

NOT_LAWFUL = 1


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record of a round or a session.")],
    rulebook: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="The TOML file of the record's rulebook, if it is not built in."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Reconstruct a recorded round, and check that everything is as the rulebook says."""
    from casinowar.cli import replay_report as report  # noqa: PLC0415 - loaded on use, so that --help is quick

    found = report.replay_of(file, rulebook)
    if as_json:
        report.print_document(found)
    else:
        report.print_story(found)
    if found.story.deviation is not None:
        raise typer.Exit(NOT_LAWFUL)
