"""The command `law`: what a text says, how each clause is implemented, and what a house chose."""

import sys
from typing import Annotated

import typer

from casinowar.cli import completion
from casinowar.cli.arguments import AsForm, AsJson, Paper, check_paper_used, form_of, option
from casinowar.game.refusal import InputError

NOT_FOUND = 1
_MORE = (
    "A clause in full, with its code and tests: --clause ID. Those with certain words: --search WORDS. "
    "What has to be set up: --checklist."
)


def law(  # noqa: PLR0913, PLR0917 - each parameter is an option of the command line
    rulebook: Annotated[
        str | None,
        typer.Argument(
            metavar="RULEBOOK",
            help="A built-in rulebook, or the path of a TOML file; --search does without.",
            autocompletion=completion.rulebooks,
        ),
    ] = None,
    clause: Annotated[
        str | None,
        option(
            "ID",
            "Show this clause in full, and those that stand under it; or a reading by its number.",
            autocompletion=completion.clauses,
        ),
    ] = None,
    search: Annotated[
        str | None, option("WORDS", "Show the clauses and readings that have all these words.")
    ] = None,
    house: Annotated[
        str | None,
        option(
            "FILE",
            "Show what this house chose where the text leaves it.",
            autocompletion=completion.toml_files,
        ),
    ] = None,
    checklist: Annotated[
        bool, option(None, "Show what has to be set up before the table opens.", "--checklist")
    ] = False,
    pdf: Annotated[str | None, option("FILE", "Typeset the checklist as a PDF, with room to sign.")] = None,
    paper: Paper = None,
    as_form: AsForm = None,
    as_json: AsJson = False,
) -> None:
    """Show each clause of a rulebook, and the code and tests that carry it out."""
    asked = {"--clause": clause is not None, "--checklist": checklist, "--search": search is not None}
    form = form_of(as_form, as_json=as_json)
    first, *others = [name for name, wanted in asked.items() if wanted] or [""]
    if pdf is not None and not checklist:
        raise typer.BadParameter("goes with --checklist.", param_hint="--pdf")
    if pdf is not None and form:
        raise typer.BadParameter("one kind of output at a time.", param_hint="--pdf")
    check_paper_used(paper, pdf)
    if search is not None and house is not None:
        others.append("--house")
    if others:
        raise typer.BadParameter(f"does not go with {first}.", param_hint=others[0])

    from casinowar.cli.rendering import print_report  # noqa: PLC0415 - loaded on use, so that --help is quick
    from casinowar.reports.checklist import checklist_for  # noqa: PLC0415 - the same
    from casinowar.reports.law import law_behind  # noqa: PLC0415 - the same
    from casinowar.reports.law_search import search_law as look_for  # noqa: PLC0415 - the same
    from casinowar.rulebooks import TomlText, load_rules, open_rulebook  # noqa: PLC0415 - the same

    if search is not None:
        found = look_for(search, rulebook)
        print_report(
            found, form, more="One in full: casinowar law RULEBOOK --clause ID" if found.found else ""
        )
        if not found.found:
            raise typer.Exit(NOT_FOUND)
        return
    if rulebook is None:
        raise InputError("Missing argument 'RULEBOOK'. See 'casinowar law --help'.")
    file = None if house is None else TomlText.read(house)
    source = open_rulebook(rulebook)
    rules = load_rules(source, file)
    if pdf is not None:
        checklist_for(rules, source=source, file=file).to_pdf(pdf, paper=paper or "letter")
        sys.stderr.write(f"Wrote {pdf}.\n")
    elif checklist:
        listed = checklist_for(rules, source=source, file=file)
        print_report(listed, form, more="" if listed.house else "What concerns yours: --house FILE")
    elif clause is not None:
        print_report(law_behind(rulebook, rules).only(clause), form)
    else:
        behind = law_behind(rulebook, rules)
        contents = (
            " Its list of contents: --clause toc." if any(map(behind.leaves_out, behind.clauses)) else ""
        )
        print_report(behind, form, more=f"{_MORE}{contents}")
