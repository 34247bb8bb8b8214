"""The command `law`: what a text says, what became of each clause, and what a house chose."""

from typing import Annotated

import typer

from casinowar.cli.arguments import AsJson, Rulebook


def law(
    rulebook: Rulebook,
    clause: Annotated[str | None, typer.Option(metavar="ID", help="Show this clause in full.")] = None,
    house: Annotated[
        str | None, typer.Option(metavar="FILE", help="Show what this house chose where the text leaves it.")
    ] = None,
    checklist: Annotated[
        bool, typer.Option("--checklist", help="Show what has to be set up before the table opens.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show each clause of a rulebook, and the code and tests that carry it out."""
    from casinowar.cli import law_checklist, law_report  # noqa: PLC0415 - loaded on use, so that --help is quick
    from casinowar.rulebooks import load_rules  # noqa: PLC0415 - the same

    if checklist and clause is not None:
        raise typer.BadParameter("does not go with --clause", param_hint="--checklist")
    rules = load_rules(rulebook, house)
    if checklist:
        made = law_checklist.checklist(rules)
        (law_checklist.print_document if as_json else law_checklist.print_list)(made)
        return
    found = law_report.law_behind(rulebook, rules)
    if clause is not None:
        found = found.only(clause)
    if as_json:
        law_report.print_document(found)
    elif clause is not None:
        law_report.print_clause(found)
    else:
        law_report.print_table(found)
