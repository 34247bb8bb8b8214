"""The command `checkpoint`: how far a house's journals go, signed, to be kept elsewhere."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from casinowar.cli.arguments import option


def checkpoint(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it.")],
    database: Annotated[
        str, option("URL", "The house's database: sqlite:///FILE or postgresql://…")
    ] = "sqlite:///casinowar.db",
    signing_key: Annotated[
        Path, option("FILE", "The key that signs; it is made if it is not there, with FILE.pub beside it.")
    ] = Path("casinowar-signing.pem"),
) -> None:
    """Write how far every journal of a house goes, signed, so that its past can be held against it."""
    from casinowar.extras import house_extra  # noqa: PLC0415 - loaded on use, so that --help is quick
    from casinowar.files import writing  # noqa: PLC0415 - as above

    with house_extra():
        from casinowar.house.audit import checkpoints  # noqa: PLC0415 - as above
        from casinowar.house.serving.startup import milliseconds  # noqa: PLC0415 - as above
        from casinowar.house.storage.store import opened_store  # noqa: PLC0415 - as above
    writing.check_place(file)
    with opened_store(database, existing=True) as store:
        checkpoints.check_replaceable(file, signing_key, store)
        is_new = not signing_key.exists()
        key = checkpoints.signing_key(signing_key)
        made = checkpoints.signed_checkpoint(store, key, milliseconds())
    writing.write(file, checkpoints.written_checkpoint(made))
    if is_new:
        sys.stdout.write(
            f"There was no key {signing_key}, so a new one signs; whoever checks needs {signing_key}.pub.\n"
        )
    sys.stdout.write(f"Wrote {file}.\n")
