"""The commands `pit` and `slip`: a house's books, and a slip to print and sign."""

from typing import Annotated

import typer

from casinowar.cli.arguments import AsForm, AsJson, Paper, check_paper_used, form_of, option
from casinowar.written import a_word

Database = Annotated[
    str, typer.Argument(metavar="DATABASE", help="The house's database: sqlite:///FILE or postgresql://…")
]


def pit(
    database: Database,
    table: Annotated[str | None, option("NAME", "One table; without it, all.")] = None,
    by: Annotated[
        str | None, option("hour|shift|dealer|day", "By what; without it, each table in all.", "--by")
    ] = None,
    players: Annotated[bool, option(None, "The ratings of players instead.", "--ratings")] = False,
    as_form: AsForm = None,
    as_json: AsJson = False,
) -> None:
    """Tell a house's win, drop and hold, with the theoretical win of the exact odds beside it."""
    from casinowar.cli.drawing import answer  # noqa: PLC0415 - loaded on use, so that --help is quick
    from casinowar.extras import house_extra  # noqa: PLC0415 - as above

    with house_extra():
        from casinowar.house.pit.figures import pit_figures  # noqa: PLC0415 - as above
        from casinowar.house.pit.ratings import ratings, session_ratings  # noqa: PLC0415 - as above
        from casinowar.house.pit.sheets import Books  # noqa: PLC0415 - as above
        from casinowar.house.pit.told import By  # noqa: PLC0415 - as above
        from casinowar.house.store import opened_store  # noqa: PLC0415 - as above
    kind = By.TABLE if by is None else a_word(By, by)
    if players and by is not None:
        raise typer.BadParameter("players are rated in all, not by parts.", param_hint="--by --ratings")
    with opened_store(database, existing=True) as store:
        books = Books(store)
        names = books.tables() if table is None else [table]
        rated = ratings(session_ratings(books, tables=names)) if players else None
        found = rated or pit_figures(books, names, kind)
    answer(found, form_of(as_form, as_json=as_json))


def slip(
    database: Database,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The name of a table of the house.")],
    number: Annotated[
        str, typer.Argument(metavar="NUMBER", help="The gaming day and the slip's number: 2026-11-16-3.")
    ],
    pdf: Annotated[str | None, option("FILE", "Typeset it with lines to sign.")] = None,
    paper: Paper = None,
    as_form: AsForm = None,
    as_json: AsJson = False,
) -> None:
    """Tell an opener, fill, credit or closer: its chips by denomination, who asked for it and who agreed."""
    from casinowar.cli.drawing import answer  # noqa: PLC0415 - loaded on use, so that --help is quick
    from casinowar.extras import house_extra  # noqa: PLC0415 - as above

    with house_extra():
        from casinowar.house.pit.sheets import Books  # noqa: PLC0415 - as above
        from casinowar.house.pit.slip_sheet import slip_sheet  # noqa: PLC0415 - as above
        from casinowar.house.store import opened_store  # noqa: PLC0415 - as above
    check_paper_used(paper, pdf)
    form = form_of(as_form, as_json=as_json)
    with opened_store(database, existing=True) as store:
        found = slip_sheet(Books(store), table, number)
    if pdf is not None:
        found.to_pdf(pdf, paper=paper or "letter")
    else:
        answer(found, form)
