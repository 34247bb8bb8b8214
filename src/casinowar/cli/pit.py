"""The commands `pit` and `slip`: a house's books, and a slip to print and sign."""

from typing import Annotated

import typer

from casinowar.cli.arguments import AsForm, AsJson, Paper, check_paper_used, form_of, option
from casinowar.parsing import a_word

Database = Annotated[
    str | None,
    option(
        "URL", "The house's database: sqlite:///FILE or postgresql://…; sqlite:///casinowar.db without it."
    ),
]


def pit(
    where: Annotated[
        str | None, typer.Argument(metavar="DATABASE", help="The house's database, as --database has it.")
    ] = None,
    table: Annotated[str | None, option("NAME", "One table; without it, all.")] = None,
    by: Annotated[
        str | None, option("hour|shift|dealer|day", "By what; without it, each table in all.", "--by")
    ] = None,
    players: Annotated[bool, option(None, "The ratings of players instead.", "--ratings")] = False,
    database: Database = None,
    as_form: AsForm = None,
    as_json: AsJson = False,
) -> None:
    """Tell a house's win, drop and hold, with the theoretical win of the exact odds beside it."""
    from casinowar.cli.rendering import print_report  # noqa: PLC0415 - loaded on use, so that --help is quick
    from casinowar.extras import house_extra  # noqa: PLC0415 - as above

    with house_extra():
        from casinowar.house.backoffice.books import Books  # noqa: PLC0415 - as above
        from casinowar.house.backoffice.ratings import ratings, session_ratings  # noqa: PLC0415 - as above
        from casinowar.house.backoffice.views import By  # noqa: PLC0415 - as above
        from casinowar.house.backoffice.win_and_drop import win_report  # noqa: PLC0415 - as above
        from casinowar.house.storage.store import opened_store  # noqa: PLC0415 - as above
    kind = By.TABLE if by is None else a_word(By, by)
    if players and by is not None:
        raise typer.BadParameter("players are rated in all, not by parts.", param_hint="--by --ratings")
    with opened_store(_database(where, database), existing=True) as store:
        books = Books(store)
        names = books.tables() if table is None else [table]
        rated = ratings(session_ratings(books, tables=names)) if players else None
        found = rated or win_report(books, names, kind)
    print_report(found, form_of(as_form, as_json=as_json))


def slip(
    named: Annotated[
        list[str],
        typer.Argument(
            metavar="[DATABASE] TABLE NUMBER",
            help="The house's database, as --database has it; the name of a table of the house; the gaming "
            "day and the slip's number: 2026-11-16-3.",
        ),
    ],
    pdf: Annotated[str | None, option("FILE", "Typeset it with lines to sign.")] = None,
    paper: Paper = None,
    database: Database = None,
    as_form: AsForm = None,
    as_json: AsJson = False,
) -> None:
    """Tell an opener, fill, credit or closer: its chips by denomination, who asked for it and who agreed."""
    from casinowar.cli.rendering import print_report  # noqa: PLC0415 - loaded on use, so that --help is quick
    from casinowar.extras import house_extra  # noqa: PLC0415 - as above

    with house_extra():
        from casinowar.house.backoffice.books import Books  # noqa: PLC0415 - as above
        from casinowar.house.backoffice.slip_document import slip_document  # noqa: PLC0415 - as above
        from casinowar.house.storage.store import opened_store  # noqa: PLC0415 - as above
    check_paper_used(paper, pdf)
    form = form_of(as_form, as_json=as_json)
    if len(named) not in {2, 3}:
        raise typer.BadParameter("name a table and the number of a slip.", param_hint="TABLE NUMBER")
    *where, table, number = named
    with opened_store(_database(where[0] if where else None, database), existing=True) as store:
        found = slip_document(Books(store), table, number)
    if pdf is not None:
        found.to_pdf(pdf, paper=paper or "letter")
    else:
        print_report(found, form)


def _database(where: str | None, database: str | None) -> str:
    """Take the database from its place or from its option."""
    if where is not None and database is not None:
        raise typer.BadParameter("name the database once.", param_hint="DATABASE --database")
    return where or database or "sqlite:///casinowar.db"
