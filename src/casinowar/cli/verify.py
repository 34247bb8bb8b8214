"""The command `verify`: a house's audit chain, ledger and shoes."""

from typing import Annotated

import typer

from casinowar.cli.arguments import AsForm, AsJson, form_of, option

OFF = 1


def verify(
    database: Annotated[
        str, option("URL", "The house's database: sqlite:///FILE or postgresql://…")
    ] = "sqlite:///casinowar.db",
    key: Annotated[
        str | None, option("FILE", "The key of the house's shoes; without it cards are checked by proofs.")
    ] = None,
    checkpoint: Annotated[
        str | None, option("FILE", "What `casinowar checkpoint` wrote earlier: the past has to be the same.")
    ] = None,
    public_key: Annotated[
        str | None, option("FILE", "The key that the house is known by: nobody else's checkpoint will do.")
    ] = None,
    as_form: AsForm = None,
    as_json: AsJson = False,
) -> None:
    """Audit a house: every commit, every cent, and every card against what was bound before the cut."""
    from casinowar.cli.rendering import print_report  # noqa: PLC0415 - loaded on use, so that --help is quick
    from casinowar.extras import house_extra  # noqa: PLC0415 - as above

    with house_extra():
        from casinowar.house.audit.report import audited  # noqa: PLC0415 - as above
    found = audited(database, key, checkpoint, public_key)
    print_report(found, form_of(as_form, as_json=as_json))
    if not found.in_order:
        raise typer.Exit(OFF)
