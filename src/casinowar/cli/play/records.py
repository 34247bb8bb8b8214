"""Records on disk: whole or not at all, and never in place of another file."""

import os
from contextlib import suppress
from pathlib import Path

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
    """Write a record under another name first, so that there is never a part of one."""
    check_new(path)
    unfinished = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        unfinished.write_text(record, encoding="utf-8")
        unfinished.rename(path)
    except (OSError, ValueError) as wrong:
        with suppress(OSError, ValueError):
            unfinished.unlink(missing_ok=True)
        raise _cannot(path, wrong) from None


def _cannot(path: Path, reason: object) -> InputError:
    said = reason.strerror if isinstance(reason, OSError) else reason
    return InputError(f"The record cannot be written to {quoted(str(path))}: {said}.")
