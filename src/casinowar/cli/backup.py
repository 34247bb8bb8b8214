"""The commands `backup` and `restore`: a whole house in one file, and back."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from casinowar.cli.arguments import option

File = Annotated[Path, typer.Argument(metavar="FILE", help="The backup.")]
Database = Annotated[str, option("URL", "The house's database: sqlite:///FILE or postgresql://…")]


def backup(file: File, database: Database = "sqlite:///casinowar.db") -> None:
    """Write a whole house into one file, while it runs."""
    from casinowar.extras import house_extra  # noqa: PLC0415 - loaded on use, so that --help is quick

    with house_extra():
        from casinowar.house.storage.backups import back_up  # noqa: PLC0415 - as above
    back_up(database, file)
    sys.stdout.write(f"Wrote {file}.\n")


def restore(file: File, database: Database = "sqlite:///casinowar.db") -> None:
    """Put a backup into an empty database, and audit it there."""
    from casinowar.extras import house_extra  # noqa: PLC0415 - loaded on use, so that --help is quick

    with house_extra():
        from casinowar.house.audit.report import audited  # noqa: PLC0415 - as above
        from casinowar.house.storage import backups  # noqa: PLC0415 - as above
    from casinowar.game.refusal import InputError  # noqa: PLC0415 - as above
    from casinowar.reports.numbers import counted  # noqa: PLC0415 - as above

    backups.restore(file, database)
    faults = audited(database).faults
    if faults:
        found, first = counted(len(faults), "fault"), faults[0].problem.rstrip(".")
        raise InputError(f"The backup is restored, but an audit finds {found}: {first}.")
    sys.stdout.write(f"{file} is restored, and in order there.\n")
