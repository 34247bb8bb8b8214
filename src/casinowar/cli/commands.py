"""The list of commands. To add one, write its module and list its function here."""

import sys
from typing import Annotated

import typer

from casinowar.cli import compare, house, law, odds, replay, rulebooks, serve
from casinowar.cli.help import HelpfulCommand, HelpfulGroup
from casinowar.cli.play.command import play
from casinowar.cli.simulate.command import simulate
from casinowar.version import made_with

COMMANDS = (
    rulebooks.rulebooks,
    law.law,
    odds.odds,
    simulate,
    compare.compare,
    play,
    replay.replay,
    serve.serve,
    house.recall,
    house.verify,
    house.checkpoint,
    house.backup,
    house.restore,
    house.pit,
    house.slip,
)

app = typer.Typer(
    name="casinowar",
    cls=HelpfulGroup,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in COMMANDS:
    app.command(cls=HelpfulCommand)(command)


def _print_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"{made_with()}\n")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def casinowar(
    context: typer.Context,
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    """Casino War: five regulations made executable."""
    if context.invoked_subcommand is None:
        sys.stdout.write(context.get_help())
