"""The command `law`: what a text says, and what became of each clause."""

from typing import Annotated

import typer

from casinowar.cli.arguments import AsJson, Rulebook


def law(
    rulebook: Rulebook,
    clause: Annotated[str | None, typer.Option(metavar="ID", help="Show this clause in full.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show each clause of a rulebook, and the code and tests that carry it out."""
    from casinowar.cli import law_report as report  # noqa: PLC0415 - loaded on use, so that --help is quick

    found = report.law_behind(rulebook)
    if clause is not None:
        found = found.only(clause)
    if as_json:
        report.print_document(found)
    elif clause is not None:
        report.print_clause(found)
    else:
        report.print_table(found)
