"""The command `rulebooks`: which rulebooks there are, how each can be read, and a sample house for each."""

import sys
from typing import Annotated

import typer

from casinowar.cli.arguments import AsJson, option


def rulebooks(
    sample: Annotated[
        str | None, option("RULEBOOK", "Print the sample house file of a rulebook, to start your own.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the built-in rulebooks with their readings."""
    from casinowar.cli.drawing import answer  # noqa: PLC0415 - loaded on use, so that --help is quick
    from casinowar.reports.rulebooks import RulebookList  # noqa: PLC0415 - the same
    from casinowar.reports.rulebooks import rulebooks as listed  # noqa: PLC0415 - the same
    from casinowar.rulebooks import sample_house  # noqa: PLC0415 - the same

    if sample is not None and as_json:
        raise typer.BadParameter("a house file is TOML and does not go with --json", param_hint="--sample")
    if sample is not None:
        # as it stands, so that it can be redirected into a file
        sys.stdout.write(sample_house(sample))
    else:
        answer(RulebookList(listed()), as_json=as_json)
