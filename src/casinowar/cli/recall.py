"""The command `recall`: a round of a house's journal, as a record."""

import sys
from typing import Annotated

import typer

from casinowar.cli.arguments import option


def recall(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The name of a table of the house.")],
    only: Annotated[
        int | None, option("N", "One round; without it, all that happened there.", "--round")
    ] = None,
    database: Annotated[
        str, option("URL", "The house's database: sqlite:///FILE or postgresql://…")
    ] = "sqlite:///casinowar.db",
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
