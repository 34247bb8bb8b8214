"""The command `serve`: a house over the network."""

import sys
from typing import Annotated

import typer

from casinowar.cli.arguments import option
from casinowar.written import money


def _setting(name: str, says: str, variable: str, most: int | None = None) -> object:
    least = None if most is None else 0
    return typer.Option(metavar=name, help=says, envvar=f"CASINOWAR_{variable}", min=least, max=most)


def serve(  # noqa: PLR0913, PLR0917 - each is an option of its own
    database: Annotated[
        str, _setting("URL", "The house's database: sqlite:///FILE or postgresql://…", "DATABASE")
    ] = "sqlite:///casinowar.db",
    key: Annotated[
        str, _setting("FILE", "The key of the house's shoes; it is made if it is not there.", "KEY")
    ] = "casinowar.key",
    host: Annotated[str, _setting("ADDRESS", "Where to listen.", "HOST")] = "127.0.0.1",
    port: Annotated[
        int, _setting("PORT", "At which port to listen; 0 takes one that is free.", "PORT", 65_535)
    ] = 8000,
    workers: Annotated[
        int, _setting("COUNT", "How many processes serve; more than one need PostgreSQL.", "WORKERS")
    ] = 1,
    table: Annotated[
        list[str] | None, option("RULEBOOK", "Have a table of this rulebook open at once, run by software.")
    ] = None,
    guests: Annotated[
        str, option("AMOUNT", "Let anybody in as a guest, with so much play money; 0 lets nobody.")
    ] = "0",
    browse: Annotated[bool, typer.Option("--browse", help="Open the page in a browser.")] = False,
) -> None:
    """Serve a house: tables that people play at over the network."""
    from casinowar.extras import house_extra  # noqa: PLC0415 - loaded on use, so that --help is quick

    with house_extra():
        from casinowar.web import serve as serving  # noqa: PLC0415 - as above
    port = serving.free_port(host, port)
    settings = serving.ServingSettings(
        database=database,
        key=key,
        host=host,
        port=port,
        workers=workers,
        tables=tuple(table or ()),
        play_money=money(guests),
    )
    invitation = serving.prepared(settings)
    where = f"http://{host}:{port}"
    for remark in serving.remarks(settings):
        sys.stdout.write(f"{remark}\n")
    if invitation:
        sys.stdout.write(f"The first operator comes in with the invitation {invitation}\n")
    sys.stdout.write(f"Serving at {where} (the interface is described at {where}/api/schema)\n")
    sys.stdout.flush()
    if browse:
        serving.browse(where)
    serving.serve(settings)
