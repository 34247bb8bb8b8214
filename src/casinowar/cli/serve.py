"""The command `serve`: a house over the network."""

import os
import sys
from pathlib import Path
from typing import Annotated, Any

from msgspec.structs import replace

from casinowar.cli.arguments import option
from casinowar.parsing import money

_SQLITE = "sqlite:///casinowar.db"


def _setting(name: str | None, says: str, unless_said: str = "", **also: Any) -> object:  # noqa: ANN401 - Typer's own
    return option(name, says, show_default=unless_said or False, **also)


def serve(  # noqa: PLR0913, PLR0917 - each parameter is an option of the command line
    config: Annotated[Path | None, option("FILE", "A TOML file with any of the settings below.")] = None,
    database: Annotated[
        str | None,
        _setting("URL", "The house's database: sqlite:///FILE or postgresql://…", _SQLITE),
    ] = None,
    key: Annotated[
        str | None,
        _setting("FILE", "The key of the house's shoes; created if missing.", "casinowar.key"),
    ] = None,
    signing_key: Annotated[
        str | None,
        _setting("FILE", "The key that signs checkpoints; created if missing.", "casinowar-signing.pem"),
    ] = None,
    host: Annotated[str | None, _setting("ADDRESS", "Where to listen.", "127.0.0.1")] = None,
    port: Annotated[int | None, _setting("PORT", "The port; 0 takes a free one.", "8000")] = None,
    workers: Annotated[int | None, _setting("COUNT", "Number of processes.", "1")] = None,
    own_processors: Annotated[
        bool | None,
        option(
            None,
            "Pin each process to a processor; for a machine that does little else.",
            "--own-processors",
        ),
    ] = None,
    table: Annotated[
        list[str] | None,
        option(
            "RULEBOOK",
            "Open a table of this rulebook or house file, run by software.",
        ),
    ] = None,
    behind_proxy: Annotated[
        bool | None,
        option(None, "Behind a TLS proxy: send cookies over TLS only.", "--behind-proxy"),
    ] = None,
    log_level: Annotated[
        str | None, _setting("LEVEL", "What is logged: debug, info, warning or error.", "info")
    ] = None,
    guests: Annotated[
        str | None,
        _setting("AMOUNT", "Admit guests with this much play money; 0 admits no guests.", "0"),
    ] = None,
    browse: Annotated[bool, option(None, "Open the page in a browser.", "--browse")] = False,
    one_person: Annotated[
        bool | None, option(None, "Let one person do what otherwise takes two.", "--one-person")
    ] = None,
    reality_check: Annotated[
        int | None,
        _setting("MINUTES", "How often players are shown their time and result; 0 is never.", "60"),
    ] = None,
) -> None:
    """Serve a house: tables that people play at over the network."""
    from casinowar.extras import house_extra  # noqa: PLC0415 - loaded on use, so that --help is quick

    with house_extra():
        from casinowar.web import serve as serving  # noqa: PLC0415 - as above
        from casinowar.web.server.settings import settings_of  # noqa: PLC0415 - as above
    given = {
        "database": database,
        "key": key,
        "signing_key": signing_key,
        "host": host,
        "port": port,
        "workers": workers,
        "own_processors": own_processors,
        "tables": table or None,
        "behind_proxy": behind_proxy,
        "log_level": log_level,
        "one_person": one_person,
        "reality_check": reality_check,
        "play_money": None if guests is None else money(guests),
    }
    settings = settings_of(given, os.environ, config)
    settings = replace(settings, port=serving.free_port(settings.host, settings.port))
    invitation = serving.prepared(settings)
    where = f"http://{settings.host}:{settings.port}"
    for remark in serving.remarks(settings):
        sys.stdout.write(f"{remark}\n")
    if invitation:
        sys.stdout.write(
            f"The first operator joins with the invitation {invitation} (at {where}/#/join/{invitation})\n"
        )
    sys.stdout.write(f"Serving at {where} (API reference: {where}/api/schema)\n")
    sys.stdout.flush()
    if browse:
        serving.browse(where)
    serving.serve(settings)
