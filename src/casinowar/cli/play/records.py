"""Records on disk: whole or not at all, and never in place of another file."""

from pathlib import Path

from casinowar.files.writing import write
from casinowar.game.refusal import InputError
from casinowar.written import quoted


def check_new(path: Path) -> None:
    """Refuse a place where no new file can be written."""
    try:
        there, has_folder = path.exists(), path.parent.is_dir()
    except (OSError, ValueError) as wrong:
        raise _cannot(path, wrong) from None
    if there or not has_folder:
        raise _cannot(path, "File exists" if there else "No such file or directory")


def write_record(path: Path, record: str) -> None:
    """Write a record to a new file, all of it or nothing."""
    check_new(path)
    write(path, record.encode())


def _cannot(path: Path, reason: object) -> InputError:
    said = reason.strerror if isinstance(reason, OSError) else reason
    return InputError(f"The record cannot be written to {quoted(str(path))}: {said}.")
