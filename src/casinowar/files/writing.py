"""Atomic writing: under a temporary name first, then moved into place."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os import PathLike
from pathlib import Path
from typing import BinaryIO

from casinowar.game.refusal import InputError


def write(path: str | PathLike[str], content: bytes) -> None:
    """Write a file completely or not at all; the previous file stays until then."""
    with whole(path) as file:
        file.write(content)


@contextmanager
def whole(path: str | PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file for atomic writing: it replaces the old file on success and disappears on failure."""
    check_place(path)
    try:
        place = Path(path).resolve()  # a link goes on being one
        made = place.with_name(f".casinowar-{secrets.token_hex(8)}")
        try:
            with made.open("xb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            if place.exists():
                made.chmod(place.stat().st_mode & 0o777)
            made.replace(place)
        finally:
            made.unlink(missing_ok=True)
        _keep_name(place.parent)
    except InputError:
        raise
    except (OSError, ValueError) as wrong:
        raise cannot_be_written(path, wrong) from None


def check_place(path: str | PathLike[str]) -> None:
    """Refuse a place where no file can be written, before the work instead of after it."""
    place = Path(path)
    try:
        has_folder, taken = place.parent.is_dir(), place.exists() and not place.is_file()
        open_to_us = os.access(place.resolve().parent, os.W_OK)
    except (OSError, ValueError) as wrong:
        raise cannot_be_written(path, wrong) from None
    if not has_folder:
        raise InputError(f"{path}: there is no folder {place.parent}.")
    if taken or not open_to_us:
        raise InputError(f"{path}: no file can be written there.")


def cannot_be_written(path: str | PathLike[str], wrong: OSError | ValueError) -> InputError:
    return InputError(f"{path}: it cannot be written ({getattr(wrong, 'strerror', None) or wrong}).")


def _keep_name(folder: Path) -> None:
    """Make the new name survive a power failure, if the file system supports that."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
