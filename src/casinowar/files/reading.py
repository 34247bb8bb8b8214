"""Bounded reading of any kind of file, by size and by time."""

import os
import select
import stat
import time
from io import UnsupportedOperation
from os import PathLike
from pathlib import Path
from typing import BinaryIO, Final

from casinowar.game.refusal import InputError

SECONDS_FOR_A_PIPE: Final = 10.0
"""Time limit for a named pipe."""
SECONDS_FOR_STANDARD_INPUT: Final = 120.0
"""Time limit for standard input; the program before this one may have to work for it."""
_PART: Final = 1 << 20


def read(path: str | PathLike[str], most: int, what: str, *, pipes: bool = False) -> bytes:
    """Read a file; `what` names the expected kind in the error for one that is too long.

    A pipe can be read only once: allow pipes only if the file is read once.
    """
    where = Path(path_of(path))
    try:
        # Opening a pipe without a writer would block forever.
        opened = os.open(where, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            _check_kind(os.fstat(opened).st_mode, pipes=pipes)
            return _content(opened, most, what, SECONDS_FOR_A_PIPE)
        finally:
            os.close(opened)
    except InputError as wrong:
        raise InputError(f"{where}: {wrong}") from None
    except (OSError, ValueError) as wrong:
        raise InputError(f"{where}: {getattr(wrong, 'strerror', None) or wrong}.") from None


def path_of(reference: str | PathLike[str]) -> str:
    path: object = reference
    if isinstance(reference, PathLike):
        path = os.fspath(reference)
    if not isinstance(path, str):
        plain = path is None or isinstance(path, int | float | bytes)
        said = repr(path)[:40] if plain else f"a value of type {type(path).__name__}"
        raise InputError(f"A file is named by its path, not by {said}.")
    return path


def read_stream(stream: BinaryIO | None, most: int, what: str) -> bytes:
    """Read standard input, or a stream that only looks like it."""
    if stream is None:
        raise InputError("It is closed.")
    try:
        opened = stream.fileno()
    except UnsupportedOperation:
        return _no_longer(stream.read(most + 1), most, what)
    return _content(opened, most, what, SECONDS_FOR_STANDARD_INPUT)


def read_text(path: str | PathLike[str], most: int, what: str) -> str:
    """Read a UTF-8 text, with or without a byte order mark."""
    return text_of(read(path, most, what), path)


def text_of(content: bytes, where: str | PathLike[str]) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{os.fspath(where)}: The file is not text in UTF-8.") from None


def _check_kind(mode: int, *, pipes: bool) -> None:
    if stat.S_ISREG(mode) or (pipes and stat.S_ISFIFO(mode)):
        return
    if stat.S_ISDIR(mode):
        raise InputError("Is a directory.")
    if stat.S_ISFIFO(mode):
        raise InputError("Is a pipe, which can be read only once; save what comes out of it as a file.")
    raise InputError("Is a device, not a file.")


def _content(opened: int, most: int, what: str, seconds: float) -> bytes:
    content, until, ready = bytearray(), time.monotonic() + seconds, select.poll()
    ready.register(opened, select.POLLIN)
    while len(content) <= most:
        left = until - time.monotonic()
        if left <= 0 or not ready.poll(left * 1000):
            raise InputError(f"Nothing more came, and no end of it, within {seconds:.0f} seconds.")
        try:
            part = os.read(opened, min(_PART, most + 1 - len(content)))
        except BlockingIOError:
            time.sleep(0.01)
            continue
        if not part:
            break
        content += part
    return _no_longer(bytes(content), most, what)


def _no_longer(content: bytes, most: int, what: str) -> bytes:
    if len(content) > most:
        raise InputError(f"The file is too large to be {what}.")
    return content
