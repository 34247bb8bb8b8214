"""The command line: options in, a report out, printed by `rendering` as text, JSON, CSV or LaTeX.

A command is a function listed in `commands`; `play` is the table in the terminal. A command loads what it
needs when it runs, so that ``--help`` stays quick.
Exit codes: 0 fine, 1 the answer is "no", 2 wrong usage or unreadable input with one line on standard error.
May import every other package.
"""

import logging
import os
import sys
from collections.abc import Sequence

from typer import Abort, TyperException
from typer.main import get_command

from casinowar.cli.commands import app
from casinowar.game.refusal import InputError, Refusal, one_line
from casinowar.signals import INTERRUPTED, STOPPED

FINE = 0
WRONG_USAGE = 2
OUTPUT_CLOSED = 141
"""Exit code of a program whose output pipe was closed, as by ``head``."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code, with one line instead of a traceback for any bad input."""
    nowhere = sys.stdout is None
    _survive_any_terminal()
    if nowhere:
        return _complain("Standard output is closed, so there is nowhere to write to.")
    try:
        answer = get_command(app).main(args=arguments, prog_name="casinowar", standalone_mode=False)
        sys.stdout.flush()
    except TyperException as wrong:
        said = f"{wrong.format_message()}{_in_quotes(wrong)}"
        return _complain(f"{said}{'' if said.endswith(('.', '?')) else '.'} {_where_to_read(wrong)}")
    except (InputError, Refusal) as wrong:
        return _complain(f"{wrong}{_further_faults(wrong)}")
    except Abort:
        return _complain("The input ended before the command was done.")
    except KeyboardInterrupt:
        answer = INTERRUPTED
    except BrokenPipeError:
        return _stop_writing()
    except OSError as wrong:
        return _complain(f"{wrong.filename}: {wrong.strerror}." if wrong.filename else f"{wrong}.")
    except SystemExit as stop:
        # Typer turns a broken pipe into exit code 1, which here means that the answer is "no".
        if isinstance(stop.__context__, BrokenPipeError):
            return _stop_writing()
        raise
    if answer == INTERRUPTED:
        sys.stderr.write(STOPPED)
    return answer if isinstance(answer, int) else FINE


def _complain(sentence: str) -> int:
    sys.stderr.write(f"casinowar: {one_line(sentence)}\n")
    return WRONG_USAGE


def _further_faults(wrong: Exception) -> str:
    """Point to the command that lists the other faults of a file."""
    from casinowar.rulebooks.check import check  # noqa: PLC0415 - loaded on use, so that --help is quick
    from casinowar.rulebooks.toml_text import FileAtFault  # noqa: PLC0415 - the same

    if not isinstance(wrong, FileAtFault):
        return ""
    try:
        more = len(check(wrong.where).faults) - 1
    except (InputError, OSError):
        # The fault may be in a text inside a record, which is not a file to check.
        return ""
    faults = "fault" if more == 1 else "faults"
    return f" It has {more} more {faults}: casinowar rulebooks --check {wrong.where}" if more > 0 else ""


def _in_quotes(wrong: TyperException) -> str:
    """Suggest quotes when the words of one value were typed as several arguments."""
    context = getattr(wrong, "ctx", None)
    takes_words = context and any(each.metavar == "WORDS" for each in context.command.params)
    too_many = "unexpected extra argument" in wrong.format_message()
    return "; several words of one value stand in quotes" if takes_words and too_many else ""


def _where_to_read(wrong: TyperException) -> str:
    context = getattr(wrong, "ctx", None)
    return f"See '{context.command_path if context else 'casinowar'} --help'."


def _survive_any_terminal() -> None:
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            # Occupy the closed stream's descriptor, so that no other file gets it by chance.
            os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8"))
    if not os.environ.get("COLUMNS", "1").strip("0"):
        del os.environ["COLUMNS"]
    # Matplotlib warns if it cannot write its cache folder.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    # Replace characters that the terminal cannot encode.
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")


def _stop_writing() -> int:
    # Buffered output must not raise again at shutdown.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return OUTPUT_CLOSED
