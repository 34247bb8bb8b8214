"""The command `serve`: a house over the network."""

import sys
from typing import Annotated

import typer

from casinowar.cli.arguments import option


def _setting(name: str, says: str, variable: str) -> object:
    return typer.Option(metavar=name, help=says, envvar=f"CASINOWAR_{variable}")


def serve(  # noqa: PLR0913, PLR0917 - each is an option of the command line
    database: Annotated[
        str, _setting("URL", "The house's database: sqlite:///FILE or postgresql://…", "DATABASE")
    ] = "sqlite:///casinowar.db",
    key: Annotated[
        str, _setting("FILE", "The key of the house's shoes; it is made if it is not there.", "KEY")
    ] = "casinowar.key",
    host: Annotated[str, _setting("ADDRESS", "Where to listen.", "HOST")] = "127.0.0.1",
    port: Annotated[int, _setting("PORT", "At which port to listen.", "PORT")] = 8000,
    workers: Annotated[
        int, _setting("COUNT", "How many processes serve; more than one need PostgreSQL.", "WORKERS")
    ] = 1,
    table: Annotated[
        list[str] | None, option("RULEBOOK", "Have a table of this rulebook open at once, run by software.")
    ] = None,
    one_person: Annotated[
        bool,
        typer.Option(
            "--one-person", help="Have one person do what otherwise takes two.", envvar="CASINOWAR_ONE_PERSON"
        ),
    ] = False,
    reality_check: Annotated[
        int,
        _setting(
            "MINUTES", "How often players are told how long and how they do; 0 is never.", "REALITY_CHECK"
        ),
    ] = 60,
) -> None:
    """Serve a house: tables that people play at over the network."""
    from casinowar.extras import house_extra  # noqa: PLC0415 - loaded on use, so that --help is quick

    with house_extra():
        from casinowar.web import serve as serving  # noqa: PLC0415 - as above
    settings = serving.ServingSettings(
        database=database,
        key=key,
        host=host,
        port=port,
        workers=workers,
        tables=tuple(table or ()),
        care=serving.house_care(one_person=one_person, check_minutes=reality_check),
    )
    invitation = serving.prepared(settings)
    where = f"http://{host}:{port}"
    if invitation:
        sys.stdout.write(f"The first operator comes in with the invitation {invitation}\n")
    sys.stdout.write(f"Serving at {where} (the interface is described at {where}/api/schema)\n")
    sys.stdout.flush()
    serving.serve(settings)
