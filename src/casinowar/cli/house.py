"""Commands on a house's database: recall, verify, checkpoint, backup, restore, pit and slip."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from casinowar.cli.arguments import AsForm, AsJson, Paper, check_paper_used, form_of, option
from casinowar.parsing import a_word

FAULTS_FOUND = 1
"""Exit code of an audit that finds a fault."""
_SQLITE = "sqlite:///casinowar.db"


def _database(about: str = "") -> Any:  # noqa: ANN401 - Typer's own
    return option("URL", f"The house's database: sqlite:///FILE or postgresql://…{about}")


Backup = Annotated[Path, typer.Argument(metavar="FILE", help="The backup.")]
Database = Annotated[str, _database()]
DatabaseOption = Annotated[str | None, _database(f"; {_SQLITE} by default.")]


def recall(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The name of a table of the house.")],
    only: Annotated[int | None, option("N", "One round; without it, all rounds.", "--round")] = None,
    database: Database = _SQLITE,
) -> None:
    """Write what was played at a table of a house as a record, which `replay` tells and checks."""
    from casinowar.extras import house_extra  # noqa: PLC0415 - loaded on use, so that --help is quick

    with house_extra():
        from casinowar.house.backoffice.recall import Recall  # noqa: PLC0415 - as above
        from casinowar.house.storage.store import opened_store  # noqa: PLC0415 - as above
    from casinowar.record.text import write  # noqa: PLC0415 - as above

    with opened_store(database, existing=True) as store:
        found = Recall(store, table)
        record = found.session() if only is None else found.round(only)[0]
    sys.stdout.write(write(record))


def verify(
    database: Database = _SQLITE,
    key: Annotated[
        str | None, option("FILE", "The key of the house's shoes; without it, cards are checked by proofs.")
    ] = None,
    checkpoint: Annotated[
        str | None, option("FILE", "An earlier `casinowar checkpoint`: the journal must still match it.")
    ] = None,
    public_key: Annotated[
        str | None, option("FILE", "The house's public key: only its own checkpoints are accepted.")
    ] = None,
    as_form: AsForm = None,
    as_json: AsJson = False,
) -> None:
    """Audit a house: every commit, every cent, and every card against the order committed before the cut."""
    from casinowar.cli.rendering import print_report  # noqa: PLC0415 - loaded on use, so that --help is quick
    from casinowar.extras import house_extra  # noqa: PLC0415 - as above

    with house_extra():
        from casinowar.house.audit.report import audit_house  # noqa: PLC0415 - as above
    found = audit_house(database, key, checkpoint, public_key)
    print_report(found, form_of(as_form, as_json=as_json))
    if not found.in_order:
        raise typer.Exit(FAULTS_FOUND)


def checkpoint(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it.")],
    database: Database = _SQLITE,
    signing_key: Annotated[
        Path, option("FILE", "The signing key; created if missing, with FILE.pub beside it.")
    ] = Path("casinowar-signing.pem"),
) -> None:
    """Write how far every journal of a house goes, signed, so that a later audit can detect rewriting."""
    from casinowar.extras import house_extra  # noqa: PLC0415 - loaded on use, so that --help is quick
    from casinowar.files import writing  # noqa: PLC0415 - as above

    with house_extra():
        from casinowar.house.audit import checkpoints  # noqa: PLC0415 - as above
        from casinowar.house.storage.store import opened_store  # noqa: PLC0415 - as above
        from casinowar.house.worker.streams import milliseconds  # noqa: PLC0415 - as above
    writing.check_place(file)
    with opened_store(database, existing=True) as store:
        checkpoints.check_replaceable(file, signing_key, store)
        is_new = not signing_key.exists()
        key = checkpoints.signing_key(signing_key)
        made = checkpoints.signed_checkpoint(store, key, milliseconds())
    writing.write(file, checkpoints.written_checkpoint(made))
    if is_new:
        sys.stdout.write(f"Created the key {signing_key}. Auditors need {signing_key}.pub.\n")
    sys.stdout.write(f"Wrote {file}.\n")


def backup(file: Backup, database: Database = _SQLITE) -> None:
    """Write a whole house into one file, while it runs."""
    from casinowar.extras import house_extra  # noqa: PLC0415 - loaded on use, so that --help is quick

    with house_extra():
        from casinowar.house.storage.backups import back_up  # noqa: PLC0415 - as above
    back_up(database, file)
    sys.stdout.write(f"Wrote {file}.\n")


def restore(file: Backup, database: Database = _SQLITE) -> None:
    """Put a backup into an empty database, and audit it there."""
    from casinowar.extras import house_extra  # noqa: PLC0415 - loaded on use, so that --help is quick

    with house_extra():
        from casinowar.house.audit.report import audit_house  # noqa: PLC0415 - as above
        from casinowar.house.storage import backups  # noqa: PLC0415 - as above
    from casinowar.game.refusal import InputError  # noqa: PLC0415 - as above
    from casinowar.reports.numbers import counted  # noqa: PLC0415 - as above

    backups.restore(file, database)
    faults = audit_house(database).faults
    if faults:
        found, first = counted(len(faults), "fault"), faults[0].problem.rstrip(".")
        raise InputError(f"The backup is restored, but an audit finds {found}: {first}.")
    sys.stdout.write(f"Restored {file}. The audit finds no fault.\n")


def pit(
    where: Annotated[
        str | None, typer.Argument(metavar="DATABASE", help="The house's database, as for --database.")
    ] = None,
    table: Annotated[str | None, option("NAME", "One table; without it, all.")] = None,
    by: Annotated[
        str | None, option("hour|shift|dealer|day", "By what; without it, one total per table.", "--by")
    ] = None,
    players: Annotated[bool, option(None, "Show the players' ratings instead.", "--ratings")] = False,
    database: DatabaseOption = None,
    as_form: AsForm = None,
    as_json: AsJson = False,
) -> None:
    """Show a house's win, drop and hold beside the theoretical win of the exact odds."""
    from casinowar.cli.rendering import print_report  # noqa: PLC0415 - loaded on use, so that --help is quick
    from casinowar.extras import house_extra  # noqa: PLC0415 - as above

    with house_extra():
        from casinowar.house.backoffice.books import Books  # noqa: PLC0415 - as above
        from casinowar.house.backoffice.ratings import ratings, session_ratings  # noqa: PLC0415 - as above
        from casinowar.house.backoffice.views import Grouping  # noqa: PLC0415 - as above
        from casinowar.house.backoffice.win_and_drop import win_report  # noqa: PLC0415 - as above
        from casinowar.house.storage.store import opened_store  # noqa: PLC0415 - as above
    kind = Grouping.TABLE if by is None else a_word(Grouping, by)
    if players and by is not None:
        raise typer.BadParameter("ratings are not split.", param_hint="--by --ratings")
    with opened_store(_chosen_database(where, database), existing=True) as store:
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
            help="The house's database, as for --database; the name of a table; the gaming day and the "
            "slip's number: 2026-11-16-3.",
        ),
    ],
    pdf: Annotated[str | None, option("FILE", "Typeset it with lines to sign.")] = None,
    paper: Paper = None,
    database: DatabaseOption = None,
    as_form: AsForm = None,
    as_json: AsJson = False,
) -> None:
    """Show an opener, fill, credit or closer: its chips, its requester and its signers."""
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
    with opened_store(_chosen_database(where[0] if where else None, database), existing=True) as store:
        found = slip_document(Books(store), table, number)
    if pdf is not None:
        found.to_pdf(pdf, paper=paper or "letter")
    else:
        print_report(found, form)


def _chosen_database(where: str | None, database: str | None) -> str:
    if where is not None and database is not None:
        raise typer.BadParameter("name the database once.", param_hint="DATABASE --database")
    return where or database or _SQLITE
