"""The command `rulebooks`: which rulebooks there are, and how each can be read."""

from casinowar.cli.arguments import AsJson


def rulebooks(as_json: AsJson = False) -> None:
    """List the built-in rulebooks with their readings."""
    from casinowar.cli import rulebooks_report as report  # noqa: PLC0415 - loaded on use, so that --help is quick

    if as_json:
        report.print_document()
    else:
        report.print_table()
