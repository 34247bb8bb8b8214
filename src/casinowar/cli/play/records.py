"""Records on disk: whole or not at all, and never in place of another file."""

from itertools import chain, count
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


def free_name(stem: str, ending: str = "txt") -> Path:
    """Find a name that no file has yet: the stem's, or one with a number after it."""
    names = (Path(f"{stem}{more}.{ending}") for more in chain([""], (f"-{number}" for number in count(2))))
    return next(name for name in names if not name.exists())


def write_record(path: Path, record: str) -> None:
    """Write a record to a new file, all of it or nothing."""
    check_new(path)
    write(path, record.encode())


def _cannot(path: Path, reason: object) -> InputError:
    said = reason.strerror if isinstance(reason, OSError) else reason
    return InputError(f"The record cannot be written to {quoted(str(path))}: {said}.")
