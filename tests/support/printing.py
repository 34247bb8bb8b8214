"""What the command line prints, asked in this process."""

from contextlib import chdir
from pathlib import Path

from typer.testing import CliRunner

from casinowar.cli.commands import app


def printed(*arguments: str, folder: Path | None = None) -> str:
    """Give what the command line prints on standard output, run in a folder."""
    with chdir(folder or Path()):
        return CliRunner().invoke(app, [*arguments]).stdout
