"""The command `rulebooks`: list them, print one or a sample house file, check files."""

from typing import Annotated

import typer

from casinowar.cli import completion
from casinowar.cli.arguments import AsForm, AsJson, form_of, option

AT_FAULT = 1
"""Exit code for a file with faults."""
_MORE = """\
Choose with --reading NAME=VALUE or in a house file.
Each clause: casinowar law RULEBOOK
To start a house file: casinowar rulebooks --sample RULEBOOK > my-house.toml"""


def rulebooks(
    show: Annotated[
        str | None,
        option(
            "RULEBOOK",
            "Print a rulebook in TOML, one that extends another as a whole.",
            autocompletion=completion.rulebooks,
        ),
    ] = None,
    sample: Annotated[
        str | None,
        option(
            "RULEBOOK",
            "Print the sample house file of a rulebook, to start your own.",
            autocompletion=completion.rulebooks,
        ),
    ] = None,
    check: Annotated[
        str | None,
        option(
            "FILE",
            "Say what is wrong with a house file or a rulebook, line by line.",
            autocompletion=completion.toml_files,
        ),
    ] = None,
    as_form: AsForm = None,
    as_json: AsJson = False,
) -> None:
    """List the built-in rulebooks with their readings."""
    form = form_of(as_form, as_json=as_json)
    asked = {"--show": show, "--sample": sample, "--check": check}
    wanted = [name for name, said in asked.items() if said is not None]
    if len(wanted) > 1:
        raise typer.BadParameter("one thing at a time.", param_hint=" ".join(wanted))
    if form and wanted and check is None:
        raise typer.BadParameter(
            f"a TOML file does not go with {'--json' if as_json else '--format'}.", param_hint=wanted[0]
        )

    from casinowar.cli.rendering import print_report, print_toml  # noqa: PLC0415 - loaded on use, so that --help is quick
    from casinowar.reports.file_check import check_file  # noqa: PLC0415 - the same
    from casinowar.reports.rulebooks import RulebookList  # noqa: PLC0415 - the same
    from casinowar.reports.rulebooks import rulebooks as listed  # noqa: PLC0415 - the same
    from casinowar.rulebooks import open_rulebook, sample_house  # noqa: PLC0415 - the same
    from casinowar.rulebooks.flattening import whole  # noqa: PLC0415 - the same

    if show is not None:
        print_toml(whole(open_rulebook(show)))
    elif sample is not None:
        print_toml(sample_house(sample))
    elif check is not None:
        found = check_file(check)
        print_report(found, form)
        if not found.in_order:
            raise typer.Exit(AT_FAULT)
    else:
        print_report(RulebookList(listed()), form, more=_MORE)
