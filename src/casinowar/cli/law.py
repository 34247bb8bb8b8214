"""The command `law`: what a text says, what became of each clause, and what a house chose."""

from typing import Annotated

import typer

from casinowar.cli.arguments import AsJson, Rulebook, option


def law(
    rulebook: Rulebook,
    clause: Annotated[str | None, option("ID", "Show this clause in full.")] = None,
    house: Annotated[
        str | None, option("FILE", "Show what this house chose where the text leaves it.")
    ] = None,
    checklist: Annotated[
        bool, option(None, "Show what has to be set up before the table opens.", "--checklist")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show each clause of a rulebook, and the code and tests that carry it out."""
    from casinowar.cli.drawing import answer  # noqa: PLC0415 - loaded on use, so that --help is quick
    from casinowar.reports.checklist import checklist_for  # noqa: PLC0415 - the same
    from casinowar.reports.law import law_behind  # noqa: PLC0415 - the same
    from casinowar.rulebooks import load_rules  # noqa: PLC0415 - the same

    if checklist and clause is not None:
        raise typer.BadParameter("does not go with --clause", param_hint="--checklist")
    rules = load_rules(rulebook, house)
    if checklist:
        answer(checklist_for(rules), as_json=as_json)
    else:
        found = law_behind(rulebook, rules)
        answer(found if clause is None else found.only(clause), as_json=as_json)
